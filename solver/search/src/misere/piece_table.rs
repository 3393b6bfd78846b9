//! The piece table: pieces of misère nodes, their tallies and their options.
//!
//! The options of a piece are sums of pieces, each sum kept once with its tally. In a sum every land of the closure is replaced
//! by its tree, and every tree by the part of it without a nim-heap 1; options that become equal are put together. Options of
//! lands are generated on first use.

use crate::common::proof_numbers::expected_options;
use crate::misere::closure::Closure;
use crate::misere::node::{Fingerprint, Kind, Node, Piece, Tally};
use crate::misere::trees::TreeId;
use crate::misere::{Outcome, Trees};
use crate::normal::LandTable;
use common::interner::Interner;
use sprouts::{Engine, Land, Position, Stage, TooLarge, lives_of_key};

/// A sum of pieces that some move leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumId(u32);

/// A run of `PieceTable::options`.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: usize,
    len: usize,
}

/// The sums that the moves of a piece leave, with the numbers of the moves, and how many numbers there are: some moves may be
/// left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedMoves {
    pub moves: Vec<(u64, SumId)>,
    pub numbers: u64,
}

/// The tally of a land or tree, and its options if they are known.
#[derive(Debug, Clone, Copy)]
struct Entry {
    tally: Tally,
    options: Option<Run>,
}

#[derive(Default)]
pub struct PieceTable {
    closure: Closure,
    /// Lent out while options are generated.
    engine: Option<Box<Engine>>,
    /// Lands without a tree.
    lands: Interner<u8>,
    land_entries: Vec<Entry>,
    tree_entries: Vec<Entry>,
    options_of_one: Option<Run>,
    sums: Interner<Piece>,
    sum_tallies: Vec<Tally>,
    options: Vec<SumId>,
}

impl PieceTable {
    /// A piece table in which the lands of the closure are replaced by their trees.
    pub fn new(closure: Closure) -> Self {
        let trees = closure.trees();
        let entry = |tree| {
            let options = trees.children(tree).len() as u32;
            Entry { tally: Tally::of_tree(&trees.hash(tree), trees.heap_size(tree), options), options: None }
        };
        let tree_entries = trees.ids().map(entry).collect();
        PieceTable { closure, tree_entries, ..PieceTable::default() }
    }

    pub fn trees(&self) -> &Trees {
        self.closure.trees()
    }

    pub fn closure(&self) -> &Closure {
        &self.closure
    }

    /// The land table of the closure's lands.
    pub fn land_table(&self) -> &LandTable {
        self.closure.land_table()
    }

    /// Lands met that have no tree.
    pub fn land_count(&self) -> usize {
        self.lands.len()
    }

    pub fn land(&self, land: u32) -> Land {
        Land::from_key(self.land_key(land))
    }

    pub fn land_key(&self, land: u32) -> &[u8] {
        self.lands.get(land)
    }

    /// The node of a position.
    pub fn node(&mut self, position: &Position) -> Node {
        let mut pieces = Vec::new();
        for land in position.lands() {
            self.push_land(land.key(), &mut pieces);
        }
        Node::new(pieces)
    }

    fn push_land(&mut self, key: &[u8], pieces: &mut Vec<Piece>) {
        if let Some(tree) = self.closure.tree(key) {
            return self.push_tree(tree, pieces);
        }
        let land = self.lands.intern(key);
        if land as usize == self.land_entries.len() {
            self.land_entries
                .push(Entry { tally: Tally::of_land(key, expected_options(lives_of_key(key))), options: None });
        }
        pieces.push(Piece::land(land));
    }

    fn push_tree(&self, tree: TreeId, pieces: &mut Vec<Piece>) {
        let factored = self.trees().factored(tree);
        if factored.plus_one {
            pieces.push(Piece::ONE);
        }
        if factored.base != TreeId::ZERO {
            pieces.push(Piece::tree(factored.base));
        }
    }

    fn sum(&mut self, pieces: Vec<Piece>) -> SumId {
        let node = Node::new(pieces);
        let sum = self.sums.intern(node.pieces());
        if sum as usize == self.sum_tallies.len() {
            self.sum_tallies.push(self.tally(&node));
        }
        SumId(sum)
    }

    pub fn tally(&self, node: &Node) -> Tally {
        node.pieces().iter().fold(Tally::default(), |tally, &piece| tally.plus(self.tally_of_piece(piece)))
    }

    pub fn tally_of_piece(&self, piece: Piece) -> Tally {
        match piece.kind() {
            Kind::One => Tally::of_one(),
            Kind::Tree(tree) => self.tree_entries[tree.index()].tally,
            Kind::Land(land) => self.land_entries[land as usize].tally,
        }
    }

    pub fn tally_of_sum(&self, sum: SumId) -> Tally {
        self.sum_tallies[sum.0 as usize]
    }

    pub fn pieces(&self, sum: SumId) -> &[Piece] {
        self.sums.get(sum.0)
    }

    /// The sums that moves in a piece leave, each once.
    pub fn options(&mut self, piece: Piece) -> Result<&[SumId], TooLarge> {
        let run = self.run(piece)?;
        Ok(&self.options[run.start..run.start + run.len])
    }

