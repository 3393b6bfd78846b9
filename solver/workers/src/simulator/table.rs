//! The table of a simulation: a row for each number of workers.

use crate::simulator::run::Simulation;
use search::normal::Time;

pub const HEADER: &str = "\
| workers | seconds | speed-up | efficiency | expansions | work / alone | busy | coordinator busy | jobs | facts shared | sent MB |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// A row; `alone` is the time of one worker without a coordinator.
pub fn row(simulation: &Simulation, alone: Time) -> String {
    let Simulation { workers, time, busy, expansions, service, bytes_sent, counts, .. } = *simulation;
    let speed_up = alone as f64 / time as f64;
    let all = (workers as u64 * time) as f64;
    format!(
        "| {workers} | {:.4} | {speed_up:.2} | {:.2} | {expansions} | {:.2} | {:.0}% | {:.0}% | {} | {} | {:.1} |",
        time as f64 / 1e9,
        speed_up / workers as f64,
        busy as f64 / alone as f64,
        100.0 * busy as f64 / all,
        100.0 * service as f64 / time as f64,
        counts.jobs,
        counts.facts,
        bytes_sent as f64 / 1e6,
    )
}
