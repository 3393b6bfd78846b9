//! Mutants of certificates of normal play.
//!
//! A mutant begins as a proof: one that the solver writes, with few claims and many replies, or a full table that claims
//! every land that can be reached. Claims, nimbers, start and result are changed; then, mostly, the replies are made anew
//! so that they serve wherever the changed claims let them: only the lie itself is left for the checker to find.

use super::bases::Bases;
use super::bytes::Outcome;
use super::lands::{LandId, Lands};
use super::text::{self, deflate, once_in, pick};
use crate::container::{Container, string, varint};
use crate::drawn::SplitMix64;
use crate::solved::{proof, start};
use rustc_hash::FxHashMap;
use sprouts::Position;

/// A proof, as far as it can be changed.
#[derive(Clone)]
struct Model {
    results: Vec<(Vec<LandId>, Outcome)>,
    claims: Vec<(LandId, u8)>,
}

/// The proofs to begin with.
pub struct Normal {
    bases: Bases<Model>,
    pool: Vec<LandId>,
}

/// A full table of more lands is left out.
const MAX_TABLE: usize = 30;

impl Normal {
    pub fn new(lands: &mut Lands) -> Self {
        let mut random = SplitMix64::new(1);
        let pool = pool(lands, &mut random);
        let mut models: Vec<Model> = (1..=6).map(|spots| thin(lands, &start(spots))).collect();
        for &land in &pool {
            let position = Position::new(vec![lands.land(land).clone()]);
            models.push(thin(lands, &position));
            models.extend(table(lands, &[land]));
        }
        for pair in pool.chunks(2).take(20) {
            let mut sum = pair.to_vec();
            sum.sort_unstable();
            models.extend(table(lands, &sum));
        }
        for spots in 1..=2 {
            let start = lands.start(spots);
            models.extend(table(lands, &start));
        }
        // Equal lands cancel in pairs, claimed or not.
        for three in pool.chunks(3).take(20) {
            let mut sum = [three, &three[..1]].concat();
            sum.sort_unstable();
            let position = Position::new(sum.iter().map(|&land| lands.land(land).clone()).collect());
            models.push(thin(lands, &position));
            models.extend(table(lands, &sum));
        }
        // Several results rest on the same claims.
        for nth in 0..40 {
            let mut model = models[random.below(models.len())].clone();
            let known: Vec<LandId> = model.claims.iter().map(|(land, _)| *land).take(1 + nth % 3).collect();
            for land in known {
                let result = true_result(lands, random.below(3), &[land]);
                if model.results.iter().all(|(start, _)| *start != [land]) {
                    model.results.push((vec![land], result));
                }
            }
            models.push(model);
        }
        let mut bases = Bases::new();
        for model in models {
            let replies = refutations(lands, &model);
            let listed = model.claims.iter().map(|(land, _)| land).chain(replies.iter().map(|(land, _)| land));
            let moves = listed.map(|&land| lands.moves(land).numbers).sum();
            bases.add(model, moves);
        }
        Normal { bases, pool }
    }

    pub fn mutant(&self, lands: &mut Lands, random: &mut SplitMix64) -> Container {
        let base = self.bases.pick(random);
        let mut model = base.clone();
        let edits = if once_in(random, 60) { 0 } else { 1 + random.below(3) };
        for _ in 0..edits {
            self.edit(lands, random, &mut model);
        }
        let needs = if once_in(random, 4) { base } else { &model };
        let (mut claims, mut replies) = write(lands, random, needs, &model);
        if once_in(random, 4) {
            text::edit(random, &mut claims, &mut replies);
        }
        let mut fields = vec![varint(model.results.len() as u64)];
        for (start, outcome) in &model.results {
            fields.push(string(&lands.text(start)));
            fields.push(match outcome {
                Outcome::Loss => vec![0],
                Outcome::Win => vec![1],
                Outcome::Nimber(nimber) => [varint(2), vec![*nimber]].concat(),
            });
        }
        let statement = text::statement(0, &[&fields.concat()]);
        let (counts, lines) = ((claims.len() as u64, replies.len() as u64), [claims, replies].concat());
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        Container { version: 3, statement, claims: counts.0, replies: counts.1, body: deflate(random, &text) }
    }

