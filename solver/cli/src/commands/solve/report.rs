//! The reports of `solve`: in words with an `s` line, or as JSON of the same shape for both plays.

use super::args::{AlgorithmName, SolveArgs};
use crate::failure::Failure;
use crate::flags::question::Question;
use crate::flags::resources::{peak_memory, processor_seconds};
use crate::outputs::Destination;
use crate::reporting::{Printer, json, words};
use certificate::{Certificate, Sealed};
use search::common::limits::Stopped;
use search::session::{Answer, Counts, Play};
use serde_json::{Value, json};
use sprouts::Outcome;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

/// A solved game with its certificate, if one was asked for.
pub struct Solved {
    pub question: Question,
    pub answer: Answer,
    pub solve_seconds: f64,
    pub proof_seconds: f64,
    /// Counters of the session when the game was solved.
    pub counts: Counts,
    /// Shared by all games that it proves.
    pub certificate: Option<Rc<(Sealed, Certificate)>>,
}

pub struct Report<'a> {
    args: &'a SolveArgs,
    printer: Printer,
    file: Option<Destination>,
}

impl<'a> Report<'a> {
    pub fn new(args: &'a SolveArgs, proof: Option<&Destination>) -> Self {
        Report { args, printer: Printer::beside(&args.report, proof), file: proof.cloned() }
    }

    fn play(&self) -> &'static str {
        match self.args.play() {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }

    pub fn exit_code(&self, answer: Answer) -> ExitCode {
        match outcome(answer) {
            _ if !self.args.sat_exit_codes => ExitCode::SUCCESS,
            Outcome::Win => ExitCode::from(10),
            Outcome::Loss => ExitCode::from(20),
        }
    }

    /// A solved game. The certificate of several games is told with the last of them.
    pub fn solved(&self, solved: &Solved, tells_proof: bool) -> Result<(), Failure> {
        let (question, answer, counts) = (&solved.question, solved.answer, solved.counts);
        let sentence = words::verdict(question, self.args.play(), answer);
        if self.printer.is_json() {
            return self.printer.object(&self.object(question, Some(solved), &sentence, None, counts));
        }
        self.read_as(question)?;
        let seconds = solved.solve_seconds;
        self.printer.comment(&format!("{question} solved in {seconds:.2} s; so far {}", self.effort(counts)))?;
        if let Some((sealed, certificate)) = solved.certificate.as_deref().filter(|_| tells_proof) {
            let claims = match self.args.play() {
                Play::Normal => "claims",
                Play::Misere => "lost nodes",
            };
            self.printer.comment(&format!(
                "proof: {} {claims}, {} replies, {} bytes, blake3 {}",
                certificate.claims,
                certificate.replies,
                sealed.bytes.len(),
                sealed.digest
            ))?;
        }
        self.printer.verdict(&sentence, &self.statement(question, answer))
    }

    /// A game that was not solved, with what was done and where it is kept.
    pub fn stopped(
        &self,
        question: &Question,
        stopped: Stopped,
        counts: Counts,
        started: Instant,
        is_saved: bool,
    ) -> Result<(), Failure> {
        let reason = stopped.to_string();
        let sentence = words::unknown(question, self.args.play(), &reason);
        if self.printer.is_json() {
            return self.printer.object(&self.object(question, None, &sentence, Some(&reason), counts));
        }
        self.read_as(question)?;
        let seconds = started.elapsed().as_secs_f64();
        let peak = peak_memory().map_or(String::new(), |bytes| format!("; at most {} MB at a time", bytes >> 20));
        self.printer.comment(&format!("{reason} after {seconds:.2} s, {}{peak}", self.effort(counts)))?;
        match &self.args.facts {
            Some(path) if is_saved => {
                let path = path.display();
                self.printer.comment(&format!("facts saved in {path}; the same command goes on from there"))?;
            }
            Some(_) => {}
            None if self.args.engine == AlgorithmName::Dfpn => {
                self.printer.comment("no facts were kept; with --facts FILE the same command could go on from here")?;
            }
            None => {}
        }
        self.printer.verdict(&sentence, &format!("{question} {} UNKNOWN", self.play()))
    }

    fn read_as(&self, question: &Question) -> Result<(), Failure> {
        match question.read_as {
            Some(notation) => self.printer.comment(&format!("position read in {notation} notation")),
            None => Ok(()),
        }
    }

    fn statement(&self, question: &Question, answer: Answer) -> String {
        format!("{question} {} {answer}", self.play())
    }

    fn effort(&self, counts: Counts) -> String {
        let Counts { expansions, lands, nodes, facts, .. } = counts;
        match (self.args.play(), self.args.engine) {
            (Play::Normal, _) => format!("{expansions} expansions, {lands} lands, {facts} facts"),
            (Play::Misere, AlgorithmName::Dfpn) => {
                format!("{expansions} expansions, {lands} lands, {nodes} nodes, {facts} of them lost")
            }
            (Play::Misere, AlgorithmName::DepthFirst) => format!("{nodes} positions"),
        }
    }

    fn object(
        &self,
        question: &Question,
        solved: Option<&Solved>,
        sentence: &str,
        reason: Option<&str>,
        counts: Counts,
    ) -> Value {
        let answer = solved.map(|solved| solved.answer);
        let (result, nimber) = match answer {
            None => ("UNKNOWN", None),
            Some(Answer::Outcome(outcome)) => (outcome.words(), None),
            Some(Answer::Nimber(nimber)) => ("NIMBER", Some(nimber)),
        };
        let certificate = solved.and_then(|solved| solved.certificate.as_deref());
        let sizes = certificate.map(|(_, certificate)| (certificate.claims, certificate.replies));
        let file = self.file.as_ref().map(Destination::path);
        json::object(
            "solve",
            json!({
                "game": "sprouts",
                "play": self.play(),
                "max_degree": 3,
                "spots": question.spots,
                "position": question.start.to_string(),
                "read_as": question.read_as.map(|notation| notation.to_string()),
                "result": result,
                "nimber": nimber,
                "winner": answer.map(|answer| words::side(outcome(answer))),
                "sentence": sentence,
                "statements": answer.iter().map(|answer| self.statement(question, *answer)).collect::<Vec<_>>(),
                "reason": reason,
                "solve_seconds": solved.map(|solved| solved.solve_seconds),
                "proof_seconds": certificate.and(solved).map(|solved| solved.proof_seconds),
                "search": {
                    "engine": match self.args.engine { AlgorithmName::Dfpn => "dfpn", AlgorithmName::DepthFirst => "depth-first" },
                    "threads": if self.args.engine == AlgorithmName::Dfpn { self.args.workers.count().unwrap_or(self.args.threads.count()) } else { 1 },
                    "expansions": counts.expansions,
                    "raw_moves": counts.raw_moves,
                    "lands": counts.lands,
                    "nodes": counts.nodes,
                    "facts": counts.facts,
                    "peak_bytes": peak_memory(),
                    "processor_seconds": processor_seconds(),
                },
                "proof": json::proof(certificate.map(|(sealed, _)| sealed), sizes, file),
            }),
        )
    }
}

/// Who wins, by the outcome or the nimber.
fn outcome(answer: Answer) -> Outcome {
    match answer {
        Answer::Outcome(outcome) => outcome,
        Answer::Nimber(0) => Outcome::Loss,
        Answer::Nimber(_) => Outcome::Win,
    }
}
