//! Expansion of one land by two threads: work stealing on ranges of move batches.
//!
//! The *owner* wants the options of a land now and publishes it. A *thief*, if one comes, steals half of the batches that the
//! owner has left; then each thread that runs out of batches steals half of the other's, until none are left. The thief leaves
//! the options it has found, and the owner adds them to its own.
//!
//! Why every batch is made exactly once: from the moment the land is published until a thread takes it, a batch is in exactly
//! one *share*, because batches change hands by a compare-and-swap of one word; the owner ends when both shares are empty and
//! the thief is done. Options are put in the order of their batches ([`OptionBuffer::append`]), so it does not matter which thread
//! made which.
//!
//! An owner that waits too long, because the thief has no processor, expands the land again by itself; until that thief is done,
//! nothing is shared.
//!
//! A thief is admitted once for each land. It declares that it is stealing before it checks that the land is still published,
//! and the owner takes the land back before it checks for a thief: one of them notices the other.

use crate::normal::expander::{Expander, OptionBuffer};
use sprouts::TooLarge;
use std::hint::spin_loop;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::SeqCst};

/// A value that one thread writes and another polls, alone in its cache lines.
#[derive(Default)]
#[repr(align(128))]
pub struct CacheAligned<T>(pub T);

/// A bounded wait for another thread that is expected soon, without giving the processor away.
#[derive(Default)]
pub struct SpinWait(u32);

impl SpinWait {
    /// Spins until the other thread is taken to have no processor: some 100 microseconds, longer than a batch takes.
    const SPINS: u32 = 5000;

    /// Waits a little. False when it has been too long.
    pub fn spin(&mut self) -> bool {
        spin_loop();
        self.0 += 1;
        self.0 < Self::SPINS
    }
}

/// Batches in a row that are still to be made: the first in the lower half of the word, the one after the last in the upper.
#[derive(Default)]
struct Share(AtomicU64);

impl Share {
    fn set(&self, batches: Range<usize>) {
        self.0.store(word(batches), SeqCst);
    }

    /// Takes the first batch.
    fn next(&self) -> Option<usize> {
        let take =
            |share| Some(batches(share)).filter(|left| !left.is_empty()).map(|left| word(left.start + 1..left.end));
        self.0.fetch_update(SeqCst, SeqCst, take).ok().map(|share| batches(share).start)
    }

    /// Takes the last batches, with half of the moves.
    fn take_half(&self, expander: &Expander) -> Option<Range<usize>> {
        let mut middle = 0;
        let take = |share| {
            let left = Some(batches(share)).filter(|left| !left.is_empty())?;
            let half = (expander.moves_before(left.start) + expander.moves_before(left.end)) / 2;
            middle = left.clone().find(|&batch| expander.moves_before(batch) >= half).unwrap_or(left.end - 1);
            Some(word(left.start..middle))
        };
        self.0.fetch_update(SeqCst, SeqCst, take).ok().map(|share| middle..batches(share).end)
    }
}

fn word(batches: Range<usize>) -> u64 {
    batches.start as u64 | (batches.end as u64) << 32
}

fn batches(word: u64) -> Range<usize> {
    (word & u64::from(u32::MAX)) as usize..(word >> 32) as usize
}

/// The two threads, as numbers of their shares.
#[derive(Clone, Copy)]
enum Side {
    Owner,
    Thief,
}

/// States of the thief: none has come, it is stealing, it has left its options, or the owner no longer waits for it.
const ABSENT: u8 = 0;
const STEALING: u8 = 1;
const DONE: u8 = 2;
const ABANDONED: u8 = 3;

/// The options that a thief leaves.
#[derive(Default)]
struct Loot {
    options: OptionBuffer,
    /// None if the thief did not finish.
    result: Option<Result<(), TooLarge>>,
}

/// A land that is expanded by its owner and, perhaps, a thief.
#[derive(Default)]
pub struct SharedExpansion {
    /// Counts up when a land is published and when it is taken back: odd while one is published.
    round: CacheAligned<AtomicU32>,
    shares: [CacheAligned<Share>; 2],
    thief: CacheAligned<AtomicU8>,
    /// The packed key of the land.
    key: CacheAligned<Mutex<Vec<u8>>>,
    loot: CacheAligned<Mutex<Loot>>,
}

