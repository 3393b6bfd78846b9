//! `solve draw`: a picture of a game or a position, in the terminal or in a file.

use crate::failure::Failure;
use crate::flags::numbers::seconds;
use crate::flags::position::ReadingArgs;
use crate::flags::record;
use crate::flags::report::ReportArgs;
use crate::interrupt::{self, INTERRUPTED};
use crate::outputs::{Destination, Outputs};
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use board::drawn::{Drawn, Embedding};
use board::layout::Layout;
use board::picture::terminal::{self, Charset};
use board::picture::{Picture, animate, png, svg};
use board::records::{Game, MoveNotation};
use clap::Args;
use search::normal::Limits;
use serde_json::json;
use sprouts::notation::Notation;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct DrawArgs {
    /// A record, a position in any notation, or a file that holds one
    what: String,
    #[command(flatten)]
    reading: ReadingArgs,
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
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  solve draw '1-6-2; 3-7-4; 1-8-2>; 3-9-4>1'     a game, in the terminal
  solve draw '1-6-2; 3-7-4; 1-8-2>' --svg g.svg --png g.png
  solve draw '1-6-2; 3-7-4; 1-8-2>' --animate g.svg
                                                 moving, for a browser
  solve draw '0*2.AB|AB' --svg position.svg      a drawing of this position

Each spot shows its number and a dot for each life; dead spots are grey. A position in the short notation names no dead spots: \
those that its drawing needs have no number, and the others are numbered as they are listed.";

/// Columns and rows of a picture that is printed.
const ROOM: [usize; 2] = [78, 20];

/// What is drawn.
enum Subject {
    Game(Game),
    Position(Drawn),
    Found(Embedding),
}

pub fn run(args: &DrawArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    let outputs = Outputs::probe(&[&args.svg, &args.png, &args.animate])?;
    let [svg_file, png_file, animation] = [0, 1, 2].map(|nth| outputs.get(nth));
    let (subject, read_as) = subject(args)?;
    let printer = Printer::beside(&args.report, outputs.on_stdout());
    let mut files = Vec::new();
    let mut keep = |file: Option<&Destination>, bytes: &[u8]| match file {
        Some(file) => file.write(bytes).map(|()| files.push(file.path().display().to_string())),
        None => Ok(()),
    };
    if animation.is_some() {
        let Subject::Game(game) = &subject else {
            return Err(Failure::Usage("--animate shows the moves of a record, and this is a position"));
        };
        keep(animation, animate(game, MoveNotation::Hoey).as_bytes())?;
    }
    let limits = Limits {
        deadline: args.time_limit.map(|time| Instant::now() + time),
        interrupt: Some(&INTERRUPTED),
        ..Limits::default()
    };
    let (picture, is_finished) = picture(&subject, limits, &args.report);
    if let Some(file) = svg_file {
        keep(Some(file), svg(&picture).as_bytes())?;
    }
    if let Some(file) = png_file {
        keep(Some(file), &png(&picture))?;
    }
    if printer.is_json() {
        printer.object(&object(&subject, &picture, read_as, is_finished, &files))?;
    } else {
        if outputs.is_empty() || args.ascii {
            print(&printer, &picture, args.ascii)?;
        }
        tell(&printer, &subject, &picture, read_as, is_finished, &files)?;
    }
    Ok(if is_finished { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

fn print(printer: &Printer, picture: &Picture, is_ascii: bool) -> Result<(), Failure> {
    let charset = if is_ascii { Charset::Ascii } else { Charset::Braille };
    for row in terminal::draw(picture, ROOM, charset, usize::MAX) {
        let row: String = row.iter().map(|cell| cell.character).collect();
        printer.line(row.trim_end())?;
    }
    Ok(())
}

fn tell(
    printer: &Printer,
    subject: &Subject,
    picture: &Picture,
    read_as: Option<Notation>,
    is_finished: bool,
    files: &[String],
) -> Result<(), Failure> {
    if let Some(notation) = read_as {
        printer.comment(&format!("position read in {notation} notation"))?;
    }
    if let Subject::Found(embedding) = subject {
        printer.comment(&format!("spots as they are numbered: {}", embedding.drawn.hoey()))?;
    }
    if !is_finished {
        printer.comment("the time allowed is over: nothing crosses, but the picture could be tidier")?;
    }
    for file in files {
        let (spots, lines) = (picture.spots.len(), picture.lines.len());
        printer.line(&format!("s drawn {spots} spots, {lines} lines in {}", common::escape::escaped(file)))?;
    }
    Ok(())
}

fn object(
    subject: &Subject,
    picture: &Picture,
    read_as: Option<Notation>,
    is_finished: bool,
    files: &[String],
) -> serde_json::Value {
    let (position, moves) = match subject {
        Subject::Game(game) => (game.position(), Some(game.moves().len())),
        Subject::Position(drawn) => (drawn, None),
        Subject::Found(embedding) => (&embedding.drawn, None),
    };
    json::object(
        "draw",
        json!({
            "read_as": read_as.map(|notation| notation.to_string()),
            "position": position.hoey(),
            "moves": moves,
            "spots": picture.spots.len(),
            "lines": picture.lines.len(),
            "complete": is_finished,
            "files": files,
        }),
    )
}

/// Lays the subject out and draws it; whether there was time enough.
fn picture(subject: &Subject, limits: Limits, report: &ReportArgs) -> (Picture, bool) {
    let mut line = LiveLine::new(report);
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

/// A game if the text is a record; else a drawn position if all its sites are listed, or one for which a drawing is found, with
/// the notation that it was read in.
fn subject(args: &DrawArgs) -> Result<(Subject, Option<Notation>), Failure> {
    let text = record::text(&args.what)?;
    if let Some(game) = record::as_record(&text) {
        return Ok((Subject::Game(game?), None));
    }
    let text = text.trim();
    let notation = args.reading.notation(text);
    if notation == Notation::Hoey
        && let Ok(drawn) = Drawn::from_full_hoey(text)
        && args.reading.read(text).is_ok()
    {
        return Ok((Subject::Position(drawn), Some(notation)));
    }
    let plain = args.reading.read(text)?;
    let embedding =
        Embedding::of(&plain).map_err(|error| Failure::Request(format!("cannot draw `{text}`: {error}")))?;
    let is_start = embedding.drawn.line_count() == 0;
    let subject = if is_start { Subject::Position(embedding.drawn) } else { Subject::Found(embedding) };
    Ok((subject, Some(notation)))
}
