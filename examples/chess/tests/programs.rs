//! Chess with other programs: FEN, PGN, and UCI on either side.

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bestply::mix;
use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Game, GameError, Loaded, Pgn, Start, Which};

fn new_game(catalogue: &Catalogue, start: &Start) -> Game {
    Game::new(catalogue, "chess", start).expect("it is a start")
}

fn fen(text: &str) -> Start {
    Start::Position(text.to_owned())
}

/// A game of random moves, which go on after repetitions.
fn random_game(catalogue: &Catalogue, number: u64, start: &Start) -> Game {
    let mut game = new_game(catalogue, start);
    let mut state = number;
    for _ in 0..mix(number) % 200 {
        state = mix(state.wrapping_add(1));
        if game.is_over() && !game.play_on() {
            break;
        }
        game.play_at((state % game.move_texts().len() as u64) as usize);
    }
    game
}

#[test]
fn positions_come_in_and_go_out_in_fen() {
    let catalogue = chess::catalogue();
    let text = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 3 17";
    assert_eq!(new_game(&catalogue, &fen(text)).position().text(), text);
}

/// What cannot matter is mended as python-chess does, so that the position is the one that was sent.
#[test]
fn fen_of_other_programs_is_read() {
    let catalogue = chess::catalogue();
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R";
    let passed = "4k3/8/8/8/3pP3/8/8/4K3";
    for (text, read) in [
        // Fields that are missing, in capitals, or out of range.
        (castles.to_owned(), format!("{castles} w - - 0 1")),
        (format!("  {castles}   B "), format!("{castles} b - - 0 1")),
        (format!("{castles} w KQkq -"), format!("{castles} w KQkq - 0 1")),
        (format!("{castles} w - - 0 0"), format!("{castles} w - - 0 1")),
        (format!("{castles} w - - - -"), format!("{castles} w - - 0 1")),
        (format!("{castles} w - - -1 -1"), format!("{castles} w - - 0 1")),
        (format!("{castles} w - - 150 99999"), format!("{castles} w - - 100 65535")),
        (format!("{castles} w - - 7"), format!("{castles} w - - 7 1")),
        // Rights in any order and by the files of the rooks, and those of nobody.
        (format!("{castles} w qkQK - 0 1"), format!("{castles} w KQkq - 0 1")),
        (format!("{castles} b HAha - 0 1"), format!("{castles} b KQkq - 0 1")),
        ("4k2r/8/8/8/8/8/8/R4K2 w KQkq - 0 1".to_owned(), "4k2r/8/8/8/8/8/8/R4K2 w k - 0 1".to_owned()),
        // A pawn that may be taken in passing, and one that never came by.
        (format!("{passed} b - e3 0 1"), format!("{passed} b - e3 0 1")),
        (format!("{passed} b - d3 0 1"), format!("{passed} b - - 0 1")),
        (format!("{passed} w - e6 0 1"), format!("{passed} w - - 0 1")),
        // Empty squares one by one, men that were pawns, and a slash too many.
        ("1111k3/8/71/8/8/8/8/Q~3K3/ w".to_owned(), "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1".to_owned()),
        // Operations of EPD, behind four fields or six.
        (format!("{castles} w - - bm Ra8+; id \"a; b\"; hmvc 3; fmvn 9;"), format!("{castles} w - - 3 9")),
        (format!("{castles} w - - 4 5 bm Ra8+"), format!("{castles} w - - 4 5")),
    ] {
        assert_eq!(new_game(&catalogue, &fen(&text)).position().text(), read, "{text}");
    }
}

