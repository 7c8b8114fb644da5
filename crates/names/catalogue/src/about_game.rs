//! What is said of a game.

use std::num::NonZeroU32;

use bestply::Side;
use toml::Value as Setting;

use crate::common::OF;
use crate::error::{Result, SpecError};
use crate::gtp_notation::GtpNotation;
use crate::key::{Key, quoted};
use crate::names::{in_one_line, nearest, title_of};
use crate::planes::GamePlanes;
use crate::preset::{Preset, Presets};
use crate::rules::RulesText;
use crate::settings::Settings;

/// The key of the number of plies that are played before a game begins.
pub const OPENING_PLIES: &str = "opening_plies";

/// The key of the nanoseconds that each evaluation costs besides its own time.
pub const COST_NS: &str = "cost_ns";

/// The key of the file with the weights of a learnt evaluation.
pub const WEIGHTS: &str = "weights";

/// The description of a game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AboutGame {
    /// The game's name in descriptions and results.
    pub name: &'static str,
    /// The game's name in a sentence.
    pub title: String,
    /// The rules in a few sentences, if the game says them.
    pub rules: Option<RulesText>,
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
    pub(crate) presets: Presets,
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
    pub growth: CostGrowth,
    pub(crate) length: Option<fn(&mut Settings) -> Option<u64>>,
    pub(crate) longest: usize,
}

/// The greatest depth of a search of a game of unknown length.
const LONGEST: usize = 1000;

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
pub enum CostGrowth {
    /// About as the square of the depth: in random games of any branching factor.
    Quadratic,
    /// By about two fifths with every ply: in Othello, and assumed for other board games.
    #[default]
    Exponential,
}

impl AboutGame {
    /// A game of which no more is known than its name.
    pub(crate) fn new(name: &'static str) -> AboutGame {
        AboutGame { name, title: title_of(name), sides: ["MAX", "MIN"], longest: LONGEST, ..AboutGame::default() }
    }

    /// What people call this side in the game.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.sides[usize::from(side == Side::Min)]
    }

    /// The evaluations that there are weights for, with a file of them or without one.
    pub fn evaluations_with(&self, file_of_weights: bool) -> impl Iterator<Item = &'static str> {
        self.evaluations.iter().copied().filter(move |name| file_of_weights || !self.unshipped.contains(name))
    }

    /// Checks that the game has an evaluation of this name.
    pub(crate) fn check_evaluation(&self, evaluation: &str) -> Result<()> {
        if self.evaluations.contains(&evaluation) {
            return Ok(());
        }
        Err(SpecError::UnknownEvaluation {
            game: self.name.to_owned(),
            name: in_one_line(evaluation),
            names: self.evaluations.iter().map(|&name| name.to_owned()).collect(),
            nearest: nearest(evaluation, self.evaluations.iter().copied()),
        })
    }

    /// The settings of searchers that have names in this game, made for its first evaluation.
    ///
    /// # Panics
    ///
    /// If a text that the game was [given](crate::GameEntry::presets) does not have the form of presets.
    pub fn presets(&self) -> &[Preset] {
        self.presets.all(self.name)
    }

    /// All keys of the game: its own, and its parameters.
    pub fn all_keys(&self) -> Vec<Key> {
        self.keys.iter().chain(&self.parameters).cloned().collect()
    }

    /// The searcher of whoever plays the game with this evaluation and names no searcher.
    ///
    /// It is PUCT best-first where the game has [tuned](Preset::TUNED) constants of it for the evaluation,
    /// for it keeps its lead over alpha-beta longest (`docs/lead.md`), and UCT best-first elsewhere.
    /// `None` is the evaluation that the game is [played with](crate::GameEntry::plays_with).
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::standard();
    /// let othello = catalogue.game_named("othello")?;
    /// assert_eq!(othello.default_searcher(None), "puct-best-first");
    /// assert_eq!(othello.default_searcher(Some("disc-difference")), "uct-best-first");
    /// assert_eq!(catalogue.game_named("tic-tac-toe")?.default_searcher(None), "uct-best-first");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    pub fn default_searcher(&self, evaluation: Option<&str>) -> &'static str {
        const PUCT: &str = "puct-best-first";
        let evaluations = evaluation.or(self.playing).map(Setting::from).into_iter().collect();
        if self.preset_for(PUCT, Preset::TUNED, evaluations).is_ok() { PUCT } else { "uct-best-first" }
    }

    /// The evaluation of the game's own that a setting names, with whichever weights.
    fn own_evaluation<'s>(&'s self, setting: &'s Setting) -> Option<&'s str> {
        match setting {
            Setting::Table(table) if table.contains_key(WEIGHTS) => table.get(OF).map_or(self.learnt, Setting::as_str),
            setting => setting.as_str(),
        }
    }

    /// The evaluation that a preset's constants were found for.
    pub fn evaluation_of<'a>(&'a self, preset: &'a Preset) -> &'a str {
        preset.evaluation().or(self.evaluations.first().copied()).unwrap_or_default()
    }

    /// The preset of this name that a searcher means which is to play with these evaluations, or with the game's first.
    pub(crate) fn preset_for(&self, searcher: &str, name: &str, mut evaluations: Vec<Setting>) -> Result<&Preset> {
        let of_searcher = self.presets().iter().filter(|preset| preset.searcher.name() == searcher);
        let (named, others): (Vec<_>, Vec<_>) = of_searcher.partition(|preset| preset.name == name);
        let Some(usual) = named.first() else {
            let mut names: Vec<String> = others.iter().map(|preset| preset.name.to_owned()).collect();
            names.dedup();
            let game = self.name.to_owned();
            let searcher = searcher.to_owned();
            return Err(SpecError::UnknownPreset { game, searcher, name: in_one_line(name), names });
        };
        if evaluations.is_empty() {
            evaluations.extend(self.evaluations.first().map(|&first| first.into()));
        }
        let is_for =
            |preset: &Preset, evaluation: &Setting| self.own_evaluation(evaluation) == Some(self.evaluation_of(preset));
        let is_for_all = |preset: &&&Preset| evaluations.iter().all(|evaluation| is_for(preset, evaluation));
        named.iter().find(is_for_all).copied().ok_or_else(|| {
            let other = evaluations.iter().find(|evaluation| !is_for(usual, evaluation));
            let evaluation = self.evaluation_of(usual).to_owned();
            let found = other.map_or_else(String::new, quoted);
            SpecError::PresetOfEvaluation { preset: usual.name, evaluation, found }
        })
    }
}
