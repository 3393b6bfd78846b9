//! Gaps (FORMAT-PUZZLES.md sections 3 and 4): a line that wins is replayed; that a deal cannot be won is found by visiting
//! all positions that can be reached, breadth first. They are told apart by all their cells.

use crate::error::{Error, Result, ensure, error};
use crate::others::fault::{Evidence, must, same, within};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque, hash_map::Entry};

/// A search for more positions, which would take some 3 GB, is refused.
const MAX_POSITIONS: u64 = 25_000_000;

/// The 4R cells of a position, and zeros.
type Cells = [u8; 52];

/// A deal in variant 0, basic, or 1, common. Alone it states that it can be won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deal {
    pub variant: u8,
    pub ranks: u8,
    pub cells: Vec<u8>,
}

/// That a deal cannot be won, and all about the positions that can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unwinnable {
    pub deal: Deal,
    pub positions: u64,
    pub fingerprint: [u8; 16],
}

impl Deal {
    /// Replays the winning line.
    pub(crate) fn verify(&self, evidence: &Evidence) -> Result<()> {
        evidence.only(false, true)?;
        let mut cells = self.position()?;
        let (moves, rest) = evidence.body.as_chunks::<2>();
        must(rest.is_empty(), "length of the body", evidence.body.len() as u64, "even")?;
        for (number, &[card, gap]) in (1..).zip(moves) {
            let wrong = || error!(WrongStep, "move {number}, {}: no such gap takes such a card", named(card, gap));
            let from = cells.iter().position(|&other| other == card && self.takes(&cells, gap.into(), card));
            cells.swap(from.ok_or_else(wrong)?, gap.into());
        }
        ensure(self.is_won(&cells), || error!(NotProven, "after {} moves the position is not won", moves.len()))
    }

    /// The position, if it is well formed.
    fn position(&self) -> Result<Cells> {
        must(self.variant <= 1, "variant", self.variant, "0 or 1")?;
        must((2..=13).contains(&self.ranks), "ranks", self.ranks, "2 to 13")?;
        let cards = (0..4).flat_map(|suit| (2..=self.ranks).map(move |rank| 16 * suit + rank));
        let mut sorted = self.cells.clone();
        sorted.sort_unstable();
        let wanted = format!("four gaps and one card of each suit and rank from 2 to {}", self.ranks);
        let is_whole = sorted.into_iter().eq([0; 4].into_iter().chain(cards));
        ensure(is_whole, || error!(Malformed, "the deal does not consist of {wanted}"))?;
        Ok(std::array::from_fn(|cell| self.cells.get(cell).copied().unwrap_or(0)))
    }

    /// Whether a cell is a gap that takes a card.
    fn takes(&self, cells: &Cells, gap: usize, card: u8) -> bool {
        let (row, column) = (gap / usize::from(self.ranks), gap % usize::from(self.ranks));
        let follows = |left: u8| left != 0 && left % 16 != self.ranks && card == left + 1;
        let begins = card % 16 == 2 && (self.variant == 1 || usize::from(card / 16) == row);
        row < 4 && cells[gap] == 0 && if column == 0 { begins } else { follows(cells[gap - 1]) }
    }

    fn is_won(&self, cells: &Cells) -> bool {
        cells.chunks(usize::from(self.ranks)).take(4).enumerate().all(|(row, cards)| {
            let suit = if self.variant == 0 { row as u8 } else { cards[0] / 16 };
            cards.iter().copied().eq((2..=self.ranks).map(|rank| 16 * suit + rank).chain([0]))
        })
    }

    pub(crate) fn name(&self) -> String {
        let hash = blake3::hash(&[&[self.variant, self.ranks], &self.cells[..]].concat());
        format!("gaps {} {} {}", if self.variant == 0 { "basic" } else { "common" }, self.ranks, &hash.to_hex()[..12])
    }
}

impl Unwinnable {
    pub(crate) fn verify(&self, evidence: &Evidence) -> Result<()> {
        evidence.only(false, false)?;
        let (start, size) = (self.deal.position()?, self.deal.cells.len());
        within(MAX_POSITIONS, self.positions, "positions")?;
        // A search goes far enough in any case to find a win, which refutes more than a wrong number does.
        let limit = self.positions.max(250_000) as usize;
        // All positions that were reached, with the move that led there. Room that is not filled takes no memory.
        let mut reached = HashMap::with_capacity(limit);
        reached.insert(start, (0, 0));
        let (mut waiting, mut fingerprint) = (VecDeque::from([start]), 0u128);
        while let Some(before) = waiting.pop_front() {
            ensure(!self.deal.is_won(&before), || winning_line(before, &reached))?;
            let more = || error!(NotProven, "{} positions are stated, but there are more", self.positions);
            ensure(reached.len() <= limit, more)?;
            let hash = *blake3::hash(&before[..size]).as_bytes().first_chunk().expect("a hash has 32 bytes");
            fingerprint = fingerprint.wrapping_add(u128::from_le_bytes(hash));
            for gap in (0..size).filter(|&gap| before[gap] == 0) {
                for from in (0..size).filter(|&from| self.deal.takes(&before, gap, before[from])) {
                    let mut cells = before;
                    cells.swap(from, gap);
                    if let Entry::Vacant(place) = reached.entry(cells) {
                        place.insert((from as u8, gap as u8));
                        waiting.push_back(cells);
                    }
                }
            }
        }
        same("positions", self.positions, reached.len())?;
        same("fingerprint", format!("{:02x?}", self.fingerprint), format!("{:02x?}", fingerprint.to_le_bytes()))
    }
}

/// How a won position was reached.
fn winning_line(mut cells: Cells, reached: &HashMap<Cells, (u8, u8)>) -> Error {
    let mut line = VecDeque::new();
    while let Some(&(from, gap)) = reached.get(&cells).filter(|(from, gap)| from != gap) {
        line.push_front(named(cells[usize::from(gap)], gap));
        cells.swap(from.into(), gap.into());
    }
    error!(NotProven, "the deal can be won in {} moves: {}", line.len(), Vec::from(line).join(", "))
}

fn named(card: u8, gap: u8) -> String {
    let suit = ["S", "H", "D", "C"].get(usize::from(card / 16)).unwrap_or(&"?");
    format!("{}{suit} to cell {gap}", card % 16)
}
