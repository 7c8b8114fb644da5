//! The Generic Game Format, as programs and servers write games of Othello:
//! `(;GM[Othello]…BO[8 … *]B[F5]W[D6/0.5/1.2];)`.
//!
//! A game may stand anywhere in a text, for instance behind the number of games that a line of an archive begins with.
//! Only the first game of a text is read.
//! Its properties are read in any order and with any blanks between them, and those without a meaning here are skipped.
//!
//! Othello and Amazons are read on all boards of the catalogue.
//! A komi changes who has won and nothing on the board, and is skipped, too.
//! Games of Othello are written, as well.
//!
//! Source: Michael Buro's page "Generic Game Format (GGF)", which belongs to the Generic Game Server.

use std::fmt::Write;
use std::time::Duration;

use bestply::Side;
use bestply::othello::PASS_TEXTS;
use bestply_catalogue::names::in_one_line;
use bestply_catalogue::{Catalogue, Playable, notation};

use crate::{Clocks, Game, Heading, Start, TimeControl};

/// A game as the format has it. Black is MAX.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ggf {
    /// The name of the game in the catalogue.
    pub(crate) game: String,
    /// The board at the start as the game's notation writes it.
    pub(crate) board: Option<String>,
    /// The moves, in order.
    pub(crate) moves: Vec<GgfMove>,
    /// The clocks of black and white.
    pub(crate) times: [TimeControl; 2],
    /// Who played it, where and when.
    pub(crate) heading: Heading,
}

/// A move, and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GgfMove {
    /// The side that makes it, if that is said.
    pub(crate) side: Option<Side>,
    /// In the game's notation.
    pub(crate) text: String,
    pub(crate) spent: Option<Duration>,
}

/// The games that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GgfKind {
    Othello,
    Amazons,
}

impl Game {
    /// The game in the Generic Game Format, if it is one of Othello.
    ///
    /// Who played is not known, and clocks and dates are left out.
    pub fn ggf(&self) -> Option<String> {
        let size = self.othello_size()?;
        let start = self.start().text().replace('X', "*");
        let result = self.outcome().and_then(|outcome| outcome.score);
        let result = result.map_or("?".to_owned(), |margin| format!("{margin:+}"));
        let mut text = format!("(;GM[Othello]PC[bestply]PB[?]PW[?]RE[{result}]TY[{size}]BO[{size} {start}]");
        for played in self.played() {
            let side = if played.side == Side::Max { 'B' } else { 'W' };
            let mv = if notation::is_pass(&played.text) { "PA" } else { &*played.text.to_uppercase() };
            write!(text, "{side}[{mv}]").expect("a String takes all");
        }
        Some(text + ";)")
    }

    /// The moves as a transcript: of Othello as its programs write it, without passes and blanks, `f5d6c3`;
    /// of other games with blanks between them.
    pub fn transcript(&self) -> String {
        match self.othello_size() {
            Some(_) => {
                self.played().iter().map(|played| &*played.text).filter(|text| !notation::is_pass(text)).collect()
            }
            None => self.played_texts(),
        }
    }

    /// The rows of a board of Othello; `None` of another game.
    fn othello_size(&self) -> Option<usize> {
        let rows = self.start().board()?.columns;
        (GgfKind::Othello.name(rows) == self.about().name).then_some(rows)
    }
}

impl Ggf {
    /// Whether a text has a game in the format.
    pub(crate) fn is_likely(text: &str) -> bool {
        first_game(text).is_some()
    }

    /// Reads the first game of a text.
    ///
    /// # Errors
    ///
    /// What is wrong, in a few words.
    pub(crate) fn read(text: &str) -> Result<Ggf, String> {
        let game = first_game(text).ok_or("it has no `(;` with a property behind it")?;
        let properties = properties(game)?;
        let last =
            |wanted: &str| properties.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| value.trim());
        let kind = last("GM").map_or(Ok(GgfKind::Othello), GgfKind::read)?;
        let (rows, is_random) = variant(last("TY").unwrap_or_default())?;
        let (size, board) = match last("BO") {
            Some(board) => kind.board(board).map(|(size, text)| (size, Some(text)))?,
            None if is_random => return Err("its random start is missing: there is no `BO`".to_owned()),
            None => (rows.unwrap_or(kind.usual_size()), None),
        };
        let heading = Heading::read(["PB", "PW", "PC", "DT", "RE"], last);
        let mut ggf = Ggf { game: kind.name(size), board, heading, ..Ggf::default() };
        for (name, value) in &properties {
            match name.as_str() {
                "TI" => ggf.times = [time(value)?; 2],
                "TB" => ggf.times[0] = time(value)?,
                "TW" => ggf.times[1] = time(value)?,
                "B" => ggf.moves.push(GgfMove::read(Some(Side::Max), value)),
                "W" => ggf.moves.push(GgfMove::read(Some(Side::Min), value)),
                _ => {}
            }
        }
        Ok(ggf)
    }

    /// The game after its moves, and what they left on the clocks.
    ///
    /// # Errors
    ///
    /// What is wrong, in a few words: the catalogue has no such game or board, or a move cannot be played.
    pub(crate) fn play(&self, catalogue: &Catalogue) -> Result<(Game, Clocks), String> {
        let usual = catalogue.initial(&self.game, 1).map_err(|error| error.to_string())?;
        let board = self.board.clone().filter(|board| usual.is_none_or(|usual| usual.text() != *board));
        let start = board.map_or(Start::default(), Start::Position);
        let game = Game::new(catalogue, &self.game, &start);
        let (mut game, mut clocks) = (game.map_err(|error| error.to_string())?, Clocks::of(self.times));
        for (number, mv) in (1..).zip(&self.moves) {
            mv.follow(&mut game, &mut clocks, None).map_err(|error| format!("move {number}: {error}"))?;
        }
        Ok((game, clocks))
    }
}

