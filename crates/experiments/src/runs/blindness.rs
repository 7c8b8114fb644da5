//! Blindness: how often a searcher takes a move for nearly won and finds it lost at its next turn (`docs/networks.md`).
//!
//! A searcher plays games against the engine's alpha-beta, at equal evaluations and with the same evaluation.
//! The *score* of a search is its value as the searcher's side sees it, as a part of what a win is worth
//! ([`win_value`](bestply::Properties::win_value)), cut to [-1, 1].
//! A move is *confident* where its search scores 0.9 or more, and *at risk* where it is confident without a proof.
//! A move at risk is *blind* where the game is lost within two plies of it, by what any of these says:
//! the game itself, the searcher's next search (-0.9 or less), or a longer search of the engine, which proves it.
//!
//! **The key decision** is that a searcher is judged by its own values first: no other opinion makes a move confident.
//! The longer search only finds what the searcher goes on not to see.
//! What is measured depends on the options, and not on the number of threads.

mod text;

use std::slice;

use bestply::{Evaluator, Limit, Position, Side, Value};
use bestply_catalogue::{
    AnyPosition, Catalogue, Contestant, EvaluationSpec, Failure, Playable, Player, SearcherSpec, Venue,
};
use bestply_statistics::{Count, design_effect, wilson_interval_clustered};
use serde::Serialize;
use toml::Table;

use crate::Error;
use crate::contest::Problem;
use crate::play::in_order::{in_order, thread_pool};

pub use text::{csv, json, table};

/// What to measure, and how long.
#[derive(Clone, Debug)]
pub struct Blindness {
    /// The game.
    pub game: String,
    /// The searchers, each with its own evaluation or with all of `evaluations` in turn.
    pub searchers: Vec<SearcherSpec>,
    /// The names of the evaluations; the game's first where there is none.
    pub evaluations: Vec<String>,
    /// The static evaluations of a move, on both sides.
    pub budget: u64,
    /// The number of games of each searcher. Two are played from each start, one as either side.
    pub games: u64,
    /// The number of the first start.
    pub seed: u64,
    /// The number of threads; all cores if it is `None`. It does not affect the outcome.
    pub threads: Option<usize>,
}

impl Blindness {
    /// The score from which on a move is confident, and as a loss from which on it is lost.
    pub const CONFIDENT: f64 = 0.9;
    /// How many times the evaluations of a move the longer search has.
    pub const LONGER: u64 = 10;
    /// The most games of a searcher.
    pub const MOST_GAMES: u64 = 1_000_000;
    /// The most evaluations of a move.
    pub const MOST_EVALUATIONS: u64 = 1_000_000_000;

    /// The searchers that are measured where none are named: best-first, with UCT, with completion and without,
    /// and the engine's alpha-beta to compare them with.
    pub const SEARCHERS: [&'static str; 5] =
        ["best-first", "uct-best-first", "unbounded-minimax", "unbounded-minimax:completion=off", Blindness::ENGINE];

    /// The number of starts that all searchers play together, those that they share being counted for each.
    pub fn starts(&self) -> u64 {
        let evaluations =
            |searcher: &SearcherSpec| if searcher.has("evaluation") { 1 } else { self.evaluations.len().max(1) };
        self.searchers.iter().map(|searcher| evaluations(searcher) as u64 * self.games.div_ceil(2)).sum()
    }

    /// The opponent of all, which makes the longer searches, too.
    const ENGINE: &'static str = "principal-variation-search";
}

/// What was found of a searcher with an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sighted {
    /// The searcher, in the form of the command line.
    pub searcher: String,
    /// Its evaluation.
    pub evaluation: String,
    /// The number of games.
    pub games: u64,
    /// The moves that it chose.
    pub moves: u64,
    /// The confident ones among them.
    pub confident: u64,
    /// Those of the confident moves whose search had proved no win.
    pub at_risk: u64,
    /// The blind ones of the moves at risk, by what anything says.
    pub blind: u64,
    /// Those that the searcher found lost itself, or that lost the game at once.
    pub found_itself: u64,
    /// Those that a longer search of the engine proved lost.
    pub proved_lost: u64,
    /// The part of the moves at risk that are blind; `None` where no move was at risk.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval of that part. The moves of the two games of a start are not independent.
    pub interval: [f64; 2],
}

