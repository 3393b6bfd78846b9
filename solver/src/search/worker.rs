//! One thread of a proof-number search.
//!
//! All workers share the book and the numbers behind one lock and start at the same couple. A worker holds the lock while
//! it chooses and lets go of it while it finds the options of a land, which is where the time goes. A couple that others
//! are at looks harder than it is, in proportion to their number, so that workers part where the choice is close; the
//! numbers that are remembered are the true ones. Whoever comes to a land whose options another worker is finding waits
//! for them.

use super::book::{Book, Move, Nimber};
use super::found::Found;
use super::limits::{Limits, Listener, Snapshot, Stopped};
use super::numbers::{Couple, INFINITE, Ledger, Numbers};
use super::resolve::{Resolved, numbers_of, resolve};
use crate::game::{Engine, TooLarge};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Condvar, Mutex, MutexGuard};

/// Lands with at most this many lives are settled by their definition as soon as they are met: there are few of them
/// and they are needed everywhere.
const SMALL: u32 = 9;

/// Couples worked on between two looks at the limits. The first look is at the first couple: many small searches must not
/// overlook a limit that one large search would see.
const STEPS_PER_LOOK: u32 = 64;

/// How the work on a couple ended.
#[derive(Debug, Clone, Copy)]
pub enum Halt {
    Decided(Numbers),
    Stopped(Stopped),
    /// Room has to be made.
    Full,
}

/// Somebody halted the work: see [`State::halt`].
struct Halted;

/// What the workers share.
pub struct State<'b, L> {
    book: &'b mut Book,
    ledger: &'b mut Ledger,
    listener: &'b mut L,
    root: Couple,
    root_numbers: Numbers,
    halt: Option<Halt>,
    /// How many workers are at a couple.
    busy: FxHashMap<Couple, u32>,
    /// Lands whose options are being found.
    expanding: FxHashSet<u32>,
}

impl<'b, L: Listener> State<'b, L> {
    pub fn new(book: &'b mut Book, ledger: &'b mut Ledger, listener: &'b mut L, root: Couple) -> Self {
        let root_numbers = ledger.look_up(book, root);
        let (busy, expanding) = (FxHashMap::default(), FxHashSet::default());
        State { book, ledger, listener, root, root_numbers, halt: None, busy, expanding }
    }

    fn look_up(&self, couple: Couple) -> Numbers {
        self.ledger.look_up(self.book, couple)
    }

    fn resolve(&self, couple: Couple, after: After) -> Resolved {
        match after {
            After::Heap(nimber) => Resolved::Couple(Couple { nimber, ..couple }),
            After::Move(option) => resolve(self.book, self.ledger, self.book.lands_after(&option), couple.nimber),
        }
    }

    fn record(&mut self, couple: Couple, numbers: Numbers) {
        if numbers.loss == 0 {
            self.book.set_nimber(couple.land, couple.nimber);
        } else {
            self.book.exclude(couple.land, couple.nimber);
        }
        self.ledger.forget(couple);
    }

    /// The numbers of a couple from those of its options, and what to do next. Options that are won for the opponent are
    /// dropped.
    fn sum_up(&self, couple: Couple, children: &mut Vec<Child>) -> Sum {
        let mut sum = Sum { numbers: Numbers { win: INFINITE, loss: 0 }, best: 0, second: INFINITE };
        let mut least = INFINITE;
        let mut nth = 0;
        while nth < children.len() {
            let resolved = self.resolve(couple, children[nth].after);
            let numbers = numbers_of(self.book, self.ledger, resolved);
            if numbers.win == 0 {
                children.swap_remove(nth);
                continue;
            }
            children[nth].numbers = numbers;
            sum.numbers.loss = sum.numbers.loss.saturating_add(numbers.win).min(INFINITE - 1);
            sum.numbers.win = sum.numbers.win.min(numbers.loss);
            let seeming = numbers.loss.saturating_mul(1 + self.company(resolved)).min(INFINITE - 1);
            if seeming < least {
                sum.second = least;
                least = seeming;
                sum.best = nth;
            } else {
                sum.second = sum.second.min(seeming);
            }
            nth += 1;
        }
        if children.is_empty() {
            sum.numbers = Numbers::LOST;
        } else if sum.numbers.win == 0 {
            sum.numbers = Numbers::WON;
        }
        sum
    }

    /// How many workers are at what an option comes down to.
    fn company(&self, resolved: Resolved) -> u32 {
        if self.busy.is_empty() {
            return 0;
        }
        match resolved {
            Resolved::Decided(_) => 0,
            Resolved::Couple(couple) | Resolved::Sum { first: couple, .. } => {
                self.busy.get(&couple).copied().unwrap_or(0)
            }
        }
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            root_win: self.root_numbers.win,
            root_loss: self.root_numbers.loss,
            expansions: self.book.expansions(),
            lands: self.book.land_count(),
            facts: self.book.proven_count(),
            raw_moves: self.book.raw_moves(),
            bytes: self.book.bytes() + self.ledger.bytes(),
        }
    }
}

