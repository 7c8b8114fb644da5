//! What the sources say of the searches in passing, and nobody had measured.
//!
//! Korf and Chickering (1993): the *tempo effect*, that "the expansion of any node tends to make it look worse".
//! It is said to grow with the branching factor.
//! And alpha-beta keeps "only 1/b" of its tree from move to move, even in the best case, where best-first saves much.
//! Brautaset (2007): with a perfect order alpha-beta searches "twice as deep" as minimax.

mod depths;
mod kept;
mod tempo;

use std::ops::RangeInclusive;

use bestply::{Limit, Position};
use bestply_catalogue::{AboutGame, Catalogue, NamedPlayer};
use bestply_experiments::files::json_of;
use bestply_experiments::outcome::results::SCHEMA;
use bestply_experiments::runs::study::{Findings, JobRow, Study, section};
use bestply_experiments::{Error, Result};
use bestply_presentation::document::Table;
use bestply_presentation::table;
use bestply_presentation::words::{percent, quantity};
use bestply_statistics::Mean;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::ground::{Ground, PositionSample};
use super::observed::Root;
use super::words::in_percent;
use depths::{LeafTeam, LeavesByDepth, deeper, deepest};
use kept::Trees;
use tempo::{Expansions, growth};

pub use depths::Deeper;
pub use kept::Kept;
pub use tempo::{Tempo, TempoGrowth};

/// How much is measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatementsPlan {
    /// The games besides random ones, by name; all that have a learnt evaluation where none is named.
    pub games: Vec<String>,
    /// The positions of each of them, for each evaluation: the learnt one, and the plain one if there is one.
    pub positions: usize,
    /// The evaluations of a best-first search whose leaves are looked at.
    pub evaluations: u64,
    /// The random games of each branching factor.
    pub trees: usize,
    /// The most leaves of a uniform tree that minimax would search: they limit the depths.
    pub leaves: u64,
}

/// The study, ready to be run.
pub struct Statements<'c> {
    asked: StatementsPlan,
    places: Vec<GamePlace<'c>>,
    best_first: NamedPlayer,
    alpha_beta: NamedPlayer,
    team: LeafTeam,
}

/// A kind of games with its positions.
struct GamePlace<'c> {
    ground: Ground<'c>,
    /// The distribution of random games, and their branching factor.
    random: Option<(&'static str, usize)>,
}

/// What is asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementQuestion {
    /// What the expansions of principal leaves do to their values.
    Tempo,
    /// What is kept of a tree after a move and a reply.
    Kept,
    /// How deep alpha-beta searches.
    Depths,
}

/// What was found of a position: one of these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatementFound {
    /// The expansions of a best-first search.
    Tempo(Expansions),
    /// The trees of both searchers, by depth.
    Kept(Vec<Trees>),
    /// The leaves of searches, by depth.
    Depths(LeavesByDepth),
}

/// What searches show of what the papers say in passing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StatementResults {
    /// The version of the layout.
    pub(crate) schema: u32,
    /// A row for each kind of games.
    pub tempo: Vec<Tempo>,
    /// How that grows with the branching factor of random games.
    pub growth: Vec<TempoGrowth>,
    /// A row for each branching factor and depth.
    pub kept: Vec<Kept>,
    /// A row for each branching factor, depth and order of moves.
    pub depths: Vec<Deeper>,
}

/// Where all positions have as many moves as the branching factor says.
const FIXED: &str = "fixed";

impl<'c> Statements<'c> {
    /// The branching factors of the random games.
    pub const BRANCHING: [usize; 6] = [2, 3, 5, 10, 20, 40];
    /// How many random games of each there can be.
    pub const TREES: RangeInclusive<u64> = 2..=10_000;
    /// How many leaves minimax may be asked for.
    pub const LEAVES: RangeInclusive<u64> = 1600..=100_000_000;
    /// How many evaluations a search may have.
    pub const EVALUATIONS: RangeInclusive<u64> = 100..=10_000_000;

