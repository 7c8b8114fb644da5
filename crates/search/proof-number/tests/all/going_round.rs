//! Onitama and Lines of Action where plies are not counted: games that go round, against retrograde analysis.

use std::fmt::Debug;

use bestply_board_games::lines_of_action::LinesOfAction;
use bestply_board_games::onitama::Onitama;
use bestply_core::{Keyed, Limit, Position};
use bestply_proof_number::{Method, Outcomes, Question, Score, Scores, Settings, Solver};
use bestply_testkit::Dice;

use crate::graphs::Graph;

fn of_onitama(end: &Onitama) -> Score {
    end.outcome().map_or(0, |outcome| outcome.value().signum() as Score)
}

fn of_lines_of_action(end: &LinesOfAction) -> Score {
    end.outcome().map_or(0, |outcome| outcome.value().signum() as Score)
}

/// Solves every so manieth of the positions that come of this one with these leaves at most.
///
/// Returns how many are lost, drawn and won for MAX, and how many were not solved.
fn solve_some<P: Keyed + Clone + Debug>(
    start: &P,
    score: fn(&P) -> Score,
    method: Method,
    every: usize,
    leaves: u64,
) -> [usize; 4] {
    let (graph, positions) = Graph::of(start, score);
    let mut counts = [0; 4];
    // What is known of one position is there when the next is asked about.
    let mut solver = Solver::new(Settings::of(method), 1 << 24);
    for (position, value) in positions.into_iter().zip(graph.values()).step_by(every) {
        let (mut judge, limit) = (Outcomes::new(score), Limit::new().evaluations(leaves));
        let solution = solver.solve(&mut position.clone(), &mut judge, Scores::OUTCOMES, &limit, &mut ());
        let possible = solution.scores.least..=solution.scores.most;
        assert!(possible.contains(&value), "{method:?}: {value} and not {possible:?}, {position:?}");
        counts[solution.scores.exact().map_or(3, |value| (value + 1) as usize)] += 1;
    }
    counts
}

/// With these cards a master alone against a master wins from most positions, and from others the game goes round.
#[test]
fn two_masters_of_onitama_are_worth_what_retrograde_analysis_says() {
    let start = "..O../...../...../...../..X.. x boar,ox/crane,horse cobra -".parse().expect("it is a position");
    for method in [Method::DfPn, Method::Pds] {
        let [lost, drawn, won, open] = solve_some(&start, of_onitama, method, 311, u64::MAX);
        assert!(open == 0 && lost.min(won) > 40 && drawn > 4, "{method:?}: {lost} {drawn} {won} {open}");
    }
    // A tree has a node for every way to a position, and not room for the ways of a draw.
    for method in [Method::Pn, Method::PnSquared] {
        let [lost, drawn, won, open] = solve_some(&start, of_onitama, method, 311, 100_000);
        assert!(open < 20 && lost.min(won) > 40, "{method:?}: {lost} {drawn} {won} {open}");
    }
}

/// A position of Lines of Action with so many men of each side, somewhere.
fn somewhere(dice: &mut Dice, men: usize) -> LinesOfAction {
    loop {
        let mut squares = ['.'; 64];
        for letter in ['x', 'o'] {
            for _ in 0..men {
                squares[dice.below(64) as usize] = letter;
            }
        }
        let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
        let position: LinesOfAction = format!("{} x -", rows.join("/")).parse().unwrap_or(LinesOfAction::start());
        if !position.counts_plies() && !position.is_terminal() {
            return position;
        }
    }
}

/// Their positions are too many for a table: the proofs say that the answers are right.
#[test]
fn answers_in_lines_of_action_without_a_count_have_proofs() {
    let mut dice = Dice::new(1);
    let mut proved = [0; 2];
    for men in [2, 3].repeat(20) {
        let mut position = somewhere(&mut dice, men);
        for method in [Method::DfPn, Method::Pds] {
            let (mut solver, mut judge) =
                (Solver::new(Settings::of(method), 1 << 22), Outcomes::new(of_lines_of_action));
            for question in [Question::MAX_DOES_NOT_LOSE, Question::MAX_WINS] {
                let limit = Limit::new().evaluations(30_000);
                let Ok(proof) = solver.prove(&mut position, &mut judge, question, 100_000, &limit) else { continue };
                let check = proof.check(&mut position, of_lines_of_action, LinesOfAction::key);
                assert_eq!(check, Ok(()), "{position}");
                proved[usize::from(proof.answer())] += 1;
            }
        }
    }
    assert!(proved[0] > 10 && proved[1] > 40, "{proved:?}");
}

/// All 7.6 million positions of two men each, of which every ten thousandth is solved: 353 are lost, 27 are drawn, and
/// 328 are won. It takes a minute of one processor, and gigabytes:
/// `cargo test --release -p bestply-proof-number --test all -- --ignored two_men`.
#[test]
#[ignore = "it takes a minute and some gigabytes"]
fn two_men_each_of_lines_of_action_are_worth_what_retrograde_analysis_says() {
    let start = "x......o/......../......../......../......../......../......../o......x x -";
    let start = start.parse().expect("it is a position");
    assert_eq!(solve_some(&start, of_lines_of_action, Method::DfPn, 10_007, u64::MAX), [353, 27, 328, 0]);
}
