//! Moves typed as two spots: the curves that could be meant, and what must be asked to know which.
//!
//! Moves that no later move can tell apart count as one, so a question is asked only where it matters: first where the curve
//! runs, if there are several ways (by the sides of the spots as they are drawn), then which of the other boundaries of its
//! region come to lie on which side.

use crate::drawn::{Curve, Drawn, Move, Site, Spot};
use crate::layout::Layout;
use crate::records::{MoveNotation, Reason, curves_between, cut_side, write};

/// Choices that are listed with numbers, at most; otherwise spots are asked for.
const MOST_CHOICES: usize = 4;
/// Other boundaries up to which all ways to send them are gone through.
const MOST_OTHERS: usize = 10;

/// What two spots mean in a position.
#[derive(Debug, Clone)]
pub enum Meaning {
    /// There is only one such move.
    Move(Move),
    /// It must be asked which curve is meant.
    Curves { question: String, choices: Vec<(String, Curve)> },
    /// It must be asked which of these moves is meant.
    Moves { question: String, choices: Vec<(String, Move)> },
    /// It must be asked which boundaries lie on a side.
    Sides(Sides),
}

/// The curves between two spots that differ, with the question which is meant.
pub fn meaning(position: &Drawn, layout: &Layout, ends: [u32; 2]) -> Result<Meaning, Reason> {
    let mut curves: Vec<(Curve, [View; 2])> = Vec::new();
    for curve in curves_between(position, ends)? {
        let views = extremes(position, &curve);
        if curves.iter().all(|(_, other)| *other != views) {
            curves.push((curve, views));
        }
    }
    if let [(curve, _)] = curves[..] {
        return Ok(along(position, &curve));
    }
    let differs = |end: fn(&Curve) -> Site| {
        curves.iter().any(|(curve, _)| end(curve) != end(&curves[0].0))
            || curves.iter().any(|(curve, _)| curve.region != curves[0].0.region)
    };
    let is_open = [differs(|curve| curve.x) && ends[0] != ends[1], differs(|curve| curve.y)];
    let words = |curve: &Curve| {
        let ways = [("leaving", ends[0], curve.x), ("reaching", ends[1], curve.y)];
        let told = ways.iter().zip(is_open).filter(|(_, is_open)| *is_open);
        let told = told.filter_map(|((verb, spot, site), _)| {
            let direction = layout.direction(position, curve.region, *site)?;
            Some(format!("{verb} {spot} on its {}", side_of_the_compass(direction)))
        });
        told.collect::<Vec<_>>().join(", ")
    };
    let mut choices: Vec<(String, Curve)> = curves.iter().map(|(curve, _)| (words(curve), *curve)).collect();
    tell_apart(position, &mut choices);
    Ok(Meaning::Curves {
        question: format!("There are several ways from {} to {}. Which side?", ends[0], ends[1]),
        choices,
    })
}

/// Adds the move's text to words that are said of several curves.
fn tell_apart(position: &Drawn, choices: &mut [(String, Curve)]) {
    let said: Vec<String> = choices.iter().map(|(words, _)| words.clone()).collect();
    for (words, curve) in choices {
        if said.iter().filter(|other| *other == words).count() > 1 {
            let text = write(position, &Move { curve: *curve, right: vec![] }, MoveNotation::Hoey);
            *words = format!("{words} ({text})");
        }
    }
}

/// What a curve means, now that it is chosen.
pub fn along(position: &Drawn, curve: &Curve) -> Meaning {
    let sides = Sides::new(position, curve);
    if sides.others.is_empty() {
        return Meaning::Move(Move { curve: *curve, right: vec![] });
    }
    if sides.others.len() > MOST_OTHERS {
        return Meaning::Sides(sides);
    }
    // Fewest on the side that is named first, so that of equal moves the simpler one is kept.
    let mut masks: Vec<u32> = (0..1 << sides.others.len()).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    let mut choices: Vec<(u32, Move, View)> = Vec::new();
    for mask in masks {
        let played = sides.sent(|nth| mask >> nth & 1 == 1);
        let view = position.play(&played).live_view();
        if choices.iter().all(|(_, _, other)| *other != view) {
            choices.push((mask, played, view));
        }
        if choices.len() > MOST_CHOICES {
            return Meaning::Sides(sides);
        }
    }
    if let [(_, played, _)] = &choices[..] {
        return Meaning::Move(played.clone());
    }
    let choices = choices.into_iter().map(|(mask, played, _)| (sides.words(mask), played)).collect();
    Meaning::Moves { question: sides.question(), choices }
}

