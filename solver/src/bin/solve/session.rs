//! Settling games with one memory, and reporting what was found.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::publish;
use crate::question::Question;
use crate::resources::peak_memory;
use crate::settle::{Answer, EngineName, INTERRUPTED, SettleArgs, Settled};
use crate::watcher::{Keeper, Watcher};
use serde_json::json;
use solver::facts;
use solver::files::{Stamp, write_atomically};
use solver::game::Land;
use solver::proof::{Effort, NoProof, Proof, Sealed, prove_small, seal};
use solver::search::{Book, Dfpn, Dfs, Limits, Nimber, Stopped};
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The memory that several games share, and where results go.
pub struct Session<'a> {
    args: &'a SettleArgs,
    book: Book,
    line: LiveLine,
    keeper: Keeper,
    loaded: usize,
    published: Vec<publish::Row>,
}

impl<'a> Session<'a> {
    pub fn open(args: &'a SettleArgs) -> Result<Self, Failure> {
        let mut book = Book::new();
        let mut loaded = 0;
        let stamp = args.facts.as_deref().and_then(Stamp::of);
        if let Some(path) = args.facts.as_ref().filter(|path| path.exists()) {
            loaded = facts::load(path, &mut book)?;
        }
        let published = args.published()?;
        let line = LiveLine::new(args.quiet, args.progress);
        let keeper = Keeper::new(args.facts.clone(), args.save_every, book.proven_count(), stamp);
        Ok(Session { args, book, line, keeper, loaded, published })
    }

    /// Settles games one after another until one is not settled.
    pub fn settle_all(mut self, questions: &[Question]) -> Result<ExitCode, Failure> {
        let code = self.settle_each(questions);
        // What was found is kept even if a certificate could not be written.
        let saved = self.keeper.save(&self.book);
        let code = code?;
        saved?;
        Ok(code)
    }

    fn settle_each(&mut self, questions: &[Question]) -> Result<ExitCode, Failure> {
        let mut undecided = false;
        for question in questions {
            // A game that the facts settle at once is not a reason to overlook Ctrl-C.
            let interrupted = INTERRUPTED.load(Ordering::Relaxed);
            match if interrupted { Err(Stopped::Interrupted) } else { self.settle(question)? } {
                Ok(settled) => self.report(settled)?,
                Err(stopped) => {
                    undecided = true;
                    self.report_stop(question, stopped)?;
                    break;
                }
            }
        }
        Ok(if undecided { ExitCode::from(3) } else { ExitCode::SUCCESS })
    }

