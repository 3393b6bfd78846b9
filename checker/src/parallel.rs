//! Does many independent steps on several threads.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does the steps 0 to `count` - 1. If any fail, gives the error of the first of these in order: steps are taken in
/// order, and a step that has been taken is finished. Each thread has a state of its own.
pub(crate) fn in_parallel<S, E: Send>(
    count: usize,
    threads: NonZero<usize>,
    progress: impl Fn(usize) + Sync,
    state: impl Fn() -> S + Sync,
    step: impl Fn(&mut S, usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let failed: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let work = || {
        let mut state = state();
        loop {
            let i = next.fetch_add(1, Relaxed);
            if i >= count {
                return;
            }
            if let Err(error) = step(&mut state, i) {
                next.fetch_max(count, Relaxed);
                let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
                if failed.as_ref().is_none_or(|(first, _)| i < *first) {
                    *failed = Some((i, error));
                }
            }
            progress(done.fetch_add(1, Relaxed) + 1);
        }
    };
    thread::scope(|scope| {
        // A thread that cannot be had is not missed: this one does all that is left.
        for _ in 1..threads.get().min(count) {
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), |(_, error)| Err(error))
}
