//! The layout of a position: a mesh with places for its nodes.

use crate::drawn::{Drawn, Line, Move, Site, Spot};
use crate::layout::geometry::{Point, area, distance, side};
use crate::layout::grid::on_grid;
use crate::layout::mesh::Mesh;
use crate::layout::relax::{Taste, smooth};
use crate::layout::remesh::{flip, merge_near, split_long_lines};
use crate::layout::route::draw_move;
use crate::layout::start::start;
use std::f64::consts::TAU;

/// The most rounds of relaxation, in each of which the triangles are made anew.
const MOST_ROUNDS: usize = 120;
/// Rounds for a picture that is wanted at once.
const ROUNDS_AT_ONCE: usize = 32;
/// Rounds after a move.
const ROUNDS_AFTER_A_MOVE: usize = 24;
/// First the drawing is pulled together, then the spots are given room.
const TASTES: [Taste; 2] = [Taste { tension: 4.0, straightness: 2.0 }, Taste { tension: 0.3, straightness: 4.0 }];
/// The part of the outermost triangle that the drawing may fill.
const FILLED: f64 = 0.3;

/// Places for the spots of a position and ways for its lines. No triangle of the mesh is turned over, so nothing crosses.
#[derive(Debug, Clone)]
pub struct Layout {
    mesh: Mesh,
    points: Vec<Point>,
    spots: usize,
}

impl Layout {
    /// Lays out a position: without lines in a row or a circle.
    pub fn of(position: &Drawn) -> Layout {
        Layout::watched(position, None, |_| true)
    }

    /// Lays out a position, with the region that surrounds everything if it is chosen. `watch` is told how much of the work is
    /// done, and the layout is taken as it is when it answers no: nothing crosses at any time, there is only less order.
    pub fn watched(position: &Drawn, outer: Option<usize>, watch: impl FnMut(f64) -> bool) -> Layout {
        Layout::in_rounds(position, outer, MOST_ROUNDS, watch)
    }

    /// Lays out a position in a few rounds, for a picture that is wanted at once and will be relaxed further after the next move.
    pub fn at_once(position: &Drawn) -> Layout {
        Layout::in_rounds(position, None, ROUNDS_AT_ONCE, |_| true)
    }

    fn in_rounds(position: &Drawn, outer: Option<usize>, most: usize, watch: impl FnMut(f64) -> bool) -> Layout {
        let spots = position.spot_count();
        if position.line_count() == 0 {
            let (mesh, points) = start(spots);
            return Layout { mesh, points, spots };
        }
        let mesh = Mesh::of(position, outer);
        let points = on_grid(mesh.nodes, &mesh.triangles, mesh.outer);
        let mut layout = Layout { mesh, points, spots };
        // Small drawings find their shape sooner.
        let rounds = (30 + layout.mesh.nodes / 6).min(most);
        // Lines are left alone until the drawing has found its shape, and at the end.
        layout.relax(rounds, rounds / 4, watch);
        layout.lay_flat();
        layout
    }

    /// The layout after a move: the curve is drawn into this layout, which then makes room for it.
    pub fn after(&self, position: &Drawn, played: &Move) -> Layout {
        let Some(mut layout) = self.with_curve(position, played) else {
            return Layout::of(&position.play(played));
        };
        layout.relax(ROUNDS_AFTER_A_MOVE, 2, |_| true);
        layout
    }

    /// The layouts on the way to the one after a move, in so many rounds; each is plane. The first has the curve in the old
    /// picture, the last makes room for it, and between two of them nothing moves far.
    pub fn steps_after(&self, position: &Drawn, played: &Move, rounds: usize) -> Vec<Layout> {
        let Some(mut layout) = self.with_curve(position, played) else {
            return vec![Layout::of(&position.play(played))];
        };
        let (wanted, mut steps) = (layout.wanted(), vec![layout.clone()]);
        for round in 0..rounds {
            layout.round(wanted, round, rounds, 2);
            steps.push(layout.clone());
        }
        steps
    }

