//! Mutants of certificates of misère play: lost nodes, closure, start and result are changed, and replies mostly made anew,
//! as in [`super::normal`].

use super::bases::Bases;
use super::judge::Judge;
use super::lands::{LandId, Lands};
use super::nodes::{Node, Small};
use super::text::{self, deflate, once_in, pick};
use crate::container::{Container, string, varint};
use crate::drawn::{SplitMix64, random_position};
use crate::sides::plain;
use crate::solved::{misere_proof, start};
use sprouts::{Engine, Position};

/// A proof, as far as it can be changed.
#[derive(Clone)]
struct Model {
    /// Starts, and whether they are said to be lost.
    results: Vec<(Vec<LandId>, bool)>,
    closure: &'static str,
    lost: Vec<Node>,
}

pub struct Misere {
    bases: Bases<Model>,
}

/// Closure positions by their number of spots.
const CLOSURES: [&str; 4] = ["!", "0", "0*2", "0*3"];

impl Misere {
    pub fn new(judge: &mut Judge) -> Self {
        let mut models = vec![model(judge, &start(4), 3)];
        for spots in 1..=6 {
            for closure in 0..=2 {
                if spots <= 4 || closure == 2 {
                    models.push(model(judge, &start(spots), closure));
                }
            }
        }
        for seed in 0..120 {
            let spots = 2 + seed as usize % 3;
            let drawn = random_position(spots, 1 + seed as usize % 4, seed);
            let position = Engine::new().canonical(&plain(&drawn)).expect("small positions fit");
            if !position.is_empty() {
                models.push(model(judge, &position, seed as usize / 3 % 3));
            }
        }
        for seed in 0..60 {
            models.push(model(judge, &sum(seed), 2));
        }
        let mut bases = Bases::new();
        for model in models {
            let (lands, small) = judge.small(model.closure).expect("our closures are canonical");
            let mut moves = 0;
            for node in model.lost.iter().cloned().chain(needed(lands, small, &model, false)) {
                moves += small.moves(lands, &node).1;
            }
            bases.add(model, moves);
        }
        Misere { bases }
    }

    pub fn mutant(&self, judge: &mut Judge, random: &mut SplitMix64) -> Container {
        let base = self.bases.pick(random);
        let mut model = base.clone();
        let edits = if once_in(random, 60) { 0 } else { 1 + random.below(3) };
        for _ in 0..edits {
            let (lands, small) = judge.small(base.closure).expect("our closures are canonical");
            edit(lands, small, random, &mut model);
        }
        let needs = if once_in(random, 4) { base } else { &model };
        let (lands, small) = judge.small(base.closure).expect("our closures are canonical");
        let (mut claims, mut replies) = write(lands, small, random, needs, &model);
        if once_in(random, 4) {
            text::edit(random, &mut claims, &mut replies);
        }
        let mut fields = vec![varint(model.results.len() as u64)];
        for (start, is_loss) in &model.results {
            fields.extend([string(&lands.text(start)), vec![u8::from(!is_loss)]]);
        }
        fields.push(string(model.closure));
        let statement = text::statement(1, &[&fields.concat()]);
        let (counts, lines) = ((claims.len() as u64, replies.len() as u64), [claims, replies].concat());
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Container { version: 3, statement, claims: counts.0, replies: counts.1, body: deflate(random, &text) }
    }
}

/// Two or three small lands: their node consists of trees.
fn sum(seed: u64) -> Position {
    let lands = (0..2 + seed % 2).flat_map(|nth| {
        let drawn = random_position(2, 1 + (seed + nth) as usize % 2, 3 * seed + nth);
        Engine::new().canonical(&plain(&drawn)).expect("small positions fit").lands().to_vec()
    });
    Position::new(lands.collect())
}

/// The solver's proof, the lands of the game of so many spots being small.
fn model(judge: &mut Judge, position: &Position, closure_spots: usize) -> Model {
    let proof = misere_proof(position, closure_spots);
    let closure = CLOSURES[closure_spots];
    let (lands, small) = judge.small(closure).expect("our closures are canonical");
    let lost = proof.lost.iter().map(|node| small.read(lands, &node.to_string()).expect("the solver writes nodes"));
    let lost = lost.collect();
    let is_loss = proof.results[0].1 == search::misere::Outcome::Loss;
    Model { results: vec![(lands.position(position), is_loss)], closure, lost }
}

