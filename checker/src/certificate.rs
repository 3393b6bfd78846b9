//! The file around a proof (FORMAT.md section 8): magic, postcard structure, digest; and the text that a Sprouts certificate
//! has for its body (section 9), inflated within bounds. No length in the file is believed.

use crate::budget::{Allowance, Budget};
use crate::error::{Family, Result, cited, ensure, error};
use crate::others::puzzles::{gaps, morpion};
use crate::others::variants::{degree_two::DegreeTwo, endless::Endless};
use crate::parallel::Settings;
use crate::{normal, others};
use miniz_oxide::inflate::TINFLStatus::{Done, HasMoreOutput};
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF as ONE_BUFFER;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::str::FromStr;

pub(crate) const MAGIC: &[u8] = b"SPROOF\r\n";
/// The version of Sprouts certificates; those about other games have the first one.
pub(crate) const VERSION: u32 = 2;

/// A text may have so many bytes and 4 for each of its body.
const MAX_TEXT: usize = 30_000_000;
/// No longer line is read: errors cite lines.
const MAX_LINE: usize = 20_000;

/// The structure of the file, as postcard writes it.
#[derive(Serialize, Deserialize)]
pub(crate) struct Contents<'a> {
    pub version: u32,
    pub statement: Statement,
    pub claims: u32,
    pub replies: u32,
    pub body: &'a [u8],
}

/// What a certificate is to prove. Positions are in short notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Statement {
    SproutsNormal { start: String, result: Outcome },
    SproutsMisere { start: String, result: Outcome, closure: String },
    MorpionGame(morpion::Game),
    MorpionBound(morpion::Bound),
    GapsWinnable(gaps::Deal),
    GapsUnwinnable(gaps::Unwinnable),
    DegreeTwo(DegreeTwo),
    EndlessDegree(Endless),
}

/// The result for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Outcome {
    #[error("LOSS")]
    Loss,
    #[error("WIN")]
    Win,
    /// In normal play only.
    #[error("NIMBER {0}")]
    Nimber(u8),
}

/// A certificate that has been verified: what it proves, and the blake3 of its content.
pub struct Verified {
    pub statement: Statement,
    pub digest: blake3::Hash,
    /// How many claims (in misère play: lost nodes) and how many replies there are.
    pub counts: (usize, usize),
    /// Why the claim is true that was to be explained, line by line; an error if there is no such claim.
    pub explanation: Result<Vec<String>>,
}

/// Verifies the certificate in a file. What it finds, be it an error, does not depend on the number of threads: whether an
/// allowance is enough does not, but which step is the one too many does. So this is then found out on one thread.
pub fn verify(file: &[u8], settings: &Settings) -> Result<Verified> {
    let parts = file.strip_prefix(MAGIC).and_then(|rest| rest.split_last_chunk::<32>());
    let no_parts = || error!(Malformed, "it does not begin with the magic bytes, or is too short for a digest");
    let (structure, stated) = parts.ok_or_else(no_parts)?;
    let digest = blake3::hash(&file[..file.len() - stated.len()]);
    ensure(digest == *stated, || error!(Malformed, "the digest is not that of the content, blake3 {digest}"))?;
    let unreadable = |error| error!(Malformed, "the structure cannot be read: {error}");
    let ((version, game), _) = postcard::take_from_bytes::<(u32, u32)>(structure).map_err(unreadable)?;
    let known = if game < 2 { VERSION } else { 1 };
    ensure(version == known, || error!(Malformed, "the version is {version}, and this program knows {known}"))?;
    let contents: Contents = postcard::from_bytes(structure).map_err(unreadable)?;
    // Postcard does not mind bytes that are left over, nor numbers that are written longer than necessary.
    let is_plain = postcard::to_stdvec(&contents).map_err(unreadable)? == structure;
    ensure(is_plain, || error!(Malformed, "a number is not written in the fewest bytes, or bytes are left over"))?;
    let counts = (contents.claims as usize, contents.replies as usize);
    let budget = || Budget::new(settings.allowance.unwrap_or(Allowance::of_size(file.len())));
    let check = |settings: &Settings| match &contents.statement {
        Statement::SproutsNormal { start, result } => normal::verify(&contents, start, *result, settings, &budget()),
        _ => others::verify(&contents, settings, &budget()),
    };
    let explanation = match check(settings) {
        Err(error) if error.family == Family::CannotCheck && settings.threads.get() > 1 => {
            check(&Settings { threads: NonZero::<usize>::MIN, ..*settings })?
        }
        found => found?,
    };
    Ok(Verified { statement: contents.statement, digest, counts, explanation })
}

/// The text, which takes as many bytes of memory as it has. There are exactly as many lines in it as there should
/// be claims and replies, each with its end.
pub(crate) fn text(contents: &Contents, budget: &Budget) -> Result<String> {
    // No stream is longer: two bits stand for 258 bytes at most.
    let (body, longest) = (contents.body, 1032 * contents.body.len());
    let mut text = vec![0; longest.min(MAX_TEXT + 4 * body.len())];
    match decompress(&mut DecompressorOxide::new(), body, &mut text, 0, ONE_BUFFER) {
        (Done, read, written) if read == body.len() => text.truncate(written),
        (HasMoreOutput, ..) => return Err(error!(CannotCheck, "the text has more than {} bytes", text.len())),
        _ => return Err(error!(Malformed, "the body is not a compressed text, all of it and no more")),
    }
    budget.memory(text.len())?;
    let text = String::from_utf8(text).ok().filter(|text| text.is_ascii());
    let text = text.ok_or_else(|| error!(Malformed, "the text is not ASCII"))?;
    let (stated, found) = (u64::from(contents.claims) + u64::from(contents.replies), text.matches('\n').count());
    let is_whole = found as u64 == stated && (text.is_empty() || text.ends_with('\n'));
    ensure(is_whole, || error!(Malformed, "the text has {found} lines with an end, not {stated} and no more"))?;
    let is_short = text.split('\n').all(|line| line.len() <= MAX_LINE);
    ensure(is_short, || error!(CannotCheck, "a line of the text has more than {MAX_LINE} characters"))?;
    Ok(text)
}

/// A decimal number, as it is printed: digits only, without leading zeros.
pub(crate) fn number<N: FromStr + Display + PartialOrd>(digits: &str, range: RangeInclusive<N>) -> Result<N> {
    let number = digits.parse().ok().filter(|number: &N| number.to_string() == digits && range.contains(number));
    let (least, most) = range.into_inner();
    number.ok_or_else(|| error!(Malformed, "{} should be a number from {least} to {most}", cited(digits)))
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (start, play, result) = match self {
            Statement::SproutsNormal { start, result } => (start, "normal", result),
            Statement::SproutsMisere { start, result, .. } => (start, "misere", result),
            _ => return f.write_str(&others::text(self)),
        };
        match start.strip_prefix("0*").unwrap_or(if start == "0" { "1" } else { "" }).parse::<u32>() {
            Ok(spots) => write!(f, "sprouts {spots} {play} {result}"),
            Err(_) => write!(f, "sprouts position {start} {play} {result}"),
        }
    }
}
