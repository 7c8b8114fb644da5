//! The curves of Figure 4: decision quality against generations, and the two searchers compared at equal generations.

use bestply::random_game::NGameShape;
use bestply_experiments::outcome::results::{CellGame, round4};
use bestply_statistics::{Mean, wilson_interval};
use serde::{Deserialize, Serialize};

use super::sample::{SearchToDepth, TreeSample};

/// What was measured on the trees of one branching factor.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredTrees {
    /// The shape of the trees.
    pub(crate) shape: NGameShape,
    /// The measurements.
    pub(crate) sample: TreeSample,
}

/// How the generations of best-first minimax are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All generations, repetitions included: RBFMS, the coarse broken line.
    Every,
    /// Each node once: best-first with its tree in memory, the fine broken line.
    First,
    /// Each node as often as its parent had its static value when the node was generated.
    ///
    /// The report takes these for first generations,
    /// because a value that is not the static one shows that a node was expanded before.
    /// But a node with its static value may have been expanded before, too.
    SeeminglyFirst,
}

impl MeasuredTrees {
    /// The depth of the trees.
    pub fn depth(&self) -> usize {
        self.shape.depth()
    }

    /// The mean number of nodes generated until a stopping depth.
    pub(crate) fn best_first_generations(&self, depth: usize, counted: Counted) -> f64 {
        let best_first = &self.sample.best_first;
        let totals = match counted {
            Counted::Every => &best_first.generations,
            Counted::First => &best_first.first_generations,
            Counted::SeeminglyFirst => &best_first.seemingly_first_generations,
        };
        self.sample.per_tree(totals[depth - 1])
    }

    /// The number of nodes generated again divided by that of nodes generated for the first time,
    /// until a stopping depth.
    ///
    /// `first` says which nodes count as generated for the first time.
    pub(crate) fn overhead(&self, depth: usize, first: Counted) -> f64 {
        self.best_first_generations(depth, Counted::Every) / self.best_first_generations(depth, first) - 1.0
    }

    /// By how much best-first minimax stopped at `depth` finds more correct moves than alpha-beta
    /// with as many generations.
    ///
    /// The result is the terms of a [contrast](TreeSample::contrast).
    /// Alpha-beta's decision quality lies between those of two horizons,
    /// in proportion to the logarithm of the generations: on the line that Figure 4 draws.
    /// `None` beyond the ends of that line.
    pub(crate) fn advantage(&self, depth: usize, counted: Counted) -> Option<Vec<(SearchToDepth, f64)>> {
        let generations = self.best_first_generations(depth, counted);
        let cost = |horizon| self.sample.generations(SearchToDepth::AlphaBeta(horizon));
        let horizon =
            (1..self.depth() - 1).find(|&horizon| cost(horizon) <= generations && generations <= cost(horizon + 1))?;
        let share = (generations / cost(horizon)).ln() / (cost(horizon + 1) / cost(horizon)).ln();
        Some(vec![
            (SearchToDepth::BestFirst(depth), 1.0),
            (SearchToDepth::AlphaBeta(horizon), share - 1.0),
            (SearchToDepth::AlphaBeta(horizon + 1), -share),
        ])
    }

    /// The advantages at those of some depths that alpha-beta's curve reaches, each with its depth.
    pub(super) fn advantages(&self, depths: impl Iterator<Item = usize>, counted: Counted) -> Vec<(usize, Mean)> {
        depths.filter_map(|depth| Some((depth, self.sample.contrast(&self.advantage(depth, counted)?)))).collect()
    }

    /// The mean of the advantages at some depths.
    pub(super) fn mean_advantage(&self, depths: impl Iterator<Item = usize>, counted: Counted) -> Option<Mean> {
        Some(self.sample.contrast(&self.mean_terms(depths, counted)?))
    }

    /// The mean of the advantages at some depths less that at some others.
    pub(super) fn mean_difference(
        &self,
        depths: impl Iterator<Item = usize>,
        others: impl Iterator<Item = usize>,
        counted: Counted,
    ) -> Option<Mean> {
        let mean = self.mean_terms(depths, counted)?;
        let other = self.mean_terms(others, counted)?.into_iter().map(|(search, share)| (search, -share));
        Some(self.sample.contrast(&mean.into_iter().chain(other).collect::<Vec<_>>()))
    }

    /// The mean of the advantages at some depths, as terms of a contrast.
    fn mean_terms(&self, depths: impl Iterator<Item = usize>, counted: Counted) -> Option<Vec<(SearchToDepth, f64)>> {
        let each: Vec<_> = depths.filter_map(|depth| self.advantage(depth, counted)).collect();
        let weight = 1.0 / each.len() as f64;
        let terms: Vec<_> = each.into_iter().flatten().map(|(search, share)| (search, share * weight)).collect();
        (!terms.is_empty()).then_some(terms)
    }
}

