//! The prefetcher: options found ahead of time by helper threads.
//!
//! One thread searches, alone with the land table, and visits the same couples as it would by itself. Almost all its time goes into
//! expansions, and the next ones are foreseeable: when it turns to a couple, the children that look nearly as good as the best
//! one follow sooner or later. So it queues *requests* for the options of such lands and orders them from *helpers*, each with
//! a [`Mailbox`] of its own. When it wants options that are ready, it takes them. When a helper is at them, or when nobody has begun
//! and the land is large, two threads expand the land together ([`SharedExpansion`]). All other lands it expands by itself, and
//! also those that a helper without a processor keeps too long.
//!
//! Why the number of threads changes no result: a helper sees nothing but the packed key of a land, and the options it hands
//! back depend on nothing else. The searching thread enters them in the land table, in the order of the moves, at the moment
//! when it would have found them itself. So lands and their numbers, the order of the search and all facts stay the same.
//!
//! Threads share little and poll it seldom: a word takes 20 to 200 ns from one processor to the other. Each thread allocates its
//! own memory, so that no two of them write to one cache line. Figures and failed attempts: `docs/experiments.md`.

use crate::normal::couple::LandId;
use crate::normal::expander::{Expander, OptionBuffer};
use crate::normal::parallel::mailbox::{Mailbox, SLOTS, State};
use crate::normal::parallel::shared_expansion::SharedExpansion;
use rustc_hash::FxHashMap;
use sprouts::TooLarge;
use std::cell::RefCell;
use std::collections::VecDeque;

/// How likely it is that requested options will be wanted: 0 is the highest priority.
pub type Priority = usize;
pub const PRIORITIES: Priority = 5;

/// Requests of each priority in the queue; the oldest is dropped.
const REQUESTS: usize = 64;

/// Lands with at least so many moves, about 20 microseconds' work, are shared when they are wanted.
const SHARED: u64 = 30;

/// Empty buffers kept for their memory.
const SPARE: usize = 16;

/// A request for the options of a land.
#[derive(Clone, Copy)]
struct Request {
    land: LandId,
    priority: Priority,
    /// Tells this request from earlier and later ones for the same land.
    number: u32,
}

impl Request {
    /// The rank of its order: by priority, then the latest first.
    fn rank(&self) -> u32 {
        ((PRIORITIES - self.priority) as u32) << 24 | self.number & 0xff_ffff
    }
}

/// The state of a request.
enum Job {
    /// Queued, last by the request of this number.
    Queued(u32),
    /// Ordered at this mailbox, in this slot.
    Ordered(usize, usize),
    Ready(OptionBuffer),
}

/// The queue of requests, and the options that are ordered or ready.
#[derive(Default)]
struct RequestQueue {
    jobs: FxHashMap<LandId, Job>,
    /// The latest requests are last, and first to be served.
    requests: [VecDeque<Request>; PRIORITIES],
    request_count: u32,
    /// The land ordered in each slot of each mailbox.
    orders: Vec<[Option<LandId>; SLOTS]>,
    /// Lands whose options have become ready, in that order; some have been taken since.
    ready: VecDeque<LandId>,
    ready_bytes: usize,
    /// Bytes that ready options may take.
    max_ready_bytes: usize,
    spare: Vec<OptionBuffer>,
}

impl RequestQueue {
    fn ask(&mut self, land: LandId, priority: Priority) {
        let number = self.request_count.wrapping_add(1);
        match self.jobs.entry(land).or_insert(Job::Queued(number)) {
            Job::Queued(latest) => *latest = number,
            _ => return,
        }
        self.request_count = number;
        let requests = &mut self.requests[priority];
        requests.push_back(Request { land, priority, number });
        if requests.len() > REQUESTS
            && let Some(oldest) = requests.pop_front()
            && self.is_open(&oldest)
        {
            self.jobs.remove(&oldest.land);
        }
    }

