//! Tests of the coordinator with a toy game: heaps whose options are drawn at random, searched by workers that forget nothing.

use super::{CheckpointError, Coordinator, Settings};
use crate::message::{Child, Fact, INFINITE, Job, Next, Node, Numbers, Part, Report, Sum, Value};
use common::random::Random;
use std::collections::HashMap;

/// Subjects with options, each a sum of subjects of smaller numbers; the value of a subject is the least that no option has.
struct Toy {
    options: Vec<Vec<Vec<usize>>>,
    values: Vec<u8>,
}

impl Toy {
    fn new(seed: u64, subjects: usize) -> Self {
        let mut random = Random::new(seed);
        let mut toy = Toy { options: Vec::new(), values: Vec::new() };
        for subject in 0..subjects {
            let count = if subject == 0 { 0 } else { 1 + random.below(4) };
            let options: Vec<Vec<usize>> =
                (0..count).map(|_| (0..random.below(3)).map(|_| random.below(subject.max(1))).collect()).collect();
            let reached: Vec<u8> =
                options.iter().map(|option| option.iter().fold(0, |sum, &part| sum ^ toy.values[part])).collect();
            toy.values.push((0..).find(|value| !reached.contains(value)).unwrap());
            toy.options.push(options);
        }
        toy
    }

    fn sum(&self, parts: &[usize], number: u8) -> Sum {
        let part = |&subject: &usize| Part { subject: name(subject), hardness: subject as u32, guess: 0 };
        Sum { parts: parts.iter().map(part).collect(), number }
    }

    /// The verdict by the definition.
    fn is_lost(&self, parts: &[usize], number: u8) -> bool {
        parts.iter().fold(number, |sum, &part| sum ^ self.values[part]) == 0
    }

    /// Does a job: subjects below `easy` are found at once, of others only the options are told.
    fn work(&self, job: &Job, easy: usize) -> Report {
        let Node { subject, number } = &job.node;
        let subject: usize = subject.parse().unwrap();
        if subject < easy {
            let is_lost = self.values[subject] == *number;
            let fact = Fact { subject: name(subject), value: Value::Is(self.values[subject]), effort: 9 };
            let numbers = if is_lost { Numbers::LOST } else { Numbers::WON };
            return Report { numbers, effort: 3, facts: vec![fact], children: Vec::new() };
        }
        let one = Numbers { pn: 1, dn: 1 };
        let moves = self.options[subject].iter().map(|option| self.sum(option, *number));
        let smaller = (0..*number).map(|number| self.sum(&[subject], number));
        let sums: Vec<Sum> = moves.chain(smaller).collect();
        let is_terminal = |sum: &Sum| sum.parts.is_empty();
        let numbers = if sums.iter().any(|sum| is_terminal(sum) && sum.number == 0) {
            Numbers::WON
        } else if sums.iter().all(is_terminal) {
            Numbers::LOST
        } else {
            Numbers { pn: 1, dn: sums.len() as u32 }
        };
        let open = sums.into_iter().filter(|sum| !is_terminal(sum));
        let children = open.map(|sum| Child { sum, numbers: one, rest: one }).collect();
        let children = if numbers.is_decided() { Vec::new() } else { children };
        Report { numbers, effort: job.budget.max(job.split_from), facts: Vec::new(), children }
    }
}

fn name(subject: usize) -> String {
    subject.to_string()
}

fn settings() -> Settings {
    Settings { budget: 4, first_budget: 2, share_from: 1, ..Settings::default() }
}

/// Trouble that a cluster makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trouble {
    None,
    LostWorkers,
    Duplicates,
    Restarts,
    All,
}

/// Lets workers do jobs in a random order, with trouble, until there is a verdict.
fn run(toy: &Toy, parts: &[usize], number: u8, workers: u64, trouble: Trouble, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let has = |kind| trouble == kind || trouble == Trouble::All;
    let mut coordinator = Coordinator::new(toy.sum(parts, number), settings());
    // Workers and the jobs they hold; reports that were sent once already; a checkpoint.
    let mut held: HashMap<u64, Job> = HashMap::new();
    let mut sent: Vec<(u64, Report)> = Vec::new();
    let mut next_worker = workers;
    let mut staff: Vec<u64> = (0..workers).collect();
    for _ in 0..200_000 {
        let nth = random.below(staff.len());
        let worker = staff[nth];
        if has(Trouble::LostWorkers) && random.below(20) == 0 {
            coordinator.lost(worker);
            if let Some(job) = held.remove(&worker) {
                // A worker that was thought dead may speak again.
                sent.push((job.id, toy.work(&job, 5)));
            }
            staff[nth] = next_worker;
            next_worker += 1;
            continue;
        }
        if has(Trouble::Duplicates) && !sent.is_empty() && random.below(5) == 0 {
            let (id, report) = sent[random.below(sent.len())].clone();
            assert!(!coordinator.finish(id, report), "a job is finished once");
            continue;
        }
        if has(Trouble::Restarts) && random.below(50) == 0 {
            let before = coordinator.counts();
            let bytes = coordinator.checkpoint();
            coordinator = Coordinator::restore(&bytes).unwrap();
            assert_eq!(coordinator.counts(), before);
            assert_eq!(coordinator.running_count(), 0);
            // Reports on jobs from before are late.
            for (_, job) in held.drain() {
                assert!(!coordinator.finish(job.id, toy.work(&job, 5)));
            }
            continue;
        }
        match held.remove(&worker) {
            Some(job) => {
                let report = toy.work(&job, 5);
                assert!(coordinator.finish(job.id, report.clone()));
                sent.push((job.id, report));
            }
            None => match coordinator.next_job(worker) {
                Next::Job(job) => {
                    assert!(held.values().all(|other| other.node != job.node), "two jobs on one node");
                    assert!(coordinator.is_wanted(job.id));
                    held.insert(worker, job);
                }
                Next::Wait => assert!(!held.is_empty(), "nobody works and nobody may"),
                Next::Decided { is_lost } => {
                    assert_eq!(coordinator.verdict(), Some(is_lost));
                    return is_lost;
                }
            },
        }
    }
    panic!("no verdict");
}

