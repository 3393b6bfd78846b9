//! Proof-number search on one couple.
//!
//! The worker is alone with the book and the numbers. Other threads can find options ahead of it; what it asks them for
//! is chosen here, how that goes without changing the search is told in [`super::ahead`].

use super::ahead::{DOUBTS, Desk, Doubt};
use super::book::{Book, LandId, Move, Nimber};
use super::limits::{Limits, Listener, Snapshot, Stopped};
use super::numbers::{Couple, INFINITE, Ledger, Numbers};
use super::resolve::{Resolved, numbers_of, resolve};
use crate::game::TooLarge;

/// Lands with at most this many lives are settled by their definition as soon as they are met: there are few of them
/// and they are needed everywhere.
const SMALL: u32 = 9;

/// Couples worked on between two looks at the limits. The first look is at the first couple: many small searches must not
/// overlook a limit that one large search would see.
const STEPS_PER_LOOK: u32 = 64;

/// Options that are asked for ahead at a time: next to the one that is turned to, and of a couple that is left.
const RIVALS: usize = 3;
const PROSPECTS: usize = 2;

/// Why the work on a couple ended before it was decided.
#[derive(Debug, Clone, Copy)]
pub enum Halt {
    Stopped(Stopped),
    /// Room has to be made.
    Full,
}

impl From<TooLarge> for Halt {
    fn from(error: TooLarge) -> Self {
        Halt::Stopped(error.into())
    }
}

pub struct Worker<'w, L> {
    book: &'w mut Book,
    ledger: &'w mut Ledger,
    listener: &'w mut L,
    limits: Limits<'w>,
    /// Where others find options ahead.
    desk: Option<&'w Desk<'w>>,
    root: Couple,
    root_numbers: Numbers,
    steps: u32,
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

impl<'w, L: Listener> Worker<'w, L> {
    pub fn new(
        book: &'w mut Book,
        ledger: &'w mut Ledger,
        listener: &'w mut L,
        limits: Limits<'w>,
        desk: Option<&'w Desk<'w>>,
        root: Couple,
    ) -> Self {
        let root_numbers = ledger.look_up(book, root);
        Worker { book, ledger, listener, limits, desk, root, root_numbers, steps: STEPS_PER_LOOK - 1 }
    }

    /// Works on the root until it is decided.
    pub fn run(mut self) -> Result<Numbers, Halt> {
        self.work(self.root, INFINITE, INFINITE)
    }

    /// Works on a couple until it is decided or one of its numbers reaches its threshold.
    fn work(&mut self, couple: Couple, win_limit: u32, loss_limit: u32) -> Result<Numbers, Halt> {
        let known = self.look_up(couple);
        if known.is_decided() {
            return Ok(known);
        }
        self.look_around()?;
        if self.book.lives(couple.land) <= SMALL {
            self.book.mex_from(couple.land, self.desk)?;
            return Ok(self.look_up(couple));
        }
        let before = self.book.expansions();
        let (numbers, result) = match self.work_on_options(couple, win_limit, loss_limit) {
            Ok(numbers) => (numbers, Ok(numbers)),
            Err((numbers, halt)) => (numbers, Err(halt)),
        };
        if !self.look_up(couple).is_decided() {
            let effort = self.book.expansions() - before;
            self.ledger.remember(couple, numbers, effort);
        }
        result
    }

    /// [`Worker::work`] on a couple that is not decided. When it is halted, the last numbers come with that news.
    fn work_on_options(&mut self, couple: Couple, win_limit: u32, loss_limit: u32) -> Result<Numbers, (Numbers, Halt)> {
        let mut numbers = self.look_up(couple);
        let mut children = self.children(couple).map_err(|error| (numbers, error.into()))?;
        loop {
            // The work on an option may have decided the couple on the way.
            let known = self.look_up(couple);
            if known.is_decided() {
                return Ok(known);
            }
            let sum = self.sum_up(couple, &mut children);
            numbers = sum.numbers;
            if numbers.is_decided() {
                self.record(couple, numbers);
                return Ok(numbers);
            }
            if couple == self.root {
                self.root_numbers = numbers;
            }
            if numbers.win >= win_limit || numbers.loss >= loss_limit {
                if numbers.loss < loss_limit {
                    self.ask_for_prospects(couple, &children);
                }
                return Ok(numbers);
            }
            let child = children[sum.best];
            let child_loss_limit = win_limit.min(sum.second.saturating_add(1)).max(child.numbers.loss + 1);
            let child_win_limit = loss_limit - numbers.loss + child.numbers.win;
            let resolved = self.resolve(couple, child.after);
            self.ask_for_rivals(couple, &children, &sum, resolved, win_limit);
            self.work_on(resolved, child_win_limit, child_loss_limit).map_err(|halt| (numbers, halt))?;
        }
    }

