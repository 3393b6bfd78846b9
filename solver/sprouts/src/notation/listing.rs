//! Listings: the items of a text by boundary, region and land, before they are understood.
//!
//! All three notations nest alike, and most mistakes show only when the whole text is read (a letter that has no second
//! occurrence, a third listing of a spot). So a text is first read into sites, and the plain position is made from those.

use crate::notation::choice::MAX_SPOTS;
use crate::notation::error::{Fault, ParseErrorKind, Span};
use crate::plain::{PlainPosition, SpotId};

/// An item and its place. Boundaries, regions and lands are numbered through the whole text.
#[derive(Debug, Clone)]
pub(super) struct Site<T> {
    pub item: T,
    pub span: Span,
    pub boundary: usize,
    pub region: usize,
    pub land: usize,
}

impl<T> Site<T> {
    /// Whether the two sites are in different boundaries of one region: no spot is, since it would connect them.
    pub fn is_across_region_from(&self, other: &Self) -> bool {
        self.region == other.region && self.boundary != other.boundary
    }
}

/// Collects sites and the signs that end boundaries, regions and lands.
///
/// A sign also ends boundaries and regions that are still open inside, so the last sign of each kind can be left out.
pub(super) struct Listing<T> {
    sites: Vec<Site<T>>,
    boundary: usize,
    region: usize,
    land: usize,
    boundary_is_open: bool,
    region_is_open: bool,
    land_is_open: bool,
}

impl<T> Listing<T> {
    pub fn new() -> Self {
        Listing {
            sites: Vec::new(),
            boundary: 0,
            region: 0,
            land: 0,
            boundary_is_open: false,
            region_is_open: false,
            land_is_open: false,
        }
    }

    pub fn push(&mut self, item: T, span: Span) {
        self.sites.push(Site { item, span, boundary: self.boundary, region: self.region, land: self.land });
        self.boundary_is_open = true;
        self.region_is_open = true;
        self.land_is_open = true;
    }

    pub fn boundary_is_open(&self) -> bool {
        self.boundary_is_open
    }

    pub fn end_boundary(&mut self, sign: Span) -> Result<(), Fault> {
        if !self.boundary_is_open {
            return Err(Fault::new(sign, ParseErrorKind::EmptyBoundary));
        }
        self.boundary_is_open = false;
        self.boundary += 1;
        Ok(())
    }

    pub fn end_region(&mut self, sign: Span) -> Result<(), Fault> {
        if !self.region_is_open {
            return Err(Fault::new(sign, ParseErrorKind::EmptyRegion));
        }
        if self.boundary_is_open {
            self.end_boundary(sign)?;
        }
        self.region_is_open = false;
        self.region += 1;
        Ok(())
    }

    pub fn end_land(&mut self, sign: Span) -> Result<(), Fault> {
        if !self.land_is_open {
            return Err(Fault::new(sign, ParseErrorKind::EmptyLand));
        }
        if self.region_is_open {
            self.end_region(sign)?;
        }
        self.land_is_open = false;
        self.land += 1;
        Ok(())
    }

    pub fn finish(self) -> Vec<Site<T>> {
        self.sites
    }
}

/// The sites of each boundary, in the order of the text.
pub(super) fn boundaries<T>(sites: &[Site<T>]) -> impl Iterator<Item = &[Site<T>]> {
    sites.chunk_by(|a, b| a.boundary == b.boundary)
}

/// The sites of each region, in the order of the text.
pub(super) fn regions<T>(sites: &[Site<T>]) -> impl Iterator<Item = &[Site<T>]> {
    sites.chunk_by(|a, b| a.region == b.region)
}

/// The sites of each land, in the order of the text.
pub(super) fn lands<T>(sites: &[Site<T>]) -> impl Iterator<Item = &[Site<T>]> {
    sites.chunk_by(|a, b| a.land == b.land)
}

/// Adds a spot to the position, unless it is one too many.
pub(super) fn add_spot(plain: &mut PlainPosition, lives: u8, span: Span) -> Result<SpotId, Fault> {
    if plain.lives.len() >= MAX_SPOTS {
        return Err(Fault::new(span, ParseErrorKind::TooManySpots));
    }
    Ok(plain.add_spot(lives))
}