    const DISTRIBUTIONS: [&'static str; 2] = ["up-to", FIXED];
    const LEARNT: &'static str = "learnt";
    const PLAIN: &'static str = "plain";

    /// The study of what is asked.
    ///
    /// # Errors
    ///
    /// If a game has no learnt evaluation, is listed twice or does not exist, or positions are too few.
    pub fn new(catalogue: &'c Catalogue, mut asked: StatementsPlan) -> Result<Statements<'c>> {
        let has = |game: &AboutGame, evaluation: &str| game.evaluations_with(false).any(|name| name == evaluation);
        if asked.games.is_empty() {
            let games = catalogue.games().filter(|game| has(game, Self::LEARNT));
            asked.games = games.map(|game| game.name.to_owned()).collect();
        }
        let mut places = Vec::new();
        for distribution in Self::DISTRIBUTIONS {
            for branching in Self::BRANCHING {
                let ground = Ground::random(catalogue, distribution, branching, asked.trees)?;
                places.push(GamePlace { ground, random: Some((distribution, branching)) });
            }
        }
        let plain = |game: &&String| catalogue.game_named(game).is_ok_and(|game| has(game, Self::PLAIN));
        let with_plain = asked.games.iter().filter(plain).cloned().collect();
        for (evaluation, games) in [(Self::LEARNT, asked.games.clone()), (Self::PLAIN, with_plain)] {
            let (evaluation, positions) = (Some(evaluation.to_owned()), asked.positions);
            let sample = PositionSample { games, endings: Vec::new(), evaluation, positions };
            let grounds = sample.checked()?.grounds(catalogue)?;
            places.extend(grounds.into_iter().map(|ground| GamePlace { ground, random: None }));
        }
        let player = |text: &str| catalogue.player(text);
        Ok(Statements {
            asked,
            places,
            best_first: player("best-first")?,
            alpha_beta: player("alpha-beta")?,
            team: LeafTeam {
                minimax: player("minimax")?,
                alpha_beta: player("plain-alpha-beta")?,
                engine: player("full-window-alpha-beta:table_bytes=33554432")?,
            },
        })
    }

    /// What was found of a kind, by place; places without any are left out.
    fn by_place<'s, 'r, T>(
        &'s self,
        rows: &'r [JobRow<StatementFound>],
        of: impl Fn(&'r StatementFound) -> Option<&'r T>,
    ) -> Vec<(&'s GamePlace<'c>, Vec<&'r T>)> {
        let jobs = self.jobs();
        let found = |number: usize| {
            let own = jobs.iter().zip(rows).filter(|((_, place, _), _)| *place == number);
            own.filter_map(|(_, row)| of(&row.found)).collect::<Vec<_>>()
        };
        let places = self.places.iter().enumerate().map(|(number, place)| (place, found(number)));
        places.filter(|(_, found)| !found.is_empty()).collect()
    }
}

impl GamePlace<'_> {
    /// The game's name and the evaluation's.
    fn names(&self) -> (&str, &str) {
        (&self.ground.name, self.ground.seat.evaluation.name())
    }

    /// The branching factor, if every position has as many moves.
    fn fixed(&self) -> Option<usize> {
        self.random.filter(|(distribution, _)| *distribution == FIXED).map(|(_, branching)| branching)
    }
}

impl Study for Statements<'_> {
    /// What is asked, the place of a kind of games, and that of a position there.
    type Job = (StatementQuestion, usize, usize);
    type Row = JobRow<StatementFound>;
    type Results = StatementResults;

    const UNITS: &'static str = "searches";

    fn identity(&self) -> Json {
        let mut identity = json_of(&self.asked);
        identity["study"] = "statements".into();
        identity["branching"] = Self::BRANCHING.to_vec().into();
        identity
    }

    fn jobs(&self) -> Vec<(StatementQuestion, usize, usize)> {
        let of_question = |question| {
            let places = self.places.iter().enumerate();
            let asked =
                places.filter(move |(_, place)| question == StatementQuestion::Tempo || place.fixed().is_some());
            asked.flat_map(move |(number, place)| {
                (0..place.ground.positions.len()).map(move |position| (question, number, position))
            })
        };
        [StatementQuestion::Tempo, StatementQuestion::Kept, StatementQuestion::Depths]
            .into_iter()
            .flat_map(of_question)
            .collect()
    }

    fn key(&self, &(question, place, position): &(StatementQuestion, usize, usize)) -> String {
        let (game, evaluation) = self.places[place].names();
        format!("{question:?} in {game} by {evaluation}, position {position}")
    }

    fn part(&self, (_, place, _): &(StatementQuestion, usize, usize)) -> String {
        self.places[*place].ground.name.clone()
    }

    fn work(&self, job: &(StatementQuestion, usize, usize)) -> Result<JobRow<StatementFound>> {
        let (question, place, position) = *job;
        let GamePlace { ground, .. } = &self.places[place];
        let (venue, evaluation) = (&ground.seat.venue, ground.seat.evaluation.name());
        let position = &ground.positions[position];
        let mut root = Root { position, evaluator: venue.evaluator(evaluation, position.to_move()) };
        let deepest = self.places[place].fixed().map_or(0, |branching| deepest(branching, self.asked.leaves));
        let found = match question {
            StatementQuestion::Tempo => {
                let limit = Limit::new().evaluations(self.asked.evaluations);
                StatementFound::Tempo(tempo::measure(&self.best_first, &mut root, &limit)?)
            }
            StatementQuestion::Kept => {
                let players = [&self.alpha_beta, &self.best_first];
                StatementFound::Kept(kept::measure(players, &mut root, 3..=deepest.max(3))?)
            }
            StatementQuestion::Depths => StatementFound::Depths(depths::measure(&self.team, &mut root, deepest)?),
        };
        venue.fault(evaluation).map_or(Ok(JobRow { job: self.key(job), found }), |fault| Err(Error::Invalid(fault)))
    }

    fn results(&self, rows: Vec<JobRow<StatementFound>>) -> StatementResults {
        let tempo = self.by_place(&rows, |found| if let StatementFound::Tempo(it) = found { Some(it) } else { None });
        let kept = self.by_place(&rows, |found| if let StatementFound::Kept(it) = found { Some(it) } else { None });
        let depths = self.by_place(&rows, |found| if let StatementFound::Depths(it) = found { Some(it) } else { None });
        let of_distribution = |distribution: &'static str| {
            let own = tempo.iter().filter_map(|(place, found)| place.random.map(|random| (random, found)));
            let own = own.filter(|((of, _), _)| *of == distribution).map(|((_, b), found)| (b, found.clone()));
            growth(distribution, &own.collect::<Vec<_>>())
        };
        let rows = |(place, found): &(&GamePlace<'_>, Vec<&LeavesByDepth>)| {
            deeper(place.fixed().expect("no others are asked"), found)
        };
        StatementResults {
            schema: SCHEMA,
            tempo: tempo
                .iter()
                .filter_map(|(place, found)| Tempo::of((&place.ground.title, place.names().1), place.random, found))
                .collect(),
            growth: Self::DISTRIBUTIONS.into_iter().flat_map(of_distribution).collect(),
            kept: kept
                .iter()
                .zip(&depths)
                .flat_map(|((place, trees), (_, leaves))| kept_at(place, trees, leaves))
                .collect(),
            depths: depths.iter().flat_map(rows).collect(),
        }
    }

