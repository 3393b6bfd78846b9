//! Writes certificates for the tests: the other direction of FORMAT.md section 9, and small proofs made the plain way.

use crate::certificate::{Contents, MAGIC, Outcome, Statement, VERSION};
use crate::coder::Model;
use crate::land::{BAR, Canonical, DOT, LOWER, Land, Token, UPPER};
use crate::moves::{Moves, options};
use crate::normal::{Proof, Standing};
use crate::tests::{canonical, land_options};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A range encoder with carry, as in LZMA: what `Decoder` undoes.
pub struct Encoder {
    low: u64,
    range: u32,
    held: u8,
    held_ff: usize,
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn new() -> Self {
        Encoder { low: 0, range: u32::MAX, held: 0, held_ff: 0, bytes: vec![] }
    }

    pub fn bit(&mut self, model: &mut Model, bit: usize) {
        let bound = model.bound(self.range);
        if bit == 0 {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        while self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
        model.learn(bit);
    }

    pub fn plain_bit(&mut self, bit: usize) {
        self.bit(&mut Model::NEW.clone(), bit);
    }

    pub fn number(&mut self, tree: &mut [Model], number: usize) {
        let mut m = 1;
        let mut mask = tree.len() / 2;
        while mask > 0 {
            let bit = usize::from(number & mask > 0);
            self.bit(&mut tree[m], bit);
            m = 2 * m + bit;
            mask /= 2;
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if self.low < 0xFF00_0000 || carry == 1 {
            self.bytes.push(self.held.wrapping_add(carry));
            self.bytes.extend(vec![0xFFu8.wrapping_add(carry); self.held_ff]);
            self.held_ff = 0;
            self.held = (self.low >> 24) as u8;
        } else {
            self.held_ff += 1;
        }
        self.low = (self.low << 8) & 0xFFFF_FFFF;
    }

    pub fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift());
        self.bytes.split_off(1) // the first byte is that of the carry, which never comes
    }
}

/// A certificate before it is written, right or wrong.
#[derive(Clone, Debug)]
pub struct Draft {
    pub version: u32,
    pub start: String,
    pub result: Outcome,
    pub claims: Vec<(Vec<Token>, u8)>,
    pub replies: Vec<u64>,
    /// What the header says in place of the true counts.
    pub stated: Option<(u32, u32)>,
}

impl Draft {
    pub fn bytes(&self) -> Vec<u8> {
        self.with_body(&self.body())
    }

    pub fn with_body(&self, body: &[u8]) -> Vec<u8> {
        let (claims, replies) = self.stated.unwrap_or((self.claims.len() as u32, self.replies.len() as u32));
        let statement = Statement::SproutsNormal { start: self.start.clone(), result: self.result };
        let contents = Contents { version: self.version, statement, claims, replies, body };
        seal([MAGIC, &postcard::to_stdvec(&contents).unwrap()].concat())
    }

    pub fn body(&self) -> Vec<u8> {
        let (mut coder, mut lands, mut nimbers) = (Encoder::new(), LandWriter::new(), models(5));
        for (tokens, nimber) in &self.claims {
            lands.write(&mut coder, tokens);
            coder.number(&mut nimbers, usize::from(*nimber));
        }
        let mut replies = SmallWriter::new();
        self.replies.iter().for_each(|reply| replies.write(&mut coder, *reply));
        coder.finish()
    }
}

pub fn models(bits: u32) -> Vec<Model> {
    vec![Model::NEW; 1 << bits]
}

/// Writes lands, each after the one before.
pub struct LandWriter {
    shared: Vec<Model>,
    escape: Vec<Model>,
    symbol: HashMap<(usize, usize), Vec<Model>>,
    before: Vec<usize>,
}

impl LandWriter {
    pub fn new() -> Self {
        LandWriter { shared: models(8), escape: models(8), symbol: HashMap::new(), before: vec![] }
    }

