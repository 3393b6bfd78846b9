//! The experiment of Helmstetter and Cazenave (2004, figures 5 to 7): the nodes that a complete search visits with a transposition
//! table of 2^20 or 2^25 entries, with incremental transpositions, and with both, on random deals of the basic variant.

use crate::gaps::deal::{Deal, Variant};
use crate::gaps::plot::{Plot, Point};
use crate::gaps::solve::{End, Keep, MemoryKind, Method, search};
use crate::incremental::Passing;

/// The four searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    TableAndIncremental32M,
    TableAndIncremental1M,
    Table1M,
    Incremental,
}

impl Setting {
    pub const ALL: [Setting; 4] =
        [Setting::TableAndIncremental32M, Setting::TableAndIncremental1M, Setting::Table1M, Setting::Incremental];

    fn method(self, keep: Keep) -> Method {
        let (passing, memory) = match self {
            Setting::TableAndIncremental32M => (Passing::Published, MemoryKind::Bits(25, keep)),
            Setting::TableAndIncremental1M => (Passing::Published, MemoryKind::Bits(20, keep)),
            Setting::Table1M => (Passing::Nothing, MemoryKind::Bits(20, keep)),
            Setting::Incremental => (Passing::Published, MemoryKind::None),
        };
        Method { passing, memory }
    }
}

/// Nodes of a search, or that it was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nodes {
    All(u64),
    MoreThan(u64),
}

impl Nodes {
    pub fn count(self) -> u64 {
        match self {
            Nodes::All(nodes) | Nodes::MoreThan(nodes) => nodes,
        }
    }

    fn is_cut(self) -> bool {
        matches!(self, Nodes::MoreThan(_))
    }
}

/// The results of the searches on one deal, in the order of [`Setting::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub seed: u64,
    pub is_winnable: bool,
    pub nodes: [Nodes; 4],
}

/// Runs the four searches on a deal, each cut off after so many nodes, but the first never. Returns nothing if `go_on` stopped it.
pub fn measure(ranks: u8, seed: u64, keep: Keep, cut: u64, mut go_on: impl FnMut() -> bool) -> Option<Row> {
    let deal = Deal::from_seed(ranks, seed);
    let mut is_winnable = false;
    let mut nodes = [Nodes::All(0); 4];
    for (setting, result) in Setting::ALL.into_iter().zip(&mut nodes) {
        let limit = if setting == Setting::TableAndIncremental32M { u64::MAX } else { cut };
        let mut is_stopped = false;
        let mut watch = |nodes| {
            is_stopped = is_stopped || !go_on();
            !is_stopped && nodes < limit
        };
        let found = search(Variant::Basic, &deal, setting.method(keep), false, None, &mut watch);
        if is_stopped {
            return None;
        }
        *result = if found.end == End::Complete { Nodes::All(found.nodes) } else { Nodes::MoreThan(found.nodes) };
        is_winnable |= found.line.is_some();
    }
    Some(Row { seed, is_winnable, nodes })
}

/// The figures: which search is divided by which, over the second.
pub const FIGURES: [(u32, usize, usize, &str); 3] = [
    (5, 3, 0, "incremental alone / table 32M and incremental"),
    (6, 2, 1, "table 1M alone / table 1M and incremental"),
    (7, 1, 0, "table 1M and incremental / table 32M and incremental"),
];

/// The ratio of a figure for a row, and whether it is only a lower bound.
pub fn ratio(row: &Row, above: usize, below: usize) -> (f64, bool) {
    (row.nodes[above].count() as f64 / row.nodes[below].count() as f64, row.nodes[above].is_cut())
}

/// The plot of a figure.
pub fn plot(rows: &[Row], figure: (u32, usize, usize, &str)) -> String {
    let (number, above, below, title) = figure;
    let points = rows.iter().map(|row| {
        let (y, is_bound) = ratio(row, above, below);
        Point { x: row.nodes[below].count() as f64, y, is_bound }
    });
    let title = format!("Figure {number}: {title}, {} deals", rows.len());
    Plot { title, x_label: "nodes of the second search".into(), y_label: "ratio".into(), points: points.collect() }
        .svg()
}

/// A line of the summary: deals whose second search visited between these numbers of nodes, their number, and the median
/// and largest ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    pub from: u64,
    pub deals: usize,
    pub median: f64,
    pub largest: f64,
    /// Some of the ratios are lower bounds only.
    pub has_bounds: bool,
}

/// Lower ends of the bins.
const BINS: [u64; 7] = [1, 10_000, 100_000, 500_000, 1_000_000, 2_000_000, 5_000_000];

pub fn bins(rows: &[Row], above: usize, below: usize) -> Vec<Bin> {
    let ends = BINS.iter().skip(1).copied().chain([u64::MAX]);
    let bins = BINS.into_iter().zip(ends).filter_map(|(from, to)| {
        let inside = rows.iter().filter(|row| (from..to).contains(&row.nodes[below].count()));
        let mut ratios: Vec<(f64, bool)> = inside.map(|row| ratio(row, above, below)).collect();
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let &(largest, _) = ratios.last()?;
        let has_bounds = ratios.iter().any(|(_, is_bound)| *is_bound);
        let middle = (ratios[(ratios.len() - 1) / 2].0 + ratios[ratios.len() / 2].0) / 2.0;
        Some(Bin { from, deals: ratios.len(), median: middle, largest, has_bounds })
    });
    bins.collect()
}
