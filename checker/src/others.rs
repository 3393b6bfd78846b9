//! Certificates about anything but Sprouts in normal play: who verifies which, and what they state in words.

pub(crate) mod fault;
pub(crate) mod misere;
pub(crate) mod puzzles;
pub(crate) mod variants;

use crate::budget::Budget;
use crate::certificate::{Contents, Statement};
use crate::error::{Result, error};
use crate::parallel::Settings;
use fault::Evidence;

pub(crate) fn verify(contents: &Contents, settings: &Settings, budget: &Budget) -> Result<Result<Vec<String>>> {
    let evidence = Evidence { claims: contents.claims, replies: contents.replies, body: contents.body };
    match &contents.statement {
        Statement::SproutsNormal { .. } => Err(error!(CannotCheck, "not another game")),
        Statement::SproutsMisere { start, result, closure } => {
            return misere::verify(contents, start, *result, closure, settings, budget);
        }
        Statement::MorpionGame(game) => game.verify(&evidence),
        Statement::MorpionBound(bound) => bound.verify(&evidence, settings, budget),
        Statement::GapsWinnable(deal) => deal.verify(&evidence),
        Statement::GapsUnwinnable(unwinnable) => unwinnable.verify(&evidence, budget),
        Statement::DegreeTwo(game) => game.verify(&evidence, budget),
        Statement::EndlessDegree(game) => game.verify(&evidence),
    }?;
    Ok(match settings.explain {
        Some(_) => Err(error!(CannotCheck, "only claims about Sprouts can be explained")),
        None => Ok(vec![]),
    })
}

pub(crate) fn text(statement: &Statement) -> String {
    match statement {
        Statement::SproutsNormal { start, .. } | Statement::SproutsMisere { start, .. } => start.clone(),
        Statement::MorpionGame(game) => format!("{} GAME {}", game.name(), game.moves.len()),
        Statement::MorpionBound(bound) => {
            format!("{} FROM {} BEST {}", bound.first.name(), bound.first.moves.len(), bound.best)
        }
        Statement::GapsWinnable(deal) => format!("{} WINNABLE", deal.name()),
        Statement::GapsUnwinnable(unwinnable) => format!("{} UNWINNABLE", unwinnable.deal.name()),
        Statement::DegreeTwo(game) => {
            let play = if game.misere { "misere" } else { "normal" };
            format!("sprouts {} max-degree 2 {play} {}", game.spots, game.result)
        }
        Statement::EndlessDegree(game) => format!("sprouts {} max-degree {} DRAW", game.start, game.max_degree),
    }
}
