use std::fmt;

use bestply_catalogue::{Catalogue, SearcherSpec, SpecError};
use serde::{Deserialize, Serialize};
use toml::{Table, Value as Setting};

use super::Problem;
use super::list::ListError;
use super::problem::What;

/// The most players that one sweep stands for.
const MOST: usize = 1000;

/// A constant that a description lists values of, with its value in one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swept {
    /// Whose constant it is.
    pub player: Role,
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: Setting,
}

/// Which of the two sides of a contest a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The side measured.
    Challenger,
    /// The side it is measured against.
    Opponent,
}

impl Swept {
    /// The constant without its value, such as "exploration" or "opponent's table_bytes".
    #[must_use]
    pub fn name(&self) -> String {
        match self.player {
            Role::Challenger => self.key.clone(),
            Role::Opponent => format!("opponent's {}", self.key),
        }
    }

    /// The value as the command line has it.
    #[must_use]
    pub fn value_text(&self) -> String {
        self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned)
    }

    /// The value, where it is a number.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.value.as_float().or(self.value.as_integer().map(|number| number as f64))
    }

    /// As the end of a cell's name.
    pub(super) fn id(&self) -> String {
        let player = match self.player {
            Role::Challenger => "",
            Role::Opponent => "opponent.",
        };
        format!("{player}{}={}", self.key, self.value_text())
    }
}

/// Such as "exploration=0.2".
impl fmt::Display for Swept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={}", self.name(), self.value_text())
    }
}

/// The same player, its settings in their order; as it was given where it lists values, if each player that it stands for
/// is one.
pub(super) fn checked(catalogue: &Catalogue, spec: SearcherSpec) -> Result<SearcherSpec, Problem> {
    match lists(&spec).is_empty() {
        true => Ok(catalogue.checked(spec)?),
        false => players(catalogue, &spec, Role::Challenger).map(|_| spec),
    }
}

/// The players that a description stands for, with the constants that tell them apart: the player itself where it lists no
/// values; else each combination of the values listed, the last list's values changing first.
pub(super) fn players(
    catalogue: &Catalogue,
    spec: &SearcherSpec,
    role: Role,
) -> Result<Vec<(SearcherSpec, Vec<Swept>)>, Problem> {
    let lists = lists(spec);
    if lists.is_empty() {
        return Ok(vec![(spec.clone(), Vec::new())]);
    }
    let mut combinations: Vec<Vec<(usize, Swept)>> = vec![Vec::new()];
    for (key, values) in &lists {
        if values.is_empty() {
            return Err(Problem::new(ListError::EmptySweep(key.clone())).below(key));
        }
        if combinations.len() * values.len() > MOST {
            return Err(Problem::new(What::LongSweep { most: MOST }).below(key));
        }
        let swept =
            |(place, value): (usize, &Setting)| (place, Swept { player: role, key: key.clone(), value: value.clone() });
        let with = |combination: &Vec<(usize, Swept)>| -> Vec<Vec<(usize, Swept)>> {
            let each = values.iter().enumerate().map(swept);
            each.map(|one| combination.iter().cloned().chain([one]).collect()).collect()
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    combinations.into_iter().map(|combination| player(catalogue, spec, combination)).collect()
}

/// The player with one value of each list, which is named by its place there.
fn player(
    catalogue: &Catalogue,
    spec: &SearcherSpec,
    combination: Vec<(usize, Swept)>,
) -> Result<(SearcherSpec, Vec<Swept>), Problem> {
    let mut table = table(spec);
    for (_, swept) in &combination {
        table.insert(swept.key.clone(), swept.value.clone());
    }
    let one: SearcherSpec =
        Setting::Table(table).try_into().expect("a table of settings is a searcher, right or wrong");
    let wrong = |error: SpecError| {
        let mut problem = Problem::from(error);
        let place = combination.iter().find(|(_, swept)| problem.at.last() == Some(&swept.key));
        problem.at.extend(place.map(|(place, _)| place.to_string()));
        problem
    };
    let one = catalogue.checked(one).map_err(wrong)?;
    Ok((one, combination.into_iter().map(|(_, swept)| swept).collect()))
}

/// The keys with several values, in the order of their names.
fn lists(spec: &SearcherSpec) -> Vec<(String, Vec<Setting>)> {
    let list = |(key, setting)| match setting {
        Setting::Array(values) => Some((key, values)),
        _ => None,
    };
    table(spec).into_iter().filter_map(list).collect()
}

fn table(spec: &SearcherSpec) -> Table {
    Table::try_from(spec).expect("a searcher is written as a table")
}

/// What tells a player of a sweep from the others, as the command line has it: its own settings, and the constants swept that
/// a result does not name elsewhere.
pub(crate) fn settings(spec: &SearcherSpec, swept: &[Swept], role: Role) -> Option<String> {
    /// What a result has fields for.
    const SAID: [&str; 5] = ["depth", "evaluations", "time_ms", "time_us", "evaluation"];
    let own = spec.own_settings();
    let is_own = |key: &str| own.iter().flat_map(|own| own.split(',')).any(|it| it.split('=').next() == Some(key));
    let more = swept.iter().filter(|it| it.player == role && !SAID.contains(&it.key.as_str()) && !is_own(&it.key));
    let more = more.map(|it| format!("{}={}", it.key, it.value_text()));
    let all: Vec<String> = own.clone().into_iter().chain(more).collect();
    (!all.is_empty()).then(|| all.join(","))
}
