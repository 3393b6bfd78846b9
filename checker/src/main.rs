//! `check`: the checker's command line. Results go to stdout, everything else to stderr.
#![forbid(unsafe_code)]

use checker::{Error, Family, Settings, Verified, verify};
use clap::Parser;
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
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
  check proofs/far --memory 200              Allow more memory for certificates of large games

Exit code 0: all verified; 1: one was rejected; 2: none was rejected, but one could not be checked.";

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
    /// Use this many threads
    #[arg(long, value_name = "N", default_value_t = available_parallelism().unwrap_or(NonZero::<usize>::MIN))]
    threads: NonZero<usize>,
    /// Show why claim K (in misère play: lost node K) is true
    #[arg(long, value_name = "K", conflicts_with = "json")]
    explain: Option<usize>,
    /// Use this many MiB more than the size of a certificate allows, which is 100 MB and 10 times the file in normal play
    #[arg(long, value_name = "MIB", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 20))]
    memory: u64,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let codes = cli.files.iter().flat_map(certificates).map(|path| check(&cli, &path)).collect::<io::Result<Vec<u8>>>();
    let codes = codes.unwrap_or_else(|error| {
        // Whoever closes the pipe, like `head`, has seen enough.
        if error.kind() != ErrorKind::BrokenPipe {
            let _ = writeln!(io::stderr(), "error: {error}");
        }
        vec![2]
    });
    ExitCode::from([1, 2].into_iter().find(|code| codes.contains(code)).unwrap_or(0))
}

/// The certificates in a folder, sorted. A path with none stands for itself: whoever tries to read it finds out why.
fn certificates(path: &PathBuf) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).and_then(|list| list.map(|entry| Ok(entry?.path())).collect());
    let mut files: Vec<PathBuf> = entries.unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bin"));
    files.sort();
    if files.is_empty() { vec![path.clone()] } else { files }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(io::Error::other("there are no certificates (*.bin) in this folder"));
    }
    let mut bytes = Vec::new();
    match File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)? as u64 {
        0..=MAX_FILE => Ok(bytes),
        _ => Err(io::Error::other("the file is larger than 1 GiB")),
    }
}

/// Checks a file, prints the verdict and gives the exit code. It fails only if it cannot print.
fn check(cli: &Cli, path: &Path) -> io::Result<u8> {
    let (start, name) = (Instant::now(), path.display().to_string());
    let progress = |done: usize, of: usize| {
        if done.is_multiple_of(256) && !cli.quiet && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "{done} of {of} steps\r"); // The next line is longer and hides this one.
        }
    };
    let more_memory = (cli.memory << 20) as usize;
    let settings = Settings { threads: cli.threads, progress: &progress, explain: cli.explain, more_memory };
    let file = read(path).map_err(|error| Error { family: Family::CannotCheck, why: error.to_string() });
    let bytes = file.as_ref().map_or(0, Vec::len);
    let result = file.and_then(|file| verify(&file, &settings));
    let seconds = start.elapsed().as_secs_f64();
    let mut lines = vec![format!("c {name}: {bytes} bytes, {seconds:.3} s")];
    let (code, verdict, object) = match result {
        Ok(Verified { statement, digest, counts: (claims, replies), explanation }) => {
            let (statement, digest) = (statement.to_string(), digest.to_string());
            lines.push(format!("c {claims} claims, {replies} replies, blake3 {digest}"));
            lines.extend(explanation.iter().map(|line| format!("c {line}")));
            let object = json!({ "file": name, "bytes": bytes, "seconds": seconds, "verdict": "verified",
                "statement": statement, "claims": claims, "replies": replies, "blake3": digest });
            (0, format!("s VERIFIED {statement}"), object)
        }
        Err(error) => {
            writeln!(io::stderr(), "error: {name}: {error}")?;
            let (code, verdict) = if error.family == Family::CannotCheck { (2, "UNCHECKED") } else { (1, "REJECTED") };
            let object = json!({ "file": name, "bytes": bytes, "seconds": seconds,
                "verdict": error.family.to_string(), "error": error.to_string() });
            (code, format!("s {verdict}"), object)
        }
    };
    lines.retain(|_| !cli.quiet);
    lines.push(verdict);
    writeln!(io::stdout(), "{}", if cli.json { object.to_string() } else { lines.join("\n") })?;
    Ok(code)
}
