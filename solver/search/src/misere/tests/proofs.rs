//! Proofs written down: minimal, the same every time, and kept between runs.

use crate::common::proof_numbers::ProofNumbers;
use crate::misere::minimise::Minimiser;
use crate::misere::proof::prove;
use crate::misere::tests::{closure, position, start};
use crate::misere::unite::{NoUnion, NodeReader, unite};
use crate::misere::{Dfpn, MisereProof, Node, Outcome, Piece, PieceTable, TranspositionTable, extract, facts};
use crate::normal::Limits;
use crate::normal::facts::FactsError;
use std::cmp::Reverse;

/// The nodes that the search needed, and the outcome.
fn searched(piece_table: &mut PieceTable, table: &mut TranspositionTable, spots: usize) -> (Vec<Node>, Outcome) {
    let node = piece_table.node(&start(spots));
    let outcome = Dfpn::new(piece_table, table, Limits::default(), ()).outcome(&node).unwrap();
    (extract(piece_table, table, &node).unwrap().lost, outcome)
}

fn proof(spots: usize) -> MisereProof {
    let mut piece_table = PieceTable::new(closure(4));
    let (lost, outcome) = searched(&mut piece_table, &mut TranspositionTable::new(1 << 20), spots);
    prove(&mut piece_table, lost, &start(spots), outcome).unwrap()
}

/// Whether every option of the nodes is closed and won, or has a move to one of them or to a closed lost node.
fn is_proof(piece_table: &mut PieceTable, lost: &[Node], root: &Node) -> bool {
    let is_lost = |piece_table: &PieceTable, node: &Node| match piece_table.closed_outcome(node) {
        Some(outcome) => outcome == Outcome::Loss,
        None => lost.contains(node),
    };
    let is_won = |piece_table: &mut PieceTable, node: &Node| match piece_table.closed_outcome(node) {
        Some(outcome) => outcome == Outcome::Win,
        None => piece_table.node_options(node).unwrap().iter().any(|(reply, _)| is_lost(piece_table, reply)),
    };
    let all_won = |piece_table: &mut PieceTable, node: &Node| {
        let options = piece_table.node_options(node).unwrap();
        !options.is_empty() && options.iter().all(|(option, _)| is_won(piece_table, option))
    };
    (is_lost(piece_table, root) || is_won(piece_table, root)) && lost.iter().all(|node| all_won(piece_table, node))
}

#[test]
fn what_is_kept_is_a_proof_and_nothing_can_be_left_out() {
    for spots in 5..=9 {
        let mut piece_table = PieceTable::new(closure(4));
        let (mut lost, _) = searched(&mut piece_table, &mut TranspositionTable::new(1 << 20), spots);
        lost.sort_by_cached_key(|node| Reverse(piece_table.lives(node)));
        let root = piece_table.node(&start(spots));
        let mut minimiser = Minimiser::new(&mut piece_table, lost, std::slice::from_ref(&root)).unwrap();
        minimiser.minimise();
        let kept: Vec<Node> = minimiser.lost().cloned().collect();
        assert!(is_proof(&mut piece_table, &kept, &root), "{spots} spots");
        for nth in 0..kept.len() {
            let mut fewer = kept.clone();
            fewer.remove(nth);
            assert!(!is_proof(&mut piece_table, &fewer, &root), "{spots} spots without node {nth}");
        }
    }
}

#[test]
fn superfluous_nodes_are_left_out() {
    let mut piece_table = PieceTable::new(closure(4));
    let mut table = TranspositionTable::new(1 << 20);
    let (mut lost, outcome) = searched(&mut piece_table, &mut table, 8);
    let alone = prove(&mut piece_table, lost.clone(), &start(8), outcome).unwrap();
    let (others, _) = searched(&mut piece_table, &mut table, 7);
    lost.extend(others.into_iter().filter(|node| !lost.contains(node)).collect::<Vec<_>>());
    let together = prove(&mut piece_table, lost, &start(8), outcome).unwrap();
    assert!(together.lost.len() <= alone.lost.len());
}

