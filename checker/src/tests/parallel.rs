//! Steps on several threads: each is taken once, and of several errors the first one counts.

use crate::error::{CannotCheck, Malformed};
use crate::parallel::{Settings, in_parallel};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

fn settings(threads: usize) -> Settings<'static> {
    Settings { threads: NonZero::new(threads).unwrap(), ..Settings::default() }
}

#[test]
fn every_step_is_taken_once() {
    for threads in [1, 2, 7] {
        for count in [0, 1, 2, 100, 250, 5_000, 50_000] {
            let taken: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            let done = in_parallel(count, &settings(threads), |i| {
                taken[i].fetch_add(1, Relaxed);
                Ok(())
            });
            assert!(done.is_ok() && taken.iter().all(|times| times.load(Relaxed) == 1), "{count} on {threads} threads");
        }
    }
}

#[test]
fn the_first_error_counts() {
    for threads in [1, 2, 7] {
        for first in [0, 1, 250, 999] {
            let found = in_parallel(1_000, &settings(threads), |i| match i {
                _ if i == first => Err(CannotCheck::Stopped.into()),
                _ if i > first => Err(Malformed::Body.into()),
                _ => Ok(()),
            });
            assert_eq!(found, Err(CannotCheck::Stopped.into()), "step {first} on {threads} threads");
        }
    }
}
