//! Ground truth: reduction forgets nothing that a move can feel.
//!
//! For every position of the drawn game the canonical tree of the reduced form, built from the options that solver or
//! checker list, is the tree of the drawing. The rest of the project rests on this.
//!
//! More is true: the options of the reduced form *are* the reduced forms of the successors, with one exception. Step 7
//! of FORMAT.md section 4 writes `1` for two `2` in a region of two or three lives. From `222` a curve between two of
//! them leaves `1`; from `12`, which is written for it, the curve between 1 and 2 leaves `AB|AB`. These two lands have
//! the same tree: one move, and nothing. So the options are compared with `1` written for the land `AB|AB`.

use rustc_hash::FxHashMap;
use sproof_tests::crowd;
use sproof_tests::drawn::{Drawn, Game, Identification, TreeId, Trees, Visited, canonical_trees, explore};
use sproof_tests::sides::{checker_canon, plain};
use sprouts::{Engine, Position};
use std::collections::BTreeSet;

fn solver_form(engine: &mut Engine, position: &Drawn) -> Position {
    engine.canonical(&plain(position)).unwrap_or_else(|error| panic!("{}: {error}", position.hoey()))
}

fn checker_form(position: &Drawn) -> checker::Canonical {
    checker_canon(&position.short()).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", position.hoey()))
}

/// The printed form of a position, with `1` for `AB|AB`.
fn merged(form: &impl ToString) -> String {
    let form = form.to_string();
    let mut lands: Vec<&str> = form.split('+').map(|land| if land == "AB|AB" { "1" } else { land }).collect();
    lands.sort_unstable();
    lands.join("+")
}

/// Checks the options of a position against its reduced successors; whether they are equal without merging anything.
fn same_options<F: Ord + ToString>(position: &Drawn, options: &BTreeSet<F>, successors: &BTreeSet<F>) -> bool {
    let strings = |forms: &BTreeSet<F>| forms.iter().map(merged).collect::<BTreeSet<String>>();
    assert_eq!(strings(options), strings(successors), "options and reduced successors of {}", position.hoey());
    options == successors
}

/// No isomorphism at all is used here: every successor of every drawing is reduced by itself. Drawings that differ by a
/// mirror image are told apart, so both hands are tried.
#[test]
fn options_of_every_drawing_up_to_three_spots() {
    let mut engine = Engine::new();
    for (n, positions, unequal) in [(1, 3, 0), (2, 57, 0), (3, 4249, 86)] {
        let game = explore(&Drawn::start(n), Identification::NoMirror);
        assert_eq!(game.positions.len(), positions);
        let mut unequal_found = 0;
        for (position, _) in game.iter() {
            let successors = position.moves();
            let reduced = solver_form(&mut engine, &position);
            let expected = successors.iter().map(|after| solver_form(&mut engine, after)).collect();
            let options = engine.options(&reduced).unwrap().0.into_iter().collect();
            let by_solver = same_options(&position, &options, &expected);
            let reduced = checker_form(&position);
            let expected = successors.iter().map(checker_form).collect();
            let by_checker = same_options(&position, &checker::options(&reduced).unwrap(), &expected);
            assert_eq!(by_solver, by_checker, "{}", position.hoey());
            unequal_found += usize::from(!by_solver);
        }
        assert_eq!(unequal_found, unequal, "{n} spots: positions with a `1` in place of two `2`");
    }
}

/// The reduced forms of the positions of a game, as numbers: `forms[number[p]]` is the form of position p.
struct Reduced<F> {
    forms: Vec<F>,
    number: Vec<usize>,
}

/// Reduces every position of a game, on all cores.
fn reduced<F, T>(game: &Game, tools: impl Fn() -> T + Sync, form: impl Fn(&mut T, &Drawn) -> F + Sync) -> Reduced<F>
where
    F: Clone + Eq + std::hash::Hash + Send,
{
    let mut keys: Vec<_> = game.positions.iter().collect();
    keys.sort_unstable_by_key(|(_, visited)| visited.number);
    let all = crowd::map(keys.len(), tools, |tools, at| form(tools, &keys[at].0.position()));
    let mut reduced = Reduced { forms: Vec::new(), number: Vec::new() };
    let mut numbers: FxHashMap<F, usize> = FxHashMap::default();
    for form in all {
        let next = reduced.forms.len();
        let number = *numbers.entry(form.clone()).or_insert(next);
        if number == next {
            reduced.forms.push(form);
        }
        reduced.number.push(number);
    }
    reduced
}