    /// Whether nothing has been done about a request and it has not been repeated.
    fn is_open(&self, request: &Request) -> bool {
        matches!(self.jobs.get(&request.land), Some(Job::Queued(number)) if *number == request.number)
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

    /// Collects options from the helpers and gives them new orders.
    fn dispatch<'k>(&mut self, mailboxes: &[Mailbox], key: impl Fn(LandId) -> Option<&'k [u8]>) {
        for (t, mailbox) in mailboxes.iter().enumerate() {
            for slot in 0..SLOTS {
                self.collect(mailbox, t, slot);
                if self.orders[t][slot].is_none()
                    && let Some((request, key)) = self.next(&key)
                {
                    mailbox.order(slot, key, request.rank());
                    self.orders[t][slot] = Some(request.land);
                    self.jobs.insert(request.land, Job::Ordered(t, slot));
                }
            }
        }
    }

    /// Collects the options of an order, if the helper is done.
    fn collect(&mut self, mailbox: &Mailbox, t: usize, slot: usize) {
        let Some(land) = self.orders[t][slot] else { return };
        match mailbox.state(slot) {
            State::Done => {
                let spare = self.spare.pop().unwrap_or_else(OptionBuffer::with_room);
                let options = mailbox.collect(slot, spare);
                self.orders[t][slot] = None;
                self.put(land, options);
            }
            State::Free => {
                self.orders[t][slot] = None;
                self.jobs.remove(&land);
            }
            State::Ordered | State::InProgress => {}
        }
    }

    /// Keeps options for the search; the oldest are dropped to make room.
    fn put(&mut self, land: LandId, options: OptionBuffer) {
        self.ready_bytes += options.bytes();
        self.jobs.insert(land, Job::Ready(options));
        self.ready.push_back(land);
        while self.ready_bytes > self.max_ready_bytes
            && let Some(oldest) = self.ready.pop_front()
        {
            if let Some(options) = self.take(oldest) {
                self.reuse(options);
            }
        }
    }

    fn take(&mut self, land: LandId) -> Option<OptionBuffer> {
        if !matches!(self.jobs.get(&land), Some(Job::Ready(_))) {
            return None;
        }
        let Some(Job::Ready(options)) = self.jobs.remove(&land) else { return None };
        self.ready_bytes -= options.bytes();
        Some(options)
    }

    fn reuse(&mut self, options: OptionBuffer) {
        if self.spare.len() < SPARE {
            self.spare.push(options);
        }
    }
}

/// The search's side of all mailboxes.
pub struct Prefetcher<'t> {
    mailboxes: &'t [Mailbox],
    /// The expansions that the search shares with its helpers.
    shared: &'t SharedExpansion,
    queue: RefCell<RequestQueue>,
}

impl<'t> Prefetcher<'t> {
    /// For the helpers at these mailboxes. Ready options may take so many bytes.
    pub fn new(mailboxes: &'t [Mailbox], shared: &'t SharedExpansion, max_ready_bytes: usize) -> Self {
        let orders = vec![[None; SLOTS]; mailboxes.len()];
        Prefetcher {
            mailboxes,
            shared,
            queue: RefCell::new(RequestQueue { orders, max_ready_bytes, ..RequestQueue::default() }),
        }
    }

