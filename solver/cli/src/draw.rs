//! `solve draw` and `solve tree`: pictures.

use crate::failure::Failure;
use crate::flags::report::ReportArgs;
use crate::record;
use crate::reporting::progress::LiveLine;
use crate::settle::{INTERRUPTED, seconds};
use board::drawn::{Drawn, Embedding};
use board::layout::Layout;
use board::picture::terminal::{self, Charset};
use board::picture::{Picture, animate, png, svg};
use board::play::{Claims, Oracle};
use board::records::{Game, MoveNotation};
use board::strategy::{self, StrategyTree, TreeTooLarge};
use clap::Args;
use common::files::write_atomically;
use search::normal::{Limits, Stopped};
use sprouts::notation::{self, Notation};
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = DRAW_EXAMPLES)]
pub struct DrawArgs {
    /// A record, a position in any notation, or a file that holds one
    what: String,
    /// Write the picture to this file, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write the picture to this file, as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write a moving picture of a record to this file, as SVG
    #[arg(long, value_name = "FILE")]
    animate: Option<PathBuf>,
    /// Print the picture, in plain characters only
    #[arg(long)]
    ascii: bool,
    /// Take the picture as it is after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
}

const DRAW_EXAMPLES: &str = "\
Examples:
  solve draw '1-6-2; 3-7-4; 1-8-2>; 3-9-4>1'              in the terminal
  solve draw '1-6-2; 3-7-4; 1-8-2>; 3-9-4>1' --svg game.svg --png game.png
  solve draw '1-6-2; 3-7-4; 1-8-2>' --animate game.svg    a moving picture, for a browser
  solve draw '0*2.AB|AB' --svg position.svg               a drawing of this position, with dead spots where it needs some

Each spot shows its number and a dot for each life; dead spots are grey. A position in canonical notation names no dead spots: those
in its drawing have no number, and the others are numbered as they are listed.";

#[derive(Args)]
#[command(after_help = TREE_EXAMPLES)]
pub struct TreeArgs {
    /// Number of spots
    #[arg(value_parser = clap::value_parser!(u8).range(1..=6))]
    spots: u8,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Write the picture to this file, as SVG
    #[arg(long, value_name = "FILE", required_unless_present = "html")]
    svg: Option<PathBuf>,
    /// Write a page to this file in which the picture can be moved and zoomed
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Give up after so long (exit code 3)
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// No progress on stderr
    #[arg(long, short)]
    quiet: bool,
}

const TREE_EXAMPLES: &str = "\
Examples:
  solve tree 2 --svg tree.svg      how the second player wins with 2 spots
  solve tree 4 --html tree.html    a larger tree, as a page to move about in

Heavy lines are the winner's moves, one in each position; thin ones are all moves of the opponent. In a single frame the player
to move wins, in a double frame loses. Moves are written in Hoey's notation, as the position above them is numbered.";

/// What is drawn.
enum Subject {
    Game(Game),
    Position(Drawn),
    Found(Embedding),
}

