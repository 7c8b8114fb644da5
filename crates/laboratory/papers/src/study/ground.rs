//! The positions of a study: balanced ones of the middle of a game, or endings.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use bestply::{Evaluator, Keyed, Limit, Position, Side, Value};
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationSpec, NamedPlayer, SearcherSpec};
use bestply_experiments::play::seat::Seat;
use bestply_experiments::{Error, Result, bail};
use serde::Serialize;
use toml::Table;

use super::Endings;

/// The games of a study, and how many positions of each.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionSample {
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

impl PositionSample {
    /// The fewest positions, which tell how much they differ, and the most.
    pub const POSITIONS: RangeInclusive<usize> = 2..=10_000;

    /// The same sample if it is valid.
    pub(super) fn checked(&self) -> Result<&PositionSample> {
        let mut seen = HashSet::new();
        let mut names = self.games.iter().chain(self.endings.iter().map(|endings| &endings.name));
        if let Some(twice) = names.find(|name| !seen.insert(*name)) {
            bail!("{twice} is listed twice");
        }
        if !PositionSample::POSITIONS.contains(&self.positions) {
            let (least, most) = PositionSample::POSITIONS.into_inner();
            bail!("positions must be from {least} to {most}, not {}", self.positions);
        }
        Ok(self)
    }

    /// The grounds of all games and endings.
    pub(super) fn grounds<'c>(&self, catalogue: &'c Catalogue) -> Result<Vec<Ground<'c>>> {
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
pub(super) struct Ground<'c> {
    /// What records call it: the game's name, or that of the endings.
    pub(super) name: String,
    /// The same in a sentence.
    pub(super) title: String,
    /// Where the engine plays from the starts to the positions.
    pub(super) seat: Seat<'c>,
    pub(super) positions: Vec<AnyPosition>,
}

impl<'c> Ground<'c> {
    fn in_the_middle(catalogue: &'c Catalogue, game: &str, sample: &PositionSample) -> Result<Ground<'c>> {
        let seat = seat(catalogue, game, &Table::new(), sample.evaluation.as_deref())?;
        let title = seat.game.about().title.clone();
        let mut ground = Ground { name: game.to_owned(), title, seat, positions: Vec::new() };
        ground.find_positions(sample.positions)?;
        Ok(ground)
    }

    /// Random games of this distribution of moves and branching factor, at the starts of the first seeds.
    pub(super) fn random(catalogue: &'c Catalogue, distribution: &str, branching: usize, seeds: usize) -> Result<Self> {
        let settings = Table::from_iter([
            ("distribution".to_owned(), distribution.into()),
            ("branching".to_owned(), toml::Value::Integer(branching as i64)),
        ]);
        let seat = seat(catalogue, "random", &settings, None)?;
        let title = seat.game.about().title.clone();
        let positions = (1..=seeds as u64).map(|seed| seat.venue.start(seed).0).collect();
        Ok(Ground { name: format!("{title}, {distribution} {branching}"), title, seat, positions })
    }

    fn at_the_end(catalogue: &'c Catalogue, endings: &Endings, sample: &PositionSample) -> Result<Ground<'c>> {
        let seat = endings.seat(catalogue, sample.evaluation.as_deref())?;
        let positions = endings.positions(&seat.venue, sample.positions)?;
        Ok(Ground { title: endings.name.clone(), name: endings.name.clone(), seat, positions })
    }

    /// These searchers of a study as they search in this game.
    pub(super) fn searchers(&self, searchers: &[String]) -> Result<Vec<NamedPlayer>> {
        let Seat { catalogue, game, evaluation, .. } = &self.seat;
        // The study limits each search itself.
        let prepared =
            |name: &String| Ok(catalogue.prepared(SearcherSpec::read(name)?, game, Some(evaluation.clone()))?.0);
        searchers.iter().map(prepared).collect()
    }

    /// Finds so many different positions, going through the starts in their order.
    fn find_positions(&mut self, wanted: usize) -> Result {
        let most = wanted as u64 * MOST_TRIED;
        let last = self.seat.venue.start_count().map_or(most, |count| count.min(most));
        let mut seen = HashSet::new();
        for start in 1..=last {
            let position = self.middle(start).filter(|position| self.is_balanced(position));
            self.positions.extend(position.filter(|position| seen.insert(position.key())));
            if self.positions.len() == wanted {
                return Ok(());
            }
        }
        let (game, found) = (&self.name, self.positions.len());
        Err(Error::Invalid(format!("{game}: {last} starts lead to only {found} balanced positions, not to {wanted}")))
    }

    /// The position some plies after a start; `None` where the game is over by then.
    fn middle(&self, start: u64) -> Option<AnyPosition> {
        let mut position = self.seat.venue.start(start).0;
        for _ in 0..PLIES + start % 2 {
            if position.is_terminal() {
                return None;
            }
            let (_, index) = self.seat.search(&position, &Limit::new().depth(DEPTH_TO_PLAY));
            position.play(index);
        }
        (position.move_count() > 1).then_some(position)
    }

    fn is_balanced(&self, position: &AnyPosition) -> bool {
        let (value, _) = self.seat.search(position, &Limit::new().depth(DEPTH_TO_JUDGE));
        let win = self.seat.venue.evaluator(self.seat.evaluation.name(), Side::Max).properties().win_value;
        let within = win.map_or(Value::MAX.unsigned_abs() - 1, |win| win.get() / 10);
        value.is_some_and(|value| value.unsigned_abs() <= within)
    }
}

/// The engine in a game with this evaluation, or with the game's first.
pub(super) fn seat<'c>(catalogue: &'c Catalogue, game: &str, settings: &Table, by: Option<&str>) -> Result<Seat<'c>> {
    let engine = SearcherSpec::read("principal-variation-search:table_bytes=65536")?;
    Seat::new(catalogue, game, settings, engine, by.map(EvaluationSpec::named))
}
