//! `solve parity`: what Purvis's parity argument says about a position or a game.

use crate::failure::Failure;
use crate::flags::position::ReadingArgs;
use crate::flags::record;
use crate::flags::report::ReportArgs;
use crate::reporting::{Printer, json};
use board::parity::Parity;
use board::records::MoveNotation;
use clap::Args;
use serde_json::{Value, json};
use sprouts::notation::Notation;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ParityArgs {
    /// A record or a position, in any notation, or a file that holds it
    what: String,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  solve parity '1-6-2; 3-7-4; 1-8-2>'     after each move
  solve parity '0*2.AB|AB'                of one position

A cannibal is a spot with no line or with two. Every move changes their number by an odd number, and at the end those that are \
left are the survivors. So the player to move wins in normal play exactly when cannibals now and survivors at the end differ in \
parity, and in misère play exactly when they do not.";

/// What is counted: the positions of a game, or one.
struct Counted {
    read_as: Option<Notation>,
    /// The move that led to each position, if any did.
    rows: Vec<(Option<String>, Parity)>,
    is_record: bool,
    is_over: bool,
}

impl Counted {
    fn new(args: &ParityArgs) -> Result<Self, Failure> {
        let text = record::text(&args.what)?;
        let Some(game) = record::as_record(&text) else {
            let text = text.trim();
            let parity = Parity::of(&args.reading.read(text)?);
            let read_as = Some(args.reading.notation(text));
            return Ok(Counted { read_as, rows: vec![(None, parity)], is_record: false, is_over: false });
        };
        let game = game?;
        let moves = std::iter::once(None).chain(game.written(MoveNotation::Hoey).into_iter().map(Some));
        let parities = game.positions().iter().map(|position| Parity::of(&position.plain()));
        Ok(Counted { read_as: None, rows: moves.zip(parities).collect(), is_record: true, is_over: game.is_over() })
    }

    /// The survivors, if the game is over.
    fn survivors(&self) -> Option<usize> {
        self.rows.last().filter(|_| self.is_over).map(|(_, parity)| parity.cannibals)
    }
}

pub fn run(args: &ParityArgs) -> Result<(), Failure> {
    let counted = Counted::new(args)?;
    let printer = Printer::new(&args.report);
    if printer.is_json() {
        return printer.object(&object(args, &counted));
    }
    if let Some(notation) = counted.read_as {
        printer.comment(&format!("position read in {notation} notation"))?;
    }
    for (played, parity) in &counted.rows {
        let sentence = sentence(args, *parity);
        if counted.is_record {
            printer.line(&format!("{:<16} {sentence}", played.as_deref().unwrap_or("start")))?;
        } else {
            printer.line(&sentence)?;
        }
    }
    match counted.survivors() {
        Some(survivors) => printer.line(&format!("s parity over, {survivors} survivors")),
        None => Ok(()),
    }
}

/// The number of survivors that the player to move wants.
fn wanted(args: &ParityArgs, parity: Parity) -> &'static str {
    if parity.mover_wants_even(args.misere) { "even" } else { "odd" }
}

fn object(args: &ParityArgs, counted: &Counted) -> Value {
    let row = |(played, parity): &(Option<String>, Parity)| {
        json!({
            "move": played,
            "cannibals": parity.cannibals,
            "ghosts": parity.ghosts,
            "mover_wants_survivors": wanted(args, *parity),
        })
    };
    json::object(
        "parity",
        json!({
            "play": if args.misere { "misere" } else { "normal" },
            "read_as": counted.read_as.map(|notation| notation.to_string()),
            "positions": counted.rows.iter().map(row).collect::<Vec<_>>(),
            "survivors": counted.survivors(),
        }),
    )
}

fn sentence(args: &ParityArgs, parity: Parity) -> String {
    let Parity { cannibals, ghosts } = parity;
    let wanted = wanted(args, parity);
    format!("cannibals {cannibals}, ghosts {ghosts}: the player to move wants an {wanted} number of survivors")
}