    /// Changes one thing.
    fn edit(&self, lands: &mut Lands, random: &mut SplitMix64, model: &mut Model) {
        let nimber = |random: &mut SplitMix64| if once_in(random, 50) { 255 } else { random.below(4) as u8 };
        let nth = random.below(model.claims.len().max(1));
        let is_empty = model.claims.is_empty();
        match random.below(14) {
            0..4 if !is_empty => model.claims[nth].1 = nimber(random),
            4 if !is_empty => drop(model.claims.remove(nth)),
            5 | 6 => {
                let land = self.neighbour(lands, random, model);
                let value = if once_in(random, 2) { lands.nimber(land) } else { nimber(random) };
                match model.claims.iter_mut().find(|(other, _)| *other == land) {
                    Some(claim) => claim.1 = value,
                    None => model.claims.push((land, value)),
                }
            }
            7 if !is_empty => {
                let other = random.below(model.claims.len());
                (model.claims[nth].1, model.claims[other].1) = (model.claims[other].1, model.claims[nth].1);
            }
            8 if !is_empty => {
                let land = self.neighbour(lands, random, model);
                if model.claims.iter().all(|(other, _)| *other != land) {
                    model.claims[nth].0 = land;
                }
            }
            9 => {
                let place = random.below(model.results.len().max(1));
                let start = self.other_start(lands, random, model);
                if let Some(result) = model.results.get_mut(place) {
                    result.0 = start;
                }
            }
            // With half of the claims gone some options are open.
            10 => model.claims.retain(|_| once_in(random, 2)),
            11 => self.edit_results(lands, random, model),
            _ => {
                let place = random.below(model.results.len().max(1));
                if let Some(result) = model.results.get_mut(place) {
                    result.1 = match random.below(4) {
                        0 => Outcome::Loss,
                        1 => Outcome::Win,
                        _ => Outcome::Nimber(nimber(random)),
                    };
                }
            }
        }
    }

    /// Adds a result, true or not, or takes one away; a start may occur twice, or be a claimed land.
    fn edit_results(&self, lands: &mut Lands, random: &mut SplitMix64, model: &mut Model) {
        let place = random.below(model.results.len().max(1));
        match random.below(6) {
            0 if !model.results.is_empty() => drop(model.results.remove(place)),
            1 if !model.results.is_empty() => model.results.push(model.results[place].clone()),
            2 => random.shuffle(&mut model.results),
            kind => {
                let start = self.other_start(lands, random, model);
                let truth = true_result(lands, random.below(3), &start);
                let result = if kind == 3 { Outcome::Nimber(random.below(4) as u8) } else { truth };
                model.results.push((start, result));
            }
        }
    }

    /// A land that a move in a claimed land leaves, or any other.
    fn neighbour(&self, lands: &mut Lands, random: &mut SplitMix64, model: &Model) -> LandId {
        let any = *pick(random, &self.pool);
        let Some(&(claimed, _)) = model.claims.get(random.below(model.claims.len() + 1)) else { return any };
        let moves = lands.moves(claimed);
        if moves.options.is_empty() {
            return any;
        }
        let option = pick(random, &moves.options);
        // The order of lands in a position is not that of their numbers here.
        let mut sorted = option.clone();
        lands.sort(&mut sorted);
        if sorted.is_empty() { any } else { *pick(random, &sorted) }
    }

    fn other_start(&self, lands: &mut Lands, random: &mut SplitMix64, model: &Model) -> Vec<LandId> {
        let land = self.neighbour(lands, random, model);
        let old = model.results.first().map_or(&[][..], |(start, _)| start);
        let mut start = match random.below(7) {
            0 => lands.start(random.below(5)),
            1 => vec![land],
            2 => vec![self.neighbour(lands, random, model), land],
            // Equal lands: they cancel if there are two, and not all if there are three.
            3 => [old, &[land, land]].concat(),
            4 => [old, &[land, land, land]].concat(),
            5 => old.iter().flat_map(|&land| [land, land]).take(6).collect(),
            _ => [old, &[land]].concat(),
        };
        start.sort_unstable();
        start
    }
}

/// What is true of a position, as a result of one of three kinds.
fn true_result(lands: &mut Lands, kind: usize, start: &[LandId]) -> Outcome {
    match (kind, lands.nimber_of_sum(start)) {
        (0, nimber) => Outcome::Nimber(nimber),
        (_, 0) => Outcome::Loss,
        _ => Outcome::Win,
    }
}

