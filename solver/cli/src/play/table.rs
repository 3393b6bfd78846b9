//! The game at the table: commands, moves and questions.

use crate::failure::Failure;
use crate::play::PlayArgs;
use crate::play::input::{Input, Lines};
use crate::play::screen::Screen;
use crate::play::talk;
use board::drawn::Move;
use board::layout::Layout;
use board::picture::terminal::Charset;
use board::picture::{Picture, svg};
use board::play::ways::{self, Meaning, Sides};
use board::play::{Choice, Ending, Level, Match, Player};
use board::records::{Reason, write};
use common::files::write_atomically;
use common::random::Random;
use search::normal::Stopped;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

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

/// A question that the next line answers.
enum Asked {
    Curves(Vec<board::drawn::Curve>),
    Moves(Vec<Move>),
    Sides(Sides),
}

/// What a line of input led to.
enum Next {
    GoOn,
    Stop(&'static str),
}

/// File for a game that is interrupted and has no other.
const UNNAMED: &str = "sprouts-game";

pub struct Table<'a> {
    args: &'a PlayArgs,
    contest: Match,
    /// The layout of each position of the game.
    layouts: Vec<Layout>,
    listed: Vec<Move>,
    asked: Option<Asked>,
    last: Option<Choice>,
    random: Random,
    screen: Screen,
}

impl<'a> Table<'a> {
    pub fn new(args: &'a PlayArgs, contest: Match) -> Self {
        let game = &contest.game;
        let mut layouts = vec![Layout::of(&game.positions()[0])];
        for (played, before) in game.moves().iter().zip(game.positions()) {
            layouts.push(layouts[layouts.len() - 1].after(before, played));
        }
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let charset = if args.ascii { Charset::Ascii } else { Charset::Braille };
        let has_colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let screen = Screen { charset, has_picture: !args.no_picture, has_colour, size: None };
        let random = Random::new(args.seed.unwrap_or(time));
        Table { args, contest, layouts, listed: vec![], asked: None, last: None, random, screen }
    }

    /// Plays until the game is over or somebody stops.
    pub fn run(mut self) -> Result<ExitCode, Failure> {
        let mut lines = Lines::new()?;
        self.screen.size = lines.size();
        let spots = self.contest.game.positions()[0].spot_count();
        write!(stdout(), "{}", self.screen.welcome(spots, self.args.misere, self.args.two))?;
        self.show()?;
        let (end, code) = match self.play(&mut lines) {
            Ok(end) => (end, ExitCode::SUCCESS),
            Err(Failure::Stopped(Stopped::Interrupted)) => {
                self.save_interrupted()?;
                ("NOT FINISHED", ExitCode::from(3))
            }
            Err(failure) => return Err(failure),
        };
        let saved = self.args.save.as_ref().map_or(Ok(()), |path| self.save(path));
        let play = if self.args.misere { "misere" } else { "normal" };
        writeln!(stdout(), "s play {spots} {play} {end}")?;
        saved.map(|()| code)
    }

