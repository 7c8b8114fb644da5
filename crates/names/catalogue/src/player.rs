//! Players: what a description of a searcher or of a foreign engine comes to.

use std::fmt;
use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::Arc;

use bestply::Limit;
use bestply_any_game::{AnyPosition, AnySearcher, Ends, the_same};
use bestply_foreign::{EngineSettings, ForeignEngine, Protocol};
use toml::Value as Setting;

use crate::common::{
    BYTES, DEPTH, ENDS, EVALUATION, EVALUATIONS, MEMORY, MICROSECONDS, PRESET, THREADS, TIME_MS, TIME_US, common_keys,
};
use crate::contestant::{Contestant, SearchingContestant};
use crate::error::{Result, SpecError};
use crate::evaluation_spec::EvaluationSpec;
use crate::foreign_player::{ForeignPlayer, read_engine};
use crate::known_game::NamedGame;
use crate::searcher::{About, BonusConstants, CACHE_BYTES, KnownSearcher, Recipe, SCALE, TABLE_BYTES};
use crate::settings::Settings;
use crate::space;
use crate::spec::SearcherSpec;
use crate::starts::OpeningMoves;
use crate::venue::{Venue, VenueError};

/// A searcher with its settings and limits, or a foreign engine: what a [`SearcherSpec`] comes to in a catalogue.
///
/// Its settings were read, each once, and go together.
/// It reads like its description, which has them in order, without those that are the defaults or have no effect.
/// It need not be ready to run: an experiment may leave the depth to calibration ([`check_ready`]).
///
/// [`check_ready`]: NamedPlayer::check_ready
#[derive(Clone)]
pub struct NamedPlayer {
    spec: SearcherSpec,
    evaluation: Option<EvaluationSpec>,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Searcher { searcher: Arc<KnownSearcher>, recipe: Arc<Recipe> },
    Engine { about: Arc<About>, settings: Arc<EngineSettings> },
}

impl NamedPlayer {
    /// Makes a player of the description of this searcher, whose evaluation was read.
    ///
    /// # Errors
    ///
    /// If a key has a value that it cannot have, or the settings do not go together.
    pub(crate) fn of_searcher(
        searcher: &Arc<KnownSearcher>,
        spec: SearcherSpec,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<NamedPlayer> {
        let (common, own) = read(searcher, &spec, evaluation.as_ref())?;
        let recipe = searcher.recipe(own)?;
        let settings = in_order(&searcher.about, common.changed().chain(recipe.settings.changed()));
        let kind = Kind::Searcher { searcher: Arc::clone(searcher), recipe: Arc::new(recipe) };
        Ok(NamedPlayer { spec: SearcherSpec { settings, ..spec }, evaluation, kind })
    }

    /// Makes a player of the description of a foreign engine.
    ///
    /// # Errors
    ///
    /// If it does not say which protocol the engine speaks, or has what that protocol does not.
    pub(crate) fn of_engine(about: &Arc<About>, spec: SearcherSpec) -> Result<NamedPlayer> {
        let mut read = Settings::read(about.keys.iter().cloned(), &spec.table())?;
        let settings = Arc::new(read_engine(&mut read)?);
        let written = read.changed().map(|(key, setting)| (key.to_owned(), setting.clone())).collect();
        let kind = Kind::Engine { about: Arc::clone(about), settings };
        Ok(NamedPlayer { spec: SearcherSpec { settings: written, ..spec }, evaluation: None, kind })
    }

    /// The description.
    pub fn spec(&self) -> &SearcherSpec {
        &self.spec
    }

    /// The description of the searcher, or of all engines.
    pub fn about(&self) -> &About {
        match &self.kind {
            Kind::Searcher { searcher, .. } => &searcher.about,
            Kind::Engine { about, .. } => about,
        }
    }

    /// The evaluation of this searcher, if it is given. It is given only where the game leaves a choice.
    pub fn evaluation(&self) -> Option<&EvaluationSpec> {
        self.evaluation.as_ref()
    }

    /// Whether it plays the same again, elapsed times aside.
    ///
    /// A foreign engine does not, nor does a search that threads share freely.
    pub fn repeats(&self) -> bool {
        self.recipe().is_some_and(|recipe| recipe.repeats)
    }

    /// The bonus that the searcher adds to children's values; `None` where a trace cannot tell it.
    pub fn bonus(&self) -> Option<BonusConstants> {
        self.recipe()?.bonus
    }

    /// The value that counts as 1, by an evaluation to which a win is worth so much;
    /// `None` for a searcher without a [scale](crate::SearcherEntry::scaled).
    pub fn scale(&self, win_value: Option<NonZeroU32>) -> Option<f64> {
        let win = self.about().win?;
        let scale = self.recipe()?.scale?;
        Some(scale.where_a_win_is(win, win_value).value())
    }

    /// The protocol of a foreign engine.
    pub(crate) fn protocol(&self) -> Option<Protocol> {
        let Kind::Engine { settings, .. } = &self.kind else { return None };
        Some(settings.protocol)
    }

    fn made_here(&self) -> Result<&Recipe> {
        self.recipe().ok_or_else(|| SpecError::ForeignSearch(self.name().to_owned()))
    }

    fn recipe(&self) -> Option<&Recipe> {
        let Kind::Searcher { recipe, .. } = &self.kind else { return None };
        Some(recipe)
    }
}

/// What it is asked before it plays.
impl NamedPlayer {
    /// Checks that it can be run as it is: something ends its searches, and no key is missing.
    ///
    /// An engine needs no limit of ours.
    ///
    /// # Errors
    ///
    /// An error that says what is missing.
    pub fn check_ready(&self) -> Result<()> {
        if !self.spec.is_engine && !self.spec.is_limited() {
            return Err(SpecError::NoLimit(self.name().to_owned()));
        }
        self.check_complete()
    }

