use super::node::{Node, Piece};
use super::testing::{Draft, Search, proof, reachable, settings};
use super::trees::{ONE, Tree};
use super::{MisereResult, NodeMoves};
use crate::budget::{Allowance, Budget};
use crate::certificate::{Checker, Verified};
use crate::error::{Error, Family, WrongStep};
use crate::explain::{Because, Explanation};
use crate::normal::Outcome::{self, Loss, Win};
use crate::options;
use crate::parallel::Settings;
use crate::tests::writer::{compressed, seal};
use crate::tests::{Random, budget, canonical, land};
use crate::token::{Canonical, Land};
use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// Closures are found once for all tests.
static CHECKER: LazyLock<Checker> = LazyLock::new(Checker::default);

fn verify(file: &[u8], settings: &Settings) -> Result<Verified, Error> {
    CHECKER.verify(file, settings)
}

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

/// Why a lost node is lost.
fn explained(file: &[u8], number: usize) -> Result<Explanation, Error> {
    verify(file, &settings(1))?.contents.explain(number)
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
        assert!(error.family() == Family::$family && error.to_string().contains(words), "{words}: {error}");
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
            explains(&draft.bytes(), draft.nodes.len());
        }
    }
    let sizes = |closure: &str| proof("0*4", closure).nodes.len();
    assert!(sizes("0*2") < sizes("!") && sizes("0*2") > 2 && sizes("0*4") == 0);
    assert!(proof("0*4+0*4", "0*4").nodes.iter().any(|node| node.starts_with('t') && node.ends_with("+*1")));
}

/// A node is compared with its options to the last.
#[test]
fn no_option_is_too_many() {
    let (land, last) = crate::tests::a_land_of_many_moves();
    let mut lands = [&land, &last];
    lands.sort_unstable();
    let nodes = lands.map(ToString::to_string).to_vec();
    let file = Draft { nodes, ..proof("0*2", "!") }.bytes();
    let error = verify(&file, &settings(1)).err().unwrap();
    let why = format!("node {}", 1 + lands.iter().position(|other| **other == last).unwrap());
    assert_eq!(error.why, WrongStep::LostOption { option: last.to_string(), why }.into(), "{error}");
}

/// Every option of every node must be explained, with a reply that leads to something lost.
fn explains(file: &[u8], count: usize) {
    let verified = verify(file, &settings(1)).unwrap();
    for number in 1..=count {
        let explanation = verified.contents.explain(number).unwrap();
        assert_eq!(Some(&explanation.claim), verified.contents.claim(number).as_ref());
        for option in &explanation.options {
            match &option.because {
                Because::Closed => {}
                Because::Won { reply } => {
                    assert!(reply.known.starts_with("node ") || reply.known == "closed with LOSS")
                }
                because => panic!("{because:?}"),
            }
        }
    }
    assert!(verified.contents.explain(0).is_err() && verified.contents.explain(count + 1).is_err());
}

/// Several results on the same nodes; equal lands do not cancel.
#[test]
fn several_results() {
    let more = |start: &str, outcome| MisereResult { start: start.to_string(), outcome };
    let good = Draft { more: vec![more("0*2", Loss), more("!", Win)], ..proof("0*3", "0*2") };
    let verified = verify(&good.bytes(), &settings(2)).unwrap_or_else(|error| panic!("{error}"));
    let lines = ["sprouts 3 misere LOSS", "sprouts 2 misere LOSS", "sprouts position ! misere WIN"];
    assert_eq!(verified.statement.lines(), lines);
    assert_eq!(
        verified.statement.sentences()[0],
        "LOSS: with perfect play the second player wins the 3-spot game in misere play."
    );
    let with = |more: Vec<MisereResult>| Draft { more, ..good.clone() }.bytes();
    assert_rejected!(with(vec![more("0*3", Loss)]), Malformed, "the start 0*3 occurs twice");
    assert_rejected!(with(vec![more("0*2", Win)]), NotProven, "sprouts 2 misere WIN: by the listed nodes");
    assert_rejected!(with(vec![more("0*2", Loss), more("0*5", Loss)]), NotProven, "sprouts 5 misere LOSS");
    assert_rejected!(with(vec![more("0*5", Win)]), WrongStep, "needs a reply");
    assert_rejected!(with(vec![more("0*5+0*5", Loss)]), NotProven, "the start position is not settled");
}

#[test]
fn rejects_bad_statements() {
    let good = proof("0*3", "0");
    let with =
        |start: &str, closure: &str| Draft { start: start.into(), closure: closure.into(), ..good.clone() }.bytes();
    assert_rejected!(with("0.0", "0"), Malformed, "the position \"0.0\" is 0*2 in its canonical form");
    assert_rejected!(with("0*3", ""), Malformed, "the position \"\" is ! in its canonical form");
    assert_rejected!(with("0*3", "x"), Malformed, "the position \"x\": x occurs where it should not");
    assert_rejected!(with("0*3", "0*601"), CannotCheck, "the position \"0*601\": more than 600 occurrences");
    // There are no nimbers in misère play.
    let nimber = Draft { result: Outcome::Nimber(0), ..good.clone() };
    assert_rejected!(nimber.bytes(), Malformed, "there should be a result: 0 or 1");
}

