//! Settings of searchers under names, which a game offers.

use crate::names::in_one_line;
use crate::settings::quoted;
use crate::spec::{EVALUATION, PRESET};
use crate::{Catalogue, EvaluationSpec, GameEntry, Playable, SearcherSpec, SpecError};

/// Settings of a searcher under a name: constants that were found for a game with its first evaluation.
///
/// A [`GameEntry`](crate::GameEntry::preset) has them, and a specification names one: `uct-best-first:preset=tuned`.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name, such as [`Preset::TUNED`].
    pub name: &'static str,
    /// The searcher with the settings.
    pub searcher: SearcherSpec,
}

impl Preset {
    /// The name of constants that were tuned by matches.
    pub const TUNED: &str = "tuned";
}

impl<P: Playable> GameEntry<P> {
    /// The same game with constants of UCT that were tuned for UCT best-first, and serve unbounded minimax as well.
    pub(crate) fn tuned_uct(self, constants: &str) -> GameEntry<P> {
        self.preset(Preset::TUNED, &format!("uct-best-first:{constants}"))
            .preset(Preset::TUNED, &format!("unbounded-minimax:selection=uct,{constants}"))
    }
}

impl Catalogue {
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
        let about = self.game_named(game)?;
        let of_searcher = || about.presets.iter().filter(|preset| preset.searcher.name() == spec.name());
        let unknown = || SpecError::UnknownPreset {
            game: game.to_owned(),
            searcher: spec.name().to_owned(),
            name: in_one_line(name),
            names: of_searcher().map(|preset| preset.name.to_owned()).collect(),
        };
        let preset = of_searcher().find(|preset| preset.name == name).ok_or_else(unknown)?;
        let first = about.evaluations.first().copied().unwrap_or_default();
        let evaluations = match spec.get(EVALUATION) {
            Some(own) => vec![own.clone()],
            None => evaluations.iter().map(EvaluationSpec::setting).collect(),
        };
        if let Some(other) = evaluations.iter().find(|evaluation| evaluation.as_str() != Some(first)) {
            let found = quoted(other);
            return Err(SpecError::PresetOfEvaluation { preset: preset.name, evaluation: first, found });
        }
        let own = spec.settings.iter().filter(|(key, _)| key != PRESET);
        let others = preset.searcher.settings.iter().filter(|(key, _)| !spec.has(key));
        Ok(SearcherSpec { settings: own.chain(others).cloned().collect(), ..spec.clone() })
    }
}
