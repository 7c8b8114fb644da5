//! Best-first game-tree search: searchers for your game, and the searchers of Korf & Chickering's experiments.
//!
//! *Alpha-beta* looks at every move to the same depth.
//! *Best-first minimax* always expands next the leaf at the end of the current best line of play.
//! So it looks at few lines, but very deeply.
//! Both searchers are here, with one vocabulary, and take any game that implements two traits,
//! [`Position`] and [`Evaluator`].
//!
//! ```
//! use bestply::prelude::*;
//! use bestply::random_game::{EdgeSum, RandomGame, Rules};
//!
//! let game = RandomGame::new(Rules::new(5, 100)?, 1);
//! let mut player = Player::new(game.clone(), BestFirst::default(), EdgeSum);
//! let mut opponent = Player::new(game, AlphaBeta::default(), EdgeSum);
//! let deep = player.search(&Limit::new().depth(11));
//! let wide = opponent.search(&Limit::new().depth(4));
//! println!("best-first {deep}");
//! println!("alpha-beta {wide}");
//! assert!(deep.line.len() > wide.line.len());
//! player.play(deep.best_move.expect("the game is not over"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read two examples first.
//! `nim` is a user's own game in one page.
//! `random_game` is a game between two searchers that keep their trees from move to move.
//!
//! # Modules
//!
//! | Module | For |
//! |---|---|
//! | the root | The vocabulary, all of `bestply-core`: enough to write a game or a searcher. |
//! | [`prelude`] | What a program needs that plays with a searcher. |
//! | [`best_first`] | Best-first minimax on a saved tree. |
//! | [`minimax`] | Minimax and plain alpha-beta in textbook form: the yardstick of every other searcher. |
//! | [`recursive_best_first`] | Best-first minimax in memory linear in depth, at the price of making nodes again. |
//! | [`alpha_beta`] | Alpha-beta with fixed ordering on a saved tree; best-first's opponent in the papers. |
//! | [`principal_variation_search`] | Alpha-beta in the form that engines use; the opponent to beat. |
//! | [`best_first_extension`] | Alpha-beta to a shallow horizon, then best-first; the papers' strongest at Othello. |
//! | [`guided_search`] | Best-first minimax guided by visits: UCT, PUCT, unbounded; on a tree or a graph. |
//! | [`monte_carlo_tree_search`] | UCT whose playouts end in the evaluation, with means in place of minimax values. |
//! | [`relatives`] | Min/max approximation, conspiracy numbers, B* and others: any rule that chooses the next leaf. |
//! | [`proof_number`] | Solvers by proof numbers, with proofs that are checked. |
//! | [`tree`] | The tree that they keep, eight bytes a node. For those who write a searcher of this kind. |
//! | [`visits`] | The bonus of UCT and the proofs of nodes. For those who write a searcher that counts visits. |
//! | [`learning`] | Evaluations learnt from self-play, for any game. |
//! | `network` | Small neural networks as evaluations; the feature of that name is off by default. |
//! | [`othello`] | Othello: rules, openings, evaluations, exact endgames. |
//! | [`games`] | Games with a board, from tic-tac-toe on. |
//! | [`random_game`] | Random game trees and N-games, on which the papers measure. |
//! | [`explicit_game`] | Games written down node by node: figures, and tests of a searcher of one's own. |
//!
//! Each module is a crate of its own, such as `bestply-best-first`, and can be used without the others.
//! A library should depend on those crates.
//!
//! # Features
//!
//! Each module except [`prelude`], [`tree`] and [`visits`] is a feature of the same name (`best-first`, `random-game`,
//! …), on by default.
//! `simd`, off by default, lets [`othello::perft`](bestply_othello::perft()) choose its instructions at run time.

pub use bestply_core::*;
pub use bestply_tree as tree;
pub use bestply_tree::Memory;
pub use bestply_visits as visits;

#[cfg(feature = "alpha-beta")]
pub use bestply_alpha_beta::{self as alpha_beta, AlphaBeta};
#[cfg(feature = "best-first")]
pub use bestply_best_first::{self as best_first, BestFirst};
#[cfg(feature = "best-first-extension")]
pub use bestply_best_first_extension::{self as best_first_extension, BestFirstExtension};
#[cfg(feature = "games")]
pub use bestply_board_games as games;
#[cfg(feature = "explicit-game")]
pub use bestply_explicit_game as explicit_game;
#[cfg(feature = "guided-search")]
pub use bestply_guided_search::{self as guided_search, GuidedGraphSearch, GuidedSearch, SharedGuidedSearch};
#[cfg(feature = "learning")]
pub use bestply_learning as learning;
#[cfg(feature = "minimax")]
pub use bestply_minimax::{self as minimax, Minimax, PlainAlphaBeta};
#[cfg(feature = "monte-carlo-tree-search")]
pub use bestply_monte_carlo_tree_search::{self as monte_carlo_tree_search, MonteCarloTreeSearch};
#[cfg(feature = "network")]
pub use bestply_network as network;
#[cfg(feature = "othello")]
pub use bestply_othello as othello;
#[cfg(feature = "principal-variation-search")]
pub use bestply_principal_variation_search::{self as principal_variation_search, PrincipalVariationSearch};
#[cfg(feature = "proof-number")]
pub use bestply_proof_number::{self as proof_number, ProofNumberSearch};
#[cfg(feature = "random-game")]
pub use bestply_random_game as random_game;
#[cfg(feature = "recursive-best-first")]
pub use bestply_recursive_best_first::{self as recursive_best_first, RecursiveBestFirst};
#[cfg(feature = "relatives")]
pub use bestply_relatives as relatives;

/// What a program needs that plays with a searcher: `use bestply::prelude::*`.
pub mod prelude {
    pub use bestply_core::{
        Advance, Bounds, Evaluator, Event, IllegalMove, Keyed, Limit, Observer, Player, Position, Quiescence, Report,
        Reset, Searcher, Searching, Side, Stop, Value, evaluator_fn,
    };

    #[cfg(feature = "alpha-beta")]
    pub use bestply_alpha_beta::AlphaBeta;
    #[cfg(feature = "best-first")]
    pub use bestply_best_first::BestFirst;
    #[cfg(feature = "best-first-extension")]
    pub use bestply_best_first_extension::BestFirstExtension;
    #[cfg(feature = "guided-search")]
    pub use bestply_guided_search::{GuidedGraphSearch, GuidedSearch, SharedGuidedSearch};
    #[cfg(feature = "minimax")]
    pub use bestply_minimax::{Minimax, PlainAlphaBeta};
    #[cfg(feature = "monte-carlo-tree-search")]
    pub use bestply_monte_carlo_tree_search::MonteCarloTreeSearch;
    #[cfg(feature = "principal-variation-search")]
    pub use bestply_principal_variation_search::PrincipalVariationSearch;
    #[cfg(feature = "recursive-best-first")]
    pub use bestply_recursive_best_first::RecursiveBestFirst;
}
