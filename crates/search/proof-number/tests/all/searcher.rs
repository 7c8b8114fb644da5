//! The solver as a searcher, and what it remembers, as any searcher promises it.

use bestply_core::{Keyed, Limit, Player, Position, Reset, Side, Value, mix};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_proof_number::{Method, Outcomes, ProofNumberSearch, Scores, Settings, Solver};
use bestply_testkit::conformance::{check_contract, check_memory, check_misuse};

use crate::graphs::Graph;

#[test]
fn a_solver_keeps_what_all_searchers_promise() {
    for method in Method::ALL {
        for (weight, by_mobility) in [(0, false), (0, true), (8, true)] {
            let make = || ProofNumberSearch::new(Settings::of(method), weight).by_mobility(by_mobility);
            check_contract(make);
            check_misuse(make);
            check_memory(make);
        }
    }
}

#[test]
fn a_draw_may_be_worth_nearly_a_loss_and_other_values_leave_who_wins_unsaid() {
    let found = |tree: &str| {
        let tree = ExplicitTree::parse(tree).expect("a tree");
        let report = Player::new(tree.position(), ProofNumberSearch::default(), NodeValue).search(&Limit::new());
        (report.best_move, report.value, report.proved)
    };
    let drawn = Value::MIN + 1;
    assert_eq!(found(&format!("max 0 (0 (inf {drawn}) -inf)")), (Some(0), Some(drawn), true));
    assert_eq!(found("max 0 (0 (inf 0) -inf)"), (Some(0), Some(0), true));
    assert_eq!(found("max 0 (0 (inf 3) -inf)"), (Some(0), None, false));
}

#[test]
fn a_solver_goes_through_games_of_a_million_plies() {
    const PLIES: u64 = 1_000_000;
    // PN² searches below each of its leaves: its time is not linear.
    for method in [Method::Pn, Method::DfPn, Method::Pds] {
        let mut solver = Solver::new(Settings::of(method), 1 << 26);
        let mut judge = Outcomes::new(|_: &Corridor| 1);
        let solution = solver.solve(&mut Corridor(PLIES), &mut judge, Scores::OUTCOMES, &Limit::new(), &mut ());
        assert_eq!(solution.scores.exact(), Some(1), "{method:?}");
        // A table forgets some of the line.
        assert!(method != Method::Pn || solution.line.len() as u64 == PLIES, "{}", solution.line.len());
    }
}

/// A game of so many forced moves, by MAX and MIN in turn.
struct Corridor(u64);

impl Position for Corridor {
    type Move = ();
    type Moves = std::option::IntoIter<()>;
    type Undo = ();

    fn to_move(&self) -> Side {
        if self.0.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    fn moves(&self) -> Self::Moves {
        (self.0 > 0).then_some(()).into_iter()
    }

    fn make(&mut self, (): ()) {
        self.0 -= 1;
    }

    fn unmake(&mut self, (): (), (): ()) {
        self.0 += 1;
    }
}

impl Keyed for Corridor {
    fn key(&self) -> u64 {
        mix(self.0)
    }
}

/// A search that a limit ends goes on where it was, from its memory, and also from its memory written down.
#[test]
fn a_search_that_was_stopped_goes_on() {
    for (seed, method) in (0..4000).flat_map(|seed| Method::ALL.map(|method| (seed, method))) {
        let graph = Graph::new(seed);
        let mut solver = Solver::new(Settings::of(method), 1 << 16);
        let mut parts = 0;
        let score = loop {
            let (mut judge, limit) = (Outcomes::new(Graph::score), Limit::new().evaluations(60));
            let solution = solver.solve(&mut graph.clone(), &mut judge, Scores::OUTCOMES, &limit, &mut ());
            if let Some(score) = solution.scores.exact() {
                break score;
            }
            parts += 1;
            assert!(parts < 1000, "seed {seed}, {method:?}");
            let mut written = Vec::new();
            solver.save(&mut written).expect("memory can be written to");
            solver = Solver::load(&mut written.as_slice()).expect("it was just written");
        };
        assert_eq!(score, graph.value(), "seed {seed}, {method:?}");
    }
}

#[test]
fn what_is_no_memory_is_refused() {
    let mut solver = Solver::new(Settings::of(Method::Pn), 1 << 10);
    let graph = Graph::new(3);
    solver.solve(&mut graph.clone(), &mut Outcomes::new(Graph::score), Scores::OUTCOMES, &Limit::new(), &mut ());
    let mut written = Vec::new();
    solver.save(&mut written).expect("memory can be written to");
    for end in 0..written.len() {
        assert!(Solver::load(&mut &written[..end]).is_err(), "{end} of {} bytes", written.len());
    }
    for at in 0..80 {
        let mut changed = written.clone();
        changed[at] ^= 0x80;
        // It is refused, or it is the memory of some solver.
        if let Ok(mut other) = Solver::load(&mut changed.as_slice()) {
            other.reset();
        }
    }
    assert!(!graph.is_terminal());
}
