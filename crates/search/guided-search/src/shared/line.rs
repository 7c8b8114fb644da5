//! What the top and its islands say of the root: the principal variation and the values of the moves.

use bestply_core::{Position, RootMove, Side, Value, ValueKind, follow_line};
use bestply_tree::{Expansion, NodeId};

use crate::shared::ground::{Ground, known};
use crate::shared::top::{ROOT, Top};
use crate::{Settings, Visits};

/// A line from the root.
pub(super) struct SharedLine<M> {
    pub(super) moves: Vec<M>,
    /// The value of the first move.
    pub(super) value: Option<Value>,
    pub(super) ends_the_game: bool,
}

/// A node of the whole search.
#[derive(Clone, Copy)]
enum WholeNode<'t, K> {
    /// A node of the top whose children are there, too.
    InTop(usize),
    /// A node of an island.
    OnIsland(&'t Ground<K>, NodeId),
    /// A node that is not in memory.
    Nowhere,
}

impl<K: Copy + Default> Top<K> {
    /// The line that starts with the child `first` of the root, or with the one of the final choice,
    /// and goes on by values.
    pub(super) fn line<P: Position>(
        &self,
        settings: &Settings,
        position: &mut P,
        first: Option<usize>,
    ) -> SharedLine<P::Move> {
        let mut place = self.place(ROOT);
        let mut is_root = true;
        let mut value = None;
        let (moves, ends_the_game) = follow_line(position, |position| {
            let given = first.filter(|_| is_root);
            let index = given.or_else(|| self.next(settings, place, position.to_move(), is_root))?;
            (place, is_root) = (self.child(place, index), false);
            value = value.or(self.value_and_visits(place).map(|(value, _)| value));
            Some(position.nth_move(index))
        });
        SharedLine { moves, value, ends_the_game }
    }

    /// Each move of the root that has a value.
    pub(super) fn root_moves<P: Position>(&self, position: &P) -> Vec<RootMove<P::Move>> {
        let root = self.place(ROOT);
        let root_move = |(index, mv): (usize, P::Move)| {
            let child = self.child(root, index);
            let (value, visits) = self.value_and_visits(child)?;
            let mut root_move = RootMove::new(mv, value, ValueKind::bound_if(!self.is_exact(child)));
            (root_move.visits, root_move.proved) = (Some(visits.count), visits.proof().is_known());
            Some(root_move)
        };
        position.moves().enumerate().map_while(root_move).collect()
    }

    /// Whether a child of the root has a value.
    pub(super) fn has_child(&self, index: usize) -> bool {
        self.value_and_visits(self.child(self.place(ROOT), index)).is_some()
    }

    fn place(&self, node: usize) -> WholeNode<'_, K> {
        self.ground(node).map_or(WholeNode::InTop(node), |ground| WholeNode::OnIsland(ground, ground.root()))
    }

    fn child<'t>(&'t self, place: WholeNode<'t, K>, index: usize) -> WholeNode<'t, K> {
        let child = match place {
            WholeNode::InTop(node) => self.node(node).children().nth(index).map(|child| self.place(child)),
            WholeNode::OnIsland(ground, place) => {
                (index < ground.child_count(place)).then(|| WholeNode::OnIsland(ground, ground.child(place, index)))
            }
            WholeNode::Nowhere => None,
        };
        child.unwrap_or(WholeNode::Nowhere)
    }

    fn value_and_visits(&self, place: WholeNode<'_, K>) -> Option<(Value, Visits)> {
        match place {
            WholeNode::InTop(node) => Some((self.node(node).value, self.node(node).visits)),
            WholeNode::OnIsland(ground, place) => Some(known(ground, place)),
            WholeNode::Nowhere => None,
        }
    }

    /// The child by which a line goes on.
    ///
    /// Where some children are missing, it is the best one made, if the node's value comes from it.
    /// At the root a move is needed all the same.
    fn next(&self, settings: &Settings, place: WholeNode<'_, K>, side: Side, is_root: bool) -> Option<usize> {
        let is_open = is_root && self.value_and_visits(place).is_some_and(|(_, visits)| !visits.proof().is_known());
        match place {
            WholeNode::InTop(node) => {
                let children =
                    self.node(node).children().map(|child| (self.node(child).value, self.node(child).visits));
                settings.best((side, None), is_open, children)
            }
            WholeNode::OnIsland(ground, place) => {
                let children = ground.children(place);
                if is_root || ground.node(place).expansion() == Expansion::Full {
                    return settings.best((side, None), is_open, children.map(|child| (child.value(), child.payload)));
                }
                let best = children.enumerate().map(|(index, child)| child.rank(side, index)).max()?;
                (best.value() == side.orient(ground.node(place).value())).then(|| best.index())
            }
            WholeNode::Nowhere => None,
        }
    }

    /// Whether a value was backed up along some line on which all nodes have all their children.
    fn is_exact(&self, place: WholeNode<'_, K>) -> bool {
        let mut open = vec![place];
        while let Some(place) = open.pop() {
            match place {
                WholeNode::OnIsland(ground, place) if ground.is_exact(place) => return true,
                WholeNode::InTop(node) if self.node(node).is_island() => return true,
                WholeNode::InTop(node) => {
                    let same =
                        self.node(node).children().filter(|&child| self.node(child).value == self.node(node).value);
                    open.extend(same.map(|child| self.place(child)));
                }
                WholeNode::OnIsland(..) | WholeNode::Nowhere => {}
            }
        }
        false
    }
}
