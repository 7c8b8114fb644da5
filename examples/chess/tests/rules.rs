//! The rules: published numbers of positions, and every kind of draw.

use bestply::{Keyed, Position, perft};
use bestply_catalogue::Playable;
use bestply_testkit::check_game;
use bestply_testkit::conformance::{GameCheck, MoveNumbers, check_numbers};
use chess::{Chess, PieceSquares, Problem};
use cozy_chess::{Board, Move};

fn chess(fen: &str) -> Chess {
    Chess::new(fen.parse().expect("a position in Forsyth-Edwards notation"))
}

fn play(chess: &mut Chess, moves: &str) {
    for mv in moves.split_whitespace() {
        let mv = mv.parse().expect("a move");
        chess.index_of(mv); // panics unless it is legal
        chess.make(mv);
    }
}

#[test]
fn positions_are_as_many_as_others_count() {
    let known = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, 8_902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ];
    for (fen, depth, count) in known {
        assert_eq!(perft(&mut chess(fen), depth), count, "{fen}");
    }
}

#[test]
fn it_is_a_game() {
    let check = GameCheck { games: 4, most_moves: 2_000, perft_depth: 2, ..GameCheck::default() };
    check_game(&Chess::new(Board::startpos()), &mut PieceSquares, &check);
}

/// A king that castles is written as one that enters the square of his rook.
#[test]
fn a_move_has_one_number_in_all_positions() {
    fn check<P: Playable<Move = Move> + std::fmt::Debug>(fens: &[&str]) {
        let starts: Vec<P> = fens.iter().map(|fen| P::parse(fen).expect("it is a position")).collect();
        let below = starts[0].move_numbers().expect("the game numbers its moves");
        assert!(below <= 1 << 16, "a number takes two bytes");
        let meaning = |_: &P, mv: Move| mv.to_string();
        // The type of moves is another crate's, and so is their hash.
        let numbers = MoveNumbers { below, number: P::number, numbered: P::numbered, meaning, hashed: false };
        check_numbers(&starts, &numbers, 4000);
    }
    check::<Chess>(&[
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ]);
    check::<Problem>(chess::KNOWN);
}

/// Not in check, not with king and pawns alone, and not where the game is over.
#[test]
fn a_null_move_gives_the_turn_away_where_a_move_is_hardly_worse_than_none() {
    let offered = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("4k3/8/8/8/8/8/4r3/4K2N w - - 0 1", false),
        ("4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1", false),
        ("4k3/pppp4/8/8/8/8/4PPPP/4K2N w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4K2N w - - 0 1", false),
    ];
    for (fen, is_offered) in offered {
        let mut position = chess(fen);
        let before = (position.clone(), position.key());
        let undo = position.make_null_move();
        assert_eq!(undo.is_some(), is_offered, "{fen}");
        let Some(undo) = undo else { continue };
        assert_eq!(position.to_move(), before.0.to_move().other(), "{fen}");
        assert_ne!(position.key(), before.1, "{fen}");
        position.unmake_null_move(undo);
        assert_eq!((position.clone(), position.key()), before, "{fen}");
    }
}

#[test]
fn a_position_that_occurred_before_is_a_draw() {
    let mut game = Chess::new(Board::startpos());
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "f6g8");
    assert_eq!((game.outcome(), game.moves().count(), game.move_count()), (Some(0), 0, 0));
}

#[test]
fn fifty_moves_without_progress_are_a_draw_unless_the_last_one_mates() {
    let mut game = chess("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a1b1");
    assert_eq!((game.outcome(), game.is_terminal()), (Some(0), true));
    let mut game = chess("7k/8/6K1/8/8/8/8/R7 w - - 99 80");
    play(&mut game, "a1a8");
    assert_eq!((game.outcome(), game.is_terminal()), (Some(game.to_move().loss()), true));
}

#[test]
fn nobody_mates_without_the_material() {
    for (fen, drawn) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true), // both on dark squares
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/2N1KN2 w - - 0 1", false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false),
    ] {
        assert_eq!(chess(fen).is_terminal(), drawn, "{fen}");
    }
}

#[test]
fn stalemate_is_a_draw() {
    assert_eq!(chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome(), Some(0));
}

#[test]
fn a_key_tells_what_can_come_back() {
    let key_after = |moves| {
        let mut game = Chess::new(Board::startpos());
        play(&mut game, moves);
        game.key()
    };
    // The same board with other earlier positions: a move may be a draw in one case and not in the other.
    assert_ne!(key_after("g1f3 g8f6 b1c3"), key_after("b1c3 g8f6 g1f3"));
    // After a pawn move no earlier position can come back.
    assert_eq!(key_after("g1f3 g8f6 b1c3 e7e6"), key_after("b1c3 g8f6 g1f3 e7e6"));
}
