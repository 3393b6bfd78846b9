//! Certificates of the variants, in the container of FORMAT.md section 8 (FORMAT-VARIANTS.md sections 4 and 5).

use super::degree_two::{Proof, Sum};
use super::endless::Endless;
use crate::drawn::Move;
use crate::proof::Sealed;
use serde::{Serialize, Serializer};

const MAGIC: &[u8; 8] = b"SPROOF\r\n";
const VERSION: u32 = 1;

/// A statement is written as its number and its fields: the bytes of an enum with that variant.
#[derive(Serialize)]
struct Certificate<'a, F: Serialize> {
    version: u32,
    statement: (u32, F),
    claims: u32,
    replies: u32,
    #[serde(serialize_with = "as_bytes")]
    body: &'a [u8],
}

fn as_bytes<S: Serializer>(bytes: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

const DEGREE_TWO: u32 = 6;
const ENDLESS: u32 = 7;

/// The certificate that the game with greatest degree 2 is won or lost.
pub fn seal_degree_two(proof: &Proof) -> Sealed {
    let mut body = Vec::new();
    for position in &proof.lost {
        push_position(&mut body, position);
    }
    let result = u32::from(!proof.is_lost);
    seal((DEGREE_TWO, (proof.spots, proof.misere, result)), proof.lost.len(), &body)
}

/// The certificate that a game with a greater degree has come to a position from which it can go on.
pub fn seal_endless(game: &Endless) -> Sealed {
    let mut body = Vec::new();
    for played in &game.moves {
        push_move(&mut body, played);
    }
    let fields = (game.max_degree as u32, game.spots as u32, game.position.full_hoey());
    seal((ENDLESS, fields), game.moves.len(), &body)
}

fn seal<F: Serialize>(statement: (u32, F), claims: usize, body: &[u8]) -> Sealed {
    let certificate = Certificate { version: VERSION, statement, claims: claims as u32, replies: 0, body };
    let mut bytes = postcard::to_extend(&certificate, MAGIC.to_vec()).expect("certificates can be serialised");
    let digest = blake3::hash(&bytes);
    bytes.extend_from_slice(digest.as_bytes());
    Sealed { bytes, digest }
}

fn push_position(body: &mut Vec<u8>, position: &Sum) {
    push_number(body, position.heaps().len());
    for heap in position.heaps() {
        push_number(body, heap.spots as usize);
        push_number(body, heap.paths as usize);
    }
}

fn push_move(body: &mut Vec<u8>, played: &Move) {
    let curve = &played.curve;
    for number in [curve.region, curve.x.boundary, curve.x.at, curve.y.boundary, curve.y.at, played.right.len()] {
        push_number(body, number);
    }
    for &boundary in &played.right {
        push_number(body, boundary);
    }
}

/// LEB128 in the fewest bytes, as everywhere in a certificate.
fn push_number(body: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        body.push(number as u8 | 0x80);
        number >>= 7;
    }
    body.push(number as u8);
}
