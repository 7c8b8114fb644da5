//! How good the evaluations of an experiment are, and how the lead of its challengers depends on that.
//!
//! **The key decision** is that all evaluations of a game are held against one judge, a deep search with one
//! evaluation, in the same positions, each from a game of its own, so that positions are independent.
//! An evaluation's own deep searches would say how far it agrees with itself.

use std::num::NonZeroU32;

use bestply::{Evaluator, Position, Value};
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, SearcherSpec};
use bestply_presentation::document::{Figure, Part, Table, plain};
use bestply_presentation::words::{count, percent_within, quantity};
use bestply_presentation::{Axis, Chart, Mark, Series, figure, table};
use bestply_statistics::{Mean, Moments, common_slope, mean_and_variance, median};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::study::{Findings, JobRow, Study, section};
use super::values::Correlation;
use crate::contest::{Description, GamePlan, distinct};
use crate::outcome::results::{Cell, CellGame, groups};
use crate::play::fingerprint;
use crate::play::seat::{Seat, properties_alone};
use crate::play::shallow::shallow_game;
use crate::show::plots::{score_chart, share_point};
use crate::{Error, Result, files};

/// The study of the evaluations of an experiment, and of its results.
pub struct Quality<'c> {
    name: String,
    games: Vec<JudgedGame<'c>>,
    cells: Vec<Cell>,
    positions: u64,
}

/// A game with its evaluations, and the judge.
struct JudgedGame<'c> {
    game: CellGame,
    judge: Seat<'c>,
    evaluations: Vec<EvaluationSpec>,
}

/// The values of a position as its side to move sees them; a row has a list of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedPosition {
    /// What the judge's search says.
    judge: Value,
    /// What each evaluation says without a search.
    evaluations: Vec<Static>,
}

/// What an evaluation says of a position without a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Static {
    /// The static value.
    value: Value,
    /// The standard deviation of the values of the positions after its moves, in wins; none if fewer than two of them
    /// go on.
    siblings: Option<f64>,
}

/// How good evaluations are, and what they score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QualityResults {
    /// How good each evaluation is.
    pub qualities: Vec<QualityOf>,
    /// What challengers score with it.
    pub leads: Vec<QualityLead>,
    /// How the scores of each challenger and budget depend on quality.
    pub laws: Vec<Law>,
}

/// How good an evaluation is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QualityOf {
    /// The game.
    pub game: String,
    /// The evaluation.
    pub evaluation: String,
    /// How its static values agree with the judge's.
    pub agreement: Correlation,
    /// The root of the mean square of their difference, in wins. What is beyond a win counts as one.
    pub(crate) error: f64,
    /// How far it tells moves apart: the median over the positions of the standard deviation of its values after their
    /// moves, in wins; none if in all of them fewer than two moves go on.
    pub siblings: Option<f64>,
}

/// A score against the opponent, both with one evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct QualityLead {
    /// The game.
    pub game: String,
    /// The evaluation of both sides.
    pub evaluation: String,
    /// Its correlation with the judge.
    pub correlation: f64,
    /// The challenger.
    pub challenger: String,
    /// The budget of a move.
    pub budget: String,
    /// The challenger's score.
    pub score: f64,
    /// Its 95 % interval.
    pub score_interval_95: [f64; 2],
}

/// How the score of a challenger grows with quality: by how much for a unit of the correlation after Fisher's
/// transformation, within games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Law {
    /// The challenger.
    pub challenger: String,
    /// The budget of a move.
    pub budget: String,
    /// The slope over all games, with its interval by the jackknife over games.
    pub slope: Option<Mean>,
    /// The slope of each game by itself, where its evaluations differ.
    pub of_games: Vec<(String, f64)>,
}

