//! The small lands of a certificate and their trees (FORMAT.md section 12), found from the rules alone.
//!
//! First the options of all lands are found, on all threads; then, from the least lands up, the tree of each is put
//! together from those of its options. In the end only the small lands are kept, and the trees that a node can have.

use super::node::{Node, Piece};
use super::trees::{Forest, ONE, Planted, Tree, ZERO};
use crate::canon::Scribe;
use crate::error::{Memory, Result, error};
use crate::land::{Canonical, DOT, LOWER, Land, Token, parse_position};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use std::collections::{BTreeSet, HashMap};
use std::mem::{replace, take};
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

/// A closure with more lands than this is refused, and so is a position with more lives.
const MAX_LANDS: usize = 400_000;
const MAX_LIVES: usize = 100;
/// Lands and trees may take so many bytes, which is enough for `0*6`.
const MEMORY: usize = 100_000_000;
/// So many moves at most, each counted as often as its land has tokens: twice what `0*6` needs. (As the lands, they are
/// the same for any number of threads.)
const MAX_WORK: u64 = 300_000_000;
/// Comes after the lands of an option.
const END: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct Closure {
    /// What each small land is replaced by.
    pub small: HashMap<Land, Split>,
    /// The trees that do not split, without 0, in the order of their numbers.
    pub trees: Vec<Numbered>,
}

/// A tree as pieces of a node: a tree with a number, unless it is 0, and whether there is a piece `1`.
#[derive(Clone, Copy)]
pub(crate) struct Split(Option<u32>, bool);

impl Split {
    pub(crate) fn pieces(self) -> Vec<Piece> {
        self.0.map(Piece::Tree).into_iter().chain(self.1.then_some(Piece::One)).collect()
    }
}

/// A tree as a piece of a node.
pub(crate) struct Numbered {
    /// Sorted by height and name.
    children: Vec<Split>,
    pub heap: Option<usize>,
    /// Whether the tree G is won, and whether G + 1 is.
    is_won: [bool; 2],
}

/// The closures of this process, together no more than one may have by itself.
static KNOWN: Mutex<Vec<(Canonical, Arc<Closure>)>> = Mutex::new(Vec::new());

/// The options of a land.
pub(crate) fn land_options(moves: &Moves, scribe: &mut Scribe) -> Result<BTreeSet<Canonical>> {
    moves.all()?.map(|(_, after)| scribe.canonical(&after)).collect()
}

impl Closure {
    /// The closure of a position. It is computed only once for all certificates that name it.
    pub(crate) fn of(position: &Canonical, settings: &Settings) -> Result<Arc<Self>> {
        let mut known = lock(&KNOWN);
        if let Some((_, closure)) = known.iter().find(|(other, _)| other == position) {
            return Ok(closure.clone());
        }
        let closure = explore(position, settings).and_then(Explorer::closure);
        let closure = Arc::new(closure.map_err(|error| error.at("the closure position"))?);
        if closure.small.len() + known.iter().map(|(_, other)| other.small.len()).sum::<usize>() > MAX_LANDS {
            known.clear();
        }
        known.push((position.clone(), closure.clone()));
        Ok(closure)
    }

    /// Whether a node is won, if it is closed.
    pub(crate) fn is_won(&self, node: &Node) -> Option<bool> {
        let trees = |number: &u32| &self.trees[*number as usize];
        match (&node.lands[..], &node.trees[..]) {
            ([], []) => Some(!node.one),
            ([], [single]) => Some(trees(single).is_won[usize::from(node.one)]),
            ([], heaps) => {
                let one = usize::from(node.one);
                heaps.iter().try_fold(one, |sum, heap| Some(sum ^ trees(heap).heap?)).map(|sum| sum != 0)
            }
            _ => None,
        }
    }

    /// What the moves in a piece that is no land put in its place.
    pub(crate) fn options(&self, moved: &Piece) -> Vec<Node> {
        let node = |split: &Split| Node::sum(split.pieces());
        match moved {
            Piece::Land(_) => vec![],
            Piece::Tree(tree) => self.trees[*tree as usize].children.iter().map(node).collect(),
            Piece::One => vec![Node::default()],
        }
    }
}

/// The small lands met so far. A land is reached from lands with more lives only: so the lands with the most lives are all
/// known, and their options can be found, in any order.
#[derive(Default)]
struct Explorer {
    numbers: HashMap<Land, u32>,
    /// The numbers of the lands whose options are known, those with more lives first.
    order: Vec<u32>,
    /// By lives, the other lands, with their numbers.
    met: Vec<Vec<(Land, u32)>>,
    /// By numbers, the options: the numbers of their lands, each list with an `END`.
    options: Vec<Box<[u32]>>,
    memory: Memory,
    work: u64,
}

impl Explorer {
    /// The number of a land.
    fn number(&mut self, land: &Land) -> Result<u32> {
        if let Some(&number) = self.numbers.get(land) {
            return Ok(number);
        }
        if self.numbers.len() == MAX_LANDS {
            return Err(error!(CannotCheck, "it has more than {MAX_LANDS} lands"));
        }
        self.memory.take(150 + 2 * land.0.len())?;
        let number = self.numbers.len() as u32;
        self.numbers.insert(land.clone(), number);
        self.met[lives(land)].push((land.clone(), number));
        self.options.push(Box::default());
        Ok(number)
    }

