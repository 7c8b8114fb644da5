//! The pseudo-code of the report of 1992 to the letter: where it is right, and the smallest trees where it is wrong.

use crate::common;
use std::cmp::Reverse;
use std::collections::HashSet;

use bestply_core::{Bounds, Generation, Limit, Value};
use bestply_explicit_game::ExplicitTree;
use bestply_recursive_best_first::{Form, RecursiveBestFirst};
use bestply_testkit::RandomTrees;
use common::{order, search};

/// `BFMAX` and `BFMIN` as the report has them, with two exceptions:
/// the game says who moves at a child, and a terminal node ends the search.
struct Letter<'t> {
    tree: &'t ExplicitTree,
    expansions: Vec<Expansion>,
}

struct Expansion {
    node: usize,
    /// `Value <> Static (Node)`, by which the report recognises a node that has been expanded before.
    differs: bool,
    /// Whether the value was stored when a search left the node, or is inherited.
    stored: bool,
}

/// A child, and `M[i]`.
struct Entry {
    child: usize,
    value: Value,
    stored: bool,
}

impl Letter<'_> {
    /// The search, and the terminal node that ended it.
    fn search(tree: &ExplicitTree) -> (Letter<'_>, usize) {
        let mut letter = Letter { tree, expansions: Vec::new() };
        let root = Entry { child: ExplicitTree::ROOT, value: tree.value(ExplicitTree::ROOT), stored: false };
        let end = letter.best_first(&root, Bounds::OPEN).expect_err("only a terminal node ends it");
        (letter, end)
    }

    fn best_first(&mut self, &Entry { child: node, value, stored }: &Entry, bounds: Bounds) -> Result<Value, usize> {
        if self.tree.children(node).is_empty() {
            return Err(node);
        }
        let differs = value != self.tree.value(node);
        self.expansions.push(Expansion { node, differs, stored });
        let side = self.tree.to_move(node);
        let entry = |&child: &usize| {
            let static_value = self.tree.value(child);
            let inherits = differs && side.prefers(static_value, value);
            Entry { child, value: if inherits { value } else { static_value }, stored: inherits }
        };
        let mut m: Vec<Entry> = self.tree.children(node).iter().map(entry).collect();
        loop {
            m.sort_by_key(|entry| (Reverse(side.orient(entry.value)), entry.child));
            if !bounds.contains(m[0].value) {
                return Ok(m[0].value);
            }
            let second = m.get(1).map_or(side.loss(), |second| second.value);
            let Bounds { alpha, beta } = bounds.orient(side);
            let child_bounds = Bounds { alpha: alpha.max(side.orient(second)), beta }.orient(side);
            m[0].value = self.best_first(&m[0], child_bounds)?;
            m[0].stored = true;
        }
    }

    /// The nodes in the order of their first expansion.
    fn order(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        self.expansions.iter().map(|expansion| expansion.node).filter(|&node| seen.insert(node)).collect()
    }
}

fn tree(text: &str) -> ExplicitTree {
    ExplicitTree::parse(text).expect("the tree is well-formed")
}

fn node(tree: &ExplicitTree, path: &[usize]) -> usize {
    path.iter().fold(ExplicitTree::ROOT, |node, &index| tree.children(node)[index])
}

/// The order of first expansions and the last node, to the letter and by our searcher of 1992.
fn letter_and_ours(tree: &ExplicitTree) -> [(Vec<usize>, usize); 2] {
    let (letter, end) = Letter::search(tree);
    let (report, steps) = search(RecursiveBestFirst::new(Form::Report1992), tree, &Limit::default());
    let ours = order(&steps).iter().map(|path| node(tree, path)).collect();
    [(letter.order(), end), (ours, node(tree, &report.line))]
}

fn alternating_forest() -> impl Iterator<Item = ExplicitTree> {
    let kinds = RandomTrees::kinds().into_iter().filter(|kind| kind.same_side_percent == 0);
    kinds.flat_map(|kind| (0..500).map(move |seed| kind.tree(seed)))
}

