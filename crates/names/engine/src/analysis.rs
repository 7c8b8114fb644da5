//! The best moves of a position, each with its value and its line.

use std::cmp::Reverse;
use std::time::Duration;

use bestply::{Bounds, Limit, Position, Report, Side, Stop, Value, ValueKind};
use bestply_catalogue::Playable;
use bestply_catalogue::space::bytes_text;
use serde::Serialize;

use crate::error::Result;
use crate::limits::{is_spent, is_stopped, part};
use crate::thinker::Cost;
use crate::{Game, Thinker, out_of_memory};

/// The moves of a position, the best one first, as a searcher sees them.
///
/// Values are from MAX's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Analysis {
    /// The name of the game.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// Who is to move.
    #[serde(serialize_with = "side")]
    pub to_move: Side,
    /// The searcher with its settings.
    pub searcher: String,
    /// The name of its evaluation.
    pub evaluation: String,
    /// How the moves were searched.
    pub method: AnalysisMethod,
    /// Whether the value of the best move is proved: it is known who wins.
    pub proved: bool,
    /// What a solver of ends has proved of the game's outcome: bounds in the unit of its results, such as discs.
    ///
    /// The exact outcome has both bounds equal.
    #[serde(serialize_with = "bounds", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Bounds>,
    /// The points by which MAX is expected to win, to a tenth and within what is still possible, where the evaluation
    /// says it and no outcome is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// The opening book's move, if the thinker has one here. It is the first of the moves, whatever the search found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<String>,
    /// The moves, the best one first.
    pub moves: Vec<BestMove>,
    /// The static evaluations of all searches together.
    pub evaluations: u64,
    /// The time of all searches together, in seconds.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub elapsed: Duration,
    /// The most bytes that a search held at once.
    pub bytes: usize,
    /// The most bytes that a search could hold, if there is a limit.
    pub most_bytes: Option<usize>,
    /// Whether a search ended because its bytes were spent, before its other limits.
    pub out_of_memory: bool,
}

/// An analysis with the answer in words.
#[derive(Serialize)]
struct Answered<'a> {
    /// What is best, in a sentence.
    answer: String,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

/// How the moves of an analysis were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisMethod {
    /// All values come from one search.
    Together,
    /// The first search had a part of the limit, and knew only bounds of other moves than the best.
    /// Each of those was searched by itself with a share of the rest.
    OneByOne,
}

/// A move of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BestMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Its index in canonical order.
    pub index: usize,
    /// Its backed-up value, from MAX's point of view, if it has one.
    pub value: Option<Value>,
    /// Whether the value is exact, as far as the search looked, or only a bound; nothing of a move without a value.
    #[serde(serialize_with = "kind")]
    pub kind: Option<ValueKind>,
    /// The side that wins, where the value is infinite.
    #[serde(serialize_with = "winner", skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// What a solver of ends has proved of the outcome after the move.
    #[serde(serialize_with = "bounds", skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Bounds>,
    /// The depth in plies to which the move was searched, for a searcher that completes depths.
    pub depth: Option<usize>,
    /// How often the search came to the move, for a searcher that counts visits.
    pub visits: Option<u32>,
    /// The share of all visits, from 0 to 1 in ten-thousandths, for a searcher that counts visits.
    pub share: Option<f64>,
    /// The line that is expected, in the game's notation, the move itself first.
    pub line: Vec<String>,
}

