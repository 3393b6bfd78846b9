//! The notation of trees (Lemoine and Viennot 2009): `{0; 2; {3}; {1; 3; {2}}}`, nim-heaps as numbers.
//!
//! Children are printed nim-heaps first, then by height, number of children and hash: the same in every run. A text may
//! write any tree; reading it gives the reduced tree, which is worth the same.

use crate::misere::trees::{TreeId, Trees};

/// The reason why a text is no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    #[error("at byte {0}: a tree is a number or a list such as `{{0; {{2}}}}`")]
    NoTree(usize),
    #[error("at byte {0}: a nim-heap has at most {MAX_HEAP}")]
    LargeHeap(usize),
    #[error("at byte {0}: a `}}` is missing")]
    Open(usize),
    #[error("at byte {0}: the tree ends before the text does")]
    Trailing(usize),
}

/// The largest nim-heap that is read.
pub const MAX_HEAP: u32 = 100;

/// A tree as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeText {
    pub text: String,
    /// Whether deep branches were left out, written `…`.
    pub is_cut: bool,
}

/// The text would be too long.
struct TooLong;

struct Writer<'a> {
    trees: &'a Trees,
    text: String,
    limit: usize,
    is_cut: bool,
}

impl Writer<'_> {
    fn write(&mut self, tree: TreeId, depth: usize) -> Result<(), TooLong> {
        if let Some(size) = self.trees.heap_size(tree) {
            self.text.push_str(&size.to_string());
        } else if depth == 0 {
            self.text.push('…');
            self.is_cut = true;
        } else {
            self.text.push('{');
            for (nth, child) in in_order(self.trees, tree).into_iter().enumerate() {
                self.text.push_str(if nth > 0 { "; " } else { "" });
                self.write(child, depth - 1)?;
            }
            self.text.push('}');
        }
        if self.text.len() > self.limit { Err(TooLong) } else { Ok(()) }
    }
}

fn in_order(trees: &Trees, tree: TreeId) -> Vec<TreeId> {
    let mut children = trees.children(tree).to_vec();
    children.sort_by_cached_key(|&child| {
        let is_heap = trees.heap_size(child).is_some();
        (!is_heap, trees.height(child), trees.children(child).len(), trees.hash(child))
    });
    children
}

impl Trees {
    /// The tree down to some depth, which bounds the recursion; `None` if that is longer than `limit` bytes.
    pub fn text_to_depth(&self, tree: TreeId, depth: usize, limit: usize) -> Option<TreeText> {
        let mut writer = Writer { trees: self, text: String::new(), limit, is_cut: false };
        writer.write(tree, depth).ok()?;
        Some(TreeText { text: writer.text, is_cut: writer.is_cut })
    }

    /// The tree as deep as fits into `limit` bytes, but at least its children.
    pub fn text(&self, tree: TreeId, limit: usize) -> TreeText {
        let mut best = self.text_to_depth(tree, 1, usize::MAX).expect("no text is longer than that");
        for depth in 2..=self.height(tree) as usize {
            if !best.is_cut {
                break;
            }
            match self.text_to_depth(tree, depth, limit) {
                Some(deeper) => best = deeper,
                None => break,
            }
        }
        best
    }

    /// Reads a tree and reduces it. Nothing recurses on the depth of the text.
    pub fn parse(&mut self, text: &str) -> Result<TreeId, TreeError> {
        let bytes = text.as_bytes();
        let mut open: Vec<Vec<TreeId>> = Vec::new();
        let mut at = skip_blanks(bytes, 0);
        loop {
            if bytes.get(at) == Some(&b'{') {
                open.push(Vec::new());
                at = skip_blanks(bytes, at + 1);
                if bytes.get(at) != Some(&b'}') {
                    continue;
                }
            } else {
                let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let tree = self.parse_heap(&text[at..end], at)?;
                at = skip_blanks(bytes, end);
                let Some(siblings) = open.last_mut() else { return finish(bytes, at, tree) };
                siblings.push(tree);
            }
            // Behind a tree: close what ends here, then go on behind `;`.
            while bytes.get(at) == Some(&b'}') {
                let tree = open.pop().map(|children| self.reduce(children)).ok_or(TreeError::Trailing(at))?;
                at = skip_blanks(bytes, at + 1);
                let Some(siblings) = open.last_mut() else { return finish(bytes, at, tree) };
                siblings.push(tree);
            }
            if bytes.get(at) != Some(&b';') {
                return Err(TreeError::Open(at));
            }
            at = skip_blanks(bytes, at + 1);
        }
    }

    fn parse_heap(&mut self, digits: &str, at: usize) -> Result<TreeId, TreeError> {
        if digits.is_empty() {
            return Err(TreeError::NoTree(at));
        }
        let size = digits.parse().ok().filter(|&size| size <= MAX_HEAP).ok_or(TreeError::LargeHeap(at))?;
        Ok(self.heap(size))
    }
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

fn finish(bytes: &[u8], at: usize, tree: TreeId) -> Result<TreeId, TreeError> {
    if at == bytes.len() { Ok(tree) } else { Err(TreeError::Trailing(at)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_back() {
        let mut trees = Trees::new();
        for text in ["0", "7", "{2}", "{1; {2}}", "{3; {1; 2; {3; {2}}}}", "{0; 2; {3}; {1; 3; {2}}}"] {
            let tree = trees.parse(text).unwrap();
            assert_eq!(trees.text(tree, 1000), TreeText { text: text.into(), is_cut: false });
        }
        let deep = trees.parse("{3; {1; 2; {3; {2}}}}").unwrap();
        assert_eq!(trees.text(deep, 20), TreeText { text: "{3; {1; 2; …}}".into(), is_cut: true });
    }

    #[test]
    fn reading_reduces() {
        let mut trees = Trees::new();
        for (text, reduced) in [
            ("{}", "0"),
            ("{ 0 ;{0} }", "2"),
            ("{0; 1; 3; 5}", "2"),
            ("{0; {1; {2}}}", "1"),
            ("{2; 2}", "{2}"),
            ("{{}; {{}}; {{}; {{}}}}", "3"),
        ] {
            assert_eq!(trees.parse(text), trees.parse(reduced), "{text}");
        }
    }

    #[test]
    fn bad_texts_are_refused() {
        let mut trees = Trees::new();
        for (text, error) in [
            ("", TreeError::NoTree(0)),
            ("{", TreeError::NoTree(1)),
            ("{2", TreeError::Open(2)),
            ("{2;}", TreeError::NoTree(3)),
            ("{2}}", TreeError::Trailing(3)),
            ("2}", TreeError::Trailing(1)),
            ("2 3", TreeError::Trailing(2)),
            ("{2 3}", TreeError::Open(3)),
            ("{1000}", TreeError::LargeHeap(1)),
            ("{99999999999}", TreeError::LargeHeap(1)),
            ("{é}", TreeError::NoTree(1)),
        ] {
            assert_eq!(trees.parse(text), Err(error), "{text}");
        }
        assert_eq!(trees.parse(&"{".repeat(10_000)), Err(TreeError::NoTree(10_000)));
    }
}