    fn work_on(&mut self, resolved: Resolved, win_limit: u32, loss_limit: u32) -> Result<(), Halt> {
        match resolved {
            Resolved::Decided(_) => {}
            Resolved::Couple(next) => {
                self.work(next, win_limit, loss_limit)?;
            }
            Resolved::Sum { first, rest } => {
                // Stay with it while the effort to settle it either way is below both limits.
                let limit = win_limit.saturating_sub(rest.win).min(loss_limit.saturating_sub(rest.loss)).max(1);
                let numbers = self.look_up(first);
                if numbers.win <= numbers.loss {
                    self.work(first, limit.max(numbers.win + 1), INFINITE)?;
                } else {
                    self.work(first, INFINITE, limit.max(numbers.loss + 1))?;
                }
            }
        }
        Ok(())
    }

    fn children(&mut self, couple: Couple) -> Result<Vec<Child>, TooLarge> {
        let start = Numbers { win: 1, loss: 1 };
        let options = self.book.options_from(couple.land, self.desk)?;
        let mut children = Vec::with_capacity(options.len() + usize::from(couple.nimber));
        children.extend((0..couple.nimber).map(|nimber| Child { after: After::Heap(nimber), numbers: start }));
        children.extend(options.iter().map(|&option| Child { after: After::Move(option), numbers: start }));
        Ok(children)
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
        let mut nth = 0;
        while nth < children.len() {
            let numbers = numbers_of(self.book, self.ledger, self.resolve(couple, children[nth].after));
            if numbers.win == 0 {
                children.swap_remove(nth);
                continue;
            }
            children[nth].numbers = numbers;
            sum.numbers.loss = sum.numbers.loss.saturating_add(numbers.win).min(INFINITE - 1);
            if numbers.loss < sum.numbers.win {
                sum.second = sum.numbers.win;
                sum.numbers.win = numbers.loss;
                sum.best = nth;
            } else {
                sum.second = sum.second.min(numbers.loss);
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

    /// Sees whether the work has to be halted.
    fn look_around(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if !self.steps.is_multiple_of(STEPS_PER_LOOK) {
            return Ok(());
        }
        let snapshot = self.snapshot();
        self.listener.progress(snapshot);
        self.listener.checkpoint(self.book);
        self.limits.check(self.book).map_err(Halt::Stopped)?;
        if self.limits.memory.is_some_and(|limit| snapshot.bytes > limit) { Err(Halt::Full) } else { Ok(()) }
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

impl<L: Listener> Worker<'_, L> {
    /// Asks for the options of what looks nearly as good as an option that is turned to for the first time. Most of those
    /// are wanted sooner or later: in trials on the 18-spot game about 85% of the next best ones and 65% of the sixth, and
    /// more, whatever their rank, where one good option would be much less effort than refuting all.
    fn ask_for_rivals(&self, couple: Couple, children: &[Child], sum: &Sum, best: Resolved, win_limit: u32) {
        let Some(desk) = self.desk.filter(|_| self.unknown(best).is_some()) else { return };
        let Numbers { win, loss } = sum.numbers;
        let doubt = |rank: usize| match loss / win {
            8.. => 0,
            4.. => rank.min(1),
            2.. => rank.min(3),
            _ => rank.min(DOUBTS - 1),
        };
        let others = children.iter().enumerate().filter(|(nth, _)| *nth != sum.best).map(|(_, child)| child);
        self.ask::<RIVALS>(desk, couple, others.filter(|child| child.numbers.loss < win_limit), doubt);
    }

    /// Asks for the options of what looks best in a couple that is left while it still looks best to where it is left
    /// for: most of them are wanted when the search comes back to it.
    fn ask_for_prospects(&self, couple: Couple, children: &[Child]) {
        if let Some(desk) = self.desk {
            self.ask::<PROSPECTS>(desk, couple, children.iter(), |rank| rank);
        }
    }

    /// Asks for the options of the `N` most promising children.
    fn ask<'c, const N: usize>(
        &self,
        desk: &Desk,
        couple: Couple,
        children: impl Iterator<Item = &'c Child>,
        doubt: impl Fn(usize) -> Doubt,
    ) {
        let mut best: [Option<&Child>; N] = [None; N];
        for child in children {
            let mut at = N;
            while at > 0 && best[at - 1].is_none_or(|other| other.numbers.loss > child.numbers.loss) {
                at -= 1;
            }
            if at < N {
                best[at..].rotate_right(1);
                best[at] = Some(child);
            }
        }
        let best = best.iter().enumerate().rev().filter_map(|(rank, child)| Some((rank, (*child)?)));
        let lands = best.filter_map(|(rank, child)| {
            let land = self.unknown(self.resolve(couple, child.after))?;
            Some((land, doubt(rank)))
        });
        desk.ask(lands, |land| self.book.key_of_use(land));
    }

    /// The land whose options have to be found for the work on what an option comes down to.
    fn unknown(&self, resolved: Resolved) -> Option<LandId> {
        let (Resolved::Couple(Couple { land, .. }) | Resolved::Sum { first: Couple { land, .. }, .. }) = resolved
        else {
            return None;
        };
        (self.book.lives(land) > SMALL && !self.book.is_expanded(land)).then_some(land)
    }
}
