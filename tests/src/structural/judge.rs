//! The judge: whether what the checker has accepted is true.
//!
//! Truth comes from the rules and from nothing of the checker: nimbers and outcomes by their definition ([`super::lands`],
//! [`super::nodes`]), puzzles by the plain code of [`crate::puzzles`], the variants by their theorems and by replaying on
//! the solver's drawn game. In Sprouts not only the statement is judged but every claim: an accepted certificate with
//! one false claim is a lie, whether or not the statement needs it.

use super::bytes::{Content, Outcome, Reader, Statement};
use super::lands::Lands;
use super::nodes::Small;
use super::{gaps, morpion, variants};
use rustc_hash::FxHashMap;

/// What makes an accepted certificate a lie.
pub type Lie = String;

/// Everything that is known so far.
#[derive(Default)]
pub struct Judge {
    pub lands: Lands,
    closures: FxHashMap<String, Small>,
    /// What the printed lines of puzzles were about.
    named: FxHashMap<String, Vec<u8>>,
    /// What can follow in Morpion Solitaire.
    continuations: morpion::Continuations,
    /// Statements and bodies about puzzles that were found true.
    known: FxHashMap<blake3::Hash, ()>,
}

impl Judge {
    /// The closure with this name, made once.
    pub fn small(&mut self, name: &str) -> Option<(&mut Lands, &mut Small)> {
        if !self.closures.contains_key(name) {
            let small = Small::of(&mut self.lands, name)?;
            self.closures.insert(name.to_string(), small);
        }
        Some((&mut self.lands, self.closures.get_mut(name)?))
    }

    /// Judges a certificate that was accepted, with the line that was printed for it.
    pub fn judge(&mut self, file: &[u8], line: &str) -> Result<(), Lie> {
        let content = Content::read(file).ok_or("it means nothing")?;
        let expected = match &content.statement {
            Statement::Normal { results } => {
                for (start, result) in results {
                    self.normal(&content, start, *result)?;
                }
                Some(sprouts(results, "normal"))
            }
            Statement::Misere { results, closure } => {
                for (start, result) in results {
                    self.misere(&content, start, *result, closure)?;
                }
                Some(sprouts(results, "misere"))
            }
            Statement::DegreeTwo { .. } | Statement::Endless { .. } => Some(variants::judge(&content)?),
            _ => {
                self.puzzle(file, &content, line)?;
                None
            }
        };
        match expected {
            Some(expected) if expected != line => Err(format!("it is printed as {line:?}, and it says {expected:?}")),
            _ => Ok(()),
        }
    }

    fn normal(&mut self, content: &Content, start: &str, result: Outcome) -> Result<(), Lie> {
        let lands = self.lands.read(start).ok_or_else(|| format!("{start:?} is no canonical position"))?;
        let nimber = self.lands.nimber_of_sum(&lands);
        let is_true = match result {
            Outcome::Loss => nimber == 0,
            Outcome::Win => nimber != 0,
            Outcome::Nimber(stated) => nimber == stated,
        };
        if !is_true {
            return Err(format!("{start} has nimber {nimber}, and {result:?} is stated"));
        }
        let (claims, _) = content.lines().ok_or("the body is no text")?;
        for claim in claims {
            let (land, stated) = claim.rsplit_once(' ').ok_or_else(|| format!("{claim:?} is no claim"))?;
            let lands = self.lands.read(land).ok_or_else(|| format!("{land:?} is no canonical land"))?;
            let nimber = self.lands.nimber_of_sum(&lands);
            if lands.len() != 1 || stated != nimber.to_string() {
                return Err(format!("the claim {claim:?} is accepted, but {land} has nimber {nimber}"));
            }
        }
        Ok(())
    }

