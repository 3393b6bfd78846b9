//! Commands that a player types.

use crate::commands::play::table::{Next, Table};
use crate::commands::play::talk;
use crate::failure::Failure;
use board::drawn::Move;
use board::play::{Choice, Level, Source};
use board::records::write;
use search::normal::Stopped;
use std::io::{Write, stdout};
use std::path::Path;

const HELP: &str = "\
Moves:
  1 2           join spots 1 and 2 (also: 1-2); if there are several ways, you are asked which
  1 1           a loop at spot 1
  1-6-2>3       a whole move in Hoey's notation, or 1(6)2[3] in the association's
  list          all moves that lead to different positions, numbered
  pick 3        play number 3 of the list
Help:
  hint          a good move
  why           why the machine's last move wins, in three sentences (why all: every answer)
  show          draw the position again
  position      the position in Hoey's and in canonical notation
The game:
  undo          take your last move back
  record        the record so far
  save FILE     save the record
  resign, quit  stop";

/// The words that are commands.
const COMMANDS: &[&str] =
    &["help", "list", "pick", "show", "position", "hint", "why", "undo", "record", "save", "resign", "quit", "exit"];

impl Table<'_> {
    /// Does what a line says.
    pub fn line(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let takes_more = matches!(word, "save" | "pick") || word == "why" && rest == "all";
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_word && COMMANDS.contains(&word) && !rest.is_empty() && !takes_more {
            writeln!(stdout(), "`{word}` stands alone; `{rest}` was not understood, and nothing was done.")?;
            return Ok(Next::GoOn);
        }
        match word {
            "" => {}
            "help" | "?" => writeln!(stdout(), "{HELP}")?,
            "list" => self.list()?,
            "pick" => return self.pick(rest),
            "show" => self.show()?,
            "position" => self.tell_position()?,
            "hint" => self.hint()?,
            "why" => self.why(rest == "all")?,
            "undo" => self.undo()?,
            "record" => writeln!(stdout(), "{}", self.contest.game.record(self.args.notation))?,
            "save" if rest.is_empty() => writeln!(stdout(), "Write the name of a file: `save game.txt`.")?,
            "save" => {
                // A game goes on whatever happens to its file.
                if let Err(failure) = self.save(Path::new(rest)) {
                    writeln!(stdout(), "{failure}; the game goes on, try another name")?;
                }
            }
            "resign" if self.args.two => return Ok(Next::Stop("RESIGNED")),
            "resign" => return Ok(Next::Stop("YOU RESIGNED")),
            "quit" | "exit" => return Ok(Next::Stop("NOT FINISHED")),
            _ => match self.asked.take() {
                Some(asked) => return self.reply(asked, line),
                None => return self.typed(line),
            },
        }
        Ok(Next::GoOn)
    }

    fn choices(&mut self) -> Result<Vec<Move>, Failure> {
        let position = self.contest.game.position().clone();
        let choices = self.contest.oracle.choices(&position).map_err(Stopped::from)?;
        Ok(choices.into_iter().map(|(played, _)| played).collect())
    }

    fn list(&mut self) -> Result<(), Failure> {
        let position = self.contest.game.position().clone();
        let choices = self.contest.oracle.choices(&position).map_err(Stopped::from)?;
        let mut out = stdout().lock();
        for (nth, (played, after)) in choices.iter().enumerate() {
            writeln!(out, "{:>3}  {:<16} {after}", nth + 1, write(&position, played, self.args.notation))?;
        }
        writeln!(out, "A move and the position that it leads to; `pick 1` plays the first of them.")?;
        self.listed = choices.into_iter().map(|(played, _)| played).collect();
        Ok(())
    }

    fn pick(&mut self, number: &str) -> Result<Next, Failure> {
        if self.listed.is_empty() {
            self.listed = self.choices()?;
        }
        let nth = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match nth.and_then(|nth| self.listed.get(nth)) {
            Some(played) => {
                let played = played.clone();
                self.accept(played)
            }
            None => {
                writeln!(stdout(), "The list has the numbers 1 to {}.", self.listed.len())?;
                Ok(Next::GoOn)
            }
        }
    }

    fn tell_position(&mut self) -> Result<(), Failure> {
        let position = self.contest.game.position();
        let text = position.hoey();
        let canonical = self.contest.oracle.canonical(position).map_err(Stopped::from)?;
        writeln!(stdout(), "position: {text} = {canonical}")?;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Failure> {
        let is_undone = if self.args.two { self.contest.game.undo().is_some() } else { self.contest.undo() };
        self.layouts.truncate(self.contest.game.moves().len() + 1);
        writeln!(stdout(), "{}", if is_undone { "Taken back." } else { "There is nothing to take back." })?;
        self.listed.clear();
        self.asked = None;
        self.last = None;
        if is_undone { self.show() } else { Ok(()) }
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let position = self.contest.game.position().clone();
        match self.contest.oracle.best_move(&position, self.args.limits()) {
            Ok(Some(choice)) => {
                let can_be_beaten = self.args.two || self.args.level != Level::Perfect;
                self.say(&talk::hint(&position, &choice, self.args.notation, can_be_beaten))?;
            }
            Ok(None) => writeln!(stdout(), "There is no move.")?,
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => writeln!(stdout(), "I do not know: {stopped}.")?,
        }
        Ok(())
    }

    fn why(&mut self, is_long: bool) -> Result<(), Failure> {
        let mut out = stdout();
        let Some(choice) = self.last.clone() else {
            writeln!(out, "The machine has not moved since.")?;
            return Ok(());
        };
        let Some(source) = choice.source else {
            let words = if choice.is_guess {
                "I do not know that it wins: I made it without looking ahead. `hint` tells what I think of your moves."
            } else {
                "It does not: you can win from here. `hint` shows how."
            };
            writeln!(out, "{words}")?;
            return Ok(());
        };
        match self.because(&choice, source, is_long) {
            Err(Failure::Stopped(stopped)) if stopped != Stopped::Interrupted => {
                writeln!(out, "I cannot say more about it: {stopped}.")?;
                Ok(())
            }
            said => said,
        }
    }

    /// Says why the machine's move wins; if it shall be long, with the answers to all moves.
    fn because(&mut self, choice: &Choice, source: Source, is_long: bool) -> Result<(), Failure> {
        let limits = self.args.limits();
        let explained = self.contest.oracle.explain(&choice.after, limits)?;
        let position = self.contest.game.position().clone();
        let choices = self.contest.oracle.choices(&position).map_err(Stopped::from)?;
        let shown = if is_long { choices.len() } else { 1 };
        if is_long {
            talk::parts(&explained).iter().try_for_each(|line| writeln!(stdout(), "{line}"))?;
        }
        let mut example = None;
        for (played, _) in choices.iter().take(shown) {
            let after = position.play(played);
            let answer = self.contest.oracle.best_move(&after, limits)?;
            let line = talk::Line {
                played: write(&position, played, self.args.notation),
                answer: answer.map(|answer| write(&after, &answer.played, self.args.notation)),
            };
            if is_long {
                writeln!(stdout(), "{}", talk::answer(&line))?;
            }
            example.get_or_insert(line);
        }
        self.say(&talk::reason(&explained, source, example.as_ref()))
    }
}
