//! What the moves of players lose, by the values of deeper searches.

use std::path::Path;

use super::study::{Findings, JobRow, Study, section};
use crate::play::processor_time;
use crate::play::seat::{Seat, broken};
use crate::{Error, Result};
use bestply::{Limit, Position, Value};
use bestply_catalogue::{AnyPosition, Catalogue, Failure, Playable, SearcherSpec};
use bestply_presentation::table;
use bestply_presentation::words::percent_within;
use bestply_statistics::{Count, Z_95, mean_and_variance, wilson_interval};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use toml::Table;

use super::held_out::HeldOutFile;

/// Whose moves to judge, in which positions, and by what.
#[derive(Clone, Debug, PartialEq)]
pub struct LossesPlan<'a> {
    /// The game.
    pub game: &'a str,
    /// The players, each with a limit. Limits on time are on processor time.
    pub players: Vec<SearcherSpec>,
    /// The search that values the positions after moves, with a limit of its own.
    pub judge: SearcherSpec,
    /// How many units of the judge's evaluation are a point.
    pub units: f64,
    /// The file of positions; Othello's come with the program.
    pub positions: Option<&'a Path>,
    /// The group of positions.
    pub group: &'a str,
    /// The most positions, the first of the group.
    pub most: usize,
}

/// The study of what the moves of players lose.
///
/// The judge searches a position.
/// Then it searches the position after its own move, and that after the player's move if it is another.
/// The difference of these two values is what the player's move loses.
/// So both moves are valued by searches of the same limit.
pub struct Losses<'c> {
    group: String,
    positions: Vec<AnyPosition>,
    checksum: String,
    judge: Seat<'c>,
    players: Vec<Seat<'c>>,
    units: f64,
}

/// What a move is worth to the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveWorth {
    /// What the game is worth in the end.
    Points(Value),
    /// What a search says.
    Units(Value),
}

/// What a player's moves lose on average; `rows.jsonl` has what the moves in each position are worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// The player.
    pub player: String,
    /// The points that a move loses against the judge's move, by position.
    /// It is below 0 where the judge prefers the player's move after all.
    pub points: Vec<f64>,
    /// The mean in points.
    pub mean: f64,
    /// Half of its 95 % interval.
    pub mean_95: f64,
    /// In how many positions a move loses nothing.
    pub faultless: u64,
    /// In how many positions a move makes a draw or a loss of a win, or a loss of a draw.
    pub given_away: u64,
}

impl<'c> Losses<'c> {
    /// The study of what is to be judged.
    ///
    /// # Errors
    ///
    /// If the game, a player or the judge is unknown or has no limit, the file of positions is wrong,
    /// or the group has fewer than two positions.
    pub fn new(catalogue: &'c Catalogue, judging: &LossesPlan<'_>) -> Result<Losses<'c>> {
        let game = catalogue.game_named(judging.game)?.name;
        let HeldOutFile { name, checksum, positions } = HeldOutFile::read(game, judging.positions)?;
        let own = positions.iter().filter(|it| it.group == judging.group).take(judging.most);
        let positions = own.map(|it| catalogue.position(game, &it.position)).collect::<Result<Vec<_>, _>>()?;
        ensure!(positions.len() > 1, "{name}: fewer than two positions of the group `{}`", judging.group);
        let seat = |spec: &SearcherSpec| {
            let seat = Seat::new(catalogue, game, &Table::new(), spec.clone(), None)?;
            seat.searcher.check_ready()?;
            Ok::<_, Error>(seat)
        };
        let judge = seat(&judging.judge)?;
        let players = judging.players.iter().map(seat).collect::<Result<_, _>>()?;
        Ok(Losses { group: judging.group.to_owned(), positions, checksum, judge, players, units: judging.units })
    }

    /// What the position after a move is worth to the side that made it.
    ///
    /// What a solver found out of the end goes before the value of a search.
    fn worth(&self, position: &AnyPosition, index: usize) -> Result<MoveWorth> {
        let mover = position.to_move();
        let mut after = position.clone();
        after.play(index);
        if after.is_terminal() {
            return Ok(MoveWorth::Points(after.terminal_value().saturating_mul(mover.sign())));
        }
        let searcher = &self.judge.searcher;
        let limit = Limit { clock: Some(processor_time), ..searcher.limit() };
        let report = self.judge.contestant(searcher, &after, mover).and_then(|mut judge| {
            judge.set_clock(processor_time);
            judge.search(&limit)
        });
        let report = report.map_err(|failure| broken(searcher, failure))?;
        if let Some(exact) = report.outcome.filter(|outcome| outcome.alpha == outcome.beta) {
            return Ok(MoveWorth::Points(exact.alpha.saturating_mul(mover.sign())));
        }
        let value = report.value.expect("a search has a value of a position that is not terminal");
        Ok(MoveWorth::Units(value.saturating_mul(mover.sign())))
    }

    fn points(&self, worth: MoveWorth) -> f64 {
        match worth {
            MoveWorth::Points(points) => f64::from(points),
            MoveWorth::Units(value) => f64::from(value) / self.units,
        }
    }

    fn loss(&self, place: usize, rows: &[JobRow<Vec<[MoveWorth; 2]>>]) -> Loss {
        let worth: Vec<[f64; 2]> = rows.iter().map(|row| row.found[place].map(|worth| self.points(worth))).collect();
        let points: Vec<f64> = worth.iter().map(|[best, played]| best - played).collect();
        let count = points.len() as f64;
        let (mean, variance) = mean_and_variance(&points).expect("there are several positions");
        let outcome = |points: f64| points.partial_cmp(&0.0);
        Loss {
            player: self.players[place].searcher.to_string(),
            points,
            mean,
            mean_95: Z_95 * (variance / count).sqrt(),
            faultless: worth.iter().filter(|[best, played]| played >= best).count() as u64,
            given_away: worth.iter().filter(|[best, played]| outcome(*played) < outcome(*best)).count() as u64,
        }
    }
}

