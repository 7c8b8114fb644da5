//! Chess problems: the solvers find the mates that are known, prove them, and say where there is none in fewer moves.

use bestply::proof_number::{Method, Outcomes, ProofTree, Question, Score, Scores, Settings, Solution, Solver};
use bestply::{Limit, Position, Side};
use bestply_catalogue::Playable;
use chess::{KNOWN, Problem};
use cozy_chess::Move;

fn problem(text: &str) -> Problem {
    Problem::parse(text).unwrap()
}

/// The problem with so many plies more or less.
fn with_plies(text: &str, change: i32) -> Problem {
    let (board, plies) = text.split_once(", mate in ").unwrap();
    let plies: i32 = plies.trim_end_matches(" plies").parse().unwrap();
    problem(&format!("{board}, mate in {} plies", plies + change))
}

fn score(end: &Problem) -> Score {
    if end.terminal_value() > 0 { 1 } else { -1 }
}

fn solve(problem: &Problem, method: Method) -> (Solver, Solution<Move>) {
    let (mut solver, mut judge) = (Solver::new(Settings::of(method), 1 << 26), Outcomes::new(score).by_mobility());
    let solution = solver.solve(&mut problem.clone(), &mut judge, Scores::OUTCOMES, &Limit::new(), &mut ());
    (solver, solution)
}

#[test]
fn the_solvers_find_the_mates_that_are_known() {
    let lines = [
        "b3b8 d7b8 d1d8",
        "a1a6 b7a6 b6b7",
        "g5f7 h8g8 f7h6 g8h8 c4g8 f8g8 h6f7",
        "g4f2 h1g1 f2h3 g1h1 c5g1 f1g1 h3f2",
        "c3b3 a1b1 h2h1",
        "b2b4 c8c2 a1c2 d8h4 b5f5 a3a2 f5f1",
    ];
    for (text, line) in KNOWN.iter().zip(lines) {
        let problem = problem(text);
        let (_, solution) = solve(&problem, Method::DfPn);
        assert_eq!(solution.scores.exact(), Some(problem.to_move().sign() as Score), "{text}");
        let played: Vec<String> = solution.line.iter().map(Move::to_string).collect();
        assert_eq!(played.join(" "), line, "{text}");
    }
}

#[test]
fn there_is_no_mate_in_fewer_moves_and_every_method_says_so() {
    for text in &KNOWN[..5] {
        for method in [Method::DfPn, Method::Pds, Method::Pn, Method::PnSquared] {
            let problem = with_plies(text, -2);
            let attacker = problem.to_move();
            assert_eq!(solve(&problem, method).1.scores.exact(), Some(-attacker.sign() as Score), "{text} {method:?}");
        }
    }
}

#[test]
fn a_mate_has_a_proof_that_is_checked() {
    for text in &KNOWN[..5] {
        let mut problem = problem(text);
        let (mut solver, _) = solve(&problem, Method::DfPn);
        let question = if problem.to_move() == Side::Max { Question::MAX_WINS } else { Question::MAX_DOES_NOT_LOSE };
        let mut judge = Outcomes::new(score);
        let proof: ProofTree = solver.prove(&mut problem, &mut judge, question, 10_000, &Limit::new()).unwrap();
        assert_eq!(proof.answer(), problem.to_move() == Side::Max);
        assert_eq!(proof.check(&mut problem, score, Problem::clone), Ok(()));
    }
}

#[test]
fn a_problem_is_read_as_it_is_written_and_says_what_is_none() {
    for text in KNOWN {
        assert_eq!(problem(text).text(), *text);
    }
    for text in ["", "mate in 3 plies", "8/8, mate in 3 plies", "8/8/8/8/8/2k5/7r/K7 b - - 0 1, mate in two plies"] {
        assert!(Problem::parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_stalemate_is_no_mate() {
    let stalemate = problem("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1, mate in 2 plies");
    assert!(stalemate.is_terminal());
    assert_eq!(stalemate.terminal_value(), Side::Max.loss());
}
