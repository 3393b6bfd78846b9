//! The options of lands and positions as lists, for readers and tests; searches go through [`Engine::for_each_move`].

use crate::engine::{Engine, Stage};
use crate::land::{Land, Position};
use crate::too_large::TooLarge;

impl Engine {
    /// The options of a land, each once, in the order of FORMAT.md section 6, and the number of raw moves.
    pub fn land_options(&mut self, land: &Land) -> Result<(Vec<Position>, usize), TooLarge> {
        let mut options = Vec::new();
        let raw = self.for_each_move(land.key(), Stage::Canonical, |lands| options.push(lands.position()))?;
        options.sort_unstable();
        options.dedup();
        Ok((options, raw))
    }

    /// The options of a position: a move in one land, the others as they are.
    pub fn options(&mut self, position: &Position) -> Result<(Vec<Position>, usize), TooLarge> {
        let mut options = Vec::new();
        let mut raw = 0;
        for (nth, land) in position.lands().iter().enumerate() {
            let rest = position.lands().iter().enumerate().filter(|(other, _)| *other != nth);
            let rest: Vec<Land> = rest.map(|(_, land)| land.clone()).collect();
            let (land_options, land_raw) = self.land_options(land)?;
            raw += land_raw;
            options.extend(land_options.iter().map(|option| {
                let lands = option.lands().iter().chain(&rest).cloned().collect();
                Position::new(lands)
            }));
        }
        options.sort_unstable();
        options.dedup();
        Ok((options, raw))
    }
}
