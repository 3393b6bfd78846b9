//! The scratch position: a position in the making, and steps 5 to 8 of its reduction (FORMAT.md section 4).
//!
//! Boundaries of tokens lie in one pool, regions are runs of boundaries. `0`, `1`, `2` stand for themselves; every spot that may
//! occur twice has a *name* of its own, a byte from [`FIRST_NAME`] on, unique in the whole scratch position. Boundaries are spans of
//! the pool, so the boundaries that a move leaves alone are shared between a position and all its options and never copied.
//! Boundaries `0` are only counted.
//!
//! Builders hand over regions on which steps 1 to 4 are done (dead spots gone, adjacent pairs merged, lives counted, regions
//! below two lives left out); [`ScratchPosition::reduce`] does steps 5 to 7 on the regions marked `touched`, and
//! [`ScratchPosition::components`] step 8. A reduction rule for steps 5 to 7 belongs here, beside `pair_boundaries` and `flatten`.

use crate::token::{FIRST_UPPER, ONE, TWO, UPPER_LETTERS, lives};
use crate::too_large::TooLarge;

/// The first byte that names a spot in a scratch position.
pub const FIRST_NAME: u8 = 3;
/// Bytes in the pool: occurrences of the position and of the option being built.
const POOL: usize = 4096;
pub const BOUNDARIES: usize = 3072;
pub const REGIONS: usize = 256;
/// Occurrences (without `0`) of a position whose options can be built: an option adds at most as many again in its new
/// boundaries, and three lists of boundaries, which the arrays above have room for.
const MAX_OCCURRENCES: usize = 500;

// Names are bytes. A letter occurs twice, and a move brings names for both its ends and for the new spot.
const _: () = assert!(FIRST_NAME as usize + MAX_OCCURRENCES / 2 + 3 <= 256);

/// A boundary: a run of the pool, read cyclically.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    pub start: u16,
    pub len: u16,
}

