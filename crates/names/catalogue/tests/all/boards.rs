//! Boards as data: each game's cells, and the cells that name its moves.

use std::collections::HashMap;

use bestply::{Keyed, Position, mix};
use bestply_catalogue::{AnyPosition, Board, Catalogue, Playable};

/// The names of all games but random ones.
fn board_games(catalogue: &Catalogue) -> impl Iterator<Item = &'static str> {
    catalogue.games().map(|about| about.name).filter(|&name| name != "random")
}

/// Positions of a game played at random.
fn positions(catalogue: &Catalogue, game: &str, seed: u64) -> Vec<AnyPosition> {
    let mut position = catalogue.initial(game, seed).expect("there is the game").expect("it has a start");
    let mut positions = vec![position.clone()];
    while !position.is_terminal() && positions.len() < 60 {
        let dice = mix(seed ^ mix(positions.len() as u64));
        position.play((dice % position.move_count() as u64) as usize);
        positions.push(position.clone());
    }
    positions
}

/// What is equal has the same rest of the game, which is what keys say, too. A text may say less.
#[test]
fn positions_are_equal_exactly_where_their_keys_are() {
    let catalogue = Catalogue::standard();
    let mut textless = Vec::new();
    for game in board_games(&catalogue) {
        let mut met: HashMap<String, Vec<AnyPosition>> = HashMap::new();
        for start in (0..4).map(|seed| positions(&catalogue, game, seed)) {
            // Moves in any order, from the start and from later on.
            for first in [&start[0], &start[start.len() / 2]] {
                let mut last = vec![first.clone()];
                for _ in 0..4 {
                    let moves = |position: &AnyPosition| position.move_count().min(4);
                    let after = |position: &AnyPosition, index| {
                        let mut position = position.clone();
                        position.play(index);
                        position
                    };
                    last = last.iter().flat_map(|one| (0..moves(one)).map(|index| after(one, index))).collect();
                    last.iter().for_each(|one| met.entry(one.text()).or_default().push(one.clone()));
                }
            }
        }
        for (text, alike) in met {
            for other in &alike {
                assert_eq!(*other == alike[0], other.key() == alike[0].key(), "{game}: {text}");
            }
            if alike.iter().any(|other| *other != alike[0]) && textless.last() != Some(&game) {
                textless.push(game);
            }
        }
    }
    assert_eq!(textless, ["go-5x5", "go-7x7", "go-9x9"], "these texts have no history");
}

#[test]
fn the_cells_of_a_move_are_those_that_its_notation_names() {
    let catalogue = Catalogue::standard();
    for game in board_games(&catalogue) {
        for position in (0..20).flat_map(|seed| positions(&catalogue, game, seed)) {
            let board = position.board().expect("a board game has a board");
            assert_eq!(board.cells.len() % board.columns, 0);
            let texts = board.cells.iter().filter_map(|cell| cell.man.as_ref()).map(|man| man.text.chars().count());
            assert!(texts.max().unwrap_or(0) <= 2, "{board:?}");
            for index in 0..position.move_count() {
                let text = position.move_text_at(index);
                let named: String = position.cells_at(index).iter().map(|&cell| &*board.cells[cell].name).collect();
                // A column is named by the cell where its disc comes to lie.
                let names_column = game == "connect-four" && named.starts_with(&text);
                // A step of Lines of Action has a sign between its squares, a shot of Amazons one before its square.
                let squares = text.replace(['-', 'x', '/'], "");
                // A swap in Hex is named by the stone that it takes over.
                let is_word = text == "swap" && named.len() >= 2;
                assert!(names_column || is_word || squares.ends_with(&named), "{game}: {text} is {named}");
                // A display offers what has no cell as a pass, and knows it by its notation.
                assert!(!named.is_empty() || text.ends_with("--"), "{game}: {text} has no cell");
            }
        }
    }
}

#[test]
fn a_board_shows_what_the_text_says() {
    let catalogue = Catalogue::standard();
    let men = |board: &Board| board.cells.iter().filter(|cell| cell.man.is_some()).count();
    // A text of Oware has numbers of seeds.
    for game in board_games(&catalogue).filter(|&game| game != "oware") {
        for position in positions(&catalogue, game, 7) {
            let board = position.board().expect("a board game has a board");
            let text = position.text().to_lowercase();
            let squares = text.split(' ').next().expect("a text begins with the squares");
            let letters = squares.chars().filter(|&letter| "xo#".contains(letter)).count();
            assert_eq!(men(&board), letters, "{game}: {text}");
        }
    }
    let oware = positions(&catalogue, "oware", 3).pop().expect("there is a position");
    let board = oware.board().expect("it has a board");
    let south: Vec<String> = board.cells[6..].iter().map(|cell| cell.man.as_ref().unwrap().text.clone()).collect();
    assert!(oware.text().starts_with(&south.join(",")), "{}", oware.text());
    let random = catalogue.game_with("random", &"branching = 3".parse().unwrap()).unwrap();
    assert_eq!(random.venue(None, &[]).unwrap().start(1).0.board(), None);
}

#[test]
fn a_position_is_read_from_its_text_and_a_wrong_text_is_told() {
    let catalogue = Catalogue::standard();
    for game in board_games(&catalogue) {
        for position in positions(&catalogue, game, 1) {
            let read = catalogue.position(game, &position.text()).expect("a position reads its own text");
            assert_eq!(read.text(), position.text());
            // A text of Go does not say which boards were before, and may not come back.
            assert!(read.key() == position.key() || game.starts_with("go-"), "{game}: {}", read.text());
        }
    }
    let error = |game, text| catalogue.position(game, text).unwrap_err().to_string();
    assert_eq!(
        error("connect-four", "y"),
        "no position of connect-four: character 1 is 'y', where x, o or . is expected"
    );
    assert_eq!(error("random", "3"), "no position of random: positions of this game are not read from text");
}

/// Clients may play a colour twice in a row.
#[test]
fn the_turn_is_given_and_the_board_stays() {
    let catalogue = Catalogue::standard();
    let mut never = Vec::new();
    for game in board_games(&catalogue) {
        let positions: Vec<AnyPosition> = (0..5).flat_map(|seed| positions(&catalogue, game, seed)).collect();
        let mut is_given = false;
        for position in positions {
            let Some(turned) = position.turned() else { continue };
            is_given = true;
            assert_eq!(turned.to_move(), position.to_move().other(), "{game}: {}", position.text());
            let [men, others] = [&position, &turned].map(|position| position.board().expect("it has one").cells);
            assert_eq!(men, others, "{game}: {}", position.text());
        }
        never.extend((!is_given).then_some(game));
    }
    assert_eq!(never, ["tic-tac-toe", "connect-four"], "their men say whose turn it is");
}
