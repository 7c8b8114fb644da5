//! Random trees against minimax, and the order in which PN expands against its definition.

use bestply_core::{Evaluator, Event, Limit, Observer, Side};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};
use bestply_proof_number::{Addition, Method, Numbers, Outcomes, Question, Score, Scores, Settings, Solver};
use bestply_testkit::{DropFour, DropValue, RandomTrees};

use crate::graphs::all_settings;

fn score(end: &ExplicitPosition) -> Score {
    end.tree().value(end.node()) as Score
}

fn minimax(tree: &ExplicitTree, node: usize) -> Score {
    let values = tree.children(node).iter().map(|&child| minimax(tree, child));
    let best = if tree.to_move(node) == Side::Max { values.max() } else { values.min() };
    best.unwrap_or(tree.value(node) as Score)
}

/// Trees whose values are scores, with draws, passes and double moves.
fn trees() -> impl Iterator<Item = ExplicitTree> {
    let plain = RandomTrees { values: -9..=9, end_percent: 20, ..RandomTrees::default() };
    let kinds = [
        RandomTrees { values: -1..=1, ..plain.clone() },
        RandomTrees { depth: 7, branching: 2, values: -1..=1, same_side_percent: 30, ..plain.clone() },
        RandomTrees { pass_percent: 30, ..plain.clone() },
        RandomTrees { depth: 2, branching: 9, ..plain },
    ];
    kinds.into_iter().flat_map(|kind| (0..1250).map(move |seed| kind.tree(seed)))
}

#[test]
fn a_score_is_found_by_bisection_and_the_best_move_keeps_it() {
    let range = Scores { least: -9, most: 9 };
    for tree in trees() {
        let value = minimax(&tree, ExplicitTree::ROOT);
        for settings in all_settings() {
            let mut solver = Solver::new(settings, 1 << 16);
            let mut position = tree.position();
            let solution = solver.solve(&mut position, &mut Outcomes::new(score), range, &Limit::new(), &mut ());
            assert_eq!(solution.scores.exact(), Some(value), "{settings:?}: {tree}");
            if let Some(mv) = solution.best_move {
                let after = minimax(&tree, tree.children(ExplicitTree::ROOT)[mv]);
                assert_eq!(after, value, "{settings:?}: {tree}");
            }
        }
    }
}

#[test]
fn a_proof_of_a_tree_holds_and_one_of_another_tree_does_not() {
    let mut wrong = 0;
    let mut last: Option<bestply_proof_number::ProofTree> = None;
    for tree in trees().step_by(7) {
        for settings in all_settings() {
            let mut solver = Solver::new(settings, 1 << 16);
            let (mut position, question) = (tree.position(), Question { at_least: 2 });
            let proof = solver.prove(&mut position, &mut Outcomes::new(score), question, 10_000, &Limit::new());
            let proof = proof.expect("nothing limits it");
            assert_eq!(proof.answer(), minimax(&tree, ExplicitTree::ROOT) >= 2);
            assert_eq!(proof.check(&mut position, score, ExplicitPosition::node), Ok(()), "{proof}");
            if let Some(last) = last.replace(proof) {
                wrong += usize::from(last.check(&mut position, score, ExplicitPosition::node).is_err());
            }
        }
    }
    assert!(wrong > 300, "{wrong} proofs of other trees were refused");
}

/// The definition: a tree all of whose numbers are found anew, leaf by leaf.
struct Definition<'t> {
    tree: &'t ExplicitTree,
    question: Question,
    addition: Addition,
    by_mobility: bool,
    expanded: Vec<usize>,
}

impl Definition<'_> {
    fn numbers(&self, node: usize) -> Numbers {
        let (tree, side) = (self.tree, self.tree.to_move(node));
        if tree.children(node).is_empty() {
            return Numbers::answered(tree.value(node) as Score >= self.question.at_least);
        }
        if !self.expanded.contains(&node) {
            let moves = tree.children(node).len() as u32;
            return match side {
                _ if !self.by_mobility => Numbers::LEAF,
                Side::Max => Numbers { proof: 1, disproof: moves },
                Side::Min => Numbers { proof: moves, disproof: 1 },
            };
        }
        let children: Vec<Numbers> = tree.children(node).iter().map(|&child| self.numbers(child)).collect();
        let least = |of: fn(&Numbers) -> u32| children.iter().map(of).min().expect("it has children");
        let all = |of: fn(&Numbers) -> u32| {
            let numbers: Vec<u64> = children.iter().map(of).filter(|&number| number > 0).map(u64::from).collect();
            let total = match self.addition {
                Addition::Sum => numbers.iter().sum(),
                Addition::Weak => numbers.iter().max().map_or(0, |most| most + numbers.len() as u64 - 1),
            };
            if numbers.contains(&u64::from(Numbers::INFINITE)) { Numbers::INFINITE } else { total as u32 }
        };
        match side {
            Side::Max => Numbers { proof: least(|child| child.proof), disproof: all(|child| child.disproof) },
            Side::Min => Numbers { proof: all(|child| child.proof), disproof: least(|child| child.disproof) },
        }
    }

    /// The nodes in the order in which they are expanded, until the root is answered.
    fn expansions(mut self) -> Vec<usize> {
        while self.numbers(ExplicitTree::ROOT).answer().is_none() {
            let mut node = ExplicitTree::ROOT;
            while self.expanded.contains(&node) {
                let number = |child: usize| match self.tree.to_move(node) {
                    Side::Max => self.numbers(child).proof,
                    Side::Min => self.numbers(child).disproof,
                };
                node = *self.tree.children(node).iter().min_by_key(|&&child| number(child)).expect("it is expanded");
            }
            self.expanded.push(node);
        }
        self.expanded
    }
}

