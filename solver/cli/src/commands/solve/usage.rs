//! Flags of `solve` that do not go together.

use super::args::{AlgorithmName, SolveArgs};
use crate::failure::Failure;

pub fn check(args: &SolveArgs) -> Result<(), Failure> {
    let refusals = if args.max_degree == 3 { sprouts(args) } else { variant(args) };
    match refusals.into_iter().find(|(is_wrong, _)| *is_wrong) {
        Some((_, why)) => Err(Failure::Usage(why)),
        None => Ok(()),
    }
}

fn has_repetition(games: &[usize]) -> bool {
    (1..games.len()).any(|nth| games[..nth].contains(&games[nth]))
}

/// Whether something is wrong, and what.
type Refusals = Vec<(bool, &'static str)>;

fn sprouts(args: &SolveArgs) -> Refusals {
    let wants_proof = args.wants_proof();
    let is_plain = args.engine == AlgorithmName::DepthFirst;
    let has_resources = args.threads.is_set() || args.workers.count().is_some() || args.limits.has_memory();
    let is_shrinking = !args.shrink.is_zero();
    vec![
        (
            is_plain && (args.nimber || wants_proof || args.facts.is_some()),
            "--engine depth-first finds outcomes only: no --nimber, --emit-proof or --facts",
        ),
        (
            args.proof.emit_proof.is_some() && has_repetition(args.games()),
            "a game is named twice: one certificate states a result once",
        ),
        (args.sat_exit_codes && args.games().len() > 1, "--sat-exit-codes takes one game"),
        (args.misere && args.nimber, "--nimber is about normal play: positions have no nimber in misère play"),
        (args.misere && is_shrinking, "--shrink is about normal play"),
        (!args.misere && args.closure.is_some(), "--closure goes with --misere"),
        (args.misere && args.workers.count().is_some(), "--workers is about normal play"),
        (is_plain && has_resources, "--threads, --workers and --memory go with the default engine"),
        (!is_shrinking && args.shrink_rounds.is_some(), "--shrink-rounds goes with --shrink"),
        (!wants_proof && is_shrinking, "--shrink goes with --emit-proof or --emit-proofs"),
    ]
}

fn variant(args: &SolveArgs) -> Refusals {
    let is_other = args.position.is_some() || args.nimber || args.emit_proofs.is_some() || args.facts.is_some();
    let is_tuned = args.workers.count().is_some()
        || args.engine != AlgorithmName::Dfpn
        || args.closure.is_some()
        || !args.shrink.is_zero();
    vec![
        (
            is_other || is_tuned,
            "--max-degree goes with a number of spots, --misere, --emit-proof and the flags of reports only",
        ),
        (args.proof.emit_proof.is_some() && args.games().len() > 1, "--emit-proof takes one game"),
        (args.sat_exit_codes && args.games().len() > 1, "--sat-exit-codes takes one game"),
    ]
}
