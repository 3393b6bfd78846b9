//! `solve play`: a game against the machine, in a terminal or through a pipe.

use crate::failure::Failure;
use crate::settle::INTERRUPTED;
use clap::Args;
use solver::escape;
use solver::files::write_atomically;
use solver::game::Engine;
use solver::play::{Choice, Claims, Ending, Match, Oracle, Player, Source};
use solver::records::{MoveNotation, write};
use solver::search::{Limits, Stopped};
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = HELP)]
pub struct PlayArgs {
    /// Number of spots
    #[arg(value_parser = clap::value_parser!(u8).range(1..=20))]
    spots: u8,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Answer from this certificate of normal play, as far as it goes
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    proof: Option<PathBuf>,
    /// Whether you move first or second
    #[arg(long, value_enum, default_value = "first")]
    you: Player,
    /// Write moves in this notation
    #[arg(long, value_name = "NOTATION", default_value = "hoey")]
    notation: MoveNotation,
    /// Save the record here at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

const HELP: &str = "\
Type a move in either notation (`1-6-2`, `1(6)2`), or one of:
  list          your moves, numbered: one for each position that can be reached
  3             play number 3 of the list
  show          the position
  why           why the machine's last move wins
  undo          take your last move back
  record        the record so far
  save FILE     save the record
  resign, quit  stop

Examples:
  solve play 5 --you second --proof proofs/normal-05.bin
  printf '1\\n1\\nquit\\n' | solve play 3";

/// What a line of input led to.
enum Next {
    GoOn,
    Stop(&'static str),
}

struct Table<'a> {
    args: &'a PlayArgs,
    contest: Match,
    /// What was listed last, as moves.
    listed: Vec<solver::drawn::Move>,
    last: Option<Choice>,
}

pub fn play(args: &PlayArgs) -> Result<ExitCode, Failure> {
    let oracle = oracle(args)?;
    let contest = Match::new(usize::from(args.spots), oracle, args.you);
    let mut table = Table { args, contest, listed: vec![], last: None };
    let end = table.run()?;
    if let Some(path) = &args.save {
        table.save(path)?;
    }
    let play = if args.misere { "misere" } else { "normal" };
    writeln!(stdout(), "s play {} {play} {end}", args.spots)?;
    Ok(ExitCode::SUCCESS)
}

fn oracle(args: &PlayArgs) -> Result<Oracle, Failure> {
    if args.misere {
        return Ok(Oracle::misere());
    }
    let Some(path) = &args.proof else { return Ok(Oracle::normal(Claims::default())) };
    let bytes = std::fs::read(path).map_err(|error| Failure::Read { path: path.clone(), error })?;
    let read = Claims::read(&bytes).and_then(|claims| claims.support(&mut Engine::new()).map(|()| claims));
    let claims = read.map_err(|error| Failure::Claims { path: path.clone(), error })?;
    let about = escape::escaped(claims.start());
    writeln!(stdout(), "c {} claims about {about}, all supported", claims.len())?;
    Ok(Oracle::normal(claims))
}

fn limits() -> Limits<'static> {
    Limits { interrupt: Some(&INTERRUPTED), ..Limits::default() }
}

