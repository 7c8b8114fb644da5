//! Games of Othello and Amazons as other programs write them.

use std::io;

use bestply::mix;
use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Engine, Game, Gtp, NBoard, Start, Thinker};
use proptest::prelude::*;

/// Black takes all of white's discs, and 51 squares stay empty.
const WIPED_OUT: &str = "e6f4e3f6g5d6e7f5c5";

fn othello(catalogue: &Catalogue) -> Game {
    Game::new(catalogue, "othello", &Start::default()).expect("it is a game")
}

/// So many random plies, or fewer where the game ends before.
fn random_game(catalogue: &Catalogue, seed: u64, plies: usize) -> Game {
    let mut game = othello(catalogue);
    for ply in 0..plies as u64 {
        match game.move_texts().len() as u64 {
            0 => break,
            moves => game.play_at((mix(seed ^ mix(ply)) % moves) as usize),
        }
    }
    game
}

/// The moves of a game with its passes written so; left out where that is `None`, but for a pass that ends the game.
fn moves(game: &Game, pass: Option<&str>) -> Vec<String> {
    let texts: Vec<&str> = game.played().iter().map(|played| played.text.as_str()).collect();
    let last = texts.len().saturating_sub(1);
    let written = |(place, &text): (usize, &&str)| match (text, pass) {
        ("--", Some(pass)) => Some(pass.to_owned()),
        ("--", None) if place < last => None,
        _ => Some(text.to_owned()),
    };
    texts.iter().enumerate().filter_map(written).collect()
}

/// The game as an archive of a server has it, without its passes where they are not written.
fn ggf(game: &Game, pass: Option<&str>) -> String {
    let played = game.played().iter().filter(|played| pass.is_some() || played.text != "--");
    let moves = played.enumerate().map(|(place, played)| {
        let side = if game.side_name(played.side) == "black" { "B" } else { "W" };
        let mv = if played.text == "--" { pass.unwrap_or_default().to_owned() } else { played.text.to_uppercase() };
        let tail = ["", "//0.01", "/-1.00/3.5", "/2.00", "/"][place % 5];
        format!("{side}[{mv}{tail}]{}", ["", "\n", " "][place % 3])
    });
    let moves: String = moves.collect();
    format!(
        "(;GM[Othello]PC[GGS/os]DT[2003.01.01_00:00:00.MST]PB[one]PW[t\\]wo]RB[1900.00]TI[05:00//02:00]TY[s8r4]\
         RE[+2.000:t]C[a [note\\]]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
         \r\n{moves};)"
    )
}

