//! Moves in a land (FORMAT.md section 3), as changes to its scratch position.
//!
//! A move is made in two steps. The *stem* is the part that does not depend on how the other boundaries are distributed: the new
//! boundaries, and the regions elsewhere that lose a spot. From the stem one option is assembled for each distribution.
//! Equal closed boundaries of a region are a *class*: only how many of them go to one side matters, because exchanging
//! two of them changes nothing. Where both sides of a one-boundary move get the same boundary, a distribution and its
//! opposite give the same position and only one of them is made.

use crate::batches::{Batch, Curve, End, Kind, span};
use crate::engine::{Engine, Lands, Stage};
use crate::scratch::{FIRST_NAME, RegionRow, Role, Span};
use crate::token::{ONE, ZERO};
use crate::too_large::TooLarge;

impl Engine {
    /// Calls `each` with the result of every move in a land and returns the number of moves. Different moves may give
    /// the same position.
    pub fn for_each_move(&mut self, key: &[u8], stage: Stage, mut each: impl FnMut(&Lands)) -> Result<usize, TooLarge> {
        self.load_land(key)?;
        let mut moves = 0;
        for nth in 0..self.batches.count() {
            moves += self.make_batch(nth, stage, &mut each)?;
        }
        Ok(moves)
    }

    /// Gets a land ready for its moves to be made batch by batch, in any order.
    pub fn load_land(&mut self, key: &[u8]) -> Result<(), TooLarge> {
        self.scratch.load_key(key)?;
        self.scratch.scan();
        self.parent.load(&self.scratch);
        self.batches.list(&self.parent, &self.scratch)
    }

    /// Calls `each` with the result of every move of a batch of the land that is loaded, and returns the number of moves.
    pub fn make_batch(&mut self, nth: usize, stage: Stage, each: impl FnMut(&Lands)) -> Result<usize, TooLarge> {
        let batch = self.batches.get(nth);
        self.parent.moves = 0;
        let mut mover = Mover { engine: self, stage, batch, each };
        match batch.curve {
            Curve::Joint(x, y) => mover.two_boundary_move(batch.region, x, y)?,
            Curve::Loop(class, x) => mover.loop_move(batch.region, class, x)?,
            Curve::Chord(class, x, y) => mover.chord_move(batch.region, class, x, y)?,
        }
        Ok(self.parent.moves)
    }

    /// How many numbers the moves of the land that is loaded have (FORMAT.md section 6): those that are left out for being
    /// the opposite of others have numbers too.
    pub fn numbers_of_moves(&self) -> u64 {
        self.batches.numbers
    }
}

/// Makes the moves of a batch.
struct Mover<'a, F> {
    engine: &'a mut Engine,
    stage: Stage,
    batch: Batch,
    each: F,
}

