//! What holds for every position: the canonical form does not depend on how a position is written, a reduced position is
//! reduced, and what is printed reads back.
//!
//! Positions come from play, which keeps to what can be drawn, and from a strategy that ties regions together at will.
//! The checker refuses some of the latter as not drawable; then it must do so in every disguise.

use sproof_tests::drawn::{Drawn, Region, SplitMix64, Spot, random_position};
use sproof_tests::sides::{Refusal, agreed, checker_canon, plain, solver_canon};
use sprouts::Engine;
use sprouts::notation::{Notation, parse, parse_as, print};

/// A property of a position, which may make choices of its own.
type Property = fn(&Drawn, &mut SplitMix64);

/// Names the case that failed.
struct Case(u64);

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("case {}", self.0);
        }
    }
}

/// Tries a property on so many positions. A case depends on its number alone, so that a failure comes back.
fn try_cases(cases: u64, property: Property) {
    for nth in 0..cases {
        let case = Case(nth);
        let mut random = SplitMix64::new(nth.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let position = if random.below(2) == 0 { played(&mut random) } else { tangled(&mut random) };
        property(&position, &mut random);
        drop(case);
    }
}

/// A position after some random moves.
fn played(random: &mut SplitMix64) -> Drawn {
    random_position(1 + random.below(16), random.below(48), random.next_u64())
}

/// Regions with boundaries of spots in random places: nothing is asked but that a spot is in one boundary or in two
/// regions, and that a spot of degree 0 is alone.
fn tangled(random: &mut SplitMix64) -> Drawn {
    let mut regions: Vec<Region> = (0..1 + random.below(4)).map(|_| vec![vec![]; 1 + random.below(3)]).collect();
    let mut lives = Vec::new();
    for spot in 0..random.below(16) {
        let kind = random.below(4);
        lives.push(if kind == 0 { 2 } else { 1 });
        let home = random.below(regions.len());
        let boundary = random.below(regions[home].len());
        regions[home][boundary].push(spot);
        if kind > 1 {
            let other = random.below(regions.len());
            let other_boundary = if other == home { boundary } else { random.below(regions[other].len()) };
            regions[other][other_boundary].push(spot);
        }
    }
    for boundary in regions.iter_mut().flatten().filter(|boundary| boundary.is_empty()) {
        boundary.push(lives.len());
        lives.push(3);
    }
    Drawn { lives, regions, outer: None }
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

const CHOICES: [Choice; 5] =
    [Choice::Names, Choice::Rotations, Choice::Hands, Choice::OrderOfBoundaries, Choice::OrderOfRegions];

/// The same position with other choices of one kind.
fn rewritten(position: &Drawn, choice: Choice, random: &mut SplitMix64) -> Drawn {
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
fn reread(position: &Drawn, notation: Notation) -> sprouts::plain::PlainPosition {
    let printed = print(&plain(position), notation);
    parse_as(&printed, notation).unwrap_or_else(|error| panic!("{}", error.pointing(&printed)))
}

/// Cases of each property that are tried with every change, and in the deep tests.
const FEW: u64 = 500;
const MANY: u64 = 4_000;

#[test]
fn no_free_choice_matters() {
    try_cases(FEW, choice_does_not_matter);
}

#[test]
fn what_is_reduced_stays_as_it_is() {
    try_cases(FEW, reduced_is_reduced);
}

#[test]
fn what_is_printed_reads_back() {
    try_cases(FEW, printed_reads_back);
}

#[test]
fn a_canonical_form_is_found_in_every_notation() {
    try_cases(FEW, canonical_form_is_found);
}

#[test]
#[ignore = "deep: many more cases"]
fn properties_hold_in_many_cases() {
    for property in [choice_does_not_matter, reduced_is_reduced, printed_reads_back, canonical_form_is_found] {
        try_cases(MANY, property);
    }
}

fn choice_does_not_matter(position: &Drawn, random: &mut SplitMix64) {
    let choice = CHOICES[random.below(CHOICES.len())];
    let other = rewritten(position, choice, random);
    assert_eq!(solver_string(&other), solver_string(position), "solver, {choice:?}, {position:?}");
    assert_eq!(checker_string(&other), checker_string(position), "checker, {choice:?}, {position:?}");
}

fn reduced_is_reduced(position: &Drawn, _: &mut SplitMix64) {
    let mut engine = Engine::new();
    let reduced = engine.canonical(&plain(position)).expect("a small position");
    let again = engine.canonical(&reduced.plain());
    assert_eq!(again.as_ref(), Ok(&reduced), "solver, {position:?}");
    let read = solver_canon(&mut engine, &reduced.to_string());
    assert_eq!(read.as_ref(), Ok(&reduced), "solver, from the text, {position:?}");
    if let Ok(string) = checker_string(position) {
        let again = checker_canon(&string).map(|canonical| canonical.to_string());
        assert_eq!(again, Ok(string), "checker, {position:?}");
    }
}

fn printed_reads_back(position: &Drawn, _: &mut SplitMix64) {
    let canonical = solver_string(position);
    for notation in [Notation::Short, Notation::LemoineViennot, Notation::Hoey] {
        let again = reread(position, notation);
        let printed = print(&plain(position), notation);
        assert_eq!(print(&again, notation), printed, "{notation}");
        let read = Engine::new().canonical(&again).expect("a small position");
        assert_eq!(read.to_string(), canonical, "{notation}: {printed}");
    }
}

fn canonical_form_is_found(position: &Drawn, _: &mut SplitMix64) {
    let mut engine = Engine::new();
    let reduced = engine.canonical(&plain(position)).expect("a small position");
    assert_eq!(print(&reduced.plain(), Notation::Short), reduced.to_string());
    for notation in [Notation::Short, Notation::LemoineViennot, Notation::Hoey] {
        let printed = print(&reduced.plain(), notation);
        // Hoey writes `1` for a spot without lines, which the short notation reads as a spot of degree 1.
        let is_ambiguous = notation == Notation::Hoey && printed == "1";
        let read = if is_ambiguous { parse_as(&printed, notation) } else { parse(&printed) };
        let read = read.unwrap_or_else(|error| panic!("{}", error.pointing(&printed)));
        let again = engine.canonical(&read);
        assert_eq!(again.as_ref(), Ok(&reduced), "{printed}");
    }
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
