use bestply_core::{Evaluator, Observer, Position, Report, RootMove, Side, Stop, Value};

use crate::tree_search::Scratch;
use crate::{Node, NodeId, Tree, TreeSearch};

impl<P, E, O, T> TreeSearch<'_, P, E, O, T>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
    T: Copy + Default,
{
    /// The report of a search whose principal variation leads to where it was ended.
    pub fn report_stopped(mut self, stop: Stop) -> Report<P::Move> {
        let line = self.line(|search, _, depth| search.stopped_at.get(depth).copied());
        self.report_line(stop, line)
    }

    /// The report of a search whose principal variation starts with the child `first` of the root, or the best one if that is
    /// `None`, and follows the stored values.
    pub fn report(mut self, stop: Stop, first: Option<usize>) -> Report<P::Move> {
        let line = self.line(|_, _, depth| if depth == 0 { first } else { None });
        self.report_line(stop, line)
    }

    /// The report of a search whose principal variation goes through the children that `choose` names, of a node and its side
    /// to move, and follows the stored values where it names none.
    pub fn report_chosen(
        mut self,
        stop: Stop,
        choose: impl Fn(&Tree<T>, NodeId, Side) -> Option<usize>,
    ) -> Report<P::Move> {
        let line = self.line(|search, node, _| choose(search.tree, node?, search.side()));
        self.report_line(stop, line)
    }

    /// Where the line ends in a finished position, [`Stop::Depth`] becomes [`Stop::Terminal`]; where the memory for a line that
    /// did was spent on others, [`Stop::Terminal`] becomes [`Stop::Memory`]. A finished root is evaluated here, whatever the
    /// limits.
    fn report_line(self, stop: Stop, line: Line<P::Move>) -> Report<P::Move> {
        let mut counts = self.meter.counts();
        let root_moves = self.root_moves();
        let value = if self.position.is_terminal() {
            counts.evaluations += 1;
            Some(self.evaluator.evaluate(self.position))
        } else {
            // Where not even the root's children found room in the tree, the root alone has the value.
            line.value.or_else(|| (!self.stopped_at.is_empty()).then(|| self.tree.node(self.tree.root()).value()))
        };
        let (nodes, bytes) = self.tree.peak();
        let TreeSearch { tree, path, stopped_at, values, peak_beyond, .. } = self;
        tree.scratch = Some(Scratch { path, stopped_at, values });
        Report {
            best_move: line.moves.first().copied(),
            value,
            line: line.moves,
            root_moves,
            counts,
            nodes: nodes + peak_beyond.0,
            bytes: bytes + peak_beyond.1,
            stop: match stop {
                Stop::Depth if line.ends_the_game => Stop::Terminal,
                Stop::Terminal if !line.ends_the_game => Stop::Memory,
                _ => stop,
            },
            proved: line.ends_the_game && value.is_some_and(|value| value == Value::MIN || value == Value::MAX),
        }
    }

    /// The principal variation: the children that `given` names, by their parent and its depth, then from each node to its best
    /// child as long as that has the node's value.
    ///
    /// Values differ where a limit cut an expansion short; the children made so far say nothing of the node's value then. At
    /// the root a move is needed all the same: the best child made so far, and without any the first legal move.
    fn line(&mut self, given: impl Fn(&Self, Option<NodeId>, usize) -> Option<usize>) -> Line<P::Move> {
        let mut line = Line { moves: Vec::new(), value: None, ends_the_game: false };
        self.follow(Some(self.tree.root()), &given, &mut line);
        if line.moves.is_empty() {
            line.moves.extend(self.position.moves().next());
        }
        line
    }

    /// Adds to the line what follows from `node`, whose position is on the board; `None` where that is beyond the tree.
    fn follow(
        &mut self,
        node: Option<NodeId>,
        given: &impl Fn(&Self, Option<NodeId>, usize) -> Option<usize>,
        line: &mut Line<P::Move>,
    ) {
        let next = given(self, node, line.moves.len()).or_else(|| {
            let best = self.tree.best_child(node?, self.position.to_move())?;
            let backed_up = self.tree.node(self.tree.child(node?, best)).value() == self.tree.node(node?).value();
            (backed_up || line.moves.is_empty()).then_some(best)
        });
        let Some(index) = next else {
            line.ends_the_game = self.position.is_terminal();
            return;
        };
        let child = node.and_then(|node| self.tree.first_child(node)).map(|first| first.sibling(index));
        line.value = line.value.or(child.map(|child| self.tree.node(child).value()));
        let mv = self.position.nth_move(index);
        line.moves.push(mv);
        let undo = self.position.make(mv);
        self.follow(child, given, line);
        self.position.unmake(mv, undo);
    }

    fn root_moves(&self) -> Vec<RootMove<P::Move>> {
        let root_move = |(mv, child): (P::Move, &Node<T>)| RootMove {
            mv,
            value: child.value(),
            bound: !self.tree.leads_to_exact(child),
        };
        self.position.moves().zip(self.tree.children(self.tree.root())).map(root_move).collect()
    }
}

/// A principal variation, and what stands at its ends.
struct Line<M> {
    moves: Vec<M>,
    /// The value of the first move.
    value: Option<Value>,
    ends_the_game: bool,
}
