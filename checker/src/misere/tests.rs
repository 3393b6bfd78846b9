use super::node::{Node, Piece};
use super::testing::{Draft, Kind, Listed, Search, proof, reachable, settings};
use crate::certificate::Outcome::{self, Loss, Win};
use crate::error::{CannotCheck, Error, Found, Lost, Malformed, Step, Wrong};
use crate::limits::Limit;
use crate::options;
use crate::testing::writer::seal;
use crate::testing::{Random, canonical, land};
use crate::token::{Canonical, Token};
use crate::verify::{Verified, verify};
use std::collections::{BTreeSet, HashMap};

/// The statement or the error, which must be the same on one thread and on three.
fn check(file: &[u8]) -> Result<String, String> {
    let [one, three] = [1, 3].map(|threads| {
        verify(file, &settings(threads))
            .map(|proved| proved.statement.to_string())
            .map_err(|error| format!("{error:?}"))
    });
    assert_eq!(one, three);
    one
}

fn error(file: &[u8]) -> Error {
    let _ = check(file);
    verify(file, &settings(1)).err().expect("this should be rejected")
}

macro_rules! assert_rejected {
    ($file:expr, $pattern:pat $(if $guard:expr)?) => {
        let error = error(&$file);
        assert!(matches!(&error, $pattern $(if $guard)?), "{error:?}");
        assert!(!error.to_string().is_empty());
    };
}

/// The outcome of a position by its options: no trees, no nodes.
fn plain(position: &Canonical, known: &mut HashMap<Canonical, Outcome>) -> Outcome {
    if let Some(&outcome) = known.get(position) {
        return outcome;
    }
    let options = options(position).unwrap();
    let wins = options.is_empty() || options.iter().any(|option| plain(option, known) == Loss);
    known.insert(position.clone(), if wins { Win } else { Loss });
    known[position]
}

const CLOSURES: [&str; 6] = ["!", "0", "0*2", "0*3", "0*4", "0+1a1a"];

#[test]
fn outcomes_of_nodes_are_those_of_positions() {
    let mut known = HashMap::new();
    let sums = ["0*4", "0*3+12", "0*2+0*2"].map(|sum| reachable(&canonical(sum)));
    for closure in CLOSURES {
        let mut search = Search::new("0*4+0*3+0*2", closure);
        let mut closed = 0;
        for position in sums.iter().flatten() {
            let node = search.node(position);
            assert_eq!(search.outcome(&node), plain(position, &mut known), "{position} with {closure}");
            closed += usize::from(search.closure.outcome(&node).is_some());
            assert!(search.closure.outcome(&node).is_none_or(|outcome| outcome == search.outcome(&node)));
        }
        assert!(closed > 5 || closure == "!");
    }
    let start = |spots: usize| plain(&canonical(&format!("0*{spots}").replace("*1", "")), &mut known);
    assert_eq!([1, 2, 3, 4].map(start), [Win, Loss, Loss, Loss]);
}

#[test]
fn accepts() {
    let table = [
        ("!", "sprouts position ! misere WIN"),
        ("0", "sprouts 1 misere WIN"),
        ("0*2", "sprouts 2 misere LOSS"),
        ("0*3", "sprouts 3 misere LOSS"),
        ("0*4", "sprouts 4 misere LOSS"),
        ("0*2+1", "sprouts position 0*2+1 misere WIN"),
        ("0*3+0*2", "sprouts position 0*3+0*2 misere WIN"),
        ("0.AB|0.AB", "sprouts position 0.AB|0.AB misere WIN"),
    ];
    for closure in CLOSURES {
        let mut search = Search::new("0*4+0*3+0*2+0.AB|0.AB", closure);
        // Without a closure these two would be long.
        let sums = [
            ("0*4+0*4", "sprouts position 0*4+0*4 misere LOSS"),
            ("0*4+0*4+1", "sprouts position 0*4+0*4+1 misere WIN"),
        ];
        for (start, expected) in table.into_iter().chain(sums.into_iter().filter(|_| closure == "0*4")) {
            let draft = search.proof(start);
            let verified = verify(&draft.bytes(), &settings(2)).unwrap_or_else(|e| panic!("{start} {closure}: {e}"));
            assert_eq!(verified.counts(), (draft.nodes.len(), draft.replies.len()), "{start} {closure}");
            assert_eq!(verified.statement.to_string(), expected);
            explains(&verified);
        }
    }
    let sizes = |closure: &str| (proof("0*4", closure).nodes.len(), proof("0*4", closure).lands.len());
    assert!(sizes("0*2") < sizes("!") && sizes("0*2").1 > 2, "{:?} {:?}", sizes("0*2"), sizes("!"));
    assert!(sizes("0*4") == (0, 0));
    assert!(proof("0*4+0*4", "0*4").nodes.iter().any(|(_, trees, one)| !trees.is_empty() && *one));
}

