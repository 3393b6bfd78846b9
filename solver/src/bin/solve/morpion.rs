//! `solve morpion`: is a game of Morpion Solitaire legal, and how far could it go from one of its moves on?

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::settle::{INTERRUPTED, seconds};
use clap::Args;
use serde_json::{Value, json};
use solver::files::write_atomically;
use solver::morpion::{self, Board, CROSS, Code, Counted, Game, Move, Rule, Split, State, decode};
use solver::proof::{PuzzleStatement, Sealed, game_name, seal_puzzle};
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  solve morpion bruneau170                        is the game legal, and is any move left?
  solve morpion bruneau170 --from 120             everything that can follow its first 120 moves
  solve morpion rosin178 --from 110 --emit-proof p.bin
  solve morpion quist136 --from 75 --save g.txt   a longer game than the one given
  solve morpion bruneau170 --from 90 --checkpoint b.json   stop with Ctrl-C, go on with the same command
  solve morpion rosin82 --svg g.svg               a drawing

A file holds a move a line, `x y start_x start_y direction` (new dot, start of the line, E, S, SE or NE; y downwards; the
cross lies in [0, 9] × [0, 9]), or is a list as Pentasol writes it: `(x,y)` of the cross's dot (3, 3) first, then `(x,y) | +2`.

Exit codes: 0 settled, 2 an error, 3 stopped by a limit or Ctrl-C before it was settled.";

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct MorpionArgs {
    /// A file, `cross` for the start, or a game that comes with the program: bruneau170, quist136, rosin178, rosin82
    game: String,
    /// 5T: lines may touch; 5D: lines are disjoint [default: what the file says, else 5T]
    #[arg(long, value_name = "RULE")]
    rules: Option<Rule>,
    /// Play the first K moves, then search all that can follow
    #[arg(long, value_name = "K")]
    from: Option<usize>,
    /// Write a certificate to this file: that the game is legal and complete, or with --from, what can follow
    #[arg(long, value_name = "FILE")]
    emit_proof: Option<PathBuf>,
    /// Draw the game (with --from: a longest one) to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a longest game to this file
    #[arg(long, value_name = "FILE", requires = "from")]
    save: Option<PathBuf>,
    /// Keep the state of the search in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", requires = "from")]
    checkpoint: Option<PathBuf>,
    /// Threads to search with [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Give up after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// No progress on stderr
    #[arg(long, short)]
    quiet: bool,
    /// Progress on stderr even if it is no terminal
    #[arg(long, conflicts_with = "quiet")]
    progress: bool,
}

pub fn morpion(args: &MorpionArgs) -> Result<ExitCode, Failure> {
    let game = read_game(args)?;
    match args.from {
        None => about_game(args, &game).map(|()| ExitCode::SUCCESS),
        Some(from) if from > game.moves.len() => {
            Err(Failure::Request(format!("--from {from}: the game has only {} moves", game.moves.len())))
        }
        Some(from) => longest(args, &game, from),
    }
}

/// A game by its name, or from a file. A file `./bruneau170` needs its path.
fn read_game(args: &MorpionArgs) -> Result<Game, Failure> {
    if let Some(known) = morpion::known(&args.game) {
        let Some(rule) = args.rules.filter(|&rule| rule != known.rule) else { return Ok(known) };
        let other = Game { rule, ..known };
        return other.play(other.moves.len()).map(|_| other.clone()).map_err(|error| bad_game(args, error));
    }
    let path = Path::new(&args.game);
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            let known: Vec<&str> = morpion::known_names().chain([CROSS]).collect();
            Failure::Request(format!(
                "there is no file `{}`, and no game of that name: {}",
                args.game,
                known.join(", ")
            ))
        }
        _ => Failure::Read { path: path.into(), error },
    })?;
    morpion::parse(&text, args.rules).map_err(|error| bad_game(args, error))
}

fn bad_game(args: &MorpionArgs, error: morpion::GameError) -> Failure {
    Failure::Request(format!("{}: {error}", args.game))
}

