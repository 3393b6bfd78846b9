//! A land whose batches two threads make together.
//!
//! The *host* wants the options now and lays the land on the bench. A *guest*, if one comes, takes half of the batches that the
//! host has left; whoever runs out of batches takes half of what the other has left, until none are left. The guest leaves
//! what it has found on the bench and the host adds it to its own.
//!
//! Why this is right: every batch is in exactly one *share* from the moment the land is laid out until somebody takes it to
//! make it, because batches change hands by a single exchange of one word; the host ends when both shares are empty and the
//! guest has left. What was found is put in the order of the batches ([`OptionBuffer::append`]), so that it does not matter who made
//! which.
//!
//! A host that waits too long, because the guest has no processor, does all of it again by itself; until that guest has left,
//! the bench is not used.
//!
//! A guest is admitted once for each land. It declares that it is here before it makes sure that the land still lies there,
//! and the host takes the land away before it looks whether a guest is here: one of them notices the other.

use crate::normal::expander::{Expander, OptionBuffer};
use sprouts::TooLarge;
use std::hint::spin_loop;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::SeqCst};

/// Something that one thread writes and another keeps looking at, alone in its cache lines.
#[derive(Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// Waiting for another thread, which is expected soon: the processor is not given away.
#[derive(Default)]
pub struct Waiting(u32);

impl Waiting {
    /// Looks before the other thread is given up, which then has no processor: some 100 microseconds, longer than a batch takes.
    const LOOKS: u32 = 5000;

