//! Bestply's searchers compiled for a game and an evaluation, behind one type.
//!
//! A search gets most of its speed from being compiled for its game and its evaluation, and that takes long.
//! So the types end here, as early as they can: [`Compiled`] is any searcher of a game.
//! A crate that makes it of [`Standard`], one of bestply's own searchers by name, compiles the searches,
//! and whoever uses that crate does not compile them again.
//!
//! **The key decision** is that the games of one crate are compiled beside those of another, on another core.
//! Within a crate they are one unit, since a search that is cut into units takes up to a fifth longer.
//!
//! ```
//! use bestply::explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
//! use bestply::{BestFirst, Limit, Player};
//! use bestply_compiled::{Compiled, Standard};
//!
//! // The one function in which the searches of a game are compiled.
//! fn searching(searcher: Standard) -> Compiled<ExplicitPosition, NodeValue> {
//!     searcher.compiled()
//! }
//!
//! let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
//! let mut player = Player::new(tree.position(), searching(BestFirst::default().into()), NodeValue);
//! assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
//! # Ok::<(), bestply::explicit_game::ParseError>(())
//! ```

mod standard;

use std::any::Any;

use bestply::alpha_beta::{self, AlphaBeta};
use bestply::tree::{Keep, Memory, Tree};
use bestply::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search};

pub use standard::Standard;

/// A searcher of one game with one type of evaluator, whichever it is. Nobody can watch its searches.
///
/// So each searcher is compiled once, and not once more for those who watch.
pub struct Compiled<P: Position, E>(Box<dyn Inner<P, E>>);

impl<P: Position, E: Evaluator<P>> Compiled<P, E> {
    /// A searcher that keeps no tree, or whose tree is of no use to others.
    pub fn new<S: Search<P, E> + Send + 'static>(searcher: S) -> Compiled<P, E> {
        Compiled::with_tree(searcher, |_| None)
    }

    /// A searcher with access to its saved tree, from which another search can go on.
    pub fn with_tree<S, A>(searcher: S, tree: A) -> Compiled<P, E>
    where
        S: Search<P, E> + Send + 'static,
        A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send + 'static,
    {
        Compiled(Box::new(WithTree { searcher, tree }))
    }

    /// The alpha-beta that finishes games. It can go on from a tree that keeps `K` of moves.
    pub fn finishing<K: Keep<P> + Send + 'static>() -> Compiled<P, E> {
        let (settings, memory) = (alpha_beta::Settings::default(), Memory::default());
        Compiled::with_tree(AlphaBeta::<K> { settings, memory, tree: Tree::new() }, |searcher| Some(&mut searcher.tree))
    }

    /// The saved tree, if there is one that others can use.
    pub fn tree(&mut self) -> Option<&mut dyn SavedTree> {
        self.0.tree()
    }
}

/// The saved tree of a searcher, whatever it keeps of nodes and moves.
pub trait SavedTree: Any {
    /// Exchanges the two trees if they are of one type, and does nothing otherwise.
    fn exchange(&mut self, other: &mut dyn SavedTree);
}

impl<T: 'static, K: 'static> SavedTree for Tree<T, K> {
    fn exchange(&mut self, other: &mut dyn SavedTree) {
        let other: &mut dyn Any = other;
        if let Some(other) = other.downcast_mut() {
            std::mem::swap(self, other);
        }
    }
}

/// What is asked of a searcher behind a pointer.
trait Inner<P: Position, E>: Advance<P> + Send {
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move>;
    fn tree(&mut self) -> Option<&mut dyn SavedTree>;
}

/// A searcher, and what gives access to its tree.
struct WithTree<S, A> {
    searcher: S,
    tree: A,
}

impl<S: Reset, A> Reset for WithTree<S, A> {
    fn reset(&mut self) {
        self.searcher.reset();
    }
}

impl<P: Position, S: Advance<P>, A> Advance<P> for WithTree<S, A> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.searcher.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.searcher.line_after(position, mv)
    }
}

impl<P, E, S, A> Inner<P, E> for WithTree<S, A>
where
    P: Position,
    E: Evaluator<P>,
    S: Search<P, E> + Send,
    A: Fn(&mut S) -> Option<&mut dyn SavedTree> + Send,
{
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move> {
        self.searcher.run(position, evaluator, limit, &mut ())
    }

    fn tree(&mut self) -> Option<&mut dyn SavedTree> {
        (self.tree)(&mut self.searcher)
    }
}

impl<P: Position, E> Reset for Compiled<P, E> {
    fn reset(&mut self) {
        self.0.reset();
    }
}

impl<P: Position, E> Advance<P> for Compiled<P, E> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.0.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.0.line_after(position, mv)
    }
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for Compiled<P, E> {
    /// Tells the observer nothing.
    fn run<O: Observer>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
        self.0.search(position, evaluator, limit)
    }
}