/// The sum of the claimed lands of a position, sorted by their numbers, and its other lands once equal ones have cancelled.
fn rest(claimed: &FxHashMap<LandId, u8>, position: &[LandId]) -> (u8, Vec<LandId>) {
    let (mut sum, mut unclaimed) = (0, Vec::new());
    for &land in position {
        match claimed.get(&land) {
            Some(nimber) => sum ^= nimber,
            None if unclaimed.last() == Some(&land) => drop(unclaimed.pop()),
            None => unclaimed.push(land),
        }
    }
    (sum, unclaimed)
}

/// Lands met in random games of two to four spots, those with few lives more often.
fn pool(lands: &mut Lands, random: &mut SplitMix64) -> Vec<LandId> {
    let mut pool = Vec::new();
    for nth in 0..400 {
        let mut position = lands.start(2 + nth % 3);
        for _ in 0..1 + random.below(6) {
            let mut sorted = position.clone();
            lands.sort(&mut sorted);
            let Some(&land) = sorted.get(random.below(sorted.len().max(1))) else { break };
            pool.push(land);
            let moves = lands.moves(land);
            position = pick(random, &moves.options).clone();
        }
    }
    pool.retain(|&land| lands.lives(land) <= 9);
    lands.sort(&mut pool);
    pool.dedup();
    random.shuffle(&mut pool);
    pool.truncate(120);
    pool
}

/// The solver's proof that a position is lost or won.
fn thin(lands: &mut Lands, position: &Position) -> Model {
    let proof = proof(position);
    let result = if proof.results[0].1 == certificate::NormalResult::Loss { Outcome::Loss } else { Outcome::Win };
    let claims = proof.claims.iter().map(|(land, nimber)| (lands.id(land), *nimber)).collect();
    Model { results: vec![(lands.position(position), result)], claims }
}

/// A proof that claims every land that can be reached: it needs no replies.
fn table(lands: &mut Lands, start: &[LandId]) -> Option<Model> {
    let (mut all, mut next) = (start.to_vec(), 0);
    all.dedup();
    while let Some(&land) = all.get(next) {
        for option in &lands.moves(land).options {
            for &reached in option {
                if !all.contains(&reached) {
                    all.push(reached);
                }
            }
        }
        if all.len() > MAX_TABLE {
            return None;
        }
        next += 1;
    }
    lands.sort(&mut all);
    let claims = all.into_iter().map(|land| (land, lands.nimber(land))).collect();
    let result = Outcome::Nimber(lands.nimber_of_sum(start));
    Some(Model { results: vec![(start.to_vec(), result)], claims })
}

/// The lines of a proof: claims in order, and for each refutation that `needs` leaves to be shown the first move that serves
/// by the claims of `model`, or any if none does.
fn write(lands: &mut Lands, random: &mut SplitMix64, needs: &Model, model: &Model) -> (Vec<String>, Vec<String>) {
    let claimed: FxHashMap<LandId, u8> = model.claims.iter().copied().collect();
    let mut sorted = model.claims.clone();
    sorted.sort_by(|one, other| lands.land(one.0).cmp(lands.land(other.0)));
    let lines = sorted.iter().map(|(land, nimber)| format!("{} {nimber}", lands.land(*land))).collect();
    let mut replies = Vec::new();
    for (land, t) in refutations(lands, needs) {
        let moves = lands.moves(land);
        let serves = |after: &[LandId]| rest(&claimed, after) == (t, vec![]);
        let found = moves.numbered.iter().find(|(_, after)| serves(after)).map(|(number, _)| *number);
        let any = random.below(moves.numbers as usize + 1) as u64;
        replies.push(found.unwrap_or(any).to_string());
    }
    (lines, replies)
}

/// What the options of claims rest on, sorted (FORMAT.md section 7).
fn refutations(lands: &mut Lands, model: &Model) -> Vec<(LandId, u8)> {
    let claimed: FxHashMap<LandId, u8> = model.claims.iter().copied().collect();
    let mut found = Vec::new();
    let mut note = |position: &[LandId], k: u8| {
        let (sum, unclaimed) = rest(&claimed, position);
        if let [land] = unclaimed[..] {
            found.push((land, k ^ sum));
        }
    };
    for (start, _) in model.results.iter().filter(|(_, outcome)| *outcome == Outcome::Win) {
        note(start, 0);
    }
    for &(land, k) in &model.claims {
        lands.moves(land).options.iter().for_each(|option| note(option, k));
    }
    found.sort_by(|one, other| lands.land(one.0).cmp(lands.land(other.0)).then(one.1.cmp(&other.1)));
    found.dedup();
    found
}
