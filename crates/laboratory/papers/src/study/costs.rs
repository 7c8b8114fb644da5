//! What the relatives of best-first minimax cost: memory, time and knowledge.
//!
//! Korf and Chickering (1993) say that all of them but singular extensions need exponential memory,
//! that most spend much time besides evaluations,
//! and that B\* and meta-greedy search must know more of a position than one static value.

use bestply::{Evaluator, Limit, Position, Value};
use bestply_catalogue::{AnyPosition, Catalogue, NamedPlayer};
use bestply_experiments::outcome::results::SCHEMA;
use bestply_experiments::play::seat::broken;
use bestply_experiments::play::{children, processor_time};
use bestply_experiments::runs::study::{Findings, section};
use bestply_experiments::{Result, bail};
use bestply_presentation::document::Table;
use bestply_presentation::table;
use bestply_presentation::words::{count, listed, percent, quantity};
use bestply_statistics::{Moments, median};
use serde::Serialize;

use super::{GameSpending, PositionSample, PositionStudy, Searched, Spending};

/// The study: fresh searches with several limits on evaluations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costs {
    study: &'static str,
    sample: PositionSample,
    limits: Vec<u64>,
    searchers: Vec<String>,
}

/// What the others are compared with: the first searcher.
const REFERENCE: &str = "best-first";
/// The part of a limit on evaluations that a search must spend to count as one of that limit.
const SPENT: f64 = 0.9;

/// The columns of a [`Spending`].
const EVALUATIONS: usize = 0;
const NODES: usize = 1;
const BYTES: usize = 2;
const NANOSECONDS: usize = 3;
/// The picoseconds of an evaluation by itself, which differ from row to row by chance alone.
const EVALUATION: usize = 4;

impl Costs {
    /// The searchers that are measured where none are named.
    pub const SEARCHERS: [&'static str; 20] = [
        "recursive-best-first",
        "best-first-extension:alpha_beta_depth=2",
        "uct-best-first",
        "unbounded-minimax",
        "monte-carlo-tree-search",
        "min-max-approximation",
        "conspiracy-numbers",
        "sibling-conspiracy",
        "b-star",
        "meta-greedy",
        "randomized-best-first",
        "bayesian",
        "alpha-beta",
        "alpha-beta:singular_margin=64",
        "full-window-alpha-beta",
        "principal-variation-search",
        "selective-alpha-beta",
        "mtd-f",
        "sss-star",
        "dual-star",
    ];
    /// The limits on evaluations where none are given.
    pub const LIMITS: [u64; 4] = [1_000, 4_000, 16_000, 64_000];
    /// The most evaluations of a search.
    pub const MOST_EVALUATIONS: u64 = 10_000_000;

    /// The study of these searchers, or of all, beside best-first minimax, with these limits in rising order.
    ///
    /// # Errors
    ///
    /// If a limit is 0, too large or no larger than the one before, or there are fewer than two.
    pub fn new(sample: PositionSample, limits: &[u64], searchers: &[String]) -> Result<Costs> {
        let rises = limits.windows(2).all(|pair| pair[0] < pair[1]);
        let most = Costs::MOST_EVALUATIONS;
        if limits.len() < 2 || !rises || limits[0] == 0 || limits.iter().any(|&limit| limit > most) {
            bail!("the evaluations must be two or more rising numbers from 1 to {most}");
        }
        let searchers = match searchers {
            [] => Costs::SEARCHERS.map(str::to_owned).to_vec(),
            named => named.to_vec(),
        };
        Ok(Costs { study: "costs", sample, limits: limits.to_vec(), searchers })
    }

    fn name(&self, place: usize) -> &str {
        place.checked_sub(1).map_or(REFERENCE, |place| &self.searchers[place])
    }

    fn memory(&self, catalogue: &Catalogue, found: &GameSpending, place: usize) -> MemoryCost {
        let last = self.limits.len() - 1;
        let sum = |column: usize| found.spent.iter().map(|spent| spent[place][last][column]).sum::<u64>() as f64;
        let possible = (self.limits[last] * found.spent.len() as u64) as f64;
        MemoryCost {
            game: found.game.clone(),
            searcher: self.name(place).to_owned(),
            needs: needs(catalogue, self.name(place)),
            spent: sum(EVALUATIONS) / possible,
            bytes_a_node: sum(BYTES) / sum(NODES),
            bytes_an_evaluation: sum(BYTES) / sum(EVALUATIONS),
            growth_of_nodes: self.growth(found, place, NODES),
            growth_of_bytes: self.growth(found, place, BYTES),
        }
    }

    /// The slope of the logarithm of a number by that of the evaluations, over the limits that most searches spend.
    fn growth(&self, found: &GameSpending, place: usize, column: usize) -> Option<f64> {
        let points = (0..self.limits.len()).filter_map(|limit| {
            let rows = found.spent.iter().map(|spent| &spent[place][limit]);
            let whole = rows.filter(|row| row[EVALUATIONS] as f64 >= SPENT * self.limits[limit] as f64);
            let whole: Vec<&Vec<u64>> = whole.collect();
            let mean = |column: usize| {
                whole.iter().map(|row| (row[column].max(1) as f64).ln()).sum::<f64>() / whole.len() as f64
            };
            (2 * whole.len() > found.spent.len()).then(|| (mean(EVALUATIONS), mean(column)))
        });
        let moments = Moments::of(&points.collect::<Vec<_>>());
        // Fewer than two points differ in nothing.
        (moments.xx > 0.0).then(|| moments.slope())
    }