/// Every option of every node must be explained, with a reply that leads to something lost.
fn explains(verified: &Verified) {
    let count = verified.counts().0;
    for number in 1..=count {
        let lines = verified.explain_node(number).unwrap().unwrap();
        let (since, closed) = (lines.iter().filter(|line| line.ends_with(", since")).count(), " is closed with WIN");
        assert_eq!(lines.len(), 1 + 2 * since + lines.iter().filter(|line| line.ends_with(closed)).count());
        let lost = |line: &&String| line.contains(", which is node ") || line.ends_with(", which is closed with LOSS");
        assert_eq!(lines.iter().filter(lost).count(), since);
    }
    assert!(verified.explain_node(0).is_none() && verified.explain_node(count + 1).is_none());
}

#[test]
fn rejects_bad_statements() {
    let good = proof("0*3", "0");
    let with =
        |start: &str, closure: &str| Draft { start: start.into(), closure: closure.into(), ..good.clone() }.bytes();
    assert_rejected!(with("0.0", "0"), Error::Malformed(Malformed::PositionNotCanonical { step: Step::Start, .. }));
    assert_rejected!(with("0*3", ""), Error::Malformed(Malformed::PositionNotCanonical { step: Step::Closure, .. }));
    assert_rejected!(with("0*3", "x"), Error::Malformed(Malformed::Position { step: Step::Closure, .. }));
    let large = Limit::LandTooLarge(700);
    assert_rejected!(with("0*3", "0*700"), Error::CannotCheck(CannotCheck::Limit { step: Step::Closure, limit }) if *limit == large);
    let nimber = Draft { result: Outcome::Nimber(0), ..good.clone() };
    assert_rejected!(nimber.bytes(), Error::Malformed(Malformed::Structure(_)));
}

#[test]
fn rejects_bad_bodies() {
    let good = proof("0*4", "0*2");
    let body = good.body();
    assert!(check(&good.bytes()).is_ok());
    assert_rejected!(good.with_body(&[]), Error::Malformed(Malformed::BodyTooShort));
    assert_rejected!(good.with_body(&body[..body.len() - 1]), Error::Malformed(Malformed::BodyTooShort));
    assert_rejected!(good.with_body(&[&body[..], &[0]].concat()), Error::Malformed(Malformed::BodyTooLong(1)));
    let counts = |nodes, replies| Draft { stated: Some((nodes, replies)), ..good.clone() }.bytes();
    let (nodes, replies) = (good.nodes.len() as u32, good.replies.len() as u32);
    assert_rejected!(counts(nodes, replies - 1),
        Error::Wrong(w) if matches!(**w, Wrong::NodeReplyMissing { stated, .. } if stated == replies as usize - 1));
    assert_rejected!(counts(nodes, u32::MAX),
        Error::Malformed(Malformed::SpareReplies { needed, .. }) if *needed == replies as usize);
    assert_rejected!(counts(u32::MAX, replies), Error::Malformed(_));
    let lands = |count: u64| Draft { land_count: Some(count), ..good.clone() }.bytes();
    assert_rejected!(lands((1 << 40) - 2), Error::Malformed(_));
    assert_rejected!(lands(1 << 41), Error::Malformed(Malformed::NumberLength { number: 0, bits: 42 }));
    assert_rejected!(lands(0), Error::Malformed(_));
}

