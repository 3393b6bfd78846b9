//! The small lands of a certificate and their trees (FORMAT.md section 12), found from the rules alone.
//!
//! The tree of a land is put together from those of its options, and so on down. All threads do this, each in another
//! order, and share what they find: so they seldom work on the same land.

use super::node::{Node, Piece};
use super::trees::{Forest, ONE, Planted, Tree, ZERO};
use crate::budget::{Allowance, Budget};
use crate::error::{Error, Result, error};
use crate::land::{Canonical, Land, parse_position};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::hash_map::{Entry, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// No more lands are kept for the next certificates.
const MAX_KNOWN: usize = 400_000;
/// The bytes that a small land takes besides two for each token.
const SMALL: usize = 250;
/// A position with larger lands is refused at once. This bounds the lives of a land, and so the depth of recursions.
const MAX_TOKENS: usize = 100;

pub(crate) struct Closure {
    /// The small lands and their trees.
    small: HashMap<Land, Tree>,
    /// Those and all below them, as in [`Forest::sorted`].
    pub trees: Vec<Planted>,
    /// What it took to find them. A certificate that finds them ready is charged as much: otherwise, what was checked
    /// before would decide whether it can be checked.
    cost: Allowance,
}

/// The closures of this process, together of no more lands than one may have by itself.
static KNOWN: Mutex<Vec<(Canonical, Arc<Closure>)>> = Mutex::new(Vec::new());

impl Closure {
    /// The closure of a position. It is computed only once for all certificates that name it.
    pub(crate) fn of(position: &Canonical, settings: &Settings, budget: &Budget) -> Result<Arc<Self>> {
        let mut known = lock(&KNOWN);
        if let Some((_, closure)) = known.iter().find(|(other, _)| other == position) {
            budget.work(closure.cost.work).and_then(|()| budget.memory(closure.cost.memory as usize)).map_err(at)?;
            return Ok(closure.clone());
        }
        let own = budget.fork();
        let Found { mut small, forest } = trees(position, settings, &own).map_err(at)?;
        let cost = own.spent();
        budget.work(cost.work).and_then(|()| budget.memory(cost.memory as usize)).map_err(at)?;
        let mut small = small.drain().filter_map(|(land, tree)| Some((land, tree?))).collect();
        let trees = forest.sorted(&mut small);
        if small.len() + known.iter().map(|(_, other)| other.small.len()).sum::<usize>() > MAX_KNOWN {
            known.clear();
        }
        known.push((position.clone(), Arc::new(Closure { small, trees, cost })));
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

fn at(error: Error) -> Error {
    error.at("the closure position")
}

/// The small lands whose options are known, with their trees as far as these are known, too.
struct Found {
    small: HashMap<Land, Option<Tree>>,
    forest: Forest,
}

/// Finds the trees of the lands of a position, and of all lands that can be reached from them.
fn trees(position: &Canonical, settings: &Settings, budget: &Budget) -> Result<Found> {
    if position.lands().iter().any(|land| land.0.len() > MAX_TOKENS) {
        return Err(error!(CannotCheck, "it has a land of more than {MAX_TOKENS} tokens"));
    }
    let found = Mutex::new(Found { small: HashMap::new(), forest: Forest::new() });
    in_parallel(settings.threads.get().min(256), settings, |thread| {
        position.lands().iter().try_for_each(|land| tree(land, thread, &found, settings, budget).map(drop))
    })?;
    Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The tree of a land.
fn tree(land: &Land, thread: usize, found: &Mutex<Found>, settings: &Settings, budget: &Budget) -> Result<Tree> {
    if let Some(&Some(known)) = lock(found).small.get(land) {
        return Ok(known);
    }
    // Several threads may be at the same land; it counts once.
    let (own, mut held) = (budget.fork(), budget.hold());
    let options = Moves::of(land, &own)?.options(&mut held, &own)?;
    if let Entry::Vacant(place) = lock(found).small.entry(land.clone()) {
        place.insert(None);
        budget.work(own.spent().work)?;
        budget.memory(SMALL + 2 * land.0.len())?;
    }
    let (mut trees, turn) = (Vec::new(), options.len() * thread / settings.threads);
    for option in options.iter().skip(turn).chain(options.iter().take(turn)) {
        let mut sum = ZERO;
        for land in option.lands() {
            let tree = tree(land, thread, found, settings, budget)?;
            sum = lock(found).forest.sum(sum, tree, budget)?;
        }
        trees.push(sum);
    }
    let Found { small, forest, .. } = &mut *lock(found);
    if let Some(&Some(known)) = small.get(land) {
        return Ok(known);
    }
    let tree = forest.with_options(trees, budget)?;
    small.insert(land.clone(), Some(tree));
    (settings.progress)(small.len(), small.len() + 1);
    Ok(tree)
}

/// The name, in hexadecimal digits, of the reduced tree of a position (FORMAT.md section 11), which must not be larger
/// than a closure position may be. Nothing here needs it; it is for comparing with what other programs find.
pub fn tree_name(position: &str) -> Result<String> {
    let position = parse_position(position)?.canonical()?;
    let budget = Budget::new(Allowance::of_size(0));
    let Found { small, mut forest } = trees(&position, &Settings::default(), &budget)?;
    let tree = |land| small.get(land).copied().flatten().unwrap_or(ZERO);
    let sum = position.lands().iter().try_fold(ZERO, |sum, land| forest.sum(sum, tree(land), &budget))?;
    Ok(blake3::Hash::from(forest.trees[sum].order.1).to_string())
}

#[cfg(test)]
mod tests;
