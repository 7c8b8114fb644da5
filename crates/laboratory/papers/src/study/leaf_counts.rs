//! How many leaves alpha-beta and its variants count to the same depths (Plaat, Schaeffer, Pijls & de Bruin 1996).
//!
//! A leaf is a position at the horizon of an iteration.
//! It counts once in an iteration, however often it is evaluated: the source's tables remember leaves, ours do not.

use bestply::{Limit, Position};
use bestply_catalogue::{Catalogue, NamedPlayer};
use bestply_experiments::outcome::results::SCHEMA;
use bestply_experiments::runs::study::{Findings, section};
use bestply_experiments::{Error, Result, ensure};
use bestply_presentation::document::{Part, Table};
use bestply_presentation::words::{listed, quantity};
use bestply_statistics::Mean;
use serde::Serialize;

use super::leaves::Leaves;
use super::observed::Root;
use super::words::in_percent;
use super::{GameSpending, PositionSample, PositionStudy, Searched, Spending};

/// The study: the same positions, evaluation, order of moves, iterations and table, and nothing selective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeafCounts {
    study: &'static str,
    sample: PositionSample,
    depth: usize,
    table_bytes: usize,
}

/// The variants, the first of which is what the others are compared with. They search to each depth, without ranks.
const VARIANTS: [(&str, &str); 5] = [
    ("full-window-alpha-beta:ranks=ignored", "alpha-beta"),
    ("principal-variation-search:ranks=ignored,step=1", "NegaScout"),
    ("sss-star:ranks=ignored", "SSS*"),
    ("dual-star:ranks=ignored", "DUAL*"),
    ("mtd-f:ranks=ignored,step=1", "MTD(f)"),
];

const NEGA_SCOUT: usize = 1;
const MTD_F: usize = 4;

/// The columns of a [`Spending`], as [`Leaves`] counts them.
const LEAVES: usize = 0;
const EVALUATIONS: usize = 1;

impl LeafCounts {
    /// The greatest depth.
    pub const MAX_DEPTH: usize = 30;

    /// The study of searches to each depth up to this one.
    ///
    /// # Errors
    ///
    /// If the depth is none from 1 to [`MAX_DEPTH`](LeafCounts::MAX_DEPTH).
    pub fn new(sample: PositionSample, depth: usize) -> Result<LeafCounts> {
        let most = LeafCounts::MAX_DEPTH;
        ensure!((1..=most).contains(&depth), "the depth must be from 1 to {most}, not {depth}");
        Ok(LeafCounts { study: "leaf-counts", sample, depth, table_bytes: 1 << 25 })
    }
}

/// The leaves of searches to fixed depths.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeafCountResults {
    /// The version of the layout.
    pub(crate) schema: u32,
    /// A row for each game, depth and variant.
    pub(crate) counts: Vec<LeafCount>,
    /// A row for each game and depth.
    pub(crate) depths: Vec<Spread>,
}

/// What one variant counts in a game to a depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LeafCount {
    /// The game.
    pub(crate) game: String,
    /// What leaves are valued by.
    pub(crate) evaluation: String,
    /// The depth of the last iteration; the counts are of all iterations.
    pub(crate) depth: usize,
    /// The variant, in the source's words.
    pub(crate) variant: &'static str,
    /// The number of positions.
    pub(crate) positions: usize,
    /// The mean number of leaves.
    pub(crate) leaves: f64,
    /// The mean number of evaluations of leaves.
    pub(crate) evaluations: f64,
    /// The leaves as a part of alpha-beta's, in the geometric mean.
    pub(crate) of_alpha_beta: Mean,
    /// The evaluations likewise.
    pub(crate) evaluations_of_alpha_beta: Mean,
}