    fn time(&self, found: &GameSpending, place: usize, limit: usize) -> TimeCost {
        let ns = |spent: &[Spending], place: usize| {
            let row = &spent[place][limit];
            row[NANOSECONDS] as f64 / row[EVALUATIONS].max(1) as f64
        };
        let middle = |numbers: Vec<f64>| median(numbers).expect("a sample has positions");
        let evaluation =
            |spent: &[Spending]| middle(spent.iter().flatten().map(|row| row[EVALUATION] as f64 / 1000.0).collect());
        let all = |of: &dyn Fn(&[Spending]) -> f64| middle(found.spent.iter().map(|spent| of(spent)).collect());
        TimeCost {
            game: found.game.clone(),
            searcher: self.name(place).to_owned(),
            limit: self.limits[limit],
            ns: all(&|spent| ns(spent, place)),
            of_best_first: all(&|spent| ns(spent, place) / ns(spent, 0)),
            overhead_ns: all(&|spent| ns(spent, place) - evaluation(spent)),
        }
    }

    /// Which searchers' memory does not grow with their evaluations, and how many take much longer than best-first.
    fn answer(&self, results: &CostResults) -> Vec<String> {
        let is_bounded = |name: &&String| {
            let mut of_it = results.memory.iter().filter(|it| it.searcher == **name);
            of_it.all(|it| it.growth_of_bytes.is_some_and(|growth| growth < 0.5))
        };
        let bounded: Vec<String> = self.searchers.iter().filter(is_bounded).cloned().collect();
        let largest = self.limits[self.limits.len() - 1];
        let slow = |name: &&String| {
            let mut of_largest = results.times.iter().filter(|it| it.searcher == **name && it.limit == largest);
            of_largest.all(|it| it.of_best_first >= 2.0)
        };
        let slow = self.searchers.iter().filter(slow).count();
        let but = if bounded.is_empty() { String::new() } else { format!(" but {}", listed(&bounded)) };
        let memory = format!("The bytes that a search holds grow with its evaluations in all searchers{but}.");
        let all = count(self.searchers.len(), "searcher", "searchers");
        let slow = format!("Of {all} {slow} take twice best-first's time an evaluation or more");
        vec![memory, format!("{slow}, at {largest} evaluations.")]
    }

    fn time_table(&self, results: &CostResults, game: &str) -> Table {
        let head = std::iter::once("searcher".to_owned()).chain(self.limits.iter().map(u64::to_string));
        let rows: Vec<&TimeCost> = results.times.iter().filter(|it| it.game == game).collect();
        let entry = |it: &&TimeCost| format!("{} ({:.1}; {:+.0})", quantity(it.ns), it.of_best_first, it.overhead_ns);
        let row =
            |of: &[&TimeCost]| std::iter::once(of[0].searcher.clone()).chain(of.iter().map(entry)).collect::<Vec<_>>();
        Table::of(head, rows.chunks(self.limits.len()).map(row))
    }
}

/// What searches hold and take.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CostResults {
    /// The version of the layout.
    pub(crate) schema: u32,
    /// Counts, which repeat: a row for each game and searcher.
    pub(crate) memory: Vec<MemoryCost>,
    /// Times of one machine: a row for each game, searcher and limit.
    pub(crate) times: Vec<TimeCost>,
}

/// What a searcher holds in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MemoryCost {
    /// The game.
    pub(crate) game: String,
    /// The searcher, in the form of the command line.
    pub(crate) searcher: String,
    /// What it must know beside static values.
    pub(crate) needs: String,
    /// The part of the largest limit that the searches spend, in the mean.
    pub(crate) spent: f64,
    /// The bytes for each node held, with the largest limit.
    pub(crate) bytes_a_node: f64,
    /// The bytes for each evaluation, with the largest limit.
    pub(crate) bytes_an_evaluation: f64,
    /// The exponent with which the nodes held grow with the evaluations; `None` where searches end before their limits.
    pub(crate) growth_of_nodes: Option<f64>,
    /// The same of the bytes held.
    pub(crate) growth_of_bytes: Option<f64>,
}

/// What time a searcher takes in a game with a limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimeCost {
    /// The game.
    pub(crate) game: String,
    /// The searcher, in the form of the command line.
    pub(crate) searcher: String,
    /// The limit on evaluations.
    pub(crate) limit: u64,
    /// Nanoseconds an evaluation, all work included: the median over the positions.
    pub(crate) ns: f64,
    /// The same as a multiple of best-first's in the same position: the median.
    pub(crate) of_best_first: f64,
    /// Nanoseconds an evaluation beyond those of an evaluation by itself: the median.
    pub(crate) overhead_ns: f64,
}

impl PositionStudy for Costs {
    type Results = CostResults;

