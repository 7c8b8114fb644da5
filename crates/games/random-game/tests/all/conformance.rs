//! The promises of every game, kept by random games.

use bestply_core::Position;
use bestply_random_game::{Distribution, EdgeSum, Numbering, RandomGame, Rules};
use bestply_testkit::check_game;
use bestply_testkit::conformance::GameCheck;

#[test]
fn random_games_are_games() {
    for numbering in [Numbering::BreadthFirst, Numbering::EdgeSeeded, Numbering::Keyed] {
        for branching in [1, 2, 5, 10] {
            let rules = Rules::new(branching, 100).expect("legal rules").with_numbering(numbering);
            check_game(&RandomGame::new(rules, 1), &mut EdgeSum, &GameCheck::default());
        }
    }
}

#[test]
fn no_position_has_more_moves_than_the_most() {
    use Distribution::{Around, Fixed, Geometric, UpTo};
    for (distribution, most) in [(UpTo, 3), (Fixed, 3), (Around, 5), (Geometric, 24)] {
        let rules = Rules::new(3, 1).expect("legal rules").with_distribution(distribution).expect("a node has room");
        let games = (0..100_000).map(|seed| RandomGame::new(rules, seed));
        let found = games.map(|game| (game.move_count(), game.most_moves()));
        let (largest, said) = found.reduce(|(a, b), (c, d)| (a.max(c), b.max(d))).expect("there are games");
        assert_eq!((largest, said), (most, most), "{distribution:?}");
    }
}
