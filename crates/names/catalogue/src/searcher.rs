//! Searchers under names, and what the settings of one come to.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bestply::tree::Tree;
use bestply::visits::Scale;
use bestply::{Evaluator, Limit, Search};
use bestply_any_game::{
    AnyEvaluator, AnyPosition, AnySearcher, GameEvaluator, Native, Playable, SavedTree, any_searcher, the_same,
    unwatched_searcher,
};
use toml::Table;

use crate::common::common_keys;
use crate::error::SpecError;
use crate::key::Key;
use crate::logic::Logic;
use crate::settings::Settings;

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
/// let first = SearcherEntry::new("first", |_| Ok(|| First));
/// let catalogue = Catalogue::standard().searcher(first);
/// assert!(catalogue.player("first:depth=1").is_ok());
/// ```
///
/// `S` is the searcher.
pub struct SearcherEntry<S> {
    pub(crate) about: About,
    read: Read<S>,
    tree: AccessTree<S>,
    facts: Facts,
}

/// What a [`SearcherEntry`] says, whatever the type of its searchers.
#[derive(Clone)]
pub(crate) struct KnownSearcher {
    pub(crate) about: About,
    read: Read<AnySearcher>,
    facts: Facts,
}

/// What a searcher's entry says of its settings.
#[derive(Clone, Copy)]
struct Facts {
    /// Removes settings that have no effect.
    tidy: fn(&mut Settings),
    repeats: fn(&mut Settings) -> bool,
    bonus: fn(&mut Settings) -> Option<BonusConstants>,
}

/// Reads a searcher's own settings, each once.
type Read<S> = Arc<dyn Fn(&mut Settings) -> Result<Make<S>, SpecError> + Send + Sync>;

/// Makes a searcher with the settings that were read.
pub(crate) type Make<S> = Arc<dyn Fn() -> S + Send + Sync>;

/// Gives access to a searcher's saved tree.
type AccessTree<S> = Arc<dyn Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + Sync>;

/// The description of a searcher.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct About {
    /// The searcher's name.
    pub name: &'static str,
    /// What the searcher does, in a sentence for people who choose one; empty where nobody says it.
    pub sentence: &'static str,
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
    /// Whether the searcher plays better by several threads (key `threads`) than by one, where they can share it.
    pub gains_by_threads: bool,
}

/// The constants of an upper confidence bound, by which a searcher chooses among children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BonusConstants {
    /// *C* of *C* √(ln *N* / *n*), where the [scale](crate::NamedPlayer::scale) counts as 1.
    pub exploration: f64,
    /// The bonus of a child that was never visited; `None` where no child is compared before its first visit.
    pub urgency: Option<f64>,
}

