//! Moves that a player types, and the questions that they raise.

use crate::commands::play::table::{Asked, Next, Table};
use crate::commands::play::talk;
use crate::failure::Failure;
use board::drawn::Move;
use board::play::ways::{self, Meaning};
use board::records::Reason;
use std::io::{Write, stdout};

impl Table<'_> {
    /// A move: two numbers, or a whole move in a notation.
    pub fn typed(&mut self, line: &str) -> Result<Next, Failure> {
        let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || c == '-').filter(|w| !w.is_empty()).collect();
        let numbers: Vec<Option<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let has_one_sign = !compact.starts_with('-') && !compact.ends_with('-') && !compact.contains("--");
        let is_plain = has_one_sign && line.chars().all(|c| c.is_ascii_digit() || c == '-' || c.is_whitespace());
        match numbers[..] {
            [Some(x), Some(y)] if is_plain => return self.join([x, y]),
            [Some(only)] if is_plain => {
                writeln!(
                    stdout(),
                    "One number is no move. Type two spots, as in `1 2`, or `{only} {only}` for a loop."
                )?;
                return Ok(Next::GoOn);
            }
            _ => {}
        }
        if line.contains(['-', '(']) {
            return match self.contest.game.understand(line) {
                Ok(played) => self.accept(played),
                Err(error) => {
                    self.say(&format!("Not a move: {error}."))?;
                    Ok(Next::GoOn)
                }
            };
        }
        let wrong = words.iter().zip(&numbers).find(|(_, number)| number.is_none()).map(|(word, _)| *word);
        match wrong {
            Some(word) => writeln!(stdout(), "`{word}` was not understood. Type two spots, as in `1 2`, or `help`.")?,
            None => writeln!(stdout(), "A move joins two spots, and these are {} numbers.", numbers.len())?,
        }
        Ok(Next::GoOn)
    }

    fn join(&mut self, ends: [u32; 2]) -> Result<Next, Failure> {
        let (position, layout) = (self.contest.game.position(), &self.layouts[self.layouts.len() - 1]);
        match ways::meaning(position, layout, ends) {
            Ok(meaning) => self.meant(meaning),
            Err(reason) => {
                self.say(&format!("Not a move: {}.", in_this_game(&reason)))?;
                Ok(Next::GoOn)
            }
        }
    }

    /// Plays what is meant, or asks.
    fn meant(&mut self, meaning: Meaning) -> Result<Next, Failure> {
        let mut out = stdout();
        match meaning {
            Meaning::Move(played) => return self.accept(played),
            Meaning::Curves { question, choices } => {
                self.ask(&question, choices.iter().map(|(words, _)| words))?;
                self.asked = Some(Asked::Curves(choices.into_iter().map(|(_, curve)| curve).collect()));
            }
            Meaning::Moves { question, choices } => {
                self.ask(&question, choices.iter().map(|(words, _)| words))?;
                self.asked = Some(Asked::Moves(choices.into_iter().map(|(_, played)| played).collect()));
            }
            Meaning::Sides(sides) => {
                self.say(&sides.question())?;
                writeln!(out, "Type their numbers, or `none`, or `all` (`cancel` for another move).")?;
                self.asked = Some(Asked::Sides(sides));
            }
        }
        Ok(Next::GoOn)
    }

    /// The answer to a question.
    pub fn reply(&mut self, asked: Asked, line: &str) -> Result<Next, Failure> {
        if line == "cancel" {
            writeln!(stdout(), "Never mind. Your move?")?;
            return Ok(Next::GoOn);
        }
        let numbers: Option<Vec<u32>> = line
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect();
        let place = |count: usize| match numbers.as_deref() {
            Some([only]) => (*only as usize).checked_sub(1).filter(|&nth| nth < count),
            _ => None,
        };
        let count = match &asked {
            Asked::Curves(curves) => curves.len(),
            Asked::Moves(moves) => moves.len(),
            Asked::Sides(sides) => {
                let spots = match (line, numbers) {
                    ("none", _) => Ok(vec![]),
                    ("all", _) => Ok(sides.all()),
                    (_, Some(numbers)) => Ok(numbers),
                    _ => Err(format!("`{line}` was not understood")),
                };
                return match spots.and_then(|spots| sides.answer(&spots)) {
                    Ok(played) => self.accept(played),
                    Err(reason) => {
                        writeln!(stdout(), "{reason}. Type numbers, `none`, `all` or `cancel`.")?;
                        self.asked = Some(asked);
                        Ok(Next::GoOn)
                    }
                };
            }
        };
        let Some(nth) = place(count) else {
            writeln!(stdout(), "Type a number from 1 to {count}, or `cancel`.")?;
            self.asked = Some(asked);
            return Ok(Next::GoOn);
        };
        match asked {
            Asked::Curves(curves) => {
                let meaning = ways::along(self.contest.game.position(), &curves[nth]);
                self.meant(meaning)
            }
            Asked::Moves(mut moves) => self.accept(moves.swap_remove(nth)),
            Asked::Sides(_) => Ok(Next::GoOn),
        }
    }

    pub fn accept(&mut self, played: Move) -> Result<Next, Failure> {
        let before = self.contest.game.position().clone();
        let player = if self.args.two { self.contest.turn().words() } else { "you" };
        writeln!(stdout(), "{player}: {}", talk::in_words(&before, &played, self.args.notation))?;
        self.layouts.push(self.layouts[self.layouts.len() - 1].after(&before, &played));
        self.contest.game.play(played);
        self.listed.clear();
        self.asked = None;
        // The machine's answer follows at once, and is shown with this move.
        let is_shown = self.args.two || self.contest.game.is_over() || self.args.no_picture;
        if is_shown {
            self.show()?
        }
        Ok(Next::GoOn)
    }

    /// Prints a question and numbered answers.
    fn ask<'b>(&self, question: &str, answers: impl Iterator<Item = &'b String>) -> Result<(), Failure> {
        self.say(question)?;
        let mut out = stdout().lock();
        for (nth, words) in answers.enumerate() {
            writeln!(out, "  {}) {words}", nth + 1)?;
        }
        writeln!(out, "Type a number (`cancel` for another move).")?;
        Ok(())
    }
}

/// A reason in the words of the welcome.
fn in_this_game(reason: &Reason) -> String {
    match reason {
        Reason::LoopOnOneLife(spot) => format!("a loop takes two lives, and spot {spot} has one"),
        Reason::Apart(x, y) => {
            format!("spots {x} and {y} touch no common region, so any line between them crosses another")
        }
        other => other.to_string(),
    }
}
