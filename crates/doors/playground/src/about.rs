//! What can be chosen on the page: a catalogue's games and searchers, with their keys.

use std::collections::BTreeMap;

use bestply_catalogue::{AboutGame, Board, Catalogue, GtpColumns, Key, KeyKind, Playable};
use serde::Serialize;

use crate::sheet::keys_of;
use crate::{LEVELS, Level, Options, wide};

/// All that the page's forms are made from.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    games: Vec<GameForm>,
    searchers: Vec<SearcherForm>,
    /// Opponents by their strength, the weakest first.
    levels: &'static [Level],
    /// The longest time of a search, in milliseconds.
    #[serde(serialize_with = "wide::serialize")]
    longest_ms: u64,
    /// The most bytes of a search.
    #[serde(serialize_with = "wide::serialize")]
    most_bytes: usize,
    /// How many searches run at once.
    searches: usize,
}

#[derive(Debug, Serialize)]
struct GameForm {
    name: &'static str,
    title: String,
    /// The rules in a few sentences, and moves from the start of which a picture shows the last.
    rules: Option<RulesForm>,
    keys: Vec<KeyForm>,
    evaluations: Vec<&'static str>,
    /// The evaluation of a searcher that names none.
    playing: Option<&'static str>,
    /// The searcher that plays with each evaluation where nobody has chosen another.
    default_searchers: BTreeMap<&'static str, &'static str>,
    /// The names of settings that the game has, by evaluation and searcher.
    presets: BTreeMap<String, BTreeMap<String, Vec<&'static str>>>,
    /// What people call MAX and MIN.
    sides: Sides,
    /// Whether there are several positions at the start, by number.
    is_numbered: bool,
    /// How the game's people name the columns of its board.
    columns: ColumnNames,
}

/// How the columns of a board are named. The game's notation has letters in any case.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ColumnNames {
    Letters,
    /// All letters but `i`, as on boards of Go.
    WithoutI,
    /// From 1 on, where a move is a column.
    Numbers,
}

#[derive(Debug, Serialize)]
struct RulesForm {
    text: &'static str,
    example: &'static str,
}

#[derive(Debug, Serialize)]
struct Sides {
    max: &'static str,
    min: &'static str,
}

#[derive(Debug, Serialize)]
struct SearcherForm {
    name: &'static str,
    /// What it does, in a sentence.
    says: &'static str,
    keys: Vec<KeyForm>,
    /// The games that it plays; empty where it plays any.
    games: Vec<&'static str>,
    /// The key that must be given, if there is one.
    needs: Option<&'static str>,
}

/// A key as a field of a form.
#[derive(Debug, Serialize)]
struct KeyForm {
    name: &'static str,
    #[serde(flatten)]
    values: Values,
    default: Option<String>,
    /// What it does, in a sentence.
    says: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Values {
    Whole {
        #[serde(serialize_with = "wide::serialize")]
        least: u64,
        #[serde(serialize_with = "wide::serialize")]
        most: u64,
    },
    Bytes {
        #[serde(serialize_with = "wide::serialize")]
        least: u64,
        #[serde(serialize_with = "wide::serialize")]
        most: u64,
    },
    Decimal {
        least: f64,
        most: f64,
    },
    Name {
        names: &'static [&'static str],
    },
    Text,
    Evaluation,
}

impl About {
    pub(crate) fn of(catalogue: &Catalogue, options: &Options) -> About {
        let games = catalogue.games().map(|about| {
            let initial = catalogue.initial(about.name, 1).ok().flatten();
            let has_initial = initial.is_some();
            // Where a game has a position at its start, its settings are of the starts of matches.
            let keys = keys_of(about).filter(|_| !has_initial);
            GameForm {
                name: about.name,
                title: about.title.clone(),
                rules: about.rules.map(|rules| RulesForm { text: rules.text, example: rules.example }),
                keys: keys.map(KeyForm::of).collect(),
                evaluations: about.evaluations_with(false).collect(),
                playing: about.playing,
                default_searchers: default_searchers_of(about),
                presets: presets_of(about),
                sides: Sides { max: about.sides[0], min: about.sides[1] },
                is_numbered: about.is_dealt || !has_initial,
                columns: ColumnNames::of(about, initial.and_then(|position| position.board()).as_ref()),
            }
        });
        let searchers = catalogue.searchers().map(|about| SearcherForm {
            name: about.name,
            says: about.sentence,
            keys: about.all_keys().iter().map(KeyForm::of).collect(),
            games: about.games.clone(),
            needs: about.first_depth,
        });
        About {
            games: games.collect(),
            searchers: searchers.collect(),
            levels: &LEVELS,
            longest_ms: options.longest_search.as_millis() as u64,
            most_bytes: options.most_bytes,
            searches: options.searches,
        }
    }

    /// What concerns one game.
    pub(crate) fn of_game(mut self, name: &str) -> About {
        self.games.retain(|game| game.name == name);
        self
    }
}

fn default_searchers_of(about: &AboutGame) -> BTreeMap<&'static str, &'static str> {
    about.evaluations.iter().map(|&evaluation| (evaluation, about.default_searcher(Some(evaluation)))).collect()
}

fn presets_of(about: &AboutGame) -> BTreeMap<String, BTreeMap<String, Vec<&'static str>>> {
    let mut presets: BTreeMap<String, BTreeMap<String, Vec<&'static str>>> = BTreeMap::new();
    for preset in about.presets() {
        let by_searcher = presets.entry(about.evaluation_of(preset).to_owned()).or_default();
        by_searcher.entry(preset.searcher.name().to_owned()).or_default().push(preset.name);
    }
    presets
}

impl ColumnNames {
    fn of(about: &AboutGame, board: Option<&Board>) -> ColumnNames {
        match about.gtp.columns {
            _ if board.is_some_and(|board| board.by_column) => ColumnNames::Numbers,
            GtpColumns::WithoutI => ColumnNames::WithoutI,
            GtpColumns::All => ColumnNames::Letters,
        }
    }
}

impl KeyForm {
    fn of(key: &Key) -> KeyForm {
        KeyForm {
            name: key.name,
            values: match key.kind() {
                KeyKind::Whole(range) => Values::Whole { least: *range.start(), most: *range.end() },
                KeyKind::Bytes(range) => Values::Bytes { least: *range.start(), most: *range.end() },
                KeyKind::Decimal(range) => Values::Decimal { least: *range.start(), most: *range.end() },
                KeyKind::Name(names) => Values::Name { names },
                KeyKind::Text | KeyKind::PlainName | KeyKind::Options => Values::Text,
                KeyKind::Evaluation => Values::Evaluation,
            },
            default: key.default_text(),
            says: key.sentence(),
        }
    }
}
