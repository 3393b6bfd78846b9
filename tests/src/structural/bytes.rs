//! What a certificate says, read byte by byte from the documents in `proofs/`: the judge's own reader.
//!
//! It is lenient where the checker must be strict, and refuses nothing that has a meaning: whatever the checker accepts is to
//! be judged by what is written, not by what a mutator meant to write.

use miniz_oxide::inflate::decompress_to_vec;

/// The result of a game of Sprouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Loss,
    Win,
    Nimber(u8),
}

/// What a file states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Normal { results: Vec<(String, Outcome)> },
    Misere { results: Vec<(String, Outcome)>, closure: String },
    MorpionGame { rule: u8, moves: Vec<[u8; 3]> },
    MorpionBound { rule: u8, moves: Vec<[u8; 3]>, nodes: u64, best: u64, at_best: u64, histogram: Vec<u64> },
    GapsWinnable { variant: u8, ranks: u8, cells: Vec<u8> },
    GapsUnwinnable { variant: u8, ranks: u8, cells: Vec<u8>, positions: u64, fingerprint: [u8; 16] },
    DegreeTwo { spots: u64, misere: bool, result: Outcome },
    Endless { max_degree: u64, start: u64, position: String },
}

/// A certificate, taken apart.
#[derive(Clone, Debug)]
pub struct Content {
    pub statement: Statement,
    pub claims: u64,
    pub replies: u64,
    pub body: Vec<u8>,
}

/// Reads what stands between the magic bytes and the digest.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for place in 0..10 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn string(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| item(self)).collect()
    }

    fn outcome(&mut self) -> Option<Outcome> {
        match self.number()? {
            0 => Some(Outcome::Loss),
            1 => Some(Outcome::Win),
            2 => Some(Outcome::Nimber(self.byte()?)),
            _ => None,
        }
    }

    fn results(&mut self) -> Option<Vec<(String, Outcome)>> {
        self.list(|reader| Some((reader.string()?, reader.outcome()?)))
    }

    fn moves(&mut self) -> Option<Vec<[u8; 3]>> {
        self.list(|reader| Some([reader.byte()?, reader.byte()?, reader.byte()?]))
    }

    fn statement(&mut self) -> Option<Statement> {
        Some(match self.number()? {
            0 => Statement::Normal { results: self.results()? },
            1 => Statement::Misere { results: self.results()?, closure: self.string()? },
            2 => Statement::MorpionGame { rule: self.byte()?, moves: self.moves()? },
            3 => Statement::MorpionBound {
                rule: self.byte()?,
                moves: self.moves()?,
                nodes: self.number()?,
                best: self.number()?,
                at_best: self.number()?,
                histogram: self.list(Self::number)?,
            },
            4 => Statement::GapsWinnable { variant: self.byte()?, ranks: self.byte()?, cells: self.bytes()?.to_vec() },
            5 => Statement::GapsUnwinnable {
                variant: self.byte()?,
                ranks: self.byte()?,
                cells: self.bytes()?.to_vec(),
                positions: self.number()?,
                fingerprint: self.fingerprint()?,
            },
            6 => Statement::DegreeTwo { spots: self.number()?, misere: self.byte()? == 1, result: self.outcome()? },
            7 => Statement::Endless { max_degree: self.number()?, start: self.number()?, position: self.string()? },
            _ => return None,
        })
    }

    fn fingerprint(&mut self) -> Option<[u8; 16]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }
}

impl Content {
    /// Nothing if the file has no meaning at all.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut reader = Reader(file.get(8..file.len().checked_sub(32)?)?);
        reader.number()?; // the version
        let statement = reader.statement()?;
        let (claims, replies, body) = (reader.number()?, reader.number()?, reader.bytes()?.to_vec());
        reader.0.is_empty().then_some(Content { statement, claims, replies, body })
    }

    /// The lines of the text of a Sprouts certificate: those of claims or nodes, and those of replies.
    pub fn lines(&self) -> Option<(Vec<String>, Vec<String>)> {
        let text = String::from_utf8(decompress_to_vec(&self.body).ok()?).ok()?;
        let mut claims: Vec<String> = text.lines().map(str::to_string).collect();
        let replies = claims.split_off(claims.len().min(self.claims as usize));
        Some((claims, replies))
    }
}
