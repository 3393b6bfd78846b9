//! Two solitaires searched with incremental transpositions (Helmstetter and Cazenave, 2004): Morpion Solitaire and Gaps.

pub mod certificates;
pub mod gaps;
pub mod incremental;
pub mod morpion;