/// Every way of writing a game.
fn writings(game: &Game) -> Vec<String> {
    let mut lists = Vec::new();
    for pass in [None, Some("--"), Some("PA"), Some("pa"), Some("ps"), Some("PS"), Some("pass"), Some("@@"), Some("-")]
    {
        let moves = moves(game, pass);
        let numbered = |(ply, mv): (usize, &String)| match ply % 2 {
            0 => format!("{}. {mv}", ply / 2 + 1),
            _ => mv.clone(),
        };
        lists.extend([
            moves.concat(),
            moves.concat().to_uppercase(),
            moves.join(" "),
            moves.join(", ").to_uppercase(),
            moves.join("\r\n"),
            moves.iter().enumerate().map(numbered).collect::<Vec<_>>().join(" "),
        ]);
    }
    lists
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 12 } else { 400 }))]

    /// Near the end of a random game there are passes more often than not.
    #[test]
    fn a_game_is_the_same_whoever_wrote_it(seed: u64, plies in 40..=70usize) {
        let catalogue = Catalogue::standard();
        let game = random_game(&catalogue, seed, plies);
        for text in writings(&game) {
            let mut read = othello(&catalogue);
            read.play_all(&text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
            prop_assert_eq!(read.played(), game.played(), "{}", text);
            let record = Game::read(&catalogue, &format!("game = 'othello'\nmoves = \"\"\"\n{text}\"\"\""));
            let record = record.expect("it is a record");
            prop_assert_eq!(record.played(), game.played(), "{}", text);
        }
        let is_pass_last = game.played().last().is_some_and(|last| last.text == "--");
        // What is written here is read here.
        let read = Game::read(&catalogue, &game.ggf().expect("it is a game of Othello"));
        let read = read.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(read.played(), game.played());
        if !is_pass_last {
            let mut read = othello(&catalogue);
            prop_assert!(read.play_all(&game.transcript()).is_ok(), "{}", game.transcript());
            prop_assert_eq!(read.played(), game.played());
        }
        for pass in [None, Some("PA"), Some("pass"), Some("--")] {
            if pass.is_none() && is_pass_last {
                continue;
            }
            let text = ggf(&game, pass);
            let other = ggf(&random_game(&catalogue, !seed, plies), pass);
            for text in [text.clone(), format!("1 {text}\n2 {other}{other}"), format!("\u{feff}\n\n 2 {text}{other}")] {
                let read = Game::read(&catalogue, &text);
                let read = read.map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
                prop_assert_eq!(read.played(), game.played(), "{}", text);
            }
        }
    }

    #[test]
    fn a_pass_that_is_left_out_is_played_wherever_moves_come_one_by_one(seed: u64) {
        let catalogue = Catalogue::standard();
        let game = random_game(&catalogue, seed, 70);
        let mut read = othello(&catalogue);
        for mv in moves(&game, None) {
            read.play(&mv).map_err(|error| TestCaseError::fail(error.to_string()))?;
        }
        prop_assert_eq!(read.played(), game.played());
    }

    /// On a board of one colour neither side has a move, nor on a full one.
    #[test]
    fn a_finished_game_has_one_score(
        squares in proptest::collection::vec(0..2usize, 64),
        letters in prop_oneof![Just(['-', 'X']), Just(['-', 'O']), Just(['X', 'O'])],
        side in 0..2usize,
    ) {
        let board: String = squares.iter().map(|&square| letters[square]).collect();
        let catalogue = Catalogue::standard();
        let start = Start::Position(format!("{board} {}", ["X", "O"][side]));
        let game = Game::new(&catalogue, "othello", &start).expect("it is a board");
        prop_assert!(game.is_over());
        let [empty, black, white] = ['-', 'X', 'O'].map(|letter| board.matches(letter).count() as i32);
        let score = black - white + (black - white).signum() * empty;
        let outcome = game.outcome().expect("it is over");
        prop_assert_eq!((outcome.score, outcome.margin()), (Some(score), (score != 0).then_some(score.unsigned_abs())));
        let [gtp, nboard] = ["final_score\n", "analyze\n"].map(|line| said(&catalogue, &game, line));
        let expected = match score {
            0 => "= 0".to_owned(),
            1.. => format!("= B+{score}"),
            _ => format!("= W+{}", -score),
        };
        prop_assert_eq!(gtp.trim_end(), expected);
        let for_mover = if side == 0 { score } else { -score };
        prop_assert!(nboard.contains(&format!("analysis 0 {for_mover}.00\n")), "{}: {}", score, nboard);
    }
}

/// What an engine answers to a line: NBoard's `analyze`, or a command of GTP.
fn said(catalogue: &Catalogue, game: &Game, line: &'static str) -> String {
    let searcher = catalogue.player("best-first:evaluations=100").expect("it is a searcher");
    let engine = Engine::new(catalogue, game.clone(), &searcher, None).expect("it thinks");
    let (mut output, input) = (Vec::new(), io::Cursor::new(line));
    match line {
        "analyze\n" => engine.serve(NBoard::new, input, &mut output),
        _ => engine.serve(Gtp::new, input, &mut output),
    }
    .expect("it can be written");
    String::from_utf8(output).expect("answers are texts")
}

