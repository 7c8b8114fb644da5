mod additions;
mod check;

pub(crate) use check::check_keys;

use bestply::proof_number::Solver;
use bestply_foreign::EngineSettings;
use toml::Table;

use crate::ends::EndsFirst;
use crate::foreign_player::{ForeignPlayer, about_engines, engine_settings, try_engine};
use crate::known_game::KnownGame;
use crate::learning::NetworkCourse;
use crate::names::{in_one_line, nearest};
use crate::searcher::{About, AnySearcher, ErasedSearcher};
use crate::{
    AboutGame, AnyPosition, Contestant, Ends, EvaluationKind, EvaluationSpec, GameSolver, Judging, Key, PositionError,
    SearcherSpec, Settings, SpecError, TupleCourse, Venue, VenueError, games, searchers,
};

/// The games with their evaluations, and the searchers, that can be named.
///
/// The order in which things are added is the order in which they are listed.
pub struct Catalogue {
    games: Vec<KnownGame>,
    searchers: Vec<Box<dyn ErasedSearcher>>,
    /// The description of foreign engines, which stand in the place of a searcher.
    engines: About,
    /// How evaluations are described by tables, besides foreign programs.
    pub(crate) kinds: Vec<EvaluationKind>,
}

impl Catalogue {
    /// The catalogue of what comes with bestply.
    pub fn standard() -> Catalogue {
        let boxed = |entry| -> Box<dyn ErasedSearcher> { Box::new(entry) };
        let (games, searchers) = (games::standard(), searchers::standard().into_iter().map(boxed).collect());
        Catalogue { games, searchers, engines: about_engines(), kinds: vec![EvaluationKind::of_weights()] }
    }

    /// The games, in their order.
    pub fn games(&self) -> impl Iterator<Item = &AboutGame> {
        self.games.iter().map(|game| &game.about)
    }

    /// The searchers, in their order.
    pub fn searchers(&self) -> impl Iterator<Item = &About> {
        self.searchers.iter().map(|searcher| searcher.about())
    }

    /// The game of this name.
    ///
    /// # Errors
    ///
    /// If there is no game of this name.
    pub fn game_named(&self, name: &str) -> Result<&AboutGame, SpecError> {
        self.known_game(name).map(|game| &game.about)
    }

    /// The settings of a game, by its keys and its parameters.
    ///
    /// # Errors
    ///
    /// If there is no such game, if a key is not one of the game's, or if a key has a value that it cannot have.
    pub fn game_settings(&self, game: &str, table: &Table) -> Result<Settings, SpecError> {
        let about = self.game_named(game)?;
        let keys: Vec<Key> = about.keys.iter().chain(&about.parameters).cloned().collect();
        let foreign = |key: &str| {
            let others = self.games().flat_map(|other| other.keys.iter().chain(&other.parameters));
            others.map(|key| key.name).any(|other| other == key)
        };
        check_keys(table, game, &keys, foreign)?;
        Settings::read(keys, table)
    }

    /// The number of starts of a game with these settings.
    /// Starts are numbered from 1; `None` where every number is a start.
    ///
    /// # Errors
    ///
    /// If the settings name no game.
    pub fn start_count(&self, game: &str, settings: &Settings) -> Result<Option<u64>, SpecError> {
        self.known_game(game)?.start_count(settings)
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
        self.known_game(game)?.parse(text).map_err(wrong)
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
        Ok(self.known_game(game)?.perft(number, depth))
    }

