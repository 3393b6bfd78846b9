//! `check`: the checker's command line. Results go to stdout, everything else to stderr.
//!
//! Exit code 0: everything was verified. 1: something was rejected. 2: nothing was rejected, but something could not be
//! checked.
#![forbid(unsafe_code)]

use checker::{CannotCheck, Error, Play, Reason, Settings, Statement, Verified, verify};
use clap::{Parser, Subcommand};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// No larger file is read.
const MAX_FILE: u64 = 1 << 30;

/// Checks results about games, trusting nothing but the rules
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
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

#[derive(Subcommand)]
enum Command {
    /// Print the canonical form of a Sprouts position
    Canon {
        /// The position in short notation, such as '0*2.AB|AB'
        position: String,
    },
}

/// What became of a file, from good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Verified,
    CannotCheck,
    Rejected,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Some(Command::Canon { position }) => canon(position),
        None => check_all(&cli),
    };
    match result {
        Ok(Verdict::Verified) => ExitCode::SUCCESS,
        Ok(Verdict::Rejected) => ExitCode::from(1),
        Ok(Verdict::CannotCheck) => ExitCode::from(2),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn canon(position: &str) -> Result<Verdict, Box<dyn std::error::Error>> {
    writeln!(io::stdout(), "{}", checker::parse_position(position)?.canonical()?)?;
    Ok(Verdict::Verified)
}

fn check_all(cli: &Cli) -> Result<Verdict, Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for path in &cli.files {
        if path.is_dir() {
            files.extend(certificates_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    if cli.explain.is_some() && files.len() != 1 {
        return Err("--explain wants a single certificate".into());
    }
    let mut worst = Verdict::Verified;
    for path in &files {
        worst = worst.max(check_one(cli, path)?);
    }
    Ok(worst)
}

/// The certificates in a folder, sorted. There must be one.
fn certificates_in(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let at_folder = |error: io::Error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at_folder)? {
        let path = entry.map_err(at_folder)?.path();
        if path.extension().is_some_and(|extension| extension == "bin") {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(format!("{}: there are no certificates (*.bin) in this folder", folder.display()).into());
    }
    files.sort();
    Ok(files)
}

/// Checks a file and prints the verdict. It fails only if that cannot be printed or explained.
fn check_one(cli: &Cli, path: &Path) -> Result<Verdict, Box<dyn std::error::Error>> {
    let start = Instant::now();
    let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let is_shown = !cli.quiet && io::stderr().is_terminal();
    let progress = |done: usize, of: usize| {
        if is_shown && (done.is_multiple_of(256) || done == of) {
            let end = if done == of { "\r\x1b[K" } else { "" };
            let _ = write!(io::stderr(), "\r{done} of {of} steps{end}");
        }
    };
    let settings = Settings { threads: cli.threads.unwrap_or(cores), progress: &progress };
    let mut bytes = 0;
    let result = read(path).map_err(Error::from).and_then(|file| {
        bytes = file.len();
        verify(&file, &settings)
    });
    let seconds = start.elapsed().as_secs_f64();
    let mut out = io::stdout().lock();
    if let Err(error) = &result {
        writeln!(io::stderr(), "error: {}: {error}", path.display())?;
    }
    if cli.json {
        writeln!(out, "{}", to_json(path, &result, bytes, seconds))?;
    } else {
        if !cli.quiet {
            writeln!(out, "c {}: {bytes} bytes, {seconds:.3} s", path.display())?;
        }
        print(cli, &result, &mut out)?;
    }
    Ok(match &result {
        Ok(_) => Verdict::Verified,
        Err(error) if error.is_unchecked() => Verdict::CannotCheck,
        Err(_) => Verdict::Rejected,
    })
}

fn print(cli: &Cli, result: &Result<Verified, Error>, out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    match result {
        Ok(verified) => {
            if !cli.quiet {
                let (claims, replies) = verified.counts();
                let claimed = if verified.closure_counts().is_some() { "lost nodes" } else { "claims" };
                writeln!(out, "c {claims} {claimed}, {replies} replies, blake3 {}", verified.digest)?;
                if let (Some(Play::Misere { closure }), Some((lands, trees))) =
                    (play(verified), verified.closure_counts())
                {
                    writeln!(out, "c the {lands} lands of the closure {closure} replaced, {trees} trees numbered")?;
                }
            }
            match (cli.explain, play(verified)) {
                (Some(claim), Some(Play::Normal)) => explain(verified, claim, out)?,
                (Some(node), Some(Play::Misere { .. })) => explain_node(verified, node, out)?,
                (Some(_), None) => return Err("--explain is for certificates of Sprouts".into()),
                (None, _) => {}
            }
            writeln!(out, "s VERIFIED {}", verified.statement)?;
        }
        Err(error) if error.is_unchecked() => writeln!(out, "s UNCHECKED")?,
        Err(_) => writeln!(out, "s REJECTED")?,
    }
    Ok(())
}

/// By which rule who wins was decided, if it is a result about ordinary Sprouts.
fn play(verified: &Verified) -> Option<&Play> {
    match &verified.statement {
        Statement::Sprouts(sprouts) => Some(&sprouts.play),
        _ => None,
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CannotCheck> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        0..=MAX_FILE => Ok(bytes),
        _ => Err(CannotCheck::Unreadable(io::Error::other("the file is larger than 1 GiB"))),
    }
}

fn to_json(path: &Path, result: &Result<Verified, Error>, bytes: usize, seconds: f64) -> Value {
    let mut object = match result {
        Ok(verified) => json!({
            "verdict": "verified",
            "statement": verified.statement.to_string(),
            "claims": verified.counts().0,
            "replies": verified.counts().1,
            "blake3": verified.digest.to_string(),
        }),
        Err(error) => json!({ "verdict": error.family(), "error": error.to_string() }),
    };
    if let Ok(Verified { statement: Statement::Sprouts(sprouts), .. }) = result {
        object["start"] = json!(sprouts.start.to_string());
        object["result"] = json!(sprouts.result.to_string());
    }
    if let Ok(Some(Play::Misere { closure })) = result.as_ref().map(play) {
        object["closure"] = json!(closure.to_string());
    }
    object["file"] = json!(path.display().to_string());
    object["bytes"] = json!(bytes);
    object["seconds"] = json!(seconds);
    object
}

/// Lost node K of a misère certificate in words, as comment lines.
fn explain_node(verified: &Verified, number: usize, out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let no_node = || format!("there is no node {number}: they are numbered 1 to {}", verified.counts().0);
    for line in verified.explain_node(number).ok_or_else(no_node)?? {
        writeln!(out, "c {line}")?;
    }
    Ok(())
}

/// Claim K in words, as comment lines.
fn explain(verified: &Verified, number: usize, out: &mut impl Write) -> Result<(), Box<dyn std::error::Error>> {
    let no_claim = || format!("there is no claim {number}: they are numbered 1 to {}", verified.counts().0);
    let claim = verified.explain(number).ok_or_else(no_claim)??;
    writeln!(out, "c claim {number}: {} has nimber {}", claim.land, claim.nimber)?;
    for j in 0..claim.nimber {
        let has_j = |reason: &Reason| matches!(reason, Reason::Settled(nimber) if *nimber == j);
        let (option, _) = claim.options.iter().find(|(_, reason)| has_j(reason)).ok_or("no option has it")?;
        writeln!(out, "c   nimber {j} can be reached, by a move to {option}")?;
    }
    for (option, reason) in &claim.options {
        match reason {
            Reason::Settled(nimber) => writeln!(out, "c   {option} has nimber {nimber}")?,
            Reason::Refuted { land, nimber, number, reply } => {
                writeln!(out, "c   {option} does not have nimber {}, since", claim.nimber)?;
                writeln!(out, "c     move {number} of {land} leads to {reply}, which has nimber {nimber}")?;
            }
        }
    }
    Ok(())
}
