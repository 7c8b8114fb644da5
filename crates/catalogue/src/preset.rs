//! Settings of searchers under names, which a game offers.

use toml::Value as Setting;

use crate::game::WEIGHTS;
use crate::names::in_one_line;
use crate::settings::quoted;
use crate::spec::{DEPTH, EVALUATION, EVALUATIONS, PRESET};
use crate::{AboutGame, Catalogue, EvaluationKind, EvaluationSpec, GameEntry, Playable, SearcherSpec, SpecError};

/// Settings of a searcher under a name: constants that were found for a game with one of its evaluations.
///
/// That is the evaluation that the searcher names, or else the game's first.
/// Presets for other evaluations can have the same name.
/// A [`GameEntry`](crate::GameEntry::preset) has them, and a specification names one: `uct-best-first:preset=tuned`.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name, such as [`Preset::TUNED`].
    pub name: &'static str,
    /// The searcher with the settings.
    pub searcher: SearcherSpec,
}

impl Preset {
    /// The name of constants that were tuned by matches. They hold for whoever plays and names none.
    pub const TUNED: &str = "tuned";

    /// The name of a searcher with everything that makes it play better: the engine's alpha-beta, which is the opponent
    /// for claims of strength, UCT best-first and unbounded minimax. Nobody has it who does not name it.
    pub const STRONG: &str = "strong";

    /// The name of no preset: the searcher has its own defaults, where somebody plays, too.
    pub const NONE: &str = "none";

    /// The name of the evaluation that the constants were found for.
    #[must_use]
    pub fn evaluation<'p>(&'p self, about: &'p AboutGame) -> &'p str {
        let first = || about.evaluations.first().copied().unwrap_or_default();
        self.searcher.get(EVALUATION).and_then(|own| own.as_str()).unwrap_or_else(first)
    }
}

/// The key of searchers that several threads can share.
const THREADS: &str = "threads";

/// The key of searchers that go over a graph or over a tree.
pub(crate) const TRANSPOSITIONS: &str = "transpositions";

impl AboutGame {
    /// The searcher of whoever plays the game with this evaluation and names no searcher.
    ///
    /// It is PUCT best-first where the game has [tuned](Preset::TUNED) constants of it for the evaluation,
    /// for it keeps its lead over alpha-beta longest (`docs/lead.md`), and UCT best-first elsewhere.
    /// `None` is the evaluation that the game is [played with](GameEntry::plays_with).
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
}

impl<P: Playable> GameEntry<P> {
    /// The same game with constants of UCT that were tuned for UCT best-first, and serve unbounded minimax as well.
    ///
    /// Among them can be the `evaluation` that they are for.
    pub(crate) fn tuned_uct(self, constants: &str) -> GameEntry<P> {
        self.preset(Preset::TUNED, &format!("uct-best-first:{constants}"))
            .preset(Preset::TUNED, &format!("unbounded-minimax:selection=uct,{constants}"))
    }

    /// The same game with these settings of the engine's alpha-beta, as the [strong](Preset::STRONG) opponent has them.
    pub(crate) fn strong(self, settings: &str) -> GameEntry<P> {
        self.preset(Preset::STRONG, &format!("principal-variation-search:{settings}"))
    }

    /// The same game with UCT best-first and unbounded minimax as they play best: with these constants of UCT, and
    /// leaves drawn halfway towards their parents.
    pub(crate) fn strong_uct(self, constants: &str) -> GameEntry<P> {
        self.preset(Preset::STRONG, &format!("uct-best-first:{constants},shrinkage=0.5"))
            .preset(Preset::STRONG, &format!("unbounded-minimax:selection=uct,{constants},shrinkage=0.5"))
    }

    /// The same game with the constants of PUCT best-first that the records of unbounded minimax with priors name,
    /// from before the searcher had a name of its own.
    pub(crate) fn recorded_puct(self, constants: &str) -> GameEntry<P> {
        self.preset("puct", &format!("unbounded-minimax:selection=puct,{constants},shrinkage=0.5"))
    }

    /// The same game with constants of these searchers that were tuned.
    pub(crate) fn tuned(self, searchers: &[&str]) -> GameEntry<P> {
        searchers.iter().fold(self, |entry, searcher| entry.preset(Preset::TUNED, searcher))
    }
}

