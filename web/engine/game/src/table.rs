//! A table with a game on it, and the requests that the page makes.

use crate::player::{Ground, Level, Part, Player, lives};
use crate::puzzles;
use crate::sketch::geometry::Point;
use crate::sketch::plane::Plane;
use crate::sketch::{self, Refused, sides};
use crate::view::{Frame, View};
use board::drawn::{Curve, Drawn, Embedding, Move};
use board::layout::Layout;
use board::picture::Picture;
use board::play::ways::{Meaning, Sides, along, meaning};
use board::records::{Game, MoveNotation, write};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprouts::notation;

/// The most spots that a game on the page may have.
const MOST_SPOTS: usize = 40;
/// Moves that are listed at most.
const MOST_LISTED: usize = 400;

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// A new game.
    New {
        spots: usize,
        misere: bool,
        seed: u64,
    },
    /// A game from its record.
    Record {
        text: String,
        misere: bool,
        seed: u64,
    },
    /// The present position.
    State {},
    /// Which move a sketch is.
    Sketch {
        points: Vec<Point>,
    },
    /// Which moves there are between two spots.
    Ends {
        ends: [u32; 2],
    },
    /// One of the curves offered.
    Curve {
        nth: usize,
    },
    /// The spots on the side that was asked for.
    Sides {
        spots: Vec<u32>,
    },
    /// All moves.
    Moves {},
    /// Plays one of the moves offered.
    Offer {
        nth: usize,
    },
    /// Plays a move that is written down.
    Written {
        text: String,
    },
    /// Lets the machine move.
    Answer {
        level: Level,
    },
    Undo {},
    Hint {},
    /// What is known about the present position.
    Why {},
    /// Lays the present position out anew.
    Tidy {},
    /// A picture of a position in any notation.
    Picture {
        position: String,
    },
    /// Plays from the certificate that was loaded.
    Believe {},
    /// Unfolds the certificate that was loaded, about a puzzle.
    Puzzle {},
}

pub struct Table {
    game: Game,
    layouts: Vec<Option<Layout>>,
    player: Player,
    offers: Vec<Move>,
    curves: Vec<Curve>,
    sides: Option<Sides>,
    file: Vec<u8>,
}

impl Default for Table {
    fn default() -> Self {
        Table::new(Game::new(2), false, 0)
    }
}

#[derive(Serialize)]
struct State {
    spots: usize,
    misere: bool,
    /// How many moves have been made.
    made: usize,
    /// Whether the first player is to move.
    first: bool,
    over: bool,
    /// Whether the first player has won, at the end.
    won: Option<bool>,
    moves: Vec<[String; 2]>,
    record: [String; 2],
    position: String,
    lives: usize,
    known: usize,
    view: View,
}

type Answer = Result<Value, String>;

impl Table {
    fn new(game: Game, is_misere: bool, seed: u64) -> Self {
        let layouts = game.positions().iter().map(|_| None).collect();
        let player = Player::new(is_misere, seed);
        Table { game, layouts, player, offers: vec![], curves: vec![], sides: None, file: vec![] }
    }

