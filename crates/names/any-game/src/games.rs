//! What bestply's own games say of themselves.

/// The texts of positions and moves, and the numbers of moves, where a game of a crate below has them.
///
/// The picture, too, which is what `{:#}` writes unless something else is given.
macro_rules! own_notation {
    () => {
        own_notation!(|position: &Self| format!("{position:#}"));
    };
    ($picture:expr) => {
        fn picture(&self) -> String {
            $picture(self)
        }

        fn text(&self) -> String {
            self.to_string()
        }

        fn parse(text: &str) -> Result<Self, PositionError> {
            text.parse().map_err(PositionError::new)
        }

        fn move_text(&self, mv: Self::Move) -> String {
            mv.to_string()
        }

        #[inline]
        fn move_numbers(&self) -> Option<u32> {
            Some(Self::MOVE_NUMBERS)
        }

        #[inline]
        fn number(&self, mv: Self::Move) -> u32 {
            mv.number()
        }

        #[inline]
        fn numbered(&self, number: u32) -> Self::Move {
            self.numbered(number)
        }
    };
}

/// The same of a game that is won or lost, with what its end is worth.
macro_rules! own_end_and_notation {
    () => {
        fn terminal_value(&self) -> bestply::Value {
            bestply::learning::Planes::finished_value(self)
        }

        own_notation!();
    };
}

/// The men of a game whose notation has them row by row, and after them what `$rest` says.
macro_rules! set_up_by_rows {
    ($men:expr, $columns:expr, $rest:expr) => {
        fn men(&self) -> Vec<Man> {
            $men.kinds()
        }

        fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Self, PositionError> {
            let rest: String = $rest(self, to_move);
            on_move(Self::parse(&($men.rows($columns, men) + &rest))?, to_move)
        }
    };
}

/// How Othello looks and ends on a board of so many columns.
macro_rules! played_with_discs {
    ($columns:expr) => {
        fn terminal_value(&self) -> Value {
            self.disc_difference()
        }

        /// With the empty squares for the winner, as the solver of the ends counts.
        fn points(&self) -> Option<i32> {
            Some(self.final_score())
        }

        fn points_within(&self) -> Bounds {
            let squares = ($columns * $columns) as Value;
            Bounds { alpha: -squares, beta: squares }
        }

        fn moves_left(&self) -> Option<usize> {
            Some(self.empties() as usize)
        }

        /// A pass can precede every disc.
        fn depth_to_end(&self) -> usize {
            2 * self.empties() as usize
        }

        fn board(&self) -> Option<Board> {
            Some(othello($columns, sides(|side| self.discs(side))))
        }

        fn men(&self) -> Vec<Man> {
            OTHELLO_MEN.kinds()
        }

        fn set_up(&self, men: &[Option<usize>], to_move: Side) -> Result<Self, PositionError> {
            on_move(Self::parse(&OTHELLO_MEN.discs($columns, men, to_move))?, to_move)
        }
    };
}

mod amazons;
mod boards;
mod clobber;
mod domineering;
mod explicit;
mod go;
mod hex;
mod othello;
mod random;
mod sized_othello;
mod small;
mod ultimate_tic_tac_toe;
