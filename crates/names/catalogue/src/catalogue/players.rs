//! What the description of a player or of an evaluation comes to.

use std::path::PathBuf;
use std::sync::Arc;

use bestply::proof_number::Settings as ProofNumbers;
use bestply_foreign::Protocol;
use toml::{Table, Value as Setting};

use super::Catalogue;
use crate::about_game::AboutGame;
use crate::common::{EVALUATION, EVALUATIONS, PRESET, TIME_MS, TIME_US};
use crate::error::{Result, SpecError};
use crate::evaluation::VenueEvaluation;
use crate::evaluation_kind::EvaluationKind;
use crate::evaluation_spec::{DescribedSpec, EvaluationSpec, ProcessSpec};
use crate::foreign_player::{plays, protocol_name, start_evaluation};
use crate::key::check_keys;
use crate::known_game::NamedGame;
use crate::names::in_one_line;
use crate::player::{NamedPlayer, with_open_preset};
use crate::preset::Preset;
use crate::searcher::KnownSearcher;
use crate::searchers::proof_number::{ADDITION, EPSILON, LEAF, METHOD, PROOF_NUMBER, solver};
use crate::settings::Settings;
use crate::spec::SearcherSpec;
use crate::venue::{Venue, VenueError};

impl Catalogue {
    /// Makes a player of a searcher with its settings and limits in the form of the command line.
    ///
    /// # Errors
    ///
    /// As those of [`player_of`](Catalogue::player_of), and if the text does not have that form.
    pub fn player(&self, text: &str) -> Result<NamedPlayer> {
        self.player_of(SearcherSpec::read(text)?)
    }

    /// Makes a player of a description.
    ///
    /// # Errors
    ///
    /// If it names no searcher, a key has a value that it cannot have, or settings do not go together.
    /// If it names a preset: only games [have presets](Catalogue::with_preset).
    pub fn player_of(&self, spec: SearcherSpec) -> Result<NamedPlayer> {
        if spec.is_engine {
            let of_searchers = |key: &str| self.searchers().any(|it| it.all_keys().iter().any(|own| own.name == key));
            check_keys(&spec.table(), "a foreign engine", &self.engines.keys, of_searchers)?;
            return NamedPlayer::of_engine(&self.engines, spec);
        }
        let (searcher, evaluation) = self.read_names(&spec)?;
        if let Some(preset) = spec.get(PRESET).and_then(Setting::as_str).filter(|preset| *preset != Preset::NONE) {
            return Err(SpecError::PresetWithoutGame(in_one_line(preset)));
        }
        NamedPlayer::of_searcher(searcher, spec.with(PRESET, None), evaluation)
    }

    /// The description with its settings in order, without those that have no effect.
    ///
    /// It may name a preset of whichever game it plays.
    ///
    /// # Errors
    ///
    /// If it names no searcher, a key has a value that it cannot have, or settings do not go together.
    pub fn in_order(&self, spec: SearcherSpec) -> Result<SearcherSpec> {
        if spec.is_engine || !spec.has(PRESET) {
            return self.player_of(spec).map(|player| player.spec().clone());
        }
        let (searcher, evaluation) = self.read_names(&spec)?;
        with_open_preset(searcher, spec, evaluation.as_ref())
    }