    /// Answers a request in JSON with JSON: an object with `error` if something is wrong with it.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let understood =
            serde_json::from_slice(request).map_err(|error| format!("the request is not understood: {error}"));
        understood
            .and_then(|request| self.respond(request))
            .unwrap_or_else(|error| json!({ "error": error }))
            .to_string()
    }

    /// Takes a file.
    pub fn load(&mut self, file: &[u8]) -> String {
        self.file = file.to_vec();
        json!({ "bytes": file.len() }).to_string()
    }

    fn respond(&mut self, request: Request) -> Answer {
        match request {
            Request::New { spots, misere, seed } => {
                within(spots)?;
                *self = Table::new(Game::new(spots), misere, seed);
                self.state()
            }
            Request::Record { text, misere, seed } => {
                let game = Game::read(&text).map_err(|error| error.to_string())?;
                within(game.positions()[0].spot_count())?;
                *self = Table::new(game, misere, seed);
                self.state()
            }
            Request::State {} => self.state(),
            Request::Sketch { points } => Ok(self.sketch(&points)),
            Request::Ends { ends } => self.ends(ends),
            Request::Curve { nth } => {
                let curve = *self.curves.get(nth).ok_or("there is no such curve")?;
                Ok(self.offered(along(self.game.position(), &curve)))
            }
            Request::Sides { spots } => {
                let sides = self.sides.as_ref().ok_or("nothing was asked")?;
                let played = sides.answer(&spots)?;
                Ok(self.offered(Meaning::Move(played)))
            }
            Request::Moves {} => self.list(),
            Request::Offer { nth } => {
                let played = self.offers.get(nth).cloned().ok_or("there is no such move")?;
                self.play(played)
            }
            Request::Written { text } => {
                let played = self.game.understand(&text).map_err(|error| error.to_string())?;
                self.play(played)
            }
            Request::Answer { level } => self.machine(level),
            Request::Undo {} => {
                self.game.undo().ok_or("no move has been made")?;
                self.layouts.pop();
                self.forget();
                self.state()
            }
            Request::Hint {} => self.hint(),
            Request::Why {} => self.why(),
            Request::Tidy {} => {
                *self.layouts.last_mut().expect("a game has a start") = None;
                self.state()
            }
            Request::Picture { position } => picture(&position),
            Request::Believe {} => {
                self.player.believe(&self.file).map_err(|error| error.to_string())?;
                Ok(json!({ "known": self.player.known() }))
            }
            Request::Puzzle {} => puzzles::unfold(&self.file),
        }
    }

    fn layout(&mut self) -> &Layout {
        let position = self.game.position();
        self.layouts.last_mut().expect("a game has a start").get_or_insert_with(|| Layout::of(position))
    }

    fn picture(&mut self) -> Picture {
        let layout = self.layout().clone();
        Picture::of_layout(self.game.position(), &layout)
    }

    fn state(&mut self) -> Answer {
        let view = View::of(&self.picture());
        let position = self.player.canonical(self.game.position()).map_err(|error| error.to_string())?;
        let made = self.game.moves().len();
        let (first, over) = (made.is_multiple_of(2), self.game.is_over());
        let [hoey, wgosa] = [MoveNotation::Hoey, MoveNotation::Wgosa];
        let moves = self.game.written(hoey).into_iter().zip(self.game.written(wgosa)).map(|(a, b)| [a, b]).collect();
        let misere = self.player.is_misere();
        let state = State {
            spots: self.game.positions()[0].spot_count(),
            misere,
            made,
            first,
            over,
            // Who cannot move has lost in normal play and won in misère play.
            won: over.then_some(first == misere),
            moves,
            record: [self.game.record(hoey), self.game.record(wgosa)],
            position: position.to_string(),
            lives: lives(self.game.position()),
            known: self.player.known(),
            view,
        };
        serde_json::to_value(state).map_err(|error| error.to_string())
    }

    fn forget(&mut self) {
        self.offers.clear();
        self.curves.clear();
        self.sides = None;
    }

    fn play(&mut self, played: Move) -> Answer {
        self.forget();
        let before = self.game.position().clone();
        let text = write(&before, &played, MoveNotation::Hoey);
        // A small picture finds its shape while it is watched; a large one must not take long.
        let rounds = match before.line_count() {
            0..=20 => 48,
            21..=40 => 24,
            _ => 14,
        };
        let layout = self.layout().clone();
        let is_kept =
            layout.with_curve(&before, &played).is_some_and(|drawn| sides::are_kept(&before, &played, &drawn));
        let steps = match is_kept {
            true => layout.steps_after(&before, &played, rounds),
            false => vec![Layout::at_once(&before.play(&played))],
        };
        self.game.play(played);
        // The page mixes neighbouring frames, so every third one will do.
        let shown = steps.iter().enumerate().filter(|(nth, _)| nth % 3 == 0 || nth + 1 == steps.len());
        let frames: Vec<Frame> = shown.map(|(_, layout)| Frame::of(self.game.position(), layout)).collect();
        self.layouts.push(steps.into_iter().last());
        Ok(json!({ "text": text, "frames": frames, "state": self.state()? }))
    }

    fn sketch(&mut self, points: &[Point]) -> Value {
        let picture = self.picture();
        let turned = |[x, y]: Point| [x, picture.height - y];
        let points: Vec<Point> = points.iter().copied().map(turned).collect();
        let position = self.game.position();
        match sketch::read(&Plane::of(position, &picture), &points) {
            Ok(readings) => {
                let list: Vec<Value> = readings
                    .iter()
                    .map(|reading| {
                        let curve: Vec<Point> = reading.curve.iter().copied().map(turned).collect();
                        json!({ "text": write(position, &reading.played, MoveNotation::Hoey), "curve": curve })
                    })
                    .collect();
                self.offers = readings.into_iter().map(|reading| reading.played).collect();
                json!({ "readings": list })
            }
            Err(Refused { why, at, ends }) => {
                json!({ "why": why.to_string(), "at": at.map(turned), "ends": ends.map(|ends| ends.map(|end| end + 1)) })
            }
        }
    }

    fn ends(&mut self, ends: [u32; 2]) -> Answer {
        let layout = self.layout().clone();
        let found = meaning(self.game.position(), &layout, ends).map_err(|reason| reason.to_string())?;
        Ok(self.offered(found))
    }

    /// Remembers what can be meant, and describes it.
    fn offered(&mut self, found: Meaning) -> Value {
        self.forget();
        let position = self.game.position();
        let text = |played: &Move| write(position, played, MoveNotation::Hoey);
        match found {
            Meaning::Move(played) => {
                let described = json!({ "kind": "move", "text": text(&played) });
                self.offers = vec![played];
                described
            }
            Meaning::Curves { question, choices } => {
                let words: Vec<&str> = choices.iter().map(|(words, _)| words.as_str()).collect();
                let described = json!({ "kind": "curves", "question": question, "choices": words });
                self.curves = choices.into_iter().map(|(_, curve)| curve).collect();
                described
            }
            Meaning::Moves { question, choices } => {
                let words: Vec<[String; 2]> =
                    choices.iter().map(|(words, played)| [words.clone(), text(played)]).collect();
                self.offers = choices.into_iter().map(|(_, played)| played).collect();
                json!({ "kind": "moves", "question": question, "choices": words })
            }
            Meaning::Sides(sides) => {
                let described = json!({ "kind": "sides", "question": sides.question(), "spots": sides.all() });
                self.sides = Some(sides);
                described
            }
        }
    }

    fn list(&mut self) -> Answer {
        let choices = self.player.choices(self.game.position()).map_err(|error| error.to_string())?;
        let count = choices.len();
        let shown: Vec<(Move, sprouts::Position)> = choices.into_iter().take(MOST_LISTED).collect();
        let position = self.game.position();
        let list: Vec<[String; 2]> = shown
            .iter()
            .map(|(played, after)| [write(position, played, MoveNotation::Hoey), after.to_string()])
            .collect();
        self.forget();
        self.offers = shown.into_iter().map(|(played, _)| played).collect();
        Ok(json!({ "count": count, "moves": list }))
    }

    fn machine(&mut self, level: Level) -> Answer {
        let found = self.player.answer(self.game.position(), level).map_err(|error| error.to_string())?;
        let choice = found.ok_or("the game is over")?;
        let mut answer = self.play(choice.played)?;
        answer["ground"] = json!(choice.ground);
        Ok(answer)
    }

    fn hint(&mut self) -> Answer {
        let found = self.player.best(self.game.position()).map_err(|error| error.to_string())?;
        let choice = found.ok_or("the game is over")?;
        let text = write(self.game.position(), &choice.played, MoveNotation::Hoey);
        let layout = self.layout().clone();
        let before = self.game.position().clone();
        // The curve in the picture as it is: the first step of the way to the next one, brought back to its scale.
        let curve = hinted(&before, &choice.played, &layout);
        self.forget();
        self.offers = vec![choice.played];
        Ok(json!({ "text": text, "ground": choice.ground, "curve": curve }))
    }

    fn why(&mut self) -> Answer {
        let position = self.player.canonical(self.game.position()).map_err(|error| error.to_string())?;
        let parts: Vec<Part> = self.player.parts(&position);
        let lost = self.player.claimed(&position);
        let ground = lost.map(|_| Ground::Certificate);
        Ok(json!({ "position": position.to_string(), "parts": parts, "lost": lost, "ground": ground }))
    }
}

