//! Which solvers solve how many endings (van den Herik & Winands 2008).
//!
//! A searcher has solved an ending when its report says that the value is [proved](bestply::Report::proved).
//! So any searcher that proves can take part, and all of them answer the same question: who wins.

use bestply::{Limit, Position, Value};
use bestply_catalogue::{Catalogue, NamedPlayer};
use bestply_experiments::outcome::results::SCHEMA;
use bestply_experiments::outcome::verdict::{FAMILY_WISE_LEVEL, Verdict, correct};
use bestply_experiments::play::processor_time;
use bestply_experiments::play::seat::broken;
use bestply_experiments::runs::study::{Findings, section};
use bestply_experiments::{Result, bail, ensure};
use bestply_presentation::document::{Figure, Table};
use bestply_presentation::words::{count, listed, quantity};
use bestply_presentation::{Axis, Chart, Mark, Point, Series, figure};
use bestply_statistics::{median, paired};
use serde::Serialize;
use std::time::Duration;

use super::{GameSpending, PositionSample, PositionStudy, Searched, Spending};

/// The study: fresh searches of endings with a limit on time, and with each of several sizes of memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Proofs {
    study: &'static str,
    sample: PositionSample,
    searchers: Vec<String>,
    bytes: Vec<u64>,
    times_ms: Vec<u64>,
}

/// The columns of a [`Spending`], which has a row for each size of memory.
const IS_SOLVED: usize = 0;
/// 0 if MIN wins, 1 if nobody does, 2 if MAX does.
const OUTCOME: usize = 1;
const GENERATIONS: usize = 2;
const EXPANSIONS: usize = 3;
const MICROSECONDS: usize = 4;

/// The points of a line of the figure, each at half the time of the next.
const POINTS: u32 = 12;

impl Proofs {
    /// The solvers that are compared where none are named, with what they are called.
    ///
    /// Proof-number search is the first, and alpha-beta the last.
    /// Leaves count by their moves, as in the literature on Lines of Action.
    pub const SEARCHERS: [(&'static str, &'static str); 7] = [
        ("proof-number:method=pn,leaf=mobility", "PN"),
        ("proof-number:method=pn2,leaf=mobility", "PN²"),
        ("proof-number:method=pds,leaf=mobility", "PDS"),
        ("proof-number:epsilon=0,leaf=mobility", "df-pn"),
        ("proof-number:leaf=mobility", "df-pn with 1 + ε"),
        ("proof-number:leaf=mobility,weight=16", "df-pn+ with 1 + ε"),
        ("principal-variation-search", "alpha-beta"),
    ];
    /// The bytes of memory where none are given.
    pub const BYTES: [u64; 3] = [1 << 20, 16 << 20, 256 << 20];
    /// The limits of time in milliseconds where none are given.
    pub const TIMES_MS: [u64; 3] = [1000, 10_000, 60_000];

    /// The study of these searchers, or of all, with these sizes of memory and these times in rising order.
    ///
    /// Each search has the largest time; what it would have solved in less is known from when it ended.
    ///
    /// # Errors
    ///
    /// If there is no time or no size of memory, one is 0 or does not rise, or there is one searcher.
    pub fn new(sample: PositionSample, bytes: &[u64], times_ms: &[u64], searchers: &[String]) -> Result<Proofs> {
        let rises = |numbers: &[u64]| {
            numbers.first().is_some_and(|&first| first > 0) && numbers.windows(2).all(|it| it[0] < it[1])
        };
        ensure!(rises(bytes) && rises(times_ms), "bytes and times must be rising numbers from 1 on");
        let searchers = match searchers {
            [] => Proofs::SEARCHERS.map(|(searcher, _)| searcher.to_owned()).to_vec(),
            [_] => bail!("one searcher alone cannot be compared"),
            named => named.to_vec(),
        };
        Ok(Proofs { study: "proofs", sample, searchers, bytes: bytes.to_vec(), times_ms: times_ms.to_vec() })
    }

    fn label(&self, place: usize) -> String {
        let spec = &self.searchers[place];
        let known = Proofs::SEARCHERS.iter().find(|(searcher, _)| searcher == spec);
        known.map_or_else(|| spec.clone(), |(_, label)| (*label).to_owned())
    }

    /// The largest time, which every search has.
    fn longest_ms(&self) -> u64 {
        self.times_ms[self.times_ms.len() - 1]
    }