/// Finds the `most` best moves of a game's position, within this limit.
///
/// The position is searched once, as if one move were wanted, and the others have what the search knows of them.
/// Only alpha-beta cuts the others off, and has no more than bounds of them.
/// So it searches with half of the limit first, and then each of them by itself, no deeper than the position was, with
/// a share of what is left.
/// Where it has no bounds yet, it goes on with half of what is left.
/// In an end that was solved, each other move is solved by itself in the same way.
/// A limit on depth is not divided.
/// The opening book's move comes first where the thinker has one, as it is what the thinker plays.
///
/// # Errors
///
/// If the game is over, or the searcher cannot go on.
///
/// # Panics
///
/// If `most` is 0.
pub fn analyse(thinker: &mut Thinker, game: &Game, most: usize, limit: &Limit) -> Result<Analysis> {
    assert!(most > 0, "an analysis is of one move at least");
    let book = thinker.book_move(game);
    let wants_others = (most > 1 || book.is_some()) && game.position().move_count() > 1;
    let mut cost = Cost::default();
    let search = if wants_others && thinker.cuts_off() { in_parts } else { First::search };
    let First { report, mut moves, unknown } = search(thinker, game, limit, &mut cost)?;
    let method = if wants_others && !unknown.is_empty() { AnalysisMethod::OneByOne } else { AnalysisMethod::Together };
    if method == AnalysisMethod::OneByOne {
        let depth = report.completed_depth.map(|depth| depth.saturating_sub(1).max(1));
        let share = Limit { depth, ..part(&cost.left_of(limit), unknown.len()) };
        one_by_one(thinker, game, &mut moves, &unknown, &share, &mut cost)?;
    }
    if report.outcome.is_some() {
        // The searches of the other moves may have proved more than the first one did before its limit.
        let most_proved = (0..moves.len()).rev().max_by_key(|&place| proved(&moves[place], game.to_move()));
        moves[..=most_proved.expect("the game is not over")].rotate_right(1);
    }
    rank(&mut moves, game.to_move());
    if let Some(place) = moves.iter().position(|mv| Some(mv.index) == book) {
        moves[..=place].rotate_right(1);
    }
    moves.truncate(most);
    let proved = report.proved && report.best_move == Some(moves[0].index);
    let value = moves[0].value.filter(|_| moves[0].outcome.is_none() && moves[0].is_exact() && !proved);
    let expected = value.and_then(|value| thinker.points(game.position(), value));
    Ok(Analysis {
        game: game.about().name.to_owned(),
        position: game.position().text(),
        to_move: game.to_move(),
        searcher: thinker.player().to_string(),
        evaluation: thinker.evaluation().to_owned(),
        method,
        proved,
        outcome: moves[0].outcome,
        // Adding zero turns a negative zero into zero.
        expected: expected.map(|points| (10.0 * points).round() / 10.0 + 0.0),
        book: book.map(|_| moves[0].text.clone()),
        moves,
        evaluations: cost.evaluations,
        elapsed: cost.elapsed,
        bytes: cost.bytes,
        most_bytes: limit.bytes,
        out_of_memory: cost.out_of_memory,
    })
}

/// What a search of the position found.
struct First {
    report: Report<usize>,
    /// The moves, the best one first.
    moves: Vec<BestMove>,
    /// The places of the moves that can be searched by themselves to know more: of those that are not solved, where the
    /// best one is, or else whose values are no more than bounds beside one of a completed depth.
    unknown: Vec<usize>,
}

impl First {
    fn search(thinker: &mut Thinker, game: &Game, limit: &Limit, cost: &mut Cost) -> Result<First> {
        let report = thinker.think(game, limit)?;
        cost.add(&report);
        let moves = from_one_search(game, &report, |index| thinker.line_after(index));
        let is_unknown = |mv: &BestMove| match report.outcome {
            Some(_) => !mv.is_solved(),
            None => report.completed_depth.is_some() && !mv.is_exact(),
        };
        let unknown = (1..moves.len()).filter(|&place| is_unknown(&moves[place])).collect();
        Ok(First { report, moves, unknown })
    }
}

/// Searches the position with half of what is left of the limit, until it leaves a move unknown, for which the rest is
/// then. The fourth search has all the rest.
fn in_parts(thinker: &mut Thinker, game: &Game, limit: &Limit, cost: &mut Cost) -> Result<First> {
    let mut first = First::search(thinker, game, &part(limit, 2), cost)?;
    for parts in [2, 2, 1] {
        let left = cost.left_of(limit);
        let is_cut = matches!(first.report.stop, Stop::Evaluations | Stop::Time);
        if !first.unknown.is_empty() || !is_cut || is_spent(&left) || is_stopped(&left) {
            break;
        }
        let next = First::search(thinker, game, &part(&left, parts), cost)?;
        if next.report.completed_depth >= first.report.completed_depth {
            first = next;
        }
    }
    Ok(first)
}

/// Searches after each of these moves, until the limit is stopped.
fn one_by_one(
    thinker: &mut Thinker,
    game: &Game,
    moves: &mut [BestMove],
    places: &[usize],
    share: &Limit,
    cost: &mut Cost,
) -> Result<()> {
    for &place in places {
        if is_stopped(share) {
            break;
        }
        let mut position = game.position().clone();
        position.play(moves[place].index);
        let seen = thinker.think_of(&position, game.to_move(), share)?;
        cost.add(&seen);
        moves[place].take(seen, game);
    }
    Ok(())
}