/// No other position is taken for one that cannot be, and the reason is a line.
#[test]
fn fen_that_is_no_position_is_refused() {
    let catalogue = chess::catalogue();
    for (text, told) in [
        ("", "a FEN has 8 ranks with `/` between them, not 1"),
        ("8/8", "a FEN has 8 ranks with `/` between them, not 2"),
        ("4k3/8/8/8/8/8/8/4K4", "rank 1 has 9 squares, not 8"),
        ("4k3/8/8/8/8/8/8/4K1", "rank 1 has 6 squares, not 8"),
        ("4k3/8/8/0z6/8/8/8/4K3", "rank 5: `0` is neither a man nor a number from 1 to 8"),
        ("4k3/8/8/8/8/8/8/4K3 x", "`x` is no side to move, which is `w` or `b`"),
        ("4k3/8/8/8/8/8/8/4K3 w x", "`x` are no rights to castle, which are of `KQkq`, or `-`"),
        ("4k3/8/8/8/8/8/8/4K3 w - x", "`x` is no square behind a pawn, which is as `e3`, or `-`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1.5", "`1.5` is not the plies since the last capture or pawn move"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "`2` is no operation of EPD"),
        ("4k3/8/8/8/8/8/8/4K3 w - - moves e1e2", "`moves e1e2` is no operation of EPD"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, and one is needed"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, and one is needed"),
        ("4k3/p7/pppppppp/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns, and at most 8 can be"),
        ("4k3/8/8/8/8/Q7/QQQQQQQQ/QQQQKQQQ b - - 0 1", "White has 17 men, and at most 16 can be"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on a8, where it would be another man"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "the kings on e1 and e2 are side by side"),
        ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black is in check, and it is White's turn"),
        ("4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1", "no move can have given the checks in which Black is"),
        ("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", "`B` are rights of Chess960"),
    ] {
        let refused = Game::new(&catalogue, "chess", &fen(text)).expect_err(text).to_string();
        assert!(
            refused.starts_with(&format!("no position of chess: {told}")) && refused.lines().count() == 1,
            "{refused}"
        );
    }
    let problem = Game::new(&catalogue, "chess-problem", &fen("8/8/8/8/8/8/8/K7 w, mate in 3 plies"));
    assert!(problem.expect_err("it has one king").to_string().contains("Black has 0 kings"));
}

#[test]
fn games_that_are_written_in_pgn_are_read() {
    let catalogue = chess::catalogue();
    let black_begins = fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3");
    for number in 0..40 {
        let start = if number % 2 == 0 { Start::default() } else { black_begins.clone() };
        let game = random_game(&catalogue, number, &start);
        let pgn = game.pgn().expect("chess has it");
        let read = Game::read(&catalogue, &pgn).unwrap_or_else(|error| panic!("{error}\n{pgn}"));
        assert_eq!((read.played(), read.position().text()), (game.played(), game.position().text()), "{pgn}");
    }
}

/// What other programs write: comments, variations, marks, and moves behind a repetition.
#[test]
fn pgn_of_other_programs_is_read() {
    let catalogue = chess::catalogue();
    let text = "[Event \"?\"]\n[White \"a\"]\n\n1. Nf3 { a comment } Nf6 $5 2. Ng1 (2. c4 e6 (2... g6)) 2... Ng8\n\
                3. e4 e5 4. Nf3 Nf6 5. Bc4 Bc5 6. 0-0 O-O! 7. d4?! exd4 8. b4 d3 9. a4 dxc2 10. a5 cxb1=Q 1/2-1/2\n\n\
                [Event \"the next one\"]\n\n1. d4 *\n";
    let game = Game::read(&catalogue, text).expect("it is read");
    let moves = "g1f3 g8f6 f3g1 f6g8 e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8 d2d4 e5d4 b2b4 d4d3 a2a4 d3c2 a4a5 c2b1q";
    assert_eq!(game.played_texts(), moves);
    assert!(!game.is_over(), "the repetition was played on");
}

/// The last move of a game that is read from a file, from a list, or move by move, each after these moves.
fn at_every_door(catalogue: &Catalogue, before: &str, form: &str) -> [Result<String, GameError>; 3] {
    let last = |game: Game| game.played().last().map(|last| last.text.clone()).unwrap_or_default();
    let after = |moves: &str| {
        let mut game = new_game(catalogue, &Start::default());
        game.play_all(moves).map(|()| game)
    };
    let typed = after(before).and_then(|mut game| game.play(form).map(|_| game));
    let saved = Game::read(catalogue, &format!("[White \"x\"]\n\n{before} {form} *\n"));
    [saved, after(&format!("{before} {form}")), typed].map(|game| game.map(last))
}

/// The same games over and over, so many bytes of them at most.
struct Month<'t> {
    games: &'t [u8],
    read: usize,
    most: usize,
}

impl Read for Month<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(self.read < self.most, "it is read far beyond its game");
        let rest = &self.games[self.read % self.games.len()..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.read += length;
        Ok(length)
    }
}

