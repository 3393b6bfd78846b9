//! Comparing what is stated with what was found.

use crate::error::{NotProven, Result, ensure};

pub(super) fn same(what: &'static str, stated: impl ToString, found: impl ToString) -> Result<()> {
    let (stated, found) = (stated.to_string(), found.to_string());
    ensure(stated == found, || NotProven::Differs { what, stated, found })
}
