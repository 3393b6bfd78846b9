//! The small lands of a certificate and their trees (FORMAT.md section 12), found from the rules alone.
//!
//! First all small lands are listed, on all cores; then their trees are put together from those of their options, lands
//! with fewer lives first. In the end only the small lands are kept and the trees that a node can have.

use super::game::Board;
use super::node::{Node, Piece};
use super::trees::{Forest, Planted, Tree, ZERO};
use crate::certificate::Outcome::{self, Loss, Win};
use crate::error::{Error, Step};
use crate::limits::{Limit, MAX_CLOSURE, Memory};
use crate::memo::Memo;
use crate::parallel::in_parallel;
use crate::token::{Canonical, Land, Token};
use crate::verify::Settings;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) struct Closure {
    /// What each small land is replaced by.
    pub small: HashMap<Arc<Land>, Node>,
    /// The trees that do not split, without 0, in the order of their numbers.
    pub trees: Vec<Numbered>,
}

/// A tree as a piece of a node.
pub(crate) struct Numbered {
    /// What its moves put in its place, sorted by the height and the name of the child.
    pub children: Vec<Node>,
    pub heap: Option<usize>,
    /// The outcome of the tree G, and that of G + 1.
    pub outcomes: [Outcome; 2],
}

/// The closures of this process, together no more than one may have by itself.
static KNOWN: Mutex<Vec<(Canonical, Arc<Closure>)>> = Mutex::new(Vec::new());

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Closure {
    /// The closure of a position. It is computed only once for all certificates that name it.
    pub(crate) fn of(position: &Canonical, settings: &Settings) -> Result<Arc<Self>, Error> {
        let mut known = lock(&KNOWN);
        if let Some((_, closure)) = known.iter().find(|(other, _)| other == position) {
            return Ok(closure.clone());
        }
        let explored = Explored::from(position, settings).and_then(Explored::closure);
        let closure = Arc::new(explored.map_err(|limit| Step::Closure.limit(limit))?);
        if closure.small.len() + known.iter().map(|(_, other)| other.small.len()).sum::<usize>() > MAX_CLOSURE {
            known.clear();
        }
        known.push((position.clone(), closure.clone()));
        Ok(closure)
    }

    /// The outcome of a node if it is closed.
    pub(crate) fn outcome(&self, node: &Node) -> Option<Outcome> {
        let (trees, one) = match node.pieces() {
            [trees @ .., Piece::One] => (trees, 1),
            trees => (trees, 0),
        };
        let tree = |piece: &Piece| if let Piece::Tree(tree) = *piece { self.trees.get(tree as usize) } else { None };
        match trees {
            [] => Some([Win, Loss][one]),
            [single] => tree(single).map(|tree| tree.outcomes[one]),
            _ => {
                let sum = trees.iter().try_fold(one, |sum, piece| Some(sum ^ tree(piece)?.heap?))?;
                Some(if sum == 0 { Loss } else { Win })
            }
        }
    }

    /// What the moves in a piece that is no land put in its place.
    pub(crate) fn options(&self, moved: Piece) -> Vec<Node> {
        match moved {
            Piece::Land(_) => vec![],
            Piece::Tree(tree) => self.trees[tree as usize].children.clone(),
            Piece::One => vec![Node::default()],
        }
    }
}

/// Lands with numbers.
pub(crate) struct Lands {
    numbers: HashMap<Arc<Land>, u32>,
    pub list: Vec<Arc<Land>>,
    pub memory: Memory,
}

impl Lands {
    pub(crate) fn new(memory: Memory) -> Self {
        Lands { numbers: HashMap::new(), list: vec![], memory }
    }

    /// The number of a land, which gets one if it has none.
    pub(crate) fn number(&mut self, land: &Land) -> Result<u32, Limit> {
        if let Some(&number) = self.numbers.get(land) {
            return Ok(number);
        }
        self.memory.keep(land)?;
        let (land, number) = (Arc::new(land.clone()), self.list.len() as u32);
        self.list.push(land.clone());
        self.numbers.insert(land, number);
        Ok(number)
    }