/// Files of a month have gigabytes. The parts in which they are read end anywhere in a game.
#[test]
fn the_game_of_a_number_is_read_in_a_file_without_an_end() {
    let catalogue = chess::catalogue();
    let games = "[White \"J\u{f6}rg\"]\r\n\r\n1. e4 {[%clk 0:01:02] (a; comment} e5 (1... c5 2. Nf3) 2. Nf3 1-0\r\n\r\n\
                 [White \"Ana\"]\r\n\r\n1. d4 d5 2. c4 1/2-1/2\r\n\r\n[White \"?\"]\r\n\r\n1. c4 c5 *\r\n\r\n";
    for number in [1, 2, 3, 1000, 20_000, 20_001] {
        let month = Month { games: games.as_bytes(), read: 0, most: 100 * number as usize + (1 << 20) };
        let which = Which { game: number, ..Which::default() };
        let loaded = Loaded::read(&catalogue, BufReader::new(month), which).expect("it is there");
        let (player, moves) =
            [("J\u{f6}rg", "e2e4 e7e5 g1f3"), ("Ana", "d2d4 d7d5 c2c4"), ("?", "c2c4 c7c5")][(number as usize - 1) % 3];
        assert_eq!(loaded.heading.players[0].as_deref().unwrap_or("?"), player, "game {number}");
        assert_eq!(loaded.game.played_texts(), moves, "game {number}");
    }
    let read = |text: &str, game| {
        let which = Which { game, ..Which::default() };
        Loaded::read(&catalogue, text.as_bytes(), which).map(drop).expect_err("it is not there").to_string()
    };
    assert_eq!(read(games, 4), "it has 3 games, and no game 4");
    let damaged = format!("{games}[White \"x\"]\n\n1. e4 e4 *\n");
    assert!(read(&damaged, 4).starts_with("line 15, move 1 of Black: `e4` is no legal move"), "{}", read(&damaged, 4));
    assert_eq!(read(&format!("{games}1. e4 {{no end"), 4), "no saved game: line 13: nothing ends the `{`");
}

/// Moves that say more than they need, or say it in another way, each with the moves that come before it.
#[test]
fn moves_of_other_programs_are_read_at_every_door() {
    let catalogue = chess::catalogue();
    let pinned = "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8";
    let open = "e2e4 e7e5 f1c4 f8c5 g1f3 g8f6";
    let passing = "e2e4 a7a6 e4e5 d7d5";
    let promotes = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6";
    let knights = "g1f3 a7a6 b1c3 b7b6 c3b5 c7c6";
    for (before, forms, read) in [
        ("", "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 N-f3 nf3 ♘f3 ♞f3 g1f3 g1-f3 G1F3 Nf3!?+", Some("g1f3")),
        ("", "e4 e2e4 e2-e4 e2–e4 Pe4 ee4 2e4 E2E4", Some("e2e4")),
        (pinned, "Nge2 Ne2 Ng1e2 N1e2", Some("g1e2")),
        (open, "O-O 0-0 o-o O–O e1g1 e1h1", Some("e1g1")),
        (passing, "ed exd exd:d6 e5xd4", None),
        (passing, "exd6 ed6 e5xd6 e5d6 exd6e.p. exd6ep!", Some("e5d6")),
        (promotes, "bxa8=Q bxa8Q ba8q b7xa8/Q bxa8(Q) bxa8=(Q) b7a8q", Some("b7a8q")),
        (promotes, "bxa8=n bxa8N b7a8n", Some("b7a8n")),
        // What may be two moves, or is none: the first that fits is not taken.
        (knights, "Nd4 Nxd4 bd4 d5d4", None),
        (promotes, "bxa8 b7a8 xa8=Q a8=Q bxa8=K", None),
        ("", "e5 Bc4 bc4 Kg1 O-O -- Z0 0000 @@@@ xyz <e4> e4xyz Ke1g1", None),
    ] {
        let words = before.split(' ').filter(|word| !word.is_empty()).count();
        for form in forms.split(' ') {
            let number = words + 1;
            let told = [
                format!("line 3, move {} of {}: `", words / 2 + 1, ["White", "Black"][words % 2]),
                format!("move {number}: `"),
                "`".to_owned(),
            ];
            for (door, (found, told)) in at_every_door(&catalogue, before, form).into_iter().zip(told).enumerate() {
                match (found, read) {
                    (Ok(found), Some(read)) => assert_eq!(found, read, "{form} at door {door}"),
                    (Err(error), None) => {
                        let error = error.to_string();
                        // A list may begin with a move, and what follows it is none.
                        let is_told = error.starts_with(&told) || door == 1 && form.starts_with("e4");
                        assert!(is_told && error.lines().count() == 1, "{form} at door {door}: {error}");
                    }
                    (found, _) => panic!("{form} after {before} at door {door}: {found:?}"),
                }
            }
        }
    }
}