/// All legal moves of a game's position as one search of it knows them, the best one first.
///
/// `line_after` is the line that the searcher expects after the move of an index, the move itself first.
///
/// # Panics
///
/// If the game is over.
pub fn ranked_moves(game: &Game, report: &Report<usize>, line_after: impl FnMut(usize) -> Vec<usize>) -> Vec<BestMove> {
    let mut moves = from_one_search(game, report, line_after);
    rank(&mut moves, game.to_move());
    moves
}

/// The least and the most that a side wins by after a move, if a solver has proved anything of it.
fn proved(mv: &BestMove, side: Side) -> Option<(Value, Value)> {
    mv.outcome.map(|outcome| outcome.orient(side)).map(|Bounds { alpha, beta }| (alpha, beta))
}

/// Puts moves in their order behind the first one, which is the move that the searcher plays.
fn rank(moves: &mut [BestMove], side: Side) {
    let rank = |mv: &BestMove| (mv.value.map(|value| side.orient(value)), proved(mv, side), mv.is_exact(), mv.visits);
    moves[1..].sort_by_key(|mv| Reverse(rank(mv)));
}

impl Analysis {
    /// What is best here, in a sentence.
    pub fn answer(&self, game: &Game) -> String {
        let best = &self.moves[0];
        let name = game.side_name(self.to_move);
        let worth = match (best.value, self.outcome) {
            (_, Some(outcome)) => {
                let how = if outcome.alpha == outcome.beta { "exact" } else { "proved" };
                format!("{}, which is {how}", game.proved_words(outcome))
            }
            (None, _) => "the search ended before it had a value".to_owned(),
            (Some(value), _) if best.is_bound() => no_better_than(value, self.to_move, game),
            (Some(value), _) if self.proved => format!("{}, which is proved", game.advantage(value)),
            (Some(value), _) => match self.expected {
                Some(points) => format!("{}, some {:.1} points", game.advantage(value), points.abs()),
                None => game.advantage(value),
            },
        };
        let from = if self.book.is_some() { ", from the opening book" } else { "" };
        format!("{name}'s best move is {}{from}: {worth}.", best.text)
    }

    /// The analysis as an object in JSON, with the answer in words.
    pub fn json(&self, game: &Game) -> String {
        let answered = Answered { answer: self.answer(game), analysis: self };
        serde_json::to_string_pretty(&answered).expect("texts and numbers can be written") + "\n"
    }

    /// How the values were found, in a sentence; and in another line, if so, that a search ended for want of memory.
    pub fn how(&self) -> String {
        let Analysis { evaluations, bytes, most_bytes, .. } = *self;
        let of = |most: usize| format!(" of {}", bytes_text(most));
        let memory = bytes_text(bytes) + &most_bytes.map_or_else(String::new, of);
        let cost = format!("{evaluations} evaluations in {:.2} s, {memory}", self.elapsed.as_secs_f64());
        let how = match self.method {
            AnalysisMethod::Together => format!("One search by {} ({}): {cost}.", self.searcher, self.evaluation),
            AnalysisMethod::OneByOne => format!(
                "{} ({}) has only bounds of other moves than the best, so each had a search by itself: {cost}.",
                self.searcher, self.evaluation
            ),
        };
        let why = most_bytes.filter(|_| self.out_of_memory).map(|most| format!("\nNote: {}.", out_of_memory(most)));
        how + &why.unwrap_or_default()
    }

    /// The moves as a table, a line each, under a line of headings. Columns that would be empty are left out.
    pub fn table(&self, game: &Game) -> String {
        let mut rows = vec![["move", "value", "depth", "visits", "share", "line"].map(str::to_owned)];
        rows.extend(self.moves.iter().map(|mv| mv.row(self.to_move, game)));
        let is_used = |column: &usize| rows[1..].iter().any(|row| !row[*column].is_empty());
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let columns: Vec<(usize, usize)> = (0..6).filter(is_used).map(|column| (column, width(column))).collect();
        let cell = |row: &[String; 6], (column, width): (usize, usize)| match column {
            2..=4 => format!("{:>width$}", row[column]),
            _ => format!("{:<width$}", row[column]),
        };
        let line = |row: &[String; 6]| columns.iter().map(|&column| cell(row, column)).collect::<Vec<_>>().join("  ");
        rows.iter().map(|row| line(row).trim_end().to_owned() + "\n").collect()
    }
}

impl BestMove {
    /// Whether the move has an exact value.
    pub fn is_exact(&self) -> bool {
        self.kind.is_some_and(|kind| !kind.is_bound())
    }

    /// Whether the move has a value that is only a bound.
    pub fn is_bound(&self) -> bool {
        self.kind.is_some_and(ValueKind::is_bound)
    }

