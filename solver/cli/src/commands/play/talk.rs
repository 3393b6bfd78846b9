//! The machine's sentences about moves: names, hints and reasons.

use board::drawn::{Drawn, Move};
use board::play::{Choice, Explanation, Source};
use board::records::{MoveNotation, write};

/// A move in words, with its text.
pub fn in_words(position: &Drawn, played: &Move, notation: MoveNotation) -> String {
    let [x, y] = [played.curve.x, played.curve.y].map(|site| position.spot_at(played.curve.region, site) + 1);
    let new = position.spot_count() + 1;
    let text = write(position, played, notation);
    if x == y {
        format!("a loop at {x}, new spot {new} ({text})")
    } else {
        format!("{x} to {y}, new spot {new} ({text})")
    }
}

/// A hint about a move that was found for the player.
pub fn hint(position: &Drawn, choice: &Choice, notation: MoveNotation, can_be_beaten: bool) -> String {
    let text = write(position, &choice.played, notation);
    match (choice.source, can_be_beaten) {
        (Some(_), _) => format!("Play {text}: it wins, if you go on well."),
        (None, true) => format!("Every move loses against perfect play. {text} leaves the most to find out."),
        (None, false) => format!("Every move loses against me. {text} leaves the most moves."),
    }
}

/// A move of the player and the machine's answer, as they are typed; no answer where the machine cannot move.
pub struct Line {
    pub played: String,
    pub answer: Option<String>,
}

/// Why the position after the machine's move is lost for the player, in three sentences.
pub fn reason(explained: &Explanation, source: Source, example: Option<&Line>) -> String {
    let ground = match source {
        Source::Claims => "as the certificate proves",
        Source::Search => "as I have searched",
    };
    let Some(example) = example else {
        return "There is no move left. So the game is over. Nothing can be done about it.".into();
    };
    let first = match &explained.nimbers[..] {
        [] => format!("My move leaves you a lost position, {ground}."),
        [(_, nimber, _)] => format!("My move leaves a position of nimber {nimber}, {ground}: it is lost for you."),
        several => {
            let nimbers: Vec<String> = several.iter().map(|(_, nimber, _)| nimber.to_string()).collect();
            format!(
                "My move leaves {} independent parts with the nimbers {}, {ground}; their exclusive or is 0, so it is lost for you.",
                several.len(),
                nimbers.join(", ")
            )
        }
    };
    let second = match explained.option_count {
        1 => "You have one move, and I have an answer to it that is lost for you again.".to_string(),
        count => format!("You have {count} different moves, and I have an answer to each that is lost for you again."),
    };
    let third = match &example.answer {
        Some(answer) => format!("For example, if you play {}, I play {answer}.", example.played),
        None => format!("For example, after {} it is I who cannot move, and that decides it.", example.played),
    };
    format!("{first} {second} {third}")
}

/// The nimbers of the parts, one on a line.
pub fn parts(explained: &Explanation) -> Vec<String> {
    let words = |(land, nimber, source): &(String, _, Source)| {
        let ground = if *source == Source::Claims { "claimed" } else { "searched" };
        format!("  {land} has nimber {nimber} ({ground})")
    };
    explained.nimbers.iter().map(words).collect()
}

/// One of the answers to all moves.
pub fn answer(line: &Line) -> String {
    match &line.answer {
        Some(answer) => format!("  if you play {:<16} I play {answer}", line.played),
        None => format!("  if you play {:<16} I cannot move, and that decides it", line.played),
    }
}
