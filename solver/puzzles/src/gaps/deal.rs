//! Deals of Gaps: cards, texts of deals, and deals by seed (FORMAT-PUZZLES.md section 3).

use common::random::SplitMix64;
use std::fmt;
use std::str::FromStr;

/// The rule for Aces, and for gaps at the left edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The Aces stand in a column of their own at the left, one suit a row.
    Basic,
    /// The Aces are gone; a gap in the first column takes any Two.
    Common,
}

impl Variant {
    pub fn number(self) -> u8 {
        match self {
            Variant::Basic => 0,
            Variant::Common => 1,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Variant::Basic => "basic",
            Variant::Common => "common",
        })
    }
}

pub const SUITS: u8 = 4;
pub const MOST_RANKS: u8 = 13;
pub const LEAST_RANKS: u8 = 2;
/// The card that stands for a gap.
pub const GAP: u8 = 0;

/// A card, 16 · suit + rank, where a gap is [`GAP`].
pub type Card = u8;

pub fn card(suit: u8, rank: u8) -> Card {
    16 * suit + rank
}

pub fn suit(card: Card) -> u8 {
    card / 16
}

pub fn rank(card: Card) -> u8 {
    card % 16
}

const RANK_LETTERS: &str = "A23456789TJQK";
const SUIT_LETTERS: &str = "SHDC";

/// A card as two letters, or `--`.
pub fn letters(card: Card) -> String {
    if card == GAP {
        return "--".into();
    }
    let letter = |letters: &str, index: u8| char::from(letters.as_bytes()[usize::from(index)]);
    format!("{}{}", letter(RANK_LETTERS, rank(card) - 1), letter(SUIT_LETTERS, suit(card)))
}

fn card_from_letters(word: &str) -> Option<Card> {
    if word == "--" {
        return Some(GAP);
    }
    let word = word.to_ascii_uppercase().replace("10", "T");
    let index = |letters: &str, letter: char| letters.find(letter).map(|index| index as u8);
    let mut chars = word.chars();
    let (Some(first), Some(second), None) = (chars.next(), chars.next(), chars.next()) else { return None };
    let rank = index(RANK_LETTERS, first)? + 1;
    Some(if rank == 1 { GAP } else { card(index(SUIT_LETTERS, second)?, rank) })
}

/// Four rows of as many cells as there are ranks: every card but the Aces once, and four gaps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Deal {
    ranks: u8,
    cells: Vec<Card>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    #[error("line {line}: `{word}` is no card; write rank and suit as in `2S`, `TH`, `KD`, and `--` for a gap")]
    NoCard { line: usize, word: String },
    #[error("{0} rows: a deal has {SUITS}")]
    Rows(usize),
    #[error("row {row} has {found} cells, the first row has {expected}")]
    Row { row: usize, found: usize, expected: usize },
    #[error("{0} cells a row: there are {LEAST_RANKS} to {MOST_RANKS} ranks")]
    Ranks(usize),
    #[error("{} is there {count} times, not once", letters(*.card))]
    Card { card: Card, count: usize },
    #[error("{} does not belong to a deal of {ranks} ranks", letters(*.card))]
    TooHigh { card: Card, ranks: u8 },
}

impl Deal {
    /// A deal from its rows, put one after the other.
    fn new(ranks: u8, cells: Vec<Card>) -> Result<Self, DealError> {
        if !(LEAST_RANKS..=MOST_RANKS).contains(&ranks) {
            return Err(DealError::Ranks(ranks.into()));
        }
        if let Some(&card) = cells.iter().find(|&&card| card != GAP && rank(card) > ranks) {
            return Err(DealError::TooHigh { card, ranks });
        }
        let cards = (0..SUITS).flat_map(|suit| (2..=ranks).map(move |rank| card(suit, rank)));
        for card in cards {
            let count = cells.iter().filter(|&&other| other == card).count();
            if count != 1 {
                return Err(DealError::Card { card, count });
            }
        }
        Ok(Deal { ranks, cells })
    }

    /// The deal with a number: Fisher and Yates' shuffle of all cards with the generator SplitMix64, Aces taken out.
    pub fn from_seed(ranks: u8, seed: u64) -> Self {
        assert!((LEAST_RANKS..=MOST_RANKS).contains(&ranks));
        let mut random = SplitMix64(seed);
        let cards = (0..SUITS).flat_map(|suit| (1..=ranks).map(move |rank| card(suit, rank)));
        let mut cells: Vec<Card> = cards.collect();
        for last in (1..cells.len()).rev() {
            cells.swap(last, random.below(last as u64 + 1) as usize);
        }
        for cell in &mut cells {
            if rank(*cell) == 1 {
                *cell = GAP;
            }
        }
        Deal { ranks, cells }
    }

    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    pub fn cells(&self) -> &[Card] {
        &self.cells
    }
}

impl FromStr for Deal {
    type Err = DealError;

    /// Reads four rows of cards; Aces count as gaps, `#` begins a comment.
    fn from_str(text: &str) -> Result<Self, DealError> {
        let mut rows: Vec<Vec<Card>> = Vec::new();
        for (content, line) in text.lines().zip(1..) {
            let words = content.split('#').next().unwrap_or_default().split_whitespace();
            let card = |word: &str| {
                card_from_letters(word).ok_or_else(|| DealError::NoCard { line, word: word.chars().take(20).collect() })
            };
            let row = words.map(card).collect::<Result<Vec<Card>, DealError>>()?;
            if !row.is_empty() {
                rows.push(row);
            }
        }
        if rows.len() != usize::from(SUITS) {
            return Err(DealError::Rows(rows.len()));
        }
        let expected = rows[0].len();
        let ranks = u8::try_from(expected).map_err(|_| DealError::Ranks(expected))?;
        if let Some((row, number)) = rows.iter().zip(1..).find(|(row, _)| row.len() != expected) {
            return Err(DealError::Row { row: number, found: row.len(), expected });
        }
        Deal::new(ranks, rows.concat())
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in self.cells.chunks(self.ranks.into()) {
            let words: Vec<String> = row.iter().map(|&card| letters(card)).collect();
            writeln!(f, "{}", words.join(" "))?;
        }
        Ok(())
    }
}
