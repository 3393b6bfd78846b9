//! Certificates made to exhaust the checker: small files that stand for very much. Each gets a clear answer, in bounded
//! time and within the memory that a file of its size may cost: ten times the file and 100 MB.

#![cfg(target_os = "linux")]

use sproof_tests::program::{path, scratch};
use std::process::Command;
use std::time::{Duration, Instant};

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

fn text(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

/// A certificate with a right digest: a statement, the counts that it claims to have, and a body.
fn certificate(statement: &[&[u8]], claims: u32, replies: u32, body: &[u8]) -> Vec<u8> {
    let counts = [varint(claims.into()), varint(replies.into()), varint(body.len() as u64)].concat();
    let mut file = [b"SPROOF\r\n\x01", &statement.concat()[..], &counts, body].concat();
    let digest = blake3::hash(&file);
    file.extend_from_slice(digest.as_bytes());
    file
}

fn normal(start: &str, claims: u32, replies: u32, body: &[u8]) -> Vec<u8> {
    certificate(&[&[0], &text(start), &[0]], claims, replies, body)
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

fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut add = |name: &str, file: Vec<u8>| files.push((name.to_string(), file));
    let most = u32::MAX;
    for length in [0, 4, 1000, 300_000] {
        for (kind, body) in [("zeros", vec![0; length]), ("ones", vec![255; length]), ("noise", noise(7, length))] {
            add(&format!("very many claims in {length} {kind}"), normal("0*2", most, 0, &body));
            add(&format!("very many replies in {length} {kind}"), normal("0*2", 0, most, &body));
            let misere = [&[1][..], &text("0*3"), &[0], &text("0*2")];
            add(&format!("very many nodes in {length} {kind}"), certificate(&misere, most, most, &body));
        }
    }
    for size in [40, 100, 300] {
        add(&format!("prism of {size}"), normal(&prism(size), 0, 0, &[0; 4]));
    }
    add("very many spots", normal("0*9999", 0, 0, &[0; 4]));
    add("more spots", normal(&["0*9999"; 1400].join("."), 0, 0, &[0; 4]));
    add("very many tokens", normal(&"1".repeat(10_000), 0, 0, &[0; 4]));
    add("a long text", normal(&"1".repeat(1_000_000), 0, 0, &[0; 4]));
    let nested = |n: usize| (0..n).map(|i| format!("m({})", i + 27)).collect::<String>();
    add("deep nesting", normal(&format!("1{}1{}", nested(250), nested(250)), 0, 0, &[0; 4]));
    let chain: String = (0..299).map(|i| format!("1{}.{}|", upper(i), upper(i + 1))).collect();
    add("a long chain", normal(&chain, 0, 0, &[0; 4]));
    add("a string longer than the file", certificate(&[&[0], &varint(1 << 40)], 0, 0, &[]));
    add("a game longer than the file", certificate(&[&[2, 0], &varint(1 << 60)], 0, 0, &[]));
    add("a closure without end", certificate(&[&[1], &text("0*3"), &[0], &text("0*60")], 0, 0, &[0; 4]));
    let endless = [&[7][..], &varint(4), &varint(u64::from(most)), &text("1")];
    add("a drawing without end", certificate(&endless, most, 0, &[0; 600]));
    add("degree two, without end", certificate(&[&[6], &varint(u64::from(most)), &[0, 0]], 0, 0, &[]));
    files
}

#[test]
fn small_files_cost_little() {
    let folder = scratch("hostile");
    for (name, bytes) in files() {
        let file = folder.join("hostile.bin");
        std::fs::write(&file, &bytes).unwrap();
        // Address space, in kilobytes: what is resident is less.
        let limit = (10 * bytes.len() + 100_000_000) / 1024;
        let begun = Instant::now();
        let output = Command::new("sh")
            .args(["-c", &format!("ulimit -v {limit} && exec \"$0\" \"$@\"")])
            .arg(path("check"))
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
