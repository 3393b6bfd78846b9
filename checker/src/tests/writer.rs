//! Writes certificates for the tests: the other direction of FORMAT.md section 9, and small proofs made the plain way.

use crate::certificate::{Contents, MAGIC, Outcome, Statement, VERSION};
use crate::land::{Canonical, Land};
use crate::normal::Proof;
use crate::options;
use crate::tests::{canonical, land_options, moves};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// A certificate before it is written, right or wrong.
#[derive(Clone, Debug)]
pub struct Draft {
    pub start: String,
    pub result: Outcome,
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
        let statement = Statement::SproutsNormal { start: self.start.clone(), result: self.result };
        let contents = Contents { version: VERSION, statement, claims, replies, body };
        seal([MAGIC, &postcard::to_stdvec(&contents).unwrap()].concat())
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
    let start = canonical(start);
    let mut nimbers = Nimbers::default();
    let mut claims: BTreeMap<Land, u8> = BTreeMap::new();
    let whole = if result == Outcome::Win && start.lands().len() == 1 { 0 } else { start.lands().len() };
    let mut add: Vec<Land> = start.lands()[..whole].to_vec();
    let mut replies = BTreeMap::new();
    loop {
        claims.extend(add.drain(..).map(|land| (land.clone(), nimbers.of_land(&land))));
        let table = Proof { claims: claims.clone().into_iter().collect(), ..Proof::default() };
        replies.clear();
        let mut rests_on: Vec<(Land, u8)> = vec![];
        if let (Outcome::Win, (sum, [land])) = (result, (table.known(&start).0, &table.known(&start).1[..])) {
            rests_on.push(((*land).clone(), sum));
        }
        for (land, k) in &table.claims {
            let options = land_options(land).unwrap();
            for j in 0..*k {
                if !options.iter().any(|option| table.known(option) == (j, vec![])) {
                    add.extend(options.iter().find(|option| nimbers.of(option) == j).unwrap().lands().to_vec());
                }
            }
            for option in options {
                match table.known(&option) {
                    (_, unclaimed) if unclaimed.is_empty() => {}
                    (sum, unclaimed) if unclaimed.len() == 1 => rests_on.push((unclaimed[0].clone(), sum ^ k)),
                    _ => add.extend(option.lands()[1..].to_vec()),
                }
            }
        }
        for (land, nimber) in rests_on {
            let moves = moves(&land);
            let after = (0..moves.count).map(|number| moves.play(number).unwrap().canonical().unwrap());
            let after: Vec<Canonical> = after.collect();
            match after.iter().position(|reply| table.known(reply) == (nimber, vec![])) {
                Some(number) => drop(replies.insert((land, nimber), number as u64)),
                None => match after.iter().find(|reply| nimbers.of(reply) == nimber) {
                    Some(reply) => add.extend(reply.lands().to_vec()),
                    None => add.push(land),
                },
            }
        }
        if add.is_empty() {
            break;
        }
    }
    let claims = claims.into_iter().map(|(land, nimber)| (land.to_string(), nimber)).collect();
    let replies = replies.into_values().collect();
    Draft { start: start.to_string(), result, claims, replies, stated: None }
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
    Draft { start: start.to_string(), result, claims, replies: vec![], stated: None }
}
