//! One evaluation as itself, and several as a list.

use bestply_catalogue::EvaluationSpec;
use bestply_catalogue::names::in_one_line;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::Value as Setting;

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<EvaluationSpec>, D::Error> {
    match Setting::deserialize(deserializer)? {
        Setting::Array(settings) if settings.is_empty() => {
            Err(de::Error::custom("a list of evaluations must not be empty"))
        }
        Setting::Array(settings) => {
            let all = settings.iter().map(evaluation).collect::<Result<Vec<EvaluationSpec>, _>>()?;
            let names: Vec<&str> = all.iter().map(EvaluationSpec::name).collect();
            match (1..names.len()).find(|&place| names[..place].contains(&names[place])) {
                Some(twice) => Err(de::Error::custom(format!("`evaluation` has {} twice", in_one_line(names[twice])))),
                None => Ok(all),
            }
        }
        setting => Ok(vec![evaluation(&setting)?]),
    }
}

pub(crate) fn serialize<S: Serializer>(evaluations: &[EvaluationSpec], serializer: S) -> Result<S::Ok, S::Error> {
    match evaluations {
        [one] => one.serialize(serializer),
        many => many.serialize(serializer),
    }
}

fn evaluation<E: de::Error>(setting: &Setting) -> Result<EvaluationSpec, E> {
    match setting {
        Setting::String(_) | Setting::Table(_) => EvaluationSpec::read(setting).map_err(E::custom),
        _ => Err(E::custom("an evaluation is a name in quotes, or a table")),
    }
}
