//! How a game is played by whoever does not say everything: presets, evaluations, memory and threads.

use toml::Value as Setting;

use super::Catalogue;
use crate::about_game::AboutGame;
use crate::common::{DEPTH, EVALUATION, EVALUATIONS, MEMORY, PRESET, PRUNE, THREADS, TRANSPOSITIONS};
use crate::error::SpecError;
use crate::evaluation_spec::EvaluationSpec;
use crate::key::{Key, KeyKind, quoted};
use crate::names::NAMES_ARE_OF;
use crate::player::NamedPlayer;
use crate::preset::Preset;
use crate::space;
use crate::spec::SearcherSpec;

impl Catalogue {
    /// The searcher of whoever plays a game or analyses it: with what it names, and for the rest as it plays best.
    ///
    /// Where it names no evaluation, it has the one that the game is
    /// [played with](crate::GameEntry::plays_with).
    /// Where it names no preset, it has the game's [tuned](Preset::TUNED) one for that evaluation.
    /// What it says itself lies over what the preset says.
    /// A setting that the preset does not go with, such as another selection, leaves the preset out.
    /// `preset=none` is for who wants none.
    /// Where it does not say what it does when its bytes are spent, it prunes and goes on, if it can.
    ///
    /// ```
    /// use bestply_catalogue::{Catalogue, SearcherSpec};
    ///
    /// let catalogue = Catalogue::standard();
    /// let tuned = "evaluation=strong,scale=4096,exploration=0.05,urgency=0.125";
    /// for (text, plays) in [
    ///     ("uct-best-first", format!("memory=prune,{tuned}")),
    ///     ("uct-best-first:memory=stop", tuned.to_owned()),
    ///     ("uct-best-first:exploration=0.2", format!("memory=prune,{}", tuned.replace("0.05", "0.2"))),
    ///     ("uct-best-first:selection=softmax", "memory=prune,evaluation=strong,selection=softmax".to_owned()),
    ///     ("uct-best-first:preset=none", "memory=prune,evaluation=strong".to_owned()),
    /// ] {
    ///     let player = catalogue.for_playing(SearcherSpec::read(text)?, "othello")?;
    ///     assert_eq!(player.to_string(), format!("uct-best-first:{plays}"));
    /// }
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such game, searcher or preset, a key has a value that it cannot have,
    /// or the searcher is of [other games](NamedPlayer::check_game).
    pub fn for_playing(&self, spec: SearcherSpec, game: &str) -> Result<NamedPlayer, SpecError> {
        let about = self.game_named(game)?;
        let mut spec = self.pruning(spec);
        let playing = about.playing.filter(|playing| about.evaluations.first() != Some(playing));
        if let Some(playing) = playing.filter(|_| !spec.has(EVALUATION)) {
            spec = spec.with_evaluation(playing);
        }
        let evaluations = spec.get(EVALUATION).cloned().into_iter().collect();
        let tuned = about.preset_for(spec.name(), Preset::TUNED, evaluations).ok().filter(|_| !spec.has(PRESET));
        let player = match tuned.map(|tuned| self.player_of(spec.clone().over(&tuned.searcher))) {
            Some(Ok(tuned)) => tuned,
            // Without the preset, what is wrong is told in the words that were given.
            _ => self.player_of(self.with_preset(spec, about, &[])?)?,
        };
        player.check_game(game).map(|()| player)
    }

    /// The same searcher, pruning when its bytes are spent, if it can and does not say what it does then.
    ///
    /// A searcher of a user's own has the choice by a key `memory` with `prune` among its names.
    fn pruning(&self, spec: SearcherSpec) -> SearcherSpec {
        let about = self.searchers().find(|about| !spec.is_engine && about.name == spec.name());
        let can_prune =
            |key: &Key| key.name == MEMORY && matches!(key.kind(), KeyKind::Name(names) if names.contains(&PRUNE));
        if about.is_some_and(|about| about.keys.iter().any(can_prune)) && !spec.has(MEMORY) {
            spec.with_setting(MEMORY, Some(Setting::from(PRUNE)))
        } else {
            spec
        }
    }

    /// As [`for_playing`](Catalogue::for_playing), of whoever has a machine of so many cores to itself.
    ///
    /// The searcher has as many threads as there are cores, or as [fit](space::threads_of), where they make it
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
    ///     let player = catalogue.for_playing_alone(SearcherSpec::read(text)?, game, 4)?;
    ///     assert_eq!(player.to_string().contains("threads=4"), is_shared);
    /// }
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`for_playing`](Catalogue::for_playing).
    pub fn for_playing_alone(&self, spec: SearcherSpec, game: &str, cores: usize) -> Result<NamedPlayer, SpecError> {
        let is_said = [DEPTH, EVALUATIONS, "leaves", THREADS, "deterministic"].iter().any(|key| spec.has(key));
        let may_leave_graph = self.game_named(game)?.threads_before_transpositions && !spec.has(TRANSPOSITIONS);
        let player = self.for_playing(spec.clone(), game)?;
        if cores == 1 || player.is_engine || is_said {
            return Ok(player);
        }
        let by_threads = |spec: SearcherSpec| {
            let shared = self.player_of(spec.with_setting(THREADS, Some(Setting::from(cores as i64)))).ok();
            shared.filter(|shared| shared.about().gains_by_threads)
        };
        let on_a_tree = || player.spec().clone().with_setting(TRANSPOSITIONS, Some(Setting::from("off")));
        // What threads cannot share stays alone.
        let shared = by_threads(player.spec().clone());
        let shared = shared.or_else(|| may_leave_graph.then(on_a_tree).and_then(by_threads));
        match shared.as_ref().map(|_| space::threads_of(cores)) {
            Some(fit) if fit < cores => self.for_playing_alone(spec, game, fit),
            _ => Ok(shared.unwrap_or(player)),
        }
    }

    /// The same searcher with the settings that its preset stands for in this game, if it names one.
    /// A setting that it has itself goes before the preset's.
    /// `evaluations` are what it is to play with unless it has an evaluation of its own or plays with the game's first.
    ///
    /// ```
    /// use bestply_catalogue::{Catalogue, SearcherSpec};
    ///
    /// let catalogue = Catalogue::standard();
    /// let spec = SearcherSpec::read("uct-best-first:preset=tuned,exploration=0.1,depth=4")?;
    /// let player = catalogue.player_of(catalogue.with_preset(spec, catalogue.game_named("connect-four")?, &[])?)?;
    /// assert_eq!(player.to_string(), "uct-best-first:depth=4,scale=1024,exploration=0.1,urgency=0");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the game has no such preset of the searcher,
    /// or the searcher has another evaluation than the preset was made for.
    pub fn with_preset(
        &self,
        spec: SearcherSpec,
        game: &AboutGame,
        evaluations: &[EvaluationSpec],
    ) -> Result<SearcherSpec, SpecError> {
        let Some(setting) = spec.get(PRESET) else { return Ok(spec) };
        let no_name = || SpecError::value(PRESET, format!("made of {NAMES_ARE_OF}"), quoted(setting));
        let name = setting.as_str().ok_or_else(no_name)?;
        if name == Preset::NONE {
            return Ok(spec.with(PRESET, None));
        }
        let own = spec.get(EVALUATION).map(|own| vec![own.clone()]);
        let evaluations = own.unwrap_or_else(|| evaluations.iter().map(EvaluationSpec::setting).collect());
        let preset = game.preset_for(spec.name(), name, evaluations)?;
        Ok(spec.over(&preset.searcher))
    }
}
