//! `solve canon`: the canonical form of a position.

use crate::failure::Failure;
use crate::flags::position::PositionArgs;
use crate::flags::report::ReportArgs;
use crate::reporting::{Printer, json};
use clap::Args;
use serde_json::json;
use sprouts::{Engine, lives_of_key};
use std::process::ExitCode;

#[derive(Args)]
pub struct CanonArgs {
    #[command(flatten)]
    at: PositionArgs,
    #[command(flatten)]
    report: ReportArgs,
}

pub fn run(args: &CanonArgs) -> Result<ExitCode, Failure> {
    let position = args.at.canonical(&mut Engine::new())?;
    args.at.tell(&args.report);
    let printed = args.at.print(&position);
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        let lands: Vec<String> = position.lands().iter().map(ToString::to_string).collect();
        let total: u32 = position.lands().iter().map(|land| lives_of_key(land.key())).sum();
        printer.object(&json::object(
            "canon",
            json!({
                "position": printed,
                "notation": args.at.notation.to_string(),
                "read_as": args.at.read_as().to_string(),
                "lands": lands,
                "lives": total,
            }),
        ))?;
    } else {
        printer.line(&printed)?;
    }
    Ok(ExitCode::SUCCESS)
}
