//! Search for outcomes of Sprouts positions, and the proofs that certificates are made of.
//!
//! [`normal`] play rests on nimbers and depth-first proof-number search; [`misere`] play on reduced canonical trees.
//! Both searches share limits, listeners and facts files ([`common`]). [`session`] answers questions about either play with one
//! interface; [`census`] explores whole games.

pub mod census;
pub mod common;
pub mod misere;
pub mod normal;
pub mod session;
