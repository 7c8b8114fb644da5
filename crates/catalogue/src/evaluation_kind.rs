use std::path::{Path, PathBuf};

use toml::{Table, Value as Setting};

use crate::catalogue::check_keys;
use crate::evaluation_spec::NAME;
use crate::files;
use crate::foreign_player::ProcessEvaluation;
use crate::game::WEIGHTS;
use crate::known_game::KnownGame;
use crate::venue::VenueEvaluation;
use crate::{
    AboutGame, AnyPosition, Catalogue, DescribedSpec, Evaluation, EvaluationSpec, Key, ProcessSpec, Settings,
    SpecError, Venue, VenueError,
};

/// A way to describe an evaluation by a table, which a key of its own tells apart from others.
///
/// An evaluation has a name where it always is the same.
/// One that depends on a file, or on numbers, is described where it is used.
/// In `evaluation = { men = "doubled", scale = 100 }` the key of the kind is `men`, and the other key is its own.
/// Every table may have a `name`, by default the kind's key, under which results show the evaluation.
///
/// ```
/// use bestply::{Position, Value, evaluator_fn};
/// use bestply_catalogue::{AnyPosition, Catalogue, EvaluationKind, Key, OneScale};
///
/// let key = || vec![Key::whole("weight", 1..=100).or(1)];
/// let moves = EvaluationKind::new("moves", key(), |_, settings| match &*settings.name("moves").expect("it is given") {
///     "counted" => {
///         let weight = settings.whole("weight").expect("it has a default") as Value;
///         Ok(OneScale(evaluator_fn(move |position: &AnyPosition| weight * position.move_count() as Value)))
///     }
///     other => Err(format!("moves are counted, not {other}")),
/// });
/// let catalogue = Catalogue::standard().evaluation_kind(moves);
/// let spec = catalogue.searcher_spec("best-first:evaluations=9,evaluation.moves=counted,evaluation.weight=5")?;
/// let evaluation = catalogue.evaluation_of(&spec, "oware")?;
/// let settings = catalogue.game_settings("oware", &toml::Table::new())?;
/// let venue = catalogue.venue_for("oware", &settings, None, &[evaluation])?;
/// let mut contestant = catalogue.contestant(&venue, &spec, "moves", &venue.start(1).0);
/// assert!(contestant.choose().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EvaluationKind {
    key: &'static str,
    keys: Vec<Key>,
    reads_file: bool,
    make: Result<Make, &'static str>,
}

/// Makes an evaluation of a game from the settings of its table.
type Make = Box<dyn Fn(&KnownGame, &Settings) -> Result<VenueEvaluation, String> + Send + Sync>;

/// The most bytes of a file of weights.
const MOST_WEIGHTS: u64 = 256 << 20;

impl EvaluationKind {
    /// The key of the evaluation that a file of weights is of.
    pub(crate) const OF: &str = "of";

    /// The kind of the tables that have `key`, whose setting is a text, and perhaps some of `keys`.
    ///
    /// `make` gets the game whose positions are to be evaluated, and the settings.
    /// A setting that it does not ask for is refused by its name where somebody gives it.
    /// Its error is one line that says why there is no such evaluation.
    pub fn new<V: Evaluation<AnyPosition>>(
        key: &'static str,
        keys: Vec<Key>,
        make: impl Fn(&AboutGame, &Settings) -> Result<V, String> + Send + Sync + 'static,
    ) -> EvaluationKind {
        EvaluationKind::made_by(key, keys, move |game, settings| {
            make(&game.about, settings).map(VenueEvaluation::of_any)
        })
    }

    fn made_by(
        key: &'static str,
        keys: Vec<Key>,
        make: impl Fn(&KnownGame, &Settings) -> Result<VenueEvaluation, String> + Send + Sync + 'static,
    ) -> EvaluationKind {
        let keys = [vec![Key::text(key)], keys, vec![Key::plain_name(NAME)]].concat();
        EvaluationKind { key, keys, reads_file: false, make: Ok(Box::new(make)) }
    }

    /// The kind of a game's own evaluations with weights from a file: `evaluation = { weights = "my.weights" }`.
    ///
    /// Every catalogue has it.
    /// Two players can so have two files, and searchers compiled for the evaluation search with each.
    pub(crate) fn of_weights() -> EvaluationKind {
        EvaluationKind::made_by(WEIGHTS, vec![Key::plain_name(EvaluationKind::OF)], with_weights).of_file()
    }

    /// The same kind, the text of whose key is the path of a file. Results then are those of the file's contents.
    #[must_use]
    pub fn of_file(self) -> EvaluationKind {
        EvaluationKind { reads_file: true, ..self }
    }

    /// A kind that this program was built without. `how` says in one line how to get it.
    pub fn unavailable(key: &'static str, how: &'static str) -> EvaluationKind {
        EvaluationKind { key, keys: Vec::new(), reads_file: false, make: Err(how) }
    }

