//! `check`: the checker's command line. Results go to stdout, everything else to stderr.
#![forbid(unsafe_code)]

use checker::{Error, Family, Settings, Statement, Verified, verify};
use clap::Parser;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;
use std::time::Instant;

/// No larger file is read.
const MAX_FILE: u64 = 1 << 30;

const EXAMPLES: &str = "Examples:
  check proofs/normal-08.bin                 Is the game of 8 spots really lost?
  check proofs                               Check all certificates in a folder
  check proofs/normal-08.bin --explain 1     See why its first claim is true
  check proofs --json --threads 1            One JSON object for each file

Exit code 0: all verified; 1: one was rejected; 2: none was rejected, but one could not be checked.";

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// Checks results about games, trusting nothing but the rules
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    /// Certificates, or folders of certificates (all *.bin in them)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object for each file in place of text
    #[arg(long)]
    json: bool,
    /// Print nothing but verdicts
    #[arg(long, short)]
    quiet: bool,
    /// Use this many threads [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Show why claim K (in misère play: lost node K) of a single certificate is true
    #[arg(long, value_name = "K", conflicts_with = "json")]
    explain: Option<usize>,
}

fn main() -> ExitCode {
    ExitCode::from(check_all(&Cli::parse()).unwrap_or_else(|error| {
        let _ = writeln!(io::stderr(), "error: {error}");
        2
    }))
}

/// Checks all files and gives the exit code.
fn check_all(cli: &Cli) -> Result<u8> {
    let files = cli.files.iter().map(|path| if path.is_dir() { certificates_in(path) } else { Ok(vec![path.clone()]) });
    let files = files.collect::<Result<Vec<_>>>()?.concat();
    if cli.explain.is_some() && files.len() != 1 {
        return Err("--explain wants a single certificate".into());
    }
    let codes = files.iter().map(|path| check_one(cli, path)).collect::<Result<Vec<u8>>>()?;
    Ok([1, 2].into_iter().find(|code| codes.contains(code)).unwrap_or(0))
}

/// The certificates in a folder, sorted. There must be one.
fn certificates_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bin"));
    files.sort();
    match files.len() {
        0 => Err(format!("{}: there are no certificates (*.bin) in this folder", folder.display()).into()),
        _ => Ok(files),
    }
}

/// Checks a file, prints the verdict and gives the exit code. It fails only if that cannot be printed or explained.
fn check_one(cli: &Cli, path: &Path) -> Result<u8> {
    let (start, name, mut out) = (Instant::now(), path.display().to_string(), io::stdout().lock());
    let is_shown = !cli.quiet && io::stderr().is_terminal();
    let progress = |done: usize, of: usize| {
        if is_shown && (done.is_multiple_of(256) || done == of) {
            let end = if done == of { "\r\x1b[K" } else { "" };
            let _ = write!(io::stderr(), "\r{done} of {of} steps{end}");
        }
    };
    let threads = cli.threads.or(available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let file = read(path).map_err(|error| Error { family: Family::CannotCheck, why: error.to_string() });
    let bytes = file.as_ref().map_or(0, Vec::len);
    let result = file.and_then(|file| verify(&file, &Settings { threads, progress: &progress }));
    let seconds = start.elapsed().as_secs_f64();
    let first = format!("c {name}: {bytes} bytes, {seconds:.3} s");
    let more = |v: &Verified| format!("c {} claims, {} replies, blake3 {}", v.counts.0, v.counts.1, v.digest);
    let mut lines: Vec<String> = [first].into_iter().chain(result.iter().map(more)).filter(|_| !cli.quiet).collect();
    let mut object = json!({ "file": name, "bytes": bytes, "seconds": seconds });
    let code = match &result {
        Ok(verified) => {
            describe(&mut object, verified);
            let why = cli.explain.map_or(Ok(vec![]), |number| verified.explain(number))?;
            lines.extend(why.iter().map(|line| format!("c {line}")));
            lines.push(format!("s VERIFIED {}", verified.statement));
            0
        }
        Err(error) => {
            writeln!(io::stderr(), "error: {name}: {error}")?;
            (object["verdict"], object["error"]) = (json!(error.family.to_string()), json!(error.to_string()));
            let (code, word) = if error.family == Family::CannotCheck { (2, "UNCHECKED") } else { (1, "REJECTED") };
            lines.push(format!("s {word}"));
            code
        }
    };
    let lines = if cli.json { vec![object.to_string()] } else { lines };
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(code)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)? as u64 {
        0..=MAX_FILE => Ok(bytes),
        _ => Err(io::Error::other("the file is larger than 1 GiB")),
    }
}

/// Adds what is verified to the JSON object of a file.
fn describe(object: &mut Value, Verified { statement, digest, counts: (claims, replies), .. }: &Verified) {
    (object["verdict"], object["claims"], object["replies"]) = (json!("verified"), json!(claims), json!(replies));
    (object["statement"], object["blake3"]) = (json!(statement.to_string()), json!(digest.to_string()));
    if let Statement::SproutsNormal { start, result } | Statement::SproutsMisere { start, result, .. } = statement {
        (object["start"], object["result"]) = (json!(start), json!(result.to_string()));
    }
    if let Statement::SproutsMisere { closure, .. } = statement {
        object["closure"] = json!(closure);
    }
}
