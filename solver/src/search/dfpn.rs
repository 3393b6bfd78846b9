//! Depth-first proof-number search on couples of a land and a nimber.
//!
//! A *couple* (L, k) stands for the sum of L and a nim-heap of k: the player to move loses it exactly when L has nimber
//! k. Its options are the options of L with the same k, and (L, j) for j < k. Nagai's df-pn keeps two numbers for every
//! couple, the effort to prove a win for the player to move and the effort to prove a loss, and always works on the
//! couple that decides the root soonest; thresholds let it stay in a subtree as long as that remains so.
//!
//! An option that is a sum of lands is never searched as a sum. Proven nimbers fold into k; if more than one land is
//! left, the nimbers of all but the hardest are settled first, each as a couple of its own (Lemoine and Viennot's way),
//! and the numbers of the sum are those of what remains to be settled.
//!
//! This file is the search seen from outside: it sets workers to a couple and makes room for them. What a worker does is
//! in [`super::worker`]; how an option comes down to couples in [`super::resolve`].

use super::book::{Book, LandId, Nimber};
use super::limits::{Limits, Listener, Stopped};
use super::numbers::{Couple, Ledger, Numbers, to_be_tested};
use super::resolve::{Resolved, resolve};
use super::worker::{Halt, Shared, State, Worker};
use crate::game::Engine;

/// After making room, memory is at most this full.
const ROOM: f64 = 0.6;

/// Attempts to make room, each with the share of couples that keep their options and numbers, and the lives from which
/// on exclusions are kept.
const ATTEMPTS: [(f64, u32); 5] = [(1.0, 0), (0.5, 0), (0.2, 12), (0.05, 18), (0.0, 30)];

pub struct Dfpn<'a, L> {
    pub book: &'a mut Book,
    ledger: Ledger,
    limits: Limits<'a>,
    listener: L,
    /// One for each thread beside the first, which uses the book's.
    helpers: Vec<Engine>,
    /// The lands asked about: the book may renumber them.
    roots: Vec<LandId>,
}

impl<'a, L: Listener + Send> Dfpn<'a, L> {
    pub fn new(book: &'a mut Book, limits: Limits<'a>, listener: L) -> Self {
        Dfpn { book, ledger: Ledger::default(), limits, listener, helpers: Vec::new(), roots: Vec::new() }
    }

    /// Works with so many threads.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.helpers.resize_with(threads.saturating_sub(1), Engine::new);
        self
    }

    /// Whether a sum of lands has this nimber.
    pub fn has_nimber(&mut self, lands: &[LandId], nimber: Nimber) -> Result<bool, Stopped> {
        self.roots = lands.to_vec();
        loop {
            match resolve(self.book, &self.ledger, &self.roots, nimber) {
                Resolved::Decided(numbers) => return Ok(numbers.loss == 0),
                Resolved::Couple(couple) => return Ok(self.settle(couple)?.loss == 0),
                Resolved::Sum { first, .. } => {
                    self.settle(first)?;
                }
            }
        }
    }

    /// The nimber of a sum of lands.
    pub fn nimber(&mut self, lands: &[LandId]) -> Result<Nimber, Stopped> {
        self.roots = lands.to_vec();
        let mut sum = 0;
        for nth in 0..lands.len() {
            sum ^= loop {
                let land = self.roots[nth];
                if let Some(nimber) = self.book.nimber(land) {
                    break nimber;
                }
                let nimber = to_be_tested(self.book, land);
                self.settle(Couple { land, nimber })?;
            };
        }
        Ok(sum)
    }

    /// Decides a couple of one of the roots.
    fn settle(&mut self, mut couple: Couple) -> Result<Numbers, Stopped> {
        loop {
            match self.work(couple) {
                Halt::Decided(numbers) => return Ok(numbers),
                Halt::Stopped(stopped) => return Err(stopped),
                Halt::Full => couple = self.make_room(couple)?,
            }
        }
    }

    /// Sets all workers to a couple.
    fn work(&mut self, couple: Couple) -> Halt {
        let mut engine = self.book.lend_engine();
        let state = State::new(self.book, &mut self.ledger, &mut self.listener, couple);
        let shared = Shared::new(state, self.limits, self.helpers.len() + 1);
        std::thread::scope(|scope| {
            for helper in &mut self.helpers {
                scope.spawn(|| Worker::new(&shared, helper).run(couple));
            }
            Worker::new(&shared, &mut engine).run(couple);
        });
        let halt = shared.halt();
        self.book.return_engine(engine);
        halt
    }

    /// Drops what is cheap to find again, until there is room to work in. Returns the couple as the book knows it now.
    fn make_room(&mut self, mut couple: Couple) -> Result<Couple, Stopped> {
        let limit = self.limits.memory.unwrap_or(usize::MAX) as f64;
        for (share, lives) in ATTEMPTS {
            let renumbered = self.ledger.collect(self.book, &self.roots, share, lives);
            for land in self.roots.iter_mut().chain([&mut couple.land]) {
                *land = renumbered[*land as usize];
            }
            if ((self.book.bytes() + self.ledger.bytes()) as f64) < ROOM * limit {
                return Ok(couple);
            }
        }
        Err(Stopped::MemoryFull)
    }
}