impl Table<'_> {
    fn run(&mut self) -> Result<&'static str, Failure> {
        self.show()?;
        let mut lines = stdin().lock().lines();
        loop {
            if let Ending::Won(winner) = self.contest.ending() {
                return Ok(if winner == self.contest.you { "YOU WON" } else { "MACHINE WON" });
            }
            if self.contest.turn() != self.contest.you {
                self.answer()?;
                continue;
            }
            self.prompt()?;
            let Some(line) = lines.next() else { return Ok("NOT FINISHED") };
            match self.command(line.map_err(|error| Failure::Read { path: "-".into(), error })?.trim())? {
                Next::GoOn => {}
                Next::Stop(end) => return Ok(end),
            }
        }
    }

    fn prompt(&self) -> Result<(), Failure> {
        if stdin().is_terminal() {
            let mut out = stdout().lock();
            write!(out, "you> ")?;
            out.flush()?;
        }
        Ok(())
    }

    fn answer(&mut self) -> Result<(), Failure> {
        let before = self.contest.game.position().clone();
        let choice = self.contest.answer(limits())?;
        if let Some(choice) = &choice {
            writeln!(stdout(), "machine: {}", write(&before, &choice.played, self.args.notation))?;
        }
        self.last = choice;
        self.listed.clear();
        self.show()
    }

    fn show(&mut self) -> Result<(), Failure> {
        let position = self.contest.game.position();
        let text = position.hoey();
        let canonical = self.contest.oracle.canonical(position).map_err(Stopped::from)?;
        writeln!(stdout(), "position: {text} = {canonical}")?;
        Ok(())
    }

    fn command(&mut self, line: &str) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "help" | "?" => writeln!(stdout(), "{HELP}")?,
            "list" => self.list()?,
            "show" => self.show()?,
            "why" => self.why()?,
            "undo" => {
                let text = if self.contest.undo() { "taken back" } else { "there is nothing to take back" };
                writeln!(stdout(), "{text}")?;
                self.listed.clear();
                self.last = None;
                self.show()?;
            }
            "record" => writeln!(stdout(), "{}", self.contest.game.record(self.args.notation))?,
            "save" if !rest.trim().is_empty() => self.save(Path::new(rest.trim()))?,
            "resign" => return Ok(Next::Stop("YOU RESIGNED")),
            "quit" => return Ok(Next::Stop("NOT FINISHED")),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => return self.numbered(number),
            _ => return self.typed(line),
        }
        Ok(Next::GoOn)
    }

    fn list(&mut self) -> Result<(), Failure> {
        let position = self.contest.game.position().clone();
        let choices = self.contest.oracle.choices(&position).map_err(Stopped::from)?;
        let mut out = stdout().lock();
        for (nth, (played, after)) in choices.iter().enumerate() {
            writeln!(out, "{:>3}  {:<16} {after}", nth + 1, write(&position, played, self.args.notation))?;
        }
        self.listed = choices.into_iter().map(|(played, _)| played).collect();
        Ok(())
    }

    fn numbered(&mut self, number: &str) -> Result<Next, Failure> {
        if self.listed.is_empty() {
            let position = self.contest.game.position().clone();
            let choices = self.contest.oracle.choices(&position).map_err(Stopped::from)?;
            self.listed = choices.into_iter().map(|(played, _)| played).collect();
        }
        let nth = number.parse::<usize>().unwrap_or(0);
        match nth.checked_sub(1).and_then(|nth| self.listed.get(nth)) {
            Some(played) => {
                let played = played.clone();
                self.accept(played)
            }
            None => {
                writeln!(stdout(), "the list has the numbers 1 to {}", self.listed.len())?;
                Ok(Next::GoOn)
            }
        }
    }

    fn typed(&mut self, line: &str) -> Result<Next, Failure> {
        match self.contest.game.understand(line) {
            Ok(played) => self.accept(played),
            Err(error) => {
                let why = error.to_string();
                writeln!(stdout(), "not a move: {} (`help` lists what can be typed)", escape::escaped(&why))?;
                Ok(Next::GoOn)
            }
        }
    }

    fn accept(&mut self, played: solver::drawn::Move) -> Result<Next, Failure> {
        let text = write(self.contest.game.position(), &played, self.args.notation);
        writeln!(stdout(), "you: {text}")?;
        self.contest.game.play(played);
        self.listed.clear();
        self.show()?;
        Ok(Next::GoOn)
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        let text = self.contest.game.record(self.args.notation) + "\n";
        write_atomically(path, text.as_bytes()).map_err(|error| Failure::Write { path: path.into(), error })?;
        writeln!(stdout(), "saved in {}", escape::name(path))?;
        Ok(())
    }

    fn why(&mut self) -> Result<(), Failure> {
        let mut out = stdout().lock();
        let Some(choice) = &self.last else {
            writeln!(out, "the machine has not moved yet")?;
            return Ok(());
        };
        let Some(source) = choice.source else {
            writeln!(out, "it does not: you can win from here")?;
            return Ok(());
        };
        let explained = self.contest.oracle.explain(&choice.after, limits())?;
        let ground = |source| if source == Source::Claims { "claimed" } else { "searched" };
        writeln!(out, "{} is lost for you ({})", explained.position, ground(source))?;
        for (land, nimber, source) in &explained.nimbers {
            writeln!(out, "  {land} has nimber {nimber} ({})", ground(*source))?;
        }
        if !explained.nimbers.is_empty() {
            writeln!(out, "  their exclusive or is 0: whatever you change, it can be made 0 again")?;
        }
        for (option, reply) in &explained.replies {
            match reply {
                Some(reply) => writeln!(out, "  if you go to {option}, I go to {reply}")?,
                None => writeln!(out, "  if you go to {option}, I cannot move and have won")?,
            }
        }
        Ok(())
    }
}
