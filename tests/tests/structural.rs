//! Structural mutants by the thousand, or by the million: see `sproof_tests::structural`.
//!
//! `MUTANTS=10000000 cargo test --release -p sproof-tests --test structural millions -- --ignored --nocapture` makes ten
//! million; `SEED` in the environment is the seed of the first. A failure names its seed and leaves the file in the temporary
//! folder.

use sproof_tests::structural::{Campaign, Meter};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// Counts the bytes that this thread has allocated.
struct Counting;

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // At the end of a thread there may be nothing left to count in.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

// SAFETY: everything is left to the system's allocator; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks are there while one is copied to the other.
        count(size as isize);
        count(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Starts counting before a check, and tells how much more there was at once.
struct Counted {
    bytes: Cell<isize>,
    /// Where the processor time is not to be had, the time that passes has to do.
    begun: Instant,
}

impl Meter for Counted {
    fn start(&self) {
        self.bytes.set(NOW.get());
        PEAK.set(NOW.get());
    }

    fn peak(&self) -> usize {
        (PEAK.get() - self.bytes.get()).max(0) as usize
    }

    fn processor_time(&self) -> Duration {
        thread_time().unwrap_or_else(|| self.begun.elapsed())
    }
}

/// The processor time of this thread.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn thread_time() -> Option<Duration> {
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the structure is the one of 64-bit Linux, and it lives longer than the call.
    let status = unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    (status == 0).then(|| Duration::new(time.seconds as u64, time.nanoseconds as u32))
}

#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
fn thread_time() -> Option<Duration> {
    None
}

/// FORMAT.md section 9: 100 MB and 10 times the file, which is small here. Nothing in these mutants should come near.
const MEMORY: usize = 110_000_000;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

/// Large blocks come from the system and go back to it: the C library would rather keep them, and clear them each time.
#[cfg(target_env = "gnu")]
fn keep_no_large_blocks() {
    const M_MMAP_THRESHOLD: i32 = -3;
    unsafe extern "C" {
        fn mallopt(parameter: i32, value: i32) -> i32;
    }
    // SAFETY: any value is allowed, at any time.
    unsafe { mallopt(M_MMAP_THRESHOLD, 1 << 20) };
}

#[cfg(not(target_env = "gnu"))]
fn keep_no_large_blocks() {}

/// Tries seeds. Failures are told as they come, and all of them are seen to the end.
fn run(first: u64, mutants: u64) {
    keep_no_large_blocks();
    let (mut campaign, meter) = (Campaign::default(), Counted { bytes: Cell::new(0), begun: Instant::now() });
    let (begun, mut failures) = (Instant::now(), 0);
    for seed in first..first + mutants {
        if let Err((failure, file)) = campaign.try_seed(seed, &meter, MEMORY) {
            let path = std::env::temp_dir().join(format!("sproof-mutant-{seed}.bin"));
            std::fs::write(&path, &file).expect("there is room for a file");
            println!("seed {seed}: {failure:?}; the file is {}", path.display());
            failures += 1;
            assert!(failures < 20, "enough is enough");
        }
        if (seed + 1 - first).is_multiple_of(1_000_000) {
            println!("{} mutants in {:.0?}\n{}", seed + 1 - first, begun.elapsed(), campaign.report());
        }
    }
    println!("{mutants} mutants from seed {first} in {:.0?}\n{}", begun.elapsed(), campaign.report());
    assert_eq!(failures, 0, "see above");
    // A mutator that makes nothing but garbage, or nothing but proofs, is of no use.
    for (kind, tally) in sproof_tests::structural::KINDS.into_iter().zip(campaign.tallies) {
        assert!(tally.accepted * 200 > tally.mutants, "{kind}: hardly any mutant is accepted: {tally:?}");
        assert!(tally.accepted < tally.mutants / 2, "{kind}: most mutants are accepted: {tally:?}");
        let [_, malformed, ..] = tally.refused;
        assert!(malformed < tally.mutants * 3 / 4, "{kind}: most mutants are malformed: {tally:?}");
    }
}

#[test]
fn no_lie_is_accepted() {
    run(number("SEED", 1 << 40), 5_000);
}

#[test]
#[ignore = "deep: a hundred thousand mutants"]
fn no_lie_is_accepted_among_many() {
    run(1 << 41, 100_000);
}

#[test]
#[ignore = "deep: as many mutants as MUTANTS says, and none without it"]
fn no_lie_is_accepted_among_millions() {
    if std::env::var_os("MUTANTS").is_some() {
        run(number("SEED", 0), number("MUTANTS", 0));
    }
}

/// The same seed makes the same mutant, whatever was made before.
#[test]
#[ignore = "deep: all that mutants are made of, twice"]
fn mutants_depend_on_their_seed_alone() {
    let (mut one, mut other) = (Campaign::default(), Campaign::default());
    let forward: Vec<_> = (0..500).map(|seed| one.mutant(seed)).collect();
    let mut backward: Vec<_> = (0..500).rev().map(|seed| other.mutant(seed)).collect();
    backward.reverse();
    assert!(forward == backward);
}
