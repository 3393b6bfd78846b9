//! Options found ahead of time, by threads beside the one that searches.
//!
//! One thread searches, alone with the book, and does exactly what it would do by itself. Almost all its time goes into
//! finding options, and what it will want next is foreseeable: when it turns to a couple, the options that look nearly as
//! good as the best one follow sooner or later, four times out of five for the next best. So it *asks* for the options of such lands at a
//! desk, where *helpers* find them meanwhile and keep them ready. What it wants and is ready, it takes; what a helper has
//! in hand it waits for, as a helper itself; all else it finds on its own.
//!
//! Why this is right: a helper sees nothing but the packed key of a land and hands back what [`Finder::find`] makes of
//! it, which depends on nothing else. It is handed over whole, under the lock, and entered in the book by the searching
//! thread at the moment when that would have found it itself. So the number of threads changes neither the lands and
//! their numbers, nor the order of the search, nor any fact.
//!
//! What two threads lack to twice the speed of one is, for 15, 18 and 20 spots, in equal parts work in vain (a quarter of what the
//! helper finds is never wanted) and the price of working together: cold memory, options read from the other
//! processor, waiting. None of these changed the time by more than 5%, and what lessened the one part added to the other:
//!
//! - Asking for 16 rivals instead of 5; for what lies deeper, at the end of the best line below a rival; ordering requests by
//!   odds that were fitted to six other games; putting last, or dropping, what was asked during the work on a couple that has
//!   been left (every second one is wanted, of the others four in five) or decided (one in four, but there are few).
//! - Sharing the curves of one land, from both ends, with the helper leaving what it does ahead whenever the search finds
//!   options itself: 5% of the moves were made in vain instead of 16%, but each memo saw half of the moves (11% more
//!   canonical strings had to be found), and what is shared costs some 5 us a land. Without asking at all: 1.2 times one thread.
//! - One memo for both threads, without locks: a fifth slower, its slots keep changing processors.
//! - Two searches with one book, one of them at a time unless it finds options, the second turning to the next best where
//!   the first is: 4% to 14% more expansions and twice the time in the book, 1.3 to 1.4 times one thread.
//! - Spinning instead of sleeping, joining the helper in what it has in hand, and other places for the memory: 2% together.
//! - A search that prefers, of options that seem equally hard, one that was asked for before: 3% less time for an
//!   expansion with two threads, and as much lost to the marking with one. Together with the last two and what lies deeper: nothing.
//! - A partner within the search, with a time of its own, whose finds are entered in the book whether or not they are wanted, the
//!   same for any number of threads: two threads become 1.62 to 1.67 times as fast as one on 15, 18 and 20 spots, but only
//!   because one thread becomes 16% to 19% slower; in seconds two threads lose 4% to 7%. On 38 positions among which its settings
//!   were chosen two threads gained 9%; on 16 others they lost 4% ± 7%, and one thread 15%.
//! - Thresholds raised by 10% or 25%, to stay longer with an option: 1.34 to 1.42 times one thread.

use super::book::LandId;
use super::found::{Finder, Found};
use crate::game::TooLarge;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};

/// How probable it is that options asked for will be wanted; 0 is the most probable.
pub type Doubt = usize;
pub const DOUBTS: Doubt = 5;

/// Requests of each doubt that are kept; the oldest is dropped.
const REQUESTS: usize = 64;

/// Empty options kept for their memory.
const SPARE: usize = 16;

/// A land whose options are asked for.
struct Request {
    land: LandId,
    key: Box<[u8]>,
    /// Tells this request from earlier and later ones for the same land.
    number: u32,
}

/// What becomes of the options of a land.
enum Job {
    /// Asked for, last by the request of this number.
    Wanted(u32),
    InHand,
    Ready(Found),
}

#[derive(Default)]
struct State {
    jobs: FxHashMap<LandId, Job>,
    /// The latest requests are last, and first to be served.
    requests: [VecDeque<Request>; DOUBTS],
    request_count: u32,
    /// Lands whose options have become ready, in that order; some have been taken since.
    ready: VecDeque<LandId>,
    ready_bytes: usize,
    spare: Vec<Found>,
    /// Helpers with nothing to do, and whether the search waits: nobody is called who does not listen.
    idle: usize,
    is_waited_for: bool,
    is_closed: bool,
}

impl State {
    fn ask(&mut self, land: LandId, key: &[u8], doubt: Doubt) {
        let number = self.request_count.wrapping_add(1);
        match self.jobs.entry(land).or_insert(Job::Wanted(number)) {
            Job::Wanted(latest) => *latest = number,
            _ => return,
        }
        self.request_count = number;
        let requests = &mut self.requests[doubt];
        requests.push_back(Request { land, key: key.into(), number });
        if requests.len() > REQUESTS
            && let Some(oldest) = requests.pop_front()
            && self.is_open(&oldest)
        {
            self.jobs.remove(&oldest.land);
        }
    }

