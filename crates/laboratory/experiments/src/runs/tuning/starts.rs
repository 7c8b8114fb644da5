//! The starts of a tuning, which are apart from those of experiments.
//!
//! A start of a tuning is no start of an experiment, no position below one, and no image of either.
//! Openings have as many plies as an experiment's, so that none is below another,
//! and those that an experiment has as well are passed over.
//! Where too few are left, openings are up to two plies longer, and those below an experiment's are passed over.
//! A game of which every opening is a start of experiments has another beginning to be tuned from.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use bestply::learning::Chain;
use bestply::{Position, Side, mix};
use bestply_catalogue::{AnyPosition, Catalogue, Playable, is_free_pass};
use toml::Table;

use crate::Result;
use crate::contest::GameSpec;
use crate::play::children;

/// The numbers of the starts that are left to experiments: from 1 to this one.
///
/// The largest number that a shipped description plays is smaller, starts that it finds decided included.
const LEFT_TO_EXPERIMENTS: u64 = 1500;

/// The most openings that are drawn, of which a game with few plies has many several times.
const MOST_DRAWN: usize = 50_000;

/// The most plies by which an opening is longer than an experiment's.
const MOST_MORE_PLIES: usize = 2;

/// So many different starts, of which the first is drawn by this number.
///
/// `None` for games without openings, in which each number is a game of its own.
///
/// # Errors
///
/// If the game is unknown, or has too few such starts.
pub(super) fn apart(catalogue: &Catalogue, game: &GameSpec, from: u64, pairs: u64) -> Result<Option<Vec<AnyPosition>>> {
    let GameSpec { kind: game, settings } = game;
    let about = catalogue.game_named(game)?;
    let of_settings = catalogue.game_with(game, settings)?;
    let plies = of_settings.opening_plies();
    if plies.is_none() && of_settings.start_count().is_none() {
        return Ok(None);
    }
    let mut most = 0;
    for more in 0..=MOST_MORE_PLIES {
        let left = of_experiments(catalogue, game, more, LEFT_TO_EXPERIMENTS)?;
        let (mut starts, mut known) = (Vec::new(), HashSet::new());
        for number in (from..).take(MOST_DRAWN) {
            let beginning = match about.tuned_from {
                Some(text) => Some(catalogue.position(game, text)?),
                None => catalogue.initial(game, number)?,
            };
            let start = beginning.and_then(|beginning| drawn(beginning, number, plies.unwrap_or(0) + more));
            starts.extend(start.filter(|start| !left.have(start) && known.insert(start.text())));
            if starts.len() as u64 == pairs {
                return Ok(Some(starts));
            }
        }
        most = starts.len().max(most);
    }
    bail!(
        "{game} has {most} starts that are apart from those of experiments, fewer than the {pairs} pairs; \
         `GameEntry::tuned_from` names a position of other ones"
    )
}

/// The position after so many random plies; `None` if the game ends before, or a ply is a pass that could be left out.
///
/// After passes a start could be below one of experiments that has as many plies.
fn drawn(mut position: AnyPosition, number: u64, plies: usize) -> Option<AnyPosition> {
    let mut dice = Chain::new(mix(mix(number) ^ plies as u64));
    for _ in 0..plies {
        let moves = position.move_count();
        if moves == 0 {
            return None;
        }
        let index = dice.below(moves);
        if is_free_pass(&position, position.nth_move(index)) {
            return None;
        }
        position.play(index);
    }
    (!position.is_terminal()).then_some(position)
}

/// The positions so many plies below the starts of experiments up to this number, and their images.
fn of_experiments(catalogue: &Catalogue, game: &str, below: usize, last: u64) -> Result<Positions> {
    let mut positions = Positions::default();
    below_starts(catalogue, game, below, last)?.values().for_each(|position| positions.add(position));
    Ok(positions)
}

/// The positions so many plies below the starts of experiments up to this number, by their texts.
fn below_starts(catalogue: &Catalogue, game: &str, below: usize, last: u64) -> Result<HashMap<String, AnyPosition>> {
    let game = catalogue.game_with(game, &Table::new())?;
    let last = game.start_count().unwrap_or(u64::MAX).min(last);
    // Each position once, as many moves lead to the same ones.
    let mut level: HashMap<String, AnyPosition> = (1..=last).map(|number| named(game.start(number).0)).collect();
    for _ in 0..below {
        level = level.values().flat_map(children).map(named).collect();
    }
    Ok(level)
}

fn named(position: AnyPosition) -> (String, AnyPosition) {
    (position.text(), position)
}

/// Positions with all that may be their images.
#[derive(Default)]
struct Positions {
    texts: HashSet<String>,
    /// Boards that are turned or mirrored. What belongs to a position besides, such as cards, is left out:
    /// so more is taken for an image than is one, and nothing less. A number stands for each, since they are many.
    images: HashSet<u64>,
}

impl Positions {
    fn add(&mut self, position: &AnyPosition) {
        self.texts.insert(position.text());
        self.images.extend(images(position).map(|men| number_of(position.to_move(), &men)));
    }

    /// Whether this position, or an image of it, is one of them.
    fn have(&self, position: &AnyPosition) -> bool {
        let has_image =
            || men(position).is_some_and(|(_, men)| self.images.contains(&number_of(position.to_move(), &men)));
        self.texts.contains(&position.text()) || has_image()
    }
}

