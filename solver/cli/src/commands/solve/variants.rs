//! `solve N --max-degree D`: the game with another greatest degree than 3.

use super::args::SolveArgs;
use crate::failure::Failure;
use crate::flags::resources::{peak_memory, processor_seconds};
use crate::outputs::Destination;
use crate::reporting::{Printer, json, words};
use board::variants::certificates;
use board::variants::{DegreeTwo, Endless, Sum};
use certificate::{Certificate, Sealed};
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;

/// Beyond this the positions of the game with greatest degree 2 are too many to be listed for fun.
const MOST_SPOTS: usize = 24;

/// A solved game.
struct Solved {
    spots: usize,
    degree: usize,
    /// `any` if the result is the same in both plays.
    play: &'static str,
    result: &'static str,
    comments: Vec<String>,
    seconds: f64,
    certificate: Option<(Sealed, Certificate)>,
}

/// Solves all games that are asked for.
pub fn solve(args: &SolveArgs) -> Result<ExitCode, Failure> {
    let proof = Destination::probe_some(args.proof.emit_proof.as_ref())?;
    let degree = usize::from(args.max_degree);
    let mut code = ExitCode::SUCCESS;
    for &spots in args.games() {
        let solved = match degree {
            2 if spots > MOST_SPOTS => {
                return Err(Failure::Usage("--max-degree 2 is searched for up to 24 spots"));
            }
            2 => degree_two(args, spots),
            _ => endless(args, spots, degree)?,
        };
        let kept = match (&proof, &solved.certificate) {
            (Some(proof), Some((sealed, _))) => proof.write(&sealed.bytes),
            _ => Ok(()),
        };
        report(args, proof.as_ref(), &solved)?;
        kept?;
        code = match solved.result {
            "WIN" if args.sat_exit_codes => ExitCode::from(10),
            "LOSS" if args.sat_exit_codes => ExitCode::from(20),
            _ => ExitCode::SUCCESS,
        };
    }
    Ok(code)
}

fn degree_two(args: &SolveArgs, spots: usize) -> Solved {
    let started = Instant::now();
    let mut search = DegreeTwo::new(args.misere);
    let is_lost = search.is_lost(&Sum::start(spots as u32));
    let certificate = args.proof.emit_proof.as_ref().map(|_| {
        let certificate = certificates::degree_two(&search.prove(spots as u32));
        (certificate.seal(), certificate)
    });
    let seconds = started.elapsed().as_secs_f64();
    let comments = vec![format!("max-degree 2: {} positions searched in {seconds:.2} s", search.known_count())];
    let play = if args.misere { "misere" } else { "normal" };
    let result = if is_lost { "LOSS" } else { "WIN" };
    Solved { spots, degree: 2, play, result, comments, seconds, certificate }
}

fn endless(args: &SolveArgs, spots: usize, degree: usize) -> Result<Solved, Failure> {
    let started = Instant::now();
    let mut game = Endless::start(spots, degree).map_err(|_| Failure::Usage("--max-degree takes 2, 3 or more"))?;
    game.play(game.loop_on_newest());
    let newest = game.position.spot_count();
    let again = game.position.play(&game.loop_on_newest());
    let comments = vec![
        format!("with {degree} line ends to a spot the game never ends, in normal and in misère play:"),
        "a new spot has two line ends, and no move has touched the newest one yet;".into(),
        format!("two more make four, and {degree} are allowed: it can be joined to itself, so there is always a move."),
        format!("For example after {}, in {}", first_loop(spots), game.position.full_hoey()),
        format!("the move {newest}-{}-{newest} leads to {}, and so on.", newest + 1, again.full_hoey()),
    ];
    let certificate = args.proof.emit_proof.as_ref().map(|_| {
        let certificate = certificates::endless(&game);
        (certificate.seal(), certificate)
    });
    let seconds = started.elapsed().as_secs_f64();
    Ok(Solved { spots, degree, play: "any", result: "DRAW", comments, seconds, certificate })
}

/// The first move of the example: the last spot joined to itself.
fn first_loop(spots: usize) -> String {
    format!("{spots}-{}-{spots}", spots + 1)
}

fn report(args: &SolveArgs, proof: Option<&Destination>, solved: &Solved) -> Result<(), Failure> {
    let Solved { spots, degree, play, result, comments, .. } = solved;
    let printer = Printer::beside(&args.report, proof);
    let sentence = words::variant(*spots, *degree, play, result);
    if printer.is_json() {
        return printer.object(&object(solved, &sentence, proof));
    }
    for comment in comments {
        printer.comment(comment)?;
    }
    if let Some((sealed, certificate)) = &solved.certificate {
        let (claims, bytes) = (certificate.claims, sealed.bytes.len());
        printer.comment(&format!("proof: {claims} claims, {bytes} bytes, blake3 {}", sealed.digest))?;
    }
    printer.verdict(&sentence, &statement(solved))
}

/// A game that never ends has the same result in both plays.
fn statement(Solved { spots, degree, play, result, .. }: &Solved) -> String {
    let play = if *result == "DRAW" { String::new() } else { format!("{play} ") };
    format!("sprouts {spots} max-degree {degree} {play}{result}")
}

fn object(solved: &Solved, sentence: &str, proof: Option<&Destination>) -> serde_json::Value {
    let certificate = solved.certificate.as_ref();
    let sizes = certificate.map(|(_, certificate)| (certificate.claims, certificate.replies));
    let winner = match solved.result {
        "WIN" => Some("first"),
        "LOSS" => Some("second"),
        _ => None,
    };
    json::object(
        "solve",
        json!({
            "game": "sprouts",
            "play": solved.play,
            "max_degree": solved.degree,
            "spots": solved.spots,
            "position": null,
            "read_as": null,
            "result": solved.result,
            "nimber": null,
            "winner": winner,
            "sentence": sentence,
            "statements": [statement(solved)],
            "reason": null,
            "solve_seconds": solved.seconds,
            "proof_seconds": null,
            "search": {
                "engine": "variant",
                "threads": 1,
                "expansions": null,
                "raw_moves": null,
                "lands": null,
                "nodes": null,
                "facts": null,
                "peak_bytes": peak_memory(),
                "processor_seconds": processor_seconds(),
            },
            "proof": json::proof(certificate.map(|(sealed, _)| sealed), sizes, proof.map(Destination::path)),
        }),
    )
}
