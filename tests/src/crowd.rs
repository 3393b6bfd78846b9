//! Many small questions, on all cores.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Asks about each number below `count`. Which thread takes which number is a matter of chance, so the work may depend
/// on the number alone; `tools` makes what a thread keeps from one number to the next. A panic ends in a panic here.
pub fn for_each<T>(count: usize, tools: impl Fn() -> T + Sync, work: impl Fn(&mut T, usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut tools = tools();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    work(&mut tools, number);
                }
            });
        }
    });
}

/// The answers to the questions about each number below `count`, in order.
pub fn map<T, R: Send>(
    count: usize,
    tools: impl Fn() -> T + Sync,
    answer: impl Fn(&mut T, usize) -> R + Sync,
) -> Vec<R> {
    let answers = std::sync::Mutex::new(Vec::with_capacity(count));
    for_each(count, tools, |tools, number| {
        let answer = answer(tools, number);
        answers.lock().expect("no thread panics while it holds the lock").push((number, answer));
    });
    let mut answers = answers.into_inner().expect("all threads are done");
    answers.sort_unstable_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_asked_once() {
        assert_eq!(map(1_000, || (), |(), number| number), (0..1_000).collect::<Vec<_>>());
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_failure_is_not_lost() {
        for_each(100, || (), |(), number| assert_ne!(number, 57));
    }
}