/// What the options of a couple add up to.
struct Sum {
    numbers: Numbers,
    /// The most promising option, and how hard the next best one seems.
    best: usize,
    second: u32,
}

/// One option of the couple being worked on.
#[derive(Clone, Copy)]
struct Child {
    after: After,
    numbers: Numbers,
}

#[derive(Clone, Copy)]
enum After {
    Move(Move),
    /// The heap is made smaller.
    Heap(Nimber),
}

/// The state behind its lock, and what never changes.
pub struct Shared<'b, L> {
    state: Mutex<State<'b, L>>,
    /// Told when options have been found.
    found: Condvar,
    limits: Limits<'b>,
    workers: usize,
}

impl<'b, L: Listener> Shared<'b, L> {
    pub fn new(state: State<'b, L>, limits: Limits<'b>, workers: usize) -> Self {
        Shared { state: Mutex::new(state), found: Condvar::new(), limits, workers }
    }

    fn lock(&self) -> MutexGuard<'_, State<'b, L>> {
        self.state.lock().expect("no worker panics")
    }

    /// How the work ended; to be asked when all workers are done.
    pub fn halt(self) -> Halt {
        let state = self.state.into_inner().expect("no worker panics");
        state.halt.expect("workers go on until the work is halted")
    }
}

pub struct Worker<'s, 'b, L> {
    shared: &'s Shared<'b, L>,
    engine: &'s mut Engine,
    found: Found,
    steps: u32,
}

/// The lock, handed from function to function.
type Guard<'s, 'b, L> = MutexGuard<'s, State<'b, L>>;

impl<'s, 'b, L: Listener> Worker<'s, 'b, L> {
    pub fn new(shared: &'s Shared<'b, L>, engine: &'s mut Engine) -> Self {
        Worker { shared, engine, found: Found::default(), steps: STEPS_PER_LOOK - 1 }
    }

    /// Works on the couple until it is decided or somebody halts the work.
    pub fn run(mut self, couple: Couple) {
        let mut state = Some(self.shared.lock());
        let result = self.work(&mut state, couple, INFINITE, INFINITE);
        let state = state.as_mut().expect("the lock is given back");
        if let (Ok(numbers), None) = (result, state.halt) {
            state.halt = Some(Halt::Decided(numbers));
        }
    }

    /// Works on a couple until it is decided or one of its numbers reaches its threshold.
    fn work(
        &mut self,
        lock: &mut Option<Guard<'s, 'b, L>>,
        couple: Couple,
        win_limit: u32,
        loss_limit: u32,
    ) -> Result<Numbers, Halted> {
        let state = held(lock);
        let known = state.look_up(couple);
        if known.is_decided() {
            return Ok(known);
        }
        self.look_around(state)?;
        if state.book.lives(couple.land) <= SMALL {
            let result = state.book.mex(couple.land);
            or_halt(state, result)?;
            return Ok(state.look_up(couple));
        }
        let is_shared = self.shared.workers > 1;
        if is_shared {
            *state.busy.entry(couple).or_insert(0) += 1;
        }
        let before = state.book.expansions();
        let result = self.work_on_options(lock, couple, win_limit, loss_limit);
        let state = held(lock);
        if is_shared {
            leave(&mut state.busy, couple);
        }
        let (numbers, result) = match result {
            Ok(numbers) => (numbers, Ok(numbers)),
            Err((numbers, halted)) => (numbers, Err(halted)),
        };
        if !state.look_up(couple).is_decided() {
            let effort = state.book.expansions() - before;
            state.ledger.remember(couple, numbers, effort);
        }
        result
    }

    /// [`Worker::work`] on a couple that is not decided. When it is halted, the last numbers come with that news.
    fn work_on_options(
        &mut self,
        lock: &mut Option<Guard<'s, 'b, L>>,
        couple: Couple,
        win_limit: u32,
        loss_limit: u32,
    ) -> Result<Numbers, (Numbers, Halted)> {
        let mut numbers = held(lock).look_up(couple);
        let mut children = self.children(lock, couple).map_err(|halted| (numbers, halted))?;
        loop {
            let state = held(lock);
            // Others, or the work on an option, may have decided the couple on the way.
            let known = state.look_up(couple);
            if known.is_decided() {
                return Ok(known);
            }
            let sum = state.sum_up(couple, &mut children);
            numbers = sum.numbers;
            if numbers.is_decided() {
                state.record(couple, numbers);
                return Ok(numbers);
            }
            if couple == state.root {
                state.root_numbers = numbers;
            }
            if numbers.win >= win_limit || numbers.loss >= loss_limit {
                return Ok(numbers);
            }
            let child = children[sum.best];
            let child_loss_limit = win_limit.min(sum.second.saturating_add(1)).max(child.numbers.loss + 1);
            let child_win_limit = loss_limit - numbers.loss + child.numbers.win;
            let resolved = state.resolve(couple, child.after);
            let result = self.work_on(lock, resolved, child_win_limit, child_loss_limit);
            result.map_err(|halted| (numbers, halted))?;
        }
    }

