use super::node::{Node, Piece};
use super::testing::{Draft, Kind, Listed, Search, proof, reachable, settings};
use crate::certificate::Outcome::{self, Loss, Win};
use crate::certificate::{Verified, verify};
use crate::error::{Error, Family};
use crate::land::{BAR, Canonical, DOT, Land, Token};
use crate::options;
use crate::tests::writer::seal;
use crate::tests::{Random, canonical, land};
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

/// The certificate is not accepted, for a reason of this family with these words.
macro_rules! assert_rejected {
    ($file:expr, $family:ident, $words:expr) => {
        let error = error(&$file);
        let words: &str = &$words;
        assert!(error.family == Family::$family && error.why.contains(words), "{words}: {error}");
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
        let mut search = Search::new(closure);
        let mut closed = 0;
        for position in sums.iter().flatten() {
            let node = search.node(position);
            assert_eq!(search.outcome(&node), plain(position, &mut known), "{position} with {closure}");
            closed += usize::from(search.closure.is_won(&node).is_some());
            assert!(search.closure.is_won(&node).is_none_or(|is_won| is_won == (search.outcome(&node) == Win)));
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
        let mut search = Search::new(closure);
        // Without a closure these two would be long.
        let sums = [
            ("0*4+0*4", "sprouts position 0*4+0*4 misere LOSS"),
            ("0*4+0*4+1", "sprouts position 0*4+0*4+1 misere WIN"),
        ];
        for (start, expected) in table.into_iter().chain(sums.into_iter().filter(|_| closure == "0*4")) {
            let draft = search.proof(start);
            let verified = verify(&draft.bytes(), &settings(2)).unwrap_or_else(|e| panic!("{start} {closure}: {e}"));
            assert_eq!(verified.counts, (draft.nodes.len(), draft.replies.len()), "{start} {closure}");
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
    let count = verified.counts.0;
    for number in 1..=count {
        let lines = verified.explain(number).unwrap();
        let lost = |line: &&String| line.contains(", which is node ") || line.ends_with(", which is closed with LOSS");
        let won = lines.iter().filter(|line| line.contains(" is won, since ")).filter(lost).count();
        let closed = lines.iter().filter(|line| line.ends_with(" is closed with WIN")).count();
        assert_eq!(lines.len(), 1 + won + closed);
    }
    assert!(verified.explain(0).is_err() && verified.explain(count + 1).is_err());
}

#[test]
fn rejects_bad_statements() {
    let good = proof("0*3", "0");
    let with =
        |start: &str, closure: &str| Draft { start: start.into(), closure: closure.into(), ..good.clone() }.bytes();
    assert_rejected!(with("0.0", "0"), Malformed, "the position \"0.0\" is 0*2 in its canonical form");
    assert_rejected!(with("0*3", ""), Malformed, "the position \"\" is ! in its canonical form");
    assert_rejected!(with("0*3", "x"), Malformed, "the position \"x\": letter x occurs once");
    assert_rejected!(with("0*3", "0*700"), CannotCheck, "the position \"0*700\": a land has 700 spot occurrences");
    let nimber = Draft { result: Outcome::Nimber(0), ..good.clone() };
    assert_rejected!(nimber.bytes(), NotProven, "sprouts 3 misere NIMBER 0");
}

#[test]
fn rejects_bad_bodies() {
    let good = proof("0*4", "0*2");
    let body = good.body();
    assert!(check(&good.bytes()).is_ok());
    assert_rejected!(good.with_body(&[]), Malformed, "the body ends before");
    assert_rejected!(good.with_body(&body[..body.len() - 1]), Malformed, "the body ends before");
    assert_rejected!(good.with_body(&[&body[..], &[0]].concat()), Malformed, "1 bytes of the body are left over");
    let counts = |nodes, replies| Draft { stated: Some((nodes, replies)), ..good.clone() }.bytes();
    let (nodes, replies) = (good.nodes.len() as u32, good.replies.len() as u32);
    let missing = format!("needs a reply, and there are only {} replies", replies - 1);
    assert_rejected!(counts(nodes, replies - 1), WrongStep, missing);
    let spare = format!("there are {} replies, but only {replies} are needed", u32::MAX);
    assert_rejected!(counts(nodes, u32::MAX), Malformed, spare);
    assert_rejected!(counts(u32::MAX, replies), Malformed, "");
    let lands = |count: u64| Draft { land_count: Some(count), ..good.clone() }.bytes();
    assert_rejected!(lands((1 << 40) - 2), Malformed, "");
    assert_rejected!(lands(1 << 41), Malformed, "a number (count) cannot have 42 bits");
    assert_rejected!(lands(0), Malformed, "");
}

#[test]
fn rejects_bad_lands() {
    let good = proof("0*4", "0*2");
    let with = |lands: Vec<Vec<Token>>| Draft { lands, ..good.clone() }.bytes();
    let mut lands = good.lands.clone();
    lands.swap(0, 1);
    assert_rejected!(with(lands), Malformed, "does not come after the land before");
    let mut lands = good.lands.clone();
    lands.push(land("AB|AC|BCD|D").0.to_vec());
    assert_rejected!(with(lands), Malformed, ""); // it is small, and used by nobody; other bits follow from it
    let one = |text: &str, nodes: &[usize]| {
        let land = crate::tests::read(text);
        let mut draft = Draft { lands: vec![], nodes: vec![], replies: vec![], start: "0".into(), ..good.clone() };
        draft.lands.push(land.canonical().unwrap().0[0].0.to_vec());
        draft.nodes.extend(nodes.iter().map(|&land| (vec![land], vec![], false)));
        draft
    };
    assert_rejected!(one("0*5", &[]).bytes(), Malformed, "land 1, 0*5: this land is in no listed node");
    assert_rejected!(one("0*2", &[0]).bytes(), Malformed, "land 1, 0*2: this land is small");
    assert_rejected!(one("0*5", &[1]).bytes(), Malformed, "node 1: there is no land 1 in the list, which has 1");
    let mut draft = one("0*5", &[0]);
    draft.lands[0] = vec![2, 2, 1, DOT, BAR];
    assert_rejected!(draft.bytes(), Malformed, "land 1, 221: reduced and canonical, this is ");
    // A certificate that is right with no closure keeps lands that are small with one.
    let bytes = Draft { closure: "0*2".into(), ..proof("0*4", "!") }.bytes();
    assert_rejected!(bytes, Malformed, "this land is small");
}

#[test]
fn rejects_bad_nodes() {
    let mut search = Search::new("0*2");
    let good = search.proof("0*4");
    let with = |change: &dyn Fn(&mut Vec<Listed>)| {
        let mut draft = good.clone();
        change(&mut draft.nodes);
        draft.bytes()
    };
    let (count, lands) = (good.nodes.len(), good.lands.len());
    assert!(lands > 2 && !lands.is_power_of_two() && good.trees == 2, "{lands} {}", good.trees);
    assert_rejected!(with(&|n| n.insert(1, n[0].clone())), Malformed, "node 2: it does not come after the node before");
    assert_rejected!(
        with(&|n| n[count - 1].0.push(0)),
        Malformed,
        format!("node {count}: its pieces are not in order")
    );
    let no_land = format!("there is no land {lands} in the list, which has {lands}");
    assert_rejected!(with(&|n| n[count - 1].0.push(lands)), Malformed, no_land);
    assert_rejected!(
        with(&|n| n[count - 1].1 = vec![1, 0]),
        Malformed,
        format!("node {count}: its pieces are not in order")
    );
    for one in [false, true] {
        // Nothing, one tree, heaps only.
        for trees in [vec![], vec![1], vec![0, 0, 0]] {
            let bytes = with(&|n| n.insert(0, (vec![], trees.clone(), one)));
            assert_rejected!(bytes, WrongStep, "this node is closed and cannot be listed");
            assert!(error(&bytes).why.starts_with("node 1, "));
        }
    }
    let good = proof("0*4+0*4", "0*4");
    let mut draft = good.clone();
    draft.nodes.swap(1, 2);
    assert_rejected!(draft.bytes(), Malformed, "node 3: it does not come after the node before");
    let (mut draft, trees) = (good.clone(), good.trees);
    draft.nodes[0].1.push(trees);
    let no_tree = format!("node 1: there is no tree {trees}; the closure has {trees}");
    assert_rejected!(draft.bytes(), Malformed, no_tree);
}

/// The nodes of a proof.
fn listed(draft: &Draft) -> BTreeSet<Node> {
    let node = |(places, trees, one): &Listed| {
        let places = places.iter().map(|&place| Piece::Land(Land(draft.lands[place][..].into())));
        let trees = trees.iter().map(|&tree| Piece::Tree(tree as u32));
        Node::sum(places.chain(trees).chain(one.then_some(Piece::One)))
    };
    draft.nodes.iter().map(node).collect()
}

#[test]
fn rejects_nodes_that_are_won_or_missing() {
    for closure in ["!", "0*2", "0*3"] {
        let mut search = Search::new(closure);
        let good = search.proof("0*4");
        let all = listed(&good);
        let start = search.node(&canonical("0*4"));
        for node in all.iter().filter(|node| **node != start).step_by(4) {
            // Someone replied with a move to this node: that leads to nothing known now.
            let less: BTreeSet<Node> = all.iter().filter(|other| *other != node).cloned().collect();
            assert_rejected!(search.draft("0*4", Loss, &less).bytes(), WrongStep, "which is not known to be lost");
        }
        for node in all.iter().step_by(4) {
            let moves = search.moves(node);
            let won = moves.iter().map(|(_, option)| option).find(|option| search.closure.is_won(option).is_none());
            if let Some(won) = won {
                let more = all.iter().chain([won]).cloned().collect();
                assert_rejected!(search.draft("0*4", Loss, &more).bytes(), WrongStep, " is lost too: it is ");
            }
        }
        // Without its start the certificate proves nothing about it.
        let less = all.into_iter().filter(|node| *node != start).collect();
        assert_rejected!(search.draft("0*4", Loss, &less).bytes(), NotProven, "the start position is not settled");
    }
}

/// A won node is not lost even if the lost options it has are closed.
#[test]
fn rejects_closed_options_that_are_lost() {
    let mut search = Search::new("0*3");
    let mut found = 0;
    for position in reachable(&canonical("0*4")) {
        let node = search.node(&position);
        let moves = search.moves(&node);
        let is_lost = |option: &Node| search.closure.is_won(option) == Some(false);
        if search.closure.is_won(&node).is_none() && moves.iter().any(|(_, option)| is_lost(option)) {
            found += 1;
            let draft = search.draft(&position.to_string(), Loss, &BTreeSet::from([node]));
            assert_rejected!(draft.bytes(), WrongStep, " is lost too: it is closed with LOSS");
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
            let no_piece = format!("needs a reply, and a move in piece {} does not exist", reply.of);
            assert_rejected!(with(reply.of, 0), WrongStep, no_piece);
            if reply.kind != Kind::One {
                for number in [1000, (1 << 40) - 2] {
                    assert_rejected!(with(reply.place, number), WrongStep, " does not exist");
                }
                assert_rejected!(with(reply.place, (1 << 40) - 1), Malformed, " cannot have 41 bits");
            }
            // The first move that serves was taken, so none before it does.
            for number in 0..reply.number {
                assert_rejected!(with(reply.place, number), WrongStep, "which is not known to be lost");
            }
        }
    }
    assert_eq!(kinds.len(), 3);
}

#[test]
fn rejects_what_does_not_follow() {
    let table = [("0*2", "!", "LOSS"), ("0", "0", "WIN"), ("0*3", "0*3", "LOSS")];
    for (start, closure, expected) in table {
        let mut draft = proof(start, closure);
        draft.result = if draft.result == Win { Loss } else { Win };
        assert_rejected!(draft.bytes(), NotProven, format!("the start position is known to be a {expected}"));
    }
    // The reply of the start is not needed any more.
    let draft = Draft { result: Loss, ..proof("0*3+0*2", "0") };
    assert_rejected!(draft.bytes(), Malformed, "are needed");
    let draft = Draft { nodes: vec![], lands: vec![], replies: vec![], result: Loss, ..draft };
    assert_rejected!(draft.bytes(), NotProven, "the start position is not settled");
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
        assert!(verify(&draft.with_body(&vec![byte; 200_000]), &settings(1)).is_err());
    }
    let many = Draft { stated: Some((u32::MAX, 0)), nodes: vec![], lands: vec![], ..good };
    assert!(verify(&many.bytes(), &settings(1)).is_err());
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
