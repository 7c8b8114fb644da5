//! The games that come with bestply, each an entry.

mod amazons;
mod clobber;
mod go;
mod hex;
mod othello;
mod random;
mod sized_othello;
mod small;
mod ultimate_tic_tac_toe;

use bestply_network_weights as weights;

use crate::erased_game::ErasedGame;

pub use othello::{OthelloEvaluation, numbered_openings};
pub use small::small_game;

/// The name of settings with softmax, where those that are tuned have UCT.
const SOFTMAX: &str = "softmax";

/// All of them.
pub(crate) fn standard() -> Vec<Box<dyn ErasedGame>> {
    vec![
        Box::new(random::entry()),
        Box::new(othello::entry()),
        Box::new(small::tic_tac_toe()),
        Box::new(small::connect_four()),
        Box::new(small::breakthrough()),
        Box::new(small::oware()),
        Box::new(small::onitama()),
        Box::new(small::lines_of_action()),
        Box::new(small::small_breakthrough()),
        Box::new(clobber::clobber()),
        Box::new(clobber::clobber_on::<6>("clobber-6x6")),
        Box::new(clobber::clobber_on::<10>("clobber-10x10")),
        Box::new(amazons::amazons()),
        Box::new(amazons::amazons_on::<6, false>("amazons-6x6")),
        Box::new(amazons::amazons_on::<8, false>("amazons-8x8")),
        Box::new(amazons::staged_amazons()),
        Box::new(sized_othello::othello_on::<6>("othello-6x6")),
        Box::new(sized_othello::othello_on::<10>("othello-10x10")),
        Box::new(go::go_on::<5>("go-5x5", weights::GO_5X5, "scale=1024,exploration=0.05,urgency=0.5")),
        Box::new(go::go_on::<7>("go-7x7", weights::GO_7X7, "scale=64,exploration=0.1,urgency=0.5")),
        Box::new(go::go_on::<9>("go-9x9", weights::GO_9X9, "scale=1,exploration=0.2,urgency=0")),
        Box::new(hex::hex()),
        Box::new(hex::hex_on::<7>("hex-7x7")),
        Box::new(hex::hex_on::<9>("hex-9x9")),
        Box::new(ultimate_tic_tac_toe::ultimate_tic_tac_toe()),
    ]
}
