//! The moves of the drawn game (FORMAT.md section 3, FORMAT-VARIANTS.md section 2).
//!
//! Which side is which: going from x to y along the new curve, the side that keeps `x X y z` is the *left* one, since the
//! new spot z is followed by x there, and the side with `y Y x z` is the *right* one (Hoey's letter, element 3). For a loop
//! on a spot that already has lines, the right side is the inside, `x z`, and the left side keeps the other sites of the
//! boundary.

use crate::drawn::position::{Boundary, Corner, Drawn, Line, Region, Site, Spot};

/// The region and the ends of a move, drawn from x to y.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Curve {
    pub region: usize,
    pub x: Site,
    /// The same site as `x` for a loop.
    pub y: Site,
}

impl Curve {
    /// Whether the curve cuts its region in two.
    pub fn cuts(&self) -> bool {
        self.x.boundary == self.y.boundary
    }

    pub fn is_loop(&self) -> bool {
        self.x == self.y
    }
}

/// A move: a curve and, if it cuts its region, where the other boundaries of the region go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub curve: Curve,
    /// The boundaries of the region that come to lie on the right side of the curve; empty if it does not cut.
    pub right: Vec<usize>,
}

impl Drawn {
    /// Whether a curve may be drawn between two spots: each needs a life, a spot joined to itself two.
    pub fn may_join(&self, x: Spot, y: Spot) -> bool {
        if x == y { self.lives(x) >= 2 } else { self.lives(x) >= 1 && self.lives(y) >= 1 }
    }

    /// All curves between two spots, from the first to the second.
    pub fn curves_between(&self, from: Spot, to: Spot) -> Vec<Curve> {
        let mut curves = Vec::new();
        if !self.may_join(from, to) {
            return curves;
        }
        for region in 0..self.regions.len() {
            for x in self.sites_of(region, from) {
                for y in self.sites_of(region, to) {
                    curves.push(Curve { region, x, y });
                }
            }
        }
        curves
    }

    /// All curves, each pair of sites once.
    pub fn curves(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        for region in 0..self.regions.len() {
            let sites: Vec<Site> = self.sites(region).collect();
            for (nth, &x) in sites.iter().enumerate() {
                for &y in &sites[nth..] {
                    if self.may_join(self.spot_at(region, x), self.spot_at(region, y)) {
                        curves.push(Curve { region, x, y });
                    }
                }
            }
        }
        curves
    }

