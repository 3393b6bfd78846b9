//! A desk with a checked certificate on it, and the requests that the page makes.

use checker::{Checker, Contents, Family, Settings, Statement, Verified, options, parse_position};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Claims that are listed at once, at most.
const MOST_LISTED: usize = 200;

/// Told how many steps of how many are done.
type Progress<'a> = &'a (dyn Fn(usize, usize) + Sync);

#[derive(Default)]
pub struct Desk {
    /// What one misère check finds about a closure is kept for the next one.
    checker: Checker,
    open: Option<Open>,
}

/// A verified certificate, and the numbers of its claims by their lands or nodes.
struct Open {
    contents: Contents,
    by_text: HashMap<String, usize>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Sort {
    #[default]
    Number,
    Length,
    Nimber,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// Claims in whose text something occurs, from a place in their order on.
    List { query: String, sort: Sort, from: usize, count: usize },
    /// Why a claim is true.
    Explain { number: usize },
    /// The numbers of the claims about the lands of a position, or the node.
    Lookup { position: String },
    /// The positions that the certificate is about, and where the proof of each begins.
    Starts {},
}

type Answer = Result<Value, String>;

impl Desk {
    /// Checks a file and puts it on the desk, if it is verified: the verdict as JSON.
    pub fn verify(&mut self, file: &[u8], progress: Progress) -> String {
        self.open = None;
        let tell = |done: usize, of: usize| {
            if done.is_multiple_of(64) || done == of {
                progress(done, of);
            }
            ControlFlow::Continue(())
        };
        let settings = Settings { progress: &tell, ..Settings::default() };
        match self.checker.verify(file, &settings) {
            Ok(Verified { statement, digest, counts: (claims, replies), contents }) => {
                let verdict = json!({ "verdict": "verified", "lines": statement.lines(), "sentences": statement.sentences(),
                    "claims": claims, "replies": replies, "blake3": digest.to_string(), "bytes": file.len(),
                    "game": game(&statement) });
                let texts = (1..=contents.len()).filter_map(|number| Some((contents.claim(number)?, number)));
                let is_normal = matches!(statement, Statement::SproutsNormal { .. });
                let land = |text: String| if is_normal { split(&text).0.to_string() } else { text };
                let by_text = texts.map(|(text, number)| (land(text), number)).collect();
                self.open = Some(Open { contents, by_text });
                verdict
            }
            Err(error) => {
                let family = error.family();
                let verdict = if family == Family::CannotCheck { "unchecked" } else { "rejected" };
                json!({ "verdict": verdict, "family": family.to_string(), "error": error.to_string(), "bytes": file.len() })
            }
        }
        .to_string()
    }

    /// Answers a request in JSON with JSON: an object with `error` if something is wrong with it.
    pub fn answer(&self, request: &[u8]) -> String {
        let understood =
            serde_json::from_slice(request).map_err(|error| format!("the request is not understood: {error}"));
        let open = self.open.as_ref().ok_or_else(|| "no certificate is open".to_string());
        let answer = understood.and_then(|request| open?.answer(request));
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }
}

impl Open {
    fn answer(&self, request: Request) -> Answer {
        match request {
            Request::List { query, sort, from, count } => Ok(self.list(&query, sort, from, count)),
            Request::Explain { number } => {
                let explanation = self.contents.explain(number).map_err(|error| error.to_string())?;
                serde_json::to_value(explanation).map_err(|error| error.to_string())
            }
            Request::Lookup { position } => {
                let lands: Vec<Value> = match self.number(&position) {
                    Some(number) => vec![json!([position, number])],
                    None => position.split('+').map(|land| json!([land, self.number(land)])).collect(),
                };
                Ok(json!(lands))
            }
            Request::Starts {} => self.starts(),
        }
    }

    fn number(&self, text: &str) -> Option<usize> {
        self.by_text.get(text).copied()
    }

    fn list(&self, query: &str, sort: Sort, from: usize, count: usize) -> Value {
        let all = (1..=self.contents.len()).filter_map(|number| Some((number, self.contents.claim(number)?)));
        let mut found: Vec<(usize, String)> = all.filter(|(_, text)| text.contains(query)).collect();
        match sort {
            Sort::Number => {}
            Sort::Length => found.sort_by_key(|(number, text)| (text.len(), *number)),
            Sort::Nimber => found.sort_by_key(|(number, text)| (split(text).1, *number)),
        }
        let total = found.len();
        let shown: Vec<(usize, String)> = found.into_iter().skip(from).take(count.min(MOST_LISTED)).collect();
        json!({ "total": total, "claims": shown })
    }