/// The counts of the games of one start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    moves: u64,
    confident: u64,
    at_risk: u64,
    blind: u64,
    found_itself: u64,
    proved_lost: u64,
}

/// Measures each searcher with each evaluation. `progress` gets the searcher after the games of each start.
///
/// # Errors
///
/// If the game, a searcher or an evaluation cannot be had, the threads cannot be started, or an evaluation fails.
pub fn measure(
    catalogue: &Catalogue,
    blindness: &Blindness,
    mut progress: impl FnMut(&SearcherSpec),
) -> Result<Vec<Sighted>, Error> {
    let players = players(catalogue, blindness)?;
    let pool = thread_pool(blindness.threads)?;
    let mut found = Vec::new();
    for (searcher, evaluation) in players {
        let place = Place::new(catalogue, blindness, &searcher, &evaluation)?;
        let starts: Vec<u64> = (0..blindness.games.div_ceil(2)).collect();
        let mut tallies = Vec::new();
        in_order(
            &pool,
            &starts,
            |&start| place.play_start(start),
            |tally| {
                tallies.push(tally.map_err(|failure| broken(&searcher, failure))?);
                progress(&searcher);
                Ok(())
            },
        )?;
        let searcher = searcher.with_evaluations(None).to_string();
        found.push(sighted(searcher, evaluation.name().to_owned(), blindness.games, &tallies));
    }
    Ok(found)
}

/// The searchers with their evaluations, each with the budget of a move.
fn players(catalogue: &Catalogue, blindness: &Blindness) -> Result<Vec<(Player, EvaluationSpec)>, Error> {
    let game = catalogue.game_with(&blindness.game, &Table::new()).map_err(Problem::from)?;
    let mut players = Vec::new();
    for spec in &blindness.searchers {
        if spec.is_limited() {
            let problem = format!("{spec}: the budget of a move limits all searchers: leave its own limits out");
            return Err(Error::Invalid(problem));
        }
        let wanted: Vec<Option<EvaluationSpec>> = match spec.has("evaluation") || blindness.evaluations.is_empty() {
            true => vec![None],
            false => blindness.evaluations.iter().map(|name| Some(EvaluationSpec::named(name))).collect(),
        };
        for evaluation in wanted {
            let spec = spec.clone().with_evaluations(Some(blindness.budget));
            let player = catalogue.prepared(spec, &game, evaluation);
            players.push(player.map_err(Problem::from)?);
        }
    }
    Ok(players)
}

fn broken(searcher: &SearcherSpec, failure: Failure) -> Error {
    let (Failure::Broken(reason) | Failure::Forfeit(reason)) = failure;
    Error::Invalid(format!("{searcher}: {reason}"))
}

fn sighted(searcher: String, evaluation: String, games: u64, tallies: &[Tally]) -> Sighted {
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let clusters: Vec<Count> = tallies.iter().map(|tally| Count::new(tally.blind, tally.at_risk)).collect();
    let count = Count::new(sum(|tally| tally.blind), sum(|tally| tally.at_risk));
    Sighted {
        searcher,
        evaluation,
        games,
        moves: sum(|tally| tally.moves),
        confident: sum(|tally| tally.confident),
        at_risk: count.decided,
        blind: count.wins,
        found_itself: sum(|tally| tally.found_itself),
        proved_lost: sum(|tally| tally.proved_lost),
        rate: (count.decided > 0).then(|| count.rate()),
        interval: wilson_interval_clustered(count, design_effect(&clusters)),
    }
}

/// Where a searcher is measured.
struct Place<'p> {
    blindness: &'p Blindness,
    venue: Venue,
    searcher: &'p Player,
    engine: Player,
    evaluation: &'p str,
    /// What a win is worth.
    win: f64,
}

/// A move at risk, until the searcher's next turn.
struct AtRisk {
    /// Whether the longer search has proved that the move loses.
    is_proved_lost: bool,
}