impl<F: FnMut(&Lands)> Mover<'_, F> {
    fn span(&self, kind: Kind) -> Span {
        span(&self.engine.scratch, kind)
    }

    fn two_boundary_move(&mut self, r: usize, x: End, y: End) -> Result<(), TooLarge> {
        let [x_name, y_name, z] = self.begin();
        let start = self.engine.scratch.pool_len;
        for (end, name) in [(x, x_name), (y, y_name)] {
            match end.token {
                ZERO => self.engine.scratch.push_token(ONE),
                ONE => {
                    self.engine.scratch.push_token(name);
                    self.push_others(end);
                    self.engine.scratch.push_token(name);
                }
                _ => self.push_others(end),
            }
            self.engine.scratch.push_token(z);
        }
        let span = self.engine.scratch.close_boundary(start);
        self.remove_elsewhere(r, x.token);
        self.remove_elsewhere(r, y.token);
        self.end_stem();

        self.restore();
        let old = self.engine.parent.regions[r];
        let scratch = &mut self.engine.scratch;
        let first = scratch.boundary_count as u16;
        for b in old.boundaries() {
            let kind = Kind::Boundary(b as u16);
            if kind != x.kind && kind != y.kind {
                scratch.push_boundary(scratch.boundaries[b]);
            }
        }
        scratch.push_boundary(span);
        let used_zeros = u16::from(x.kind == Kind::Zeros) + u16::from(y.kind == Kind::Zeros);
        scratch.regions[r] = RegionRow {
            // Two lives are used, the new spot has one.
            lives: old.lives - 1,
            zeros: old.zeros - used_zeros,
            first,
            count: scratch.boundary_count as u16 - first,
            touched: true,
        };
        drop_if_dead(&mut scratch.regions[r]);
        self.emit(0)
    }

    fn loop_move(&mut self, r: usize, class: usize, x: End) -> Result<(), TooLarge> {
        let [x_name, _, z] = self.begin();
        let scratch = &mut self.engine.scratch;
        let start = scratch.pool_len;
        if x.token == ZERO {
            scratch.push_token(x_name);
            scratch.push_token(z);
            let span = scratch.close_boundary(start);
            self.end_stem();
            return self.distribute(r, class, [span, span], true);
        }
        scratch.push_token(z);
        let inside = scratch.close_boundary(start);
        let start = scratch.pool_len;
        self.push_others(x);
        self.engine.scratch.push_token(z);
        let outside = self.engine.scratch.close_boundary(start);
        self.end_stem();
        self.distribute(r, class, [inside, outside], outside.len == 1)
    }

    fn chord_move(&mut self, r: usize, class: usize, x: End, y: End) -> Result<(), TooLarge> {
        let [x_name, y_name, z] = self.begin();
        let len = self.span(x.kind).len;
        let dead = [x.token, y.token];
        let mut spans = [Span::default(); 2];
        let mut bare = true;
        let ways = [(x, x_name, y, y_name, y.at - x.at), (y, y_name, x, x_name, len - (y.at - x.at))];
        for (side, (from, from_name, to, to_name, steps)) in ways.into_iter().enumerate() {
            let start = self.engine.scratch.pool_len;
            self.push_if_alive(from, from_name);
            let before = self.engine.scratch.pool_len;
            self.push_stretch(from.kind, from.at + 1, steps - 1, dead);
            bare &= self.engine.scratch.pool_len == before;
            self.push_if_alive(to, to_name);
            self.engine.scratch.push_token(z);
            spans[side] = self.engine.scratch.close_boundary(start);
        }
        self.remove_elsewhere(r, x.token);
        self.remove_elsewhere(r, y.token);
        self.end_stem();
        self.distribute(r, class, spans, bare)
    }

    /// Assembles the options of a one-boundary move. `same_sides`: both sides get the same boundary.
    fn distribute(&mut self, r: usize, class: usize, spans: [Span; 2], same_sides: bool) -> Result<(), TooLarge> {
        let lives = spans.map(|span| self.engine.scratch.boundary_lives(span));
        self.engine.batches.classes[class].count -= 1;
        let result = self.distributions(r, spans, lives, same_sides);
        self.engine.batches.classes[class].count += 1;
        result
    }

    fn distributions(&mut self, r: usize, spans: [Span; 2], lives: [u16; 2], same_sides: bool) -> Result<(), TooLarge> {
        let classes = self.engine.batches.classes_of[r].clone();
        let counts = self.engine.batches.classes[classes.clone()].iter();
        let all: usize = counts.map(|class| class.count as usize + 1).product();
        let (first, end) = (self.batch.ways.0 as usize, self.batch.ways.1 as usize);
        for way in first..end.min(if same_sides { all.div_ceil(2) } else { all }) {
            self.restore();
            let Engine { scratch, parent, batches, .. } = &mut *self.engine;
            let rows = [r, scratch.region_count];
            scratch.region_count += 1;
            for side in 0..2 {
                let first = scratch.boundary_count as u16;
                let mut row = RegionRow { lives: lives[side], zeros: 0, first, count: 0, touched: true };
                let mut code = way;
                for c in &batches.classes[classes.clone()] {
                    let here = (code % (c.count as usize + 1)) as u16;
                    code /= c.count as usize + 1;
                    let (from, to) = if side == 0 { (0, here) } else { (here, c.count) };
                    match c.kind {
                        Kind::Zeros => {
                            row.zeros = to - from;
                            row.lives += 3 * row.zeros;
                        }
                        Kind::Boundary(b) => {
                            for b in b + from..b + to {
                                scratch.push_boundary(scratch.boundaries[b as usize]);
                                row.lives += parent.boundary_lives[b as usize];
                            }
                        }
                    }
                }
                scratch.push_boundary(spans[side]);
                row.count = scratch.boundary_count as u16 - first;
                drop_if_dead(&mut row);
                scratch.regions[rows[side]] = row;
            }
            self.emit(way as u64)?;
        }
        Ok(())
    }

    /// Starts a move on the parent's scratch position; returns names for both ends, should they live on, and for the new spot.
    fn begin(&mut self) -> [u8; 3] {
        let Engine { scratch, parent, .. } = &mut *self.engine;
        scratch.pool_len = parent.pool_len;
        scratch.boundary_count = parent.boundary_count;
        scratch.next_name = parent.next_name + 3;
        parent.stem.changed_count = 0;
        let name = parent.next_name as u8;
        [name, name + 1, name + 2]
    }

    fn push_if_alive(&mut self, end: End, name: u8) {
        if end.token == ONE {
            self.engine.scratch.push_token(name);
        }
    }

    /// The rest of the boundary behind an end, without its dead spot.
    fn push_others(&mut self, end: End) {
        if let Kind::Boundary(_) = end.kind {
            let len = self.span(end.kind).len;
            self.push_stretch(end.kind, end.at + 1, len - 1, [end.token; 2]);
        }
    }

    /// `steps` tokens of a boundary from one on, without the spots that have just died.
    fn push_stretch(&mut self, kind: Kind, from: u16, steps: u16, dead: [u8; 2]) {
        let span = self.span(kind);
        let dead = dead.map(|token| if token < FIRST_NAME { u8::MAX } else { token });
        for step in 0..steps {
            let at = (from + step) % span.len;
            let token = self.engine.scratch.pool[(span.start + at) as usize];
            if token != dead[0] && token != dead[1] {
                self.engine.scratch.push_token(token);
            }
        }
    }

    /// Removes a spot that died in region `r` from the other region where it occurs.
    fn remove_elsewhere(&mut self, r: usize, token: u8) {
        let Engine { scratch, parent, .. } = &mut *self.engine;
        if token < FIRST_NAME || parent.role[token as usize] != Role::Upper {
            return;
        }
        let other = parent.region_xor[token as usize] as usize ^ r;
        let slot = (0..parent.stem.changed_count).find(|&nth| parent.stem.changed[nth].0 == other);
        let slot = slot.unwrap_or_else(|| {
            let nth = parent.stem.changed_count;
            parent.stem.changed[nth] = (other, parent.regions[other]);
            parent.stem.changed_count += 1;
            nth
        });
        let row = &mut parent.stem.changed[slot].1;
        if row.lives == 0 {
            return;
        }
        row.lives -= 1;
        drop_if_dead(row);
        if row.lives == 0 {
            return;
        }
        row.touched = true;
        let first = scratch.boundary_count as u16;
        for b in row.boundaries() {
            let span = scratch.boundaries[b];
            if !scratch.tokens(span).contains(&token) {
                scratch.push_boundary(span);
                continue;
            }
            let start = scratch.pool_len;
            for at in span.range() {
                if scratch.pool[at] != token {
                    scratch.push_token(scratch.pool[at]);
                }
            }
            let span = scratch.close_boundary(start);
            if span.len > 0 {
                scratch.push_boundary(span);
            }
        }
        row.first = first;
        row.count = scratch.boundary_count as u16 - first;
    }

    fn end_stem(&mut self) {
        self.engine.parent.stem.pool_len = self.engine.scratch.pool_len;
        self.engine.parent.stem.boundary_count = self.engine.scratch.boundary_count;
    }

    /// Puts the scratch position back to the stem of the move in hand.
    fn restore(&mut self) {
        let Engine { scratch, parent, .. } = &mut *self.engine;
        scratch.pool_len = parent.stem.pool_len;
        scratch.boundary_count = parent.stem.boundary_count;
        scratch.region_count = parent.region_count;
        scratch.regions[..parent.region_count].copy_from_slice(&parent.regions[..parent.region_count]);
        for &(r, row) in &parent.stem.changed[..parent.stem.changed_count] {
            scratch.regions[r] = row;
        }
    }

    /// Hands out the option in the scratch position, `offset` moves after the first one of its kind.
    fn emit(&mut self, offset: u64) -> Result<(), TooLarge> {
        self.engine.lands.move_number = self.batch.number + offset;
        self.engine.parent.moves += 1;
        self.engine.finish(self.stage)?;
        (self.each)(&self.engine.lands);
        Ok(())
    }
}

/// Step 4: a region with fewer than two lives is dropped.
fn drop_if_dead(row: &mut RegionRow) {
    if row.lives < 2 {
        row.lives = 0;
    }
}