/// The number of columns, and the man on each cell.
fn men(position: &AnyPosition) -> Option<(usize, Vec<String>)> {
    let board = position.board()?;
    let man = |cell: &bestply_catalogue::BoardCell| {
        cell.man.as_ref().map_or(String::new(), |man| man.name.clone() + &man.text)
    };
    Some((board.columns, board.cells.iter().map(man).collect()))
}

/// The men on the board turned and mirrored in all ways but the one that changes nothing.
fn images(position: &AnyPosition) -> impl Iterator<Item = Vec<String>> {
    let (columns, men) = men(position).unwrap_or((1, Vec::new()));
    let rows = men.len() / columns;
    let image = move |(transposes, flips_rows, flips_columns): (bool, bool, bool)| {
        let from = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            let (row, column) = if transposes { (column, row) } else { (row, column) };
            let row = if flips_rows { rows - 1 - row } else { row };
            let column = if flips_columns { columns - 1 - column } else { column };
            men[row * columns + column].clone()
        };
        (0..men.len()).map(from).collect()
    };
    let ways = (1..8_u8).map(|way| (way & 4 != 0, way & 2 != 0, way & 1 != 0));
    ways.filter(move |(transposes, ..)| !transposes || rows == columns).map(image)
}

/// The number that stands for a board.
fn number_of(to_move: Side, men: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (to_move == Side::Max, men).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many as the defaults of `cargo xtask tune` play.
    const WANTED: u64 = 252;

    /// The games whose starts are openings.
    fn games(catalogue: &Catalogue) -> Vec<&'static str> {
        let has_openings =
            |game: &&str| catalogue.game_with(game, &Table::new()).is_ok_and(|game| game.opening_plies().is_some());
        catalogue.games().map(|about| about.name).filter(has_openings).collect()
    }

    /// About the most positions of one game that are looked at.
    const MOST_BELOW: u64 = 40_000;

    /// Below each of the first starts of experiments, every position is looked at.
    #[test]
    fn no_start_is_an_experiments_or_below_one_or_an_image_of_either() {
        let catalogue = Catalogue::standard();
        let games = games(&catalogue);
        assert!(games.contains(&"othello") && games.len() >= 6, "{games:?}");
        // In nine squares there is no room for as many.
        for game in games.into_iter().filter(|game| *game != "tic-tac-toe") {
            let starts = apart(&catalogue, &GameSpec::of(game), 2_000_000, WANTED).unwrap().expect("it has openings");
            let different: HashSet<String> = starts.iter().map(Playable::text).collect();
            assert_eq!(different.len() as u64, WANTED, "{game}");
            let left = of_experiments(&catalogue, game, 0, LEFT_TO_EXPERIMENTS).unwrap();
            assert!(!starts.iter().any(|start| left.have(start)), "{game}: an experiment's, or an image");
            for below in 1..=MOST_MORE_PLIES {
                // Fewer starts of a game with many moves, so that there are not more positions than of others.
                let most = MOST_BELOW / (starts[0].move_count() as u64).pow(below as u32);
                let left = below_starts(&catalogue, game, below, most.min(40)).unwrap();
                assert!(
                    !different.iter().any(|start| left.contains_key(start)),
                    "{game}: {below} plies below an experiment's"
                );
            }
        }
    }

    /// Each of the 244 starts is left to experiments, and so is all that can be played from the usual start of Othello.
    #[test]
    fn othello_is_tuned_from_another_beginning() {
        let catalogue = Catalogue::standard();
        let starts = apart(&catalogue, &GameSpec::of("othello"), 2_000_000, WANTED).unwrap().expect("it has openings");
        let plies = |start: &AnyPosition| start.text().matches(['X', 'O']).count() - 1 - 4;
        let plies: HashSet<usize> = starts.iter().map(plies).collect();
        assert_eq!(plies.len(), 1);
        let below = plies.into_iter().next().expect("there is one") - 4;
        let left = of_experiments(&catalogue, "othello", below, 244).unwrap();
        assert!(!starts.iter().any(|start| left.have(start)), "{below} plies below one of all starts");
    }

    #[test]
    fn a_seed_has_its_starts() {
        let catalogue = Catalogue::standard();
        let texts = |first| -> Vec<String> {
            let starts = apart(&catalogue, &GameSpec::of("oware"), first, 20).unwrap().expect("it has openings");
            starts.iter().map(Playable::text).collect()
        };
        assert_eq!(texts(1_000_000), texts(1_000_000));
        assert_ne!(texts(1_000_000), texts(2_000_000));
    }

    #[test]
    fn too_few_starts_are_told() {
        let told =
            apart(&Catalogue::standard(), &GameSpec::of("tic-tac-toe"), 2_000_000, WANTED).map(|_| ()).unwrap_err();
        assert!(told.to_string().starts_with("tic-tac-toe has "), "{told}");
    }

    #[test]
    fn an_image_is_known_and_another_position_is_not() {
        let catalogue = Catalogue::standard();
        let after = |moves: &[&str]| {
            let mut position = catalogue.initial("connect-four", 1).unwrap().expect("it has a start");
            for name in moves {
                position.play(position.move_named(name).expect("it is legal"));
            }
            position
        };
        let mut positions = Positions::default();
        positions.add(&after(&["a", "b"]));
        let known = [["a", "b"], ["g", "f"], ["a", "c"]].map(|moves| positions.have(&after(&moves)));
        assert_eq!(known, [true, true, false]);
    }
}