    /// A new solver of a game's ends; `None` where the game offers none.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn ends(&self, game: &str) -> Result<Option<Box<dyn Ends>>, SpecError> {
        Ok(self.known_game(game)?.ends())
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
        let names = &self.game_named(game)?.evaluations;
        if names.contains(&evaluation) {
            return Ok(());
        }
        Err(SpecError::UnknownEvaluation {
            game: game.to_owned(),
            name: in_one_line(evaluation),
            names: names.iter().map(|&name| name.to_owned()).collect(),
            nearest: nearest(evaluation, names.iter().copied()),
        })
    }

    /// The evaluation of a searcher in a game: its own, or else the game's first.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the game has no such evaluation.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn evaluation_of(&self, searcher: &SearcherSpec, game: &str) -> Result<EvaluationSpec, SpecError> {
        let evaluation = match searcher.evaluation() {
            Some(own) => own,
            None => self.first_evaluation(game)?,
        };
        self.checked_evaluation(game, evaluation)
    }

    fn first_evaluation(&self, game: &str) -> Result<EvaluationSpec, SpecError> {
        let first = self.game_named(game)?.evaluations.first();
        first.map(|&name| EvaluationSpec::named(name)).ok_or_else(|| SpecError::NoEvaluation(game.to_owned()))
    }

    /// Starts the foreign engine of a specification and ends it, to see whether it can be played with.
    ///
    /// For a searcher this does nothing.
    ///
    /// # Errors
    ///
    /// If the engine does not start, or does not speak its protocol.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn try_engine(&self, spec: &SearcherSpec) -> Result<(), VenueError> {
        match spec.is_engine {
            true => try_engine(spec.name(), self.engine_settings(spec)),
            false => Ok(()),
        }
    }

    /// The searcher as it plays in a game with these settings, and the evaluation that it plays with:
    /// this one, or else its own, or else the game's first.
    ///
    /// The searcher's preset is put in, and its settings are in order.
    ///
    /// # Errors
    ///
    /// If there is no such game, preset or evaluation, the searcher lacks a key or has a wrong one,
    /// or it [cannot play](Catalogue::check_player) the game.
    pub fn prepared(
        &self,
        spec: SearcherSpec,
        game: &str,
        settings: &Settings,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<(SearcherSpec, EvaluationSpec), SpecError> {
        let spec = self.checked(self.with_preset(spec, game, evaluation.as_slice())?)?;
        self.check_ready(&spec)?;
        let evaluation = match evaluation {
            Some(evaluation) => self.checked_evaluation(game, evaluation)?,
            None => self.evaluation_of(&spec, game)?,
        };
        self.check_player(&spec, game, settings, &evaluation)?;
        Ok((spec, evaluation))
    }

    /// A game with its settings, ready to be played with these evaluations of its own, which are named.
    ///
    /// `weights` are the bytes of a file of weights; with `None`, the weights are those that come with the program.
    ///
    /// # Errors
    ///
    /// If the settings name no game, or the weights are not the game's.
    pub fn venue(
        &self,
        game: &str,
        settings: &Settings,
        weights: Option<&[u8]>,
        evaluations: &[&str],
    ) -> Result<Venue, VenueError> {
        self.known_game(game)?.venue(settings, weights, evaluations)
    }

    /// A game with its settings, ready to be played with these evaluations, which were
    /// [checked](Catalogue::checked_evaluation): those by name as in [`venue`](Catalogue::venue), and described ones.
    ///
    /// A foreign program is started.
    /// All users of an evaluation share what it is made of, and those of a program take turns.
    ///
    /// # Errors
    ///
    /// As for [`venue`](Catalogue::venue), and if an evaluation cannot be made, a program does not start,
    /// or two evaluations that differ have the same name.
    pub fn venue_for(
        &self,
        game: &str,
        settings: &Settings,
        weights: Option<&[u8]>,
        evaluations: &[EvaluationSpec],
    ) -> Result<Venue, VenueError> {
        let names: Vec<&str> = evaluations.iter().map(EvaluationSpec::name).collect();
        let mut venue = self.venue(game, settings, weights, &names)?;
        for (place, evaluation) in evaluations.iter().enumerate() {
            match evaluations[..place].iter().find(|other| other.name() == evaluation.name()) {
                None => self.add_evaluation(&mut venue, game, evaluation)?,
                Some(same) if same == evaluation => {}
                Some(_) => {
                    let why = "another evaluation has this name: give one of them another `name`".to_owned();
                    return Err(VenueError::Evaluation { name: evaluation.name().to_owned(), why });
                }
            }
        }
        Ok(venue)
    }

    fn engine_settings(&self, spec: &SearcherSpec) -> EngineSettings {
        engine_settings(&self.engines, spec).expect("the specification was checked")
    }

    /// The description of a specification's searcher.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn about_searcher(&self, spec: &SearcherSpec) -> &About {
        if spec.is_engine { &self.engines } else { self.known_searcher(spec).about() }
    }

    /// Whether a player of this specification plays the same again, elapsed times aside.
    ///
    /// A foreign engine does not, nor does a search that threads share freely.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked).
    pub fn repeats(&self, spec: &SearcherSpec) -> bool {
        let settings = || self.about_searcher(spec).settings_of(spec).expect("the settings were checked");
        !spec.is_engine && self.known_searcher(spec).repeats(&settings())
    }

    /// The player from the start of this number: the searcher with this evaluation, or the foreign engine.
    ///
    /// The evaluation is one of the venue's; an engine has its own.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked),
    /// for an engine or a solver of ends [in this game](Catalogue::check_player).
    /// If the venue was made without the evaluation.
    /// If there is no such start.
    pub fn player(&self, venue: &Venue, spec: &SearcherSpec, evaluation: &str, number: u64) -> Box<dyn Contestant> {
        let (start, _) = venue.start(number);
        if !spec.is_engine {
            return self.contestant(venue, spec, evaluation, &start);
        }
        let opening = venue.moves_to(number).expect("it was checked that moves lead to the starts");
        Box::new(ForeignPlayer::new(self.engine_settings(spec), &start, opening))
    }

    /// A searcher with this evaluation of the venue, to play from `start`, which is one of the venue's positions.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked) or is of a foreign engine
    /// ([`player`](Catalogue::player)).
    /// If it wants a solver of ends, and the game [has none](Catalogue::check_player).
    /// If the venue was made without the evaluation.
    pub fn contestant(
        &self,
        venue: &Venue,
        spec: &SearcherSpec,
        evaluation: &str,
        start: &AnyPosition,
    ) -> Box<dyn Contestant> {
        let contestant = venue.contestant(spec, self.known_searcher(spec), evaluation, start);
        if !spec.solves_ends() {
            return contestant;
        }
        let make_ends = venue.ends.as_ref().expect("it was checked that the game has a solver");
        Box::new(EndsFirst::new(contestant, make_ends(), spec.limit(), start))
    }

    /// The searcher of a specification, for positions of any game.
    ///
    /// A searcher with a [first depth](About::first_depth) that was not given is made without that part.
    ///
    /// # Panics
    ///
    /// If the specification was not [checked](Catalogue::checked), or is of a foreign engine.
    pub fn any_searcher(&self, spec: &SearcherSpec) -> AnySearcher {
        self.known_searcher(spec).any_searcher(spec)
    }

    fn known_searcher(&self, spec: &SearcherSpec) -> &dyn ErasedSearcher {
        self.find_searcher(spec.name()).expect("the specification was checked")
    }

    /// How the tuples of a game are learnt, if its entry says so ([`GameEntry::tuples`], [`GameEntry::learns`]).
    ///
    /// # Errors
    ///
    /// If there is no such game.
    ///
    /// [`GameEntry::tuples`]: crate::GameEntry::tuples
    /// [`GameEntry::learns`]: crate::GameEntry::learns
    pub fn tuple_course(&self, game: &str) -> Result<Option<TupleCourse>, SpecError> {
        Ok(self.known_game(game)?.tuple_course())
    }

    /// How the network of a game is learnt, if its entry says so ([`GameEntry::network`](crate::GameEntry::network)).
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub fn network_course(&self, game: &str) -> Result<Option<NetworkCourse>, SpecError> {
        Ok(self.known_game(game)?.network_course())
    }

    pub(crate) fn known_game(&self, name: &str) -> Result<&KnownGame, SpecError> {
        self.find_game(name).ok_or_else(|| SpecError::UnknownGame {
            name: in_one_line(name),
            names: self.games().map(|game| game.name.to_owned()).collect(),
            nearest: nearest(name, self.games().map(|game| game.name)),
        })
    }

    fn erased_searcher(&self, name: &str) -> Result<&dyn ErasedSearcher, SpecError> {
        self.find_searcher(name).ok_or_else(|| SpecError::UnknownSearcher {
            name: in_one_line(name),
            names: self.searcher_names(),
            nearest: nearest(name, self.searchers().map(|searcher| searcher.name)),
        })
    }

    fn searcher_names(&self) -> Vec<String> {
        self.searchers().map(|searcher| searcher.name.to_owned()).collect()
    }

    fn find_game(&self, name: &str) -> Option<&KnownGame> {
        self.games.iter().find(|game| game.about.name == name)
    }

    fn find_searcher(&self, name: &str) -> Option<&dyn ErasedSearcher> {
        self.searchers.iter().find(|searcher| searcher.about().name == name).map(AsRef::as_ref)
    }
}