    /// Checks that no key is missing. What limits a search may be said with the search.
    ///
    /// # Errors
    ///
    /// An error that says what is missing.
    pub fn check_complete(&self) -> Result<()> {
        let missing = self.about().first_depth.filter(|key| !self.has(key));
        missing.map_or(Ok(()), |key| Err(SpecError::Missing { searcher: self.name().to_owned(), key }))
    }

    /// Checks that the searcher plays a game.
    ///
    /// # Errors
    ///
    /// If its entry [names](crate::SearcherEntry::only_in) other games.
    pub fn check_game(&self, game: &str) -> Result<()> {
        let games = &self.about().games;
        if games.is_empty() || games.contains(&game) {
            return Ok(());
        }
        let games = games.iter().map(|&game| game.to_owned()).collect();
        Err(SpecError::OtherGame { searcher: self.name().to_owned(), games, game: game.to_owned() })
    }

    /// Starts a foreign engine and ends it, to see whether it can be played with. For a searcher this does nothing.
    ///
    /// # Errors
    ///
    /// If the engine does not start, or does not speak its protocol.
    pub fn try_engine(&self) -> Result<(), VenueError> {
        let Kind::Engine { settings, .. } = &self.kind else { return Ok(()) };
        let failed = |fault| VenueError::Foreign { name: format!("engine `{}`", self.name()), fault };
        ForeignEngine::start(EngineSettings::clone(settings)).map(drop).map_err(failed)
    }
}

/// What it is made into.
impl NamedPlayer {
    /// The searcher, for positions of any game.
    ///
    /// A searcher with a [first depth](About::first_depth) that was not given is made without that part.
    ///
    /// # Errors
    ///
    /// If it is a foreign engine, which searches in a process of its own.
    pub fn any_searcher(&self) -> Result<AnySearcher> {
        self.made_here().map(|recipe| (recipe.make)())
    }

    /// It plays from the start of this number: the searcher with this evaluation, or the foreign engine.
    ///
    /// The evaluation is one of the venue's; an engine has its own.
    ///
    /// # Errors
    ///
    /// As of [`contestant`](NamedPlayer::contestant), and for an engine if no moves lead to the start.
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation, or there is no such start.
    pub fn contestant_at(&self, venue: &Venue, evaluation: &str, number: u64) -> Result<Box<dyn Contestant>> {
        let (start, _) = venue.start(number);
        if !self.is_engine() {
            return self.contestant(venue, evaluation, &start);
        }
        let moves = venue.moves_to(number).ok_or_else(|| SpecError::StartsWithoutMoves(venue.game.to_owned()))?;
        self.contestant_after(venue, evaluation, &OpeningMoves { start, from: None, moves })
    }

    /// It plays from the end of this opening, of which a foreign engine is told.
    ///
    /// # Errors
    ///
    /// As of [`contestant`](NamedPlayer::contestant), and for an engine whose protocol has moves alone, if the opening
    /// begins at a position.
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation.
    pub fn contestant_after(
        &self,
        venue: &Venue,
        evaluation: &str,
        opening: &OpeningMoves,
    ) -> Result<Box<dyn Contestant>> {
        let Kind::Engine { settings, .. } = &self.kind else {
            return self.contestant(venue, evaluation, &opening.start);
        };
        Ok(Box::new(ForeignPlayer::new(EngineSettings::clone(settings), opening.clone())?))
    }