    /// Renumbers the lands in their order. Gives the new number of each old one.
    pub(crate) fn sort(&mut self) -> Vec<u32> {
        let old = std::mem::take(&mut self.list);
        self.list = old.clone();
        self.list.sort_unstable();
        self.numbers = self.list.iter().cloned().zip(0..).collect();
        old.iter().map(|land| self.numbers[land]).collect()
    }
}

/// The end of a position in a list of positions.
const END: u32 = u32::MAX;

/// Small lands, and the options of each: positions one after the other, as the numbers of their lands and `END`.
struct Explored {
    lands: Lands,
    options: Vec<Vec<u32>>,
    /// How many lands have been taken up, and how many of these are not done.
    taken: usize,
    busy: usize,
}

impl Explored {
    /// All lands that can be reached.
    fn from(position: &Canonical, settings: &Settings) -> Result<Self, Limit> {
        let mut start = Explored { lands: Lands::new(Memory::for_closure()), options: vec![], taken: 0, busy: 0 };
        for land in position.lands() {
            start.lands.number(land)?;
        }
        let found = Mutex::new(start);
        let memo = || Memo::for_closure(settings.threads);
        let threads = settings.threads.get();
        in_parallel(threads, settings.threads, |_| (), memo, |memo, _| Self::explore(&found, memo, settings))?;
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes up one land after the other, until there are none and no other thread can bring more.
    fn explore(found: &Mutex<Self>, memo: &mut Memo, settings: &Settings) -> Result<(), Limit> {
        loop {
            let mut explored = lock(found);
            let number = explored.taken;
            match explored.lands.list.get(number).cloned() {
                Some(land) => {
                    explored.taken += 1;
                    explored.busy += 1;
                    drop(explored);
                    let options = Board::of(&land).options(memo);
                    let mut explored = lock(found);
                    explored.busy -= 1;
                    if let Err(limit) = options.and_then(|options| explored.add(number, options)) {
                        explored.taken = usize::MAX;
                        return Err(limit);
                    }
                    (settings.progress)(explored.taken - explored.busy, explored.lands.list.len());
                }
                None if explored.busy == 0 => return Ok(()),
                None => {
                    drop(explored);
                    std::thread::yield_now();
                }
            }
        }
    }

    fn add(&mut self, land: usize, options: BTreeSet<Canonical>) -> Result<(), Limit> {
        let mut list = Vec::new();
        for option in options {
            for land in option.lands() {
                list.push(self.lands.number(land)?);
            }
            list.push(END);
        }
        if self.lands.list.len() > MAX_CLOSURE {
            return Err(Limit::ClosureTooLarge);
        }
        self.lands.memory.take(32 + size_of_val(&list[..]))?;
        list.shrink_to_fit();
        self.options.resize(self.options.len().max(land + 1), vec![]);
        self.options[land] = list;
        Ok(())
    }

    /// The trees of all lands. Every option of a land has fewer lives than it.
    fn trees(&self, forest: &mut Forest) -> Result<Vec<Tree>, Limit> {
        let mut order: Vec<usize> = (0..self.lands.list.len()).collect();
        order.sort_by_cached_key(|&land| lives(&self.lands.list[land]));
        let mut trees = vec![ZERO; order.len()];
        for land in order {
            let mut options = Vec::new();
            for option in self.options[land].split_inclusive(|&part| part == END) {
                let mut sum = ZERO;
                for &part in &option[..option.len() - 1] {
                    sum = forest.sum(sum, trees[part as usize])?;
                }
                options.push(sum);
            }
            trees[land] = forest.with_options(options)?;
        }
        Ok(trees)
    }

    fn closure(self) -> Result<Closure, Limit> {
        let mut forest = Forest::new(self.lands.memory.clone());
        let trees = self.trees(&mut forest)?;
        let numbered = numbered(&forest, &trees);
        let numbers: HashMap<Tree, u32> = numbered.iter().copied().zip(0..).collect();
        let node = |tree: Tree| {
            let half = forest.get(tree).half;
            let tree = numbers.get(&half.unwrap_or(tree)).map(|&number| Piece::Tree(number));
            Node::sum(tree.into_iter().chain(half.map(|_| Piece::One)).collect())
        };
        let describe = |&tree: &Tree| {
            let Planted { children, heap, outcomes, .. } = forest.get(tree);
            let mut children = children.clone();
            children.sort_by_key(|&child| forest.order(child));
            Numbered { children: children.into_iter().map(node).collect(), heap: *heap, outcomes: *outcomes }
        };
        let small = self.lands.list.into_iter().zip(trees.iter().map(|&tree| node(tree))).collect();
        Ok(Closure { small, trees: numbered.iter().map(describe).collect() })
    }
}

/// The trees that get numbers, in their order: those of small lands and all below them that do not split, without 0.
fn numbered(forest: &Forest, of_lands: &[Tree]) -> Vec<Tree> {
    let mut is_met = vec![false; forest.len()];
    of_lands.iter().for_each(|&tree| is_met[tree] = true);
    for tree in (0..forest.len()).rev() {
        if is_met[tree] {
            forest.get(tree).children.iter().for_each(|&child| is_met[child] = true);
        }
    }
    let is_piece = |&tree: &Tree| is_met[tree] && tree != ZERO && forest.get(tree).half.is_none();
    let mut numbered: Vec<Tree> = (0..forest.len()).filter(is_piece).collect();
    numbered.sort_by_key(|&tree| forest.order(tree));
    numbered
}

/// The lives of a land, doubled: a letter is written twice.
fn lives(land: &Land) -> usize {
    let lives = |token: &Token| match token {
        Token::Single(degree) => 6 - 2 * usize::from(*degree),
        Token::Lower(_) | Token::Upper(_) => 1,
        Token::EndBoundary | Token::EndRegion => 0,
    };
    land.tokens().iter().map(lives).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::misere::testing::settings;
    use crate::testing::canonical;
    use std::collections::BTreeSet;

    /// Lands, trees of the lands and all below them, and those of them that do not split and are not 0.
    fn counts(text: &str, threads: usize) -> [usize; 3] {
        let explored = Explored::from(&canonical(text), &settings(threads)).unwrap();
        let mut forest = Forest::new(Memory::for_closure());
        let mut met: BTreeSet<Tree> = explored.trees(&mut forest).unwrap().into_iter().collect();
        for tree in (0..forest.len()).rev().filter(|tree| met.contains(tree)).collect::<Vec<_>>() {
            met.extend(&forest.get(tree).children);
        }
        let (lands, closure) = (explored.lands.list.len(), explored.closure().unwrap());
        assert_eq!(closure.small.len(), lands);
        let children = closure.trees.iter().flat_map(|tree| tree.children.iter().flat_map(Node::pieces));
        assert!(children.chain(closure.small.values().flat_map(Node::pieces)).all(|piece| match *piece {
            Piece::Tree(tree) => (tree as usize) < closure.trees.len(),
            Piece::One => true,
            Piece::Land(_) => false,
        }));
        [lands, met.len(), closure.trees.len()]
    }

    #[test]
    fn of_whole_games() {
        let table = [("!", [0, 0, 0]), ("0*2", [15, 5, 2]), ("0*3", [118, 7, 4]), ("0*4", [1122, 35, 26])];
        for (text, expected) in table {
            assert_eq!(counts(text, 1), expected, "{text}");
            assert_eq!(counts(text, 3), expected, "{text}");
        }
    }

    #[test]
    #[ignore = "takes some seconds"]
    fn of_five_spots() {
        assert_eq!(counts("0*5", 2), [12631, 1203, 1170]);
    }
}
