//! Games of Go and Othello in the Smart Game Format, as programs of forty years write them.

use bestply::mix;
use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Game, Heading, Sgf, Start};
use proptest::prelude::*;

const GAMES: [&str; 6] = ["go-5x5", "go-7x7", "go-9x9", "othello", "othello-6x6", "othello-10x10"];

/// A random game of so many plies, or fewer where it ends before; from a position on that it comes to, if `is_set_up`.
fn random_game(catalogue: &Catalogue, name: &str, seed: u64, plies: u64, is_set_up: bool) -> Game {
    let begin = |start: &Start| Game::new(catalogue, name, start).expect("it is a game");
    let played = |mut game: Game, seed: u64| {
        for ply in 0..plies {
            match game.move_texts().len() as u64 {
                0 => break,
                moves => game.play_at((mix(seed ^ mix(ply)) % moves) as usize),
            }
        }
        game
    };
    if !is_set_up {
        return played(begin(&Start::default()), seed);
    }
    let mut before = played(begin(&Start::default()), !seed);
    // The format has no passes before a game.
    while before.played().last().is_some_and(|last| last.text == "--") {
        before.undo();
    }
    played(begin(&Start::Position(before.position().text())), seed)
}

/// What is read of a text, or what is said against it.
fn read(text: &str, variation: u64) -> String {
    let catalogue = Catalogue::standard();
    let sgf = match Sgf::read(text, variation) {
        Ok(sgf) => sgf,
        Err(error) => return error.to_string(),
    };
    let game = match sgf.game(&catalogue) {
        Ok(game) => game,
        Err(error) => return error.to_string(),
    };
    let heading = sgf.heading.line(|side| game.side_name(side));
    let said = [heading, sgf.note(&game)].into_iter().flatten().map(|said| format!("\n  {said}"));
    let (name, start) = (game.about().name, game.start().text());
    format!("{name}: {start}: {}{}", game.played_texts(), said.collect::<String>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 1000 }))]

    #[test]
    fn what_is_written_is_read(seed: u64, plies in 0..90u64, name in 0..GAMES.len(), is_set_up: bool) {
        let catalogue = Catalogue::standard();
        let game = random_game(&catalogue, GAMES[name], seed, plies, is_set_up);
        let text = game.sgf().expect("it is written");
        let read = Game::read(&catalogue, &text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(read.played(), game.played(), "{}", text);
        prop_assert_eq!(read.start().text(), game.start().text(), "{}", text);
        prop_assert_eq!(read.about().name, game.about().name);
        let sgf = Sgf::read(&text, 1).expect("it is read");
        prop_assert_eq!(format!("{sgf}\n"), &*text, "what is read is written alike");
        if name > 2 && game.played().last().is_some_and(|last| last.text != "--") {
            let left_out = text.replace(";B[]", "").replace(";W[]", "");
            let read = Game::read(&catalogue, &left_out).expect("forced passes may be left out");
            prop_assert_eq!(read.played(), game.played(), "{}", left_out);
        }
    }

    #[test]
    fn names_are_read_as_they_were_written(
        names in proptest::collection::vec("[^\\p{Cc}\\s?*.-][^\\p{Cc}\\s]{0,12}", 4)
    ) {
        let mut sgf = Sgf::of(&random_game(&Catalogue::standard(), "go-5x5", 1, 9, false)).expect("it is written");
        let [black, white, event, date] = [0, 1, 2, 3].map(|place| Some(names[place].clone()));
        sgf.heading = Heading { players: [black, white], event, date, result: None };
        let read = Sgf::read(&sgf.to_string(), 1).expect("it is read");
        prop_assert_eq!(read.heading, sgf.heading);
    }

    #[test]
    fn damaged_texts_are_read_or_refused(
        seed: u64,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), "[\\[\\]();:\\\\a-iA-Z0-9é\n]{0,3}", 0..4usize), 1..6),
    ) {
        let catalogue = Catalogue::standard();
        let game = random_game(&catalogue, GAMES[seed as usize % GAMES.len()], seed, 20, seed % 3 == 0);
        let mut letters: Vec<char> = game.sgf().expect("it is written").replace(";W", "(;B[aa])(;W").chars().collect();
        for (place, text, removed) in changes {
            let place = place.index(letters.len());
            let end = letters.len().min(place + removed);
            letters.splice(place..end, text.chars());
        }
        let text: String = letters.into_iter().collect();
        let _ = Game::read(&catalogue, &text);
        for variation in 0..4 {
            let _ = Sgf::read(&text, variation).map(|sgf| (sgf.game(&catalogue).map(drop), sgf.to_string()));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(\\(;)?([A-Za-z]{0,3}(\\[[^\\]]{0,6}\\]?){0,2}[;() \n\\\\]{0,2}){0,9}\\)?") {
        let _ = Game::read(&Catalogue::standard(), &text);
        let _ = Sgf::read(&text, 1).map(|sgf| sgf.to_string());
    }
}

