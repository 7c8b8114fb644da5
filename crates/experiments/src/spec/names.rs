//! Things of games that have names in TOML and on the command line.

use std::fmt;
use std::str::FromStr;

use bestply::random_game::Numbering;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::Value as Setting;

use super::SpecError;
use super::settings::{by_name, name_of};

const NUMBERINGS: [(&str, Numbering); 3] =
    [("breadth-first", Numbering::BreadthFirst), ("edge-seeded", Numbering::EdgeSeeded), ("keyed", Numbering::Keyed)];

pub(super) const EVALUATIONS: [(&str, EvaluationName); 5] = [
    ("learnt", EvaluationName::Learnt),
    ("disc-difference", EvaluationName::DiscDifference),
    ("mobility-and-corners", EvaluationName::MobilityAndCorners),
    ("square-table", EvaluationName::SquareTable),
    ("plain", EvaluationName::Plain),
];

/// A static evaluation, by its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EvaluationName {
    /// `learnt`: tables learnt from self-play.
    #[default]
    Learnt,
    /// `disc-difference`, of Othello.
    DiscDifference,
    /// `mobility-and-corners`, of Othello.
    MobilityAndCorners,
    /// `square-table`, of Othello: a value for each square.
    SquareTable,
    /// `plain`: the other games' evaluation that nobody learnt.
    Plain,
}

impl EvaluationName {
    /// The evaluation that a setting names.
    pub(crate) fn read(setting: &Setting) -> Result<EvaluationName, SpecError> {
        by_name("evaluation", &EVALUATIONS, setting)
    }
}

impl fmt::Display for EvaluationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(name_of(&EVALUATIONS, *self))
    }
}

/// A [`Numbering`] by its name: `breadth-first`, `edge-seeded` or `keyed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberingName(pub Numbering);

impl fmt::Display for NumberingName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(name_of(&NUMBERINGS, self.0))
    }
}

impl FromStr for NumberingName {
    type Err = SpecError;

    fn from_str(name: &str) -> Result<NumberingName, SpecError> {
        by_name("numbering", &NUMBERINGS, &Setting::from(name)).map(NumberingName)
    }
}

impl<'de> Deserialize<'de> for NumberingName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<NumberingName, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Serialize for NumberingName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