    fn work_on(
        &mut self,
        lock: &mut Option<Guard<'s, 'b, L>>,
        resolved: Resolved,
        win_limit: u32,
        loss_limit: u32,
    ) -> Result<(), Halted> {
        match resolved {
            Resolved::Decided(_) => {}
            Resolved::Couple(next) => {
                self.work(lock, next, win_limit, loss_limit)?;
            }
            Resolved::Sum { first, rest } => {
                // Stay with it while the effort to settle it either way is below both limits.
                let limit = win_limit.saturating_sub(rest.win).min(loss_limit.saturating_sub(rest.loss)).max(1);
                let numbers = held(lock).look_up(first);
                if numbers.win <= numbers.loss {
                    self.work(lock, first, limit.max(numbers.win + 1), INFINITE)?;
                } else {
                    self.work(lock, first, INFINITE, limit.max(numbers.loss + 1))?;
                }
            }
        }
        Ok(())
    }

    fn children(&mut self, lock: &mut Option<Guard<'s, 'b, L>>, couple: Couple) -> Result<Vec<Child>, Halted> {
        self.expand(lock, couple.land)?;
        let state = held(lock);
        let start = Numbers { win: 1, loss: 1 };
        let mut children: Vec<Child> =
            (0..couple.nimber).map(|nimber| Child { after: After::Heap(nimber), numbers: start }).collect();
        let options = state.book.options(couple.land).expect("they have been found");
        children.extend(options.iter().map(|&option| Child { after: After::Move(option), numbers: start }));
        Ok(children)
    }

    /// Finds the options of a land, without the lock.
    fn expand(&mut self, lock: &mut Option<Guard<'s, 'b, L>>, land: u32) -> Result<(), Halted> {
        while held(lock).expanding.contains(&land) {
            let guard = lock.take().expect("the lock is held");
            *lock = Some(self.shared.found.wait(guard).expect("no worker panics"));
        }
        let state = held(lock);
        if state.book.is_expanded(land) {
            return Ok(());
        }
        state.expanding.insert(land);
        let key = state.book.packed_key(land).to_vec();
        drop(lock.take());
        let result = self.found.find(self.engine, &key);
        *lock = Some(self.shared.lock());
        let state = held(lock);
        state.expanding.remove(&land);
        if result.is_ok() {
            state.book.enter(land, &self.found);
        }
        self.shared.found.notify_all();
        or_halt(state, result)
    }

    /// Sees whether the work is halted or has to be.
    fn look_around(&mut self, state: &mut State<'b, L>) -> Result<(), Halted> {
        if state.halt.is_some() {
            return Err(Halted);
        }
        self.steps += 1;
        if !self.steps.is_multiple_of(STEPS_PER_LOOK) {
            return Ok(());
        }
        let snapshot = state.snapshot();
        state.listener.progress(snapshot);
        state.listener.checkpoint(state.book);
        if let Err(stopped) = self.shared.limits.check(state.book) {
            state.halt = Some(Halt::Stopped(stopped));
        } else if self.shared.limits.memory.is_some_and(|limit| snapshot.bytes > limit) {
            state.halt = Some(Halt::Full);
        }
        if state.halt.is_some() { Err(Halted) } else { Ok(()) }
    }
}

/// The state behind the lock.
fn held<'a, 's, 'b, L>(lock: &'a mut Option<Guard<'s, 'b, L>>) -> &'a mut State<'b, L> {
    lock.as_mut().expect("the lock is given up only while options are found")
}

fn leave(busy: &mut FxHashMap<Couple, u32>, couple: Couple) {
    if let Some(workers) = busy.get_mut(&couple) {
        *workers -= 1;
        if *workers == 0 {
            busy.remove(&couple);
        }
    }
}

/// A position that is too large halts the work.
fn or_halt<T, L>(state: &mut State<L>, result: Result<T, TooLarge>) -> Result<T, Halted> {
    result.map_err(|error| {
        state.halt.get_or_insert(Halt::Stopped(error.into()));
        Halted
    })
}