#[test]
fn games_of_go_are_read_in_all_versions() {
    let deep = format!("(;SZ[5];B[aa]{}(;W[bb]{}", "(;C[]".repeat(100_000), ")".repeat(100_002));
    let texts = [
        ("two variations, the main line", "(;GM[1]FF[4]SZ[5]KM[7]PB[Ana]PW[Ben];B[cc];W[bc](;B[dd])(;B[ee]))", 1),
        ("the other one", "(;GM[1]FF[4]SZ[5]KM[7]PB[Ana]PW[Ben];B[cc];W[bc](;B[dd])(;B[ee]))", 2),
        ("none of that number", "(;GM[1]FF[4]SZ[5];B[cc];W[bc](;B[dd])(;B[ee]))", 3),
        ("variations in variations", "(;GM[1]SZ[5];B[cc](;W[bc](;B[dd];W[de])(;B[ee]))(;W[aa]))", 3),
        (
            "texts with marks and soft breaks",
            "(;SZ[5]PB[A \\] \\\\ n\\\na]PW[B\ne]C[B[aa\\] (;\\: no: move]EV[Open \\[1\\]];B[cc]N[x\\]];W[])",
            1,
        ),
        ("passes", "(;GM[1]SZ[5];B[tt];W[cc];B[];W[];B[dd])", 1),
        ("more passes than end it", "(;GM[1]SZ[5];B[];W[];B[];W[])", 1),
        ("a handicap", "(;GM[1]SZ[9]HA[2]KM[0.5]AB[cg][gc];W[ee];B[ec])", 1),
        ("a handicap without moves", "(;GM[1]SZ[9]HA[2]AB[cg]AB[gc])", 1),
        ("a handicap move by move", "(;GM[1]SZ[5]HA[2];B[bb];B[dd];W[cc])", 1),
        ("rectangles, and who is to move", "(;GM[1]SZ[5:5]AB[aa:cb]AW[ed:dd]AE[ba]PL[W])", 1),
        ("men that are set up later", "(;GM[1]SZ[5];B[aa];W[bb];AE[aa]AW[ee]AB[dd]PL[B];B[cc])", 1),
        ("old names and small letters", "(;GaMe[1]SiZe[5]KoMi[7]PlayerBlack[Ana]AddBlack[aa];White[bb];Black[cc])", 1),
        ("small letters alone", "(;gm[1]sz[5]ff[1];b[aa];w[bb])", 1),
        (
            "a mail before, another game behind",
            "Hello (as promised)\n\n( ;FF[3]GM[1] SZ [5]\n;B [aa] )\n(;SZ[5];B[ee])",
            1,
        ),
        ("nothing but a start", "(;)", 1),
        ("no kind", "(;SZ[5];B[cc])", 1),
        ("many open at once", &deep, 1),
        ("a board that is not here", "(;GM[1]SZ[19];B[pd])", 1),
        ("the usual board", "(;GM[1]FF[4];B[pd])", 1),
        ("sides of two lengths", "(;GM[1]SZ[9:13];B[aa])", 1),
        ("no size", "(;GM[1]SZ[x];B[aa])", 1),
        ("another game", "(;GM[3]FF[4];B[aa])", 1),
        ("a point beside the board", "(;GM[1]SZ[9]\n;B[ee];W[zz])", 1),
        ("men beside the board", "(;GM[1]SZ[9]AB[aa:jj])", 1),
        ("a point that is taken", "(;GM[1]SZ[9];B[ee]\n;W[ee])", 1),
        ("men that cannot stand", "(;GM[1]SZ[5]\nAB[aa]AW[ab][ba])", 1),
        ("no end", "(;GM[1]SZ[9];B[ee];W[gc]", 1),
        ("a value without an end", "(;GM[1]SZ[9]\n;B[ee];W[gc", 1),
        ("no value", "(;GM[1]SZ[9];B;W[aa])", 1),
        ("no property", "(;GM[1]SZ[9];B[aa][bb];\n?;W[cc])", 1),
        ("no semicolon", "(;GM[1]SZ[9](B[aa]))", 1),
    ];
    let read = texts.map(|(what, text, variation)| format!("{what}\n  {}\n", read(text, variation)));
    insta::assert_snapshot!(bestply_testkit::reviewable(&read.concat()));
}

