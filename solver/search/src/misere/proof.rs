//! Misère proofs as certificates hold them: nodes by the canonical strings of their lands and the numbers of their trees, in the
//! order of FORMAT.md section 12, with the first reply that serves.

use crate::misere::Outcome;
use crate::misere::minimise::{LostTrees, Minimiser};
use crate::misere::node::{Fingerprint, Kind, Node, Piece};
use crate::misere::piece_table::{NumberedMoves, PieceTable};
use crate::misere::trees::TreeId;
use certificate::Certificate;
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::{Land, Position, TooLarge};
use std::cmp::Reverse;
use std::fmt;

/// A lost node as it is written down: its lands and the numbers of its trees, both sorted. The derived order is that of
/// FORMAT.md section 12.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LostNode {
    pub lands: Vec<Land>,
    pub trees: Vec<u32>,
    pub has_one: bool,
}

impl fmt::Display for LostNode {
    /// FORMAT.md section 13: `0*7.AB|AB+t12+*1`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let lands = self.lands.iter().map(Land::to_string);
        let trees = self.trees.iter().map(|tree| format!("t{tree}"));
        let one = self.has_one.then(|| "*1".to_string());
        let pieces: Vec<String> = lands.chain(trees).chain(one).collect();
        f.write_str(&pieces.join("+"))
    }
}

/// Everything that a certificate of misère play holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisereProof {
    pub results: Vec<(Position, Outcome)>,
    pub closure: Position,
    pub lost: Vec<LostNode>,
    /// Numbers of moves in the won nodes that need a reply, in the order of these nodes.
    pub replies: Vec<u64>,
}

impl MisereProof {
    /// Writes out the proof that a minimised set of lost nodes makes.
    pub fn new(
        piece_table: &mut PieceTable,
        minimiser: &Minimiser,
        results: Vec<(Position, Outcome)>,
    ) -> Result<Self, TooLarge> {
        let numbering = Numbering::new(piece_table);
        let mut lost: Vec<LostNode> = minimiser.lost().map(|node| numbering.lost_node(piece_table, node)).collect();
        lost.sort_unstable();
        let mut won: Vec<&Node> = minimiser.won().collect();
        won.sort_by_cached_key(|node| numbering.rank(node));
        let mut answerer = Answerer::new(piece_table, minimiser, &numbering);
        let replies: Result<Vec<u64>, TooLarge> = won.into_iter().map(|node| answerer.answer(node)).collect();
        let replies = replies?;
        let closure = piece_table.closure().start().clone();
        Ok(MisereProof { results, closure, lost, replies })
    }

    pub fn certificate(&self) -> Certificate {
        Certificate::misere(&self.results, &self.closure, &self.lost, &self.replies)
    }
}

/// The sort key of nodes: ranks of lands, numbers of trees, both sorted; whether there is a piece `1`.
type Rank = (Vec<u32>, Vec<u32>, bool);

/// The order of lands and trees that does not depend on the search.
struct Numbering {
    /// Lands of the piece table by their rank, and their ranks.
    by_rank: Vec<u32>,
    ranks: Vec<u32>,
    trees: FxHashMap<TreeId, u32>,
}

impl Numbering {
    fn new(piece_table: &PieceTable) -> Self {
        let mut by_rank: Vec<u32> = (0..piece_table.land_count() as u32).collect();
        by_rank.sort_unstable_by(|&a, &b| piece_table.land_key(a).cmp(piece_table.land_key(b)));
        let mut ranks = vec![0; by_rank.len()];
        for (rank, &land) in by_rank.iter().enumerate() {
            ranks[land as usize] = rank as u32;
        }
        let trees = piece_table.closure().numbered_trees();
        let trees = trees.into_iter().enumerate().map(|(number, tree)| (tree, number as u32)).collect();
        Numbering { by_rank, ranks, trees }
    }

    /// The place of a piece among the pieces of a node: lands, trees, the nim-heap 1.
    fn order(&self, piece: Piece) -> (u32, u32) {
        match piece.kind() {
            Kind::Land(land) => (0, self.ranks[land as usize]),
            Kind::Tree(tree) => (1, self.trees[&tree]),
            Kind::One => (2, 0),
        }
    }

