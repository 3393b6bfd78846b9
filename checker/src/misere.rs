//! Misère play: checks the rules of FORMAT.md section 12, every listed node and every reply by itself, in any order.
//!
//! The work goes land by land: the options of a land are derived once, for all listed nodes that it is in. So no more
//! need be remembered than the nodes that want a reply.

mod closure;
mod node;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trees;

use crate::canon::Scribe;
use crate::certificate::{Contents, Outcome};
use crate::coder::Decoder;
use crate::error::{Error, Memory, Result, error};
use crate::land::{Canonical, Land};
use crate::moves::Moves;
use crate::parallel::{Settings, in_parallel, lock};
use crate::position::Position;
use closure::{Closure, land_options};
use node::{Node, Piece};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

pub use closure::tree_name;

/// The listed nodes, and the nodes that need a reply, both sorted.
pub(crate) struct Proof {
    closure: Arc<Closure>,
    nodes: Vec<Node>,
    /// With the number of the first listed node (from 1; 0 for the start) that has it as an option.
    needed: Vec<(Node, usize)>,
    /// A move in a piece, with this number or to this child.
    replies: Vec<(Piece, u64)>,
    met: Mutex<Met>,
}

/// What is met while nodes are checked: what needs a reply, all lands in there (each kept once), and the memory left.
struct Met {
    needed: HashMap<Node, usize>,
    lands: HashSet<Land>,
    memory: Memory,
}

/// What is known of a node.
enum Standing {
    Won,
    /// And why.
    Lost(String),
    /// It is neither closed nor listed.
    Open,
}

pub(crate) fn verify(
    contents: &Contents,
    start: &Canonical,
    result: Outcome,
    closure: &Canonical,
    settings: &Settings,
) -> Result<Proof> {
    let mut coder = Decoder::new(contents.body)?;
    let mut memory = Memory(150_000_000 + 8 * contents.body.len());
    let mut listed: Vec<Land> = Vec::new();
    for number in 1..=coder.small("count")? {
        let land = coder.land().map_err(|error| error.at(format!("land {number}")))?;
        if listed.last().is_some_and(|before| *before >= land) {
            return Err(error!(Malformed, "land {number}: {land} does not come after the land before"));
        }
        memory.take(100 + 2 * land.0.len())?;
        listed.push(land);
    }
    let (closure, mut nodes, mut first) = (Closure::of(closure, settings)?, Vec::<Node>::new(), 0);
    for number in 1..=contents.claims {
        let node = Node::read(&mut coder, &listed, closure.trees.len(), &mut first);
        let node = node.map_err(|error| error.at(format!("node {number}")))?;
        if nodes.last().is_some_and(|before| *before >= node) {
            return Err(error!(Malformed, "node {number}: it does not come after the node before"));
        }
        memory.take(100 + 16 * node.pieces().count())?;
        nodes.push(node);
    }
    let met = Mutex::new(Met { needed: HashMap::new(), lands: HashSet::new(), memory });
    let mut proof = Proof { closure, nodes, needed: vec![], replies: vec![], met };
    // Rule 2. A statement may need a reply.
    let first = proof.node(start);
    let (follows, found) = match proof.standing(&first) {
        Standing::Won => (result == Outcome::Win, "known to be a WIN"),
        Standing::Lost(_) => (result == Outcome::Loss, "known to be a LOSS"),
        Standing::Open if result == Outcome::Win => (proof.need(first, 0).map(|()| true)?, ""),
        Standing::Open => (false, "not settled"),
    };
    proof.check_nodes(&listed, settings)?;
    proof.needed = std::mem::take(&mut lock(&proof.met).needed).into_iter().collect();
    proof.needed.sort_unstable();
    proof.read_replies(coder, contents.replies as usize)?;
    in_parallel(proof.replies.len(), settings, |scribe, i| proof.check_reply(i, scribe))?;
    let found = format!("by the listed nodes, the start position is {found}");
    if follows { Ok(proof) } else { Err(error!(NotProven, "{}: {found}", contents.statement)) }
}

impl Proof {
    fn standing(&self, node: &Node) -> Standing {
        match (self.closure.is_won(node), self.nodes.binary_search(node)) {
            (Some(true), _) => Standing::Won,
            (Some(false), _) => Standing::Lost("closed with LOSS".to_string()),
            (None, Ok(i)) => Standing::Lost(format!("node {}", i + 1)),
            (None, Err(_)) => Standing::Open,
        }
    }

