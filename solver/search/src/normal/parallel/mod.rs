//! Options found by threads beside the one that searches.

pub mod mailbox;
pub mod prefetch;
pub mod shared_expansion;
