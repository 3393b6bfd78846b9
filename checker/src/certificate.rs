//! Certificates of all kinds: which statement is read and verified by which module, and what it says in words.

use crate::budget::{Allowance, Budget};
use crate::container::{self, Evidence, Reader};
use crate::error::{CannotCheck, Error, Malformed, Result, Why, ensure};
use crate::explain::{self, Explanation};
use crate::misere::{self, Closures, MisereResult};
use crate::normal::{self, NormalResult, Outcome};
use crate::notation::{parse_position, start_in_words};
use crate::parallel::Settings;
use crate::puzzles::{gaps, morpion};
use crate::variants::{degree_two::DegreeTwo, endless};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// The version of certificates about Sprouts, and that of all others.
pub(crate) const SPROUTS: u32 = 3;
pub(crate) const OTHERS: u32 = 1;

/// What a certificate is to prove, numbered as in the documents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize))]
pub enum Statement {
    SproutsNormal {
        results: Vec<NormalResult>,
    },
    /// The closure is in short notation.
    SproutsMisere {
        results: Vec<MisereResult>,
        closure: String,
    },
    MorpionGame(morpion::Game),
    MorpionBound(morpion::Bound),
    GapsWinnable(gaps::Deal),
    GapsUnwinnable(gaps::Unwinnable),
    DegreeTwo(DegreeTwo),
    EndlessDegree(endless::Endless),
}

impl Statement {
    /// Reads the version, the number of the statement, and its content. Which version is wanted depends on the number.
    fn read(reader: &mut Reader) -> Result<Self> {
        let version = reader.u32()?;
        let kind = reader.variant(8, "the number of a statement, 0 to 7")?;
        let wanted = if kind < 2 { SPROUTS } else { OTHERS };
        ensure(kind >= 2 || !(1..SPROUTS).contains(&version), || CannotCheck::OldVersion(version))?;
        ensure(version == wanted, || Malformed::Version { found: version, wanted })?;
        Ok(match kind {
            0 => Statement::SproutsNormal { results: reader.list(NormalResult::read)? },
            1 => Statement::SproutsMisere { results: reader.list(MisereResult::read)?, closure: reader.string()? },
            2 => Statement::MorpionGame(morpion::Game::read(reader)?),
            3 => Statement::MorpionBound(morpion::Bound::read(reader)?),
            4 => Statement::GapsWinnable(gaps::Deal::read(reader)?),
            5 => Statement::GapsUnwinnable(gaps::Unwinnable::read(reader)?),
            6 => Statement::DegreeTwo(DegreeTwo::read(reader)?),
            _ => Statement::EndlessDegree(endless::Endless::read(reader)?),
        })
    }

    /// What is stated, as the documents have it in words: a line for each result.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Statement::SproutsNormal { results } => results.iter().map(NormalResult::to_string).collect(),
            Statement::SproutsMisere { results, .. } => results.iter().map(MisereResult::to_string).collect(),
            Statement::MorpionGame(game) => vec![format!("{} GAME {}", game.name(), game.moves.len())],
            Statement::MorpionBound(bound) => vec![bound.to_string()],
            Statement::GapsWinnable(deal) => vec![format!("{} WINNABLE", deal.name())],
            Statement::GapsUnwinnable(unwinnable) => vec![unwinnable.to_string()],
            Statement::DegreeTwo(game) => vec![game.to_string()],
            Statement::EndlessDegree(game) => vec![game.to_string()],
        }
    }

    /// The same for people: a sentence for each line.
    pub fn sentences(&self) -> Vec<String> {
        let position = |start: &str| match start_in_words(start) {
            words if words.starts_with("position") => format!("{words} of Sprouts"),
            spots => format!("{spots}-spot game"),
        };
        let rule = |game: &morpion::Game| if game.rule == 0 { "5T, touching" } else { "5D, disjoint" };
        let variant = |deal: &gaps::Deal| if deal.variant == 0 { "basic" } else { "common" };
        match self {
            Statement::SproutsNormal { results } => {
                results.iter().map(|result| who_wins(result.outcome, &position(&result.start))).collect()
            }
            Statement::SproutsMisere { results, .. } => {
                let game = |start: &str| format!("{} in misere play", position(start));
                results.iter().map(|result| who_wins(result.outcome, &game(&result.start))).collect()
            }
            Statement::MorpionGame(game) => {
                vec![format!(
                    "GAME: a complete game of Morpion Solitaire ({}) with {} moves.",
                    rule(game),
                    game.moves.len()
                )]
            }
            Statement::MorpionBound(bound) => {
                let (rule, moves) = (rule(&bound.first), bound.first.moves.len());
                vec![format!(
                    "BEST: whatever follows on these {moves} moves of Morpion Solitaire ({rule}), the game has {} moves at most.",
                    bound.best
                )]
            }
            Statement::GapsWinnable(deal) => {
                vec![format!("WINNABLE: this deal of {} Gaps with {} ranks can be won.", variant(deal), deal.ranks)]
            }
            Statement::GapsUnwinnable(gaps::Unwinnable { deal, positions, .. }) => vec![format!(
                "UNWINNABLE: this deal of {} Gaps with {} ranks cannot be won; {positions} positions can be reached.",
                variant(deal),
                deal.ranks
            )],
            Statement::DegreeTwo(game) => {
                let play = if game.misere { " in misere play" } else { "" };
                vec![who_wins(game.result, &format!("{}-spot game with greatest degree 2{play}", game.spots))]
            }
            Statement::EndlessDegree(game) => {
                let (spots, degree) = (game.start, game.max_degree);
                vec![format!("DRAW: the {spots}-spot game with greatest degree {degree} never has to end.")]
            }
        }
    }
}

