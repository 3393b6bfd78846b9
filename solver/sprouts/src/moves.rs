//! Every move in a land (FORMAT.md section 3), as a change to its sketch.
//!
//! A move is made in two steps. The *stem* is what does not depend on how the other boundaries are distributed: the new
//! boundaries, and the regions elsewhere that lose a spot. From the stem one option is assembled for each distribution.
//! Equal closed boundaries of a region are a *class*: only how many of them go to one side matters, because exchanging
//! two of them changes nothing. Where both sides of a one-boundary move get the same boundary, a distribution and its
//! opposite give the same position and only one of them is made.

use crate::TooLarge;
use crate::batches::{Curve, End, Kind, Stroke, span};
use crate::engine::{Engine, Lands, Stage};
use crate::scratch::{BOUNDARIES, FIRST_NAME, REGIONS, RegionRow, Role, Sketch, Span};
use crate::token::{ONE, ZERO};

/// The position whose moves are listed, as the sketch held it, and the move in hand.
pub struct Parent {
    pool_len: usize,
    boundary_count: usize,
    region_count: usize,
    next_name: usize,
    regions: [RegionRow; REGIONS],
    boundary_lives: [u16; BOUNDARIES],
    role: [Role; 256],
    region_xor: [u8; 256],
    stem: Stem,
    moves: usize,
}

impl Default for Parent {
    fn default() -> Self {
        Parent {
            pool_len: 0,
            boundary_count: 0,
            region_count: 0,
            next_name: 0,
            regions: [RegionRow::default(); REGIONS],
            boundary_lives: [0; BOUNDARIES],
            role: [Role::Absent; 256],
            region_xor: [0; 256],
            stem: Stem::default(),
            moves: 0,
        }
    }
}

/// What all distributions of a move share.
#[derive(Default, Clone, Copy)]
struct Stem {
    pool_len: usize,
    boundary_count: usize,
    /// Regions elsewhere that lose a spot.
    changed: [(usize, RegionRow); 2],
    changed_count: usize,
}

impl Parent {
    fn load(&mut self, sketch: &Sketch) {
        self.pool_len = sketch.pool_len;
        self.boundary_count = sketch.boundary_count;
        self.region_count = sketch.region_count;
        self.next_name = sketch.next_name;
        self.regions[..sketch.region_count].copy_from_slice(&sketch.regions[..sketch.region_count]);
        for b in 0..sketch.boundary_count {
            self.boundary_lives[b] = sketch.boundary_lives(sketch.boundaries[b]);
        }
        self.role[..sketch.next_name].copy_from_slice(&sketch.role[..sketch.next_name]);
        self.region_xor[..sketch.next_name].copy_from_slice(&sketch.region_xor[..sketch.next_name]);
    }

    pub fn regions(&self) -> &[RegionRow] {
        &self.regions[..self.region_count]
    }

    /// What a spot of the parent is.
    pub fn role(&self, token: u8) -> Role {
        self.role[token as usize]
    }
}

impl Engine {
    /// Calls `each` with the result of every move in a land and returns the number of moves. Different moves may give
    /// the same position.
    pub fn for_each_move(&mut self, key: &[u8], stage: Stage, mut each: impl FnMut(&Lands)) -> Result<usize, TooLarge> {
        self.load_land(key)?;
        let mut moves = 0;
        for nth in 0..self.strokes.len() {
            moves += self.make_stroke(nth, stage, &mut each)?;
        }
        Ok(moves)
    }

    /// Gets a land ready for its moves to be made stroke by stroke, in any order.
    pub fn load_land(&mut self, key: &[u8]) -> Result<(), TooLarge> {
        self.sketch.load_key(key)?;
        self.sketch.scan();
        self.parent.load(&self.sketch);
        self.strokes.list(&self.parent, &self.sketch)
    }

    /// Calls `each` with the result of every move of a stroke of the land that is loaded, and returns the number of moves.
    pub fn make_stroke(&mut self, nth: usize, stage: Stage, each: impl FnMut(&Lands)) -> Result<usize, TooLarge> {
        let stroke = self.strokes.get(nth);
        self.parent.moves = 0;
        let mut mover = Mover { engine: self, stage, stroke, each };
        match stroke.curve {
            Curve::Joint(x, y) => mover.two_boundary_move(stroke.region, x, y)?,
            Curve::Loop(class, x) => mover.loop_move(stroke.region, class, x)?,
            Curve::Chord(class, x, y) => mover.chord_move(stroke.region, class, x, y)?,
        }
        Ok(self.parent.moves)
    }

