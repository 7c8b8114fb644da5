use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bestply::tree::Tree;
use bestply::visits::Scale;
use bestply::{Evaluator, Limit, Search, Searcher};
use bestply_any_game::{Native, OneCopy};
use bestply_any_search::SavedTree;

use crate::preset::Preset;
use crate::spec::{PRESET, common_keys};
use crate::unwatched::Unwatched;
use crate::{AnyEvaluator, AnyPosition, GameEvaluator, Key, Logic, Playable, SearcherSpec, Settings, SpecError};

/// A searcher under a name: its keys, and how it is made from their settings.
///
/// ```
/// # use bestply::{Advance, Evaluator, Found, Limit, Meter, Observer, Position, Report, Reset, Search, Stop};
/// use bestply_catalogue::{Catalogue, Key, SearcherEntry};
///
/// /// Plays the first legal move.
/// struct First;
/// # impl Reset for First { fn reset(&mut self) {} }
/// # impl<P: Position> Advance<P> for First { fn advance(&mut self, _: &mut P, _: P::Move) {} }
/// # impl<P: Position, E: Evaluator<P>> Search<P, E> for First {
/// #     fn run<O: Observer>(&mut self, p: &mut P, e: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
/// #         Found::new(Stop::Depth).report(p, e, &Meter::start(limit))
/// #     }
/// # }
///
/// let first = SearcherEntry::new("first", |_| Ok(First));
/// let catalogue = Catalogue::standard().searcher(first);
/// assert!(catalogue.searcher_spec("first:depth=1").is_ok());
/// ```
///
/// `S` is the searcher.
pub struct SearcherEntry<S> {
    pub(crate) about: About,
    pub(crate) make: Make<S>,
    pub(crate) tree: Option<AccessTree<S>>,
    /// Removes settings that have no effect.
    pub(crate) tidy: Option<fn(&mut Settings)>,
    /// Whether a search with these settings repeats.
    pub(crate) repeats: fn(&Settings) -> bool,
}

/// Makes a searcher from its own settings.
type Make<S> = Arc<dyn Fn(&Settings) -> Result<S, SpecError> + Send + Sync>;

/// Gives access to a searcher's saved tree.
pub(crate) type AccessTree<S> = Arc<dyn Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + Sync>;

/// The description of a searcher.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct About {
    /// The searcher's name.
    pub name: &'static str,
    /// The searcher's own keys, besides those that all searchers have.
    pub keys: Vec<Key>,
    /// The logic that the searcher follows, or its main part after a first search.
    pub logic: Logic,
    /// The key of the depth of a first search, by alpha-beta, that precedes the searcher's main part, if there is one.
    ///
    /// By default an experiment sets it to the opponent's depth minus one, as the papers do.
    pub first_depth: Option<&'static str>,
    /// Whether the searcher searches all lines to its depth limit, so that it sees the end of the game coming.
    ///
    /// Where it is the opponent, both sides then finish their games exactly (`docs/meaning.md`, 9).
    pub has_horizon: bool,
    /// Whether the searcher makes nodes again that it has made before.
    pub regenerates: bool,
    /// What a win counts as in the searcher's scores, where the evaluation says what a win is worth to it;
    /// `None` for a searcher without a [scale](SearcherEntry::scaled).
    pub win: Option<NonZeroU32>,
    /// How the bytes of the searcher's table follow from the limits of a search, where they are not given;
    /// `None` for a searcher without a [table](SearcherEntry::with_table) that it always has.
    pub table_bytes_for: Option<fn(&Limit) -> usize>,
    /// The names of the games that the searcher plays; empty where it plays any.
    pub games: Vec<&'static str>,
    /// The bonus that the searcher adds to children's values, with these settings; `None` where a trace cannot tell it.
    pub bonus: fn(&Settings) -> Option<Bonus>,
    /// Whether the searcher plays better by several threads (key `threads`) than by one, with these settings.
    pub gains_by_threads: fn(&Settings) -> bool,
}

/// The constants of an upper confidence bound, by which a searcher chooses among children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bonus {
    /// *C* of *C* √(ln *N* / *n*), where the [scale](About::scale_of) counts as 1.
    pub exploration: f64,
    /// The bonus of a child that was never visited; `None` where no child is compared before its first visit.
    pub urgency: Option<f64>,
}

