//! What the moves of players lose, by the values of deeper searches.

use std::path::Path;
use std::slice;

use bestply::{Limit, Position};
use bestply_catalogue::{AnyPosition, Catalogue, Contestant, Failure, Playable, SearcherSpec};
use bestply_experiments::Error;
use bestply_experiments::contest::Problem;
use bestply_experiments::play::processor_time;
use bestply_statistics::{Count, Z_95};
use toml::Table;

use crate::positions::Positions;

/// Whose moves to judge, in which positions, and by what.
#[derive(Clone, Debug, PartialEq)]
pub struct Judging<'a> {
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

/// What a player's moves lose on average.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The player.
    pub player: SearcherSpec,
    /// The points that a move loses against the judge's move, by position.
    /// It is below 0 where the judge prefers the player's move after all.
    pub points: Vec<f64>,
    /// How often a move loses nothing.
    pub faultless: Count,
    /// How often a move makes a draw or a loss of a win, or a loss of a draw.
    pub given_away: Count,
}

impl Loss {
    /// The mean in points, and half of its 95 % interval.
    #[must_use]
    pub fn mean(&self) -> (f64, f64) {
        let count = self.points.len() as f64;
        let mean = self.points.iter().sum::<f64>() / count;
        let squares: f64 = self.points.iter().map(|points| (points - mean).powi(2)).sum();
        (mean, Z_95 * (squares / (count - 1.0) / count).sqrt())
    }
}

/// Lets players choose moves, and compares these moves with the judge's.
///
/// The judge searches a position.
/// Then it searches the position after its own move, and that after the player's move if it is another.
/// The difference of these two values is what the player's move loses.
/// So both moves are valued by searches of the same limit.
/// `judged` is called after each position.
///
/// # Errors
///
/// If the game, a player or the judge is unknown or has no limit, the file of positions is wrong,
/// or the group has fewer than two positions.
pub fn judge(catalogue: &Catalogue, judging: &Judging<'_>, mut judged: impl FnMut()) -> Result<Vec<Loss>, Error> {
    let game = catalogue.game_named(judging.game).map_err(Problem::from)?.name;
    let positions = Positions::read(game, judging.positions)?;
    let texts: Vec<&str> =
        positions.held_out()?.iter().filter(|it| it.group == judging.group).map(|it| it.position).collect();
    let chosen = &texts[..texts.len().min(judging.most)];
    if chosen.len() < 2 {
        let (name, group) = (positions.name(), judging.group);
        return Err(Error::Invalid(format!("{name}: fewer than two positions of the group `{group}`")));
    }
    let mut judge = Searching::new(catalogue, game, &judging.judge)?;
    let players = judging.players.iter().map(|spec| Searching::new(catalogue, game, spec));
    let mut players = players.collect::<Result<Vec<_>, Error>>()?;
    let mut losses: Vec<Loss> = judging.players.iter().map(Loss::none).collect();
    for text in chosen {
        let position = catalogue.position(game, text).map_err(Problem::from)?;
        let best = judge.choose(&position)?;
        let mut known = vec![None; position.move_count()];
        for (player, loss) in players.iter_mut().zip(&mut losses) {
            let played = player.choose(&position)?;
            let mut value = |index: usize| {
                let value = known[index].map_or_else(|| judge.value_after(&position, index, judging.units), Ok)?;
                Ok::<f64, Error>(*known[index].insert(value))
            };
            let [best, played] = if played == best { [0.0; 2] } else { [value(best)?, value(played)?] };
            loss.note(best, played);
        }
        judged();
    }
    Ok(losses)
}

impl Loss {
    fn none(player: &SearcherSpec) -> Loss {
        let nothing = Count::new(0, 0);
        Loss { player: player.clone(), points: Vec::new(), faultless: nothing, given_away: nothing }
    }

    /// Notes what the judge's move and the player's are worth in one more position.
    fn note(&mut self, best: f64, played: f64) {
        let outcome = |points: f64| points.partial_cmp(&0.0);
        self.points.push(best - played);
        for (count, is_so) in
            [(&mut self.faultless, played >= best), (&mut self.given_away, outcome(played) < outcome(best))]
        {
            count.wins += u64::from(is_so);
            count.decided += 1;
        }
    }
}

/// A searcher that is asked for single positions.
struct Searching {
    contestant: Box<dyn Contestant>,
    limit: Limit,
}

impl Searching {
    fn new(catalogue: &Catalogue, game: &str, spec: &SearcherSpec) -> Result<Searching, Error> {
        let game = catalogue.game_with(game, &Table::new()).map_err(Problem::from)?;
        let (player, evaluation) = catalogue.prepared(spec.clone(), &game, None).map_err(Problem::from)?;
        player.check_ready().map_err(Problem::from)?;
        let venue = catalogue.venue(&game, None, slice::from_ref(&evaluation));
        let venue = venue.map_err(|error| Error::Invalid(error.to_string()))?;
        let contestant = player.contestant(&venue, evaluation.name(), &venue.start(1).0);
        let mut contestant = contestant.map_err(Problem::from)?;
        contestant.set_clock(processor_time);
        let limit = Limit { clock: Some(processor_time), ..player.limit() };
        Ok(Searching { contestant, limit })
    }

    /// The index of the move that it plays, by a search that knows nothing of earlier ones.
    fn choose(&mut self, position: &AnyPosition) -> Result<usize, Error> {
        self.contestant.start_game(position, position.to_move()).map_err(player_error)?;
        self.contestant.choose().map_err(player_error)
    }

    /// The points that the position after a move is worth to the side that made it, where so many units are a point.
    ///
    /// What a solver found out of the end goes before the value of a search.
    fn value_after(&mut self, position: &AnyPosition, index: usize, units: f64) -> Result<f64, Error> {
        let mover = position.to_move();
        let sign = f64::from(mover.sign());
        let mut after = position.clone();
        after.play(index);
        if after.is_terminal() {
            return Ok(sign * f64::from(after.terminal_value()));
        }
        self.contestant.start_game(&after, mover).map_err(player_error)?;
        let report = self.contestant.search(&self.limit).map_err(player_error)?;
        if let Some(exact) = report.outcome.filter(|outcome| outcome.alpha == outcome.beta) {
            return Ok(sign * f64::from(exact.alpha));
        }
        let value = report.value.expect("a search has a value of a position that is not terminal");
        Ok(sign * f64::from(value) / units)
    }
}

fn player_error(failure: Failure) -> Error {
    match failure {
        Failure::Forfeit(reason) | Failure::Broken(reason) => Error::Invalid(reason),
    }
}
