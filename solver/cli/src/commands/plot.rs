//! `solve plot`: sizes and times of published certificates against the number of spots.

use crate::failure::Failure;
use crate::flags::report::ReportArgs;
use crate::outputs::{probe_folder, write};
use crate::publishing::plot::{QUANTITIES, svg};
use crate::publishing::{Row, read_manifest, survey};
use crate::reporting::{Printer, json};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = "\
Examples:
  solve plot proofs/manifest.json --svg docs
  solve plot --survey docs/survey.jsonl --svg docs")]
pub struct PlotArgs {
    /// Manifests of folders of certificates; a game that several have is taken from the first
    #[arg(required_unless_present = "survey", conflicts_with = "survey", value_name = "MANIFEST")]
    manifests: Vec<PathBuf>,
    /// Plot the games that a campaign solved from a cold start, by its log: survey-expansions.svg, survey-seconds.svg,
    /// survey-memory.svg, survey-claims.svg
    #[arg(long, value_name = "LOG")]
    survey: Option<PathBuf>,
    /// Write the plots to this folder: claims.svg, bytes.svg, solve-seconds.svg, check-seconds.svg
    #[arg(long, value_name = "DIR")]
    svg: PathBuf,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &PlotArgs) -> Result<ExitCode, Failure> {
    let (results, plots) = match &args.survey {
        Some(log) => {
            let entries = survey::read(log)?;
            (entries.len(), survey::COSTS.each_ref().map(|cost| (cost.file, survey::svg(cost, &entries))))
        }
        None => {
            let rows = rows(&args.manifests)?;
            (rows.len(), QUANTITIES.each_ref().map(|quantity| (quantity.file, svg(quantity, &rows))))
        }
    };
    if results == 0 {
        return Err(Failure::Request("there are no results: nothing to plot".into()));
    }
    probe_folder(&args.svg, &plots.each_ref().map(|(file, _)| *file))?;
    let mut files = Vec::new();
    for (file, plot) in &plots {
        let path = args.svg.join(file);
        write(&path, plot.as_bytes())?;
        files.push(path.display().to_string());
    }
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        printer.object(&json::object("plot", json!({ "results": results, "files": files })))?;
    } else {
        files.iter().try_for_each(|file| printer.line(file))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn rows(manifests: &[PathBuf]) -> Result<Vec<Row>, Failure> {
    let mut rows: Vec<Row> = Vec::new();
    for path in manifests {
        for row in read_manifest(path)? {
            if !rows.iter().any(|known| (&known.file, known.spots) == (&row.file, row.spots)) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}
