//! Greatest degree 4 or more: the game never ends (FORMAT-VARIANTS.md section 5).
//!
//! The newest spot of a game has two line ends, and no move has touched it since. Where four are allowed it can be joined
//! to itself, so there is always a move. This module makes the step of that argument on a position reached by a game.

use crate::drawn::{Curve, Drawn, Move, Site};

/// A game with a greatest degree of 4 or more, and where it has come to.
#[derive(Debug, Clone)]
pub struct Endless {
    pub max_degree: usize,
    pub spots: usize,
    pub moves: Vec<Move>,
    pub position: Drawn,
}

/// Why there is no such game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoEndlessGame {
    #[error("with a greatest degree of {0} every game ends; 4 is the least that makes it endless")]
    DegreeTooSmall(usize),
    #[error("a game needs at least one spot")]
    NoSpots,
}

impl Endless {
    /// The start of a game.
    pub fn start(spots: usize, max_degree: usize) -> Result<Self, NoEndlessGame> {
        if max_degree < 4 {
            return Err(NoEndlessGame::DegreeTooSmall(max_degree));
        }
        if spots == 0 {
            return Err(NoEndlessGame::NoSpots);
        }
        let position = Drawn::start_with_max_degree(spots, max_degree);
        Ok(Endless { max_degree, spots, moves: Vec::new(), position })
    }

    pub fn play(&mut self, played: Move) {
        self.position = self.position.play(&played);
        self.moves.push(played);
    }

    /// The newest spot joined to itself, with nothing else inside.
    pub fn loop_on_newest(&self) -> Move {
        let newest = self.position.spot_count() - 1;
        let regions = self.position.regions().iter().enumerate();
        let mut sites = regions.flat_map(|(region, boundaries)| {
            boundaries.iter().enumerate().flat_map(move |(boundary, corners)| {
                let here = corners.iter().enumerate().filter(move |(_, corner)| corner.spot == newest);
                here.map(move |(at, _)| (region, Site { boundary, at }))
            })
        });
        let (region, site) = sites.next().expect("every spot has a corner");
        Move { curve: Curve { region, x: site, y: site }, right: vec![] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_spot_can_always_loop() {
        let mut game = Endless::start(3, 4).unwrap();
        let moves = game.position.moves_up_to_fresh_spots();
        for first in moves {
            let mut game = Endless::start(3, 4).unwrap();
            game.play(first);
            for second in game.position.moves_up_to_fresh_spots() {
                let position = game.position.play(&second);
                let newest = position.spot_count() - 1;
                assert_eq!(position.degree(newest), 2);
                assert!(position.may_join(newest, newest));
            }
        }
        for _ in 0..20 {
            let played = game.loop_on_newest();
            let newest = game.position.spot_count() - 1;
            assert!(game.position.may_join(newest, newest));
            game.play(played);
        }
        assert_eq!(Endless::start(3, 3).unwrap_err(), NoEndlessGame::DegreeTooSmall(3));
    }

    #[test]
    fn loops_by_hand() {
        let mut game = Endless::start(2, 4).unwrap();
        game.play(game.loop_on_newest());
        assert_eq!(game.position.full_hoey(), "1;2,3/2,3");
        game.play(game.loop_on_newest());
        assert_eq!(game.position.full_hoey(), "1;3,2,3,4/2,3/3,4");
    }
}