/// The bytes of FORMAT.md section 14.
#[test]
fn the_worked_example() {
    let digits = "53 50 52 4f 4f 46 0d 0a  03 01 01 03 30 2a 33 00
                  03 30 2a 32 02 06 18 33  d0 32 e6 32 d0 73 ac 31
                  4c 74 4c e4 32 34 e0 32  e7 32 00 43 23 2e 00 fd
                  5f dd 22 af 88 4c e4 df  b4 df 02 a4 53 8d b6 8b
                  c5 e5 64 d8 a6 dc bf a2  02 4f db 30 cf 91 89";
    let file: Vec<u8> = digits.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    assert_eq!((file.len(), check(&file).unwrap().as_str()), (79, "sprouts 3 misere LOSS"));
    let explanation = explained(&file, 2).unwrap().to_string();
    let lines: Vec<&str> = explanation.lines().collect();
    let expected =
        ["node 2, 0.A|1aAa is lost", "  ! (move 0: in 0.A|1aAa, joins 0 to A in region 1) is closed with WIN"];
    assert_eq!(lines[..2], expected, "{lines:?}");
    assert_eq!(lines.len(), 5);
    assert!(lines[2].starts_with("  0.A|1A ") && lines[2].ends_with(" leads to *1, which is closed with LOSS"));
}

/// The order of section 12, spelt out, and that a node is read as it is written.
#[test]
fn nodes_in_order() {
    let search = Search::new("0*4");
    let (few, more) = (land("0*5"), land("0*6"));
    assert!(few > more);
    let mut keys: Vec<(Vec<Land>, Vec<Tree>, bool)> = vec![];
    for lands in [vec![], vec![few.clone()], vec![more.clone()], vec![more.clone(), few], vec![more.clone(), more]] {
        for trees in [vec![], vec![2], vec![2, 2], vec![2, 4], vec![4], vec![12, 14]] {
            keys.extend([false, true].map(|one| (lands.clone(), trees.clone(), one)));
        }
    }
    keys.sort();
    let node = |(lands, trees, one): &(Vec<Land>, Vec<Tree>, bool)| {
        let pieces = lands.iter().cloned().map(Piece::Land).chain(trees.iter().copied().map(Piece::Tree));
        Node::sum(one.then_some(Piece::Tree(ONE)).into_iter().chain(pieces))
    };
    let nodes: Vec<Node> = keys.iter().map(node).collect();
    assert!(nodes.is_sorted_by(|a, b| a < b));
    for node in &nodes {
        assert_eq!(search.closure.read(&node.to_string(), &budget()).as_ref(), Ok(node));
    }
    assert_eq!([&nodes[1], &nodes[59]].map(Node::to_string), ["*1", "0*5+t5+t6+*1"]);
}

#[test]
fn rejects_bad_bodies() {
    let good = proof("0*4", "0*2");
    let (text, body) = (good.text(), compressed(&good.text()));
    assert!(check(&good.bytes()).is_ok());
    assert_rejected!(good.with_body(&[]), Malformed, "not a compressed text");
    assert_rejected!(good.with_body(&body[..body.len() - 1]), Malformed, "not a compressed text");
    assert_rejected!(
        good.with_body(&[&body[..], &[0]].concat()),
        Malformed,
        "not a compressed text, all of it and no more"
    );
    let with = |text: &str| good.with_body(&compressed(text));
    let (nodes, replies) = (good.nodes.len() as u32, good.replies.len() as u32);
    let lines = nodes + replies;
    assert_rejected!(with(&text[..text.len() - 1]), Malformed, format!("the text has {} lines", lines - 1));
    let long = format!("the text has {} lines with an end, not {lines}", lines + 1);
    assert_rejected!(with(&(text.clone() + "0\n")), Malformed, long);
    assert_rejected!(with(&(text[..text.len() - 1].to_string() + " \n")), Malformed, format!("reply {replies}: "));
    assert_rejected!(with(&text.replacen('\n', " \n", 1)), Malformed, "node 1: ");
    let counts = |nodes, replies| Draft { stated: Some((nodes, replies)), ..good.clone() }.bytes();
    assert_rejected!(counts(nodes, replies - 1), Malformed, format!("the text has {lines} lines"));
    assert_rejected!(counts(nodes, u32::MAX), Malformed, format!("the text has {lines} lines"));
    assert_rejected!(counts(nodes - 1, replies + 1), Malformed, "reply 1: ");
    assert_rejected!(counts(u32::MAX, replies), Malformed, format!("the text has {lines} lines"));
    let mut less = good.clone();
    less.replies.pop();
    let missing = format!(" needs a reply: there are only {} replies", replies - 1);
    assert_rejected!(less.bytes(), WrongStep, missing);
    let mut more = good.clone();
    more.replies.push(0);
    let spare = format!("there are {} replies, but only {replies} are needed", replies + 1);
    assert_rejected!(more.bytes(), Malformed, spare);
}

