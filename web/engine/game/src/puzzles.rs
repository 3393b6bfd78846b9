//! Certificates about Morpion Solitaire and Gaps, unfolded for the page. Nothing is checked here: that is the checker's work.

use certificate::{Certificate, Statement};
use serde_json::{Value, json};

pub fn unfold(file: &[u8]) -> Result<Value, String> {
    let certificate = Certificate::open(file).map_err(|error| error.to_string())?;
    let moves = |moves: &[(i8, i8, u8)]| moves.iter().map(|&(x, y, code)| [x.into(), y.into(), code.into()]).collect();
    let line: Vec<[u8; 2]> = certificate.body.chunks_exact(2).map(|step| [step[0], step[1]]).collect();
    Ok(match certificate.statement {
        Statement::MorpionGame { rule, moves: played } => {
            let played: Vec<[i32; 3]> = moves(&played);
            json!({ "kind": "morpion", "rule": rule, "moves": played })
        }
        Statement::MorpionBound { rule, moves: played, nodes, best, at_best, histogram } => {
            let played: Vec<[i32; 3]> = moves(&played);
            json!({ "kind": "morpion", "rule": rule, "moves": played,
                "bound": { "nodes": nodes, "best": best, "at_best": at_best, "histogram": histogram } })
        }
        Statement::GapsWinnable { variant, ranks, deal } => {
            json!({ "kind": "gaps", "variant": variant, "ranks": ranks, "deal": deal, "line": line })
        }
        Statement::GapsUnwinnable { variant, ranks, deal, positions, .. } => {
            json!({ "kind": "gaps", "variant": variant, "ranks": ranks, "deal": deal, "positions": positions })
        }
        _ => json!({ "kind": "other" }),
    })
}
