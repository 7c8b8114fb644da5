//! Opponents by their strength, for whoever knows no searcher by its name.

use serde::Serialize;

/// An opponent: a searcher and a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// What people call it.
    pub(crate) name: &'static str,
    /// The searcher in the form of the command line. It plays any game.
    pub searcher: &'static str,
    /// What it does, in a sentence.
    pub says: &'static str,
}

/// Five of them, the weakest first.
///
/// How each scores against the one before it is in `docs/playing.md`, with the command that measures it;
/// the command's description is `crates/doors/playground/data/levels.toml`, and has the same searchers.
pub const LEVELS: [Level; 5] = [
    Level {
        name: "Beginner",
        searcher: "alpha-beta:depth=1,ends=searcher",
        says: "It looks one move ahead, at every move.",
    },
    Level {
        name: "Casual",
        searcher: "uct-best-first:evaluations=60,ends=searcher",
        says: "It looks at some sixty positions before each move.",
    },
    Level {
        name: "Club player",
        searcher: "uct-best-first:evaluations=400,ends=searcher",
        says: "It looks at four hundred positions before each move, mostly along the lines that seem best.",
    },
    Level {
        name: "Expert",
        searcher: "uct-best-first:evaluations=4000,ends=searcher",
        says: "It looks at four thousand positions before each move.",
    },
    Level {
        name: "Full strength",
        searcher: "uct-best-first:evaluations=100000",
        says: "It looks at a hundred thousand positions before each move, and solves the end of the game where it can.",
    },
];
