//! What is proved as sentences, for people.

use crate::normal::Outcome;
use crate::notation::start_in_words;
use crate::puzzles::{gaps, morpion};
use crate::statement::Statement;

impl Statement {
    /// A sentence for each of the [lines](Self::lines).
    pub fn sentences(&self) -> Vec<String> {
        let position = |start: &str| match start_in_words(start) {
            words if words.starts_with("position") => format!("{words} of Sprouts"),
            spots => format!("{spots}-spot game"),
        };
        let rule = |game: &morpion::Game| if game.rule == 0 { "5T, touching" } else { "5D, disjoint" };
        let variant = |deal: &gaps::Deal| if deal.variant == 0 { "basic" } else { "common" };
        match self {
            Statement::SproutsNormal { results } => {
                results.iter().map(|result| who_wins(result.outcome, &position(&result.start))).collect()
            }
            Statement::SproutsMisere { results, .. } => {
                let game = |start: &str| format!("{} in misere play", position(start));
                results.iter().map(|result| who_wins(result.outcome, &game(&result.start))).collect()
            }
            Statement::MorpionGame(game) => {
                vec![format!(
                    "GAME: a complete game of Morpion Solitaire ({}) with {} moves.",
                    rule(game),
                    game.moves.len()
                )]
            }
            Statement::MorpionBound(bound) => {
                let (rule, moves) = (rule(&bound.first), bound.first.moves.len());
                vec![format!(
                    "BEST: whatever follows on these {moves} moves of Morpion Solitaire ({rule}), the game has {} moves at most.",
                    bound.best
                )]
            }
            Statement::GapsWinnable(deal) => {
                vec![format!("WINNABLE: this deal of {} Gaps with {} ranks can be won.", variant(deal), deal.ranks)]
            }
            Statement::GapsUnwinnable(gaps::Unwinnable { deal, positions, .. }) => vec![format!(
                "UNWINNABLE: this deal of {} Gaps with {} ranks cannot be won; {positions} positions can be reached.",
                variant(deal),
                deal.ranks
            )],
            Statement::DegreeTwo(game) => {
                let play = if game.misere { " in misere play" } else { "" };
                vec![who_wins(game.result, &format!("{}-spot game with greatest degree 2{play}", game.spots))]
            }
            Statement::EndlessDegree(game) => {
                let (spots, degree) = (game.start, game.max_degree);
                vec![format!("DRAW: the {spots}-spot game with greatest degree {degree} never has to end.")]
            }
        }
    }
}

fn who_wins(outcome: Outcome, game: &str) -> String {
    match outcome {
        Outcome::Loss => format!("{outcome}: with perfect play the second player wins the {game}."),
        Outcome::Win => format!("{outcome}: with perfect play the first player wins the {game}."),
        Outcome::Nimber(nimber) => format!("{outcome}: the {game} is worth a heap of {nimber} in Nim."),
    }
}
