//! The table of results for people, `RESULTS.md`.

use super::row::{Play, Row};
use crate::reporting::words;
use std::fmt::Write;

const INTRODUCTION: &str = "# Results

Who wins the n-spot game of Sprouts with perfect play, each with a certificate that `check` verifies; the
outcome in brackets is that of the player who moves first. Made by `solve … --emit-proofs proofs`, `solve bundle` and
`solve results proofs`; do not edit. Seconds to solve are those of the last run that solved the game on the way to its certificate,
without the time spent on shrinking; seconds to check are wall time with all cores.
";

const BUNDLES: &str = "
## Certificates of many games

Games share most of their proofs: one certificate for many of them is much smaller than one for each.

| file | play | games | claims | replies | bytes | check s | blake3 of the content |
|---|---|---|---:|---:|---:|---:|---|
";

const NORMAL: &str = "
## Normal play

*Claims* are couples of a land and its nimber; *GLOP* is the count in the smallest database that Lemoine and Viennot
published.

| n | who wins | certificates | claims | GLOP | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---|---:|---:|---:|---:|---:|---:|---|
";

const MISERE: &str = "
## Misère play

*Lost nodes* are sums of lands and trees; *2009* is the number of positions that Lemoine and Viennot needed (figure 10 of
their paper).

| n | who wins | certificates | lost nodes | 2009 | replies | bytes | solve s | check s | blake3 of the content |
|---:|---|---|---:|---:|---:|---:|---:|---:|---|
";

pub fn table(rows: &[Row]) -> String {
    let mut text = String::from(INTRODUCTION);
    bundles(&mut text, rows);
    for (play, heading) in [(Play::Normal, NORMAL), (Play::Misere, MISERE)] {
        let mut rows: Vec<&Row> = rows.iter().filter(|row| row.play == play).collect();
        rows.sort_by_key(|row| row.spots);
        if !rows.is_empty() {
            text.push_str(heading);
        }
        rows.chunk_by(|a, b| a.spots == b.spots).for_each(|game| text.push_str(&line(game)));
    }
    text
}

fn bundles(text: &mut String, rows: &[Row]) {
    let mut files: Vec<&Row> = rows.iter().filter(|row| row.results > 1).collect();
    files.sort_by_key(|row| (row.play, &row.file, row.spots));
    if !files.is_empty() {
        text.push_str(BUNDLES);
    }
    for file in files.chunk_by(|a, b| a.file == b.file) {
        let row = file[0];
        let play = if row.play == Play::Normal { "normal" } else { "misère" };
        let games = ranges(file.iter().map(|row| row.spots));
        let Row { file, claims, replies, bytes, blake3, .. } = row;
        // Writing to a string never fails.
        let _ = writeln!(
            text,
            "| [{file}]({file}) | {play} | {games} | {claims} | {replies} | {bytes} | {} | `{blake3}` |",
            in_seconds(row.check_seconds)
        );
    }
}

/// `1–44, 46` for sorted numbers.
fn ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let words = ranges.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}–{last}"),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A game by the certificate that it has alone; its numbers are left open if it has none.
fn line(game: &[&Row]) -> String {
    let first = game[0];
    let known = first.play.known(first.spots).map_or(String::new(), |claims| claims.to_string());
    let files: Vec<String> = game.iter().map(|row| format!("[{0}]({0})", row.file)).collect();
    let (spots, result, files) = (first.spots, words::in_table(&first.result), files.join(", "));
    let solve = in_seconds(game.iter().find_map(|row| row.solve_seconds));
    let Some(Row { claims, replies, bytes, blake3, check_seconds, .. }) = game.iter().find(|row| row.results == 1)
    else {
        return format!("| {spots} | {result} | {files} | | {known} | | | {solve} | | |\n");
    };
    let check = in_seconds(*check_seconds);
    format!(
        "| {spots} | {result} | {files} | {claims} | {known} | {replies} | {bytes} | {solve} | {check} | `{blake3}` |\n"
    )
}

fn in_seconds(seconds: Option<f64>) -> String {
    seconds.map_or(String::new(), |seconds| format!("{seconds:.2}"))
}
