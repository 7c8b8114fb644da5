//! The papers' searchers, compiled for one game and one evaluation.
//!
//! All searchers of a catalogue are compiled once, for any game.
//! These are entries for [`EvaluationEntry::searcher`], which asks for one more copy of one of them.
//! Each has the keys of the catalogue's searcher of its name.
//! `K` is what its tree keeps of moves: `()`, or a [`KeptMove`](bestply::tree::KeptMove) where listing is dear.
//!
//! ```
//! use bestply::othello::Othello;
//! use bestply::othello::evaluation::DiscDifference;
//! use bestply_catalogue::{EvaluationEntry, OthelloEvaluation, natives};
//!
//! let discs = EvaluationEntry::<Othello, _>::new("discs", OthelloEvaluation::new(DiscDifference));
//! let discs = discs.searcher(&natives::best_first::<()>());
//! ```
//!
//! In bestply's own games there are those for which a copy was measured to pay, and no others.
//! Together they add fewer seconds of processor time to a build than two builds differ by, which is 3 of 40:
//!
//! | searchers | game | evaluation | a search without the copy takes |
//! |---|---|---|---|
//! | all four | random games | the sum of edges | 1.5 to 1.9 times as long |
//! | all four | Othello | `learnt` | 1.1 to 1.3 times as long |
//! | all four | Othello | `disc-difference` | 1.1 to 1.4 times as long |

use bestply::{AlphaBeta, BestFirst, BestFirstExtension, RecursiveBestFirst};

use bestply_any_game::Playable;

use crate::evaluation::{EvaluationEntry, MatchEvaluation};
use crate::searcher::SearcherEntry;
use crate::searchers::{alpha_beta, best_first, best_first_extension, recursive_best_first};

/// Alpha-beta on a saved tree.
pub fn alpha_beta<K: Copy + Default + 'static>() -> SearcherEntry<AlphaBeta<K>> {
    alpha_beta::entry::<K, _>().tree(|searcher: &mut AlphaBeta<K>| &mut searcher.tree)
}

/// Best-first minimax on a saved tree.
pub fn best_first<K: Copy + Default + 'static>() -> SearcherEntry<BestFirst<K>> {
    best_first::entry::<K, _>().tree(|searcher: &mut BestFirst<K>| &mut searcher.tree)
}

/// Best-first extension.
pub fn best_first_extension<K: Copy + Default + 'static>() -> SearcherEntry<BestFirstExtension<K>> {
    best_first_extension::entry::<K, _>().tree(|searcher: &mut BestFirstExtension<K>| &mut searcher.tree)
}

/// Recursive best-first search.
pub fn recursive_best_first() -> SearcherEntry<RecursiveBestFirst> {
    recursive_best_first::entry()
}

impl<P: Playable, V: MatchEvaluation<P>> EvaluationEntry<P, V> {
    /// The same evaluation with the searchers that the papers compare, compiled for it.
    pub(crate) fn with_papers_searchers(self) -> EvaluationEntry<P, V> {
        self.searcher(&alpha_beta::<()>())
            .searcher(&best_first::<()>())
            .searcher(&best_first_extension::<()>())
            .searcher(&recursive_best_first())
    }
}
