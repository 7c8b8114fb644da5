//! What a search says at its end.

use bestply_core::{Evaluator, Keyed, RootMove, Side, Stop, Value, ValueKind};

use super::node::{Edge, NaiveNode, best_edge};
use super::{NaiveBackUp, NaiveGuided, Walks};
use crate::naive::last_choice::choose_last;
use crate::naive::selection::oriented;

impl<P: Keyed + Clone, E: Evaluator<P>> Walks<'_, P, E> {
    /// Fills in the report. A search that ended at a finished position plays the walk to it.
    pub(super) fn conclude(&mut self, stop: Stop, walk: Option<&[usize]>) {
        self.report.stop = stop;
        let root = self.root_node().filter(|&root| !self.naive.nodes[root].edges.is_empty());
        let Some(root) = root else { return self.conclude_without_moves() };
        let (line, end, value) = self.line(root, walk);
        let (is_plain, naive) = (self.is_plain(), &*self.naive);
        let describe = |(index, edge): (usize, &Edge)| {
            let mut root_move = RootMove::new(index, edge.value, ValueKind::bound_if(!naive.is_exact(edge)));
            if index == line[0] {
                root_move.value = value;
            }
            (root_move.visits, root_move.proved) = if is_plain {
                (None, naive.is_decided(&self.root, &[index], edge))
            } else {
                (Some(edge.visits), edge.proof.is_some())
            };
            root_move
        };
        let edges = &naive.nodes[root].edges;
        let report = &mut self.report;
        report.root_moves = edges.iter().enumerate().map(describe).collect();
        report.value = Some(value);
        report.best_move = Some(line[0]);
        report.line = line;
        let mut position = end;
        if let Some(better) = choose_last(report, &self.root) {
            position = self.root.clone();
            position.make(position.nth_move(better));
        }
        if position.is_terminal() && report.stop == Stop::Depth {
            report.stop = Stop::Terminal;
        }
    }

    /// Fills in the report of a root whose children are not known.
    fn conclude_without_moves(&mut self) {
        let is_over = self.root.is_terminal();
        if is_over {
            self.report.value = Some(self.evaluator.evaluate(&self.root));
            self.report.counts.evaluations += 1;
            self.report.stop = Stop::Terminal;
        } else {
            (self.report.best_move, self.report.line) = (Some(0), vec![0]);
        }
        self.report.proved = is_over;
    }

    /// The line through the child of the last choice, and on by values, or that of a walk; the position at its end;
    /// and what its first move is worth: on a graph what the end of a line by values says, unless the move is proved.
    fn line(&self, root: usize, walk: Option<&[usize]>) -> (Vec<usize>, P, Value) {
        let (naive, settings, scale) = (&*self.naive, self.naive.settings, self.scale());
        let side = self.root.to_move();
        let is_proved = naive.nodes[root].proof.is_some();
        let score = |edge: &Edge| match settings.choice {
            _ if is_proved => 0.0,
            choice => choice.score(oriented(side, edge.value) / scale, edge.visits),
        };
        // With ties kept the first of equals is chosen.
        let last_of = |depth: usize| self.last.get(depth).copied().filter(|_| settings.by_fewest_visits);
        let first = || best_edge(&naive.nodes[root].edges, side, last_of(0), score);
        let (mut line, mut position, mut node) = (Vec::new(), self.root.clone(), Some(root));
        let chosen = walk.map_or_else(first, |walk| walk[0]);
        let chosen_edge = &naive.nodes[root].edges[chosen];
        let (mut next, mut end_value) = (Some(chosen), chosen_edge.value);
        while let (Some(index), Some(here)) = (next, node) {
            let edge = &naive.nodes[here].edges[index];
            position.make(position.nth_move(index));
            line.push(index);
            end_value = edge.value;
            node = edge.target;
            let last = last_of(line.len()).filter(|_| self.last.starts_with(&line));
            let side = position.to_move();
            let best = |node: usize| match &naive.nodes[node] {
                made if made.edges.is_empty() => None,
                made if made.is_complete() && walk.is_none() => Some(best_edge(&made.edges, side, last, |_| 0.0)),
                // Of children some of which are missing, or behind the walk, it goes to one from which the value came.
                made => Some(best_by_value(&made.edges, side)).filter(|&best| made.edges[best].value == edge.value),
            };
            next = walk.and_then(|walk| walk.get(line.len()).copied()).or_else(|| node.and_then(best));
        }
        let is_by_best = walk.is_none() && settings.back_up != NaiveBackUp::Mean && settings.shares;
        let is_of_end = is_by_best && chosen_edge.proof.is_none();
        (line, position, if is_of_end { end_value } else { chosen_edge.value })
    }
}

impl NaiveGuided {
    /// Whether the value is that of a leaf, reached through complete nodes with no bound between.
    fn is_exact(&self, edge: &Edge) -> bool {
        let comes_from = |node: &NaiveNode| {
            let mut sources = node.edges.iter().filter(|below| below.value == edge.value);
            node.edges.is_empty() || (node.is_complete() && sources.any(|below| self.is_exact(below)))
        };
        !edge.bound && (self.settings.shares || edge.target.is_none_or(|node| comes_from(&self.nodes[node])))
    }

    /// Whether finished positions alone prove that the node is won for one side.
    fn is_decided<P: Keyed + Clone>(&self, root: &P, path: &[usize], edge: &Edge) -> bool {
        let mut position = root.clone();
        path.iter().for_each(|&index| _ = position.make(position.nth_move(index)));
        [Side::Max, Side::Min].into_iter().any(|side| self.is_won_for(side, &position, edge))
    }

    fn is_won_for<P: Keyed + Clone>(&self, side: Side, position: &P, edge: &Edge) -> bool {
        let node = edge.target.map(|node| &self.nodes[node]);
        let is_won = |(index, below): (usize, &Edge)| {
            let mut child = position.clone();
            child.make(child.nth_move(index));
            self.is_won_for(side, &child, below)
        };
        let mut edges = node.map_or(&[][..], |node| &node.edges).iter().enumerate();
        edge.value == side.win()
            && (position.is_terminal()
                || if position.to_move() == side {
                    edges.any(is_won)
                } else {
                    node.is_some_and(NaiveNode::is_complete) && edges.all(is_won)
                })
    }
}

/// The first edge of the best value.
fn best_by_value(edges: &[Edge], side: Side) -> usize {
    let best = |value: Value| edges.iter().all(|edge| side.orient(edge.value) <= side.orient(value));
    edges.iter().position(|edge| best(edge.value)).expect("there is an edge")
}