#[test]
fn any_order_gives_the_verdict_of_the_definition() {
    for seed in 0..40 {
        let toy = Toy::new(seed, 40);
        for workers in [1, 3, 20] {
            for (parts, number) in [(vec![39], 0), (vec![38, 30], 0), (vec![37], 1), (vec![35, 36, 20], 2)] {
                let verdict = run(&toy, &parts, number, workers, Trouble::None, seed);
                assert_eq!(verdict, toy.is_lost(&parts, number), "seed {seed}, {workers} workers, {parts:?} {number}");
            }
        }
    }
}

#[test]
fn lost_workers_duplicates_and_restarts_change_no_verdict() {
    for trouble in [Trouble::LostWorkers, Trouble::Duplicates, Trouble::Restarts, Trouble::All] {
        for seed in 100..120 {
            let toy = Toy::new(seed, 40);
            let verdict = run(&toy, &[39, 37], 0, 5, trouble, seed);
            assert_eq!(verdict, toy.is_lost(&[39, 37], 0), "seed {seed}");
        }
    }
}

#[test]
fn a_decided_question_needs_no_job_and_another_may_follow() {
    let toy = Toy::new(7, 20);
    let mut coordinator = Coordinator::new(toy.sum(&[], 0), settings());
    assert_eq!(coordinator.next_job(0), Next::Decided { is_lost: true });
    coordinator.ask(toy.sum(&[], 3));
    assert_eq!(coordinator.verdict(), Some(false));
    coordinator.ask(toy.sum(&[19], 0));
    assert_eq!(coordinator.verdict(), None);
    let value = toy.values[19];
    coordinator.learn(Fact { subject: name(19), value: Value::Is(value), effort: 5 });
    assert_eq!(coordinator.verdict(), Some(value == 0));
}

#[test]
fn facts_go_to_all_others_once_the_dearest_first() {
    let is_wide = |toy: &Toy| toy.options[29].len() > 2 && toy.options[29].iter().all(|option| !option.is_empty());
    let toy = (0..100).map(|seed| Toy::new(seed, 30)).find(is_wide).unwrap();
    let narrow = Settings { most_facts: 2, ..settings() };
    let mut coordinator = Coordinator::new(toy.sum(&[29], 0), narrow);
    let job = |next| match next {
        Next::Job(job) => job,
        other => panic!("{other:?}"),
    };
    let first = job(coordinator.next_job(0));
    assert!(first.facts.is_empty());
    let fact = |subject: usize, effort| Fact { subject: format!("x{subject}"), value: Value::Is(1), effort };
    let mut report = toy.work(&first, 0);
    assert!(!report.children.is_empty());
    report.facts = vec![fact(0, 3), fact(1, 30), fact(2, 8), fact(3, 0)];
    assert!(coordinator.finish(first.id, report));
    let told = job(coordinator.next_job(1)).facts;
    assert_eq!(told, [fact(1, 30), fact(2, 8)], "the dearest first, two at most");
    assert!(job(coordinator.next_job(0)).facts.is_empty(), "a worker knows what it found");
    assert_eq!(coordinator.facts().len(), 3, "cheap facts are not shared");
    coordinator.lost(1);
    let told = job(coordinator.next_job(1)).facts;
    assert_eq!(told, [fact(1, 30), fact(2, 8)], "a worker that lost its memory is told again");
}

#[test]
fn jobs_on_what_is_decided_are_not_wanted() {
    let toy = Toy::new(11, 30);
    let mut coordinator = Coordinator::new(toy.sum(&[29], 0), settings());
    let Next::Job(job) = coordinator.next_job(0) else { panic!("a job is there") };
    assert!(coordinator.is_wanted(job.id));
    assert_eq!(coordinator.next_job(1), Next::Wait);
    coordinator.learn(Fact { subject: name(29), value: Value::Is(toy.values[29]), effort: 1 });
    assert!(!coordinator.is_wanted(job.id));
    assert!(!coordinator.is_wanted(job.id + 1));
}

#[test]
fn damaged_checkpoints_are_refused() {
    let toy = Toy::new(1, 30);
    let mut coordinator = Coordinator::new(toy.sum(&[29], 0), settings());
    if let Next::Job(job) = coordinator.next_job(0) {
        let report = toy.work(&job, 0);
        coordinator.finish(job.id, report);
    }
    let bytes = coordinator.checkpoint();
    assert_eq!(Coordinator::restore(&bytes).unwrap().node_count(), coordinator.node_count());
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(matches!(Coordinator::restore(&damaged), Err(CheckpointError::Damaged(_))), "byte {at}");
    }
    assert!(Coordinator::restore(&[]).is_err());
}

/// Messages survive a text format, as a driver in another language sends them.
#[test]
fn messages_are_plain_data() {
    let toy = Toy::new(5, 30);
    let mut coordinator = Coordinator::new(toy.sum(&[29, 28], 1), settings());
    let next = coordinator.next_job(0);
    let text = serde_json::to_string(&next).unwrap();
    assert_eq!(serde_json::from_str::<Next>(&text).unwrap(), next);
    let Next::Job(job) = next else { panic!("a job is there") };
    assert!(job.thresholds.pn <= INFINITE && job.budget > 0);
    let report = toy.work(&job, 0);
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
}
