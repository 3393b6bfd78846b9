//! Certificates made to exhaust the checker: small files that stand for very much. Each gets a clear answer, in bounded
//! time and within the memory that a file of its size may cost: ten times the file and 100 MB.

#![cfg(target_os = "linux")]

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use sproof_tests::container::{Container, string, varint};
use sproof_tests::program::{path, scratch};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// A certificate of another game.
fn other(statement: &[&[u8]], claims: u32, body: &[u8]) -> Container {
    let statement = statement.concat();
    Container { version: 1, statement, claims: claims.into(), replies: 0, body: body.to_vec() }
}

/// A certificate that claims to have so much.
fn with_body(of: Container, claims: u32, replies: u32, body: &[u8]) -> Container {
    Container { claims: claims.into(), replies: replies.into(), body: body.to_vec(), ..of }
}

/// A stream of a thousandth of the length of its text, which is so many times `piece`, a million bytes of it at a time.
fn bomb(piece: &str, millions: usize) -> Vec<u8> {
    let text = piece.repeat(1_000_000 / piece.len());
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(9, -15, 0));
    let mut block = vec![0; 20_000];
    // What is flushed ends at a byte and needs nothing that came before it, so it can be repeated.
    let (status, read, written) = compress(&mut compressor, text.as_bytes(), &mut block, TDEFLFlush::Full);
    assert_eq!((status, read), (TDEFLStatus::Okay, text.len()));
    let last = [3, 0];
    [block[..written].repeat(millions), last.to_vec()].concat()
}

fn upper(nth: usize) -> String {
    if nth < 26 { char::from(b'A' + nth as u8).to_string() } else { format!("n({})", nth + 1) }
}

/// A spot on each edge of a prism: as symmetric as a drawing can be.
fn prism(n: usize) -> String {
    let side = |i: usize| [i, 2 * n + (i + 1) % n, n + i, 2 * n + i].map(upper).concat();
    let all = |from: usize| (from..from + n).map(upper).collect::<String>();
    let sides: Vec<String> = (0..n).map(side).collect();
    format!("{}|{}|{}", all(0), all(n), sides.join("|"))
}

/// Bytes that look like chance.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// Certificates of Sprouts with bodies and counts that are out of all proportion.
fn large_bodies() -> Vec<(String, Container)> {
    let mut files = Vec::new();
    let (normal, misere) = (Container::normal("0*2"), Container::misere("0*3", "0*2"));
    let most = u32::MAX;
    let mut add = |name: String, body: &[u8]| {
        files.push((format!("very many claims in {name}"), with_body(normal.clone(), most, 0, body)));
        files.push((format!("very many replies in {name}"), with_body(normal.clone(), 0, most, body)));
        files.push((format!("very many nodes in {name}"), with_body(misere.clone(), most, most, body)));
    };
    for length in [0, 4, 1000, 300_000] {
        for (kind, body) in [("zeros", vec![0; length]), ("ones", vec![255; length]), ("noise", noise(7, length))] {
            add(format!("{length} {kind}"), &body);
        }
    }
    for (kind, piece) in [("zeros", "0"), ("replies", "0\n"), ("empty lines", "\n"), ("claims", "0 0\n")] {
        add(format!("a gigabyte of {kind}"), &bomb(piece, 1000));
        add(format!("ten megabytes of {kind}"), &bomb(piece, 10));
    }
    // Counts that fit the text.
    let replies = bomb("0\n", 28);
    files.push(("as many replies as it says".into(), with_body(normal, 0, 14_000_000, &replies)));
    files.push(("as many nodes as it says".into(), with_body(misere, 0, 14_000_000, &replies)));
    files
}

