//! Certificates about games: one container, one writer and one reader for all eight kinds of statement.
//!
//! A [`Statement`] is a theorem about a game; a [`Certificate`] adds the body that proves it; [`Certificate::seal`] makes the file
//! (FORMAT.md section 8). The bodies of Sprouts certificates are texts ([`text`]), those of the variants are numbers
//! ([`varint`]). [`reader`] reads claims of normal play again, as a place to start from.

pub mod container;
pub mod reader;
pub mod statement;
pub mod text;
pub mod varint;

pub use common::sealed::Sealed;
pub use container::{Certificate, ContainerError};
pub use reader::{ClaimError, MisereClaims, NormalClaims, claims_about, read_claims, read_lost_nodes};
pub use statement::{MorpionMove, NormalResult, OTHERS_VERSION, SPROUTS_VERSION, Stated, StatedOutcome, Statement};
pub use text::TextError;
