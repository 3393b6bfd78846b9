//! Reduced canonical trees (RCTs): the worth of positions in misère play.

use crate::arguments::{self, Memory};
use crate::errors::{self, TreeError};
use crate::positions::Game;
use crate::work;
use pyo3::prelude::*;
use search::misere::{Closure, TreeId, Trees};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

/// Trees are written out to about so many bytes unless told otherwise.
const ROOM: usize = 2_000;

/// The trees that a tree is one of.
enum Forest {
    Parsed(Trees),
    OfPositions(Box<Closure>),
}

impl Forest {
    fn trees(&self) -> &Trees {
        match self {
            Forest::Parsed(trees) => trees,
            Forest::OfPositions(closure) => closure.trees(),
        }
    }
}

/// A reduced canonical tree: what a position is worth in misère play. Positions with the same tree can replace each other in any sum.
///
/// Tree(text) reads one such as "{0; 2; {3}}", with nim-heaps as numbers, and reduces it; rct(game) finds that of a
/// position. Trees are equal when they have the same name, wherever they come from.
#[pyclass(frozen, module = "sproof")]
pub struct Tree {
    forest: Arc<Forest>,
    id: TreeId,
}

impl Tree {
    fn trees(&self) -> &Trees {
        self.forest.trees()
    }

    fn sibling(&self, id: TreeId) -> Tree {
        Tree { forest: self.forest.clone(), id }
    }
}

#[pymethods]
impl Tree {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let mut trees = Trees::new();
        let id = trees.parse(text).map_err(|error| TreeError::new_err(error.to_string()))?;
        Ok(Tree { forest: Arc::new(Forest::Parsed(trees)), id })
    }

    /// The trees that one move leads to, by height and name.
    #[getter]
    fn children(&self) -> Vec<Tree> {
        self.trees().children_by_hash(self.id).into_iter().map(|child| self.sibling(child)).collect()
    }

    /// The number of moves of the longest game.
    #[getter]
    fn height(&self) -> u32 {
        self.trees().height(self.id)
    }

    /// "WIN" or "LOSS" for the player to move, in misère play.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.trees().outcome(self.id).words()
    }

    /// The size of the nim-heap that the tree is, if it is one.
    #[getter]
    fn heap(&self) -> Option<u32> {
        self.trees().heap_size(self.id)
    }

    /// The tree G, if this is the tree of G + 1.
    #[getter]
    fn one_plus(&self) -> Option<Tree> {
        let factored = self.trees().factored(self.id);
        factored.plus_one.then(|| self.sibling(factored.base))
    }

    /// Its name: the hash of its children's names, in hexadecimal digits (FORMAT.md section 12).
    #[getter]
    fn name(&self) -> String {
        self.trees().hash(self.id).to_string()
    }

    /// The tree as text, whole or down to some depth; branches that are left out are written `…`.
    #[pyo3(signature = (depth=None))]
    fn text(&self, depth: Option<usize>) -> String {
        let written = self.trees().text_to_depth(self.id, depth.unwrap_or(usize::MAX), usize::MAX);
        written.expect("no text is longer than that").text
    }

    /// The tree as deep as 2,000 bytes allow.
    fn __str__(&self) -> String {
        self.trees().text(self.id, ROOM).text
    }

    fn __repr__(&self) -> String {
        format!("<Tree {}>", self.trees().text(self.id, 60).text)
    }

    fn __eq__(&self, other: &Tree) -> bool {
        self.trees().hash(self.id) == other.trees().hash(other.id)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.trees().hash(self.id).hash(&mut hasher);
        hasher.finish()
    }
}

/// The reduced canonical tree of a game. memory: bytes or a text such as "4G" that this may take.
#[pyfunction]
#[pyo3(signature = (game, *, memory=None, time_limit=None, progress=None))]
pub fn rct(
    py: Python<'_>,
    game: Game<'_>,
    memory: Option<Memory>,
    time_limit: Option<f64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Tree> {
    let position = game.position()?;
    let time_limit = time_limit.map(arguments::seconds).transpose()?;
    work::run(py, progress, Memory::bytes(memory.as_ref())?, |control| {
        let limits = control.limits(time_limit.map(|limit| Instant::now() + limit));
        control.event(search::session::Event::Closure);
        let mut closure = Closure::new();
        let id = closure.include(&position.0, &limits).map_err(errors::stopped)?;
        Ok(Tree { forest: Arc::new(Forest::OfPositions(Box::new(closure))), id })
    })
}