    /// For each start that the certificate is about: its claims, or the option with which the player to move wins.
    fn starts(&self) -> Answer {
        let starts: Vec<(String, String)> = match self.contents.statement() {
            Statement::SproutsNormal { results } => {
                results.iter().map(|result| (result.start.clone(), result.to_string())).collect()
            }
            Statement::SproutsMisere { results, .. } => {
                results.iter().map(|result| (result.start.clone(), result.to_string())).collect()
            }
            other => return Ok(json!(other.lines().iter().map(|line| json!({ "line": line })).collect::<Vec<_>>())),
        };
        let list = starts.into_iter().map(|(start, line)| {
            let numbers: Vec<Option<usize>> = start.split('+').map(|land| self.number(land)).collect();
            let reply = if numbers.iter().all(Option::is_some) { None } else { self.winning_option(&start)? };
            Ok(json!({ "start": start, "line": line, "claims": numbers, "reply": reply }))
        });
        Ok(json!(list.collect::<Result<Vec<Value>, String>>()?))
    }

    /// An option of a start that the claims settle as lost.
    fn winning_option(&self, start: &str) -> Result<Option<String>, String> {
        let position = parse_position(start).and_then(|position| position.canonical());
        let found = position.and_then(|position| options(&position)).map_err(|error| error.to_string())?;
        let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
        Ok(texts.into_iter().find(|text| self.is_settled_as_lost(text)))
    }

    /// Whether all lands of a position are claimed, apart from equal ones that cancel, and their nimbers add up to 0; or in misère
    /// play, whether the node is listed as it is written.
    fn is_settled_as_lost(&self, text: &str) -> bool {
        if let Statement::SproutsMisere { .. } = self.contents.statement() {
            return self.number(text).is_some();
        }
        let (mut sum, mut open): (u64, Vec<&str>) = (0, vec![]);
        for land in text.split('+').filter(|land| *land != "!") {
            match self.number(land).and_then(|number| self.contents.claim(number)) {
                Some(claim) => sum ^= split(&claim).1,
                None if open.last() == Some(&land) => drop(open.pop()),
                None => open.push(land),
            }
        }
        sum == 0 && open.is_empty()
    }
}

/// A claim of normal play as its land and its nimber.
fn split(claim: &str) -> (&str, u64) {
    let (land, nimber) = claim.rsplit_once(' ').unwrap_or((claim, ""));
    (land, nimber.parse().unwrap_or(0))
}

fn game(statement: &Statement) -> &'static str {
    match statement {
        Statement::SproutsNormal { .. } => "normal",
        Statement::SproutsMisere { .. } => "misere",
        Statement::MorpionGame(_) | Statement::MorpionBound(_) => "morpion",
        Statement::GapsWinnable(_) | Statement::GapsUnwinnable(_) => "gaps",
        Statement::DegreeTwo(_) | Statement::EndlessDegree(_) => "variant",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    /// The certificate of the 2-spot game (FORMAT.md section 10), as it is published.
    fn two_spots() -> Vec<u8> {
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../proofs/normal-02.bin")).unwrap()
    }

    #[test]
    fn a_certificate_is_checked_and_opened() {
        let mut desk = Desk::default();
        let verdict = value(&desk.verify(&two_spots(), &|_, _| {}));
        assert_eq!(verdict["lines"], json!(["sprouts 2 normal LOSS"]));
        let all = value(&desk.answer(br#"{"do":"list","query":"","sort":"number","from":0,"count":50}"#));
        assert_eq!(all["total"], verdict["claims"]);
        let starts = value(&desk.answer(br#"{"do":"starts"}"#));
        let number = starts[0]["claims"][0].as_u64().unwrap();
        let request = json!({ "do": "explain", "number": number }).to_string();
        assert_eq!(value(&desk.answer(request.as_bytes()))["claim"], "0*2");
    }

    #[test]
    fn what_is_wrong_is_an_answer() {
        let mut desk = Desk::default();
        assert!(value(&desk.answer(br#"{"do":"starts"}"#))["error"].as_str().unwrap().contains("no certificate"));
        assert_eq!(value(&desk.verify(b"hello", &|_, _| {}))["verdict"], "rejected");
        let mut tampered = two_spots();
        tampered[12] ^= 1;
        assert_eq!(value(&desk.verify(&tampered, &|_, _| {}))["verdict"], "rejected");
        desk.verify(&two_spots(), &|_, _| {});
        for request in [&b"{"[..], br#"{"do":"dance"}"#, br#"{"do":"explain","number":0}"#] {
            assert!(value(&desk.answer(request))["error"].is_string());
        }
    }
}
