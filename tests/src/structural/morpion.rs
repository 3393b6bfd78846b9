//! Mutants of certificates of Morpion Solitaire, and whether what they state is true: every move is looked up among all legal
//! ones of the plain code in [`crate::puzzles`], and every continuation is played.

use super::bytes::Statement;
use super::judge::Lie;
use super::text::{self, once_in, pick};
use crate::container::{Container, varint};
use crate::drawn::SplitMix64;
use crate::puzzles::{Line, first_illegal, layers, layers_within, legal_lines};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A game, and all that can follow on its beginnings.
struct Game {
    touching: bool,
    moves: Vec<[u8; 3]>,
    /// How many moves are played, and the numbers of positions after that.
    bounds: Vec<(usize, Vec<u64>)>,
}

pub struct Morpion {
    games: Vec<Game>,
    /// Moves that are legal in some game.
    all: Vec<[u8; 3]>,
}

/// Continuations are counted where they have no more positions than this.
const MAX_POSITIONS: usize = 100;

fn written((x, y, direction, place): Line) -> [u8; 3] {
    [x as u8, y as u8, 5 * direction as u8 + place as u8]
}

fn read([x, y, code]: [u8; 3]) -> Line {
    (i32::from(x as i8), i32::from(y as i8), usize::from(code / 5), i32::from(code % 5))
}

impl Morpion {
    pub fn new() -> Self {
        let mut random = SplitMix64::new(5);
        let games: Vec<Game> = (0..12).map(|nth| random_game(&mut random, nth % 2 == 0)).collect();
        let mut all: Vec<[u8; 3]> = games.iter().flat_map(|game| game.moves.clone()).collect();
        all.sort_unstable();
        all.dedup();
        Morpion { games, all }
    }

    pub fn mutant(&self, random: &mut SplitMix64) -> Container {
        let game = pick(random, &self.games);
        let bound = pick(random, &game.bounds);
        let is_game = once_in(random, 2);
        let mut rule = u8::from(!game.touching);
        let mut moves = game.moves[..if is_game { game.moves.len() } else { bound.0 }].to_vec();
        let (mut counts, mut more) = (bound.1.clone(), [0u64; 3]);
        let edits = if once_in(random, 60) { 0 } else { 1 + random.below(2) };
        for _ in 0..edits {
            let (one, other) = (random.below(moves.len().max(1)), random.below(moves.len().max(1)));
            let nth = random.below(counts.len().max(1));
            match random.below(11) {
                0 if !moves.is_empty() => drop(moves.remove(one)),
                1 if !moves.is_empty() => moves.swap(one, other),
                2 if !moves.is_empty() => moves[one] = *pick(random, &self.all),
                3 => moves.insert(one, *pick(random, &self.all)),
                4 if !moves.is_empty() => {
                    let at = random.below(3);
                    moves[one][at] = moves[one][at].wrapping_add_signed(random.below(3) as i8 - 1);
                }
                5 => rule ^= 1,
                6 if !counts.is_empty() => counts[nth] = counts[nth].wrapping_add_signed(random.below(3) as i64 - 1),
                7 => counts.truncate(nth),
                8 => counts.push(random.below(3) as u64),
                9 => more[random.below(3)] = random.below(5) as u64,
                // A move that might have been played next.
                _ => moves.extend(game.moves.get(moves.len())),
            }
        }
        let list = [varint(moves.len() as u64), moves.concat()].concat();
        let mut fields = [vec![rule], list].concat();
        if !is_game {
            // Consistent with each other, whatever they say, and then perhaps not.
            let nodes = counts.iter().fold(0u64, |sum, &count| sum.wrapping_add(count)).wrapping_add(more[0]);
            let best = (moves.len() + counts.len()).wrapping_sub(1) as u64 + more[1];
            let at_best = counts.last().unwrap_or(&0).wrapping_add(more[2]);
            let numbers = [nodes, best & 0xffff_ffff, at_best, counts.len() as u64];
            numbers.iter().chain(&counts).for_each(|&number| fields.extend(varint(number)));
        }
        let statement = text::statement(if is_game { 2 } else { 3 }, &[&fields]);
        Container { version: 1, statement, claims: 0, replies: 0, body: vec![] }
    }
}

/// A random game to its end, with the counts for the longest tails that are small.
fn random_game(random: &mut SplitMix64, touching: bool) -> Game {
    let (mut lines, mut moves, mut ends) = (BTreeSet::new(), Vec::new(), vec![BTreeSet::new()]);
    loop {
        let legal = legal_lines(&lines, touching);
        if legal.is_empty() {
            break;
        }
        let played = *pick(random, &legal);
        moves.push(written(played));
        lines.insert(played);
        ends.push(lines.clone());
    }
    let mut bounds = Vec::new();
    for (played, lines) in ends.iter().enumerate().rev() {
        match layers_within(lines, touching, MAX_POSITIONS) {
            Some(counts) => bounds.push((played, counts)),
            None => break,
        }
    }
    Game { touching, moves, bounds }
}

/// How many positions follow on a position. The order of moves does not matter.
pub(super) type Continuations = FxHashMap<(bool, BTreeSet<Line>), Vec<u64>>;

/// Judges an accepted statement.
pub(super) fn judge(statement: &Statement, known: &mut Continuations) -> Result<(), Lie> {
    let (rule, moves) = match statement {
        Statement::MorpionGame { rule, moves } | Statement::MorpionBound { rule, moves, .. } => (*rule, moves),
        other => return Err(format!("{other:?} is not about Morpion Solitaire")),
    };
    if rule > 1 {
        return Err(format!("there is no rule {rule}"));
    }
    if moves.iter().any(|[_, _, code]| *code > 19) {
        return Err("a move has no direction".to_string());
    }
    let (touching, lines): (bool, Vec<Line>) = (rule == 0, moves.iter().map(|&written| read(written)).collect());
    if let Some(nth) = first_illegal(&lines, touching) {
        return Err(format!("move {nth}, {:?}, is not legal", lines[nth]));
    }
    let lines: BTreeSet<Line> = lines.into_iter().collect();
    match statement {
        Statement::MorpionBound { nodes, best, at_best, histogram, .. } => {
            let counts = known.entry((touching, lines)).or_insert_with_key(|(_, lines)| layers(lines, touching));
            let longest = (moves.len() + counts.len() - 1) as u64;
            let found = (counts.iter().sum::<u64>(), longest, counts[counts.len() - 1], &*counts);
            let stated = (*nodes, *best, *at_best, histogram);
            if found == stated { Ok(()) } else { Err(format!("{stated:?} is stated, and {found:?} is true")) }
        }
        // A game is complete if nothing but itself can follow.
        _ => {
            let counts = known.entry((touching, lines)).or_insert_with_key(|(_, lines)| {
                if legal_lines(lines, touching).is_empty() { vec![1] } else { vec![] }
            });
            if *counts == [1] { Ok(()) } else { Err("the game is not complete".to_string()) }
        }
    }
}
