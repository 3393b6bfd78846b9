//! Drawn positions in words: Hoey's full notation, which loses nothing, and the short notation of the
//! live spots, which is what solver and checker read. Both are written out here so that no code of
//! theirs stands between a drawing and the question put to them.

use super::{Boundary, Drawn, Region, Spot};

impl Drawn {
    /// Hoey's full position notation: spots numbered from 1 and separated by `,`, boundaries by
    /// `;`, regions by `/`. Dead spots are written too.
    pub fn hoey(&self) -> String {
        let boundary = |boundary: &Boundary| joined(boundary.iter().map(|spot| spot + 1), ",");
        let region = |region: &Region| joined(region.iter().map(boundary), ";");
        joined(self.regions.iter().map(region), "/")
    }

    /// Reads Hoey's full notation; panics if it is anything else.
    pub fn from_hoey(text: &str) -> Drawn {
        let spot = |number: &str| number.parse::<Spot>().expect("a number") - 1;
        let region = |region: &str| -> Region {
            region.split(';').map(|boundary| boundary.split(',').map(spot).collect()).collect()
        };
        Drawn::from_regions(text.split('/').map(region).collect())
    }

    /// The live spots in the short notation (FORMAT.md section 5), all regions in one land and not
    /// otherwise reduced. A letter is named by its spot's number, so renaming spots renames letters.
    pub fn short(&self) -> String {
        let mut places: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.lives.len()];
        for (r, region) in self.regions.iter().enumerate() {
            for (b, boundary) in region.iter().enumerate() {
                boundary.iter().for_each(|&spot| places[spot].push((r, b)));
            }
        }
        let token = |&spot: &Spot| match (self.lives[spot], &places[spot][..]) {
            (0, _) => String::new(),
            (1, [one, other]) if one == other => letter(spot, b'a', 'm'),
            (1, [_, _]) => letter(spot, b'A', 'n'),
            (lives, _) => (3 - lives).to_string(),
        };
        let boundary = |boundary: &Boundary| boundary.iter().map(token).collect::<String>();
        let region = |region: &Region| joined(region.iter().map(boundary).filter(|text| !text.is_empty()), ".");
        let text = joined(self.regions.iter().map(region).filter(|text| !text.is_empty()), "|");
        if text.is_empty() { "!".to_string() } else { text }
    }
}

fn letter(spot: Spot, first: u8, late: char) -> String {
    if spot < 26 { char::from(first + spot as u8).to_string() } else { format!("{late}({})", spot + 1) }
}

fn joined<T: ToString>(items: impl Iterator<Item = T>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hoey's own examples, and what is alive in them.
    #[test]
    fn in_both_notations() {
        let table = [
            ("1;2;3", "0.0.0"),
            ("1,3;2/1,3", "AC.0|AC"),
            ("1,3,2,3", "1c1c"),
            ("1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9", "1h1Ih1.0|I"),
        ];
        for (hoey, short) in table {
            let drawn = Drawn::from_hoey(hoey);
            assert_eq!(drawn.hoey(), hoey);
            assert_eq!(drawn.short(), short);
        }
        let dead = Drawn { lives: vec![0, 0], regions: vec![vec![vec![0, 1]]], outer: None };
        assert_eq!(dead.short(), "!");
    }
}
