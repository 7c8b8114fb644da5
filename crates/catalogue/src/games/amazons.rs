//! Amazons on boards of three sizes, in whole moves and in stages, each a game of its own.

use bestply::games::amazons::{Amazons, Move, StagedAmazons, Territory};
use bestply::learning::{Planes, rectangles};
use bestply::{Side, Value};

use super::boards::{Men, checkered, on_move, owner};
use super::small::letter;
use crate::{Board, Color, EvaluationEntry, Form, GameEntry, Man, OneScale, Playable, PositionError, Searches};

/// On 10 × 10 squares, in whole moves. The constants are tuned for the plain evaluation:
/// `cargo xtask tune uct --game amazons --only uct-best-first --candidates 12 --pairs 4 --budget 2000`.
pub(super) fn amazons() -> GameEntry<Amazons<10>> {
    amazons_on("amazons").tuned_uct("scale=64,exploration=0.1,urgency=0.5")
}

/// On 10 × 10 squares, the step and the shot being moves by themselves.
///
/// The constants are tuned by themselves, and come out the same.
pub(super) fn staged_amazons() -> GameEntry<StagedAmazons<10>> {
    amazons_on("amazons-staged").tuned_uct("scale=64,exploration=0.1,urgency=0.5")
}

/// A whole move burns a square, so that a game has fewer of them than squares. No weights come with the program.
pub(super) fn amazons_on<const N: usize, const STAGED: bool>(name: &'static str) -> GameEntry<Amazons<N, STAGED>> {
    let moves = if STAGED { 2 } else { 1 };
    GameEntry::drawn(name, 4, |_| Amazons::start())
        .length(moves * N * N)
        .rules(
            "An amazon moves as a queen of chess does, in a straight line over free squares. Then it shoots an arrow, \
             which flies in the same manner, and the square where it lands is burnt: nobody moves or shoots there any \
             more. Whoever cannot move loses.",
            match (N, STAGED) {
                (6, _) => "b1b4/e4",
                (8, _) => "c1c5/f5",
                (_, false) => "d1d7/g7",
                (_, true) => "d1d7",
            },
        )
        .sides("dark", "light")
        .letters('x', 'o')
        .evaluation(EvaluationEntry::with("plain", OneScale(Territory), Searches::of_any_game()))
        .tuples([rectangles([N, N], [2, 2]), rectangles([N, N], [1, 4]), rectangles([N, N], [4, 1])].concat(), None)
        .network(None)
}

/// The amazons, and the letter of a burnt square behind theirs.
const AMAZONS: Men = Men { letters: &['x', 'o', '#'], names: &["dark amazon", "light amazon"], texts: &["A", "A"] };

fn burnt() -> Man {
    Man::plain("burnt square", Color::MAX).form(Form::Mark)
}

impl<const N: usize, const STAGED: bool> Playable for Amazons<N, STAGED> {
    fn terminal_value(&self) -> Value {
        self.finished_value()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Result<Amazons<N, STAGED>, PositionError> {
        text.parse().map_err(PositionError::new)
    }

    fn move_text(&self, mv: Move<N>) -> String {
        mv.to_string()
    }

    own_numbers!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

    /// A burnt square is crossed out for good. The amazon that is to shoot is marked.
    fn board(&self) -> Option<Board> {
        let man = |column: usize, row: usize| {
            let square = N * row + column;
            if self.burnt() >> square & 1 != 0 {
                return Some(burnt());
            }
            let side = owner(|side| self.amazons(side) >> square & 1 != 0)?;
            let (shade, color) = if side == Side::Max { ("dark", Color::MAX) } else { ("light", Color::MIN) };
            let (rank, text) = if self.shooter() == Some(square) { ("shooting ", "!") } else { ("", "A") };
            Some(Man::with_text(format!("{shade} {rank}amazon"), text, color))
        };
        Some(Board::of(N, N, checkered, man))
    }

    fn men(&self) -> Vec<Man> {
        let mut men = AMAZONS.kinds();
        men.push(burnt());
        men
    }

    /// No shot is due.
    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Amazons<N, STAGED>, PositionError> {
        on_move(Amazons::parse(&format!("{} {}", AMAZONS.rows(N, men), letter(to_move)))?, to_move)
    }

    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        let step = mv.step().map(|(from, to)| [from, to]);
        let squares = step.into_iter().flatten().chain(mv.arrow());
        squares.map(|square| Board::index(N, N, square % N, square / N)).collect()
    }
}
