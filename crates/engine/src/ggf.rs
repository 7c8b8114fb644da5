//! The Generic Game Format, as programs for Othello write games: `(;GM[Othello]…BO[8 … *]B[F5]W[D6/0.5/1.2];)`.
//!
//! Properties are read in any order and with any blanks between them, and those without a meaning here are skipped.
//! Only the first game of a text is read.

use std::time::Duration;

use bestply::Side;

use crate::TimeControl;

/// A game as the format has it. Black is MAX.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ggf {
    /// The board at the start as the game's notation writes it; `None` for the usual one.
    pub(crate) board: Option<String>,
    /// The moves with the sides that make them, in order.
    pub(crate) moves: Vec<GgfMove>,
    /// The clocks of black and white.
    pub(crate) times: [TimeControl; 2],
}

/// A move, and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GgfMove {
    pub(crate) side: Side,
    /// In the game's notation.
    pub(crate) text: String,
    pub(crate) spent: Option<Duration>,
}

/// The usual start, as the game's notation writes it.
const START: &str = "---------------------------OX------XO--------------------------- X";

impl Ggf {
    /// Reads the first game of a text.
    ///
    /// # Errors
    ///
    /// What is wrong, in a few words.
    pub(crate) fn read(text: &str) -> Result<Ggf, String> {
        let start = text.find("(;").ok_or("it does not begin with `(;`")?;
        let mut rest = &text[start + 2..];
        let mut ggf = Ggf::default();
        loop {
            rest = rest.trim_start();
            if rest.starts_with(";)") || rest.starts_with(')') {
                return Ok(ggf);
            }
            let (name, after) = rest.split_once('[').ok_or("it does not end with `;)`")?;
            let (value, after) = value(after).ok_or("a `]` is missing")?;
            ggf.set(name.trim(), &value)?;
            rest = after;
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_uppercase().as_str() {
            "GM" if !value.trim().eq_ignore_ascii_case("othello") => return Err(format!("it is a game of {value}")),
            "BO" => self.board = Some(board(value)?).filter(|board| board != START),
            "TI" => self.times = [time(value)?; 2],
            "TB" => self.times[0] = time(value)?,
            "TW" => self.times[1] = time(value)?,
            "B" => self.moves.push(GgfMove::read(Side::Max, value)),
            "W" => self.moves.push(GgfMove::read(Side::Min, value)),
            _ => {}
        }
        Ok(())
    }
}

impl GgfMove {
    /// Reads `F5`, `F5/0.5` or `F5/0.5/1.2`: the move, its value, and its time in seconds.
    pub(crate) fn read(side: Side, text: &str) -> GgfMove {
        let mut parts = text.split('/').map(str::trim);
        let mv = parts.next().unwrap_or_default().to_ascii_lowercase();
        let spent =
            parts.nth(1).and_then(|seconds| seconds.parse().ok()).and_then(|s| Duration::try_from_secs_f64(s).ok());
        GgfMove { side, text: if mv == "pa" { "pass".to_owned() } else { mv }, spent }
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

/// Reads `8`, 64 squares and the side to move: `*` for black, `O` for white, `-` for none.
fn board(value: &str) -> Result<String, String> {
    let squares = value.trim().strip_prefix('8').ok_or("the board is not of size 8")?;
    let letter = |letter: char| match letter {
        '*' | 'X' | 'x' => Ok('X'),
        'O' | 'o' | '0' => Ok('O'),
        '-' | '.' | '_' => Ok('-'),
        other => Err(format!("{other:?} is on the board")),
    };
    let letters: String =
        squares.chars().filter(|letter| !letter.is_whitespace()).map(letter).collect::<Result<_, _>>()?;
    let side = &letters[letters.len().saturating_sub(1)..];
    match letters.len() {
        65 if side != "-" => Ok(format!("{} {side}", &letters[..64])),
        65 => Err("the side to move is missing".to_owned()),
        found => Err(format!("the board has {} squares, not 64", found.saturating_sub(1))),
    }
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

    const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a \\] b]PW[c]RE[?]TI[15:00/0:10/02:00]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]\
        B[F5]C[a [note]W[d6/1.25/3.5] B[C3//2]W[PA];)";

    #[test]
    fn a_game_has_its_start_its_clocks_and_its_moves() {
        let ggf = Ggf::read(GAME).expect("it is a game");
        assert_eq!(ggf.board, None);
        let control = TimeControl::Main { main: Duration::from_secs(900), increment: Duration::from_secs(10) };
        assert_eq!(ggf.times, [control; 2]);
        let moves: Vec<_> = ggf.moves.iter().map(|mv| (mv.side, mv.text.as_str(), mv.spent)).collect();
        let seconds = |seconds| Some(Duration::from_secs_f64(seconds));
        assert_eq!(
            moves,
            [
                (Side::Max, "f5", None),
                (Side::Min, "d6", seconds(3.5)),
                (Side::Max, "c3", seconds(2.0)),
                (Side::Min, "pass", None)
            ]
        );
    }

    #[test]
    fn a_board_of_its_own_is_read_with_blanks_in_it() {
        let rows = "-------- ".repeat(3) + "---O*--- ---*O--- " + &"-------- ".repeat(3);
        assert_eq!(board(&format!("8 {rows} O")).as_deref(), Ok(&*START.replace(" X", " O")));
        for (wrong, why) in [
            ("10 --", "the board is not of size 8"),
            ("8 -- *", "the board has 2 squares, not 64"),
            ("8 -?- *", "'?' is on the board"),
            (&format!("8 {}", "-".repeat(65)), "the side to move is missing"),
        ] {
            assert_eq!(board(wrong), Err(why.to_owned()));
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for (text, why) in [
            ("", "it does not begin with `(;`"),
            ("(;GM[Chess];)", "it is a game of Chess"),
            ("(;GM[Othello]", "it does not end with `;)`"),
            ("(;GM[Othello", "a `]` is missing"),
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
            let read: Vec<(bool, String)> = ggf.moves.iter().map(|mv| (mv.side == Side::Max, mv.text.clone())).collect();
            let meant: Vec<(bool, String)> =
                moves.iter().map(|&(is_black, square)| (is_black, name(square).to_lowercase())).collect();
            prop_assert_eq!(read, meant);
        }
    }
}
