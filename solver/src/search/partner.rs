//! A second pair of eyes: the searcher's partner, who looks at what the searcher leaves aside.
//!
//! Depth-first proof-number search follows one line at a time, and what it will want next is foreseeable: when it turns to
//! an option, others look nearly as good. So the searcher *asks* for these, and while it finds the options of one land, a
//! partner finds those of another. What the partner has found is entered in the book as soon as the searcher has a moment, and
//! counts: numbers guessed from outside become numbers seen from inside, and the search goes on with these.
//!
//! The partner is part of the search and not of the machine. It keeps its own time, measured by the size of lands and not
//! by a clock: what it takes up, and when that is ready, depends on nothing but the search itself. With one thread its
//! work is done by the searcher at the moment when it is due; with more, others do it meanwhile ([`super::ahead`]). So the
//! search, its facts and its certificates are the same for any number of threads.
//!
//! What it brings, over the 38 of 46 positions that take 3,000 expansions or more (`0*k` for k = 12 to 20, 22, 23; after a first move
//! `0*k.1a1a` for k = 12 to 16, 18, and `0*a.AB|0*b.AB` for a + b = 12 to 16, a >= b >= 2): with two threads 9% less time than
//! helpers without a partner (geometric mean; 13% in total), because less of what is found ahead is found in vain; with one
//! thread 2% more (1% less in total), at 0.9% ± 3.6% more expansions. Single games differ by far more, either way: 15, 18 and
//! 20 spots take 11% to 15% more expansions than without a partner, so that two threads are no faster there in seconds than they
//! were; 14 spots take a third. Tried on the same positions: asking the partner for five options instead of three, 5.4% ± 2.6%
//! more expansions; a partner twice as fast, 9% more. Staying longer with an option (thresholds raised by 10% or
//! 25%): what is wanted next is then seen too late, and two threads are 1.35 to 1.4 times as fast as one.

use super::book::{Book, LandId, Nimber};
use super::numbers::Couple;
use super::requests::{Doubt, Requests};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A tick is the time for one move, generated and brought into canonical form. A land has about this part of its lives squared
/// in moves; to enter its options in the book takes as long as so many moves.
const LIVES_SQUARED_PER_MOVE: u64 = 9;
const ENTERING: u64 = 12;

#[derive(Default)]
pub struct Partner {
    requests: Requests<Nimber>,
    /// What the partner is looking at, and when it will have finished.
    in_hand: Option<(Couple, u64)>,
    /// What it has finished, in that order, and which of these lands nobody has turned to since.
    finished: VecDeque<Couple>,
    waiting: FxHashSet<LandId>,
    now: u64,
}

impl Partner {
    /// Asks for a couple to be looked at.
    pub fn ask(&mut self, couple: Couple, doubt: Doubt) {
        let is_in_hand = self.in_hand.is_some_and(|(in_hand, _)| in_hand.land == couple.land);
        if !is_in_hand && !self.waiting.contains(&couple.land) {
            self.requests.ask(couple.land, doubt, couple.nimber);
        }
    }

    /// The searcher turns to a land whose options are not in the book: it finds them, unless the partner has done so or is
    /// about to, and enters them.
    pub fn turn_to(&mut self, land: LandId, book: &Book) {
        let ticks = match self.in_hand {
            _ if self.waiting.contains(&land) => 0,
            Some((couple, until)) if couple.land == land => until - self.now,
            _ => {
                self.requests.withdraw(land);
                duration(book, land)
            }
        };
        self.pass(ticks, book);
        self.waiting.remove(&land);
        self.pass(ENTERING, book);
    }

    /// Time goes by.
    fn pass(&mut self, ticks: u64, book: &Book) {
        let mut at = self.now;
        self.now += ticks;
        loop {
            if let Some((couple, until)) = self.in_hand {
                if until > self.now {
                    return;
                }
                self.waiting.insert(couple.land);
                self.finished.push_back(couple);
                at = until;
            }
            self.in_hand = self.next(book).map(|couple| (couple, at + duration(book, couple.land)));
            if self.in_hand.is_none() {
                return;
            }
        }
    }

    fn next(&mut self, book: &Book) -> Option<Couple> {
        loop {
            let (land, nimber) = self.requests.next()?;
            let couple = Couple { land, nimber };
            if !is_settled(book, couple) {
                return Some(couple);
            }
        }
    }

    /// A couple that the partner has looked at and the searcher has not: its options are to be entered.
    pub fn finished(&mut self, book: &Book) -> Option<Couple> {
        loop {
            let couple = self.finished.pop_front()?;
            if self.waiting.contains(&couple.land) && !is_settled(book, couple) {
                return Some(couple);
            }
            self.waiting.remove(&couple.land);
        }
    }
}

/// Whether a couple is decided, or its options are known.
fn is_settled(book: &Book, couple: Couple) -> bool {
    book.is_expanded(couple.land) || book.nimber(couple.land).is_some() || book.is_excluded(couple.land, couple.nimber)
}

/// How long it takes to find the options of a land.
fn duration(book: &Book, land: LandId) -> u64 {
    let lives = u64::from(book.lives(land));
    lives * lives / LIVES_SQUARED_PER_MOVE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Engine;
    use crate::notation;

    fn couple(book: &mut Book, text: &str) -> Couple {
        let position = Engine::new().canonical(&notation::parse(text).unwrap()).unwrap();
        Couple { land: book.position(&position)[0], nimber: 0 }
    }

    #[test]
    fn the_partner_finishes_while_the_searcher_is_busy() {
        let mut book = Book::new();
        let [small, large] = ["0*4", "0*8"].map(|text| couple(&mut book, text));
        let mut partner = Partner::default();
        partner.ask(small, 0);
        assert_eq!(partner.finished(&book), None, "no time has gone by");
        partner.turn_to(large.land, &book);
        assert_eq!((partner.finished(&book), partner.finished(&book)), (Some(small), None));
    }

    #[test]
    fn what_the_searcher_turns_to_itself_is_not_handed_to_it_again() {
        let mut book = Book::new();
        let [small, large] = ["0*4", "0*8"].map(|text| couple(&mut book, text));
        let mut partner = Partner::default();
        partner.ask(large, 0);
        partner.turn_to(small.land, &book);
        assert!(partner.in_hand.is_some_and(|(couple, _)| couple == large), "the partner is not done yet");
        let before = partner.now;
        partner.turn_to(large.land, &book);
        assert!(partner.now - before < duration(&book, large.land) + ENTERING, "the searcher waits for the rest only");
        assert_eq!(partner.finished(&book), None);
    }

    #[test]
    fn what_is_settled_meanwhile_is_not_looked_at() {
        let mut book = Book::new();
        let [small, large, other] = ["0*4", "0*8", "0*5"].map(|text| couple(&mut book, text));
        let mut partner = Partner::default();
        book.exclude(small.land, small.nimber);
        partner.ask(other, 0);
        partner.ask(small, 0);
        partner.turn_to(large.land, &book);
        assert_eq!((partner.finished(&book), partner.finished(&book)), (Some(other), None));
    }
}
