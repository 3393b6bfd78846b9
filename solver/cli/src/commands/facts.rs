//! `solve facts`: files of proven facts merged, looked at and exported.

use crate::failure::Failure;
use crate::flags::report::ReportArgs;
use crate::outputs::Destination;
use crate::reporting::{Printer, json};
use clap::{Args, Subcommand};
use search::normal::facts;
use serde_json::json;
use sprouts::lives_of_key;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct FactsArgs {
    #[command(subcommand)]
    command: FactsCommand,
}

#[derive(Subcommand)]
enum FactsCommand {
    /// Put the facts of several files together in one
    Merge {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Where they go
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Say what is in a file
    Show {
        file: PathBuf,
        #[command(flatten)]
        report: ReportArgs,
    },
    /// Print all facts, one `position nimber` a line, as SPOTS reads and writes them
    Export {
        /// The text format of SPOTS; there is no other yet
        #[arg(long, required = true)]
        spots: bool,
        file: PathBuf,
    },
}

pub fn run(args: &FactsArgs) -> Result<ExitCode, Failure> {
    match &args.command {
        FactsCommand::Merge { files, output, report } => merge(files, output, report)?,
        FactsCommand::Show { file, report } => show(file, report)?,
        FactsCommand::Export { file, .. } => {
            let facts = facts::read(file)?;
            let mut out = BufWriter::new(stdout().lock());
            for (land, nimber) in facts {
                writeln!(out, "{land} {nimber}")?;
            }
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn merge(files: &[PathBuf], output: &Path, report: &ReportArgs) -> Result<(), Failure> {
    Destination::probe_file(output)?;
    let lists = files.iter().map(|file| facts::read(file)).collect::<Result<Vec<_>, _>>()?;
    let merged = facts::merge(lists)?;
    let count = merged.len();
    facts::write(output, merged)?;
    let printer = Printer::new(report);
    if printer.is_json() {
        let file = output.display().to_string();
        return printer
            .object(&json::object("facts merge", json!({ "facts": count, "files": files.len(), "file": file })));
    }
    printer.line(&format!("{count} facts from {} files", files.len()))
}

fn show(file: &Path, report: &ReportArgs) -> Result<(), Failure> {
    let facts = facts::read(file)?;
    let mut by_nimber: Vec<usize> = Vec::new();
    for (_, nimber) in &facts {
        let nimber = usize::from(*nimber);
        by_nimber.resize(by_nimber.len().max(nimber + 1), 0);
        by_nimber[nimber] += 1;
    }
    let most_lives = facts.iter().map(|(land, _)| lives_of_key(land.key())).max().unwrap_or(0);
    let largest = facts.iter().find(|(land, _)| lives_of_key(land.key()) == most_lives);
    let printer = Printer::new(report);
    if printer.is_json() {
        let fields = json!({ "facts": facts.len(), "by_nimber": by_nimber, "most_lives": most_lives });
        return printer.object(&json::object("facts show", fields));
    }
    printer.line(&format!("facts       {}", facts.len()))?;
    for (nimber, count) in by_nimber.iter().enumerate() {
        printer.line(&format!("nimber {nimber:<4} {count}"))?;
    }
    if let Some((land, nimber)) = largest {
        printer.line(&format!("most lives  {most_lives}: {land} with nimber {nimber}"))?;
    }
    Ok(())
}
