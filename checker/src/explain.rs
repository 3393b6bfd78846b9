//! Why a claim is true, as a value that can be shown: its options, and for each the reply and where it leads. Moves are told
//! so that a person can draw them. Nothing here is used in verifying.

use crate::budget::Budget;
use crate::error::{CannotCheck, Result, WrongStep, ensure};
use crate::misere::{self, InPiece, Known, NodeMoves};
use crate::moves::{At, Join, Moves};
use crate::normal::{self, Case};
use crate::notation::boundary_text;
use crate::options::options_of;
use crate::token::{Land, Token};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// Why a claim is true, or a listed node lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// Of the claim, counted from 1.
    pub number: usize,
    /// The land, or the node, as it is written.
    pub claim: String,
    /// The claimed nimber; nothing in misère play, where the node is lost.
    pub nimber: Option<u8>,
    /// All its options, in their order.
    pub options: Vec<ExplainedOption>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ExplainedOption {
    pub option: String,
    /// The first move that leads there, by its number and in words.
    pub number: u64,
    pub how: String,
    pub because: Because,
}

/// Why an option does not contradict the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "snake_case"))]
pub enum Because {
    /// Normal play: its nimber is known, and another one.
    Settled { nimber: u8 },
    /// Normal play: the land `land` of it, alone not claimed (and not cancelled), does not have the nimber `nimber` that
    /// would make the option have that of the claim: the reply leads to that nimber.
    Refuted { land: String, nimber: u8, reply: Reply },
    /// Misère play: it is won without more ado.
    Closed,
    /// Misère play: it is won by the reply.
    Won { reply: Reply },
}

/// A move that answers an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reply {
    pub number: u64,
    /// The move in words.
    pub how: String,
    pub leads_to: String,
    /// What is known of that, such as `nimber 0` or `node 5`.
    pub known: String,
}

impl Display for Explanation {
    /// A line for the claim, and one for each option.
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Explanation { number, claim, nimber, options } = self;
        match nimber {
            Some(nimber) => write!(f, "claim {number}, {claim} has nimber {nimber}")?,
            None => write!(f, "node {number}, {claim} is lost")?,
        }
        options.iter().try_for_each(|option| write!(f, "\n  {option}"))
    }
}

impl Display for ExplainedOption {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let ExplainedOption { option, number, how, because } = self;
        write!(f, "{option} (move {number}: {how}) ")?;
        match because {
            Because::Settled { nimber } => write!(f, "is settled with nimber {nimber}"),
            Because::Refuted { land, reply: Reply { number, how, leads_to, known }, .. } => {
                write!(f, "has another nimber: move {number} of {land} ({how}) leads to {leads_to}, which has {known}")
            }
            Because::Closed => f.write_str("is closed with WIN"),
            Because::Won { reply: Reply { number, how, leads_to, known } } => {
                write!(f, "is won, since move {number} ({how}) leads to {leads_to}, which is {known}")
            }
        }
    }
}

/// The index of a claim that is counted from 1.
fn index(number: usize, count: usize) -> Result<usize> {
    let index = number.checked_sub(1).filter(|index| *index < count);
    Ok(index.ok_or(CannotCheck::NoSuchClaim { number, count })?)
}

/// Explains a claim of a proof that knows its refutations.
pub(crate) fn normal(proof: &normal::Proof, number: usize, budget: &Budget) -> Result<Explanation> {
    let claim = &proof.claims[index(number, proof.claims.len())?];
    let moves = Moves::of(&claim.land, budget)?;
    let mut options = vec![];
    for (option, first) in options_of(&claim.land, budget)? {
        let because = match proof.case(&option, claim.nimber) {
            Case::Settled(nimber) => Because::Settled { nimber },
            Case::Open => return Err(WrongStep::Open { option: option.to_string() }.into()),
            Case::RestsOn(refutation) => {
                let i = proof.refutations.partition_point(|other| *other < refutation);
                ensure(proof.refutations.get(i) == Some(&refutation), || WrongStep::NoReply(proof.replies.len()))?;
                let (reply, after) = proof.reply(i, budget)?;
                let how = in_words(&Moves::of(&refutation.land, budget)?, &refutation.land, reply);
                let known = format!("nimber {}", refutation.nimber);
                let reply = Reply { number: reply, how, leads_to: after.to_string(), known };
                Because::Refuted { land: refutation.land.to_string(), nimber: refutation.nimber, reply }
            }
        };
        let how = in_words(&moves, &claim.land, first);
        options.push(ExplainedOption { option: option.to_string(), number: first, how, because });
    }
    let nimber = Some(claim.nimber);
    Ok(Explanation { number, claim: claim.land.to_string(), nimber, options })
}

