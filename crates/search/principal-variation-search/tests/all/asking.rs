//! What a game and an evaluation can do for the search: rank moves, and find static values within bounds.

use bestply_core::{Evaluator, Keyed, Limit, Position, Searcher, Searching, Side, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};
use bestply_principal_variation_search::{PrincipalVariationSearch, RootWindow, Settings};
use bestply_testkit::{Answers, QuietValue, RandomTrees, naive};

fn searchers() -> impl Iterator<Item = PrincipalVariationSearch> {
    let aspiration = RootWindow::Aspiration(3.try_into().expect("it is not 0"));
    let of_window = |window| PrincipalVariationSearch::with_settings(Settings::default().with_window(window), 1 << 12);
    [RootWindow::Open, aspiration, RootWindow::Null].into_iter().map(of_window)
}

#[test]
fn a_quiescence_search_is_asked_within_the_window_and_the_value_is_minimaxs() {
    let (mut asked_within, mut asked) = (0, 0);
    for tree in RandomTrees::forest(60) {
        for (depth, answers) in (1..5).flat_map(|depth| Answers::ALL.map(|answers| (depth, answers))) {
            for mut searcher in searchers() {
                let (mut position, mut quiet) = (tree.position(), Searching(QuietValue::new(answers)));
                let report = searcher.search(&mut position, &mut quiet, &Limit::new().depth(depth));
                let context = || format!("{tree:?} at {depth} with {answers:?}: {report:?}");
                assert_eq!(report.value, Some(naive::minimax(&position, depth)), "{}", context());
                let best = report.root_moves.iter().find(|root_move| Some(root_move.mv) == report.best_move);
                assert_eq!(best.map(|best| best.value), report.value.filter(|_| best.is_some()), "{}", context());
                asked += quiet.0.questions.len();
                asked_within +=
                    quiet.0.questions.iter().filter(|(_, bounds)| *bounds != bestply_core::Bounds::OPEN).count();
            }
        }
    }
    assert!(2 * asked_within > asked, "{asked_within} of {asked} questions have a bound");
}

/// A tree whose moves are ranked, the last one first, or the first one last.
#[derive(Clone, Debug)]
struct Ranking {
    tree: ExplicitPosition,
    ranks: fn(usize) -> i16,
}

impl Position for Ranking {
    type Move = usize;
    type Moves = <ExplicitPosition as Position>::Moves;
    type Undo = <ExplicitPosition as Position>::Undo;

    fn to_move(&self) -> Side {
        self.tree.to_move()
    }

    fn moves(&self) -> Self::Moves {
        self.tree.moves()
    }

    fn make(&mut self, mv: usize) -> Self::Undo {
        self.tree.make(mv)
    }

    fn unmake(&mut self, mv: usize, undo: Self::Undo) {
        self.tree.unmake(mv, undo);
    }

    fn move_rank(&self, mv: usize) -> i16 {
        (self.ranks)(mv)
    }

    fn ranks_moves(&self) -> bool {
        true
    }
}

impl Keyed for Ranking {
    fn key(&self) -> u64 {
        self.tree.key()
    }
}

/// Notes which leaves are evaluated.
#[derive(Default)]
struct Noted(Vec<Value>);

impl Evaluator<Ranking> for Noted {
    fn evaluate(&mut self, position: &Ranking) -> Value {
        self.0.push(position.tree.tree().value(position.tree.node()));
        self.0[self.0.len() - 1]
    }
}

fn leaves(tree: &str, ranks: fn(usize) -> i16) -> Vec<Value> {
    let tree = ExplicitTree::parse(tree).expect("it is written right");
    let (mut position, mut noted) = (Ranking { tree: tree.position(), ranks }, Noted::default());
    PrincipalVariationSearch::new(0).search(&mut position, &mut noted, &Limit::new().depth(1));
    noted.0
}

#[test]
fn moves_of_a_positive_rank_come_first_and_those_of_a_negative_one_last() {
    let tree = "max 0 (1 2 3 4 5)";
    assert_eq!(leaves(tree, |_| 0), [1, 2, 3, 4, 5]);
    assert_eq!(leaves(tree, |mv| mv as i16), [5, 4, 3, 2, 1]);
    assert_eq!(leaves(tree, |mv| [-1, 0, i16::MAX, i16::MIN, 0][mv]), [3, 2, 5, 1, 4]);
}

#[test]
fn ranks_change_no_value() {
    for tree in RandomTrees::forest(60) {
        for (depth, ranks) in
            [(2, (|mv| mv as i16) as fn(usize) -> i16), (3, |mv| 1 - mv as i16), (5, |mv| -(mv as i16))]
        {
            for mut searcher in searchers() {
                let mut position = Ranking { tree: tree.position(), ranks };
                let report = searcher.search(&mut position, &mut Noted::default(), &Limit::new().depth(depth));
                assert_eq!(report.value, Some(naive::minimax(&position.tree, depth)), "{tree:?} at {depth}");
            }
        }
    }
}
