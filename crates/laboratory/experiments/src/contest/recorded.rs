//! The descriptions in a results folder, with all that they left open, for reading them back.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bestply_catalogue::Catalogue;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{CellPlan, Description};
use crate::files::json_of;
use crate::{Error, Result, files};

// What a run writes and what is read back is this one type, so that every folder that is written can be read.
/// All that a folder's results depend on, apart from the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// The descriptions of what was run, in their order; `cargo xtask reproduce` has one for each table.
    pub descriptions: Vec<Description>,
    /// Who played in each game, every default resolved.
    pub resolved: Vec<ResolvedGame>,
    /// The checksum of each file of weights, by the file's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, String>,
    /// The checksum of each file of openings, by the file's name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub openings: BTreeMap<String, String>,
    /// Where it was decided to go on with more pairs than were planned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grown: Vec<Grown>,
}

/// A decision to go on with more pairs than were planned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grown {
    /// Whose cells they are: the description's name, with that of a claim whose cells have a number of their own.
    pub(crate) of: String,
    /// The number of pairs of a cell that were planned until then.
    pub(crate) pairs: u64,
}

/// A game as it was played, with every setting that the description left to its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResolvedGame {
    /// The game's name with all its settings.
    pub(crate) game: String,
    /// The checksum of the values that each evaluation gives the children of the game's first starts, by its name.
    /// Other weights have another one, and so have other rules. A foreign program has none.
    pub(crate) evaluations: BTreeMap<String, String>,
    /// Each player with all its settings, its limits included.
    pub players: Vec<String>,
}

impl Recorded {
    /// Reads the file of a results folder.
    ///
    /// # Errors
    ///
    /// If it cannot be read, holds no description, or one that cannot be run.
    pub fn read(catalogue: &Catalogue, file: &Path) -> Result<Recorded> {
        let text = files::read_text(file, "cannot read the experiment")?;
        Recorded::parse(catalogue, &file.display().to_string(), &text)
    }

    /// Reads such a file's text. `name` names the file in errors.
    ///
    /// # Errors
    ///
    /// If the file holds no description, or one that cannot be run.
    pub fn parse(catalogue: &Catalogue, name: &str, text: &str) -> Result<Recorded> {
        let invalid = |problem: String| Error::Invalid(format!("{name}: {problem}"));
        let recorded: Recorded = serde_json::from_str(text).map_err(|error| invalid(error.to_string()))?;
        let checked = |(place, description): (usize, Description)| {
            let checked = description.checked(catalogue);
            checked.map_err(|problem| invalid(format!("descriptions.{place}: {problem}")))
        };
        let descriptions = recorded.descriptions.into_iter().enumerate().map(checked).collect::<Result<Vec<_>, _>>()?;
        ensure!(!descriptions.is_empty(), "{name}: `descriptions` must not be empty");
        Ok(Recorded { descriptions, ..recorded })
    }
}

/// A record that a run repeats: what its descriptions leave open is to be what it was when they were run.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeated {
    /// The name of the record's file, for errors.
    pub name: String,
    /// What the record resolved.
    pub resolved: Vec<ResolvedGame>,
    /// Where it was decided to go on.
    pub grown: Vec<Grown>,
}