impl<S> SearcherEntry<S> {
    /// A searcher without keys of its own. `make` gets the settings of the keys that are [added](SearcherEntry::key).
    ///
    /// A setting that `make` does not ask for changes nothing, and is refused by its name where somebody gives it.
    pub fn new(
        name: &'static str,
        make: impl Fn(&Settings) -> Result<S, SpecError> + Send + Sync + 'static,
    ) -> SearcherEntry<S> {
        let about = About::new(name, Vec::new());
        SearcherEntry { about, make: Arc::new(make), tree: None, tidy: None, repeats: |_| true }
    }

    /// The same searcher with access to its saved tree, from which an exact search of the end may go on.
    ///
    /// The exact search goes on from it if it keeps no moves, as that search's tree does.
    #[must_use]
    pub fn tree<K: 'static>(self, tree: fn(&mut S) -> &mut Tree<(), K>) -> SearcherEntry<S>
    where
        S: 'static,
    {
        self.saved_tree(move |searcher| Some(tree(searcher)))
    }

    pub(crate) fn saved_tree(
        self,
        tree: impl Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + Sync + 'static,
    ) -> SearcherEntry<S> {
        SearcherEntry { tree: Some(Arc::new(tree)), ..self }
    }

    /// The same searcher, which is written for this game, as one of any game.
    pub(crate) fn of_one_game<P: Playable>(self) -> SearcherEntry<Native<P, GameEvaluator<P>, S>>
    where
        S: 'static,
    {
        let SearcherEntry { about, make, tree, tidy, repeats } = self;
        let tree = tree.map(|tree| -> AccessTree<Native<P, GameEvaluator<P>, S>> {
            Arc::new(move |native: &mut Native<_, _, S>| tree(&mut native.searcher))
        });
        let make = Arc::new(move |settings: &Settings| make(settings).map(Native::new));
        SearcherEntry { about, make, tree, tidy, repeats }
    }