    /// Whether a search solved its ending within so many milliseconds.
    fn is_within(row: &[u64], milliseconds: f64) -> bool {
        row[IS_SOLVED] == 1 && row[MICROSECONDS] as f64 <= 1000.0 * milliseconds
    }

    fn solved(&self, found: &GameSpending, memory: usize, time_ms: u64) -> Vec<Solved> {
        let is_solved = |spent: &[Spending], place: usize| Proofs::is_within(&spent[place][memory], time_ms as f64);
        let all = 0..self.searchers.len();
        let by_all = |spent: &&Vec<Spending>| all.clone().all(|place| is_solved(spent, place));
        let by_all: Vec<&Vec<Spending>> = found.spent.iter().filter(by_all).collect();
        let row = |place: usize| {
            let solved = found.spent.iter().filter(|spent| is_solved(spent, place)).count();
            let median_of =
                |column: usize| median(by_all.iter().map(|spent| spent[place][memory][column] as f64).collect());
            Solved {
                endings: found.game.clone(),
                bytes: self.bytes[memory],
                time_ms,
                searcher: self.label(place),
                positions: found.spent.len(),
                solved,
                share: solved as f64 / found.spent.len() as f64,
                solved_by_all: by_all.len(),
                milliseconds: median_of(MICROSECONDS).map(|median| median / 1000.0),
                generations: median_of(GENERATIONS),
                expansions: median_of(EXPANSIONS),
            }
        };
        all.clone().map(row).collect()
    }

    fn curve(&self, found: &GameSpending, memory: usize, place: usize) -> Curve {
        let longest = self.longest_ms() as f64;
        let times = (0..POINTS).rev().map(|halvings| longest / f64::from(1 << halvings));
        let share = |time: f64| {
            let solved = found.spent.iter().filter(|spent| Proofs::is_within(&spent[place][memory], time)).count();
            solved as f64 / found.spent.len() as f64
        };
        let points = times.map(|time| (time, share(time))).collect();
        Curve { endings: found.game.clone(), bytes: self.bytes[memory], searcher: self.label(place), points }
    }