    /// The node of a position.
    fn node(&self, position: &Canonical) -> Node {
        let pieces = |land: &Land| match self.closure.small.get(land) {
            Some(split) => split.pieces(),
            None => vec![Piece::Land(land.clone())],
        };
        Node::sum(position.lands().iter().flat_map(pieces))
    }

    /// What the moves in a piece put in its place.
    fn options(&self, moved: &Piece, scribe: &mut Scribe) -> Result<Vec<Node>> {
        let Piece::Land(land) = moved else { return Ok(self.closure.options(moved)) };
        Ok(land_options(&Moves::of(land), scribe)?.iter().map(|option| self.node(option)).collect())
    }

    /// Rule 1 but for the replies: the moves in each listed land, in all the nodes that hold it, and all other moves.
    fn check_nodes(&self, listed: &[Land], settings: &Settings) -> Result<()> {
        let mut holders: HashMap<Land, Vec<usize>> = HashMap::new();
        for (node, number) in self.nodes.iter().zip(1..) {
            for piece in node.different() {
                if let Piece::Land(land) = piece {
                    holders.entry(land).or_default().push(number);
                }
            }
        }
        in_parallel(listed.len() + self.nodes.len(), settings, |scribe, i| {
            let Some(land) = listed.get(i) else { return self.check_trees(i - listed.len() + 1) };
            let at = |error: Error| error.at(format!("land {}, {land}", i + 1));
            let canonical = scribe.canonical(&Position::of(land)).map_err(at)?;
            if canonical.lands() != [land.clone()] {
                return Err(at(error!(Malformed, "reduced and canonical, this is {canonical}")));
            }
            if self.closure.small.contains_key(land) {
                return Err(at(error!(Malformed, "this land is small and should have been replaced by its tree")));
            }
            let holders = holders.get(land).ok_or_else(|| at(error!(Malformed, "this land is in no listed node")))?;
            let moved = Piece::Land(land.clone());
            let options = self.options(&moved, scribe).map_err(at)?;
            holders.iter().try_for_each(|&number| self.check_options(number, &moved, &options))
        })
    }

    /// The moves of a listed node that are not in lands.
    fn check_trees(&self, number: usize) -> Result<()> {
        let node = &self.nodes[number - 1];
        if self.closure.is_won(node).is_some() {
            return Err(error!(WrongStep, "this node is closed and cannot be listed").at(self.step(number)));
        }
        let mut moves = node.different().into_iter();
        moves.try_for_each(|moved| self.check_options(number, &moved, &self.closure.options(&moved)))
    }

    /// Rule 1 for the moves in one piece of a node.
    fn check_options(&self, number: usize, moved: &Piece, options: &[Node]) -> Result<()> {
        for put in options {
            let option = self.nodes[number - 1].after(moved, put);
            match self.standing(&option) {
                Standing::Won => {}
                Standing::Lost(why) => {
                    let wrong = error!(WrongStep, "option {} is lost too: it is {why}", self.text(&option));
                    return Err(wrong.at(self.step(number)));
                }
                Standing::Open => self.need(option, number)?,
            }
        }
        Ok(())
    }

    /// Notes that an option of a listed node needs a reply.
    fn need(&self, mut option: Node, number: usize) -> Result<()> {
        let Met { needed, lands, memory } = &mut *lock(&self.met);
        if let Some(first) = needed.get_mut(&option) {
            *first = number.min(*first);
            return Ok(());
        }
        for land in &mut option.lands {
            if !lands.contains(land) {
                memory.take(60 + 2 * land.0.len())?;
                lands.insert(land.clone());
            }
            *land = lands.get(land).unwrap_or(land).clone();
        }
        memory.take(120 + 16 * option.pieces().count())?;
        needed.insert(option, number);
        Ok(())
    }

