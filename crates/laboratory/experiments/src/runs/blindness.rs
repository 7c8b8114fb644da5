//! Blindness: how often a searcher takes a move for nearly won that is lost at its next turn (`docs/blindness.md`).
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

use bestply::{Evaluator, Limit, Position, Side};
use bestply_catalogue::{
    AnyPosition, Catalogue, Contestant, EvaluationSpec, Failure, NamedPlayer, Playable, SearcherSpec,
};
use bestply_presentation::table;
use bestply_statistics::{Count, design_effect, wilson_interval_clustered};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::study::{Findings, JobRow, Study, section};
use crate::outcome::results::rows_to_csv;
use crate::play::seat::{Seat, broken};
use crate::{Error, Result};

/// What to measure, and how long.
#[derive(Clone, Debug)]
pub struct BlindnessPlan {
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
}

/// The study, ready to be run.
pub struct Blindness<'c> {
    asked: BlindnessPlan,
    players: Vec<MeasuredSearcher<'c>>,
}

impl<'c> Blindness<'c> {
    /// The score from which on a move is confident, and as a loss from which on it is lost.
    pub(crate) const CONFIDENT: f64 = 0.9;
    /// How many times the evaluations of a move the longer search has.
    pub(crate) const LONGER: u64 = 10;
    /// The most games of a searcher.
    pub const MOST_GAMES: u64 = 1_000_000;
    /// The most evaluations of a move.
    pub const MOST_EVALUATIONS: u64 = 1_000_000_000;

    /// The searchers that are measured where none are named: best-first, with UCT, with completion and without,
    /// and the engine's alpha-beta to compare them with.
    pub const SEARCHERS: [&'static str; 5] =
        ["best-first", "uct-best-first", "unbounded-minimax", "unbounded-minimax:completion=off", Blindness::ENGINE];

    /// The opponent of all, which makes the longer searches, too.
    const ENGINE: &'static str = "principal-variation-search";

    /// The study of what is asked.
    ///
    /// # Errors
    ///
    /// If the game, a searcher or an evaluation cannot be had, or the evaluation does not say what a win is worth.
    pub fn new(catalogue: &'c Catalogue, asked: BlindnessPlan) -> Result<Blindness<'c>> {
        let mut players = Vec::new();
        for spec in &asked.searchers {
            ensure!(!spec.is_limited(), "{spec}: the budget of a move limits all searchers: leave its own limits out");
            let names_none = !spec.has("evaluation") && !asked.evaluations.is_empty();
            let named = asked.evaluations.iter().map(|name| Some(EvaluationSpec::named(name)));
            for evaluation in if names_none { named.collect() } else { vec![None] } {
                players.push(MeasuredSearcher::new(catalogue, &asked, spec.clone(), evaluation)?);
            }
        }
        Ok(Blindness { asked, players })
    }
}

/// What was found of a searcher with an evaluation; `rows.jsonl` has the counts of each start.
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
    /// The lower end of Wilson's 95 % interval of that part. The moves of the two games of a start are not independent.
    pub(crate) rate_95_low: f64,
    /// The upper end.
    pub(crate) rate_95_high: f64,
}

/// The counts of the games of one start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    moves: u64,
    confident: u64,
    at_risk: u64,
    blind: u64,
    found_itself: u64,
    proved_lost: u64,
}

