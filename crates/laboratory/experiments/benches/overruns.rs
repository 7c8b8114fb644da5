//! By how much searches overrun a limit on time: every searcher of the catalogue in every game, with default settings.
//!
//! ```text
//! cargo bench -p bestply-experiments --bench overruns -- go-9x9
//! ```
//!
//! prints the tables for the games whose names contain the argument, or for all games.
//! Time is the processor's, so that other work of the machine counts little, and each figure is the worst of a few
//! searches, one from each of the first starts of the game.

use std::slice;
use std::time::Duration;

use bestply::{Limit, Side};
use bestply_catalogue::{Catalogue, Failure, NamedPlayer, Venue};
use bestply_experiments::play::processor_time;
use toml::Table;

const LIMIT: Duration = Duration::from_millis(20);
const STARTS: u64 = 3;

/// A searcher that must be given a key, with the key.
const SEARCHER_WITH_KEY: (&str, &str) = ("best-first-extension", "best-first-extension:alpha_beta_depth=2");
/// A game that must be given a key, with the key.
const GAME_WITH_KEY: (&str, &str) = ("random", "branching = 5");

fn main() {
    // The arguments are cargo's own options and a filter that selects games.
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let catalogue = Catalogue::standard();
    let mut overruns = Vec::new();
    for game in catalogue.games().map(|game| game.name).filter(|name| name.contains(&filter)) {
        for searcher in catalogue.searchers().map(|about| about.name) {
            match worst_overrun(&catalogue, game, searcher) {
                Ok(worst) => overruns.push((game, searcher, worst)),
                Err(why) => eprintln!("{searcher} in {game}: {why}"),
            }
        }
    }
    println!("The most that a search of {LIMIT:?} ran over, in milliseconds, of {STARTS} in each game:\n");
    print_worst("searcher", "game", catalogue.searchers().map(|about| about.name), &overruns, |it| (it.1, it.0));
    println!();
    print_worst("game", "searcher", catalogue.games().map(|game| game.name), &overruns, |it| (it.0, it.1));
}

/// A game, a searcher and its worst overrun there.
type Overrun<'c> = (&'c str, &'c str, Duration);

/// Of each row's overruns the worst, and what it is of.
fn print_worst<'c>(
    row: &str,
    of: &str,
    rows: impl Iterator<Item = &'c str>,
    overruns: &[Overrun<'c>],
    names: impl Fn(&Overrun<'c>) -> (&'c str, &'c str),
) {
    println!("| {row} | over | {of} |\n|---|--:|---|");
    for name in rows {
        let of_row = overruns.iter().filter(|it| names(it).0 == name);
        if let Some(worst) = of_row.max_by_key(|it| it.2) {
            println!("| {name} | {:.2} | {} |", worst.2.as_secs_f64() * 1000.0, names(worst).1);
        }
    }
}

fn worst_overrun(catalogue: &Catalogue, game: &str, searcher: &str) -> Result<Duration, String> {
    let spec = if searcher == SEARCHER_WITH_KEY.0 { SEARCHER_WITH_KEY.1 } else { searcher };
    let player = catalogue.player(spec).map_err(|error| error.to_string())?;
    let keys = if game == GAME_WITH_KEY.0 { GAME_WITH_KEY.1 } else { "" };
    let keys: Table = keys.parse().expect("it is a table");
    let game = catalogue.game_with(game, &keys).map_err(|error| error.to_string())?;
    let (player, evaluation) = catalogue.seated(player, &game, None).map_err(|error| error.to_string())?;
    let venue = catalogue.venue(&game, None, slice::from_ref(&evaluation)).map_err(|error| error.to_string())?;
    let overrun = |number| overrun(&venue, &player, evaluation.name(), number);
    (1..=STARTS).map(overrun).try_fold(Duration::ZERO, |worst, overrun| Ok(worst.max(overrun?)))
}

/// By how much one search from a start runs over.
fn overrun(venue: &Venue, player: &NamedPlayer, evaluation: &str, number: u64) -> Result<Duration, String> {
    let (start, _) = venue.start(number);
    let mut contestant = player.contestant(venue, evaluation, &start).map_err(|error| error.to_string())?;
    let failed = |failure: Failure| format!("{failure:?}");
    contestant.start_game(&start, Side::Max).map_err(failed)?;
    let begun = processor_time();
    contestant.search(&Limit::new().time(LIMIT).clock(processor_time)).map_err(failed)?;
    Ok((processor_time() - begun).saturating_sub(LIMIT))
}