/// Numbers, marks and results, as people copy games.
#[test]
fn lists_of_moves_are_read_as_people_copy_them() {
    let catalogue = chess::catalogue();
    let ruy_lopez = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";
    for list in [
        "e4 e5 Nf3 Nc6 Bb5 a6",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 *",
        "1 e4 e5 2 Nf3 Nc6 3 Bb5 a6 1/2-1/2",
        "1. e4! 1... e5 2. Nf3?! 2... Nc6 3. Bb5 ± a6 1-0",
        "1.e4,e5,2.Nf3,Nc6,3.Bb5,a6",
        "1. e4 1…e5 2. ♘f3 nc6 3. f1b5 a7-a6",
        ruy_lopez,
        "e2e4e7e5g1f3b8c6f1b5a7a6",
    ] {
        let mut game = new_game(&catalogue, &Start::default());
        game.play_all(list).unwrap_or_else(|error| panic!("{list}: {error}"));
        assert_eq!(game.played_texts(), ruy_lopez, "{list}");
    }
    for (list, told) in [
        ("1. e4 e5 2. Nf6", "move 3: `Nf6` is no legal move here; did you mean `Nf3`?"),
        ("Nf3 a6 Nc3 b6 Nb5 c6 Nd4", "move 7: `Nd4` may be any of `Nfd4`, `Nbd4`"),
        ("f3 e5 g4 Qh4# 0-1 a3", "move 5: the game is over: Black wins"),
        ("e4 e5 -- a6", "move 3: `--` is no legal move here"),
        ("e4 1-0 e5", "move 2: `1-0` is no legal move here"),
    ] {
        let refused = new_game(&catalogue, &Start::default()).play_all(list).expect_err(list).to_string();
        assert!(refused.starts_with(told), "{refused}");
    }
    let mut mated = new_game(&catalogue, &Start::default());
    mated.play_all("1. f3 e5 2. g4 Qh4# 0-1").expect("a result ends it");
    assert!(mated.is_over());
}

/// A king castles onto its rook's square, too, and where it may not castle no other move is guessed.
#[test]
fn castling_is_read_in_all_its_forms_and_is_no_other_move() {
    let catalogue = chess::catalogue();
    let castles = |rights: &str, side: &str| fen(&format!("r3k2r/8/8/8/8/8/8/R3K2R {side} {rights} - 0 1"));
    for (side, forms, read) in [
        ("w", ["O-O", "0-0", "e1g1", "e1h1", "1. O-O+"], "e1g1"),
        ("w", ["O-O-O", "0-0-0", "e1c1", "e1a1", "o-o-o!"], "e1c1"),
        ("b", ["O-O", "0-0", "e8g8", "e8h8", "1...O-O"], "e8g8"),
        ("b", ["O-O-O", "0-0-0", "e8c8", "e8a8", "O–O–O"], "e8c8"),
    ] {
        for form in forms {
            let mut game = new_game(&catalogue, &castles("KQkq", side));
            game.play(form).unwrap_or_else(|error| panic!("{form}: {error}"));
            assert_eq!(game.played_texts(), read, "{form}");
            let refused = new_game(&catalogue, &castles("-", side)).find(form).expect_err(form).to_string();
            assert!(refused.contains("is no legal move here, only "), "{form}: {refused}");
        }
    }
}

#[test]
fn pgn_that_is_no_game_of_chess_is_refused() {
    let catalogue = chess::catalogue();
    for (text, told) in [
        ("1. e4 e5 2. Nf6 *", "line 1, move 2 of White: `Nf6` is no legal move here"),
        ("1. Nf3 a6 2. Nc3 b6 3. Nb5 c6 4. Nd4", "line 1, move 4 of White: `Nd4` may be any of `Nfd4`, `Nbd4`"),
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 12\"]\n\nKe7\nx", "line 4, move 13 of White: `x` is no legal move here"),
        ("1. e4 (e5", "no saved game: line 1: nothing ends the `(`"),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 *", "no saved game: it is a game of Crazyhouse, not of chess"),
        ("[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w\"]\n*", "no saved game: it is a game of Chess960"),
        ("[FEN \"8/8\"]\n\n*", "no position of chess: "),
        ("[FEN \"\"]\n\n*", "no position of chess: "),
    ] {
        let refused = Game::read(&catalogue, text).expect_err("it is wrong").to_string();
        assert!(refused.starts_with(told) && refused.lines().count() == 1, "{refused}");
    }
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    for variant in ["Standard", "CHESS", "normal", "From Position", "Fischerandom", "chess 960", "", "?"] {
        for fen in [String::new(), format!("[SetUp \"0\"]\n[FEN \"{usual}\"]\n")] {
            let game = Game::read(&catalogue, &format!("[Variant \"{variant}\"]\n{fen}\n1. e4 *"));
            assert_eq!(game.map(|game| game.played_texts()).as_deref(), Ok("e2e4"), "{variant}");
        }
    }
}

