//! Gaps (FORMAT-PUZZLES.md sections 3 and 4): a line that wins is replayed; that a deal cannot be won is found by visiting
//! all positions that can be reached, breadth first. They are told apart by all their cells.

use super::same::same;
use crate::budget::Budget;
use crate::container::{Evidence, Reader};
use crate::error::{Error, Malformed, NotProven, Place, Result, WrongStep, ensure};
use crate::parallel::Settings;
use crate::values::{must, within};
use std::fmt::{self, Display, Formatter};
use std::hash::{BuildHasher, RandomState};

/// The work of visiting a position.
const VISIT: u64 = 80;
/// A search goes at least so far to find a win, which refutes more than a wrong number of positions does.
const LEAST: u64 = 250_000;
/// After so many positions, and a multiple of them, the progress is told.
const TOLD: usize = 1 << 14;
/// Positions are numbered by 32 bits.
const MAX_POSITIONS: u64 = 1 << 31;

/// The 4R cells of a position, and zeros.
type Cells = [u8; 52];

/// A deal in variant 0, basic, or 1, common. Alone it states that it can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Deal {
    pub variant: u8,
    pub ranks: u8,
    pub cells: Vec<u8>,
}

/// That a deal cannot be won, and all about the positions that can be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub struct Unwinnable {
    pub deal: Deal,
    pub positions: u64,
    pub fingerprint: [u8; 16],
}

impl Display for Unwinnable {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} UNWINNABLE", self.deal.name())
    }
}

impl Deal {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        Ok(Deal { variant: reader.byte()?, ranks: reader.byte()?, cells: reader.byte_array()?.to_vec() })
    }

    /// The rows of the deal as texts, for reading.
    pub(crate) fn rows(&self) -> Vec<String> {
        let card = |card: &u8| if *card == 0 { "--".to_string() } else { name(*card) };
        let rows = self.cells.chunks(usize::from(self.ranks).max(1));
        rows.map(|row| row.iter().map(card).collect::<Vec<_>>().join(" ")).collect()
    }

    /// Replays the winning line.
    pub(crate) fn verify(&self, evidence: &Evidence) -> Result<()> {
        evidence.only(false, true)?;
        let mut cells = self.position()?;
        let (moves, rest) = evidence.body.as_chunks::<2>();
        must(rest.is_empty(), "length of the body", evidence.body.len() as u64, "even")?;
        for (number, &[card, gap]) in (1..).zip(moves) {
            let wrong = || {
                let why = Error::from(WrongStep::Illegal("no such gap takes such a card"));
                why.at(Place::Move { number, text: named(card, gap) })
            };
            let is_taken =
                usize::from(gap) < self.cells.len() && self.takes(&cells, gap.into()).any(|taken| taken == card);
            let from = cells.iter().position(|other| is_taken && *other == card);
            cells.swap(from.ok_or_else(wrong)?, gap.into());
        }
        ensure(self.is_won(&cells), || NotProven::NotWon(moves.len()))
    }

    /// The position, if it is well formed.
    fn position(&self) -> Result<Cells> {
        must(self.variant <= 1, "variant", self.variant, "0 or 1")?;
        must((2..=13).contains(&self.ranks), "ranks", self.ranks, "2 to 13")?;
        let cards = (0..4).flat_map(|suit| (2..=self.ranks).map(move |rank| 16 * suit + rank));
        let mut sorted = self.cells.clone();
        sorted.sort_unstable();
        let is_whole = sorted.into_iter().eq([0; 4].into_iter().chain(cards));
        ensure(is_whole, || Malformed::NotADeal(self.ranks))?;
        Ok(std::array::from_fn(|cell| self.cells.get(cell).copied().unwrap_or(0)))
    }

    /// The cards that a cell takes: none if it is no gap.
    fn takes(&self, cells: &Cells, gap: usize) -> impl Iterator<Item = u8> {
        let (row, column) = ((gap / usize::from(self.ranks)) as u8, gap % usize::from(self.ranks));
        let left = if column == 0 { 0 } else { cells[gap - 1] };
        let cards = match (column, self.variant) {
            _ if cells[gap] != 0 => 0..0,
            (0, 0) => row..row + 1,
            (0, _) => 0..4,
            _ if left == 0 || left % 16 == self.ranks => 0..0,
            _ => 0..1,
        };
        cards.map(move |suit| if column == 0 { 16 * suit + 2 } else { left + 1 })
    }

    fn is_won(&self, cells: &Cells) -> bool {
        cells.chunks(usize::from(self.ranks)).take(4).enumerate().all(|(row, cards)| {
            let suit = if self.variant == 0 { row as u8 } else { cards[0] / 16 };
            cards.iter().copied().eq((2..=self.ranks).map(|rank| 16 * suit + rank).chain([0]))
        })
    }

    /// The deal by its full digest: no two deals have the same name.
    pub(crate) fn name(&self) -> String {
        let hash = blake3::hash(&[&[self.variant, self.ranks], &self.cells[..]].concat());
        format!("gaps {} {} {}", if self.variant == 0 { "basic" } else { "common" }, self.ranks, hash.to_hex())
    }
}

