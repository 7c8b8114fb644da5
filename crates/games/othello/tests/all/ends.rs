//! The solver as a part of a player, compared with exhaustive search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bestply_core::{Bounds, EndSolver, Limit, Player, Position, Report, Reset, Side, Stop, Value, WithEnds};
use bestply_othello::endgame::{EndgameSolver, exact_score};
use bestply_othello::evaluation::{Evaluation, PatternEvaluation};
use bestply_othello::{Move, Othello};
use bestply_testkit::Dice;

/// A position of a random game with so many empty squares, in which somebody has a move.
fn played(dice: &mut Dice, empties: u32) -> Othello {
    loop {
        let mut position = Othello::start();
        while position.empties() > empties && !position.is_terminal() {
            let moves = position.move_count() as u64;
            position.make(position.nth_move(dice.below(moves) as usize));
        }
        if !position.is_terminal() {
            return position;
        }
    }
}

/// The exact score from MAX's point of view.
fn score(position: &Othello) -> i32 {
    position.to_move().sign() * exact_score(position.mover(), position.waiting())
}

fn after(position: &Othello, mv: Move) -> Othello {
    let mut after = *position;
    after.make(mv);
    after
}

/// Checks all that a report claims against the exact scores of the moves.
fn check(position: &Othello, report: &Report<Move>) {
    let (side, exact) = (position.to_move(), score(position));
    let Bounds { alpha, beta } = report.outcome.expect("it was solved");
    assert!(alpha <= exact && exact <= beta, "{position}: {exact} is not in {alpha}..={beta}");
    let value = [Value::MIN, 0, Value::MAX][(exact.signum() + 1) as usize];
    assert_eq!((report.value, report.proved), (Some(value), true), "{position}");
    let best = report.best_move.expect("it has a move");
    assert_eq!(report.line.first(), Some(&best));
    let reached = score(&after(position, best));
    assert_eq!(reached.signum(), exact.signum(), "{position}: {best} gives the outcome away");
    if report.stop == Stop::Terminal {
        assert_eq!((alpha, beta, reached), (exact, exact, exact), "{position}");
    }
    assert!(side.sign() * reached <= side.sign() * exact);
    for root in &report.root_moves {
        let (known, own) = (root.outcome.expect("a solver says it"), score(&after(position, root.mv)));
        assert!(known.contains(own), "{position}: {} of {own} is not in {known:?}", root.mv);
    }
}

#[test]
fn what_is_solved_is_so() {
    let mut dice = Dice::new(50);
    let mut solver = EndgameSolver::new(1 << 20);
    for round in 0..120 {
        let position = played(&mut dice, 1 + round % 12);
        let report = solver.solve_end(&position, &Limit::new()).expect("nothing limits it");
        check(&position, &report);
        assert_eq!(report.stop, Stop::Terminal);
    }
}

#[test]
fn what_a_limit_cuts_off_is_true_as_far_as_it_goes() {
    let mut dice = Dice::new(51);
    let (mut solved, mut settled, mut cut) = (0, 0, 0);
    for round in 0..400 {
        let position = played(&mut dice, 8 + round % 7);
        let most = 1 << (8 + dice.below(11));
        let limit = Limit::new().evaluations(most);
        match EndgameSolver::new(1 << 20).solve_end(&position, &limit) {
            Ok(report) => {
                check(&position, &report);
                assert!(report.counts.evaluations <= most);
                *(if report.stop == Stop::Terminal { &mut solved } else { &mut settled }) += 1;
            }
            Err(unsolved) => {
                cut += u32::from(unsolved.counts.evaluations > 0);
                assert_eq!(unsolved.rest.evaluations, Some(most - unsolved.counts.evaluations));
                let sign = position.to_move().sign();
                for mv in unsolved.winless {
                    assert!(sign * score(&after(&position, mv)) <= 0, "{position}: {mv} wins");
                }
            }
        }
    }
    assert!(solved > 100 && settled > 10 && cut > 0, "{solved} solved, {settled} settled, {cut} cut off");
}

#[test]
fn a_flag_ends_a_solve() {
    let position = played(&mut Dice::new(52), 20);
    let raised = Limit::new().stop(Arc::new(AtomicBool::new(true)));
    let unsolved = EndgameSolver::new(1 << 20).solve_end(&position, &raised).expect_err("it was not to begin");
    assert!(unsolved.counts.evaluations < 100_000);
}