impl Study for Blindness<'_> {
    /// The place of a player, and of a start.
    type Job = (usize, u64);
    type Row = JobRow<Tally>;
    type Results = Vec<Sighted>;

    const UNITS: &'static str = "starts";

    fn identity(&self) -> Json {
        let BlindnessPlan { game, games, seed, budget, .. } = &self.asked;
        let players: Vec<String> = self.players.iter().map(|player| player.seat.described()).collect();
        json!({
            "study": "blindness", "game": game, "games": games, "seed": seed, "evaluations": budget, "players": players,
        })
    }

    fn jobs(&self) -> Vec<(usize, u64)> {
        let starts = self.asked.games.div_ceil(2);
        (0..self.players.len()).flat_map(|player| (0..starts).map(move |start| (player, start))).collect()
    }

    fn key(&self, (player, start): &(usize, u64)) -> String {
        let player = &self.players[*player];
        format!("{} with {}, start {start}", player.name(), player.seat.evaluation.name())
    }

    fn part(&self, (player, _): &(usize, u64)) -> String {
        format!("{} in {}", self.players[*player].name(), self.asked.game)
    }

    fn work(&self, job: &(usize, u64)) -> Result<JobRow<Tally>> {
        let player = &self.players[job.0];
        let found = player.play_start(&self.asked, job.1);
        Ok(JobRow { job: self.key(job), found: found.map_err(|failure| broken(&player.seat.searcher, failure))? })
    }

    fn results(&self, rows: Vec<JobRow<Tally>>) -> Vec<Sighted> {
        let of_player = rows.chunks(self.asked.games.div_ceil(2) as usize).zip(&self.players);
        of_player.map(|(rows, player)| sighted(player, self.asked.games, rows)).collect()
    }

    fn findings(&self, found: &Vec<Sighted>) -> Findings {
        let BlindnessPlan { game, games, budget, seed, .. } = &self.asked;
        let table = table!(found, |it|
            "searcher": it.searcher, "evaluation": it.evaluation, "moves": it.moves, "confident": it.confident,
            "at risk": it.at_risk, "found lost": it.found_itself, "proved lost": it.proved_lost,
            "blind in 10,000": rate(it));
        Findings {
            title: "Lost moves that searchers take for winning ones".to_owned(),
            answer: vec![answer(&self.asked, found)],
            sections: vec![section(format!("Blind moves in {game}"), table)],
            legend:
                "A move is confident where its search scores 0.9 of a win or more, and at risk where it is confident \
                     without a proof. A move at risk is blind where the game is lost within two plies of it: by the \
                     rules or by the searcher's next search (\"found lost\"), or by a search of the engine with ten \
                     times the evaluations (\"proved lost\"). The rate is of moves at risk, with its 95% interval."
                    .to_owned(),
            method: format!(
                "{games} games of each searcher against the engine's alpha-beta with {budget} evaluations a move on both \
                 sides, two from each start, from start {seed} on."
            ),
            csv: Some(rows_to_csv(found)),
            ..Findings::default()
        }
    }
}

/// Who was blind most often, and who least.
fn answer(BlindnessPlan { game, budget, games, .. }: &BlindnessPlan, found: &[Sighted]) -> String {
    let setting = format!("{game}, {games} games of each, {budget} evaluations a move");
    let rated = || found.iter().filter_map(|it| Some((it, it.rate?)));
    let name = |it: &Sighted| format!("{} with {}", it.searcher, it.evaluation);
    let most = rated().max_by(|a, b| a.1.total_cmp(&b.1));
    let least = rated().min_by(|a, b| a.1.total_cmp(&b.1));
    let sum = |of: fn(&Sighted) -> u64| found.iter().map(of).sum::<u64>();
    let all = format!(
        "{setting}: of {} moves valued at {} or more, {} were no proved wins, and {} of these were lost within two plies",
        sum(|it| it.confident),
        Blindness::CONFIDENT,
        sum(|it| it.at_risk),
        sum(|it| it.blind)
    );
    match (most, least) {
        (Some((most, highest)), Some((least, lowest))) if highest > lowest => format!(
            "{all}; most often those of {}, {} in 10,000, and least often those of {}, {}.",
            name(most),
            rate(most),
            name(least),
            rate(least)
        ),
        _ => format!("{all}."),
    }
}

/// How many of 10,000 moves at risk are blind, with its interval.
fn rate(it: &Sighted) -> String {
    let [low, high] = [it.rate_95_low, it.rate_95_high].map(|bound| 10_000.0 * bound);
    match it.rate {
        Some(rate) => format!("{:.0} ({low:.0}\u{2013}{high:.0})", 10_000.0 * rate),
        None => "none at risk".to_owned(),
    }
}