#[test]
fn rejects_bad_nodes() {
    let good = proof("0*4", "0*2");
    let with = |number: usize, line: &str| {
        let mut draft = good.clone();
        draft.nodes[number - 1] = line.to_string();
        draft.bytes()
    };
    let count = good.nodes.len();
    let table = [
        ("0*2", "\"0*2\" should be written t1"),
        ("0*5+0*2", "\"0*5+0*2\" should be written 0*5+t1"),
        ("0*5+0*6", "\"0*5+0*6\" should be written 0*6+0*5"),
        ("0*5+t1+t0", "\"0*5+t1+t0\" should be written 0*5+t0+t1"),
        ("t0+0*5", "\"t0+0*5\" should be written 0*5+t0"),
        ("0*5+*1+t0", "\"0*5+*1+t0\" should be written 0*5+t0+*1"),
        ("0*5+*1+*1", "\"0*5+*1+*1\" should be written 0*5"),
        ("0*5+AB|AB", "\"0*5+AB|AB\" should be written 0*5+*1"),
        ("0.0.0.0.0", "\"0.0.0.0.0\" should be written 0*5"),
        ("0*5.|", "\"0*5.|\" should be written 0*5"),
        ("AB|0*4.AB", "\"AB|0*4.AB\" should be written 0*4.AB|AB"),
        ("221", "\"221\" should be written 122"),
        ("", "\"\" should be written !"),
        ("0*5+t2", "there is no tree \"t2\"; the closure has 2"),
        ("0*5+t18446744073709551615", "there is no tree \"t18446744073709551615\""),
        ("0*5+t", "\"\" should be a number"),
        ("0*5+t01", "\"01\" should be a number"),
        ("0*5+t-1", "\"-1\" should be a number"),
        ("0*5+*2", "\"*\" has no place in a boundary"),
        ("0*5+", ""),
        ("0*5 ", "\"5 \" should be a number"),
        ("x", "x occurs where it should not"),
    ];
    for (line, why) in table {
        assert_rejected!(with(1, line), Malformed, format!("node 1: {why}"));
    }
    assert_rejected!(with(1, "0*601"), CannotCheck, "node 1: ");
    assert_rejected!(with(2, &good.nodes[0]), Malformed, "does not come after the node before");
    assert_rejected!(with(count, &good.nodes[0]), Malformed, format!("node {count}: {} does not", good.nodes[0]));
    // Nothing, one tree, heaps only.
    for node in ["!", "*1", "t1", "t1+*1", "t0+t0+t0", "t0+t0+t0+*1"] {
        assert_rejected!(with(1, node), WrongStep, format!("node 1: {node} is closed and cannot be listed"));
    }
    // A certificate that is right with no closure keeps lands that are small with one.
    let bytes = Draft { closure: "0*2".into(), ..proof("0*4", "!") }.bytes();
    assert_rejected!(bytes, Malformed, " should be written ");
}

/// The nodes of a proof.
fn listed(search: &Search, draft: &Draft) -> BTreeSet<Node> {
    let read = |line: &String| search.closure.read(line, &budget()).unwrap();
    draft.nodes.iter().map(read).collect()
}