/// A node near one of those listed: after one move or two, or with another piece.
fn neighbour(lands: &mut Lands, small: &Small, random: &mut SplitMix64, model: &Model) -> Node {
    let mut node = match model.lost.get(random.below(model.lost.len() + 1)) {
        Some(node) => node.clone(),
        None => small.node(lands, model.results.first().map_or(&[], |(start, _)| start)),
    };
    for _ in 0..random.below(3) {
        let (moves, _) = small.moves(lands, &node);
        if !moves.is_empty() {
            node = pick(random, &moves).1.clone();
        }
    }
    match random.below(6) {
        0 => node.has_one ^= true,
        1 if small.tree_count() > 0 => node.trees.push(random.below(small.tree_count()) as u32),
        2 => drop(node.trees.pop()),
        _ => {}
    }
    node.tidy()
}

fn edit(lands: &mut Lands, small: &mut Small, random: &mut SplitMix64, model: &mut Model) {
    let nth = random.below(model.lost.len().max(1));
    match random.below(10) {
        0 | 1 if !model.lost.is_empty() => drop(model.lost.remove(nth)),
        2 | 3 => model.lost.push(neighbour(lands, small, random, model)),
        4 if !model.lost.is_empty() => model.lost[nth] = neighbour(lands, small, random, model),
        5 => {
            let place = random.below(model.results.len().max(1));
            model.results.iter_mut().skip(place).take(1).for_each(|(_, is_loss)| *is_loss ^= true);
        }
        6 => {
            // A land cannot be made of a tree, so a node with trees only keeps the start.
            let node = neighbour(lands, small, random, model);
            if !node.lands.is_empty() {
                other_result(lands, small, random, model, node.lands);
            }
        }
        7 => {
            let start = lands.start(random.below(5));
            other_result(lands, small, random, model, start);
        }
        8 => match model.results.pop() {
            Some(result) if once_in(random, 2) => model.results.extend([result.clone(), result]),
            _ => {}
        },
        // The same nodes with another closure: trees have other numbers, and lands other trees.
        _ => model.closure = *pick(random, &CLOSURES[..3]),
    }
}

/// Another start in place of one, with its result as it was; or another result, mostly true.
fn other_result(lands: &mut Lands, small: &mut Small, random: &mut SplitMix64, model: &mut Model, start: Vec<LandId>) {
    let place = random.below(model.results.len() + 1);
    match model.results.get_mut(place) {
        Some(result) => result.0 = start,
        None => {
            let node = small.node(lands, &start);
            let is_lost = small.is_lost(lands, &node) != once_in(random, 4);
            model.results.push((start, is_lost));
        }
    }
}

/// The lines of a proof: nodes in order, and for each node that needs a reply by `needs` the first move to a node that is
/// lost by `model`, or any if there is none.
fn write(
    lands: &mut Lands,
    small: &mut Small,
    random: &mut SplitMix64,
    needs: &Model,
    model: &Model,
) -> (Vec<String>, Vec<String>) {
    let mut lost = model.lost.clone();
    lost.sort_by_cached_key(|node| small.rank(lands, node));
    lost.dedup();
    let lines = lost.iter().map(|node| small.text(lands, node)).collect();
    // Now and then as if every sum of trees needed no claim.
    let bold = once_in(random, 12);
    let mut replies = Vec::new();
    for node in needed(lands, small, needs, bold) {
        let (moves, numbers) = small.moves(lands, &node);
        let mut serves = |after: &Node| {
            let is_closed = small.is_closed(after);
            bold && !is_closed && after.lands.is_empty()
                || if is_closed { small.is_lost(lands, after) } else { lost.contains(after) }
        };
        let found = moves.iter().find(|(_, after)| serves(after)).map(|(number, _)| *number);
        let any = random.below(numbers as usize + 1) as u64;
        replies.push(found.unwrap_or(any).to_string());
    }
    (lines, replies)
}

/// The nodes that need a reply, sorted; if `bold`, without those that consist of trees.
fn needed(lands: &mut Lands, small: &Small, model: &Model, bold: bool) -> Vec<Node> {
    let mut won = Vec::new();
    for (start, _) in model.results.iter().filter(|(_, is_loss)| !is_loss) {
        won.push(small.node(lands, start));
    }
    for node in &model.lost {
        won.extend(small.moves(lands, node).0.into_iter().map(|(_, after)| after));
    }
    won.retain(|node| !(small.is_closed(node) || bold && node.lands.is_empty()));
    won.sort_by_cached_key(|node| small.rank(lands, node));
    won.dedup();
    won
}