#[test]
fn united_proofs_need_fewer_nodes_and_gaps_are_refused() {
    let mut piece_table = PieceTable::new(closure(4));
    let mut table = TranspositionTable::new(1 << 20);
    let (mut lost, mut results, mut alone) = (Vec::new(), Vec::new(), 0);
    for spots in 6..=9 {
        let (nodes, outcome) = searched(&mut piece_table, &mut table, spots);
        alone += prove(&mut piece_table, nodes.clone(), &start(spots), outcome).unwrap().lost.len();
        lost.extend(nodes);
        results.push((start(spots), outcome));
    }
    let united = unite(&mut piece_table, lost.clone(), results.clone()).unwrap();
    assert!(united.lost.len() < alone, "{} of {alone}", united.lost.len());
    assert_eq!(united.results, results);
    let mut reader = NodeReader::new(&closure(4));
    let nodes: Vec<Node> =
        united.lost.iter().map(|node| reader.read(&mut piece_table, &node.to_string()).unwrap()).collect();
    assert_eq!(unite(&mut piece_table, nodes.clone(), results.clone()).as_ref(), Ok(&united));
    for nth in 0..nodes.len() {
        let mut fewer = nodes.clone();
        fewer.remove(nth);
        assert_eq!(unite(&mut piece_table, fewer, results.clone()), Err(NoUnion::Unsupported), "node {nth}");
    }
    results[0].1 = if results[0].1 == Outcome::Win { Outcome::Loss } else { Outcome::Win };
    assert_eq!(unite(&mut piece_table, nodes, results), Err(NoUnion::Unsupported));
}

#[test]
fn the_same_search_gives_the_same_bytes() {
    assert_eq!(proof(8).certificate(), proof(8).certificate());
}

#[test]
fn nodes_are_sorted_and_there_are_replies() {
    for spots in [3, 5, 7, 9] {
        let proof = proof(spots);
        assert!(proof.lost.is_sorted_by(|a, b| a < b));
        assert_eq!(proof.replies.is_empty(), proof.lost.is_empty());
    }
}

/// The example of FORMAT.md section 14.
#[test]
fn the_worked_example_is_written() {
    let mut piece_table = PieceTable::new(closure(2));
    let (lost, outcome) = searched(&mut piece_table, &mut TranspositionTable::new(1 << 20), 3);
    let proof = prove(&mut piece_table, lost, &start(3), outcome).unwrap();
    let lost: Vec<String> = proof.lost.iter().map(ToString::to_string).collect();
    assert_eq!(lost, ["0*3", "0.A|1aAa"]);
    assert_eq!(proof.replies, [10, 7, 0, 0, 0, 2]);
}

/// The moves of a piece are numbered behind those of the pieces before it, whether these are listed or not: `0*3` has one move
/// that joins two spots, and one loop with 0, 1 or 2 of the other spots inside, of which the last is like the first.
#[test]
fn replies_are_numbered_over_all_pieces() {
    let mut piece_table = PieceTable::new(closure(2));
    let [land, other] = ["0*3", "0.A|1aAa"].map(|text| piece_table.node(&position(text)));
    let root = Node::new([land.pieces(), &[Piece::ONE]].concat());
    let minimiser = Minimiser::new(&mut piece_table, vec![land, other], &[root]).unwrap();
    let proof = MisereProof::new(&mut piece_table, &minimiser, vec![(start(3), Outcome::Win)]).unwrap();
    assert_eq!(proof.replies, [4, 10, 7, 0, 0, 0, 2]);
}

#[test]
fn lost_nodes_come_back_and_damage_is_noticed() {
    let folder = std::env::temp_dir().join(format!("sproof-misere-facts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("facts");
    let mut piece_table = PieceTable::new(closure(4));
    let mut table = TranspositionTable::new(1 << 20);
    searched(&mut piece_table, &mut table, 8);
    facts::save(&path, &start(4), &table).unwrap();

    let mut again = TranspositionTable::new(1 << 20);
    assert_eq!(facts::load(&path, &start(4), &mut again).unwrap(), table.lost_count());
    assert!(table.lost().all(|fingerprint| again.get(fingerprint) == Some(ProofNumbers::LOST)));
    let root = piece_table.node(&start(8));
    let mut search = Dfpn::new(&mut piece_table, &mut again, Limits::default(), ());
    assert_eq!(search.outcome(&root), Ok(Outcome::Loss));
    assert_eq!(search.expansions(), 0);

    let mut empty = TranspositionTable::new(1 << 20);
    let result = facts::load(&path, &start(5), &mut empty);
    assert!(matches!(result, Err(FactsError::OtherClosure { .. })));
    let bytes = std::fs::read(&path).unwrap();
    for at in [8, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        std::fs::write(&path, &damaged).unwrap();
        assert!(matches!(facts::load(&path, &start(4), &mut empty), Err(FactsError::Damaged { .. })), "byte {at}");
    }
    assert!(empty.is_empty());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(matches!(facts::load(&path, &start(4), &mut empty), Err(FactsError::Read { .. })));
}
