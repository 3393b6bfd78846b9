//! The tests of the crate, one file for each concept, and what they share: chance, disguises, and whole games.

mod body;
mod canon;
mod hostile;
mod moves;
mod normal;
mod notation;
mod parallel;
mod position;
mod results;
mod token;
pub(crate) mod writer;

use crate::budget::{Allowance, Budget};
use crate::moves::Moves;
use crate::position::{Position, Region, Spot};
use crate::token::{Canonical, Land};
use crate::{Error, options, parse_position};
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

/// Whether an error has all these words.
pub fn says(error: &Error, words: &[&str]) -> bool {
    let text = error.to_string();
    words.iter().all(|words| text.contains(words))
}

/// The same position in other words: spots renumbered, boundaries rotated and reordered, regions mirrored and reordered.
pub fn disguise(position: &Position, random: &mut Random) -> Position {
    let mut names: Vec<Spot> = (0..position.lives.len() as Spot).collect();
    random.shuffle(&mut names);
    let mut lives = vec![0; names.len()];
    names.iter().zip(&position.lives).for_each(|(name, of_spot)| lives[usize::from(*name)] = *of_spot);
    let mut regions = position.regions.clone();
    for region in &mut regions {
        let mirrored = random.below(2) == 1;
        for boundary in region.iter_mut() {
            boundary.iter_mut().for_each(|spot| *spot = names[usize::from(*spot)]);
            let turn = random.below(boundary.len().max(1));
            boundary.rotate_left(turn);
            if mirrored {
                boundary.reverse();
            }
        }
        random.shuffle(region);
    }
    random.shuffle(&mut regions);
    Position { lives, regions }
}

/// A random position, which perhaps nobody can draw. Each spot is in one boundary or in two regions.
pub fn anything(random: &mut Random, spots: usize) -> Position {
    let mut regions: Vec<Region> = (0..1 + random.below(4)).map(|_| vec![vec![]; 1 + random.below(4)]).collect();
    let mut lives = Vec::new();
    for spot in (0..).take(spots) {
        lives.push(if random.below(3) == 0 { 2 } else { 1 });
        let [first, second] = [(); 2].map(|()| random.below(regions.len()));
        let place = random.below(regions[first].len());
        regions[first][place].push(spot);
        if lives.ends_with(&[1]) {
            let other = if first == second { place } else { random.below(regions[second].len()) };
            regions[second][other].push(spot);
        }
    }
    for boundary in regions.iter_mut().flatten() {
        random.shuffle(boundary);
    }
    Position { lives, regions }
}

/// A position of the game of n spots, after a random number of random moves.
pub fn drawn(random: &mut Random, spots: usize) -> Position {
    let mut lands = canonical(&vec!["0"; spots].join(".")).0;
    for _ in 0..random.below(2 * spots) {
        if !lands.is_empty() {
            let moves = moves(&lands.swap_remove(random.below(lands.len())));
            let after = moves.play(random.below(moves.count as usize) as u64).unwrap();
            lands.extend(after.canonical().unwrap().0);
        }
    }
    read(&lands.iter().map(Land::to_string).collect::<Vec<_>>().join("+"))
}

/// What a file of no size may cost.
pub fn budget() -> Budget {
    Budget::new(Allowance::of_size(0))
}

/// The moves of a land. Nothing limits them.
pub fn moves(land: &Land) -> Moves {
    Moves::of(land, &Budget::new(Allowance { work: u64::MAX, memory: u64::MAX })).unwrap()
}

/// The options of a land.
pub fn land_options(land: &Land) -> Result<BTreeSet<Canonical>, Error> {
    options(&Canonical(vec![land.clone()]))
}

/// A land with thousands of moves, and an option that none but the last of these lead to.
pub fn a_land_of_many_moves() -> (Land, Land) {
    let boundaries = [["0"; 7], ["1"; 7], ["12"; 7]].concat().join(".");
    let land = land(&format!("{boundaries}.1a1a"));
    let (options, count) = (options::options_of(&land, &budget()).unwrap(), moves(&land).count);
    let (last, number) = options.into_iter().max_by_key(|(_, number)| *number).unwrap();
    assert!(number > 5_000 && number + 1_000 > count, "{number} of {count}");
    assert_eq!(last.lands().len(), 1, "{last}");
    (land, last.0[0].clone())
}

/// All positions of the game of n spots.
pub fn whole_game(spots: usize) -> BTreeSet<Canonical> {
    let start = canonical(&vec!["0"; spots].join("."));
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
