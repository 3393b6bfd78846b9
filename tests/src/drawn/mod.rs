//! The drawn game, unreduced: the judge that solver and checker answer to.
//!
//! A deliberately naive third implementation, written from FORMAT.md sections 1 to 3 and from
//! nothing else. Nothing is ever forgotten here: dead spots keep their names and their occurrences,
//! regions stay when nobody can move in them, and two positions are the same only when they are
//! isomorphic (`key`). So there is no reduction that could be wrong, and what this module says
//! about the small games is what the rules say.
//!
//! All boundaries of all regions are walked with the region on the *same* hand, so a `Drawn` is a
//! drawing on the oriented sphere, up to deformation. The freedom to mirror each region by itself
//! (FORMAT.md section 2) is not in the data: it is one of the ways to identify positions.

mod disguise;
mod key;
mod laws;
mod moves;
mod random;
mod text;
mod trees;

pub use key::{Identification, Key};
pub use moves::{Curve, Site};
pub use random::{SplitMix64, random_position};
pub use trees::{Game, TreeId, Trees, Visited, canonical_trees, explore};

/// A spot: an index into `Drawn::lives`.
pub type Spot = usize;

/// The cyclic list of the spots met in walking along one connected part of the drawing.
pub type Boundary = Vec<Spot>;

/// The boundaries that a region touches, in no particular order.
pub type Region = Vec<Boundary>;

/// A position of the drawn game.
///
/// Invariant (`fault` looks for violations): a spot of degree 0 occurs once, alone in its boundary;
/// a spot of degree d ≥ 1 occurs exactly d times over all regions, since d curve ends at a spot
/// leave d corners between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// 3 minus the degree, for each spot; 0 for the dead, who stay in the list.
    pub lives: Vec<u8>,
    /// Every region of the drawing, dead or alive, with dead spots in its boundaries.
    pub regions: Vec<Region>,
    /// The unbounded region, when the game is played in the plane; `None` on the sphere. It has no
    /// influence on the play, only on which drawings look alike, and serves one test: the count of
    /// AJS figure 2.
    pub outer: Option<usize>,
}

impl Drawn {
    /// The start of the n-spot game on the sphere: one region, n boundaries, each a single spot.
    pub fn start(n: usize) -> Drawn {
        Drawn::from_regions(vec![(0..n).map(|spot| vec![spot]).collect()])
    }

    /// The same start on a sheet of paper, whose unbounded region is told from the others.
    pub fn start_in_plane(n: usize) -> Drawn {
        Drawn { outer: Some(0), ..Drawn::start(n) }
    }

    /// The drawing with these regions, on the sphere. They must name the spots 0, 1, 2, … and list
    /// the dead ones too, for the lives are read off them: a spot alone in its boundary has degree
    /// 0, any other spot has as many curve ends as occurrences.
    pub fn from_regions(regions: Vec<Region>) -> Drawn {
        let spots = regions.iter().flatten().flatten().max().map_or(0, |&last| last + 1);
        let mut lives = vec![3; spots];
        for boundary in regions.iter().flatten().filter(|boundary| boundary.len() > 1) {
            for &spot in boundary {
                lives[spot] -= 1;
            }
        }
        Drawn { lives, regions, outer: None }
    }

    /// The lives left in the whole drawing. Every move takes two and gives one.
    pub fn total_lives(&self) -> usize {
        self.lives.iter().map(|&lives| usize::from(lives)).sum()
    }
}