/// Without a search: the moves are legal (or there would be no game), and what is left.
fn about_game(args: &MorpionArgs, game: &Game) -> Result<(), Failure> {
    let left = game.moves_left().map_err(|error| Failure::Request(error.to_string()))?;
    let name = game_name(game.rule, &game.moves);
    let sealed = match &args.emit_proof {
        Some(_) if !left.is_empty() => {
            let first = decode(left[0]);
            return Err(Failure::Request(format!(
                "{} moves are left, for example {first}: nothing to prove",
                left.len()
            )));
        }
        Some(path) => {
            let statement = PuzzleStatement::MorpionGame { rule: game.rule, moves: &game.moves };
            Some(write_proof(path, &statement)?)
        }
        None => None,
    };
    draw(args, &game.moves, game.moves.len(), game.rule)?;
    let mut out = stdout().lock();
    if args.json {
        let mut object = json!({ "game": "morpion", "rules": game.rule.to_string(), "name": name,
            "moves": game.moves.len(), "moves_left": left.len() });
        add_proof(&mut object, sealed.as_ref());
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "c {} moves, all of them legal; {} left", game.moves.len(), left.len())?;
    for &code in &left {
        writeln!(out, "c left: {}", decode(code))?;
    }
    print_proof(&mut out, sealed.as_ref())?;
    let result = if left.is_empty() { "GAME" } else { "UNFINISHED" };
    writeln!(out, "s morpion {} {name} {result} {}", game.rule, game.moves.len())?;
    Ok(())
}

/// A search and where its results go.
struct Task<'a> {
    args: &'a MorpionArgs,
    game: &'a Game,
    from: usize,
    board: Board,
    split: Split,
    started: Instant,
}

/// How often the state is written down.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(30);

fn longest(args: &MorpionArgs, game: &Game, from: usize) -> Result<ExitCode, Failure> {
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let off_paper = |error: morpion::OffPaper| Failure::Request(error.to_string());
    let (board, _) = game.play(from).expect("a game's moves are legal");
    let (split, mut state) = match args.checkpoint.as_ref().filter(|path| path.exists()) {
        Some(path) => morpion::load(path, game, from, &board)
            .map_err(|error| Failure::Request(format!("{}: {error}", path.display())))?,
        None => {
            let split = Split::new(&board).map_err(off_paper)?;
            let state = State::new(&split);
            (split, state)
        }
    };
    let task = Task { args, game, from, board, split, started: Instant::now() };
    let nodes_before = state.nodes();
    task.search(&mut state)?.map_err(off_paper)?;
    task.save(&state)?;
    task.report(&state, nodes_before)
}

