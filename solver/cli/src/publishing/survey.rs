//! The survey: what games cost from a cold start, by the remainder of the number of spots divided by 6.

use super::plot::{Series, plot};
use crate::failure::Failure;
use serde_json::Value;
use std::path::Path;

/// What a game cost.
pub struct Entry {
    spots: usize,
    expansions: f64,
    seconds: Option<f64>,
    bytes: Option<f64>,
    claims: Option<f64>,
}

/// A quantity of the survey.
pub struct Cost {
    pub file: &'static str,
    title: &'static str,
    of: fn(&Entry) -> Option<f64>,
    least: f64,
}

pub const COSTS: [Cost; 4] = [
    Cost {
        file: "survey-expansions.svg",
        title: "Expansions from a cold start, by n modulo 6 (normal play)",
        of: |entry| Some(entry.expansions),
        least: 1.0,
    },
    Cost {
        file: "survey-seconds.svg",
        title: "Seconds of processor time from a cold start, with the proof",
        of: |entry| entry.seconds,
        least: 0.01,
    },
    Cost {
        file: "survey-memory.svg",
        title: "Megabytes from a cold start",
        of: |entry| entry.bytes.map(|bytes| bytes / 1e6),
        least: 1.0,
    },
    Cost {
        file: "survey-claims.svg",
        title: "Claims of the certificate from a cold start, not shrunk",
        of: |entry| entry.claims,
        least: 1.0,
    },
];

const COLOURS: [&str; 6] = ["#c2410c", "#1f6feb", "#2da44e", "#8250df", "#bf8700", "#0a7f8f"];

/// The games of a campaign's log that were solved in normal play from a cold start.
pub fn read(path: &Path) -> Result<Vec<Entry>, Failure> {
    let failed = |error| Failure::Read { path: path.into(), error };
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let mut entries = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let invalid = |error| failed(std::io::Error::new(std::io::ErrorKind::InvalidData, error));
        let object: Value = serde_json::from_str(line).map_err(invalid)?;
        let is_cold = object["start"] == "cold" && object["play"] == "normal" && object["result"] != "UNKNOWN";
        if let (true, Some(spots)) = (is_cold, object["spots"].as_u64()) {
            entries.push(Entry {
                spots: spots as usize,
                expansions: object["search"]["expansions"].as_f64().unwrap_or_default(),
                seconds: object["search"]["processor_seconds"].as_f64(),
                bytes: object["search"]["peak_bytes"].as_f64(),
                claims: object["proof"]["claims"].as_f64(),
            });
        }
    }
    Ok(entries)
}

/// The plot of a cost as SVG, a line for each remainder.
pub fn svg(cost: &Cost, entries: &[Entry]) -> String {
    let series = COLOURS.into_iter().enumerate().map(|(remainder, colour)| {
        let entries = entries.iter().filter(|entry| entry.spots % 6 == remainder);
        let points = entries.filter_map(|entry| Some((entry.spots, (cost.of)(entry)?))).collect();
        Series { name: format!("n = 6k + {remainder}"), colour, step: 6, points }
    });
    plot(cost.title, cost.least, series.collect())
}
