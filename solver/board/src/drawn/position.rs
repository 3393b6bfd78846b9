//! A position of the drawn game: a combinatorial map with named spots.
//!
//! Nothing is reduced here. Dead spots keep their names and their places, and every region is walked with the left hand
//! on its boundaries (Dan Hoey's letter, element 0), so that left and right mean something. FORMAT.md section 3 gives the
//! moves; FORMAT-VARIANTS.md section 2 gives them for another greatest degree than 3, and the drawn game plays those too.
//!
//! A boundary is a list of [`Corner`]s rather than of spots: a corner also knows the line along which the walk leaves it.
//! The two sides of a line are found by its name, so a drawing is a combinatorial map even where two lines join the same
//! two spots.

use sprouts::plain::PlainPosition;

/// A spot, counted from 0. In print its number is one more.
pub type Spot = usize;

/// A line between two spots; a move draws two of them, one on either side of its new spot.
pub type Line = usize;

/// A place in a boundary walk: the spot that is passed, and the line along which the walk goes on. A spot without lines
/// has one corner, and its walk goes nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    pub spot: Spot,
    pub out: Option<Line>,
}

/// A corner of a region, as a place where a curve may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Which boundary of the region.
    pub boundary: usize,
    /// Which corner of that boundary.
    pub at: usize,
}

/// The corners met in walking along one connected part of the drawing, the left hand on it.
pub type Boundary = Vec<Corner>;

/// The boundaries of a region, in no particular order.
pub type Region = Vec<Boundary>;

/// The greatest degree of the ordinary game.
pub const ORDINARY: usize = 3;

/// A position of the drawn game.
///
/// Invariant: a spot of degree 0 has one corner, alone in its boundary; a spot of degree d > 0 has d corners; each line is
/// walked along once in either direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    pub(super) max_degree: usize,
    pub(super) degrees: Vec<usize>,
    pub(super) regions: Vec<Region>,
    pub(super) lines: usize,
    pub(super) initial: usize,
}

impl Drawn {
    /// The start of the n-spot game.
    pub fn start(spots: usize) -> Self {
        Drawn::start_with_max_degree(spots, ORDINARY)
    }

    /// The start of the n-spot game in which no spot may have more than this many line ends.
    pub fn start_with_max_degree(spots: usize, max_degree: usize) -> Self {
        let region: Region = (0..spots).map(|spot| vec![Corner { spot, out: None }]).collect();
        let regions = if spots == 0 { vec![] } else { vec![region] };
        Drawn { max_degree, degrees: vec![0; spots], regions, lines: 0, initial: spots }
    }

    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// How many spots there are, the dead ones included.
    pub fn spot_count(&self) -> usize {
        self.degrees.len()
    }

    /// How many spots there were at the start.
    pub fn initial_spots(&self) -> usize {
        self.initial
    }

    pub fn line_count(&self) -> usize {
        self.lines
    }

    pub fn degree(&self, spot: Spot) -> usize {
        self.degrees[spot]
    }

    pub fn lives(&self, spot: Spot) -> usize {
        self.max_degree.saturating_sub(self.degrees[spot])
    }

    pub fn is_alive(&self, spot: Spot) -> bool {
        self.lives(spot) > 0
    }

    /// The spot at a site of a region.
    pub fn spot_at(&self, region: usize, site: Site) -> Spot {
        self.regions[region][site.boundary][site.at].spot
    }

    /// The live spots of a boundary, in its order.
    pub fn live_spots(&self, region: usize, boundary: usize) -> impl Iterator<Item = Spot> + '_ {
        self.regions[region][boundary].iter().map(|corner| corner.spot).filter(|&spot| self.is_alive(spot))
    }

    /// The lowest-numbered live spot of a boundary.
    pub fn lowest_live(&self, region: usize, boundary: usize) -> Option<Spot> {
        self.live_spots(region, boundary).min()
    }

    /// Whether a spot has a corner in a region.
    pub fn touches(&self, spot: Spot, region: usize) -> bool {
        self.regions[region].iter().flatten().any(|corner| corner.spot == spot)
    }

    /// The position for the crate `sprouts`, which only knows the ordinary game.
    pub fn plain(&self) -> PlainPosition {
        let spots = |boundary: &Boundary| boundary.iter().map(|corner| corner.spot).collect();
        let region = |region: &Region| region.iter().map(spots).collect();
        let lives = (0..self.spot_count()).map(|spot| self.lives(spot).min(3) as u8).collect();
        PlainPosition { lives, regions: self.regions.iter().map(region).collect() }
    }

    /// The part of the drawing that a move can still feel, with every spot under its own name: the live spots of each
    /// boundary in a fixed rotation, without regions in which nobody can move. Two drawings of one game with the same
    /// live view are played on and written down alike.
    pub fn live_view(&self) -> Vec<Vec<Vec<Spot>>> {
        let mut view: Vec<Vec<Vec<Spot>>> = Vec::new();
        for r in 0..self.regions.len() {
            let mut boundaries: Vec<Vec<Spot>> =
                (0..self.regions[r].len()).map(|b| turned(self.live_spots(r, b).collect())).collect();
            boundaries.retain(|boundary| !boundary.is_empty());
            boundaries.sort_unstable();
            let mut spots: Vec<Spot> = boundaries.iter().flatten().copied().collect();
            spots.sort_unstable();
            spots.dedup();
            if spots.iter().map(|&spot| self.lives(spot)).sum::<usize>() >= 2 {
                view.push(boundaries);
            }
        }
        view.sort_unstable();
        view
    }
}

/// A boundary of live spots in its least rotation, a spot that stands beside itself written once.
fn turned(mut boundary: Vec<Spot>) -> Vec<Spot> {
    boundary.dedup();
    while boundary.len() > 1 && boundary.first() == boundary.last() {
        boundary.pop();
    }
    let rotations = (0..boundary.len()).map(|at| [&boundary[at..], &boundary[..at]].concat());
    rotations.min().unwrap_or_default()
}