impl Catalogue {
    /// The searcher of whoever plays a game or analyses it: with what it names, and for the rest as it plays best.
    ///
    /// Where it names no evaluation, it has the one that the game is
    /// [played with](crate::GameEntry::plays_with).
    /// Where it names no preset, it has the game's [tuned](Preset::TUNED) one for that evaluation,
    /// unless it has a setting of the preset's keys itself, or one that the preset does not go with.
    /// Where it does not say what it does when its bytes are spent, it prunes and goes on, if it can.
    ///
    /// The specification is as it was [read](SearcherSpec::read).
    /// Checking it first would lose the settings that are the defaults, and with them that they were given.
    ///
    /// ```
    /// use bestply_catalogue::{Catalogue, SearcherSpec};
    ///
    /// let catalogue = Catalogue::standard();
    /// let tuned = "evaluation=strong,scale=4096,exploration=0.05,urgency=0.125";
    /// for (text, plays) in [
    ///     ("uct-best-first", format!("memory=prune,{tuned}")),
    ///     ("uct-best-first:memory=stop", tuned.to_owned()),
    ///     ("uct-best-first:exploration=0.2", "memory=prune,evaluation=strong,exploration=0.2".to_owned()),
    ///     ("uct-best-first:preset=none", "memory=prune,evaluation=strong".to_owned()),
    /// ] {
    ///     let spec = catalogue.for_playing(SearcherSpec::read(text)?, "othello")?;
    ///     assert_eq!(spec.to_string(), format!("uct-best-first:{plays}"));
    /// }
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such game, searcher or preset, a key has a value that it cannot have,
    /// or the searcher is of [other games](Catalogue::check_game).
    pub fn for_playing(&self, spec: SearcherSpec, game: &str) -> Result<SearcherSpec, SpecError> {
        let about = self.game_named(game)?;
        let spec = self.pruning(spec);
        let spec = match about.playing {
            Some(playing) if !spec.has(EVALUATION) && about.evaluations.first() != Some(&playing) => {
                spec.with_evaluation(playing)
            }
            _ => spec,
        };
        let evaluations = spec.get(EVALUATION).cloned().into_iter().collect();
        let tuned = about.preset_for(spec.name(), Preset::TUNED, evaluations).ok();
        let is_given = |(key, _): &(String, Setting)| key != EVALUATION && spec.has(key);
        let tuned = tuned.filter(|tuned| !spec.has(PRESET) && !tuned.searcher.settings.iter().any(is_given));
        let tuned = tuned.map(|tuned| self.checked(spec.clone().with_settings_of(tuned)));
        // Without the preset, what is wrong is told in the words that were given.
        let spec = match tuned {
            Some(Ok(tuned)) => tuned,
            _ => self.checked(self.with_preset(spec, game, &[])?)?,
        };
        self.check_game(&spec, game).map(|()| spec)
    }