    /// The searcher plays from `start`, which is one of the venue's positions, with this evaluation of the venue.
    ///
    /// # Errors
    ///
    /// If it wants a solver of ends, and the game has none, or it is a foreign engine, which must be told moves
    /// ([`contestant_at`](NamedPlayer::contestant_at)).
    ///
    /// # Panics
    ///
    /// If the venue was made without the evaluation.
    pub fn contestant(&self, venue: &Venue, evaluation: &str, start: &AnyPosition) -> Result<Box<dyn Contestant>> {
        let recipe = self.made_here()?;
        let evaluation = venue.evaluation(evaluation);
        let limit = Limit { surcharge: venue.surcharge, ..self.limit() };
        self.bytes_beside().map_or(Ok(()), space::check)?;
        let (native, evaluation) = match self.whole(CACHE_BYTES) {
            // A searcher that is compiled for an evaluation knows that one alone.
            None => (evaluation.native(self.name(), &self.spec.table()), evaluation.evaluation.clone()),
            Some(bytes) => (None, evaluation.evaluation.clone().remembering(bytes)),
        };
        // It finds the same, so that where it does not read a setting the general one can stand for it.
        let searcher = native.and_then(Result::ok).map_or_else(|| (recipe.make)(), |make| make());
        let no_solver = || SpecError::NoSolver(venue.game.to_owned());
        let make_ends = self.solves_ends().then(|| venue.ends.as_ref().ok_or_else(no_solver)).transpose()?;
        let ends = make_ends.map(|make| make());
        Ok(Box::new(SearchingContestant::new(searcher, ends, limit, evaluation, start)))
    }
}

/// What it takes of the machine.
impl NamedPlayer {
    /// How many threads share a search.
    ///
    /// ```
    /// let catalogue = bestply_catalogue::Catalogue::standard();
    /// assert_eq!(catalogue.player("uct-best-first:time_ms=9,threads=4")?.threads(), 4);
    /// assert_eq!(catalogue.player("alpha-beta:depth=4")?.threads(), 1);
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    pub fn threads(&self) -> usize {
        self.whole(THREADS).unwrap_or(1)
    }

    /// The bytes of what is taken as it is made, and not counted by its limit on bytes: of a cache or a table.
    fn bytes_beside(&self) -> Option<usize> {
        let is_counted = self.about().table_bytes_for.is_some();
        self.whole(CACHE_BYTES).or_else(|| self.whole(TABLE_BYTES).filter(|_| !is_counted))
    }

    fn whole(&self, key: &str) -> Option<usize> {
        self.get(key).and_then(Setting::as_integer).and_then(|number| usize::try_from(number).ok())
    }
}

/// What is written of it.
impl NamedPlayer {
    /// Its description with every setting that it is made from, defaults included.
    ///
    /// It plays the same. Settings that mean nothing beside the others are left out.
    /// `win_value` is what a win is worth to the evaluation ([`Properties`](bestply::Properties::win_value)).
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let player = Catalogue::standard().player("best-first:depth=4")?;
    /// assert_eq!(player.in_force(None).to_string(), "best-first:depth=4,memory=stop,leaves=1");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    pub fn in_force(&self, win_value: Option<NonZeroU32>) -> SearcherSpec {
        let Some(recipe) = self.recipe() else { return self.spec.clone() };
        let scale = self.scale(win_value).map(|scale| scale as i64).filter(|&scale| scale <= i32::MAX.into());
        let mut own = recipe.settings.clone();
        if let Some(scale) = scale {
            own.set(SCALE, Setting::Integer(scale));
        }
        let common = common_keys();
        let of_all = common.iter().filter_map(|key| Some((key.name, self.get(key.name)?)));
        let settings = in_order(self.about(), of_all.chain(own.in_force()));
        SearcherSpec { settings, ..self.spec.clone() }
    }

    /// As [`in_force`](NamedPlayer::in_force), with what follows from its limits, too: the bytes of a table.
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let player = Catalogue::standard().player("mtd-f:evaluations=2000")?;
    /// assert!(player.resolved(None).to_string().contains("table_bytes=1048576"));
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    pub fn resolved(&self, win_value: Option<NonZeroU32>) -> SearcherSpec {
        let spec = self.in_force(win_value);
        let is_open = spec.is_limited() && !spec.has(TABLE_BYTES);
        let Some(bytes_for) = self.about().table_bytes_for.filter(|_| is_open) else { return spec };
        let bytes = bytes_for(&spec.limit()) as u64;
        spec.with(TABLE_BYTES, Some(bytes))
    }
}

