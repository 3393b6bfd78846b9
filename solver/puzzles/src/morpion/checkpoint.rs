//! The state of a long search as a file, so that it can go on another day.
//!
//! The file names the search by its rule and moves, and is refused for another one. Its first line is JSON, so that a person
//! can see how far the search has come; its second line is the blake3 of the first, so that damage is noticed.

use crate::morpion::board::{Board, Code, decode};
use crate::morpion::parallel::{Open, Sample, State};
use crate::morpion::record::Game;
use crate::morpion::search::{Counted, Histogram};
use crate::morpion::split::{Split, Task};
use common::files::write_atomically;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

const FORMAT: &str = "sproof morpion search 1";

#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("this is no state of a search: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("it is damaged: its second line is not the blake3 of its first; delete it or restore a copy")]
    Damaged,
    #[error("this is the state of another search: rule {rule} from move {from}")]
    Other { rule: String, from: usize },
    #[error("this state cannot have been reached by the search; it is damaged")]
    Impossible,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    rule: String,
    moves: Vec<String>,
    split_depth: usize,
    tasks: usize,
    next: usize,
    counts: Vec<u64>,
    longest: Vec<Code>,
    sample_tasks: usize,
    sample_sum: f64,
    sample_sum_of_squares: f64,
    open: Vec<OpenTask>,
}

#[derive(Serialize, Deserialize)]
struct OpenTask {
    task: usize,
    progress: Vec<usize>,
    counts: Vec<u64>,
    longest: Vec<Code>,
}

fn move_texts(game: &Game, from: usize) -> Vec<String> {
    game.moves[..from].iter().map(ToString::to_string).collect()
}

/// Writes a state whole or not at all.
pub fn save(path: &Path, game: &Game, from: usize, split: &Split, state: &State) -> io::Result<()> {
    let open = state.open.iter().map(|open| OpenTask {
        task: open.task,
        progress: open.progress.clone(),
        counts: open.counted.histogram.counts().to_vec(),
        longest: open.counted.longest.clone(),
    });
    let file = File {
        format: FORMAT.into(),
        rule: game.rule.to_string(),
        moves: move_texts(game, from),
        split_depth: split.depth,
        tasks: split.tasks.len(),
        next: state.next,
        counts: state.counted.histogram.counts().to_vec(),
        longest: state.counted.longest.clone(),
        sample_tasks: state.sample.tasks,
        sample_sum: state.sample.sum,
        sample_sum_of_squares: state.sample.sum_of_squares,
        open: open.collect(),
    };
    let line = serde_json::to_string(&file)?;
    write_atomically(path, format!("{line}\n{}\n", blake3::hash(line.as_bytes())).as_bytes())
}

/// Reads a state, and the split that it belongs to. A state from which the search cannot go on is refused.
pub fn load(path: &Path, game: &Game, from: usize, board: &Board) -> Result<(Split, State), CheckpointError> {
    let bytes = std::fs::read(path)?;
    let (line, digest) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len()));
    let file: Result<File, _> = serde_json::from_slice(line);
    if digest != format!("\n{}\n", blake3::hash(line)).as_bytes() {
        // Something else than a state is called what it is.
        return Err(file.map_or_else(CheckpointError::Malformed, |_| CheckpointError::Damaged));
    }
    let file = file?;
    if file.format != FORMAT || file.rule != game.rule.to_string() || file.moves != move_texts(game, from) {
        return Err(CheckpointError::Other { rule: file.rule, from: file.moves.len() });
    }
    let split = Split::new(board).map_err(|_| CheckpointError::Impossible)?;
    let state = state(file, &split, board).ok_or(CheckpointError::Impossible)?;
    Ok((split, state))
}

fn state(file: File, split: &Split, board: &Board) -> Option<State> {
    if file.split_depth != split.depth || file.tasks != split.tasks.len() || file.next > file.tasks {
        return None;
    }
    let counted = counted(file.counts, file.longest, board)?;
    let mut open: Vec<Open> = Vec::new();
    for OpenTask { task, progress, counts, longest } in file.open {
        let is_new = open.iter().all(|other| other.task != task);
        let at = split.tasks.get(task).filter(|_| task < file.next && is_new)?;
        let counted = Counted { histogram: Histogram::from_counts(counts), longest };
        if !can_resume(at, board, &progress, &counted) {
            return None;
        }
        open.push(Open { task, progress, counted });
    }
    let sample = Sample { tasks: file.sample_tasks, sum: file.sample_sum, sum_of_squares: file.sample_sum_of_squares };
    (sample.tasks + open.len() == file.next).then_some(State { next: file.next, counted, open, sample })
}

/// Counts with a continuation as long as they say that can be played.
fn counted(counts: Vec<u64>, longest: Vec<Code>, board: &Board) -> Option<Counted> {
    let mut board = board.clone();
    for &code in &longest {
        if board.check(&decode(code)) != Ok(code) {
            return None;
        }
        board.flip(code);
    }
    let histogram = Histogram::from_counts(counts);
    (histogram.longest() == longest.len()).then_some(Counted { histogram, longest })
}

fn can_resume(task: &Task, board: &Board, progress: &[usize], found: &Counted) -> bool {
    let mut at = board.clone();
    task.path.iter().for_each(|&code| at.flip(code));
    let is_legal = counted(found.histogram.counts().to_vec(), found.longest.clone(), &at).is_some();
    is_legal && task.search(board).resume(progress, found.clone()).is_some()
}
