//! `solve gaps`: can a deal of the solitaire Gaps be won?

mod args;
mod experiment;

pub use args::GapsArgs;

use crate::commands::puzzles::{ProofOutput, proof_words};
use crate::failure::Failure;
use crate::flags::numbers::{grouped, percentage};
use crate::interrupt::{self, Guard};
use crate::publishing::puzzles::About;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use args::{Mode, TableSize, VariantName};
use certificate::{Certificate, Sealed};
use experiment::experiment;
use puzzles::certificates::{deal_name, gaps_unwinnable, gaps_winnable};
use puzzles::gaps::{self, Deal, End, Fingerprint, Found, MemoryKind, Method, Variant};
use puzzles::incremental::Passing;
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;

pub fn run(args: &GapsArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    if args.experiment {
        return experiment(args);
    }
    let session = Session::open(args)?;
    if let Some(path) = &args.deal {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::Read { path: path.clone(), error })?;
        let deal = text.parse().map_err(|error| Failure::Request(format!("{}: {error}", path.display())))?;
        return session.one(&deal);
    }
    let first = args.seed.unwrap_or(1);
    match args.count {
        None => session.one(&Deal::from_seed(args.ranks, first)),
        Some(count) => session.many(first, count),
    }
}

/// How deals are searched.
struct Session<'a> {
    args: &'a GapsArgs,
    variant: Variant,
    method: Method,
    guard: Guard,
    proof: ProofOutput,
    printer: Printer,
}

/// Positions beyond which a line is shortened by its own positions only.
const SHORTEN_LIMIT: usize = 3_000_000;

impl<'a> Session<'a> {
    fn open(args: &'a GapsArgs) -> Result<Self, Failure> {
        let variant = match args.variant {
            VariantName::Basic => Variant::Basic,
            VariantName::Common => Variant::Common,
        };
        if variant == Variant::Common && (args.mode == Mode::Incremental || args.table != TableSize::All) {
            return Err(Failure::Usage(
                "the common variant has cycles: the search would not end without a table of all positions",
            ));
        }
        let memory = match args.table {
            TableSize::All => MemoryKind::Complete,
            TableSize::Bits(bits) => MemoryKind::Bits(bits, args.keep.into()),
        };
        let method = match args.mode {
            Mode::Table => Method { passing: Passing::Nothing, memory },
            Mode::Incremental if args.table != TableSize::All => {
                return Err(Failure::Usage("--mode incremental uses no table: no --table"));
            }
            Mode::Incremental => Method { passing: Passing::Published, memory: MemoryKind::None },
            // Without cycles every position after a skipped move is finished: there is nothing to look up.
            Mode::Both if variant == Variant::Basic => Method { passing: Passing::Published, memory },
            Mode::Both => Method { passing: Passing::Finished, memory },
        };
        if args.proof.is_wanted() && method.memory != MemoryKind::Complete {
            return Err(Failure::Usage(
                "--emit-proof counts positions: it needs the table of all of them (--table all)",
            ));
        }
        let proof = args.proof.probe()?;
        let printer = Printer::beside(&args.report, proof.file());
        Ok(Session { args, variant, method, guard: Guard::new(&args.limits), proof, printer })
    }

    fn search(&self, deal: &Deal, title: &str, line: &mut LiveLine, fingerprint: Option<&mut Fingerprint>) -> Found {
        let limit = self.args.max_nodes.unwrap_or(u64::MAX);
        let mut go_on = |nodes| {
            line.update(|| vec![title.into(), format!("{} positions searched", grouped(nodes))]);
            nodes < limit && self.guard.check().is_ok()
        };
        gaps::search(self.variant, deal, self.method, self.args.first_win, fingerprint, &mut go_on)
    }

    fn one(&self, deal: &Deal) -> Result<ExitCode, Failure> {
        let started = Instant::now();
        let mut live = LiveLine::new(&self.args.report);
        live.begin(self.args.limits.time_limit);
        let mut fingerprint = Fingerprint::default();
        let wanted = self.args.proof.is_wanted().then_some(&mut fingerprint);
        let found = self.search(deal, "gaps", &mut live, wanted);
        live.clear();
        let line = found.line.as_ref().map(|line| gaps::shorten(self.variant, deal, line, SHORTEN_LIMIT));
        let seconds = started.elapsed().as_secs_f64();
        let certificate = self.certificate(deal, &found, line.as_deref(), fingerprint);
        let sealed = certificate.and_then(|certificate| self.proof.seal(&certificate));
        let written =
            self.proof.write(sealed.as_ref(), || self.about(deal, &found, line.as_ref().map(Vec::len), seconds));
        self.report(deal, &found, line.as_deref(), sealed.as_ref(), seconds)?;
        written?;
        Ok(if result(&found) == "UNKNOWN" { ExitCode::from(3) } else { ExitCode::SUCCESS })
    }

    /// A certificate of what was found, if anything was.
    fn certificate(
        &self,
        deal: &Deal,
        found: &Found,
        line: Option<&[gaps::Move]>,
        fingerprint: Fingerprint,
    ) -> Option<Certificate> {
        match line {
            Some(line) => Some(gaps_winnable(self.variant, deal, line)),
            None if found.end == End::Complete => Some(gaps_unwinnable(self.variant, deal, found.nodes, fingerprint)),
            None => None,
        }
    }