impl Task<'_> {
    fn search(&self, state: &mut State) -> Result<Result<(), morpion::OffPaper>, Failure> {
        let args = self.args;
        let threads = args.threads.map(usize::from);
        let threads = threads.or(std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
        let deadline = args.time_limit.map(|limit| self.started + limit);
        let mut line = LiveLine::new(args.quiet, args.progress);
        let mut saved = Instant::now();
        let mut failure = None;
        let nodes_before = state.nodes();
        let result = morpion::run(&self.board, &self.split, state, threads, |state| {
            line.show(&self.status(state, nodes_before));
            if saved.elapsed() >= BETWEEN_CHECKPOINTS {
                saved = Instant::now();
                failure = self.save(state).err();
            }
            let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            failure.is_none() && !is_over && !INTERRUPTED.load(Ordering::Relaxed)
        });
        failure.map_or(Ok(result), Err)
    }

    /// How far it is, and how far it may be: what the finished tasks let expect, with one standard error.
    fn status(&self, state: &State, nodes_before: u64) -> String {
        let (nodes, tasks) = (state.nodes(), self.split.tasks.len());
        let best = self.from + state.longest(&self.split);
        let mut text = format!("{nodes} positions, best {best}, {} of {tasks} tasks", state.sample.tasks);
        if let Some((all, error)) = state.sample.estimate(tasks) {
            let rate = (nodes - nodes_before) as f64 / self.started.elapsed().as_secs_f64();
            let left = (all - nodes as f64).max(0.0) / rate.max(1.0);
            let _ = write!(text, "; expect {all:.2e} ± {error:.1e}, {left:.0} s more");
        }
        text
    }

    fn save(&self, state: &State) -> Result<(), Failure> {
        let Some(path) = &self.args.checkpoint else { return Ok(()) };
        morpion::save(path, self.game, self.from, &self.split, state)
            .map_err(|error| Failure::Write { path: path.clone(), error })
    }

    fn report(&self, state: &State, nodes_before: u64) -> Result<ExitCode, Failure> {
        let name = game_name(self.game.rule, &self.game.moves[..self.from]);
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = (state.nodes() - nodes_before) as f64 / seconds.max(1e-9);
        let mut object = json!({ "game": "morpion", "rules": self.game.rule.to_string(), "name": name,
            "moves": self.game.moves.len(), "from": self.from, "seconds": seconds, "nodes_per_second": speed });
        if !state.is_finished(&self.split) {
            return self.report_stop(state, &name, object);
        }
        let Counted { histogram, longest } = &state.counted;
        let best = self.from + histogram.longest();
        let longest = self.whole_game(longest);
        if let Some(path) = &self.args.save {
            write(path, game_text(self.game.rule, &longest).as_bytes())?;
        }
        draw(self.args, &longest, self.from, self.game.rule)?;
        let moves = &self.game.moves[..self.from];
        let statement = PuzzleStatement::MorpionBound { rule: self.game.rule, moves, histogram };
        let sealed = self.args.emit_proof.as_ref().map(|path| write_proof(path, &statement)).transpose()?;
        let mut out = stdout().lock();
        if self.args.json {
            object["nodes"] = json!(histogram.nodes());
            object["best"] = json!(best);
            object["at_best"] = json!(histogram.at_longest());
            object["histogram"] = json!(histogram.counts());
            object["longest"] = json!(longest.iter().map(ToString::to_string).collect::<Vec<_>>());
            add_proof(&mut object, sealed.as_ref());
            writeln!(out, "{object}")?;
            return Ok(ExitCode::SUCCESS);
        }
        writeln!(out, "c moves     positions")?;
        for (count, depth) in histogram.counts().iter().zip(self.from..) {
            writeln!(out, "c {depth:5}  {count:12}")?;
        }
        writeln!(out, "c {} nodes in {seconds:.2} s, {:.1} million a second", histogram.nodes(), speed / 1e6)?;
        writeln!(out, "c best {best}, in {} positions", histogram.at_longest())?;
        if best > self.game.moves.len() {
            writeln!(out, "c the game that was given has only {} moves", self.game.moves.len())?;
        }
        print_proof(&mut out, sealed.as_ref())?;
        writeln!(out, "s morpion {} {name} FROM {} BEST {best}", self.game.rule, self.from)?;
        Ok(ExitCode::SUCCESS)
    }

    fn report_stop(&self, state: &State, name: &str, mut object: Value) -> Result<ExitCode, Failure> {
        let best = self.from + state.longest(&self.split);
        let reason = if INTERRUPTED.load(Ordering::Relaxed) { "interrupted" } else { "the time allowed is over" };
        let mut out = stdout().lock();
        if self.args.json {
            object["result"] = json!("UNKNOWN");
            object["reason"] = json!(reason);
            object["nodes_so_far"] = json!(state.nodes());
            object["best_so_far"] = json!(best);
            writeln!(out, "{object}")?;
            return Ok(ExitCode::from(3));
        }
        writeln!(out, "c {reason} after {} nodes; best so far {best}", state.nodes())?;
        if let Some(path) = &self.args.checkpoint {
            writeln!(out, "c the same command goes on from {}", path.display())?;
        }
        writeln!(out, "s morpion {} {name} FROM {} UNKNOWN", self.game.rule, self.from)?;
        Ok(ExitCode::from(3))
    }

    fn whole_game(&self, continuation: &[Code]) -> Vec<Move> {
        self.game.moves[..self.from].iter().copied().chain(continuation.iter().map(|&code| decode(code))).collect()
    }
}

fn game_text(rule: Rule, moves: &[Move]) -> String {
    let mut text = format!("# variant: {rule}\n# moves: {}\n", moves.len());
    for step in moves {
        let _ = writeln!(text, "{step}");
    }
    text
}

fn draw(args: &MorpionArgs, moves: &[Move], from: usize, rule: Rule) -> Result<(), Failure> {
    let Some(path) = &args.svg else { return Ok(()) };
    let title = format!("Morpion Solitaire {rule}, {} moves", moves.len());
    write(path, morpion::svg(moves, from, &title).as_bytes())
}

fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write_atomically(path, content).map_err(|error| Failure::Write { path: path.into(), error })
}

/// Seals a statement and writes its file.
pub fn write_proof(path: &Path, statement: &PuzzleStatement) -> Result<Sealed, Failure> {
    let sealed = seal_puzzle(statement);
    write(path, &sealed.bytes)?;
    Ok(sealed)
}

pub fn print_proof(out: &mut impl Write, sealed: Option<&Sealed>) -> Result<(), Failure> {
    if let Some(sealed) = sealed {
        writeln!(out, "c proof: {} bytes, blake3 {}", sealed.bytes.len(), sealed.digest)?;
    }
    Ok(())
}

pub fn add_proof(object: &mut Value, sealed: Option<&Sealed>) {
    if let Some(sealed) = sealed {
        object["proof"] = json!({ "bytes": sealed.bytes.len(), "blake3": sealed.digest.to_string() });
    }
}
