use std::num::{NonZeroU32, NonZeroUsize};

use bestply_foreign::EvaluationSettings;
use serde::{Serialize, Serializer};
use toml::{Table, Value as Setting};

use crate::common::{EVALUATION, GRACE_MS, LONGEST_MS, NAME, START_MS};
use crate::error::SpecError;
use crate::key::{Key, check_keys, quoted};
use crate::names::nearest;
use crate::settings::Settings;

const COMMAND: &str = "command";
const BATCH: &str = "batch";
const WIN_VALUE: &str = "win_value";
const DEPENDS_ON_PARENT: &str = "depends_on_parent";

/// The most positions of one request.
const MOST_POSITIONS: u64 = 65_536;

/// What a player evaluates positions with, as a description names it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum EvaluationSpec {
    /// One of the game's own evaluations, by name.
    Named(String),
    /// The evaluation of a foreign program.
    Process(ProcessSpec),
    /// An evaluation that a table describes in another way ([`EvaluationKind`](crate::EvaluationKind)).
    Described(DescribedSpec),
}

/// A table that describes an evaluation.
///
/// A [`Catalogue`](crate::Catalogue) knows what its keys mean, and checks them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DescribedSpec(pub(crate) Table);

/// A foreign program that evaluates positions, and the name of its evaluation in results.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessSpec {
    name: String,
    settings: EvaluationSettings,
}

/// The most that a win can be worth: the values of finished games are infinite beside it.
const MOST_WIN_VALUE: u64 = i32::MAX as u64;

impl EvaluationSpec {
    /// One of the game's own evaluations.
    pub fn named(name: impl Into<String>) -> EvaluationSpec {
        EvaluationSpec::Named(name.into())
    }

    /// Reads a setting: a name, a table whose `command` starts a program, or another table.
    ///
    /// What only a catalogue knows is not checked: names, and the keys of tables without a `command`.
    ///
    /// ```
    /// use bestply_catalogue::EvaluationSpec;
    ///
    /// let table: toml::Table = "command = 'python3 my_net.py'\nbatch = 8".parse().unwrap();
    /// assert_eq!(EvaluationSpec::read(&table.into())?.name(), "process");
    /// assert_eq!(EvaluationSpec::read(&"learnt".into())?.name(), "learnt");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the setting is neither a name nor a table, or a key of a program's table is wrong.
    pub fn read(setting: &Setting) -> Result<EvaluationSpec, SpecError> {
        match setting {
            Setting::String(name) => Ok(EvaluationSpec::Named(name.clone())),
            Setting::Table(table) if !table.contains_key(COMMAND) && table.keys().any(|key| is_foreign(key)) => {
                Ok(EvaluationSpec::Described(DescribedSpec(table.clone())))
            }
            Setting::Table(table) => ProcessSpec::read(table).map(EvaluationSpec::Process),
            other => Err(SpecError::value(EVALUATION, "a text", quoted(other))),
        }
    }

    /// The evaluation's name in results.
    pub fn name(&self) -> &str {
        match self {
            EvaluationSpec::Named(name) => name,
            EvaluationSpec::Process(process) => process.name(),
            EvaluationSpec::Described(described) => described.name(),
        }
    }

    /// The setting that describes the evaluation.
    pub(crate) fn setting(&self) -> Setting {
        Setting::try_from(self).expect("it is a text or a table")
    }
}

/// Whether a key is none of a program's, and none of them mistyped.
fn is_foreign(key: &str) -> bool {
    let own = ProcessSpec::keys();
    own.iter().all(|own| own.name != key) && nearest(key, own.iter().map(|own| own.name)).is_none()
}

impl DescribedSpec {
    /// The evaluation's name in results. A description that was checked has one.
    pub fn name(&self) -> &str {
        self.0.get(NAME).and_then(Setting::as_str).unwrap_or("described")
    }
}

impl ProcessSpec {
    /// The default name.
    const DEFAULT_NAME: &str = "process";

    fn keys() -> Vec<Key> {
        let default = EvaluationSettings::new("");
        vec![
            Key::text(COMMAND),
            Key::whole(BATCH, 1..=MOST_POSITIONS).or(default.batch.get() as i64),
            Key::whole(GRACE_MS, 1..=LONGEST_MS).or(default.grace_ms as i64),
            Key::whole(START_MS, 1..=LONGEST_MS).or(default.start_ms as i64),
            Key::whole(WIN_VALUE, 1..=MOST_WIN_VALUE),
            Key::one_of(DEPENDS_ON_PARENT, &["false", "true"]),
            Key::plain_name(NAME).or(ProcessSpec::DEFAULT_NAME),
        ]
    }

    pub(crate) fn read(table: &Table) -> Result<ProcessSpec, SpecError> {
        let owner = "an evaluation by a program";
        check_keys(table, owner, &ProcessSpec::keys(), |_| false)?;
        let mut settings = Settings::read(ProcessSpec::keys(), table)?;
        let missing = || SpecError::Missing { searcher: owner.to_owned(), key: COMMAND };
        Ok(ProcessSpec {
            name: settings.name(NAME),
            settings: EvaluationSettings {
                command: settings.given_name(COMMAND).ok_or_else(missing)?,
                batch: NonZeroUsize::new(settings.whole(BATCH) as usize).unwrap_or(NonZeroUsize::MIN),
                grace_ms: settings.whole(GRACE_MS),
                start_ms: settings.whole(START_MS),
                win_value: settings.given_whole(WIN_VALUE).and_then(|value| NonZeroU32::new(value as u32)),
                depends_on_parent: settings.is(DEPENDS_ON_PARENT, "true"),
            },
        })
    }

    /// The evaluation's name in results.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program, and how to ask it.
    pub fn settings(&self) -> &EvaluationSettings {
        &self.settings
    }
}

/// Writes the table that it was read from, without the defaults.
impl Serialize for ProcessSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = |number: u64| Setting::Integer(number as i64);
        let mut all = Table::from_iter([
            (COMMAND.to_owned(), Setting::from(self.settings.command.as_str())),
            (BATCH.to_owned(), whole(self.settings.batch.get() as u64)),
            (GRACE_MS.to_owned(), whole(self.settings.grace_ms)),
            (START_MS.to_owned(), whole(self.settings.start_ms)),
            (DEPENDS_ON_PARENT.to_owned(), Setting::from(self.settings.depends_on_parent)),
            (NAME.to_owned(), Setting::from(self.name.as_str())),
        ]);
        all.extend(self.settings.win_value.map(|value| (WIN_VALUE.to_owned(), whole(value.get().into()))));
        let settings = Settings::read(ProcessSpec::keys(), &all).expect("it was read from such settings");
        serializer.collect_map(settings.changed())
    }
}
