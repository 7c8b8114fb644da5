use std::ops::Range;
use std::sync::Arc;

use bestply_core::{Evaluator, Keyed, Position, Properties, Side, Value, mix};
use bestply_explicit_game::ExplicitTree;

use crate::Dice;

/// A small random game in which several lines of play lead to the same position.
///
/// Positions lie in layers, one for each ply. The moves of a position lead to different positions of the next layer.
#[derive(Clone, Debug)]
pub struct Web {
    nodes: Arc<Vec<WebNode>>,
    node: usize,
}

#[derive(Debug)]
struct WebNode {
    to_move: Side,
    value: Value,
    children: Vec<usize>,
}

/// The value written at a position of a [`Web`].
#[derive(Clone, Copy, Debug, Default)]
pub struct WebValue;

/// A value of a position of a [`Web`] that differs from parent to parent, that of a finished position, too.
///
/// No position has a value by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParentValue {
    entered: Option<usize>,
}

impl Web {
    /// The game of this seed, with so many layers after the first position and so many positions in each.
    ///
    /// Every third game ends in wins and losses alone, and every third has no infinite value.
    pub fn new(seed: u64, layers: usize, width: usize) -> Web {
        let mut dice = Dice::new(seed);
        let mut nodes: Vec<WebNode> = Vec::new();
        let first_of = |layer: usize| if layer == 0 { 0 } else { 1 + (layer - 1) * width };
        for layer in 0..=layers {
            for _ in 0..(if layer == 0 { 1 } else { width }) {
                let ends = layer == layers || (layer > 0 && dice.happens(15));
                let mut children: Vec<usize> = Vec::new();
                while !ends && (children.is_empty() || dice.happens(60) && children.len() < width) {
                    let child = first_of(layer + 1) + dice.below(width as u64) as usize;
                    if !children.contains(&child) {
                        children.push(child);
                    }
                }
                let to_move = if dice.happens(90) == layer.is_multiple_of(2) { Side::Max } else { Side::Min };
                let value = match (seed % 3, ends) {
                    (0, true) => [Value::MIN, 0, Value::MAX][dice.below(3) as usize],
                    (1, true) if dice.happens(50) => [Value::MIN, Value::MAX][dice.below(2) as usize],
                    _ => dice.below(9) as Value - 4,
                };
                nodes.push(WebNode { to_move, value, children });
            }
        }
        Web { nodes: Arc::new(nodes), node: 0 }
    }

    /// The value of the game under best play.
    pub fn minimax(&self) -> Value {
        let mut values: Vec<Value> = self.nodes.iter().map(|node| node.value).collect();
        for (name, node) in self.nodes.iter().enumerate().rev() {
            let children = node.children.iter().map(|&child| values[child]);
            let best = if node.to_move == Side::Max { children.max() } else { children.min() };
            values[name] = best.unwrap_or(node.value);
        }
        values[self.node]
    }
}

impl Web {
    /// The same game from here on as a tree: a node for each line of play, with the values of [`ParentValue`].
    pub fn unfolded(&self) -> ExplicitTree {
        let mut tree = ExplicitTree::new(self.to_move(), 0);
        let mut open = vec![(ExplicitTree::ROOT, self.node)];
        while let Some((name, node)) = open.pop() {
            for &child in &self.nodes[node].children {
                let added = tree.add_child(name, self.seen_from(node, child), Some(self.nodes[child].to_move));
                open.push((added, child));
            }
        }
        tree
    }

    /// The value of a child, as it is seen from this parent.
    fn seen_from(&self, parent: usize, child: usize) -> Value {
        let chance = mix((parent as u64) << 32 | child as u64);
        match self.nodes[child].value {
            Value::MIN | Value::MAX => [Value::MIN, 0, Value::MAX][(chance % 3) as usize],
            _ => (chance % 61) as Value - 30,
        }
    }
}

impl Position for Web {
    type Move = usize;
    type Moves = Range<usize>;
    /// The position before the move.
    type Undo = usize;

    fn to_move(&self) -> Side {
        self.nodes[self.node].to_move
    }

    fn moves(&self) -> Range<usize> {
        0..self.nodes[self.node].children.len()
    }

    fn make(&mut self, mv: usize) -> usize {
        let child = self.nodes[self.node].children[mv];
        std::mem::replace(&mut self.node, child)
    }

    fn unmake(&mut self, _: usize, before: usize) {
        self.node = before;
    }

    fn fingerprint(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Keyed for Web {
    fn key(&self) -> u64 {
        mix(self.node as u64)
    }
}

impl Evaluator<Web> for WebValue {
    fn evaluate(&mut self, position: &Web) -> Value {
        position.nodes[position.node].value
    }
}

impl Evaluator<Web> for ParentValue {
    fn evaluate(&mut self, position: &Web) -> Value {
        panic!("every node has its value from its parent, not {position:?}");
    }

    fn enter(&mut self, parent: &Web) {
        self.entered = Some(parent.node);
    }

    fn evaluate_child(&mut self, parent: &mut Web, mv: usize) -> Value {
        assert_eq!(
            self.entered,
            Some(parent.node),
            "an evaluator is told of the parent before it is asked for a child"
        );
        parent.seen_from(parent.node, parent.nodes[parent.node].children[mv])
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: true, ..Properties::default() }
    }
}
