//! Writes certificates for the tests: the other direction of FORMAT.md section 9, and small proofs made the plain way.

use crate::container::MAGIC;
use crate::normal::{Claim, NormalResult, Outcome, Proof};
use crate::options;
use crate::statement::{OTHERS, SPROUTS, Statement};
use crate::tests::{canonical, land_options, moves};
use crate::token::{Canonical, Land};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// The structure of FORMAT.md section 8, for postcard to write. (The checker reads it without postcard.)
#[derive(Serialize)]
pub struct Structure<'a> {
    pub version: u32,
    pub statement: Statement,
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

/// The file of a certificate.
pub fn file(statement: Statement, claims: u32, replies: u32, body: &[u8]) -> Vec<u8> {
    let is_sprouts = matches!(statement, Statement::SproutsNormal { .. } | Statement::SproutsMisere { .. });
    let version = if is_sprouts { SPROUTS } else { OTHERS };
    with_version(version, statement, claims, replies, body)
}

pub fn with_version(version: u32, statement: Statement, claims: u32, replies: u32, body: &[u8]) -> Vec<u8> {
    let structure = Structure { version, statement, claims, replies, body };
    seal([MAGIC, &postcard::to_stdvec(&structure).unwrap()].concat())
}

/// A certificate about Sprouts of version 2, which has one result and no count of them, as one of version 3.
pub fn converted(file: &[u8]) -> Vec<u8> {
    let content = file[..file.len() - 32].strip_prefix(MAGIC).unwrap();
    assert!(content[0] == 2 && content[1] < 2);
    seal([MAGIC, &[3, content[1], 1], &content[2..]].concat())
}

/// A certificate before it is written, right or wrong.
#[derive(Clone, Debug)]
pub struct Draft {
    pub results: Vec<(String, Outcome)>,
    pub claims: Vec<(String, u8)>,
    pub replies: Vec<u64>,
    /// What the header says in place of the true counts.
    pub stated: Option<(u32, u32)>,
}

impl Draft {
    pub fn bytes(&self) -> Vec<u8> {
        self.with_text(&self.text())
    }

    pub fn with_text(&self, text: &str) -> Vec<u8> {
        self.with_body(&compressed(text))
    }

    pub fn with_body(&self, body: &[u8]) -> Vec<u8> {
        let (claims, replies) = self.stated.unwrap_or((self.claims.len() as u32, self.replies.len() as u32));
        let result = |(start, outcome): &(String, Outcome)| NormalResult { start: start.clone(), outcome: *outcome };
        let results = self.results.iter().map(result).collect();
        file(Statement::SproutsNormal { results }, claims, replies, body)
    }

    pub fn text(&self) -> String {
        let mut text = String::new();
        self.claims.iter().for_each(|(land, nimber)| writeln!(text, "{land} {nimber}").unwrap());
        self.replies.iter().for_each(|reply| writeln!(text, "{reply}").unwrap());
        text
    }
}

/// A text as the body of a certificate.
pub fn compressed(text: &str) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 6)
}

/// Adds the digest.
pub fn seal(mut content: Vec<u8>) -> Vec<u8> {
    let digest = blake3::hash(&content);
    content.extend(digest.as_bytes());
    content
}

/// Nimbers by the definition: from those of all options.
#[derive(Default)]
pub struct Nimbers(HashMap<Land, u8>);

impl Nimbers {
    pub fn of(&mut self, position: &Canonical) -> u8 {
        position.lands().iter().map(|land| self.of_land(land)).fold(0, |a, b| a ^ b)
    }

    fn of_land(&mut self, land: &Land) -> u8 {
        if let Some(&nimber) = self.0.get(land) {
            return nimber;
        }
        let options: Vec<u8> = land_options(land).unwrap().iter().map(|option| self.of(option)).collect();
        let nimber = (0..).find(|n| !options.contains(n)).unwrap();
        self.0.insert(land.clone(), nimber);
        nimber
    }
}

