//! The games that come with bestply, each an entry.

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

#[cfg(feature = "games")]
mod amazons;
mod boards;
#[cfg(feature = "games")]
mod clobber;
mod explicit;
#[cfg(feature = "games")]
mod go;
#[cfg(feature = "games")]
mod hex;
mod othello;
mod random;
#[cfg(feature = "games")]
mod sized_othello;
#[cfg(feature = "games")]
mod small;
#[cfg(feature = "games")]
mod ultimate_tic_tac_toe;

#[cfg(feature = "games")]
use bestply_network_weights as weights;

use crate::erased_game::ErasedGame;

pub use othello::{OthelloEvaluation, numbered_openings};
#[cfg(feature = "games")]
pub use small::small_game;

/// The name of settings with softmax, where those that are tuned have UCT.
const SOFTMAX: &str = "softmax";

/// All of them.
pub(crate) fn standard() -> Vec<Box<dyn ErasedGame>> {
    vec![
        Box::new(random::entry()),
        Box::new(othello::entry()),
        #[cfg(feature = "games")]
        Box::new(small::tic_tac_toe()),
        #[cfg(feature = "games")]
        Box::new(small::connect_four()),
        #[cfg(feature = "games")]
        Box::new(small::breakthrough()),
        #[cfg(feature = "games")]
        Box::new(small::oware()),
        #[cfg(feature = "games")]
        Box::new(small::onitama()),
        #[cfg(feature = "games")]
        Box::new(small::lines_of_action()),
        #[cfg(feature = "games")]
        Box::new(small::small_breakthrough()),
        #[cfg(feature = "games")]
        Box::new(clobber::clobber()),
        #[cfg(feature = "games")]
        Box::new(clobber::clobber_on::<6>("clobber-6x6")),
        #[cfg(feature = "games")]
        Box::new(clobber::clobber_on::<10>("clobber-10x10")),
        #[cfg(feature = "games")]
        Box::new(amazons::amazons()),
        #[cfg(feature = "games")]
        Box::new(amazons::amazons_on::<6, false>("amazons-6x6")),
        #[cfg(feature = "games")]
        Box::new(amazons::amazons_on::<8, false>("amazons-8x8")),
        #[cfg(feature = "games")]
        Box::new(amazons::staged_amazons()),
        #[cfg(feature = "games")]
        Box::new(sized_othello::othello_on::<6>("othello-6x6")),
        #[cfg(feature = "games")]
        Box::new(sized_othello::othello_on::<10>("othello-10x10")),
        #[cfg(feature = "games")]
        Box::new(go::go_on::<5>("go-5x5", weights::GO_5X5, "scale=1024,exploration=0.05,urgency=0.5")),
        #[cfg(feature = "games")]
        Box::new(go::go_on::<7>("go-7x7", weights::GO_7X7, "scale=64,exploration=0.1,urgency=0.5")),
        #[cfg(feature = "games")]
        Box::new(go::go_on::<9>("go-9x9", weights::GO_9X9, "scale=1,exploration=0.2,urgency=0")),
        #[cfg(feature = "games")]
        Box::new(hex::hex()),
        #[cfg(feature = "games")]
        Box::new(hex::hex_on::<7>("hex-7x7")),
        #[cfg(feature = "games")]
        Box::new(hex::hex_on::<9>("hex-9x9")),
        #[cfg(feature = "games")]
        Box::new(ultimate_tic_tac_toe::ultimate_tic_tac_toe()),
    ]
}
