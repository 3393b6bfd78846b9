//! Pictures, checked by geometry: what the SVG file says is measured, not what the solver meant.

use board::drawn::Drawn;
use board::picture::{Picture, svg};
use board::play::{Claims, Oracle};
use board::records::MoveNotation;
use board::strategy::{self, StrategyTree};
use search::normal::Limits;
use sproof_tests::program::{scratch, solve};
use sproof_tests::random_game::random_game;
use std::ops::Range;

type Point = [f64; 2];

struct Line {
    ends: [usize; 2],
    outline: Vec<Point>,
}

struct Spot {
    number: usize,
    lives: usize,
    at: Point,
    radius: f64,
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = element.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

fn numbers(text: &str) -> Vec<f64> {
    let separators = |c: char| !(c.is_ascii_digit() || c == '.' || c == '-');
    text.split(separators).filter(|word| !word.is_empty()).map(|word| word.parse().expect("a number")).collect()
}

/// Straight steps that stand for a parabola.
const STEPS: usize = 24;

fn outline(path: &str) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let starts: Vec<usize> = path.char_indices().filter(|(_, c)| "MLQ".contains(*c)).map(|(at, _)| at).collect();
    for (nth, &start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(path.len());
        match (&path[start..start + 1], &numbers(&path[start + 1..end])[..]) {
            ("M" | "L", &[x, y]) => points.push([x, y]),
            ("Q", &[cx, cy, x, y]) => {
                let [fx, fy] = *points.last().expect("a path begins with M");
                for step in 1..=STEPS {
                    let t = step as f64 / STEPS as f64;
                    let mix = |a: f64, b: f64, c: f64| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
                    points.push([mix(fx, cx, x), mix(fy, cy, y)]);
                }
            }
            other => panic!("{other:?} in {path}"),
        }
    }
    points.dedup();
    points
}

fn read(svg: &str) -> (Vec<Line>, Vec<Spot>) {
    let (mut lines, mut spots) = (Vec::new(), Vec::new());
    for element in svg.split('<') {
        if let Some(ends) = attribute(element, "data-ends") {
            let ends = numbers(ends);
            let outline = outline(attribute(element, "d").unwrap());
            lines.push(Line { ends: [ends[0] as usize, ends[1] as usize], outline });
        }
        if let Some(number) = attribute(element, "data-spot") {
            let value = |name| attribute(element, name).unwrap().parse::<f64>().unwrap();
            let lives = value("data-lives") as usize;
            spots.push(Spot {
                number: number.parse().unwrap(),
                lives,
                at: [value("cx"), value("cy")],
                radius: value("r"),
            });
        }
    }
    (lines, spots)
}

fn side(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn boxes_meet(a: [Point; 2], b: [Point; 2]) -> bool {
    (0..2).all(|axis| {
        let low = |s: [Point; 2]| s[0][axis].min(s[1][axis]);
        let high = |s: [Point; 2]| s[0][axis].max(s[1][axis]);
        low(a) <= high(b) && low(b) <= high(a)
    })
}

/// Whether two straight steps have a point in common.
fn steps_meet(a: [Point; 2], b: [Point; 2]) -> bool {
    boxes_meet(a, b)
        && side(a[0], a[1], b[0]) * side(a[0], a[1], b[1]) <= 0.0
        && side(b[0], b[1], a[0]) * side(b[0], b[1], a[1]) <= 0.0
}

fn distance_to_step(point: Point, [from, to]: [Point; 2]) -> f64 {
    let along = [to[0] - from[0], to[1] - from[1]];
    let length = along[0] * along[0] + along[1] * along[1];
    let t = ((point[0] - from[0]) * along[0] + (point[1] - from[1]) * along[1]) / length.max(1e-12);
    let t = t.clamp(0.0, 1.0);
    (point[0] - from[0] - t * along[0]).hypot(point[1] - from[1] - t * along[1])
}

fn steps(line: &Line) -> impl Iterator<Item = [Point; 2]> + '_ {
    line.outline.windows(2).map(|step| [step[0], step[1]])
}

/// Nothing crosses, nothing runs through a spot that is not its own, and lines end at their spots.
fn check(position: &Drawn, svg: &str, name: &str) {
    let (lines, spots) = read(svg);
    assert_eq!((spots.len(), lines.len()), (position.spot_count(), position.line_count()), "{name}");
    for (nth, spot) in spots.iter().enumerate() {
        assert_eq!((spot.number, spot.lives), (nth + 1, position.lives(nth)), "{name}");
        let degree = lines.iter().flat_map(|line| line.ends).filter(|&end| end == spot.number).count();
        assert_eq!(degree, position.degree(nth), "{name}");
        assert!(spot.radius > 1.5, "{name}: spot {} has radius {}", spot.number, spot.radius);
        for other in &spots[..nth] {
            let apart = (spot.at[0] - other.at[0]).hypot(spot.at[1] - other.at[1]);
            assert!(apart > spot.radius + other.radius, "{name}: spots {} and {}", spot.number, other.number);
        }
        for line in lines.iter().filter(|line| !line.ends.contains(&spot.number)) {
            let nearest = steps(line).map(|step| distance_to_step(spot.at, step)).fold(f64::MAX, f64::min);
            assert!(nearest > spot.radius, "{name}: line {:?} runs through spot {}", line.ends, spot.number);
        }
    }
    for (nth, line) in lines.iter().enumerate() {
        let ends = [line.outline[0], *line.outline.last().unwrap()];
        assert_eq!(ends, line.ends.map(|end| spots[end - 1].at), "{name}: line {:?}", line.ends);
        for other in &lines[..nth] {
            check_pair(line, other, name);
        }
        let own: Vec<[Point; 2]> = steps(line).collect();
        for (at, &step) in own.iter().enumerate() {
            let crosses = own[..at.saturating_sub(1)].iter().any(|&earlier| steps_meet(step, earlier));
            assert!(!crosses, "{name}: line {:?} crosses itself", line.ends);
        }
    }
}

