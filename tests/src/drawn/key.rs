//! When are two drawn positions the same? An exact canonical key for isomorphism.
//!
//! Always free: the names of the spots, the order of the regions, the order of the boundaries in a
//! region, the rotation of a boundary. What may be mirrored is a choice, `Identification`; whether
//! the unbounded region is special is in the position itself, `Drawn::outer`.
//!
//! Once the spots have names, all else is easy to normalise: rotate each boundary to its least form
//! and sort. So the key is the least normal form over some namings, and any set of namings will do
//! that depends on the isomorphism class alone. All namings would be too many; so the spots are
//! first coloured by what can be seen from them, and are named in the order of their colours; where
//! spots have the same colour, each of them in turn is given a colour of its own. No symmetry is
//! exploited: a position with s symmetries is written at least s times. A test ties this to the
//! minimum over all namings.

use super::{Boundary, Drawn, Region, Spot};

/// What may be mirrored without making another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identification {
    /// Nothing: a drawing and its mirror image are two positions.
    NoMirror,
    /// The whole drawing, all regions at once.
    GlobalMirror,
    /// Each region by itself, but all its boundaries at once: FORMAT.md section 2, and the set
    /// representation of AJS section 2.2.
    MirrorPerRegion,
}

/// Equal keys of one identification: isomorphic positions. The bytes are the normal form: spots
/// from 0 on, `BOUNDARY` after each boundary, `REGION` after each region, `OUTER` before the
/// unbounded region.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Box<[u8]>);

const BOUNDARY: u8 = 253;
const REGION: u8 = 254;
const OUTER: u8 = 255;

impl Key {
    /// The position again, with the names of the normal form. If regions may be mirrored one by
    /// one, they come out in any orientations, and `Drawn::fault` may find a line walked twice in
    /// one direction; the moves do not mind.
    pub fn position(&self) -> Drawn {
        let mut regions: Vec<Region> = Vec::new();
        let mut outer = None;
        for region in self.0[..self.0.len() - 1].split(|&byte| byte == REGION) {
            let unmarked = region.strip_prefix(&[OUTER]).unwrap_or(region);
            if unmarked.len() < region.len() {
                outer = Some(regions.len());
            }
            let boundaries = unmarked.split_inclusive(|&byte| byte == BOUNDARY);
            let spots = |boundary: &[u8]| boundary[..boundary.len() - 1].to_vec();
            regions.push(boundaries.map(|b| spots(b).into_iter().map(Spot::from).collect()).collect());
        }
        Drawn { outer, ..Drawn::from_regions(regions) }
    }
}

impl Drawn {
    /// The key of this position: the same for isomorphic positions, and only for them.
    pub fn key(&self, identification: Identification) -> Key {
        let mut least = None;
        let colours = self.lives.iter().map(|&lives| u64::from(lives)).collect();
        self.name_in_all_ways(colours, &mut |name| {
            let form = self.normal_form(name, identification);
            if least.as_ref().is_none_or(|least| form < *least) {
                least = Some(form);
            }
        });
        Key(least.expect("there is always a naming").into_boxed_slice())
    }

    /// Completes the colours to namings (`name[spot]`) in every way.
    fn name_in_all_ways(&self, colours: Vec<u64>, found: &mut impl FnMut(&[u8])) {
        let colours = self.refine(colours);
        let mut order: Vec<Spot> = (0..colours.len()).collect();
        order.sort_by_key(|&spot| colours[spot]);
        let classes = order.chunk_by(|&s, &t| colours[s] == colours[t]);
        if let Some(tied) = classes.into_iter().find(|class| class.len() > 1) {
            for &chosen in tied {
                let mut told_apart = colours.clone();
                told_apart[chosen] = mix(told_apart[chosen], 1);
                self.name_in_all_ways(told_apart, found);
            }
            return;
        }
        let mut name = vec![0; order.len()];
        for (place, &spot) in order.iter().enumerate() {
            assert!(place < usize::from(BOUNDARY), "too many spots for a key");
            name[spot] = place as u8;
        }
        found(&name);
    }

    /// Colours each spot by its colour and by what lies around its occurrences, again and again
    /// until no more spots are told apart. Colours are hashes that know nothing of names, orders,
    /// rotations and mirrors, so isomorphic positions get the same ones; a collision would only
    /// leave more namings to try.
    fn refine(&self, mut colours: Vec<u64>) -> Vec<u64> {
        loop {
            let next = self.look_around(&colours);
            if distinct(&next) <= distinct(&colours) {
                return colours;
            }
            colours = next;
        }
    }

    fn look_around(&self, colours: &[u64]) -> Vec<u64> {
        let mut next = colours.to_vec();
        for (index, region) in self.regions.iter().enumerate() {
            let views: Vec<u64> = region.iter().map(|boundary| view(boundary, colours)).collect();
            let mark = u64::from(self.outer == Some(index));
            let region_view = mix(sum(views.iter().map(|&view| mix(view, 2))), mark);
            for (boundary, &boundary_view) in region.iter().zip(&views) {
                for (at, &spot) in boundary.iter().enumerate() {
                    let near = near_view(boundary, at, colours);
                    let seen = mix(mix(near, boundary_view), region_view);
                    next[spot] = next[spot].wrapping_add(seen);
                }
            }
        }
        next
    }

