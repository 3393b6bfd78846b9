//! Random games on the solver's drawn game.

use crate::drawn::SplitMix64;
use board::drawn::{Curve, Drawn, Move};
use board::records::Game;

/// A random move: all curves are equally likely, then all ways to send the other boundaries.
pub fn random_move(position: &Drawn, random: &mut SplitMix64) -> Option<Move> {
    let curves = position.curves();
    if curves.is_empty() {
        return None;
    }
    let curve: Curve = curves[random.below(curves.len())];
    let others = if curve.cuts() { 0..position.regions()[curve.region].len() } else { 0..0 };
    let right = others.filter(|&b| b != curve.x.boundary && random.below(2) == 1).collect();
    Some(Move { curve, right })
}

/// A random game, played to its end.
pub fn random_game(spots: usize, seed: u64) -> Game {
    let mut random = SplitMix64::new(seed);
    let mut game = Game::new(spots);
    while let Some(played) = random_move(game.position(), &mut random) {
        game.play(played);
    }
    game
}
