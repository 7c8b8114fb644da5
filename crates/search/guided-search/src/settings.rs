mod measured;
mod selection;

use std::fmt;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Shrinkage, Value};
use bestply_visits::{Noise, Puct, Scale, Softmax, Uct};

pub use measured::{Tempo, Unit};
pub use selection::Selection;

/// The variant of UCT best-first. Every value of this type is valid for a search.
///
/// ```
/// use bestply_guided_search::{BackUp, Choice, InvalidSettings, Selection, Settings};
///
/// let settings = Settings::default().with_selection(Selection::uct(0.3, 0.5)?).with_choice(Choice::Value);
/// let together = settings.with_leaves(8)?;
/// assert_eq!(together.leaves(), 8);
/// assert!(settings.with_leaves(0).is_err());
/// // Of leaves that are expanded together the best values are backed up, to the root.
/// assert_eq!(together.with_back_up(BackUp::Mean), Err(InvalidSettings::NotToRoot(BackUp::Mean)));
/// assert_eq!(settings.with_back_up(BackUp::Mean)?.with_leaves(8), Err(InvalidSettings::NotToRoot(BackUp::Mean)));
/// # Ok::<(), InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    unit: Unit,
    scale: Scale,
    selection: Selection,
    ties: Ties,
    completion: bool,
    choice: Choice,
    back_up: BackUp,
    alpha_beta_depth: usize,
    leaves: usize,
    expansions: NonZeroU32,
    shrinkage: Shrinkage,
    tempo: Tempo,
}

impl Settings {
    /// The valid exploration constants.
    pub const EXPLORATION: RangeInclusive<f64> = Uct::EXPLORATION;
    /// The valid first-play urgencies.
    pub const URGENCY: RangeInclusive<f64> = Uct::URGENCY;
    /// The valid temperatures of softmax.
    pub const TEMPERATURE: RangeInclusive<f64> = Softmax::TEMPERATURE;
    /// The valid depths of the shallow alpha-beta search. That search recurses, so that its stack grows with its depth.
    pub const ALPHA_BETA_DEPTH: RangeInclusive<usize> = 0..=64;
    /// The valid numbers of leaves expanded together.
    pub const LEAVES: RangeInclusive<usize> = 1..=65_536;

    /// Without completion, the search ends after so many walks in a row that came to finished positions.
    pub const IDLE_WALKS: u32 = 100;

