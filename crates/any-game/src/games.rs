//! What bestply's own games say of themselves.

/// The texts of positions and moves, and the numbers of moves, where a game of a crate below has them.
macro_rules! own_notation {
    () => {
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

mod amazons;
mod boards;
mod clobber;
mod explicit;
mod go;
mod hex;
mod othello;
mod random;
mod sized_othello;
mod small;
mod ultimate_tic_tac_toe;