    fn run(&mut self, piece: Piece) -> Result<Run, TooLarge> {
        let known = match piece.kind() {
            Kind::One => self.options_of_one,
            Kind::Tree(tree) => self.tree_entries[tree.index()].options,
            Kind::Land(land) => self.land_entries[land as usize].options,
        };
        if let Some(run) = known {
            return Ok(run);
        }
        Ok(match piece.kind() {
            Kind::One => {
                let empty = self.sum(Vec::new());
                let run = self.add_options(vec![empty]);
                *self.options_of_one.insert(run)
            }
            Kind::Tree(tree) => {
                let run = self.expand_tree(tree);
                *self.tree_entries[tree.index()].options.insert(run)
            }
            Kind::Land(land) => {
                let run = self.expand_land(land)?;
                *self.land_entries[land as usize].options.insert(run)
            }
        })
    }

    fn expand_tree(&mut self, tree: TreeId) -> Run {
        let children = self.trees().children(tree).to_vec();
        let options = children.into_iter().map(|child| self.sum_of_tree(child)).collect();
        self.add_options(options)
    }

    /// The sum that a move to a tree leaves.
    pub fn sum_of_tree(&mut self, tree: TreeId) -> SumId {
        let mut pieces = Vec::new();
        self.push_tree(tree, &mut pieces);
        self.sum(pieces)
    }

    fn expand_land(&mut self, land: u32) -> Result<Run, TooLarge> {
        let NumberedMoves { moves, .. } = self.numbered_moves(land)?;
        Ok(self.add_options(moves.into_iter().map(|(_, left)| left).collect()))
    }

    /// The sum that each move in a land leaves, with the number of the move (FORMAT.md section 6).
    pub fn numbered_moves(&mut self, land: u32) -> Result<NumberedMoves, TooLarge> {
        let key = self.lands.get(land).to_vec();
        let mut engine = self.engine.take().unwrap_or_default();
        let mut moves = Vec::new();
        let result = engine.for_each_move(&key, Stage::Canonical, |after| {
            let mut pieces = Vec::new();
            for key in after.iter() {
                self.push_land(key, &mut pieces);
            }
            moves.push((after.move_number(), self.sum(pieces)));
        });
        let numbers = engine.numbers_of_moves();
        self.engine = Some(engine);
        result?;
        Ok(NumberedMoves { moves, numbers })
    }

    fn add_options(&mut self, mut options: Vec<SumId>) -> Run {
        options.sort_unstable();
        options.dedup();
        let run = Run { start: self.options.len(), len: options.len() };
        self.options.append(&mut options);
        run
    }

    /// The options of a node, each once, in the order of their fingerprints.
    pub fn node_options(&mut self, node: &Node) -> Result<Vec<(Node, Fingerprint)>, TooLarge> {
        let mut options = Vec::new();
        for (place, piece) in node.places() {
            for left in self.options(piece)?.to_vec() {
                let option = node.after(place, self.pieces(left));
                let fingerprint = self.tally(&option).fingerprint;
                options.push((option, fingerprint));
            }
        }
        options.sort_unstable_by_key(|&(_, fingerprint)| fingerprint);
        options.dedup_by_key(|(_, fingerprint)| *fingerprint);
        Ok(options)
    }

    /// Calls `each` with the tally of every option of a node, perhaps more than once.
    pub fn for_each_option(&mut self, node: &Node, mut each: impl FnMut(Tally)) -> Result<(), TooLarge> {
        let tally = self.tally(node);
        for (_, piece) in node.places() {
            let rest = tally.minus(self.tally_of_piece(piece));
            let run = self.run(piece)?;
            for &left in &self.options[run.start..run.start + run.len] {
                each(rest.plus(self.tally_of_sum(left)));
            }
        }
        Ok(())
    }

    /// The nodes that are a single tree, with and without a nim-heap 1.
    pub fn single_trees(&self) -> Vec<Node> {
        let trees = self.trees().ids().filter(|&tree| tree != TreeId::ZERO).map(Piece::tree);
        trees.flat_map(|tree| [Node::new(vec![tree]), Node::new(vec![Piece::ONE, tree])]).collect()
    }

    /// The lives of a node's lands and the heights of its trees: the longest game left.
    pub fn lives(&self, node: &Node) -> u32 {
        let lives = |piece: &Piece| match piece.kind() {
            Kind::One => 1,
            Kind::Tree(tree) => self.trees().height(tree),
            Kind::Land(land) => lives_of_key(self.lands.get(land)),
        };
        node.pieces().iter().map(lives).sum()
    }

    /// The outcome of a node that needs no search: a sum of nim-heaps, or one tree with or without a nim-heap 1.
    pub fn closed_outcome(&self, node: &Node) -> Option<Outcome> {
        let (ones, rest): (Vec<Piece>, Vec<Piece>) = node.pieces().iter().partition(|&&piece| piece == Piece::ONE);
        match rest.as_slice() {
            [piece] => match piece.kind() {
                Kind::Tree(tree) if ones.is_empty() => Some(self.trees().outcome(tree)),
                Kind::Tree(tree) => Some(self.trees().outcome_with_one(tree)),
                _ => None,
            },
            _ => self.tally(node).outcome_of_heaps(),
        }
    }
}