impl Span {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// A region: some boundaries `0` and a run of the boundary list. No lives means that it has been dropped.
#[derive(Debug, Clone, Copy, Default)]
pub struct RegionRow {
    pub lives: u16,
    pub zeros: u16,
    pub first: u16,
    pub count: u16,
    /// Whether steps 5 to 7 of reduction may have work here.
    pub touched: bool,
}

impl RegionRow {
    pub fn boundaries(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The role of a named spot once all regions are in place. The numbers are the codes that [`crate::canonical`] starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Role {
    /// It does not occur.
    #[default]
    Absent = 0,
    /// It occurs once and is written `2`.
    Single = TWO,
    /// It occurs in two regions and is written in upper case.
    Upper = FIRST_UPPER + UPPER_LETTERS,
    /// It occurs twice in one boundary and is written in lower case.
    Lower = FIRST_UPPER + UPPER_LETTERS + 1,
}

pub struct ScratchPosition {
    pub pool: [u8; POOL],
    pub pool_len: usize,
    pub boundaries: [Span; BOUNDARIES],
    pub boundary_count: usize,
    pub regions: [RegionRow; REGIONS],
    pub region_count: usize,
    /// One more than the last name given.
    pub next_name: usize,
    pub role: [Role; 256],
    first_region: [u8; 256],
    /// For an upper-case spot the exclusive or of its two regions: with one in hand it gives the other.
    pub region_xor: [u8; 256],
    /// The boundaries of a spot that occurs, in the order of its occurrences; both the same for a lower-case one.
    pub boundaries_of: [[u16; 2]; 256],
    /// Component (land) of each region, named by its first region.
    component: [u8; REGIONS],
}

impl Default for ScratchPosition {
    fn default() -> Self {
        ScratchPosition {
            pool: [0; POOL],
            pool_len: 0,
            boundaries: [Span::default(); BOUNDARIES],
            boundary_count: 0,
            regions: [RegionRow::default(); REGIONS],
            region_count: 0,
            next_name: FIRST_NAME as usize,
            role: [Role::Absent; 256],
            first_region: [0; 256],
            region_xor: [0; 256],
            boundaries_of: [[0; 2]; 256],
            component: [0; REGIONS],
        }
    }
}

impl ScratchPosition {
    pub fn clear(&mut self) {
        self.pool_len = 0;
        self.boundary_count = 0;
        self.region_count = 0;
        self.next_name = FIRST_NAME as usize;
    }

    pub fn tokens(&self, span: Span) -> &[u8] {
        &self.pool[span.range()]
    }

    pub fn new_name(&mut self) -> Result<u8, TooLarge> {
        let name = u8::try_from(self.next_name).map_err(|_| TooLarge::Letters)?;
        self.next_name += 1;
        Ok(name)
    }

    /// Writes one more token at the end of the pool.
    pub fn push_token(&mut self, token: u8) {
        self.pool[self.pool_len] = token;
        self.pool_len += 1;
    }

    /// Whether a position of this many occurrences and regions can be built on without outgrowing the arrays.
    pub fn check_room(occurrences: usize, regions: usize) -> Result<(), TooLarge> {
        let fits = occurrences <= MAX_OCCURRENCES && regions < REGIONS / 2;
        fits.then_some(()).ok_or(TooLarge::Occurrences)
    }

    /// Makes the tokens from `start` on a boundary after merging adjacent occurrences of one spot (step 2).
    pub fn close_boundary(&mut self, start: usize) -> Span {
        let mut end = start;
        for at in start..self.pool_len {
            let token = self.pool[at];
            if end > start && token >= FIRST_NAME && self.pool[end - 1] == token {
                self.pool[end - 1] = TWO;
            } else {
                self.pool[end] = token;
                end += 1;
            }
        }
        if end - start >= 2 && self.pool[start] >= FIRST_NAME && self.pool[start] == self.pool[end - 1] {
            self.pool[start] = TWO;
            end -= 1;
        }
        self.pool_len = end;
        Span { start: start as u16, len: (end - start) as u16 }
    }

    /// Lives on a boundary, a spot that occurs twice counted once.
    pub fn boundary_lives(&self, span: Span) -> u16 {
        let tokens = self.tokens(span);
        let mut sum = 0;
        for (at, &token) in tokens.iter().enumerate() {
            if token < FIRST_NAME {
                sum += lives(token);
            } else if !tokens[..at].contains(&token) {
                sum += 1;
            }
        }
        sum
    }

    pub fn push_boundary(&mut self, span: Span) {
        self.boundaries[self.boundary_count] = span;
        self.boundary_count += 1;
    }

    /// Finds the occurrences of every named spot.
    pub fn scan(&mut self) {
        self.role[FIRST_NAME as usize..self.next_name].fill(Role::Absent);
        for r in 0..self.region_count {
            let row = self.regions[r];
            if row.lives == 0 {
                continue;
            }
            for b in row.boundaries() {
                for at in self.boundaries[b].range() {
                    let token = self.pool[at] as usize;
                    if token < FIRST_NAME as usize {
                        continue;
                    }
                    if self.role[token] == Role::Absent {
                        self.role[token] = Role::Single;
                        self.first_region[token] = r as u8;
                        self.region_xor[token] = r as u8;
                        self.boundaries_of[token] = [b as u16; 2];
                    } else if self.boundaries_of[token][0] == b as u16 {
                        self.role[token] = Role::Lower;
                    } else {
                        self.boundaries_of[token][1] = b as u16;
                        self.role[token] = Role::Upper;
                        self.region_xor[token] ^= r as u8;
                    }
                }
            }
        }
    }

    /// Steps 5 to 7 of reduction, on the regions that are marked and on those where a spot was left alone.
    pub fn reduce(&mut self) {
        self.scan();
        for name in FIRST_NAME as usize..self.next_name {
            if self.role[name] == Role::Single {
                self.regions[self.region_xor[name] as usize].touched = true;
            }
        }
        for r in 0..self.region_count {
            let row = self.regions[r];
            if row.lives == 0 || !row.touched {
                continue;
            }
            self.regions[r].touched = false;
            if row.lives > 3 {
                self.pair_boundaries(r);
            } else if row.zeros == 0 {
                self.flatten(r);
            }
        }
    }

    fn is_two(&self, token: u8) -> bool {
        token == TWO || (token >= FIRST_NAME && self.role[token as usize] == Role::Single)
    }

    /// Step 7 where the boundaries matter: a boundary `22` becomes `1`. The region gets a boundary list of its own,
    /// because the old one may be shared with the position that the scratch position grew from.
    fn pair_boundaries(&mut self, r: usize) {
        let row = self.regions[r];
        let is_pair = |scratch: &Self, b: usize| {
            let span = scratch.boundaries[b];
            span.len == 2 && scratch.tokens(span).iter().all(|&token| scratch.is_two(token))
        };
        if !row.boundaries().any(|b| is_pair(self, b)) {
            return;
        }
        let first = self.boundary_count as u16;
        for b in row.boundaries() {
            let mut span = self.boundaries[b];
            if is_pair(self, b) {
                span = Span { start: self.pool_len as u16, len: 1 };
                self.push_token(ONE);
            }
            for at in span.range() {
                self.rehome(self.pool[at], b);
            }
            self.push_boundary(span);
        }
        self.regions[r].first = first;
    }

    /// Notes that a spot's occurrence in a boundary moves to the boundary about to be pushed.
    fn rehome(&mut self, token: u8, old: usize) {
        for boundary in &mut self.boundaries_of[token as usize] {
            if *boundary == old as u16 {
                *boundary = self.boundary_count as u16;
            }
        }
    }

    /// Steps 5 and 7 in a region of two or three lives: one boundary, no lower-case letters, at most one `2`.
    fn flatten(&mut self, r: usize) {
        let row = self.regions[r];
        let start = self.pool_len;
        let mut twos = 0;
        for b in row.boundaries() {
            for at in self.boundaries[b].range() {
                let token = self.pool[at];
                if self.is_two(token) {
                    twos += 1;
                } else if token >= FIRST_NAME && self.role[token as usize] == Role::Lower {
                    twos += 1;
                    self.role[token as usize] = Role::Absent;
                } else if token < FIRST_NAME || self.role[token as usize] == Role::Upper {
                    self.push_token(token);
                    self.rehome(token, b);
                }
            }
        }
        if twos >= 2 {
            self.push_token(ONE);
        }
        if twos % 2 == 1 {
            self.push_token(TWO);
        }
        let first = self.boundary_count as u16;
        let span = Span { start: start as u16, len: (self.pool_len - start) as u16 };
        self.push_boundary(span);
        self.regions[r] = RegionRow { first, count: 1, ..row };
    }

    /// Step 8: finds the land of every region.
    pub fn components(&mut self) {
        for r in 0..self.region_count {
            self.component[r] = r as u8;
        }
        for name in FIRST_NAME as usize..self.next_name {
            if self.role[name] == Role::Upper {
                let region = self.first_region[name];
                self.join(region, self.region_xor[name] ^ region);
            }
        }
        // Roots are the least regions of their lands, so one pass upwards reaches them.
        for r in 0..self.region_count {
            self.component[r] = self.component[self.component[r] as usize];
        }
    }

    /// The first region of the land that a region belongs to, after [`ScratchPosition::components`].
    pub fn land_of(&self, r: usize) -> usize {
        self.component[r] as usize
    }

    fn root(&self, mut r: u8) -> u8 {
        while self.component[r as usize] != r {
            r = self.component[r as usize];
        }
        r
    }

    fn join(&mut self, a: u8, b: u8) {
        let (a, b) = (self.root(a), self.root(b));
        self.component[a.max(b) as usize] = a.min(b);
    }
}