impl GgfMove {
    /// Reads `F5`, `F5/0.5` or `F5/0.5/1.2`: the move, its value, and its time in seconds.
    pub(crate) fn read(side: Option<Side>, text: &str) -> GgfMove {
        let mut parts = text.split('/').map(str::trim);
        let mv = parts.next().unwrap_or_default().to_ascii_lowercase();
        let spent =
            parts.nth(1).and_then(|seconds| seconds.parse().ok()).and_then(|s| Duration::try_from_secs_f64(s).ok());
        // A move of Amazons is two squares of the amazon and one of the arrow.
        let text = match mv.split('-').collect::<Vec<_>>()[..] {
            [from, to, arrow] if [from, to, arrow].iter().all(|square| !square.is_empty()) => {
                format!("{from}{to}/{arrow}")
            }
            _ => mv,
        };
        GgfMove { side, text, spent }
    }

    /// Plays the move, and the pass before it where that was left out.
    ///
    /// The side that moves spends the move's time, or `thought`.
    /// Passes after the end of the game change nothing.
    ///
    /// # Errors
    ///
    /// Why the move cannot be played; nothing is then.
    pub(crate) fn follow(&self, game: &mut Game, clocks: &mut Clocks, thought: Option<Duration>) -> Result<(), String> {
        let is_pass = PASS_TEXTS.contains(&&*self.text);
        if is_pass && game.is_over() {
            return Ok(());
        }
        let mut after = game.clone();
        if !is_pass {
            after.pass_if_forced();
        }
        let mover = after.to_move();
        if let Some(other) = self.side.filter(|&side| side != mover) {
            return Err(format!("it is not {}'s turn", after.side_name(other)));
        }
        after.play(&self.text).map_err(|error| error.to_string())?;
        if let Some(spent) = self.spent.or(thought) {
            clocks.spend(mover, spent);
        }
        *game = after;
        Ok(())
    }
}

impl GgfKind {
    fn read(name: &str) -> Result<GgfKind, String> {
        match name.to_ascii_lowercase().as_str() {
            "othello" => Ok(GgfKind::Othello),
            "amazons" => Ok(GgfKind::Amazons),
            _ => Err(format!("it is a game of {}", in_one_line(name))),
        }
    }

    fn usual_size(self) -> usize {
        match self {
            GgfKind::Othello => 8,
            GgfKind::Amazons => 10,
        }
    }

    /// The name in the catalogue of the game on so many rows and columns.
    fn name(self, size: usize) -> String {
        let name = match self {
            GgfKind::Othello => "othello",
            GgfKind::Amazons => "amazons",
        };
        if size == self.usual_size() { name.to_owned() } else { format!("{name}-{size}x{size}") }
    }

