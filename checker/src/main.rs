//! `check`: the checker's command line. Results go to stdout, everything else to stderr.
//!
//! Exit code 0: everything was verified. 1: something was rejected. 2: nothing was rejected, but something could not be
//! checked.
#![forbid(unsafe_code)]

use checker::{Error, Family, Settings, Statement, Verified, verify};
use clap::Parser;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// No larger file is read.
const MAX_FILE: u64 = 1 << 30;

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// Checks results about games, trusting nothing but the rules
#[derive(Parser)]
#[command(version)]
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
    let mut files = Vec::new();
    for path in &cli.files {
        files.extend(if path.is_dir() { certificates_in(path)? } else { vec![path.clone()] });
    }
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
    let (start, name, mut out) = (Instant::now(), path.display(), io::stdout().lock());
    let is_shown = !cli.quiet && io::stderr().is_terminal();
    let progress = |done: usize, of: usize| {
        if is_shown && (done.is_multiple_of(256) || done == of) {
            let end = if done == of { "\r\x1b[K" } else { "" };
            let _ = write!(io::stderr(), "\r{done} of {of} steps{end}");
        }
    };
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let settings = Settings { threads: cli.threads.unwrap_or(cores), progress: &progress };
    let file = read(path).map_err(|error| Error { family: Family::CannotCheck, why: error.to_string() });
    let bytes = file.as_ref().map_or(0, Vec::len);
    let result = file.and_then(|file| verify(&file, &settings));
    let seconds = start.elapsed().as_secs_f64();
    let (code, verdict) = match &result {
        Ok(verified) => (0, format!("s VERIFIED {}", verified.statement)),
        Err(Error { family: Family::CannotCheck, .. }) => (2, "s UNCHECKED".to_string()),
        Err(_) => (1, "s REJECTED".to_string()),
    };
    if let Err(error) = &result {
        writeln!(io::stderr(), "error: {name}: {error}")?;
    }
    if cli.json {
        let refused = |error: Error| json!({ "verdict": error.family.to_string(), "error": error.to_string() });
        let mut object = result.map_or_else(refused, |verified| described(&verified));
        object["file"] = json!(name.to_string());
        (object["bytes"], object["seconds"]) = (json!(bytes), json!(seconds));
        writeln!(out, "{object}")?;
        return Ok(code);
    }
    if !cli.quiet {
        writeln!(out, "c {name}: {bytes} bytes, {seconds:.3} s")?;
    }
    if let Ok(verified) = &result {
        if !cli.quiet {
            writeln!(out, "c {} claims, {} replies, blake3 {}", verified.counts.0, verified.counts.1, verified.digest)?;
        }
        for line in cli.explain.map_or(Ok(vec![]), |number| verified.explain(number))? {
            writeln!(out, "c {line}")?;
        }
    }
    writeln!(out, "{verdict}")?;
    Ok(code)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)? as u64 {
        0..=MAX_FILE => Ok(bytes),
        _ => Err(io::Error::other("the file is larger than 1 GiB")),
    }
}

fn described(verified: &Verified) -> Value {
    let Verified { statement, digest, counts, .. } = verified;
    let (statement_text, digest, (claims, replies)) = (statement.to_string(), digest.to_string(), counts);
    let mut object =
        json!({ "verdict": "verified", "statement": statement_text, "claims": claims, "replies": replies });
    object["blake3"] = json!(digest);
    if let Statement::SproutsNormal { start, result } | Statement::SproutsMisere { start, result, .. } = statement {
        (object["start"], object["result"]) = (json!(start), json!(result.to_string()));
    }
    if let Statement::SproutsMisere { closure, .. } = statement {
        object["closure"] = json!(closure);
    }
    object
}
