//! The numbers of moves: each game of the catalogue has its own, and a game without numbers has places.

use std::collections::BTreeSet;

use bestply::explicit_game::{ExplicitPosition, ExplicitTree};
use bestply::games::amazons::{Amazons, StagedAmazons};
use bestply::games::breakthrough::{Breakthrough, SmallBreakthrough};
use bestply::games::clobber::Clobber;
use bestply::games::connect_four::ConnectFour;
use bestply::games::domineering::Domineering;
use bestply::games::go::Go;
use bestply::games::hex::Hex;
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::othello::SizedOthello;
use bestply::games::oware::Oware;
use bestply::games::tic_tac_toe::TicTacToe;
use bestply::games::ultimate_tic_tac_toe::UltimateTicTacToe;
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

/// Checks a game of the catalogue as it is started there, and notes that.
struct Checked {
    catalogue: Catalogue,
    games: BTreeSet<&'static str>,
}

impl Checked {
    fn game<P: Playable + std::fmt::Debug>(&mut self, game: &'static str, below: u32) {
        self.meaning::<P>(game, below, P::move_text);
    }

    fn meaning<P: Playable + std::fmt::Debug>(
        &mut self,
        game: &'static str,
        below: u32,
        meaning: fn(&P, P::Move) -> String,
    ) {
        let start = |seed| self.catalogue.initial(game, seed).expect("there is the game").expect("it has a start");
        let starts: Vec<P> = (0..4).map(|seed| start(seed).native::<P>().clone()).collect();
        assert_eq!(check(&starts, meaning), below, "{game}");
        self.games.insert(game);
    }
}

#[test]
fn every_game_numbers_its_moves_once_and_for_all() {
    let mut checked = Checked { catalogue: Catalogue::standard(), games: BTreeSet::from(["random"]) };
    checked.game::<Othello>("othello", 65);
    checked.game::<SizedOthello<6>>("othello-6x6", 37);
    checked.game::<SizedOthello<10>>("othello-10x10", 101);
    checked.game::<TicTacToe>("tic-tac-toe", 9);
    checked.game::<UltimateTicTacToe>("ultimate-tic-tac-toe", 81);
    checked.game::<ConnectFour>("connect-four", 7);
    // The row that a man enters follows from his side.
    checked.meaning::<Breakthrough>("breakthrough", 192, |game, mv| game.move_text(mv)[..3].to_owned());
    checked.meaning::<SmallBreakthrough>("breakthrough-6x6", 192, |game, mv| game.move_text(mv)[..3].to_owned());
    checked.game::<Oware>("oware", 12);
    checked.game::<Onitama>("onitama", 10_016);
    // Whether a step captures is seen on the board.
    checked.meaning::<LinesOfAction>("lines-of-action", 4097, |game, mv| game.move_text(mv).replace('x', "-"));
    checked.game::<Clobber<6>>("clobber-6x6", 144);
    checked.game::<Clobber<8>>("clobber", 256);
    checked.game::<Clobber<10>>("clobber-10x10", 400);
    checked.game::<Domineering<6>>("domineering-6x6", 36);
    checked.game::<Domineering<8>>("domineering-8x8", 64);
    checked.game::<Amazons<6>>("amazons-6x6", 46_656);
    checked.game::<Amazons<8>>("amazons-8x8", 262_144);
    checked.game::<Amazons<10>>("amazons", 1_000_000);
    checked.game::<StagedAmazons<10>>("amazons-staged", 10_100);
    checked.game::<Go<5>>("go-5x5", 26);
    checked.game::<Go<7>>("go-7x7", 50);
    checked.game::<Go<9>>("go-9x9", 82);
    checked.game::<Hex<7>>("hex-7x7", 50);
    checked.game::<Hex<9>>("hex-9x9", 82);
    checked.game::<Hex<11>>("hex", 122);
    assert_eq!(checked.games, checked.catalogue.games().map(|about| about.name).collect());
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