    /// Reads the number of rows, the squares from a1 on, row by row, and the side to move:
    /// `*` for black, `O` for white, `-` for none, and in Amazons `#` for a burnt square.
    ///
    /// Returns the number of rows, and the board in the game's notation.
    fn board(self, value: &str) -> Result<(usize, String), String> {
        let squares = value.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let size: usize =
            value[..value.len() - squares.len()].parse().map_err(|_| "the size of the board is missing")?;
        let letters: Vec<char> = squares
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| self.letter(letter))
            .collect::<Result<_, _>>()?;
        let board = size.saturating_mul(size);
        let wanted = letters.len().saturating_sub(1);
        let Some((&side, squares)) = letters.split_last().filter(|_| board == wanted && size > 0) else {
            return Err(format!("the board has {wanted} squares, not {board}"));
        };
        if !['X', 'O'].contains(&side) {
            return Err("the side to move is missing".to_owned());
        }
        let rows = squares.chunks(size).map(|row| row.iter().collect::<String>());
        Ok(match self {
            GgfKind::Othello => (size, format!("{} {side}", rows.collect::<String>())),
            // The notation has the rows from the top.
            GgfKind::Amazons => {
                let rows: Vec<String> = rows.rev().collect();
                (size, format!("{} {side}", rows.join("/")).replace('-', ".").to_ascii_lowercase())
            }
        })
    }

    /// What is on a square: `X` for black, `O` for white, `-` for nothing, `#` for a burnt square.
    fn letter(self, letter: char) -> Result<char, String> {
        match letter {
            '*' => Ok('X'),
            // Some write an arrow of Amazons so, and others a man.
            'X' | 'x' if self == GgfKind::Othello => Ok('X'),
            'O' | 'o' | '0' => Ok('O'),
            '-' | '.' | '_' => Ok('-'),
            '#' if self == GgfKind::Amazons => Ok('#'),
            other => Err(format!("{other:?} is on the board")),
        }
    }
}

/// The rows of the board that the type of a game says, if it does, and whether the game begins at a random position:
/// the type is `8`, or `s8r20` for one of two games at once, begun with 20 random discs.
///
/// A colour that a player wishes for (`b`, `w`) and a komi (`k`) change nothing on the board.
///
/// # Errors
///
/// If the rules are others, or not known.
fn variant(text: &str) -> Result<(Option<usize>, bool), String> {
    let lower = text.to_ascii_lowercase();
    let sized = lower.strip_prefix('s').unwrap_or(&lower);
    let flags = sized.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if !text.is_empty() && (sized == flags || !flags.chars().all(|flag| "abwkr0123456789".contains(flag))) {
        return Err(format!("its type {} is not known: expected a size, as in `8` or `s8r20`", in_one_line(text)));
    }
    if flags.contains('a') {
        return Err(format!("it is an anti-game by its type, {text}: whoever has fewer discs wins"));
    }
    let rows = sized[..sized.len() - flags.len()].parse().ok().filter(|&rows| rows > 0);
    Ok((rows, flags.contains('r')))
}

/// The text of the first game, behind its `(;`, which the name of a property and a bracket follow.
fn first_game(text: &str) -> Option<&str> {
    let games = text.match_indices('(').filter_map(|(place, _)| text[place + 1..].trim_start().strip_prefix(';'));
    games.into_iter().find(|game| {
        let after = game.trim_start().trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let name = game.trim_start().len() - after.len();
        (1..=2).contains(&name) && after.trim_start().starts_with('[')
    })
}

/// The properties of a game up to its end, with their names in capitals.
fn properties(game: &str) -> Result<Vec<(String, String)>, String> {
    let mut properties = Vec::new();
    let mut rest = game;
    loop {
        // Some write a semicolon before every move.
        rest = rest.trim_start_matches(|letter: char| letter == ';' || letter.is_whitespace());
        if rest.starts_with(')') {
            return Ok(properties);
        }
        let (name, after) = rest.split_once('[').ok_or("it does not end with `;)`")?;
        let name = name.trim_end();
        if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphabetic()) {
            let word = name.split_whitespace().next().unwrap_or_default();
            return Err(format!("`{}` is no name of a property", in_one_line(word)));
        }
        let (value, after) = value(after).ok_or("a `]` is missing")?;
        properties.push((name.to_ascii_uppercase(), value));
        rest = after;
    }
}

/// A value up to its closing bracket, and what follows. A backslash takes the next character as it is.
fn value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            ']' => return Some((value, &text[place + 1..])),
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            _ => value.push(letter),
        }
    }
    None
}

/// Reads `main/increment/extension`, each as hours, minutes and seconds with colons between.
///
/// The extension, time to lose the game slowly in, is not counted on.
fn time(value: &str) -> Result<TimeControl, String> {
    let wrong = || format!("`{value}` is no time");
    let mut parts = value.split('/').map(|part| match part.split(',').next().unwrap_or_default().trim() {
        "" => Some(Duration::ZERO),
        text => duration(text),
    });
    let main = parts.next().flatten().ok_or_else(wrong)?;
    let increment = parts.next().unwrap_or(Some(Duration::ZERO)).ok_or_else(wrong)?;
    let is_none = main.is_zero() && increment.is_zero();
    Ok(if is_none { TimeControl::None } else { TimeControl::Main { main, increment } })
}

