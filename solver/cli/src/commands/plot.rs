//! `solve plot`: sizes and times of published certificates against the number of spots.

use crate::failure::Failure;
use crate::flags::report::ReportArgs;
use crate::outputs::{probe_folder, write};
use crate::publishing::plot::{QUANTITIES, svg};
use crate::publishing::read_manifest;
use crate::reporting::{Printer, json};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = "Example: solve plot proofs/manifest.json --svg docs")]
pub struct PlotArgs {
    /// Manifests of folders of certificates; a game that several have is taken from the first
    #[arg(required = true, value_name = "MANIFEST")]
    manifests: Vec<PathBuf>,
    /// Write the plots to this folder: claims.svg, bytes.svg, solve-seconds.svg, check-seconds.svg
    #[arg(long, value_name = "DIR")]
    svg: PathBuf,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &PlotArgs) -> Result<ExitCode, Failure> {
    let mut rows = Vec::new();
    for path in &args.manifests {
        for row in read_manifest(path)? {
            if !rows.iter().any(|known: &crate::publishing::Row| (&known.file, known.spots) == (&row.file, row.spots)) {
                rows.push(row);
            }
        }
    }
    if rows.is_empty() {
        return Err(Failure::Request("the manifest has no results: nothing to plot".into()));
    }
    probe_folder(&args.svg, &QUANTITIES.each_ref().map(|quantity| quantity.file))?;
    let mut files = Vec::new();
    for quantity in &QUANTITIES {
        let path = args.svg.join(quantity.file);
        write(&path, svg(quantity, &rows).as_bytes())?;
        files.push(path.display().to_string());
    }
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        printer.object(&json::object("plot", json!({ "results": rows.len(), "files": files })))?;
    } else {
        files.iter().try_for_each(|file| printer.line(file))?;
    }
    Ok(ExitCode::SUCCESS)
}
