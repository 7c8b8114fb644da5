//! The catalogue: what can be named.

mod additions;
mod players;
mod playing;

use std::sync::Arc;

use bestply::proof_number::Solver;
use bestply_any_game::{AnyPosition, GameSolver, Judging, PositionError};
use toml::Table;

use crate::about_game::AboutGame;
use crate::error::SpecError;
use crate::evaluation_kind::EvaluationKind;
use crate::evaluation_spec::EvaluationSpec;
use crate::foreign_player::about_engines;
use crate::key::check_keys;
use crate::known_game::{KnownGame, NamedGame};
use crate::learning::{LearntFeatures, LearntNetwork};
use crate::searcher::{About, KnownSearcher};
use crate::settings::Settings;
use crate::venue::{Venue, VenueError};
use crate::{games, searchers};

/// The games with their evaluations, and the searchers, that can be named.
///
/// The order in which things are added is the order in which they are listed.
pub struct Catalogue {
    games: Vec<Arc<KnownGame>>,
    searchers: Vec<Arc<KnownSearcher>>,
    /// The description of foreign engines, which stand in the place of a searcher.
    engines: Arc<About>,
    /// How evaluations are described by tables, besides foreign programs.
    kinds: Vec<EvaluationKind>,
    /// Says what a person should know besides, in one line.
    tell: fn(&str),
}

impl Catalogue {
    /// The catalogue of what comes with bestply.
    pub fn standard() -> Catalogue {
        Catalogue {
            games: games::standard().into_iter().map(Arc::new).collect(),
            searchers: searchers::standard().into_iter().map(Arc::new).collect(),
            engines: Arc::new(about_engines()),
            kinds: vec![EvaluationKind::of_weights(), EvaluationKind::of_noise()],
            tell: |_| {},
        }
    }

    /// The same catalogue, which says by `tell`, in one line each, what a person should know and what is no error,
    /// as that a file of weights has no check sum. Else it is not said.
    #[must_use]
    pub fn telling(self, tell: fn(&str)) -> Catalogue {
        Catalogue { tell, ..self }
    }

    /// The games, in their order.
    pub fn games(&self) -> impl Iterator<Item = &AboutGame> + Clone {
        self.games.iter().map(|game| &game.about)
    }

    /// The searchers, in their order.
    pub fn searchers(&self) -> impl Iterator<Item = &About> + Clone {
        self.searchers.iter().map(|searcher| &searcher.about)
    }

    /// The game of this name.
    ///
    /// # Errors
    ///
    /// If there is no game of this name.
    pub fn game_named(&self, name: &str) -> Result<&AboutGame, SpecError> {
        self.known_game(name).map(|game| &game.about)
    }

    /// A game with settings of its keys and its parameters.
    ///
    /// # Errors
    ///
    /// If there is no such game, a key is not one of the game's, a key has a value that it cannot have,
    /// or the settings do not go together.
    pub fn game_with(&self, game: &str, settings: &Table) -> Result<NamedGame, SpecError> {
        let known = self.known_game(game)?;
        known.with_settings(self.game_settings(known, settings)?)
    }

    /// Checks settings of a game one by one: more of them may follow.
    ///
    /// # Errors
    ///
    /// If there is no such game, a key is not one of the game's, or a key has a value that it cannot have.
    pub fn check_game_settings(&self, game: &str, settings: &Table) -> Result<(), SpecError> {
        self.game_settings(self.known_game(game)?, settings).map(drop)
    }

    fn game_settings(&self, game: &KnownGame, settings: &Table) -> Result<Settings, SpecError> {
        let foreign = |key: &str| {
            let others = self.games().flat_map(|other| other.keys.iter().chain(&other.parameters));
            others.map(|key| key.name).any(|other| other == key)
        };
        let keys = game.about.all_keys();
        check_keys(settings, game.about.name, &keys, foreign)?;
        Settings::read(keys, settings)
    }

