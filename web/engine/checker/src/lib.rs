//! The checker behind the page: verifies a file, and shows what it consists of.
//!
//! [`desk`] holds the certificate that was checked last and takes requests; [`exports`] is what the page calls. No verdict is made
//! here: all of them are those of the crate `checker`, which has no unsafe code and shares nothing with the game's module.
#![deny(unsafe_code)]

pub mod desk;
#[allow(unsafe_code)]
pub mod exports;
