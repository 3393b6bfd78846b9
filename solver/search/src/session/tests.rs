//! Sessions of both plays through their one interface.

use crate::common::limits::{Limits, Stopped};
use crate::normal::facts;
use crate::session::{
    Algorithm, Answer, Counts, Event, FactsFile, Play, Query, Session, SessionError, Settings, Shrinking, open,
};
use certificate::Statement;
use sprouts::{Engine, Outcome, PlainPosition, Position};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn start(spots: usize) -> Position {
    Engine::new().canonical(&PlainPosition::start(spots)).unwrap()
}

fn settings(play: Play, algorithm: Algorithm) -> Settings {
    Settings { play, algorithm, threads: 1, memory: Some(1 << 26), closure_spots: 3, facts: None }
}

fn opened(settings: Settings) -> Box<dyn Session> {
    open(settings, Limits::default(), &mut |_| ()).unwrap()
}

fn outcome(session: &mut dyn Session, spots: usize) -> Answer {
    session.solve(&start(spots), Query::Outcome, Limits::default(), &mut |_| ()).unwrap()
}

/// Normal play is won for n = 3, 4, 5 modulo 6, misère play for n = 0, 4, 5 modulo 6 and n = 1, but not for n = 4 (Applegate,
/// Jacobson and Sleator 1991; Lemoine and Viennot 2009).
#[test]
fn both_algorithms_agree_in_both_plays() {
    let lost_normal = [1, 2, 6, 7];
    let lost_misere = [2, 3, 4, 7];
    for (play, lost) in [(Play::Normal, &lost_normal[..]), (Play::Misere, &lost_misere)] {
        for algorithm in [Algorithm::Dfpn, Algorithm::DepthFirst] {
            let mut session = opened(settings(play, algorithm));
            for spots in 1..=7 {
                if algorithm == Algorithm::DepthFirst && spots > 5 {
                    continue;
                }
                let expected = if lost.contains(&spots) { Outcome::Loss } else { Outcome::Win };
                assert_eq!(outcome(session.as_mut(), spots), Answer::Outcome(expected), "{play:?} {spots}");
            }
        }
    }
}

#[test]
fn answers_are_proved_and_events_told() {
    for play in [Play::Normal, Play::Misere] {
        let (mut searched, mut proved) = (0, 0);
        let mut events = |event| match event {
            Event::Search(_) => searched += 1,
            Event::Claims(_) | Event::Extraction => proved += 1,
            Event::Closure => assert_eq!(play, Play::Misere),
        };
        let mut session = open(settings(play, Algorithm::Dfpn), Limits::default(), &mut events).unwrap();
        let answer = session.solve(&start(7), Query::Outcome, Limits::default(), &mut events).unwrap();
        let (limits, shrinking) = (Limits::default(), Shrinking::default());
        let certificate = session.prove(&[(start(7), answer)], limits, &shrinking, &mut events).unwrap();
        assert!(searched > 0 && proved > 0);
        assert!(certificate.claims > 0 && certificate.replies > 0);
        let is_about = match certificate.statement {
            Statement::SproutsNormal { results } => (Play::Normal, results[0].start.clone()),
            Statement::SproutsMisere { results, .. } => (Play::Misere, results[0].start.clone()),
            other => panic!("{other:?}"),
        };
        assert_eq!(is_about, (play, start(7).to_string()));
        assert_ne!(session.counts(), Counts::default());
    }
}

#[test]
fn nimbers_belong_to_normal_play_and_certificates_to_dfpn() {
    let ask = |session: &mut dyn Session| session.solve(&start(3), Query::Nimber, Limits::default(), &mut |_| ());
    let mut session = opened(settings(Play::Normal, Algorithm::Dfpn));
    assert_eq!(ask(session.as_mut()).unwrap().to_string(), "NIMBER 1");
    for (play, algorithm) in
        [(Play::Normal, Algorithm::DepthFirst), (Play::Misere, Algorithm::Dfpn), (Play::Misere, Algorithm::DepthFirst)]
    {
        let mut session = opened(settings(play, algorithm));
        assert!(matches!(ask(session.as_mut()), Err(SessionError::OutcomesOnly)), "{play:?}");
    }
    for play in [Play::Normal, Play::Misere] {
        let mut session = opened(settings(play, Algorithm::DepthFirst));
        let answer = outcome(session.as_mut(), 3);
        let proof = session.prove(&[(start(3), answer)], Limits::default(), &Shrinking::default(), &mut |_| ());
        assert!(matches!(proof, Err(SessionError::NoCertificates)));
    }
}

fn facts_file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sproof-session-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

#[test]
fn facts_come_back_and_have_to_be_proved() {
    for (play, name) in [(Play::Normal, "normal"), (Play::Misere, "misere")] {
        let path = facts_file(name);
        let file = FactsFile { path: path.clone(), save_every: Duration::ZERO };
        let with_facts = Settings { facts: Some(file), ..settings(play, Algorithm::Dfpn) };
        let mut first = opened(with_facts.clone());
        assert!(!first.owes_proof());
        let answer = outcome(first.as_mut(), 8);
        first.save().unwrap();
        let mut second = opened(with_facts.clone());
        assert!(second.owes_proof());
        let before = second.counts().expansions;
        assert_eq!(outcome(second.as_mut(), 8), answer);
        assert_eq!(second.counts().expansions, before, "the facts answer the question");
        second.prove(&[(start(8), answer)], Limits::default(), &Shrinking::default(), &mut |_| ()).unwrap();
        std::fs::write(&path, b"something else").unwrap();
        let refused = open(with_facts, Limits::default(), &mut |_| ());
        assert!(matches!(refused, Err(SessionError::Facts(_))));
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn false_facts_do_not_become_proofs() {
    let path = facts_file("false");
    let file = FactsFile { path: path.clone(), save_every: Duration::from_secs(60) };
    let with_facts = Settings { facts: Some(file), ..settings(Play::Normal, Algorithm::Dfpn) };
    // The game of 6 spots has nimber 0.
    facts::write(&path, vec![(start(6).lands()[0].clone(), 1)]).unwrap();
    let mut session = opened(with_facts);
    let answer = outcome(session.as_mut(), 6);
    assert_eq!(answer, Answer::Outcome(Outcome::Win), "a fact is believed until it is to be proved");
    let proof = session.prove(&[(start(6), answer)], Limits::default(), &Shrinking::default(), &mut |_| ());
    assert!(matches!(proof, Err(SessionError::NoProof(_))));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn an_interrupt_stops_both_plays() {
    let interrupted = AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&interrupted), ..Limits::default() };
    for play in [Play::Normal, Play::Misere] {
        let mut session = opened(settings(play, Algorithm::Dfpn));
        let answer = session.solve(&start(12), Query::Outcome, limits, &mut |_| ());
        assert!(matches!(answer, Err(SessionError::Stopped(Stopped::Interrupted))), "{play:?}");
    }
}