    /// Whether nothing has been done about a request and it has not been repeated.
    fn is_open(&self, request: &Request) -> bool {
        matches!(self.jobs.get(&request.land), Some(Job::Wanted(number)) if *number == request.number)
    }

    /// Takes the request to be served next.
    fn next(&mut self) -> Option<Request> {
        loop {
            let request = self.requests.iter_mut().find_map(VecDeque::pop_back)?;
            if self.is_open(&request) {
                self.jobs.insert(request.land, Job::InHand);
                return Some(request);
            }
        }
    }

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

/// Where options are asked for, found and taken.
pub struct Desk {
    state: Mutex<State>,
    /// Told when options are asked for, or the desk is closed.
    asked: Condvar,
    /// Told when options are no longer in hand.
    done: Condvar,
    /// Bytes that options which are ready may take.
    allowance: usize,
}

impl Desk {
    pub fn new(allowance: usize) -> Self {
        Desk { state: Mutex::default(), asked: Condvar::new(), done: Condvar::new(), allowance }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics at the desk")
    }

    /// Asks for the options of lands given by their packed keys; the last ones are served first.
    pub fn ask<'k>(&self, lands: impl Iterator<Item = (LandId, &'k [u8], Doubt)>) {
        let mut state = self.lock();
        let before = state.request_count;
        lands.for_each(|(land, key, doubt)| state.ask(land, key, doubt));
        if state.idle > 0 && state.request_count != before {
            drop(state);
            self.asked.notify_all();
        }
    }

    /// Options that are wanted now, ready or not.
    pub fn options(&self, land: LandId, key: &[u8], finder: &mut Finder, found: &mut Found) -> Result<(), TooLarge> {
        let mut state = self.lock();
        while let Some(Job::InHand) = state.jobs.get(&land) {
            state = match self.serve(state, finder) {
                Ok(state) => state,
                Err(state) => self.wait(state),
            };
        }
        if let Some(ready) = state.take(land) {
            state.reuse(std::mem::replace(found, ready));
            return Ok(());
        }
        state.jobs.remove(&land);
        drop(state);
        finder.find(key, found)
    }

    /// Waits until options are laid down.
    fn wait<'d>(&'d self, mut state: MutexGuard<'d, State>) -> MutexGuard<'d, State> {
        state.is_waited_for = true;
        let mut state = self.done.wait(state).expect("nobody panics at the desk");
        state.is_waited_for = false;
        state
    }

    /// Finds options that are asked for, until the desk is closed.
    pub fn help(&self, finder: &mut Finder) {
        let mut state = self.lock();
        while !state.is_closed {
            state = match self.serve(state, finder) {
                Ok(state) => state,
                Err(state) if state.is_closed => state,
                Err(state) => self.idle(state),
            };
        }
    }

    /// Waits until options are asked for or the desk is closed.
    fn idle<'d>(&'d self, mut state: MutexGuard<'d, State>) -> MutexGuard<'d, State> {
        state.idle += 1;
        let mut state = self.asked.wait(state).expect("nobody panics at the desk");
        state.idle -= 1;
        state
    }

    /// Serves one request, without the lock meanwhile. Fails if there is none.
    fn serve<'d>(
        &'d self,
        mut state: MutexGuard<'d, State>,
        finder: &mut Finder,
    ) -> Result<MutexGuard<'d, State>, MutexGuard<'d, State>> {
        let Some(Request { land, key, .. }) = state.next() else { return Err(state) };
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
        self.desk.asked.notify_all();
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
        if state.is_waited_for {
            drop(state);
            self.desk.done.notify_all();
        }
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
                    desk.ask(lands.iter().enumerate().map(|(nth, &land)| (land, book.packed_key(land), nth % DOUBTS)));
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

    #[test]
    fn the_latest_of_the_most_probable_is_served_first() {
        let mut state = State::default();
        for (land, doubt) in [(1, 0), (2, 1), (3, 0), (4, 1), (1, 1)] {
            state.ask(land, &[], doubt);
        }
        let order: Vec<LandId> = std::iter::from_fn(|| state.next()).map(|request| request.land).collect();
        assert_eq!(order, [3, 1, 4, 2]);
        for land in 0..2 * REQUESTS as LandId {
            state.ask(10 + land, &[], 2);
        }
        assert_eq!((state.requests[2].len(), state.jobs.len()), (REQUESTS, 4 + REQUESTS));
    }
}
