//! `solve N` and `solve --position P`: who wins, with a certificate.

mod args;
mod closure;
mod report;
mod run;
mod usage;
mod variants;

pub use args::SolveArgs;

use crate::failure::Failure;
use crate::interrupt;
use run::Run;
use std::process::ExitCode;

pub fn run(args: &SolveArgs) -> Result<ExitCode, Failure> {
    usage::check(args)?;
    interrupt::listen();
    if args.max_degree != 3 {
        return variants::solve(args);
    }
    let questions = args.questions()?;
    args.threads.warn(&args.report);
    Run::new(args, questions)?.solve_all()
}
