//! The same rules and seed always give the same game.
//!
//! Published results name games only by these, so that these values must never change.

use bestply_core::{Evaluator, Position, perft};
use bestply_random_game::{EDGE_LIMIT, EdgeSum, InvalidRules, MAX_BRANCHING, Numbering, RandomGame, Rules};

const NUMBERINGS: [Numbering; 3] = [Numbering::BreadthFirst, Numbering::EdgeSeeded, Numbering::Keyed];

fn game(numbering: Numbering, branching: usize, seed: u64) -> RandomGame {
    RandomGame::new(Rules::new(branching, 100).expect("legal rules").with_numbering(numbering), seed)
}

/// Plays to the end. At each ply it plays the child whose index is the ply modulo the number of moves.
fn play_out(mut game: RandomGame) -> RandomGame {
    while !game.is_terminal() {
        game.make(game.ply() % game.move_count());
    }
    game
}

/// A game's numbering, branching factor and seed, and what it must give.
///
/// These are the edges from its start, the number of positions four plies below, and the value after a playout.
type Fingerprint = (Numbering, usize, u64, &'static [i32], u64, i32);

#[rustfmt::skip]
const GAMES: [Fingerprint; 12] = [
    (Numbering::BreadthFirst, 2, 1, &[-16982, -16338], 7, 540534),
    (Numbering::BreadthFirst, 5, 1, &[-16982, -16338, -8466, -15352, -26148], 191, -243711),
    (Numbering::BreadthFirst, 5, 2, &[27899, -32526, -24730], 87, -142540),
    (Numbering::BreadthFirst, 20, 100, &[-1646, -31691, 18844, 10062, -24465, -8365, 5083, -17527, 8043, -8193, -22621, -27264, 2712, 14610, 11828, -26402, 24377, 1364, -7540, 6348], 24219, -139259),
    (Numbering::EdgeSeeded, 2, 1, &[11249, 23692], 6, 194970),
    (Numbering::EdgeSeeded, 5, 1, &[-6928, 5516, 17959, 30402, -22692], 105, 183702),
    (Numbering::EdgeSeeded, 5, 2, &[20864, -32229, -19786], 62, 252077),
    (Numbering::EdgeSeeded, 20, 100, &[12291, 24734, -28359, -15916, -3473, 8970, 21413, -31680, -19237, -6794], 11471, -395436),
    (Numbering::Keyed, 2, 1, &[-8638, 29070], 6, -15574),
    (Numbering::Keyed, 5, 1, &[-8638, 29070, -29802, 18182], 94, -109211),
    (Numbering::Keyed, 5, 2, &[-7064, -27217, 22427, 3746, 29667], 183, -86033),
    (Numbering::Keyed, 20, 100, &[28497, 7037, 10690, -10674, -29829, 7687, -15144, -6531, 1301, -31847, 5043, 13501, 31798, 479, 9230], 16761, -268792),
];

#[test]
fn a_seed_names_the_same_game_for_ever() {
    for (numbering, branching, seed, edges, positions, value) in GAMES {
        let mut game = game(numbering, branching, seed);
        let found: Vec<_> = game.moves().map(|index| EdgeSum.evaluate_child(&mut game, index)).collect();
        assert_eq!(found, edges, "{numbering:?}, branching {branching}, seed {seed}");
        assert_eq!(perft(&mut game, 4), positions);
        assert_eq!(play_out(game).value(), value);
    }
}

/// Every node's moves and edges are in range, and sides alternate.
///
/// A child has the same value whether it is evaluated or made, and unmaking a move undoes making it.
#[test]
fn a_game_keeps_to_its_rules() {
    for numbering in NUMBERINGS {
        for branching in [1, 2, 20, MAX_BRANCHING] {
            let mut game = game(numbering, branching, 3);
            for ply in 0..100 {
                assert_eq!((game.ply(), game.moves_left()), (ply, 100 - ply));
                assert!((1..=branching).contains(&game.move_count()));
                let before = game.clone();
                for index in game.moves() {
                    let value = EdgeSum.evaluate_child(&mut game, index);
                    let undo = game.make(index);
                    assert_eq!(game.value(), value);
                    assert_eq!(game.to_move(), before.to_move().other());
                    assert!((-EDGE_LIMIT..=EDGE_LIMIT).contains(&(value - before.value())));
                    game.unmake(index, undo);
                    assert_eq!(game, before);
                }
                game.make(ply % before.move_count());
            }
            assert!(game.is_terminal());
        }
    }
}

#[test]
fn rules_out_of_range_are_refused() {
    let refused = [
        (0, 100, InvalidRules::Branching(0)),
        (256, 100, InvalidRules::Branching(256)),
        (2, 0, InvalidRules::Length(0)),
        (2, 1001, InvalidRules::Length(1001)),
    ];
    for (branching, length, error) in refused {
        assert_eq!(Rules::new(branching, length), Err(error));
    }
    assert_eq!(InvalidRules::Branching(256).to_string(), "branching must be from 1 to 255, not 256");
    assert_eq!(InvalidRules::Length(0).to_string(), "length must be from 1 to 1000 moves, not 0");
    for (branching, length) in [(1, 1), (255, 1000)] {
        let rules = Rules::new(branching, length).expect("legal rules");
        assert_eq!((rules.branching(), rules.length()), (branching, length));
        assert_eq!(play_out(RandomGame::new(rules, 0)).ply(), length);
    }
}
