//! `solve simulate`: how a search by many workers would scale, found out in virtual time on this machine.

use crate::failure::Failure;
use crate::flags::heading::{LIMITS, QUESTION};
use crate::flags::numbers::whole;
use crate::flags::question::Question;
use crate::flags::report::ReportArgs;
use crate::flags::resources::LimitArgs;
use crate::interrupt::{self, Guard};
use crate::outputs::Destination;
use crate::reporting::progress::LiveLine;
use crate::reporting::{Printer, json};
use clap::Args;
use search::common::limits::Stopped;
use search::normal::Library;
use serde_json::json;
use sprouts::token::MAX_SPOTS;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use workers::coordinator::Settings;
use workers::message::Sum;
use workers::simulator::{self, HEADER, Machine, Network, Prices, Simulation, Team, Time};
use workers::worker::{JobError, Worker};

#[derive(Args)]
#[command(after_help = "Example: solve simulate 13 --workers 1..8 --svg speed-up.svg")]
pub struct SimulateArgs {
    /// Number of spots at the start
    #[arg(value_parser = whole::<usize>(1, MAX_SPOTS as u64))]
    spots: usize,
    /// Numbers of workers: `8`, `1..1024` for the powers of two between, or a list of these
    #[arg(long, value_name = "NUMBERS", default_value = "1..64")]
    workers: Numbers,
    /// Workers of one machine, who share their tables; if there are more, several machines have a coordinator
    #[arg(long, value_name = "N", default_value = "64", value_parser = whole::<usize>(1, 4096), help_heading = QUESTION)]
    per_machine: usize,
    /// Expansions of a job for each worker of the machine that does it
    #[arg(long, value_name = "N", default_value = "50", value_parser = whole::<u64>(1, 1 << 40), help_heading = QUESTION)]
    budget: u64,
    /// Share facts that took at least so many expansions
    #[arg(long, value_name = "N", default_value = "4", value_parser = whole::<u64>(0, 1 << 40), help_heading = QUESTION)]
    share_from: u64,
    /// Microseconds that a message travels
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole::<u64>(0, 1 << 30), help_heading = QUESTION)]
    latency: u64,
    /// Microseconds of the coordinator for each report
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<u64>(0, 1 << 30), help_heading = QUESTION)]
    service: u64,
    /// Megabytes a second that a worker can receive or send
    #[arg(long, value_name = "N", default_value = "125", value_parser = whole::<u64>(1, 1 << 20), help_heading = QUESTION)]
    bandwidth: u64,
    /// Plot speed-up against workers to this file
    #[arg(long, value_name = "FILE", help_heading = LIMITS)]
    svg: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// What a thread takes, in nanoseconds, all in, where a processor has a thread to itself.
const PRICES: Prices = Prices { per_move: 1000, per_child: 40, per_step: 200 };

/// More workers than this take more memory than they are worth.
const MOST_WORKERS: usize = 4096;

/// Numbers of workers, ascending as given.
#[derive(Clone)]
struct Numbers(Vec<usize>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse::<usize>().ok().filter(|number| (1..=MOST_WORKERS).contains(number));
            number.ok_or_else(|| format!("`{text}` is no number of workers; write a number from 1 to {MOST_WORKERS}"))
        };
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = match part.split_once("..") {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if first > last {
                return Err(format!("the range `{part}` is empty: the smaller number comes first"));
            }
            numbers.extend(
                std::iter::successors(Some(first), |number| number.checked_mul(2)).take_while(|&number| number <= last),
            );
        }
        Ok(Numbers(numbers))
    }
}

impl SimulateArgs {
    fn network(&self) -> Network {
        Network { latency: self.latency * 1000, service: self.service * 1000, per_kilobyte: 1_000_000 / self.bandwidth }
    }

    fn settings(&self) -> Settings {
        let budget = self.budget.saturating_mul(self.per_machine as u64);
        Settings { budget, first_budget: (budget / 5).max(1), share_from: self.share_from, ..Settings::default() }
    }
}

/// Options found are kept from one number of workers to the next: they are charged again, but not found again.
struct Simulator<'a> {
    args: &'a SimulateArgs,
    question: Sum,
    library: Library,
    guard: &'a Guard,
}