#[test]
fn a_side_that_is_wiped_out_leaves_its_squares_to_the_winner_everywhere() {
    let catalogue = Catalogue::standard();
    let mut game = othello(&catalogue);
    game.play_all(WIPED_OUT).expect("they are legal");
    assert_eq!(game.outcome_words().as_deref(), Some("black wins by 64"));
    assert!(game.record().contains("black wins by 64"), "{}", game.record());
    assert_eq!(said(&catalogue, &game, "final_score\n"), "= B+64\n\n");
    let analysis = said(&catalogue, &game, "analyze\n");
    assert!(analysis.starts_with("analysis 9 -64.00\n"), "{analysis}");
    let last = game.undo().expect("it was played");
    assert_eq!(last.text, "c5");
    let near = Start::Position(format!("-OX{}------- X", "X".repeat(54)));
    let near = Game::new(&catalogue, "othello", &near).expect("it is a board");
    let searcher = catalogue.player("best-first:evaluations=100").expect("it is a searcher");
    let mut thinker = Thinker::new(&catalogue, &near, &searcher, None).expect("it thinks");
    let report = thinker.think(&near, &thinker.limit()).expect("the game goes on");
    let proved = near.proved_words(report.outcome.expect("it is solved"));
    let mut played = near.clone();
    played.play("a1").expect("it is legal");
    assert_eq!((proved.as_str(), played.outcome_words().as_deref()), ("black wins by 64", Some("black wins by 64")));
}

/// What is read of a text in GGF, or what is said against it.
fn read(text: &str) -> String {
    match Game::read(&Catalogue::standard(), text) {
        Ok(game) => format!("{}: {}\n  {}", game.about().name, game.played_texts(), game.position().text()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn games_of_servers_are_read_on_their_boards_or_refused() {
    let ten = "10 ---------- ---------- ---------- ---------- ----O*---- ----*O---- ---------- ---------- ---------- \
               ---------- *";
    let amazons = "10 ---*--*--- ---------- ---------- *--------* ---------- ---------- O--------O ---------- \
                   ---------- ---O--O--- *";
    let wiped_out = |more: &str| format!("(;B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]{more};)");
    let texts = [
        ("Othello on a larger board", &*format!("7 (;GM[Othello]TY[10]BO[{ten}]B[G6]W[E7];)")),
        ("the size in the type alone", "(;GM[Othello]TY[6]B[E4];)"),
        ("blanks, small letters, semicolons", "( ;\n GM [othello] ty[8] ; b[d3] ; w[C5] )"),
        ("Amazons", &format!("(;GM[Amazons]TY[10]BO[{amazons}]B[D1-D8-H8/11.50/5.04]W[a7-a5-c3//21.42];)")),
        ("Amazons without a board", "(;GM[Amazons]TY[6]RE[-3.00];)"),
        ("burnt squares", "(;GM[Amazons]BO[6 *----# ------ ------ ------ ------ -----O O]W[F6-F5-A5];)"),
        (
            "a komi, and what means nothing here",
            "(;TY[8kr4]KM[-3.000]KB[3.0/2]KW[1.0/2]CP[a [b]SC[1]\
             BO[8 ---------------------------OX------XO---------------------------X]B[F5];)",
        ),
        ("passes after the end", &wiped_out("W[PA]B[pass]")),
        ("a move after the end", &wiped_out("W[A1]")),
        ("an anti-game", "(;GM[Othello]TY[8a]B[F5];)"),
        ("a random start that is not there", "(;GM[Othello]TY[s8r20]B[F5];)"),
        ("a board that the catalogue does not have", "(;GM[Othello]TY[12]B[F5];)"),
        ("an unknown type", "(;GM[Othello]TY[8z]B[F5];)"),
        ("SGF", "(;GM[1]FF[4]SZ[9];B[ee];)"),
        ("a number", "(;GM[Othello]B[1];)"),
        ("a pass of a side that has moves", "(;GM[Othello]B[F5]W[PA];)"),
        ("a side twice", "(;GM[Othello]B[F5]B[D6];)"),
        ("variations", "(;GM[Othello]B[F5](;W[D6])(;W[F6]))"),
    ];
    let told: Vec<String> = texts.iter().map(|(what, text)| format!("{what}:\n  {}", read(text))).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn what_other_games_call_a_move_is_no_pass() {
    let catalogue = Catalogue::standard();
    let mut go = Game::new(&catalogue, "go-5x5", &Start::default()).expect("it is a game");
    for text in ["PA", "ps", "@@", "-"] {
        assert!(go.clone().play(text).is_err() && go.clone().play_all(text).is_err(), "{text}");
    }
    go.play_all("c3 pass Pass").expect("passes are moves of Go");
    assert_eq!(go.played_texts(), "c3 -- --");
    assert_eq!(go.outcome_words().as_deref(), Some("black wins by 18"), "25 points less a komi of 7");
}
