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

/// No more of a file is read.
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
    /// Use this many threads, 64 at most [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Show why claim K of a single certificate is true
    #[arg(long, value_name = "K", conflicts_with = "json")]
    explain: Option<usize>,
}

fn main() -> ExitCode {
    match check_all(&Cli::parse()) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
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
    if files.is_empty() {
        return Err(format!("{}: there are no certificates (*.bin) in this folder", folder.display()).into());
    }
    Ok(files)
}

/// Checks a file, prints the verdict and gives the exit code. It fails only if that cannot be printed or explained.
fn check_one(cli: &Cli, path: &Path) -> Result<u8> {
    let (start, name, mut bytes) = (Instant::now(), path.display().to_string(), Vec::new());
    let is_shown = !cli.quiet && io::stderr().is_terminal();
    let progress = |done: usize, of: usize| {
        if is_shown && (done.is_multiple_of(256) || done == of) {
            let _ = write!(
                io::stderr(),
                "\x1b[K{}\r",
                if done < of { format!("{done} of {of} steps") } else { String::new() }
            );
        }
    };
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let settings = Settings { threads: cli.threads.unwrap_or(cores), progress: &progress };
    let read = File::open(path).and_then(|file| file.take(MAX_FILE).read_to_end(&mut bytes));
    let read = read.map_err(|error| Error { family: Family::CannotCheck, why: error.to_string() });
    let result = read.and_then(|_| verify(&bytes, &settings));
    if let Err(error) = &result {
        writeln!(io::stderr(), "error: {name}: {error}")?;
    }
    let (bytes, seconds, mut out) = (bytes.len(), start.elapsed().as_secs_f64(), io::stdout().lock());
    if cli.json {
        let mut object = to_json(&result);
        (object["file"], object["bytes"], object["seconds"]) = (json!(name), json!(bytes), json!(seconds));
        writeln!(out, "{object}")?;
    } else {
        if !cli.quiet {
            writeln!(out, "c {name}: {bytes} bytes, {seconds:.3} s")?;
        }
        print(cli, &result, &mut out)?;
    }
    Ok(match result {
        Ok(_) => 0,
        Err(Error { family: Family::CannotCheck, .. }) => 2,
        Err(_) => 1,
    })
}

fn print(cli: &Cli, result: &Result<Verified, Error>, out: &mut impl Write) -> Result<()> {
    let verified = match result {
        Ok(verified) => verified,
        Err(Error { family: Family::CannotCheck, .. }) => return Ok(writeln!(out, "s UNCHECKED")?),
        Err(_) => return Ok(writeln!(out, "s REJECTED")?),
    };
    if !cli.quiet {
        writeln!(out, "c {}, blake3 {}", verified.summary(), verified.digest)?;
    }
    for line in cli.explain.map_or(Ok(vec![]), |number| verified.explain(number))? {
        writeln!(out, "c {line}")?;
    }
    Ok(writeln!(out, "s VERIFIED {}", verified.statement)?)
}

fn to_json(result: &Result<Verified, Error>) -> Value {
    let verified = match result {
        Ok(verified) => verified,
        Err(error) => return json!({ "verdict": error.family.to_string(), "error": error.to_string() }),
    };
    let mut object = json!({
        "verdict": "verified",
        "statement": verified.statement.to_string(),
        "claims": verified.counts().0,
        "replies": verified.counts().1,
        "blake3": verified.digest.to_string(),
    });
    if let Statement::SproutsNormal { start, result } | Statement::SproutsMisere { start, result, .. } =
        &verified.statement
    {
        (object["start"], object["result"]) = (json!(start), json!(result.to_string()));
    }
    if let Statement::SproutsMisere { closure, .. } = &verified.statement {
        object["closure"] = json!(closure);
    }
    object
}
