//! The small lands of a certificate and their trees (FORMAT.md section 12), found from the rules alone.
//!
//! The tree of a land is put together from those of its options, and so on down. All threads do this, each in another
//! order, and share what they find: so they seldom work on the same land.

use super::node::{Node, Piece};
use super::trees::{Forest, ONE, Planted, Tree, ZERO};
use crate::budget::{Allowance, Budget};
use crate::canon::canonical;
use crate::error::{CannotCheck, Malformed, Place, Result, ensure};
use crate::notation::{number, parse_position};
use crate::options::options_of;
use crate::parallel::{Settings, in_parallel, lock};
use crate::position::Position;
use crate::token::{Canonical, Land};
use std::collections::hash_map::{Entry, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// No more lands are kept for the next certificates.
const MAX_KNOWN: usize = 400_000;
/// The bytes that a small land takes besides its string.
const SMALL: usize = 270;
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

/// Closures that were found, for the next certificates that name them; together of no more than a number of lands.
#[derive(Default)]
pub(crate) struct Closures(Mutex<Vec<(Canonical, Arc<Closure>)>>);

impl Closures {
    /// The closure of a position.
    pub(crate) fn of(&self, position: &Canonical, settings: &Settings, budget: &Budget) -> Result<Arc<Closure>> {
        let charge = |cost: Allowance| budget.work(cost.work).and_then(|()| budget.memory(cost.memory as usize));
        let mut known = lock(&self.0);
        if let Some((_, closure)) = known.iter().find(|(other, _)| other == position) {
            charge(closure.cost).map_err(|error| error.at(Place::Closure))?;
            return Ok(closure.clone());
        }
        let closure = Arc::new(Closure::find(position, settings, budget).map_err(|error| error.at(Place::Closure))?);
        charge(closure.cost).map_err(|error| error.at(Place::Closure))?;
        if closure.small.len() + known.iter().map(|(_, other)| other.small.len()).sum::<usize>() > MAX_KNOWN {
            known.clear();
        }
        known.push((position.clone(), closure.clone()));
        Ok(closure)
    }
}

impl Closure {
    fn find(position: &Canonical, settings: &Settings, budget: &Budget) -> Result<Self> {
        let own = budget.fork();
        let Found { small, forest, .. } = trees(position, settings, &own)?;
        let mut small = small.into_iter().filter_map(|(land, tree)| Some((land, tree?))).collect();
        let trees = forest.sorted(&mut small);
        Ok(Closure { small, trees, cost: own.spent() })
    }

    /// The pieces of a position, as they are before they are put together to a node.
    pub(crate) fn pieces(&self, position: &Canonical) -> Vec<Piece> {
        let piece = |land: &Land| self.small.get(land).map_or(Piece::Land(land.clone()), |tree| Piece::Tree(*tree));
        position.lands().iter().map(piece).collect()
    }

    /// Reads a node (section 13). Its text must be what is written for it.
    pub(crate) fn read(&self, text: &str, budget: &Budget) -> Result<Node> {
        let (mut pieces, mut lands, trees) = (Vec::new(), Vec::new(), self.trees.len() / 2 - 1);
        for piece in text.split('+') {
            match piece.strip_prefix('t').map(|tree| number(tree, 0, u64::MAX)).transpose()? {
                Some(tree) if tree < trees as u64 => pieces.push(Piece::Tree(2 * tree as Tree + 2)),
                Some(_) => return Err(Malformed::NoTree { text: piece.to_string(), count: trees }.into()),
                None if piece == "*1" => pieces.push(Piece::Tree(ONE)),
                None => lands.push(piece),
            }
        }
        pieces.extend(self.pieces(&canonical(parse_position(&lands.join("+"))?, budget)?));
        let node = Node::sum(pieces);
        let written = node.to_string();
        ensure(written == text, || Malformed::NotTheNode { text: text.to_string(), node: written })?;
        Ok(node)
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

/// The small lands whose options are known, with their trees as far as these are known, too.
struct Found {
    small: HashMap<Land, Option<Tree>>,
    forest: Forest,
    /// The lives of the position. Each move takes one, so no more lists of options are held at a time by one thread.
    lives: usize,
    /// The bytes of the longest list of options.
    longest: usize,
}

impl Found {
    /// Counts the memory of the lists of options that are held at a time. Which these are depends on the order in which lands
    /// are looked at, and so on the threads; so as many lists as may be held are counted, each as long as the longest.
    fn hold(&mut self, options: &[Canonical], budget: &Budget) -> Result<()> {
        let length: usize = options.iter().flat_map(Canonical::lands).map(|land| 100 + land.size()).sum();
        if length > self.longest {
            budget.memory((length - self.longest).saturating_mul(self.lives))?;
            self.longest = length;
        }
        Ok(())
    }
}

/// Finds the trees of the lands of a position, and of all lands that can be reached from them.
fn trees(position: &Canonical, settings: &Settings, budget: &Budget) -> Result<Found> {
    let is_large = |land: &Land| land.size() > MAX_TOKENS;
    ensure(!position.lands().iter().any(is_large), || CannotCheck::LargeLand(MAX_TOKENS))?;
    let mut start = Position::default();
    for land in position.lands() {
        start.add(&land.regions())?;
    }
    let lives = start.all_lives() as usize;
    let found = Mutex::new(Found { small: HashMap::new(), forest: Forest::new(), lives, longest: 0 });
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
    let own = budget.fork();
    let options: Vec<Canonical> = options_of(land, &own)?.into_keys().collect();
    if let Entry::Vacant(place) = lock(found).small.entry(land.clone()) {
        place.insert(None);
        budget.work(own.spent().work)?;
        budget.memory(SMALL + land.size())?;
    }
    lock(found).hold(&options, budget)?;
    let (mut trees, turn) = (Vec::new(), options.len() * thread / settings.threads);
    for option in options.iter().skip(turn).chain(options.iter().take(turn)) {
        let mut sum = ZERO;
        for land in option.lands() {
            let tree = tree(land, thread, found, settings, budget)?;
            sum = lock(found).forest.sum(sum, tree, budget)?;
        }
        trees.push(sum);
    }
    drop(options);
    let Found { small, forest, .. } = &mut *lock(found);
    if let Some(&Some(known)) = small.get(land) {
        return Ok(known);
    }
    let tree = forest.with_options(trees, budget)?;
    small.insert(land.clone(), Some(tree));
    settings.tell(small.len(), small.len() + 1)?;
    Ok(tree)
}

/// The name, in hexadecimal digits, of the reduced tree of a position (FORMAT.md section 11), which must not be larger
/// than a closure position may be. Nothing here needs it; it is for comparing with what other programs find.
pub fn tree_name(position: &str) -> Result<String> {
    let position = parse_position(position)?.canonical()?;
    let budget = Budget::new(Allowance::of_size(0));
    let Found { small, mut forest, .. } = trees(&position, &Settings::default(), &budget)?;
    let tree = |land| small.get(land).copied().flatten().unwrap_or(ZERO);
    let sum = position.lands().iter().try_fold(ZERO, |sum, land| forest.sum(sum, tree(land), &budget))?;
    Ok(blake3::Hash::from(forest.trees[sum].order.1).to_string())
}

#[cfg(test)]
mod tests;
