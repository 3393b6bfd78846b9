//! `solve facts`: files of proven facts merged, looked at and exported.

use crate::failure::Failure;
use clap::{Args, Subcommand};
use search::normal::facts;
use serde_json::json;
use sprouts::lives;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

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
    },
    /// Say what is in a file
    Show {
        file: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print all facts, one `position nimber` a line, as SPOTS reads and writes them
    Export {
        /// The text format of SPOTS; there is no other yet
        #[arg(long, required = true)]
        spots: bool,
        file: PathBuf,
    },
}

pub fn facts(args: &FactsArgs) -> Result<(), Failure> {
    match &args.command {
        FactsCommand::Merge { files, output } => {
            let lists = files.iter().map(|file| facts::read(file)).collect::<Result<Vec<_>, _>>()?;
            let merged = facts::merge(lists)?;
            let count = merged.len();
            facts::write(output, merged)?;
            writeln!(stdout(), "{count} facts from {} files", files.len())?;
        }
        FactsCommand::Show { file, json } => show(file, *json)?,
        FactsCommand::Export { file, .. } => {
            let facts = facts::read(file)?;
            let mut out = BufWriter::new(stdout().lock());
            for (land, nimber) in facts {
                writeln!(out, "{land} {nimber}")?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

fn show(file: &Path, as_json: bool) -> Result<(), Failure> {
    let facts = facts::read(file)?;
    let mut by_nimber: Vec<usize> = Vec::new();
    for (_, nimber) in &facts {
        let nimber = usize::from(*nimber);
        by_nimber.resize(by_nimber.len().max(nimber + 1), 0);
        by_nimber[nimber] += 1;
    }
    let most_lives = facts.iter().map(|(land, _)| lives(land.key())).max().unwrap_or(0);
    let largest = facts.iter().find(|(land, _)| lives(land.key()) == most_lives);
    let largest = largest.map(|(land, nimber)| (land.to_string(), nimber));
    let mut out = stdout().lock();
    if as_json {
        writeln!(out, "{}", json!({ "facts": facts.len(), "by_nimber": by_nimber, "most_lives": most_lives }))?;
        return Ok(());
    }
    writeln!(out, "facts       {}", facts.len())?;
    for (nimber, count) in by_nimber.iter().enumerate() {
        writeln!(out, "nimber {nimber:<4} {count}")?;
    }
    if let Some((land, nimber)) = largest {
        writeln!(out, "most lives  {most_lives}: {land} with nimber {nimber}")?;
    }
    Ok(())
}