    /// The same searcher, which plays these games alone and is refused in any other.
    ///
    /// ```
    /// # use bestply_catalogue::{Catalogue, SearcherEntry};
    /// let entry = SearcherEntry::new("mine", |_| Ok(bestply::Minimax)).only_in(&["othello"]);
    /// let catalogue = Catalogue::standard().searcher(entry);
    /// let mine = catalogue.searcher_spec("mine:depth=1")?;
    /// assert!(catalogue.check_game(&mine, "othello").is_ok());
    /// let refused = catalogue.check_game(&mine, "oware").unwrap_err();
    /// assert_eq!(refused.to_string(), "mine plays only `othello`, not oware");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    #[must_use]
    pub fn only_in(mut self, games: &[&'static str]) -> SearcherEntry<S> {
        self.about.games = games.to_vec();
        self
    }

    /// The same searcher with another key of its own.
    #[must_use]
    pub fn key(mut self, key: Key) -> SearcherEntry<S> {
        self.about.keys.push(key);
        self
    }

    /// The same searcher with the logic that it follows, by which a trace says why it does a step.
    ///
    /// Without it a trace shows what the searcher does, and not why.
    #[must_use]
    pub fn logic(mut self, logic: Logic) -> SearcherEntry<S> {
        self.about.logic = logic;
        self
    }

    /// The same searcher with the bonus by which it chooses. A trace shows children's scores with it.
    ///
    /// ```
    /// # use bestply_catalogue::{Bonus, SearcherEntry};
    /// let entry = SearcherEntry::new("mine", |_| Ok(bestply::Minimax));
    /// let entry = entry.bonus(|_| Some(Bonus { exploration: 0.5, urgency: None }));
    /// ```
    #[must_use]
    pub fn bonus(mut self, bonus: fn(&Settings) -> Option<Bonus>) -> SearcherEntry<S> {
        self.about.bonus = bonus;
        self
    }

    /// The same searcher with this key as its [first depth](About::first_depth).
    #[must_use]
    pub fn first_depth(mut self, key: Key) -> SearcherEntry<S> {
        self.about.first_depth = Some(key.name);
        self.key(key)
    }

    /// The same searcher, marked as one that searches all lines to its depth limit.
    #[must_use]
    pub fn with_horizon(mut self) -> SearcherEntry<S> {
        self.about.has_horizon = true;
        self
    }

    /// The same searcher, marked as one that makes nodes again.
    #[must_use]
    pub fn regenerating(mut self) -> SearcherEntry<S> {
        self.about.regenerates = true;
        self
    }

    /// The same searcher with a key for the value that counts as 1 in its scores (`scale`).
    ///
    /// Without a setting it is such that a win counts as `win`,
    /// where the evaluation [says](bestply::Properties::win_value) what a win is worth to it.
    #[must_use]
    pub fn scaled(mut self, win: NonZeroU32) -> SearcherEntry<S> {
        self.about.win = Some(win);
        self.key(
            Key::whole(SCALE, 1..=i32::MAX as u64)
                .about("The value that counts as 1 where values are weighed against visits."),
        )
    }

    /// The same searcher with a key for the bytes of its table (`table_bytes`).
    ///
    /// Without a setting they follow from the limits of a search by this rule.
    #[must_use]
    pub fn with_table(mut self, bytes_for: fn(&Limit) -> usize) -> SearcherEntry<S> {
        self.about.table_bytes_for = Some(bytes_for);
        self.key(table_bytes_key())
    }

    /// The same searcher with a function that removes settings that have no effect.
    /// Settings at their defaults are removed without it.
    #[must_use]
    pub fn tidy(mut self, tidy: fn(&mut Settings)) -> SearcherEntry<S> {
        self.tidy = Some(tidy);
        self
    }

    /// The same searcher with a function that says with which settings it plays better by several threads than by one.
    ///
    /// What plays alone then has it use all cores, by its key `threads` ([`for_playing_alone`]).
    ///
    /// [`for_playing_alone`]: crate::Catalogue::for_playing_alone
    #[must_use]
    pub fn gains_by_threads(mut self, gains: fn(&Settings) -> bool) -> SearcherEntry<S> {
        self.about.gains_by_threads = gains;
        self
    }

    /// The same searcher with a function that says with which settings a search repeats exactly,
    /// except for elapsed times. Without it every search does.
    #[must_use]
    pub fn repeats(mut self, repeats: fn(&Settings) -> bool) -> SearcherEntry<S> {
        self.repeats = repeats;
        self
    }

    /// The searcher of this specification, compiled for a game and an evaluator.
    pub(crate) fn native<P, E>(&self, spec: &SearcherSpec) -> Unwatched
    where
        P: Playable,
        E: Evaluator<P> + Clone + Send + Sync + 'static,
        S: Search<P, E> + Send + 'static,
    {
        let tree = self.tree.clone();
        let native: Native<P, E, S> = Native::new(self.searcher(spec));
        Unwatched::new(native, move |native| tree.as_ref()?(&mut native.searcher))
    }

    pub(crate) fn searcher(&self, spec: &SearcherSpec) -> S {
        assert!(!spec.has(PRESET), "`{spec}` was checked, but its preset is of no game yet");
        let settings = Settings::read(self.about.keys.clone(), &spec.table()).expect("the settings were checked");
        (self.make)(&settings).expect("the settings were checked")
    }

    /// Reads the searcher's own settings from a table, and notes which of them a searcher is made from.
    fn read(&self, table: &toml::Table) -> Result<Settings, SpecError> {
        let settings = Settings::read(self.about.keys.clone(), table)?;
        (self.make)(&settings)?;
        match settings.unread() {
            Some(key) => Err(SpecError::Unread { key: key.to_owned(), owner: self.about.name.to_owned() }),
            None => Ok(settings),
        }
    }

    /// Checks that a searcher which is compiled in the place of another reads all settings that the other one has.
    pub(crate) fn check_reads(&self, table: &toml::Table) -> Result<(), SpecError> {
        let is_read = |key: &str| self.about.all_keys().iter().any(|own| own.name == key);
        match table.keys().find(|key| !is_read(key)) {
            Some(key) => Err(SpecError::Unread { key: key.clone(), owner: self.about.name.to_owned() }),
            None => self.read(table).map(drop),
        }
    }
}

impl<S> Clone for SearcherEntry<S> {
    fn clone(&self) -> SearcherEntry<S> {
        let (about, make, tree) = (self.about.clone(), Arc::clone(&self.make), self.tree.clone());
        SearcherEntry { about, make, tree, tidy: self.tidy, repeats: self.repeats }
    }
}

impl About {
    pub(crate) fn new(name: &'static str, keys: Vec<Key>) -> About {
        About {
            name,
            keys,
            logic: Logic::default(),
            first_depth: None,
            has_horizon: false,
            regenerates: false,
            win: None,
            table_bytes_for: None,
            games: Vec::new(),
            bonus: |_| None,
            gains_by_threads: |_| false,
        }
    }

