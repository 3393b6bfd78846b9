//! Morpion Solitaire and Gaps (FORMAT-PUZZLES.md): games are replayed, searches repeated with all that they count.

pub(crate) mod gaps;
pub(crate) mod morpion;
mod paper;

#[cfg(test)]
mod tests;