/// A move in one of its forms, with what stands behind it.
fn spelled(game: &Game, index: usize, chance: u64) -> String {
    let (san, whole) = (Pgn::text_at(game.position(), index), game.position().move_text_at(index));
    let plain = san.trim_end_matches(['+', '#']);
    let castles = plain.starts_with('O');
    let man =
        plain.chars().next().filter(|letter| letter.is_uppercase() && !castles).map_or(String::new(), String::from);
    let long = format!("{man}{}-{}", &whole[..2], &whole[2..]);
    let form = match chance % 4 {
        0 => san.clone(),
        1 if castles => plain.replace('O', "0"),
        1 => long,
        2 if castles => whole,
        2 => format!("{man}{whole}"),
        _ => whole,
    };
    let behind = ["", "!", "!?+", "$14", " {e4 (; }", " (e4 {)} ((e5)) ; )\n)", "; e4\n", "\n% e4 }\n"];
    form + behind[(chance / 4 % behind.len() as u64) as usize] + " "
}

#[test]
fn games_in_every_form_are_read() {
    let catalogue = chess::catalogue();
    for number in 0..40 {
        let game = random_game(&catalogue, number, &Start::default());
        let mut before = new_game(&catalogue, &Start::default());
        let mut text = String::from("[Event \"the \"big\" one\"]\n[ECO C20]\n");
        for (ply, played) in game.played().iter().enumerate() {
            before.play_on();
            if ply % 2 == 0 {
                text += &format!("{}.", ply / 2 + 1);
            }
            text += &spelled(&before, played.index, mix(number << 32 | ply as u64));
            before.play_at(played.index);
        }
        text += "*\n\n[Event \"another\"]\n\n1. a3 {of it} *\n";
        for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
            let read = Game::read(&catalogue, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(read.played_texts(), game.played_texts(), "{text}");
        }
    }
}

/// A client may go on where chess here is drawn already: at a second occurrence, after fifty moves, and between kings.
#[test]
fn a_draw_is_played_on() {
    let catalogue = chess::catalogue();
    let mut game = new_game(&catalogue, &Start::default());
    game.play_all("g1f3 g8f6 f3g1 f6g8").expect("they are legal");
    assert!(game.is_over() && game.play_on() && !game.is_over());
    game.play_all("g1f3 g8f6").expect("they are legal");
    assert!(game.is_over(), "this board, too, was there before");
    assert!(game.play_on() && game.play("f3g1").is_ok());
    assert_eq!(game.undo().map(|played| played.text).as_deref(), Some("f3g1"));
    assert!(game.is_over() && game.played().len() == 6);
    for (text, goes_on) in [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", true),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", false),
    ] {
        let mut game = new_game(&catalogue, &fen(text));
        assert!(game.is_over(), "{text}");
        assert_eq!(game.play_on(), goes_on, "{text}");
        assert_eq!(game.is_over(), !goes_on, "{text}");
    }
}

fn laboratory() -> Command {
    Command::new(env!("CARGO_BIN_EXE_laboratory"))
}

/// What the engine answers over UCI to a whole input.
fn uci(searcher: &str, input: &str) -> Vec<String> {
    let mut engine = laboratory();
    engine.args(["engine", "--protocol", "uci", "--bytes", "16777216", "--searcher", searcher]);
    let mut engine =
        engine.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    engine.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
    let output = engine.wait_with_output().expect("it ends with its input");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it speaks text").lines().map(str::to_owned).collect()
}

