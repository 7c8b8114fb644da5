//! Are the random games random? Distributions are tested by chi-squared, independence by correlation,
//! for each numbering.
//!
//! All seeds are fixed, so that a test always passes or never does.

use std::fmt::Write;

use bestply_core::{Evaluator, Position};
use bestply_random_game::{EDGE_LIMIT, EdgeSum, Numbering, RandomGame, Rules};
use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use statrs::distribution::{ChiSquared, ContinuousCDF};

const NUMBERINGS: [Numbering; 3] = [Numbering::BreadthFirst, Numbering::EdgeSeeded, Numbering::Keyed];

fn game(numbering: Numbering, branching: usize, seed: u64) -> RandomGame {
    RandomGame::new(Rules::new(branching, 100).expect("legal rules").with_numbering(numbering), seed)
}

/// A source of moves that is independent of the games' own numbers.
struct Walker(SplitMix64);

impl Walker {
    fn new(seed: u64) -> Walker {
        Walker(SplitMix64::seed_from_u64(!seed))
    }

    fn choose(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }
}

/// Fails unless the counts are as these weights predict, at the level of 0.1 %.
///
/// A fit that is too good is as suspicious as a bad one.
fn check_counts(counts: &[u64], weights: &[u64], what: &str) {
    let (total, weight): (u64, u64) = (counts.iter().sum(), weights.iter().sum());
    let excess = |(&count, &part): (&u64, &u64)| {
        let expected = total as f64 * part as f64 / weight as f64;
        (count as f64 - expected).powi(2) / expected
    };
    let statistic: f64 = counts.iter().zip(weights).map(excess).sum();
    let distribution = ChiSquared::new((counts.len() - 1) as f64).expect("more than one cell");
    let p = distribution.cdf(statistic);
    assert!((0.0005..0.9995).contains(&p), "{what}: chi-squared {statistic:.1}, p = {p:.5}");
}

/// Draws one node from each of many games. Nodes of one game need not be independent, and edge-seeded they are not.
#[test]
fn moves_and_edges_are_uniform() {
    const GAMES: u64 = 20_000;
    const CELLS: usize = 64;
    const EDGES: usize = 2 * EDGE_LIMIT as usize + 1;
    for numbering in NUMBERINGS {
        for branching in [1, 2, 3, 5, 10, 20, 99, 255] {
            let mut moves = vec![0; branching];
            let mut edges = [0; CELLS];
            for seed in 0..GAMES {
                let (mut game, mut walker) = (game(numbering, branching, seed), Walker::new(seed));
                for _ in 0..seed % 50 {
                    game.make(walker.choose(game.move_count()));
                }
                let before = game.value();
                game.make(walker.choose(game.move_count()));
                let edge = (game.value() - before + EDGE_LIMIT) as usize;
                edges[edge * CELLS / EDGES] += 1;
                moves[game.move_count() - 1] += 1;
            }
            let mut weights = [0; CELLS];
            (0..EDGES).for_each(|edge| weights[edge * CELLS / EDGES] += 1);
            check_counts(&edges, &weights, &format!("edges, {numbering:?}, branching {branching}"));
            if branching > 1 {
                check_counts(&moves, &vec![1; branching], &format!("moves, {numbering:?}, branching {branching}"));
            }
        }
    }
}

/// The correlation of two quantities, from a sample of both.
#[derive(Clone, Copy, Default)]
struct Correlation {
    count: u64,
    sums: [i128; 5],
}

impl Correlation {
    fn add(&mut self, x: i32, y: i32) {
        let (x, y) = (i128::from(x), i128::from(y));
        self.count += 1;
        for (sum, term) in self.sums.iter_mut().zip([x, y, x * x, y * y, x * y]) {
            *sum += term;
        }
    }

    fn value(&self) -> f64 {
        let n = i128::from(self.count);
        let [x, y, xx, yy, xy] = self.sums;
        (n * xy - x * y) as f64 / ((n * xx - x * x) as f64 * (n * yy - y * y) as f64).sqrt()
    }

    /// Five standard deviations of the correlation of as many independent samples.
    /// Such a sample practically never exceeds it.
    fn bound(&self) -> f64 {
        5.0 / (self.count as f64).sqrt()
    }
}