    /// This layout with the curve of a move in it, and nothing else changed; `None` if the mesh leaves no way for it.
    pub fn with_curve(&self, position: &Drawn, played: &Move) -> Option<Layout> {
        let mut layout = self.clone();
        draw_move(&mut layout.mesh, &mut layout.points, position, played)?;
        layout.spots += 1;
        layout.is_plane().then_some(layout)
    }

    /// Twice the area that triangles are made to have.
    fn wanted(&self) -> f64 {
        FILLED * area(self.mesh.outer.map(|node| self.points[node])) / self.mesh.triangles.len() as f64
    }

    fn relax(&mut self, rounds: usize, untouched: usize, mut watch: impl FnMut(f64) -> bool) {
        let wanted = self.wanted();
        for round in 0..rounds {
            if !watch(round as f64 / rounds as f64) {
                return;
            }
            self.round(wanted, round, rounds, untouched);
        }
    }

    /// One of the rounds of a relaxation.
    fn round(&mut self, wanted: f64, round: usize, rounds: usize, untouched: usize) {
        flip(&mut self.mesh, &self.points);
        if (untouched..rounds.saturating_sub(5)).contains(&round) {
            merge_near(&mut self.mesh, &self.points, self.spots, side(wanted));
            split_long_lines(&mut self.mesh, &mut self.points, side(wanted));
        }
        smooth(&self.mesh, &mut self.points, wanted, TASTES[usize::from(round >= rounds * 3 / 5)]);
    }

