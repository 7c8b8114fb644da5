use std::collections::BTreeMap;

use bestply_catalogue::SearcherSpec;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use toml::{Table, Value as Setting};

/// The key of the name by which a player is called.
const NAME: &str = "name";
/// The key of whether a player can be left out.
const OPTIONAL: &str = "optional";

/// A player of a description: a searcher with its settings, or a foreign engine, by a name if it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerEntry {
    /// The name by which the player is called and shown; its searcher's name by default.
    pub name: Option<String>,
    /// The player's searcher.
    pub searcher: SearcherSpec,
    /// Whether the others play without it where it is a foreign engine that is not installed.
    pub optional: bool,
}

impl PlayerEntry {
    /// The player's name, or its searcher's.
    pub(crate) fn short_name(&self) -> &str {
        self.name.as_deref().unwrap_or_else(|| self.searcher.name())
    }
}

/// Reads the searcher's text, or its table with or without a name.
impl<'de> Deserialize<'de> for PlayerEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerEntry, D::Error> {
        let mut setting = Setting::deserialize(deserializer)?;
        let mut taken = |key| setting.as_table_mut().and_then(|table| table.remove(key));
        let name = taken(NAME).map(Setting::try_into).transpose().map_err(without_place)?;
        let optional = taken(OPTIONAL).map(Setting::try_into).transpose().map_err(without_place)?;
        let searcher = SearcherSpec::deserialize(setting).map_err(without_place)?;
        Ok(PlayerEntry { name, searcher, optional: optional.unwrap_or(false) })
    }
}

/// Writes a table.
impl Serialize for PlayerEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let searcher = Table::try_from(&self.searcher).expect("a searcher is a table");
        let name = self.name.iter().map(|name| (NAME.to_owned(), Setting::from(name.as_str())));
        let optional = self.optional.then(|| (OPTIONAL.to_owned(), Setting::from(true)));
        serializer.collect_map(name.chain(optional).chain(searcher))
    }
}

/// Reads players: a list, or a table of names.
pub(super) fn players<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PlayerEntry>, D::Error> {
    let entry = |(name, setting): (String, Setting)| {
        let searcher = SearcherSpec::deserialize(setting).map_err(without_place)?;
        Ok(PlayerEntry { name: Some(name), searcher, optional: false })
    };
    match Setting::deserialize(deserializer)? {
        Setting::Table(table) => table.into_iter().map(entry).collect(),
        list => Vec::<PlayerEntry>::deserialize(list).map_err(without_place),
    }
}

/// Writes a table of names where that says all, so that a foreign engine keeps a name of its own, and else a list.
pub(super) fn write_players<S: Serializer>(players: &[PlayerEntry], serializer: S) -> Result<S::Ok, S::Error> {
    let is_table = players.iter().all(|player| player.name.is_some() && !player.optional)
        && players.windows(2).all(|two| two[0].name < two[1].name);
    if is_table {
        serializer.collect_map(players.iter().map(|player| (player.short_name(), &player.searcher)))
    } else {
        serializer.collect_seq(players)
    }
}

/// Reads one searcher, or a list of them.
pub(super) fn one_or_many<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: de::DeserializeOwned,
    D: Deserializer<'de>,
{
    match Setting::deserialize(deserializer)? {
        list @ Setting::Array(_) => Vec::<T>::deserialize(list).map_err(without_place),
        one => Ok(vec![T::deserialize(one).map_err(without_place)?]),
    }
}

fn without_place<E: de::Error>(error: toml::de::Error) -> E {
    de::Error::custom(error.message())
}

/// The player of this name: the game's, or else the description's.
pub(super) fn player_called<'d>(
    name: &str,
    of_game: &'d BTreeMap<String, SearcherSpec>,
    players: &'d [PlayerEntry],
) -> Option<&'d SearcherSpec> {
    let of_description = || players.iter().find(|player| player.name.as_deref() == Some(name));
    of_game.get(name).or_else(|| of_description().map(|player| &player.searcher))
}
