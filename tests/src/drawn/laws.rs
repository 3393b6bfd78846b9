//! Laws that every drawing obeys and that the moves never mention, so that a slip in the moves
//! would show: how often each spot occurs, that no boundary meets another of its region, that every
//! line is walked once in either direction, and Euler's formula.

use super::{Drawn, Spot};

impl Drawn {
    /// What is wrong with this drawing, if anything; `None` for everything that play can reach.
    pub fn fault(&self) -> Option<String> {
        self.occurrence_fault()
            .or_else(|| self.boundary_fault())
            .or_else(|| self.line_fault())
            .or_else(|| self.euler_fault())
    }

    /// A spot of degree 0 occurs once and alone, a spot of degree d ≥ 1 occurs d times, never alone.
    fn occurrence_fault(&self) -> Option<String> {
        let mut occurrences = vec![0; self.lives.len()];
        for boundary in self.regions.iter().flatten() {
            for &spot in boundary {
                occurrences[spot] += 1;
                if (self.lives[spot] == 3) != (boundary.len() == 1) {
                    return Some(format!("spot {spot}: alone, but not of degree 0, or the reverse"));
                }
            }
        }
        let wrong = (0..self.lives.len()).find(|&spot| {
            let degree = 3 - usize::from(self.lives[spot]);
            occurrences[spot] != degree.max(1)
        })?;
        Some(format!("spot {wrong} occurs {} times", occurrences[wrong]))
    }

    /// No spot, dead or alive, occurs in two boundaries of one region: they would be connected.
    fn boundary_fault(&self) -> Option<String> {
        for region in &self.regions {
            for (index, boundary) in region.iter().enumerate() {
                let others = region[..index].iter().flatten();
                if let Some(spot) = others.into_iter().find(|spot| boundary.contains(spot)) {
                    return Some(format!("spot {spot} occurs in two boundaries of one region"));
                }
            }
        }
        None
    }

    /// Each line between neighbouring spots is walked once in each direction, since the two regions
    /// beside it (or the one region on both sides) are walked with the same hand.
    fn line_fault(&self) -> Option<String> {
        let mut there = self.steps();
        let mut back: Vec<(Spot, Spot)> = there.iter().map(|&(from, to)| (to, from)).collect();
        there.sort_unstable();
        back.sort_unstable();
        (there != back).then(|| "a line is not walked once in each direction".to_string())
    }

    /// Each connected part with V spots, E lines and B boundaries has V - E + B = 2, and k parts
    /// with B boundaries in all leave 1 + B - k regions: the drawing lies on a sphere.
    fn euler_fault(&self) -> Option<String> {
        let part = self.parts();
        let mut twice_euler = vec![0i32; self.lives.len()];
        for &root in &part {
            twice_euler[root] += 2;
        }
        for (from, _) in self.steps() {
            twice_euler[part[from]] -= 1; // a line makes two steps
        }
        for boundary in self.regions.iter().flatten() {
            twice_euler[part[boundary[0]]] += 2;
        }
        let roots: Vec<Spot> = (0..part.len()).filter(|&spot| part[spot] == spot).collect();
        if let Some(root) = roots.iter().find(|&&root| twice_euler[root] != 4) {
            return Some(format!("the part of spot {root} does not lie on a sphere"));
        }
        let boundaries = self.regions.iter().flatten().count();
        (self.regions.len() + roots.len() != 1 + boundaries).then(|| "the number of regions is wrong".to_string())
    }

    /// All steps from a spot to the next one along a boundary; a spot alone makes none.
    fn steps(&self) -> Vec<(Spot, Spot)> {
        let mut steps = Vec::new();
        for boundary in self.regions.iter().flatten().filter(|boundary| boundary.len() > 1) {
            for at in 0..boundary.len() {
                steps.push((boundary[at], boundary[(at + 1) % boundary.len()]));
            }
        }
        steps
    }

    /// For each spot the least spot of its connected part of the drawing.
    fn parts(&self) -> Vec<Spot> {
        let mut part: Vec<Spot> = (0..self.lives.len()).collect();
        loop {
            let before = part.clone();
            for (from, to) in self.steps() {
                part[to] = part[to].min(part[from]);
            }
            if part == before {
                return part;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that `fault` gives for each broken law.
    #[test]
    fn every_law_can_be_broken() {
        let fault = |regions: &[&[&[Spot]]]| {
            let regions = regions.iter().map(|region| region.iter().map(|b| b.to_vec()).collect());
            Drawn::from_regions(regions.collect()).fault()
        };
        assert_eq!(fault(&[&[&[0, 2, 1, 2]]]), None);
        assert_eq!(fault(&[&[&[0, 1]], &[&[0, 1]]]), None);
        let mut lone = Drawn::start(1);
        lone.lives[0] = 2;
        assert!(lone.fault().unwrap().contains("alone"));
        let mut dead = Drawn::start(2).moves().remove(0);
        dead.lives[0] = 0;
        assert!(dead.fault().unwrap().contains("occurs 2 times"));
        assert!(fault(&[&[&[0, 1], &[0, 1]]]).unwrap().contains("in two boundaries"));
        let twisted = fault(&[&[&[0, 1, 2, 3]], &[&[0, 1, 2, 3]]]);
        assert!(twisted.unwrap().contains("in each direction"));
        let torus = fault(&[&[&[0, 1, 2, 3, 0, 4, 2, 1, 0, 3, 2, 4]]]);
        assert!(torus.unwrap().contains("on a sphere"));
        let apart = fault(&[&[&[0, 1], &[2, 3]], &[&[0, 1], &[4]], &[&[2, 3], &[5]], &[&[6]]]);
        assert!(apart.unwrap().contains("number of regions"));
    }
}
