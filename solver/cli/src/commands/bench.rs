//! `solve bench`: a table of what games cost, cold on one thread, cold on all, and one after another.
//!
//! Every game is solved by a process of its own, so that memory is measured for it alone; the sequence is one process. The
//! checker is run on every certificate if its program stands beside this one, and SPOTS if its program is on the PATH.

use crate::failure::Failure;
use crate::flags::question::Spots;
use crate::flags::report::ReportArgs;
use crate::flags::resources::ThreadArgs;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use clap::Args;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

#[derive(Args)]
pub struct BenchArgs {
    /// Numbers of spots
    #[arg(long, default_value = "8..18,20,22,23")]
    spots: Spots,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    report: ReportArgs,
}

const SPOTS_PROGRAM: &str = "spots-solver";

const HEADER: &str = "\
| n | result | 1 thread s | all threads s | in sequence s | expansions | raw moves/s | MB | claims | bytes | check s | SPOTS s |
|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

pub fn run(args: &BenchArgs) -> Result<ExitCode, Failure> {
    args.threads.warn(&args.report);
    let folder = std::env::temp_dir().join(format!("sproof-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| Failure::Write { path: folder.clone(), error })?;
    let result = table(args, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    result.map(|()| ExitCode::SUCCESS)
}

fn table(args: &BenchArgs, folder: &Path) -> Result<(), Failure> {
    let mut line = LiveLine::new(&args.report);
    let spots: Vec<String> = args.spots.0.iter().map(ToString::to_string).collect();
    line.show(&["solving all games in sequence".into()]);
    let threads = args.threads.count().to_string();
    let sequence = solve(&[&spots.join(","), "--threads", &threads])?;
    let printer = Printer::new(&args.report);
    if !printer.is_json() {
        printer.line(HEADER)?;
    }
    for (nth, spots) in spots.iter().enumerate() {
        line.show(&[format!("solving {spots} spots")]);
        let certificate = folder.join("p.bin");
        let path = certificate.to_string_lossy().into_owned();
        let cold = solve(&[spots, "--threads", "1", "--emit-proof", &path])?.remove(0);
        let threaded = solve(&[spots, "--threads", &threads])?.remove(0);
        let measured = Measured {
            spots: spots.parse().unwrap_or(0),
            cold: &cold,
            threaded: &threaded,
            in_sequence: &sequence[nth],
            check_seconds: check(&certificate),
            spots_seconds: run_spots(spots, folder),
        };
        line.clear();
        if printer.is_json() {
            printer.object(&measured.object())?;
        } else {
            printer.line(&measured.row())?;
        }
    }
    Ok(())
}

/// The runs about one game.
struct Measured<'a> {
    spots: u64,
    cold: &'a Value,
    threaded: &'a Value,
    in_sequence: &'a Value,
    check_seconds: Option<f64>,
    spots_seconds: Option<f64>,
}

fn seconds(run: &Value) -> f64 {
    run["solve_seconds"].as_f64().unwrap_or(0.0)
}

impl Measured<'_> {
    fn moves_per_second(&self) -> f64 {
        self.cold["search"]["raw_moves"].as_f64().unwrap_or(0.0) / seconds(self.cold).max(1e-9)
    }

    fn row(&self) -> String {
        let shown = |seconds: Option<f64>| seconds.map_or(String::new(), |seconds| format!("{seconds:.2}"));
        let cold = self.cold;
        format!(
            "| {} | {} | {:.2} | {:.2} | {:.2} | {} | {:.0} | {} | {} | {} | {} | {} |",
            self.spots,
            cold["result"].as_str().unwrap_or("?"),
            seconds(cold),
            seconds(self.threaded),
            seconds(self.in_sequence),
            cold["search"]["expansions"],
            self.moves_per_second(),
            cold["search"]["peak_bytes"].as_u64().map_or(String::new(), |bytes| (bytes >> 20).to_string()),
            cold["proof"]["claims"],
            cold["proof"]["bytes"],
            shown(self.check_seconds),
            shown(self.spots_seconds),
        )
    }

    fn object(&self) -> Value {
        json::object(
            "bench",
            json!({
                "spots": self.spots,
                "result": self.cold["result"],
                "one_thread_seconds": seconds(self.cold),
                "all_threads_seconds": seconds(self.threaded),
                "in_sequence_seconds": seconds(self.in_sequence),
                "expansions": self.cold["search"]["expansions"],
                "raw_moves_per_second": self.moves_per_second(),
                "peak_bytes": self.cold["search"]["peak_bytes"],
                "claims": self.cold["proof"]["claims"],
                "bytes": self.cold["proof"]["bytes"],
                "check_seconds": self.check_seconds,
                "spots_program_seconds": self.spots_seconds,
            }),
        )
    }
}

/// Runs this program and returns what it says about each game.
fn solve(arguments: &[&str]) -> Result<Vec<Value>, Failure> {
    let failed = |why: String| Failure::Bench { arguments: arguments.join(" "), why };
    let program = std::env::current_exe().map_err(|error| failed(error.to_string()))?;
    let output = Command::new(program).args(arguments).args(["--json", "--quiet"]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_string()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().map(|line| serde_json::from_str(line).map_err(|error| failed(error.to_string()))).collect()
}

fn check(certificate: &Path) -> Option<f64> {
    let checker = std::env::current_exe().ok()?.with_file_name(format!("check{}", std::env::consts::EXE_SUFFIX));
    timed(Command::new(checker).arg(certificate))
}

/// SPOTS writes its database and statistics to the current folder.
fn run_spots(spots: &str, folder: &Path) -> Option<f64> {
    timed(Command::new(SPOTS_PROGRAM).args([&format!("0*{spots}"), "--algorithm", "dfpn"]).current_dir(folder))
}

/// Seconds that a program took, if it is there and succeeded.
fn timed(command: &mut Command) -> Option<f64> {
    let started = Instant::now();
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
    status.success().then(|| started.elapsed().as_secs_f64())
}