#[test]
fn the_table_takes_a_quarter_of_the_bytes() {
    let position = played(&mut Dice::new(53), 10);
    let limit = Limit::new().bytes(4 << 16);
    let report = EndgameSolver::new(1 << 24).solve_end(&position, &limit).expect("it is near");
    assert!(report.bytes <= 1 << 16);
    let far = EndgameSolver::default().solve_end(&Othello::start(), &limit).expect_err("the end is far");
    assert_eq!(far.rest.bytes, Some(3 << 16));
}

/// A searcher that always plays the first move.
struct First;

impl Reset for First {
    fn reset(&mut self) {}
}

impl bestply_core::Advance<Othello> for First {
    fn advance(&mut self, _: &mut Othello, _: Move) {}
}

impl<E: bestply_core::Evaluator<Othello>> bestply_core::Search<Othello, E> for First {
    fn run<O: bestply_core::Observer>(
        &mut self,
        position: &mut Othello,
        evaluator: &mut E,
        limit: &Limit,
        _: &mut O,
    ) -> Report<Move> {
        bestply_core::Found::new(Stop::Depth).report(position, evaluator, &bestply_core::Meter::start(limit))
    }
}

/// Plays from a position to the end: the player for one side, random moves for the other.
/// Returns what the player reported at each of its moves.
fn play_on(position: Othello, dice: &mut Dice, limit: &Limit) -> (Othello, Vec<(Othello, Report<Move>)>) {
    let side = position.to_move();
    let evaluator = Evaluation::new(PatternEvaluation::default(), side);
    let mut player = Player::new(position, WithEnds::new(First, EndgameSolver::new(1 << 20)), evaluator);
    let mut reports = Vec::new();
    while !player.position().is_terminal() {
        let here = *player.position();
        let mv = if here.to_move() == side {
            let report = player.search(limit);
            let best = report.best_move.expect("the game is not over");
            reports.push((here, report));
            best
        } else {
            here.nth_move(dice.below(here.move_count() as u64) as usize)
        };
        player.play(mv).expect("it is legal");
    }
    (*player.position(), reports)
}

#[test]
fn a_proved_win_is_won_and_a_proved_outcome_kept() {
    let mut dice = Dice::new(54);
    let mut wins = 0;
    for round in 0..150 {
        let start = played(&mut dice, 10 + round % 5);
        let limit = Limit::new().evaluations(1 << (10 + dice.below(8)));
        let (end, reports) = play_on(start, &mut dice, &limit);
        let result = end.final_score() * start.to_move().sign();
        for (position, report) in reports {
            let Some(outcome) = report.outcome else { continue };
            let least = if position.to_move() == Side::Max { outcome.alpha } else { -outcome.beta };
            assert!(result >= least || least < 0, "{position}: {result} after a proof of {least}");
            assert!(result > 0 || least <= 0, "{position}: a proved win was not won");
            wins += u32::from(least > 0);
        }
    }
    assert!(wins > 200, "{wins}");
}

#[test]
fn the_same_evaluations_give_the_same_game() {
    let limit = Limit::new().evaluations(20_000);
    let start = played(&mut Dice::new(55), 16);
    let [one, other] = [(); 2].map(|()| play_on(start, &mut Dice::new(56), &limit));
    assert_eq!(one, other);
}

#[test]
fn the_winner_is_the_sign_of_the_score() {
    let mut dice = Dice::new(57);
    let mut solver = EndgameSolver::new(1 << 20);
    for _ in 0..60 {
        let position = played(&mut dice, 11);
        let (winner, _) = solver.winner(&position);
        assert_eq!(winner, exact_score(position.mover(), position.waiting()).signum(), "{position}");
    }
}

#[test]
fn at_least_the_score_is_reached_and_no_more() {
    let mut dice = Dice::new(58);
    let mut solver = EndgameSolver::new(1 << 20);
    for empties in (0..60).map(|number| 1 + number % 12) {
        let position = played(&mut dice, empties);
        let score = exact_score(position.mover(), position.waiting());
        for least in [i32::MIN, -65, -64, score - 1, score, score + 1, score + 2, 64, 65, i32::MAX] {
            assert_eq!(solver.reaches(&position, least).0, score >= least, "{position}: {least}");
        }
    }
}