    /// Turns the drawing so that it is wider than high.
    fn lay_flat(&mut self) {
        let shown: Vec<Point> = self.shown().collect();
        let count = shown.len().max(1) as f64;
        let mean = [0, 1].map(|axis| shown.iter().map(|point| point[axis]).sum::<f64>() / count);
        let moment = |p: usize, q: usize| shown.iter().map(|point| (point[p] - mean[p]) * (point[q] - mean[q])).sum();
        let (xx, yy, xy): (f64, f64, f64) = (moment(0, 0), moment(1, 1), moment(0, 1));
        let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
        let (sine, cosine) = (-angle).sin_cos();
        for point in &mut self.points {
            *point = [cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1]];
        }
    }

    /// Whether no triangle is turned over.
    pub fn is_plane(&self) -> bool {
        self.mesh.triangles.iter().all(|triangle| area(triangle.map(|node| self.points[node])) > 0.0)
    }

    /// The places of everything that is shown.
    pub fn shown(&self) -> impl Iterator<Item = Point> + '_ {
        let nodes = (0..self.spots).chain(self.mesh.lines.iter().flatten().copied());
        nodes.map(|node| self.points[node])
    }

    /// The side of the triangles on average: the room that a detail takes.
    pub fn unit(&self) -> f64 {
        let ends = |step: &[usize]| distance(self.points[step[0]], self.points[step[1]]);
        let steps: Vec<f64> = self.mesh.lines.iter().flat_map(|line| line.windows(2)).map(ends).collect();
        if steps.is_empty() { 1.0 } else { steps.iter().sum::<f64>() / steps.len() as f64 }
    }

    pub fn spot(&self, spot: Spot) -> Point {
        self.points[spot]
    }

    pub fn point(&self, node: usize) -> Point {
        self.points[node]
    }

    /// The direction in which a curve leaves a corner of a region: an angle counterclockwise from the right, in the middle of the
    /// corner. `None` for a spot without lines.
    pub fn direction(&self, position: &Drawn, region: usize, site: Site) -> Option<f64> {
        let boundary = &position.regions()[region][site.boundary];
        let corner = boundary[site.at];
        let before = boundary[(site.at + boundary.len() - 1) % boundary.len()];
        let angle = |line: Line, is_into: bool| {
            // A line that starts here is met at its first nodes. The one along which the walk came ends here.
            let nodes = &self.mesh.lines[line];
            let starts_here = nodes[0] == corner.spot && (nodes[nodes.len() - 1] != corner.spot || !is_into);
            let next = if starts_here { nodes[1] } else { nodes[nodes.len() - 2] };
            let [dx, dy] = [0, 1].map(|axis| self.points[next][axis] - self.points[corner.spot][axis]);
            dy.atan2(dx)
        };
        let (into, out) = (angle(before.out?, true), angle(corner.out?, false));
        // The room is on the right hand: counterclockwise from the line of arrival to the one of departure.
        let turn = if before.out == corner.out { TAU } else { (out - into).rem_euclid(TAU) };
        Some(into + turn / 2.0)
    }

    /// The nodes of a line, from end to end.
    pub fn line(&self, line: Line) -> &[usize] {
        &self.mesh.lines[line]
    }

    pub fn line_count(&self) -> usize {
        self.mesh.lines.len()
    }

    /// The triangles around each node.
    pub fn around(&self) -> Vec<Vec<[usize; 3]>> {
        self.mesh.around()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Game;

    const GAME: &str =
        "5: 3-6-4; 1-7-2; 5-8-7.2; 3-9-3<; 4-10-6.4; 1-11-1<; 9-12-11; 4-13-10=; 5-14-8.5; 5-15-14=; 2-16-2";

    fn assert_good(layout: &Layout, position: &Drawn) {
        let name = position.full_hoey();
        assert!(layout.is_plane(), "{name}");
        let nodes: std::collections::HashSet<usize> = layout.mesh.triangles.iter().flatten().copied().collect();
        assert_eq!(layout.mesh.triangles.len(), 2 * nodes.len() - 5, "a triangulation less its outer face: {name}");
        assert_eq!((layout.spots, layout.line_count()), (position.spot_count(), position.line_count()));
    }

    #[test]
    fn nothing_is_turned_over() {
        for position in Game::read(GAME).unwrap().positions() {
            let mesh = Mesh::of(position, None);
            let points = on_grid(mesh.nodes, &mesh.triangles, mesh.outer);
            assert!(Layout { mesh, points, spots: position.spot_count() }.is_plane(), "{}", position.full_hoey());
            assert_good(&Layout::of(position), position);
        }
    }

    /// The way around each spot tells on which side of which line everything is: the layout has the walks of the position.
    fn assert_same_map(layout: &Layout, position: &Drawn) {
        let direction = |line: usize, spot: usize| {
            let nodes = layout.line(line);
            let next = if nodes[0] == spot { nodes[1] } else { nodes[nodes.len() - 2] };
            let [dx, dy] = [0, 1].map(|axis| layout.point(next)[axis] - layout.spot(spot)[axis]);
            dy.atan2(dx)
        };
        for boundary in position.regions().iter().flatten() {
            for (at, corner) in boundary.iter().enumerate() {
                let before = boundary[(at + boundary.len() - 1) % boundary.len()];
                let (Some(into), Some(out)) = (before.out, corner.out) else { continue };
                // Nothing lies on the right hand between the two lines: counterclockwise from the one to the other.
                let turn = |line: usize| (direction(line, corner.spot) - direction(into, corner.spot)).rem_euclid(TAU);
                let lines = (0..position.line_count()).filter(|&line| {
                    let nodes = layout.line(line);
                    (nodes[0] == corner.spot || nodes[nodes.len() - 1] == corner.spot) && line != into && line != out
                });
                let own = if into == out { TAU } else { turn(out) };
                for line in lines {
                    assert!(turn(line) > own, "{}: line {line} at spot {}", position.full_hoey(), corner.spot + 1);
                }
            }
        }
    }

    #[test]
    fn layouts_are_carried_on_from_move_to_move() {
        let game = Game::read(GAME).unwrap();
        let mut layout = Layout::of(&game.positions()[0]);
        for (nth, played) in game.moves().iter().enumerate() {
            let before = &game.positions()[nth];
            assert_same_map(&layout, before);
            let mut drawn = layout.clone();
            assert!(draw_move(&mut drawn.mesh, &mut drawn.points, before, played).is_some(), "move {}", nth + 1);
            assert!(drawn.is_plane());
            let steps = layout.steps_after(before, played, ROUNDS_AFTER_A_MOVE);
            assert!(steps.iter().all(Layout::is_plane));
            layout = layout.after(before, played);
            assert_eq!(steps[steps.len() - 1].points, layout.points);
            assert_good(&layout, &game.positions()[nth + 1]);
        }
        assert_same_map(&layout, game.position());
    }
}
