//! `solve canon` and `solve options`: looking at one position.

use crate::failure::Failure;
use clap::Args;
use serde_json::json;
use sprouts::notation::{self, Notation};
use sprouts::{Engine, Position, lives};
use std::io::{BufWriter, Write, stdout};

#[derive(Args)]
pub struct PositionArgs {
    /// The position, in any notation: `0*2.AB|AB`, `0.0.AB.}AB.}]!` or `1;2;3,4/3,4`
    position: String,
    /// Read POSITION in this notation instead of guessing it
    #[arg(long, value_name = "NOTATION")]
    read_as: Option<Notation>,
    /// Print positions in this notation
    #[arg(long, default_value = "short")]
    notation: Notation,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct CanonArgs {
    #[command(flatten)]
    at: PositionArgs,
}

#[derive(Args)]
pub struct OptionsArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// Also print the number of moves, before equal results are put together
    #[arg(long)]
    raw_count: bool,
}

impl PositionArgs {
    pub fn canonical(&self, engine: &mut Engine) -> Result<Position, Failure> {
        let plain = match self.read_as {
            Some(notation) => notation::parse_as(&self.position, notation),
            None => notation::parse(&self.position),
        };
        let plain = plain.map_err(|error| Failure::Position { text: self.position.clone(), error })?;
        engine.canonical(&plain).map_err(|error| self.too_large(error))
    }

    pub fn too_large(&self, error: sprouts::TooLarge) -> Failure {
        Failure::TooLarge { text: self.position.clone(), error }
    }

    pub fn print(&self, position: &Position) -> String {
        match self.notation {
            Notation::Short => position.to_string(),
            other => notation::print(&position.plain(), other),
        }
    }
}

pub fn canon(args: &CanonArgs) -> Result<(), Failure> {
    let position = args.at.canonical(&mut Engine::new())?;
    let printed = args.at.print(&position);
    if args.at.json {
        let lands: Vec<String> = position.lands().iter().map(ToString::to_string).collect();
        let total: u32 = position.lands().iter().map(|land| lives(land.key())).sum();
        let notation = args.at.notation.to_string();
        writeln!(stdout(), "{}", json!({ "position": printed, "notation": notation, "lands": lands, "lives": total }))?;
    } else {
        writeln!(stdout(), "{printed}")?;
    }
    Ok(())
}

pub fn options(args: &OptionsArgs) -> Result<(), Failure> {
    let mut engine = Engine::new();
    let position = args.at.canonical(&mut engine)?;
    let (options, raw) = engine.options(&position).map_err(|error| args.at.too_large(error))?;
    let mut out = BufWriter::new(stdout().lock());
    if args.at.json {
        let printed: Vec<String> = options.iter().map(|option| args.at.print(option)).collect();
        let object = json!({
            "position": args.at.print(&position),
            "notation": args.at.notation.to_string(),
            "options": printed,
            "count": options.len(),
            "raw_moves": raw,
        });
        writeln!(out, "{object}")?;
    } else {
        for option in &options {
            writeln!(out, "{}", args.at.print(option))?;
        }
        if args.raw_count {
            writeln!(out, "c {} options from {raw} moves", options.len())?;
        }
    }
    out.flush()?;
    Ok(())
}