fn who_wins(outcome: Outcome, game: &str) -> String {
    match outcome {
        Outcome::Loss => format!("{outcome}: with perfect play the second player wins the {game}."),
        Outcome::Win => format!("{outcome}: with perfect play the first player wins the {game}."),
        Outcome::Nimber(nimber) => format!("{outcome}: the {game} is worth a heap of {nimber} in Nim."),
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}

/// A certificate whose structure has been read. Nothing is checked but the digest.
pub struct Certificate<'a> {
    statement: Statement,
    digest: blake3::Hash,
    evidence: Evidence<'a>,
    /// The size of the file.
    size: usize,
}

/// Claims and replies of a certificate, for browsing.
pub struct Contents {
    proof: Proof,
    allowance: Allowance,
    statement: Statement,
}

enum Proof {
    Normal(normal::Proof),
    Misere(misere::Proof),
    /// Moves, or claims about other games than Sprouts, as texts.
    Other(Vec<String>),
}

/// A certificate that has been verified: what it proves, and the blake3 of its content.
pub struct Verified {
    pub statement: Statement,
    pub digest: blake3::Hash,
    /// How many claims (in misère play: lost nodes) and how many replies there are.
    pub counts: (usize, usize),
    /// Ready to explain its claims.
    pub contents: Contents,
}

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

impl<'a> Certificate<'a> {
    pub fn open(file: &'a [u8]) -> Result<Self> {
        let (mut reader, digest) = container::open(file)?;
        let statement = Statement::read(&mut reader)?;
        Ok(Certificate { statement, digest, evidence: Evidence::read(&mut reader)?, size: file.len() })
    }

    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The blake3 of the content.
    pub fn digest(&self) -> blake3::Hash {
        self.digest
    }

    /// How many claims and how many replies it says that it has.
    pub fn counts(&self) -> (usize, usize) {
        (self.evidence.claims as usize, self.evidence.replies as usize)
    }

    fn budget(&self, settings: &Settings) -> Budget {
        Budget::new(settings.allowance.unwrap_or(Allowance::of_size(self.size)))
    }

