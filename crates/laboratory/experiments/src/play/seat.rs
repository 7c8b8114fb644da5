//! A searcher in a game, with the evaluation by which it searches: what studies ask for single searches.

use bestply::{Evaluator, Limit, Position, Properties, Side, Value};
use bestply_catalogue::{
    AnyPosition, Catalogue, Contestant, EvaluationSpec, Failure, NamedGame, NamedPlayer, SearcherSpec, Venue,
};
use toml::Table;

use super::resolved::{fingerprint, player_text};
use crate::{Error, Result};

/// A searcher in a game, ready to search.
pub struct Seat<'c> {
    /// The catalogue that it is from.
    pub catalogue: &'c Catalogue,
    /// The game with its settings.
    pub game: NamedGame,
    /// The game with the evaluation.
    pub venue: Venue,
    /// The searcher.
    pub searcher: NamedPlayer,
    /// Its evaluation.
    pub evaluation: EvaluationSpec,
}

impl<'c> Seat<'c> {
    /// A searcher with this evaluation where it names none, or else with the game's first.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the searcher cannot search in it or has no such evaluation.
    pub fn new(
        catalogue: &'c Catalogue,
        game: &str,
        settings: &Table,
        searcher: SearcherSpec,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<Seat<'c>> {
        let game = catalogue.game_with(game, settings)?;
        let (searcher, evaluation) = catalogue.prepared(searcher, &game, evaluation)?;
        let venue = catalogue.venue(&game, None, std::slice::from_ref(&evaluation))?;
        Ok(Seat { catalogue, game, venue, searcher, evaluation })
    }

    /// A searcher with the seat's evaluation at the beginning of a game from this position, on this side.
    ///
    /// # Errors
    ///
    /// If a foreign evaluation fails.
    pub fn contestant(
        &self,
        searcher: &NamedPlayer,
        start: &AnyPosition,
        side: Side,
    ) -> Result<Box<dyn Contestant>, Failure> {
        let mut contestant = searcher.contestant(&self.venue, self.evaluation.name(), start)?;
        contestant.start_game(start, side)?;
        Ok(contestant)
    }

    /// The value of a position and the place of the best move, by a search of the searcher from nothing.
    ///
    /// There is no value where the limit ends the search before it has one.
    ///
    /// # Panics
    ///
    /// If it is a foreign engine.
    pub fn search(&self, position: &AnyPosition, limit: &Limit) -> (Option<Value>, usize) {
        let evaluator = self.venue.evaluator(self.evaluation.name(), position.to_move());
        let searcher = self.searcher.any_searcher().expect("it is no foreign engine");
        let report = bestply::Player::new(position.clone(), searcher, evaluator).search(limit);
        let index = report.best_move.map_or(0, |mv| position.index_of(mv));
        (report.value, index)
    }

    /// The searcher with all its settings, and what tells its evaluation from others.
    pub(crate) fn described(&self) -> String {
        let player = player_text(&self.venue, &self.searcher, &self.evaluation);
        match self.evaluation {
            EvaluationSpec::Process(_) => player,
            _ => format!("{player} ({})", fingerprint(&self.venue, self.evaluation.name())),
        }
    }
}

/// What holds of the values of an evaluation.
///
/// # Errors
///
/// If it has no value of a position by itself.
pub(crate) fn properties_alone(venue: &Venue, evaluation: &str) -> Result<Properties> {
    let properties = venue.evaluator(evaluation, Side::Max).properties();
    ensure!(!properties.depends_on_parent, "{evaluation} has values of children only, which depend on the parent");
    Ok(properties)
}

/// The error of a study whose searcher does not go on.
pub fn broken(searcher: &SearcherSpec, failure: impl Into<Failure>) -> Error {
    let (Failure::Broken(reason) | Failure::Forfeit(reason)) = failure.into();
    Error::Invalid(format!("{searcher}: {reason}"))
}
