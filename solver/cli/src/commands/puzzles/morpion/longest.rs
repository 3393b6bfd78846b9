//! `solve morpion --from K`: the complete search, its progress, its state on disk and its results.

use super::args::MorpionArgs;
use crate::commands::puzzles::{ProofOutput, proof_words};
use crate::failure::Failure;
use crate::flags::numbers::grouped;
use crate::interrupt::{self, Guard};
use crate::outputs::write;
use crate::publishing::puzzles::About;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use certificate::Sealed;
use puzzles::certificates::{game_name, morpion_bound};
use puzzles::morpion::{self, Board, Code, Counted, Game, Histogram, Move, Rule, Split, State, decode};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::ExitCode;
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
    guard: Guard,
    proof: ProofOutput,
    printer: Printer,
}

pub fn longest(args: &MorpionArgs, game: &Game, from: usize) -> Result<ExitCode, Failure> {
    interrupt::listen();
    args.threads.warn(&args.report);
    let proof = args.proof.probe()?;
    let printer = Printer::beside(&args.report, proof.file());
    let off_paper = |error: morpion::OffPaper| Failure::Request(error.to_string());
    let (board, _) = game.play(from).expect("a game's moves are legal");
    let started = Instant::now();
    let mut nodes_before = 0;
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
    let guard = Guard::new(&args.limits);
    let task = Task { args, game, from, board, split, started, nodes_before, guard, proof, printer };
    task.search(&mut state)?.map_err(off_paper)?;
    task.save(&state)?;
    task.report(&state)
}

