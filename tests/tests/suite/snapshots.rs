//! Canonical forms for the record: a change in any of them changes certificates, databases and every published string.
//!
//! The recorded texts are in `tests/data/canonical`. `SPROOF_RECORD=1 cargo test -p sproof-tests --test suite snapshots::`
//! writes them anew; what has changed is then to be seen with `git diff`.

use sproof_tests::sides::{agreed, agreed_options};
use sprouts::Engine;
use std::collections::BTreeSet;
use std::path::Path;

/// Compares lines with a recorded text, and shows the first that differs.
fn assert_recorded(name: &str, lines: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/canonical").join(name);
    let found = lines.join("\n") + "\n";
    if std::env::var_os("SPROOF_RECORD").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    for (nth, (found, recorded)) in found.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(found, recorded, "line {} of {name}", nth + 1);
    }
    assert_eq!(found.lines().count(), recorded.lines().count(), "{name}");
}

/// All lands of the 3-spot game, in the order of FORMAT.md section 6, as both programs write them.
#[test]
fn lands_of_the_3_spot_game() {
    let mut engine = Engine::new();
    let mut seen = BTreeSet::from(["0*3".to_string()]);
    let mut waiting = vec!["0*3".to_string()];
    while let Some(land) = waiting.pop() {
        for option in agreed_options(&mut engine, &land) {
            for land in option.split('+').filter(|land| *land != "!") {
                if seen.insert(land.to_string()) {
                    waiting.push(land.to_string());
                }
            }
        }
    }
    assert_eq!(seen.len(), 118);
    let mut lands: Vec<checker::Land> = Vec::new();
    for text in &seen {
        let canonical = checker::parse_position(text).unwrap().canonical().unwrap();
        lands.extend_from_slice(canonical.lands());
    }
    lands.sort_unstable();
    let list: Vec<String> = lands.iter().map(ToString::to_string).collect();
    assert_recorded("lands-of-3-spots.txt", &list);
}

/// Positions in disguise: what they show, and how somebody might write them.
const CHOSEN: &[(&str, &str)] = &[
    ("start", "0.0.0.0.0"),
    ("empty", "2"),
    ("rotation", "2112"),
    ("rotation of letters", "2a1ba1b"),
    ("names of letters", "XYZ|0.ZYX"),
    ("order of boundaries", "1.12.112.0"),
    ("order of regions", "0.A|1.B|0.2.ABC|2.C1"),
    ("names restart in each boundary", "1c2c.1a2a.0"),
    ("a letter twice in a boundary, in upper case", "1A2A.0"),
    ("merged pair", "0.1abba"),
    ("pair around the end", "0.abba"),
    ("dead region", "0.A|A"),
    ("small region", "0.ABC|A.C.B"),
    ("pairs of 2", "0.A|22A"),
    ("sum", "AB|1|AB|0.1|CD.0|CD"),
    ("equal lands", "AB|0.0.BA|0+DC|DC.0.0"),
    ("chiral boundary", "112212"),
    ("two hands in a region", "112122.112212"),
    ("one hand in a region", "112212.112212"),
    ("chiral curve", "0.ABCD|1DCBA"),
    ("twisted curve", "0.ABCD|1ABDC"),
    ("chiral curves in a hub", "A2BCD1.E2FGH1.1I2JKL|0.ABCD|0.EFGH|0.IJKL"),
    ("chiral curves of both hands", "A2BCD1.1HGF2E|0.ABCD|0.EFGH"),
    ("triples", "ABC.DEF.GHI.JKL.MNO|0.ABC|0.DEF|0.GHI|0.JKL|0.MNO"),
    ("triples around different things", "ABC.DEF.GHI|ABC.0|DEF.12|GHI.0.0"),
    ("nested curves", "1.AB|BA.CD|DC.EF|FE.GH|GH.2"),
    ("tree of curves", "AB.CD|EF.GH.AB|IJ.KL.CD|EF.0|GH.0|IJ.0|KL.0"),
    ("cube", "ABCD|EFGH|AIEJ|BKFI|CLGK|DJHL"),
    ("cube with a spot in each face", "ABCD.0|EFGH.0|AIEJ.0|BKFI.0|CLGK.0|DJHL.0"),
    ("tetrahedron", "ABC.1|CDE.1|BEF.1|ADF.1"),
    ("long walk", "1abcdefgh1hgfedcba.0"),
    ("star", "a1ab1bc1cd1de1e.0"),
    (
        "beyond the alphabet",
        "n(40)n(41)n(42).ABCDEFGHIJKLM.NOPQRSTUVWXYZ|0.n(42)n(41)n(40)|1MLKJIHGFEDCBA|2ZYXWVUTSRQPON",
    ),
    ("lower case beyond the alphabet", "0.1abcdefghijklmnopqrstuvwxyzm(27)m(28)2m(28)m(27)zyxwvutsrqponmlkjihgfedcba"),
];

#[test]
fn chosen_positions() {
    let mut engine = Engine::new();
    let rows: Vec<String> =
        CHOSEN.iter().map(|(name, text)| format!("{name}\n  {text}\n  {}", agreed(&mut engine, text))).collect();
    assert_recorded("chosen-positions.txt", &rows);
}
