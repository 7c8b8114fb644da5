//! The positions of a study: balanced ones of the middle of a game, or endings.

use std::collections::HashSet;
use std::fmt::Display;
use std::ops::RangeInclusive;

use bestply::{Evaluator, Keyed, Limit, Position, Side, Value};
use bestply_catalogue::{
    AnyMove, AnyPosition, Catalogue, EvaluationSpec, Game, Player, SearcherSpec, SpecError, Venue,
};
use bestply_experiments::Error;
use serde::Serialize;
use toml::Table;

use super::{Endings, Study};

/// The games of a study, and how many positions of each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The games of whose middle positions are taken, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// The endings of which the first are taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<Endings>,
    /// The evaluation; each game's first where it is left out.
    pub evaluation: Option<String>,
    /// The number of positions of each game, and the most of each file of endings.
    pub positions: usize,
}

impl Sample {
    /// The fewest positions, which tell how much they differ, and the most.
    pub const POSITIONS: RangeInclusive<usize> = 2..=10_000;

    /// The same sample if it is valid.
    pub(super) fn checked(&self) -> Result<&Sample, Error> {
        let mut seen = HashSet::new();
        let mut names = self.games.iter().chain(self.endings.iter().map(|endings| &endings.name));
        if let Some(twice) = names.find(|name| !seen.insert(*name)) {
            return Err(Error::Invalid(format!("{twice} is listed twice")));
        }
        if !Sample::POSITIONS.contains(&self.positions) {
            let (least, most) = Sample::POSITIONS.into_inner();
            return Err(Error::Invalid(format!("positions must be from {least} to {most}, not {}", self.positions)));
        }
        Ok(self)
    }

    /// The grounds of all games and endings.
    pub(super) fn grounds(&self, catalogue: &Catalogue) -> Result<Vec<Ground>, Error> {
        let middles = self.games.iter().map(|game| Ground::in_the_middle(catalogue, game, self));
        middles.chain(self.endings.iter().map(|endings| Ground::at_the_end(catalogue, endings, self))).collect()
    }

    /// How the positions are chosen, in a sentence.
    pub(super) fn described(&self) -> String {
        if self.games.is_empty() {
            let names: Vec<&str> = self.endings.iter().map(|endings| &*endings.name).collect();
            return format!("The first positions, {} at most, of the endings {}.", self.positions, names.join(", "));
        }
        format!(
            "{} positions of each game, {PLIES} or {} plies after a start of its matches, by searches of depth \
             {DEPTH_TO_PLAY}. A search of depth {DEPTH_TO_JUDGE} values each within a tenth of a win, or as undecided \
             where the evaluation does not say what a win is worth.",
            self.positions,
            PLIES + 1
        )
    }
}

/// The plies from a start to a position; every other position is a ply farther, so that both sides come to move.
const PLIES: u64 = 8;
const DEPTH_TO_PLAY: usize = 2;
const DEPTH_TO_JUDGE: usize = 4;
/// How many times as many starts are looked at as positions are wanted.
const MOST_TRIED: u64 = 50;

/// A game with its evaluation, and the positions that are searched.
pub(super) struct Ground {
    /// What records call it: the game's name, or that of the endings.
    pub(super) name: String,
    /// The same in a sentence.
    pub(super) title: String,
    game: Game,
    pub(super) evaluation: EvaluationSpec,
    pub(super) venue: Venue,
    pub(super) positions: Vec<AnyPosition>,
}

impl Ground {
    fn in_the_middle(catalogue: &Catalogue, game: &str, sample: &Sample) -> Result<Ground, Error> {
        let game = catalogue.game_with(game, &Table::new()).map_err(|problem| invalid(&problem))?;
        let mut ground = Ground::without_positions(catalogue, game, sample)?;
        let engine = catalogue.player("principal-variation-search:table_bytes=65536");
        ground.find_positions(&engine.map_err(|problem| invalid(&problem))?, sample.positions)?;
        Ok(ground)
    }

    fn at_the_end(catalogue: &Catalogue, endings: &Endings, sample: &Sample) -> Result<Ground, Error> {
        let mut ground = Ground::without_positions(catalogue, endings.game_with(catalogue)?, sample)?;
        ground.positions = endings.positions(&ground.venue, sample.positions)?;
        (ground.name, ground.title) = (endings.name.clone(), endings.name.clone());
        Ok(ground)
    }

