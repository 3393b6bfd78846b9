//! The moves of the drawn game, FORMAT.md section 3 word for word.

use super::{Boundary, Drawn, Region, Spot};

/// A place where a curve may end: one occurrence of a spot in a boundary of the region at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// Which boundary of the region.
    pub boundary: usize,
    /// Which occurrence in that boundary.
    pub at: usize,
}

/// The two ends of a move. If they lie on one boundary, the move is complete only with a
/// distribution of the region's other boundaries over the two sides of the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The region in which the curve is drawn.
    pub region: usize,
    /// One end.
    pub x: Site,
    /// The other end; the same site for a loop.
    pub y: Site,
}

impl Curve {
    /// Whether the curve cuts its region in two.
    pub fn cuts(&self) -> bool {
        self.x.boundary == self.y.boundary
    }
}

impl Drawn {
    /// Every position that one move leads to. Isomorphic ones are not sorted out, so the same
    /// position may be listed many times.
    pub fn moves(&self) -> Vec<Drawn> {
        let mut successors = Vec::new();
        for curve in self.curves() {
            if !curve.cuts() {
                successors.push(self.play(&curve, &[]));
                continue;
            }
            for aside in distributions(self.regions[curve.region].len(), curve.x.boundary) {
                let successor = self.play(&curve, &aside);
                if self.outer == Some(curve.region) {
                    // In the plane either side of the curve can be the unbounded one.
                    let far = successor.regions.len() - 1;
                    successors.push(Drawn { outer: Some(far), ..successor.clone() });
                }
                successors.push(successor);
            }
        }
        successors
    }

    /// Every pair of ends that may be joined, each unordered pair once.
    pub fn curves(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        for region in 0..self.regions.len() {
            let sites = self.sites(region);
            for (first, &x) in sites.iter().enumerate() {
                for &y in &sites[first..] {
                    if self.may_join(self.spot(region, x), self.spot(region, y)) {
                        curves.push(Curve { region, x, y });
                    }
                }
            }
        }
        curves
    }

    fn sites(&self, region: usize) -> Vec<Site> {
        let mut sites = Vec::new();
        for (boundary, spots) in self.regions[region].iter().enumerate() {
            for at in 0..spots.len() {
                sites.push(Site { boundary, at });
            }
        }
        sites
    }

    /// Two different spots need a life each, a loop needs two lives. The two occurrences of a spot
    /// of degree 2 are two sites of one spot that has only one life, so they cannot be joined.
    fn may_join(&self, x: Spot, y: Spot) -> bool {
        if x == y { self.lives[x] >= 2 } else { self.lives[x] >= 1 && self.lives[y] >= 1 }
    }

    fn spot(&self, region: usize, site: Site) -> Spot {
        self.regions[region][site.boundary][site.at]
    }

    /// The position after one move. `aside[b]` says that boundary b of the region goes to the far
    /// side of the curve, the one that is walked from y to x; it is read only if the curve cuts the
    /// region. The near side takes the place of the old region in the list, the far side becomes
    /// the last region.
    pub fn play(&self, curve: &Curve, aside: &[bool]) -> Drawn {
        let mut after = self.clone();
        let z = after.lives.len();
        after.lives.push(1);
        after.lives[self.spot(curve.region, curve.x)] -= 1;
        after.lives[self.spot(curve.region, curve.y)] -= 1;
        if curve.cuts() {
            let (near, far) = self.cut(curve, aside, z);
            after.regions[curve.region] = near;
            after.regions.push(far);
        } else {
            after.regions[curve.region] = self.join(curve, z);
        }
        after
    }

    /// Two boundaries `x X` and `y Y` become `x X x z y Y y z`.
    fn join(&self, curve: &Curve, z: Spot) -> Region {
        let mut joined = self.round_trip(curve.region, curve.x);
        joined.push(z);
        joined.extend(self.round_trip(curve.region, curve.y));
        joined.push(z);
        let mut region = self.others(curve, |_| true);
        region.push(joined);
        region
    }

    /// One boundary `x X y Y` becomes `x X y z` on the near side and `y Y x z` on the far side. A
    /// loop has no y: the boundary `x X` becomes `x z` on the near side and `x X x z` on the far
    /// side, or `x z` on both sides if x had degree 0.
    fn cut(&self, curve: &Curve, aside: &[bool], z: Spot) -> (Region, Region) {
        let walk = self.walk(curve.region, curve.x);
        let (mut near_walk, mut far_walk) = if curve.x == curve.y {
            (vec![walk[0]], self.round_trip(curve.region, curve.x))
        } else {
            let y = (curve.y.at + walk.len() - curve.x.at) % walk.len();
            (walk[..=y].to_vec(), [&walk[y..], &walk[..1]].concat())
        };
        near_walk.push(z);
        far_walk.push(z);
        let mut near = self.others(curve, |boundary| !aside[boundary]);
        near.push(near_walk);
        let mut far = self.others(curve, |boundary| aside[boundary]);
        far.push(far_walk);
        (near, far)
    }

    /// The boundary of a site, written from that site on: `x X`.
    fn walk(&self, region: usize, site: Site) -> Boundary {
        let boundary = &self.regions[region][site.boundary];
        [&boundary[site.at..], &boundary[..site.at]].concat()
    }

    /// `x X x`: from the new curve around the old boundary and back to the curve. A spot of degree
    /// 0 is not parted by the curve and is written once.
    fn round_trip(&self, region: usize, site: Site) -> Boundary {
        let mut walk = self.walk(region, site);
        if self.lives[walk[0]] < 3 {
            walk.push(walk[0]);
        }
        walk
    }

    /// Those boundaries of the region that the curve does not touch, as far as they are wanted.
    fn others(&self, curve: &Curve, wanted: impl Fn(usize) -> bool) -> Region {
        let mut others = Vec::new();
        for (index, boundary) in self.regions[curve.region].iter().enumerate() {
            if index != curve.x.boundary && index != curve.y.boundary && wanted(index) {
                others.push(boundary.clone());
            }
        }
        others
    }
}

/// All 2^k ways to send the k boundaries other than `cut` to either side.
fn distributions(boundaries: usize, cut: usize) -> Vec<Vec<bool>> {
    let mut all = vec![Vec::new()];
    for boundary in 0..boundaries {
        let sides: &[bool] = if boundary == cut { &[false] } else { &[false, true] };
        let mut longer = Vec::new();
        for begun in &all {
            for &side in sides {
                longer.push([&begun[..], &[side]].concat());
            }
        }
        all = longer;
    }
    all
}
