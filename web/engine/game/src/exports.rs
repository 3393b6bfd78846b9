//! The exports of the module: the only unsafe code of the page's engine.
//!
//! The page writes a request into memory that [`request`] gives, calls [`answer`], and reads the text at [`output`]. There is one
//! table for each instance of the module. Everything runs on one thread, so the table stands in a thread-local cell.

use crate::table::Table;
use std::cell::RefCell;

#[derive(Default)]
struct Buffers {
    input: Vec<u8>,
    output: Vec<u8>,
    table: Table,
}

thread_local! {
    static BUFFERS: RefCell<Buffers> = RefCell::default();
}

/// Memory for a request of so many bytes; the page writes all of them before it calls [`answer`] or [`load`].
#[unsafe(no_mangle)]
pub extern "C" fn request(bytes: usize) -> *mut u8 {
    BUFFERS.with_borrow_mut(|buffers| {
        buffers.input = vec![0; bytes];
        buffers.input.as_mut_ptr()
    })
}

/// Answers the request, which is a JSON text: the length of the answer, which is one too.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        let input = std::mem::take(&mut buffers.input);
        buffers.output = buffers.table.answer(&input).into_bytes();
        buffers.output.len()
    })
}

/// Takes the request for a certificate that the checker has verified: the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> usize {
    BUFFERS.with_borrow_mut(|buffers| {
        let input = std::mem::take(&mut buffers.input);
        buffers.output = buffers.table.load(&input).into_bytes();
        buffers.output.len()
    })
}

/// Where the last answer stands, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    BUFFERS.with_borrow(|buffers| buffers.output.as_ptr())
}
