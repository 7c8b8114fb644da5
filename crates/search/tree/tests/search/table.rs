//! A game, a tree and the other parts of a search.

use bestply_core::{Bounds, Evaluator, Event, Limit, Meter, Observer, Position, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_tree::{Keep, Memory, Tree, TreeNode, TreeSearch};

/// Makes two tests of each function: one with a tree that keeps no moves, one with a tree that keeps them.
macro_rules! with_and_without_kept_moves {
    ($(fn $name:ident<K>() $body:block)*) => {$(
        #[test]
        fn $name() {
            fn check<K: crate::table::Kept>() $body
            check::<()>();
            check::<bestply_tree::KeptMove<usize>>();
        }
    )*};
}

/// What a tree keeps of the moves of an explicit game.
pub(crate) trait Kept: Keep<ExplicitPosition> {}

impl<K: Keep<ExplicitPosition>> Kept for K {}

pub(crate) type ExplicitSearch<'a, K, E = NodeValue> = TreeSearch<'a, ExplicitPosition, E, Notes, u32, K>;

/// All that a search needs, and what remains of it.
pub(crate) struct Table<K, E = NodeValue> {
    pub(crate) tree: Tree<u32, K>,
    pub(crate) position: ExplicitPosition,
    pub(crate) evaluator: E,
    pub(crate) limit: Limit,
    pub(crate) memory: Memory,
    pub(crate) notes: Notes,
}

impl<K: Kept, E: Evaluator<ExplicitPosition> + Default> Table<K, E> {
    pub(crate) fn of(game: &str) -> Table<K, E> {
        Table {
            tree: Tree::new(),
            position: ExplicitTree::parse(game).expect("the game is well written").position(),
            evaluator: E::default(),
            limit: Limit::new(),
            memory: Memory::Prune,
            notes: Notes::default(),
        }
    }

    pub(crate) fn search(&mut self) -> ExplicitSearch<'_, K, E> {
        let Table { tree, position, evaluator, limit, memory, notes } = self;
        TreeSearch::new(tree, position, evaluator, limit, *memory, notes)
    }
}

/// The events of a search, one a line.
#[derive(Default)]
pub(crate) struct Notes(pub(crate) Vec<String>);

impl Observer for Notes {
    fn observe(&mut self, event: Event<'_>) {
        self.0.push(format!("{event:?}"));
    }
}

/// The static value of a child, as any searcher asks for it.
pub(crate) fn ask(
    position: &mut ExplicitPosition,
    mv: usize,
    evaluator: &mut NodeValue,
    meter: &mut Meter<'_>,
) -> Result<Value, Stop> {
    evaluator.value_of_child(position, mv, Bounds::OPEN, meter)
}

/// The values of the node's children.
pub(crate) fn values<K: Kept, E: Evaluator<ExplicitPosition>>(search: &ExplicitSearch<'_, K, E>) -> Vec<Value> {
    search.children().map(TreeNode::value).collect()
}

/// The static values of a position's children.
pub(crate) fn static_values(position: &mut ExplicitPosition) -> Vec<Value> {
    let moves = position.moves();
    moves.map(|mv| NodeValue.evaluate_child(position, mv)).collect()
}

/// Goes to each child of the node and sees whether the position there has the value of the child.
pub(crate) fn assert_moves_lead_to_their_values<K: Kept>(search: &mut ExplicitSearch<'_, K>) {
    for index in 0..search.children_made() {
        let step = search.descend(search.first_child(), index);
        assert_eq!(NodeValue.evaluate(search.position()), search.node().value());
        search.ascend(step);
    }
}
