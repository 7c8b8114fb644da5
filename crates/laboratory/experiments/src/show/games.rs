//! Recorded games in formats that others read.

use std::io::{self, Write};

use bestply_engine::{Heading, Pgn, Sgf};

use crate::outcome::records::Forfeit;

/// A game as it was recorded, with all that a format says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptGame {
    /// Its number in the folder, from 1: two for each pair.
    pub number: u64,
    /// The cell it was played for.
    pub cell: String,
    /// The number of its start.
    pub seed: u64,
    /// Whether the challenger played MAX.
    pub(crate) challenger_is_max: bool,
    /// Who played MAX.
    pub(crate) max: String,
    /// Who played MIN.
    pub(crate) min: String,
    /// The result from MAX's point of view, as [`Playable::margin`](bestply_catalogue::Playable::margin) counts it; or
    /// the terminal value.
    pub value: i32,
    /// Who lost it by what, if it did not end by its rules.
    pub forfeit: Option<Forfeit>,
    /// The position it began with, in the game's notation.
    pub start: String,
    /// The moves in the game's notation, with blanks between them.
    pub moves: String,
    /// Whether MIN is known to move first, as of games that are [told for PGN](crate::runs::games::KeptGames::games).
    pub(crate) min_begins: bool,
    /// Its moves as SGF has them, in games that are [told for it](crate::runs::games::KeptGames::games).
    pub(crate) sgf: Option<Sgf>,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// A few lines for people.
    Text,
    /// The Generic Game Format of Othello's servers, a game a line.
    Ggf,
    /// In the manner of the Portable Game Notation.
    Pgn,
    /// The Smart Game Format, of Go and Othello.
    Sgf,
    /// A game a line under a line of names.
    Csv,
}

/// Writes games in a format, each as soon as it comes.
///
/// # Errors
///
/// If the writer refuses, or a game cannot be said in the format: that is of [`io::ErrorKind::InvalidInput`].
pub fn write(format: GameFormat, games: impl Iterator<Item = KeptGame>, to: &mut dyn Write) -> io::Result<()> {
    match format {
        GameFormat::Text => games.into_iter().try_for_each(|game| text(&game, to)),
        GameFormat::Ggf => games.into_iter().try_for_each(|game| ggf(&game, to)),
        GameFormat::Pgn => games.into_iter().try_for_each(|game| pgn(&game, to)),
        GameFormat::Sgf => games.into_iter().try_for_each(|game| sgf(&game, to)),
        GameFormat::Csv => csv(games, to),
    }
}

/// The line above a game: who played it, and how it ended.
pub(crate) fn heading(game: &KeptGame) -> String {
    let KeptGame { number, cell, seed, max, min, value, .. } = game;
    let forfeit = game.forfeit.as_ref().map_or_else(String::new, |forfeit| format!(", {}", lost(forfeit)));
    format!("game {number}  {cell}, start {seed}: MAX {max}, MIN {min}, value {value:+}{forfeit}")
}

fn text(game: &KeptGame, to: &mut dyn Write) -> io::Result<()> {
    writeln!(to, "{}\n  {}\n  {}", heading(game), game.start, game.moves)
}

/// Side X is MAX, and black.
fn ggf(game: &KeptGame, to: &mut dyn Write) -> io::Result<()> {
    let (squares, mut black_moves) =
        othello_board(&game.start).ok_or_else(|| not_in(game, "none of Othello, and GGF has no other"))?;
    let resigned = if game.forfeit.is_some() { ":r" } else { "" };
    let result = format!("{:+}.000{resigned}", game.value);
    let (black, white) = (field(&game.max), field(&game.min));
    let to_move = if black_moves { '*' } else { 'O' };
    write!(to, "(;GM[Othello]PC[bestply]PB[{black}]PW[{white}]RE[{result}]TY[8]BO[8 {squares} {to_move}]")?;
    for mv in game.moves.split_whitespace() {
        let mv = if mv == "--" { "PA".to_owned() } else { mv.to_uppercase() };
        write!(to, "{}[{mv}]", if black_moves { 'B' } else { 'W' })?;
        black_moves = !black_moves;
    }
    writeln!(to, ";)")
}

/// A game that cannot be said in a format.
fn not_in(game: &KeptGame, why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("game {} is {why}: use --format pgn", game.number))
}

/// MAX is black.
fn sgf(game: &KeptGame, to: &mut dyn Write) -> io::Result<()> {
    let Some(sgf) = &game.sgf else { return Err(not_in(game, "none of Go or Othello, and SGF has no other here")) };
    let result = match &game.forfeit {
        Some(_) => Some(if game.value > 0 { "B+F" } else { "W+F" }.to_owned()),
        None => sgf.heading.result.clone(),
    };
    let players = [Some(game.max.clone()), Some(game.min.clone())];
    let heading = Heading { players, event: Some(game.cell.clone()), date: None, result };
    writeln!(to, "{}", Sgf { heading, ..sgf.clone() })
}

/// The squares of a board of Othello as GGF has them, and whether black is to move.
fn othello_board(start: &str) -> Option<(String, bool)> {
    let (squares, side) = start.split_once(' ')?;
    let square = |letter: char| match letter {
        'X' => Some('*'),
        'O' => Some('O'),
        '-' => Some('-'),
        _ => None,
    };
    let squares: String = squares.chars().map(square).collect::<Option<_>>()?;
    (squares.len() == 64 && ["X", "O"].contains(&side)).then_some((squares, side == "X"))
}

