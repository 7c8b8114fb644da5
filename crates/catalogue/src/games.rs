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

use crate::known_game::KnownGame;

pub use othello::{OthelloEvaluation, numbered_openings};
pub use small::small_game;

/// The name of settings with softmax, where those that are tuned have UCT.
const SOFTMAX: &str = "softmax";

/// All of them.
pub(crate) fn standard() -> Vec<KnownGame> {
    vec![
        random::entry().game,
        othello::entry().game,
        small::tic_tac_toe().game,
        small::connect_four().game,
        small::breakthrough().game,
        small::oware().game,
        small::onitama().game,
        small::lines_of_action().game,
        small::small_breakthrough().game,
        clobber::clobber().game,
        clobber::clobber_on::<6>("clobber-6x6").game,
        clobber::clobber_on::<10>("clobber-10x10").game,
        amazons::amazons().game,
        amazons::amazons_on::<6, false>("amazons-6x6").game,
        amazons::amazons_on::<8, false>("amazons-8x8").game,
        amazons::staged_amazons().game,
        sized_othello::othello_on::<6>("othello-6x6").game,
        sized_othello::othello_on::<10>("othello-10x10").game,
        go::go_on::<5>("go-5x5", weights::GO_5X5, "scale=1024,exploration=0.05,urgency=0.5").game,
        go::go_on::<7>("go-7x7", weights::GO_7X7, "scale=64,exploration=0.1,urgency=0.5").game,
        go::go_on::<9>("go-9x9", weights::GO_9X9, "scale=1,exploration=0.2,urgency=0").game,
        hex::hex().game,
        hex::hex_on::<7>("hex-7x7").game,
        hex::hex_on::<9>("hex-9x9").game,
        ultimate_tic_tac_toe::ultimate_tic_tac_toe().game,
    ]
}
