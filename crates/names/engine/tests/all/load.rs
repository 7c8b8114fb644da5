//! The n-th game of a file in each format.

use std::io::{BufReader, Read};

use bestply_catalogue::{Catalogue, Playable};
use bestply_engine::{Game, Loaded, Start, Which, Wthor};
use proptest::prelude::*;

fn read(text: &[u8], game: u64, variation: u64) -> String {
    match Loaded::read(&Catalogue::standard(), text, Which { game, variation }) {
        Ok(loaded) => format!("{}: {}", loaded.game.about().name, loaded.game.played_texts()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_game_of_a_number_is_read_in_every_format() {
    let sgf = "(;GM[1]SZ[5];B[cc])\n(;GM[2];B[fe];W[df])\n(;SZ[7];B[dd](;W[cc])(;W[ee]))";
    let ggf = "2 (;GM[Othello]B[F5];) (;GM[Othello]B[D3];)\n1 (;GM[Othello]B[C4]W[C3];)";
    let saved = "game = \"othello\"\nmoves = \"f5 d6\"\n";
    for (text, game, variation, found) in [
        (sgf, 1, 1, "go-5x5: c3"),
        (sgf, 2, 1, "othello: f5 d6"),
        (sgf, 3, 2, "go-7x7: d4 e3"),
        (sgf, 3, 3, "no saved game: there is no variation 3: the main line is 1, and the last one 2"),
        (sgf, 4, 1, "it has 3 games, and no game 4"),
        (ggf, 2, 1, "othello: d3"),
        (ggf, 3, 1, "othello: c4 c3"),
        (ggf, 4, 1, "it has 3 games, and no game 4"),
        (ggf, 1, 2, "no saved game: lines have numbers in SGF alone: there is no variation 2"),
        (saved, 1, 1, "othello: f5 d6"),
        (saved, 2, 1, "it has 1 game, and no game 2"),
        ("(;SZ[5];B[cc])\n\n(;SZ[5];B[cc];W[dd]", 2, 1, "no saved game: line 3: nothing ends the `(`"),
    ] {
        assert_eq!(read(text.as_bytes(), game, variation), found, "{text}");
    }
}

/// Bytes without an end, after some.
struct Endless<'a>(&'a [u8], u64);

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if !self.0.is_empty() {
            return self.0.read(buffer);
        }
        self.1 += buffer.len() as u64;
        assert!(self.1 < 1 << 27, "it is read far beyond what is asked for");
        buffer.fill(b'\n');
        Ok(buffer.len())
    }
}

#[test]
fn a_file_is_read_no_further_than_its_game() {
    for text in ["(;GM[1]SZ[5];B[cc])", "(;GM[Othello]B[C4]W[C3];)"] {
        let endless = BufReader::new(Endless(text.as_bytes(), 0));
        assert!(Loaded::read(&Catalogue::standard(), endless, Which::default()).is_ok(), "{text}");
    }
    // A saved game without an end is given up.
    let endless = BufReader::new(Endless(b"game = \"othello\"\nmoves = \"f5\"\n", 0));
    let error = Loaded::read(&Catalogue::standard(), endless, Which::default()).expect_err("it has no end").to_string();
    assert_eq!(error, "cannot read the game: it has more than 16777216 bytes");
}

/// The files of WTHOR with these games, of this year, and the names of players.
fn wthor(year: u16, games: &[([u16; 3], u8, &str)]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 30];
    bytes.extend(u32::try_from(games.len()).unwrap().to_le_bytes());
    bytes.extend([0, 0]);
    bytes.extend(year.to_le_bytes());
    bytes.extend([8, 0, 24, 0]);
    for (numbers, discs, moves) in games {
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend([*discs, *discs]);
        let squares: Vec<u8> =
            moves.split_whitespace().map(|mv| mv.as_bytes()[0] - b'a' + 1 + 10 * (mv.as_bytes()[1] - b'0')).collect();
        bytes.extend(squares.iter().chain(std::iter::repeat(&0)).take(60));
    }
    bytes
}

