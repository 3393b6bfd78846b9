//! Hashes of trees, the same in every run, order and machine.
//!
//! The hash of a tree is the blake3 hash of its children's hashes, 32 bytes each, in increasing order, one after the other. The
//! tree without children hashes nothing. FORMAT.md section 12 calls it the name of the tree; Lemoine and Viennot's names
//! (section 3.1.3) depend on the order of computation.

use std::fmt;

/// The hash of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TreeHash([u8; 32]);

impl TreeHash {
    pub fn of_children(children: impl Iterator<Item = TreeHash>) -> Self {
        let mut hashes: Vec<TreeHash> = children.collect();
        hashes.sort_unstable();
        let mut hasher = blake3::Hasher::new();
        for hash in &hashes {
            hasher.update(&hash.0);
        }
        TreeHash(*hasher.finalize().as_bytes())
    }

    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for TreeHash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for TreeHash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
