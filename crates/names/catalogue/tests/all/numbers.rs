//! The numbers of moves: each game of the catalogue has its own, and a game without numbers has places.

use bestply::explicit_game::{ExplicitPosition, ExplicitTree};
use bestply::othello::Othello;
use bestply::random_game::RandomGame;
use bestply::{Keyed, Position, Side, Value};
use bestply_catalogue::{AnyPosition, Catalogue, Playable};
use bestply_testkit::conformance::{MoveNumbers, check_numbers};

/// Checks a game's numbers in random games, and returns their bound.
fn check<P: Playable + std::fmt::Debug>(starts: &[P], meaning: fn(&P, P::Move) -> String) -> u32 {
    let below = starts[0].move_numbers().expect("the game numbers its moves");
    assert!(starts.iter().all(|start| start.move_numbers() == Some(below)), "it is one game");
    let numbers = MoveNumbers { below, number: P::number, numbered: P::numbered, meaning, hashed: true };
    check_numbers(starts, &numbers, 1000);
    below
}

#[test]
fn every_game_numbers_its_moves_once_and_for_all() {
    let catalogue = Catalogue::standard();
    for game in catalogue.games().map(|about| about.name).filter(|&game| game != "random") {
        let start = |seed| catalogue.initial(game, seed).expect("there is the game").expect("it has a start");
        let starts: Vec<AnyPosition> = (0..4).map(start).collect();
        check(
            &starts,
            match game {
                // The row that a man enters follows from his side.
                "breakthrough" | "breakthrough-6x6" => |position, mv| position.move_text(mv)[..3].to_owned(),
                // Whether a step captures is seen on the board.
                "lines-of-action" => |position, mv| position.move_text(mv).replace('x', "-"),
                _ => AnyPosition::move_text,
            },
        );
    }
    assert_eq!(check(&[Othello::start()], Othello::move_text), 65);
}

#[test]
fn a_random_game_has_as_many_numbers_as_its_settings_say() {
    let catalogue = Catalogue::standard();
    for (settings, below) in [
        ("branching = 3", 3),
        ("branching = 3\ndistribution = \"around\"", 5),
        ("branching = 200\nnumbering = \"keyed\"", 200),
    ] {
        let settings = catalogue.game_with("random", &settings.parse().expect("it is TOML")).expect("they are");
        let venue = settings.venue(None, &[]).expect("it is played");
        let start = |seed| venue.start(seed).0.native::<RandomGame>().clone();
        let starts: Vec<RandomGame> = (1..5).map(start).collect();
        assert_eq!(check(&starts, |_, index| index.to_string()), below);
    }
}

#[test]
fn a_tree_has_as_many_numbers_as_its_widest_node_has_moves() {
    let start: ExplicitPosition = ExplicitTree::parse("max 0 (4 (8 1 5) 6)").expect("it is a tree").position();
    assert_eq!(check(&[start], |_, index| index.to_string()), 3);
}

/// A heap from which the sides take one to three in turn.
#[derive(Clone, Debug, PartialEq)]
struct Heap(u8);

impl Position for Heap {
    type Move = u8;
    type Moves = std::ops::RangeInclusive<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        Side::Max
    }

    fn moves(&self) -> Self::Moves {
        1..=self.0.min(3)
    }

    fn make(&mut self, taken: u8) {
        self.0 -= taken;
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.0 += taken;
    }
}

impl Keyed for Heap {
    fn key(&self) -> u64 {
        self.0.into()
    }
}

impl Playable for Heap {
    fn terminal_value(&self) -> Value {
        0
    }

    fn text(&self) -> String {
        self.0.to_string()
    }
}

#[test]
fn a_game_without_numbers_of_its_own_has_the_places_in_its_list() {
    let heap = Heap(9);
    assert_eq!(heap.move_numbers(), None);
    assert_eq!(heap.moves().map(|taken| heap.number(taken)).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!([0, 1, 2].map(|number| heap.numbered(number)), [1, 2, 3]);
}

/// So what is written over positions of any game can be asked by what is written over those of one.
#[test]
fn a_position_of_any_game_is_one_once() {
    let start = AnyPosition::new(AnyPosition::new(Heap(5)));
    assert_eq!(start.get(), Some(&Heap(5)));
    assert_eq!(start.get(), Some(&start));
    assert_eq!(start.get::<Othello>(), None);
}