    /// Who is compared with whom: all others with the first and with the last, and these two.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let last = self.searchers.len() - 1;
        let with_last = (0..last).map(|place| (place, last));
        with_last.chain((1..last).map(|place| (place, 0))).collect()
    }

    fn more(&self, found: &[GameSpending], memory: usize) -> Vec<SolvedMore> {
        let longest = self.longest_ms() as f64;
        let of_pair = |(place, other): (usize, usize)| {
            let estimate = |found: &GameSpending| {
                let is_solved = |spent: &[Spending], place: usize| Proofs::is_within(&spent[place][memory], longest);
                let point = |spent: &Vec<Spending>| {
                    let [own, others] = [place, other].map(|place| f64::from(is_solved(spent, place)));
                    (1.0 + own - others) / 2.0
                };
                (0..).zip(found.spent.iter().map(point)).collect::<paired::Sample>().estimate()
            };
            let each: Vec<paired::Estimate> = found.iter().map(estimate).collect();
            let names = found.iter().map(|found| &*found.game).chain([ALL]);
            let all = paired::Estimate::mean_of(&each);
            let row = |(name, estimate): (&str, paired::Estimate)| SolvedMore {
                endings: name.to_owned(),
                bytes: self.bytes[memory],
                searcher: self.label(place),
                other: self.label(other),
                difference: 2.0 * estimate.mean() - 1.0,
                interval_95: estimate.interval_95().map(|bound| 2.0 * bound - 1.0),
                smallest_difference: 2.0 * estimate.smallest_difference(FAMILY_WISE_LEVEL),
                p_value: estimate.p_value(0.5),
                verdict: Verdict::of(estimate.mean() > 0.5),
            };
            names.zip(each.into_iter().chain([all])).map(row).collect::<Vec<_>>()
        };
        self.pairs().into_iter().flat_map(of_pair).collect()
    }

    /// Who solves most in the largest time and memory, what the others do, and whether all agree.
    fn answer(&self, results: &ProofResults) -> Vec<String> {
        let (bytes, time) = (self.bytes[self.bytes.len() - 1], self.longest_ms());
        let rows = results.solved_within(bytes, time);
        let solved = |label: &str| rows.iter().filter(|it| it.searcher == label).map(|it| it.solved).sum();
        let labels = (0..self.searchers.len()).map(|place| self.label(place));
        let mut shares: Vec<(usize, String)> = labels.map(|label| (solved(&label), label)).collect();
        shares.sort_by_key(|(solved, _)| std::cmp::Reverse(*solved));
        let first = self.label(0);
        let all: usize = rows.iter().filter(|it| it.searcher == first).map(|it| it.positions).sum();
        let percent = |solved: usize| format!("{:.0}%", 100.0 * solved as f64 / all as f64);
        let is_best = |solved: usize| solved == shares[0].0;
        let (best, others): (Vec<_>, Vec<_>) = shares.iter().partition(|(solved, _)| is_best(*solved));
        let best: Vec<String> = best.into_iter().map(|(_, label)| label.clone()).collect();
        let others: Vec<String> =
            others.into_iter().map(|(solved, label)| format!("{label} {}", percent(*solved))).collect();
        let agreement = match results.contradictions {
            0 => "All answers agree.".to_owned(),
            some => format!("Answers contradict each other in {}.", count(some, "ending", "endings")),
        };
        let (most, limits) = (percent(shares[0].0), format!("within {} and {}", seconds(time), mebibytes(bytes)));
        let first = if others.is_empty() {
            format!("All solve {most} of {all} endings {limits}.")
        } else {
            format!("Most of {all} endings are solved by {} {limits}: {most}.", listed(&best))
        };
        let others = (!others.is_empty()).then(|| format!("The others solve: {}.", listed(&others)));
        std::iter::once(first).chain(others).chain([agreement]).collect()
    }

    /// How many endings each searcher has solved after which time, with the largest memory: a plot for each file.
    fn figure(&self, results: &ProofResults) -> Option<Figure> {
        let bytes = self.bytes[self.bytes.len() - 1];
        let curves: Vec<&Curve> = results.curves.iter().filter(|curve| curve.bytes == bytes).collect();
        let chart = |curves: &[&Curve]| {
            let points = &curves[0].points;
            let [least, most] = [points[0].0, points[points.len() - 1].0];
            let x = Axis::magnitudes("milliseconds", least, most, |time| format!("{time}"));
            let y = Axis::percentages("solved", 0.0);
            let mut chart = Chart::new(format!("{}: solved by time", curves[0].endings), x, y);
            chart.series = (0..).zip(curves).map(|(place, curve)| series(place, curve)).collect();
            (curves[0].endings.clone(), chart)
        };
        let charts: Vec<(String, Chart)> = curves.chunks(self.searchers.len()).map(chart).collect();
        let keys = (0..self.searchers.len()).map(|place| Mark::of(place).key(self.label(place))).collect();
        let caption = format!("How many endings are solved after how long, with {}.", mebibytes(bytes));
        (!charts.is_empty()).then(|| figure("solved", caption, keys, charts))
    }

    fn effort_table(&self, results: &ProofResults, bytes: u64) -> Table {
        self.by_endings(&results.solved_within(bytes, self.longest_ms()), |it| {
            match (it.milliseconds, it.generations, it.expansions) {
                (Some(time), Some(generations), Some(expansions)) => {
                    format!("{} ms ({}; {})", quantity(time), quantity(generations), quantity(expansions))
                }
                _ => "\u{2013}".to_owned(),
            }
        })
    }

    /// A row for each file of endings, a column for each searcher.
    fn by_endings(&self, rows: &[&Solved], entry: impl Fn(&Solved) -> String) -> Table {
        let head = ["endings", "number", "solved by all"].map(str::to_owned).into_iter();
        let head = head.chain((0..self.searchers.len()).map(|place| self.label(place)));
        let row = |of: &[&Solved]| {
            let first = [of[0].endings.clone(), of[0].positions.to_string(), of[0].solved_by_all.to_string()];
            first.into_iter().chain(of.iter().map(|it| entry(it))).collect::<Vec<_>>()
        };
        Table::of(head, rows.chunks(self.searchers.len()).map(row))
    }

    fn difference_table(&self, results: &ProofResults, bytes: u64) -> Table {
        let rows: Vec<&SolvedMore> = results.more.iter().filter(|it| it.bytes == bytes).collect();
        let files = rows.len() / self.pairs().len();
        let head = std::iter::once("more than".to_owned()).chain(rows[..files].iter().map(|it| it.endings.clone()));
        let entry = |it: &&SolvedMore| {
            let [low, high] = it.interval_95.map(|bound| 100.0 * bound);
            format!("{}, {:+.0} ({low:+.0} to {high:+.0})", it.verdict, 100.0 * it.difference)
        };
        let row = |of: &[&SolvedMore]| {
            let first = format!("{} than {}", of[0].searcher, of[0].other);
            std::iter::once(first).chain(of.iter().map(entry)).collect::<Vec<_>>()
        };
        Table::of(head, rows.chunks(files).map(row))
    }
}

