//! Searches of games and searchers that the catalogue knows by name.

use bestply::{Limit, Position};
use bestply_catalogue::{
    AnyPosition, Catalogue, Failure as ContestFailure, NamedGame, NamedPlayer, SearcherSpec, SpecError, Venue,
};
use toml::Table;

use crate::failure::Failure;
use crate::games::{positions, value_text};
use crate::measurement::{Bytes, Measurement, measured};

/// The moves after which the searches of all searchers begin.
const PLIES: usize = 8;

/// How many positions there are to begin with, of which the first is taken that is not decided soon.
const MOST_POSITIONS: usize = 20;

/// How many fresh searches there are at most, where each is soon at an end.
const MOST_SEARCHES: u32 = 1000;

/// The depth of a first search, where a searcher must be given it.
const FIRST_DEPTH: u64 = 2;

/// The textbook's searchers, which do not deepen: without a depth they go to the end of the first line.
const TEXTBOOK: [&str; 2] = ["minimax", "plain-alpha-beta"];
const TEXTBOOK_DEPTH: u64 = 4;

/// One search, or several: in which game, of how many evaluations, and whether a search that ends before is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// One search from the start of a game.
    Growth,
    /// From a position some moves later, with a new searcher again and again until there are so many evaluations.
    Searchers,
}

impl Work {
    const ALL: [(Work, &'static str); 2] = [(Work::Growth, "growth"), (Work::Searchers, "searchers")];

    /// The name by which a process is told to do it.
    pub(crate) fn task(self, game: &str, evaluations: u64) -> String {
        let (_, name) = Work::ALL.into_iter().find(|(work, _)| *work == self).expect("all have a name");
        format!("{name} {game} {evaluations}")
    }

    /// Does the work of this name with a searcher, if it is one.
    pub(crate) fn measure(task: &str, searcher: &str) -> Option<Result<Measurement, Failure>> {
        let mut words = task.split(' ');
        let name = words.next()?;
        let (work, _) = Work::ALL.into_iter().find(|(_, known)| *known == name)?;
        let game = words.next()?;
        let evaluations = words.next()?.parse().ok().filter(|&evaluations| evaluations > 0)?;
        Some(measure(work, game, searcher, evaluations))
    }
}

/// The names of all searchers, each with what it needs to be searched with.
pub(crate) fn all_searchers() -> Vec<String> {
    let catalogue = Catalogue::standard();
    let described = |about: &bestply_catalogue::About| match about.first_depth {
        Some(key) => format!("{}:{key}={FIRST_DEPTH}", about.name),
        None if TEXTBOOK.contains(&about.name) => format!("{}:depth={TEXTBOOK_DEPTH}", about.name),
        None => about.name.to_owned(),
    };
    catalogue.searchers().map(described).collect()
}

/// Whether there are searchers of these descriptions.
pub(crate) fn check_searchers(described: &[String]) -> Result<(), Failure> {
    let catalogue = Catalogue::standard();
    let check = |described: &String| in_one_thread(&catalogue, described).and_then(|player| player.check_complete());
    described.iter().try_for_each(check).map_err(Failure::of_use)
}

fn measure(work: Work, game: &str, searcher: &str, evaluations: u64) -> Result<Measurement, Failure> {
    let catalogue = Catalogue::standard();
    let (game, start) = game_and_start(&catalogue, game)?;
    let seat = Seat::new(&catalogue, &game, searcher)?;
    if work == Work::Growth {
        return seat.search(&start, evaluations);
    }
    let start = undecided(&catalogue, &game, &start, evaluations)?;
    let mut total = seat.search(&start, evaluations)?;
    for _ in 1..MOST_SEARCHES {
        if total.count >= evaluations {
            break;
        }
        let again = seat.search(&start, evaluations)?;
        total.seconds += again.seconds;
        total.count += again.count;
    }
    Ok(total)
}

/// The first position some moves later of which best-first does not find the end in so many evaluations; the first
/// of all if there is none.
fn undecided(
    catalogue: &Catalogue,
    game: &NamedGame,
    start: &AnyPosition,
    evaluations: u64,
) -> Result<AnyPosition, Failure> {
    let best_first = Seat::new(catalogue, game, "best-first")?;
    let positions = positions(start, PLIES, MOST_POSITIONS);
    for position in &positions {
        if best_first.search(position, evaluations)?.count >= evaluations {
            return Ok(position.clone());
        }
    }
    positions.into_iter().next().ok_or_else(|| Failure::of_use("a game has no positions"))
}

/// A game by its name, random games by their branching factor besides, and the position at its start.
fn game_and_start(catalogue: &Catalogue, name: &str) -> Result<(NamedGame, AnyPosition), Failure> {
    let (name, settings) = match name.strip_prefix("random-") {
        Some(branching) => ("random", format!("branching = {branching}")),
        None => (name, String::new()),
    };
    let settings: Table = settings.parse().map_err(|_| Failure::of_use(format!("no game `{name}` of this kind")))?;
    let game = catalogue.game_with(name, &settings).map_err(Failure::of_use)?;
    let initial = catalogue.initial(name, 1).map_err(Failure::of_use)?;
    let start = initial.unwrap_or_else(|| game.start(1).0);
    Ok((game, start))
}

/// A searcher with its default settings and those that are given, and with one thread.
fn in_one_thread(catalogue: &Catalogue, searcher: &str) -> Result<NamedPlayer, SpecError> {
    const THREADS: &str = "threads";
    let player = catalogue.player_of(SearcherSpec::read(searcher)?)?;
    match player.about().keys.iter().any(|key| key.name == THREADS) {
        true => catalogue.player_of(player.spec().clone().with(THREADS, Some(1))),
        false => Ok(player),
    }
}

/// A searcher in a game, with the evaluation that it has there.
struct Seat {
    player: NamedPlayer,
    venue: Venue,
    evaluation: String,
}

impl Seat {
    fn new(catalogue: &Catalogue, game: &NamedGame, searcher: &str) -> Result<Seat, Failure> {
        let player = in_one_thread(catalogue, searcher).map_err(Failure::of_use)?;
        let (player, evaluation) = catalogue.seated(player, game, None).map_err(Failure::of_use)?;
        let venue = catalogue.venue(game, None, std::slice::from_ref(&evaluation)).map_err(Failure::of_use)?;
        Ok(Seat { player, venue, evaluation: evaluation.name().to_owned() })
    }

    /// One search by a new searcher. What is counted are evaluations, or children made where it evaluates none.
    fn search(&self, start: &AnyPosition, evaluations: u64) -> Result<Measurement, Failure> {
        let failed = |failure: ContestFailure| match failure {
            ContestFailure::Forfeit(why) | ContestFailure::Broken(why) => Failure::of_run(why),
        };
        let contestant = self.player.contestant(&self.venue, &self.evaluation, start);
        let mut contestant = contestant.map_err(Failure::of_use)?;
        contestant.start_game(start, start.to_move()).map_err(failed)?;
        let limit = Limit { evaluations: Some(evaluations), ..self.player.limit() };
        let (report, seconds, bytes) = measured(Bytes::Kept, || contestant.search(&limit));
        let report = report.map_err(failed)?;
        let counts = report.counts;
        let count = if counts.evaluations > 0 { counts.evaluations } else { counts.generations };
        let best = report.best_move.map_or_else(|| "-".to_owned(), |index| start.move_text_at(index));
        let value = report.value.map_or_else(|| "-".to_owned(), value_text);
        let found = format!("{best} {value} {} {}", counts.evaluations, counts.generations);
        Ok(Measurement { seconds, bytes, count, value: found })
    }
}