/// Small statements about large things.
fn large_statements() -> Vec<(String, Container)> {
    let most = u32::MAX;
    let normal = Container::normal;
    let mut files = Vec::new();
    let mut add = |name: &str, file: Container| files.push((name.to_string(), file));
    for size in [40, 100, 300] {
        add(&format!("prism of {size}"), normal(&prism(size)));
    }
    add("very many spots", normal("0*9999"));
    add("more spots", normal(&["0*9999"; 1400].join(".")));
    add("very many tokens", normal(&"1".repeat(10_000)));
    add("a long text", normal(&"1".repeat(1_000_000)));
    let nested = |n: usize| (0..n).map(|i| format!("m({})", i + 27)).collect::<String>();
    add("deep nesting", normal(&format!("1{}1{}", nested(250), nested(250))));
    let chain: String = (0..299).map(|i| format!("1{}.{}|", upper(i), upper(i + 1))).collect();
    add("a long chain", normal(&chain));
    let long = [&[0][..], &varint(1 << 40)].concat();
    add("a string longer than the file", Container { statement: long, ..normal("") });
    add("a game longer than the file", other(&[&[2, 0], &varint(1 << 60)], 0, &[]));
    add("a closure without end", Container::misere("0*3", "0*60"));
    let endless = [&[7][..], &varint(4), &varint(u64::from(most)), &string("1")];
    add("a drawing without end", other(&endless, most, &[0; 600]));
    add("degree two, without end", other(&[&[6], &varint(u64::from(most)), &[0, 0]], 0, &[]));
    files
}

/// Texts with one large line.
fn large_lines() -> Vec<(String, Container)> {
    let mut files = Vec::new();
    let lines = [
        ("prism", prism(300)),
        ("very many spots", "0*9999".into()),
        ("more spots than there are numbers", format!("0*{}", "9".repeat(1000))),
        ("very many tokens", "1".repeat(100_000)),
        ("very many lands", "0+".repeat(100_000) + "0"),
    ];
    for (name, land) in lines {
        let claim = Container { claims: 1, ..Container::normal("0*2") }.with_text(format!("{land} 0\n"));
        files.push((format!("{name} in a claim"), claim));
        let node = Container { claims: 1, ..Container::misere("0*3", "0*2") }.with_text(format!("{land}\n"));
        files.push((format!("{name} in a node"), node));
    }
    files
}

#[test]
fn small_files_cost_little() {
    let folder = scratch("hostile");
    // The page's tests check the same files in a browser.
    let kept = std::env::var_os("KEEP_HOSTILE").map(PathBuf::from);
    let all = [large_bodies(), large_statements(), large_lines()].concat();
    // Built before the clock runs.
    let check = path("check");
    for (nth, (name, certificate)) in all.into_iter().enumerate() {
        let bytes = certificate.seal();
        if let Some(kept) = &kept {
            std::fs::write(kept.join(format!("{nth}.bin")), &bytes).unwrap();
        }
        let file = folder.join("hostile.bin");
        std::fs::write(&file, &bytes).unwrap();
        // Address space, in kilobytes: what is resident is less.
        let limit = (10 * bytes.len() + 100_000_000) / 1024;
        let begun = Instant::now();
        let output = Command::new("sh")
            .args(["-c", &format!("ulimit -v {limit} && exec \"$0\" \"$@\"")])
            .arg(check)
            .args(["--quiet", "--threads", "1"])
            .arg(&file)
            .output()
            .expect("there is a shell");
        let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(matches!(output.status.code(), Some(1 | 2)), "{name}: {:?} {stdout} {stderr}", output.status);
        assert!(["s REJECTED\n", "s UNCHECKED\n"].contains(&&*stdout), "{name}: {stdout} {stderr}");
        assert!(stderr.starts_with("error: ") && !stderr.contains("panicked"), "{name}: {stderr}");
        assert!(begun.elapsed() < Duration::from_secs(120), "{name}: {:?}", begun.elapsed());
        println!("{:>8.2?} {name}: {}", begun.elapsed(), stderr.trim().split_once(".bin: ").unwrap_or_default().1);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