impl<'c> Quality<'c> {
    /// The search that judges unless another is named.
    pub const JUDGE: &'static str = "principal-variation-search:ranks=ignored,evaluation=learnt,reduction=1,\
                                     transposition_cuts=3,evaluations=100000";
    /// The most positions of a game.
    pub const MOST_POSITIONS: u64 = 100_000;

    /// The study of the evaluations of experiments in so many positions a game, and of the cells in which both sides
    /// have the same evaluation.
    ///
    /// # Errors
    ///
    /// If the judge cannot search in one of the games or has no limit, or an evaluation has no value of a position by
    /// itself or does not say what a win is worth.
    pub fn new(
        catalogue: &'c Catalogue,
        descriptions: &[Description],
        cells: Vec<Cell>,
        judge: &SearcherSpec,
        positions: u64,
    ) -> Result<Quality<'c>> {
        let plans = descriptions.iter().map(|it| it.cell_plans(catalogue).map(|plans| plans.concat()));
        let plans = plans.collect::<Result<Vec<_>, _>>()?.concat();
        let judged = |plans: Vec<&GamePlan>| JudgedGame::new(catalogue, &plans, judge);
        let games = groups(plans.iter().map(|plan| &plan.game), CellGame::planned);
        let games = games.into_iter().map(judged).collect::<Result<_, _>>()?;
        let name = distinct(descriptions.iter().map(|it| it.name.as_str())).join(", ");
        Ok(Quality { name, games, cells, positions })
    }

    /// How good the evaluations of each game are, by the rows of its positions.
    fn qualities(&self, rows: &[JobRow<ValuedPosition>]) -> Vec<QualityOf> {
        let of_game = |(judged, rows): (&JudgedGame<'_>, &[JobRow<ValuedPosition>])| {
            let judge = judged.in_wins(&judged.judge.evaluation);
            let of_evaluation = |(place, evaluation): (usize, &EvaluationSpec)| {
                let own = judged.in_wins(evaluation);
                let found = || rows.iter().map(|row| (&row.found.evaluations[place], row.found.judge));
                let pairs: Vec<(f64, f64)> = found().map(|(it, deep)| (own(it.value), judge(deep))).collect();
                let square = pairs.iter().map(|(own, judge)| (own - judge).powi(2)).sum::<f64>();
                QualityOf {
                    game: judged.game.parameters_text(),
                    evaluation: evaluation.name().to_owned(),
                    agreement: Correlation::of(&pairs),
                    error: (square / pairs.len() as f64).sqrt(),
                    siblings: median(found().filter_map(|(it, _)| it.siblings).collect()),
                }
            };
            judged.evaluations.iter().enumerate().map(of_evaluation).collect::<Vec<_>>()
        };
        self.games.iter().zip(rows.chunks(self.positions as usize)).flat_map(of_game).collect()
    }

    /// The scores of the experiment with evaluations of these qualities.
    fn leads(&self, qualities: &[QualityOf]) -> Vec<QualityLead> {
        let lead = |cell: &Cell| {
            let evaluation = cell.evaluations_named().filter(|both| both.challenger == both.opponent)?.challenger;
            let game = cell.game.parameters_text();
            let quality = qualities.iter().find(|it| it.game == game && it.evaluation == evaluation)?;
            let (score, score_interval_95) = cell.score();
            Some(QualityLead {
                correlation: quality.agreement.coefficient,
                challenger: cell.challenger.label(),
                budget: cell.budget()?.to_string(),
                game,
                evaluation,
                score,
                score_interval_95,
            })
        };
        self.cells.iter().filter_map(lead).collect()
    }
}