#[test]
fn games_of_othello_are_read_as_go_has_points_and_as_its_programs_write_them() {
    let board = "AB[e4][d5]AW[d4][e5]PL[B]";
    let texts = [
        ("as in Go", "(;GM[2]FF[4]SZ[8]PB[Ana]PW[Ben];B[fe];W[df];B[cc])"),
        ("without a size", "(;GM[2];B[fe])"),
        ("letters and numbers", &*format!("(;GM[2]FF[4]SZ[8]AP[x:1]{board};B[f5];W[d6];B[c3])")),
        (
            "the first move beside the board, semicolons behind",
            &format!("(;FF[4]GM[2]SZ[8]{board}RE[Void]B[f5];W[D6];)"),
        ),
        ("the usual men as points", "(;GM[2]SZ[8]AB[ed][de]AW[dd][ee]PL[B];B[fe])"),
        ("another start", "(;GM[2]SZ[8]AB[ed][de][fe][ee]AW[dd]PL[W];W[df])"),
        ("a smaller board", "(;GM[2]SZ[6];B[ed])"),
        ("a board that is not here", "(;GM[2]SZ[12];B[ff])"),
        ("a pass where there is a move", "(;GM[2];B[fe];W[];B[cc])"),
        ("twice in a row", "(;GM[2];B[fe];B[dc])"),
    ];
    let read = texts.map(|(what, text)| format!("{what}\n  {}\n", read(text, 1)));
    insta::assert_snapshot!(bestply_testkit::reviewable(&read.concat()));
}

#[test]
fn what_begins_alike_is_told_apart() {
    let catalogue = Catalogue::standard();
    for (text, name, moves) in [
        ("(;B[F5];)", "othello", "f5"),
        ("(;GM[Othello]PC[x]B[F5]W[D6];)", "othello", "f5 d6"),
        ("(;GM[2]B[F5];W[D6];)", "othello", "f5 d6"),
        ("(;SZ[5];B[cc])", "go-5x5", "c3"),
        ("(;GM[Amazons]TY[6];)", "amazons-6x6", ""),
    ] {
        let game = Game::read(&catalogue, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((game.about().name, game.played_texts().as_str()), (name, moves), "{text}");
    }
}

#[test]
fn a_finished_game_says_its_result_and_other_games_are_not_written() {
    let catalogue = Catalogue::standard();
    let mut game = random_game(&catalogue, "othello", 0, 0, false);
    game.play_all("e6f4e3f6g5d6e7f5c5").expect("they are legal");
    assert!(game.sgf().expect("it is written").contains("RE[B+64]"));
    let mut game = random_game(&catalogue, "go-5x5", 0, 0, false);
    game.play_all("-- --").expect("they are legal");
    let text = game.sgf().expect("it is written");
    assert!(text.contains("KM[7]RE[W+7]") && text.ends_with("\n;B[];W[])\n"), "{text}");
    let other = random_game(&catalogue, "tic-tac-toe", 1, 2, false).sgf().expect_err("it has none").to_string();
    assert!(other.starts_with("tic-tac-toe is not written in SGF"), "{other}");
}