#[test]
fn damaged_files_of_wthor_are_refused_in_a_line() {
    let whole = wthor(1996, &[([0, 1, 2], 40, "f5 d6 c3"), ([0, 2, 1], 32, "f5 d6 a1")]);
    let catalogue = Catalogue::standard();
    let changed = |place: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[place] = byte;
        bytes
    };
    let cut = |length: usize| whole[..length].to_vec();
    let solitaires = changed(13, 1);
    let told: String = [
        ("nothing", Vec::new()),
        ("half a header", cut(9)),
        ("half a game", cut(100)),
        ("a game too few", cut(84)),
        ("a game too many", changed(4, 1)),
        ("a number below zero", changed(7, 0xff)),
        ("another board", changed(12, 9)),
        ("problems", solitaires),
        ("no square", changed(24, 99)),
        ("a move is missing", changed(25, 0)),
        ("an illegal move", whole.clone()),
    ]
    .map(|(what, bytes)| {
        let told = match Wthor::read(&bytes) {
            Ok(wthor) => (1..=3)
                .map(|number| {
                    wthor
                        .play(&catalogue, number, usize::MAX)
                        .map_or_else(|error| error.to_string(), |game| game.played_texts())
                })
                .collect::<Vec<_>>()
                .join("\n  "),
            Err(problem) => problem,
        };
        format!("{what}\n  {told}\n")
    })
    .concat();
    insta::assert_snapshot!(told);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 40 } else { 400 }))]

    #[test]
    fn games_of_wthor_are_read_as_they_were_played(seed: u64, plies in 0..70u64, number in 1..4u64) {
        let catalogue = Catalogue::standard();
        let mut game = Game::new(&catalogue, "othello", &Start::default()).expect("it is a game");
        for ply in 0..plies {
            match game.move_texts().len() as u64 {
                0 => break,
                moves => game.play_at((bestply::mix(seed ^ bestply::mix(ply)) % moves) as usize),
            }
        }
        // The last pass is left out as all others are.
        while game.played().last().is_some_and(|last| last.text == "--") {
            game.undo();
        }
        let moves = game.played_texts().replace("-- ", "");
        let mut games = vec![([0, 0, 0], 32, "f5 d6 c3"); 3];
        games[number as usize - 1] = ([0, 1, 2], 40, &*moves);
        let read = Wthor::read(&wthor(2026, &games)).expect("it is whole").play(&catalogue, number, usize::MAX);
        let read = read.expect("they are legal");
        prop_assert_eq!(read.played(), game.played());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300), length in 0..4u32, is_whole: bool) {
        let catalogue = Catalogue::standard();
        let mut bytes = bytes;
        if is_whole {
            bytes.resize(16 + 68 * length as usize, 11);
            bytes[4..8].copy_from_slice(&length.to_le_bytes());
            (bytes[12], bytes[13]) = (10 * (length as u8 % 2), 0);
        }
        if let Ok(wthor) = Wthor::read(&bytes) {
            (0..5).for_each(|number| drop(wthor.play(&catalogue, number, usize::MAX)));
        }
        let _ = Loaded::read(&catalogue, &*bytes, Which { game: u64::from(length), variation: 1 });
    }
}

#[test]
fn wthor_on_ten_rows_has_column_ten() {
    let mut bytes = wthor(2026, &[([0, 0, 0], 50, "g5")]);
    bytes[12] = 10;
    bytes[24] = 10 * 6 + 10;
    let game = Wthor::read(&bytes).expect("it is whole").game(1).expect("it is a square");
    assert_eq!(game.moves, ["j6"]);
    let catalogue = Catalogue::standard();
    bytes[24] = 10 * 5 + 7;
    let ten =
        Wthor::read(&bytes).expect("it is whole").play(&catalogue, 1, usize::MAX).map(|game| game.position().text());
    assert_eq!(
        ten.is_ok(),
        Game::new(&catalogue, "othello-10x10", &Start::default()).is_ok_and(|mut game| game.play("g5").is_ok())
    );
}
