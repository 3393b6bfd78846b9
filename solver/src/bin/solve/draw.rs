//! `solve draw` and `solve tree`: pictures.

use crate::failure::Failure;
use crate::record;
use crate::settle::INTERRUPTED;
use clap::Args;
use solver::draw::{Picture, StrategyTree, svg};
use solver::drawn::Drawn;
use solver::escape;
use solver::files::write_atomically;
use solver::notation::{self, Notation};
use solver::play::{Claims, Oracle};
use solver::search::Limits;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(after_help = DRAW_EXAMPLES)]
pub struct DrawArgs {
    /// A record, a position in Hoey's full notation (dead spots too), a start such as `0*5`, or a file that holds one
    what: String,
    /// Write the picture to this file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
}

const DRAW_EXAMPLES: &str = "\
Examples:
  solve draw '1-6-2; 3-7-4; 1-8-2>; 3-9-4>1' --svg game.svg
  solve draw '0*5' --svg start.svg
  solve draw '1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9' --svg position.svg

Each spot shows its number and a dot for each life; dead spots are grey.";

#[derive(Args)]
#[command(after_help = TREE_EXAMPLES)]
pub struct TreeArgs {
    /// Number of spots
    #[arg(value_parser = clap::value_parser!(u8).range(1..=6))]
    spots: u8,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Write the picture to this file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
}

const TREE_EXAMPLES: &str = "\
Examples:
  solve tree 3 --svg tree.svg     how the first player wins with 3 spots

Heavy lines are the winner's moves, one in each position; thin ones are all moves of the opponent. In a single frame the player
to move wins, in a double frame loses.";

pub fn draw(args: &DrawArgs) -> Result<(), Failure> {
    let text = record::text(&args.what)?;
    let position = match record::as_record(&text) {
        Some(game) => game?.position().clone(),
        None => drawn_position(&text)?,
    };
    let picture = Picture::of(&position);
    save(&args.svg, &svg(&picture))?;
    let (spots, lines) = (picture.spots.len(), picture.lines.len());
    writeln!(stdout(), "s drawn {spots} spots, {lines} lines in {}", escape::name(&args.svg))?;
    Ok(())
}

/// A drawn position, or the start of a game in any notation. Other positions leave the dead spots out and do not say how
/// their curves run.
fn drawn_position(text: &str) -> Result<Drawn, Failure> {
    match notation::parse(text) {
        Ok(drawing) if drawing.lives.iter().all(|&lives| lives == 3) && !drawing.lives.is_empty() => {
            Ok(Drawn::start(drawing.lives.len()))
        }
        Ok(_) if notation::detect(text) != Notation::Hoey => Err(Failure::Usage(
            "this position leaves out dead spots and how the curves run: draw the record of a game that leads to it, or the \
             position in Hoey's full notation, the dead ones too",
        )),
        _ => Ok(Drawn::from_full_hoey(text)?),
    }
}

pub fn tree(args: &TreeArgs) -> Result<(), Failure> {
    let mut oracle = if args.misere { Oracle::misere() } else { Oracle::normal(Claims::default()) };
    let limits = Limits { interrupt: Some(&INTERRUPTED), ..Limits::default() };
    let tree = StrategyTree::of(usize::from(args.spots), &mut oracle, limits)?;
    save(&args.svg, &tree.svg())?;
    writeln!(stdout(), "s drawn {} positions in {}", tree.node_count(), escape::name(&args.svg))?;
    Ok(())
}

fn save(path: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(path, text.as_bytes()).map_err(|error| Failure::Write { path: path.into(), error })
}
