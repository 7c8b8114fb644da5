use std::ops::RangeInclusive;

use bestply_core::{Side, Value};
use bestply_explicit_game::ExplicitTree;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A kind of small random games. Each seed gives one tree, which never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomTrees {
    /// The most plies from the root.
    pub depth: usize,
    /// The most children of a node.
    pub branching: usize,
    /// The range of static values, those of finished positions included. Few values make many ties.
    pub values: RangeInclusive<Value>,
    /// Whether all static values of a tree differ. If so, `values` is not used.
    pub distinct: bool,
    /// The percentage of nodes that are worth plus or minus infinity.
    pub infinite_percent: u64,
    /// The percentage of nodes that have a single child with the other side to move: a pass, or a forced move.
    pub pass_percent: u64,
    /// The percentage of nodes that have the same side to move as their parent.
    pub same_side_percent: u64,
    /// The percentage of nodes that end the game early.
    pub end_percent: u64,
    /// Whether finished positions are won, drawn or lost, whatever `values` says.
    pub wins_at_ends: bool,
    /// A distance from the root, and how many children each node there has, whatever `branching` says.
    /// So far no game ends early.
    pub wide: Option<(usize, usize)>,
}

impl Default for RandomTrees {
    /// Four plies of up to three moves, with alternating sides and few ties.
    fn default() -> RandomTrees {
        RandomTrees {
            depth: 4,
            branching: 3,
            values: -99..=99,
            distinct: false,
            infinite_percent: 0,
            pass_percent: 0,
            same_side_percent: 0,
            end_percent: 0,
            wins_at_ends: false,
            wide: None,
        }
    }
}

impl RandomTrees {
    /// One of each kind that a searcher must handle.
    ///
    /// They are plain, with distinct values, with nothing but ties, with infinities, with passes, with double moves,
    /// with early ends, deep and narrow, broad and flat, and all of it together.
    pub fn kinds() -> Vec<RandomTrees> {
        let plain = RandomTrees::default();
        vec![
            plain.clone(),
            RandomTrees { distinct: true, end_percent: 10, ..plain.clone() },
            RandomTrees { values: 0..=2, ..plain.clone() },
            RandomTrees { values: Value::MIN..=Value::MAX, infinite_percent: 30, end_percent: 20, ..plain.clone() },
            RandomTrees { values: -9..=9, pass_percent: 40, ..plain.clone() },
            RandomTrees { values: -9..=9, same_side_percent: 40, ..plain.clone() },
            RandomTrees { values: -9..=9, end_percent: 30, ..plain.clone() },
            RandomTrees { depth: 7, branching: 2, values: -20..=20, ..plain.clone() },
            RandomTrees { depth: 2, branching: 8, values: -5..=5, ..plain.clone() },
            RandomTrees {
                depth: 6,
                values: -3..=3,
                infinite_percent: 10,
                pass_percent: 20,
                same_side_percent: 30,
                end_percent: 10,
                ..plain
            },
        ]
    }

    /// `count` trees of each of the [`kinds`](RandomTrees::kinds), shallow ones first,
    /// so that the first to fail is a small one.
    pub fn forest(count: u64) -> impl Iterator<Item = ExplicitTree> {
        (1..=7).flat_map(move |depth| {
            let kinds = RandomTrees::kinds().into_iter().filter(move |kind| depth <= kind.depth);
            kinds.flat_map(move |kind| {
                // There are equally many at each depth up to the kind's own, which gets the rest.
                let each = count / kind.depth as u64;
                let here = if depth == kind.depth { count - each * (depth as u64 - 1) } else { each };
                (0..here).map(move |seed| RandomTrees { depth, ..kind.clone() }.tree(seed * 8 + depth as u64))
            })
        })
    }

