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
use crate::certificate::{self, Contents, Outcome};
use crate::coder::Decoder;
use crate::error::{Error, Result, error};
use crate::land::{Canonical, Land};
use crate::moves::Moves;
use crate::normal::Memory;
use crate::parallel::{Settings, in_parallel, lock};
use crate::position::Position;
use closure::{Closure, Lands, land_options, pieces};
use node::{Node, Piece};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

/// The listed nodes, and the nodes that need a reply. In the end both are sorted, as are the lands.
pub(crate) struct Proof {
    closure: Arc<Closure>,
    /// The lands of the certificate, and all others that are met.
    lands: Mutex<Lands>,
    nodes: Vec<Node>,
    /// What needs a reply, with the number of the first listed node (from 1; 0 for the start) that has it as an option.
    needed: Mutex<HashMap<Node, usize>>,
    answered: Vec<(Node, usize)>,
    /// A move in a piece, with this number or to this child.
    replies: Vec<(Piece, u64)>,
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
    let mut lands = Lands::new(Memory::for_nodes(contents.body.len()));
    let count = coder.small("count")?;
    for number in 1..=count as usize {
        let land = coder.land().map_err(|error| error.at(format!("land {number}")))?;
        if lands.list.last().is_some_and(|before| *before >= land) {
            return Err(error!(Malformed, "land {number}: {land} does not come after the land before"));
        }
        lands.number(&land)?;
    }
    let (listed, closure, mut nodes) = (lands.list.clone(), Closure::of(closure, settings)?, Vec::new());
    for number in 1..=contents.claims {
        let node = Node::read(&mut coder, nodes.last(), listed.len(), closure.trees.len());
        let node = node.map_err(|error| error.at(format!("node {number}")))?;
        lands.memory.take(80 + 8 * node.pieces().count())?;
        nodes.push(node);
    }
    let (lands, needed) = (Mutex::new(lands), Mutex::default());
    let mut proof = Proof { closure, lands, nodes, needed, answered: vec![], replies: vec![] };
    // Rule 2.
    let first = proof.node(start)?;
    let (follows, found) = match (proof.standing(&first), result) {
        (Standing::Won, _) => (result == Outcome::Win, "known to be a WIN"),
        (Standing::Lost(_), _) => (result == Outcome::Loss, "known to be a LOSS"),
        (Standing::Open, _) => (result == Outcome::Win, "not settled"),
    };
    if follows && matches!(proof.standing(&first), Standing::Open) {
        proof.need(first, 0)?;
    }
    proof.check_nodes(&listed, settings)?;
    proof.sort();
    proof.read_replies(coder, contents.replies as usize)?;
    in_parallel(proof.replies.len(), settings, |scribe, i| proof.check_reply(i, scribe))?;
    let found = format!("by the listed nodes, the start position is {found}");
    if follows { Ok(proof) } else { Err(error!(NotProven, "{}: {found}", contents.statement)) }
}

impl Proof {
    fn standing(&self, node: &Node) -> Standing {
        match self.closure.is_won(node) {
            Some(true) => Standing::Won,
            Some(false) => Standing::Lost("closed with LOSS".to_string()),
            None => match self.nodes.binary_search(node) {
                Ok(i) => Standing::Lost(format!("node {}", i + 1)),
                Err(_) => Standing::Open,
            },
        }
    }

    /// The node of a position.
    fn node(&self, position: &Canonical) -> Result<Node> {
        let mut all = Vec::new();
        for land in position.lands() {
            match self.closure.small.get(land) {
                Some(split) => all.extend(pieces(*split)),
                None => all.push(Piece::Land(lock(&self.lands).number(land)?)),
            }
        }
        Ok(Node::sum(all))
    }

    /// What the moves in a piece put in its place.
    fn options(&self, moved: Piece, scribe: &mut Scribe) -> Result<Vec<Node>> {
        let Piece::Land(land) = moved else { return Ok(self.closure.options(moved)) };
        let land = lock(&self.lands).list[land as usize].clone();
        land_options(&land, scribe)?.iter().map(|option| self.node(option)).collect()
    }

    /// Rule 1 but for the replies: the moves in each listed land, in all the nodes that hold it, and all other moves.
    fn check_nodes(&self, listed: &[Land], settings: &Settings) -> Result<()> {
        let mut holders: Vec<Vec<usize>> = vec![vec![]; listed.len()];
        for (node, number) in self.nodes.iter().zip(1..) {
            for piece in node.different() {
                if let Piece::Land(land) = piece {
                    holders[land as usize].push(number);
                }
            }
        }
        in_parallel(listed.len() + self.nodes.len(), settings, |scribe, i| match listed.get(i) {
            Some(land) => {
                let moved = Piece::Land(i as u32);
                let at = |error: Error| error.at(format!("land {}, {land}", i + 1));
                self.check_land(land, &holders[i], scribe).map_err(at)?;
                let options = self.options(moved, scribe).map_err(at)?;
                holders[i].iter().try_for_each(|&number| self.check_options(number, moved, &options))
            }
            None => {
                let number = i - listed.len() + 1;
                let node = &self.nodes[number - 1];
                if self.closure.is_won(node).is_some() {
                    return Err(error!(WrongStep, "this node is closed and cannot be listed").at(self.step(number)));
                }
                let mut moves = node.different().into_iter();
                moves.try_for_each(|moved| self.check_options(number, moved, &self.closure.options(moved)))
            }
        })
    }

