//! `check`: the checker's command line. Results go to stdout, everything else to stderr.
//!
//! Whatever is printed goes through [`say`], which lets only printable ASCII through: no file and no name can forge a line
//! or reach the terminal.
#![forbid(unsafe_code)]

mod cli;

use checker::{
    Allowance, CannotCheck, Certificate, Checker, Error, Explanation, Family, Settings, Verified, printable,
};
use clap::Parser;
use cli::Cli;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// No larger file is read.
const MAX_FILE: u64 = 1 << 30;

fn main() -> ExitCode {
    let cli = match arguments(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let checker = Checker::default();
    let files = cli.files.iter().flat_map(certificates);
    let codes = files.map(|path| run(&cli, &checker, &path)).collect::<io::Result<Vec<u8>>>();
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
    let is_stdin = path.as_os_str() == "-";
    let entries =
        if is_stdin { Ok(vec![]) } else { fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>) };
    let mut files: Vec<PathBuf> = entries.unwrap_or_default().into_iter().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "bin"));
    files.sort();
    if files.is_empty() { vec![path.clone()] } else { files }
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let is_stdin = path.as_os_str() == "-";
    if !is_stdin && path.is_dir() {
        return Err(io::Error::other("there are no certificates (*.bin) in this folder"));
    }
    let mut bytes = Vec::new();
    let read = match is_stdin {
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
    let memory = cli.memory.unwrap_or(memory.min(cli::half_of_free_memory().unwrap_or(memory)));
    Allowance { work: work.saturating_mul(cli.work.get().into()), memory }
}

/// What is said of a file: its verdict in one word, lines about it, the lines that begin with `s`, and the same as JSON.
struct Answer {
    code: u8,
    /// Not with --quiet.
    lines: Vec<String>,
    verdicts: Vec<String>,
    object: Value,
}

/// Does with a file what is asked, prints what comes of it and gives the exit code. It fails only if it cannot print.
fn run(cli: &Cli, checker: &Checker, path: &Path) -> io::Result<u8> {
    let (start, name) = (Instant::now(), path.display().to_string());
    let progress = |done: usize, of: usize| {
        if done.is_multiple_of(256) && !cli.quiet && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "{done} of {of} steps\r"); // The next line is longer and hides this one.
        }
        ControlFlow::Continue(())
    };
    let unreadable = |error: io::Error| Error::from(CannotCheck::Unreadable(error.to_string()));
    let file = read(path).map_err(unreadable);
    let bytes = file.as_ref().map_or(0, Vec::len);
    let settings = Settings { threads: cli.threads, progress: &progress, allowance: Some(allowance(cli, bytes)) };
    let answer = match file {
        Ok(file) if cli.text => {
            looked_at(Certificate::open(&file).and_then(|certificate| text(&certificate, &settings)))
        }
        Ok(file) if cli.stats => {
            looked_at(Certificate::open(&file).and_then(|certificate| stats(&certificate, &settings)))
        }
        Ok(file) => match checker.verify(&file, &settings) {
            Ok(verified) => verified_answer(cli, &name, &verified)?,
            Err(error) => failed(&error),
        },
        Err(error) => failed(&error),
    };
    let Answer { code, mut lines, verdicts, mut object } = answer;
    if let Some(error) = object["error"].as_str() {
        say(io::stderr(), &format!("error: {name}: {error}"))?;
    }
    let seconds = start.elapsed().as_secs_f64();
    if cli.json {
        object["file"] = json!(name);
        object["bytes"] = json!(bytes);
        object["seconds"] = json!(seconds);
        say(io::stdout(), &in_ascii(&object))?;
        return Ok(code);
    }
    if !cli.text {
        lines.insert(0, format!("c {name}: {bytes} bytes, {seconds:.3} s"));
    }
    lines.retain(|_| !cli.quiet || cli.text || cli.stats);
    lines.iter().chain(&verdicts).try_for_each(|line| say(io::stdout(), line))?;
    Ok(code)
}

fn failed(error: &Error) -> Answer {
    let (code, verdict) = if error.family() == Family::CannotCheck { (2, "UNCHECKED") } else { (1, "REJECTED") };
    let object = json!({ "verdict": error.family().to_string(), "error": error.to_string() });
    Answer { code, lines: vec![], verdicts: vec![format!("s {verdict}")], object }
}

/// What is said of a certificate that is only looked at: no verdict.
fn looked_at(found: Result<(Vec<String>, Value), Error>) -> Answer {
    match found {
        Ok((lines, object)) => Answer { code: 0, lines, verdicts: vec![], object },
        Err(error) => Answer { verdicts: vec![], ..failed(&error) },
    }
}

fn text(certificate: &Certificate, settings: &Settings) -> Result<(Vec<String>, Value), Error> {
    let lines = certificate.text(settings)?;
    let object = json!({ "verdict": "not checked", "statements": certificate.statement().lines(), "text": lines });
    Ok((lines, object))
}

fn stats(certificate: &Certificate, settings: &Settings) -> Result<(Vec<String>, Value), Error> {
    let stats = certificate.stats(settings)?;
    let mut lines: Vec<String> =
        certificate.statement().lines().iter().map(|line| format!("c states {line}")).collect();
    lines.push(format!("c {} claims, {} replies", stats.claims, stats.replies));
    lines.push(format!("c body of {} bytes, text of {} bytes", stats.body_bytes, stats.text_bytes));
    lines.extend(stats.greatest_reply.map(|reply| format!("c greatest number of a reply: {reply}")));
    lines.extend(stats.by_nimber.iter().map(|(nimber, count)| format!("c nimber {nimber}: {count} claims")));
    let by_lives = stats.by_lives.iter();
    lines.extend(
        by_lives.map(|(lives, (count, bytes))| format!("c {lives} lives: {count} claims, {bytes} bytes of text")),
    );
    let object = json!({ "verdict": "not checked", "statements": certificate.statement().lines(), "stats": stats });
    Ok((lines, object))
}

fn verified_answer(cli: &Cli, name: &str, verified: &Verified) -> io::Result<Answer> {
    let Verified { statement, digest, counts: (claims, replies), contents } = verified;
    let mut lines = vec![format!("c {claims} claims, {replies} replies, blake3 {digest}")];
    let mut object = json!({ "verdict": "verified", "statements": statement.lines(), "claims": claims,
        "replies": replies, "blake3": digest.to_string() });
    let mut code = 0;
    match cli.explain.map(|number| contents.explain(number)) {
        None => {}
        Some(Ok(explanation)) => {
            lines.extend(explained(&explanation));
            object["explanation"] = json!(explanation);
        }
        // What is verified is verified, even if there is no such claim to explain.
        Some(Err(error)) => {
            let why = error.why.to_string();
            say(io::stderr(), &format!("error: {name}: --explain: {why}"))?;
            object["explanation_error"] = json!(why);
            code = 2;
        }
    }
    let mut verdicts = vec![];
    for (line, sentence) in statement.lines().iter().zip(statement.sentences()) {
        if !cli.quiet {
            verdicts.push(format!("c {sentence}"));
        }
        verdicts.push(format!("s VERIFIED {line}"));
    }
    Ok(Answer { code, lines, verdicts, object })
}

fn explained(explanation: &Explanation) -> Vec<String> {
    explanation.to_string().lines().map(|line| format!("c {line}")).collect()
}
