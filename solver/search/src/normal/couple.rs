//! Couples of a land and a nimber: the nodes of the search in normal play (Lemoine and Viennot 2010).

use sprouts::Nimber;

/// A land, by its number in a land table.
pub type LandId = u32;

/// A land and a heap. The player to move loses their sum exactly when the land has this nimber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Couple {
    pub land: LandId,
    pub nimber: Nimber,
}