    fn without_positions(catalogue: &Catalogue, game: Game, sample: &Sample) -> Result<Ground, Error> {
        let (venue, evaluation) = venue_of(catalogue, &game, sample.evaluation.as_deref())?;
        let name = game.about().name.to_owned();
        let title = game.about().title.clone();
        Ok(Ground { name, title, game, evaluation, venue, positions: Vec::new() })
    }

    /// The study's searchers as they search in this game.
    pub(super) fn searchers(&self, catalogue: &Catalogue, study: &impl Study) -> Result<Vec<Player>, Error> {
        // The study limits each search itself.
        let prepared = |name: &String| {
            let prepared = catalogue.prepared(SearcherSpec::read(name)?, &self.game, Some(self.evaluation.clone()));
            prepared.map(|(player, _)| player)
        };
        let searchers = study.searchers();
        searchers.iter().map(prepared).collect::<Result<_, _>>().map_err(|problem| invalid(&problem))
    }

    /// Finds so many different positions, going through the starts in their order.
    fn find_positions(&mut self, engine: &Player, wanted: usize) -> Result<(), Error> {
        let most = wanted as u64 * MOST_TRIED;
        let last = self.venue.start_count().map_or(most, |count| count.min(most));
        let mut seen = HashSet::new();
        for start in 1..=last {
            if let Some(position) = self.middle(start, engine)?
                && self.is_balanced(&position, engine)?
                && seen.insert(position.key())
            {
                self.positions.push(position);
            }
            if self.positions.len() == wanted {
                return Ok(());
            }
        }
        let (game, found) = (self.game.about().name, self.positions.len());
        Err(Error::Invalid(format!("{game}: {last} starts lead to only {found} balanced positions, not to {wanted}")))
    }

    /// The position some plies after a start; `None` where the game is over by then.
    fn middle(&self, start: u64, engine: &Player) -> Result<Option<AnyPosition>, Error> {
        let mut position = self.venue.start(start).0;
        for _ in 0..PLIES + start % 2 {
            let (_, Some(mv)) = self.search(&position, engine, DEPTH_TO_PLAY)? else { return Ok(None) };
            position.play(position.index_of(mv));
        }
        Ok((position.move_count() > 1).then_some(position))
    }

    fn is_balanced(&self, position: &AnyPosition, engine: &Player) -> Result<bool, Error> {
        let (value, _) = self.search(position, engine, DEPTH_TO_JUDGE)?;
        let win = self.venue.evaluator(self.evaluation.name(), Side::Max).properties().win_value;
        let within = win.map_or(Value::MAX.unsigned_abs() - 1, |win| win.get() / 10);
        Ok(value.is_some_and(|value| value.unsigned_abs() <= within))
    }

    /// The value and the move of a search.
    fn search(
        &self,
        position: &AnyPosition,
        engine: &Player,
        depth: usize,
    ) -> Result<(Option<Value>, Option<AnyMove>), Error> {
        let mut engine = engine.any_searcher().map_err(|problem| invalid(&problem))?;
        let mut evaluator = self.venue.evaluator(self.evaluation.name(), position.to_move());
        let report = engine.search(&mut position.clone(), &mut evaluator, &Limit::new().depth(depth));
        Ok((report.value, report.best_move))
    }
}

/// A game with an evaluation: this one, or its first.
pub(super) fn venue_of(
    catalogue: &Catalogue,
    game: &Game,
    evaluation: Option<&str>,
) -> Result<(Venue, EvaluationSpec), Error> {
    let about = game.about();
    let evaluation = evaluation.or(about.evaluations.first().copied()).map(EvaluationSpec::named);
    let evaluation = evaluation.ok_or_else(|| SpecError::NoEvaluation(about.name.to_owned()));
    let evaluation = evaluation.and_then(|evaluation| catalogue.checked_evaluation(about.name, evaluation));
    let evaluation = evaluation.map_err(|problem| invalid(&problem))?;
    let venue = catalogue.venue(game, None, std::slice::from_ref(&evaluation));
    Ok((venue.map_err(|problem| invalid(&problem))?, evaluation))
}

pub(super) fn invalid(problem: &dyn Display) -> Error {
    Error::Invalid(problem.to_string())
}
