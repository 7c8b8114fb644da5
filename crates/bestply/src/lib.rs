//! The facade (being written).

#[cfg(feature = "alpha-beta")]
pub use bestply_alpha_beta as alpha_beta;
#[cfg(feature = "best-first")]
pub use bestply_best_first as best_first;
#[cfg(feature = "best-first-extension")]
pub use bestply_best_first_extension as best_first_extension;
pub use bestply_core as core;
#[cfg(feature = "random-game")]
pub use bestply_random_game as random_game;
pub use bestply_tree as tree;
