//! The promises of every game, kept by random games.

use bestply_random_game::{EdgeSum, Numbering, RandomGame, Rules};
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