impl<S> SearcherEntry<S> {
    /// A searcher without keys of its own. `read` gets the settings of the keys that are [added](SearcherEntry::key),
    /// and gives what makes searchers with them.
    ///
    /// A setting that `read` does not ask for changes nothing, and is refused by its name where somebody gives it.
    pub fn new<M: Fn() -> S + Send + Sync + 'static>(
        name: &'static str,
        read: impl Fn(&mut Settings) -> Result<M, SpecError> + Send + Sync + 'static,
    ) -> SearcherEntry<S> {
        let read = move |settings: &mut Settings| read(settings).map(|make| -> Make<S> { Arc::new(make) });
        let facts = Facts { tidy: |_| {}, repeats: |_| true, bonus: |_| None };
        SearcherEntry { about: About::new(name, Vec::new()), read: Arc::new(read), tree: Arc::new(|_| None), facts }
    }

    /// The same searcher with access to its saved tree, from which an exact search of the end may go on.
    ///
    /// The exact search goes on from it if it keeps no moves, as that search's tree does.
    #[must_use]
    pub fn tree<K: 'static>(self, tree: fn(&mut S) -> &mut Tree<(), K>) -> SearcherEntry<S>
    where
        S: 'static,
    {
        SearcherEntry { tree: Arc::new(move |searcher| Some(tree(searcher))), ..self }
    }

    the_same! {
        /// The same searcher, which plays these games alone and is refused in any other.
        ///
        /// ```
        /// # use bestply_catalogue::{Catalogue, SearcherEntry};
        /// let entry = SearcherEntry::new("mine", |_| Ok(|| bestply::Minimax)).only_in(&["othello"]);
        /// let catalogue = Catalogue::standard().searcher(entry);
        /// let mine = catalogue.player("mine:depth=1")?;
        /// assert!(mine.check_game("othello").is_ok());
        /// let refused = mine.check_game("oware").unwrap_err();
        /// assert_eq!(refused.to_string(), "mine plays only `othello`, not oware");
        /// # Ok::<(), bestply_catalogue::SpecError>(())
        /// ```
        fn only_in(self, games: &[&'static str]) { self.about.games = games.to_vec() }

        /// The same searcher with a sentence that says what it does, for people who choose one.
        fn sentence(self, sentence: &'static str) { self.about.sentence = sentence }

        /// The same searcher with another key of its own.
        fn key(self, key: Key) { self.about.keys.push(key) }

        /// The same searcher with the logic that it follows, by which a trace says why it does a step.
        ///
        /// Without it a trace shows what the searcher does, and not why.
        fn logic(self, logic: Logic) { self.about.logic = logic }

        /// The same searcher with the bonus by which it chooses. A trace shows children's scores with it.
        ///
        /// ```
        /// # use bestply_catalogue::{BonusConstants, SearcherEntry};
        /// let entry = SearcherEntry::new("mine", |_| Ok(|| bestply::Minimax));
        /// let entry = entry.bonus(|_| Some(BonusConstants { exploration: 0.5, urgency: None }));
        /// ```
        fn bonus(self, bonus: fn(&mut Settings) -> Option<BonusConstants>) { self.facts.bonus = bonus }

        /// The same searcher with this key as its [first depth](About::first_depth).
        fn first_depth(self, key: Key) {
            self.about.first_depth = Some(key.name);
            self.about.keys.push(key);
        }

        /// The same searcher, marked as one that searches all lines to its depth limit.
        fn with_horizon(self) { self.about.has_horizon = true }

        /// The same searcher, marked as one that makes nodes again.
        fn regenerating(self) { self.about.regenerates = true }

        /// The same searcher with a key for the value that counts as 1 in its scores (`scale`).
        ///
        /// Without a setting it is such that a win counts as `win`,
        /// where the evaluation [says](bestply::Properties::win_value) what a win is worth to it.
        fn scaled(self, win: NonZeroU32) {
            self.about.win = Some(win);
            self.about.keys.push(Key::whole(SCALE, 1..=i32::MAX as u64).about(
                "The value that counts as 1 where values are weighed against visits; by default the evaluation's.",
            ));
        }

        /// The same searcher with a key for the bytes of its table (`table_bytes`).
        ///
        /// Without a setting they follow from the limits of a search by this rule.
        fn with_table(self, bytes_for: fn(&Limit) -> usize) {
            self.about.table_bytes_for = Some(bytes_for);
            self.about.keys.push(table_bytes_key());
        }

        /// The same searcher with a function that removes settings that have no effect.
        /// Settings at their defaults are removed without it.
        fn tidy(self, tidy: fn(&mut Settings)) { self.facts.tidy = tidy }

        /// The same searcher, which plays better by several threads than by one, where its settings allow several.
        ///
        /// What plays alone then has it use all cores, by its key `threads` ([`for_playing_alone`]).
        ///
        /// [`for_playing_alone`]: crate::Catalogue::for_playing_alone
        fn gains_by_threads(self) { self.about.gains_by_threads = true }

        /// The same searcher with a function that says with which settings a search repeats exactly,
        /// except for elapsed times. Without it every search does.
        fn repeats(self, repeats: fn(&mut Settings) -> bool) { self.facts.repeats = repeats }
    }
}

impl<S: 'static> SearcherEntry<S> {
    /// What it says of a searcher that plays any game.
    pub(crate) fn of_any_game(&self) -> KnownSearcher
    where
        S: Search<AnyPosition, AnyEvaluator> + Send,
    {
        self.known(|searcher, tree| any_searcher(searcher, move |searcher| tree(searcher)))
    }

    /// What it says of a searcher that is written for this game.
    pub(crate) fn of_one_game<P: Playable>(&self) -> KnownSearcher
    where
        S: Search<P, GameEvaluator<P>> + Send,
    {
        let native = Native::<P, GameEvaluator<P>, S>::new;
        self.known(move |searcher, tree| any_searcher(native(searcher), move |native| tree(&mut native.searcher)))
    }

    /// What it says of a searcher that is compiled for this game and evaluator.
    pub(crate) fn native<P, E>(&self) -> KnownSearcher
    where
        P: Playable,
        E: Evaluator<P> + Clone + Send + Sync + 'static,
        S: Search<P, E> + Send,
    {
        let native = Native::<P, E, S>::new;
        self.known(move |searcher, tree| unwatched_searcher(native(searcher), move |native| tree(&mut native.searcher)))
    }

    /// What it says, with its searchers in this form.
    fn known(&self, form: impl Fn(S, AccessTree<S>) -> AnySearcher + Copy + Send + Sync + 'static) -> KnownSearcher {
        let own = Arc::clone(&self.read);
        let tree = Arc::clone(&self.tree);
        let read = move |settings: &mut Settings| -> Result<Make<AnySearcher>, SpecError> {
            let make = own(settings)?;
            let tree = Arc::clone(&tree);
            Ok(Arc::new(move || form(make(), Arc::clone(&tree))))
        };
        KnownSearcher { about: self.about.clone(), read: Arc::new(read), facts: self.facts }
    }
}

impl From<SearcherEntry<AnySearcher>> for KnownSearcher {
    fn from(entry: SearcherEntry<AnySearcher>) -> KnownSearcher {
        KnownSearcher { about: entry.about, read: entry.read, facts: entry.facts }
    }
}

impl KnownSearcher {
    /// The searcher's own settings in a table, each valid for its key. Whether they go together is not known yet.
    pub(crate) fn settings(&self, table: &Table) -> Result<Settings, SpecError> {
        Settings::read(self.about.keys.iter().cloned(), table)
    }

    /// What makes the searcher with all settings of a table, of which it must have the keys.
    pub(crate) fn made(&self, table: &Table) -> Result<Make<AnySearcher>, SpecError> {
        let is_read = |key: &str| self.about.all_keys().iter().any(|own| own.name == key);
        match table.keys().find(|key| !is_read(key)) {
            Some(key) => Err(self.unread(key)),
            None => self.read(&mut self.settings(table)?),
        }
    }

    /// What the searcher's own settings come to.
    pub(crate) fn recipe(&self, mut settings: Settings) -> Result<Recipe, SpecError> {
        let make = self.read(&mut settings)?;
        // What is asked of the settings does not count as read.
        let mut asked = settings.clone();
        let Facts { tidy, repeats, bonus } = self.facts;
        tidy(&mut settings);
        let scale = self.about.win.filter(|_| !asked.is(UNIT, NOISE)).map(|_| scale(&mut asked));
        Ok(Recipe { settings, make, scale, repeats: repeats(&mut asked), bonus: bonus(&mut asked) })
    }

    /// Reads the settings, and refuses what nothing has read.
    fn read(&self, settings: &mut Settings) -> Result<Make<AnySearcher>, SpecError> {
        let make = (self.read)(settings)?;
        settings.unread().map_or(Ok(make), |key| Err(self.unread(key)))
    }

    fn unread(&self, key: &str) -> SpecError {
        SpecError::Unread { key: key.to_owned(), owner: self.about.name.to_owned() }
    }
}

impl About {
    pub(crate) fn new(name: &'static str, keys: Vec<Key>) -> About {
        About { name, keys, ..About::default() }
    }

    /// All keys of the searcher: those that every searcher has, then its own.
    pub fn all_keys(&self) -> Vec<Key> {
        common_keys().into_iter().chain(self.keys.iter().cloned()).collect()
    }
}

/// The key of the bytes of a table.
pub(crate) const TABLE_BYTES: &str = "table_bytes";
/// From the fewest bytes that hold anything to the most.
const TABLE_SIZES: RangeInclusive<u64> = 64..=1 << 30;

/// The key of a table's size.
pub(crate) fn table_bytes_key() -> Key {
    Key::bytes(TABLE_BYTES, TABLE_SIZES)
        .about("The bytes of the table of positions, which each game clears; by default they follow from the limits.")
}

/// The key of the bytes of static values that a player remembers by position ([`Cached`](bestply::Cached)).
pub(crate) const CACHE_BYTES: &str = "cache_bytes";

/// The key of how many static values are remembered.
pub(crate) fn cache_bytes_key() -> Key {
    Key::bytes(CACHE_BYTES, TABLE_SIZES).about(
        "The bytes of static values that are remembered by position, where they take long; the search is the same.",
    )
}

/// The key of the value that counts as 1.
pub(crate) const SCALE: &str = "scale";

/// The key of what that value is a part of, and its name for the evaluation's noise, with which nobody gives a scale.
pub(crate) const UNIT: &str = "unit";
pub(crate) const NOISE: &str = "noise";

/// The scale that is given, or else the evaluation's.
pub(crate) fn scale(settings: &mut Settings) -> Scale {
    let given = settings.given_whole(SCALE).and_then(|scale| NonZeroU32::new(scale as u32));
    given.map_or(Scale::OfEvaluation, Scale::Given)
}

/// What the settings of a searcher come to.
pub(crate) struct Recipe {
    /// The settings that were read, without those that have no effect.
    pub(crate) settings: Settings,
    pub(crate) make: Make<AnySearcher>,
    /// The scale of a searcher that has one, and does not measure its unit.
    pub(crate) scale: Option<Scale>,
    /// Whether a search repeats.
    pub(crate) repeats: bool,
    pub(crate) bonus: Option<BonusConstants>,
}