/// Notes the nodes that a search expands.
struct Expansions<'t> {
    tree: &'t ExplicitTree,
    expanded: Vec<usize>,
}

impl Observer for Expansions<'_> {
    fn observe(&mut self, event: Event<'_>) {
        if let Event::Explained { path, .. } = event {
            let node = path.iter().fold(ExplicitTree::ROOT, |node, &index| self.tree.children(node)[index]);
            self.expanded.push(node);
        }
    }
}

#[test]
fn pn_expands_what_its_definition_expands() {
    for tree in trees().filter(|tree| !tree.children(ExplicitTree::ROOT).is_empty()) {
        for (addition, by_mobility) in [(Addition::Sum, false), (Addition::Weak, false), (Addition::Sum, true)] {
            let question = Question::MAX_WINS;
            let judge = if by_mobility { Outcomes::new(score).by_mobility() } else { Outcomes::new(score) };
            let definition = Definition { tree: &tree, question, addition, by_mobility, expanded: Vec::new() };
            let mut seen = Expansions { tree: &tree, expanded: Vec::new() };
            let range = Scores { least: 0, most: 1 };
            let mut solver = Solver::new(Settings::of(Method::Pn).with_addition(addition), 1 << 16);
            solver.solve(&mut tree.position(), &mut { judge }, range, &Limit::new(), &mut seen);
            assert_eq!(seen.expanded, definition.expansions(), "{addition:?}: {tree}");
        }
    }
}

/// In a tree df-pn without ε looks at the same leaves as PN, though not in the same order where numbers are equal.
#[test]
fn df_pn_without_epsilon_takes_no_more_leaves_than_pn_by_much() {
    let (mut of_pn, mut of_df_pn) = (0, 0);
    for tree in trees() {
        let leaves = |settings: Settings| {
            let mut solver = Solver::new(settings, 1 << 16);
            let mut seen = Expansions { tree: &tree, expanded: Vec::new() };
            let range = Scores { least: 0, most: 1 };
            solver.solve(&mut tree.position(), &mut Outcomes::new(score), range, &Limit::new(), &mut seen);
            seen.expanded.sort_unstable();
            seen.expanded.dedup();
            seen.expanded.len()
        };
        of_pn += leaves(Settings::of(Method::Pn));
        of_df_pn += leaves(Settings::default().with_epsilon(0.0).expect("it is in its range"));
    }
    assert!(of_df_pn.abs_diff(of_pn) * 50 < of_pn, "{of_pn} by PN, {of_df_pn} by df-pn");
}

/// What a small board of Connect Four is worth, by a solver.
fn solved(board: &DropFour, settings: Settings) -> Option<Score> {
    solved_in(1 << 26, board, settings)
}

/// The same with so many bytes.
fn solved_in(bytes: usize, board: &DropFour, settings: Settings) -> Option<Score> {
    let outcome = |end: &DropFour| DropValue.evaluate(end).signum() as Score;
    let mut judge = Outcomes::new(outcome);
    let mut solver = Solver::new(settings, bytes);
    solver.solve(&mut board.clone(), &mut judge, Scores::OUTCOMES, &Limit::new(), &mut ()).scores.exact()
}

#[test]
fn small_boards_of_connect_four_are_worth_what_exhaustive_search_says() {
    let sizes = (1..=4).flat_map(|columns| (1..=4).map(move |rows| (columns, rows)));
    for ((columns, rows), line) in sizes.flat_map(|size| [(size, 3), (size, 4)]) {
        let board = DropFour::new(columns, rows, line);
        let value = board.minimax().signum() as Score;
        for settings in [Settings::default(), Settings::of(Method::Pds), Settings::of(Method::PnSquared)] {
            assert_eq!(solved(&board, settings), Some(value), "{columns} by {rows}, {line} in a row, {settings:?}");
        }
    }
}

/// John Tromp's table of the game on small boards has draws for all of these, and for those of the next test.
#[test]
fn boards_of_connect_four_up_to_five_by_five_are_drawn() {
    for (columns, rows) in [(5, 1), (5, 2), (5, 3), (5, 4), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5)] {
        assert_eq!(solved(&DropFour::new(columns, rows, 4), Settings::default()), Some(0), "{columns} by {rows}");
    }
}

/// They take 82 seconds of one processor for 6 columns by 5 rows, with some 850 MB of a table of 1 GiB (with 512 MiB it
/// takes more than ten minutes), and three minutes for 5 columns by 6 rows:
/// `cargo test --release -p bestply-proof-number --test all -- --ignored connect_four`.
#[test]
#[ignore = "they take minutes and a gibibyte"]
fn boards_of_connect_four_of_six_by_five_and_five_by_six_are_drawn() {
    for (columns, rows) in [(6, 5), (5, 6)] {
        assert_eq!(solved_in(1 << 30, &DropFour::new(columns, rows, 4), Settings::default()), Some(0));
    }
}
