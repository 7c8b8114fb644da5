use std::num::NonZeroU32;
use std::time::Duration;

use bestply::Side;

use super::{COST_NS, OPENING_PLIES};
use crate::names::title_of;
use crate::{GamePlanes, GtpNotation, Key, Preset, Rules, Settings};

/// The description of a game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AboutGame {
    /// The game's name in descriptions and results.
    pub name: &'static str,
    /// The game's name in a sentence.
    pub title: String,
    /// The rules in a few sentences, if the game says them.
    pub rules: Option<Rules>,
    /// What people call MAX and MIN in this game.
    pub sides: [&'static str; 2],
    /// The letters of MAX and MIN in the game's [pictures](crate::Playable::picture), if it has any.
    pub letters: Option<[char; 2]>,
    /// The game's keys.
    pub keys: Vec<Key>,
    /// The keys of which an experiment lists several values, one after the other.
    pub parameters: Vec<Key>,
    /// The names of the game's evaluations. The first is the default of experiments.
    pub evaluations: Vec<&'static str>,
    /// The evaluation of whoever plays the game and names none: the first, unless the game says otherwise.
    pub playing: Option<&'static str>,
    /// Whether threads on trees gain more than transpositions ([`GameEntry::prefers_threads_to_transpositions`]).
    ///
    /// [`GameEntry::prefers_threads_to_transpositions`]: crate::GameEntry::prefers_threads_to_transpositions
    pub threads_before_transpositions: bool,
    /// The settings of searchers that have names in this game, made for its first evaluation.
    pub presets: Vec<Preset>,
    /// The position from which constants are tuned, in the game's notation, where it is not the usual start.
    pub tuned_from: Option<&'static str>,
    /// Whether the first evaluation is left out of names and results.
    pub implies_evaluation: bool,
    /// The first evaluation whose weights can be read from a file (`weights`), if there is one.
    pub learnt: Option<&'static str>,
    /// All evaluations whose weights can be read from a file.
    pub all_learnt: Vec<&'static str>,
    /// Those of them of which no weights come with the program: whoever plays with them names a file.
    pub unshipped: Vec<&'static str>,
    /// Whether there are several positions at the start of a game, by number, for instance because cards are dealt.
    pub is_dealt: bool,
    /// Whether foreign engines for Othello play the game, which speak GTP or NBoard.
    pub has_engines: bool,
    /// What a pawn is worth in the game's values, where it is played [over UCI](crate::GameEntry::uci).
    pub pawn: Option<NonZeroU32>,
    /// How the Go Text Protocol has the game, where that is not the game's own notation.
    pub gtp: GtpNotation,
    /// What a network sees of the game's positions, if the game says it.
    pub planes: Option<GamePlanes>,
    /// The unit that is won or lost.
    pub unit: Unit,
    /// How best-first's cost grows with its depth.
    pub growth: Growth,
    pub(crate) length: fn(&Settings) -> Option<u64>,
    pub(super) longest: usize,
}

/// The greatest depth of a search of a game of unknown length.
const LONGEST: usize = 1000;

impl AboutGame {
    /// A game of which no more is known than its name.
    pub(crate) fn new(name: &'static str) -> AboutGame {
        AboutGame {
            name,
            title: title_of(name),
            rules: None,
            sides: ["MAX", "MIN"],
            letters: None,
            keys: Vec::new(),
            parameters: Vec::new(),
            evaluations: Vec::new(),
            playing: None,
            threads_before_transpositions: false,
            presets: Vec::new(),
            tuned_from: None,
            implies_evaluation: false,
            learnt: None,
            all_learnt: Vec::new(),
            unshipped: Vec::new(),
            is_dealt: false,
            has_engines: false,
            pawn: None,
            gtp: GtpNotation::default(),
            planes: None,
            unit: Unit::default(),
            growth: Growth::default(),
            length: |_| None,
            longest: LONGEST,
        }
    }
}

/// The unit that is won or lost (`docs/meaning.md`, 12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A pair of games: the side with the better terminal value when playing MAX wins it.
    Pair,
    /// Each game, by the sign of its terminal value.
    #[default]
    Game,
}

/// How best-first's cost grows with its depth, from which calibration guesses the next depth to try.
///
/// The depth that calibration finds does not depend on it, only the number of tournaments on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Growth {
    /// About as the square of the depth: in random games of any branching factor.
    Quadratic,
    /// By about two fifths with every ply: in Othello, and assumed for other board games.
    #[default]
    Exponential,
}

impl AboutGame {
    /// What people call this side in the game.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides[usize::from(side == Side::Min)]
    }

    /// The evaluations that there are weights for, with a file of them or without one.
    pub fn evaluations_with(&self, file_of_weights: bool) -> impl Iterator<Item = &'static str> {
        self.evaluations.iter().copied().filter(move |name| file_of_weights || !self.unshipped.contains(name))
    }

    /// The most moves that a game can have after its opening. Passes do not count.
    pub fn length(&self, settings: &Settings) -> usize {
        let length = (self.length)(settings).map_or(self.longest, |length| length as usize);
        length - self.opening_plies(settings).unwrap_or(0).min(length)
    }

    /// What each evaluation costs besides its own time.
    pub fn evaluation_cost(&self, settings: &Settings) -> Duration {
        let has_cost = self.parameters.iter().any(|key| key.name == COST_NS);
        Duration::from_nanos(has_cost.then(|| settings.whole(COST_NS)).flatten().unwrap_or(0))
    }

    /// The number of plies played before a game begins, if games begin so.
    pub fn opening_plies(&self, settings: &Settings) -> Option<usize> {
        let has_openings = self.keys.iter().any(|key| key.name == OPENING_PLIES);
        has_openings.then(|| settings.whole(OPENING_PLIES)).flatten().map(|plies| plies as usize)
    }
}