    /// Trees with nodes of up to 300 children: at the root, a ply below it, and two plies below it.
    ///
    /// A searcher that finds the best of many children in another way than the best of few does so from some number on.
    /// The trees have nodes on both sides of the usual numbers, the powers of two.
    pub fn wide() -> impl Iterator<Item = ExplicitTree> {
        const WIDTHS: [usize; 8] = [31, 33, 40, 64, 65, 128, 257, 300];
        let plain = RandomTrees { branching: 2, values: -400..=400, ..RandomTrees::default() };
        let mixed = RandomTrees { infinite_percent: 1, same_side_percent: 10, end_percent: 10, ..plain.clone() };
        let kinds = [plain.clone(), RandomTrees { distinct: true, ..plain }, RandomTrees { values: -9..=9, ..mixed }];
        (0..).zip(WIDTHS).flat_map(move |(seed, width)| {
            let kinds = kinds.clone();
            (0..3).map(move |ply| {
                let kind = &kinds[(seed as usize + ply) % kinds.len()];
                RandomTrees { depth: 3, wide: Some((ply, width)), ..kind.clone() }.tree(seed)
            })
        })
    }

    /// The tree of this seed.
    pub fn tree(&self, seed: u64) -> ExplicitTree {
        let mut dice = Dice::new(seed);
        let to_move = if dice.happens(50) { Side::Max } else { Side::Min };
        let root_value = self.value(&mut dice, ExplicitTree::ROOT);
        let mut tree = ExplicitTree::new(to_move, root_value);
        // Nodes are named in the order in which they are added, so a level is a range of names, and needs no list.
        let mut level = ExplicitTree::ROOT..tree.nodes();
        for ply in 0..self.depth {
            let next = tree.nodes();
            level.for_each(|parent| self.add_children(&mut tree, parent, ply, &mut dice));
            level = next..tree.nodes();
        }
        if self.wins_at_ends { with_wins_at_ends(&tree, &mut dice) } else { tree }
    }

    fn add_children(&self, tree: &mut ExplicitTree, parent: usize, ply: usize, dice: &mut Dice) {
        let may_end = ply > 0 && self.wide.is_none_or(|(wide, _)| ply > wide);
        if may_end && dice.happens(self.end_percent) {
            return;
        }
        let passes = dice.happens(self.pass_percent);
        let count = match self.wide {
            _ if passes => 1,
            Some((wide, count)) if wide == ply => count as u64,
            _ => 1 + dice.below(self.branching as u64),
        };
        for _ in 0..count {
            let value = self.value(dice, tree.nodes());
            let same_side = !passes && dice.happens(self.same_side_percent);
            let to_move = same_side.then(|| tree.to_move(parent));
            tree.add_child(parent, value, to_move);
        }
    }

    fn value(&self, dice: &mut Dice, node: usize) -> Value {
        if dice.happens(self.infinite_percent) {
            return if dice.happens(50) { Value::MAX } else { Value::MIN };
        }
        if self.distinct {
            // An odd factor permutes the integers of 32 bits.
            return (node as u32).wrapping_mul(0x9e37_79b1) as Value;
        }
        let (least, most) = (i64::from(*self.values.start()), i64::from(*self.values.end()));
        (least + dice.below((most - least + 1) as u64) as i64) as Value
    }
}

/// The same tree, of which two finished positions in five are won, two are lost, and one is drawn.
fn with_wins_at_ends(tree: &ExplicitTree, dice: &mut Dice) -> ExplicitTree {
    let mut parents = vec![ExplicitTree::ROOT; tree.nodes()];
    for node in 0..tree.nodes() {
        tree.children(node).iter().for_each(|&child| parents[child] = node);
    }
    let mut value = |node: usize| {
        if tree.children(node).is_empty() {
            [Value::MIN, Value::MIN, 0, Value::MAX, Value::MAX][dice.below(5) as usize]
        } else {
            tree.value(node)
        }
    };
    let mut same = ExplicitTree::new(tree.to_move(ExplicitTree::ROOT), value(ExplicitTree::ROOT));
    for (node, &parent) in parents.iter().enumerate().skip(1) {
        same.add_child(parent, value(node), Some(tree.to_move(node)));
    }
    same
}

/// Random numbers that never change.
#[derive(Clone, Debug)]
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The random numbers of a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number less than `bound`, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// Whether an event of this probability happens. It takes a random number even where the outcome is certain.
    pub fn happens(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}