    /// Unbounded best-first minimax (Cohen-Solal; `docs/meaning.md`, 19): the best child is selected, of equal ones the
    /// one visited least, and the move is the one visited most.
    ///
    /// ```
    /// use bestply_core::{Limit, Searcher};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_guided_search::{GuidedGraphSearch, Settings};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))")?;
    /// let mut searcher = GuidedGraphSearch::new(Settings::unbounded_minimax());
    /// let report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::default());
    /// assert_eq!((report.best_move, report.value), (Some(1), Some(2)));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn unbounded_minimax() -> Settings {
        Settings { selection: Selection::Value, ties: Ties::FewestVisits, choice: Choice::Safe, ..Settings::default() }
    }

    /// Descent (Cohen-Solal): unbounded best-first minimax whose walks go on to the end of the game.
    pub fn descent() -> Settings {
        Settings { expansions: NonZeroU32::MAX, ..Settings::unbounded_minimax() }
    }

    /// Plain best-first minimax that makes all children of a node at once:
    /// no exploration, no urgency, and the move is chosen by its value.
    pub fn plain() -> Settings {
        Settings { selection: Selection::PLAIN, choice: Choice::Value, ..Settings::default() }
    }

    /// PUCT best-first: walks are guided by priors with these constants, and leaves are drawn halfway towards their
    /// parents (`docs/meaning.md`, 19.8).
    ///
    /// It is for a [graph](crate::GuidedGraphSearch): the matches of `docs/puct-best-first.md` are of one.
    ///
    /// ```
    /// use bestply_core::{Limit, Searcher};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_guided_search::{GuidedGraphSearch, Puct, Settings};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))")?;
    /// let mut searcher = GuidedGraphSearch::new(Settings::puct_best_first(Puct::default()));
    /// let report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::default());
    /// assert_eq!((report.best_move, report.value), (Some(1), Some(2)));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn puct_best_first(puct: Puct) -> Settings {
        Settings { selection: Selection::Puct(puct), shrinkage: Shrinkage::HALF, ..Settings::unbounded_minimax() }
    }

    /// What the value that counts as 1 is a part of.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The value that counts as 1, where the unit is [`Unit::Win`].
    ///
    /// Static values up to it are within the account's [-1, 1]. Values in the tree and in reports are not scaled.
    /// By default it is a sixteenth of what a win is worth to the evaluation ([`Uct::WIN`]).
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// How a walk goes on from a node.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Which of equally good children a walk goes to.
    pub fn ties(&self) -> Ties {
        self.ties
    }

    /// Whether finished positions, and the nodes above them that they decide, are proved.
    ///
    /// Proved nodes are never selected, and the search ends when the root is proved.
    pub fn completion(&self) -> bool {
        self.completion
    }

    /// What is backed up after each walk, and how far: the best child's value, unless it says otherwise.
    pub fn back_up(&self) -> BackUp {
        self.back_up
    }

    /// How the move is chosen at the end of the search.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// The depth of the alpha-beta search that gives a new child its value. With 0 the child gets its static value.
    pub fn alpha_beta_depth(&self) -> usize {
        self.alpha_beta_depth
    }

    /// The most leaves that are expanded together.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// How many leaves a walk expands, one below the other, before it ends; one by default.
    ///
    /// The way down to the first of them is shared, which saves time where walks are long and nodes have few children.
    /// Only a walk that is alone goes on: of several [leaves](Settings::leaves) together each walk expands its own.
    pub fn expansions(&self) -> NonZeroU32 {
        self.expansions
    }

    /// How much a new leaf's value is drawn towards the value that its parent had as a leaf.
    pub fn shrinkage(&self) -> Shrinkage {
        self.shrinkage
    }

    /// What is taken from the values of new leaves for the side that moved there.
    pub fn tempo(&self) -> Tempo {
        self.tempo
    }

    /// The same settings with another unit.
    #[must_use]
    pub fn with_unit(self, unit: Unit) -> Settings {
        Settings { unit, ..self }
    }

    /// The same settings with another value that counts as 1, where the unit is [`Unit::Win`].
    #[must_use]
    pub fn with_scale(self, scale: impl Into<Scale>) -> Settings {
        Settings { scale: scale.into(), ..self }
    }

    /// The same settings with another way to go on from a node.
    #[must_use]
    pub fn with_selection(self, selection: Selection) -> Settings {
        Settings { selection, ..self }
    }

    /// The same settings with another rule for equally good children.
    #[must_use]
    pub fn with_ties(self, ties: Ties) -> Settings {
        Settings { ties, ..self }
    }

    /// The same settings with completion or without.
    ///
    /// # Errors
    ///
    /// If it is without, and several [leaves](Settings::leaves) are expanded together.
    pub fn with_completion(self, completion: bool) -> Result<Settings, InvalidSettings> {
        Settings { completion, ..self }.checked()
    }

    /// The same settings with another end of backing up.
    ///
    /// # Errors
    ///
    /// If it is not the root, with the best values, and several [leaves](Settings::leaves) are expanded together.
    pub fn with_back_up(self, back_up: BackUp) -> Result<Settings, InvalidSettings> {
        Settings { back_up, ..self }.checked()
    }

    /// The same settings with another way to choose the move.
    #[must_use]
    pub fn with_choice(self, choice: Choice) -> Settings {
        Settings { choice, ..self }
    }

    /// The same settings with a shallow alpha-beta search of this depth.
    ///
    /// # Errors
    ///
    /// If the depth is not one of [`Settings::ALPHA_BETA_DEPTH`].
    pub fn with_alpha_beta_depth(self, alpha_beta_depth: usize) -> Result<Settings, InvalidSettings> {
        check("an alpha-beta depth", alpha_beta_depth, &Settings::ALPHA_BETA_DEPTH)?;
        Ok(Settings { alpha_beta_depth, ..self })
    }

    /// The same settings with at most so many leaves expanded together.
    /// More than 1 serves an evaluator that works on batches.
    ///
    /// With a table or a shallow alpha-beta search they are expanded one by one all the same (`docs/meaning.md`, D49).
    ///
    /// # Errors
    ///
    /// If the number is not one of [`Settings::LEAVES`].
    /// If it is more than 1 and the settings are without completion, of a descent, or do not back up the best values to
    /// the root.
    pub fn with_leaves(self, leaves: usize) -> Result<Settings, InvalidSettings> {
        check("a number of leaves", leaves, &Settings::LEAVES)?;
        Settings { leaves, ..self }.checked()
    }

    /// The same settings with another number of expansions a walk. The largest is *descent*: on to the end of the game.
    ///
    /// # Errors
    ///
    /// If it is a descent, and several [leaves](Settings::leaves) are expanded together.
    pub fn with_expansions(self, expansions: NonZeroU32) -> Result<Settings, InvalidSettings> {
        Settings { expansions, ..self }.checked()
    }

    /// The same settings with the values of new leaves drawn towards their parents' values.
    ///
    /// Values that an evaluator finds by a [search](bestply_core::Properties::searches) stay as they are,
    /// and so do those of the root's children.
    #[must_use]
    pub fn with_shrinkage(self, shrinkage: Shrinkage) -> Settings {
        Settings { shrinkage, ..self }
    }

    /// The same settings with another tempo.
    ///
    /// Values that keep their static ones with [shrinkage](Settings::with_shrinkage) do so here, too,
    /// and so do all where a table or a shallow search gives first values.
    #[must_use]
    pub fn with_tempo(self, tempo: Tempo) -> Settings {
        Settings { tempo, ..self }
    }

    /// Whether threads can share a search with these settings.
    ///
    /// # Errors
    ///
    /// What they cannot share.
    pub fn check_shared(&self) -> Result<(), InvalidSettings> {
        match self.selection {
            Selection::Softmax(_) => Err(InvalidSettings::SharedSoftmax),
            _ if self.leaves > 1 => Err(InvalidSettings::SharedLeaves(self.leaves)),
            _ => self.check_several(),
        }
    }

    /// Refuses what several leaves at a time would ignore.
    fn checked(self) -> Result<Settings, InvalidSettings> {
        if self.leaves > 1 {
            self.check_several()?;
            if self.expansions == NonZeroU32::MAX {
                return Err(InvalidSettings::DescentTogether);
            }
        }
        Ok(self)
    }

    /// Refuses what is for one leaf at a time.
    ///
    /// What is not proved, or not backed up to the root, would be selected again beside itself.
    fn check_several(&self) -> Result<(), InvalidSettings> {
        match self.back_up {
            _ if !self.completion => Err(InvalidSettings::Unproved),
            BackUp::ToRoot => Ok(()),
            back_up => Err(InvalidSettings::NotToRoot(back_up)),
        }
    }

    /// The same settings with the scale that follows from the unit, for an evaluation to which a win is worth so much.
    pub(crate) fn in_unit(self, win_value: Option<NonZeroU32>, noise: &Noise) -> Settings {
        let scale = match self.unit {
            Unit::Win => self.scale.where_a_win_is(Uct::WIN, win_value),
            Unit::Noise => Scale::Given(noise.units()[0]),
        };
        Settings { scale, ..self }
    }

    /// Whether new leaves are worth their static values.
    pub(crate) fn leaves_are_static(&self) -> bool {
        self.shrinkage.is_none() && self.tempo == Tempo::Ignored
    }

    /// Makes what was met up to now the units and the tempo.
    pub(crate) fn renew(&self, noise: &mut Noise) {
        noise.renew();
        if self.tempo == Tempo::Measured {
            noise.renew_tempo(self.shrinkage);
        }
    }

    /// The most that a value counts in a mean: what a win is worth, so that an infinite value counts as a win.
    pub(crate) fn most_in_a_mean(&self, win_value: Option<NonZeroU32>) -> Value {
        const MOST: f64 = (1 << 30) as f64;
        let win = match (win_value, self.unit) {
            (Some(win), _) => f64::from(win.get()),
            (None, Unit::Win) => self.scale.value() * f64::from(Uct::WIN.get()),
            (None, Unit::Noise) => MOST,
        };
        win.min(MOST) as Value
    }

    /// Whether the search is [plain](Settings::plain) best-first minimax.
    ///
    /// The scale, the values of new children and the number of leaves expanded together do not matter.
    /// In such a search a finished child of the best value keeps its place for ever, and ends the search.
    /// Where leaves are not worth their static values, its value is not exact.
    pub(crate) fn is_plain(&self) -> bool {
        let is_by_value = match self.selection {
            Selection::Value => self.ties == Ties::Kept && !self.completion,
            selection => selection == Selection::PLAIN,
        };
        let is_by_best = self.leaves_are_static() && self.back_up != BackUp::Mean;
        is_by_best && self.choice == Choice::Value && is_by_value
    }

    /// What a walk to a finished position does.
    pub(crate) fn at_the_end(&self) -> AtTheEnd {
        if self.is_plain() {
            AtTheEnd::Ends
        } else if self.completion {
            AtTheEnd::Proves
        } else {
            AtTheEnd::Counts
        }
    }
}

