//! What holds for every position: the canonical form does not depend on how a position is written, a reduced position is
//! reduced, and what is printed reads back.
//!
//! Positions come from play, which keeps to what can be drawn, and from a strategy that ties regions together at will.
//! The checker refuses some of the latter as not drawable; then it must do so in every disguise.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};
use sproof_tests::drawn::{Drawn, Region, SplitMix64, Spot, random_position};
use sproof_tests::sides::{Refusal, agreed, checker_canon, plain, solver_canon};
use sprouts::Engine;
use sprouts::notation::{Notation, parse, parse_as, print};

/// Tries a property on so many cases, the same in every run, so that a failure comes back.
fn try_cases<V: std::fmt::Debug>(cases: u32, cases_of: impl Strategy<Value = V>, property: fn(V) -> TestCaseResult) {
    let config =
        ProptestConfig { cases, rng_seed: RngSeed::Fixed(2), failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new(config).run(&cases_of, property).unwrap_or_else(|failure| panic!("{failure}"));
}

/// A position after some random moves.
fn played() -> impl Strategy<Value = Drawn> {
    (1..=16usize, 0..48usize, any::<u64>()).prop_map(|(spots, moves, seed)| random_position(spots, moves, seed))
}

/// Regions with boundaries of spots in random places: nothing is asked but that a spot is in one boundary or in two
/// regions, and that a spot of degree 0 is alone.
fn tangled() -> impl Strategy<Value = Drawn> {
    let place = || (any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let shape = prop::collection::vec(1..=3usize, 1..=4);
    (shape, prop::collection::vec((0..=3u8, place(), place()), 0..16)).prop_map(|(shape, spots)| {
        let mut regions: Vec<Region> = shape.iter().map(|&boundaries| vec![vec![]; boundaries]).collect();
        let mut lives = Vec::new();
        for (kind, first, second) in spots {
            let spot = lives.len();
            lives.push(if kind == 0 { 2 } else { 1 });
            let home = first.0.index(regions.len());
            let boundary = first.1.index(regions[home].len());
            regions[home][boundary].push(spot);
            if kind > 1 {
                let other = second.0.index(regions.len());
                let other_boundary = if other == home { boundary } else { second.1.index(regions[other].len()) };
                regions[other][other_boundary].push(spot);
            }
        }
        for boundary in regions.iter_mut().flatten().filter(|boundary| boundary.is_empty()) {
            boundary.push(lives.len());
            lives.push(3);
        }
        Drawn { lives, regions, outer: None }
    })
}

fn any_position() -> impl Strategy<Value = Drawn> {
    prop_oneof![played(), tangled()]
}

/// The free choices in writing a position down.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Names,
    Rotations,
    Hands,
    OrderOfBoundaries,
    OrderOfRegions,
}

fn choice() -> impl Strategy<Value = Choice> {
    use Choice::{Hands, Names, OrderOfBoundaries, OrderOfRegions, Rotations};
    prop::sample::select(vec![Names, Rotations, Hands, OrderOfBoundaries, OrderOfRegions])
}

/// The same position with other choices of one kind.
fn rewritten(position: &Drawn, choice: Choice, seed: u64) -> Drawn {
    let mut random = SplitMix64::new(seed);
    let mut other = position.clone();
    match choice {
        Choice::Names => {
            let mut names: Vec<Spot> = (0..position.lives.len()).collect();
            random.shuffle(&mut names);
            names.iter().zip(&position.lives).for_each(|(&name, &lives)| other.lives[name] = lives);
            other.regions.iter_mut().flatten().flatten().for_each(|spot| *spot = names[*spot]);
        }
        Choice::Rotations => {
            for boundary in other.regions.iter_mut().flatten() {
                let turn = random.below(boundary.len());
                boundary.rotate_left(turn);
            }
        }
        Choice::Hands => {
            for region in other.regions.iter_mut().filter(|_| random.below(2) == 1) {
                region.iter_mut().for_each(|boundary| boundary.reverse());
            }
        }
        Choice::OrderOfBoundaries => other.regions.iter_mut().for_each(|region| random.shuffle(region)),
        Choice::OrderOfRegions => random.shuffle(&mut other.regions),
    }
    other
}

fn solver_string(position: &Drawn) -> String {
    Engine::new().canonical(&plain(position)).expect("a small position").to_string()
}

fn checker_string(position: &Drawn) -> Result<String, Refusal> {
    checker_canon(&position.short()).map(|canonical| canonical.to_string())
}

/// The drawing as the solver reads it again after it was printed.
fn reread(position: &Drawn, notation: Notation) -> Result<sprouts::plain::PlainPosition, TestCaseError> {
    let printed = print(&plain(position), notation);
    parse_as(&printed, notation).map_err(|error| TestCaseError::fail(error.pointing(&printed)))
}

/// Cases of each property that are tried with every change, and in the deep tests.
const FEW: u32 = 500;
const MANY: u32 = 4_000;

#[test]
fn no_free_choice_matters() {
    try_cases(FEW, (any_position(), choice(), any::<u64>()), choice_does_not_matter);
}

#[test]
fn what_is_reduced_stays_as_it_is() {
    try_cases(FEW, any_position(), reduced_is_reduced);
}

#[test]
fn what_is_printed_reads_back() {
    try_cases(FEW, any_position(), printed_reads_back);
}

#[test]
fn a_canonical_form_is_found_in_every_notation() {
    try_cases(FEW, any_position(), canonical_form_is_found);
}

#[test]
#[ignore = "deep: many more cases"]
fn properties_hold_in_many_cases() {
    try_cases(MANY, (any_position(), choice(), any::<u64>()), choice_does_not_matter);
    try_cases(MANY, any_position(), reduced_is_reduced);
    try_cases(MANY, any_position(), printed_reads_back);
    try_cases(MANY, any_position(), canonical_form_is_found);
}

fn choice_does_not_matter((position, choice, seed): (Drawn, Choice, u64)) -> TestCaseResult {
    let other = rewritten(&position, choice, seed);
    prop_assert_eq!(solver_string(&other), solver_string(&position), "solver");
    prop_assert_eq!(checker_string(&other), checker_string(&position), "checker");
    Ok(())
}

fn reduced_is_reduced(position: Drawn) -> TestCaseResult {
    let mut engine = Engine::new();
    let reduced = engine.canonical(&plain(&position)).expect("a small position");
    let again = engine.canonical(&reduced.plain());
    prop_assert_eq!(again.as_ref(), Ok(&reduced), "solver");
    let read = solver_canon(&mut engine, &reduced.to_string());
    prop_assert_eq!(read.as_ref(), Ok(&reduced), "solver, from the text");
    if let Ok(string) = checker_string(&position) {
        let again = checker_canon(&string).map(|canonical| canonical.to_string());
        prop_assert_eq!(again, Ok(string), "checker");
    }
    Ok(())
}

fn printed_reads_back(position: Drawn) -> TestCaseResult {
    let canonical = solver_string(&position);
    for notation in [Notation::Short, Notation::LemoineViennot, Notation::Hoey] {
        let again = reread(&position, notation)?;
        let printed = print(&plain(&position), notation);
        prop_assert_eq!(print(&again, notation), printed, "{}", notation);
        let read = Engine::new().canonical(&again).expect("a small position");
        prop_assert_eq!(read.to_string(), canonical.clone(), "{}", notation);
    }
    Ok(())
}

fn canonical_form_is_found(position: Drawn) -> TestCaseResult {
    let mut engine = Engine::new();
    let reduced = engine.canonical(&plain(&position)).expect("a small position");
    prop_assert_eq!(print(&reduced.plain(), Notation::Short), reduced.to_string());
    for notation in [Notation::Short, Notation::LemoineViennot, Notation::Hoey] {
        let printed = print(&reduced.plain(), notation);
        // Hoey writes `1` for a spot without lines, which the short notation reads as a spot of degree 1.
        let is_ambiguous = notation == Notation::Hoey && printed == "1";
        let read = if is_ambiguous { parse_as(&printed, notation) } else { parse(&printed) };
        let read = read.map_err(|error| TestCaseError::fail(error.pointing(&printed)))?;
        let again = engine.canonical(&read);
        prop_assert_eq!(again.as_ref(), Ok(&reduced), "{}", printed);
    }
    Ok(())
}

/// All boundaries of a region are mirrored together. The drawing below has one region with two trees in it, each
/// different from its mirror image, and a spot.
#[test]
fn boundaries_are_not_mirrored_one_by_one() {
    let mut engine = Engine::new();
    let mut canonical = |first: &str, second: &str| {
        let drawn = Drawn::from_hoey(&format!("8;{first};{second}"));
        assert_eq!(drawn.fault(), None);
        agreed(&mut engine, &drawn.short())
    };
    let (one, eno) = ("4,12,10,7,11,1,11,7,10,3,10,12", "12,10,3,10,7,11,1,11,7,10,12,4");
    let (two, owt) = ("5,15,6,13,2,13,14,9,14,13,6,15", "15,6,13,14,9,14,13,2,13,6,15,5");
    assert_eq!(canonical(one, two), "0.1a1abc1cb.1a1abc1cb");
    assert_eq!(canonical(eno, owt), "0.1a1abc1cb.1a1abc1cb");
    assert_eq!(canonical(eno, two), "0.1a1abc1cb.1a1bc1cba");
    assert_eq!(canonical(one, owt), "0.1a1abc1cb.1a1bc1cba");
    assert_eq!(agreed(&mut engine, "112122|112122"), agreed(&mut engine, "112122|112212"));
}
