//! `solve morpion --from K`: the complete search, its progress, its state on disk and its results.

use super::morpion::{MorpionArgs, draw, stem};
use super::publish::About;
use super::{add_proof, print_proof, write};
use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::settle::INTERRUPTED;
use serde_json::{Value, json};
use solver::escape;
use solver::files::probe;
use solver::morpion::{self, Board, Code, Counted, Game, Histogram, Move, Rule, Split, State, decode};
use solver::proof::{PuzzleStatement, Sealed, game_name};
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// A search and where its results go.
struct Task<'a> {
    args: &'a MorpionArgs,
    game: &'a Game,
    from: usize,
    board: Board,
    split: Split,
    started: Instant,
    /// Nodes that an earlier run had visited.
    nodes_before: u64,
}

pub fn longest(args: &MorpionArgs, game: &Game, from: usize) -> Result<ExitCode, Failure> {
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    let off_paper = |error: morpion::OffPaper| Failure::Request(error.to_string());
    let (board, _) = game.play(from).expect("a game's moves are legal");
    let started = Instant::now();
    let mut nodes_before = 0;
    for path in [&args.checkpoint, &args.save, &args.svg, &args.proof.emit_proof].into_iter().flatten() {
        probe(path).map_err(|error| Failure::Write { path: path.clone(), error })?;
    }
    let (split, mut state) = match args.checkpoint.as_ref().filter(|path| path.exists()) {
        Some(path) => {
            let loaded = morpion::load(path, game, from, &board)
                .map_err(|error| Failure::Request(format!("{}: {error}", path.display())))?;
            nodes_before = loaded.1.nodes();
            loaded
        }
        None => {
            let split = Split::new(&board).map_err(off_paper)?;
            let state = State::new(&split);
            (split, state)
        }
    };
    let task = Task { args, game, from, board, split, started, nodes_before };
    task.search(&mut state)?.map_err(off_paper)?;
    task.save(&state)?;
    task.report(&state)
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
        let result = morpion::run(&self.board, &self.split, state, threads, |state| {
            line.show(&self.status(state));
            if saved.elapsed() >= args.save_every {
                saved = Instant::now();
                failure = self.save(state).err();
            }
            let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            failure.is_none() && !is_over && !INTERRUPTED.load(Ordering::Relaxed)
        });
        failure.map_or(Ok(result), Err)
    }

    /// How far it is, and how far it may be: what the finished tasks let expect, with one standard error.
    fn status(&self, state: &State) -> String {
        let (nodes, tasks) = (state.nodes(), self.split.tasks.len());
        let best = self.from + state.longest(&self.split);
        let mut text = format!("{nodes} positions, best {best}, {} of {tasks} tasks", state.sample.tasks);
        if let Some((all, error)) = state.sample.estimate(tasks) {
            let rate = (nodes - self.nodes_before) as f64 / self.started.elapsed().as_secs_f64();
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

    /// Writes what is wanted and prints the result.
    fn report(&self, state: &State) -> Result<ExitCode, Failure> {
        let game = self.game;
        let name = game_name(game.rule, &game.moves[..self.from]);
        let seconds = self.started.elapsed().as_secs_f64();
        let speed = (state.nodes() - self.nodes_before) as f64 / seconds.max(1e-9);
        let object = json!({ "game": "morpion", "rules": game.rule.to_string(), "name": name,
            "moves": game.moves.len(), "from": self.from, "seconds": seconds, "nodes_per_second": speed });
        if !state.is_finished(&self.split) {
            return self.report_stop(state, &name, object);
        }
        let best = self.from + state.counted.histogram.longest();
        let statement = format!("morpion {} {name} FROM {} BEST {best}", game.rule, self.from);
        let sealed = self.prove(&state.counted.histogram, &statement, seconds)?;
        let longest = self.whole_game(&state.counted.longest);
        if let Some(path) = &self.args.save {
            write(path, game_text(game.rule, &longest).as_bytes())?;
        }
        draw(self.args, &longest, self.from, game.rule)?;
        if self.args.json {
            print_json(object, &state.counted, &longest, sealed.as_ref())?;
        } else {
            self.print(&state.counted, seconds, speed, sealed.as_ref())?;
            writeln!(stdout(), "s {statement}")?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn prove(&self, histogram: &Histogram, statement: &str, solve_seconds: f64) -> Result<Option<Sealed>, Failure> {
        let (from, moves, rule) = (self.from, self.game.moves.len(), self.game.rule);
        let (stem, best) = (stem(self.args), from + histogram.longest());
        let sealed = PuzzleStatement::MorpionBound { rule, moves: &self.game.moves[..from], histogram };
        let which = if best > moves { format!("so this game of {moves} is not the longest") } else { "as here".into() };
        self.args.proof.write(&sealed, || About {
            stem: format!("morpion-{stem}-from-{from}"),
            statement: statement.to_owned(),
            meaning: format!("{stem}, {rule}: after its first {from} moves a game has at most {best}, {which}"),
            positions: histogram.nodes(),
            solve_seconds,
        })
    }

    fn print(&self, counted: &Counted, seconds: f64, speed: f64, sealed: Option<&Sealed>) -> Result<(), Failure> {
        let histogram = &counted.histogram;
        let best = self.from + histogram.longest();
        let mut out = stdout().lock();
        writeln!(out, "c moves     positions")?;
        for (count, depth) in histogram.counts().iter().zip(self.from..) {
            writeln!(out, "c {depth:5}  {count:12}")?;
        }
        writeln!(out, "c {} nodes in {seconds:.2} s, {:.1} million a second", histogram.nodes(), speed / 1e6)?;
        writeln!(out, "c best {best}, in {} positions", histogram.at_longest())?;
        if best > self.game.moves.len() {
            writeln!(out, "c the game that was given has only {} moves", self.game.moves.len())?;
        }
        print_proof(&mut out, sealed)
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
            writeln!(out, "c the same command goes on from {}", escape::name(path))?;
        }
        writeln!(out, "s morpion {} {name} FROM {} UNKNOWN", self.game.rule, self.from)?;
        Ok(ExitCode::from(3))
    }

    fn whole_game(&self, continuation: &[Code]) -> Vec<Move> {
        self.game.moves[..self.from].iter().copied().chain(continuation.iter().map(|&code| decode(code))).collect()
    }
}

fn print_json(mut object: Value, counted: &Counted, longest: &[Move], sealed: Option<&Sealed>) -> Result<(), Failure> {
    object["nodes"] = json!(counted.histogram.nodes());
    object["best"] = json!(longest.len());
    object["at_best"] = json!(counted.histogram.at_longest());
    object["histogram"] = json!(counted.histogram.counts());
    object["longest"] = json!(longest.iter().map(ToString::to_string).collect::<Vec<_>>());
    add_proof(&mut object, sealed);
    writeln!(stdout(), "{object}")?;
    Ok(())
}

fn game_text(rule: Rule, moves: &[Move]) -> String {
    let mut text = format!("# variant: {rule}\n# moves: {}\n", moves.len());
    for step in moves {
        let _ = writeln!(text, "{step}");
    }
    text
}
