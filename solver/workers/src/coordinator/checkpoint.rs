//! Checkpoints: the state of a coordinator as sealed bytes. Jobs that are running are not in them and will be given out again.

use crate::coordinator::board::Board;
use crate::coordinator::settings::Settings;
use crate::coordinator::state_machine::{Coordinator, Counts};
use crate::coordinator::tree::Tree;
use crate::message::{JobId, Sum};
use common::sealed::{self, SealError};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"SPRCOORD";
const VERSION: u32 = 1;

/// Why bytes are no checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error("not a checkpoint of a coordinator, or a damaged one: {0}")]
    Damaged(String),
    #[error("the checkpoint has version {0}; this program reads version {VERSION}")]
    Version(u32),
}

impl From<SealError> for CheckpointError {
    fn from(error: SealError) -> Self {
        CheckpointError::Damaged(error.to_string())
    }
}

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    settings: &'a Settings,
    question: &'a Sum,
    tree: &'a Tree,
    board: &'a Board,
    counts: &'a Counts,
    next_id: JobId,
}

#[derive(Deserialize)]
struct Read {
    version: u32,
    settings: Settings,
    question: Sum,
    tree: Tree,
    board: Board,
    counts: Counts,
    next_id: JobId,
}

impl Coordinator {
    /// The state as bytes.
    pub fn checkpoint(&self) -> Vec<u8> {
        let Coordinator { settings, question, tree, board, counts, next_id, .. } = self;
        let written = Written { version: VERSION, settings, question, tree, board, counts, next_id: *next_id };
        sealed::seal(MAGIC, &written).bytes
    }

    /// A coordinator that goes on from a checkpoint. Reports on jobs given out before it are late, but their facts count.
    pub fn restore(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let read: Read = sealed::read(sealed::open(MAGIC, bytes)?).map_err(CheckpointError::Damaged)?;
        if read.version != VERSION {
            return Err(CheckpointError::Version(read.version));
        }
        let Read { settings, question, mut tree, board, counts, next_id, .. } = read;
        if !tree.index() {
            return Err(CheckpointError::Damaged("its nodes do not fit together".into()));
        }
        // Jobs given out after the checkpoint was made had the numbers that follow: these are not used again.
        let next_id = next_id + (1 << 32);
        let mut coordinator =
            Coordinator { settings, question, tree, board, counts, next_id, running: FxHashMap::default() };
        let question = coordinator.question.clone();
        coordinator.ask(question);
        Ok(coordinator)
    }
}