    /// What the document asks of the listed lands.
    fn check_land(&self, land: &Land, holders: &[usize], scribe: &mut Scribe) -> Result<()> {
        let canonical = scribe.canonical(&Position::of(land))?;
        if canonical.lands() != [land.clone()] {
            return Err(error!(Malformed, "reduced and canonical, this is {canonical}"));
        }
        if self.closure.small.contains_key(land) {
            return Err(error!(Malformed, "this land is small and should have been replaced by its tree"));
        }
        if holders.is_empty() { Err(error!(Malformed, "this land is in no listed node")) } else { Ok(()) }
    }

    /// Rule 1 for the moves in one piece of a node.
    fn check_options(&self, number: usize, moved: Piece, options: &[Node]) -> Result<()> {
        for put in options {
            let option = self.nodes[number - 1].after(moved, put);
            match self.standing(&option) {
                Standing::Won => {}
                Standing::Lost(why) => {
                    let why = error!(WrongStep, "option {} is lost too: it is {why}", self.text(&option));
                    return Err(why.at(self.step(number)));
                }
                Standing::Open => self.need(option, number)?,
            }
        }
        Ok(())
    }

    /// Notes that an option of a listed node needs a reply.
    fn need(&self, option: Node, number: usize) -> Result<()> {
        let mut needed = lock(&self.needed);
        if let Some(first) = needed.get_mut(&option) {
            *first = number.min(*first);
            return Ok(());
        }
        lock(&self.lands).memory.take(100 + 8 * option.pieces().count())?;
        needed.insert(option, number);
        Ok(())
    }

    /// Gives lands new numbers in their order. Then nodes are in order too.
    fn sort(&mut self) {
        let new = lock(&self.lands).sort();
        let renumber = |node: &Node| {
            let new = |piece| if let Piece::Land(land) = piece { Piece::Land(new[land as usize]) } else { piece };
            Node::sum(node.pieces().map(new))
        };
        self.nodes.iter_mut().for_each(|node| *node = renumber(node));
        let needed = std::mem::take(&mut *lock(&self.needed)).into_iter();
        self.answered = needed.map(|(node, first)| (renumber(&node), first)).collect();
        self.answered.sort_unstable();
    }

    /// Reads the replies (section 13, step 4). How each is written depends on the node that it is for.
    fn read_replies(&mut self, mut coder: Decoder, stated: usize) -> Result<()> {
        let needed = self.answered.len();
        if stated > needed {
            return Err(error!(Malformed, "there are {stated} replies, but only {needed} are needed"));
        }
        for (i, (node, first)) in self.answered.iter().enumerate() {
            let wrong =
                |why| error!(WrongStep, "option {} needs a reply, {why}", self.text(node)).at(self.step(*first));
            if i == stated {
                return Err(wrong(format!("and there are only {stated} replies, in the order of the options")));
            }
            let pieces = node.different();
            let place = coder.number(("place", (pieces.len() - 1).min(7), 0), 5)?;
            let piece =
                *pieces.get(place).ok_or_else(|| wrong(format!("and a move in piece {place} does not exist")))?;
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
        let (node, first) = &self.answered[i];
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
        let ((moved, number), (node, _)) = (self.replies[i], &self.answered[i]);
        let put = match moved {
            Piece::Land(land) => {
                let land = lock(&self.lands).list[land as usize].clone();
                let after = Moves::of(&land).play(number).map(|after| scribe.canonical(&after));
                after.transpose()?.map(|after| self.node(&after)).transpose()?
            }
            Piece::Tree(_) | Piece::One => self.closure.options(moved).into_iter().nth(number as usize),
        };
        Ok(put.map(|put| node.after(moved, &put)))
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
        let texts: Vec<String> = node.pieces().map(|piece| self.piece_text(piece)).collect();
        if texts.is_empty() { "!".to_string() } else { texts.join(" + ") }
    }

    fn piece_text(&self, piece: Piece) -> String {
        match piece {
            Piece::Land(land) => lock(&self.lands).list[land as usize].to_string(),
            Piece::Tree(tree) => {
                self.closure.trees[tree as usize].heap.map_or(format!("t{tree}"), |heap| format!("*{heap}"))
            }
            Piece::One => "*1".to_string(),
        }
    }

    fn reply_text(&self, i: usize) -> String {
        let (piece, number) = self.replies[i];
        let text = self.piece_text(piece);
        match piece {
            Piece::Land(_) => format!("move {number} of {text}"),
            Piece::Tree(_) => format!("the move to child {number} of {text}"),
            Piece::One => format!("the move in {text}"),
        }
    }
}

impl certificate::Proof for Proof {
    fn summary(&self) -> String {
        let (small, trees) = (self.closure.small.len(), self.closure.trees.len());
        let closure = format!("{small} lands of the closure replaced, {trees} trees numbered");
        format!("{} lost nodes, {} replies, {closure}", self.nodes.len(), self.replies.len())
    }

    fn explain(&self, number: usize) -> Result<Vec<String>> {
        let (node, mut scribe, mut options) = (&self.nodes[number - 1], Scribe::new(1), BTreeSet::new());
        for moved in node.different() {
            options.extend(self.options(moved, &mut scribe)?.iter().map(|put| node.after(moved, put)));
        }
        let mut lines = vec![format!("{} is lost", self.step(number))];
        for option in options {
            let text = self.text(&option);
            lines.push(match self.answered.binary_search_by(|(node, _)| node.cmp(&option)) {
                Err(_) => format!("  {text} is closed with WIN"),
                Ok(i) => {
                    let reply = self.after_reply(i, &mut scribe)?.unwrap_or_default();
                    let Standing::Lost(why) = self.standing(&reply) else { continue };
                    let reply = format!("{} leads to {}, which is {why}", self.reply_text(i), self.text(&reply));
                    format!("  {text} is won, since {reply}")
                }
            });
        }
        Ok(lines)
    }
}
