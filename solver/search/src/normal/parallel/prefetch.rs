//! Options found ahead of time, by threads beside the one that searches.
//!
//! One thread searches, alone with the land table, and does exactly what it would do by itself. Almost all its time goes into
//! finding options, and what it will want next is foreseeable: when it turns to a couple, the options that look nearly as
//! good as the best one follow sooner or later, four times out of five for the next best. So it keeps *requests* for the
//! options of such lands and orders them from *helpers*, each at a [`Mailbox`] of its own. What it wants and is ready, it takes.
//! What a helper has in hand, and what nobody has begun and is large, the two of them find together, on a [`SharedExpansion`]: the
//! helper leaves its own work for that long. All else the search finds on its own, and also what a helper without a processor
//! keeps too long.
//!
//! Why this is right: a helper sees nothing but the packed key of a land, and what it hands back depends on nothing else. It
//! is entered in the land table by the searching thread, in the order of the moves, at the moment when that would have found it
//! itself. So the number of threads changes neither the lands and their numbers, nor the order of the search, nor any fact.
//!
//! What two threads lack to twice the speed of one is, for 15, 18 and 20 spots, work in vain (one in six lands that a helper
//! finds ahead is never wanted), repetitions that are not noticed where two share a land (5% more canonical strings for a
//! move), and reading what the other processor has written. That last part depends on where the two processors happen to be: a
//! word takes 20 ns from one to the other at some times and 200 ns at others, on the same machine. So they share little, and
//! look at it seldom; requests are the search's own business. And each thread makes its own memory: where a helper's small
//! lists lay beside the search's, in the same cache lines, two threads took 5% longer.
//!
//! What was tried besides, each on these three games, and changed the time by less than 3%:
//!
//! - Other requests: 2, 5, 8 or 16 rivals at a time instead of 3; what lies deeper, at the end of the best line below a rival;
//!   what was asked for during work that goes on before all else; ordering by the odds of being wanted, fitted to seven other
//!   games with all that is known about a request (it tells well what will be wanted at all, but not how soon).
//! - More orders at a mailbox, and taking them back when better requests come.
//! - Sharing only the largest lands; one memo for both threads (its slots keep changing processors).
//! - A search that prefers, of options that seem equally hard, one that was asked for before.
//!
//! And three searches that are not the search of one thread: two of them with one land table, the second turning to the next best
//! where the first is (4% to 14% more expansions, twice the time in the land table); one with a partner whose finds are entered
//! whether or not they are wanted (one thread becomes 16% to 19% slower); thresholds raised by 10% or 25%, to stay longer with
//! an option. None was faster with two threads. (All but the requests and orders were tried while the threads still shared
//! cache lines by accident.)

use crate::normal::expander::{Expander, OptionBuffer};
use crate::normal::land_table::LandId;
use crate::normal::parallel::mailbox::{Mailbox, SLOTS, State};
use crate::normal::parallel::shared_expansion::SharedExpansion;
use rustc_hash::FxHashMap;
use sprouts::TooLarge;
use std::cell::RefCell;
use std::collections::VecDeque;

/// How probable it is that options asked for will be wanted; 0 is the most probable.
pub type Doubt = usize;
pub const DOUBTS: Doubt = 5;

/// Requests of each doubt that are kept; the oldest is dropped.
const REQUESTS: usize = 64;

/// Lands with so many moves, about 20 microseconds' work, are shared when they are wanted. 20 and 45 were as good.
const SHARED: u64 = 30;

/// Empty options kept for their memory.
const SPARE: usize = 16;

/// A land whose options are asked for.
#[derive(Clone, Copy)]
struct Request {
    land: LandId,
    doubt: Doubt,
    /// Tells this request from earlier and later ones for the same land.
    number: u32,
}

impl Request {
    /// Less doubt is worth more; of equals, the latest.
    fn worth(&self) -> u32 {
        ((DOUBTS - self.doubt) as u32) << 24 | self.number & 0xff_ffff
    }
}

/// What becomes of the options of a land.
enum Job {
    /// Asked for, last by the request of this number.
    Wanted(u32),
    /// Ordered at this mailbox, in this slot.
    Ordered(usize, usize),
    Ready(OptionBuffer),
}

/// Options asked for, ordered and ready.
#[derive(Default)]
struct Plans {
    jobs: FxHashMap<LandId, Job>,
    /// The latest requests are last, and first to be served.
    requests: [VecDeque<Request>; DOUBTS],
    request_count: u32,
    /// What is ordered in each slot of each mailbox.
    orders: Vec<[Option<LandId>; SLOTS]>,
    /// Lands whose options have become ready, in that order; some have been taken since.
    ready: VecDeque<LandId>,
    ready_bytes: usize,
    /// Bytes that options which are ready may take.
    allowance: usize,
    spare: Vec<OptionBuffer>,
}

