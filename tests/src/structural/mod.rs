//! Structural mutants: certificates with a lie in them, put together as well as can be, and a judge that knows the truth.
//!
//! A mutant is not a file with a byte changed. It starts from a proof; claims, nimbers, replies, statements, closures, counts,
//! lands, moves, deals and histograms are changed; then text, compression, container and digest are made right again, so that
//! what is left to be found is the lie. Whether an accepted mutant is a lie is decided by [`judge`], from the rules.
//!
//! The same seed makes the same mutant, whatever was made before.

mod bases;
pub mod bytes;
pub mod fuzz;
mod gaps;
pub mod judge;
pub mod lands;
mod misere;
mod morpion;
mod nodes;
mod normal;
mod text;
mod variants;

use crate::drawn::SplitMix64;
use checker::{Checker, Error, Family, Settings};
use judge::Judge;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// A check that takes longer, in processor time, is a failure.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// The kinds of certificates that are changed.
pub const KINDS: [&str; 5] = ["normal", "misere", "variants", "morpion", "gaps"];

/// What became of the mutants of a kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub mutants: u64,
    /// Accepted, and true.
    pub accepted: u64,
    /// Cannot check, malformed, wrong step, not proven.
    pub refused: [u64; 4],
    pub slowest: Duration,
    /// Making, checking, judging.
    pub spent: [Duration; 3],
}

/// What is wrong with the checker, shown by a mutant.
#[derive(Debug)]
pub enum Failure {
    Lie(String),
    Panic,
    TooSlow(Duration),
    TooMuchMemory(usize),
}

/// Makes mutants, has them checked and judges.
pub struct Campaign {
    judge: Judge,
    normal: normal::Normal,
    misere: misere::Misere,
    variants: variants::Variants,
    morpion: morpion::Morpion,
    gaps: gaps::Gaps,
    /// Keeps the closures of misère play, which take most of the time. After 64 mutants all are found anew.
    checker: Checker,
    pub tallies: [Tally; KINDS.len()],
}

/// What a check costs: asked before and after each one.
pub trait Meter {
    fn start(&self);
    /// The most memory that was in use at once since the start, beside what was in use then.
    fn peak(&self) -> usize;
    /// The processor time of this thread, where the system tells it: other processes do not count.
    fn processor_time(&self) -> Duration;
}

/// The one place where the checker is asked: the line that it prints for a certificate, or why it refuses.
fn verify(checker: &Checker, file: &[u8]) -> Result<String, Error> {
    checker.verify(file, &Settings::default()).map(|verified| verified.statement.to_string())
}

impl Default for Campaign {
    fn default() -> Self {
        let mut judge = Judge::default();
        let normal = normal::Normal::new(&mut judge.lands);
        let misere = misere::Misere::new(&mut judge);
        let (variants, morpion, gaps) = (variants::Variants::new(), morpion::Morpion::new(), gaps::Gaps::new());
        let checker = Checker::default();
        Campaign { judge, normal, misere, variants, morpion, gaps, checker, tallies: Default::default() }
    }
}

impl Campaign {
    /// The mutant of a seed, and its kind.
    pub fn mutant(&mut self, seed: u64) -> (usize, Vec<u8>) {
        let mut random = SplitMix64::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let random = &mut random;
        let kind = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4, 4][random.below(20)];
        let mut file = match kind {
            0 => self.normal.mutant(&mut self.judge.lands, random),
            1 => self.misere.mutant(&mut self.judge, random),
            2 => self.variants.mutant(random),
            3 => self.morpion.mutant(random),
            _ => self.gaps.mutant(random),
        };
        if text::once_in(random, 24) {
            text::edit_container(random, &mut file);
        }
        (kind, file.seal())
    }

    /// Makes and judges the mutant of a seed. On a failure the file is given back, too.
    pub fn try_seed(&mut self, seed: u64, meter: &impl Meter, bound: usize) -> Result<(), (Failure, Vec<u8>)> {
        let made = Instant::now();
        let (kind, file) = self.mutant(seed);
        if seed.is_multiple_of(64) {
            self.checker = Checker::default();
        }
        meter.start();
        let (begun, before) = (Instant::now(), meter.processor_time());
        let answer = catch_unwind(AssertUnwindSafe(|| verify(&self.checker, &file)));
        let (elapsed, took, peak) = (begun.elapsed(), meter.processor_time().saturating_sub(before), meter.peak());
        let tally = &mut self.tallies[kind];
        tally.mutants += 1;
        tally.spent[0] += begun - made;
        tally.spent[1] += elapsed;
        tally.slowest = tally.slowest.max(took);
        let checked = Instant::now();
        let failure = match answer {
            Err(_) => Some(Failure::Panic),
            _ if took > PATIENCE => Some(Failure::TooSlow(took)),
            _ if peak > bound => Some(Failure::TooMuchMemory(peak)),
            Ok(Err(error)) => {
                tally.refused[error.family() as usize] += 1;
                None
            }
            Ok(Ok(line)) => {
                tally.accepted += 1;
                self.judge.judge(&file, &line).err().map(Failure::Lie)
            }
        };
        self.tallies[kind].spent[2] += checked.elapsed();
        failure.map_or(Ok(()), |failure| Err((failure, file)))
    }

    /// What became of the mutants so far, in a few lines.
    pub fn report(&self) -> String {
        let line = |(kind, tally): (&str, &Tally)| {
            let [unchecked, malformed, wrong, unproven] = tally.refused;
            let refused = format!("{unchecked} not checked, {malformed} malformed, {wrong} wrong, {unproven} unproven");
            let [made, checked, judged] = tally.spent.map(|spent| spent.as_micros() as u64 / tally.mutants.max(1));
            let times = format!("slowest {:.3?}, on average {made} + {checked} + {judged} µs", tally.slowest);
            format!("{kind}: {} mutants, {} accepted and true, {refused}; {times}", tally.mutants, tally.accepted)
        };
        KINDS.into_iter().zip(&self.tallies).map(line).collect::<Vec<_>>().join("\n")
    }
}

const _: () = assert!(Family::NotProven as usize == 3, "families are counted by their number");