impl<'c> JudgedGame<'c> {
    /// The game of some cells, with all evaluations that are played with in them.
    fn new(catalogue: &'c Catalogue, plans: &[&GamePlan], judge: &SearcherSpec) -> Result<JudgedGame<'c>> {
        let plan = plans[0];
        let of_sides = plans.iter().flat_map(|plan| plan.evaluations.clone().into_array());
        let evaluations: Vec<EvaluationSpec> = distinct(of_sides);
        let (searcher, evaluation) = catalogue.prepared(judge.clone(), &plan.game, None)?;
        searcher.check_ready()?;
        let weights = plan.game.weights().map(|file| files::read(file, files::MOST_DATA, "cannot read the weights"));
        let all: Vec<EvaluationSpec> = evaluations.iter().chain([&evaluation]).cloned().collect();
        let venue = catalogue.venue(&plan.game, weights.transpose()?.as_deref(), &all)?;
        let judge = Seat { catalogue, game: plan.game.clone(), venue, searcher, evaluation };
        let judged = JudgedGame { game: CellGame::planned(plan), judge, evaluations };
        all.iter().try_for_each(|evaluation| judged.win_value(evaluation).map(drop))?;
        Ok(judged)
    }

    /// What a win is worth to an evaluation, which values each position by itself.
    fn win_value(&self, evaluation: &EvaluationSpec) -> Result<NonZeroU32> {
        let win_value = properties_alone(&self.judge.venue, evaluation.name())?.win_value;
        win_value.ok_or_else(|| {
            let (name, game) = (evaluation.name(), self.game.parameters_text());
            Error::Invalid(format!("{name} of {game} does not say what a win is worth, in which values are compared"))
        })
    }

    /// What makes wins of the values of an evaluation.
    fn in_wins(&self, evaluation: &EvaluationSpec) -> impl Fn(Value) -> f64 + use<> {
        let win = f64::from(self.win_value(evaluation).expect("it was checked").get());
        move |value| (f64::from(value) / win).clamp(-1.0, 1.0)
    }

    /// The standard deviation of an evaluation's values of the positions after the moves that do not end the game.
    fn spread(&self, evaluation: &EvaluationSpec, position: &AnyPosition) -> Option<f64> {
        let in_wins = self.in_wins(evaluation);
        let mut evaluator = self.judge.venue.evaluator(evaluation.name(), position.to_move());
        let after = |index| {
            let mut child = position.clone();
            child.play(index);
            (!child.is_terminal()).then(|| in_wins(evaluator.evaluate(&child)))
        };
        let values: Vec<f64> = (0..position.move_count()).filter_map(after).collect();
        mean_and_variance(&values).map(|(_, variance)| variance.sqrt())
    }

    /// A position of the game of this number, each as likely as another.
    fn position(&self, number: u64) -> AnyPosition {
        let (mut taken, mut seen) = (None, 0);
        shallow_game(&self.judge, number, |position, dice| {
            seen += 1;
            if dice.below(seen) == 0 {
                taken = Some(position.clone());
            }
        });
        taken.expect("a start is not the end of a game")
    }
}

impl Study for Quality<'_> {
    /// The place of a game, and the number of a position.
    type Job = (usize, u64);
    type Row = JobRow<ValuedPosition>;
    type Results = QualityResults;

    const UNITS: &'static str = "positions";

