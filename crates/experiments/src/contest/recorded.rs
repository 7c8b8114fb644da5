//! The description in a results folder, for reading it back.

use std::collections::BTreeMap;
use std::path::Path;

use bestply_catalogue::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use toml::{Table, Value as Setting};

use super::checks::check_recorded_name;
use super::{Description, Experiment};
use crate::{Error, files};

/// The contents of a folder's `experiment.json`: all that the folder's results depend on.
///
/// These are the experiments that were run into the folder, what described them, and the checksums of the files that
/// they were run with.
/// What a run writes and what is read back is this one type, so that every folder that is written can be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded<E = Experiment, D = Description> {
    /// The description, if the experiments are of one.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub description: Option<D>,
    /// The experiments, in their order.
    pub experiments: Vec<E>,
    /// The checksum of each file of weights, by the file's name.
    #[serde(default = "BTreeMap::new", skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The checksum of each file of openings, by the file's name.
    #[serde(default = "BTreeMap::new", skip_serializing_if = "BTreeMap::is_empty")]
    pub openings: BTreeMap<String, String>,
}

impl Recorded {
    /// Reads the file of a results folder.
    ///
    /// # Errors
    ///
    /// If it cannot be read, holds no experiments, or one that cannot be run.
    pub fn read(catalogue: &Catalogue, file: &Path) -> Result<Recorded, Error> {
        let text = files::read_text(file, "cannot read the experiment")?;
        Recorded::parse(catalogue, &file.display().to_string(), &text)
    }

    /// Reads such a file's text. `name` names the file in errors.
    ///
    /// # Errors
    ///
    /// If the file holds no experiments, or one that cannot be run.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Recorded, Error> {
        let invalid = |problem: String| Error::Invalid(format!("{name}: {problem}"));
        // An experiment is read like a description: a key whose value is null is one that is left out.
        let file: Recorded<Json, Json> = serde_json::from_str(text).map_err(|error| invalid(error.to_string()))?;
        let experiment = |(place, json): (usize, &Json)| {
            let at = |problem: String| invalid(format!("experiments.{place}: {problem}"));
            let table = json.as_object().map(table).unwrap_or_default();
            let read = Experiment::deserialize(Setting::Table(table));
            let experiment = read.map_err(|error| at(error.message().replace('\n', ", ")))?;
            let checked = check_recorded_name(&experiment.name).and_then(|()| experiment.checked(catalogue));
            checked.map_err(|problem| at(problem.to_string()))
        };
        let experiments = file.experiments.iter().enumerate().map(experiment).collect::<Result<Vec<_>, _>>()?;
        let described = |json: &Json| {
            let read = Description::deserialize(Setting::Table(json.as_object().map(table).unwrap_or_default()));
            let description = read.map_err(|error| invalid(format!("description: {}", error.message())))?;
            description.checked(catalogue).map_err(|problem| invalid(format!("description: {problem}")))
        };
        let description = file.description.as_ref().map(described).transpose()?;
        match experiments.is_empty() {
            true => Err(invalid("`experiments` must not be empty".to_owned())),
            false => Ok(Recorded { description, experiments, weights: file.weights, openings: file.openings }),
        }
    }
}

/// A JSON object as a TOML table, without the keys whose value is null.
fn table(object: &serde_json::Map<String, Json>) -> Table {
    object.iter().filter_map(|(key, json)| Some((key.clone(), setting(json)?))).collect()
}

fn setting(json: &Json) -> Option<Setting> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(flag) => Setting::Boolean(*flag),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Setting::Integer(whole),
            None => Setting::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Setting::String(text.clone()),
        Json::Array(list) => Setting::Array(list.iter().filter_map(setting).collect()),
        Json::Object(object) => Setting::Table(table(object)),
    })
}
