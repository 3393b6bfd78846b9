//! The small lands of a certificate and their trees (FORMAT.md section 12), found from the rules alone.
//!
//! The tree of a land is put together from those of its options, and so on down. All threads do this, each in another
//! order, and share what they find: so they seldom work on the same land.

use super::node::{Node, Piece};
use super::trees::{Forest, ONE, Planted, Tree, ZERO};
use crate::error::{Memory, Result, error};
use crate::land::{Canonical, Land, parse_position};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

/// Lands, options and trees may take so many bytes. Since a land takes 250, there are no more than 400,000.
const MEMORY: usize = 100_000_000;
/// So many moves at most, each counted as often as its land has tokens: twice what `0*6` needs. (Several threads may find
/// the tree of a land at the same time; then it counts as often.)
const MAX_WORK: u128 = 300_000_000;
/// A position with larger lands is refused at once. This bounds the lives of a land, and so the depth of recursions.
const MAX_TOKENS: usize = 100;

pub(crate) struct Closure {
    /// The small lands and their trees.
    small: HashMap<Land, Tree>,
    /// Those and all below them, as in [`Forest::sorted`].
    pub trees: Vec<Planted>,
}

/// The closures of this process, together of no more lands than one may have by itself.
static KNOWN: Mutex<Vec<(Canonical, Arc<Closure>)>> = Mutex::new(Vec::new());

impl Closure {
    /// The closure of a position. It is computed only once for all certificates that name it.
    pub(crate) fn of(position: &Canonical, settings: &Settings) -> Result<Arc<Self>> {
        let mut known = lock(&KNOWN);
        if let Some((_, closure)) = known.iter().find(|(other, _)| other == position) {
            return Ok(closure.clone());
        }
        let found = trees(position, settings).map_err(|error| error.at("the closure position"));
        let Found { mut small, forest, .. } = found?;
        let trees = forest.sorted(&mut small);
        if small.len() + known.iter().map(|(_, other)| other.small.len()).sum::<usize>() > MEMORY / 250 {
            known.clear();
        }
        known.push((position.clone(), Arc::new(Closure { small, trees })));
        Ok(known[known.len() - 1].1.clone())
    }

    /// The pieces of a position, as they are before they are put together to a node.
    pub(crate) fn pieces(&self, position: &Canonical) -> Vec<Piece> {
        let piece = |land: &Land| self.small.get(land).map_or(Piece::Land(land.clone()), |tree| Piece::Tree(*tree));
        position.lands().iter().map(piece).collect()
    }

    /// Whether a node is won, if it is closed.
    pub(crate) fn is_won(&self, node: &Node) -> Option<bool> {
        let tree = |piece: &Piece| if let Piece::Tree(tree) = piece { Some(*tree) } else { None };
        let trees: Vec<Tree> = node.0.iter().map(tree).collect::<Option<_>>()?;
        match trees[..] {
            [] | [_] | [_, ONE] => Some(self.trees[trees.iter().fold(ZERO, |sum, tree| sum ^ tree)].is_won),
            _ => trees.iter().try_fold(0, |sum, &tree| Some(sum ^ self.trees[tree].heap?)).map(|sum| sum != 0),
        }
    }
}

/// The small lands whose trees are known, and how much work that was.
struct Found {
    small: HashMap<Land, Tree>,
    forest: Forest,
    work: u128,
}

/// Finds the trees of the lands of a position, and of all lands that can be reached from them.
fn trees(position: &Canonical, settings: &Settings) -> Result<Found> {
    if position.lands().iter().any(|land| land.0.len() > MAX_TOKENS) {
        return Err(error!(CannotCheck, "it has a land of more than {MAX_TOKENS} tokens"));
    }
    let found = Mutex::new(Found { small: HashMap::new(), forest: Forest::new(Memory(MEMORY)), work: 0 });
    in_parallel(settings.threads.get().min(256), settings, |thread| {
        position.lands().iter().try_for_each(|land| tree(land, thread, &found, settings).map(drop))
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The tree of a land.
fn tree(land: &Land, thread: usize, found: &Mutex<Found>, settings: &Settings) -> Result<Tree> {
    if let Some(&known) = lock(found).small.get(land) {
        return Ok(known);
    }
    let moves = Moves::of(land)?;
    lock(found).work += u128::from(moves.count) * land.0.len() as u128;
    if lock(found).work > MAX_WORK {
        return Err(error!(CannotCheck, "its lands have too many moves"));
    }
    let options = moves.options()?;
    let bytes = options.iter().map(|option| 50 + 50 * option.lands().len()).sum();
    lock(found).forest.memory.take(bytes)?;
    let (mut trees, turn) = (Vec::new(), options.len() * thread / settings.threads);
    for option in options.iter().skip(turn).chain(options.iter().take(turn)) {
        let mut sum = ZERO;
        for land in option.lands() {
            let tree = tree(land, thread, found, settings)?;
            sum = lock(found).forest.sum(sum, tree)?;
        }
        trees.push(sum);
    }
    let Found { small, forest, .. } = &mut *lock(found);
    forest.memory.0 += bytes;
    let tree = forest.with_options(trees)?;
    if small.insert(land.clone(), tree).is_none() {
        forest.memory.take(250 + 2 * land.0.len())?;
    }
    (settings.progress)(small.len(), small.len() + 1);
    Ok(tree)
}

/// The name, in hexadecimal digits, of the reduced tree of a position (FORMAT.md section 11), which must not be larger
/// than a closure position may be. Nothing here needs it; it is for comparing with what other programs find.
pub fn tree_name(position: &str) -> Result<String> {
    let position = parse_position(position)?.canonical()?;
    let settings = Settings { threads: NonZero::<usize>::MIN, progress: &|_, _| {}, explain: None, more_memory: 0 };
    let Found { small, mut forest, .. } = trees(&position, &settings)?;
    let sum = position.lands().iter().try_fold(ZERO, |sum, land| forest.sum(sum, small[land]))?;
    Ok(blake3::Hash::from(forest.trees[sum].order.1).to_string())
}

#[cfg(test)]
mod tests;
