//! Games solved one after the other in normal play, and the reports about them.

use crate::failure::Failure;
use crate::progress::LiveLine;
use crate::publish;
use crate::question::Question;
use crate::resources::peak_memory;
use crate::settle::{INTERRUPTED, SettleArgs, Settled};
use common::files::write_atomically;
use search::common::listener::Progress;
use search::normal::{Limits, Stopped};
use search::session::{self, Event, Play, Query, SessionError, Shrinking};
use serde_json::json;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// The memory that several games share, and where results go.
pub struct Session<'a> {
    args: &'a SettleArgs,
    session: Box<dyn session::Session>,
    line: LiveLine,
    published: Vec<publish::Row>,
}

impl<'a> Session<'a> {
    pub fn open(args: &'a SettleArgs) -> Result<Self, Failure> {
        let settings = args.settings(Play::Normal, args.resources.table_bytes(), 0);
        let session = session::open(settings, Limits::default(), &mut |_| ())?;
        let published = args.published()?;
        Ok(Session { args, session, line: LiveLine::new(args.quiet, args.progress), published })
    }

    /// Solves games one after another until one is not solved.
    pub fn settle_all(mut self, questions: &[Question]) -> Result<ExitCode, Failure> {
        let mut undecided = false;
        for question in questions {
            // A game that the facts decide at once is not a reason to overlook Ctrl-C.
            let interrupted = INTERRUPTED.load(Ordering::Relaxed);
            match if interrupted { Err(Stopped::Interrupted.into()) } else { self.settle(question) } {
                Ok(settled) => self.report(settled)?,
                Err(SessionError::Stopped(Stopped::TooLarge(error))) => {
                    return Err(Failure::TooLarge { text: question.start.to_string(), error });
                }
                Err(SessionError::Stopped(stopped)) => {
                    undecided = true;
                    self.report_stop(question, stopped)?;
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        self.session.save()?;
        Ok(if undecided { ExitCode::from(3) } else { ExitCode::SUCCESS })
    }

    /// Solves one game and proves it if that is wanted.
    fn settle(&mut self, question: &Question) -> Result<Settled, SessionError> {
        let started = Instant::now();
        let limits = self.args.limits(started);
        let query = if self.args.nimber { Query::Nimber } else { Query::Outcome };
        let title = question.to_string();
        let (before, memory) = (self.session.counts().expansions, self.args.resources.table_bytes());
        let line = &mut self.line;
        let mut events = |event| match event {
            Event::Search(now) => line.update(|| progress(&title, now, before, memory, started)),
            Event::Claims(claims) => line.show(&format!("{title}: proof of {claims} claims")),
            Event::Closure | Event::Extraction => {}
        };
        let answer = self.session.solve(&question.start, query, limits, &mut events)?;
        let solve_seconds = started.elapsed().as_secs_f64();
        let mut certificate = None;
        if self.args.wants_proof() || self.session.owes_proof() {
            let folder = self.args.emit_proofs.as_deref().filter(|_| !self.args.shrink.is_zero());
            let earlier = folder.map_or(Vec::new(), |folder| publish::claims(folder, question));
            let (time, rounds, seed) = (self.args.shrink, self.args.shrink_rounds, self.args.seed);
            let shrinking = Shrinking { time, rounds, seed, earlier };
            let made = self.session.prove(&question.start, answer, limits, &shrinking, &mut events)?;
            certificate = Some((made.seal(), made));
        }
        Ok(Settled { question: question.clone(), answer, solve_seconds, certificate })
    }

    fn report(&mut self, settled: Settled) -> Result<(), Failure> {
        self.line.clear();
        if let (Some(path), Some((sealed, _))) = (&self.args.emit_proof, &settled.certificate) {
            write_atomically(path, &sealed.bytes).map_err(|error| Failure::Write { path: path.clone(), error })?;
        }
        if let (Some(folder), Some((sealed, proof))) = (&self.args.emit_proofs, &settled.certificate) {
            let candidate = publish::Candidate {
                play: publish::Play::Normal,
                spots: settled.question.spots,
                result: settled.answer.to_string(),
                claims: proof.claims,
                replies: proof.replies,
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
        let counts = self.session.counts();
        writeln!(
            out,
            "c {} solved in {:.2} s; so far {} expansions, {} lands, {} facts",
            settled.question, settled.solve_seconds, counts.expansions, counts.lands, counts.facts
        )?;
        if let Some((sealed, proof)) = &settled.certificate {
            writeln!(
                out,
                "c proof: {} claims, {} replies, {} bytes, blake3 {}",
                proof.claims,
                proof.replies,
                sealed.bytes.len(),
                sealed.digest
            )?;
        }
        writeln!(out, "s {} normal {}", settled.question, settled.answer)?;
        Ok(())
    }

    fn as_json(&self, settled: &Settled) -> serde_json::Value {
        let counts = self.session.counts();
        let mut object = json!({
            "game": "sprouts",
            "play": "normal",
            "position": settled.question.start.to_string(),
            "spots": settled.question.spots,
            "result": settled.answer.to_string(),
            "solve_seconds": settled.solve_seconds,
            "expansions": counts.expansions,
            "raw_moves": counts.raw_moves,
            "lands": counts.lands,
            "facts": counts.facts,
            "threads": self.args.resources.threads(),
            "peak_bytes": peak_memory(),
        });
        if let Some((sealed, proof)) = &settled.certificate {
            object["proof"] = json!({
                "claims": proof.claims,
                "replies": proof.replies,
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
        let counts = self.session.counts();
        let (expansions, lands, facts) = (counts.expansions, counts.lands, counts.facts);
        writeln!(out, "c {stopped} after {expansions} expansions, {lands} lands, {facts} facts")?;
        writeln!(out, "s {question} normal UNKNOWN")?;
        Ok(())
    }
}

/// A progress line of the search.
fn progress(title: &str, now: Progress, before: u64, memory: Option<usize>, started: Instant) -> String {
    let rate = (now.expansions - before) as f64 / started.elapsed().as_secs_f64().max(0.001);
    let megabytes = now.bytes >> 20;
    let load = match memory {
        Some(limit) => format!("{megabytes} MB ({}% of what is allowed)", now.bytes * 100 / limit.max(1)),
        None => format!("{megabytes} MB"),
    };
    format!(
        "{title}: win {} loss {} to go, {} facts, {} lands, {load}, {} expansions, {rate:.0}/s",
        now.root.pn, now.root.dn, now.facts, now.lands, now.expansions
    )
}
