//! Positions on the command line: read in the notation that is named or recognised, and refused if they cannot be.

use super::heading::QUESTION;
use super::report::ReportArgs;
use crate::failure::Failure;
use clap::Args;
use sprouts::notation::{self, Notation};
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Position, drawable};

/// How the text of a position is to be read.
#[derive(Args, Clone, Copy, Default)]
pub struct ReadingArgs {
    /// Read the position in this notation (`short`, `lv`, `hoey`) instead of guessing it
    #[arg(long, value_name = "NOTATION", help_heading = QUESTION)]
    read_as: Option<Notation>,
    /// Take a capital that occurs once for a spot whose other region is of no use, written `2`
    #[arg(long, help_heading = QUESTION)]
    allow_unpaired: bool,
}

impl ReadingArgs {
    /// The notation of a text.
    pub fn notation(&self, text: &str) -> Notation {
        self.read_as.unwrap_or_else(|| notation::detect(text))
    }

    /// Reads a position that can be drawn.
    pub fn read(&self, text: &str) -> Result<PlainPosition, Failure> {
        let notation = self.notation(text);
        let failed = |error| Failure::Position { text: text.into(), error };
        if self.read_as.is_none() {
            notation::check_guess(text).map_err(failed)?;
        }
        let plain = notation::parse_as(text, notation).map_err(failed)?;
        match notation::check_meant(text, notation) {
            Err(error) if !(self.allow_unpaired && error.kind.is_unpaired_capital()) => return Err(failed(error)),
            _ => {}
        }
        drawable(&plain).map_err(|why| Failure::NotDrawable { text: text.into(), notation, why })?;
        Ok(plain)
    }

    /// Reads a position and finds its canonical form.
    pub fn canonical(&self, text: &str, engine: &mut Engine) -> Result<Position, Failure> {
        let plain = self.read(text)?;
        engine.canonical(&plain).map_err(|error| Failure::TooLarge { text: text.into(), error })
    }
}

/// A position to look at, and how to print it.
#[derive(Args)]
pub struct PositionArgs {
    /// The position, in any notation: `0*2.AB|AB`, `0.0.AB.}AB.}]!` or `1;2;3,4/3,4`
    pub position: String,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print positions in this notation (`short`, `lv`, `hoey`)
    #[arg(long, default_value = "short")]
    pub notation: Notation,
}

impl PositionArgs {
    pub fn canonical(&self, engine: &mut Engine) -> Result<Position, Failure> {
        self.reading.canonical(&self.position, engine)
    }

    pub fn read_as(&self) -> Notation {
        self.reading.notation(&self.position)
    }

    /// Says on stderr which notation was read, unless it was named.
    pub fn tell(&self, report: &ReportArgs) {
        if !report.quiet && !report.json && self.reading.read_as.is_none() {
            eprintln!("c position read in {} notation", self.read_as());
        }
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