/// MAX is White, as whoever is to move first is in that notation's own game.
fn pgn(game: &KeptGame, to: &mut dyn Write) -> io::Result<()> {
    let half = if game.challenger_is_max { 1 } else { 2 };
    let termination = game.forfeit.as_ref().map_or("normal", |_| "forfeit");
    let tags = [
        ("Event", game.cell.clone()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", format!("{}.{half}", game.seed)),
        ("White", game.max.clone()),
        ("Black", game.min.clone()),
        ("Result", Pgn::result(game.value).to_owned()),
        ("SetUp", "1".to_owned()),
        ("FEN", game.start.clone()),
        ("Value", format!("{:+}", game.value)),
        ("Termination", termination.to_owned()),
    ];
    let pgn = Pgn {
        tags: tags.map(|(name, value)| (name.to_owned(), value)).into(),
        black_begins: game.min_begins,
        moves: game.moves.split_whitespace().map(str::to_owned).collect(),
        comment: game.forfeit.as_ref().map(lost),
        ..Pgn::default()
    };
    writeln!(to, "{pgn}")
}

fn csv(games: impl Iterator<Item = KeptGame>, to: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    let names =
        ["game", "cell", "seed", "challenger", "max", "min", "value", "forfeited_by", "reason", "start", "moves"];
    writer.write_record(names).map_err(refused)?;
    for game in games {
        let challenger = if game.challenger_is_max { "max" } else { "min" };
        let forfeit = game.forfeit.as_ref();
        let [number, seed, value] = [game.number.to_string(), game.seed.to_string(), game.value.to_string()];
        let lost = forfeit.map_or("", |forfeit| forfeit.side.name());
        let reason = &forfeit.map_or_else(String::new, |forfeit| in_one_line(&forfeit.reason));
        let KeptGame { cell, max, min, start, moves, .. } = &game;
        let row = [&number, cell, &seed, challenger, max, min, &value, lost, reason, start, moves];
        writer.write_record(row).map_err(refused)?;
    }
    writer.flush()
}

/// What the writer refused, as it said it. The library's own conversion forgets which kind of error it was.
fn refused(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        // Every row has as many fields as there are names.
        other => io::Error::other(format!("{other:?}")),
    }
}

fn lost(forfeit: &Forfeit) -> String {
    format!("{} lost it: {}", forfeit.side.name().to_uppercase(), in_one_line(&forfeit.reason))
}

/// A text as a field of GGF, in which a bracket ends it.
fn field(text: &str) -> String {
    text.replace(['[', ']', '\\'], "|")
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::records::Loser;

    fn game() -> KeptGame {
        KeptGame {
            number: 3,
            cell: "own/othello/alpha-beta-1".to_owned(),
            seed: 2,
            challenger_is_max: true,
            max: "best-first:evaluations=50".to_owned(),
            min: "alpha-beta:depth=1".to_owned(),
            value: -12,
            forfeit: None,
            start: "---------------------------OX------XO--------------------------- X".to_owned(),
            moves: "f5 d6 -- c3".to_owned(),
            min_begins: false,
            sgf: None,
        }
    }

    fn written(format: GameFormat, game: KeptGame) -> String {
        let mut bytes = Vec::new();
        write(format, std::iter::once(game), &mut bytes).expect("it can be written");
        String::from_utf8(bytes).expect("it is text")
    }

    #[test]
    fn ggf_has_othellos_board_colours_passes_and_results() {
        let wiped_out = KeptGame { value: 64, moves: "e6 f4 e3 f6 g5 d6 e7 f5 c5".to_owned(), ..game() };
        assert_eq!(
            written(GameFormat::Ggf, wiped_out),
            "(;GM[Othello]PC[bestply]PB[best-first:evaluations=50]PW[alpha-beta:depth=1]RE[+64.000]TY[8]\
             BO[8 ---------------------------O*------*O--------------------------- *]\
             B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)\n"
        );
        assert!(written(GameFormat::Ggf, game()).ends_with("B[F5]W[D6]B[PA]W[C3];)\n"));
        let tied = written(GameFormat::Ggf, KeptGame { value: 0, ..game() });
        assert!(tied.contains("RE[+0.000]"), "{tied}");
        let other = KeptGame { start: "a board".to_owned(), ..game() };
        let refused = write(GameFormat::Ggf, std::iter::once(other), &mut Vec::new()).expect_err("it is no Othello");
        assert_eq!(refused.to_string(), "game 3 is none of Othello, and GGF has no other: use --format pgn");
        let refused =
            write(GameFormat::Sgf, std::iter::once(game()), &mut Vec::new()).expect_err("nothing is told of it");
        assert_eq!(refused.to_string(), "game 3 is none of Go or Othello, and SGF has no other here: use --format pgn");
    }

    /// A reader that takes so many bytes and then goes away.
    struct Reader(usize);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_told_as_such_in_every_format() {
        for format in [GameFormat::Text, GameFormat::Ggf, GameFormat::Pgn, GameFormat::Csv] {
            for taken in [0, 1, 100, 10_000, 100_000] {
                let refused = write(format, std::iter::repeat_n(game(), 10_000), &mut Reader(taken));
                let kind = refused.expect_err("the reader goes away").kind();
                assert_eq!(kind, io::ErrorKind::BrokenPipe, "{format:?} after {taken} bytes");
            }
        }
    }

    #[test]
    fn a_lost_game_is_said_to_be_lost_and_why() {
        let forfeit = Forfeit { side: Loser::Min, reason: "it said\n\"no\"".to_owned() };
        let lost = KeptGame { value: 1, forfeit: Some(forfeit), ..game() };
        let all =
            [GameFormat::Text, GameFormat::Pgn, GameFormat::Csv].map(|format| written(format, lost.clone())).concat();
        insta::assert_snapshot!(bestply_testkit::reviewable(&all));
        assert!(written(GameFormat::Ggf, lost).contains("RE[+1.000:r]"));
    }
}