    /// A deal and what was found, for a table. The length is that of a line that wins.
    fn about(&self, deal: &Deal, found: &Found, length: Option<usize>, solve_seconds: f64) -> About {
        let (variant, ranks) = (self.variant, deal.ranks());
        let (meaning, positions) = match length {
            Some(length) => (format!("can be won, in {length} moves"), length as u64 + 1),
            None => ("cannot be won".into(), found.nodes),
        };
        let which = self.args.deal.as_ref().and_then(|path| path.file_stem()).unwrap_or_default().to_string_lossy();
        let which = if which.is_empty() { format!("deal-{}", self.args.seed.unwrap_or(1)) } else { which.into() };
        About {
            stem: format!("gaps-{variant}-{ranks:02}-{which}"),
            statement: self.statement(deal, found),
            meaning: format!("{which} of {ranks} ranks, {variant} variant: {meaning}"),
            positions,
            solve_seconds,
        }
    }

    fn statement(&self, deal: &Deal, found: &Found) -> String {
        format!("gaps {} {} {} {}", self.variant, deal.ranks(), deal_name(self.variant, deal), result(found))
    }

    fn report(
        &self,
        deal: &Deal,
        found: &Found,
        line: Option<&[gaps::Move]>,
        sealed: Option<&Sealed>,
        seconds: f64,
    ) -> Result<(), Failure> {
        let written: Option<Vec<String>> = line.map(|line| line.iter().map(|step| move_text(step, deal)).collect());
        let sentence = sentence(found, written.as_ref().map(Vec::len));
        let printer = &self.printer;
        if printer.is_json() {
            let rows: Vec<String> = deal.to_string().lines().map(String::from).collect();
            return printer.object(&json::object(
                "gaps",
                json!({
                    "game": "gaps",
                    "variant": self.variant.to_string(),
                    "ranks": deal.ranks(),
                    "seed": self.args.seed,
                    "name": deal_name(self.variant, deal),
                    "deal": rows,
                    "result": result(found),
                    "sentence": sentence,
                    "nodes": found.nodes,
                    "complete": found.end == End::Complete,
                    "line": written,
                    "seconds": seconds,
                    "proof": self.proof.object(sealed),
                }),
            ));
        }
        for row in deal.to_string().lines() {
            printer.comment(row)?;
        }
        let extent = match found.end {
            End::Complete => "all positions",
            End::AtWin => "up to the first win",
            End::Stopped => "stopped",
        };
        printer.comment(&format!("{} nodes ({extent}) in {seconds:.2} s", found.nodes))?;
        if let Some(written) = written {
            printer.comment(&format!("won in {} moves: {}", written.len(), written.join(" ")))?;
        }
        if let Some(sealed) = sealed {
            printer.comment(&proof_words(sealed))?;
        }
        printer.verdict(&sentence, &self.statement(deal, found))
    }

    /// Many deals, and how many of them can be won.
    fn many(&self, first: u64, count: u64) -> Result<ExitCode, Failure> {
        let mut live = LiveLine::new(&self.args.report);
        let printer = &self.printer;
        let (mut done, mut won) = (0u64, 0u64);
        for seed in first..first.saturating_add(count) {
            let started = Instant::now();
            let deal = Deal::from_seed(self.args.ranks, seed);
            let found = self.search(&deal, &format!("deal {seed}"), &mut live, None);
            live.clear();
            let result = result(&found);
            if printer.is_json() {
                printer.object(&json::object(
                    "gaps",
                    json!({
                        "game": "gaps",
                        "variant": self.variant.to_string(),
                        "ranks": deal.ranks(),
                        "seed": seed,
                        "name": deal_name(self.variant, &deal),
                        "deal": null,
                        "result": result,
                        "sentence": sentence(&found, None),
                        "nodes": found.nodes,
                        "complete": found.end == End::Complete,
                        "line": null,
                        "seconds": started.elapsed().as_secs_f64(),
                        "proof": null,
                    }),
                ))?;
            } else {
                printer.comment(&format!("deal {seed}: {result}, {} nodes", found.nodes))?;
            }
            if result != "UNKNOWN" {
                done += 1;
                won += u64::from(result == "WINNABLE");
            }
            if self.guard.check().is_err() {
                break;
            }
        }
        if !printer.is_json() {
            let (variant, ranks, share) = (self.variant, self.args.ranks, percentage(won, done));
            let sentence = format!("{won} of the {done} deals from number {first} on can be won ({share}).");
            let statement = format!("gaps {variant} {ranks} deals from {first}: {won} of {done} WINNABLE, {share}");
            printer.verdict(&sentence, &statement)?;
        }
        Ok(if done == count { ExitCode::SUCCESS } else { ExitCode::from(3) })
    }
}

/// The result in words. The length is that of a line that wins.
fn sentence(found: &Found, length: Option<usize>) -> String {
    match (result(found), length) {
        ("WINNABLE", Some(length)) => format!("WINNABLE: this deal can be won, in {length} moves."),
        ("WINNABLE", None) => "WINNABLE: this deal can be won.".into(),
        ("UNWINNABLE", _) => "UNWINNABLE: no play wins this deal.".into(),
        _ => "UNKNOWN: whether this deal can be won was not found out: the search was stopped.".into(),
    }
}

fn result(found: &Found) -> &'static str {
    match (&found.line, found.end) {
        (Some(_), _) => "WINNABLE",
        (None, End::Complete) => "UNWINNABLE",
        (None, _) => "UNKNOWN",
    }
}

fn move_text(step: &gaps::Move, deal: &Deal) -> String {
    let (row, column) = (step.to / deal.ranks() + 1, step.to % deal.ranks() + 1);
    format!("{}:{row}.{column}", gaps::letters(step.card))
}
