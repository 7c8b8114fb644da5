use bestply_core::{Properties, Side, StaticError};

use crate::Node;

/// A rule by which a search chooses the next leaf to expand. With it, [`Growth`](crate::Growth) is a searcher.
///
/// The search keeps the tree, backs up minimax values, and knows where games are over.
/// The rule keeps a [`Mark`](Rule::Mark) with each node, and names the way down.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::{Growth, Node, Rule, first_best};
///
/// /// Best-first minimax itself: the way down goes to the best child that is open.
/// struct Best;
///
/// impl Rule for Best {
///     type Mark = ();
///
///     fn choose(&mut self, node: &Node<'_, ()>, _: usize) -> usize {
///         let side = node.side();
///         let ranked = node.open_children().map(|(index, child)| (index, side.orient(child.value())));
///         first_best(ranked).expect("a child is open")
///     }
/// }
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), Growth::new(Best), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub trait Rule {
    /// What the rule keeps with each node.
    type Mark: Copy + Default + Send + 'static;

    /// Whether the rule does nothing but choose among the root's moves, so that it ends where there is only one.
    const IS_OF_ROOT_MOVES: bool = false;

    /// Learns what holds of all static values, at the start of each search, and forgets what the last search left.
    ///
    /// `errors` are what the evaluator knows of its [errors](bestply_core::Evaluator::errors) at the root's stage of
    /// the game.
    fn start(&mut self, properties: Properties, errors: &[StaticError]) {
        let _ = (properties, errors);
    }

    /// Looks at the root before each round and before the decision, and says whether the marks of all nodes are to
    /// be made anew.
    fn focus(&mut self, root: &Node<'_, Self::Mark>) -> bool {
        let _ = root;
        false
    }

    /// Notes with children what only their siblings and their parent can tell, before [`mark`](Rule::mark).
    ///
    /// Children are leaves when they are made. At the start of a search on a saved tree every group of children comes
    /// here once more, from the root down, and the root's own mark begins anew.
    fn made(&self, parent: Self::Mark, side: Side, children: &mut [Node<'_, Self::Mark>]) {
        let _ = (parent, side, children);
    }

    /// The mark of a node that has changed: of a new leaf, of a node found to be finished, or of one whose children
    /// have their marks.
    fn mark(&self, node: &Node<'_, Self::Mark>) -> Self::Mark {
        node.mark
    }

    /// Prepares the next way down, which begins at `top`: the root, or the first node below moves that are forced.
    ///
    /// `top` is open. Returns whether the search goes on.
    fn begin(&mut self, top: &Node<'_, Self::Mark>) -> bool {
        let _ = top;
        true
    }

    /// The index of the child to which the way goes on. The child must be open.
    ///
    /// `depth` is the number of edges from the root to the node.
    fn choose(&mut self, node: &Node<'_, Self::Mark>, depth: usize) -> usize;

    /// Why the way down led to the leaf at its end, in a sentence for whoever watches.
    fn reason(&self) -> String {
        String::new()
    }

    /// The index of the move to play, where it is not the one of the best value.
    fn decide(&self, root: &Node<'_, Self::Mark>) -> Option<usize> {
        let _ = root;
        None
    }
}

/// A rule whose next way down need not know what is found at the end of the last one.
///
/// Such a rule goes by what is open, and a leaf that waits for its children is closed to it, whatever else its marks
/// say: so the next way leads to another leaf.
/// A rule is none of these where a closed leaf means more to it, namely that nothing there can change.
pub trait Parallel: Rule {}