#[test]
fn rejects_bad_lands() {
    let good = proof("0*4", "0*2");
    let with = |lands: Vec<Vec<Token>>| Draft { lands, ..good.clone() }.bytes();
    let mut lands = good.lands.clone();
    lands.swap(0, 1);
    assert_rejected!(with(lands), Error::Malformed(Malformed::NotIncreasing { number: 2, .. }));
    let mut lands = good.lands.clone();
    lands.push(land("AB|AC|BCD|D").0);
    assert_rejected!(with(lands), Error::Malformed(_)); // it is small, and used by nobody; other bits follow from it
    let one = |text: &str, nodes: &[usize]| {
        let land = crate::testing::read(text);
        let mut draft = Draft { lands: vec![], nodes: vec![], replies: vec![], start: "0".into(), ..good.clone() };
        draft.lands.push(land.canonical().unwrap().0[0].0.clone());
        draft.nodes.extend(nodes.iter().map(|&land| (vec![land], vec![], false)));
        draft
    };
    assert_rejected!(
        one("0*5", &[]).bytes(),
        Error::Malformed(Malformed::UnusedLand { step: Step::Land { number: 1, .. } })
    );
    assert_rejected!(
        one("0*2", &[0]).bytes(),
        Error::Malformed(Malformed::SmallLand { step: Step::Land { number: 1, .. } })
    );
    assert_rejected!(
        one("0*5", &[1]).bytes(),
        Error::Malformed(Malformed::NoSuchLand { number: 1, land: 1, count: 1 })
    );
    let mut draft = one("0*5", &[0]);
    let ends = [Token::EndBoundary, Token::EndRegion];
    draft.lands[0] = [&[Token::Single(2), Token::Single(2), Token::Single(1)], &ends[..]].concat();
    assert_rejected!(
        draft.bytes(),
        Error::Malformed(Malformed::NotCanonical { step: Step::Land { number: 1, .. }, .. })
    );
    // A certificate that is right with no closure keeps lands that are small with one.
    let bytes = Draft { closure: "0*2".into(), ..proof("0*4", "!") }.bytes();
    assert_rejected!(bytes, Error::Malformed(Malformed::SmallLand { .. }));
}

#[test]
fn rejects_bad_nodes() {
    let mut search = Search::new("0*4", "0*2");
    let good = search.proof("0*4");
    let with = |change: &dyn Fn(&mut Vec<Listed>)| {
        let mut draft = good.clone();
        change(&mut draft.nodes);
        draft.bytes()
    };
    let (count, lands) = (good.nodes.len(), good.lands.len());
    assert!(lands > 2 && !lands.is_power_of_two() && good.trees == 2, "{lands} {}", good.trees);
    assert_rejected!(
        with(&|n| n.insert(1, n[0].clone())),
        Error::Malformed(Malformed::NodesNotIncreasing { number: 2 })
    );
    assert_rejected!(with(&|n| n[count - 1].0.push(0)), Error::Malformed(Malformed::PiecesNotSorted { number }) if *number == count);
    assert_rejected!(with(&|n| n[count - 1].0.push(lands)),
        Error::Malformed(Malformed::NoSuchLand { land, count, .. }) if (*land, *count) == (lands as u64, lands));
    assert_rejected!(with(&|n| n[count - 1].1 = vec![1, 0]), Error::Malformed(Malformed::PiecesNotSorted { number }) if *number == count);
    for one in [false, true] {
        // Nothing, one tree, heaps only.
        for trees in [vec![], vec![1], vec![0, 0, 0]] {
            assert_rejected!(with(&|n| n.insert(0, (vec![], trees.clone(), one))),
                Error::Wrong(w) if matches!(**w, Wrong::ListedClosed { step: Step::Node { number: 1, .. } }));
        }
    }
    let good = proof("0*4+0*4", "0*4");
    let mut draft = good.clone();
    draft.nodes.swap(1, 2);
    assert_rejected!(draft.bytes(), Error::Malformed(Malformed::NodesNotIncreasing { number: 3 }));
    let (mut draft, trees) = (good.clone(), good.trees);
    draft.nodes[0].1.push(trees);
    assert_rejected!(draft.bytes(),
        Error::Malformed(Malformed::NoSuchTree { number: 1, tree, count }) if (*tree, *count) == (trees, trees));
}

