//! The games that come with bestply, each an entry with a file of its presets.
//!
//! Besides the names of [`Preset`](crate::Preset) the files have two of unbounded minimax:
//! `softmax`, where the tuned settings have UCT, and `puct`,
//! by which records name the searcher that has become PUCT best-first.

mod amazons;
mod clobber;
mod domineering;
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
        clobber::clobber_on::<6>("clobber-6x6", None).game,
        clobber::clobber_on::<10>("clobber-10x10", None).game,
        domineering::domineering_on::<6>("domineering-6x6").game,
        domineering::domineering_on::<8>("domineering-8x8").game,
        amazons::amazons_on::<10, false>("amazons").presets(include_str!("games/amazons.toml")).game,
        amazons::amazons_on::<6, false>("amazons-6x6").game,
        amazons::amazons_on::<8, false>("amazons-8x8").game,
        amazons::amazons_on::<10, true>("amazons-staged").presets(include_str!("games/amazons.toml")).game,
        sized_othello::othello_on::<6>("othello-6x6").game,
        sized_othello::othello_on::<10>("othello-10x10").game,
        go::go_on::<5>("go-5x5", weights::GO_5X5, include_str!("games/go-5x5.toml")).game,
        go::go_on::<7>("go-7x7", weights::GO_7X7, include_str!("games/go-7x7.toml")).game,
        go::go_on::<9>("go-9x9", weights::GO_9X9, include_str!("games/go-9x9.toml")).game,
        hex::hex_on::<11>("hex").presets(include_str!("games/hex.toml")).game,
        hex::hex_on::<7>("hex-7x7").game,
        hex::hex_on::<9>("hex-9x9").game,
        ultimate_tic_tac_toe::ultimate_tic_tac_toe().game,
    ]
}
