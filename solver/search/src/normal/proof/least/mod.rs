//! Least proofs: the least number of claims that a certificate of a small game can have, by branch and bound.
//!
//! The claims of a valid certificate are true, so a certificate is a closed set of lands (see [`crate::normal::proof::obligations`]),
//! and one that claims nothing in vain claims only lands of some alternative of an obligation. With the nimbers of *all* lands of
//! the game in the land table, all alternatives are known, and the search is over all certificates of FORMAT.md section 7: if it
//! finds no closed set of at most k claims, there is no certificate with at most k claims.
//!
//! It branches on one land after the other, claimed or not.
//! - *Hulls.* The hull of a land is the set of lands that every closed set with it contains: the land, and for each of its
//!   obligations the lands that all alternatives have in common, each with the hulls of its lands. A land whose hull has more
//!   than k lands cannot be claimed, which leaves fewer alternatives and makes other hulls larger. An alternative costs its hull.
//! - *Probes.* Before branching, each land is tried on top of the lands that the goal forces; if that already exceeds k, it
//!   cannot be claimed.
//! - *Bound.* Each open obligation in turn demands as many new claims as its cheapest alternative still costs, and then claims
//!   are taken out of the account so that every alternative has paid that much (dual ascent for a covering problem). The sum of
//!   the demands is still to be claimed.
//!
//! Results: `docs/experiments.md`.

mod bound;
mod close_in;
mod search;

pub use close_in::{Least, least};

#[cfg(test)]
mod tests;
