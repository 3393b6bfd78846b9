//! The table of results for people, `RESULTS.md`.

use super::{Play, Row};
use crate::reporting::words;

const INTRODUCTION: &str = "# Results

Who wins the n-spot game of Sprouts with perfect play, each with a certificate that `check` verifies; the
outcome in brackets is that of the player who moves first. Made by `solve … --emit-proofs proofs`;
do not edit. Seconds are those of the last run that solved the game, without the time spent on shrinking; seconds to check
are wall time with all cores; the first misère certificate of a closure finds its trees, those checked with it have them ready. A
smaller certificate replaces a larger one, never the other way round.

## Normal play

*Claims* are couples of a land and its nimber; *GLOP* is the count in the smallest database that Lemoine and Viennot
published.

| n | who wins | claims | GLOP | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---:|---:|---:|---:|---:|---:|---|
";

const MISERE: &str = "
## Misère play

*Lost nodes* are sums of lands and trees; *2009* is the number of positions that Lemoine and Viennot needed (figure 10 of
their paper).

| n | who wins | lost nodes | 2009 | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---:|---:|---:|---:|---:|---:|---|
";

pub fn table(rows: &[Row]) -> String {
    let mut text = String::from(INTRODUCTION);
    rows.iter().filter(|row| row.play == Play::Normal).for_each(|row| text.push_str(&line(row)));
    if rows.iter().any(|row| row.play == Play::Misere) {
        text.push_str(MISERE);
        rows.iter().filter(|row| row.play == Play::Misere).for_each(|row| text.push_str(&line(row)));
    }
    text
}

fn line(row: &Row) -> String {
    let known = row.play.known(row.spots).map_or(String::new(), |claims| claims.to_string());
    let check = row.check_seconds.map_or(String::new(), |seconds| format!("{seconds:.2}"));
    format!(
        "| {} | {} | {} | {known} | {} | {} | {:.2} | {check} | `{}` |\n",
        row.spots,
        words::in_table(&row.result),
        row.claims,
        row.replies,
        row.bytes,
        row.solve_seconds,
        row.blake3
    )
}