    /// All keys of the searcher: those that every searcher has, then its own.
    pub fn all_keys(&self) -> Vec<Key> {
        common_keys().into_iter().chain(self.keys.iter().cloned()).collect()
    }

    /// The searcher's own settings in a specification, defaults included.
    ///
    /// # Errors
    ///
    /// If the specification was not [checked](crate::Catalogue::checked), the first setting that is invalid.
    pub fn settings_of(&self, spec: &SearcherSpec) -> Result<Settings, SpecError> {
        Settings::read(self.keys.clone(), &spec.table())
    }

    /// The value that counts as 1 in a search with these settings, by an evaluation to which a win is worth so much;
    /// `None` for a searcher without a [scale](SearcherEntry::scaled).
    pub fn scale_of(&self, settings: &Settings, win_value: Option<NonZeroU32>) -> Option<f64> {
        self.win.map(|win| scale(settings).where_a_win_is(win, win_value).value())
    }
}

/// The key of the bytes of a table.
pub(crate) const TABLE_BYTES: &str = "table_bytes";
/// From the fewest bytes that hold anything to the most.
const TABLE_SIZES: RangeInclusive<u64> = 64..=1 << 30;

/// The key of a table's size.
pub(crate) fn table_bytes_key() -> Key {
    Key::whole(TABLE_BYTES, TABLE_SIZES).about("The bytes of the table of positions that were searched.")
}

/// The key of the bytes of static values that a player remembers by position ([`Cached`](bestply::Cached)).
pub(crate) const CACHE_BYTES: &str = "cache_bytes";

/// The key of how many static values are remembered.
pub(crate) fn cache_bytes_key() -> Key {
    Key::whole(CACHE_BYTES, TABLE_SIZES)
        .about("The bytes of static values that are remembered by position, for an evaluation that takes long.")
        .later()
}

/// The key of the value that counts as 1.
pub(crate) const SCALE: &str = "scale";

/// The scale that is given, or else the evaluation's.
pub(crate) fn scale(settings: &Settings) -> Scale {
    let given = settings.whole(SCALE).and_then(|scale| NonZeroU32::new(scale as u32));
    given.map_or(Scale::OfEvaluation, Scale::Given)
}

/// A searcher of any game.
pub type AnySearcher = Box<dyn Searcher<AnyPosition, AnyEvaluator> + Send>;

/// A [`SearcherEntry`] behind a pointer.
pub(crate) trait ErasedSearcher: Send + Sync {
    fn about(&self) -> &About;

    /// Reads the searcher's own settings from a table, without those that have no effect.
    fn settings(&self, table: &toml::Table) -> Result<Settings, SpecError>;

    /// The searcher's own settings that a searcher is made from, defaults included.
    fn in_force(&self, table: &toml::Table) -> Result<Settings, SpecError>;

    /// Whether a search with these settings repeats.
    fn repeats(&self, settings: &Settings) -> bool;

    fn any_searcher(&self, spec: &SearcherSpec) -> AnySearcher;

    /// The searcher as a player of matches has it.
    fn unwatched(&self, spec: &SearcherSpec) -> Unwatched;
}

impl<S> ErasedSearcher for SearcherEntry<S>
where
    S: Search<AnyPosition, AnyEvaluator> + Send + 'static,
{
    fn about(&self) -> &About {
        &self.about
    }

    fn settings(&self, table: &toml::Table) -> Result<Settings, SpecError> {
        // With a preset the settings are not all known: whether they go together is checked again with the preset's.
        let has_preset = table.get(PRESET).is_some_and(|preset| preset.as_str() != Some(Preset::NONE));
        let mut settings = if has_preset { Settings::read(self.about.keys.clone(), table)? } else { self.read(table)? };
        if let Some(tidy) = self.tidy {
            tidy(&mut settings);
        }
        Ok(settings)
    }

    fn in_force(&self, table: &toml::Table) -> Result<Settings, SpecError> {
        self.read(table).map(|settings| settings.in_force())
    }

    fn repeats(&self, settings: &Settings) -> bool {
        (self.repeats)(settings)
    }

    fn any_searcher(&self, spec: &SearcherSpec) -> AnySearcher {
        Box::new(OneCopy(self.searcher(spec)))
    }

    fn unwatched(&self, spec: &SearcherSpec) -> Unwatched {
        let tree = self.tree.clone();
        Unwatched::new(OneCopy(self.searcher(spec)), move |OneCopy(searcher)| tree.as_ref()?(searcher))
    }
}