/// The same player with another limit, which its settings do not depend on.
impl NamedPlayer {
    the_same! {
        /// The same player with this depth limit, or without one.
        fn with_depth(self, depth: Option<usize>) { self.spec = self.spec.with_depth(depth) }

        /// The same player with this limit on evaluations, or without one.
        fn with_evaluations(self, evaluations: Option<u64>) { self.spec = self.spec.with_evaluations(evaluations) }

        /// The same player with this limit on time in microseconds, or without one.
        fn with_time_us(self, time_us: Option<u64>) { self.spec = self.spec.with_time_us(time_us) }

        /// The same player with this limit on bytes, or without one.
        fn with_bytes(self, bytes: Option<usize>) { self.spec = self.spec.with_bytes(bytes) }

        /// The same player, which says whether a solver of the game's ends is asked before the searcher.
        fn with_ends(self, by_solver: bool) { self.spec = self.spec.with_ends(by_solver) }

        /// The same player without a solver of the game's ends, for whoever has one already.
        fn without_solver(self) { self.spec = self.spec.with(ENDS, None) }

        /// The same player with this evaluation where none is given.
        fn or_with_evaluation(self, evaluation: &EvaluationSpec) {
            if self.evaluation.is_none() {
                self.spec = self.spec.with_setting(EVALUATION, Some(evaluation.setting()));
                self.evaluation = Some(evaluation.clone());
            }
        }
    }

    /// The solver of ends that is asked before the searcher where somebody plays: the one that the setting `ends` asks
    /// for, or where nothing is set the game's [own](crate::GameEntry::ends), if it has one.
    pub fn ends(&self, game: &NamedGame) -> Option<Box<dyn Ends>> {
        match (self.solves_ends(), self.refuses_solver()) {
            (true, _) => game.solver(),
            (false, true) => None,
            (false, false) => game.known.ends.as_ref().map(|make| make()),
        }
    }
}

/// Reads as its description does.
impl Deref for NamedPlayer {
    type Target = SearcherSpec;

    fn deref(&self) -> &SearcherSpec {
        &self.spec
    }
}

/// Players of one description are equal, where they are of one catalogue.
impl PartialEq for NamedPlayer {
    fn eq(&self, other: &NamedPlayer) -> bool {
        self.spec == other.spec
    }
}

impl fmt::Debug for NamedPlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.spec, formatter)
    }
}

/// Writes the form of the command line.
impl fmt::Display for NamedPlayer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.spec, formatter)
    }
}

/// The description of a searcher with its settings in order, of which a preset is not put in yet.
///
/// Its settings are not all known: whether they go together is seen when the preset's are there.
/// They go before the preset's, be they the defaults.
pub(crate) fn with_open_preset(
    searcher: &KnownSearcher,
    spec: SearcherSpec,
    evaluation: Option<&EvaluationSpec>,
) -> Result<SearcherSpec> {
    let (common, own) = read(searcher, &spec, evaluation)?;
    let settings = in_order(&searcher.about, common.given().chain(own.given()));
    Ok(SearcherSpec { settings, ..spec })
}

/// The settings that every searcher has, and the searcher's own, each valid for its key.
fn read(
    searcher: &KnownSearcher,
    spec: &SearcherSpec,
    evaluation: Option<&EvaluationSpec>,
) -> Result<(Settings, Settings)> {
    let mut table = spec.table();
    table.extend(evaluation.map(|evaluation| (EVALUATION.to_owned(), evaluation.setting())));
    let mut common = Settings::read(common_keys(), &table)?;
    let own = searcher.settings(&table)?;
    if common.is_given(TIME_MS) && common.is_given(TIME_US) {
        return Err(SpecError::SameLimit(TIME_MS, TIME_US));
    }
    if let Some(time) = common.given_whole(TIME_US).filter(|time| time % MICROSECONDS == 0) {
        common.drop(TIME_US);
        common.set(TIME_MS, Setting::Integer((time / MICROSECONDS) as i64));
    }
    Ok((common, own))
}

/// The settings in the order in which they are written: the first depth, then the limits, then all others.
fn in_order<'k, 's>(about: &About, settings: impl Iterator<Item = (&'k str, &'s Setting)>) -> Vec<(String, Setting)> {
    const FIRST: [&str; 9] = [DEPTH, EVALUATIONS, TIME_MS, TIME_US, BYTES, MEMORY, EVALUATION, PRESET, ENDS];
    let place = |key: &str| about.first_depth.into_iter().chain(FIRST).position(|first| first == key);
    let mut ordered: Vec<_> = settings.map(|(key, setting)| (key.to_owned(), setting.clone())).collect();
    ordered.sort_by_key(|(key, _)| place(key).unwrap_or(usize::MAX));
    ordered
}