#[test]
fn the_engine_tells_mates_and_hundredths_of_a_pawn() {
    let mate_in_two = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    for (searcher, go) in [("principal-variation-search", "mate 2"), ("uct-best-first:ends=solver", "nodes 20000")] {
        let answer = uci(searcher, &format!("{mate_in_two}\ngo {go}\n"));
        assert!(answer.iter().any(|line| line.contains(" score mate 2 ")), "{answer:#?}");
        assert!(answer.last().expect("it answers").starts_with("bestmove a1a6"), "{answer:#?}");
    }
    let answer = uci("principal-variation-search", "position fen 4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1\ngo depth 1\n");
    let score = answer[0].split(" score cp ").nth(1).and_then(|rest| rest.split(' ').next()).expect("it has one");
    assert!((-2400..-1400).contains(&score.parse::<i32>().expect("it is a number")), "{answer:#?}");
    for (position, said) in [("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")] {
        let answer = uci("best-first", &format!("position fen {position}\ngo\n"));
        assert_eq!(answer, [format!("info depth 0 score {said}"), "bestmove (none)".to_owned()]);
    }
}

/// Castling, capturing in passing and promotion, as the protocol writes them, and a game that repeats itself.
#[test]
fn the_engine_follows_every_kind_of_move() {
    let moves = "e2e4 a7a6 e4e5 d7d5 e5d6 e7d6 g1f3 g8f6 f1e2 b8c6 e1g1 c8g4 a2a4 d8d7 a4a5 e8c8 a1a3 h7h5 a3a1 h5h4 \
                 a1a3 h4h3 a3a1 h3g2 a1a3 g2f1q";
    let answer = uci("best-first", &format!("position startpos moves {moves}\ngo nodes 300\n"));
    assert!(answer.last().expect("it answers").starts_with("bestmove "), "{answer:#?}");
    assert!(answer.iter().all(|line| !line.contains("info string")), "{answer:#?}");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(30);
    let answer = uci("best-first", &format!("position startpos moves {shuffle}\ngo nodes 300\n"));
    assert!(answer.last().expect("it answers").len() >= "bestmove e2e4".len(), "{answer:#?}");
}

/// The doors of the program: the protocol, the option, and what is typed.
#[test]
fn the_program_reads_moves_as_records_of_chess_have_them() {
    let moves = "e4 e5 Nf3 Nc6 Bc4 Bc5 e1h1";
    let answer = uci("best-first", &format!("position startpos moves {moves}\ngo nodes 300 searchmoves Nf6 d8g5\n"));
    assert!(answer.iter().all(|line| !line.contains("info string")), "{answer:#?}");
    let run = |command: &mut Command, input: &str| {
        let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        program.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
        let output = program.wait_with_output().expect("it ends");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("it speaks text")
    };
    let said =
        run(laboratory().args(["analyse", "chess", "--searcher", "best-first:evaluations=50", "--moves", moves]), "");
    assert!(said.contains("Black's best move is "), "{said}");
    let said = run(laboratory().args(["play", "chess", "--searcher", "best-first:evaluations=50"]), "1. Nf3!\nquit\n");
    assert!(said.contains("The game: g1f3 "), "{said}");
}

/// OpenBench reads a number before `nodes` and one before `nps`, of standard output and standard error together.
#[test]
fn a_bench_repeats_and_ends_by_itself() {
    let bench = || {
        let output = laboratory().arg("bench").stdin(Stdio::null()).output().expect("it starts");
        assert!(output.status.success() && output.stderr.is_empty() && output.stdout.is_ascii());
        let said = String::from_utf8(output.stdout).expect("it speaks text");
        let (nodes, rest) = said.split_once(" nodes ").expect("it says its nodes");
        let speed = rest.strip_suffix(" nps\n").expect("it says its speed");
        assert!(speed.parse::<u64>().expect("it is a number") > 0);
        nodes.parse::<u64>().expect("they are a number")
    };
    let nodes = bench();
    assert!(nodes > 10_000);
    assert_eq!(bench(), nodes);
    let said = uci("uct-best-first", "bench\n");
    assert!(said.iter().any(|line| line.ends_with(" nps")), "{said:#?}");
}

