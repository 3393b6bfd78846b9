//! Pairs of equal lands, which cancel: L + L has nimber 0 whatever the nimber of L is (FORMAT.md section 7).
//!
//! A move in one of the two is answered by the same move in the other. In misère play that is not so: there the last such answer
//! loses.

use crate::normal::couple::LandId;

/// Sorts a sum of lands and takes equal lands out in pairs.
pub fn cancel(lands: &mut Vec<LandId>) {
    lands.sort_unstable();
    let mut left = 0;
    for at in 0..lands.len() {
        if left > 0 && lands[left - 1] == lands[at] {
            left -= 1;
        } else {
            lands[left] = lands[at];
            left += 1;
        }
    }
    lands.truncate(left);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_number_of_equal_lands_leaves_one() {
        for (mut sum, left) in [
            (vec![], vec![]),
            (vec![3], vec![3]),
            (vec![3, 3], vec![]),
            (vec![3, 5, 3, 3], vec![3, 5]),
            (vec![2, 2, 1, 1], vec![]),
            (vec![9, 1, 1, 9, 4], vec![4]),
        ] {
            cancel(&mut sum);
            assert_eq!(sum, left);
        }
    }
}
