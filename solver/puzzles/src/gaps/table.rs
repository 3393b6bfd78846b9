//! The cards on the table during a search: the place of every card, kept up to date move by move, with a Zobrist key.

use crate::gaps::deal::{Card, Deal, GAP, MOST_RANKS, SUITS, Variant, rank, suit};
use crate::incremental::Puzzle;
use common::random::SplitMix64;
use std::sync::LazyLock;

const CELLS: usize = SUITS as usize * MOST_RANKS as usize;
const CARDS: usize = 64;

/// A card goes from its cell to a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    pub card: Card,
    pub from: u8,
    pub to: u8,
}

/// Any seed will do: keys are never written down.
const KEY_SEED: u64 = 0x6761_7073;

/// A random number for each card in each cell; a position's key is the exclusive or of those that apply (Zobrist 1970).
static KEYS: LazyLock<Box<[[u128; CELLS]; CARDS]>> = LazyLock::new(|| {
    let mut random = SplitMix64(KEY_SEED);
    let mut keys = Box::new([[0; CELLS]; CARDS]);
    for key in keys.iter_mut().flatten() {
        *key = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    }
    keys
});

#[derive(Clone)]
pub struct Table {
    variant: Variant,
    ranks: u8,
    cells: [Card; CELLS],
    /// Where each card is.
    places: [u8; CARDS],
    gaps: [u8; SUITS as usize],
    /// Cards in the column where they end up.
    in_column: u8,
    key: u128,
    keys: &'static [[u128; CELLS]; CARDS],
}

impl Table {
    pub fn new(variant: Variant, deal: &Deal) -> Self {
        let mut table = Table {
            variant,
            ranks: deal.ranks(),
            cells: [GAP; CELLS],
            places: [0; CARDS],
            gaps: [0; SUITS as usize],
            in_column: 0,
            key: 0,
            keys: &KEYS,
        };
        let mut gaps = 0;
        for (&card, cell) in deal.cells().iter().zip(0u8..) {
            if card == GAP {
                table.gaps[gaps] = cell;
                gaps += 1;
            } else {
                table.cells[usize::from(cell)] = card;
                table.places[usize::from(card)] = cell;
                table.key ^= table.keys[usize::from(card)][usize::from(cell)];
                table.in_column += u8::from(table.belongs(card, cell));
            }
        }
        table
    }

    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The position as it is written: a byte for each cell.
    pub fn written(&self) -> &[u8] {
        &self.cells[..usize::from(SUITS * self.ranks)]
    }

    fn belongs(&self, card: Card, cell: u8) -> bool {
        cell % self.ranks + 2 == rank(card)
    }

    /// Every row is in order from the left, each in one suit. With every card in its column it remains to look at the suits.
    pub fn is_won(&self) -> bool {
        self.in_column == SUITS * (self.ranks - 1)
            && self.written().chunks(usize::from(self.ranks)).zip(0..).all(|(row, number)| {
                let wanted = if self.variant == Variant::Basic { number } else { suit(row[0]) };
                row[..row.len() - 1].iter().all(|&card| suit(card) == wanted)
            })
    }

    /// The cards that a gap takes.
    #[inline]
    fn for_each_fitting(&self, gap: u8, mut found: impl FnMut(Card)) {
        if gap.is_multiple_of(self.ranks) {
            match self.variant {
                Variant::Basic => found(16 * (gap / self.ranks) + 2),
                Variant::Common => (0..SUITS).for_each(|suit| found(16 * suit + 2)),
            }
            return;
        }
        let left = self.cells[usize::from(gap) - 1];
        if left != GAP && rank(left) < self.ranks {
            found(left + 1);
        }
    }

    fn shift(&mut self, card: Card, from: u8, to: u8) {
        self.cells[usize::from(from)] = GAP;
        self.cells[usize::from(to)] = card;
        self.places[usize::from(card)] = to;
        let gap = self.gaps.iter_mut().find(|gap| **gap == to).expect("cards move to gaps");
        *gap = from;
        self.in_column += u8::from(self.belongs(card, to));
        self.in_column -= u8::from(self.belongs(card, from));
        let keys = &self.keys[usize::from(card)];
        self.key ^= keys[usize::from(from)] ^ keys[usize::from(to)];
    }

    /// Whether `step` is still legal after `other`, both being legal now and moving different cards to different gaps:
    /// the card on the left of its gap must not have gone.
    fn outlives(&self, step: Move, other: Move) -> bool {
        step.to.is_multiple_of(self.ranks) || step.to - 1 != other.from
    }
}

impl Puzzle for Table {
    type Move = Move;

    fn moves(&self, found: &mut Vec<Move>) {
        for &to in &self.gaps {
            self.for_each_fitting(to, |card| found.push(Move { card, from: self.places[usize::from(card)], to }));
        }
    }

    fn play(&mut self, step: Move) {
        self.shift(step.card, step.from, step.to);
    }

    fn undo(&mut self, step: Move) {
        self.shift(step.card, step.to, step.from);
    }

    fn commute(&self, one: Move, other: Move) -> bool {
        one.card != other.card && one.to != other.to && self.outlives(one, other) && self.outlives(other, one)
    }

    fn key(&self) -> u128 {
        self.key
    }

    fn key_after(&self, step: Move) -> u128 {
        let keys = &self.keys[usize::from(step.card)];
        self.key ^ keys[usize::from(step.from)] ^ keys[usize::from(step.to)]
    }
}
