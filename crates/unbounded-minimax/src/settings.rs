mod selection;

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

use bestply_core::Shrinkage;
use bestply_visits::{Puct, Scale, Softmax, Uct};

pub use selection::Selection;

/// The variant of unbounded best-first minimax. Every value of this type is valid for a search.
///
/// ```
/// use bestply_unbounded_minimax::{BackUp, Choice, InvalidSettings, Selection, Settings};
///
/// let settings = Settings::default().with_choice(Choice::Value).with_back_up(BackUp::UntilStable);
/// assert!(settings.completion() && !settings.descent());
/// assert_eq!(Selection::uct(-1.0, 0.0), Err(InvalidSettings::Exploration(-1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    scale: Scale,
    selection: Selection,
    ties: Ties,
    completion: bool,
    choice: Choice,
    back_up: BackUp,
    expansions: NonZeroU32,
    shrinkage: Shrinkage,
}

impl Settings {
    /// The valid exploration constants.
    pub const EXPLORATION: RangeInclusive<f64> = Uct::EXPLORATION;
    /// The valid first-play urgencies.
    pub const URGENCY: RangeInclusive<f64> = Uct::URGENCY;
    /// The valid temperatures of softmax.
    pub const TEMPERATURE: RangeInclusive<f64> = Softmax::TEMPERATURE;

    /// Without completion, the search ends after so many walks in a row that came to finished positions.
    pub const IDLE_WALKS: u32 = 100;

    /// Plain best-first minimax that makes all children of a node at once:
    /// the move is chosen by its value, nothing is proved, and of equal children the last walk's keeps its place.
    pub fn plain() -> Settings {
        Settings { ties: Ties::Kept, completion: false, choice: Choice::Value, ..Settings::default() }
    }

    /// PUCT best-first: walks are guided by priors with these constants, and leaves are drawn halfway towards their
    /// parents (`docs/meaning.md`, 19.8).
    ///
    /// It is for a [graph](crate::UnboundedMinimax::sharing): the matches of `docs/puct-best-first.md` are of one.
    ///
    /// ```
    /// use bestply_core::{Limit, Searcher};
    /// use bestply_explicit_game::{ExplicitTree, NodeValue};
    /// use bestply_unbounded_minimax::{Puct, Settings, UnboundedMinimax};
    ///
    /// let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))")?;
    /// let mut searcher = UnboundedMinimax::sharing(Settings::puct_best_first(Puct::default()));
    /// let report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::default());
    /// assert_eq!((report.best_move, report.value), (Some(1), Some(2)));
    /// # Ok::<(), bestply_explicit_game::ParseError>(())
    /// ```
    pub fn puct_best_first(puct: Puct) -> Settings {
        Settings { selection: Selection::Puct(puct), shrinkage: Shrinkage::HALF, ..Settings::default() }
    }

    /// The value that counts as 1, for [`Selection::Uct`], [`Selection::Softmax`] and [`Choice::ValueAndVisits`].
    ///
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

    /// Whether nodes are resolved: proved nodes are never selected, and the search ends when the root is proved.
    pub fn completion(&self) -> bool {
        self.completion
    }

    /// How the move is chosen at the end of the search.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// How far values are backed up after each walk.
    pub fn back_up(&self) -> BackUp {
        self.back_up
    }

    /// Whether each walk goes on to the end of the game.
    pub fn descent(&self) -> bool {
        self.expansions == NonZeroU32::MAX
    }

    /// How many leaves a walk expands, one below the other, before it ends; one by default.
    ///
    /// The way down to the first of them is shared, which saves time where walks are long and nodes have few children.
    pub fn expansions(&self) -> NonZeroU32 {
        self.expansions
    }

    /// How much a new leaf's value is drawn towards that of its parent.
    pub fn shrinkage(&self) -> Shrinkage {
        self.shrinkage
    }

    /// The same settings with another value that counts as 1.
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
    #[must_use]
    pub fn with_completion(self, completion: bool) -> Settings {
        Settings { completion, ..self }
    }

    /// The same settings with another way to choose the move.
    #[must_use]
    pub fn with_choice(self, choice: Choice) -> Settings {
        Settings { choice, ..self }
    }

    /// The same settings with another end of backing up.
    #[must_use]
    pub fn with_back_up(self, back_up: BackUp) -> Settings {
        Settings { back_up, ..self }
    }

    /// The same settings with descent or without: as many expansions a walk as there are, or one.
    #[must_use]
    pub fn with_descent(self, descent: bool) -> Settings {
        self.with_expansions(if descent { NonZeroU32::MAX } else { NonZeroU32::MIN })
    }

    /// The same settings with another number of expansions a walk. The largest is [descent](Settings::descent).
    #[must_use]
    pub fn with_expansions(self, expansions: NonZeroU32) -> Settings {
        Settings { expansions, ..self }
    }

    /// The same settings with another shrinkage.
    #[must_use]
    pub fn with_shrinkage(self, shrinkage: Shrinkage) -> Settings {
        Settings { shrinkage, ..self }
    }

    /// The same settings for an evaluation to which a win is worth so much.
    pub(crate) fn for_win_value(self, win_value: Option<NonZeroU32>) -> Settings {
        Settings { scale: self.scale.where_a_win_is(Uct::WIN, win_value), ..self }
    }
}

impl Default for Settings {
    /// The best child is selected, of equal ones the one visited least; completion, safe decision, backing up to the
    /// root, no descent.
    fn default() -> Settings {
        Settings {
            scale: Scale::default(),
            selection: Selection::Value,
            ties: Ties::FewestVisits,
            completion: true,
            choice: Choice::Safe,
            back_up: BackUp::ToRoot,
            expansions: NonZeroU32::MIN,
            shrinkage: Shrinkage::NONE,
        }
    }
}

/// Which of equally good children a walk goes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one visited least, then the lower index (Cohen-Solal).
    #[default]
    FewestVisits,
    /// The one that the last walk went to, else the lower index (Korf & Chickering).
    Kept,
}

/// How the move is chosen at the end of the search.
///
/// With completion a proved win always comes first, the sooner the better, and a proved loss always last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The move visited most, then the better value: the safe decision (Cohen-Solal).
    #[default]
    Safe,
    /// By the scaled value + ln(visits).
    ValueAndVisits,
    /// By the value alone.
    Value,
}

/// How far values are backed up after each walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BackUp {
    /// To the root, where the next walk begins (Cohen-Solal).
    #[default]
    ToRoot,
    /// To the first node whose value stays; the next walk goes on from there (Korf & Chickering).
    UntilStable,
}
