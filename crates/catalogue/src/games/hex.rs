//! Hex on boards of three sizes, each a game of its own.

use bestply::games::hex::{Hex, Move, TwoDistance};
use bestply::learning::{Planes, rectangles};
use bestply::{Side, Value};

use super::boards::{STONES, man_of, on_move};
use super::small::letter;
use crate::{
    Board, Border, Color, EvaluationEntry, GameEntry, GtpNotation, Man, OneScale, Playable, PositionError, Searches,
};

/// On 11 × 11 cells. The constants are tuned for the plain evaluation:
/// `cargo xtask tune uct --game hex --only uct-best-first --candidates 16 --pairs 4 --budget 4000`.
pub(super) fn hex() -> GameEntry<Hex<11>> {
    hex_on("hex").tuned_uct("scale=1,exploration=0.1,urgency=0.25")
}

/// On N × N cells. No weights come with the program.
pub(super) fn hex_on<const N: usize>(name: &'static str) -> GameEntry<Hex<N>> {
    GameEntry::drawn(name, 4, |_| Hex::start())
        .length(N * N + 1)
        .rules(
            "Dark and light take turns to put a stone on a free cell, where it stays. Dark connects the top with the \
            bottom, and light the left with the right; whoever first has a chain of neighbouring stones between the \
            own edges wins. In place of its first stone light may take dark's over, mirrored, which is called the \
            swap.",
            "d4",
        )
        .sides("dark", "light")
        .letters('x', 'o')
        .gtp(GtpNotation { words: &[("swap", "swap-pieces")], ..GtpNotation::default() })
        .evaluation(EvaluationEntry::with("plain", OneScale(TwoDistance), Searches::of_any_game()))
        .tuples([rectangles([N, N], [2, 3]), rectangles([N, N], [3, 2])].concat(), None)
        .network(None)
}

impl<const N: usize> Playable for Hex<N> {
    fn terminal_value(&self) -> Value {
        self.finished_value()
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Result<Hex<N>, PositionError> {
        text.parse().map_err(PositionError::new)
    }

    fn move_text(&self, mv: Move<N>) -> String {
        mv.to_string()
    }

    own_numbers!();

    fn picture(&self) -> String {
        format!("{self:#}")
    }

    fn board(&self) -> Option<Board> {
        let stone = |column: usize, row: usize| {
            man_of(|side| self.stones(side) >> (N * row + column) & 1 != 0, ["dark stone", "light stone"])
        };
        let board = Board::of(N, N, |_, _| Color::LIGHT_WOOD, stone)
            .hexagons()
            .edge(Border::Top, Color::MAX)
            .edge(Border::Bottom, Color::MAX)
            .edge(Border::Left, Color::MIN)
            .edge(Border::Right, Color::MIN)
            .goal("dark connects the top and the bottom")
            .goal("light connects the left and the right");
        Some(if self.can_swap() { board.note("light may swap, by a click on dark's stone") } else { board })
    }

    fn men(&self) -> Vec<Man> {
        STONES.kinds()
    }

    fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Hex<N>, PositionError> {
        on_move(Hex::parse(&format!("{} {}", STONES.rows(N, men), letter(to_move)))?, to_move)
    }

    /// The swap is named by the stone that it takes over.
    fn cells_of(&self, mv: Move<N>) -> Vec<usize> {
        let cell = mv.cell().unwrap_or_else(|| self.stones(Side::Max).trailing_zeros() as usize);
        vec![Board::index(N, N, cell % N, cell / N)]
    }
}