    /// Counts the work for a land, before it is done.
    fn spend(&mut self, moves: &Moves) -> Result<()> {
        self.work = self.work.saturating_add(moves.count().saturating_mul(moves.position.0.len() as u64));
        match self.work {
            0..=MAX_WORK => Ok(()),
            _ => Err(error!(CannotCheck, "its lands have too many moves")),
        }
    }

    /// Notes the options of a land.
    fn add(&mut self, number: u32, options: &BTreeSet<Canonical>) -> Result<()> {
        let mut lands = Vec::new();
        for option in options {
            for land in option.lands() {
                lands.push(self.number(land)?);
            }
            lands.push(END);
        }
        self.memory.take(4 * lands.len())?;
        self.options[number as usize] = lands.into();
        Ok(())
    }

    /// The trees of the lands, by their numbers. The options of a land are forgotten when its tree is known.
    fn trees(&mut self) -> Result<(Forest, Vec<Tree>)> {
        let (mut forest, mut tree_of) = (Forest::new(take(&mut self.memory)), vec![ZERO; self.options.len()]);
        for &number in self.order.iter().rev() {
            let lands = take(&mut self.options[number as usize]);
            forest.memory.0 += size_of_val(&lands[..]);
            let (mut children, mut sum) = (Vec::new(), ZERO);
            for land in lands {
                match land {
                    END => children.push(replace(&mut sum, ZERO)),
                    _ => sum = forest.sum(sum, tree_of[land as usize])?,
                }
            }
            tree_of[number as usize] = forest.with_options(children)?;
        }
        Ok((forest, tree_of))
    }

    /// Numbers the trees of the small lands and all below them. (There are more in the forest: sums that no land is.)
    fn closure(mut self) -> Result<Closure> {
        let (mut forest, tree_of) = self.trees()?;
        let mut met: BTreeSet<Tree> = tree_of.iter().copied().collect();
        for tree in (0..forest.trees.len() as Tree).rev() {
            if met.contains(&tree) {
                met.extend(&forest.get(tree).children);
            }
        }
        let mut halves = HashMap::new();
        for &tree in &met {
            halves.insert(tree, forest.half(tree)?);
        }
        let mut numbered: Vec<Tree> = met.into_iter().filter(|tree| *tree != ZERO && halves[tree].is_none()).collect();
        numbered.sort_by_key(|&tree| forest.get(tree).order);
        let numbers: HashMap<Tree, u32> = numbered.iter().copied().zip(0..).collect();
        let split = |tree: &Tree| Split(numbers.get(&halves[tree].unwrap_or(*tree)).copied(), halves[tree].is_some());
        let mut trees = Vec::new();
        for &tree in &numbered {
            let with_one = forest.sum(tree, ONE)?;
            let is_won = [tree, with_one].map(|tree| forest.get(tree).is_won);
            let Planted { children, heap, .. } = forest.get(tree);
            let mut children = children.clone();
            children.sort_by_key(|&child| forest.get(child).order);
            trees.push(Numbered { children: children.iter().map(split).collect(), heap: *heap, is_won });
        }
        let small = self.numbers.into_iter().map(|(land, number)| (land, split(&tree_of[number as usize])));
        Ok(Closure { small: small.collect(), trees })
    }
}

/// The lives of a land. An option has fewer.
fn lives(land: &Land) -> usize {
    let twice = |token: &Token| match *token {
        0..LOWER => 6 - 2 * usize::from(*token),
        LOWER..DOT => 1, // a letter is written twice
        DOT.. => 0,
    };
    land.0.iter().map(twice).sum::<usize>() / 2
}

/// Finds the lands that can be reached from a position, and their options.
fn explore(position: &Canonical, settings: &Settings) -> Result<Explorer> {
    let all: usize = position.lands().iter().map(lives).sum();
    if all > MAX_LIVES {
        return Err(error!(CannotCheck, "it has {all} lives, more than {MAX_LIVES}"));
    }
    let explorer = Mutex::new(Explorer { met: vec![vec![]; all + 1], memory: Memory(MEMORY), ..Explorer::default() });
    for land in position.lands() {
        lock(&explorer).number(land)?;
    }
    for lives in (0..=all).rev() {
        let mut lands = take(&mut lock(&explorer).met[lives]);
        lands.sort_unstable();
        in_parallel(lands.len(), settings, |scribe, i| {
            let (land, number) = &lands[i];
            let moves = Moves::of(land);
            lock(&explorer).spend(&moves)?;
            let options = land_options(&moves, scribe)?;
            lock(&explorer).add(*number, &options)
        })?;
        lock(&explorer).order.extend(lands.iter().map(|(_, number)| number));
    }
    Ok(explorer.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The name, in hexadecimal digits, of the reduced tree of a position (FORMAT.md section 11), which must not be larger
/// than a closure position may be. Nothing here needs it; it is for comparing with what other programs find.
pub fn tree_name(position: &str) -> Result<String> {
    let position = parse_position(position)?.canonical()?;
    let mut explorer = explore(&position, &Settings { threads: NonZero::<usize>::MIN, progress: &|_, _| {} })?;
    let ((mut forest, tree_of), mut sum) = (explorer.trees()?, ZERO);
    for land in position.lands() {
        sum = forest.sum(sum, tree_of[explorer.numbers[land] as usize])?;
    }
    Ok(blake3::Hash::from(forest.get(sum).order.1).to_string())
}

#[cfg(test)]
mod tests;
