//! The symmetries of the board, and the openings that they sort into classes.

use std::collections::{BTreeSet, HashMap, HashSet};

use bestply_core::Position;
use bestply_othello::{Move, Othello, Square, Symmetry, Transcript, openings, perft};
use bestply_testkit::Dice;

/// The position after some random plies of a game.
fn random_position(dice: &mut Dice) -> Othello {
    let mut position = Othello::start();
    for _ in 0..dice.below(60) {
        let Some(mv) = position.moves().nth(dice.below(position.move_count().max(1) as u64) as usize) else { break };
        position.make(mv);
    }
    position
}

#[test]
fn symmetries_are_the_eight_of_a_square() {
    let image = |symmetry: Symmetry| ["a1", "b1"].map(|name| symmetry.square(name.parse().unwrap()).to_string());
    let images = Symmetry::ALL.map(image);
    let expected = [
        ["a1", "b1"],
        ["h1", "g1"],
        ["a8", "b8"],
        ["h8", "g8"],
        ["a1", "a2"],
        ["h1", "h2"],
        ["a8", "a7"],
        ["h8", "h7"],
    ];
    assert_eq!(images, expected);
    for symmetry in Symmetry::ALL {
        // Neighbours stay neighbours, so that the images of a1 and b1 determine all others.
        let place = |square: Square| ((square.index() % 8) as i32, (square.index() / 8) as i32);
        let [corner, right, below] = [0, 1, 8].map(|index| place(symmetry.square(Square::new(index).unwrap())));
        for square in Square::all() {
            let (column, row) = place(square);
            let expected = (
                corner.0 + column * (right.0 - corner.0) + row * (below.0 - corner.0),
                corner.1 + column * (right.1 - corner.1) + row * (below.1 - corner.1),
            );
            assert_eq!(place(symmetry.square(square)), expected, "{symmetry:?}, {square}");
            assert_eq!(symmetry.inverse().square(symmetry.square(square)), square, "{symmetry:?}, {square}");
        }
    }
}

#[test]
fn sets_of_squares_go_where_their_squares_go() {
    let mut dice = Dice::new(1);
    for _ in 0..1000 {
        let set = dice.below(u64::MAX);
        for symmetry in Symmetry::ALL {
            let squares = Square::all().filter(|square| set & square.bit() != 0);
            let expected = squares.fold(0, |image, square| image | symmetry.square(square).bit());
            assert_eq!(symmetry.squares(set), expected, "{symmetry:?}, {set:x}");
        }
    }
}

#[test]
fn the_rules_are_the_same_under_every_symmetry() {
    let mut dice = Dice::new(2);
    for _ in 0..1000 {
        let position = random_position(&mut dice);
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(&position);
            assert_eq!(image.canonical(), position.canonical(), "{symmetry:?}, {position}");
            let legal: HashSet<_> = image.moves().collect();
            assert_eq!(legal.len(), position.move_count(), "{symmetry:?}, {position}");
            for mv in position.moves() {
                let image_of_move = mv.square().map_or(Move::PASS, |square| Move::place(symmetry.square(square)));
                assert!(legal.contains(&image_of_move), "{symmetry:?}, {mv}, {position}");
                let (mut after, mut image_after) = (position, image);
                after.make(mv);
                image_after.make(image_of_move);
                assert_eq!(image_after, symmetry.position(&after), "{symmetry:?}, {mv}, {position}");
            }
        }
    }
}

#[test]
fn canonical_positions_are_one_of_the_eight() {
    let mut dice = Dice::new(3);
    for _ in 0..1000 {
        let position = random_position(&mut dice);
        let canonical = position.canonical();
        assert!(Symmetry::ALL.iter().any(|symmetry| symmetry.position(&position) == canonical), "{position}");
        assert_eq!(canonical.canonical(), canonical, "{position}");
    }
}

#[test]
fn four_plies_give_the_published_starts() {
    let starts = openings(4);
    assert_eq!(starts.len(), 244);
    let positions: HashSet<_> = starts.iter().map(|opening| opening.position).collect();
    assert_eq!(positions.len(), 236);
    // Classes are numbered as they appear, and there are 60.
    let mut seen = BTreeSet::new();
    for opening in &starts {
        assert!(opening.class <= seen.len(), "{opening:?}");
        seen.insert(opening.class);
    }
    assert_eq!(seen.len(), 60);
}

#[test]
fn openings_are_all_sequences_in_canonical_order() {
    for plies in 0..=6 {
        let found = openings(plies);
        assert_eq!(found.len() as u64, perft(&Othello::start(), plies));
        let paths: Vec<_> = found.iter().map(|opening| path(&opening.moves)).collect();
        assert!(paths.is_sorted_by(|one, next| one < next), "depth-first, each once");
        assert!(paths.iter().all(|path| path.len() == plies));
    }
    let first = &openings(4)[0];
    assert_eq!(Transcript(&first.moves).to_string(), "d3c3b3b2");
}

/// The index of each move in its list. It panics if a move is not legal, or leads elsewhere than the opening says.
fn path(moves: &[Move]) -> Vec<usize> {
    let mut position = Othello::start();
    let mut step = |&mv: &Move| {
        let index = position.moves().position(|legal| legal == mv).expect("a legal move");
        position.make(mv);
        index
    };
    moves.iter().map(&mut step).collect()
}

#[test]
fn classes_are_those_of_the_positions() {
    let starts = openings(4);
    for opening in &starts {
        let mut position = Othello::start();
        opening.moves.iter().for_each(|&mv| _ = position.make(mv));
        assert_eq!(position, opening.position);
    }
    for one in &starts {
        for other in &starts {
            let alike = Symmetry::ALL.iter().any(|symmetry| symmetry.position(&one.position) == other.position);
            assert_eq!(alike, one.class == other.class, "{one:?} and {other:?}");
        }
    }
}

/// Classes of sequences would have another number: the symmetries of the start always map four sequences to each other.
#[test]
fn classes_of_sequences_would_be_61() {
    let start = Othello::start();
    let of_the_start: Vec<_> =
        Symmetry::ALL.into_iter().filter(|symmetry| symmetry.position(&start) == start).collect();
    assert_eq!(of_the_start, [Symmetry::Identity, Symmetry::Half, Symmetry::MainDiagonal, Symmetry::OtherDiagonal]);
    let mut classes: HashMap<Vec<Square>, usize> = HashMap::new();
    for opening in openings(4) {
        let squares: Vec<_> = opening.moves.iter().filter_map(|mv| mv.square()).collect();
        let image = |symmetry: &Symmetry| squares.iter().map(|&square| symmetry.square(square)).collect::<Vec<_>>();
        *classes.entry(of_the_start.iter().map(image).min().expect("there are four")).or_default() += 1;
    }
    assert!(classes.len() == 61 && classes.values().all(|&count| count == 4));
}