/// Explains a listed node of a proof that knows what needs a reply.
pub(crate) fn misere(proof: &misere::Proof, number: usize, budget: &Budget) -> Result<Explanation> {
    let node = &proof.nodes[index(number, proof.nodes.len())?];
    let (moves, mut firsts) = (NodeMoves::of(node, &proof.closure, budget)?, BTreeMap::new());
    for number in 0.. {
        let Some(option) = moves.play(number, budget)? else { break };
        firsts.entry(option).or_insert(number);
    }
    let mut options = vec![];
    for (option, first) in firsts {
        let because = match proof.known(&option) {
            Known::ClosedWin => Because::Closed,
            known if known.is_lost() => {
                let (option, why) = (option.to_string(), known.to_string());
                return Err(WrongStep::LostOption { option, why }.into());
            }
            _ => {
                let i = proof.needed.partition_point(|(other, _)| *other < option);
                ensure(proof.needed.get(i).is_some_and(|(other, _)| *other == option), || WrongStep::NoReply(i))?;
                let (reply, after, known) = proof.reply(i, budget)?;
                let how = node_move(&NodeMoves::of(&option, &proof.closure, budget)?, reply);
                let (leads_to, known) = (after.to_string(), known.to_string());
                Because::Won { reply: Reply { number: reply, how, leads_to, known } }
            }
        };
        options.push(ExplainedOption {
            option: option.to_string(),
            number: first,
            how: node_move(&moves, first),
            because,
        });
    }
    Ok(Explanation { number, claim: node.to_string(), nimber: None, options })
}

/// A move of a node in words.
fn node_move(moves: &NodeMoves, number: u64) -> String {
    match moves.in_piece(number) {
        Some((misere::Piece::Land(land), InPiece::Land(moves), number)) => {
            format!("in {land}, {}", in_words(moves, land, number))
        }
        Some((_, _, number)) => format!("in a tree, to its child {number}"),
        None => String::new(),
    }
}

/// A move of a land in words. Regions and boundaries are counted from 1, as they are written.
pub(crate) fn in_words(moves: &Moves, land: &Land, number: u64) -> String {
    let Some((join, distribution)) = moves.find(number) else { return String::new() };
    let regions = land.regions();
    let region = &regions[join.region];
    let Join { x, y, .. } = join;
    let of_regions = if regions.len() > 1 { format!(" in region {}", join.region + 1) } else { String::new() };
    if x.boundary != y.boundary {
        return format!("joins {} to {}{of_regions}", occurrence(region, x, true), occurrence(region, y, true));
    }
    let [first, second] = moves.sides(join, distribution);
    let inside = match (first.len(), second.len()) {
        (0, 0) => String::new(),
        // The curve closes with the first side; what goes there is inside, what goes to the other side is outside.
        _ => format!(", with {} inside and {} outside", boundaries(region, &first), boundaries(region, &second)),
    };
    let several = region.len() > 1;
    match x == y {
        true => format!("loop on {}{of_regions}{inside}", occurrence(region, x, several)),
        false => {
            let (x, y) = (occurrence(region, x, false), occurrence(region, y, several));
            format!("joins {x} to {y}{of_regions}{inside}")
        }
    }
}

/// An occurrence: its token, if it is one of several like it which one, and if that is asked for its boundary.
fn occurrence(region: &[Vec<Token>], at: At, with_boundary: bool) -> String {
    let (boundary, token) = (&region[at.boundary], region[at.boundary][at.place]);
    let alike = |list: &[Token]| list.iter().filter(|other| **other == token).count();
    let which = match (alike(boundary), alike(&boundary[..at.place])) {
        (1, _) => String::new(),
        (_, before) => format!("the {} ", ordinal(before + 1)),
    };
    match with_boundary && boundary.len() > 1 {
        true => format!("{which}{token} of {}", boundary_text(boundary)),
        false => format!("{which}{token}"),
    }
}

fn ordinal(number: usize) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Some boundaries of a region: how many, and which.
fn boundaries(region: &[Vec<Token>], numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(|b| boundary_text(&region[*b])).collect();
    match numbers.len() {
        0 => "nothing".to_string(),
        1 => format!("1 boundary ({})", texts[0]),
        count => format!("{count} boundaries ({})", texts.join(", ")),
    }
}