    fn sites(&self, region: usize) -> impl Iterator<Item = Site> + '_ {
        let boundaries = self.regions[region].iter().enumerate();
        boundaries.flat_map(|(boundary, corners)| (0..corners.len()).map(move |at| Site { boundary, at }))
    }

    fn sites_of(&self, region: usize, spot: Spot) -> Vec<Site> {
        self.sites(region).filter(|&site| self.spot_at(region, site) == spot).collect()
    }

    /// The boundaries of a curve's region that it does not touch and that have live spots.
    pub fn live_others(&self, curve: &Curve) -> Vec<usize> {
        let boundaries = 0..self.regions[curve.region].len();
        let others = boundaries.filter(|&b| b != curve.x.boundary && b != curve.y.boundary);
        others.filter(|&b| self.lowest_live(curve.region, b).is_some()).collect()
    }

    /// One move for every way to play, where spots without lines count as alike: of those in a region the lowest-numbered
    /// ones are used and sent to the right. Every position that a move can reach is reached by one of these, up to the
    /// names of the spots.
    pub fn moves_up_to_fresh_spots(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for curve in self.curves() {
            if !self.uses_lowest_fresh(&curve) {
                continue;
            }
            if !curve.cuts() {
                moves.push(Move { curve, right: vec![] });
                continue;
            }
            let (fresh, others): (Vec<usize>, Vec<usize>) =
                self.live_others(&curve).into_iter().partition(|&b| self.is_fresh(curve.region, b));
            for taken in 0..=fresh.len() {
                for mask in 0..1u64 << others.len() {
                    let chosen = others.iter().enumerate().filter(|(nth, _)| mask >> nth & 1 == 1);
                    let mut right: Vec<usize> = fresh[..taken].to_vec();
                    right.extend(chosen.map(|(_, &boundary)| boundary));
                    right.sort_unstable();
                    moves.push(Move { curve, right });
                }
            }
        }
        moves
    }

    /// How many moves [`Drawn::moves_up_to_fresh_spots`] would list, or a very large number.
    pub fn count_moves_up_to_fresh_spots(&self) -> u64 {
        let mut count = 0u64;
        for curve in self.curves().iter().filter(|curve| self.uses_lowest_fresh(curve)) {
            let (fresh, others): (Vec<usize>, Vec<usize>) =
                self.live_others(curve).into_iter().partition(|&b| self.is_fresh(curve.region, b));
            let ways = 1u64.checked_shl(others.len() as u32).unwrap_or(u64::MAX).saturating_mul(fresh.len() as u64 + 1);
            count = count.saturating_add(if curve.cuts() { ways } else { 1 });
        }
        count
    }

    /// Whether a boundary is a spot without lines.
    fn is_fresh(&self, region: usize, boundary: usize) -> bool {
        self.regions[region][boundary][0].out.is_none()
    }

    fn uses_lowest_fresh(&self, curve: &Curve) -> bool {
        let region = &self.regions[curve.region];
        let number = |b: usize| region[b][0].spot;
        let lower_unused = |b: usize| {
            (0..region.len()).any(|other| {
                self.is_fresh(curve.region, other)
                    && number(other) < number(b)
                    && other != curve.x.boundary
                    && other != curve.y.boundary
            })
        };
        [curve.x.boundary, curve.y.boundary].iter().all(|&b| !self.is_fresh(curve.region, b) || !lower_unused(b))
    }

    /// The position after a move. The region becomes its left side, and the right side the last region.
    pub fn play(&self, played: &Move) -> Drawn {
        let mut after = self.clone();
        let Curve { region, x, y } = played.curve;
        let z = after.degrees.len();
        after.degrees.push(2);
        after.degrees[self.spot_at(region, x)] += 1;
        after.degrees[self.spot_at(region, y)] += 1;
        let ends = [after.lines, after.lines + 1];
        after.lines += 2;
        if played.curve.cuts() {
            let (left, right) = self.cut(played, z, ends);
            after.regions[region] = left;
            after.regions.push(right);
        } else {
            after.regions[region] = self.join(&played.curve, z, ends);
        }
        after
    }

    /// Two boundaries `x X` and `y Y` become `x X x z y Y y z`; the lines are x–z and z–y.
    fn join(&self, curve: &Curve, z: Spot, [to_x, to_y]: [Line; 2]) -> Region {
        let mut region = self.others(curve, |_| true);
        let mut joined = self.round_trip(curve.region, curve.x, to_x);
        joined.push(Corner { spot: z, out: Some(to_y) });
        joined.extend(self.round_trip(curve.region, curve.y, to_y));
        joined.push(Corner { spot: z, out: Some(to_x) });
        region.push(joined);
        region
    }

    /// One boundary `x X y Y` becomes `x X y z` on the left and `y Y x z` on the right; for a loop, `x X x z` and `x z`.
    fn cut(&self, played: &Move, z: Spot, [to_x, to_y]: [Line; 2]) -> (Region, Region) {
        let Curve { region, x, y } = played.curve;
        let walk = self.walk(region, x);
        let corner = |spot, line| Corner { spot, out: Some(line) };
        let (mut left_walk, mut right_walk) = if x == y {
            let inside = vec![corner(walk[0].spot, to_x)];
            (self.round_trip(region, x, to_y), inside)
        } else {
            let steps = (y.at + walk.len() - x.at) % walk.len();
            let mut near = walk[..=steps].to_vec();
            near[steps].out = Some(to_y);
            let mut far = walk[steps..].to_vec();
            far.push(corner(walk[0].spot, to_x));
            (near, far)
        };
        left_walk.push(corner(z, to_x));
        right_walk.push(corner(z, to_y));
        let mut left = self.others(&played.curve, |b| !played.right.contains(&b));
        left.push(left_walk);
        let mut right = self.others(&played.curve, |b| played.right.contains(&b));
        right.push(right_walk);
        (left, right)
    }

    /// The boundary of a site, from that site on: `x X`.
    fn walk(&self, region: usize, site: Site) -> Boundary {
        let boundary = &self.regions[region][site.boundary];
        [&boundary[site.at..], &boundary[..site.at]].concat()
    }

    /// `x X x`: all the way round, back to the site and out along the new line. A spot without lines is written once.
    fn round_trip(&self, region: usize, site: Site, line: Line) -> Boundary {
        let mut walk = self.walk(region, site);
        let x = walk[0];
        match x.out {
            Some(_) => walk.push(Corner { spot: x.spot, out: Some(line) }),
            None => walk[0].out = Some(line),
        }
        walk
    }

    /// The boundaries of the region that the curve does not touch, as far as they are wanted.
    fn others(&self, curve: &Curve, wanted: impl Fn(usize) -> bool) -> Region {
        let boundaries = self.regions[curve.region].iter().enumerate();
        let others = boundaries.filter(|&(b, _)| b != curve.x.boundary && b != curve.y.boundary && wanted(b));
        others.map(|(_, boundary)| boundary.clone()).collect()
    }
}