/// The curves of one branching factor.
///
/// Generations are means over the trees.
/// Shares and means are rounded to four decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curves {
    /// The game.
    pub(crate) game: CellGame,
    /// The number of trees.
    pub(crate) trees: u64,
    /// The number of trees with more than one best first move. Each of these moves counts as correct.
    pub ties: u64,
    /// The number of trees in which the forms of RBFMS with and without inheritance differ in a move
    /// or in first generations.
    pub(crate) forms_differ: u64,
    /// The points of alpha-beta's curve.
    pub(crate) alpha_beta: Vec<AlphaBetaPoint>,
    /// The points of best-first minimax's curves.
    pub(crate) best_first: Vec<BestFirstPoint>,
}

/// Alpha-beta with one horizon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlphaBetaPoint {
    /// The horizon in plies.
    pub(crate) horizon: usize,
    /// The mean number of nodes generated in a tree.
    pub(crate) generations: f64,
    /// The number of trees in which alpha-beta's move is correct.
    pub(crate) correct: u64,
    /// The share of these trees.
    pub(crate) decision_quality: f64,
    /// The 95 % interval of the share.
    pub(crate) interval_95: [f64; 2],
}

/// Best-first minimax, stopped when it first chooses a node of one depth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestFirstPoint {
    /// The stopping depth in plies.
    pub(crate) depth: usize,
    /// The mean number of nodes that RBFMS generates in a tree, repetitions included.
    pub(crate) generations: f64,
    /// The mean number of nodes generated for the first time: the cost of a tree in memory.
    pub(crate) first_generations: f64,
    /// The mean number of nodes whose parent had its static value when they were generated.
    /// The report takes these for first generations.
    pub(crate) seemingly_first_generations: f64,
    /// As `generations`, for the form of 1993 without inheritance of values.
    pub(crate) generations_without_inheritance: f64,
    /// Repetitions divided by first generations.
    pub(crate) overhead: f64,
    /// The overhead by the report's test: what it takes for repetitions divided by what it takes for first generations.
    pub(crate) seeming_overhead: f64,
    /// Repetitions divided by first generations, without inheritance.
    pub(crate) overhead_without_inheritance: f64,
    /// The number of trees in which best-first minimax's move is correct.
    pub(crate) correct: u64,
    /// The share of these trees.
    pub(crate) decision_quality: f64,
    /// The 95 % interval of the share.
    pub(crate) interval_95: [f64; 2],
    /// The comparison with alpha-beta at equal generations,
    /// repetitions included. It is missing beyond the ends of alpha-beta's curve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_equal_generations: Option<Comparison>,
    /// The comparison with alpha-beta where best-first's first generations equal alpha-beta's generations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_equal_first_generations: Option<Comparison>,
}

/// Best-first minimax compared with alpha-beta at equal generations, on the same trees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// Alpha-beta's decision quality, on the line between two horizons.
    pub(crate) alpha_beta_quality: f64,
    /// The decision quality of best-first minus that of alpha-beta.
    pub(crate) difference: f64,
    /// The 95 % interval of the difference.
    pub(crate) interval_95: [f64; 2],
}

impl From<&MeasuredTrees> for Curves {
    fn from(measured: &MeasuredTrees) -> Curves {
        let MeasuredTrees { shape, sample } = measured;
        let game =
            CellGame::of("n-game").with("branching", shape.branching() as u32).with("depth", shape.depth() as u32);
        Curves {
            game,
            trees: sample.trees(),
            ties: sample.ties,
            forms_differ: sample.forms_differ,
            alpha_beta: (1..shape.depth()).map(|horizon| alpha_beta_point(sample, horizon)).collect(),
            best_first: (1..=shape.depth()).map(|depth| best_first_point(measured, depth)).collect(),
        }
    }
}

fn alpha_beta_point(sample: &TreeSample, horizon: usize) -> AlphaBetaPoint {
    let search = SearchToDepth::AlphaBeta(horizon);
    let correct = sample.correct(search);
    AlphaBetaPoint {
        horizon,
        generations: round4(sample.generations(search)),
        correct: correct.wins,
        decision_quality: round4(correct.rate()),
        interval_95: wilson_interval(correct).map(round4),
    }
}