    /// Waits a little. False when it has been too long.
    pub fn goes_on(&mut self) -> bool {
        spin_loop();
        self.0 += 1;
        self.0 < Self::LOOKS
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

/// Who has which share.
#[derive(Clone, Copy)]
enum Seat {
    Host,
    Guest,
}

/// The guest has not come, is here, or has left what it found; or the host no longer waits for it.
const AWAY: u8 = 0;
const HERE: u8 = 1;
const GONE: u8 = 2;
const GIVEN_UP: u8 = 3;

/// What a guest leaves.
#[derive(Default)]
struct Left {
    found: OptionBuffer,
    /// None if the guest did not finish.
    result: Option<Result<(), TooLarge>>,
}

#[derive(Default)]
pub struct SharedExpansion {
    /// Odd while a land lies here.
    turn: Apart<AtomicU32>,
    shares: [Apart<Share>; 2],
    guest: Apart<AtomicU8>,
    /// The packed key of the land.
    key: Apart<Mutex<Vec<u8>>>,
    left: Apart<Mutex<Left>>,
}

impl SharedExpansion {
    /// Whether a land lies here, other than on this turn.
    pub fn has_news(&self, since: u32) -> bool {
        let turn = self.turn.0.load(SeqCst);
        turn % 2 == 1 && turn != since
    }

    /// Finds the options of a land that the finder has loaded, with whoever comes to help. Calls `between` before each batch.
    pub fn host(
        &self,
        key: &[u8],
        expander: &mut Expander,
        found: &mut OptionBuffer,
        mut between: impl FnMut(&mut Expander),
    ) -> Result<(), TooLarge> {
        if self.guest.0.load(SeqCst) != AWAY {
            return expander.find_loaded(found);
        }
        found.clear();
        expander.begin(0, found);
        {
            let mut lying = self.key.0.lock().expect("nobody panics at the bench");
            lying.clear();
            lying.extend_from_slice(key);
            self.shares[Seat::Host as usize].0.set(0..expander.batches());
            self.shares[Seat::Guest as usize].0.set(0..0);
            self.turn.0.fetch_add(1, SeqCst);
        }
        let mut result = self.make_strokes(Seat::Host, expander, found, &mut between);
        self.turn.0.fetch_add(1, SeqCst);
        let mut waiting = Waiting::default();
        while self.guest.0.load(SeqCst) == HERE {
            result = result.and_then(|()| self.make_strokes(Seat::Host, expander, found, &mut between));
            if !waiting.goes_on() && self.guest.0.compare_exchange(HERE, GIVEN_UP, SeqCst, SeqCst).is_ok() {
                return expander.find_loaded(found);
            }
        }
        if self.guest.0.load(SeqCst) == GONE {
            let mut left = self.left.0.lock().expect("nobody panics at the bench");
            result = result.and(left.result.take().expect("guests finish what they begin"));
            found.append(&left.found);
            self.guest.0.store(AWAY, SeqCst);
        }
        result
    }

    /// Helps with the land that lies here, if it has batches left. Returns the turn.
    pub fn visit(&self, key: &mut Vec<u8>, expander: &mut Expander, found: &mut OptionBuffer) -> u32 {
        let turn = {
            let lying = self.key.0.lock().expect("nobody panics at the bench");
            key.clear();
            key.extend_from_slice(&lying);
            self.turn.0.load(SeqCst)
        };
        if turn.is_multiple_of(2) || expander.load(key).is_err() {
            return turn;
        }
        if self.guest.0.compare_exchange(AWAY, HERE, SeqCst, SeqCst).is_err() {
            return turn;
        }
        if self.turn.0.load(SeqCst) != turn {
            self.guest.0.store(AWAY, SeqCst);
            return turn;
        }
        let _visit = Visit { guest: &self.guest.0 };
        found.clear();
        let result = self.make_strokes(Seat::Guest, expander, found, |_| {});
        let mut left = self.left.0.lock().expect("nobody panics at the bench");
        left.found.copy(found);
        left.result = Some(result);
        turn
    }

    fn make_strokes(
        &self,
        seat: Seat,
        expander: &mut Expander,
        found: &mut OptionBuffer,
        mut between: impl FnMut(&mut Expander),
    ) -> Result<(), TooLarge> {
        let [own, other] = match seat {
            Seat::Host => [0, 1],
            Seat::Guest => [1, 0],
        }
        .map(|share| &self.shares[share].0);
        loop {
            while let Some(batch) = own.next() {
                between(expander);
                expander.make(batch, found)?;
            }
            let Some(batches) = other.take_half(expander) else { return Ok(()) };
            expander.begin(batches.start, found);
            own.set(batches);
        }
    }
}

/// A guest at the bench. Leaves in the end, however that comes about: the host waits for it.
struct Visit<'b> {
    guest: &'b AtomicU8,
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        if self.guest.compare_exchange(HERE, GONE, SeqCst, SeqCst).is_err() {
            self.guest.store(AWAY, SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::packed_key::packed;
    use std::sync::atomic::AtomicBool;
    use std::thread::yield_now;

    fn options(found: &OptionBuffer) -> Vec<Vec<Vec<u8>>> {
        let options = found.iter().map(|option| option.map(|land| land.key.to_vec()).collect());
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
        let (bench, is_over) = (SharedExpansion::default(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (mut key, mut expander, mut found, mut turn) =
                    (Vec::new(), Expander::default(), OptionBuffer::default(), 0);
                while !is_over.load(SeqCst) {
                    if bench.has_news(turn) {
                        turn = bench.visit(&mut key, &mut expander, &mut found);
                    }
                }
            });
            let (mut expander, mut found, mut expected) =
                (Expander::default(), OptionBuffer::default(), OptionBuffer::default());
            for round in 0..120 {
                let key = land(3 + round % 6);
                expander.find(&key, &mut expected).unwrap();
                expander.load(&key).unwrap();
                let wait_for_guest = |_: &mut Expander| {
                    while bench.guest.0.load(SeqCst) == AWAY {
                        yield_now();
                    }
                };
                bench.host(&key, &mut expander, &mut found, wait_for_guest).unwrap();
                assert_eq!(options(&found), options(&expected), "round {round}");
                assert_eq!(found.raw_moves(), expected.raw_moves(), "every move is made once");
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
        let (mut expander, mut found, mut expected) =
            (Expander::default(), OptionBuffer::default(), OptionBuffer::default());
        let key = land(3);
        expander.find(&key, &mut expected).unwrap();
        expander.load(&key).unwrap();
        let bench = SharedExpansion::default();
        // A guest comes, takes half of the batches for itself, and is not heard of again.
        let mut is_here = false;
        let arrive = |expander: &mut Expander| {
            if !is_here {
                bench.guest.0.store(HERE, SeqCst);
                bench.shares[0].0.take_half(expander).unwrap();
                is_here = true;
            }
        };
        bench.host(&key, &mut expander, &mut found, arrive).unwrap();
        assert_eq!((options(&found), found.raw_moves()), (options(&expected), expected.raw_moves()));
        assert_eq!(bench.guest.0.load(SeqCst), GIVEN_UP);
        // Until it has left, nothing is shared.
        bench.host(&key, &mut expander, &mut found, |_| unreachable!("nobody shares")).unwrap();
        drop(Visit { guest: &bench.guest.0 });
        assert_eq!(bench.guest.0.load(SeqCst), AWAY);
    }
}