pub fn draw(args: &DrawArgs) -> Result<ExitCode, Failure> {
    let limits = limits(args.time_limit);
    let text = record::text(&args.what)?;
    let subject = match record::as_record(&text) {
        Some(game) => Subject::Game(game?),
        None => position(text.trim())?,
    };
    let mut out = stdout().lock();
    if let Some(path) = &args.animate {
        let Subject::Game(game) = &subject else {
            return Err(Failure::Usage("--animate shows the moves of a record, and this is a position"));
        };
        save(path, animate(game, MoveNotation::Hoey).as_bytes())?;
        writeln!(out, "s drawn {} moves in {}", game.moves().len(), common::escape::name(path))?;
    }
    let is_printed = args.svg.is_none() && args.png.is_none() && args.animate.is_none();
    if args.animate.is_some() && args.svg.is_none() && args.png.is_none() && !args.ascii {
        return Ok(ExitCode::SUCCESS);
    }
    let (picture, is_finished) = picture(&subject, limits);
    if !is_finished {
        writeln!(out, "c the time allowed is over: nothing crosses, but the picture could be tidier")?;
    }
    if is_printed || args.ascii {
        let charset = if args.ascii { Charset::Ascii } else { Charset::Braille };
        for row in terminal::draw(&picture, ROOM, charset, usize::MAX) {
            let row: String = row.iter().map(|cell| cell.character).collect();
            writeln!(out, "{}", row.trim_end())?;
        }
    }
    if let Subject::Found(embedding) = &subject {
        writeln!(out, "c spots as they are numbered: {}", embedding.drawn.hoey())?;
    }
    let size = format!("{} spots, {} lines", picture.spots.len(), picture.lines.len());
    if let Some(path) = &args.svg {
        save(path, svg(&picture).as_bytes())?;
        writeln!(out, "s drawn {size} in {}", common::escape::name(path))?;
    }
    if let Some(path) = &args.png {
        save(path, &png(&picture))?;
        writeln!(out, "s drawn {size} in {}", common::escape::name(path))?;
    }
    Ok(if is_finished { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Lays the subject out and draws it; whether there was time enough.
fn picture(subject: &Subject, limits: Limits) -> (Picture, bool) {
    let mut line = LiveLine::new(&ReportArgs::default());
    let mut is_finished = true;
    let (position, outer) = match subject {
        Subject::Game(game) => (game.position(), None),
        Subject::Position(drawn) => (drawn, None),
        Subject::Found(embedding) => (&embedding.drawn, embedding.outer),
    };
    let layout = Layout::watched(position, outer, |share| {
        line.show(&[format!("laying out {} spots: {:.0}%", position.spot_count(), 100.0 * share)]);
        is_finished = limits.check(0).is_ok();
        is_finished
    });
    let picture = match subject {
        Subject::Found(embedding) => Picture::of_embedding(embedding, &layout),
        _ => Picture::of_layout(position, &layout),
    };
    (picture, is_finished)
}

/// Columns and rows of a picture that is printed.
const ROOM: [usize; 2] = [78, 20];

/// A drawn position if all its sites are listed, else one for which a drawing is found.
fn position(text: &str) -> Result<Subject, Failure> {
    if notation::detect(text) == Notation::Hoey
        && let Ok(drawn) = Drawn::from_full_hoey(text)
    {
        return Ok(Subject::Position(drawn));
    }
    let plain = notation::parse(text).map_err(|error| Failure::Position { text: text.into(), error })?;
    let embedding =
        Embedding::of(&plain).map_err(|error| Failure::Request(format!("cannot draw `{text}`: {error}")))?;
    let is_start = embedding.drawn.line_count() == 0;
    Ok(if is_start { Subject::Position(embedding.drawn) } else { Subject::Found(embedding) })
}

fn limits(time: Option<Duration>) -> Limits<'static> {
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
    Limits { deadline: time.map(|time| Instant::now() + time), interrupt: Some(&INTERRUPTED), ..Limits::default() }
}

pub fn tree(args: &TreeArgs) -> Result<ExitCode, Failure> {
    let mut oracle = if args.misere { Oracle::misere() } else { Oracle::normal(Claims::default()) };
    let limits = limits(args.time_limit);
    let mut line = LiveLine::new(&ReportArgs { quiet: args.quiet, ..ReportArgs::default() });
    let spots = usize::from(args.spots);
    let tree =
        StrategyTree::of(spots, &mut oracle, limits, |nodes| line.show(&[format!("{nodes} positions laid out")]));
    drop(line);
    let tree = match tree {
        Err(TreeTooLarge::Stopped(stopped @ (Stopped::TimeOver | Stopped::Interrupted))) => {
            writeln!(stdout(), "c {stopped}: no picture")?;
            return Ok(ExitCode::from(3));
        }
        tree => tree?,
    };
    let winner = if tree.nodes[0].is_lost { "second" } else { "first" };
    let play = if args.misere { "misère play" } else { "normal play" };
    let words = format!("How the {winner} player wins with {spots} spots in {play}");
    let words = if spots == 1 { words.replace("spots", "spot") } else { words };
    let drawn = strategy::svg(&tree, &words);
    let mut out = stdout().lock();
    for (path, text) in [(&args.svg, drawn.clone()), (&args.html, strategy::html(&words, &drawn))] {
        if let Some(path) = path {
            save(path, text.as_bytes())?;
            writeln!(out, "s drawn {} positions in {}", tree.nodes.len(), common::escape::name(path))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_atomically(path, bytes).map_err(|error| Failure::Write { path: path.into(), error })
}