/// The number of children, and of siblings, that are looked at one by one.
const COLUMNS: usize = 4;

/// The correlations along random walks through the games of one numbering.
#[derive(Default)]
struct Correlations {
    /// The edge to a node and the edge to its *i*-th child.
    child: [Correlation; COLUMNS],
    /// The edge to a node and the edge to any of its children.
    any_child: Correlation,
    /// The edge to a node and the edge to any grandchild.
    grandchild: Correlation,
    /// The edges to two children of a node, `i + 1` places apart.
    siblings: [Correlation; COLUMNS],
    /// The edge to a node and its number of moves.
    moves: Correlation,
    /// The number of moves of a node and of any of its children.
    moves_of_child: Correlation,
}

impl Correlations {
    fn in_order(self) -> [Correlation; HEADERS.len()] {
        let parts: [&[Correlation]; 4] =
            [&self.child, &[self.any_child, self.grandchild], &self.siblings, &[self.moves, self.moves_of_child]];
        parts.concat().try_into().unwrap_or_else(|_| panic!("a header for each"))
    }
}

fn measure(numbering: Numbering, branching: usize) -> Correlations {
    const GAMES: u64 = 1_000;
    let mut found = Correlations::default();
    for seed in 0..GAMES {
        let (mut game, mut walker) = (game(numbering, branching, seed), Walker::new(seed));
        let mut last_edges = [None, None];
        while game.moves_left() > 1 {
            let moves = game.move_count();
            let edges: Vec<i32> =
                (0..moves).map(|index| EdgeSum.evaluate_child(&mut game, index) - game.value()).collect();
            let [grandparent, parent] = last_edges;
            if let Some(parent) = parent {
                found.moves.add(parent, moves as i32);
                for (index, &edge) in edges.iter().enumerate() {
                    found.any_child.add(parent, edge);
                    if let Some(child) = found.child.get_mut(index) {
                        child.add(parent, edge);
                    }
                }
            }
            if let Some(grandparent) = grandparent {
                edges.iter().for_each(|&edge| found.grandchild.add(grandparent, edge));
            }
            for (apart, siblings) in (1..).zip(&mut found.siblings) {
                edges.iter().zip(edges.iter().skip(apart)).for_each(|(&edge, &sibling)| siblings.add(edge, sibling));
            }
            let chosen = walker.choose(moves);
            game.make(chosen);
            found.moves_of_child.add(moves as i32, game.move_count() as i32);
            last_edges = [parent, Some(edges[chosen])];
        }
    }
    found
}

/// What theory says of the edge-seeded numbering.
///
/// If a parent's number is *as*, the number of its child *i* is *a(Bs + i + 1)*.
/// As fractions of the modulus, *u* becomes *{Bu + c(i)}* with *c(i) = {a(i + 1)/p}*.
/// The correlation of a uniform *u* and *{bu + c}* is *(1 - 6c(1 - c))/b*.
struct Theory {
    branching: usize,
}

impl Theory {
    /// The fraction *a/p*.
    const STEP: f64 = 437_799_614_237_992_725.0 / ((1u64 << 61) - 1) as f64;

    fn correlation(multiplier: f64, shift: f64) -> f64 {
        let shift = shift.rem_euclid(1.0);
        (1.0 - 6.0 * shift * (1.0 - shift)) / multiplier
    }

    fn shift(index: usize) -> f64 {
        Theory::STEP * (index + 1) as f64
    }

    fn child(&self, index: usize) -> f64 {
        Theory::correlation(self.branching as f64, Theory::shift(index))
    }

    fn siblings(apart: usize) -> f64 {
        Theory::correlation(1.0, Theory::STEP * apart as f64)
    }

    /// The mean over all existing children. Child *i* exists with probability *(B - i)/B*.
    fn any_child(&self) -> f64 {
        self.mean_over_children(|index| self.child(index))
    }