/// A proof with few claims: whatever is missing is added until nothing is.
pub fn small_proof(start: &str, result: Outcome) -> Draft {
    small_proof_of(&[(start, result)])
}

/// The same for several results.
pub fn small_proof_of(results: &[(&str, Outcome)]) -> Draft {
    let results: Vec<(Canonical, Outcome)> =
        results.iter().map(|(start, result)| (canonical(start), *result)).collect();
    let mut nimbers = Nimbers::default();
    let mut claims: BTreeMap<Land, u8> = BTreeMap::new();
    let mut add: Vec<Land> = vec![];
    for (start, result) in &results {
        let is_whole = *result != Outcome::Win || start.lands().len() > 1;
        add.extend(start.lands().iter().filter(|_| is_whole).cloned());
    }
    let mut replies = BTreeMap::new();
    loop {
        claims.extend(add.drain(..).map(|land| (land.clone(), nimbers.of_land(&land))));
        let list = claims.iter().map(|(land, nimber)| Claim { land: land.clone(), nimber: *nimber });
        let table = Proof { claims: list.collect(), ..Proof::default() };
        replies.clear();
        let mut rests_on: Vec<(Land, u8)> = vec![];
        for (start, _) in results.iter().filter(|(_, result)| *result == Outcome::Win) {
            if let (sum, [land]) = (table.rest(start).0, &table.rest(start).1[..]) {
                rests_on.push(((*land).clone(), sum));
            }
        }
        for Claim { land, nimber: k } in &table.claims {
            let options = land_options(land).unwrap();
            for j in 0..*k {
                if !options.iter().any(|option| table.rest(option) == (j, vec![])) {
                    add.extend(options.iter().find(|option| nimbers.of(option) == j).unwrap().lands().to_vec());
                }
            }
            for option in options {
                match table.rest(&option) {
                    (_, unclaimed) if unclaimed.is_empty() => {}
                    (sum, unclaimed) if unclaimed.len() == 1 => rests_on.push((unclaimed[0].clone(), sum ^ k)),
                    (_, unclaimed) => add.extend(unclaimed[1..].iter().map(|land| (*land).clone())),
                }
            }
        }
        for (land, nimber) in rests_on {
            let moves = moves(&land);
            let after: Vec<Canonical> = moves.all().map(|after| after.canonical().unwrap()).collect();
            match after.iter().position(|reply| table.rest(reply) == (nimber, vec![])) {
                Some(number) => drop(replies.insert((land, nimber), number as u64)),
                None => match after.iter().find(|reply| nimbers.of(reply) == nimber) {
                    Some(reply) => add.extend(table.rest(reply).1.into_iter().cloned()),
                    None => add.push(land),
                },
            }
        }
        if add.is_empty() {
            break;
        }
    }
    let claims = claims.into_iter().map(|(land, nimber)| (land.to_string(), nimber)).collect();
    let results = results.iter().map(|(start, result)| (start.to_string(), *result)).collect();
    Draft { results, claims, replies: replies.into_values().collect(), stated: None }
}

/// A proof that claims everything and needs no reply.
pub fn full_proof(start: &str, result: Outcome) -> Draft {
    let mut nimbers = Nimbers::default();
    let mut seen = BTreeSet::from([canonical(start)]);
    let mut waiting: Vec<Canonical> = seen.iter().cloned().collect();
    while let Some(position) = waiting.pop() {
        nimbers.of(&position);
        waiting.extend(options(&position).unwrap().into_iter().filter(|option| seen.insert(option.clone())));
    }
    let claims: BTreeMap<Land, u8> = nimbers.0.into_iter().collect();
    let claims = claims.into_iter().map(|(land, nimber)| (land.to_string(), nimber)).collect();
    let results = vec![(canonical(start).to_string(), result)];
    Draft { results, claims, replies: vec![], stated: None }
}
