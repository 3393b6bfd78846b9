//! Mutants of certificates of the variants, and whether what they state is true.
//!
//! With greatest degree 2 every game of total s + p lasts exactly s + p moves (FORMAT-VARIANTS.md section 3), which tells the
//! outcome of every claim. A game with a greater degree is replayed on the solver's drawn game.

use super::bytes::{Content, Outcome, Statement};
use super::judge::{Lie, numbers};
use super::text::{self, once_in, pick};
use crate::container::{Container, string, varint};
use crate::drawn::SplitMix64;
use crate::random_game::random_move;
use board::drawn::{Curve, Drawn, Move, Site};
use board::variants::{DegreeTwo, Endless};

/// Spots of degree 0 and open paths, for each region.
type Regions = Vec<(u64, u64)>;

pub struct Variants {
    degree_two: Vec<(u64, bool, bool, Vec<Regions>)>,
    endless: Vec<Endless>,
}

impl Variants {
    pub fn new() -> Self {
        let mut degree_two = Vec::new();
        for misere in [false, true] {
            for spots in 1..=7 {
                let proof = DegreeTwo::new(misere).prove(spots);
                let regions = |sum: &board::variants::Sum| {
                    sum.heaps().iter().map(|heap| (u64::from(heap.spots), u64::from(heap.paths))).collect()
                };
                degree_two.push((spots.into(), misere, proof.is_lost, proof.lost.iter().map(regions).collect()));
            }
        }
        let mut random = SplitMix64::new(4);
        let endless = (0..24).map(|nth| {
            let mut game = Endless::start(1 + nth % 4, 4 + nth % 3).expect("this goes on for ever");
            for _ in 0..nth % 7 {
                let played = random_move(&game.position, &mut random).expect("this goes on for ever");
                game.play(played);
            }
            game
        });
        Variants { degree_two, endless: endless.collect() }
    }

    pub fn mutant(&self, random: &mut SplitMix64) -> Container {
        if once_in(random, 2) { self.degree_two(random) } else { self.endless(random) }
    }

    fn degree_two(&self, random: &mut SplitMix64) -> Container {
        let (mut spots, mut misere, mut is_loss, mut claims) = pick(random, &self.degree_two).clone();
        // Numbers so large that all work allowed is spent are rare: that takes a second or two.
        let number = |random: &mut SplitMix64| match random.below(6_000) {
            0 => 1 << random.below(40),
            1..200 => 1 << random.below(12),
            small => small as u64 % 5,
        };
        let edits = if once_in(random, 60) { 0 } else { 1 + random.below(3) };
        for _ in 0..edits {
            let nth = random.below(claims.len().max(1));
            match random.below(8) {
                0 if !claims.is_empty() => drop(claims.remove(nth)),
                1 => claims.push((0..random.below(3)).map(|_| (number(random), number(random))).collect()),
                2 if !claims.is_empty() => claims[nth].push((number(random), number(random))),
                3 if !claims.is_empty() => drop(claims[nth].pop()),
                4 => match claims.get_mut(nth).and_then(|claim| claim.first_mut()) {
                    Some(region) if once_in(random, 2) => region.0 = number(random),
                    Some(region) => region.1 = number(random),
                    None => {}
                },
                5 => spots = number(random),
                6 => misere ^= true,
                _ => is_loss ^= true,
            }
        }
        if !once_in(random, 8) {
            for claim in &mut claims {
                claim.retain(|&region| region != (0, 0));
                claim.sort_unstable();
            }
            claims.sort_unstable();
            claims.dedup();
        }
        let mut body = Vec::new();
        for claim in &claims {
            body.extend(varint(claim.len() as u64));
            claim.iter().for_each(|&(s, p)| body.extend([varint(s), varint(p)].concat()));
        }
        let fields = [varint(spots & 0xffff_ffff), vec![u8::from(misere), u8::from(!is_loss)]].concat();
        let statement = text::statement(6, &[&fields]);
        Container { version: 1, statement, claims: claims.len() as u64, replies: 0, body }
    }