/// Which endings solvers solve.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ProofResults {
    /// The version of the layout.
    pub(crate) schema: u32,
    /// The endings of which two searchers say different things.
    pub(crate) contradictions: usize,
    /// A row for each file of endings, each size of memory, each time and each searcher.
    pub(crate) solved: Vec<Solved>,
    /// A row for each size of memory, each pair of searchers that is compared, and each file of endings and all.
    pub(crate) more: Vec<SolvedMore>,
    /// A row for each file of endings, each size of memory and each searcher.
    pub(crate) curves: Vec<Curve>,
}

impl ProofResults {
    /// The rows of this memory and this time.
    fn solved_within(&self, bytes: u64, time_ms: u64) -> Vec<&Solved> {
        self.solved.iter().filter(|it| it.bytes == bytes && it.time_ms == time_ms).collect()
    }
}

/// How many endings a searcher has solved after which time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Curve {
    /// The endings.
    pub(crate) endings: String,
    /// The bytes of memory.
    pub(crate) bytes: u64,
    /// The searcher.
    pub(crate) searcher: String,
    /// Milliseconds, and the share that is solved by then.
    pub(crate) points: Vec<(f64, f64)>,
}

/// What a searcher solves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solved {
    /// The endings.
    pub(crate) endings: String,
    /// The bytes of memory.
    pub(crate) bytes: u64,
    /// The processor time of a search in milliseconds.
    pub(crate) time_ms: u64,
    /// The searcher.
    pub(crate) searcher: String,
    /// The number of endings.
    pub(crate) positions: usize,
    /// How many of them it solved.
    pub(crate) solved: usize,
    /// The same as a share.
    pub(crate) share: f64,
    /// The number of endings that all searchers solved.
    pub(crate) solved_by_all: usize,
    /// Milliseconds in those that all solved: the median; `None` where there are none.
    pub(crate) milliseconds: Option<f64>,
    /// Children made in those that all solved: the median.
    pub(crate) generations: Option<f64>,
    /// Expansions in those that all solved: the median.
    pub(crate) expansions: Option<f64>,
}

/// Whether a searcher solves more endings than another, in the largest time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolvedMore {
    /// The endings; "all" of all, which weigh the same.
    pub(crate) endings: String,
    /// The bytes of memory.
    pub(crate) bytes: u64,
    /// The searcher of which it is asked.
    pub(crate) searcher: String,
    /// The one that it is compared with.
    pub(crate) other: String,
    /// By how much the share that it solves is larger.
    pub(crate) difference: f64,
    /// The 95 % interval of the difference.
    pub(crate) interval_95: [f64; 2],
    /// The smallest difference that such a sample shows four times of five.
    pub(crate) smallest_difference: f64,
    /// The two-sided p-value before correction.
    pub(crate) p_value: f64,
    /// Corrected for the number of files of endings, or of pairs where it is of all.
    pub(crate) verdict: Verdict,
}

const ALL: &str = "all";

impl PositionStudy for Proofs {
    type Results = ProofResults;

    const IS_TIMED: bool = true;

    fn sample(&self) -> &PositionSample {
        &self.sample
    }

    fn searchers(&self) -> Vec<String> {
        self.searchers.clone()
    }

