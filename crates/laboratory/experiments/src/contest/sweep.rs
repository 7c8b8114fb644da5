use std::fmt;

use bestply_catalogue::{Catalogue, NamedPlayer, SearcherSpec, SpecError};
use serde::{Deserialize, Serialize};
use toml::{Table, Value as Setting};

use super::{Checked, Problem};

/// The most players of one sweep.
const MOST: usize = 1000;

/// A constant of which a description lists values, with its value in one cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swept {
    /// The side that has the constant.
    pub player: Role,
    /// The constant's key.
    pub(crate) key: String,
    /// The constant's value.
    pub(crate) value: Setting,
}

/// One of the two sides of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The challenger.
    Challenger,
    /// The opponent.
    Opponent,
}

impl Role {
    /// Both, the challenger first.
    pub(crate) const BOTH: [Role; 2] = [Role::Challenger, Role::Opponent];

    /// The side that it meets.
    pub(crate) fn other(self) -> Role {
        if self == Role::Challenger { Role::Opponent } else { Role::Challenger }
    }
}

impl Swept {
    /// The constant's name without its value, such as "exploration" or "opponent's table_bytes".
    pub fn name(&self) -> String {
        if self.player == Role::Challenger { self.key.clone() } else { format!("opponent's {}", self.key) }
    }

    /// The value in the form of the command line.
    pub fn value_text(&self) -> String {
        self.value.as_str().map_or_else(|| self.value.to_string(), str::to_owned)
    }

    /// The value, if it is a number.
    pub fn number(&self) -> Option<f64> {
        self.value.as_float().or(self.value.as_integer().map(|number| number as f64))
    }

    /// The constant in the form that ends a cell's name.
    pub(super) fn id(&self) -> String {
        let player = if self.player == Role::Challenger { "" } else { "opponent." };
        format!("{player}{}={}", self.key, self.value_text())
    }
}

/// Writes the constant with its value, such as "exploration=0.2".
impl fmt::Display for Swept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}={}", self.name(), self.value_text())
    }
}

/// The description of a player with its settings in order.
///
/// One that lists values is returned as it was given, if each player of its sweep is valid.
pub(super) fn in_order(catalogue: &Catalogue, spec: SearcherSpec) -> Checked<SearcherSpec> {
    if lists(&spec).is_empty() {
        return Ok(catalogue.in_order(spec)?);
    }
    each(&spec, Role::Challenger, |one| catalogue.in_order(one)).map(|_| spec)
}

/// What is made of a searcher at one point of a sweep, and the constants there.
type SweepPoint<T> = (T, Vec<Swept>);

/// The players of a sweep, with the constants that tell them apart.
///
/// If the player lists no values, it is the only one.
/// Otherwise there is a player for each combination of values; the values of the last list change first.
pub(super) fn players(catalogue: &Catalogue, spec: &SearcherSpec, role: Role) -> Checked<Vec<SweepPoint<NamedPlayer>>> {
    each(spec, role, |one| catalogue.player_of(one))
}

/// What `make` makes of each description of a sweep.
fn each<T>(
    spec: &SearcherSpec,
    role: Role,
    make: impl Fn(SearcherSpec) -> Result<T, SpecError>,
) -> Checked<Vec<SweepPoint<T>>> {
    let lists = lists(spec);
    if lists.is_empty() {
        return Ok(vec![(make(spec.clone())?, Vec::new())]);
    }
    let mut combinations: Vec<Vec<(usize, Swept)>> = vec![Vec::new()];
    for (key, values) in &lists {
        ensure!(!values.is_empty(), key => "a list of `{key}` must not be empty");
        ensure!(combinations.len() * values.len() <= MOST, key =>
            "the lists of a searcher's keys have at most {MOST} combinations");
        let swept =
            |(place, value): (usize, &Setting)| (place, Swept { player: role, key: key.clone(), value: value.clone() });
        let with = |combination: &Vec<(usize, Swept)>| -> Vec<Vec<(usize, Swept)>> {
            let each = values.iter().enumerate().map(swept);
            each.map(|one| combination.iter().cloned().chain([one]).collect()).collect()
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    combinations.into_iter().map(|combination| one(spec, combination, &make)).collect()
}

/// What is made of the description with one value of each list. The value is given by its index there.
fn one<T>(
    spec: &SearcherSpec,
    combination: Vec<(usize, Swept)>,
    make: impl Fn(SearcherSpec) -> Result<T, SpecError>,
) -> Checked<SweepPoint<T>> {
    let mut table = table(spec);
    for (_, swept) in &combination {
        table.insert(swept.key.clone(), swept.value.clone());
    }
    let one: SearcherSpec =
        Setting::Table(table).try_into().expect("a table of settings is a searcher, right or wrong");
    let made = make(one).map_err(|error| {
        let mut problem = Problem::from(error);
        let place = combination.iter().find(|(_, swept)| problem.at.last() == Some(&swept.key));
        problem.at.extend(place.map(|(place, _)| place.to_string()));
        problem
    })?;
    Ok((made, combination.into_iter().map(|(_, swept)| swept).collect()))
}

/// The keys with several values, sorted by name.
fn lists(spec: &SearcherSpec) -> Vec<(String, Vec<Setting>)> {
    let list = |(key, setting)| if let Setting::Array(values) = setting { Some((key, values)) } else { None };
    table(spec).into_iter().filter_map(list).collect()
}

fn table(spec: &SearcherSpec) -> Table {
    Table::try_from(spec).expect("a searcher is written as a table")
}

/// The settings that tell a player of a sweep from the others, in the form of the command line.
///
/// These are its own settings, and those swept constants for which a result has no field.
pub(crate) fn settings(spec: &SearcherSpec, swept: &[Swept], role: Role) -> Option<String> {
    /// The settings for which a result has fields.
    const SAID: [&str; 5] = ["depth", "evaluations", "time_ms", "time_us", "evaluation"];
    let own = spec.own_settings();
    let is_own = |key: &str| own.iter().flat_map(|own| own.split(',')).any(|it| it.split('=').next() == Some(key));
    let more = swept.iter().filter(|it| it.player == role && !SAID.contains(&it.key.as_str()) && !is_own(&it.key));
    let more = more.map(|it| format!("{}={}", it.key, it.value_text()));
    let all: Vec<String> = own.clone().into_iter().chain(more).collect();
    (!all.is_empty()).then(|| all.join(","))
}
