//! Independent steps, done on several threads.

use crate::budget::Allowance;
use crate::error::{CannotCheck, Error, Result};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// How to check.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// If threads cannot be had, one does all.
    pub threads: NonZero<usize>,
    /// Is told at each step how many of how many are done (of claims, then of replies). With `Break` it stops the check, which
    /// then ends with [`CannotCheck::Stopped`].
    pub progress: &'a (dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
    /// What the certificate may cost; without it, what its size allows.
    pub allowance: Option<Allowance>,
}

impl Default for Settings<'_> {
    /// One thread, and what the size of a file allows.
    fn default() -> Self {
        let progress = &|_, _| ControlFlow::Continue(());
        Settings { threads: NonZero::<usize>::MIN, progress, allowance: None }
    }
}

impl Settings<'_> {
    /// The same on one thread.
    pub(crate) fn alone(&self) -> Self {
        Settings { threads: NonZero::<usize>::MIN, ..*self }
    }

    pub(crate) fn tell(&self, done: usize, of: usize) -> Result<()> {
        match (self.progress)(done, of) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(CannotCheck::Stopped.into()),
        }
    }
}

/// Does the steps 0 to `count` - 1. If any fail, gives the error of the first of these in order.
///
/// Steps are taken in order, and a step that has been taken is finished; none is taken after an error. So when step i fails,
/// all steps before i were taken: the least of those that failed is found, on any number of threads. And if none fails, all
/// steps have been taken and finished when the scope ends, which waits for its threads; were one to panic, so would the scope.
pub(crate) fn in_parallel(count: usize, settings: &Settings, step: impl Fn(usize) -> Result<()> + Sync) -> Result<()> {
    let (steps, errors) = (Mutex::new(0..count), Mutex::new(BTreeMap::<usize, Error>::new()));
    let work = || {
        loop {
            let taken = lock(&steps).next();
            let Some(i) = taken else { return };
            if let Err(error) = settings.tell(i + 1, count).and_then(|()| step(i)) {
                lock(&steps).start = count; // No step is left to be taken.
                lock(&errors).insert(i, error);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..settings.threads.get().min(256).min(count) {
            // A thread that cannot be had is not missed: this one does all that is left.
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
