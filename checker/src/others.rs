//! Certificates about other games than Sprouts with three lives: who verifies which, and what they state in words.

use crate::certificate::{Contents, Explain, Statement};
use crate::error::{Result, error};
use crate::fault::Evidence;
use crate::parallel::Settings;

pub(crate) fn verify(contents: &Contents, settings: &Settings) -> Result<Explain> {
    let evidence = Evidence { claims: contents.claims, replies: contents.replies, body: contents.body };
    match &contents.statement {
        Statement::SproutsNormal { .. } | Statement::SproutsMisere { .. } => {
            Err(error!(CannotCheck, "not another game"))
        }
        Statement::MorpionGame(game) => game.verify(&evidence),
        Statement::MorpionBound(bound) => bound.verify(&evidence, settings),
        Statement::GapsWinnable(deal) => deal.verify(&evidence),
        Statement::GapsUnwinnable(unwinnable) => unwinnable.verify(&evidence),
        Statement::DegreeTwo(game) => game.verify(&evidence),
        Statement::EndlessDegree(game) => game.verify(&evidence),
    }?;
    Ok(Box::new(|_| Err(error!(CannotCheck, "only claims about Sprouts can be explained"))))
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
