//! `solve gaps --experiment`: the methods compared, as a table and as plots.

use super::args::GapsArgs;
use crate::failure::Failure;
use crate::flags::numbers::percentage;
use crate::interrupt::Guard;
use crate::outputs::{probe_folder, write};
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use puzzles::gaps::experiment::{FIGURES, Nodes, Row, bins, measure, plot};
use serde_json::json;
use std::process::ExitCode;

const DEFAULT_DEALS: u64 = 100;

pub fn experiment(args: &GapsArgs) -> Result<ExitCode, Failure> {
    let (first, count) = (args.seed.unwrap_or(1), args.count.unwrap_or(DEFAULT_DEALS));
    if let Some(folder) = &args.plots {
        let names = FIGURES.map(|(number, ..)| plot_name(number));
        probe_folder(folder, &names.each_ref().map(String::as_str))?;
    }
    let guard = Guard::new(&args.limits);
    let printer = Printer::new(&args.report);
    let mut live = LiveLine::new(&args.report);
    live.begin(args.limits.time_limit);
    let mut rows = Vec::new();
    if !printer.is_json() {
        let names = ["tt+it 32M", "tt+it 1M", "tt 1M", "it"].map(|name| format!("{name:>12}")).join("");
        printer.comment(&format!("  deal          win{names}   (nodes; > cut off)"))?;
    }
    for seed in first..first.saturating_add(count) {
        live.show(&[format!("deal {seed}"), format!("{} of {count} done", rows.len())]);
        let go_on = || guard.check().is_ok();
        let Some(row) = measure(args.ranks, seed, args.keep.into(), args.cut, go_on) else { break };
        live.clear();
        print_row(&printer, &row)?;
        rows.push(row);
    }
    live.clear();
    for figure in FIGURES {
        summary(args, &printer, &rows, figure)?;
    }
    let won = rows.iter().filter(|row| row.is_winnable).count() as u64;
    let done = rows.len() as u64;
    if !printer.is_json() {
        let (ranks, share) = (args.ranks, percentage(won, done));
        let sentence = format!("{won} of the {done} deals from number {first} on can be won ({share}).");
        let statement = format!("gaps basic {ranks} deals from {first}: {won} of {done} WINNABLE, {share}");
        printer.verdict(&sentence, &statement)?;
    }
    Ok(if done == count { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

fn plot_name(figure: u32) -> String {
    format!("gaps-figure-{figure}.svg")
}

fn print_row(printer: &Printer, row: &Row) -> Result<(), Failure> {
    if printer.is_json() {
        let [both_32m, both_1m, table_1m, incremental] = row.nodes.map(|nodes| {
            let is_cut = matches!(nodes, Nodes::MoreThan(_));
            json!({ "nodes": nodes.count(), "cut": is_cut })
        });
        let fields = json!({ "seed": row.seed, "winnable": row.is_winnable, "tt_it_32M": both_32m,
            "tt_it_1M": both_1m, "tt_1M": table_1m, "it": incremental });
        return printer.object(&json::object("gaps experiment", fields));
    }
    let nodes = row.nodes.map(|nodes| match nodes {
        Nodes::All(nodes) => format!("{nodes:>12}"),
        Nodes::MoreThan(nodes) => format!("{:>12}", format!(">{nodes}")),
    });
    let win = if row.is_winnable { "win" } else { "-" };
    printer.comment(&format!("{:>6} {win:>12}{}", row.seed, nodes.join("")))
}

/// A figure as a short table, and as a plot if a folder is given.
fn summary(args: &GapsArgs, printer: &Printer, rows: &[Row], figure: (u32, usize, usize, &str)) -> Result<(), Failure> {
    let (number, above, below, title) = figure;
    if let Some(folder) = &args.plots {
        write(&folder.join(plot_name(number)), plot(rows, figure).as_bytes())?;
    }
    if printer.is_json() {
        return Ok(());
    }
    printer.comment(&format!("figure {number}: {title}"))?;
    printer.comment("  nodes from   deals   median  largest")?;
    for bin in bins(rows, above, below) {
        let more = if bin.has_bounds { "  (some cut off)" } else { "" };
        printer
            .comment(&format!("{:>12} {:>7} {:>8.3} {:>8.3}{more}", bin.from, bin.deals, bin.median, bin.largest))?;
    }
    Ok(())
}