impl Default for Settings {
    /// The constants of [`Uct::default`], at the scale of the evaluation.
    fn default() -> Settings {
        Settings {
            unit: Unit::default(),
            scale: Scale::default(),
            selection: Selection::default(),
            ties: Ties::Kept,
            completion: true,
            choice: Choice::default(),
            back_up: BackUp::default(),
            alpha_beta_depth: 0,
            leaves: 1,
            expansions: NonZeroU32::MIN,
            shrinkage: Shrinkage::NONE,
            tempo: Tempo::default(),
        }
    }
}

/// Which of equally good children a walk goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one that the last walk went to, else the lower index (Korf & Chickering).
    #[default]
    Kept,
    /// The one visited least, then the lower index (Cohen-Solal).
    FewestVisits,
}

/// How far values are backed up after each walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackUp {
    /// To the root, where the next walk begins (Cohen-Solal).
    #[default]
    ToRoot,
    /// To the first node whose value stays; the next walk goes on from there, if values alone decide (Korf &
    /// Chickering).
    UntilStable,
    /// To the root, where a node is worth the mean of its children's values, each as often as walks came to the child,
    /// in place of the best (Silver et al. 2018; Coulom 2006).
    Mean,
}

/// What a walk to a finished position does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtTheEnd {
    /// It proves the position.
    Proves,
    /// It ends the search.
    Ends,
    /// It counts the position's value, and ends the search after so many such walks in a row as
    /// [`Settings::IDLE_WALKS`] says.
    Counts,
}

