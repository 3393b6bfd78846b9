//! Lines that a player types: with editing and history on a terminal, plain otherwise.

use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;
use rustyline::error::ReadlineError;
use rustyline::{DefaultEditor, config::Config};
use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How often a wait for input looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// What came in.
pub enum Input {
    Line(String),
    /// There is no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

enum Source {
    Terminal(Box<DefaultEditor>),
    /// Lines come from a thread of their own, so that Ctrl-C is noticed while none comes.
    Plain(Receiver<std::io::Result<String>>),
}

pub struct Lines(Source);

impl Lines {
    pub fn new() -> Result<Self, Failure> {
        if stdin().is_terminal() && stdout().is_terminal() {
            let editor = DefaultEditor::with_config(Config::builder().auto_add_history(true).build());
            return Ok(Lines(Source::Terminal(Box::new(editor.map_err(failure)?))));
        }
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            for line in stdin().lock().lines() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Lines(Source::Plain(receiver)))
    }

    /// Columns and rows of the terminal, if there is one.
    pub fn size(&mut self) -> Option<[usize; 2]> {
        match &mut self.0 {
            Source::Terminal(editor) => {
                editor.dimensions().map(|(columns, rows)| [usize::from(columns), usize::from(rows)])
            }
            Source::Plain(_) => None,
        }
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self.0, Source::Terminal(_))
    }

    /// The next line.
    pub fn next(&mut self, prompt: &str) -> Result<Input, Failure> {
        match &mut self.0 {
            Source::Terminal(editor) => match editor.readline(prompt) {
                Ok(line) => Ok(Input::Line(line)),
                Err(ReadlineError::Eof) => Ok(Input::End),
                Err(ReadlineError::Interrupted) => Ok(Input::Interrupted),
                Err(error) => Err(failure(error)),
            },
            Source::Plain(lines) => loop {
                if INTERRUPTED.load(Ordering::Relaxed) {
                    return Ok(Input::Interrupted);
                }
                match lines.recv_timeout(LOOK) {
                    Ok(Ok(line)) => return Ok(Input::Line(line)),
                    Ok(Err(error)) => return Err(Failure::Read { path: "-".into(), error }),
                    Err(RecvTimeoutError::Disconnected) => return Ok(Input::End),
                    Err(RecvTimeoutError::Timeout) => {}
                }
            },
        }
    }
}

fn failure(error: ReadlineError) -> Failure {
    Failure::Read { path: "the terminal".into(), error: std::io::Error::other(error.to_string()) }
}