/// Checks that the reduced successors of every position are the options of its form, which are given as numbers.
fn options_agree<F: std::fmt::Debug + ToString>(game: &Game, reduced: &Reduced<F>, options: &[BTreeSet<usize>]) {
    let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
    let mut number = |form: &F| {
        let next = numbers.len();
        *numbers.entry(merged(form)).or_insert(next)
    };
    let merged: Vec<usize> = reduced.forms.iter().map(&mut number).collect();
    for (key, Visited { number, successors, .. }) in &game.positions {
        let form = reduced.number[*number as usize];
        let successors: BTreeSet<usize> =
            successors.iter().map(|&after| merged[reduced.number[after as usize]]).collect();
        let options: BTreeSet<usize> = options[form].iter().map(|&option| merged[option]).collect();
        assert_eq!(successors, options, "{} is {:?}", key.position().hoey(), reduced.forms[form]);
    }
}

/// The options of each form, as numbers. An option that no drawing has would have no number.
fn numbered<F: Eq + std::hash::Hash + std::fmt::Debug>(
    forms: &[F],
    mut options: impl FnMut(&F) -> Vec<F>,
) -> Vec<BTreeSet<usize>> {
    let numbers: FxHashMap<&F, usize> = forms.iter().zip(0..).collect();
    let number = |option: &F| *numbers.get(option).unwrap_or_else(|| panic!("nobody can draw {option:?}"));
    forms.iter().map(|form| options(form).iter().map(number).collect()).collect()
}

/// The tree of a form, by its options. Recursive: no deeper than a play lasts.
fn tree(form: usize, options: &[BTreeSet<usize>], known: &mut [Option<TreeId>], trees: &mut Trees) -> TreeId {
    if let Some(tree) = known[form] {
        return tree;
    }
    let children = options[form].iter().map(|&option| tree(option, options, known, trees)).collect();
    *known[form].insert(trees.intern(children))
}

/// The canonical tree of every reduced form, from its options, is the tree of every drawing with that form.
fn trees_agree<F: std::fmt::Debug>(game: &mut Game, reduced: &Reduced<F>, options: &[BTreeSet<usize>]) {
    let count = game.trees.count();
    let mut trees: Vec<Option<TreeId>> = vec![None; reduced.forms.len()];
    for form in 0..reduced.forms.len() {
        tree(form, options, &mut trees, &mut game.trees);
    }
    assert_eq!(game.trees.count(), count, "there are trees that no drawing has");
    for (key, Visited { number, tree, .. }) in &game.positions {
        let form = reduced.number[*number as usize];
        assert_eq!(trees[form], Some(*tree), "{} is {:?}", key.position().hoey(), reduced.forms[form]);
    }
}

/// The successors are known up to isomorphism (and mirror images of regions), so that each position is reduced once.
#[test]
fn options_and_trees_up_to_three_spots() {
    options_and_trees(&[(1, 3, 3), (2, 51, 16), (3, 2788, 137)]);
}

#[test]
#[ignore = "deep: 296,132 positions, most of the time for the drawn game itself"]
fn options_and_trees_of_four_spots() {
    options_and_trees(&[(4, 296_132, 1389)]);
}

/// Compares the drawn game with both reduced ones, given the numbers of spots, positions and reduced forms.
fn options_and_trees(games: &[(usize, usize, usize)]) {
    for &(n, positions, forms) in games {
        let mut game = canonical_trees(n);
        assert_eq!(game.positions.len(), positions);

        let by_solver = reduced(&game, Engine::new, solver_form);
        assert_eq!(by_solver.forms.len(), forms, "forms of the {n}-spot game");
        let mut engine = Engine::new();
        let options = numbered(&by_solver.forms, |form| engine.options(form).unwrap().0);
        options_agree(&game, &by_solver, &options);
        trees_agree(&mut game, &by_solver, &options);

        let by_checker = reduced(&game, || (), |(), position| checker_form(position));
        assert_eq!(by_checker.forms.len(), forms, "forms of the {n}-spot game");
        let options = numbered(&by_checker.forms, |form| checker::options(form).unwrap().into_iter().collect());
        options_agree(&game, &by_checker, &options);
        trees_agree(&mut game, &by_checker, &options);

        let solver: Vec<String> = by_solver.forms.iter().map(ToString::to_string).collect();
        let checker: Vec<String> = by_checker.forms.iter().map(ToString::to_string).collect();
        assert_eq!(solver, checker, "strings of the solver (left) and the checker (right)");
        assert_eq!(by_solver.number, by_checker.number);
    }
}
