//! The body of a misère certificate (FORMAT.md section 13). The replies are read last: how each is written depends on
//! the node that it is for.

use super::node::{Node, Piece};
use crate::claims::{LandReader, SmallNumber};
use crate::error::Malformed;
use crate::limits::Memory;
use crate::range_coder::{Decoder, Model};
use crate::token::Land;

/// A move in a node: in the piece with this place among the different ones, with this number or to this child.
#[derive(Clone, Copy)]
pub(crate) struct Reply {
    pub place: usize,
    pub number: u64,
}

pub(crate) struct Body<'a> {
    coder: Decoder<'a>,
    place: [[Model; 32]; 8],
    moved: SmallNumber,
    child: SmallNumber,
}

impl<'a> Body<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let (place, moved, child) = ([[Model::NEW; 32]; 8], SmallNumber::NEW, SmallNumber::NEW);
        Ok(Body { coder: Decoder::new(bytes)?, place, moved, child })
    }

    /// Steps 1 and 2: the lands, not yet known to be reduced and canonical.
    pub(crate) fn lands(&mut self, memory: &mut Memory) -> Result<Vec<Land>, Malformed> {
        let mut count = SmallNumber::NEW;
        let count = count.read(&mut self.coder, |bits| Malformed::NumberLength { number: 0, bits })?;
        let mut reader = LandReader::new();
        (1..=count as usize).map(|number| reader.next(&mut self.coder, number, memory)).collect()
    }

    /// Step 3: so many nodes of so many lands and trees.
    pub(crate) fn nodes(
        &mut self,
        count: usize,
        (lands, trees): (usize, usize),
        memory: &mut Memory,
    ) -> Result<Vec<Node>, Malformed> {
        let (mut land_count, mut tree_count, mut one) = ([Model::NEW; 32], [Model::NEW; 32], Model::NEW);
        let (mut first, mut further, mut tree) = (SmallNumber::NEW, models_below(lands), models_below(trees));
        let mut nodes: Vec<Node> = Vec::new();
        let coder = &mut self.coder;
        for number in 1..=count {
            let mut pieces = Vec::new();
            for i in 0..coder.number(&mut land_count)? {
                let before = nodes.last().and_then(|node| node.lands().next()).map_or(0, u64::from);
                let land = match i {
                    0 => before + first.read(coder, |bits| Malformed::NumberLength { number, bits })?,
                    _ => coder.number(&mut further)? as u64,
                };
                if land >= lands as u64 {
                    return Err(Malformed::NoSuchLand { number, land, count: lands });
                }
                pieces.push(Piece::Land(land as u32));
            }
            for _ in 0..coder.number(&mut tree_count)? {
                let tree = coder.number(&mut tree)?;
                if tree >= trees {
                    return Err(Malformed::NoSuchTree { number, tree, count: trees });
                }
                pieces.push(Piece::Tree(tree as u32));
            }
            pieces.extend((coder.bit(&mut one)? == 1).then_some(Piece::One));
            let node = Node::sum(pieces.clone());
            if node.pieces() != pieces {
                return Err(Malformed::PiecesNotSorted { number });
            }
            if nodes.last().is_some_and(|before| *before >= node) {
                return Err(Malformed::NodesNotIncreasing { number });
            }
            memory.keep_node(pieces.len()).map_err(|_| Malformed::Oversized)?;
            nodes.push(node);
        }
        Ok(nodes)
    }

    /// The next of the replies of step 4, in a node with these different pieces. If it is in a piece that is not there:
    /// the place of that piece.
    pub(crate) fn reply(&mut self, pieces: &[Piece], number: usize) -> Result<Result<Reply, usize>, Malformed> {
        let place = self.coder.number(&mut self.place[pieces.len().saturating_sub(1).min(7)])?;
        let length = |bits| Malformed::ReplyLength { number, bits };
        let number = match pieces.get(place) {
            Some(Piece::Land(_)) => self.moved.read(&mut self.coder, length)?,
            Some(Piece::Tree(_)) => self.child.read(&mut self.coder, length)?,
            Some(Piece::One) => 0,
            None => return Ok(Err(place)),
        };
        Ok(Ok(Reply { place, number }))
    }

    /// How many bytes are left over.
    pub(crate) fn left(&self) -> usize {
        self.coder.left()
    }
}

/// The models of a number below `count`.
fn models_below(count: usize) -> Vec<Model> {
    vec![Model::NEW; count.next_power_of_two()]
}