/// How the variants differ in a game at a depth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The game.
    pub(crate) game: String,
    /// The depth of the last iteration.
    pub(crate) depth: usize,
    /// Whether it is the deepest that all variants reach from half of the positions.
    pub(crate) is_deepest: bool,
    /// The variant of the fewest leaves.
    pub(crate) fewest: &'static str,
    /// The variant of the most leaves.
    pub(crate) most: &'static str,
    /// The leaves of the latter as a multiple of the former's.
    pub(crate) most_over_fewest: Mean,
    /// MTD(f)'s leaves as a part of NegaScout's.
    pub(crate) mtd_f_of_nega_scout: Mean,
    /// MTD(f)'s leaves as a part of those of the best of the others.
    pub(crate) mtd_f_of_best_other: Mean,
}

impl PositionStudy for LeafCounts {
    type Results = LeafCountResults;

    fn sample(&self) -> &PositionSample {
        &self.sample
    }

    fn searchers(&self) -> Vec<String> {
        VARIANTS.map(|(name, _)| format!("{name},table_bytes={}", self.table_bytes)).to_vec()
    }

    fn spend(&self, at: &Searched<'_>, searcher: &NamedPlayer) -> Result<Spending> {
        let seat = at.seat;
        let evaluator = seat.venue.evaluator(seat.evaluation.name(), at.position.to_move());
        let mut leaves = Leaves::below(at.position);
        let mut root = Root { position: at.position, evaluator };
        root.search(searcher, &Limit::new().depth(self.depth), &mut leaves)?;
        let fault = seat.venue.fault(seat.evaluation.name());
        fault.map_or(Ok(leaves.by_depth), |fault| Err(Error::Invalid(fault)))
    }

    fn results(&self, _: &Catalogue, found: &[GameSpending]) -> LeafCountResults {
        let mut results = LeafCountResults { schema: SCHEMA, counts: Vec::new(), depths: Vec::new() };
        for found in found {
            // A search that sees all lines end stops early, and is no search to the greater depths.
            let reach = |depth: usize| found.spent.iter().filter(move |all| all.iter().all(|it| it.len() >= depth));
            let deepest =
                (1..=self.depth).rev().find(|&depth| reach(depth).count() >= found.spent.len().div_ceil(2).max(2));
            for depth in 1..=deepest.unwrap_or(0) {
                let reached = AtDepth { depth, spent: reach(depth).collect() };
                results.counts.extend((0..VARIANTS.len()).map(|variant| reached.count(found, variant)));
                results.depths.push(reached.spread(found, Some(depth) == deepest));
            }
        }
        results
    }

    fn findings(&self, results: &LeafCountResults) -> Findings {
        let of_game = |game: &str| results.counts.iter().filter(|it| it.game == game).cloned().collect::<Vec<_>>();
        let deepest: Vec<&Spread> = results.depths.iter().filter(|it| it.is_deepest).collect();
        Findings {
            title: "Leaf counts of alpha-beta, NegaScout, SSS*, DUAL* and MTD(f)".to_owned(),
            answer: answer(&deepest),
            sections: deepest.iter().flat_map(|it| tables(&it.game, &of_game(&it.game))).collect(),
            legend: "Leaves are positions at the horizons of all iterations so far, each counted once an iteration, as by a \
                     table that remembers leaves; evaluations count each time that one is valued. They are in percent of \
                     alpha-beta's, as geometric means over the positions with 95% intervals, beside alpha-beta's \
                     own mean number. All variants have the same evaluation, order of moves, iterations and table, \
                     and nothing selective; finished positions above the horizon are not counted."
                .to_owned(),
            ..Findings::default()
        }
    }
}

/// The positions that all variants searched to a depth: by position, then by variant.
struct AtDepth<'f> {
    depth: usize,
    spent: Vec<&'f Vec<Spending>>,
}

