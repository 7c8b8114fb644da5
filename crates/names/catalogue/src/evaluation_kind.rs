use std::path::Path;

use bestply_any_game::AnyPosition;
use toml::Table;

use crate::about_game::{AboutGame, WEIGHTS};
use crate::common::{MOST, NAME, OF, SEED};
use crate::error::SpecError;
use crate::evaluation::{MatchEvaluation, VenueEvaluation};
use crate::evaluation_spec::DescribedSpec;
use crate::files;
use crate::key::{Key, check_keys};
use crate::known_game::KnownGame;
use crate::settings::Settings;
use crate::venue::VenueError;

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
/// let moves = EvaluationKind::new("moves", key(), |_, settings| match &*settings.name("moves") {
///     "counted" => {
///         let weight = settings.whole("weight") as Value;
///         Ok(OneScale(evaluator_fn(move |position: &AnyPosition| weight * position.move_count() as Value)))
///     }
///     other => Err(format!("moves are counted, not {other}")),
/// });
/// let catalogue = Catalogue::standard().evaluation_kind(moves);
/// let player = catalogue.player("best-first:evaluations=9,evaluation.moves=counted,evaluation.weight=5")?;
/// let game = catalogue.game_with("oware", &toml::Table::new())?;
/// let (player, evaluation) = catalogue.seated(player, &game, None)?;
/// let venue = catalogue.venue(&game, None, &[evaluation])?;
/// let mut contestant = player.contestant(&venue, "moves", &venue.start(1).0)?;
/// assert!(contestant.choose().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EvaluationKind {
    pub(crate) key: &'static str,
    keys: Vec<Key>,
    /// Whether the text of the key is the path of a file on which the values depend.
    pub(crate) reads_file: bool,
    make: Result<Make, &'static str>,
}

/// Makes an evaluation of a game from the settings of its table.
type Make = Box<dyn Fn(&KnownGame, &mut Settings) -> Result<VenueEvaluation, String> + Send + Sync>;

/// The name of the evaluation that errors are added to, their standard deviation in wins, and which errors they are.
const NOISY: &str = "noisy";
const DEVIATION: &str = "deviation";
const MOST_DEVIATION: f64 = 100.0;

/// The most bytes of a file of weights.
const MOST_WEIGHTS: u64 = 256 << 20;

impl EvaluationKind {
    /// The kind of the tables that have `key`, whose setting is a text, and perhaps some of `keys`.
    ///
    /// `make` gets the game whose positions are to be evaluated, and the settings.
    /// A setting that it does not ask for is refused by its name where somebody gives it.
    /// Its error is one line that says why there is no such evaluation.
    pub fn new<V: MatchEvaluation<AnyPosition>>(
        key: &'static str,
        keys: Vec<Key>,
        make: impl Fn(&AboutGame, &mut Settings) -> Result<V, String> + Send + Sync + 'static,
    ) -> EvaluationKind {
        EvaluationKind::made_by(key, keys, move |game, settings| {
            make(&game.about, settings).map(VenueEvaluation::of_any)
        })
    }

    fn made_by(
        key: &'static str,
        keys: Vec<Key>,
        make: impl Fn(&KnownGame, &mut Settings) -> Result<VenueEvaluation, String> + Send + Sync + 'static,
    ) -> EvaluationKind {
        let keys = [vec![Key::text(key)], keys, vec![Key::plain_name(NAME)]].concat();
        EvaluationKind { key, keys, reads_file: false, make: Ok(Box::new(make)) }
    }

    /// The kind of a game's own evaluations with weights from a file: `evaluation = { weights = "my.weights" }`.
    ///
    /// Every catalogue has it.
    /// Two players can so have two files, and searchers compiled for the evaluation search with each.
    pub(crate) fn of_weights() -> EvaluationKind {
        EvaluationKind::made_by(WEIGHTS, vec![Key::plain_name(OF)], with_weights).of_file()
    }

    /// The kind of a game's own evaluations with errors added to their values:
    /// `evaluation = { noisy = "learnt", deviation = 0.1 }`, in wins.
    ///
    /// Every catalogue has it. So the quality of an evaluation can be varied in any game ([`bestply::Noisy`]).
    pub(crate) fn of_noise() -> EvaluationKind {
        let keys = vec![Key::decimal(DEVIATION, 0.0..=MOST_DEVIATION).or(0.1), Key::whole(SEED, 0..=MOST).or(1)];
        EvaluationKind::made_by(NOISY, keys, with_noise)
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
    pub(crate) fn checked(&self, table: &Table) -> Result<DescribedSpec, SpecError> {
        if let Err(how) = self.make {
            return Err(SpecError::Unavailable(how));
        }
        check_keys(table, &format!("an evaluation by `{}`", self.key), &self.keys, |_| false)?;
        let settings = Settings::read(self.keys.iter().cloned(), table)?;
        let mut checked: Table = settings.changed().map(|(key, setting)| (key.to_owned(), setting.clone())).collect();
        checked.entry(NAME).or_insert_with(|| self.key.into());
        Ok(DescribedSpec(checked))
    }

    /// The evaluation of a game that a table describes.
    pub(crate) fn make(&self, game: &KnownGame, described: &DescribedSpec) -> Result<VenueEvaluation, VenueError> {
        let make = self.make.as_ref().map_err(|how| SpecError::Unavailable(how))?;
        let mut settings = Settings::read(self.keys.iter().cloned(), &described.0)?;
        let failed = |why| VenueError::Evaluation { name: described.name().to_owned(), why };
        let made = make(game, &mut settings).map_err(failed)?;
        match settings.unread().filter(|&key| key != NAME) {
            Some(key) => Err(failed(format!("nothing reads `{key}`: leave it out"))),
            None => Ok(made),
        }
    }
}

/// An evaluation of a game, with the weights that come with the program, and errors.
fn with_noise(game: &KnownGame, settings: &mut Settings) -> Result<VenueEvaluation, String> {
    let name = settings.name(NOISY);
    game.about.check_evaluation(&name).map_err(|error| error.to_string())?;
    let made = game.evaluation(&name, None).expect("the game has it");
    let evaluation = made.map_err(|error| format!("{name}: {error}"))?;
    let deviation = settings.number(DEVIATION);
    let seed = settings.whole(SEED);
    if deviation == 0.0 { Ok(evaluation) } else { evaluation.noisy(deviation, seed) }
}

/// The evaluation of a game that reads weights, by default its first, with those of the file.
fn with_weights(game: &KnownGame, settings: &mut Settings) -> Result<VenueEvaluation, String> {
    let AboutGame { name, all_learnt, .. } = &game.about;
    let file = settings.name(WEIGHTS);
    let first = *all_learnt.first().ok_or_else(|| format!("no evaluation of {name} reads weights"))?;
    let of = settings.given_name(OF).unwrap_or_else(|| first.to_owned());
    let no_such = || {
        let names = all_learnt.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        format!("`of` is an evaluation of {name} that reads weights, one of {names}, not `{of}`")
    };
    if !all_learnt.contains(&&*of) {
        return Err(no_such());
    }
    let bytes = files::read(Path::new(&file), MOST_WEIGHTS).map_err(|error| format!("{file}: {error}"))?;
    game.evaluation(&of, Some(&bytes)).ok_or_else(no_such)?.map_err(|error| format!("{file}: {error}"))
}