fn within(spots: usize) -> Result<(), String> {
    let is_fine = (1..=MOST_SPOTS).contains(&spots);
    is_fine.then_some(()).ok_or_else(|| format!("a game on this page has 1 to {MOST_SPOTS} spots, not {spots}"))
}

/// The curve of a move in the coordinates of the picture before it.
pub fn hinted(before: &Drawn, played: &Move, layout: &Layout) -> Vec<Point> {
    let old = Picture::of_layout(before, layout);
    let drawn = layout.with_curve(before, played).filter(|drawn| sides::are_kept(before, played, drawn));
    let Some(first) = drawn else { return vec![] };
    let after = before.play(played);
    let new = Picture::of_layout(&after, &first);
    // Both pictures show the same points with another scale and another corner; two spots, or the one there is, tell which.
    let same = |nth: usize| (new.spots[nth].at, old.spots[nth].at);
    let (new_0, old_0) = same(0);
    let spread = |spots: &[board::picture::SpotMark]| {
        let away = |nth: usize| board::layout::distance(spots[0].at, spots[nth].at);
        (1..old.spots.len()).map(away).sum::<f64>()
    };
    let scale = if old.spots.len() > 1 { spread(&old.spots) / spread(&new.spots) } else { 1.0 };
    let moved = |point: Point| [0, 1].map(|axis| old_0[axis] + scale * (point[axis] - new_0[axis]));
    let lines = &new.lines[new.lines.len() - 2..];
    let points = lines.iter().flat_map(|line| line.outline()).map(moved);
    points.map(|[x, y]| [x, old.height - y]).collect()
}

fn picture(text: &str) -> Answer {
    let plain = notation::parse(text).map_err(|error| error.to_string())?;
    let embedding = Embedding::of(&plain).map_err(|error| error.to_string())?;
    let layout = Layout::watched(&embedding.drawn, embedding.outer, |_| true);
    serde_json::to_value(View::of(&Picture::of_embedding(&embedding, &layout))).map_err(|error| error.to_string())
}