#[test]
fn rejects_nodes_that_are_won_or_missing() {
    for closure in ["!", "0*2", "0*3"] {
        let mut search = Search::new(closure);
        let good = search.proof("0*4");
        let all = listed(&search, &good);
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
    let mut moved = [0; 3];
    for (start, closure) in [("0*3", "!"), ("0*4", "0*3"), ("0*4+0*4+1", "0*4")] {
        let mut search = Search::new(closure);
        let good = search.proof(start);
        let needed = search.needed(start, good.result, &listed(&search, &good));
        for (i, node) in needed.iter().enumerate() {
            let moves = search.moves(node);
            let kind = match node.0.last() {
                Some(Piece::Tree(ONE)) if good.replies[i] == moves.len() as u64 - 1 => 0,
                Some(Piece::Tree(_)) => 1,
                _ => 2,
            };
            moved[kind] += 1;
            // One in five replies, but all of those in the piece `1`.
            if i % 5 > 0 && kind > 0 {
                continue;
            }
            let with = |number: u64| {
                let mut draft = good.clone();
                draft.replies[i] = number;
                draft.bytes()
            };
            for number in [moves.len() as u64, 1000, u64::MAX] {
                assert_rejected!(with(number), WrongStep, format!("move {number} of {node} does not exist"));
            }
            // The first move that serves was taken, so none before it does.
            for number in 0..good.replies[i] {
                let after = &moves[number as usize].1;
                let leads = format!("move {number} of {node} leads to {after}, which is not known to be lost");
                let why = format!("option {node} needs a reply: {leads}");
                assert_rejected!(with(number), WrongStep, why);
            }
        }
    }
    assert!(moved.iter().all(|count| *count > 1), "{moved:?}");
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
    let draft = Draft { nodes: vec![], replies: vec![], result: Loss, ..draft };
    assert_rejected!(draft.bytes(), NotProven, "the start position is not settled");
}

/// Everything accepted must be true, whatever was done to it.
#[test]
fn nothing_false_is_accepted() {
    let mut random = Random::new(21);
    let drafts = [proof("0*3", "!"), proof("0*4", "0*2"), proof("0*4+0*4", "0*4"), proof("0*2+1", "!")];
    let (mut accepted, mut rejected) = (0, 0);
    for round in 0..500 {
        let mut draft = drafts[round % 4].clone();
        for _ in 0..1 + random.below(2) {
            let (i, spare) = (random.below(draft.nodes.len().max(1)), random.below(20));
            match random.below(7) {
                0 if i < draft.nodes.len() => drop(draft.nodes.remove(i)),
                1 if i < draft.nodes.len() => draft.nodes[i] += "+*1",
                2 if i < draft.nodes.len() => draft.nodes[i] += &format!("+t{spare}"),
                3 if i < draft.nodes.len() => draft.nodes[i] = draft.nodes[i].replace("+*1", ""),
                4 if !draft.replies.is_empty() => {
                    let i = random.below(draft.replies.len());
                    draft.replies[i] = spare as u64;
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
    assert!(accepted > 10 && rejected > 200, "{accepted} {rejected}");
}

/// The reader meets arbitrary bytes behind a right digest.
#[test]
fn flipped_and_random_bytes() {
    let mut random = Random::new(22);
    let good = proof("0*4", "0*2");
    let bytes = good.bytes();
    let content = &bytes[..bytes.len() - 32];
    for i in (8 * 24..8 * content.len()).step_by(3) {
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
    // The same with random characters in the text.
    for _ in 0..500 {
        let mut text = good.text().into_bytes();
        for _ in 0..1 + random.below(3) {
            let i = random.below(text.len());
            text[i] = b"012345aAB.|+*t!\n"[random.below(16)];
        }
        if let Ok(statement) = check(&good.with_body(&compressed(&String::from_utf8(text).unwrap()))) {
            assert_eq!(statement, "sprouts 4 misere LOSS");
        }
    }
}

/// However much a body stands for, it is refused soon.
#[test]
fn large_texts() {
    let (start, good) =
        (std::time::Instant::now(), Draft { stated: Some((u32::MAX, u32::MAX)), ..proof("0*4", "0*2") });
    for text in ["\n", "0*5\n", "0\n", "+", "0*5+"] {
        assert!(verify(&good.with_body(&compressed(&text.repeat(25_000_000 / text.len()))), &settings(1)).is_err());
    }
    let zeros = "0\n".repeat(10_000_000);
    let replies = Draft { stated: Some((0, 10_000_000)), ..good.clone() };
    assert!(verify(&replies.with_body(&compressed(&zeros)), &settings(1)).is_err());
    let many = Draft { stated: Some((u32::MAX, 0)), nodes: vec![], ..good };
    assert!(verify(&many.bytes(), &settings(1)).is_err());
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

/// Options of a node that need too much work are refused; none is left out.
#[test]
fn options_are_all_there_or_refused() {
    let search = Search::new("0*2");
    let (node, mut refused) = (search.closure.read("0.1a1a+t0+t1+*1", &budget()).unwrap(), 0);
    let all: Vec<Node> = search.moves(&node).into_iter().map(|(_, option)| option).collect();
    let after = |work: u64| {
        let budget = Budget::new(Allowance { work, memory: 0 });
        let moves = NodeMoves::of(&node, &search.closure, &budget)?;
        let after =
            (0..).map_while(|number| moves.play(number, &budget).transpose()).collect::<Result<Vec<Node>, Error>>();
        after.map(|after| (after, budget.spent().work))
    };
    let (found, work) = after(u64::MAX).unwrap();
    assert_eq!(found, all);
    for part in 0..100 {
        match after(work * part / 50) {
            Ok((found, _)) => assert_eq!(found, all),
            Err(error) => {
                refused += 1;
                assert!(error.family() == Family::CannotCheck && error.to_string().contains(" more "), "{error}");
            }
        }
    }
    assert!((40..60).contains(&refused), "{refused}");
}
