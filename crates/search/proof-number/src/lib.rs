//! Solvers by proof numbers: who wins, for any game, and a proof that a second program checks.
//!
//! Proof-number search is best-first search for an answer in place of a value (Allis, van der Meulen & van den Herik
//! 1994).
//! Of each position it counts how many leaves at least must still be proved before the answer is yes, and how many
//! disproved before it is no.
//! It expands the *most-proving node*, at which both counts meet.
//!
//! | [`Method`] | source | remembers |
//! |---|---|---|
//! | [`Pn`](Method::Pn) | Allis 1994 | its whole tree |
//! | [`PnSquared`](Method::PnSquared) | Allis 1994 | a tree, each of whose leaves was searched by a tree of its own |
//! | [`DfPn`](Method::DfPn) | Nagai 2002; with 1 + ε: Pawlewicz & Lew 2007 | a table of a fixed size |
//! | [`Pds`](Method::Pds) | Nagai 1998 | a table of a fixed size |
//!
//! **The key decision** is that a [`Question`] is "does MAX get at least so much?", and that all questions about a
//! position share one memory: what is known of its score.
//! So a draw is two questions, a score is a bisection, and each profits from the others.
//!
//! # Games that go round
//!
//! A position that comes back on the path is worth a draw, 0 (`docs/meaning.md`, 25.3).
//! An answer may then hold on one path only, and a table that forgets the path gives it to all: the *graph-history
//! interaction*.
//! Here an answer that rests on a position of its path is kept with that path, and holds elsewhere only if the moves
//! that gave it do (Kishimoto & Müller 2004).
//! Whatever rests on nothing above holds everywhere.
//!
//! An answer that needs the game to end comes with the most plies until then.
//! Who plays for it goes to fewer plies with each move, so that a proved win is won.
//!
//! # What it takes
//!
//! A node of a tree has 16 bytes, an entry of a table 32, and both keep to the bytes that the [`Solver`] was given.
//! An evaluation, the unit of a limit, is a leaf that was looked at: whether it is finished, and how many moves it has.
//! The events are [`Explained`](bestply_core::Event::Explained) before each expansion, then
//! [`Numbered`](bestply_core::Event::Numbered) for each child made, and for each node whose numbers are found anew.
//!
//! ```
//! use bestply_core::Limit;
//! use bestply_explicit_game::{ExplicitPosition, ExplicitTree};
//! use bestply_proof_number::{Outcomes, Question, Score, Settings, Solver};
//!
//! // Does MAX win? The second move does, whatever MIN replies.
//! let tree = ExplicitTree::parse("max 0 (-1 (-1 1) 1 (1 1))")?;
//! let score = |end: &ExplicitPosition| end.tree().value(end.node()) as Score;
//! let (mut position, mut judge) = (tree.position(), Outcomes::new(score));
//! let mut solver = Solver::new(Settings::default(), 1 << 20);
//! let proof = solver.prove(&mut position, &mut judge, Question::MAX_WINS, 1000, &Limit::new())?;
//! assert!(proof.answer());
//! assert_eq!(proof.check(&mut position, score, ExplicitPosition::node), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod best_first;
mod depth_first;
mod ends;
mod ground;
mod history;
mod inquiry;
mod judge;
mod numbers;
mod path;
mod proof_tree;
mod question;
mod searcher;
mod settings;
mod solver;
mod strategy;
mod table;

pub use bestply_core::ranges::InvalidSetting;
pub use ends::ProofEnds;
pub use judge::{Judge, Outcomes, by_mobility};
pub use numbers::{Addition, Numbers};
pub use proof_tree::{NotAProof, ProofTree, Wrong, WrongProof};
pub use question::{Question, Score, Scores};
pub use searcher::ProofNumberSearch;
pub use settings::{Method, Settings};
pub use solver::{Solution, Solver};
pub use strategy::NoProof;

/// Why the search turns to a leaf with these numbers.
fn reason(Numbers { proof, disproof }: Numbers) -> String {
    let leaves = |count: u32| match count {
        1 => "1 leaf".to_owned(),
        count => format!("{count} leaves"),
    };
    format!("It is the most-proving node, {} from yes and {} from no.", leaves(proof), leaves(disproof))
}
