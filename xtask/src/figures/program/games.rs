//! The games: their evaluations, keys, sides, rules and presets.

use bestply_catalogue::{AboutGame, Catalogue, Key};

use super::super::markdown::{code, codes, groups, leave_repeated_out, prose, table};
use super::keys;

/// All games.
pub(super) fn all(catalogue: &Catalogue) -> String {
    let games: Vec<&AboutGame> = catalogue.games().collect();
    let rows = games.iter().map(|game| [code(game.name), evaluations(game), player(game), settings(game)]);
    let table = table(["game", "evaluations", "who plays", "keys"], rows);
    let keys: Vec<Key> = games.iter().flat_map(|game| game.all_keys()).collect();
    format!("{table}\n{}\n{}", keys::without_defaults(&keys), rules(&games))
}

/// The rules, once for all sizes of a game.
fn rules(games: &[&AboutGame]) -> String {
    let with_rules = games.iter().filter_map(|game| Some((game.rules?.text, *game)));
    let rows = groups(with_rules, |(text, _)| *text).into_iter().map(|same| {
        let (text, game) = same[0];
        [codes(same.iter().map(|(_, game)| game.name)), game.sides.join(", "), prose(text)]
    });
    table(["game", "MAX, MIN", "rules"], rows)
}

/// The evaluations, those without weights of their own in italics.
fn evaluations(game: &AboutGame) -> String {
    let shown =
        |name: &&'static str| if game.unshipped.contains(name) { format!("*{}*", code(name)) } else { code(name) };
    game.evaluations.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// Who plays where nobody names a searcher.
fn player(game: &AboutGame) -> String {
    let searcher = game.default_searcher(None);
    code(&game.playing.map_or_else(|| searcher.to_owned(), |playing| format!("{searcher}:evaluation={playing}")))
}

/// The keys, with their defaults.
fn settings(game: &AboutGame) -> String {
    let keys = game.all_keys();
    let texts = keys.iter().map(|key| match key.default_text() {
        Some(default) => format!("{}={default}", key.name),
        None => key.name.to_owned(),
    });
    codes(texts)
}

/// The presets of all games.
pub(super) fn presets(catalogue: &Catalogue) -> String {
    let with_presets = catalogue.games().filter(|game| !game.presets().is_empty());
    let of_game = with_presets.map(|game| format!("### {}\n\n{}", code(game.name), presets_of(game)));
    of_game.collect::<Vec<_>>().join("\n")
}

/// The presets of a game, by evaluation and name. What is as in the line before is left out.
fn presets_of(game: &AboutGame) -> String {
    let mut presets: Vec<_> = game.presets().iter().map(|preset| (game.evaluation_of(preset), preset)).collect();
    let names: Vec<&str> = presets.iter().map(|(_, preset)| preset.name).collect();
    presets.sort_by_key(|(evaluation, preset)| {
        let of_evaluation = game.evaluations.iter().position(|name| name == evaluation);
        (of_evaluation, names.iter().position(|name| *name == preset.name))
    });
    let rows = presets.into_iter().map(|(evaluation, preset)| {
        let settings = preset.searcher.own_settings().unwrap_or_default();
        [code(evaluation), code(preset.name), code(preset.searcher.name()), code(&settings)]
    });
    let mut rows: Vec<_> = rows.collect();
    leave_repeated_out(&mut rows, 2);
    table(["evaluation", "preset", "searcher", "settings"], rows)
}
