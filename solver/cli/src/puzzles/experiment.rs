//! `solve gaps --experiment`: the methods compared, as a table and as plots.

use super::gaps::{GapsArgs, percentage};
use super::write;
use crate::failure::Failure;

use crate::progress::LiveLine;
use crate::settle::INTERRUPTED;
use puzzles::gaps::experiment::{FIGURES, Nodes, Row, bins, measure, plot};
use serde_json::json;
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

const DEFAULT_DEALS: u64 = 100;

pub fn experiment(args: &GapsArgs) -> Result<ExitCode, Failure> {
    let (first, count) = (args.seed.unwrap_or(1), args.count.unwrap_or(DEFAULT_DEALS));
    let deadline = args.time_limit.map(|limit| Instant::now() + limit);
    let mut live = LiveLine::new(args.quiet, args.progress);
    let mut rows = Vec::new();
    if !args.json {
        let names = ["tt+it 32M", "tt+it 1M", "tt 1M", "it"].map(|name| format!("{name:>12}")).join("");
        writeln!(stdout(), "c   deal          win{names}   (nodes; > cut off)")?;
    }
    for seed in first..first.saturating_add(count) {
        live.show(&format!("deal {seed}, {} done", rows.len()));
        let in_time = || deadline.is_none_or(|deadline| Instant::now() < deadline);
        let go_on = || in_time() && !INTERRUPTED.load(Ordering::Relaxed);
        let Some(row) = measure(args.ranks, seed, args.keep.into(), args.cut, go_on) else { break };
        live.clear();
        print_row(args, &row)?;
        rows.push(row);
    }
    live.clear();
    for figure in FIGURES {
        summary(args, &rows, figure)?;
    }
    let won = rows.iter().filter(|row| row.is_winnable).count() as u64;
    let done = rows.len() as u64;
    if !args.json {
        let (ranks, share) = (args.ranks, percentage(won, done));
        writeln!(stdout(), "s gaps basic {ranks} deals from {first}: {won} of {done} WINNABLE, {share}")?;
    }
    Ok(if done == count { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

fn print_row(args: &GapsArgs, row: &Row) -> Result<(), Failure> {
    let mut out = stdout().lock();
    if args.json {
        let [both_32m, both_1m, table_1m, incremental] = row.nodes.map(|nodes| {
            let is_cut = matches!(nodes, Nodes::MoreThan(_));
            json!({ "nodes": nodes.count(), "cut": is_cut })
        });
        let object = json!({ "seed": row.seed, "winnable": row.is_winnable, "tt_it_32M": both_32m,
            "tt_it_1M": both_1m, "tt_1M": table_1m, "it": incremental });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    let nodes = row.nodes.map(|nodes| match nodes {
        Nodes::All(nodes) => format!("{nodes:>12}"),
        Nodes::MoreThan(nodes) => format!("{:>12}", format!(">{nodes}")),
    });
    let win = if row.is_winnable { "win" } else { "-" };
    writeln!(out, "c {:>6} {win:>12}{}", row.seed, nodes.join(""))?;
    Ok(())
}

/// A figure as a short table, and as a plot if a folder is given.
fn summary(args: &GapsArgs, rows: &[Row], figure: (u32, usize, usize, &str)) -> Result<(), Failure> {
    let (number, above, below, title) = figure;
    if let Some(folder) = &args.plots {
        let path = folder.join(format!("gaps-figure-{number}.svg"));
        std::fs::create_dir_all(folder).map_err(|error| Failure::Write { path: folder.clone(), error })?;
        write(&path, plot(rows, figure).as_bytes())?;
    }
    let mut out = stdout().lock();
    if args.json {
        return Ok(());
    }
    writeln!(out, "c figure {number}: {title}")?;
    writeln!(out, "c   nodes from   deals   median  largest")?;
    for bin in bins(rows, above, below) {
        let more = if bin.has_bounds { "  (some cut off)" } else { "" };
        writeln!(out, "c {:>12} {:>7} {:>8.3} {:>8.3}{more}", bin.from, bin.deals, bin.median, bin.largest)?;
    }
    Ok(())
}
