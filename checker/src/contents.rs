//! The contents of a certificate, for people who look into it: as text, counted, claim by claim. Nothing here is used in
//! verifying.

use crate::budget::Budget;
use crate::certificate::{Certificate, Contents, Proof};
use crate::container::Evidence;
use crate::error::{CannotCheck, Result};
use crate::explain::{self, Explanation};
use crate::normal;
use crate::notation::parse_position;
use crate::parallel::Settings;
use crate::statement::Statement;
use std::collections::BTreeMap;

/// What a certificate consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Stats {
    pub claims: usize,
    pub replies: usize,
    /// Of the body, and of its text if it is one.
    pub body_bytes: usize,
    pub text_bytes: usize,
    /// Of the claims, by the lives of their lands or nodes (trees do not count): how many, and how many bytes of text.
    pub by_lives: BTreeMap<u32, (usize, usize)>,
    /// Of the claims in normal play, by their nimbers.
    pub by_nimber: BTreeMap<u8, usize>,
    /// The greatest number of a reply.
    pub greatest_reply: Option<u64>,
}

impl Certificate<'_> {
    /// The whole certificate as lines of text. Nothing is checked. The lines may have any characters: they are to be escaped
    /// before they are printed.
    pub fn text(&self, settings: &Settings) -> Result<Vec<String>> {
        let Evidence { claims, replies, body } = self.evidence;
        let mut lines: Vec<String> =
            self.statement().lines().into_iter().map(|line| format!("statement: {line}")).collect();
        match self.statement() {
            Statement::SproutsMisere { closure, .. } => lines.push(format!("closure: {closure}")),
            Statement::MorpionGame(game) => lines.extend(game.moves_in_words()),
            Statement::MorpionBound(bound) => {
                lines.push(format!("positions: {}, of the greatest length {}", bound.nodes, bound.at_best));
                lines.push(format!("by further moves: {:?}", bound.histogram));
                lines.extend(bound.first.moves_in_words());
            }
            Statement::GapsWinnable(deal) => lines.extend(deal.rows()),
            Statement::GapsUnwinnable(unwinnable) => {
                lines.push(format!("positions: {}", unwinnable.positions));
                let hex: String = unwinnable.fingerprint.iter().map(|byte| format!("{byte:02x}")).collect();
                lines.push(format!("fingerprint: {hex}"));
                lines.extend(unwinnable.deal.rows());
            }
            Statement::EndlessDegree(game) => lines.push(format!("position: {}", game.position)),
            Statement::SproutsNormal { .. } | Statement::DegreeTwo(_) => {}
        }
        lines.push(format!("claims: {claims}, replies: {replies}, body: {} bytes", body.len()));
        match self.statement() {
            Statement::SproutsNormal { .. } | Statement::SproutsMisere { .. } => {
                let text = self.evidence.text(&self.budget(settings))?;
                lines.extend(text.text.lines().map(str::to_string));
            }
            _ => lines.extend(self.others()?),
        }
        Ok(lines)
    }

    /// Counts what the certificate consists of. Nothing is checked.
    pub fn stats(&self, settings: &Settings) -> Result<Stats> {
        let (claims, replies) = self.counts();
        let mut stats = Stats {
            claims,
            replies,
            body_bytes: self.evidence.body.len(),
            text_bytes: 0,
            by_lives: BTreeMap::new(),
            by_nimber: BTreeMap::new(),
            greatest_reply: None,
        };
        let is_normal = matches!(self.statement(), Statement::SproutsNormal { .. });
        if is_normal || matches!(self.statement(), Statement::SproutsMisere { .. }) {
            let text = self.evidence.text(&self.budget(settings))?;
            stats.text_bytes = text.text.len();
            stats.greatest_reply = text.replies()?.into_iter().max();
            for (_, line) in text.claims() {
                let (node, nimber) = if is_normal { line.rsplit_once(' ').unwrap_or((line, "")) } else { (line, "") };
                let is_land = |piece: &&str| !piece.starts_with('t') && *piece != "*1";
                let lands: Vec<&str> = node.split('+').filter(is_land).collect();
                let lives = parse_position(&lands.join("+"))?.all_lives();
                let (count, bytes) = stats.by_lives.entry(lives).or_default();
                *count += 1;
                *bytes += line.len() + 1;
                if let Ok(nimber) = nimber.parse() {
                    *stats.by_nimber.entry(nimber).or_default() += 1;
                }
            }
        }
        Ok(stats)
    }
}

impl Contents {
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// How many claims (in misère play: lost nodes) there are; of other games, moves or claims.
    pub fn len(&self) -> usize {
        match &self.proof {
            Proof::Normal(proof) => proof.claims.len(),
            Proof::Misere(proof) => proof.nodes.len(),
            Proof::Other(texts) => texts.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A claim, counted from 1, as it is written: the land and its nimber, or the node.
    pub fn claim(&self, number: usize) -> Option<String> {
        let i = number.checked_sub(1)?;
        match &self.proof {
            Proof::Normal(proof) => proof.claims.get(i).map(|claim| format!("{} {}", claim.land, claim.nimber)),
            Proof::Misere(proof) => proof.nodes.get(i).map(ToString::to_string),
            Proof::Other(texts) => texts.get(i).cloned(),
        }
    }

    /// The replies, as numbers of moves.
    pub fn replies(&self) -> &[u64] {
        match &self.proof {
            Proof::Normal(proof) => &proof.replies,
            Proof::Misere(proof) => &proof.replies,
            Proof::Other(_) => &[],
        }
    }

    /// Finds out which reply answers what, so that claims can be explained; of the contents of a [`Verified`] certificate
    /// that is known. This goes through all options of all claims, and fails if a claim is wrong.
    pub fn find_replies(&mut self, settings: &Settings) -> Result<()> {
        let budget = Budget::new(self.allowance);
        match (&mut self.proof, &self.statement) {
            (Proof::Normal(proof), Statement::SproutsNormal { results }) => {
                let starts = normal::read_starts(results.iter().map(|result| &result.start[..]), &budget)?;
                proof.check_claims(results, &starts, settings, &budget)
            }
            (Proof::Misere(proof), Statement::SproutsMisere { results, .. }) => {
                let starts = normal::read_starts(results.iter().map(|result| &result.start[..]), &budget)?;
                proof.check_nodes(results, &starts, settings, &budget)
            }
            _ => Ok(()),
        }
    }

    /// Why a claim, counted from 1, is true: all its options, with the replies and where they lead.
    pub fn explain(&self, number: usize) -> Result<Explanation> {
        let budget = Budget::new(self.allowance);
        match &self.proof {
            Proof::Normal(proof) => explain::normal(proof, number, &budget),
            Proof::Misere(proof) => explain::misere(proof, number, &budget),
            Proof::Other(_) => Err(CannotCheck::NotExplained.into()),
        }
    }
}