    fn endless(&self, random: &mut SplitMix64) -> Container {
        let game = pick(random, &self.endless);
        let (mut degree, mut spots, mut moves) = (game.max_degree as u64, game.spots as u64, game.moves.clone());
        let edits = if once_in(random, 60) { 0 } else { 1 + random.below(2) };
        for _ in 0..edits {
            let nth = random.below(moves.len().max(1));
            let shift = |random: &mut SplitMix64, value: &mut usize| {
                *value = value.wrapping_add_signed(random.below(3) as isize - 1) & 0xffff;
            };
            match random.below(12) {
                // Any two places of a region, joined at the end of the game, legal or not.
                9.. => moves.extend(any_move(random, replay(spots, degree, &moves, false))),
                0 if !moves.is_empty() => drop(moves.remove(nth)),
                1 if !moves.is_empty() => moves.insert(nth, moves[nth].clone()),
                2 if !moves.is_empty() => shift(random, &mut moves[nth].curve.x.at),
                3 if !moves.is_empty() => shift(random, &mut moves[nth].curve.y.at),
                4 if !moves.is_empty() => shift(random, &mut moves[nth].curve.y.boundary),
                5 if !moves.is_empty() => shift(random, &mut moves[nth].curve.region),
                6 if !moves.is_empty() => moves[nth].right.push(random.below(4)),
                7 => degree = random.below(7) as u64,
                _ => spots = random.below(6) as u64,
            }
        }
        let replayed = replay(spots, degree, &moves, false).map(|position| position.full_hoey());
        let mut position = replayed.unwrap_or_else(|| game.position.full_hoey());
        if once_in(random, 6) {
            let from = *pick(random, &[";", "/", ",", "1", "2", "3"]);
            let to = *pick(random, &[";", "/", ",", "1", "2", "4", ""]);
            position = position.replacen(from, to, 1);
        }
        let mut body = Vec::new();
        for Move { curve: Curve { region, x, y }, right } in &moves {
            let numbers = [*region, x.boundary, x.at, y.boundary, y.at, right.len()];
            numbers.iter().chain(right).for_each(|&number| body.extend(varint(number as u64)));
        }
        let statement = text::statement(7, &[&varint(degree), &varint(spots), &string(&position)]);
        Container { version: 1, statement, claims: moves.len() as u64, replies: 0, body }
    }
}

/// A move between two places of a region.
fn any_move(random: &mut SplitMix64, position: Option<Drawn>) -> Option<Move> {
    let position = position?;
    let region = random.below(position.regions().len().max(1));
    let boundaries = position.regions().get(region)?;
    let mut site = || {
        let boundary = random.below(boundaries.len().max(1));
        let at = random.below(boundaries.get(boundary)?.len().max(1));
        Some(Site { boundary, at })
    };
    let x = site()?;
    let y = site()?;
    let y = if once_in(random, 3) { x } else { y };
    Some(Move { curve: Curve { region, x, y }, right: vec![] })
}

/// The position after moves, if they can be drawn and, if `strict`, no spot gets too many curve ends.
fn replay(spots: u64, degree: u64, moves: &[Move], strict: bool) -> Option<Drawn> {
    let mut position = Drawn::start_with_max_degree(spots as usize, degree as usize);
    for played in moves {
        let Curve { region, x, y } = played.curve;
        let boundaries = position.regions().get(region)?;
        let is_there = |site: Site| boundaries.get(site.boundary).is_some_and(|boundary| site.at < boundary.len());
        let others = |&other: &usize| played.curve.cuts() && other != x.boundary && other < boundaries.len();
        let is_in_order = played.right.is_sorted_by(|one, other| one < other) && played.right.iter().all(others);
        if !is_there(x) || !is_there(y) || !is_in_order {
            return None;
        }
        if strict && !position.may_join(position.spot_at(region, x), position.spot_at(region, y)) {
            return None;
        }
        position = position.play(played);
    }
    Some(position)
}

/// Judges an accepted certificate; gives the line that it should be printed as.
pub(super) fn judge(content: &Content) -> Result<String, Lie> {
    let numbers = numbers(&content.body).ok_or("the body is no list of numbers")?;
    let mut numbers = numbers.into_iter();
    let mut next = || numbers.next().ok_or("the body ends too early");
    match &content.statement {
        &Statement::DegreeTwo { spots, misere, result } => {
            let is_lost = |total: u64| total.is_multiple_of(2) != misere;
            for claim in 0..content.claims {
                let regions = next()?;
                let total = (0..regions).try_fold(0, |total, _| Ok::<u64, &str>(total + next()? + next()?))?;
                if !is_lost(total) {
                    return Err(format!("claim {claim} takes {total} moves and is not lost"));
                }
            }
            if spots == 0 || (result == Outcome::Loss) != is_lost(spots) || matches!(result, Outcome::Nimber(_)) {
                return Err(format!("{spots} spots of degree 2, misère {misere}, is not a {result:?}"));
            }
            let play = if misere { "misere" } else { "normal" };
            Ok(format!("sprouts {spots} max-degree 2 {play} {}", if is_lost(spots) { "LOSS" } else { "WIN" }))
        }
        Statement::Endless { max_degree, start, position } => {
            let mut moves = Vec::new();
            for _ in 0..content.claims {
                let mut place = || next().map(|number| number as usize);
                let (region, from, to) = (place()?, (place()?, place()?), (place()?, place()?));
                let site = |(boundary, at)| Site { boundary, at };
                let right = (0..place()?).map(|_| place()).collect::<Result<_, _>>()?;
                moves.push(Move { curve: Curve { region, x: site(from), y: site(to) }, right });
            }
            if *max_degree < 4 || *start == 0 {
                return Err(format!("{start} spots of degree {max_degree} do not make an endless game"));
            }
            let reached = replay(*start, *max_degree, &moves, true).ok_or("a move is not legal")?;
            if reached.full_hoey() != *position {
                return Err(format!("the moves lead to {}, not to {position}", reached.full_hoey()));
            }
            Ok(format!("sprouts {start} max-degree {max_degree} DRAW"))
        }
        other => Err(format!("{other:?} is no variant")),
    }
}
