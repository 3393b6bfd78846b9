//! Does many independent steps on several threads.

use crate::budget::Allowance;
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::iter::from_fn;
use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// How to check.
pub struct Settings<'a> {
    pub threads: NonZero<usize>,
    /// Is told at each step how many of how many are done.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
    /// The claim (in misère play: the lost node), counted from 1, that is to be explained.
    pub explain: Option<usize>,
    /// What the certificate may cost; without it, what its size allows.
    pub allowance: Option<Allowance>,
}

impl Default for Settings<'_> {
    /// One thread, nothing to be explained, and what the size of a file allows.
    fn default() -> Self {
        Settings { threads: NonZero::<usize>::MIN, progress: &|_, _| {}, explain: None, allowance: None }
    }
}

/// Does the steps 0 to `count` - 1. If any fail, gives the error of the first of these in order: steps are taken in order,
/// and a step that has been taken is finished.
pub(crate) fn in_parallel(count: usize, settings: &Settings, step: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
    let (steps, errors) = (Mutex::new(0..count), Mutex::new(BTreeMap::<usize, Error>::new()));
    let work = || {
        for i in from_fn(|| lock(&steps).next()) {
            (settings.progress)(i + 1, count);
            if let Err(error) = step(i) {
                lock(&steps).start = count;
                lock(&errors).insert(i, error);
            }
        }
    };
    thread::scope(|scope| {
        // A thread that cannot be had is not missed: this one does all that is left.
        for _ in 1..settings.threads.get().min(256).min(count) {
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    lock(&errors).pop_first().map_or(Ok(()), |(_, error)| Err(error))
}

/// No lock here guards anything that a panic could leave half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
