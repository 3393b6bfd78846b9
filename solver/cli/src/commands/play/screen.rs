//! The screen of a player: the rules, the position, and lists in words.

use board::drawn::Drawn;
use board::layout::Layout;
use board::picture::Picture;
use board::picture::terminal::{self, Charset, Mark};

/// Columns and rows where there is no terminal to ask.
const ROOM: [usize; 2] = [80, 24];
/// Rows that are left for words.
const WORDS: usize = 8;
const FEWEST_ROWS: usize = 6;
const MOST_ROWS: usize = 30;

/// How positions are shown.
pub struct Screen {
    pub charset: Charset,
    pub has_picture: bool,
    pub has_colour: bool,
    pub size: Option<[usize; 2]>,
}

impl Screen {
    /// The rules in five lines.
    pub fn welcome(&self, spots: usize, misere: bool, two: bool) -> String {
        let last = if misere { "wins (misère play)" } else { "loses" };
        let dead = if self.charset == Charset::Ascii { "*" } else { "•" };
        let (turn, help) = if two { ("The players", "") } else { ("You and I", "`hint`, ") };
        let spots = if spots == 1 { "1 spot".into() } else { format!("{spots} spots") };
        format!(
            "Sprouts with {spots}. The rules:\n\
             \x20 1. A move draws a line from a spot to another one or back to itself.\n\
             \x20 2. The line crosses nothing, and a new spot is put on it.\n\
             \x20 3. A spot has three lives, one for each line end; then it is dead ({dead}).\n\
             \x20 4. {turn} move in turn. Who cannot move {last}.\n\
             \x20 5. Type two spots: `1 2`; `1 1` is a loop. Or {help}`undo`, `help`, `quit`.\n"
        )
    }

    /// The position, drawn, with the lives of its spots. Lines from `first_new` on were drawn last.
    pub fn position(&self, position: &Drawn, layout: &Layout, first_new: usize) -> String {
        let mut text = String::new();
        if self.has_picture {
            let [columns, rows] = self.size.unwrap_or(ROOM);
            let room = [columns.saturating_sub(2).max(20), rows.saturating_sub(WORDS).clamp(FEWEST_ROWS, MOST_ROWS)];
            let picture = Picture::of_layout(position, layout);
            text.push('\n');
            for row in terminal::draw(&picture, room, self.charset, first_new) {
                let mut line = String::new();
                let end = row.iter().rposition(|cell| cell.mark != Mark::Empty).map_or(0, |last| last + 1);
                for run in row[..end].chunk_by(|a, b| a.mark == b.mark) {
                    let characters: String = run.iter().map(|cell| cell.character).collect();
                    line += &self.coloured(&characters, run[0].mark);
                }
                text += line.trim_end();
                text.push('\n');
            }
            text.push('\n');
        }
        text + &self.lives(position) + "\n"
    }

    /// A text with its lines broken between words.
    pub fn wrapped(&self, text: &str) -> String {
        let columns = self.size.unwrap_or(ROOM)[0].max(20);
        let mut lines = vec![String::new()];
        for word in text.split_whitespace() {
            let last = lines.last_mut().expect("there is a line");
            if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > columns {
                lines.push(word.into());
            } else {
                last.push_str(if last.is_empty() { "" } else { " " });
                last.push_str(word);
            }
        }
        lines.join("\n")
    }

    fn coloured(&self, text: &str, mark: Mark) -> String {
        let code = match mark {
            _ if !self.has_colour => return text.into(),
            Mark::Empty | Mark::Line => return text.into(),
            Mark::NewLine => "1;35",
            Mark::Spot(3) => "1;32",
            Mark::Spot(2) => "1;36",
            Mark::Spot(_) => "1;33",
            Mark::DeadSpot => "2",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// The live spots by their lives.
    fn lives(&self, position: &Drawn) -> String {
        let mut groups = Vec::new();
        for lives in (1..=3).rev() {
            let spots = (0..position.spot_count()).filter(|&spot| position.lives(spot) == lives);
            let spots: Vec<String> = spots.map(|spot| (spot + 1).to_string()).collect();
            if !spots.is_empty() {
                let words = if lives == 1 { "life" } else { "lives" };
                groups.push(format!("{lives} {words}: {}", self.coloured(&spots.join(" "), Mark::Spot(lives))));
            }
        }
        if groups.is_empty() { "All spots are dead.".into() } else { groups.join("   ") }
    }
}
