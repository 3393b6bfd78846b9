//! What the machine says about moves: names, hints and reasons, in a few sentences.

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

/// Why a position is lost for the player to move, in three sentences.
pub fn reason(explained: &Explanation, source: Source) -> String {
    let ground = match source {
        Source::Claims => "as the certificate proves",
        Source::Search => "as I have searched",
    };
    let first = match &explained.nimbers[..] {
        [] if explained.replies.is_empty() => "There is no move left.".to_string(),
        [] => format!("My move leaves {}, which is lost for you, {ground}.", explained.position),
        [(land, nimber, _)] => {
            format!("My move leaves {land}, which has nimber {nimber}, {ground}: it is lost for you.")
        }
        several => {
            let nimbers: Vec<String> = several.iter().map(|(_, nimber, _)| nimber.to_string()).collect();
            format!(
                "My move leaves {} independent parts with the nimbers {}, {ground}; their exclusive or is 0, so it is lost for you.",
                several.len(),
                nimbers.join(", ")
            )
        }
    };
    let count = explained.replies.len();
    let second = match count {
        0 => "So the game is over.".to_string(),
        1 => "You can reach one position only, and I have an answer to it that is lost for you again.".to_string(),
        _ => format!("You can reach {count} positions, and I have an answer to each that is lost for you again."),
    };
    let third = match explained.replies.first() {
        None => "Nothing can be done about it.".to_string(),
        Some((option, Some(reply))) => format!("For example, if you go to {option}, I go to {reply}."),
        Some((option, None)) => format!("For example, after {option} it is I who cannot move, and that decides it."),
    };
    format!("{first} {second} {third}")
}

/// All answers, one on a line.
pub fn all_answers(explained: &Explanation) -> Vec<String> {
    let mut lines = Vec::new();
    for (land, nimber, source) in &explained.nimbers {
        let ground = if *source == Source::Claims { "claimed" } else { "searched" };
        lines.push(format!("  {land} has nimber {nimber} ({ground})"));
    }
    for (option, reply) in &explained.replies {
        lines.push(match reply {
            Some(reply) => format!("  if you go to {option}, I go to {reply}"),
            None => format!("  if you go to {option}, I cannot move, and that decides it"),
        });
    }
    lines
}