impl SharedExpansion {
    /// Whether a land is published, in another round than this one.
    pub fn has_work(&self, since: u32) -> bool {
        let round = self.round.0.load(SeqCst);
        round % 2 == 1 && round != since
    }

    /// Expands a land that the expander has loaded, as its owner. Calls `between` before each batch.
    pub fn expand(
        &self,
        key: &[u8],
        expander: &mut Expander,
        buffer: &mut OptionBuffer,
        mut between: impl FnMut(&mut Expander),
    ) -> Result<(), TooLarge> {
        if self.thief.0.load(SeqCst) != ABSENT {
            return expander.expand_loaded(buffer);
        }
        buffer.clear();
        expander.begin(0, buffer);
        {
            let mut shared_key = self.key.0.lock().expect("no thread panics with this lock");
            shared_key.clear();
            shared_key.extend_from_slice(key);
            self.shares[Side::Owner as usize].0.set(0..expander.batches());
            self.shares[Side::Thief as usize].0.set(0..0);
            self.round.0.fetch_add(1, SeqCst);
        }
        let mut result = self.make_batches(Side::Owner, expander, buffer, &mut between);
        self.round.0.fetch_add(1, SeqCst);
        let mut wait = SpinWait::default();
        while self.thief.0.load(SeqCst) == STEALING {
            result = result.and_then(|()| self.make_batches(Side::Owner, expander, buffer, &mut between));
            if !wait.spin() && self.thief.0.compare_exchange(STEALING, ABANDONED, SeqCst, SeqCst).is_ok() {
                return expander.expand_loaded(buffer);
            }
        }
        if self.thief.0.load(SeqCst) == DONE {
            let mut loot = self.loot.0.lock().expect("no thread panics with this lock");
            result = result.and(loot.result.take().expect("a thief that is done has left a result"));
            buffer.append(&loot.options);
            self.thief.0.store(ABSENT, SeqCst);
        }
        result
    }

    /// Makes batches of the published land, if there are any left. Returns the round.
    pub fn steal(&self, key: &mut Vec<u8>, expander: &mut Expander, buffer: &mut OptionBuffer) -> u32 {
        let round = {
            let shared_key = self.key.0.lock().expect("no thread panics with this lock");
            key.clear();
            key.extend_from_slice(&shared_key);
            self.round.0.load(SeqCst)
        };
        if round.is_multiple_of(2) || expander.load(key).is_err() {
            return round;
        }
        if self.thief.0.compare_exchange(ABSENT, STEALING, SeqCst, SeqCst).is_err() {
            return round;
        }
        if self.round.0.load(SeqCst) != round {
            self.thief.0.store(ABSENT, SeqCst);
            return round;
        }
        let _stealing = Stealing { thief: &self.thief.0 };
        buffer.clear();
        let result = self.make_batches(Side::Thief, expander, buffer, |_| {});
        let mut loot = self.loot.0.lock().expect("no thread panics with this lock");
        loot.options.copy(buffer);
        loot.result = Some(result);
        round
    }

    fn make_batches(
        &self,
        side: Side,
        expander: &mut Expander,
        buffer: &mut OptionBuffer,
        mut between: impl FnMut(&mut Expander),
    ) -> Result<(), TooLarge> {
        let [own, other] = match side {
            Side::Owner => [0, 1],
            Side::Thief => [1, 0],
        }
        .map(|share| &self.shares[share].0);
        loop {
            while let Some(batch) = own.next() {
                between(expander);
                expander.make(batch, buffer)?;
            }
            let Some(batches) = other.take_half(expander) else { return Ok(()) };
            expander.begin(batches.start, buffer);
            own.set(batches);
        }
    }
}

/// A thief at work. Dropping it ends that, also by a panic: the owner waits for it.
struct Stealing<'b> {
    thief: &'b AtomicU8,
}