    fn findings(&self, results: &StatementResults) -> Findings {
        let StatementsPlan { positions, evaluations, trees, leaves, .. } = &self.asked;
        Findings {
            title: "What the papers say in passing".to_owned(),
            answer: answer(results),
            sections: vec![
                section("The tempo effect", table_of_tempo(&results.tempo)),
                section("Its growth with a doubling of B", table_of_growth(&results.growth)),
                section("What is kept two plies later", table_of_kept(&results.kept)),
                section("Alpha-beta beside minimax", table_of_depths(&results.depths)),
            ],
            legend:
                "Worse is the part of the expansions of principal leaves that make the leaf worse for the side that \
                     had chosen it; the effect is by how much, in standard deviations of siblings' static values. A \
                     search turns away where the next principal leaf is not below. What is kept is the part of a \
                     search's static evaluations below its move and the expected reply, or another one; perfect is \
                     that of the leaves of alpha-beta's minimal tree. Reached is the depth of alpha-beta with no more \
                     leaves than minimax. All have 95% intervals."
                    .to_owned(),
            method: format!(
                "Best-first with {evaluations} evaluations in {positions} positions of each game and {trees} random games \
                 of each branching factor; uniform trees of at most {leaves} leaves."
            ),
            ..Findings::default()
        }
    }
}

