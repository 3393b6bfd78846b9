//! Morpion Solitaire: games, and the complete search of what can follow one, cut into independent tasks.

use crate::certificates::Certificate;
use crate::errors;
use crate::work;
use puzzles::certificates::{game_name, morpion_bound};
use puzzles::morpion::{self, Board, Code, Counted, Game, Histogram, Rule, Split, decode};
use pyo3::prelude::*;
use std::sync::Mutex;

/// Nodes between two looks at Ctrl-C.
const SLICE: u64 = 1 << 21;

/// A game of Morpion Solitaire.
///
/// MorpionGame(text) reads a list of moves in either of the two formats of `solve morpion`; MorpionGame.known(name) is one of
/// "bruneau170", "quist136", "rosin178", "rosin82" and "cross", the game without moves.
#[pyclass(frozen, skip_from_py_object, eq, module = "sproof")]
#[derive(Clone, PartialEq, Eq)]
pub struct MorpionGame(Game);

fn bad(error: impl ToString) -> PyErr {
    errors::RecordError::new_err(error.to_string())
}

#[pymethods]
impl MorpionGame {
    #[new]
    #[pyo3(signature = (text, *, rules=None))]
    fn new(text: &str, rules: Option<&str>) -> PyResult<Self> {
        let rules = rules.map(str::parse::<Rule>).transpose().map_err(errors::value)?;
        morpion::parse(text, rules).map(MorpionGame).map_err(bad)
    }

    /// A game that comes with the package, by its name.
    #[staticmethod]
    fn known(name: &str) -> PyResult<Self> {
        morpion::known(name).map(MorpionGame).ok_or_else(|| {
            let known: Vec<&str> = morpion::known_names().chain([morpion::CROSS]).collect();
            errors::value(format!("there is no game of the name `{name}`: {}", known.join(", ")))
        })
    }

    /// "5T" (lines may touch) or "5D" (lines are disjoint).
    #[getter]
    fn rules(&self) -> String {
        self.0.rule.to_string()
    }

    /// The moves: "x y start_x start_y direction".
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves.iter().map(ToString::to_string).collect()
    }

    /// The digest of the rules and the first so many moves, which names them in statements.
    #[pyo3(signature = (count=None))]
    fn name(&self, count: Option<usize>) -> PyResult<String> {
        let count = count.unwrap_or(self.0.moves.len());
        let moves = self.0.moves.get(..count).ok_or_else(|| self.too_short(count))?;
        Ok(game_name(self.0.rule, moves))
    }

    /// The moves that are left after the whole game.
    fn moves_left(&self) -> PyResult<Vec<String>> {
        let left = self.0.moves_left().map_err(bad)?;
        Ok(left.into_iter().map(|code| decode(code).to_string()).collect())
    }

    fn __len__(&self) -> usize {
        self.0.moves.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __repr__(&self) -> String {
        format!("<MorpionGame {}, {} moves>", self.0.rule, self.0.moves.len())
    }
}

impl MorpionGame {
    fn too_short(&self, from: usize) -> PyErr {
        errors::value(format!("--from {from}: the game has only {} moves", self.0.moves.len()))
    }
}

/// All that can follow the first moves of a game, cut into tasks that can be searched anywhere in any order.
///
/// The same game and the same number of moves make the same tasks in the same order on every machine. search(task) finds what is below one of
/// them; add(task, found) puts it to the rest. What has been added is kept, task by task, and can be saved and loaded, so
/// that a search goes on where it was. Each task is counted once, however often it is added.
#[pyclass(frozen, module = "sproof")]
pub struct MorpionSearch {
    game: Game,
    from: usize,
    board: Board,
    split: Split,
    state: Mutex<Progress>,
}

/// What has been added.
struct Progress {
    counted: Counted,
    is_done: Vec<bool>,
}

/// What is below a task: its positions by their number of further moves, and a longest way on.
type Found = (Vec<u64>, Vec<u32>);

#[pymethods]
impl MorpionSearch {
    #[new]
    #[pyo3(signature = (game, from_move))]
    fn new(py: Python<'_>, game: &MorpionGame, from_move: usize) -> PyResult<Self> {
        if from_move > game.0.moves.len() {
            return Err(game.too_short(from_move));
        }
        let (game, from) = (game.0.clone(), from_move);
        let (board, split) = py.detach(|| {
            let (board, _) = game.play(from).map_err(bad)?;
            let split = Split::new(&board).map_err(bad)?;
            Ok::<_, PyErr>((board, split))
        })?;
        let state = Mutex::new(Progress { counted: split.above.clone(), is_done: vec![false; split.tasks.len()] });
        Ok(MorpionSearch { game, from, board, split, state })
    }