    pub fn write(&mut self, coder: &mut Encoder, tokens: &[Token]) {
        let symbols = symbols(tokens);
        let same = self.before.iter().zip(&symbols).take_while(|(a, b)| a == b).count();
        let shared = same.min(255).min(symbols.len() - 1).min(self.before.len().saturating_sub(1));
        coder.number(&mut self.shared, shared);
        for i in shared..symbols.len() {
            let back = |n: usize| i.checked_sub(n).map_or(32, |i| symbols[i].min(31));
            coder.number(self.symbol.entry((back(1), back(2))).or_insert_with(|| models(5)), symbols[i].min(31));
            if symbols[i] >= 31 {
                coder.number(&mut self.escape, symbols[i] - 31);
            }
        }
        self.before = symbols;
    }
}

/// Writes the small numbers of one kind.
pub struct SmallWriter {
    length: Vec<Model>,
    mantissa: Vec<Vec<Model>>,
}

impl SmallWriter {
    pub fn new() -> Self {
        SmallWriter { length: models(6), mantissa: vec![models(4); 64] }
    }

    pub fn write(&mut self, coder: &mut Encoder, number: u64) {
        let value = number + 1;
        let bits = value.ilog2() as usize + 1;
        coder.number(&mut self.length, bits);
        let mut m = 1;
        for i in (0..bits - 1).rev() {
            let bit = (value >> i & 1) as usize;
            if m < 16 {
                coder.bit(&mut self.mantissa[bits][m], bit);
                m = 2 * m + bit;
            } else {
                coder.plain_bit(bit);
            }
        }
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

fn symbols(tokens: &[Token]) -> Vec<usize> {
    let (mut lower, mut upper): (BTreeSet<u16>, BTreeSet<u16>) = Default::default();
    let letter = |once: &mut BTreeSet<u16>, name: u16, fresh: usize| match once.iter().position(|&n| n == name) {
        Some(i) => {
            once.remove(&name);
            fresh + 2 + 2 * i
        }
        None => {
            once.insert(name);
            fresh
        }
    };
    let symbol = |token: &Token| match *token {
        DOT => {
            lower.clear();
            3
        }
        BAR => 4,
        degree @ 0..LOWER => usize::from(degree),
        name @ LOWER..UPPER => letter(&mut lower, name, 5),
        name => letter(&mut upper, name, 6),
    };
    tokens.iter().map(symbol).collect()
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
        let table = Proof {
            claims: claims.clone().into_iter().collect(),
            nimbers: claims.clone().into_iter().collect(),
            ..Proof::default()
        };
        replies.clear();
        let mut rests_on: Vec<(Land, u8)> = vec![];
        if let (Standing::RestsOn(refutation), Outcome::Win) = (table.standing(&start, 0), result) {
            rests_on.push(refutation);
        }
        for (land, k) in &table.claims {
            let options = land_options(land).unwrap();
            for j in 0..*k {
                if !options.iter().any(|option| table.standing(option, 0) == Standing::Settled(j)) {
                    add.extend(options.iter().find(|option| nimbers.of(option) == j).unwrap().lands().to_vec());
                }
            }
            for option in options {
                match table.standing(&option, *k) {
                    Standing::Settled(_) => {}
                    Standing::RestsOn(refutation) => rests_on.push(refutation),
                    Standing::Open => add.extend(option.lands()[1..].to_vec()),
                }
            }
        }
        for (land, nimber) in rests_on {
            let moves = Moves::of(&land);
            let after: Vec<Canonical> = moves.all().unwrap().map(|(_, after)| after.canonical().unwrap()).collect();
            match after.iter().position(|reply| table.standing(reply, 0) == Standing::Settled(nimber)) {
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
    let claims = claims.into_iter().map(|(land, nimber)| (land.0.to_vec(), nimber)).collect();
    let replies = replies.into_values().collect();
    Draft { version: VERSION, start: start.to_string(), result, claims, replies, stated: None }
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
    let claims = claims.into_iter().map(|(land, nimber)| (land.0.to_vec(), nimber)).collect();
    Draft { version: VERSION, start: start.to_string(), result, claims, replies: vec![], stated: None }
}