impl Drop for Stealing<'_> {
    fn drop(&mut self) {
        if self.thief.compare_exchange(STEALING, DONE, SeqCst, SeqCst).is_err() {
            self.thief.store(ABSENT, SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::packed_key::packed;
    use std::sync::atomic::AtomicBool;
    use std::thread::yield_now;

    fn options(buffer: &OptionBuffer) -> Vec<Vec<Vec<u8>>> {
        let options = buffer.iter().map(|option| option.map(|land| land.key.to_vec()).collect());
        let mut options: Vec<_> = options.collect();
        options.sort();
        options.dedup();
        options
    }

    /// Some bare spots and a line with two ends.
    fn land(spots: usize) -> Vec<u8> {
        packed(&[&b"\0\xfe".repeat(spots)[..], b"\x01\x01\xfe\xff"].concat(), <[u8]>::to_vec)
    }

    #[test]
    fn two_find_what_one_would_find() {
        let (shared, is_over) = (SharedExpansion::default(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (mut key, mut expander, mut buffer, mut round) =
                    (Vec::new(), Expander::default(), OptionBuffer::default(), 0);
                while !is_over.load(SeqCst) {
                    if shared.has_work(round) {
                        round = shared.steal(&mut key, &mut expander, &mut buffer);
                    }
                }
            });
            let (mut expander, mut buffer, mut expected) =
                (Expander::default(), OptionBuffer::default(), OptionBuffer::default());
            for round in 0..120 {
                let key = land(3 + round % 6);
                expander.expand(&key, &mut expected).unwrap();
                expander.load(&key).unwrap();
                let wait_for_thief = |_: &mut Expander| {
                    while shared.thief.0.load(SeqCst) == ABSENT {
                        yield_now();
                    }
                };
                shared.expand(&key, &mut expander, &mut buffer, wait_for_thief).unwrap();
                assert_eq!(options(&buffer), options(&expected), "round {round}");
                assert_eq!(buffer.raw_moves(), expected.raw_moves(), "every move is made once");
            }
            is_over.store(true, SeqCst);
        });
    }

    #[test]
    fn a_share_is_handed_out_once() {
        let mut expander = Expander::default();
        expander.load(&land(3)).unwrap();
        let share = Share::default();
        assert_eq!((share.next(), share.take_half(&expander)), (None, None));
        let all = expander.batches();
        share.set(0..all);
        let half = share.take_half(&expander).unwrap();
        assert!(half.start > 0 && half.start < half.end && half.end == all);
        assert_eq!(std::iter::from_fn(|| share.next()).collect::<Vec<_>>(), (0..half.start).collect::<Vec<_>>());
        share.set(4..5);
        assert_eq!((share.take_half(&expander), share.next()), (Some(4..5), None));
    }

    #[test]
    fn a_guest_that_does_not_come_back_is_given_up() {
        let (mut expander, mut buffer, mut expected) =
            (Expander::default(), OptionBuffer::default(), OptionBuffer::default());
        let key = land(3);
        expander.expand(&key, &mut expected).unwrap();
        expander.load(&key).unwrap();
        let shared = SharedExpansion::default();
        // A thief comes, takes half of the batches for itself, and is not heard of again.
        let mut is_here = false;
        let arrive = |expander: &mut Expander| {
            if !is_here {
                shared.thief.0.store(STEALING, SeqCst);
                shared.shares[0].0.take_half(expander).unwrap();
                is_here = true;
            }
        };
        shared.expand(&key, &mut expander, &mut buffer, arrive).unwrap();
        assert_eq!((options(&buffer), buffer.raw_moves()), (options(&expected), expected.raw_moves()));
        assert_eq!(shared.thief.0.load(SeqCst), ABANDONED);
        // Until it has left, nothing is shared.
        shared.expand(&key, &mut expander, &mut buffer, |_| unreachable!("nobody shares")).unwrap();
        drop(Stealing { thief: &shared.thief.0 });
        assert_eq!(shared.thief.0.load(SeqCst), ABSENT);
    }
}