    /// The whole certificate as lines of text. Nothing is checked. The lines may have any characters: they are to be escaped
    /// before they are printed.
    pub fn text(&self, settings: &Settings) -> Result<Vec<String>> {
        let Evidence { claims, replies, body } = self.evidence;
        let mut lines: Vec<String> =
            self.statement.lines().into_iter().map(|line| format!("statement: {line}")).collect();
        match &self.statement {
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
        match &self.statement {
            Statement::SproutsNormal { .. } | Statement::SproutsMisere { .. } => {
                let text = self.evidence.text(&self.budget(settings))?;
                lines.extend(text.text.lines().map(str::to_string));
            }
            _ => lines.extend(self.others()?),
        }
        Ok(lines)
    }

    /// The body of a certificate that is not about Sprouts, or about a variant, as texts.
    fn others(&self) -> Result<Vec<String>> {
        match &self.statement {
            Statement::GapsWinnable(_) => Ok(gaps::moves(self.evidence.body)),
            Statement::DegreeTwo(game) => game.claims(&self.evidence),
            Statement::EndlessDegree(_) => endless::moves(self.evidence.body),
            _ => Ok(vec![]),
        }
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
        let is_normal = matches!(self.statement, Statement::SproutsNormal { .. });
        if is_normal || matches!(self.statement, Statement::SproutsMisere { .. }) {
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

/// Verifies certificates. Those in misère play that name the same closure share what was found for it.
#[derive(Default)]
pub struct Checker {
    closures: Closures,
}

impl Checker {
    /// Verifies the certificate in a file. What it finds, be it an error, does not depend on the number of threads.
    ///
    /// That is so because steps are independent and each has one outcome as long as the allowance lasts; `in_parallel` gives the
    /// first error in order. Only *when* the allowance ends depends on the threads. If on one thread it ends at step i, then on
    /// several threads not all steps up to i can succeed, since what they take together is more than there is: so then, too,
    /// the error is that of the allowance, or one of an earlier step, which would have come first on one thread. If several
    /// threads come to the end of the allowance, one thread decides.
    pub fn verify(&self, file: &[u8], settings: &Settings) -> Result<Verified> {
        let certificate = Certificate::open(file)?;
        let contents = match self.check(&certificate, settings) {
            Err(error) if is_too_much(&error) && settings.threads.get() > 1 => {
                self.check(&certificate, &settings.alone())
            }
            found => found,
        }?;
        let counts = certificate.counts();
        Ok(Verified { statement: certificate.statement, digest: certificate.digest, counts, contents })
    }

    /// Reads claims and replies. Their form is checked, but not that they are right.
    pub fn read(&self, certificate: &Certificate, settings: &Settings) -> Result<Contents> {
        self.read_within(certificate, settings, &certificate.budget(settings))
    }

    fn read_within(&self, certificate: &Certificate, settings: &Settings, budget: &Budget) -> Result<Contents> {
        let evidence = &certificate.evidence;
        let proof = match &certificate.statement {
            Statement::SproutsNormal { .. } => Proof::Normal(normal::Proof::read(evidence, budget)?),
            Statement::SproutsMisere { closure, .. } => {
                Proof::Misere(misere::Proof::read(evidence, closure, &self.closures, settings, budget)?)
            }
            _ => Proof::Other(certificate.others()?),
        };
        let allowance = settings.allowance.unwrap_or(Allowance::of_size(certificate.size));
        Ok(Contents { proof, allowance, statement: certificate.statement.clone() })
    }

    fn check(&self, certificate: &Certificate, settings: &Settings) -> Result<Contents> {
        let (budget, evidence) = (certificate.budget(settings), &certificate.evidence);
        match &certificate.statement {
            Statement::MorpionGame(game) => game.verify(evidence),
            Statement::MorpionBound(bound) => bound.verify(evidence, settings, &budget),
            Statement::GapsWinnable(deal) => deal.verify(evidence),
            Statement::GapsUnwinnable(unwinnable) => unwinnable.verify(evidence, settings, &budget),
            Statement::DegreeTwo(game) => game.verify(evidence, &budget),
            Statement::EndlessDegree(game) => game.verify(evidence),
            Statement::SproutsNormal { .. } | Statement::SproutsMisere { .. } => Ok(()),
        }?;
        let mut contents = self.read_within(certificate, settings, &budget)?;
        match (&mut contents.proof, &certificate.statement) {
            (Proof::Normal(proof), Statement::SproutsNormal { results }) => {
                normal::verify(results, proof, settings, &budget)?;
            }
            (Proof::Misere(proof), Statement::SproutsMisere { results, .. }) => {
                misere::verify(results, proof, settings, &budget)?;
            }
            _ => {}
        }
        Ok(contents)
    }
}

fn is_too_much(error: &Error) -> bool {
    matches!(error.why, Why::CannotCheck(CannotCheck::Work | CannotCheck::Memory))
}

/// Verifies the certificate in a file.
pub fn verify(file: &[u8], settings: &Settings) -> Result<Verified> {
    Checker::default().verify(file, settings)
}