impl<'p> Place<'p> {
    fn new(
        catalogue: &'p Catalogue,
        blindness: &'p Blindness,
        searcher: &'p Player,
        evaluation: &'p EvaluationSpec,
    ) -> Result<Place<'p>, Error> {
        let (game, name) = (&*blindness.game, evaluation.name());
        let game = catalogue.game_with(game, &Table::new()).map_err(Problem::from)?;
        let venue = catalogue.venue(&game, None, slice::from_ref(evaluation));
        let venue = venue.map_err(|error| Error::Invalid(error.to_string()))?;
        let win = venue.evaluator(name, Side::Max).properties().win_value;
        let unknown = || format!("the evaluation `{name}` does not say what a win is worth: nothing is 0.9 of it");
        let win = f64::from(win.ok_or_else(|| Error::Invalid(unknown()))?.get());
        let engine = catalogue.player(Blindness::ENGINE).map_err(Problem::from)?;
        let engine = engine.with_evaluations(Some(blindness.budget));
        Ok(Place { blindness, venue, searcher, engine, evaluation: name, win })
    }

    /// Plays both games of a start; of the last start only as MAX where the number of games is odd.
    fn play_start(&self, place: u64) -> Result<Tally, Failure> {
        let first = self.blindness.seed;
        let number = match self.venue.start_count() {
            Some(count) => 1 + (first - 1 + place) % count,
            None => first + place,
        };
        let (start, _) = self.venue.start(number);
        let mut tally = Tally::default();
        for (game, side) in [(2 * place, Side::Max), (2 * place + 1, Side::Min)] {
            if game < self.blindness.games {
                self.play(&start, side, &mut tally)?;
            }
        }
        Ok(tally)
    }

    /// Plays one game with the searcher on this side.
    fn play(&self, start: &AnyPosition, side: Side, tally: &mut Tally) -> Result<(), Failure> {
        let mut searcher = self.contestant(self.searcher, start, side)?;
        let mut opponent = self.contestant(&self.engine, start, side.other())?;
        let (mut position, mut last) = (start.clone(), None);
        while !position.is_terminal() {
            let index = match position.to_move() == side {
                true => self.turn(&mut *searcher, &position, &mut last, tally)?,
                false => opponent.choose()?,
            };
            searcher.follow(index)?;
            opponent.follow(index)?;
            position.play(index);
        }
        let is_lost = side.prefers(0, position.terminal_value());
        settle(last, is_lost, tally);
        Ok(())
    }

    /// The searcher's turn: it judges its last move, and chooses the next one.
    fn turn(
        &self,
        searcher: &mut dyn Contestant,
        position: &AnyPosition,
        last: &mut Option<AtRisk>,
        tally: &mut Tally,
    ) -> Result<usize, Failure> {
        let side = position.to_move();
        let report = searcher.search(&self.searcher.limit())?;
        let score = report.value.map(|value| self.score(value, side));
        settle(last.take(), score.is_some_and(|score| score <= -Blindness::CONFIDENT), tally);
        let index = report.best_move.expect("a position that is not terminal has a move");
        tally.moves += 1;
        if score.is_some_and(|score| score >= Blindness::CONFIDENT) {
            tally.confident += 1;
            if !(report.proved && report.value == Some(side.win())) {
                tally.at_risk += 1;
                *last = Some(AtRisk { is_proved_lost: self.loses(position, index)? });
            }
        }
        Ok(index)
    }

    /// Whether a longer search of the engine proves that the move of this index loses.
    fn loses(&self, position: &AnyPosition, index: usize) -> Result<bool, Failure> {
        let (mut after, side) = (position.clone(), position.to_move());
        after.play(index);
        if after.is_terminal() {
            return Ok(false);
        }
        let longer = Limit::new().evaluations(Blindness::LONGER * self.blindness.budget);
        let report = self.contestant(&self.engine, &after, side.other())?.search(&longer)?;
        Ok(report.proved && report.value == Some(side.loss()))
    }

    fn contestant(&self, player: &Player, start: &AnyPosition, side: Side) -> Result<Box<dyn Contestant>, Failure> {
        let mut contestant = player.contestant(&self.venue, self.evaluation, start)?;
        contestant.start_game(start, side)?;
        Ok(contestant)
    }

    /// A value as this side sees it, as a part of a win.
    fn score(&self, value: Value, side: Side) -> f64 {
        (f64::from(value) * f64::from(side.sign()) / self.win).clamp(-1.0, 1.0)
    }
}

/// Counts a move at risk as blind if anything says that it lost.
fn settle(last: Option<AtRisk>, is_found_lost: bool, tally: &mut Tally) {
    let Some(AtRisk { is_proved_lost }) = last else { return };
    tally.found_itself += u64::from(is_found_lost);
    tally.proved_lost += u64::from(is_proved_lost);
    tally.blind += u64::from(is_found_lost || is_proved_lost);
}