    fn limits(&self, started: Instant) -> Limits<'static> {
        Limits {
            deadline: self.args.time_limit.map(|limit| started + limit),
            interrupt: Some(&INTERRUPTED),
            memory: self.args.resources.table_bytes(),
            ..Limits::default()
        }
    }

    /// Settles one game and proves it if that is wanted. Facts from a file are never taken at their word: with them the
    /// proof is made in any case.
    fn settle(&mut self, question: &Question) -> Result<Result<Settled, Stopped>, Failure> {
        let started = Instant::now();
        let limits = self.limits(started);
        let answer = self.search(question, limits);
        let answer = match answer {
            Ok(answer) => answer,
            Err(Stopped::TooLarge(error)) => {
                return Err(Failure::TooLarge { text: question.start.to_string(), error });
            }
            Err(stopped) => return Ok(Err(stopped)),
        };
        let solve_seconds = started.elapsed().as_secs_f64();
        let wanted = self.args.wants_proof() || self.loaded > 0;
        let mut certificate = None;
        if wanted {
            match self.certify(question, answer, limits)? {
                Ok(made) => certificate = Some(made),
                Err(stopped) => return Ok(Err(stopped)),
            }
        }
        Ok(Ok(Settled { question: question.clone(), answer, solve_seconds, certificate }))
    }

    fn search(&mut self, question: &Question, limits: Limits) -> Result<Answer, Stopped> {
        let lands = self.book.position(&question.start);
        if self.args.engine == EngineName::Dfs {
            return Dfs::new(&mut self.book, limits).is_lost(&lands).map(Answer::outcome);
        }
        let before = self.book.expansions();
        let title = question.to_string();
        let watcher = Watcher::new(&mut self.line, &mut self.keeper, title, limits.memory, before);
        let mut search = Dfpn::new(&mut self.book, limits, watcher).with_threads(self.args.resources.threads());
        if self.args.nimber {
            search.nimber(&lands).map(Answer::Nimber)
        } else {
            search.has_nimber(&lands, 0).map(Answer::outcome)
        }
    }

    fn certify(
        &mut self,
        question: &Question,
        answer: Answer,
        limits: Limits,
    ) -> Result<Result<(Proof, Sealed), Stopped>, Failure> {
        // The proof is laid out in a book of its own: make room for it.
        if limits.memory.is_some_and(|limit| self.book.bytes() > limit / 2) {
            self.book.keep_facts();
        }
        // Proving again what facts do not support is done in a book that must not be renumbered.
        let limits = Limits { memory: None, ..limits };
        let mut facts: Vec<(Land, Nimber)> =
            self.book.facts().map(|(key, nimber)| (Land::from_key(key), nimber)).collect();
        let shrinking = !self.args.shrink.is_zero();
        let deadline = shrinking.then(|| Instant::now() + self.args.shrink);
        let effort = Effort {
            limits: Limits { deadline, interrupt: Some(&INTERRUPTED), ..Limits::default() },
            rounds: if shrinking { self.args.shrink_rounds } else { Some(0) },
            seed: self.args.seed,
        };
        let folder = self.args.emit_proofs.as_deref().filter(|_| shrinking);
        let earlier = folder.map_or(Vec::new(), |folder| publish::claims(folder, question));
        let line = &mut self.line;
        let title = question.to_string();
        let report = |claims: usize| line.show(&format!("{title}: proof of {claims} claims"));
        let start = &question.start;
        let proof = match prove_small(&mut facts, &earlier, start, answer.goal(), limits, effort, report) {
            Ok(proof) => proof,
            Err(NoProof::Stopped(stopped)) => return Ok(Err(stopped)),
            Err(no_proof) => return Err(Failure::NoProof(no_proof)),
        };
        for (land, nimber) in &facts {
            let land = self.book.land(land.key());
            if self.book.nimber(land).is_none() {
                self.book.set_nimber(land, *nimber);
            }
        }
        let sealed = seal(&proof, self.args.nimber);
        Ok(Ok((proof, sealed)))
    }

    fn report(&mut self, settled: Settled) -> Result<(), Failure> {
        self.line.clear();
        if let (Some(path), Some((_, sealed))) = (&self.args.emit_proof, &settled.certificate) {
            write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        if let (Some(folder), Some((proof, sealed))) = (&self.args.emit_proofs, &settled.certificate) {
            let candidate = publish::Candidate {
                play: publish::Play::Normal,
                spots: settled.question.spots,
                result: settled.answer.words(),
                claims: proof.claims.len(),
                replies: proof.replies.len(),
                sealed,
                solve_seconds: settled.solve_seconds,
            };
            let row = publish::certificate(folder, &candidate, &self.published)?;
            publish::record(folder, &mut self.published, row)?;
        }
        let mut out = stdout().lock();
        if self.args.json {
            writeln!(out, "{}", self.as_json(&settled))?;
            return Ok(());
        }
        let book = &self.book;
        writeln!(
            out,
            "c {} solved in {:.2} s; so far {} expansions, {} lands, {} facts",
            settled.question,
            settled.solve_seconds,
            book.expansions(),
            book.land_count(),
            book.proven_count()
        )?;
        if let Some((proof, sealed)) = &settled.certificate {
            writeln!(
                out,
                "c proof: {} claims, {} replies, {} bytes, blake3 {}",
                proof.claims.len(),
                proof.replies.len(),
                sealed.bytes.len(),
                sealed.digest
            )?;
        }
        writeln!(out, "s {} normal {}", settled.question, settled.answer.words())?;
        Ok(())
    }

    fn as_json(&self, settled: &Settled) -> serde_json::Value {
        let mut object = json!({
            "game": "sprouts",
            "play": "normal",
            "position": settled.question.start.to_string(),
            "spots": settled.question.spots,
            "result": settled.answer.words(),
            "solve_seconds": settled.solve_seconds,
            "expansions": self.book.expansions(),
            "raw_moves": self.book.raw_moves(),
            "lands": self.book.land_count(),
            "facts": self.book.proven_count(),
            "threads": self.args.resources.threads(),
            "peak_bytes": peak_memory(),
        });
        if let Some((proof, sealed)) = &settled.certificate {
            object["proof"] = json!({
                "claims": proof.claims.len(),
                "replies": proof.replies.len(),
                "bytes": sealed.bytes.len(),
                "blake3": sealed.digest.to_string(),
            });
        }
        object
    }

    fn report_stop(&mut self, question: &Question, stopped: Stopped) -> Result<(), Failure> {
        self.line.clear();
        let mut out = stdout().lock();
        if self.args.json {
            let object = json!({ "game": "sprouts", "play": "normal", "position": question.start.to_string(),
                "spots": question.spots, "result": "UNKNOWN", "reason": stopped.to_string() });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        let book = &self.book;
        let (lands, known) = (book.land_count(), book.proven_count());
        writeln!(out, "c {stopped} after {} expansions, {lands} lands, {known} facts", book.expansions())?;
        writeln!(out, "s {question} normal UNKNOWN")?;
        Ok(())
    }
}
