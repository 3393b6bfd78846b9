//! The flags of reports: `--json`, `--quiet` and `--progress`, the same in every command.

use super::heading::REPORT;
use clap::Args;

#[derive(Args, Clone, Copy, Default)]
pub struct ReportArgs {
    /// Print one JSON object for each result (docs/json-schema.json says what is in it)
    #[arg(long, help_heading = REPORT)]
    pub json: bool,
    /// No progress and no warnings on stderr
    #[arg(long, short, help_heading = REPORT)]
    pub quiet: bool,
    /// Progress on stderr several times a second even if it is no terminal
    #[arg(long, conflicts_with = "quiet", help_heading = REPORT)]
    pub progress: bool,
}
