//! Lands that are asked for, the most promising first.

use super::book::LandId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// How unlikely it is that the search will want what is asked for; 0 is the least unlikely.
pub type Doubt = usize;
pub const DOUBTS: Doubt = 5;

/// Requests of each doubt that are kept; the oldest is dropped.
const KEPT: usize = 64;

struct Request<T> {
    land: LandId,
    /// Tells this request from earlier and later ones for the same land.
    number: u32,
    about: T,
}

/// What is asked for. Among what is asked for with the same doubt, the last comes first; who asks again means the last time.
pub struct Requests<T> {
    /// The number of the last request for a land.
    latest: FxHashMap<LandId, u32>,
    by_doubt: [VecDeque<Request<T>>; DOUBTS],
    count: u32,
}

impl<T> Default for Requests<T> {
    fn default() -> Self {
        Requests { latest: FxHashMap::default(), by_doubt: Default::default(), count: 0 }
    }
}

impl<T> Requests<T> {
    pub fn ask(&mut self, land: LandId, doubt: Doubt, about: T) {
        self.count = self.count.wrapping_add(1);
        self.latest.insert(land, self.count);
        self.by_doubt[doubt].push_back(Request { land, number: self.count, about });
        if self.by_doubt[doubt].len() > KEPT
            && let Some(oldest) = self.by_doubt[doubt].pop_front()
            && self.is_latest(&oldest)
        {
            self.latest.remove(&oldest.land);
        }
    }

    fn is_latest(&self, request: &Request<T>) -> bool {
        self.latest.get(&request.land) == Some(&request.number)
    }

    /// Takes what is to be done next.
    pub fn next(&mut self) -> Option<(LandId, T)> {
        loop {
            let request = self.by_doubt.iter_mut().find_map(VecDeque::pop_back)?;
            if self.is_latest(&request) {
                self.latest.remove(&request.land);
                return Some((request.land, request.about));
            }
        }
    }

    /// Nobody need do anything about this land any more.
    pub fn withdraw(&mut self, land: LandId) {
        self.latest.remove(&land);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_of_the_most_probable_comes_first() {
        let mut requests = Requests::default();
        for (land, doubt) in [(1, 0), (2, 1), (3, 0), (4, 1), (1, 1), (5, 0)] {
            requests.ask(land, doubt, doubt);
        }
        requests.withdraw(5);
        let order: Vec<(LandId, Doubt)> = std::iter::from_fn(|| requests.next()).collect();
        assert_eq!(order, [(3, 0), (1, 1), (4, 1), (2, 1)]);
    }

    #[test]
    fn no_more_are_kept_than_can_be_served() {
        let mut requests = Requests::default();
        for land in 0..3 * KEPT as LandId {
            requests.ask(land, 2, ());
        }
        assert_eq!((requests.by_doubt[2].len(), requests.latest.len()), (KEPT, KEPT));
        assert_eq!(requests.next(), Some((3 * KEPT as LandId - 1, ())));
    }
}
