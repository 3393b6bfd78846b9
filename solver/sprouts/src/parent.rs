//! The land whose moves are made, and the stem of the move in hand.

use crate::scratch::{BOUNDARIES, REGIONS, RegionRow, Role, ScratchPosition};

/// The position whose moves are listed, as the scratch position held it, and the move in hand.
pub struct Parent {
    pub pool_len: usize,
    pub boundary_count: usize,
    pub region_count: usize,
    pub next_name: usize,
    pub regions: [RegionRow; REGIONS],
    pub boundary_lives: [u16; BOUNDARIES],
    pub role: [Role; 256],
    pub region_xor: [u8; 256],
    pub stem: Stem,
    pub moves: usize,
}

impl Default for Parent {
    fn default() -> Self {
        Parent {
            pool_len: 0,
            boundary_count: 0,
            region_count: 0,
            next_name: 0,
            regions: [RegionRow::default(); REGIONS],
            boundary_lives: [0; BOUNDARIES],
            role: [Role::Absent; 256],
            region_xor: [0; 256],
            stem: Stem::default(),
            moves: 0,
        }
    }
}

/// The part of a move that all its distributions share.
#[derive(Default, Clone, Copy)]
pub struct Stem {
    pub pool_len: usize,
    pub boundary_count: usize,
    /// Regions elsewhere that lose a spot.
    pub changed: [(usize, RegionRow); 2],
    pub changed_count: usize,
}

impl Parent {
    pub fn load(&mut self, scratch: &ScratchPosition) {
        self.pool_len = scratch.pool_len;
        self.boundary_count = scratch.boundary_count;
        self.region_count = scratch.region_count;
        self.next_name = scratch.next_name;
        self.regions[..scratch.region_count].copy_from_slice(&scratch.regions[..scratch.region_count]);
        for b in 0..scratch.boundary_count {
            self.boundary_lives[b] = scratch.boundary_lives(scratch.boundaries[b]);
        }
        self.role[..scratch.next_name].copy_from_slice(&scratch.role[..scratch.next_name]);
        self.region_xor[..scratch.next_name].copy_from_slice(&scratch.region_xor[..scratch.next_name]);
    }

    pub fn regions(&self) -> &[RegionRow] {
        &self.regions[..self.region_count]
    }

    /// The role of a spot of the parent.
    pub fn role(&self, token: u8) -> Role {
        self.role[token as usize]
    }
}