    /// Reads the replies (section 13, step 4). How each is written depends on the node that it is for.
    fn read_replies(&mut self, mut coder: Decoder, stated: usize) -> Result<()> {
        let needed = self.needed.len();
        if stated > needed {
            return Err(error!(Malformed, "there are {stated} replies, but only {needed} are needed"));
        }
        for (i, (node, first)) in self.needed.iter().enumerate() {
            let wrong =
                |why| error!(WrongStep, "option {} needs a reply, {why}", self.text(node)).at(self.step(*first));
            if i == stated {
                return Err(wrong(format!("and there are only {stated} replies, in the order of the options")));
            }
            let mut pieces = node.different();
            let place = coder.number(("place", (pieces.len() - 1).min(7), 0), 5)?;
            if place >= pieces.len() {
                return Err(wrong(format!("and a move in piece {place} does not exist")));
            }
            let piece = pieces.swap_remove(place);
            let number = match piece {
                Piece::Land(_) => coder.small("move"),
                Piece::Tree(_) => coder.small("child"),
                Piece::One => Ok(0),
            };
            self.replies.push((piece, number.map_err(|error| error.at(format!("reply {}", i + 1)))?));
        }
        coder.end()
    }

    fn check_reply(&self, i: usize, scribe: &mut Scribe) -> Result<()> {
        let (node, first) = &self.needed[i];
        let at = |error: Error| error.at(self.step(*first));
        let why = match self.after_reply(i, scribe).map_err(at)? {
            Some(reply) if matches!(self.standing(&reply), Standing::Lost(_)) => return Ok(()),
            Some(reply) => format!("leads to {}, which is not known to be lost", self.text(&reply)),
            None => "does not exist".to_string(),
        };
        let option = self.text(node);
        Err(at(error!(WrongStep, "option {option} needs a reply, and {} {why}", self.reply_text(i))))
    }

    /// The node after the reply with this place in the list, if there is such a move.
    fn after_reply(&self, i: usize, scribe: &mut Scribe) -> Result<Option<Node>> {
        let (moved, number) = &self.replies[i];
        let put = match moved {
            Piece::Land(land) => match Moves::of(land).play(*number) {
                Some(after) => Some(self.node(&scribe.canonical(&after)?)),
                None => None,
            },
            _ => self.closure.options(moved).into_iter().nth(*number as usize),
        };
        Ok(put.map(|put| self.needed[i].0.after(moved, &put)))
    }

    /// A listed node in words, counted from 1; 0 is the start.
    fn step(&self, number: usize) -> String {
        match self.nodes.get(number.wrapping_sub(1)) {
            Some(node) => format!("node {number}, {}", self.text(node)),
            None => "the start position".to_string(),
        }
    }

    /// A node in print, such as `0*7.AB|AB + t12 + *2 + *1`: lands, trees by their numbers, heaps.
    fn text(&self, node: &Node) -> String {
        let texts: Vec<String> = node.pieces().map(|piece| self.piece_text(&piece)).collect();
        if texts.is_empty() { "!".to_string() } else { texts.join(" + ") }
    }

    fn piece_text(&self, piece: &Piece) -> String {
        match piece {
            Piece::Land(land) => land.to_string(),
            Piece::Tree(tree) => match self.closure.trees[*tree as usize].heap {
                Some(heap) => format!("*{heap}"),
                None => format!("t{tree}"),
            },
            Piece::One => "*1".to_string(),
        }
    }

    fn reply_text(&self, i: usize) -> String {
        let (piece, number) = &self.replies[i];
        let kind = if matches!(piece, Piece::Land(_)) { "move" } else { "the move to child" };
        format!("{kind} {number} of {}", self.piece_text(piece))
    }

    /// Why a listed node, counted from 1, is lost: option by option.
    pub(crate) fn explain(&self, number: usize) -> Result<Vec<String>> {
        let (node, mut scribe, mut options) = (&self.nodes[number - 1], Scribe::new(1), BTreeSet::new());
        for moved in node.different() {
            options.extend(self.options(&moved, &mut scribe)?.iter().map(|put| node.after(&moved, put)));
        }
        let mut lines = vec![format!("{} is lost", self.step(number))];
        for option in options {
            let mut why = "is closed with WIN".to_string();
            if let Ok(i) = self.needed.binary_search_by(|(node, _)| node.cmp(&option)) {
                let reply = self.after_reply(i, &mut scribe)?.unwrap_or_default();
                let Standing::Lost(lost) = self.standing(&reply) else { continue };
                let leads = format!("{} leads to {}", self.reply_text(i), self.text(&reply));
                why = format!("is won, since {leads}, which is {lost}");
            }
            lines.push(format!("  {} {why}", self.text(&option)));
        }
        Ok(lines)
    }
}