    fn normal_form(&self, name: &[u8], identification: Identification) -> Vec<u8> {
        let forward = |region: &Region| write_region(region, name, false);
        let backward = |region: &Region| write_region(region, name, true);
        match identification {
            Identification::NoMirror => self.write(forward),
            Identification::GlobalMirror => self.write(forward).min(self.write(backward)),
            Identification::MirrorPerRegion => self.write(|region| forward(region).min(backward(region))),
        }
    }

    fn write(&self, write_region: impl Fn(&Region) -> Vec<u8>) -> Vec<u8> {
        let mut regions: Vec<Vec<u8>> = Vec::new();
        for (index, region) in self.regions.iter().enumerate() {
            let mut written = write_region(region);
            if self.outer == Some(index) {
                written.insert(0, OUTER);
            }
            regions.push(written);
        }
        regions.sort();
        regions.concat()
    }
}

fn write_region(region: &Region, name: &[u8], backward: bool) -> Vec<u8> {
    let mut boundaries: Vec<Vec<u8>> = Vec::new();
    for boundary in region {
        let mut named: Vec<u8> = boundary.iter().map(|&spot| name[spot]).collect();
        if backward {
            named.reverse();
        }
        boundaries.push(least_rotation(&named));
    }
    boundaries.sort();
    let mut written = Vec::new();
    for boundary in boundaries {
        written.extend(boundary);
        written.push(BOUNDARY);
    }
    written.push(REGION);
    written
}

fn least_rotation(boundary: &[u8]) -> Vec<u8> {
    let rotations = (0..boundary.len()).map(|at| [&boundary[at..], &boundary[..at]].concat());
    rotations.min().unwrap_or_default()
}

/// What can be seen of a boundary from outside.
fn view(boundary: &Boundary, colours: &[u64]) -> u64 {
    sum((0..boundary.len()).map(|at| near_view(boundary, at, colours)))
}

/// What a spot sees from one of its occurrences: itself and its two neighbours, without knowing
/// which is left and which is right.
fn near_view(boundary: &Boundary, at: usize, colours: &[u64]) -> u64 {
    let before = colours[boundary[(at + boundary.len() - 1) % boundary.len()]];
    let after = colours[boundary[(at + 1) % boundary.len()]];
    mix(mix(colours[boundary[at]], before.min(after)), before.max(after))
}

fn sum(colours: impl Iterator<Item = u64>) -> u64 {
    colours.fold(0, u64::wrapping_add)
}

fn distinct(colours: &[u64]) -> usize {
    let mut sorted = colours.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// One word for an ordered pair of words, by the finaliser of SplitMix64.
fn mix(a: u64, b: u64) -> u64 {
    let mut word = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_add(0x632b_e59b_d9b4_e019);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::explore;
    use super::*;

    const ALL: [Identification; 3] =
        [Identification::NoMirror, Identification::GlobalMirror, Identification::MirrorPerRegion];

    /// The key without any cleverness: the least normal form over all namings.
    fn naive_form(position: &Drawn, identification: Identification) -> Vec<u8> {
        fn permute(names: &mut Vec<u8>, from: usize, found: &mut impl FnMut(&[u8])) {
            if from == names.len() {
                return found(names);
            }
            for other in from..names.len() {
                names.swap(from, other);
                permute(names, from + 1, found);
                names.swap(from, other);
            }
        }
        let mut least: Option<Vec<u8>> = None;
        let mut names: Vec<u8> = (0..position.lives.len() as u8).collect();
        permute(&mut names, 0, &mut |name| {
            let form = position.normal_form(name, identification);
            if least.as_ref().is_none_or(|least| form < *least) {
                least = Some(form);
            }
        });
        least.expect("there is always a naming")
    }

    /// On the whole 2-spot game and on all successors of its positions: equal keys exactly where the least forms over all
    /// namings are equal.
    #[test]
    fn agrees_with_all_namings() {
        agree_with_all_namings(&[Identification::MirrorPerRegion], &[Drawn::start(2)]);
    }

    #[test]
    #[ignore = "deep: in the plane, too, and with each identification"]
    fn agrees_with_all_namings_in_the_plane_and_on_the_sphere() {
        agree_with_all_namings(&ALL, &[Drawn::start(2), Drawn::start_in_plane(2)]);
    }

    fn agree_with_all_namings(identifications: &[Identification], starts: &[Drawn]) {
        for &identification in identifications {
            for start in starts {
                let game = explore(start, identification);
                let keys: HashSet<Key> = game.positions.keys().cloned().collect();
                let naive: HashSet<Vec<u8>> =
                    keys.iter().map(|key| naive_form(&key.position(), identification)).collect();
                assert_eq!(naive.len(), keys.len(), "two keys for one position");
                let mut pairs = HashSet::new();
                for position in game.positions.keys().map(Key::position) {
                    for successor in position.moves() {
                        let key = successor.key(identification);
                        pairs.insert((key, naive_form(&successor, identification)));
                    }
                }
                assert_eq!(pairs.len() + 1, keys.len(), "one key for two positions");
            }
        }
    }

    #[test]
    fn a_key_is_a_position_with_that_key() {
        for identification in ALL {
            for start in [Drawn::start(3), Drawn::start_in_plane(2)] {
                for key in explore(&start, identification).positions.keys() {
                    assert_eq!(key.position().key(identification), *key);
                }
            }
        }
    }
}
