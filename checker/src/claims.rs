//! The claims and replies of a certificate, decoded from its body (FORMAT.md section 9), and how a position stands with
//! regard to the claims (section 7).

use crate::certificate::Contents;
use crate::error::{Malformed, Step};
use crate::limits::{MAX_OCCURRENCES, Memory};
use crate::parse::must_be_a_land;
use crate::range_coder::{Decoder, Model, OutOfBytes};
use crate::token::{Canonical, Land, Token};

/// That a land has a nimber.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub land: Land,
    pub nimber: u8,
}

/// Claims in strictly increasing order of their lands.
pub(crate) struct Claims(pub Vec<Claim>);

/// How a position stands, if it is to have another nimber than k.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// All lands are claimed; the position has this nimber.
    Settled(u8),
    /// This land alone is not claimed; it must not have this nimber.
    RestsOn(Land, u8),
    /// Two lands or more are not claimed.
    Open,
}

impl Claims {
    /// Claims are counted from 1.
    pub(crate) fn step(&self, number: usize) -> Step {
        match number.checked_sub(1).and_then(|i| self.0.get(i)) {
            Some(claim) => Step::Claim { number, land: claim.land.clone(), nimber: claim.nimber },
            None => Step::Start,
        }
    }

    pub(crate) fn standing(&self, position: &Canonical, k: u8) -> Standing {
        let (mut sum, mut unclaimed) = (0, None);
        for land in position.lands() {
            match self.0.binary_search_by(|claim| claim.land.cmp(land)) {
                Ok(i) => sum ^= self.0[i].nimber,
                Err(_) if unclaimed.is_none() => unclaimed = Some(land),
                Err(_) => return Standing::Open,
            }
        }
        unclaimed.map_or(Standing::Settled(sum), |land| Standing::RestsOn(land.clone(), sum ^ k))
    }
}

/// Decodes the body: the claims, not yet known to be reduced and canonical, and the numbers of the replies.
pub(crate) fn decode(contents: &Contents, memory: &mut Memory) -> Result<(Claims, Vec<u64>), Malformed> {
    let mut coder = Decoder::new(contents.body)?;
    let (mut lands, mut nimber) = (LandReader::new(), [Model::NEW; 32]);
    let mut claims: Vec<Claim> = Vec::new();
    for number in 1..=contents.claims as usize {
        let land = lands.next(&mut coder, number, memory)?;
        claims.push(Claim { land, nimber: coder.number(&mut nimber)? as u8 });
    }
    let mut reply = SmallNumber::NEW;
    let mut replies = Vec::new();
    for number in 1..=contents.replies as usize {
        memory.take(Memory::REPLY).map_err(|_| Malformed::Oversized)?;
        replies.push(reply.read(&mut coder, |bits| Malformed::ReplyLength { number, bits })?);
    }
    match coder.left() {
        0 => Ok((Claims(claims), replies)),
        count => Err(Malformed::BodyTooLong(count)),
    }
}

impl From<OutOfBytes> for Malformed {
    fn from(_: OutOfBytes) -> Self {
        Malformed::BodyTooShort
    }
}

/// The models of a kind of small numbers.
pub(crate) struct SmallNumber {
    length: [Model; 64],
    mantissa: [[Model; 16]; 41],
}

impl SmallNumber {
    pub(crate) const NEW: Self = SmallNumber { length: [Model::NEW; 64], mantissa: [[Model::NEW; 16]; 41] };

    /// A small number. Its length, from 1 to 40 bits, may be wrong.
    pub(crate) fn read(
        &mut self,
        coder: &mut Decoder,
        wrong_length: impl FnOnce(usize) -> Malformed,
    ) -> Result<u64, Malformed> {
        let bits = coder.number(&mut self.length)?;
        let tree = self.mantissa.get_mut(bits).filter(|_| bits > 0).ok_or_else(|| wrong_length(bits))?;
        let mut value: u64 = 1;
        for i in 1..bits {
            let bit = if i <= 4 { coder.bit(&mut tree[value as usize])? } else { coder.plain_bit()? };
            value = 2 * value + bit as u64;
        }
        Ok(value - 1)
    }
}

/// What stands for a missing symbol in the context of another.
const NONE: usize = 32;
/// Symbols from here on are written with an escape.
const ESCAPE: usize = 31;

/// Reads lands in increasing order, each after the one before.
pub(crate) struct LandReader {
    shared: Vec<Model>,
    /// For each pair of symbols before.
    symbol: Vec<[Model; 32]>,
    escape: Vec<Model>,
    before: Spelling,
}

impl LandReader {
    pub(crate) fn new() -> Self {
        let tree = |bits: u32| vec![Model::NEW; 1 << bits];
        let symbol = vec![[Model::NEW; 32]; (NONE + 1) * (NONE + 1)];
        LandReader { shared: tree(8), symbol, escape: tree(8), before: Spelling::default() }
    }

    /// The land with this number, counted from 1.
    pub(crate) fn next(&mut self, coder: &mut Decoder, number: usize, memory: &mut Memory) -> Result<Land, Malformed> {
        let spelling = self.spelling(coder, number)?;
        let land = Land(spelling.tokens.clone());
        must_be_a_land(&land.0).map_err(|problem| Malformed::NotALand { number, problem })?;
        if number > 1 && self.before.tokens >= land.0 {
            return Err(Malformed::NotIncreasing { number, land });
        }
        memory.keep(&land).map_err(|_| Malformed::Oversized)?;
        self.before = spelling;
        Ok(land)
    }

