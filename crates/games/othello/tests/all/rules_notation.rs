//! Boards, moves and games as text, read and written.

use bestply_core::{Position, Side};
use bestply_othello::{BoardError, Move, Othello, Square, Transcript};

const START: &str = "---------------------------OX------XO--------------------------- X";

/// Black has no move. White can take h1.
const BLACK_PASSES: &str = "OOOOOOX-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO-OOOOOOO- X";

#[test]
fn a_board_is_read_and_written_in_one_line() {
    assert_eq!(Othello::start().to_string(), START);
    assert_eq!(START.parse(), Ok(Othello::start()));
    let one_disc: Othello = format!("X{}OO", "-".repeat(62)).parse().expect("a board");
    assert_eq!((one_disc.discs(Side::Max), one_disc.discs(Side::Min)), (1, 1 << 63));
    assert_eq!((one_disc.to_move(), one_disc.mover()), (Side::Min, 1 << 63));
    assert_eq!(format!("{one_disc:?}"), format!("Othello(X{}O O)", "-".repeat(62)));
}

#[test]
fn other_spellings_of_a_board_are_read() {
    for text in [
        "---------------------------OX------XO---------------------------X".to_owned(),
        format!("  {START}\n"),
        START.replace(" X", "\t  x"),
        START.replace('X', "*"),
        START.to_lowercase(),
        START.replace('-', "."),
    ] {
        assert_eq!(text.parse(), Ok(Othello::start()), "{text}");
    }
}

#[test]
fn a_wrong_board_is_told_what_is_wrong() {
    let complaint = |text: &str| text.parse::<Othello>().expect_err("it is wrong").to_string();
    let said: Vec<_> = [
        "",
        "X",
        &START[1..],
        &format!("-{START}"),
        &START.replacen("-O", "-QO", 1),
        &format!("{}Q{}", &START[..16], &START[17..]),
        &format!("é{}", &START[1..]),
        &format!("{}\0{}", &START[..63], &START[64..]),
        &START[..64],
        &START.replace(" X", " white"),
        &START.replace(" X", "-"),
    ]
    .iter()
    .map(|text| complaint(text))
    .collect();
    insta::assert_snapshot!(said.join("\n"), @r"
    a board has 64 squares, not 0
    a board has 64 squares, not 1
    a board has 64 squares, not 63
    a board has 64 squares, not 65
    a board has 64 squares, not 65
    character 17 (a3) must be X, O or -, not `Q`
    character 1 (a1) must be X, O or -, not `é`
    character 64 (h8) must be X, O or -, not `\0`
    the 64 squares must be followed by the side to move, X or O
    the side to move must be X or O, not `white`
    the side to move must be X or O, not `-`
    ");
    assert_eq!("--".parse::<Othello>(), Err(BoardError::Length { found: 2 }));
}

#[test]
fn squares_and_moves_are_read_and_written() {
    for square in Square::all() {
        for text in [square.to_string(), square.to_string().to_uppercase()] {
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(text.parse(), Ok(Move::place(square)));
        }
    }
    assert_eq!("--".parse(), Ok(Move::PASS));
    assert_eq!(Square::new(34), "c5".parse().ok());
    for text in ["", "a", "a0", "a9", "i1", "a1 ", "1a", "é1", "a11", "-", "---"] {
        assert!(text.parse::<Square>().is_err() && text.parse::<Move>().is_err(), "{text}");
    }
    insta::assert_snapshot!("i9".parse::<Square>().unwrap_err(), @"a square must be a1 to h8, not `i9`");
    insta::assert_snapshot!("i9".parse::<Move>().unwrap_err(), @"a move must be a square, a1 to h8, or a pass, --, not `i9`");
}

#[test]
fn a_game_is_read_and_written() {
    let start = Othello::start();
    let moves = start.read_moves("f5d6c3d3c4").expect("a game");
    assert_eq!(Transcript(&moves).to_string(), "f5d6c3d3c4");
    assert_eq!(start.read_moves(" F5 d6\nC3d3 c4 "), Ok(moves));
    assert_eq!(start.read_moves(""), Ok(vec![]));
    let passing: Othello = BLACK_PASSES.parse().expect("a board");
    let moves = passing.read_moves("--h1").expect("black passes, white takes g1");
    assert_eq!(moves, [Move::PASS, Move::place("h1".parse().expect("a square"))]);
    assert_eq!(Transcript(&moves).to_string(), "--h1");
    for text in ["h1", "--h1", "PAH1", "ps h1", "passh1", "PASS h1", "@@h1", "-h1", "- h1"] {
        assert_eq!(passing.read_moves(text), Ok(moves.clone()), "{text}");
    }
    assert_eq!(passing.read_moves(" "), Ok(vec![]), "the last pass stays left out");
    assert_eq!(passing.read_moves("PS"), Ok(vec![Move::PASS]));
}

#[test]
fn a_wrong_game_is_told_which_move_is_wrong() {
    let start = Othello::start();
    let passing: Othello = BLACK_PASSES.parse().expect("a board");
    let said: Vec<_> = [
        (start, "f5d6c3d3f6"),
        (start, "f5d"),
        (start, "f5 d 6"),
        (start, "f5é6"),
        (start, "f5--"),
        (start, "f5PA"),
        (passing, "a1"),
        (passing, "----"),
        (passing, "--h1h2"),
    ]
    .iter()
    .map(|(position, text)| position.read_moves(text).expect_err("it is wrong").to_string())
    .collect();
    insta::assert_snapshot!(said.join("\n"), @r"
    move 5, `f6`, is not legal; legal here: c2 e3 c4 c5 c6 c7
    move 2, `d`, is neither a square, a1 to h8, nor a pass, --
    move 2, `d`, is neither a square, a1 to h8, nor a pass, --
    move 2, `é6`, is neither a square, a1 to h8, nor a pass, --
    move 2, `--`, is only for a player without a move; legal here: f4 d6 f6
    move 2, `PA`, is neither a square, a1 to h8, nor a pass, --
    move 1, `a1`, is not legal; legal here: h1
    move 2, `--`, is only for a player without a move; legal here: h1
    move 3, `h2`, comes after the end of the game
    ");
}

#[test]
fn a_diagram_shows_the_legal_moves_and_counts_the_discs() {
    let mut position = Othello::start();
    for mv in position.read_moves("f5d6c3").expect("a game") {
        position.make(mv);
    }
    insta::assert_snapshot!(position.diagram(), @r"
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - X . - . - -
    4 - - - X X . - -
    5 - - - O X X . -
    6 - - - O - - - -
    7 - - - - - - - -
    8 - - - - - - - -
    O to move; X 5, O 2
    ");
    let last_line = |text: &str| {
        let position: Othello = text.parse().expect("a board");
        position.diagram().to_string().lines().last().map(str::to_owned).expect("a picture has lines")
    };
    assert_eq!(last_line(BLACK_PASSES), "X has to pass; X 1, O 55");
    assert_eq!(last_line(&format!("X{} O", "-".repeat(63))), "O to move, the game is over; X 1, O 0");
}