impl Repeated {
    /// Gives players what searches did before there was a setting for it, where its default is another ([`SINCE`]).
    ///
    /// # Errors
    ///
    /// If a player cannot have such a setting.
    pub(crate) fn give_settings(&self, catalogue: &Catalogue, plans: &mut [CellPlan]) -> Result {
        let names = |setting: &str| {
            let mut players = self.resolved.iter().flat_map(|game| &game.players);
            players.any(|player| player.split([':', ',']).any(|named| named == setting))
        };
        for Since { key, default, before, games } in SINCE {
            if names(&format!("{key}={default}")) {
                continue;
            }
            for plan in plans.iter_mut().filter(|plan| games.is_none_or(|games| games.contains(&&*plan.game.name))) {
                let balance = plan.game.balance.as_mut().map(|balance| &mut balance.search);
                for player in [&mut plan.challenger, &mut plan.opponent].into_iter().chain(balance) {
                    let has_key = player.about().keys.iter().any(|known| known.name == key);
                    if has_key && !player.spec().has(key) {
                        *player = catalogue.player_of(player.spec().clone().with_text(key, Some(before)))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that every default is in this run what it was then.
    ///
    /// A setting that the record does not name came later, with a default that changes nothing, or [was
    /// given](Repeated::give_settings).
    pub(crate) fn check_defaults(&self, today: &Recorded) -> Result {
        let known = as_recorded(&self.resolved, &today.resolved);
        if let Some(difference) = first_difference("resolved", &json_of(&self.resolved), &json_of(&known)) {
            let why = format!("it cannot be repeated, since a default is another one now ({difference})");
            bail!("{}: {why}: write the setting into the description", self.name);
        }
        Ok(())
    }
}

/// A setting whose default is not what searches did before it had this default.
struct Since {
    key: &'static str,
    default: &'static str,
    before: &'static str,
    /// The games where the two differ; all if none are named.
    games: Option<&'static [&'static str]>,
}

/// All such settings. Chess had ranks before ranks could be ignored.
const SINCE: [Since; 2] = [
    Since { key: "ranks", default: "heeded", before: "ignored", games: Some(&["breakthrough", "connect-four"]) },
    Since { key: "step", default: "0", before: "1", games: None },
];

/// What is resolved today, without the settings that a record does not name where it names all others.
fn as_recorded(recorded: &[ResolvedGame], today: &[ResolvedGame]) -> Vec<ResolvedGame> {
    let mut known = today.to_vec();
    for (known, recorded) in known.iter_mut().zip(recorded) {
        let players = known.players.iter_mut().zip(&recorded.players);
        for (today, recorded) in players.chain([(&mut known.game, &recorded.game)]) {
            let settings: BTreeSet<&str> = today.split([':', ',']).collect();
            if recorded.split([':', ',']).all(|setting| settings.contains(setting)) {
                today.clone_from(recorded);
            }
        }
    }
    known
}

/// The first difference of two descriptions, in words.
pub(crate) fn first_difference(key: &str, found: &Json, wanted: &Json) -> Option<String> {
    let below = |name: &str| if key.is_empty() { name.to_owned() } else { format!("{key}.{name}") };
    match (found, wanted) {
        (Json::Object(found), Json::Object(wanted)) => {
            let keys = wanted.keys().chain(found.keys().filter(|key| !wanted.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let [found, wanted] = [found, wanted].map(|object| object.get(key).unwrap_or(&Json::Null));
                first_difference(&below(key), found, wanted)
            })
        }
        (Json::Array(found), Json::Array(wanted)) => {
            let elements = found.iter().zip(wanted).enumerate();
            let mut differences = elements
                .filter_map(|(index, (found, wanted))| first_difference(&below(&index.to_string()), found, wanted));
            let lengths = || format!("its {key} has {} entries, not {}", found.len(), wanted.len());
            differences.next().or_else(|| (found.len() != wanted.len()).then(lengths))
        }
        _ if found == wanted => None,
        (Json::String(found), Json::String(wanted)) => {
            let same = same_settings(found, wanted);
            let shown = |text: &str| shortened(&Json::from(&text[same..]), if same > 0 { "…" } else { "" });
            Some(format!("its {key} is {}, not {}", shown(found), shown(wanted)))
        }
        _ => Some(format!("its {key} is {}, not {}", shortened(found, ""), shortened(wanted, ""))),
    }
}

/// The length of the settings with which both texts begin.
fn same_settings(one: &str, other: &str) -> usize {
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    one.as_bytes()[..same].iter().rposition(|byte| b",:".contains(byte)).map_or(0, |comma| comma + 1)
}

fn shortened(json: &Json, before: &str) -> String {
    const LONGEST: usize = 40;
    let text = json.to_string();
    let text = if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() };
    before.to_owned() + &text
}
