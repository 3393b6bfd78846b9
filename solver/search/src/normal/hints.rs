//! Databases of SPOTS: texts with one `position nimber` a line. Nothing in them is believed; they say where to look first.

use sprouts::notation::{self, Notation};
use sprouts::{Engine, Land, NIMBERS, Nimber};
use std::collections::BTreeMap;

/// What a database says about lands, and how many of its lines are of no use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    pub nimbers: BTreeMap<Land, Nimber>,
    pub skipped: usize,
}

impl Hints {
    pub fn read(text: &str) -> Self {
        let mut engine = Engine::new();
        let mut hints = Hints::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match read_hint(&mut engine, line) {
                Some((land, nimber)) => {
                    hints.nimbers.insert(land, nimber);
                }
                None => hints.skipped += 1,
            }
        }
        hints
    }
}

/// A line about one land; sums say nothing about their lands.
fn read_hint(engine: &mut Engine, line: &str) -> Option<(Land, Nimber)> {
    let (position, nimber) = line.trim().rsplit_once(char::is_whitespace)?;
    let nimber: Nimber = nimber.parse().ok()?;
    let plain = notation::parse_as(position.trim(), Notation::Short).ok()?;
    let position = engine.canonical(&plain).ok()?;
    let [land] = position.lands() else { return None };
    (u32::from(nimber) < NIMBERS).then(|| (land.clone(), nimber))
}