/// Two lines meet nowhere but at the ends that they share.
fn check_pair(line: &Line, other: &Line, name: &str) {
    let ends = |line: &Line| [line.outline[0], *line.outline.last().unwrap()];
    let shared: Vec<Point> = ends(line).into_iter().filter(|end| ends(other).contains(end)).collect();
    for a in steps(line) {
        for b in steps(other) {
            if !steps_meet(a, b) {
                continue;
            }
            // Steps that start at a shared end meet there, and nowhere else unless they go the same way.
            let common = shared.iter().find(|end| a.contains(end) && b.contains(end));
            let is_end = common.is_some_and(|&end| {
                let far = |step: [Point; 2]| if step[0] == end { step[1] } else { step[0] };
                let towards = |to: Point| [to[0] - end[0], to[1] - end[1]];
                let (u, v) = (towards(far(a)), towards(far(b)));
                side(end, far(a), far(b)).abs() > 1e-9 || u[0] * v[0] + u[1] * v[1] < 0.0
            });
            assert!(is_end, "{name}: lines {:?} and {:?} cross at {a:?}", line.ends, other.ends);
        }
    }
}

/// How many random records; the full number by `SPROOF_RANDOM_PICTURES=200`.
fn record_count() -> u64 {
    std::env::var("SPROOF_RANDOM_PICTURES").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

#[test]
fn random_records_are_drawn_without_crossings() {
    draw_random_records(0..record_count());
}

#[test]
#[ignore = "deep: more pictures"]
fn many_random_records_are_drawn_without_crossings() {
    draw_random_records(6..40);
}

fn draw_random_records(seeds: Range<u64>) {
    let mut longest = 0;
    for seed in seeds.clone() {
        let game = random_game(3 + (seed % 10) as usize, seed);
        longest = longest.max(game.moves().len());
        // The end of the game, or a position on the way there.
        let nth = if seed % 4 == 3 { game.moves().len() / 2 } else { game.moves().len() };
        let position = &game.positions()[nth];
        check(position, &svg(&Picture::of(position)), &format!("seed {seed}: {}", game.record(MoveNotation::Hoey)));
    }
    assert!(seeds.end < 200 || longest >= 28, "{longest}");
}

#[test]
fn small_positions_are_drawn() {
    for text in ["1", "1;2", "1,2/1,2", "1,3,2,3", "1,3;2/1,3", "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9"] {
        let position = Drawn::from_full_hoey(text).unwrap();
        check(&position, &svg(&Picture::of(&position)), text);
    }
}

#[test]
fn the_program_draws() {
    let folder = scratch("drawn");
    let file = folder.join("p.svg");
    let name = file.to_str().unwrap();
    let drawn = solve(&["draw", "1-6-2; 3-7-4; 1-8-2>; 3-9-4>1", "--svg", name]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    let position = board::records::Game::read("1-6-2; 3-7-4; 1-8-2>; 3-9-4>1").unwrap().position().clone();
    check(&position, &std::fs::read_to_string(&file).unwrap(), "Hoey's example");
    let found = solve(&["draw", "0*2.AB|AB", "--svg", name]);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.stdout.contains("c spots as they are numbered: 1;2;3,4/3,4\n"), "{found:?}");
    check(&Drawn::from_full_hoey("1;2;3,4/3,4").unwrap(), &std::fs::read_to_string(&file).unwrap(), "0*2.AB|AB");
    assert!(found.stdout.contains("\ns drawn 4 spots, 2 lines in "), "{found:?}");
    let refused = solve(&["draw", "0*2.ABAB", "--svg", name]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.starts_with("error: `0*2.ABAB` cannot be drawn"), "{}", refused.stderr);
    let start = solve(&["draw", "0*3", "--svg", name]);
    assert!(start.stdout.ends_with(&format!("s drawn 3 spots, 0 lines in {name}\n")), "{start:?}");
    let tree = solve(&["tree", "2", "--svg", name]);
    assert_eq!(tree.code, Some(0), "{tree:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains(">ABCD|ABCD</text>"));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The winner has one move in every position of the tree, the opponent all of them, and the last positions are the end.
#[test]
fn strategies_are_whole() {
    for (spots, misere) in [(1, false), (2, false), (3, false), (2, true)] {
        let mut oracle = if misere { Oracle::misere() } else { Oracle::normal(Claims::default()) };
        let tree = StrategyTree::of(spots, &mut oracle, Limits::default(), |_| ()).unwrap();
        let text = strategy::svg(&tree, "");
        assert!(tree.nodes.iter().all(|node| text.contains(&format!(">{}</text>", node.position))), "{spots}");
        for (nth, node) in tree.nodes.iter().enumerate() {
            let moves = tree.edges.iter().filter(|edge| edge.from == nth).count();
            assert!(node.is_lost || moves <= 1, "the winner has one move: {}", node.position);
        }
    }
}
