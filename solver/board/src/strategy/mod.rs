//! Winning strategies of small games as pictures: [`tree`] finds the strategy, [`chart`] draws it, [`page`] makes a large
//! drawing usable.

mod chart;
mod page;
mod tree;

pub use chart::svg;
pub use page::html;
pub use tree::{MOST_NODES, StrategyTree, TreeTooLarge};
