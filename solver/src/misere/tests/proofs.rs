//! Proofs written down: minimal, the same every time, and kept between runs.

use super::super::proof::{Step, prove};
use super::super::support::Support;
use super::super::table::Numbers;
use super::super::{Atlas, Dfpn, MisereProof, Node, Outcome, Table, facts, needs};
use super::{closure, start};
use crate::facts::FactsError;
use crate::search::Limits;
use std::cmp::Reverse;

/// The nodes that the search needed, and the outcome.
fn searched(atlas: &mut Atlas, table: &mut Table, spots: usize) -> (Vec<Node>, Outcome) {
    let node = atlas.node(&start(spots));
    let outcome = Dfpn::new(atlas, table, Limits::default(), ()).outcome(&node).unwrap();
    (needs(atlas, table, &node).unwrap().lost, outcome)
}

fn proof(spots: usize) -> MisereProof {
    let mut atlas = Atlas::new(closure(4));
    let (lost, outcome) = searched(&mut atlas, &mut Table::new(1 << 20), spots);
    prove(&mut atlas, lost, &start(spots), outcome).unwrap()
}

/// Whether every option of the nodes is closed and won, or has a move to one of them or to a closed lost node.
fn is_proof(atlas: &mut Atlas, lost: &[Node], root: &Node) -> bool {
    let is_lost = |atlas: &Atlas, node: &Node| match atlas.closed_outcome(node) {
        Some(outcome) => outcome == Outcome::Loss,
        None => lost.contains(node),
    };
    let is_won = |atlas: &mut Atlas, node: &Node| match atlas.closed_outcome(node) {
        Some(outcome) => outcome == Outcome::Win,
        None => atlas.node_options(node).unwrap().iter().any(|(reply, _)| is_lost(atlas, reply)),
    };
    let all_won = |atlas: &mut Atlas, node: &Node| {
        let options = atlas.node_options(node).unwrap();
        !options.is_empty() && options.iter().all(|(option, _)| is_won(atlas, option))
    };
    (is_lost(atlas, root) || is_won(atlas, root)) && lost.iter().all(|node| all_won(atlas, node))
}

#[test]
fn what_is_kept_is_a_proof_and_nothing_can_be_left_out() {
    for spots in 5..=9 {
        let mut atlas = Atlas::new(closure(4));
        let (mut lost, _) = searched(&mut atlas, &mut Table::new(1 << 20), spots);
        lost.sort_by_cached_key(|node| Reverse(atlas.lives(node)));
        let root = atlas.node(&start(spots));
        let mut support = Support::new(&mut atlas, lost, &root).unwrap();
        support.trim();
        let kept: Vec<Node> = support.lost().cloned().collect();
        assert!(is_proof(&mut atlas, &kept, &root), "{spots} spots");
        for nth in 0..kept.len() {
            let mut fewer = kept.clone();
            fewer.remove(nth);
            assert!(!is_proof(&mut atlas, &fewer, &root), "{spots} spots without node {nth}");
        }
    }
}

#[test]
fn superfluous_nodes_are_left_out() {
    let mut atlas = Atlas::new(closure(4));
    let mut table = Table::new(1 << 20);
    let (mut lost, outcome) = searched(&mut atlas, &mut table, 8);
    let alone = prove(&mut atlas, lost.clone(), &start(8), outcome).unwrap();
    let (others, _) = searched(&mut atlas, &mut table, 7);
    lost.extend(others.into_iter().filter(|node| !lost.contains(node)).collect::<Vec<_>>());
    let together = prove(&mut atlas, lost, &start(8), outcome).unwrap();
    assert!(together.lost.len() <= alone.lost.len());
}

#[test]
fn the_same_search_gives_the_same_bytes() {
    assert_eq!(proof(8).seal().bytes, proof(8).seal().bytes);
}

#[test]
fn entries_are_sorted_and_replies_name_their_pieces() {
    for spots in [3, 5, 7, 9] {
        let proof = proof(spots);
        assert!(proof.lands.is_sorted_by(|a, b| a < b));
        assert!(proof.lost.is_sorted_by(|a, b| a < b));
        assert!(proof.replies.iter().all(|reply| reply.place < reply.pieces));
        let is_last = |reply: &super::super::proof::Answer| reply.place + 1 == reply.pieces;
        assert!(proof.replies.iter().filter(|reply| reply.step == Step::One).all(is_last));
    }
}

#[test]
fn lost_nodes_come_back_and_damage_is_noticed() {
    let folder = std::env::temp_dir().join(format!("sproof-misere-facts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("facts");
    let mut atlas = Atlas::new(closure(4));
    let mut table = Table::new(1 << 20);
    searched(&mut atlas, &mut table, 8);
    facts::save(&path, &start(4), &table).unwrap();

    let mut again = Table::new(1 << 20);
    assert_eq!(facts::load(&path, &start(4), &mut again).unwrap(), table.lost_count());
    assert!(table.lost().all(|fingerprint| again.get(fingerprint) == Some(Numbers::LOST)));
    let root = atlas.node(&start(8));
    let mut search = Dfpn::new(&mut atlas, &mut again, Limits::default(), ());
    assert_eq!(search.outcome(&root), Ok(Outcome::Loss));
    assert_eq!(search.expansions(), 0);

    let mut empty = Table::new(1 << 20);
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
