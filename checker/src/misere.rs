//! Misère play: checks the rules of FORMAT.md section 12, every listed node and every reply by itself, in any order.
//!
//! The work goes land by land: the options of a land are derived once, for all listed nodes that it is in. So no more
//! need be remembered than the nodes that want a reply.

mod body;
mod closure;
mod explain;
mod game;
mod node;
#[cfg(test)]
mod testing;
mod trees;

use crate::certificate::{Contents, Outcome, Sprouts};
use crate::error::{Error, Found, Lost, Malformed, NotProven, Step, Wrong};
use crate::limits::{Limit, Memory};
use crate::memo::Memo;
use crate::parallel::in_parallel;
use crate::token::{Canonical, Land};
use crate::verify::Settings;
use body::{Body, Reply};
use closure::{Closure, Lands, lock};
use game::Board;
use node::{Node, Piece};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A proof: the listed nodes, and the nodes that need a reply. In the end both are sorted, as are the lands.
pub(crate) struct Proof {
    pub closure: Arc<Closure>,
    /// The lands of the certificate, and all others that are met.
    lands: Mutex<Lands>,
    nodes: Vec<Node>,
    /// While nodes are checked: what needs a reply, with the number of the first listed node (from 1; 0 for the start)
    /// that has it as an option.
    needed: Mutex<HashMap<Node, u32>>,
    /// The same, sorted.
    answered: Vec<(Node, u32)>,
    replies: Vec<Reply>,
}

/// What is known of a node.
enum Standing {
    Won,
    Lost(Lost),
    /// It is neither closed nor listed.
    Open,
}

/// Verifies a misère certificate. The result does not depend on the number of threads, except where memory runs out.
pub(crate) fn verify(
    statement: &Sprouts,
    closure: &Canonical,
    contents: &Contents,
    settings: &Settings,
) -> Result<Proof, Error> {
    let mut memory = Memory::for_nodes(contents.body.len());
    let mut body = Body::new(contents.body)?;
    let listed = body.lands(&mut memory)?;
    let closure = Closure::of(closure, settings)?;
    let nodes = body.nodes(contents.claims as usize, (listed.len(), closure.trees.len()), &mut memory)?;
    let mut lands = Lands::new(memory);
    for land in &listed {
        lands.number(land).map_err(|_| Malformed::Oversized)?;
    }
    let (lands, needed) = (Mutex::new(lands), Mutex::default());
    let mut proof = Proof { closure, lands, nodes, needed, answered: vec![], replies: vec![] };
    let follows = proof.check_statement(statement)?;
    proof.check_nodes(&listed, settings)?;
    proof.sort();
    proof.read_replies(body, contents.replies as usize)?;
    proof.in_parallel(proof.replies.len(), settings, |memo, i| proof.check_reply(i, memo))?;
    follows?;
    Ok(proof)
}