    fn identity(&self) -> Json {
        let of_game = |judged: &JudgedGame<'_>| {
            let named =
                |it: &EvaluationSpec| format!("{} ({})", it.name(), fingerprint(&judged.judge.venue, it.name()));
            let evaluations: Vec<String> = judged.evaluations.iter().map(named).collect();
            json!({ "game": judged.game, "judge": judged.judge.described(), "evaluations": evaluations })
        };
        let games: Vec<Json> = self.games.iter().map(of_game).collect();
        json!({ "study": "quality", "of": self.name, "positions": self.positions, "games": games })
    }

    fn jobs(&self) -> Vec<(usize, u64)> {
        (0..self.games.len()).flat_map(|game| (0..self.positions).map(move |number| (game, number))).collect()
    }

    fn key(&self, &(game, number): &(usize, u64)) -> String {
        format!("{} {number}", self.games[game].game.parameters_text())
    }

    fn part(&self, &(game, _): &(usize, u64)) -> String {
        self.games[game].game.parameters_text()
    }

    fn is_row_of(&self, row: &JobRow<ValuedPosition>, &(game, _): &(usize, u64)) -> bool {
        row.found.evaluations.len() == self.games[game].evaluations.len()
    }

    fn work(&self, &(game, number): &(usize, u64)) -> Result<JobRow<ValuedPosition>> {
        let judged = &self.games[game];
        let position = judged.position(number);
        let mover = position.to_move();
        let seen = |value: Value| value.saturating_mul(mover.sign());
        let searcher = &judged.judge.searcher;
        let value = judged.judge.search(&position, &searcher.limit()).0;
        let judge = seen(value.ok_or_else(|| Error::Invalid(format!("{searcher} ends before it has a value")))?);
        let of_evaluation = |it: &EvaluationSpec| {
            let mut evaluator = judged.judge.venue.evaluator(it.name(), mover);
            Static { value: seen(evaluator.evaluate(&position)), siblings: judged.spread(it, &position) }
        };
        let evaluations = judged.evaluations.iter().map(of_evaluation).collect();
        Ok(JobRow { job: self.key(&(game, number)), found: ValuedPosition { judge, evaluations } })
    }

    fn results(&self, rows: Vec<JobRow<ValuedPosition>>) -> QualityResults {
        let qualities = self.qualities(&rows);
        let leads = self.leads(&qualities);
        let laws = groups(&leads, |lead| (&lead.challenger, &lead.budget));
        let laws = laws.iter().map(|leads| Law::of(leads)).collect();
        QualityResults { qualities, leads, laws }
    }

    fn findings(&self, results: &QualityResults) -> Findings {
        let qualities = table!(&results.qualities, |it|
            "game": it.game, "evaluation": it.evaluation, "positions": quantity(it.agreement.pairs as f64),
            "correlation": it.agreement.within(), "same side": it.agreement.same_side(),
            "error in wins": format!("{:.3}", it.error),
            "siblings": it.siblings.map_or_else(String::new, |siblings| format!("{siblings:.3}")));
        let mut figures = figures(&results.leads).into_iter();
        let figure = figures.next();
        let mut scores: Vec<Part> = figures.map(Part::Figure).collect();
        scores.push(Part::Table(table!(&results.leads, |it|
            "challenger": it.challenger, "budget": it.budget, "game": it.game, "evaluation": it.evaluation,
            "correlation": format!("{:.3}", it.correlation),
            "score": percent_within(it.score, it.score_interval_95))));
        Findings {
            title: format!("What an evaluation is worth in {}", self.name),
            answer: results.laws.iter().filter_map(Law::sentence).take(3).collect(),
            figure,
            sections: vec![
                section("The law", Law::table(&results.laws)),
                section("How good the evaluations are", qualities),
                ("The scores".to_owned(), scores),
            ],
            legend:
                "The correlation is Pearson's of static values and the judge's, in wins, for the side to move, with \
                     its 95 % interval; what is beyond a win counts as one. Same side is how often both say that the \
                     same side is better. Siblings is the median of the standard deviation of static values after \
                     the moves of a position, in wins. A slope is by how many points of the score a challenger gains \
                     where the correlation rises from 0.5 to 0.7, within games, by least squares over the correlation \
                     after Fisher's transformation, with the interval of the jackknife over games."
                    .to_owned(),
            method: format!(
                "{} of each game, each from a game between searches of two plies in which one move in four is random, \
                 judged by {}.",
                count(self.positions as usize, "position", "positions"),
                self.games[0].judge.searcher
            ),
            ..Findings::default()
        }
    }
}

