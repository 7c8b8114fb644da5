use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use bestply_catalogue::MAX_DEPTH;
use bestply_catalogue::numbers::whole_float;

use super::checks::checked;

/// The challenger's depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengerDepth {
    /// The depth at which the challenger costs what the opponent does: `"equal-cost"`.
    EqualCost,
    /// The opponent's depth: `"equal-depth"`.
    EqualDepth,
    /// The given depth in plies.
    Plies(usize),
}

impl Serialize for ChallengerDepth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ChallengerDepth::EqualCost => serializer.serialize_str(EQUAL_COST),
            ChallengerDepth::EqualDepth => serializer.serialize_str(EQUAL_DEPTH),
            ChallengerDepth::Plies(depth) => serializer.serialize_u64(*depth as u64),
        }
    }
}

const EQUAL_COST: &str = "equal-cost";
const EQUAL_DEPTH: &str = "equal-depth";

impl<'de> Deserialize<'de> for ChallengerDepth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ChallengerDepth, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = ChallengerDepth;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "a depth, \"{EQUAL_COST}\" or \"{EQUAL_DEPTH}\"")
            }

            // What TOML reads a number as, and what JSON does.
            fn visit_i64<E: de::Error>(self, depth: i64) -> Result<ChallengerDepth, E> {
                self.visit_u64(u64::try_from(depth).unwrap_or(0))
            }

            fn visit_u64<E: de::Error>(self, depth: u64) -> Result<ChallengerDepth, E> {
                let depth = checked("challenger_depth", depth, MAX_DEPTH as u64).map_err(E::custom)?;
                Ok(ChallengerDepth::Plies(depth as usize))
            }

            fn visit_f64<E: de::Error>(self, depth: f64) -> Result<ChallengerDepth, E> {
                let plies = whole_float(depth).ok_or_else(|| E::invalid_value(de::Unexpected::Float(depth), &self))?;
                self.visit_u64(plies)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ChallengerDepth, E> {
                match text {
                    EQUAL_COST => Ok(ChallengerDepth::EqualCost),
                    EQUAL_DEPTH => Ok(ChallengerDepth::EqualDepth),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}
