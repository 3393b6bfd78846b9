//! Verdicts in words: who wins, and what.

use crate::flags::question::Question;
use search::session::{Answer, Play};
use sprouts::Outcome;

/// The game or position of a question, with its rule: `the 8-spot game in misère play`.
fn subject(question: &Question, play: Play) -> String {
    let rule = match play {
        Play::Normal => "",
        Play::Misere => " in misère play",
    };
    match question.spots {
        Some(spots) => format!("the {spots}-spot game{rule}"),
        None => format!("from {}{rule}", question.start),
    }
}

/// The game or position of a question, for a line of progress: `8 spots, misère`.
pub fn title(question: &Question, play: Play) -> String {
    let rule = match play {
        Play::Normal => "",
        Play::Misere => ", misère",
    };
    match question.spots {
        Some(1) => format!("1 spot{rule}"),
        Some(spots) => format!("{spots} spots{rule}"),
        None => format!("{}{rule}", question.start),
    }
}

/// The winner, seen from the question: games have a first and a second player, positions a player to move.
fn winner(question: &Question, outcome: Outcome) -> &'static str {
    match (question.spots, outcome) {
        (Some(_), Outcome::Win) => "the first player",
        (Some(_), Outcome::Loss) => "the second player",
        (None, Outcome::Win) => "the player to move",
        (None, Outcome::Loss) => "the player who has just moved",
    }
}

/// `LOSS: with perfect play the second player wins the 8-spot game.`
pub fn verdict(question: &Question, play: Play, answer: Answer) -> String {
    let subject = subject(question, play);
    match answer {
        Answer::Outcome(outcome) => {
            format!("{answer}: with perfect play {} wins {subject}.", winner(question, outcome))
        }
        Answer::Nimber(nimber) => {
            let outcome = if nimber == 0 { Outcome::Loss } else { Outcome::Win };
            let what = match question.spots {
                Some(spots) => format!("the {spots}-spot game"),
                None => question.start.to_string(),
            };
            let winner = winner(question, outcome);
            format!("{answer}: {what} is worth a Nim heap of {nimber}; with perfect play {winner} wins it.")
        }
    }
}

/// `UNKNOWN: who wins the 30-spot game was not found out: the time allowed is over.`
pub fn unknown(question: &Question, play: Play, reason: &str) -> String {
    format!("UNKNOWN: who wins {} was not found out: {reason}.", subject(question, play))
}

/// The winner of a variant of the game.
pub fn variant(spots: usize, degree: usize, play: &str, result: &str) -> String {
    let game = format!("the {spots}-spot game with at most {degree} line ends to a spot");
    let rule = if play == "misere" { " in misère play" } else { "" };
    match result {
        "WIN" => format!("WIN: with perfect play the first player wins {game}{rule}."),
        "LOSS" => format!("LOSS: with perfect play the second player wins {game}{rule}."),
        _ => format!("DRAW: {game} never ends, so nobody wins it."),
    }
}

/// The winner in a table of results.
pub fn in_table(result: &str) -> &'static str {
    match result {
        "WIN" => "first player (WIN)",
        "LOSS" => "second player (LOSS)",
        _ => "unknown",
    }
}

/// The winner as JSON names it: the first player is the one to move.
pub fn side(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "first",
        Outcome::Loss => "second",
    }
}