    /// Requests the options of lands; the last ones are served first. `key` gives the packed keys of the lands whose options
    /// may still be of use.
    pub fn ask<'k>(&self, lands: impl Iterator<Item = (LandId, Priority)>, key: impl Fn(LandId) -> Option<&'k [u8]>) {
        let mut queue = self.queue.borrow_mut();
        lands.for_each(|(land, priority)| queue.ask(land, priority));
        queue.dispatch(self.mailboxes, key);
    }

    /// The options of a land, now: returned if they are ready, else found and left in `buffer`.
    pub fn options<'k>(
        &self,
        land: LandId,
        wanted: &[u8],
        expander: &mut Expander,
        buffer: &mut OptionBuffer,
        key: impl Fn(LandId) -> Option<&'k [u8]>,
    ) -> Result<Option<OptionBuffer>, TooLarge> {
        let mut queue = self.queue.borrow_mut();
        if let Some(&Job::Ordered(t, slot)) = queue.jobs.get(&land) {
            if self.mailboxes[t].withdraw(slot) {
                queue.orders[t][slot] = None;
            } else {
                self.mailboxes[t].help(slot, expander, buffer);
                queue.collect(&self.mailboxes[t], t, slot);
            }
        }
        let ready = queue.take(land);
        queue.jobs.remove(&land);
        queue.dispatch(self.mailboxes, key);
        if ready.is_none() {
            expander.load(wanted)?;
            if expander.moves_before(expander.batches()) < SHARED {
                expander.expand_loaded(buffer)?;
            } else {
                self.shared.expand(wanted, expander, buffer, |_| {})?;
            }
        }
        Ok(ready)
    }

    /// Takes back the memory of options.
    pub fn reuse(&self, options: OptionBuffer) {
        self.queue.borrow_mut().reuse(options);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::LandTable;
    use crate::normal::parallel::mailbox::{Closing, HelperState};

    /// The start and the lands after its first two moves.
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
        let mut helpers = [(); 3].map(|()| HelperState::default());
        let mut expander = Expander::default();
        let (mut found, mut expected) = (OptionBuffer::default(), OptionBuffer::default());
        let mut taken = 0;
        for max_ready_bytes in [0, 10_000, usize::MAX] {
            let (mailboxes, shared) = ([(); 3].map(|()| Mailbox::default()), SharedExpansion::default());
            std::thread::scope(|scope| {
                let _closing = Closing(&mailboxes);
                for (helper, mailbox) in helpers.iter_mut().zip(&mailboxes) {
                    scope.spawn(|| mailbox.serve(&shared, helper));
                }
                let prefetcher = Prefetcher::new(&mailboxes, &shared, max_ready_bytes);
                for round in 0..3 {
                    prefetcher.ask(lands.iter().rev().enumerate().map(|(nth, &land)| (land, nth % PRIORITIES)), key);
                    for &land in &lands {
                        let ready = prefetcher.options(land, &keys[&land], &mut expander, &mut found, key).unwrap();
                        let given = ready.as_ref().unwrap_or(&found);
                        expander.expand(&keys[&land], &mut expected).unwrap();
                        assert_eq!(names(given), names(&expected), "round {round}");
                        assert_eq!(given.raw_moves(), expected.raw_moves());
                        if let Some(ready) = ready {
                            taken += 1;
                            prefetcher.reuse(ready);
                        }
                    }
                    assert!(prefetcher.queue.borrow().ready_bytes <= max_ready_bytes);
                }
            });
        }
        assert!(taken > 0, "nothing was found ahead");
    }

    #[test]
    fn the_latest_of_the_most_probable_is_served_first() {
        let mut queue = RequestQueue::default();
        for (land, priority) in [(1, 0), (2, 1), (3, 0), (4, 1), (1, 1), (5, 0)] {
            queue.ask(land, priority);
        }
        // Of no use any more.
        let key = |land| (land != 5).then_some(&b"key"[..]);
        let requests: Vec<Request> = std::iter::from_fn(|| queue.next(key)).map(|(request, _)| request).collect();
        assert_eq!(requests.iter().map(|request| request.land).collect::<Vec<_>>(), [3, 1, 4, 2]);
        assert!(requests.is_sorted_by(|a, b| a.rank() > b.rank()));
        for land in 0..2 * REQUESTS as LandId {
            queue.ask(10 + land, 2);
        }
        assert_eq!((queue.requests[2].len(), queue.jobs.len()), (REQUESTS, 4 + REQUESTS));
    }
}