/// What is kept in the games of a branching factor, by depth.
fn kept_at(place: &GamePlace<'_>, trees: &[&Vec<Trees>], leaves: &[&LeavesByDepth]) -> Vec<Kept> {
    let depths = trees.iter().map(|by_depth| by_depth.len()).min().unwrap_or(0);
    let at_depth = |index: usize| {
        let own: Vec<Trees> = trees.iter().map(|by_depth| by_depth[index]).collect();
        let depth = own[0].depth;
        let parts = leaves.iter().filter_map(|leaves| leaves.perfect_kept(depth)).collect::<Vec<_>>();
        let perfect = (!parts.is_empty()).then(|| parts.iter().sum::<f64>() / parts.len() as f64);
        Kept::of(place.fixed().expect("no others are asked"), index + 1 == depths, &own, perfect)
    };
    (0..depths).filter_map(at_depth).collect()
}

/// A sentence for each statement.
fn answer(results: &StatementResults) -> Vec<String> {
    let ends = |of: &mut dyn Iterator<Item = f64>| {
        let all: Vec<f64> = of.collect();
        let (least, most) = all.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), &it| (low.min(it), high.max(it)));
        format!("{} to {}", percent(least), percent(most))
    };
    let worse = |is_random: bool| {
        let is_meant =
            |it: &&Tempo| if is_random { it.branching.is_some() } else { it.evaluation == Statements::LEARNT };
        ends(&mut results.tempo.iter().filter(is_meant).map(|it| it.worse.mean))
    };
    let deepest = || results.kept.iter().filter(|it| it.is_deepest);
    let most = results.depths.iter().filter(|it| it.order == "perfect").map(|it| it.of_minimax.mean);
    vec![
        format!(
            "The expansion of a principal leaf makes it worse for the side that chose it {} of the time in random games, \
             and {} in the others with learnt evaluations.",
            worse(true),
            worse(false)
        ),
        format!(
            "Two plies later, as expected, best-first keeps {} of its tree, alpha-beta {}.",
            ends(&mut deepest().map(|it| it.best_first.mean)),
            ends(&mut deepest().map(|it| it.alpha_beta.mean))
        ),
        format!(
            "In a perfect order alpha-beta has at twice minimax's depth up to {:.2} times its leaves.",
            most.fold(0.0, f64::max)
        ),
    ]
}

fn table_of_tempo(rows: &[Tempo]) -> Table {
    table!(rows, |it|
        "game": it.named(), "leaves": it.leaves, "moves": quantity(it.moves), "worse": in_percent(it.worse),
        "same": in_percent(it.same), "better": in_percent(it.better), "effect": within(it.effect),
        "turns away if worse": in_percent(it.turned_away_if_worse),
        "turns away otherwise": it.turned_away_otherwise.map_or_else(String::new, in_percent))
}

fn table_of_growth(rows: &[TempoGrowth]) -> Table {
    table!(rows, |it|
        "moves": it.distribution, "of": it.of.replace('_', " "), "a doubling adds": within(it.a_doubling))
}

fn table_of_kept(rows: &[Kept]) -> Table {
    table!(rows, |it|
        "B": it.branching, "depth": it.depth, "evaluations": quantity(it.evaluations),
        "1/B": format!("{:.1}%", 100.0 * it.one_over_b), "perfect": format!("{:.1}%", 100.0 * it.minimal),
        "alpha-beta": in_percent(it.alpha_beta), "unexpected": in_percent(it.alpha_beta_unexpected),
        "best-first": in_percent(it.best_first), "unexpected": in_percent(it.best_first_unexpected))
}

fn table_of_depths(rows: &[Deeper]) -> Table {
    table!(rows, |it|
        "B": it.branching, "depth": it.depth, "order": it.order, "minimax's leaves": quantity(it.minimax),
        "at twice the depth": quantity(it.at_twice), "of minimax's": within(it.of_minimax),
        "reached": within(it.reached), "times as deep": within(it.times_as_deep))
}

/// A mean with its interval.
fn within(mean: Mean) -> String {
    let [low, high] = mean.interval_95;
    format!("{:.2} ({low:.2}\u{2013}{high:.2})", mean.mean)
}
