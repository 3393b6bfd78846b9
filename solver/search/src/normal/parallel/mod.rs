//! Threads beside the one that searches: they find options ahead of it, and share its expansions.
//!
//! [`prefetch`] decides which lands are expanded ahead and by which thread, [`mailbox`] passes orders and options between two threads,
//! [`shared_expansion`] lets two threads expand one land by work stealing.

pub mod mailbox;
pub mod prefetch;
pub mod shared_expansion;
