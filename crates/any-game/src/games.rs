//! What bestply's own games say of themselves.

/// The numbers of moves where a game of a crate below has them.
macro_rules! own_numbers {
    () => {
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