impl Unwinnable {
    pub(crate) fn read(reader: &mut Reader) -> Result<Self> {
        let (deal, positions) = (Deal::read(reader)?, reader.u64()?);
        let mut fingerprint = [0; 16];
        fingerprint.copy_from_slice(reader.take(16)?);
        Ok(Unwinnable { deal, positions, fingerprint })
    }

    pub(crate) fn verify(&self, evidence: &Evidence, settings: &Settings, budget: &Budget) -> Result<()> {
        evidence.only(false, false)?;
        let (start, size) = (self.deal.position()?, self.deal.cells.len());
        within(MAX_POSITIONS, self.positions, "positions")?;
        let limit = self.positions.max(LEAST) as usize;
        let room = limit + 4; // one gap may take four cards before this is looked at
        budget.memory(room * Reached::BYTES)?;
        let (mut reached, mut fingerprint, mut visited) = (Reached::with_room(room), 0u128, 0);
        reached.insert(start, (0, 0));
        while let Some(&before) = reached.cells.get(visited) {
            budget.work(VISIT)?;
            if visited % TOLD == 0 {
                settings.tell(visited, self.positions as usize)?;
            }
            if self.deal.is_won(&before) {
                return Err(reached.winning_line(visited));
            }
            let hash = *blake3::hash(&before[..size]).as_bytes().first_chunk().expect("a hash has 32 bytes");
            fingerprint = fingerprint.wrapping_add(u128::from_le_bytes(hash));
            let mut place = [0; 64];
            before[..size].iter().zip(0..).for_each(|(card, cell)| place[usize::from(*card)] = cell);
            for gap in (0..size).filter(|&gap| before[gap] == 0) {
                for card in self.deal.takes(&before, gap) {
                    let (mut cells, from) = (before, place[usize::from(card)]);
                    cells.swap(from.into(), gap);
                    reached.insert(cells, (from, gap as u8));
                }
                ensure(reached.cells.len() <= limit, || NotProven::MorePositions(self.positions))?;
            }
            visited += 1;
        }
        same("positions", self.positions, reached.cells.len())?;
        let hex = |bytes: [u8; 16]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        same("fingerprint", hex(self.fingerprint), hex(fingerprint.to_le_bytes()))
    }
}

/// The positions that were reached, each once, in the order in which they were; those that come next wait at the end.
struct Reached {
    cells: Vec<Cells>,
    /// The move that led there: a card was in the one cell and is in the other now.
    moves: Vec<(u8, u8)>,
    /// A hash table: from the place that its hash has on, up to a 0, there is the number of a position, counted from 1.
    table: Vec<u32>,
    hash: RandomState,
}

impl Reached {
    /// How much room a position takes: its cells, its move, and up to four places in the table, half of which stay free.
    const BYTES: usize = size_of::<Cells>() + size_of::<(u8, u8)>() + 4 * size_of::<u32>();

    /// Room that is not filled takes no memory.
    fn with_room(count: usize) -> Self {
        let table = vec![0; (2 * count).next_power_of_two()];
        Reached { cells: Vec::with_capacity(count), moves: Vec::with_capacity(count), table, hash: RandomState::new() }
    }

    /// The place in the table that has the number of a position, or is free for it.
    fn place(&self, cells: &Cells) -> usize {
        let last = self.table.len() - 1;
        let mut place = self.hash.hash_one(cells) as usize & last;
        while self.table[place] > 0 && self.cells[self.table[place] as usize - 1] != *cells {
            place = (place + 1) & last;
        }
        place
    }

    fn insert(&mut self, cells: Cells, by: (u8, u8)) {
        let place = self.place(&cells);
        if self.table[place] == 0 {
            self.cells.push(cells);
            self.moves.push(by);
            self.table[place] = self.cells.len() as u32;
        }
    }

    /// How a won position was reached.
    fn winning_line(&self, won: usize) -> Error {
        let (mut line, mut number) = (Vec::new(), won);
        while number > 0 {
            let (mut cells, (from, gap)) = (self.cells[number], self.moves[number]);
            line.push(named(cells[usize::from(gap)], gap));
            cells.swap(from.into(), gap.into());
            number = self.table[self.place(&cells)] as usize - 1;
        }
        line.reverse();
        NotProven::Winnable { moves: line.len(), line: line.join(", ") }.into()
    }
}

/// The moves of a body as texts, for reading.
pub(crate) fn moves(body: &[u8]) -> Vec<String> {
    body.as_chunks::<2>().0.iter().map(|&[card, gap]| named(card, gap)).collect()
}

fn named(card: u8, gap: u8) -> String {
    format!("{} to cell {gap}", name(card))
}

fn name(card: u8) -> String {
    let suit = ["S", "H", "D", "C"].get(usize::from(card / 16)).unwrap_or(&"?");
    format!("{}{suit}", card % 16)
}