/// How the move is chosen at the end of the search. A proved win always comes first, and a proved loss always last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// By the scaled value + ln(visits).
    #[default]
    ValueAndVisits,
    /// By the value alone.
    Value,
    /// The move visited most, then the better value: the safe decision (Cohen-Solal).
    Safe,
}

/// Why some settings are invalid, or do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidSettings {
    /// A number outside its range.
    Range(InvalidSetting),
    /// Several leaves at a time, expanded together or by threads, without completion: they would not be proved.
    Unproved,
    /// Several leaves at a time, expanded together or by threads, and something else than best values backed up to the
    /// root.
    NotToRoot(BackUp),
    /// Leaves expanded together, and a descent: each of them is expanded by a walk of its own.
    DescentTogether,
    /// Softmax by threads: its draws would depend on who draws.
    SharedSoftmax,
    /// Leaves expanded together by threads: those that threads share are islands, which
    /// [`Sharing`](crate::Sharing) counts.
    SharedLeaves(usize),
}

impl From<InvalidSetting> for InvalidSettings {
    fn from(error: InvalidSetting) -> InvalidSettings {
        InvalidSettings::Range(error)
    }
}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            InvalidSettings::Range(error) => return error.fmt(formatter),
            InvalidSettings::Unproved => "a search without completion is for one thread and one leaf at a time",
            InvalidSettings::NotToRoot(_) => {
                "means, and values backed up until they are stable, are for one thread and one leaf at a time"
            }
            InvalidSettings::DescentTogether => {
                "descent is for one leaf at a time: of several leaves each is expanded by a walk of its own"
            }
            InvalidSettings::SharedSoftmax => "threads share a search by UCT or by priors, not by softmax",
            InvalidSettings::SharedLeaves(given) => {
                return write!(
                    formatter,
                    "{given} leaves expanded together: threads that share a search expand them one by one"
                );
            }
        })
    }
}

impl std::error::Error for InvalidSettings {}