/// What the starts of one searcher come to.
fn sighted(player: &MeasuredSearcher<'_>, games: u64, rows: &[JobRow<Tally>]) -> Sighted {
    let sum = |of: fn(&Tally) -> u64| rows.iter().map(|row| of(&row.found)).sum::<u64>();
    let clusters: Vec<Count> = rows.iter().map(|row| Count::new(row.found.blind, row.found.at_risk)).collect();
    let count = Count::new(sum(|tally| tally.blind), sum(|tally| tally.at_risk));
    let [rate_95_low, rate_95_high] = wilson_interval_clustered(count, design_effect(&clusters));
    Sighted {
        searcher: player.name(),
        evaluation: player.seat.evaluation.name().to_owned(),
        games,
        moves: sum(|tally| tally.moves),
        confident: sum(|tally| tally.confident),
        at_risk: count.decided,
        blind: count.wins,
        found_itself: sum(|tally| tally.found_itself),
        proved_lost: sum(|tally| tally.proved_lost),
        rate: (count.decided > 0).then(|| count.rate()),
        rate_95_low,
        rate_95_high,
    }
}

/// A searcher that is measured, and the engine that it plays.
struct MeasuredSearcher<'c> {
    seat: Seat<'c>,
    engine: NamedPlayer,
    /// What a win is worth.
    win: f64,
}

/// A move at risk, until the searcher's next turn.
struct AtRisk {
    /// Whether the longer search has proved that the move loses.
    is_proved_lost: bool,
}

impl<'c> MeasuredSearcher<'c> {
    fn new(
        catalogue: &'c Catalogue,
        asked: &BlindnessPlan,
        searcher: SearcherSpec,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<MeasuredSearcher<'c>> {
        let searcher = searcher.with_evaluations(Some(asked.budget));
        let seat = Seat::new(catalogue, &asked.game, &toml::Table::new(), searcher, evaluation)?;
        let name = seat.evaluation.name();
        let win = seat.venue.evaluator(name, Side::Max).properties().win_value;
        let unknown = || format!("the evaluation `{name}` does not say what a win is worth: nothing is 0.9 of it");
        let win = f64::from(win.ok_or_else(|| Error::Invalid(unknown()))?.get());
        let engine = catalogue.player(Blindness::ENGINE)?;
        Ok(MeasuredSearcher { engine: engine.with_evaluations(Some(asked.budget)), seat, win })
    }

    /// The searcher without its budget.
    fn name(&self) -> String {
        self.seat.searcher.clone().with_evaluations(None).to_string()
    }

    /// Plays both games of a start; of the last start only as MAX where the number of games is odd.
    fn play_start(&self, asked: &BlindnessPlan, place: u64) -> Result<Tally, Failure> {
        let venue = &self.seat.venue;
        let number = venue.start_count().map_or(asked.seed + place, |count| 1 + (asked.seed - 1 + place) % count);
        let (start, _) = venue.start(number);
        let mut tally = Tally::default();
        for (game, side) in [(2 * place, Side::Max), (2 * place + 1, Side::Min)] {
            if game < asked.games {
                self.play(&start, side, &mut tally)?;
            }
        }
        Ok(tally)
    }

    /// Plays one game with the searcher on this side.
    fn play(&self, start: &AnyPosition, side: Side, tally: &mut Tally) -> Result<(), Failure> {
        let mut searcher = self.seat.contestant(&self.seat.searcher, start, side)?;
        let mut opponent = self.seat.contestant(&self.engine, start, side.other())?;
        let mut position = start.clone();
        let mut last = None;
        while !position.is_terminal() {
            let index = if position.to_move() == side {
                self.turn(&mut *searcher, &position, &mut last, tally)?
            } else {
                opponent.choose()?
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
        let report = searcher.search(&self.seat.searcher.limit())?;
        // The value as this side sees it, as a part of a win.
        let score = report.value.map(|value| (f64::from(value) * f64::from(side.sign()) / self.win).clamp(-1.0, 1.0));
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
        let budget = self.engine.evaluations().expect("it has the budget of a move");
        let longer = Limit::new().evaluations(Blindness::LONGER * budget);
        let report = self.seat.contestant(&self.engine, &after, side.other())?.search(&longer)?;
        Ok(report.proved && report.value == Some(side.loss()))
    }
}

/// Counts a move at risk as blind if anything says that it lost.
fn settle(last: Option<AtRisk>, is_found_lost: bool, tally: &mut Tally) {
    let Some(AtRisk { is_proved_lost }) = last else { return };
    tally.found_itself += u64::from(is_found_lost);
    tally.proved_lost += u64::from(is_proved_lost);
    tally.blind += u64::from(is_found_lost || is_proved_lost);
}
