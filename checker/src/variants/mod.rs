//! Sprouts with another greatest degree than 3 (FORMAT-VARIANTS.md).

pub mod degree_two;
pub mod endless;