impl Task<'_> {
    fn search(&self, state: &mut State) -> Result<Result<(), morpion::OffPaper>, Failure> {
        let args = self.args;
        let threads = args.threads.count();
        let mut line = LiveLine::new(&args.report);
        line.begin(args.limits.time_limit);
        let mut saved = Instant::now();
        let mut failure = None;
        let result = morpion::run(&self.board, &self.split, state, threads, |state| {
            line.show(&self.status(state));
            if saved.elapsed() >= args.save_every {
                saved = Instant::now();
                failure = self.save(state).err();
            }
            failure.is_none() && self.guard.check().is_ok()
        });
        failure.map_or(Ok(result), Err)
    }

    /// How far it is, and how far it may be: what the finished tasks let expect, with one standard error.
    fn status(&self, state: &State) -> Vec<String> {
        let (nodes, tasks) = (state.nodes(), self.split.tasks.len());
        let best = self.from + state.longest(&self.split);
        let mut parts = vec![
            "morpion".into(),
            format!("{} of {tasks} parts done", state.sample.tasks),
            format!("best {best}"),
            format!("{} positions", grouped(nodes)),
        ];
        if let Some((all, error)) = state.sample.estimate(tasks) {
            let rate = (nodes - self.nodes_before) as f64 / self.started.elapsed().as_secs_f64();
            let left = (all - nodes as f64).max(0.0) / rate.max(1.0);
            parts.insert(1, format!("about {left:.0} s more"));
            parts.push(format!("expect {all:.2e} ± {error:.1e} positions"));
        }
        parts
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
        if !state.is_finished(&self.split) {
            return self.report_stop(state, &name, seconds, speed);
        }
        let histogram = &state.counted.histogram;
        let best = self.from + histogram.longest();
        let statement = format!("morpion {} {name} FROM {} BEST {best}", game.rule, self.from);
        let sealed = self.proof.seal(&morpion_bound(game.rule, &game.moves[..self.from], histogram));
        let longest = self.whole_game(&state.counted.longest);
        let written = self.write(histogram, &longest, &statement, sealed.as_ref(), seconds);
        let sentence = format!("BEST {best}: after its first {} moves no game has more than {best} moves.", self.from);
        if self.printer.is_json() {
            let moves: Vec<String> = longest.iter().map(ToString::to_string).collect();
            let mut object = self.object(&name, seconds, speed);
            object["result"] = json!("BEST");
            object["sentence"] = json!(sentence);
            object["nodes"] = json!(histogram.nodes());
            object["best"] = json!(best);
            object["at_best"] = json!(histogram.at_longest());
            object["histogram"] = json!(histogram.counts());
            object["longest"] = json!(moves);
            object["proof"] = self.proof.object(sealed.as_ref());
            self.printer.object(&object)?;
        } else {
            self.print(&state.counted, seconds, speed, sealed.as_ref())?;
            self.printer.verdict(&sentence, &statement)?;
        }
        written?;
        Ok(ExitCode::SUCCESS)
    }

    /// The fields that a finished search and a stopped one have in common; the others are unknown at first.
    fn object(&self, name: &str, seconds: f64, speed: f64) -> Value {
        json::object(
            "morpion search",
            json!({
                "game": "morpion",
                "rules": self.game.rule.to_string(),
                "name": name,
                "moves": self.game.moves.len(),
                "from": self.from,
                "result": "UNKNOWN",
                "sentence": null,
                "reason": null,
                "nodes": null,
                "best": null,
                "at_best": null,
                "histogram": null,
                "longest": null,
                "seconds": seconds,
                "nodes_per_second": speed,
                "proof": null,
            }),
        )
    }

    /// Writes the certificate, a longest game and its picture, where they are wanted.
    fn write(
        &self,
        histogram: &Histogram,
        longest: &[Move],
        statement: &str,
        sealed: Option<&Sealed>,
        solve_seconds: f64,
    ) -> Result<(), Failure> {
        let (from, moves, rule) = (self.from, self.game.moves.len(), self.game.rule);
        let (stem, best) = (self.args.stem(), from + histogram.longest());
        let which = if best > moves { format!("so this game of {moves} is not the longest") } else { "as here".into() };
        self.proof.write(sealed, || About {
            stem: format!("morpion-{stem}-from-{from}"),
            statement: statement.to_owned(),
            meaning: format!("{stem}, {rule}: after its first {from} moves a game has at most {best}, {which}"),
            positions: histogram.nodes(),
            solve_seconds,
        })?;
        if let Some(path) = &self.args.save {
            write(path, game_text(rule, longest).as_bytes())?;
        }
        self.args.draw(longest, from, rule)
    }

    fn print(&self, counted: &Counted, seconds: f64, speed: f64, sealed: Option<&Sealed>) -> Result<(), Failure> {
        let histogram = &counted.histogram;
        let best = self.from + histogram.longest();
        let printer = &self.printer;
        printer.comment("moves     positions")?;
        for (count, depth) in histogram.counts().iter().zip(self.from..) {
            printer.comment(&format!("{depth:5}  {count:12}"))?;
        }
        let (nodes, millions) = (histogram.nodes(), speed / 1e6);
        printer.comment(&format!("{nodes} nodes in {seconds:.2} s, {millions:.1} million a second"))?;
        printer.comment(&format!("best {best}, in {} positions", histogram.at_longest()))?;
        if best > self.game.moves.len() {
            printer.comment(&format!("the game that was given has only {} moves", self.game.moves.len()))?;
        }
        sealed.map_or(Ok(()), |sealed| printer.comment(&proof_words(sealed)))
    }

    fn report_stop(&self, state: &State, name: &str, seconds: f64, speed: f64) -> Result<ExitCode, Failure> {
        let best = self.from + state.longest(&self.split);
        let reason = self.guard.check().map_or_else(|stopped| stopped.to_string(), |()| "interrupted".into());
        let sentence = format!("UNKNOWN: how far this game can go was not found out: {reason}.");
        let printer = &self.printer;
        if printer.is_json() {
            let mut object = self.object(name, seconds, speed);
            object["sentence"] = json!(sentence);
            object["reason"] = json!(reason);
            object["nodes"] = json!(state.nodes());
            object["best"] = json!(best);
            printer.object(&object)?;
            return Ok(ExitCode::from(3));
        }
        printer.comment(&format!("{reason} after {} nodes; best so far {best}", state.nodes()))?;
        if let Some(path) = &self.args.checkpoint {
            printer.comment(&format!(
                "state saved in {0}; the same command goes on from there",
                common::escape::name(path)
            ))?;
        }
        printer.verdict(&sentence, &format!("morpion {} {name} FROM {} UNKNOWN", self.game.rule, self.from))?;
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