fn best_first_point(measured: &MeasuredTrees, depth: usize) -> BestFirstPoint {
    let sample = &measured.sample;
    let correct = sample.correct(SearchToDepth::BestFirst(depth));
    let without = sample.best_first.generations_without_inheritance[depth - 1];
    BestFirstPoint {
        depth,
        generations: round4(measured.best_first_generations(depth, Counted::Every)),
        first_generations: round4(measured.best_first_generations(depth, Counted::First)),
        seemingly_first_generations: round4(measured.best_first_generations(depth, Counted::SeeminglyFirst)),
        generations_without_inheritance: round4(sample.per_tree(without)),
        overhead: round4(measured.overhead(depth, Counted::First)),
        seeming_overhead: round4(measured.overhead(depth, Counted::SeeminglyFirst)),
        overhead_without_inheritance: round4(
            sample.per_tree(without) / measured.best_first_generations(depth, Counted::First) - 1.0,
        ),
        correct: correct.wins,
        decision_quality: round4(correct.rate()),
        interval_95: wilson_interval(correct).map(round4),
        at_equal_generations: comparison(measured, depth, Counted::Every),
        at_equal_first_generations: comparison(measured, depth, Counted::First),
    }
}

fn comparison(measured: &MeasuredTrees, depth: usize, counted: Counted) -> Option<Comparison> {
    let Mean { mean, interval_95 } = measured.sample.contrast(&measured.advantage(depth, counted)?);
    let quality = measured.sample.correct(SearchToDepth::BestFirst(depth)).rate();
    let alpha_beta_quality = round4(quality - mean);
    Some(Comparison { alpha_beta_quality, difference: round4(mean), interval_95: interval_95.map(round4) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure_4::{AlphaBetaSample, BestFirstSample};

    /// Four trees of depth 3.
    ///
    /// Alpha-beta: 10 generations, one correct; 1000 generations, three correct.
    /// Best-first: 2, 100 and 5000 generations; 0, 3 and 4 correct.
    fn measured() -> MeasuredTrees {
        let sample = TreeSample {
            ties: 0,
            forms_differ: 0,
            alpha_beta: AlphaBetaSample { generations: vec![40, 4000], correct: vec![0b11, 0b10, 0b10, 0b00] },
            best_first: BestFirstSample {
                generations: vec![8, 400, 20_000],
                generations_without_inheritance: vec![8, 440, 22_000],
                first_generations: vec![8, 40, 4000],
                seemingly_first_generations: vec![8, 200, 5000],
                correct: vec![0b110, 0b110, 0b100, 0b110],
            },
        };
        MeasuredTrees { shape: NGameShape::new(2, 3, 100).expect("it fits"), sample }
    }

    #[test]
    fn equal_generations_are_found_on_the_logarithmic_line() {
        let measured = measured();
        let half = vec![
            (SearchToDepth::BestFirst(2), 1.0),
            (SearchToDepth::AlphaBeta(1), -0.5),
            (SearchToDepth::AlphaBeta(2), -0.5),
        ];
        assert_eq!(measured.advantage(2, Counted::Every), Some(half.clone()));
        assert_eq!(measured.advantage(1, Counted::Every), None, "below alpha-beta's curve");
        assert_eq!(measured.advantage(3, Counted::Every), None, "beyond alpha-beta's curve");
        let at_the_start = vec![
            (SearchToDepth::BestFirst(2), 1.0),
            (SearchToDepth::AlphaBeta(1), -1.0),
            (SearchToDepth::AlphaBeta(2), 0.0),
        ];
        assert_eq!(measured.advantage(2, Counted::First), Some(at_the_start));
        // Tree by tree: 1 - 1, 1 - 1/2, 0 - 1/2, 1 - 0.
        // The mean is 1/4, and the variance (0 + 1/4 + 1/4 + 1 - 1/4) / 3.
        let Mean { mean, interval_95: [low, high] } = measured.sample.contrast(&half);
        assert_eq!(mean, 0.25);
        assert!((high - low - 2.0 * bestply_statistics::Z_95 * (1.25_f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn curves_are_means_and_shares() {
        let curves = Curves::from(&measured());
        assert_eq!(curves.alpha_beta[1].generations, 1000.0);
        assert_eq!((curves.alpha_beta[0].correct, curves.alpha_beta[0].decision_quality), (1, 0.25));
        let point = &curves.best_first[1];
        assert_eq!((point.generations, point.first_generations, point.correct), (100.0, 10.0, 3));
        assert_eq!((point.overhead, point.seeming_overhead, point.overhead_without_inheritance), (9.0, 1.0, 10.0));
        let comparison = point.at_equal_generations.as_ref().expect("alpha-beta's curve reaches it");
        assert_eq!((comparison.alpha_beta_quality, comparison.difference), (0.5, 0.25));
        assert_eq!(curves.best_first[2].at_equal_generations, None);
    }
}