    /// How many numbers the moves of the land that is loaded have (FORMAT.md section 6): those that are left out for being
    /// the opposite of others have numbers too.
    pub fn numbers_of_moves(&self) -> u64 {
        self.strokes.numbers
    }
}

/// Makes the moves of a stroke.
struct Mover<'a, F> {
    engine: &'a mut Engine,
    stage: Stage,
    stroke: Stroke,
    each: F,
}

impl<F: FnMut(&Lands)> Mover<'_, F> {
    fn span(&self, kind: Kind) -> Span {
        span(&self.engine.sketch, kind)
    }

    fn two_boundary_move(&mut self, r: usize, x: End, y: End) -> Result<(), TooLarge> {
        let [x_name, y_name, z] = self.begin();
        let start = self.engine.sketch.pool_len;
        for (end, name) in [(x, x_name), (y, y_name)] {
            match end.token {
                ZERO => self.engine.sketch.push_token(ONE),
                ONE => {
                    self.engine.sketch.push_token(name);
                    self.push_others(end);
                    self.engine.sketch.push_token(name);
                }
                _ => self.push_others(end),
            }
            self.engine.sketch.push_token(z);
        }
        let span = self.engine.sketch.close_boundary(start);
        self.remove_elsewhere(r, x.token);
        self.remove_elsewhere(r, y.token);
        self.end_stem();

        self.restore();
        let old = self.engine.parent.regions[r];
        let sketch = &mut self.engine.sketch;
        let first = sketch.boundary_count as u16;
        for b in old.boundaries() {
            let kind = Kind::Boundary(b as u16);
            if kind != x.kind && kind != y.kind {
                sketch.push_boundary(sketch.boundaries[b]);
            }
        }
        sketch.push_boundary(span);
        let used_zeros = u16::from(x.kind == Kind::Zeros) + u16::from(y.kind == Kind::Zeros);
        sketch.regions[r] = RegionRow {
            // Two lives are used, the new spot has one.
            lives: old.lives - 1,
            zeros: old.zeros - used_zeros,
            first,
            count: sketch.boundary_count as u16 - first,
            touched: true,
        };
        drop_if_dead(&mut sketch.regions[r]);
        self.emit(0)
    }

    fn loop_move(&mut self, r: usize, class: usize, x: End) -> Result<(), TooLarge> {
        let [x_name, _, z] = self.begin();
        let sketch = &mut self.engine.sketch;
        let start = sketch.pool_len;
        if x.token == ZERO {
            sketch.push_token(x_name);
            sketch.push_token(z);
            let span = sketch.close_boundary(start);
            self.end_stem();
            return self.distribute(r, class, [span, span], true);
        }
        sketch.push_token(z);
        let inside = sketch.close_boundary(start);
        let start = sketch.pool_len;
        self.push_others(x);
        self.engine.sketch.push_token(z);
        let outside = self.engine.sketch.close_boundary(start);
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
            let start = self.engine.sketch.pool_len;
            self.push_if_alive(from, from_name);
            let before = self.engine.sketch.pool_len;
            self.push_stretch(from.kind, from.at + 1, steps - 1, dead);
            bare &= self.engine.sketch.pool_len == before;
            self.push_if_alive(to, to_name);
            self.engine.sketch.push_token(z);
            spans[side] = self.engine.sketch.close_boundary(start);
        }
        self.remove_elsewhere(r, x.token);
        self.remove_elsewhere(r, y.token);
        self.end_stem();
        self.distribute(r, class, spans, bare)
    }

    /// Assembles the options of a one-boundary move. `same_sides`: both sides get the same boundary.
    fn distribute(&mut self, r: usize, class: usize, spans: [Span; 2], same_sides: bool) -> Result<(), TooLarge> {
        let lives = spans.map(|span| self.engine.sketch.boundary_lives(span));
        self.engine.strokes.classes[class].count -= 1;
        let result = self.distributions(r, spans, lives, same_sides);
        self.engine.strokes.classes[class].count += 1;
        result
    }

    fn distributions(&mut self, r: usize, spans: [Span; 2], lives: [u16; 2], same_sides: bool) -> Result<(), TooLarge> {
        let classes = self.engine.strokes.classes_of[r].clone();
        let counts = self.engine.strokes.classes[classes.clone()].iter();
        let all: usize = counts.map(|class| class.count as usize + 1).product();
        let (first, end) = (self.stroke.ways.0 as usize, self.stroke.ways.1 as usize);
        for way in first..end.min(if same_sides { all.div_ceil(2) } else { all }) {
            self.restore();
            let Engine { sketch, parent, strokes, .. } = &mut *self.engine;
            let rows = [r, sketch.region_count];
            sketch.region_count += 1;
            for side in 0..2 {
                let first = sketch.boundary_count as u16;
                let mut row = RegionRow { lives: lives[side], zeros: 0, first, count: 0, touched: true };
                let mut code = way;
                for c in &strokes.classes[classes.clone()] {
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
                                sketch.push_boundary(sketch.boundaries[b as usize]);
                                row.lives += parent.boundary_lives[b as usize];
                            }
                        }
                    }
                }
                sketch.push_boundary(spans[side]);
                row.count = sketch.boundary_count as u16 - first;
                drop_if_dead(&mut row);
                sketch.regions[rows[side]] = row;
            }
            self.emit(way as u64)?;
        }
        Ok(())
    }

    /// Starts a move on the parent's sketch; returns names for both ends, should they live on, and for the new spot.
    fn begin(&mut self) -> [u8; 3] {
        let Engine { sketch, parent, .. } = &mut *self.engine;
        sketch.pool_len = parent.pool_len;
        sketch.boundary_count = parent.boundary_count;
        sketch.next_name = parent.next_name + 3;
        parent.stem.changed_count = 0;
        let name = parent.next_name as u8;
        [name, name + 1, name + 2]
    }

    fn push_if_alive(&mut self, end: End, name: u8) {
        if end.token == ONE {
            self.engine.sketch.push_token(name);
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
            let token = self.engine.sketch.pool[(span.start + at) as usize];
            if token != dead[0] && token != dead[1] {
                self.engine.sketch.push_token(token);
            }
        }
    }

    /// Removes a spot that died in region `r` from the other region where it occurs.
    fn remove_elsewhere(&mut self, r: usize, token: u8) {
        let Engine { sketch, parent, .. } = &mut *self.engine;
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
        if row.lives < 2 {
            row.lives = 0;
            return;
        }
        row.touched = true;
        let first = sketch.boundary_count as u16;
        for b in row.boundaries() {
            let span = sketch.boundaries[b];
            if !sketch.tokens(span).contains(&token) {
                sketch.push_boundary(span);
                continue;
            }
            let start = sketch.pool_len;
            for at in span.range() {
                if sketch.pool[at] != token {
                    sketch.push_token(sketch.pool[at]);
                }
            }
            let span = sketch.close_boundary(start);
            if span.len > 0 {
                sketch.push_boundary(span);
            }
        }
        row.first = first;
        row.count = sketch.boundary_count as u16 - first;
    }

    fn end_stem(&mut self) {
        self.engine.parent.stem.pool_len = self.engine.sketch.pool_len;
        self.engine.parent.stem.boundary_count = self.engine.sketch.boundary_count;
    }

    /// Puts the sketch back to the stem of the move in hand.
    fn restore(&mut self) {
        let Engine { sketch, parent, .. } = &mut *self.engine;
        sketch.pool_len = parent.stem.pool_len;
        sketch.boundary_count = parent.stem.boundary_count;
        sketch.region_count = parent.region_count;
        sketch.regions[..parent.region_count].copy_from_slice(&parent.regions[..parent.region_count]);
        for &(r, row) in &parent.stem.changed[..parent.stem.changed_count] {
            sketch.regions[r] = row;
        }
    }

    /// Hands out the option in the sketch, `offset` moves after the first one of its kind.
    fn emit(&mut self, offset: u64) -> Result<(), TooLarge> {
        self.engine.lands.move_number = self.stroke.number + offset;
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