impl Plans {
    fn ask(&mut self, land: LandId, doubt: Doubt) {
        let number = self.request_count.wrapping_add(1);
        match self.jobs.entry(land).or_insert(Job::Wanted(number)) {
            Job::Wanted(latest) => *latest = number,
            _ => return,
        }
        self.request_count = number;
        let requests = &mut self.requests[doubt];
        requests.push_back(Request { land, doubt, number });
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

    /// Takes the request to be served next, and the key of its land.
    fn next<'k>(&mut self, key: impl Fn(LandId) -> Option<&'k [u8]>) -> Option<(Request, &'k [u8])> {
        loop {
            let request = self.requests.iter_mut().find_map(VecDeque::pop_back)?;
            if self.is_open(&request) {
                match key(request.land) {
                    Some(key) => return Some((request, key)),
                    None => self.jobs.remove(&request.land),
                };
            }
        }
    }

    /// Collects what the helpers have found and gives them more to do.
    fn tend<'k>(&mut self, mailboxes: &[Mailbox], key: impl Fn(LandId) -> Option<&'k [u8]>) {
        for (t, mailbox) in mailboxes.iter().enumerate() {
            for slot in 0..SLOTS {
                self.collect(mailbox, t, slot);
                if self.orders[t][slot].is_none()
                    && let Some((request, key)) = self.next(&key)
                {
                    mailbox.order(slot, key, request.worth());
                    self.orders[t][slot] = Some(request.land);
                    self.jobs.insert(request.land, Job::Ordered(t, slot));
                }
            }
        }
    }

    /// Collects what a helper has done about an order.
    fn collect(&mut self, mailbox: &Mailbox, t: usize, slot: usize) {
        let Some(land) = self.orders[t][slot] else { return };
        match mailbox.state(slot) {
            State::Done => {
                let spare = self.spare.pop().unwrap_or_else(OptionBuffer::with_room);
                let found = mailbox.collect(slot, spare);
                self.orders[t][slot] = None;
                self.put(land, found);
            }
            State::Free => {
                self.orders[t][slot] = None;
                self.jobs.remove(&land);
            }
            State::Ordered | State::InHand => {}
        }
    }

    /// Keeps options for the search; the oldest make room for them.
    fn put(&mut self, land: LandId, found: OptionBuffer) {
        self.ready_bytes += found.bytes();
        self.jobs.insert(land, Job::Ready(found));
        self.ready.push_back(land);
        while self.ready_bytes > self.allowance
            && let Some(oldest) = self.ready.pop_front()
        {
            if let Some(found) = self.take(oldest) {
                self.reuse(found);
            }
        }
    }

    fn take(&mut self, land: LandId) -> Option<OptionBuffer> {
        if !matches!(self.jobs.get(&land), Some(Job::Ready(_))) {
            return None;
        }
        let Some(Job::Ready(found)) = self.jobs.remove(&land) else { return None };
        self.ready_bytes -= found.bytes();
        Some(found)
    }

    fn reuse(&mut self, found: OptionBuffer) {
        if self.spare.len() < SPARE {
            self.spare.push(found);
        }
    }
}

/// Where the search plans what is found ahead.
pub struct Prefetcher<'t> {
    mailboxes: &'t [Mailbox],
    /// Where the search shares what it wants.
    bench: &'t SharedExpansion,
    plans: RefCell<Plans>,
}

impl<'t> Prefetcher<'t> {
    /// Plans for the helpers at these mailboxes. Options that are ready may take so many bytes.
    pub fn new(mailboxes: &'t [Mailbox], bench: &'t SharedExpansion, allowance: usize) -> Self {
        let orders = vec![[None; SLOTS]; mailboxes.len()];
        Prefetcher { mailboxes, bench, plans: RefCell::new(Plans { orders, allowance, ..Plans::default() }) }
    }