impl AtDepth<'_> {
    fn number(&self, spent: &[Spending], variant: usize, column: usize) -> f64 {
        spent[variant][self.depth - 1][column] as f64
    }

    fn mean(&self, variant: usize, column: usize) -> f64 {
        self.spent.iter().map(|spent| self.number(spent, variant, column)).sum::<f64>() / self.spent.len() as f64
    }

    fn ratio(&self, variant: usize, other: usize, column: usize) -> Mean {
        let ratio = |spent: &&Vec<Spending>| self.number(spent, variant, column) / self.number(spent, other, column);
        Mean::of_ratios(&self.spent.iter().map(ratio).collect::<Vec<_>>()).expect("there are two positions or more")
    }

    fn count(&self, found: &GameSpending, variant: usize) -> LeafCount {
        LeafCount {
            game: found.game.clone(),
            evaluation: found.evaluation.clone(),
            depth: self.depth,
            variant: VARIANTS[variant].1,
            positions: self.spent.len(),
            leaves: self.mean(variant, LEAVES),
            evaluations: self.mean(variant, EVALUATIONS),
            of_alpha_beta: self.ratio(variant, 0, LEAVES),
            evaluations_of_alpha_beta: self.ratio(variant, 0, EVALUATIONS),
        }
    }

    fn spread(&self, found: &GameSpending, is_deepest: bool) -> Spread {
        let mut order: Vec<usize> = (0..VARIANTS.len()).collect();
        order.sort_by(|&a, &b| self.ratio(a, 0, LEAVES).mean.total_cmp(&self.ratio(b, 0, LEAVES).mean));
        let (fewest, most) = (order[0], order[order.len() - 1]);
        let best_other = if fewest == MTD_F { order[1] } else { fewest };
        Spread {
            game: found.game.clone(),
            depth: self.depth,
            is_deepest,
            fewest: VARIANTS[fewest].1,
            most: VARIANTS[most].1,
            most_over_fewest: self.ratio(most, fewest, LEAVES),
            mtd_f_of_nega_scout: self.ratio(MTD_F, NEGA_SCOUT, LEAVES),
            mtd_f_of_best_other: self.ratio(MTD_F, best_other, LEAVES),
        }
    }
}

/// How much the variants differ at the deepest depths, and how MTD(f) does.
fn answer(deepest: &[&Spread]) -> Vec<String> {
    let spread = |it: &&Spread| {
        let Spread { game, depth, fewest, most, most_over_fewest, .. } = it;
        let more = 100.0 * (most_over_fewest.mean - 1.0);
        format!("{more:.0}% in {game} to depth {depth} (most {most}, fewest {fewest})")
    };
    let mtd_f = |it: &&Spread| format!("{} of NegaScout's in {}", in_percent(it.mtd_f_of_nega_scout), it.game);
    let all = |text: &dyn Fn(&&Spread) -> String| listed(&deepest.iter().map(text).collect::<Vec<_>>());
    match deepest {
        [] => vec!["No position was searched to any depth by all variants.".to_owned()],
        _ => vec![format!("Leaf counts differ by {}.", all(&spread)), format!("MTD(f) counts {}.", all(&mtd_f))],
    }
}

/// The leaves in a game, and the evaluations.
fn tables(game: &str, counts: &[LeafCount]) -> [(String, Vec<Part>); 2] {
    let table = |mean: fn(&LeafCount) -> f64, ratio: fn(&LeafCount) -> Mean| {
        let row = |counts: &[LeafCount]| {
            let first = [counts[0].depth.to_string(), counts[0].positions.to_string(), quantity(mean(&counts[0]))];
            first.into_iter().chain(counts[1..].iter().map(|it| in_percent(ratio(it)))).collect::<Vec<_>>()
        };
        let head = ["depth", "positions", VARIANTS[0].1].into_iter().chain(VARIANTS[1..].iter().map(|it| it.1));
        Table::of(head, counts.chunks(VARIANTS.len()).map(row))
    };
    [
        section(format!("{game}: leaves"), table(|it| it.leaves, |it| it.of_alpha_beta)),
        section(format!("{game}: evaluations"), table(|it| it.evaluations, |it| it.evaluations_of_alpha_beta)),
    ]
}