    /// The table without what is the default, but always with a name.
    fn checked(&self, table: &Table) -> Result<DescribedSpec, SpecError> {
        if let Err(how) = self.make {
            return Err(SpecError::Unavailable(how));
        }
        check_keys(table, &format!("an evaluation by `{}`", self.key), &self.keys, |_| false)?;
        let settings = Settings::read(self.keys.clone(), table)?;
        let mut checked: Table = settings.changed().map(|(key, setting)| (key.to_owned(), setting.clone())).collect();
        checked.entry(NAME).or_insert_with(|| self.key.into());
        Ok(DescribedSpec(checked))
    }
}

/// The evaluation of a game that reads weights, by default its first, with those of the file.
fn with_weights(game: &KnownGame, settings: &Settings) -> Result<VenueEvaluation, String> {
    let AboutGame { name, all_learnt, .. } = &game.about;
    let file = settings.name(WEIGHTS).expect("the key tells that the table is of this kind");
    let first = *all_learnt.first().ok_or_else(|| format!("no evaluation of {name} reads weights"))?;
    let of = settings.name(EvaluationKind::OF).unwrap_or_else(|| first.to_owned());
    if !all_learnt.contains(&&*of) {
        let names = all_learnt.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        return Err(format!("`of` is an evaluation of {name} that reads weights, one of {names}, not `{of}`"));
    }
    let bytes = files::read(Path::new(&file), MOST_WEIGHTS).map_err(|error| format!("{file}: {error}"))?;
    game.evaluation(&of, &bytes).map_err(|error| format!("{file}: {error}"))
}

impl Catalogue {
    /// The same catalogue with another way to describe evaluations.
    ///
    /// # Panics
    ///
    /// If the catalogue has a kind of this key, or it is the key of foreign programs (`command`).
    #[must_use]
    pub fn evaluation_kind(mut self, kind: EvaluationKind) -> Catalogue {
        let is_taken = kind.key == "command" || self.kinds.iter().any(|known| known.key == kind.key);
        assert!(!is_taken, "there is a kind of evaluations `{}` already", kind.key);
        self.kinds.push(kind);
        self
    }

    /// The same evaluation with its settings in order, if the game can have it.
    ///
    /// # Errors
    ///
    /// If there is no such game, the game has no evaluation of this name,
    /// a described one has a name that is taken, or a key of its table is wrong.
    pub fn checked_evaluation(&self, game: &str, evaluation: EvaluationSpec) -> Result<EvaluationSpec, SpecError> {
        if let EvaluationSpec::Named(name) = &evaluation {
            return self.check_evaluation(game, name).map(|()| evaluation);
        }
        let evaluation = self.described(evaluation)?;
        let name = evaluation.name();
        match self.game_named(game)?.evaluations.contains(&name) {
            true => Err(SpecError::TakenEvaluation { game: game.to_owned(), name: name.to_owned() }),
            false => Ok(evaluation),
        }
    }

    /// The same evaluation with the settings of its table in order.
    pub(crate) fn described(&self, evaluation: EvaluationSpec) -> Result<EvaluationSpec, SpecError> {
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

    /// Makes a described evaluation one of a venue's, which is of the game `game`: from then on it has its name there.
    /// An evaluation by name is there already.
    pub(crate) fn add_evaluation(
        &self,
        venue: &mut Venue,
        game: &str,
        evaluation: &EvaluationSpec,
    ) -> Result<(), VenueError> {
        let made = match evaluation {
            EvaluationSpec::Named(_) => return Ok(()),
            EvaluationSpec::Process(process) => VenueEvaluation::of_any(ProcessEvaluation::start(game, process)?),
            EvaluationSpec::Described(described) => self.make_described(game, described)?,
        };
        venue.evaluations.push((evaluation.name().to_owned(), made));
        Ok(())
    }

    fn make_described(&self, game: &str, described: &DescribedSpec) -> Result<VenueEvaluation, VenueError> {
        let game = self.known_game(game)?;
        let DescribedSpec(table) = described;
        let Some(kind) = self.kind_of(table) else {
            let why = "no kind of evaluations has one of the keys of its table".to_owned();
            return Err(VenueError::Evaluation { name: described.name().to_owned(), why });
        };
        let make = kind.make.as_ref().map_err(|how| SpecError::Unavailable(how))?;
        let settings = Settings::read(kind.keys.clone(), table)?;
        let failed = |why| VenueError::Evaluation { name: described.name().to_owned(), why };
        let made = make(game, &settings).map_err(failed)?;
        match settings.unread().filter(|&key| key != NAME) {
            Some(key) => Err(failed(format!("nothing reads `{key}`: leave it out"))),
            None => Ok(made),
        }
    }
}
