//! The state of the search for a canonical string: the strings so far, the marks on spots and boundaries, and its nodes.

use crate::canonical::symmetry::Symmetry;
use crate::canonical::walk::{Candidate, Hand};
use crate::scratch::{BOUNDARIES, REGIONS, Role};
use crate::token::UPPER_LETTERS;

/// Longest canonical string, in bytes.
pub const MAX_KEY: usize = 4096;

/// Code of a spot that has no name in the string yet.
pub const UNNAMED: u8 = Role::Upper as u8;
/// Code of a spot that is written in lower case.
pub const LOWER: u8 = Role::Lower as u8;

/// Where a node of the search stands.
#[derive(Clone, Copy)]
pub struct Node {
    /// Length of the string written so far.
    pub written: u16,
    /// Boundaries of the region still to be written.
    pub left: u16,
    /// Branchings above.
    pub depth: u16,
    pub region: u8,
    pub hand: Hand,
    /// Upper-case letters given so far.
    pub letters: u8,
    /// All letters below this one have been written twice.
    pub done: u8,
    /// Whether the string so far equals the best one's beginning; otherwise it is less.
    pub tight: bool,
}

pub struct Canonizer {
    pub code: [u8; 256],
    pub current: [u8; MAX_KEY],
    pub best: [u8; MAX_KEY],
    pub best_len: usize,
    /// Depth of the deepest common ancestor of the node in hand and the best leaf.
    pub common: u16,
    pub used: [bool; BOUNDARIES],
    pub visited: [bool; REGIONS],
    /// The spot behind each upper-case letter given.
    pub spot_of: [u8; UPPER_LETTERS as usize + 1],
    /// The region in which each upper-case letter was given.
    pub named_in: [u8; UPPER_LETTERS as usize + 1],
    pub lower_stamp: [u64; 256],
    pub lower_code: [u8; 256],
    pub stamp: u64,
    pub candidates: Vec<Candidate>,
    pub symmetry: Symmetry,
    /// Boundaries and regions marked since the root, to be unmarked on the way back.
    pub used_trail: Vec<u16>,
    pub visited_trail: Vec<u8>,
    /// Upper-case letters given on the path in hand.
    pub named: u8,
    pub nodes: u32,
}

impl Default for Canonizer {
    fn default() -> Self {
        Canonizer {
            code: [0; 256],
            current: [0; MAX_KEY],
            best: [0; MAX_KEY],
            best_len: 0,
            common: 0,
            used: [false; BOUNDARIES],
            visited: [false; REGIONS],
            spot_of: [0; UPPER_LETTERS as usize + 1],
            named_in: [0; UPPER_LETTERS as usize + 1],
            lower_stamp: [0; 256],
            lower_code: [0; 256],
            stamp: 0,
            candidates: Vec::with_capacity(256),
            symmetry: Symmetry::default(),
            used_trail: Vec::with_capacity(BOUNDARIES),
            visited_trail: Vec::with_capacity(REGIONS),
            named: 0,
            nodes: 0,
        }
    }
}