/// The nodes of a proof in a search.
fn listed(search: &Search, draft: &Draft) -> BTreeSet<Node> {
    let land = |tokens: &Vec<Token>| search.lands.list.iter().position(|land| land.tokens() == tokens).unwrap() as u32;
    let lands: Vec<u32> = draft.lands.iter().map(land).collect();
    let node = |(places, trees, one): &Listed| {
        let places = places.iter().map(|&place| Piece::Land(lands[place]));
        let trees = trees.iter().map(|&tree| Piece::Tree(tree as u32));
        Node::sum(places.chain(trees).chain(one.then_some(Piece::One)).collect())
    };
    draft.nodes.iter().map(node).collect()
}

#[test]
fn rejects_nodes_that_are_won_or_missing() {
    for closure in ["!", "0*2", "0*3"] {
        let mut search = Search::new("0*4", closure);
        let good = search.proof("0*4");
        let all = listed(&search, &good);
        let start = search.node(&canonical("0*4"));
        for node in all.iter().filter(|node| **node != start).step_by(4) {
            // Someone replied with a move to this node: that leads to nothing known now.
            let less: BTreeSet<Node> = all.iter().filter(|other| *other != node).cloned().collect();
            assert_rejected!(search.draft("0*4", Loss, &less).bytes(),
                Error::Wrong(w) if matches!(**w, Wrong::ReplyNotLost { .. }));
        }
        for node in all.iter().step_by(4) {
            let moves = search.moves(node);
            let won = moves.iter().map(|(_, option)| option).find(|option| search.closure.outcome(option).is_none());
            if let Some(won) = won {
                let more = all.iter().chain([won]).cloned().collect();
                assert_rejected!(search.draft("0*4", Loss, &more).bytes(),
                    Error::Wrong(w) if matches!(**w, Wrong::LostOption { step: Step::Node { .. }, .. }));
            }
        }
        // Without its start the certificate proves nothing about it.
        let less = all.into_iter().filter(|node| *node != start).collect();
        assert_rejected!(search.draft("0*4", Loss, &less).bytes(), Error::NotProven(not) if not.found == Found::NotSettled);
    }
}

