//! What the tests share: chance, disguises, and whole games.

pub mod writer;

use crate::options::Moves;
use crate::position::Position;
use crate::token::{Canonical, Land};
use crate::{options, parse_position};
use std::collections::BTreeSet;

/// A xorshift generator: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed * 2 + 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

pub fn read(text: &str) -> Position {
    parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn canonical(text: &str) -> Canonical {
    read(text).canonical().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The only land of a position.
pub fn land(text: &str) -> Land {
    let position = canonical(text);
    assert_eq!(position.lands().len(), 1, "{text}");
    position.lands()[0].clone()
}

/// The same position in other words: spots renamed, boundaries rotated and reordered, regions mirrored and reordered.
pub fn disguise(position: &Position, random: &mut Random) -> Position {
    let mut names: Vec<usize> = (0..position.degree.len()).collect();
    random.shuffle(&mut names);
    let mut other = position.clone();
    for (old, &new) in names.iter().enumerate() {
        other.degree[new] = position.degree[old];
    }
    for region in &mut other.regions {
        let mirrored = random.below(2) == 1;
        for boundary in region.iter_mut() {
            boundary.iter_mut().for_each(|spot| *spot = names[*spot]);
            let turn = random.below(boundary.len().max(1));
            boundary.rotate_left(turn);
            if mirrored {
                boundary.reverse();
            }
        }
        random.shuffle(region);
    }
    random.shuffle(&mut other.regions);
    other
}

/// A random position, which perhaps nobody can draw. Each letter is in one boundary or in two regions.
pub fn anything(random: &mut Random, spots: usize) -> Position {
    let mut position = Position { degree: vec![], regions: vec![] };
    for _ in 0..1 + random.below(4) {
        position.regions.push(vec![vec![]; 1 + random.below(4)]);
    }
    for _ in 0..spots {
        let degree = if random.below(3) == 0 { 1 } else { 2 };
        let spot = position.new_spot(degree);
        let [first, second] = [(); 2].map(|()| random.below(position.regions.len()));
        let place = random.below(position.regions[first].len());
        position.regions[first][place].push(spot);
        if degree == 2 {
            let other = if first == second { place } else { random.below(position.regions[second].len()) };
            position.regions[second][other].push(spot);
        }
    }
    for boundary in position.regions.iter_mut().flatten() {
        random.shuffle(boundary);
    }
    position
}

/// A position of the game of n spots, after a random number of random moves.
pub fn drawn(random: &mut Random, spots: usize) -> Position {
    let mut lands = Position::start(spots).canonical().unwrap().0;
    for _ in 0..random.below(2 * spots) {
        if !lands.is_empty() {
            let moves = Moves::of(&lands.swap_remove(random.below(lands.len())));
            let legal: Vec<_> = moves.different().unwrap().collect();
            lands.extend(moves.position.after(&legal[random.below(legal.len())]).canonical().unwrap().0);
        }
    }
    let mut position = Position::default();
    lands.iter().for_each(|land| position.add_land(land.tokens()));
    position
}

/// All positions of the game of n spots.
pub fn whole_game(spots: usize) -> BTreeSet<Canonical> {
    let start = Position::start(spots).canonical().unwrap();
    let mut seen = BTreeSet::from([start.clone()]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        for option in options(&position).unwrap() {
            if seen.insert(option.clone()) {
                waiting.push(option);
            }
        }
    }
    seen
}

pub fn lands(positions: &BTreeSet<Canonical>) -> BTreeSet<Land> {
    positions.iter().flat_map(|position| position.lands().to_vec()).collect()
}