    fn play(&mut self, lines: &mut Lines) -> Result<&'static str, Failure> {
        loop {
            if let Ending::Won(winner) = self.contest.ending() {
                return self.announce(winner);
            }
            if !self.args.two && self.contest.turn() != self.contest.you {
                self.answer(lines.is_terminal())?;
                continue;
            }
            let prompt = match (&self.asked, self.args.two) {
                (Some(_), _) => "which? ".to_string(),
                (None, true) => format!("{}> ", self.contest.turn().words()),
                (None, false) => "you> ".to_string(),
            };
            self.screen.size = lines.size();
            let line = match lines.next(&prompt)? {
                Input::Line(line) => line,
                Input::End => return Ok("NOT FINISHED"),
                Input::Interrupted => return Err(Stopped::Interrupted.into()),
            };
            match self.line(line.trim())? {
                Next::GoOn => {}
                Next::Stop(end) => return Ok(end),
            }
        }
    }

    fn announce(&self, winner: Player) -> Result<&'static str, Failure> {
        let stuck = self.contest.turn();
        let name = |player: Player| match (self.args.two, player == self.contest.you) {
            (true, _) => format!("the {} player", player.words()),
            (false, true) => "you".to_string(),
            (false, false) => "I".to_string(),
        };
        let cannot = format!("{} cannot move", capital(&name(stuck)));
        let verb = if self.args.two { "wins" } else { "win" };
        writeln!(stdout(), "{cannot}: {} {verb} after {} moves.", name(winner), self.contest.game.moves().len())?;
        Ok(match (self.args.two, winner == self.contest.you, winner) {
            (true, _, Player::First) => "FIRST WON",
            (true, _, Player::Second) => "SECOND WON",
            (false, true, _) => "YOU WON",
            (false, false, _) => "MACHINE WON",
        })
    }

    fn answer(&mut self, is_terminal: bool) -> Result<(), Failure> {
        if is_terminal {
            write!(stdout(), "(thinking) ")?;
            stdout().flush()?;
        }
        let before = self.contest.game.position().clone();
        let choice = self.contest.answer_as(self.args.level, &mut self.random, self.args.limits());
        if is_terminal {
            write!(stdout(), "\r\x1b[K")?;
        }
        let choice = choice?;
        if let Some(choice) = &choice {
            let words = talk::in_words(&before, &choice.played, self.args.notation);
            let guess = if choice.is_guess && self.args.level == Level::Perfect {
                format!(" I could not see the end in {} s and am guessing.", self.args.think.as_secs())
            } else {
                String::new()
            };
            writeln!(stdout(), "machine: {words}{guess}")?;
            let layout = self.layouts[self.layouts.len() - 1].after(&before, &choice.played);
            self.layouts.push(layout);
        }
        self.last = choice;
        self.listed.clear();
        self.show()
    }

    fn show(&mut self) -> Result<(), Failure> {
        let (position, layout) = (self.contest.game.position(), &self.layouts[self.layouts.len() - 1]);
        let first_new =
            if self.contest.game.moves().is_empty() { usize::MAX } else { position.line_count().saturating_sub(2) };
        write!(stdout(), "{}", self.screen.position(position, layout, first_new))?;
        if let Some(path) = &self.args.svg {
            let text = svg(&Picture::of_layout(position, layout));
            if let Err(error) = write_atomically(path, text.as_bytes()) {
                writeln!(stdout(), "cannot write {}: {error}", common::escape::name(path))?;
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<Next, Failure> {
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

    /// A move: two numbers, or a whole move in a notation.
    fn typed(&mut self, line: &str) -> Result<Next, Failure> {
        let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || c == '-').filter(|w| !w.is_empty()).collect();
        let numbers: Vec<Option<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        let is_plain = line.chars().all(|c| c.is_ascii_digit() || c == '-' || c.is_whitespace());
        match numbers[..] {
            [Some(x), Some(y)] if is_plain => return self.join([x, y]),
            [Some(only)] if is_plain => {
                writeln!(
                    stdout(),
                    "One number is no move: type two spots, as in `{only} 2`, or `{only} {only}` for a loop at {only}."
                )?;
                return Ok(Next::GoOn);
            }
            _ => {}
        }
        if line.contains(['-', '(']) {
            return match self.contest.game.understand(line) {
                Ok(played) => self.accept(played),
                Err(error) => {
                    writeln!(stdout(), "Not a move: {error}.")?;
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
                writeln!(stdout(), "Not a move: {}.", in_this_game(&reason))?;
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
                list_choices(&question, choices.iter().map(|(words, _)| words))?;
                self.asked = Some(Asked::Curves(choices.into_iter().map(|(_, curve)| curve).collect()));
            }
            Meaning::Moves { question, choices } => {
                list_choices(&question, choices.iter().map(|(words, _)| words))?;
                self.asked = Some(Asked::Moves(choices.into_iter().map(|(_, played)| played).collect()));
            }
            Meaning::Sides(sides) => {
                writeln!(out, "{}", sides.question())?;
                writeln!(out, "Type their numbers, or `none`, or `all` (`cancel` for another move).")?;
                self.asked = Some(Asked::Sides(sides));
            }
        }
        Ok(Next::GoOn)
    }

    /// The answer to a question.
    fn reply(&mut self, asked: Asked, line: &str) -> Result<Next, Failure> {
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

    fn accept(&mut self, played: Move) -> Result<Next, Failure> {
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
        writeln!(out, "`pick 1` plays the first of them.")?;
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
                writeln!(stdout(), "{}", talk::hint(&position, &choice, self.args.notation, can_be_beaten))?;
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
        match self.contest.oracle.explain(&choice.after, self.args.limits()) {
            Ok(explained) => {
                writeln!(out, "{}", talk::reason(&explained, source))?;
                for line in talk::all_answers(&explained).iter().filter(|_| is_long) {
                    writeln!(out, "{line}")?;
                }
            }
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => writeln!(out, "I cannot say it in short: {stopped}.")?,
        }
        Ok(())
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        let text = self.contest.game.record(self.args.notation) + "\n";
        write_atomically(path, text.as_bytes()).map_err(|error| Failure::Write { path: path.into(), error })?;
        writeln!(stdout(), "Saved in {}; `solve play --resume {0}` goes on with it.", common::escape::name(path))?;
        Ok(())
    }

    /// Saves a game that is interrupted, in a file of its own if none was named.
    fn save_interrupted(&self) -> Result<(), Failure> {
        writeln!(stdout())?;
        if self.args.save.is_some() || self.contest.game.moves().is_empty() {
            return Ok(());
        }
        let names =
            (1..).map(|nth: u32| if nth == 1 { format!("{UNNAMED}.txt") } else { format!("{UNNAMED}-{nth}.txt") });
        let path = names.map(PathBuf::from).find(|path| !path.exists()).unwrap_or_else(|| UNNAMED.into());
        self.save(&path)
    }
}

/// The words that are commands.
const COMMANDS: &[&str] =
    &["help", "list", "pick", "show", "position", "hint", "why", "undo", "record", "save", "resign", "quit", "exit"];

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
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

fn list_choices<'a>(question: &str, choices: impl Iterator<Item = &'a String>) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{question}")?;
    for (nth, words) in choices.enumerate() {
        writeln!(out, "  {}) {words}", nth + 1)?;
    }
    writeln!(out, "Type a number (`cancel` for another move).")?;
    Ok(())
}
