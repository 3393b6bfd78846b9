//! Sessions: one solver for questions about normal and misère play, with facts kept in a file between runs.
//!
//! [`open()`] makes a [`Session`] for one play; [`Session::solve`] answers questions one after the other with one memory,
//! [`Session::prove`] makes the certificate of an answer, [`Session::save`] writes the facts. Nothing here prints: the
//! caller is told about the work by [`Event`]s and about failures by [`SessionError`].

mod api;
mod autosave;
mod misere;
mod normal;
mod open;

pub use api::{Answer, Counts, Event, Events, Play, Query, Session, SessionError, Shrinking};
pub use autosave::FactsFile;
pub use misere::{MisereBruteForce, MisereSession};
pub use normal::NormalSession;
pub use open::{Algorithm, Settings, open};

#[cfg(test)]
mod tests;
