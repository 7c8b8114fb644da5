//! The evaluations: their symmetry, and what quiescence search sees and counts.

use bestply::{Bounds, Evaluator, Limit, Meter, Position, Searching};
use chess::{CaptureSearch, Chess, PieceSquares};

fn chess(fen: &str) -> Chess {
    Chess::new(fen.parse().expect("a position in Forsyth-Edwards notation"))
}

/// The same position with the colours exchanged.
fn exchange_colors(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let swap = |text: &str| -> String {
        let swap = |letter: char| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        text.chars().map(swap).collect()
    };
    let to_move = if fields[1] == "w" { "b" } else { "w" };
    format!(
        "{} {to_move} {} - 0 1",
        swap(&ranks.join("/")),
        if fields[2] == "-" { "-".into() } else { swap(fields[2]) }
    )
}

const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 3 80",
    "R6k/8/6K1/8/8/8/8/8 b - - 4 80",
];

#[test]
fn exchanging_the_colours_negates_every_value() {
    for fen in FENS {
        let (there, back) = (chess(fen), chess(&exchange_colors(fen)));
        let mut evaluator = PieceSquares;
        let (value, exchanged) = (evaluator.evaluate(&there), evaluator.evaluate(&back));
        let negated = if there.outcome().is_some() { !value } else { -value };
        assert_eq!(exchanged, negated, "{fen}");
        let (value, _) = quiet_value(&there);
        let negated = if there.outcome().is_some() { !value } else { -value };
        assert_eq!(quiet_value(&back).0, negated, "{fen}");
    }
}

/// The value that quiescence search finds, and the number of evaluations that it takes.
fn quiet_value(chess: &Chess) -> (i32, u64) {
    let limit = Limit::new();
    let mut meter = Meter::start(&limit);
    let mut after = chess.clone();
    let value = bestply::Quiescence::search(&mut CaptureSearch, &mut after, Bounds::OPEN, &mut meter)
        .expect("nothing limits it");
    assert_eq!(&after, chess, "the position is as it was");
    (value, meter.counts().evaluations)
}

#[test]
fn a_man_that_hangs_is_lost_and_one_that_is_covered_is_not() {
    let mut still = PieceSquares;
    let hangs = chess("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1");
    let (value, evaluations) = quiet_value(&hangs);
    assert!(value > still.evaluate(&hangs) + 200);
    assert_eq!(evaluations, 2, "the position itself, and that after the capture");
    let covered = chess("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1");
    assert_eq!(quiet_value(&covered), (still.evaluate(&covered), 1));
}

/// Positions of games that begin with these.
fn positions() -> impl Iterator<Item = Chess> {
    FENS.into_iter().flat_map(|fen| {
        let mut position = chess(fen);
        (0..20).map_while(move |ply: u64| {
            let moves = position.move_count();
            let here = position.clone();
            (moves > 0).then(|| position.make(position.nth_move(bestply::mix(ply) as usize % moves)))?;
            Some(here)
        })
    })
}

#[test]
fn it_keeps_what_a_quiescence_search_promises() {
    bestply_testkit::conformance::check_quiescence(positions(), &mut CaptureSearch);
}

#[test]
fn bounds_save_most_of_its_evaluations() {
    let (limit, mut open, mut bounded) = (Limit::new(), 0, 0);
    for mut position in positions() {
        let (exact, evaluations) = quiet_value(&position);
        let mut meter = Meter::start(&limit);
        let bounds = Bounds { alpha: exact.saturating_sub(1), beta: exact };
        bestply::Quiescence::search(&mut CaptureSearch, &mut position, bounds, &mut meter).expect("nothing limits it");
        (open, bounded) = (open + evaluations, bounded + meter.counts().evaluations);
    }
    assert!(2 * bounded < open, "{bounded} of {open}");
}

#[test]
fn a_searcher_sees_the_same_through_searching() {
    let (limit, mut position) = (Limit::new(), chess(FENS[1]));
    let mut meter = Meter::start(&limit);
    for mv in position.moves() {
        let mut child = position.clone();
        child.make(mv);
        let value = Searching(CaptureSearch).value_of_child(&mut position, mv, Bounds::OPEN, &mut meter);
        assert_eq!(value, Ok(quiet_value(&child).0), "{mv}");
    }
}