/// A difference of the stored value from the static one does tell that the node was left before, or inherited.
/// This always holds, with equal values or without, since from the static value on a value only gets worse.
#[test]
fn a_stored_value_never_happens_to_equal_the_static_one() {
    for tree in RandomTrees::forest(2_000) {
        let (letter, _) = Letter::search(&tree);
        assert!(letter.expansions.iter().all(|expansion| expansion.differs == expansion.stored), "{tree:?}");
    }
}

/// A node's stored value is freed with its siblings.
/// When these are made again, the node goes by its static value although it has been expanded before.
/// So neither the report's test nor a flag stored with the value can recognise a first generation.
/// In this smallest tree, node 0's child is expanded, freed, and expanded again.
#[test]
fn a_node_made_again_goes_by_its_static_value() {
    let tree = tree("max 0 (5 (4 (2)) 3 (1))");
    let (letter, _) = Letter::search(&tree);
    let expanded: Vec<_> = letter.expansions.iter().map(|expansion| (expansion.node, expansion.differs)).collect();
    let node_0 = [1, 2].map(|node| (node, false));
    assert_eq!(expanded, [(0, false), node_0[0], node_0[1], (4, false), (1, true), (2, false)]);
    let (report, _) = search(RecursiveBestFirst::default(), &tree, &Limit::default());
    assert_eq!((report.counts.first_generations, report.counts.generations), (5, 7));
}

/// "The two-player generalizations of these two algorithms behave identically" (1993):
/// step by step, if sides alternate.
#[test]
fn nothing_is_inherited_while_sides_alternate() {
    for tree in alternating_forest() {
        for generation in [Generation::OneAtATime, Generation::All] {
            let run = |form| search(RecursiveBestFirst { form, generation }, &tree, &Limit::default());
            assert_eq!(run(Form::Report1992), run(Form::Paper1993), "{tree:?}");
        }
        let [letter, ours] = letter_and_ours(&tree);
        assert_eq!(letter, ours, "{tree:?}");
    }
}

/// The smallest tree where an inherited value is wrong, of seven nodes.
///
/// MAX moves twice by move 0.
/// Its first child, once worth 6 and then 1, inherits 3 from its sibling.
/// MIN moves at that child, and the child's child, worth 1, inherits 3 from it.
#[test]
fn a_double_move_makes_the_report_take_a_bound_for_a_value() {
    let [letter, ours] = letter_and_ours(&tree("max 0 (5:max (6 (1) 3) 4 (2))"));
    assert_eq!(letter, (vec![0, 1, 2, 5], 3), "it ends at a leaf worth 1");
    assert_eq!(ours, (vec![0, 1, 2, 5], 4), "the principal leaf is worth 3");
}

/// The smallest trees, of eight nodes each, with the consequences of that.
///
/// In one the report expands a node that best-first minimax does not expand; in the other it plays another move.
#[test]
fn a_double_move_makes_the_report_expand_and_play_otherwise() {
    let [letter, ours] = letter_and_ours(&tree("max 0 (6:max (7 (1 (4)) 3) 5 (2))"));
    assert_eq!((letter.0, ours.0), (vec![0, 1, 2, 6, 3], vec![0, 1, 2, 6]));
    let [letter, ours] = letter_and_ours(&tree("max 0 (6:max (4 (2) 7 (1)) 5 (3))"));
    assert_eq!((letter.1, ours.1), (5, 7), "the report plays move 0, which is worth 2; move 1 is worth 3");
}

/// Inheriting saves repeated work where sides move twice in a row.
#[test]
fn what_inheriting_spares() {
    let kind = RandomTrees { depth: 8, same_side_percent: 50, distinct: true, ..RandomTrees::default() };
    let generations = |form| -> u64 {
        let searcher = RecursiveBestFirst { form, generation: Generation::All };
        let of_tree = |seed| search(searcher, &kind.tree(seed), &Limit::default()).0.counts.generations;
        (0..200).map(of_tree).sum()
    };
    let [with, without] = [Form::Report1992, Form::Paper1993].map(generations);
    assert!(with < without, "{with} generations with inheritance, {without} without");
}