    const IS_TIMED: bool = true;

    fn sample(&self) -> &PositionSample {
        &self.sample
    }

    fn searchers(&self) -> Vec<String> {
        std::iter::once(REFERENCE.to_owned()).chain(self.searchers.iter().cloned()).collect()
    }

    fn spend(&self, at: &Searched<'_>, searcher: &NamedPlayer) -> Result<Spending> {
        let seat = at.seat;
        let search = |&evaluations: &u64| {
            let contestant = seat.contestant(searcher, at.position, at.position.to_move());
            let mut contestant = contestant.map_err(|failure| broken(searcher, failure))?;
            let limit = Limit { depth: searcher.limit().depth, ..Limit::new().evaluations(evaluations) };
            let begun = processor_time();
            let report = contestant.search(&limit).map_err(|failure| broken(searcher, failure))?;
            let elapsed = (processor_time() - begun).as_nanos() as u64;
            let counts = [report.counts.evaluations, report.nodes as u64, report.bytes as u64];
            Ok([&counts[..], &[elapsed, picoseconds_an_evaluation(at)]].concat())
        };
        // The first search pays for memory that the others have at hand, and is measured for none.
        search(&self.limits[0])?;
        self.limits.iter().map(search).collect()
    }

    fn results(&self, catalogue: &Catalogue, found: &[GameSpending]) -> CostResults {
        let mut results = CostResults { schema: SCHEMA, memory: Vec::new(), times: Vec::new() };
        for found in found {
            for place in 0..=self.searchers.len() {
                results.memory.push(self.memory(catalogue, found, place));
                results.times.extend((0..self.limits.len()).map(|limit| self.time(found, place, limit)));
            }
        }
        results
    }

    fn findings(&self, results: &CostResults) -> Findings {
        let mut games: Vec<&str> = results.memory.iter().map(|it| &*it.game).collect();
        games.dedup();
        let memory = games.iter().map(|game| section(format!("{game}: memory"), memory_table(results, game)));
        let times = games.iter().map(|game| section(format!("{game}: time"), self.time_table(results, game)));
        Findings {
            title: "What best-first minimax and its relatives cost".to_owned(),
            answer: self.answer(results),
            sections: memory.chain(times).collect(),
            legend: "Every search is a fresh one. Memory is counted and repeats. \"Spent\" is the part of the largest limit on \
                     evaluations that searches spend before they end by themselves. Growth is the exponent with which nodes \
                     and bytes grow with evaluations: 1 is in proportion, 0 not at all. Times are processor time of one \
                     machine and do not repeat: nanoseconds an evaluation, and in parentheses the same as a multiple \
                     of best-first's in the same position, and what goes beyond an evaluation by itself; medians over \
                     the positions."
                .to_owned(),
            ..Findings::default()
        }
    }
}

/// What an evaluation takes by itself: that of all moves of the position, and of all replies.
fn picoseconds_an_evaluation(at: &Searched<'_>) -> u64 {
    const LEAST: usize = 500;
    let mut parents: Vec<AnyPosition> = children(at.position).filter(|child| child.move_count() > 0).collect();
    parents.push(at.position.clone());
    let mut evaluator = at.seat.venue.evaluator(at.seat.evaluation.name(), at.position.to_move());
    let mut values: Vec<Vec<Value>> = parents.iter().map(|parent| vec![0; parent.move_count()]).collect();
    let (begun, mut evaluations) = (processor_time(), 0);
    while evaluations < LEAST {
        for (parent, values) in parents.iter_mut().zip(&mut values) {
            evaluator.enter(parent);
            evaluator.evaluate_children(parent, 0, values);
            evaluations += values.len();
        }
    }
    ((processor_time() - begun).as_nanos() as u64 * 1000) / evaluations as u64
}

/// What a searcher must be told beside static values, by the keys that it has; "nothing" where it is nothing.
fn needs(catalogue: &Catalogue, name: &str) -> String {
    let player = catalogue.player(name).expect("it was searched with");
    let all = player.in_force(None);
    let is_scaled = player.about().win.is_some();
    let of_keys = [("errors", "the error of values"), ("seed", "a seed")].into_iter();
    let of_keys = of_keys.filter(|(key, _)| all.has(key)).map(|(_, words)| words.to_owned());
    let needs: Vec<String> = is_scaled.then(|| "a scale".to_owned()).into_iter().chain(of_keys).collect();
    if needs.is_empty() { "nothing".to_owned() } else { listed(&needs) }
}

fn memory_table(results: &CostResults, game: &str) -> Table {
    table!(results.memory.iter().filter(|it| it.game == game), |it|
        "searcher": it.searcher, "needs": it.needs, "spent": percent(it.spent),
        "bytes a node": quantity(it.bytes_a_node), "bytes an evaluation": quantity(it.bytes_an_evaluation),
        "growth of nodes": growth_text(it.growth_of_nodes), "growth of bytes": growth_text(it.growth_of_bytes))
}

fn growth_text(growth: Option<f64>) -> String {
    growth.map_or_else(|| "\u{2013}".to_owned(), |growth| format!("{growth:.2}"))
}
