//! `check`: the checker's command line. Results go to stdout, everything else to stderr.
//!
//! Whatever is printed goes through [`say`], which lets only printable ASCII through: no file and no name can forge a line
//! or reach the terminal.
#![forbid(unsafe_code)]

use checker::{Allowance, Error, Family, Settings, Verified, printable, verify};
use clap::Parser;
use serde_json::{Value, json};
use std::ffi::OsString;
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
  check proofs proofs/far                    Check all certificates in two folders
  check proofs/normal-08.bin --explain 1     See why its first claim is true
  check proofs --json --threads 1            One JSON object for each file
  curl https://example.org/p.bin | check -   Check what comes in at stdin
  check large.bin --memory 4G --work 20      Allow 4 GiB, and 20 times the usual work

Exit code 0: all verified; 1: one was rejected; 2: none was rejected, but one could not be checked or explained.";

/// Checks results about games, trusting nothing but the rules
#[derive(Parser)]
#[command(version, name = "check", bin_name = "check", after_help = EXAMPLES)]
struct Cli {
    /// Certificates, or folders of certificates (all *.bin in them); - is stdin
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
    /// Let a certificate use this much memory in all, such as 500M or 2G (a number alone is in MiB) [default: what follows
    /// from the size of the file, 256 MB and 100 times as much as it has, but not more than half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Let a certificate take N times the work that the size of its file allows. Without this a file of 1 kB is answered
    /// within some 5 seconds on one core
    #[arg(long, value_name = "N", default_value_t = NonZero::<u32>::MIN)]
    work: NonZero<u32>,
}

/// A number of bytes, with a unit or in MiB.
fn bytes(text: &str) -> Result<u64, String> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let (digits, unit) = text.split_at(text.find(|c| !is_number(c)).unwrap_or(text.len()));
    let unit = match unit.to_ascii_uppercase().as_str() {
        "K" | "KB" | "KIB" => 1_u64 << 10,
        "" | "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        "T" | "TB" | "TIB" => 1 << 40,
        _ => return Err("it should be a number and one of K, M, G, T".to_string()),
    };
    let bytes = digits.parse::<f64>().ok().map(|number| number * unit as f64);
    let bytes = bytes.filter(|bytes| (1.0..1e15).contains(bytes)).map(|bytes| bytes as u64);
    bytes.ok_or("it should be such as 500M or 2G".to_string())
}

/// Half of the memory that is free, if the system tells.
fn half_of_free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024 / 2)
}

fn main() -> ExitCode {
    let cli = match arguments(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let codes = cli.files.iter().flat_map(certificates).map(|path| check(&cli, &path)).collect::<io::Result<Vec<u8>>>();
    let codes = codes.unwrap_or_else(|error| {
        // Whoever closes the pipe, like `head`, has seen enough.
        if error.kind() != ErrorKind::BrokenPipe {
            let _ = say(io::stderr(), &format!("error: {error}"));
        }
        vec![2]
    });
    ExitCode::from([1, 2].into_iter().find(|code| codes.contains(code)).unwrap_or(0))
}

/// Reads the arguments. What is wrong with them is said with the arguments escaped.
fn arguments(given: Vec<OsString>) -> Result<Cli, ExitCode> {
    let escaped: Vec<String> = given.iter().map(|argument| printable(&argument.to_string_lossy())).collect();
    Cli::try_parse_from(given).map_err(|error| {
        let error = if error.exit_code() == 0 { Some(error) } else { Cli::try_parse_from(escaped).err() };
        let printed = error.as_ref().map(|error| error.print());
        if printed.is_none() {
            let _ = say(io::stderr(), "error: the arguments are not understood");
        }
        ExitCode::from(error.map_or(2, |error| error.exit_code() as u8))
    })
}

/// Prints a line.
fn say(mut to: impl Write, line: &str) -> io::Result<()> {
    writeln!(to, "{}", printable(line))
}

/// A JSON text in ASCII: everything else in its strings is escaped.
fn in_ascii(object: &Value) -> String {
    let escaped = |c: char| match c {
        ' '..='~' => c.to_string(),
        _ => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    object.to_string().chars().map(escaped).collect()
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
    let read = match path.as_os_str() == "-" {
        true => io::stdin().take(MAX_FILE + 1).read_to_end(&mut bytes)?,
        false => File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?,
    };
    match read as u64 {
        0..=MAX_FILE => Ok(bytes),
        _ => Err(io::Error::other("the file is larger than 1 GiB")),
    }
}

/// What a file of so many bytes may cost.
fn allowance(cli: &Cli, size: usize) -> Allowance {
    let Allowance { work, memory } = Allowance::of_size(size);
    let memory = cli.memory.unwrap_or(memory.min(half_of_free_memory().unwrap_or(memory)));
    Allowance { work: work.saturating_mul(cli.work.get().into()), memory }
}

/// Checks a file, prints the verdict and gives the exit code. It fails only if it cannot print.
fn check(cli: &Cli, path: &Path) -> io::Result<u8> {
    let (start, name) = (Instant::now(), path.display().to_string());
    let progress = |done: usize, of: usize| {
        if done.is_multiple_of(256) && !cli.quiet && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "{done} of {of} steps\r"); // The next line is longer and hides this one.
        }
    };
    let file = read(path).map_err(|error| Error { family: Family::CannotCheck, why: error.to_string() });
    let bytes = file.as_ref().map_or(0, Vec::len);
    let allowance = Some(allowance(cli, bytes));
    let settings = Settings { threads: cli.threads, progress: &progress, explain: cli.explain, allowance };
    let result = file.and_then(|file| verify(&file, &settings));
    let seconds = start.elapsed().as_secs_f64();
    let mut lines = vec![format!("c {name}: {bytes} bytes, {seconds:.3} s")];
    let (code, verdict, object) = match result {
        Ok(Verified { statement, digest, counts: (claims, replies), explanation }) => {
            let (statement, digest) = (statement.to_string(), digest.to_string());
            lines.push(format!("c {claims} claims, {replies} replies, blake3 {digest}"));
            let explanation = explanation.map(|lines| lines.into_iter().map(|line| format!("c {line}")));
            // What is verified is verified, even if there is no such claim to explain.
            let code = match explanation {
                Ok(explanation) => {
                    lines.extend(explanation);
                    0
                }
                Err(error) => {
                    say(io::stderr(), &format!("error: {name}: --explain: {}", error.why))?;
                    2
                }
            };
            let object = json!({ "file": name, "bytes": bytes, "seconds": seconds, "verdict": "verified",
                "statement": statement, "claims": claims, "replies": replies, "blake3": digest });
            (code, format!("s VERIFIED {statement}"), object)
        }
        Err(error) => {
            say(io::stderr(), &format!("error: {name}: {error}"))?;
            let (code, verdict) = if error.family == Family::CannotCheck { (2, "UNCHECKED") } else { (1, "REJECTED") };
            let object = json!({ "file": name, "bytes": bytes, "seconds": seconds,
                "verdict": error.family.to_string(), "error": error.to_string() });
            (code, format!("s {verdict}"), object)
        }
    };
    if cli.json {
        say(io::stdout(), &in_ascii(&object))?;
        return Ok(code);
    }
    lines.retain(|_| !cli.quiet);
    lines.push(verdict);
    lines.iter().try_for_each(|line| say(io::stdout(), line))?;
    Ok(code)
}