fn duration(text: &str) -> Option<Duration> {
    let seconds =
        text.split(':').try_fold(0.0, |sum: f64, part| part.parse().ok().map(|part: f64| 60.0 * sum + part))?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a \\] b]PW[c]RE[?]\
        TI[15:00/0:10/02:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]C[a [note]W[d6/1.25/3.5] B[C3//2]W[PA];B[D1-D7-G7/-8.5/0.5];)";

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn a_game_has_its_start_its_clocks_and_its_moves() {
        let ggf = Ggf::read(GAME).expect("it is a game");
        assert_eq!((ggf.game.as_str(), ggf.board.as_deref()), ("othello", Some(START)));
        let control = TimeControl::Main { main: Duration::from_secs(900), increment: Duration::from_secs(10) };
        assert_eq!(ggf.times, [control; 2]);
        let moves: Vec<_> = ggf.moves.iter().map(|mv| (mv.side, mv.text.as_str(), mv.spent)).collect();
        let seconds = |seconds| Some(Duration::from_secs_f64(seconds));
        let [black, white] = [Some(Side::Max), Some(Side::Min)];
        assert_eq!(
            moves,
            [
                (black, "f5", None),
                (white, "d6", seconds(3.5)),
                (black, "c3", seconds(2.0)),
                (white, "pa", None),
                (black, "d1d7/g7", seconds(0.5)),
            ]
        );
    }

    #[test]
    fn a_board_has_a_size_squares_and_a_side_with_blanks_anywhere() {
        let rows = "-------- ".repeat(3) + "---O*--- ---*O--- " + &"-------- ".repeat(3);
        assert_eq!(GgfKind::Othello.board(&format!("8 {rows} O")), Ok((8, START.replace(" X", " O"))));
        assert_eq!(GgfKind::Amazons.board("2*-\nO# O"), Ok((2, "o#/x. o".to_owned())), "the first row is row 1");
        for (kind, wrong, why) in [
            (GgfKind::Othello, "-- *", "the size of the board is missing"),
            (GgfKind::Othello, "8 -- *", "the board has 2 squares, not 64"),
            (GgfKind::Othello, "88 -- *", "the board has 2 squares, not 7744"),
            (GgfKind::Othello, "0 *", "the board has 0 squares, not 0"),
            (GgfKind::Othello, "8 -?- *", "'?' is on the board"),
            (GgfKind::Othello, "2 --#- *", "'#' is on the board"),
            (GgfKind::Amazons, "2 --X- *", "'X' is on the board"),
            (GgfKind::Othello, &format!("8 {}", "-".repeat(65)), "the side to move is missing"),
        ] {
            assert_eq!(kind.board(wrong), Err(why.to_owned()));
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, why) in [
            ("", "it has no `(;` with a property behind it"),
            ("(;;)", "it has no `(;` with a property behind it"),
            ("(;GM[Chess];)", "it is a game of Chess"),
            ("(;GM[Othello]", "it does not end with `;)`"),
            ("(;GM[Othello", "a `]` is missing"),
            ("(;GM[Othello]C[a [b] c]B[F5];)", "`c]B` is no name of a property"),
            ("(;TI[soon];)", "`soon` is no time"),
        ] {
            assert_eq!(Ggf::read(text), Err(why.to_owned()), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        let control = |main: f64, increment: f64| TimeControl::Main {
            main: Duration::from_secs_f64(main),
            increment: Duration::from_secs_f64(increment),
        };
        assert_eq!(time("1:02:03"), Ok(control(3723.0, 0.0)));
        assert_eq!(time("0:01/0:00.01"), Ok(control(1.0, 0.01)));
        assert_eq!(time("5:00,1//2:00"), Ok(control(300.0, 0.0)));
        assert_eq!(time("0"), Ok(TimeControl::None));
        assert!(["-1", "1e400", "nan"].iter().all(|text| time(text).is_err()));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(\\(;)?([A-Z]{0,2}\\[[^\\]]{0,12}\\]?){0,6}(;\\))?") {
            let _ = Ggf::read(&text);
        }

        #[test]
        fn moves_that_are_written_are_read(moves in proptest::collection::vec((any::<bool>(), 0..64u8), 0..60)) {
            let name = |square: u8| format!("{}{}", char::from(b'A' + square % 8), square / 8 + 1);
            let written: String = moves.iter()
                .map(|&(is_black, square)| format!("{}[{}]", if is_black { 'B' } else { 'W' }, name(square)))
                .collect();
            let ggf = Ggf::read(&format!("(;GM[Othello]{written};)")).expect("it is a game");
            let read: Vec<(bool, String)> =
                ggf.moves.iter().map(|mv| (mv.side == Some(Side::Max), mv.text.clone())).collect();
            let meant: Vec<(bool, String)> =
                moves.iter().map(|&(is_black, square)| (is_black, name(square).to_lowercase())).collect();
            prop_assert_eq!(read, meant);
        }
    }
}