/// The index of the move that a searcher plays, by a search that knows nothing of earlier ones.
fn chosen(seat: &Seat<'_>, position: &AnyPosition) -> Result<usize> {
    let chosen = seat.contestant(&seat.searcher, position, position.to_move()).and_then(|mut contestant| {
        contestant.set_clock(processor_time);
        contestant.choose()
    });
    chosen.map_err(|failure: Failure| broken(&seat.searcher, failure))
}

impl Study for Losses<'_> {
    /// The place of a position.
    type Job = usize;
    /// For each player what the judge's move and its own are worth; nothing if they are the same.
    type Row = JobRow<Vec<[MoveWorth; 2]>>;
    type Results = Vec<Loss>;

    const UNITS: &'static str = "positions";

    fn identity(&self) -> Json {
        let Losses { group, positions, checksum, judge, players, units } = self;
        let players: Vec<String> = players.iter().map(Seat::described).collect();
        json!({
            "study": "losses", "positions": checksum, "group": group, "count": positions.len(), "units": units,
            "judge": judge.described(), "players": players,
        })
    }

    fn jobs(&self) -> Vec<usize> {
        (0..self.positions.len()).collect()
    }

    fn key(&self, place: &usize) -> String {
        format!("position {place}")
    }

    fn part(&self, _: &usize) -> String {
        self.group.clone()
    }

    fn work(&self, &place: &usize) -> Result<JobRow<Vec<[MoveWorth; 2]>>> {
        let position = &self.positions[place];
        let best = chosen(&self.judge, position)?;
        let mut known = vec![None; position.move_count()];
        let mut worth = |index: usize| {
            let worth = known[index].map_or_else(|| self.worth(position, index), Ok)?;
            Ok::<MoveWorth, Error>(*known[index].insert(worth))
        };
        let mut of_player = |seat: &Seat<'_>| {
            let played = chosen(seat, position)?;
            Ok(if played == best { [MoveWorth::Points(0); 2] } else { [worth(best)?, worth(played)?] })
        };
        let worth = self.players.iter().map(&mut of_player).collect::<Result<_>>()?;
        Ok(JobRow { job: self.key(&place), found: worth })
    }

    fn is_timed(&self) -> bool {
        self.players.iter().chain([&self.judge]).any(|seat| seat.searcher.time_us().is_some())
    }

    fn results(&self, rows: Vec<JobRow<Vec<[MoveWorth; 2]>>>) -> Vec<Loss> {
        (0..self.players.len()).map(|place| self.loss(place, &rows)).collect()
    }

    fn findings(&self, losses: &Vec<Loss>) -> Findings {
        let count = self.positions.len() as u64;
        let share = |number: u64| {
            let share = Count::new(number, count);
            percent_within(share.rate(), wilson_interval(share))
        };
        let table = table!(losses, |it|
            "player": it.player, "points lost": format!("{:.2} (\u{b1}{:.2})", it.mean, it.mean_95),
            "nothing lost": share(it.faultless), "the game lost": share(it.given_away));
        let best = losses.iter().min_by(|a, b| a.mean.total_cmp(&b.mean));
        let best = best.map(|it| format!("The moves of {} lose least: {:.2} points.", it.player, it.mean));
        Findings {
            title: "What the moves of players lose".to_owned(),
            answer: Vec::from_iter(best),
            sections: vec![section(format!("Points lost a move in {count} positions"), table)],
            legend: "Points lost are the mean over the positions, of what a move is worth less than the judge's. The \
                     shares of moves are of those that lose nothing, and of those that make a draw or a loss of a win \
                     or a loss of a draw. All have 95% intervals. Times are processor time and do not repeat."
                .to_owned(),
            method: format!("{count} positions of the group {}, judged by {}.", self.group, self.judge.searcher),
            ..Findings::default()
        }
    }
}