/// A book of positions and of moves in every form, for searchers and for an engine, which is told of each.
#[cfg(unix)]
#[test]
fn a_book_of_positions_or_moves_is_played_from_by_searchers_and_engines() {
    let folder = tempfile::tempdir().expect("there is room");
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    let books = [
        (format!("{sicilian} hmvc 0; fmvn 2; id \"a: #1\"; bm Nf3;\n{sicilian}\n"), format!("{sicilian} 0 2")),
        (
            "1. e4 c5 2. Nf3  # Sicilian\ne2e4 e7e5\n".to_owned(),
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2".to_owned(),
        ),
    ];
    let program = env!("CARGO_BIN_EXE_laboratory");
    fs::write(folder.path().join("engine.sh"), format!("#!/bin/sh\nexec '{program}' engine --protocol uci \"$@\"\n"))
        .unwrap();
    fs::set_permissions(folder.path().join("engine.sh"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let engine = "{ engine = \"./engine.sh --searcher best-first\", protocol = \"uci\", nodes = 100 }";
    for (place, (book, start)) in books.iter().enumerate() {
        fs::write(folder.path().join("book"), book).expect("it can be written");
        for (name, opponent) in [("engine", engine), ("searcher", "\"alpha-beta:evaluations=100\"")] {
            let results = format!("{name}-{place}");
            let pgn = experiment_from(folder.path(), "openings = \"book\"\n", opponent, &results);
            check_games(&pgn);
            assert!(pgn.contains(&format!("[FEN \"{start}\"]")), "{pgn}");
        }
    }
}

/// Plays an experiment, and returns its games in PGN.
fn experiment(folder: &Path, opponent: &str) -> String {
    experiment_from(folder, "", opponent, "results")
}

/// The same with more keys of the description.
fn experiment_from(folder: &Path, keys: &str, opponent: &str, results: &str) -> String {
    let description = folder.join("match.toml");
    let text = format!(
        "name = \"over-uci\"\n{keys}pairs = 2\nchallenger = {{ searcher = \"principal-variation-search\", evaluations = 300 }}\n\
         opponent = {opponent}\n\n[[games]]\ngame = {{ kind = \"chess\" }}\nevaluation = \"piece-squares\"\n"
    );
    fs::write(&description, text).expect("it can be written");
    let results = folder.join(results);
    let run = |command: &mut Command| {
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("it is text")
    };
    run(laboratory().arg("experiment").arg(&description).arg("--out").arg(&results));
    run(laboratory().arg("games").arg(&results).args(["--format", "pgn"]))
}

/// The games are whole: no fault ended one, and each can be read.
fn check_games(pgn: &str) {
    assert!(!pgn.contains("lost it") && pgn.matches("[Termination \"normal\"]").count() == 4, "{pgn}");
    let catalogue = chess::catalogue();
    for game in pgn
        .split("\n\n[Event")
        .map(|game| if game.starts_with('[') { game.to_owned() } else { format!("[Event{game}") })
    {
        let game = Game::read(&catalogue, &game).unwrap_or_else(|error| panic!("{error}\n{game}"));
        assert!(game.is_over() && game.played().len() > 4);
    }
}

#[test]
fn an_engine_over_uci_is_an_opponent_and_its_games_are_kept() {
    let folder = tempfile::tempdir().expect("there is room");
    let program = env!("CARGO_BIN_EXE_laboratory");
    let opponent = format!(
        "{{ engine = \"'{program}' engine --protocol uci --bytes 16777216\", protocol = \"uci\", nodes = 200, \
         options = {{ Searcher = \"best-first\", memory = \"prune\" }} }}"
    );
    check_games(&experiment(folder.path(), &opponent));
}

/// Stockfish at limited strength, where it is installed (`apt-get install stockfish`).
#[test]
fn stockfish_is_an_opponent() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let Some(program) = folders.map(|folder| folder.join("stockfish")).find(|program| program.is_file()) else {
        writeln!(std::io::stderr(), "not tested: stockfish is not installed").expect("somebody listens");
        return;
    };
    let folder = tempfile::tempdir().expect("there is room");
    let opponent = format!(
        "{{ engine = \"{}\", protocol = \"uci\", nodes = 500, options = {{ \"Skill Level\" = 0, UCI_LimitStrength = true, \
         UCI_Elo = 1350, Hash = 16 }} }}",
        program.display()
    );
    check_games(&experiment(folder.path(), &opponent));
}

#[test]
fn its_entry_says_how_it_is_learnt() {
    let catalogue = chess::catalogue();
    let about = catalogue.game_named("chess").expect("it is there");
    assert_eq!(about.all_learnt, ["learnt", "network"]);
    assert_eq!(about.planes.as_ref().map(|planes| planes.outlook.shape), Some([12, 8, 8]));
}