impl Simulator<'_> {
    /// One machine with so many workers.
    fn alone(&self, walkers: usize) -> Result<Simulation, Failure> {
        let mut worker = Worker::with_library(&self.library.for_machine());
        let team = Team { walkers, prices: PRICES };
        let alone = simulator::alone(&self.question, &team, &mut worker, self.guard.limits());
        alone.map_err(|error| self.failure(error))
    }

    fn run(&self, workers: usize) -> Result<Simulation, Failure> {
        let per_machine = self.args.per_machine;
        if workers <= per_machine {
            return self.alone(workers);
        }
        let mut machines: Vec<Machine> = (0..workers.div_ceil(per_machine))
            .map(|nth| Machine {
                worker: Worker::with_library(&self.library.for_machine()),
                team: Team { walkers: per_machine.min(workers - nth * per_machine), prices: PRICES },
                limits: self.guard.limits(),
            })
            .collect();
        let (settings, network) = (self.args.settings(), self.args.network());
        simulator::simulate(self.question.clone(), workers, settings, &network, &mut machines)
            .map_err(|error| self.failure(error))
    }

    fn failure(&self, error: JobError) -> Failure {
        match error {
            JobError::Stopped(stopped) => Failure::Stopped(self.guard.explain(stopped)),
            error => Failure::Request(error.to_string()),
        }
    }
}

pub fn run(args: &SimulateArgs) -> Result<ExitCode, Failure> {
    interrupt::listen();
    let plot = Destination::probe_some(args.svg.as_ref())?;
    let start = Question::spots(args.spots)?.start;
    let guard = Guard::new(&args.limits);
    let simulator =
        Simulator { args, question: workers::worker::question(&start, 0), library: Library::default(), guard: &guard };
    let printer = Printer::beside(&args.report, plot.as_ref());
    let mut line = LiveLine::new(&args.report);
    line.show(&[format!("{} spots, one worker", args.spots)]);
    let result = table(&simulator, &printer, &mut line);
    line.clear();
    let (simulations, alone) = match result {
        Err(Failure::Stopped(stopped @ (Stopped::Interrupted | Stopped::TimeOver | Stopped::MemoryFull))) => {
            eprintln!("stopped: {stopped}");
            return Ok(ExitCode::from(3));
        }
        result => result?,
    };
    if let Some(plot) = plot {
        plot.write(
            simulator::svg(&format!("{} spots: simulated speed-up", args.spots), &simulations, alone).as_bytes(),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Simulates and prints row by row.
fn table(simulator: &Simulator, printer: &Printer, line: &mut LiveLine) -> Result<(Vec<Simulation>, Time), Failure> {
    let Simulation { time: alone, expansions, .. } = simulator.alone(1)?;
    line.clear();
    if !printer.is_json() {
        let spots = simulator.args.spots;
        printer.comment(&format!("{spots} spots alone: {:.3} s, {expansions} expansions", alone as f64 / 1e9))?;
        printer.line(HEADER)?;
    }
    let mut simulations = Vec::new();
    for &workers in &simulator.args.workers.0 {
        line.show(&[format!("{} spots, {workers} workers", simulator.args.spots)]);
        let simulation = simulator.run(workers)?;
        line.clear();
        if printer.is_json() {
            printer.object(&object(simulator.args, &simulation, alone))?;
        } else {
            printer.line(&simulator::row(&simulation, alone))?;
        }
        simulations.push(simulation);
    }
    Ok((simulations, alone))
}

fn object(args: &SimulateArgs, simulation: &Simulation, alone: Time) -> serde_json::Value {
    let seconds = |time: Time| time as f64 / 1e9;
    let speed_up = alone as f64 / simulation.time as f64;
    json::object(
        "simulate",
        json!({
            "spots": args.spots,
            "workers": simulation.workers,
            "per_machine": args.per_machine,
            "result": if simulation.is_lost { "LOSS" } else { "WIN" },
            "seconds_alone": seconds(alone),
            "seconds": seconds(simulation.time),
            "speed_up": speed_up,
            "efficiency": speed_up / simulation.workers as f64,
            "expansions": simulation.expansions,
            "busy_seconds": seconds(simulation.busy),
            "coordinator_seconds": seconds(simulation.service),
            "jobs": simulation.counts.jobs,
            "facts": simulation.counts.facts,
            "bytes_sent": simulation.bytes_sent,
        }),
    )
}
