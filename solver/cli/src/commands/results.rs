//! `solve results`: the manifest and the table of a folder, made again from its certificates.

use crate::failure::Failure;
use crate::flags::report::ReportArgs;
use crate::outputs::probe_folder;
use crate::publishing;
use crate::reporting::{Printer, json};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct ResultsArgs {
    /// A folder with certificates
    folder: PathBuf,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &ResultsArgs) -> Result<ExitCode, Failure> {
    if !args.folder.is_dir() {
        return Err(Failure::Request(format!("{} is no folder", args.folder.display())));
    }
    probe_folder(&args.folder, &publishing::TABLES)?;
    let mut rows = publishing::scan(&args.folder, &publishing::manifest(&args.folder)?)?;
    publishing::write_tables(&args.folder, &mut rows)?;
    let file = args.folder.join(publishing::TABLES[1]).display().to_string();
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        printer.object(&json::object("results", json!({ "results": rows.len(), "file": file })))?;
    } else {
        printer.line(&format!("{} results written to {file}", rows.len()))?;
    }
    Ok(ExitCode::SUCCESS)
}
