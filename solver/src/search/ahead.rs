//! Options found ahead of time, by threads beside the one that searches.
//!
//! One thread searches, alone with the book. Almost all its time goes into finding options, and what will be wanted is
//! foreseeable: the search asks its [`partner`](super::partner) for it. So it asks at a *desk* too, for the same and somewhat
//! more, and *helpers* find these options meanwhile and keep them ready. What the search wants and is ready, it takes; what
//! a helper has in hand it waits for, as a helper itself; all else it finds on its own.
//!
//! Why this is right: a helper sees nothing but the packed key of a land and hands back what [`Finder::find`] makes of
//! it, which depends on nothing else. It is handed over whole, under the lock, and entered in the book by the searching
//! thread at the moment when that would have found it itself. So the number of threads changes neither the lands and
//! their numbers, nor the order of the search, nor any fact.
//!
//! Threads that wait for each other wait for less than it takes to fall asleep and wake up, so they spin for a while first: 2%
//! less time on two idle cores, and more where other programs want the cores.
//!
//! What was tried before the search had a partner, each with less than 5% to gain: asking for 16 rivals instead of 5, or for what
//! lies deeper; ordering requests by odds fitted to other games; sharing the moves of one land between threads (each memo
//! then sees half of the moves); one memo for both threads, whose slots keep changing processors (a fifth slower); two
//! searches with one book (4% to 14% more expansions, twice the time in the book). And since: a desk that is told only what
//! the partner has taken up and the next few requests, which leaves helpers idle (1.5 times one thread).

use super::book::LandId;
use super::found::{Finder, Found};
use super::requests::{Doubt, Requests};
use crate::game::TooLarge;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Empty options kept for their memory.
const SPARE: usize = 16;

/// Looks at a signal before falling asleep: some 50 microseconds.
const SPINS: u32 = 2_000;

/// What becomes of the options of a land.
enum Job {
    InHand,
    Ready(Found),
}

#[derive(Default)]
struct State {
    jobs: FxHashMap<LandId, Job>,
    /// Lands whose options are asked for, with their packed keys.
    requests: Requests<Box<[u8]>>,
    /// Lands whose options have become ready, in that order; some have been taken since.
    ready: VecDeque<LandId>,
    ready_bytes: usize,
    spare: Vec<Found>,
    is_closed: bool,
}

impl State {
    /// Keeps options for the search; the oldest make room for them.
    fn put(&mut self, land: LandId, found: Found, allowance: usize) {
        self.ready_bytes += found.bytes();
        self.jobs.insert(land, Job::Ready(found));
        self.ready.push_back(land);
        while self.ready_bytes > allowance
            && let Some(oldest) = self.ready.pop_front()
        {
            if let Some(found) = self.take(oldest) {
                self.reuse(found);
            }
        }
    }

    fn take(&mut self, land: LandId) -> Option<Found> {
        if !matches!(self.jobs.get(&land), Some(Job::Ready(_))) {
            return None;
        }
        let Some(Job::Ready(found)) = self.jobs.remove(&land) else { return None };
        self.ready_bytes -= found.bytes();
        Some(found)
    }

    fn reuse(&mut self, found: Found) {
        if self.spare.len() < SPARE {
            self.spare.push(found);
        }
    }
}

/// Something that others wait for, again and again.
#[derive(Default)]
struct Signal {
    given: AtomicU32,
    sleepers: AtomicU32,
    bell: Condvar,
}

/// Where options are asked, found and taken.
pub struct Desk {
    state: Mutex<State>,
    /// Given when options are asked for, or the desk is closed.
    asked: Signal,
    /// Given when options are no longer in hand.
    done: Signal,
    /// Bytes that options which are ready may take.
    allowance: usize,
}

impl Desk {
    pub fn new(allowance: usize) -> Self {
        Desk { state: Mutex::default(), asked: Signal::default(), done: Signal::default(), allowance }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics at the desk")
    }

    /// Gives a signal, without the lock.
    fn give(&self, signal: &Signal) {
        signal.given.fetch_add(1, Ordering::SeqCst);
        if signal.sleepers.load(Ordering::SeqCst) > 0 {
            // Whoever is about to fall asleep has the lock until it sleeps.
            drop(self.lock());
            signal.bell.notify_all();
        }
    }