/// A won node is not lost even if the lost options it has are closed.
#[test]
fn rejects_closed_options_that_are_lost() {
    let mut search = Search::new("0*4", "0*3");
    let mut found = 0;
    for position in reachable(&canonical("0*4")) {
        let node = search.node(&position);
        let moves = search.moves(&node);
        let is_lost = |option: &Node| search.closure.outcome(option) == Some(Loss);
        if search.closure.outcome(&node).is_none() && moves.iter().any(|(_, option)| is_lost(option)) {
            found += 1;
            let draft = search.draft(&position.to_string(), Loss, &BTreeSet::from([node]));
            assert_rejected!(draft.bytes(), Error::Wrong(w) if matches!(**w, Wrong::LostOption { lost: Lost::Closed, .. }));
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn rejects_wrong_replies() {
    let mut kinds = BTreeSet::new();
    for (start, closure) in [("0*3", "!"), ("0*4", "0*3"), ("0*4+0*4+1", "0*4")] {
        let good = proof(start, closure);
        // One in five replies, but all of those in trees and in the piece `1`.
        for i in (0..good.replies.len()).filter(|i| i % 5 == 0 || good.replies[*i].kind != Kind::Move) {
            let with = |place: usize, number: u64| {
                let mut draft = good.clone();
                (draft.replies[i].place, draft.replies[i].number) = (place, number);
                draft.bytes()
            };
            let reply = good.replies[i];
            kinds.insert(reply.kind as usize);
            // A piece that is not there. Whatever is read after it does not matter.
            assert_rejected!(with(reply.of, 0), Error::Wrong(w)
                if matches!(&**w, Wrong::NoSuchNodeMove { played, .. } if *played == format!("a move in piece {}", reply.of)));
            if reply.kind != Kind::One {
                for number in [1000, (1 << 40) - 2] {
                    assert_rejected!(with(reply.place, number), Error::Wrong(w) if matches!(**w, Wrong::NoSuchNodeMove { .. }));
                }
                assert_rejected!(
                    with(reply.place, (1 << 40) - 1),
                    Error::Malformed(Malformed::ReplyLength { bits: 41, .. })
                );
            }
            // The first move that serves was taken, so none before it does.
            for number in 0..reply.number {
                assert_rejected!(with(reply.place, number), Error::Wrong(w) if matches!(**w, Wrong::ReplyNotLost { .. }));
            }
        }
    }
    assert_eq!(kinds.len(), 3);
}

#[test]
fn rejects_what_does_not_follow() {
    let found = |outcome| Found::Outcome(outcome);
    let table = [("0*2", "!", found(Loss)), ("0", "0", found(Win)), ("0*3", "0*3", found(Loss))];
    for (start, closure, expected) in table {
        let mut draft = proof(start, closure);
        draft.result = if draft.result == Win { Loss } else { Win };
        assert_rejected!(draft.bytes(), Error::NotProven(not) if not.found == expected);
    }
    // The reply of the start is not needed any more.
    let draft = Draft { result: Loss, ..proof("0*3+0*2", "0") };
    assert_rejected!(draft.bytes(), Error::Malformed(Malformed::SpareReplies { .. }));
    let draft = Draft { nodes: vec![], lands: vec![], replies: vec![], result: Loss, ..draft };
    assert_rejected!(draft.bytes(), Error::NotProven(not) if not.found == Found::NotSettled);
}

/// Everything accepted must be true, whatever was done to it.
#[test]
fn nothing_false_is_accepted() {
    let mut random = Random::new(21);
    let drafts = [proof("0*3", "!"), proof("0*4", "0*2"), proof("0*4+0*4", "0*4"), proof("0*2+1", "!")];
    let (mut accepted, mut rejected) = (0, 0);
    for round in 0..800 {
        let mut draft = drafts[round % 4].clone();
        for _ in 0..1 + random.below(2) {
            let i = random.below(draft.nodes.len().max(1));
            match random.below(7) {
                0 if i < draft.nodes.len() => drop(draft.nodes.remove(i)),
                1 if i < draft.nodes.len() => draft.nodes[i].2 ^= true,
                2 if i < draft.nodes.len() => draft.nodes[i].1.push(random.below(draft.trees.max(1))),
                3 if i < draft.nodes.len() => drop(draft.nodes[i].1.pop()),
                4 if !draft.replies.is_empty() => {
                    let i = random.below(draft.replies.len());
                    draft.replies[i].number = random.below(20) as u64;
                }
                5 => drop(draft.replies.pop()),
                _ => draft.result = [Loss, Win][random.below(2)],
            }
        }
        match check(&draft.bytes()) {
            Ok(statement) => {
                let truths =
                    ["3 misere LOSS", "4 misere LOSS", "position 0*4+0*4 misere LOSS", "position 0*2+1 misere WIN"];
                assert!(truths.contains(&statement.trim_start_matches("sprouts ")), "{statement} {draft:?}");
                accepted += 1;
            }
            Err(_) => rejected += 1,
        }
    }
    assert!(accepted > 10 && rejected > 300, "{accepted} {rejected}");
}

/// The reader meets arbitrary bytes behind a right digest.
#[test]
fn flipped_and_random_bytes() {
    let mut random = Random::new(22);
    let good = proof("0*4", "0*2");
    let bytes = good.bytes();
    let content = &bytes[..bytes.len() - 32];
    for i in 8 * 24..8 * content.len() {
        let mut flipped = content.to_vec();
        flipped[i / 8] ^= 1 << (i % 8);
        if let Ok(statement) = check(&seal(flipped)) {
            assert_eq!(statement, "sprouts 4 misere LOSS", "bit {i}");
        }
    }
    for _ in 0..2_000 {
        let body: Vec<u8> = (0..random.below(60)).map(|_| random.below(256) as u8).collect();
        let stated = Some((random.below(20) as u32, random.below(20) as u32));
        if let Ok(statement) = check(&Draft { stated, ..good.clone() }.with_body(&body)) {
            assert_eq!(statement, "sprouts 4 misere LOSS");
        }
    }
    // A body of zeros can stand for very many lands and nodes.
    let start = std::time::Instant::now();
    for byte in [0, 255] {
        let draft = Draft { stated: Some((u32::MAX, u32::MAX)), ..good.clone() };
        assert_rejected!(draft.with_body(&vec![byte; 200_000]), Error::Malformed(_));
    }
    let many = Draft { stated: Some((u32::MAX, 0)), nodes: vec![], lands: vec![], ..good };
    assert_rejected!(many.bytes(), Error::Malformed(_));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
