//! Tools that know nothing of games: atomic files, sealed files and their versions, escaped texts, an interner, random numbers.

pub mod escape;
pub mod file_version;
pub mod files;
pub mod interner;
pub mod random;
pub mod sealed;

pub use interner::Interner;
pub use random::Random;
