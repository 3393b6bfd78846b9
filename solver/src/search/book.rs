//! The book of lands: every land met, its options once they are known, and its nimber once it is proven.
//!
//! Everything that the search proves about normal play is a nimber of a land or a nimber that a land does not have
//! (Sprague and Grundy: FORMAT.md section 7). The book only ever gains facts, so it can be shared from one game to the
//! next, and proofs are extracted from it.

use crate::game::{Engine, Position, Stage, TooLarge, lives};
use crate::intern::Interner;

/// A land of the book.
pub type LandId = u32;
pub type Nimber = u8;

/// Nimbers are below this in every position a program will meet; a set of them is a bit mask.
const NIMBERS: u32 = 32;

/// The result of a move in a land, four bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// Marks a sum of several lands.
const SUM: u32 = 1 << 31;
const EMPTY: u32 = SUM - 1;

/// A run of `Book::moves`.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: u32,
    len: u32,
}

/// Run length of a land whose options are not known.
const UNEXPANDED: u32 = u32::MAX;

#[derive(Default)]
pub struct Book {
    /// Lent out while options are generated.
    engine: Option<Box<Engine>>,
    lands: Interner<u8>,
    sums: Interner<u32>,
    lives: Vec<u16>,
    /// Nimbers proven, as 1 + nimber; 0 is unknown.
    nimbers: Vec<u8>,
    /// Nimbers proven wrong, a bit each.
    excluded: Vec<u32>,
    options: Vec<Run>,
    moves: Vec<Move>,
    raw_moves: u64,
    expanded: u64,
    proven: u64,
}

impl Book {
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of a land given by its key.
    pub fn land(&mut self, key: &[u8]) -> LandId {
        let id = self.lands.intern(key);
        if id as usize == self.lives.len() {
            self.lives.push(lives(key) as u16);
            self.nimbers.push(0);
            self.excluded.push(0);
            self.options.push(Run { start: 0, len: UNEXPANDED });
        }
        id
    }

    /// The land with this key, if it has been met.
    pub fn find(&self, key: &[u8]) -> Option<LandId> {
        self.lands.find(key)
    }

    pub fn position(&mut self, position: &Position) -> Vec<LandId> {
        let mut lands: Vec<LandId> = position.lands().iter().map(|land| self.land(land.key())).collect();
        lands.sort_unstable();
        lands
    }

    pub fn key(&self, land: LandId) -> &[u8] {
        self.lands.get(land)
    }

    pub fn lives(&self, land: LandId) -> u32 {
        u32::from(self.lives[land as usize])
    }

    pub fn nimber(&self, land: LandId) -> Option<Nimber> {
        self.nimbers[land as usize].checked_sub(1)
    }

    /// Whether the land is known not to have this nimber.
    pub fn is_excluded(&self, land: LandId, nimber: Nimber) -> bool {
        match self.nimber(land) {
            Some(known) => known != nimber,
            None => self.excluded[land as usize] & (1 << nimber) != 0,
        }
    }

    /// The least nimber that the land may have.
    pub fn least_possible(&self, land: LandId) -> Nimber {
        self.nimber(land).unwrap_or_else(|| self.excluded[land as usize].trailing_ones() as Nimber)
    }

    pub fn set_nimber(&mut self, land: LandId, nimber: Nimber) {
        debug_assert!(!self.is_excluded(land, nimber), "a land has one nimber");
        if self.nimbers[land as usize] == 0 {
            self.proven += 1;
        }
        self.nimbers[land as usize] = nimber + 1;
    }

    pub fn exclude(&mut self, land: LandId, nimber: Nimber) {
        debug_assert!(u32::from(nimber) < NIMBERS);
        debug_assert!(self.nimber(land) != Some(nimber), "a land has its nimber");
        self.excluded[land as usize] |= 1 << nimber;
    }

    /// Forgets what is believed of a land, so that it has to be proved again.
    pub fn forget(&mut self, land: LandId) {
        if self.nimbers[land as usize] != 0 {
            self.proven -= 1;
        }
        self.nimbers[land as usize] = 0;
        self.excluded[land as usize] = 0;
    }

    /// The lands whose nimber is proven, by key.
    pub fn facts(&self) -> impl Iterator<Item = (&[u8], Nimber)> {
        (0..self.lands.len() as u32).filter_map(|land| Some((self.key(land), self.nimber(land)?)))
    }

    pub fn land_count(&self) -> usize {
        self.lands.len()
    }

    pub fn proven_count(&self) -> u64 {
        self.proven
    }

    pub fn raw_moves(&self) -> u64 {
        self.raw_moves
    }

    pub fn expansions(&self) -> u64 {
        self.expanded
    }

    /// The options of a land, each once, found on first use.
    pub fn options(&mut self, land: LandId) -> Result<&[Move], TooLarge> {
        if self.options[land as usize].len == UNEXPANDED {
            self.expand(land)?;
        }
        let run = self.options[land as usize];
        Ok(&self.moves[run.start as usize..(run.start + run.len) as usize])
    }

    /// How many options a land has; they must have been found.
    pub fn option_count(&self, land: LandId) -> usize {
        self.options[land as usize].len as usize
    }

    /// The nth option of a land; they must have been found.
    pub fn option(&self, land: LandId, nth: usize) -> Move {
        self.moves[self.options[land as usize].start as usize + nth]
    }

    pub fn is_expanded(&self, land: LandId) -> bool {
        self.options[land as usize].len != UNEXPANDED
    }

    /// The lands after a move; none for the empty position.
    pub fn lands_after<'a>(&'a self, after: &'a Move) -> &'a [LandId] {
        if after.0 & SUM != 0 {
            self.sums.get(after.0 & !SUM)
        } else if after.0 == EMPTY {
            &[]
        } else {
            std::slice::from_ref(&after.0)
        }
    }

    fn expand(&mut self, land: LandId) -> Result<(), TooLarge> {
        let key = self.lands.get(land).to_vec();
        let mut engine = self.engine.take().unwrap_or_default();
        let start = self.moves.len();
        let mut sum = Vec::new();
        let result = engine.for_each_move(&key, Stage::Canonical, |lands| {
            sum.clear();
            sum.extend(lands.iter().map(|key| self.land(key)));
            let code = match sum.as_slice() {
                [] => EMPTY,
                [only] => *only,
                _ => {
                    sum.sort_unstable();
                    SUM | self.sums.intern(&sum)
                }
            };
            self.moves.push(Move(code));
        });
        self.engine = Some(engine);
        self.raw_moves += result? as u64;
        self.expanded += 1;
        self.moves[start..].sort_unstable();
        let mut end = start;
        for at in start..self.moves.len() {
            if at == start || self.moves[at] != self.moves[end - 1] {
                self.moves[end] = self.moves[at];
                end += 1;
            }
        }
        self.moves.truncate(end);
        self.options[land as usize] = Run { start: start as u32, len: (end - start) as u32 };
        Ok(())
    }

    /// The nimber of a land by its definition: the least that no option has. For small lands only: it visits all.
    pub fn mex(&mut self, land: LandId) -> Result<Nimber, TooLarge> {
        if let Some(nimber) = self.nimber(land) {
            return Ok(nimber);
        }
        let options = self.options(land)?.to_vec();
        let mut reached = 0u32;
        for option in &options {
            let mut xor = 0;
            for land in self.lands_after(option).to_vec() {
                xor ^= self.mex(land)?;
            }
            reached |= 1 << xor;
        }
        let nimber = reached.trailing_ones() as Nimber;
        self.set_nimber(land, nimber);
        Ok(nimber)
    }
}