impl Proof {
    /// How many nodes and how many replies there are.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.nodes.len(), self.replies.len())
    }

    fn standing(&self, node: &Node) -> Standing {
        match self.closure.outcome(node) {
            Some(Outcome::Loss) => Standing::Lost(Lost::Closed),
            Some(_) => Standing::Won,
            None => self.nodes.binary_search(node).map_or(Standing::Open, |i| Standing::Lost(Lost::Listed(i + 1))),
        }
    }

    /// The node of a position.
    fn node(&self, position: &Canonical) -> Result<Node, Limit> {
        let mut pieces = Vec::new();
        for land in position.lands() {
            match self.closure.small.get(land) {
                Some(node) => pieces.extend(node.pieces()),
                None => pieces.push(Piece::Land(lock(&self.lands).number(land)?)),
            }
        }
        Ok(Node::sum(pieces))
    }

    /// What the moves in a piece put in its place.
    fn options(&self, moved: Piece, memo: &mut Memo) -> Result<Vec<Node>, Limit> {
        match moved {
            Piece::Land(land) => {
                let land = lock(&self.lands).list[land as usize].clone();
                Board::of(&land).options(memo)?.iter().map(|option| self.node(option)).collect()
            }
            Piece::Tree(_) | Piece::One => Ok(self.closure.options(moved)),
        }
    }

    /// Rule 1 but for the replies.
    fn check_nodes(&self, listed: &[Land], settings: &Settings) -> Result<(), Error> {
        let mut holders: Vec<Vec<u32>> = vec![vec![]; listed.len()];
        for (node, number) in self.nodes.iter().zip(1..) {
            let mut lands: Vec<u32> = node.lands().collect();
            lands.dedup();
            lands.into_iter().for_each(|land| holders[land as usize].push(number));
        }
        self.in_parallel(listed.len() + self.nodes.len(), settings, |memo, i| match listed.get(i) {
            Some(land) => self.check_land(land, i, &holders[i], memo),
            None => self.check_trees((i - listed.len()) as u32 + 1),
        })
    }

    fn in_parallel(
        &self,
        count: usize,
        settings: &Settings,
        step: impl Fn(&mut Memo, usize) -> Result<(), Error> + Sync,
    ) -> Result<(), Error> {
        let (progress, memo) = (|done| (settings.progress)(done, count), || Memo::for_one_of(settings.threads));
        in_parallel(count, settings.threads, progress, memo, step)
    }

    /// Rule 2. A statement may need a reply.
    fn check_statement(&self, statement: &Sprouts) -> Result<Result<(), NotProven>, Error> {
        let start = self.node(&statement.start).map_err(|limit| Step::Start.limit(limit))?;
        let found = match (self.standing(&start), statement.result) {
            (Standing::Won, Outcome::Win) | (Standing::Lost(_), Outcome::Loss) => return Ok(Ok(())),
            (Standing::Open, Outcome::Win) => return self.need(start, 0).map(Ok),
            (Standing::Won, _) => Found::Outcome(Outcome::Win),
            (Standing::Lost(_), _) => Found::Outcome(Outcome::Loss),
            (Standing::Open, _) => Found::NotSettled,
        };
        Ok(Err(NotProven { statement: statement.clone(), found }))
    }

    /// The moves in a listed land, in all the nodes that hold it.
    fn check_land(&self, land: &Land, i: usize, holders: &[u32], memo: &mut Memo) -> Result<(), Error> {
        let step = || Step::Land { number: i + 1, land: land.clone() };
        let canonical = game::canonical(land, memo).map_err(|limit| step().limit(limit))?;
        if canonical.lands() != std::slice::from_ref(land) {
            return Err(Malformed::NotCanonical { step: step(), canonical }.into());
        }
        if self.closure.small.contains_key(land) {
            return Err(Malformed::SmallLand { step: step() }.into());
        }
        if holders.is_empty() {
            return Err(Malformed::UnusedLand { step: step() }.into());
        }
        let moved = Piece::Land(i as u32);
        let options = self.options(moved, memo).map_err(|limit| step().limit(limit))?;
        holders.iter().try_for_each(|&number| self.check_options(number, moved, &options))
    }

    /// The moves of a listed node that are not in lands.
    fn check_trees(&self, number: u32) -> Result<(), Error> {
        let node = &self.nodes[number as usize - 1];
        if self.closure.outcome(node).is_some() {
            return Err(Wrong::ListedClosed { step: self.step(number) }.into());
        }
        let mut different = node.different().into_iter();
        different.try_for_each(|moved| self.check_options(number, moved, &self.closure.options(moved)))
    }

    /// Rule 1 for the moves in one piece of a node.
    fn check_options(&self, number: u32, moved: Piece, options: &[Node]) -> Result<(), Error> {
        for put in options {
            let option = self.nodes[number as usize - 1].after(moved, put);
            match self.standing(&option) {
                Standing::Won => {}
                Standing::Lost(lost) => {
                    let (step, option) = (self.step(number), self.text(&option));
                    return Err(Wrong::LostOption { step, option, lost }.into());
                }
                Standing::Open => self.need(option, number)?,
            }
        }
        Ok(())
    }

    /// Notes that an option of a listed node needs a reply.
    fn need(&self, option: Node, number: u32) -> Result<(), Error> {
        let mut needed = lock(&self.needed);
        if let Some(first) = needed.get_mut(&option) {
            *first = number.min(*first);
            return Ok(());
        }
        let kept = lock(&self.lands).memory.keep_node(option.pieces().len());
        kept.map_err(|limit| Step::Certificate.limit(limit))?;
        needed.insert(option, number);
        Ok(())
    }

    /// Gives lands new numbers in their order. Then nodes are in order too.
    fn sort(&mut self) {
        let new = lock(&self.lands).sort();
        self.nodes.iter_mut().for_each(|node| *node = node.renumbered(&new));
        let needed = std::mem::take(&mut *lock(&self.needed)).into_iter();
        self.answered = needed.map(|(node, first)| (node.renumbered(&new), first)).collect();
        self.answered.sort_unstable();
    }

    fn read_replies(&mut self, mut body: Body, stated: usize) -> Result<(), Error> {
        if let Some((node, first)) = self.answered.get(stated) {
            let (step, option) = (self.step(*first), self.text(node));
            return Err(Wrong::NodeReplyMissing { step, option, stated }.into());
        }
        if self.answered.len() < stated {
            return Err(Malformed::SpareReplies { stated, needed: self.answered.len() }.into());
        }
        for (i, (node, first)) in self.answered.iter().enumerate() {
            self.replies.push(body.reply(&node.different(), i + 1)?.map_err(|place| {
                let played = format!("a move in piece {place}");
                Wrong::NoSuchNodeMove { step: self.step(*first), option: self.text(node), played }
            })?);
        }
        match body.left() {
            0 => Ok(()),
            count => Err(Malformed::BodyTooLong(count).into()),
        }
    }

    fn check_reply(&self, i: usize, memo: &mut Memo) -> Result<(), Error> {
        let (node, first) = &self.answered[i];
        let reply = self.after_reply(i, memo).map_err(|limit| self.step(*first).limit(limit))?;
        let standing = reply.as_ref().map(|reply| self.standing(reply));
        if let Some(Standing::Lost(_)) = standing {
            return Ok(());
        }
        let (step, option, played) = (self.step(*first), self.text(node), self.reply_text(i));
        Err(match reply.map(|reply| self.text(&reply)) {
            Some(reply) => Wrong::ReplyNotLost { step, option, played, reply }.into(),
            None => Wrong::NoSuchNodeMove { step, option, played }.into(),
        })
    }

    /// The node after the reply with this place in the list, if there is such a move.
    fn after_reply(&self, i: usize, memo: &mut Memo) -> Result<Option<Node>, Limit> {
        let Reply { place, number } = self.replies[i];
        let node = &self.answered[i].0;
        let moved = node.different()[place];
        let put = match moved {
            Piece::Land(land) => {
                let land = lock(&self.lands).list[land as usize].clone();
                let after = Board::of(&land).play(number, memo)?;
                after.map(|after| self.node(&after)).transpose()?
            }
            Piece::Tree(_) | Piece::One => self.closure.options(moved).into_iter().nth(number as usize),
        };
        Ok(put.map(|put| node.after(moved, &put)))
    }
}

#[cfg(test)]
mod tests;