    /// The position at the start of a game: of this number where several are [dealt](AboutGame::is_dealt).
    ///
    /// `None` where the game has no positions but the starts of its matches.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn initial(&self, game: &str, number: u64) -> Result<Option<AnyPosition>, SpecError> {
        Ok(self.known_game(game)?.initial(number))
    }

    /// The position of a game that a text in the game's notation describes.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the text describes none of its positions.
    pub fn position(&self, game: &str, text: &str) -> Result<AnyPosition, SpecError> {
        let wrong = |reason: PositionError| SpecError::Position { game: game.to_owned(), reason };
        (self.known_game(game)?.parse)(text).map_err(wrong)
    }

    /// The number of positions so many plies below the start of a game (perft).
    ///
    /// A game that ends above that depth counts as none, unless the game says otherwise.
    /// `None` as in [`initial`](Catalogue::initial).
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn perft(&self, game: &str, number: u64, depth: usize) -> Result<Option<u64>, SpecError> {
        let game = self.known_game(game)?;
        Ok(game.initial(number).map(|start| (game.perft)(&start, depth)))
    }

    /// A solver for a game by proof numbers, which goes on with what `solver` remembers.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn solver(&self, game: &str, solver: Solver, judging: Judging) -> Result<GameSolver, SpecError> {
        self.game_named(game).map(|_| GameSolver::new(solver, judging))
    }

    /// Checks that a game has an evaluation of this name.
    ///
    /// # Errors
    ///
    /// If it has none of this name.
    pub fn check_evaluation(&self, game: &str, evaluation: &str) -> Result<(), SpecError> {
        self.game_named(game)?.check_evaluation(evaluation)
    }

    /// A game, ready to be played with these evaluations, which it [can have](Catalogue::checked_evaluation):
    /// those by name as in [`NamedGame::venue`], and described ones.
    ///
    /// A foreign program is started.
    /// All users of an evaluation share what it is made of, and those of a program take turns.
    ///
    /// # Errors
    ///
    /// As for [`NamedGame::venue`], and if an evaluation cannot be made, a program does not start,
    /// or two evaluations that differ have the same name.
    pub fn venue(
        &self,
        game: &NamedGame,
        weights: Option<&[u8]>,
        evaluations: &[EvaluationSpec],
    ) -> Result<Venue, VenueError> {
        let names: Vec<&str> = evaluations.iter().map(EvaluationSpec::name).collect();
        let mut venue = game.venue(weights, &names)?;
        for (place, evaluation) in evaluations.iter().enumerate() {
            match evaluations[..place].iter().find(|other| other.name() == evaluation.name()) {
                None => self.add_evaluation(&mut venue, evaluation)?,
                Some(same) if same == evaluation => {}
                Some(_) => {
                    let why = "another evaluation has this name: give one of them another `name`".to_owned();
                    return Err(VenueError::Evaluation { name: evaluation.name().to_owned(), why });
                }
            }
        }
        for (name, _) in venue.evaluations.iter().filter(|(_, evaluation)| evaluation.lacks_sum) {
            let lack = "its file of weights has no check sum, so that damage to it is not seen (docs/networks.md)";
            (self.tell)(&format!("evaluation `{name}` of {}: {lack}", venue.game));
        }
        Ok(venue)
    }

    /// The sum of weights that is learnt of a game, if its entry says one ([`GameEntry::tuples`],
    /// [`GameEntry::learns`]).
    ///
    /// # Errors
    ///
    /// If there is no such game.
    ///
    /// [`GameEntry::tuples`]: crate::GameEntry::tuples
    /// [`GameEntry::learns`]: crate::GameEntry::learns
    pub fn learnt_features(&self, game: &str) -> Result<Option<LearntFeatures>, SpecError> {
        Ok(self.known_game(game)?.learnt_features())
    }

    /// The network that is learnt of a game, if its entry says one ([`GameEntry::network`](crate::GameEntry::network)).
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn learnt_network(&self, game: &str) -> Result<Option<LearntNetwork>, SpecError> {
        Ok(self.known_game(game)?.learnt_network())
    }

    fn known_game(&self, name: &str) -> Result<&Arc<KnownGame>, SpecError> {
        self.find_game(name).ok_or_else(|| SpecError::unknown("game", name, self.games().map(|game| game.name)))
    }

    fn known_searcher(&self, name: &str) -> Result<&Arc<KnownSearcher>, SpecError> {
        let names = || self.searchers().map(|searcher| searcher.name);
        self.find_searcher(name).ok_or_else(|| SpecError::unknown("searcher", name, names()))
    }

    fn find_game(&self, name: &str) -> Option<&Arc<KnownGame>> {
        self.games.iter().find(|game| game.about.name == name)
    }

    fn find_searcher(&self, name: &str) -> Option<&Arc<KnownSearcher>> {
        self.searchers.iter().find(|searcher| searcher.about.name == name)
    }
}