    /// Asks for the options of lands; the last ones are served first. `key` has the packed keys of the lands whose options
    /// may still be of use.
    pub fn ask<'k>(&self, lands: impl Iterator<Item = (LandId, Doubt)>, key: impl Fn(LandId) -> Option<&'k [u8]>) {
        let mut plans = self.plans.borrow_mut();
        lands.for_each(|(land, doubt)| plans.ask(land, doubt));
        plans.tend(self.mailboxes, key);
    }

    /// Options that are wanted now: if they are ready they are returned, else they are found.
    pub fn options<'k>(
        &self,
        land: LandId,
        wanted: &[u8],
        expander: &mut Expander,
        found: &mut OptionBuffer,
        key: impl Fn(LandId) -> Option<&'k [u8]>,
    ) -> Result<Option<OptionBuffer>, TooLarge> {
        let mut plans = self.plans.borrow_mut();
        if let Some(&Job::Ordered(t, slot)) = plans.jobs.get(&land) {
            if self.mailboxes[t].withdraw(slot) {
                plans.orders[t][slot] = None;
            } else {
                self.mailboxes[t].help(slot, expander, found);
                plans.collect(&self.mailboxes[t], t, slot);
            }
        }
        let ready = plans.take(land);
        plans.jobs.remove(&land);
        plans.tend(self.mailboxes, key);
        if ready.is_none() {
            expander.load(wanted)?;
            if expander.moves_before(expander.batches()) < SHARED {
                expander.find_loaded(found)?;
            } else {
                self.bench.host(wanted, expander, found, |_| {})?;
            }
        }
        Ok(ready)
    }

    /// Takes back the memory of options.
    pub fn reuse(&self, found: OptionBuffer) {
        self.plans.borrow_mut().reuse(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::LandTable;
    use crate::normal::parallel::mailbox::{Closing, Helper};

    /// The start and what can follow its first two moves.
    fn lands(land_table: &mut LandTable) -> Vec<LandId> {
        let start = land_table.land(b"\0\xfe\0\xfe\0\xfe\0\xfe\0\xfe\0\xfe\xff");
        let mut lands = vec![start];
        for nth in 0..12 {
            let options = land_table.options(lands[nth]).unwrap().to_vec();
            lands.extend(options.iter().flat_map(|option| land_table.lands_after(option).to_vec()));
        }
        lands.sort_unstable();
        lands.dedup();
        lands
    }

    /// The options in their order, each where it is met first.
    fn names(found: &OptionBuffer) -> Vec<Vec<Vec<u8>>> {
        let mut names: Vec<Vec<Vec<u8>>> = Vec::new();
        for option in found.iter() {
            let name = option.map(|land| land.key.to_vec()).collect();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    #[test]
    fn what_is_found_ahead_or_together_is_what_would_be_found() {
        let mut land_table = LandTable::new();
        let lands = lands(&mut land_table);
        let keys: FxHashMap<LandId, Vec<u8>> =
            lands.iter().map(|&land| (land, land_table.packed_key(land).to_vec())).collect();
        let key = |land| keys.get(&land).map(Vec::as_slice);
        let mut helpers = [(); 3].map(|()| Helper::default());
        let mut expander = Expander::default();
        let (mut found, mut expected) = (OptionBuffer::default(), OptionBuffer::default());
        let mut taken = 0;
        for allowance in [0, 10_000, usize::MAX] {
            let (mailboxes, bench) = ([(); 3].map(|()| Mailbox::default()), SharedExpansion::default());
            std::thread::scope(|scope| {
                let _closing = Closing(&mailboxes);
                for (helper, mailbox) in helpers.iter_mut().zip(&mailboxes) {
                    scope.spawn(|| mailbox.serve(&bench, helper));
                }
                let prefetcher = Prefetcher::new(&mailboxes, &bench, allowance);
                for round in 0..3 {
                    prefetcher.ask(lands.iter().rev().enumerate().map(|(nth, &land)| (land, nth % DOUBTS)), key);
                    for &land in &lands {
                        let ready = prefetcher.options(land, &keys[&land], &mut expander, &mut found, key).unwrap();
                        let given = ready.as_ref().unwrap_or(&found);
                        expander.find(&keys[&land], &mut expected).unwrap();
                        assert_eq!(names(given), names(&expected), "round {round}");
                        assert_eq!(given.raw_moves(), expected.raw_moves());
                        if let Some(ready) = ready {
                            taken += 1;
                            prefetcher.reuse(ready);
                        }
                    }
                    assert!(prefetcher.plans.borrow().ready_bytes <= allowance);
                }
            });
        }
        assert!(taken > 0, "nothing was found ahead");
    }

    #[test]
    fn the_latest_of_the_most_probable_is_served_first() {
        let mut plans = Plans::default();
        for (land, doubt) in [(1, 0), (2, 1), (3, 0), (4, 1), (1, 1), (5, 0)] {
            plans.ask(land, doubt);
        }
        // Of no use any more.
        let key = |land| (land != 5).then_some(&b"key"[..]);
        let requests: Vec<Request> = std::iter::from_fn(|| plans.next(key)).map(|(request, _)| request).collect();
        assert_eq!(requests.iter().map(|request| request.land).collect::<Vec<_>>(), [3, 1, 4, 2]);
        assert!(requests.is_sorted_by(|a, b| a.worth() > b.worth()));
        for land in 0..2 * REQUESTS as LandId {
            plans.ask(10 + land, 2);
        }
        assert_eq!((plans.requests[2].len(), plans.jobs.len()), (REQUESTS, 4 + REQUESTS));
    }
}
