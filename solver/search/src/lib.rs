//! Search for outcomes of Sprouts positions, and the proofs that certificates are made of.
//!
//! [`normal`] play rests on nimbers and depth-first proof-number search; [`misere`] play on reduced canonical trees.
//! [`census`] explores whole games. Both searches share limits and listeners ([`common`]).

pub mod census;
pub mod common;
pub mod misere;
pub mod normal;
