//! The coded body of a certificate of misère play (FORMAT.md section 13).

use super::proof::{Answer, Entry, MisereProof, Step};
use crate::proof::coders::{LandCoder, SmallNumbers};
use crate::proof::range_coder::{Encoder, Model, Tree};

pub fn encode(proof: &MisereProof) -> Vec<u8> {
    let mut encoder = Encoder::default();
    SmallNumbers::default().encode(&mut encoder, proof.lands.len() as u64);
    let mut lands = LandCoder::default();
    for land in &proof.lands {
        lands.encode(&mut encoder, land.key());
    }
    let mut nodes = NodeCoder::new(proof.lands.len() as u32, proof.trees);
    for node in &proof.lost {
        nodes.encode(&mut encoder, node);
    }
    let mut replies = ReplyCoder::default();
    for reply in &proof.replies {
        replies.encode(&mut encoder, reply);
    }
    encoder.finish()
}

/// How many bits the places in a list need.
fn bits_for(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

struct NodeCoder {
    land_count: Tree,
    first: SmallNumbers,
    further: Tree,
    tree_count: Tree,
    tree: Tree,
    one: Model,
    last_first: u32,
}

impl NodeCoder {
    fn new(lands: u32, trees: u32) -> Self {
        NodeCoder {
            land_count: Tree::new(5),
            first: SmallNumbers::default(),
            further: Tree::new(bits_for(lands)),
            tree_count: Tree::new(5),
            tree: Tree::new(bits_for(trees)),
            one: Model::default(),
            last_first: 0,
        }
    }

    fn encode(&mut self, encoder: &mut Encoder, node: &Entry) {
        encoder.number(&mut self.land_count, node.lands.len() as u32);
        if let Some((&first, further)) = node.lands.split_first() {
            self.first.encode(encoder, u64::from(first - self.last_first));
            self.last_first = first;
            for &land in further {
                encoder.number(&mut self.further, land);
            }
        }
        encoder.number(&mut self.tree_count, node.trees.len() as u32);
        for &tree in &node.trees {
            encoder.number(&mut self.tree, tree);
        }
        encoder.bit(&mut self.one, node.has_one);
    }
}

/// Numbers of different pieces that have models of their own for the place of a reply.
const PLACES: usize = 8;

struct ReplyCoder {
    place: [Tree; PLACES],
    moves: SmallNumbers,
    children: SmallNumbers,
}

impl Default for ReplyCoder {
    fn default() -> Self {
        let place = std::array::from_fn(|_| Tree::new(5));
        ReplyCoder { place, moves: SmallNumbers::default(), children: SmallNumbers::default() }
    }
}

impl ReplyCoder {
    fn encode(&mut self, encoder: &mut Encoder, reply: &Answer) {
        let pieces = (reply.pieces as usize - 1).min(PLACES - 1);
        encoder.number(&mut self.place[pieces], reply.place);
        match reply.step {
            Step::Land(number) => self.moves.encode(encoder, number),
            Step::Tree(child) => self.children.encode(encoder, child),
            Step::One => {}
        }
    }
}