    /// As [`for_playing`](Catalogue::for_playing), of whoever has a machine of so many cores to itself.
    ///
    /// The searcher has as many threads as there are cores where they make it
    /// [better](crate::SearcherEntry::gains_by_threads), where it does not say itself how its leaves or threads are,
    /// and where neither evaluations nor depth limit it: such a search repeats.
    /// Where threads gain more in the game than transpositions do, it goes without a graph for them
    /// ([`GameEntry::prefers_threads_to_transpositions`](crate::GameEntry::prefers_threads_to_transpositions)).
    ///
    /// ```
    /// use bestply_catalogue::{Catalogue, SearcherSpec};
    ///
    /// let catalogue = Catalogue::standard();
    /// for (text, game, is_shared) in [
    ///     ("uct-best-first:time_ms=100", "oware", true),
    ///     ("uct-best-first:time_ms=100,threads=1", "oware", false),
    ///     ("uct-best-first:evaluations=9000", "oware", false),
    ///     ("puct-best-first:time_ms=100", "breakthrough", false),
    ///     ("puct-best-first:time_ms=100", "othello", true),
    ///     ("puct-best-first:time_ms=100,transpositions=on", "othello", false),
    /// ] {
    ///     let spec = catalogue.for_playing_alone(SearcherSpec::read(text)?, game, 4)?;
    ///     assert_eq!(spec.to_string().contains("threads=4"), is_shared);
    /// }
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`for_playing`](Catalogue::for_playing).
    pub fn for_playing_alone(&self, spec: SearcherSpec, game: &str, cores: usize) -> Result<SearcherSpec, SpecError> {
        let is_said = [DEPTH, EVALUATIONS, "leaves", THREADS, "deterministic"].iter().any(|key| spec.has(key));
        let may_leave_graph = self.game_named(game)?.threads_before_transpositions && !spec.has(TRANSPOSITIONS);
        let spec = self.for_playing(spec, game)?;
        if cores == 1 || spec.is_engine || is_said {
            return Ok(spec);
        }
        let on_a_tree = || spec.clone().with_setting(TRANSPOSITIONS, Some(Setting::from("off")));
        let by_threads = |spec: SearcherSpec| {
            let shared = self.checked(spec.with_setting(THREADS, Some(Setting::from(cores as i64)))).ok()?;
            let about = self.about_searcher(&shared);
            (about.gains_by_threads)(&about.settings_of(&shared).ok()?).then_some(shared)
        };
        // What threads cannot share stays alone.
        let shared = by_threads(spec.clone()).or_else(|| may_leave_graph.then(on_a_tree).and_then(by_threads));
        Ok(shared.unwrap_or(spec))
    }

    /// The same searcher with the settings that its preset stands for in this game, if it names one.
    /// A setting that it has itself goes before the preset's.
    /// `evaluations` are what it is to play with unless it has an evaluation of its own or plays with the game's first.
    ///
    /// Its settings are not [checked](Catalogue::checked), neither before nor after.
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::standard();
    /// let spec = catalogue.searcher_spec("uct-best-first:preset=tuned,exploration=0.1,depth=4")?;
    /// let spec = catalogue.checked(catalogue.with_preset(spec, "connect-four", &[])?)?;
    /// assert_eq!(spec.to_string(), "uct-best-first:depth=4,scale=1024,exploration=0.1,urgency=0");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such game, it has no such preset of the searcher,
    /// or the searcher has another evaluation than the preset was made for.
    pub fn with_preset(
        &self,
        spec: SearcherSpec,
        game: &str,
        evaluations: &[EvaluationSpec],
    ) -> Result<SearcherSpec, SpecError> {
        let Some(setting) = spec.get(PRESET) else { return Ok(spec) };
        let no_name = || SpecError::PlainName { key: PRESET, found: quoted(setting) };
        let name = setting.as_str().ok_or_else(no_name)?;
        if name == Preset::NONE {
            return Ok(spec.with(PRESET, None));
        }
        let about = self.game_named(game)?;
        let evaluations = match spec.get(EVALUATION) {
            Some(own) => vec![own.clone()],
            None => evaluations.iter().map(EvaluationSpec::setting).collect(),
        };
        let preset = about.preset_for(spec.name(), name, evaluations)?;
        Ok(spec.with_settings_of(preset))
    }
}

impl SearcherSpec {
    /// The same searcher with a preset's settings in the place of its name, but for those that it has itself.
    fn with_settings_of(self, preset: &Preset) -> SearcherSpec {
        let others = preset.searcher.settings.iter().filter(|(key, _)| key != EVALUATION && !self.has(key));
        let own = self.settings.iter().filter(|(key, _)| key != PRESET);
        SearcherSpec { settings: own.chain(others).cloned().collect(), ..self.clone() }
    }
}

impl AboutGame {
    /// The evaluation of the game's own that a setting names, with whichever weights.
    fn own_evaluation<'s>(&'s self, setting: &'s Setting) -> Option<&'s str> {
        match setting {
            Setting::Table(table) if table.contains_key(WEIGHTS) => {
                table.get(EvaluationKind::OF).map_or(self.learnt, Setting::as_str)
            }
            setting => setting.as_str(),
        }
    }

    /// The preset of this name that a searcher means which is to play with these evaluations, or with the game's first.
    fn preset_for(&self, searcher: &str, name: &str, mut evaluations: Vec<Setting>) -> Result<&Preset, SpecError> {
        let of_searcher = self.presets.iter().filter(|preset| preset.searcher.name() == searcher);
        let (named, others): (Vec<_>, Vec<_>) = of_searcher.partition(|preset| preset.name == name);
        let Some(usual) = named.first() else {
            let mut names: Vec<String> = others.iter().map(|preset| preset.name.to_owned()).collect();
            names.dedup();
            let (game, searcher) = (self.name.to_owned(), searcher.to_owned());
            return Err(SpecError::UnknownPreset { game, searcher, name: in_one_line(name), names });
        };
        if evaluations.is_empty() {
            evaluations.extend(self.evaluations.first().map(|&first| first.into()));
        }
        let is_for =
            |preset: &Preset, evaluation: &Setting| self.own_evaluation(evaluation) == Some(preset.evaluation(self));
        let is_for_all = |preset: &&&Preset| evaluations.iter().all(|evaluation| is_for(preset, evaluation));
        named.iter().find(is_for_all).copied().ok_or_else(|| {
            let other = evaluations.iter().find(|evaluation| !is_for(usual, evaluation));
            let evaluation = usual.evaluation(self).to_owned();
            SpecError::PresetOfEvaluation {
                preset: usual.name,
                evaluation,
                found: other.map_or_else(String::new, quoted),
            }
        })
    }
}