    /// The mean over all grandchildren of a walk. It goes to child *i* with probability *(1/m)/B* summed over *m > i*.
    fn grandchild(&self) -> f64 {
        let b = self.branching as f64;
        let through = |first: usize| {
            let visited = (first + 1..=self.branching).map(|moves| 1.0 / moves as f64).sum::<f64>() / b;
            visited
                * self.mean_over_children(|second| {
                    Theory::correlation(b * b, b * Theory::shift(first) + Theory::shift(second))
                })
        };
        (0..self.branching).map(through).sum()
    }

    fn in_order(&self) -> [f64; HEADERS.len()] {
        let mut values = [0.0; HEADERS.len()];
        for column in 0..COLUMNS {
            values[column] = self.child(column);
            values[COLUMNS + 2 + column] = Theory::siblings(column + 1);
        }
        values[COLUMNS] = self.any_child();
        values[COLUMNS + 1] = self.grandchild();
        values
    }

    fn mean_over_children(&self, of: impl Fn(usize) -> f64) -> f64 {
        let weighted = (0..self.branching).map(|index| (self.branching - index) as f64 * of(index));
        weighted.sum::<f64>() * 2.0 / (self.branching * (self.branching + 1)) as f64
    }
}

/// The columns of the table, in this order:
/// parent and child *i*; parent and any child; parent and grandchild; siblings *i* apart;
/// a node's edge and number of moves; the numbers of moves of parent and child.
#[rustfmt::skip]
const HEADERS: [&str; 2 * COLUMNS + 4] = [
    "child 0", "child 1", "child 2", "child 3", "  child", " grand", "apart 1", "apart 2", "apart 3", "apart 4",
    " edges", " moves",
];

/// The table, in Markdown.
struct Table(String);

impl Table {
    fn new() -> Table {
        let names = HEADERS.join(" | ");
        let rules: Vec<_> = HEADERS.iter().map(|header| "-".repeat(header.len() + 1)).collect();
        Table(format!("|  B | numbering     | {names} |\n|---:|---------------|{}:|\n", rules.join(":|")))
    }

    fn add(&mut self, branching: usize, name: &str, cells: impl IntoIterator<Item = Option<f64>>) {
        let cells: Vec<_> = cells
            .into_iter()
            .zip(HEADERS)
            .map(|(cell, header)| {
                // Adding 0 turns minus zero into zero.
                let cell = cell.map_or(String::new(), |value| format!("{:.3}", (value * 1e3).round() / 1e3 + 0.0));
                format!("{cell:>width$}", width = header.len())
            })
            .collect();
        writeln!(self.0, "| {branching:>2} | {name:<13} | {} |", cells.join(" | "))
            .expect("a string can be written to");
    }
}

#[test]
fn only_edge_seeded_numbers_are_correlated() {
    let mut table = Table::new();
    for branching in [2, 3, 5, 10, 20] {
        for (numbering, name) in NUMBERINGS.into_iter().zip(["breadth-first", "edge-seeded", "keyed"]) {
            let found = measure(numbering, branching).in_order();
            let theory = match numbering {
                Numbering::EdgeSeeded => Theory { branching }.in_order(),
                Numbering::BreadthFirst | Numbering::Keyed => [0.0; HEADERS.len()],
            };
            for ((correlation, expected), header) in found.iter().zip(theory).zip(HEADERS) {
                let difference = correlation.value() - expected;
                assert!(
                    correlation.count == 0 || difference.abs() < correlation.bound(),
                    "{header}, {name}, branching {branching}: off by {difference:.4} with {} samples",
                    correlation.count
                );
            }
            table.add(branching, name, found.map(|cell| (cell.count > 0).then(|| cell.value())));
            if numbering == Numbering::EdgeSeeded {
                let known = theory.into_iter().zip(&found).map(|(value, cell)| (cell.count > 0).then_some(value));
                table.add(branching, "  in theory", known);
                let stands_out = |cell: &Correlation| cell.count > 0 && cell.value().abs() > 1.5 * cell.bound();
                assert!(found[..COLUMNS].iter().any(stands_out), "no child is correlated, branching {branching}");
                assert!(
                    found[COLUMNS + 2..].iter().any(stands_out),
                    "no siblings are correlated, branching {branching}"
                );
            }
        }
    }
    insta::assert_snapshot!(table.0);
}
