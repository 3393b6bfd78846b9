//! Morpion Solitaire and Gaps (FORMAT-PUZZLES.md): games are replayed, searches repeated with all that they count.

pub mod gaps;
pub mod morpion;
mod paper;
mod same;

#[cfg(test)]
mod tests;
