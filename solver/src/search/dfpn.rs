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

use super::book::{Book, LandId, Move, Nimber};
use super::limits::{Limits, Listener, Snapshot, Stopped};
use rustc_hash::FxHashMap;

/// Effort beyond counting: proven impossible.
const INFINITE: u32 = 1 << 30;

/// Lands with at most this many lives are settled by their definition as soon as they are met: there are few of them
/// and they are needed everywhere.
const SMALL: u32 = 9;

/// The effort expected for a loss that has not been looked at: it grows like the number of options, as the square of
/// the lives. Starting leaves on the scale of expanded couples is what makes the numbers comparable; of the divisors 4,
/// 8, 16, 24, 32 and 48 this one needed the fewest expansions over 8, 12 to 18 and 20 spots, 8 about three times as many.
fn expected_options(lives: u32) -> u32 {
    (lives * lives / 24).max(1)
}

/// Effort to prove a win and a loss for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    win: u32,
    loss: u32,
}

impl Numbers {
    const WON: Numbers = Numbers { win: 0, loss: INFINITE };
    const LOST: Numbers = Numbers { win: INFINITE, loss: 0 };

    fn is_decided(self) -> bool {
        self.win == 0 || self.loss == 0
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Couple {
    land: LandId,
    nimber: Nimber,
}

/// What an option of a couple comes down to.
#[derive(Debug, Clone, Copy)]
enum Resolved {
    Decided(Numbers),
    /// One land is left.
    Couple(Couple),
    /// Several lands are left; this couple of the easiest one is to be settled first.
    Sum {
        first: Couple,
        rest: Numbers,
    },
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

pub struct Dfpn<'a, L> {
    pub book: &'a mut Book,
    numbers: FxHashMap<Couple, Numbers>,
    limits: Limits<'a>,
    listener: L,
    ticks: u32,
    root: Numbers,
}

impl<'a, L: Listener> Dfpn<'a, L> {
    pub fn new(book: &'a mut Book, limits: Limits<'a>, listener: L) -> Self {
        let root = Numbers { win: 1, loss: 1 };
        Dfpn { book, numbers: FxHashMap::default(), limits, listener, ticks: 0, root }
    }

    /// Whether a sum of lands has this nimber.
    pub fn has_nimber(&mut self, lands: &[LandId], nimber: Nimber) -> Result<bool, Stopped> {
        loop {
            match self.resolve_lands(lands, nimber) {
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
        let mut nimber = 0;
        for &land in lands {
            while self.book.nimber(land).is_none() {
                let least = self.book.least_possible(land);
                self.settle(Couple { land, nimber: least })?;
            }
            nimber ^= self.book.least_possible(land);
        }
        Ok(nimber)
    }

    fn settle(&mut self, couple: Couple) -> Result<Numbers, Stopped> {
        self.work(couple, INFINITE, INFINITE)
    }

    /// The numbers of a couple: decided by the book, remembered, or a guess at the effort for a leaf. A win takes one
    /// good option; a loss takes them all.
    fn look_up(&self, couple: Couple) -> Numbers {
        match self.book.nimber(couple.land) {
            Some(nimber) if nimber == couple.nimber => return Numbers::LOST,
            Some(_) => return Numbers::WON,
            None if self.book.is_excluded(couple.land, couple.nimber) => return Numbers::WON,
            None => {}
        }
        self.numbers.get(&couple).copied().unwrap_or_else(|| {
            let lives = self.book.lives(couple.land);
            Numbers { win: 1, loss: expected_options(lives) }
        })
    }

    fn resolve_lands(&self, lands: &[LandId], nimber: Nimber) -> Resolved {
        let mut target = nimber;
        let mut left = [0; 16];
        let mut count = 0;
        for &land in lands {
            match self.book.nimber(land) {
                Some(known) => target ^= known,
                None if count < left.len() => {
                    left[count] = land;
                    count += 1;
                }
                None => {}
            }
        }
        let left = &mut left[..count];
        if let [land] = *left {
            return Resolved::Couple(Couple { land, nimber: target });
        }
        if left.is_empty() {
            return Resolved::Decided(if target == 0 { Numbers::LOST } else { Numbers::WON });
        }
        left.sort_unstable_by_key(|&land| (self.book.lives(land), land));
        let hardest = self.book.lives(left[left.len() - 1]);
        let mut rest = Numbers { win: 1, loss: expected_options(hardest) };
        for &land in &left[1..left.len() - 1] {
            let numbers = self.look_up(Couple { land, nimber: self.book.least_possible(land) });
            let effort = numbers.win.min(numbers.loss);
            rest.win += effort;
            rest.loss += effort;
        }
        let first = Couple { land: left[0], nimber: self.book.least_possible(left[0]) };
        Resolved::Sum { first, rest }
    }

    fn resolve(&self, couple: Couple, after: After) -> Resolved {
        match after {
            After::Heap(nimber) => Resolved::Couple(Couple { nimber, ..couple }),
            After::Move(option) => self.resolve_lands(self.book.lands_after(&option), couple.nimber),
        }
    }

    fn numbers_of(&self, resolved: Resolved) -> Numbers {
        match resolved {
            Resolved::Decided(numbers) => numbers,
            Resolved::Couple(couple) => self.look_up(couple),
            Resolved::Sum { first, rest } => {
                let numbers = self.look_up(first);
                let effort = numbers.win.min(numbers.loss);
                Numbers { win: rest.win + effort, loss: rest.loss + effort }
            }
        }
    }

    /// Works on a couple until it is decided or one of its numbers reaches its threshold.
    fn work(&mut self, couple: Couple, win_limit: u32, loss_limit: u32) -> Result<Numbers, Stopped> {
        let known = self.look_up(couple);
        if known.is_decided() {
            return Ok(known);
        }
        self.check_limits()?;
        if self.book.lives(couple.land) <= SMALL {
            self.book.mex(couple.land)?;
            return Ok(self.look_up(couple));
        }
        let mut children = self.children(couple)?;
        loop {
            let (numbers, best, second) = self.sum_up(couple, &mut children);
            if numbers.is_decided() {
                self.record(couple, numbers);
                return Ok(numbers);
            }
            if numbers.win >= win_limit || numbers.loss >= loss_limit {
                self.numbers.insert(couple, numbers);
                return Ok(numbers);
            }
            let child = children[best];
            let child_loss_limit = win_limit.min(second.saturating_add(1));
            let child_win_limit = loss_limit - numbers.loss + child.numbers.win;
            self.work_on(couple, child, child_win_limit, child_loss_limit)?;
            // The book may have decided the couple on the way.
            let known = self.look_up(couple);
            if known.is_decided() {
                return Ok(known);
            }
        }
    }

    fn work_on(&mut self, couple: Couple, child: Child, win_limit: u32, loss_limit: u32) -> Result<(), Stopped> {
        match self.resolve(couple, child.after) {
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

    fn children(&mut self, couple: Couple) -> Result<Vec<Child>, Stopped> {
        let start = Numbers { win: 1, loss: 1 };
        let mut children: Vec<Child> =
            (0..couple.nimber).map(|nimber| Child { after: After::Heap(nimber), numbers: start }).collect();
        let options = self.book.options(couple.land)?;
        children.extend(options.iter().map(|&option| Child { after: After::Move(option), numbers: start }));
        Ok(children)
    }

    /// The numbers of a couple from those of its options, its most promising option, and the effort for the next best.
    /// Options that are won for the opponent are dropped.
    fn sum_up(&self, couple: Couple, children: &mut Vec<Child>) -> (Numbers, usize, u32) {
        let mut best = 0;
        let (mut least, mut second) = (INFINITE, INFINITE);
        let mut loss = 0u32;
        let mut nth = 0;
        while nth < children.len() {
            let numbers = self.numbers_of(self.resolve(couple, children[nth].after));
            if numbers.win == 0 {
                children.swap_remove(nth);
                continue;
            }
            children[nth].numbers = numbers;
            loss = loss.saturating_add(numbers.win).min(INFINITE - 1);
            if numbers.loss < least {
                second = least;
                least = numbers.loss;
                best = nth;
            } else {
                second = second.min(numbers.loss);
            }
            nth += 1;
        }
        if children.is_empty() {
            return (Numbers::LOST, 0, 0);
        }
        if least == 0 {
            return (Numbers::WON, best, 0);
        }
        (Numbers { win: least, loss }, best, second)
    }

    fn record(&mut self, couple: Couple, numbers: Numbers) {
        if numbers.loss == 0 {
            self.book.set_nimber(couple.land, couple.nimber);
        } else {
            self.book.exclude(couple.land, couple.nimber);
        }
        self.numbers.remove(&couple);
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.ticks += 1;
        if !self.ticks.is_multiple_of(64) {
            return Ok(());
        }
        self.listener.progress(Snapshot {
            root_win: self.root.win,
            root_loss: self.root.loss,
            expansions: self.book.expansions(),
            lands: self.book.land_count(),
            facts: self.book.proven_count(),
            raw_moves: self.book.raw_moves(),
        });
        self.limits.check(self.book)
    }
}