    /// Whether a solver of ends knows the exact outcome after the move.
    pub fn is_solved(&self) -> bool {
        self.outcome.is_some_and(|outcome| outcome.alpha == outcome.beta)
    }

    /// Puts what a search by itself found in the place of a bound.
    fn take(&mut self, seen: Report<usize>, game: &Game) {
        self.value = seen.value;
        self.winner = seen.value.and_then(Side::that_wins_by);
        self.kind = seen.value.map(|_| ValueKind::Exact);
        self.outcome = seen.outcome.or(self.outcome);
        self.depth = seen.completed_depth.map(|depth| depth + 1);
        self.line = game.line_texts(&[&[self.index], &seen.line[..]].concat());
    }

    fn row(&self, side: Side, game: &Game) -> [String; 6] {
        /// A longer line is cut: its end is a guess anyway.
        const LONGEST: usize = 8;
        let value = match (self.outcome, self.value) {
            (Some(outcome), _) => game.proved_words(outcome),
            (None, None) => "unknown".to_owned(),
            (None, Some(value)) if self.is_bound() => no_better_than(value, side, game),
            (None, Some(value)) => game.advantage(value),
        };
        let visits = self.visits.map_or_else(String::new, |visits| visits.to_string());
        let share = self.share.map_or_else(String::new, |share| format!("{:.1}%", 100.0 * share));
        let mut line = self.line.iter().take(LONGEST).cloned().collect::<Vec<_>>().join(" ");
        if self.line.len() > LONGEST {
            line += " ...";
        }
        let depth = self.depth.map_or_else(String::new, |depth| depth.to_string());
        [self.text.clone(), value, depth, visits, share, line]
    }
}

/// All legal moves as one search knows them, its best move first.
fn from_one_search(game: &Game, report: &Report<usize>, mut after: impl FnMut(usize) -> Vec<usize>) -> Vec<BestMove> {
    let best = report.best_move.expect("the game is not over");
    let visits: u64 = report.root_moves.iter().filter_map(|root| root.visits).map(u64::from).sum();
    let texts = game.move_texts();
    let others = (0..texts.len()).filter(|&index| index != best);
    let known = |index: usize| report.root_moves.iter().find(|root| root.mv == index);
    let mut one = |index: usize| {
        let root = known(index);
        let is_best = index == best;
        let value = if is_best { report.value } else { root.map(|root| root.value) };
        let kind = root.filter(|_| !is_best).map_or(ValueKind::Exact, |root| root.kind);
        let line = if is_best { report.line.clone() } else { after(index) };
        BestMove {
            text: texts[index].clone(),
            index,
            value,
            winner: value.and_then(Side::that_wins_by),
            outcome: if is_best { report.outcome } else { root.and_then(|root| root.outcome) },
            kind: value.map(|_| kind),
            depth: report.completed_depth,
            visits: root.and_then(|root| root.visits),
            share: root
                .and_then(|root| root.visits)
                .map(|own| (1e4 * f64::from(own) / visits.max(1) as f64).round() / 1e4),
            line: game.line_texts(&line),
        }
    };
    std::iter::once(best).chain(others).map(&mut one).collect()
}

/// A bound in words: what was cut off is no better for the side to move than this.
fn no_better_than(value: Value, side: Side, game: &Game) -> String {
    let other = game.side_name(side.other());
    match f64::from(value) * f64::from(side.sign()) {
        0.0 => format!("even, or better for {other}"),
        _ if value == side.loss() => game.advantage(value),
        good if good > 0.0 => format!("at most {}", game.advantage(value)),
        _ => format!("at least {}", game.advantage(value)),
    }
}

fn side<S: serde::Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.name())
}

fn winner<S: serde::Serializer>(winner: &Option<Side>, serializer: S) -> Result<S::Ok, S::Error> {
    winner.map(Side::name).serialize(serializer)
}

fn bounds<S: serde::Serializer>(outcome: &Option<Bounds>, serializer: S) -> Result<S::Ok, S::Error> {
    outcome.map(|Bounds { alpha, beta }| [alpha, beta]).serialize(serializer)
}

fn kind<S: serde::Serializer>(kind: &Option<ValueKind>, serializer: S) -> Result<S::Ok, S::Error> {
    kind.map(|kind| if kind.is_bound() { "bound" } else { "exact" }).serialize(serializer)
}

fn seconds<S: serde::Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((elapsed.as_secs_f64() * 1e6).round() / 1e6)
}
