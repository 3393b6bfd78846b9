//! The exports of the module, and its one import: the only unsafe code here.
//!
//! The page writes a file or a request into memory that [`request`] gives, calls [`verify`] or [`answer`], and reads the text at
//! [`output`]. There is one desk for each instance of the module, in a thread-local cell, since everything runs on one thread.

use crate::desk::Desk;
use std::cell::RefCell;

#[derive(Default)]
struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
    desk: Desk,
}

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

#[cfg(target_arch = "wasm32")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Is told how many steps of how many are done.
        pub safe fn progress(done: usize, of: usize);
    }
}

/// Tells the page how far the check has come. Elsewhere nobody listens.
fn progress(_done: usize, _of: usize) {
    #[cfg(target_arch = "wasm32")]
    page::progress(_done, _of);
}

/// Memory for so many bytes; the page writes all of them before it calls [`verify`] or [`answer`].
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.input = vec![0; bytes];
        buffers.input.as_mut_ptr()
    })
}

/// Checks the file: the length of the verdict, a JSON text.
#[unsafe(no_mangle)]
pub extern "C" fn verify() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        let input = std::mem::take(&mut buffers.input);
        buffers.output = buffers.desk.verify(&input, &progress).into_bytes();
        buffers.output.len()
    })
}

/// Answers a request about the file that was checked: the length of the answer, a JSON text.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        let input = std::mem::take(&mut buffers.input);
        buffers.output = buffers.desk.answer(&input).into_bytes();
        buffers.output.len()
    })
}

/// Where the last answer stands, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}