    fn spend(&self, at: &Searched<'_>, searcher: &NamedPlayer) -> Result<Spending> {
        let has_table = searcher.about().table_bytes_for.is_some();
        let time = Duration::from_millis(self.longest_ms());
        let search = |&bytes: &u64| {
            let player = if has_table {
                at.seat.catalogue.player_of(searcher.spec().clone().with("table_bytes", Some(bytes)))
            } else {
                Ok(searcher.clone())
            };
            let player = player.map_err(|error| broken(searcher, error))?;
            let limit = Limit { bytes: Some(bytes as usize), ..Limit::new().time(time) };
            let report = at.seat.contestant(&player, at.position, at.position.to_move()).and_then(|mut contestant| {
                contestant.set_clock(processor_time);
                contestant.search(&limit)
            });
            let report = report.map_err(|failure| broken(searcher, failure))?;
            let outcome = report.value.filter(|_| report.proved).map(Value::signum);
            let counts = [report.counts.generations, report.counts.expansions, report.elapsed.as_micros() as u64];
            let answer = [u64::from(outcome.is_some()), outcome.map_or(0, |outcome| (outcome + 1) as u64)];
            Ok([&answer[..], &counts].concat())
        };
        self.bytes.iter().map(search).collect()
    }

    fn results(&self, _: &Catalogue, found: &[GameSpending]) -> ProofResults {
        let mut results = ProofResults { schema: SCHEMA, ..ProofResults::default() };
        for found in found {
            results.contradictions += found.spent.iter().filter(|spent| contradicts_itself(spent)).count();
            for memory in 0..self.bytes.len() {
                let times = self.times_ms.iter();
                results.solved.extend(times.flat_map(|&time_ms| self.solved(found, memory, time_ms)));
                results.curves.extend((0..self.searchers.len()).map(|place| self.curve(found, memory, place)));
            }
        }
        results.more.extend((0..self.bytes.len()).flat_map(|memory| self.more(found, memory)));
        let (of_all, of_each): (Vec<_>, Vec<_>) = results.more.iter_mut().partition(|more| more.endings == ALL);
        correct(of_all.into_iter().map(|more| (more.p_value, &mut more.verdict)));
        correct(of_each.into_iter().map(|more| (more.p_value, &mut more.verdict)));
        results
    }

    fn findings(&self, results: &ProofResults) -> Findings {
        let conditions = self.bytes.iter().flat_map(|&bytes| self.times_ms.iter().map(move |&time| (bytes, time)));
        let shares = conditions.map(|(bytes, time)| {
            let heading = format!("Solved within {} and {}", seconds(time), mebibytes(bytes));
            let rows = results.solved_within(bytes, time);
            section(heading, self.by_endings(&rows, |it| format!("{:.0}%", 100.0 * it.share)))
        });
        let differences = self.bytes.iter().map(|&bytes| {
            section(format!("Who solves more, with {}", mebibytes(bytes)), self.difference_table(results, bytes))
        });
        let efforts = self.bytes.iter().map(|&bytes| {
            section(format!("Work on what all solve, with {}", mebibytes(bytes)), self.effort_table(results, bytes))
        });
        Findings {
            title: "Who solves endings".to_owned(),
            answer: self.answer(results),
            figure: self.figure(results),
            sections: shares.chain(differences).chain(efforts).collect(),
            legend: "Every search is a fresh one and has the largest time; it is the processor's, of one machine, and does not \
                     repeat. A searcher has solved an ending when it has proved who wins. Who solves more is judged by \
                     the endings that one of two solves and the other does not, in the largest time: the difference of \
                     the shares in percent with its 95% interval, and \"holds\", \"fails\" or \"not shown\", corrected for \
                     the number of comparisons. Work is the median of milliseconds over the endings that all searchers \
                     solve, and in parentheses those of children made and expansions."
                .to_owned(),
            ..Findings::default()
        }
    }
}

/// Whether two searches of one ending proved different things.
fn contradicts_itself(spent: &[Spending]) -> bool {
    let mut outcomes = spent.iter().flatten().filter(|row| row[IS_SOLVED] == 1).map(|row| row[OUTCOME]);
    let first = outcomes.next();
    outcomes.any(|outcome| Some(outcome) != first)
}

fn seconds(milliseconds: u64) -> String {
    format!("{} s", milliseconds as f64 / 1000.0)
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes as f64 / f64::from(1 << 20))
}

fn series(place: usize, curve: &Curve) -> Series {
    let point = |&(time, share): &(f64, f64)| {
        let percent = 100.0 * share;
        let tip = format!("{}: {percent:.0}% within {} ms", curve.searcher, quantity(time));
        Point { x: time, y: percent, interval: None, tip }
    };
    Series { mark: Mark::of(place), points: curve.points.iter().map(point).collect() }
}
