//! The same position in other words.

use super::{Drawn, Identification, SplitMix64, Spot};

impl Drawn {
    /// Another text of the same abstract position: new names, new orders, new rotations, and mirror
    /// images as far as they are free.
    pub fn disguised(&self, identification: Identification, random: &mut SplitMix64) -> Drawn {
        let spots = self.lives.len();
        let mut name: Vec<Spot> = (0..spots).collect();
        random.shuffle(&mut name);
        let mut lives = vec![0; spots];
        for spot in 0..spots {
            lives[name[spot]] = self.lives[spot];
        }
        let mut regions = self.regions.clone();
        let all_mirrored = random.below(2) == 1;
        for region in &mut regions {
            let mirrored = match identification {
                Identification::NoMirror => false,
                Identification::GlobalMirror => all_mirrored,
                Identification::MirrorPerRegion => random.below(2) == 1,
            };
            for boundary in region.iter_mut() {
                boundary.iter_mut().for_each(|spot| *spot = name[*spot]);
                if mirrored {
                    boundary.reverse();
                }
                let turn = random.below(boundary.len());
                boundary.rotate_left(turn);
            }
            random.shuffle(region);
        }
        random.shuffle(&mut regions);
        Drawn { lives, regions, outer: None }
    }
}