impl Law {
    fn of(leads: &[&QualityLead]) -> Law {
        let point = |lead: &&QualityLead| (lead.correlation.clamp(-0.999, 0.999).atanh(), lead.score);
        let games = groups(leads.iter().copied(), |lead| &lead.game);
        let points: Vec<Vec<_>> = games.iter().map(|leads| leads.iter().map(point).collect()).collect();
        let slopes = points.iter().map(|points| Moments::of(points).slope());
        let slopes = games.iter().map(|leads| leads[0].game.clone()).zip(slopes);
        Law {
            challenger: leads[0].challenger.clone(),
            budget: leads[0].budget.clone(),
            slope: common_slope(&points),
            of_games: slopes.filter(|(_, slope)| slope.is_finite()).collect(),
        }
    }

    /// What a slope comes to where the correlation rises from 0.5 to 0.7, after Fisher's transformation.
    fn points(slope: f64) -> String {
        format!("{:+.1}", 100.0 * slope * (0.7_f64.atanh() - 0.5_f64.atanh()))
    }

    fn within(slope: Mean) -> String {
        let [low, high] = slope.interval_95.map(Law::points);
        format!("{} ({low} to {high})", Law::points(slope.mean))
    }

    fn sentence(&self) -> Option<String> {
        let slope = self.slope?;
        let (challenger, budget) = (&self.challenger, &self.budget);
        let within = Law::within(slope);
        Some(format!("At {budget} {challenger} gains {within} points where the correlation rises from 0.5 to 0.7."))
    }

    fn table(laws: &[Law]) -> Table {
        table!(laws, |law|
            "challenger": law.challenger, "budget": law.budget,
            "slope": law.slope.map_or_else(|| "\u{2013}".to_owned(), Law::within),
            "games against it": law.breaking().join(", "))
    }

    /// The games whose slope is against that of all, each with it.
    fn breaking(&self) -> Vec<String> {
        let against = |slope: f64| self.slope.is_some_and(|all| all.mean * slope < 0.0);
        let breaking = self.of_games.iter().filter(|(_, slope)| against(*slope));
        breaking.map(|(game, slope)| format!("{game} {}", Law::points(*slope))).collect()
    }
}

/// A figure for each challenger: a panel for each game, and in it a line for each budget.
pub fn figures(leads: &[QualityLead]) -> Vec<Figure> {
    let lowest = leads.iter().map(|lead| 100.0 * lead.score_interval_95[0]).fold(50.0, f64::min);
    let of_challenger = |leads: &Vec<&QualityLead>| {
        let challenger = &leads[0].challenger;
        let budgets = distinct(leads.iter().map(|lead| &lead.budget));
        let keys = budgets.iter().enumerate().map(|(place, budget)| Mark::of(place).key(budget.as_str())).collect();
        let panel = |leads: &Vec<&QualityLead>| {
            let axis = Axis::numbers("correlation of static values with deep searches", 0.0, 1.0, false);
            let mut chart: Chart = score_chart(format!("{}: {challenger}", leads[0].game), axis, lowest);
            for (place, budget) in budgets.iter().enumerate() {
                let mut of_budget: Vec<&&QualityLead> = leads.iter().filter(|lead| lead.budget == **budget).collect();
                of_budget.sort_by(|a, b| a.correlation.total_cmp(&b.correlation));
                let point = |lead: &&&QualityLead| {
                    let what = format!("{} at {}:", lead.evaluation, lead.budget);
                    share_point(lead.correlation, lead.score, Some(lead.score_interval_95), &what)
                };
                chart.series.push(Series { mark: Mark::of(place), points: of_budget.iter().map(point).collect() });
            }
            (leads[0].game.clone(), chart)
        };
        let caption = format!(
            "Score of {challenger} over the quality of the evaluation that both sides have, with 95% intervals. \
             The grey line is an even score."
        );
        let panels = groups(leads.clone(), |lead| &lead.game).iter().map(panel).collect();
        figure(&format!("plot-quality-{}", plain(challenger)), caption, keys, panels)
    };
    groups(leads, |lead| &lead.challenger).iter().map(of_challenger).collect()
}