    fn misere(&mut self, content: &Content, start: &str, result: Outcome, closure: &str) -> Result<(), Lie> {
        let (claims, _) = content.lines().ok_or("the body is no text")?;
        let (lands, small) = self.small(closure).ok_or_else(|| format!("{closure:?} is no canonical position"))?;
        let sum = lands.read(start).ok_or_else(|| format!("{start:?} is no canonical position"))?;
        let node = small.node(lands, &sum);
        if (result == Outcome::Loss) != small.is_lost(lands, &node) || matches!(result, Outcome::Nimber(_)) {
            return Err(format!("{start} is not a {result:?} in misère play"));
        }
        for claim in claims {
            let node = small.read(lands, &claim).ok_or_else(|| format!("{claim:?} is no node"))?;
            if !small.is_lost(lands, &node) {
                return Err(format!("the node {claim:?} is accepted as lost, but it is won"));
            }
        }
        // Without any tree, too: the statement is about a position.
        let (lands, plain) = self.small("!").expect("the empty position is canonical");
        let node = plain.node(lands, &sum);
        let is_small = sum.iter().map(|&land| lands.lives(land)).sum::<u32>() <= 9;
        if is_small && (result == Outcome::Loss) != plain.is_lost(lands, &node) {
            return Err(format!("{start} is not a {result:?} in misère play, trees or not"));
        }
        Ok(())
    }

    /// Puzzles are judged by their bytes. A line that is printed names one subject only.
    fn puzzle(&mut self, file: &[u8], content: &Content, line: &str) -> Result<(), Lie> {
        let words = match &content.statement {
            Statement::MorpionGame { moves, .. } => format!("GAME {}", moves.len()),
            Statement::MorpionBound { moves, best, .. } => format!("FROM {} BEST {best}", moves.len()),
            Statement::GapsWinnable { .. } => "WINNABLE".to_string(),
            _ => "UNWINNABLE".to_string(),
        };
        if !line.ends_with(&format!(" {words}")) {
            return Err(format!("it is printed as {line:?}, and it says {words}"));
        }
        let subject = subject(&content.statement);
        let other = self.named.entry(line.to_string()).or_insert_with(|| subject.clone());
        if *other != subject {
            return Err(format!("{line:?} is printed for two subjects, {other:?} and {subject:?}"));
        }
        let digest = blake3::hash(file);
        if self.known.contains_key(&digest) {
            return Ok(());
        }
        match &content.statement {
            Statement::MorpionGame { .. } | Statement::MorpionBound { .. } => {
                morpion::judge(&content.statement, &mut self.continuations)?;
            }
            _ => gaps::judge(content)?,
        }
        self.known.insert(digest, ());
        Ok(())
    }
}

/// The bytes that tell what a statement about a puzzle is about.
fn subject(statement: &Statement) -> Vec<u8> {
    match statement {
        Statement::MorpionGame { rule, moves } | Statement::MorpionBound { rule, moves, .. } => {
            [&[*rule][..], &moves.concat()].concat()
        }
        Statement::GapsWinnable { variant, ranks, cells } | Statement::GapsUnwinnable { variant, ranks, cells, .. } => {
            [&[*variant, *ranks][..], cells].concat()
        }
        _ => vec![],
    }
}

/// The lines for games of Sprouts.
fn sprouts(results: &[(String, Outcome)], play: &str) -> String {
    results.iter().map(|(start, result)| line(start, play, *result)).collect::<Vec<_>>().join("\n")
}

/// The number of spots stands for a start.
fn line(start: &str, play: &str, result: Outcome) -> String {
    let result = match result {
        Outcome::Loss => "LOSS".to_string(),
        Outcome::Win => "WIN".to_string(),
        Outcome::Nimber(nimber) => format!("NIMBER {nimber}"),
    };
    let spots = if start == "0" { Some(1) } else { start.strip_prefix("0*").and_then(|n| n.parse::<u32>().ok()) };
    match spots {
        Some(spots) => format!("sprouts {spots} {play} {result}"),
        None => format!("sprouts position {start} {play} {result}"),
    }
}

/// Reads the numbers of a body.
pub(super) fn numbers(body: &[u8]) -> Option<Vec<u64>> {
    let mut reader = Reader(body);
    let mut numbers = Vec::new();
    while !reader.0.is_empty() {
        numbers.push(reader.number()?);
    }
    Some(numbers)
}
