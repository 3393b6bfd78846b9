//! The rules of Sprouts as the judge and the mutators use them: lands, their numbered moves and their nimbers.
//!
//! Moves and canonical strings come from the solver's engine, which shares no code with the checker and is itself compared
//! with the drawn game (`ground_truth`, `differential`). Nimbers of lands with few lives are found here, by the definition:
//! the least number that no option has. No search, no proof and no fact of the solver is used for them.

use rustc_hash::FxHashMap;
use search::normal::{LandTable, Limits, NimberSearch};
use sprouts::notation::{self, Notation};
use sprouts::plain::PlainPosition;
use sprouts::{Engine, Land, Position, Stage, lives_of_key};
use std::rc::Rc;

/// A land, by its number in [`Lands`]. Numbers depend on the order of arrival and must not decide anything.
pub type LandId = u32;

/// The moves of a land.
pub struct Moves {
    /// The number of each move (FORMAT.md section 6) and the lands that it leaves, sorted by number of land.
    pub numbered: Vec<(u64, Vec<LandId>)>,
    /// How many numbers there are.
    pub numbers: u64,
    /// What the moves leave, each once, in the order of the moves.
    pub options: Vec<Vec<LandId>>,
}

struct Entry {
    land: Land,
    moves: Option<Rc<Moves>>,
    nimber: Option<u8>,
}

/// Lands with more lives are settled by the solver's search in place of the definition.
const MAX_LIVES: u32 = 11;

/// So many texts are remembered.
const MAX_TEXTS: usize = 100_000;

/// All lands met.
#[derive(Default)]
pub struct Lands {
    engine: Engine,
    ids: FxHashMap<Land, LandId>,
    entries: Vec<Entry>,
    book: LandTable,
    /// What texts mean: most claims are read many times.
    texts: FxHashMap<String, Option<Vec<LandId>>>,
}

impl Lands {
    pub fn id(&mut self, land: &Land) -> LandId {
        if let Some(&id) = self.ids.get(land) {
            return id;
        }
        let id = self.entries.len() as LandId;
        self.entries.push(Entry { land: land.clone(), moves: None, nimber: None });
        self.ids.insert(land.clone(), id);
        id
    }

    pub fn land(&self, id: LandId) -> &Land {
        &self.entries[id as usize].land
    }

    pub fn lives(&self, id: LandId) -> u32 {
        lives_of_key(self.land(id).key())
    }

    /// The lands of a position, sorted by number.
    pub fn position(&mut self, position: &Position) -> Vec<LandId> {
        let mut ids: Vec<LandId> = position.lands().iter().map(|land| self.id(land)).collect();
        ids.sort_unstable();
        ids
    }

    /// The lands of a canonical text; nothing if it is written otherwise.
    pub fn read(&mut self, text: &str) -> Option<Vec<LandId>> {
        if let Some(known) = self.texts.get(text) {
            return known.clone();
        }
        let lands = self.read_anew(text);
        if self.texts.len() >= MAX_TEXTS {
            self.texts.clear();
        }
        self.texts.insert(text.to_string(), lands.clone());
        lands
    }

    fn read_anew(&mut self, text: &str) -> Option<Vec<LandId>> {
        let drawing = notation::parse_as(text, Notation::Short).ok()?;
        let position = self.engine.canonical(&drawing).ok()?;
        (position.to_string() == text).then(|| self.position(&position))
    }

    /// The start of the n-spot game.
    pub fn start(&mut self, spots: usize) -> Vec<LandId> {
        let position = self.engine.canonical(&PlainPosition::start(spots)).expect("small games fit");
        self.position(&position)
    }

    /// A sum of lands in short notation, sorted as certificates want it.
    pub fn text(&self, lands: &[LandId]) -> String {
        Position::new(lands.iter().map(|&id| self.land(id).clone()).collect()).to_string()
    }

    /// Puts lands in the order of their canonical strings.
    pub fn sort(&self, lands: &mut [LandId]) {
        lands.sort_by(|&one, &other| self.land(one).cmp(self.land(other)));
    }

    pub fn moves(&mut self, id: LandId) -> Rc<Moves> {
        if let Some(moves) = &self.entries[id as usize].moves {
            return moves.clone();
        }
        let (mut positions, key) = (Vec::new(), self.land(id).key().to_vec());
        let each = |after: &sprouts::Lands| positions.push((after.move_number(), after.position()));
        self.engine.for_each_move(&key, Stage::Canonical, each).expect("small lands have few moves");
        let numbers = self.engine.numbers_of_moves();
        let numbered: Vec<_> = positions.iter().map(|(number, after)| (*number, self.position(after))).collect();
        let mut options: Vec<Vec<LandId>> = Vec::new();
        for (_, after) in &numbered {
            if !options.contains(after) {
                options.push(after.clone());
            }
        }
        let moves = Rc::new(Moves { numbered, numbers, options });
        self.entries[id as usize].moves = Some(moves.clone());
        moves
    }

    /// The nimber of a land. Every move takes a life, so this is no deeper than the land has lives.
    pub fn nimber(&mut self, id: LandId) -> u8 {
        if let Some(nimber) = self.entries[id as usize].nimber {
            return nimber;
        }
        let nimber = if self.lives(id) > MAX_LIVES {
            let position = Position::new(vec![self.land(id).clone()]);
            let lands = self.book.position(&position);
            NimberSearch::new(&mut self.book, Limits::default(), ()).nimber(&lands).expect("nothing stops the search")
        } else {
            let moves = self.moves(id);
            let taken: Vec<u8> = moves.options.iter().map(|option| self.nimber_of_sum(option)).collect();
            (0..=u8::MAX).find(|nimber| !taken.contains(nimber)).expect("small lands have small nimbers")
        };
        self.entries[id as usize].nimber = Some(nimber);
        nimber
    }

    pub fn nimber_of_sum(&mut self, lands: &[LandId]) -> u8 {
        lands.iter().fold(0, |sum, &land| sum ^ self.nimber(land))
    }
}