    /// How many tasks there are.
    #[getter]
    fn tasks(&self) -> usize {
        self.split.tasks.len()
    }

    /// How many moves of the game are played first.
    #[getter(from_move)]
    fn moves_before(&self) -> usize {
        self.from
    }

    /// The tasks whose results have not been added.
    fn left(&self) -> Vec<usize> {
        let state = self.lock();
        (0..state.is_done.len()).filter(|&task| !state.is_done[task]).collect()
    }

    /// Searches one task, whose results are given back and not added.
    #[pyo3(signature = (task, *, progress=None))]
    fn search(&self, py: Python<'_>, task: usize, progress: Option<&Bound<'_, PyAny>>) -> PyResult<Found> {
        let at = self.split.tasks.get(task).ok_or_else(|| self.no_task(task))?;
        work::run(py, progress, None, |control| {
            let mut search = at.search(&self.board);
            while !search.is_finished() {
                if control.is_stopped() {
                    return Err(errors::stopped(search::common::limits::Stopped::Interrupted));
                }
                search.run(SLICE).map_err(bad)?;
                control.step("search", search.counted().histogram.nodes(), 0);
            }
            let counted = search.counted();
            Ok((counted.histogram.counts().to_vec(), counted.longest.clone()))
        })
    }

    /// Adds the results of a task; False if they had been added before. Results that cannot be those of this task raise ValueError.
    fn add(&self, task: usize, found: Found) -> PyResult<bool> {
        let at = self.split.tasks.get(task).ok_or_else(|| self.no_task(task))?;
        let (counts, longest) = found;
        let histogram = Histogram::from_counts(counts);
        let is_possible = histogram.counts().first() == Some(&1)
            && histogram.longest() == longest.len()
            && self.can_be_played(&at.path, &longest);
        if !is_possible {
            return Err(errors::value(format!("these are not the results of task {task}")));
        }
        let mut state = self.lock();
        let is_new = !std::mem::replace(&mut state.is_done[task], true);
        if is_new {
            state.counted.add(&at.path, &Counted { histogram, longest });
        }
        Ok(is_new)
    }

    /// Whether all tasks have been added.
    #[getter]
    fn is_finished(&self) -> bool {
        self.lock().is_done.iter().all(|is_done| *is_done)
    }

    /// Positions counted so far.
    #[getter]
    fn nodes(&self) -> u64 {
        self.lock().counted.histogram.nodes()
    }

    /// The moves of the longest game found so far, from the cross on.
    #[getter]
    fn best(&self) -> usize {
        self.from + self.lock().counted.histogram.longest()
    }

    /// How many positions there are with so many further moves, as far as they have been added.
    #[getter]
    fn histogram(&self) -> Vec<u64> {
        self.lock().counted.histogram.counts().to_vec()
    }

    /// A longest game found so far.
    #[getter]
    fn longest(&self) -> MorpionGame {
        let found = self.lock().counted.longest.clone();
        let moves = self.game.moves[..self.from].iter().copied().chain(found.into_iter().map(decode)).collect();
        MorpionGame(Game { rule: self.game.rule, moves })
    }

    /// The certificate that says how far the game can go. All tasks must have been added.
    fn certificate(&self) -> PyResult<Certificate> {
        if !self.is_finished() {
            return Err(errors::value(format!("{} tasks have not been searched", self.left().len())));
        }
        let histogram = self.lock().counted.histogram.clone();
        Certificate::open(morpion_bound(self.game.rule, &self.game.moves[..self.from], &histogram).seal().bytes)
    }

    fn __repr__(&self) -> String {
        let left = self.left().len();
        format!("<MorpionSearch from move {}: {left} of {} tasks left>", self.from, self.split.tasks.len())
    }
}

impl MorpionSearch {
    fn lock(&self) -> std::sync::MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn no_task(&self, task: usize) -> PyErr {
        errors::value(format!("there is no task {task}: they are numbered 0 to {}", self.split.tasks.len()))
    }

    /// Whether moves are legal after a task's.
    fn can_be_played(&self, path: &[Code], moves: &[Code]) -> bool {
        let mut board = self.board.clone();
        path.iter().for_each(|&code| board.flip(code));
        moves.iter().all(|&code| {
            let is_legal = board.check(&decode(code)) == Ok(code);
            if is_legal {
                board.flip(code);
            }
            is_legal
        })
    }
}
