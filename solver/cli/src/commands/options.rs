//! `solve options`: every position that one move can reach.

use crate::failure::Failure;
use crate::flags::position::PositionArgs;
use crate::flags::report::ReportArgs;
use crate::reporting::{Printer, json};
use clap::Args;
use serde_json::json;
use sprouts::Engine;
use std::process::ExitCode;

#[derive(Args)]
pub struct OptionsArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Also print the number of moves, before equal results are put together
    #[arg(long)]
    raw_count: bool,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &OptionsArgs) -> Result<ExitCode, Failure> {
    let mut engine = Engine::new();
    let position = args.at.canonical(&mut engine)?;
    args.at.tell(&args.report);
    let (options, raw) = engine.options(&position).map_err(|error| args.at.too_large(error))?;
    let printed: Vec<String> = options.iter().map(|option| args.at.print(option)).collect();
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        printer.object(&json::object(
            "options",
            json!({
                "position": args.at.print(&position),
                "notation": args.at.notation.to_string(),
                "read_as": args.at.read_as().to_string(),
                "options": printed,
                "count": options.len(),
                "raw_moves": raw,
            }),
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !printed.is_empty() {
        printer.line(&printed.join("\n"))?;
    }
    if args.raw_count {
        printer.comment(&format!("{} options from {raw} moves", options.len()))?;
    }
    Ok(ExitCode::SUCCESS)
}