    /// A land that shares its first symbols with the one before.
    fn spelling(&mut self, coder: &mut Decoder, number: usize) -> Result<Spelling, Malformed> {
        let before = &self.before;
        let shared = coder.number(&mut self.shared)?;
        if shared > 0 && shared >= before.symbols.len() {
            return Err(Malformed::SharedTooLong { number, shared });
        }
        let mut spelling = Spelling::default();
        for &symbol in &before.symbols[..shared] {
            spelling.push(symbol).ok_or(Malformed::NoSuchLetter { number, symbol })?;
        }
        while !spelling.is_finished() {
            // A spot brings at most two terminators with it.
            if spelling.symbols.len() > 3 * MAX_OCCURRENCES {
                return Err(Malformed::LandTooLong { number });
            }
            let back = |n: usize| spelling.symbols.iter().nth_back(n).map_or(NONE, |&symbol| symbol.min(ESCAPE));
            let mut symbol = coder.number(&mut self.symbol[back(0) * (NONE + 1) + back(1)])?;
            if symbol == ESCAPE {
                symbol += coder.number(&mut self.escape)?;
            }
            spelling.push(symbol).ok_or(Malformed::NoSuchLetter { number, symbol })?;
        }
        Ok(spelling)
    }
}

/// A land as far as it has been read.
#[derive(Default)]
struct Spelling {
    symbols: Vec<usize>,
    tokens: Vec<Token>,
    lower: Letters,
    upper: Letters,
}

/// The letters written once so far, in order of their names, and the next name.
#[derive(Default)]
struct Letters {
    once: Vec<u16>,
    next: u16,
}

impl Letters {
    fn fresh(&mut self) -> u16 {
        self.once.push(self.next);
        self.next += 1;
        self.next - 1
    }

    fn again(&mut self, i: usize) -> Option<u16> {
        (i < self.once.len()).then(|| self.once.remove(i))
    }
}

impl Spelling {
    /// Adds a symbol, unless it stands for a letter that has not been written once.
    fn push(&mut self, symbol: usize) -> Option<()> {
        let token = match symbol {
            0..=2 => Token::Single(symbol as u8),
            3 => Token::EndBoundary,
            4 => Token::EndRegion,
            5 => Token::Lower(self.lower.fresh()),
            6 => Token::Upper(self.upper.fresh()),
            _ if symbol % 2 == 1 => Token::Lower(self.lower.again((symbol - 7) / 2)?),
            _ => Token::Upper(self.upper.again((symbol - 8) / 2)?),
        };
        if token == Token::EndBoundary {
            self.lower = Letters::default();
        }
        self.tokens.push(token);
        self.symbols.push(symbol);
        Some(())
    }

    fn is_finished(&self) -> bool {
        self.tokens.last() == Some(&Token::EndRegion) && self.upper.once.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::{Outcome, Stated, VERSION};
    use crate::testing::writer::Draft;
    use crate::testing::{canonical, drawn, lands, whole_game};

    fn decoded(draft: &Draft) -> Result<(Claims, Vec<u64>), Malformed> {
        let statement = Stated::SproutsNormal { start: &draft.start, result: draft.result };
        let (claims, replies) = (draft.claims.len() as u32, draft.replies.len() as u32);
        let body = draft.body();
        decode(&Contents { version: VERSION, statement, claims, replies, body: &body }, &mut Memory::for_file(0))
    }

    #[test]
    fn what_is_written_is_read() {
        let mut random = crate::testing::Random::new(6);
        let mut all = lands(&whole_game(4));
        all.extend((0..200).flat_map(|_| drawn(&mut random, 15).canonical().unwrap().0));
        // Many letters: symbols with an escape, and beginnings longer than what can be shared.
        let letters = |from: u16| (from..from + 60).map(|name| Token::Upper(name).to_string()).collect::<String>();
        let ring = |text: &str| canonical(&format!("{text}{}|0.{}", letters(0), letters(0)));
        all.extend(["0.0.", "0.1.", "1.12."].map(ring).into_iter().flat_map(|position| position.0));
        let nests = ["0.1abcdefghijklmno2ponmlkjihgfedcba", "abcdefghijklmnopabcdefghijklmnop.0"];
        all.extend(
            nests
                .into_iter()
                .filter_map(|text| crate::parse_position(text).ok())
                .flat_map(|p| p.canonical().unwrap().0),
        );
        let claims: Vec<_> = all.iter().map(|land| (land.0.clone(), random.below(32) as u8)).collect();
        let replies: Vec<u64> = (0..500).map(|i| (1 << (i % 40)) + random.below(1 << (i % 30)) as u64 - 1).collect();
        let replies: Vec<u64> = replies.into_iter().map(|reply| reply.min((1 << 40) - 2)).collect();
        let draft = Draft { version: 1, start: "0".into(), result: Outcome::Loss, claims, replies, stated: None };
        let (claims, replies) = decoded(&draft).unwrap();
        assert!(
            claims.0.iter().map(|claim| (&claim.land.0, claim.nimber)).eq(draft.claims.iter().map(|(l, n)| (l, *n)))
        );
        assert_eq!(replies, draft.replies);
    }
}
