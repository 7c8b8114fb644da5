//! What can be chosen on the page: a catalogue's games and searchers, with their keys, in JSON.
//!
//! Whole numbers of 64 bits are texts ([`wide`](crate::wide)).

use std::collections::BTreeMap;

use bestply_catalogue::{AboutGame, Board, Catalogue, GtpColumns, Key, KeyKind, Playable};
use serde_json::{Value as Json, json};

use crate::sheet::keys_of;
use crate::{LEVELS, Options};

/// All that the page's forms are made from; of all games but the `chosen` one nothing, if one is.
pub(crate) fn about(catalogue: &Catalogue, options: &Options, chosen: Option<&str>) -> Json {
    let games = catalogue.games().filter(|about| chosen.is_none_or(|name| about.name == name));
    json!({
        "games": games.map(|about| game_form(catalogue, about)).collect::<Vec<_>>(),
        "searchers": catalogue.searchers().map(|about| json!({
            "name": about.name,
            "says": about.sentence,
            "keys": key_forms(&about.all_keys()),
            // Empty where it plays any.
            "games": about.games,
            // The key that must be given, if there is one.
            "needs": about.first_depth,
        })).collect::<Vec<_>>(),
        "levels": LEVELS,
        "longest_ms": options.longest_search.as_millis().to_string(),
        "most_bytes": options.most_bytes.to_string(),
        "searches": options.searches,
    })
}

fn game_form(catalogue: &Catalogue, about: &AboutGame) -> Json {
    let initial = catalogue.initial(about.name, 1).ok().flatten();
    // Where a game has a position at its start, its settings are of the starts of matches.
    let keys = keys_of(about).filter(|_| initial.is_none());
    json!({
        "name": about.name,
        "title": about.title,
        "rules": about.rules.map(|rules| json!({ "text": rules.text, "example": rules.example })),
        "keys": key_forms(keys),
        "evaluations": about.evaluations_with(false).collect::<Vec<_>>(),
        // The evaluation of a searcher that names none.
        "playing": about.playing,
        "default_searchers": default_searchers_of(about),
        "presets": presets_of(about),
        "sides": { "max": about.sides[0], "min": about.sides[1] },
        // Whether there are several positions at the start, by number.
        "is_numbered": about.is_dealt || initial.is_none(),
        "columns": columns_of(about, initial.and_then(|position| position.board()).as_ref()),
    })
}

/// The searcher that plays with each evaluation where nobody has chosen another.
fn default_searchers_of(about: &AboutGame) -> BTreeMap<&'static str, &'static str> {
    about.evaluations.iter().map(|&evaluation| (evaluation, about.default_searcher(Some(evaluation)))).collect()
}

/// The names of settings that the game has, by evaluation and searcher.
fn presets_of(about: &AboutGame) -> BTreeMap<String, BTreeMap<String, Vec<&'static str>>> {
    let mut presets: BTreeMap<String, BTreeMap<String, Vec<&'static str>>> = BTreeMap::new();
    for preset in about.presets() {
        let by_searcher = presets.entry(about.evaluation_of(preset).to_owned()).or_default();
        by_searcher.entry(preset.searcher.name().to_owned()).or_default().push(preset.name);
    }
    presets
}

/// How the game's people name the columns of its board. The game's notation has letters in any case.
fn columns_of(about: &AboutGame, board: Option<&Board>) -> &'static str {
    match about.gtp.columns {
        // From 1 on, where a move is a column.
        _ if board.is_some_and(|board| board.by_column) => "numbers",
        GtpColumns::WithoutI => "without-i",
        GtpColumns::All => "letters",
    }
}

/// Keys as fields of a form.
fn key_forms<'k>(keys: impl IntoIterator<Item = &'k Key>) -> Vec<Json> {
    keys.into_iter().map(key_form).collect()
}

fn key_form(key: &Key) -> Json {
    let mut form = match key.kind() {
        kind @ (KeyKind::Whole(range) | KeyKind::Bytes(range)) => json!({
            "kind": if matches!(kind, KeyKind::Bytes(_)) { "bytes" } else { "whole" },
            "least": range.start().to_string(),
            "most": range.end().to_string(),
        }),
        KeyKind::Decimal(range) => json!({ "kind": "decimal", "least": range.start(), "most": range.end() }),
        KeyKind::Name(names) => json!({ "kind": "name", "names": names }),
        KeyKind::Text | KeyKind::PlainName | KeyKind::Options => json!({ "kind": "text" }),
        KeyKind::Evaluation => json!({ "kind": "evaluation" }),
    };
    form["name"] = key.name.into();
    form["default"] = key.default_text().into();
    form["says"] = key.sentence().into();
    form
}
