//! Loading of keys and plain positions into the scratch position.

use crate::plain::PlainPosition;
use crate::scratch::{RegionRow, ScratchPosition};
use crate::token::{END_BOUNDARY, END_REGION, FIRST_LOWER, FIRST_UPPER, LOWER_LETTERS, UPPER_LETTERS, ZERO};
use crate::too_large::TooLarge;

impl ScratchPosition {
    /// Loads a canonical land: its boundaries keep their order, every spot gets a name of its own.
    pub fn load_key(&mut self, key: &[u8]) -> Result<(), TooLarge> {
        self.clear();
        let ends = key.iter().filter(|&&token| token == END_REGION).count();
        let zeros = key.iter().filter(|&&token| token == ZERO).count();
        ScratchPosition::check_room(key.len() - 2 * zeros, ends)?;
        let mut upper = [0; UPPER_LETTERS as usize];
        let mut lower = [0; LOWER_LETTERS as usize];
        let mut row = RegionRow::default();
        let mut start = 0;
        let mut lower_count = 0;
        for &token in key {
            match token {
                ZERO => row.zeros += 1,
                END_REGION => {
                    self.end_region(row);
                    row = RegionRow { first: self.boundary_count as u16, ..RegionRow::default() };
                }
                END_BOUNDARY => {
                    if self.pool_len > start {
                        let span = self.close_boundary(start);
                        self.push_boundary(span);
                        row.count += 1;
                    }
                    start = self.pool_len;
                    lower[..lower_count].fill(0);
                    lower_count = 0;
                }
                FIRST_LOWER..FIRST_UPPER => {
                    let nth = (token - FIRST_LOWER) as usize;
                    lower_count = lower_count.max(nth + 1);
                    self.push_named(&mut lower[nth])?;
                }
                FIRST_UPPER..END_BOUNDARY => self.push_named(&mut upper[(token - FIRST_UPPER) as usize])?,
                _ => self.push_token(token),
            }
        }
        Ok(())
    }

    fn push_named(&mut self, slot: &mut u8) -> Result<(), TooLarge> {
        if *slot == 0 {
            *slot = self.new_name()?;
        }
        self.push_token(*slot);
        Ok(())
    }

    /// Counts a region's lives and keeps it if it has at least two (step 4).
    fn end_region(&mut self, mut row: RegionRow) {
        row.lives = 3 * row.zeros;
        row.lives += row.boundaries().map(|b| self.boundary_lives(self.boundaries[b])).sum::<u16>();
        if row.lives >= 2 {
            self.regions[self.region_count] = row;
            self.region_count += 1;
        }
    }

    /// Steps 1 to 4 of reduction on a plain position, every region marked for the others.
    pub fn load_plain(&mut self, plain: &PlainPosition) -> Result<(), TooLarge> {
        self.clear();
        let mut occurrences = vec![0u8; plain.lives.len()];
        let live = |spot: &usize| (1..3).contains(&plain.lives[*spot]);
        let mut total = 0;
        for spot in plain.regions.iter().flatten().flatten().filter(|spot| live(spot)) {
            occurrences[*spot] = occurrences[*spot].saturating_add(1);
            total += 1;
        }
        ScratchPosition::check_room(total, plain.regions.len())?;
        let mut names = vec![0; plain.lives.len()];
        for region in &plain.regions {
            let first = self.boundary_count as u16;
            let mut row = RegionRow { first, touched: true, ..RegionRow::default() };
            for boundary in region {
                let start = self.pool_len;
                for &spot in boundary {
                    match plain.lives[spot] {
                        0 => {}
                        3 => row.zeros += 1,
                        1 if occurrences[spot] > 1 => self.push_named(&mut names[spot])?,
                        lives => self.push_token(3 - lives),
                    }
                }
                if self.pool_len > start {
                    let span = self.close_boundary(start);
                    self.push_boundary(span);
                    row.count += 1;
                }
            }
            self.end_region(row);
        }
        Ok(())
    }
}