    /// Waits for a signal that is given after the lock is let go.
    fn wait<'d>(&'d self, state: MutexGuard<'d, State>, signal: &'d Signal) -> MutexGuard<'d, State> {
        let before = signal.given.load(Ordering::SeqCst);
        drop(state);
        for _ in 0..SPINS {
            if signal.given.load(Ordering::Relaxed) != before {
                return self.lock();
            }
            std::hint::spin_loop();
        }
        signal.sleepers.fetch_add(1, Ordering::SeqCst);
        let mut state = self.lock();
        while signal.given.load(Ordering::SeqCst) == before {
            state = signal.bell.wait(state).expect("nobody panics at the desk");
        }
        signal.sleepers.fetch_sub(1, Ordering::SeqCst);
        state
    }

    /// Asks for the options of lands given by their packed keys.
    pub fn ask<'k>(&self, lands: impl Iterator<Item = (LandId, &'k [u8], Doubt)>) {
        let mut state = self.lock();
        for (land, key, doubt) in lands {
            if !state.jobs.contains_key(&land) {
                state.requests.ask(land, doubt, key.into());
            }
        }
        drop(state);
        self.give(&self.asked);
    }

    /// Options that are wanted now, ready or not.
    pub fn options(&self, land: LandId, key: &[u8], finder: &mut Finder, found: &mut Found) -> Result<(), TooLarge> {
        let mut state = self.lock();
        while let Some(Job::InHand) = state.jobs.get(&land) {
            state = match self.serve(state, finder) {
                Ok(state) => state,
                Err(state) => self.wait(state, &self.done),
            };
        }
        if let Some(ready) = state.take(land) {
            state.reuse(std::mem::replace(found, ready));
            return Ok(());
        }
        state.requests.withdraw(land);
        drop(state);
        finder.find(key, found)
    }

    /// Finds options that are asked for, until the desk is closed.
    pub fn help(&self, finder: &mut Finder) {
        let mut state = self.lock();
        while !state.is_closed {
            state = match self.serve(state, finder) {
                Ok(state) => state,
                Err(state) if state.is_closed => state,
                Err(state) => self.wait(state, &self.asked),
            };
        }
    }

    /// Serves one request, without the lock meanwhile. Fails if there is none.
    fn serve<'d>(
        &'d self,
        mut state: MutexGuard<'d, State>,
        finder: &mut Finder,
    ) -> Result<MutexGuard<'d, State>, MutexGuard<'d, State>> {
        let Some((land, key)) = state.requests.next() else { return Err(state) };
        state.jobs.insert(land, Job::InHand);
        let mut found = state.spare.pop().unwrap_or_else(Found::with_room);
        drop(state);
        let mut in_hand = InHand { desk: self, land, found: None };
        // What is too large is left to the search to find out.
        if finder.find(&key, &mut found).is_ok() {
            in_hand.found = Some(found);
        }
        drop(in_hand);
        Ok(self.lock())
    }

    /// Opens the desk for as long as what is returned is kept.
    pub fn open(&self) -> Opening<'_> {
        Opening { desk: self }
    }
}

/// Sends the helpers home in the end, however that comes about: they are waited for.
pub struct Opening<'d> {
    desk: &'d Desk,
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.desk.lock().is_closed = true;
        self.desk.give(&self.desk.asked);
    }
}

/// Options that somebody is finding. Lays them down in the end, however that comes about: somebody may wait for them.
struct InHand<'d> {
    desk: &'d Desk,
    land: LandId,
    found: Option<Found>,
}

impl Drop for InHand<'_> {
    fn drop(&mut self) {
        let mut state = self.desk.lock();
        match self.found.take() {
            Some(found) => state.put(self.land, found, self.desk.allowance),
            None => {
                state.jobs.remove(&self.land);
            }
        }
        drop(state);
        self.desk.give(&self.desk.done);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Book;

    /// The packed keys of the start and of what can follow its first move.
    fn lands(book: &mut Book) -> Vec<LandId> {
        let start = book.land(b"\0\xfe\0\xfe\0\xfe\0\xfe\0\xfe\0\xfe\xff");
        let options = book.options(start).unwrap().to_vec();
        options.iter().flat_map(|option| book.lands_after(option).to_vec()).chain([start]).collect()
    }

    fn names(found: &Found) -> Vec<Vec<Vec<u8>>> {
        found.iter().map(|option| option.map(|land| land.key.to_vec()).collect()).collect()
    }

    #[test]
    fn what_is_found_ahead_is_what_would_be_found() {
        let mut book = Book::new();
        let lands = lands(&mut book);
        let mut finders = [(); 4].map(|()| Finder::default());
        for allowance in [0, 10_000, usize::MAX] {
            let desk = Desk::new(allowance);
            let [own, helpers @ ..] = &mut finders;
            std::thread::scope(|scope| {
                let _opening = desk.open();
                for helper in helpers {
                    scope.spawn(|| desk.help(helper));
                }
                let (mut found, mut expected) = (Found::default(), Found::default());
                for round in 0..3 {
                    desk.ask(
                        lands
                            .iter()
                            .enumerate()
                            .map(|(nth, &land)| (land, book.packed_key(land), nth % crate::search::requests::DOUBTS)),
                    );
                    for &land in &lands {
                        let key = book.packed_key(land);
                        desk.options(land, key, own, &mut found).unwrap();
                        own.find(key, &mut expected).unwrap();
                        assert_eq!(names(&found), names(&expected), "round {round}");
                        assert_eq!(found.raw_moves(), expected.raw_moves());
                    }
                    assert!(desk.lock().ready_bytes <= allowance);
                }
            });
        }
    }
}