type View = Vec<Vec<Vec<Spot>>>;

/// What a curve leads to with all others on the left and with all on the right, whichever is which.
fn extremes(position: &Drawn, curve: &Curve) -> [View; 2] {
    let right = if curve.cuts() { position.live_others(curve) } else { vec![] };
    let view = |right: Vec<usize>| position.play(&Move { curve: *curve, right }).live_view();
    let mut views = [view(vec![]), view(right)];
    views.sort();
    views
}

/// Words for a direction, given as an angle counterclockwise from the right.
fn side_of_the_compass(angle: f64) -> &'static str {
    const NAMES: [&str; 8] = [
        "right side",
        "upper right side",
        "upper side",
        "upper left side",
        "left side",
        "lower left side",
        "lower side",
        "lower right side",
    ];
    let eighths = (angle / std::f64::consts::FRAC_PI_4).round() as i64;
    NAMES[eighths.rem_euclid(8) as usize]
}

/// The boundaries that a curve leaves to be sent to one side or the other.
#[derive(Debug, Clone)]
pub struct Sides {
    curve: Curve,
    /// The numbers of the live spots of each boundary, and the boundaries.
    others: Vec<(Vec<u32>, usize)>,
    /// Whether the side that is named is the right one.
    is_right: bool,
    /// The side that is named, as in "3 and 4 inside the loop".
    place: String,
}

impl Sides {
    fn new(position: &Drawn, curve: &Curve) -> Self {
        let boundaries = if curve.cuts() { position.live_others(curve) } else { vec![] };
        let numbers = |boundary: usize| {
            let mut spots: Vec<u32> = position.live_spots(curve.region, boundary).map(|spot| spot as u32 + 1).collect();
            spots.sort_unstable();
            spots.dedup();
            spots
        };
        let mut others: Vec<(Vec<u32>, usize)> = boundaries.into_iter().map(|b| (numbers(b), b)).collect();
        others.sort_unstable();
        let on = |on_right: bool| cut_side(position, curve, on_right).min();
        let [x, y] = [curve.x, curve.y].map(|site| position.spot_at(curve.region, site) + 1);
        let (is_right, place) = match (curve.is_loop(), curve.cuts().then(|| (on(true), on(false)))) {
            (true, _) => (true, "inside the loop".to_string()),
            (false, Some((Some(spot), _))) => (true, format!("on the same side as {}", spot + 1)),
            (false, Some((None, Some(spot)))) => (false, format!("on the same side as {}", spot + 1)),
            (false, _) => (true, format!("on the right hand, going from {x} to {y}")),
        };
        Sides { curve: *curve, others, is_right, place }
    }

    /// The move with these of the others on the side that is named.
    fn sent(&self, is_there: impl Fn(usize) -> bool) -> Move {
        let chosen = self.others.iter().enumerate().filter(|(nth, _)| is_there(*nth) == self.is_right);
        let mut right: Vec<usize> = chosen.map(|(_, (_, boundary))| *boundary).collect();
        right.sort_unstable();
        Move { curve: self.curve, right }
    }

    fn groups(&self) -> Vec<String> {
        self.others.iter().map(|(spots, _)| group(spots)).collect()
    }

    pub fn question(&self) -> String {
        let listed = self.groups().join(", ");
        format!("The curve cuts the region in two. Which of {listed} shall lie {}?", self.place)
    }

    fn words(&self, mask: u32) -> String {
        let is_there = |nth: usize| mask >> nth & 1 == 1;
        let part = |wanted: bool| {
            let groups = self.groups().into_iter().enumerate().filter(|(nth, _)| is_there(*nth) == wanted);
            groups.map(|(_, group)| group).collect::<Vec<_>>().join(" and ")
        };
        let other_place = if self.curve.is_loop() { "outside" } else { "on the other side" };
        let parts = [(part(true), self.place.as_str()), (part(false), other_place)];
        let parts = parts.iter().filter(|(groups, _)| !groups.is_empty());
        parts.map(|(groups, place)| format!("{groups} {place}")).collect::<Vec<_>>().join(", ")
    }