    fn rank(&self, node: &Node) -> Rank {
        let (mut lands, mut trees, mut has_one) = (Vec::new(), Vec::new(), false);
        for &piece in node.pieces() {
            match self.order(piece) {
                (0, rank) => lands.push(rank),
                (1, number) => trees.push(number),
                _ => has_one = true,
            }
        }
        lands.sort_unstable();
        trees.sort_unstable();
        (lands, trees, has_one)
    }

    fn lost_node(&self, piece_table: &PieceTable, node: &Node) -> LostNode {
        let (lands, trees, has_one) = self.rank(node);
        let lands = lands.into_iter().map(|rank| piece_table.land(self.by_rank[rank as usize])).collect();
        LostNode { lands, trees, has_one }
    }
}

/// Finds the first reply to won nodes.
struct Answerer<'a> {
    piece_table: &'a mut PieceTable,
    numbering: &'a Numbering,
    trees: LostTrees,
    lost: FxHashMap<Fingerprint, &'a Node>,
    /// The sums that the moves of a piece leave, in the order of the moves, each once.
    steps: FxHashMap<Piece, NumberedMoves>,
}

impl<'a> Answerer<'a> {
    fn new(piece_table: &'a mut PieceTable, minimiser: &'a Minimiser, numbering: &'a Numbering) -> Self {
        let lost = minimiser.lost().map(|node| (piece_table.tally(node).fingerprint, node)).collect();
        Answerer { trees: LostTrees::of(piece_table), piece_table, numbering, lost, steps: FxHashMap::default() }
    }

    /// The number of the move: those of the pieces before come first (FORMAT.md section 13).
    fn answer(&mut self, won: &Node) -> Result<u64, TooLarge> {
        let tally = self.piece_table.tally(won);
        let mut places: Vec<(usize, Piece)> = won.places().collect();
        places.sort_unstable_by_key(|&(_, piece)| self.numbering.order(piece));
        let mut before = 0;
        for (nth, piece) in places {
            self.find_steps(piece)?;
            let rest = tally.minus(self.piece_table.tally_of_piece(piece));
            let NumberedMoves { moves, numbers } = &self.steps[&piece];
            for &(number, left) in moves {
                let after = rest.plus(self.piece_table.tally_of_sum(left));
                let is_lost = || {
                    let listed = self.lost.get(&after.fingerprint);
                    listed.is_some_and(|&lost| *lost == won.after(nth, self.piece_table.pieces(left)))
                };
                if self.trees.holds(after) || is_lost() {
                    return Ok(before + number);
                }
            }
            before += numbers;
        }
        unreachable!("every won node has an answer")
    }

    fn find_steps(&mut self, piece: Piece) -> Result<(), TooLarge> {
        if self.steps.contains_key(&piece) {
            return Ok(());
        }
        let mut steps = match piece.kind() {
            Kind::One => NumberedMoves { moves: vec![(0, self.piece_table.options(piece)?[0])], numbers: 1 },
            Kind::Tree(tree) => {
                let children = self.piece_table.trees().children_by_hash(tree);
                let numbers = children.len() as u64;
                let moves = (0..numbers).zip(children);
                NumberedMoves {
                    moves: moves.map(|(nth, child)| (nth, self.piece_table.sum_of_tree(child))).collect(),
                    numbers,
                }
            }
            Kind::Land(land) => self.piece_table.numbered_moves(land)?,
        };
        let mut seen = FxHashSet::default();
        steps.moves.retain(|&(_, left)| seen.insert(left));
        self.steps.insert(piece, steps);
        Ok(())
    }
}

/// Proves the outcome of a node from extracted lost nodes, leaving out those that others can do without.
pub fn prove(
    piece_table: &mut PieceTable,
    lost: Vec<Node>,
    start: &Position,
    outcome: Outcome,
) -> Result<MisereProof, TooLarge> {
    prove_together(piece_table, lost, vec![(start.clone(), outcome)])
}

/// [`prove`] for several outcomes, which share their lost nodes.
pub fn prove_together(
    piece_table: &mut PieceTable,
    mut lost: Vec<Node>,
    results: Vec<(Position, Outcome)>,
) -> Result<MisereProof, TooLarge> {
    let roots: Vec<Node> = results.iter().map(|(start, _)| piece_table.node(start)).collect();
    lost.sort_by_cached_key(|node| Reverse(piece_table.lives(node)));
    let mut minimiser = Minimiser::new(piece_table, lost, &roots)?;
    minimiser.minimise();
    MisereProof::new(piece_table, &minimiser, results)
}
