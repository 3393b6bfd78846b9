//! The game at the table: commands, moves and questions.

use crate::commands::play::args::PlayArgs;
use crate::commands::play::input::{Input, Lines};
use crate::commands::play::screen::Screen;
use crate::commands::play::talk;
use crate::failure::Failure;
use board::drawn::{Curve, Move};
use board::layout::Layout;
use board::picture::terminal::Charset;
use board::picture::{Picture, svg};
use board::play::ways::Sides;
use board::play::{Choice, Ending, Level, Match, Player};
use common::files::write_atomically;
use common::random::Random;
use search::normal::Stopped;
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// A question that the next line answers.
pub enum Asked {
    Curves(Vec<Curve>),
    Moves(Vec<Move>),
    Sides(Sides),
}

/// What a line of input led to.
pub enum Next {
    GoOn,
    Stop(&'static str),
}

/// File for a game that is interrupted and has no other.
const UNNAMED: &str = "sprouts-game";

pub struct Table<'a> {
    pub args: &'a PlayArgs,
    pub contest: Match,
    /// The layout of each position of the game.
    pub layouts: Vec<Layout>,
    pub listed: Vec<Move>,
    pub asked: Option<Asked>,
    pub last: Option<Choice>,
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
        let record = self.contest.game.record(self.args.notation);
        writeln!(stdout(), "The game was {record}")?;
        self.say("`solve replay` with this record in quotes tells who stood to win after each move.")?;
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
            self.say(&format!("machine: {words}{guess}"))?;
            let layout = self.layouts[self.layouts.len() - 1].after(&before, &choice.played);
            self.layouts.push(layout);
        }
        self.last = choice;
        self.listed.clear();
        self.show()
    }

    /// Prints a sentence or two.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        writeln!(stdout(), "{}", self.screen.wrapped(text))?;
        Ok(())
    }

    pub fn show(&mut self) -> Result<(), Failure> {
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

    pub fn save(&self, path: &Path) -> Result<(), Failure> {
        let text = self.contest.game.record(self.args.notation) + "\n";
        write_atomically(path, text.as_bytes()).map_err(|error| Failure::Write { path: path.into(), error })?;
        self.say(&format!("Saved in {}; `solve play --resume {0}` goes on with it.", common::escape::name(path)))
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

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}