    /// The searcher as it plays in a game with this evaluation, or else its own, or else the game's first.
    ///
    /// # Errors
    ///
    /// If there is no such preset or evaluation, the searcher lacks a key or has a wrong one,
    /// or it [cannot play](Catalogue::check_player) the game.
    pub fn prepared(
        &self,
        spec: SearcherSpec,
        game: &NamedGame,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<(NamedPlayer, EvaluationSpec)> {
        let spec = self.with_preset(spec, game.about(), evaluation.as_slice())?;
        self.seated(self.player_of(spec)?, game, evaluation)
    }

    /// A player at a game, and the evaluation that it plays with: this one, or else its own, or else the game's first.
    ///
    /// # Errors
    ///
    /// If the game has no such evaluation, the player lacks a key, or it [cannot play](Catalogue::check_player) the
    /// game.
    pub fn seated(
        &self,
        player: NamedPlayer,
        game: &NamedGame,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<(NamedPlayer, EvaluationSpec)> {
        player.check_complete()?;
        let evaluation = self.evaluation_of(&player, game.about(), evaluation)?;
        self.check_player(&player, game, &evaluation)?;
        Ok((player, evaluation))
    }

    /// The evaluation of a player in a game: this one, or else its own, or else the game's first.
    ///
    /// # Errors
    ///
    /// If the game has no such evaluation.
    pub fn evaluation_of(
        &self,
        player: &NamedPlayer,
        game: &AboutGame,
        evaluation: Option<EvaluationSpec>,
    ) -> Result<EvaluationSpec> {
        let own = evaluation.or_else(|| player.evaluation().cloned());
        let first = || game.evaluations.first().map(|&name| EvaluationSpec::named(name));
        let evaluation = own.or_else(first).ok_or_else(|| SpecError::NoEvaluation(game.name.to_owned()))?;
        self.checked_evaluation(game.name, evaluation)
    }

    /// How a player solves by proof numbers, and whether leaves count by their moves.
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    ///
    /// let catalogue = Catalogue::standard();
    /// let player = catalogue.player("proof-number:method=pn2,leaf=mobility,evaluations=1000")?;
    /// let (settings, by_mobility) = catalogue.proof_numbers(&player)?;
    /// assert_eq!((settings.method.name(), by_mobility), ("pn2", true));
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is another searcher, or has settings that mean something to a search alone.
    pub fn proof_numbers(&self, player: &NamedPlayer) -> Result<(ProofNumbers, bool)> {
        const OF_SOLVERS: [&str; 7] = [METHOD, EPSILON, ADDITION, LEAF, TIME_MS, TIME_US, EVALUATIONS];
        if player.is_engine() || player.name() != PROOF_NUMBER {
            return Err(SpecError::NotASolver(player.name().to_owned()));
        }
        let table = player.table();
        if let Some(key) = table.keys().find(|key| !OF_SOLVERS.contains(&key.as_str())) {
            return Err(SpecError::Unread { key: key.clone(), owner: "a solver".to_owned() });
        }
        solver(&mut Settings::read(player.about().all_keys(), &table)?)
    }

    /// Checks that a player can play a game with this evaluation.
    ///
    /// # Errors
    ///
    /// If it is a foreign engine that does not know the game, or cannot be told of its starts.
    /// If it wants a solver of the game's ends, and there is none.
    /// If the searcher is of [other games](NamedPlayer::check_game),
    /// or as it is compiled for the evaluation it does not read one of its settings.
    pub fn check_player(&self, player: &NamedPlayer, game: &NamedGame, evaluation: &EvaluationSpec) -> Result<()> {
        let name = game.about().name;
        if player.solves_ends() && !game.has_solver() {
            return Err(SpecError::NoSolver(name.to_owned()));
        }
        if let Some(protocol) = player.protocol() {
            return self.check_engine(protocol, game);
        }
        player.check_game(name)?;
        let mut compiled = game.known.compiled();
        let is_it = |(of, it): &(&str, &KnownSearcher)| *of == evaluation.name() && it.about.name == player.name();
        let unread = compiled.find(is_it).and_then(|(_, it)| it.made(&player.table()).err());
        unread.map_or(Ok(()), |error| match error {
            SpecError::Unread { key, owner } => {
                Err(SpecError::Unread { key, owner: format!("{owner} with {}", evaluation.name()) })
            }
            other => Err(other),
        })
    }

    fn check_engine(&self, protocol: Protocol, game: &NamedGame) -> Result<()> {
        let name = game.about().name;
        if !plays(protocol, game.about()) {
            let games = self.games().filter(|game| plays(protocol, game)).map(|game| game.name.to_owned()).collect();
            return Err(SpecError::NoEngines { protocol: protocol_name(protocol), game: name.to_owned(), games });
        }
        if game.starts.have_moves() { Ok(()) } else { Err(SpecError::StartsWithoutMoves(name.to_owned())) }
    }

    /// The searcher and the evaluation that a description names; its other keys are the searcher's.
    fn read_names(&self, spec: &SearcherSpec) -> Result<(&Arc<KnownSearcher>, Option<EvaluationSpec>)> {
        let first = || self.searchers().map(|searcher| searcher.name.to_owned()).next().unwrap_or_default();
        let name = spec.searcher.as_deref().ok_or_else(|| SpecError::NoSearcher { first: first() })?;
        let searcher = self.known_searcher(name)?;
        let about = &searcher.about;
        let foreign = |key: &str| self.searchers().any(|other| other.keys.iter().any(|known| known.name == key));
        check_keys(&spec.table(), about.name, &about.all_keys(), foreign)?;
        let evaluation = spec.get(EVALUATION).map(|setting| self.described(EvaluationSpec::read(setting)?));
        Ok((searcher, evaluation.transpose()?))
    }
}

/// Evaluations that a table describes.
impl Catalogue {
    /// The same evaluation with its settings in order, if the game can have it.
    ///
    /// # Errors
    ///
    /// If there is no such game, the game has no evaluation of this name,
    /// a described one has a name that is taken, or a key of its table is wrong.
    pub fn checked_evaluation(&self, game: &str, evaluation: EvaluationSpec) -> Result<EvaluationSpec> {
        if let EvaluationSpec::Named(name) = &evaluation {
            return self.check_evaluation(game, name).map(|()| evaluation);
        }
        let evaluation = self.described(evaluation)?;
        let name = evaluation.name();
        if self.game_named(game)?.evaluations.contains(&name) {
            Err(SpecError::TakenEvaluation { game: game.to_owned(), name: name.to_owned() })
        } else {
            Ok(evaluation)
        }
    }

    /// The same evaluation with the settings of its table in order.
    fn described(&self, evaluation: EvaluationSpec) -> Result<EvaluationSpec> {
        let EvaluationSpec::Described(DescribedSpec(table)) = &evaluation else { return Ok(evaluation) };
        match self.kind_of(table) {
            Some(kind) => kind.checked(table).map(EvaluationSpec::Described),
            // This says what a table without a known kind lacks.
            None => ProcessSpec::read(table).map(EvaluationSpec::Process),
        }
    }

    fn kind_of(&self, table: &Table) -> Option<&EvaluationKind> {
        self.kinds.iter().find(|kind| table.contains_key(kind.key))
    }

    /// The file on whose contents the values of an evaluation depend, if its table names one.
    pub fn evaluation_file(&self, evaluation: &EvaluationSpec) -> Option<PathBuf> {
        let EvaluationSpec::Described(DescribedSpec(table)) = evaluation else { return None };
        let kind = self.kind_of(table).filter(|kind| kind.reads_file)?;
        table.get(kind.key).and_then(Setting::as_str).map(PathBuf::from)
    }

    /// Makes a described evaluation one of a venue's: from then on it has its name there.
    /// An evaluation by name is there already.
    pub(super) fn add_evaluation(&self, venue: &mut Venue, evaluation: &EvaluationSpec) -> Result<(), VenueError> {
        let made = match evaluation {
            EvaluationSpec::Named(_) => return Ok(()),
            EvaluationSpec::Process(process) => VenueEvaluation::of_any(start_evaluation(venue.game, process)?),
            EvaluationSpec::Described(described) => {
                let why = "no kind of evaluations has one of the keys of its table".to_owned();
                let unknown = || VenueError::Evaluation { name: described.name().to_owned(), why };
                let kind = self.kind_of(&described.0).ok_or_else(unknown)?;
                kind.make(self.known_game(venue.game)?, described)?
            }
        };
        venue.evaluations.push((evaluation.name().to_owned(), made));
        Ok(())
    }
}