    /// The move that an answer means: the numbers of spots on the side that is named.
    pub fn answer(&self, spots: &[u32]) -> Result<Move, String> {
        if let Some(wrong) = spots.iter().find(|spot| !self.others.iter().any(|(group, _)| group.contains(spot))) {
            return Err(format!("{wrong} is not one of {}", self.groups().join(", ")));
        }
        Ok(self.sent(|nth| self.others[nth].0.iter().any(|spot| spots.contains(spot))))
    }

    /// All spots that can be named.
    pub fn all(&self) -> Vec<u32> {
        self.others.iter().flat_map(|(spots, _)| spots.clone()).collect()
    }
}

/// Spots that hang together: `3`, or `(4 6)`.
fn group(spots: &[u32]) -> String {
    match spots {
        [only] => only.to_string(),
        many => format!("({})", many.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Game;

    fn meaning_in(record: &str, ends: [u32; 2]) -> (Drawn, Result<Meaning, Reason>) {
        let position = Game::read(record).unwrap().position().clone();
        let found = meaning(&position, &Layout::of(&position), ends);
        (position, found)
    }

    #[test]
    fn moves_without_a_choice_are_found() {
        for (record, ends, expected) in [
            ("5:", [1, 2], "1-6-2"),
            ("2:", [1, 1], "1-3-1>"),
            ("2: 1-3-2", [1, 2], "1-4-2"),
            ("2: 1-3-1>; 1-4-3=", [2, 2], "2-5-2"),
        ] {
            let (position, found) = meaning_in(record, ends);
            let Ok(Meaning::Move(played)) = found else { panic!("{record} {ends:?}: {found:?}") };
            assert!(write(&position, &played, MoveNotation::Hoey).starts_with(expected), "{record} {ends:?}");
        }
    }

    #[test]
    fn questions_are_asked_where_it_matters() {
        let (position, found) = meaning_in("3:", [1, 1]);
        let Ok(Meaning::Moves { choices, .. }) = found else { panic!("{found:?}") };
        assert_eq!(choices.len(), 2, "nothing inside, or one spot (either way the other is outside)");
        assert_eq!(choices[0].0, "2 and 3 outside");
        assert_eq!(choices[1].0, "2 inside the loop, 3 outside");
        let written: Vec<String> =
            choices.iter().map(|(_, played)| write(&position, played, MoveNotation::Hoey)).collect();
        assert_eq!(written, ["1-4-1>", "1-4-1>2"]);

        let (_, found) = meaning_in("6:", [1, 1]);
        let Ok(Meaning::Sides(sides)) = found else { panic!("{found:?}") };
        assert!(sides.question().contains("2, 3, 4, 5, 6"), "{}", sides.question());
        assert_eq!(sides.answer(&[3, 4]).unwrap().right.len(), 2);
        assert!(sides.answer(&[7]).unwrap_err().contains("7 is not one of"));

        let (position, found) = meaning_in("4: 1-5-2; 3-6-4", [5, 6]);
        let Ok(Meaning::Curves { choices, .. }) = found else { panic!("{found:?}") };
        assert_eq!(choices.len(), 4);
        for (nth, (words, curve)) in choices.iter().enumerate() {
            assert!(words.contains("leaving 5") && words.contains("reaching 6"), "{words}");
            assert!(choices[..nth].iter().all(|(other, _)| other != words), "{words} is said twice");
            assert!(matches!(along(&position, curve), Meaning::Move(_)));
        }
    }

    #[test]
    fn what_is_no_move_is_refused() {
        assert_eq!(meaning_in("3:", [1, 4]).1.unwrap_err(), Reason::UnknownSpot(4));
        assert_eq!(meaning_in("3:", [0, 1]).1.unwrap_err(), Reason::UnknownSpot(0));
        assert_eq!(meaning_in("2: 1-3-1>; 1-4-3=", [1, 2]).1.unwrap_err(), Reason::Dead(1));
        assert_eq!(meaning_in("2: 1-3-2", [3, 3]).1.unwrap_err(), Reason::LoopOnOneLife(3));
    }
}
