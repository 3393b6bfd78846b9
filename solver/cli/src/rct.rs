//! `solve rct`: what a position is worth in misère play.

use crate::failure::Failure;
use crate::inspect::PositionArgs;
use clap::Args;
use search::misere::Closure;
use search::normal::{Limits, Stopped};
use serde_json::json;
use sprouts::Engine;
use std::io::{Write, stdout};

/// Printed trees are cut to about this many bytes unless told otherwise.
const ROOM: usize = 2_000;

#[derive(Args)]
pub struct RctArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Print the tree to this depth
    #[arg(long, value_name = "LEVELS")]
    depth: Option<usize>,
    /// Print the whole tree, however long
    #[arg(long, conflicts_with = "depth")]
    full: bool,
}

pub fn rct(args: &RctArgs) -> Result<(), Failure> {
    let position = args.at.canonical(&mut Engine::new())?;
    let mut closure = Closure::new();
    let tree = match closure.include(&position, &Limits::default()) {
        Ok(tree) => tree,
        Err(Stopped::TooLarge(error)) => return Err(args.at.too_large(error)),
        Err(stopped) => unreachable!("{stopped}, without a limit"),
    };
    let trees = closure.trees();
    let depth = if args.full { Some(usize::MAX) } else { args.depth };
    let written = match depth {
        Some(depth) => trees.text_to_depth(tree, depth, usize::MAX).expect("no text is longer than that"),
        None => trees.text(tree, ROOM),
    };
    let factored = trees.factored(tree);
    let base = factored.plus_one.then(|| trees.text(factored.base, ROOM).text);
    let mut out = stdout().lock();
    if args.at.json {
        let object = json!({
            "position": args.at.print(&position),
            "tree": written.text,
            "cut": written.is_cut,
            "name": trees.hash(tree).to_string(),
            "height": trees.height(tree),
            "children": trees.children(tree).len(),
            "outcome": trees.outcome(tree),
            "heap": trees.heap_size(tree),
            "one_plus": base,
            "trees_in_game": trees.count(),
        });
        writeln!(out, "{object}")?;
        return Ok(());
    }
    writeln!(out, "tree      {}", written.text)?;
    if written.is_cut {
        writeln!(out, "          (cut; the whole tree: --full, or some levels: --depth)")?;
    }
    if let Some(base) = base {
        writeln!(out, "is        1 + {base}")?;
    }
    writeln!(out, "name      {}", trees.hash(tree))?;
    writeln!(out, "height    {}", trees.height(tree))?;
    writeln!(out, "children  {}", trees.children(tree).len())?;
    writeln!(out, "outcome   {}", trees.outcome(tree).words())?;
    Ok(())
}
