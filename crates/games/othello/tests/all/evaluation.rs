//! What the evaluations promise, in random games.

use bestply_core::{Evaluator, Position, Properties, Side, Value};
use bestply_learning::{Features, WeightsError};
use bestply_othello::evaluation::{
    Change, DiscDifference, Evaluation, FinalScore, Heuristic, MobilityAndCorners, PatternEvaluation, PatternWeights,
    SquareTable, StrongEvaluation, StrongFeatures, StrongWeights,
};
use bestply_othello::{Othello, bitboard};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};

/// The positions of so many random games, the finished ones included.
fn positions(games: usize) -> Vec<Othello> {
    let mut dice = Dice::new(7);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Othello::start();
        while !position.is_terminal() {
            positions.push(position);
            let moves = position.move_count() as u64;
            position.make(position.nth_move(dice.below(moves) as usize));
        }
        positions.push(position);
    }
    positions
}

/// Weights by which any two contents of a pattern can be told apart.
fn telling_weights() -> PatternWeights {
    let layout = PatternWeights::LAYOUT;
    let weights: Vec<i16> =
        (0..layout.weights as u64).map(|index| (index.wrapping_mul(0x9e37_79b9) >> 7) as i16).collect();
    PatternWeights::parse(&layout.write(&weights)).unwrap()
}

/// The weights that say what values of each stage are worth.
fn scale_weights() -> impl Iterator<Item = usize> {
    let scale = |block| StrongFeatures.scale_weight(block).expect("the evaluation is calibrated") as usize;
    (0..StrongFeatures.blocks()).map(scale)
}

/// As [`telling_weights`], of the strong evaluation.
fn telling_strong_weights() -> StrongWeights {
    let layout = StrongWeights::LAYOUT;
    let mut weights: Vec<i16> =
        (0..layout.weights as u64).map(|index| (index.wrapping_mul(0x9e37_79b9) >> 7) as i16).collect();
    scale_weights().for_each(|index| weights[index] = 0);
    StrongWeights::parse(&layout.write(&weights)).unwrap()
}

#[test]
fn children_are_worth_the_same_from_their_parents() {
    let check = GameCheck { games: 10, perft_depth: 1, ..GameCheck::default() };
    let start = Othello::start();
    check_game(&start, &mut Evaluation::new(DiscDifference, Side::Max), &check);
    check_game(&start, &mut Evaluation::new(MobilityAndCorners, Side::Min), &check);
    check_game(&start, &mut Evaluation::new(SquareTable, Side::Max), &check);
    check_game(&start, &mut Evaluation::new(PatternEvaluation::default(), Side::Min), &check);
    check_game(&start, &mut Evaluation::new(PatternEvaluation::new(telling_weights()), Side::Max), &check);
    check_game(&start, &mut Evaluation::new(StrongEvaluation::new(telling_strong_weights()), Side::Min), &check);
    check_game(&start, &mut FinalScore, &check);
}

/// The discs that the last move turned. No position knows that by itself.
struct Turned;

impl Heuristic for Turned {
    fn evaluate(&mut self, _: u64, _: u64) -> Value {
        0
    }

    fn evaluate_child(&mut self, change: Change, _: u64, _: u64) -> Value {
        change.turned.count_ones() as Value
    }

    #[inline]
    fn properties(&self) -> Properties {
        Properties { depends_on_parent: true, ..Properties::default() }
    }
}

#[test]
fn a_heuristic_may_depend_on_the_parent() {
    let mut turned = Evaluation::new(Turned, Side::Max);
    assert!(turned.properties().depends_on_parent);
    assert!(!Evaluation::new(SquareTable, Side::Max).properties().depends_on_parent);
    let mut start = Othello::start();
    turned.enter(&start);
    let first = start.nth_move(0);
    assert_eq!(turned.evaluate_child(&mut start, first), -1, "white sees that one disc was turned");
}

#[test]
fn symmetric_positions_are_worth_the_same() {
    let mut plain: [Box<dyn Heuristic>; 5] = [
        Box::new(DiscDifference),
        Box::new(MobilityAndCorners),
        Box::new(SquareTable),
        Box::new(PatternEvaluation::default()),
        Box::new(StrongEvaluation::new(telling_strong_weights())),
    ];
    for position in positions(5) {
        for heuristic in &mut plain {
            let values = symmetries(&position).map(|(mover, waiting)| heuristic.evaluate(mover, waiting));
            assert_eq!(values, [values[0]; 8], "{position:?}");
        }
    }
}

/// The discs under the eight symmetries of the board.
fn symmetries(position: &Othello) -> [(u64, u64); 8] {
    std::array::from_fn(|symmetry| {
        let image = |mut squares: u64| {
            if symmetry & 1 != 0 {
                squares = squares.swap_bytes();
            }
            if symmetry & 2 != 0 {
                squares = squares.reverse_bits().swap_bytes();
            }
            if symmetry & 4 != 0 { mirror_diagonal(squares) } else { squares }
        };
        (image(position.mover()), image(position.waiting()))
    })
}

fn mirror_diagonal(squares: u64) -> u64 {
    (0..64).filter(|square| squares >> square & 1 == 1).map(|square| 1 << (square % 8 * 8 + square / 8)).sum()
}

#[test]
fn exchanging_the_colours_negates_every_value() {
    for position in positions(5) {
        let (mover, waiting) = (position.mover(), position.waiting());
        let (black, white) = if position.to_move() == Side::Max { (mover, waiting) } else { (waiting, mover) };
        let exchanged = Othello::new(white, black, position.to_move().other());
        let mut evaluator = Evaluation::new(PatternEvaluation::default(), Side::Max);
        let value = evaluator.evaluate(&position);
        let is_tie = position.is_terminal() && mover.count_ones() == waiting.count_ones();
        let negated = match value {
            Value::MIN => Value::MAX,
            Value::MAX => Value::MIN,
            value if is_tie => value,
            value => -value,
        };
        assert_eq!(evaluator.evaluate(&exchanged), negated, "{position:?}");
        assert_eq!(FinalScore.evaluate(&exchanged), -FinalScore.evaluate(&position));
    }
}

#[test]
fn finished_games_are_infinite_and_only_they() {
    let mut learnt = Evaluation::new(PatternEvaluation::new(telling_weights()), Side::Min);
    let mut ends = 0;
    for position in positions(200) {
        let value = Evaluation::new(SquareTable, Side::Max).evaluate(&position);
        let score = FinalScore.evaluate(&position);
        if position.is_terminal() {
            ends += 1;
            match score.signum() {
                1 => assert_eq!(value, Value::MAX),
                -1 => assert_eq!(value, Value::MIN),
                _ => {
                    assert_eq!(value, Value::MIN + 1);
                    assert_eq!(Evaluation::new(SquareTable, Side::Min).evaluate(&position), Value::MAX - 1);
                }
            }
        } else {
            let learnt = learnt.evaluate(&position);
            assert!(value.abs() < 10_000 && learnt.abs() < 100_000_000, "{position:?}");
        }
    }
    assert_eq!(ends, 200);
}

#[test]
fn plain_heuristics_count_what_they_say() {
    for position in positions(20) {
        let (mover, waiting) = (position.mover(), position.waiting());
        let (own, other) = (mover.count_ones() as Value, waiting.count_ones() as Value);
        assert_eq!(DiscDifference.evaluate(mover, waiting), own - other);
        let moves = |mover, waiting| {
            (0..64)
                .filter(|&square| (mover | waiting) >> square & 1 == 0 && bitboard::flips(mover, waiting, square) != 0)
                .count() as Value
        };
        let corners = |discs: u64| [0, 7, 56, 63].iter().filter(|&&corner| discs >> corner & 1 == 1).count() as Value;
        assert_eq!(
            MobilityAndCorners.evaluate(mover, waiting),
            moves(mover, waiting) - moves(waiting, mover) + 10 * (corners(mover) - corners(waiting))
        );
    }
    let corner_against_its_diagonal_neighbour = SquareTable.evaluate(1, 1 << 9);
    assert_eq!(corner_against_its_diagonal_neighbour, 150);
    assert_eq!(SquareTable.evaluate(!0, 0), 4 * (100 - 50 - 1 - 1) + 8 * (-20 + 10 - 2 + 5 - 2 - 1));
}

#[test]
fn the_shipped_weights_are_a_whole_file() {
    let shipped = PatternWeights::parse(PatternWeights::SHIPPED).unwrap();
    let (mut parsed, mut included) = (PatternEvaluation::new(shipped), PatternEvaluation::default());
    for position in positions(5) {
        let (mover, waiting) = (position.mover(), position.waiting());
        assert_eq!(parsed.evaluate(mover, waiting), included.evaluate(mover, waiting));
    }
    assert!(PatternWeights::SHIPPED.len() <= 2_000_000);
}

#[test]
fn a_strong_value_is_the_sum_of_the_active_weights() {
    let features = StrongFeatures;
    let mut weights: Vec<i16> = (0..StrongWeights::LAYOUT.weights).map(|index| (index % 251) as i16 - 125).collect();
    let scales: Vec<usize> = scale_weights().collect();
    scales.iter().for_each(|&index| weights[index] = 0);
    let mut strong = StrongEvaluation::new(StrongWeights::new(&weights));
    let size = StrongWeights::LAYOUT.weights / features.blocks();
    let mut stages = 0;
    for position in positions(20) {
        let mut active = Vec::new();
        features.active(&position, &mut active);
        let sum: Value = active.iter().map(|&index| Value::from(weights[index as usize])).sum();
        assert_eq!(strong.evaluate(position.mover(), position.waiting()), sum, "{position:?}");
        let block = features.block(&position);
        assert!(active.iter().all(|&index| index as usize / size == block && !scales.contains(&(index as usize))));
        stages |= 1 << block;
    }
    assert_eq!(stages, (1 << features.blocks()) - 1, "every stage comes up");
}

#[cfg(feature = "strong")]
#[test]
fn the_shipped_strong_weights_are_a_whole_file_and_calibrated() {
    let shipped = StrongWeights::parse(StrongWeights::SHIPPED).unwrap();
    let (mut parsed, mut included) = (StrongEvaluation::new(shipped.clone()), StrongEvaluation::default());
    for position in positions(5) {
        let (mover, waiting) = (position.mover(), position.waiting());
        assert_eq!(parsed.evaluate(mover, waiting), included.evaluate(mover, waiting));
    }
    assert!(StrongWeights::SHIPPED.len() <= 4_000_000);
    // The nearer the end, the fewer discs make a win likely.
    let discs = [20, 30, 40, 50, 60].map(|discs| included.expected_difference(2048, discs).unwrap());
    assert!(discs.is_sorted_by(|before, after| before > after) && discs[4] > 1.0, "{discs:?}");
    assert!((StrongEvaluation::win_probability(2048) - 0.731).abs() < 0.001);
    assert!((StrongEvaluation::win_probability(-4096) - 0.119).abs() < 0.001);
}

#[cfg(feature = "strong")]
#[test]
fn strong_values_along_a_game() {
    let mut position = Othello::start();
    let mut strong = Evaluation::new(StrongEvaluation::default(), Side::Max);
    let mut values = Vec::new();
    while !position.is_terminal() {
        let moves = position.move_count();
        position.make(position.nth_move(values.len() % moves));
        values.push(strong.evaluate(&position));
    }
    let values: Vec<String> = values.chunks(10).map(|values| format!("{values:?}")).collect();
    insta::assert_snapshot!(values.join("\n"));
}

#[test]
fn damaged_weights_are_refused() {
    let refused = |bytes: &[u8]| PatternWeights::parse(bytes).map(|_| ()).unwrap_err();
    let shipped = PatternWeights::SHIPPED;
    assert_eq!(refused(&shipped[..1000]), WeightsError::Length { found: 1000, wanted: shipped.len() });
    assert_eq!(refused(b"PNG"), WeightsError::NotWeights);
    let mut damaged = shipped.to_vec();
    damaged[1_000_000] ^= 1;
    assert_eq!(refused(&damaged), WeightsError::Checksum);
}

#[test]
fn the_learnt_evaluation_predicts_deep_values_at_every_stage_and_the_plain_ones_predict_nothing() {
    let learnt = Evaluation::new(PatternEvaluation::default(), Side::Max);
    let plain = Evaluation::new(DiscDifference, Side::Max);
    for position in positions(3) {
        let predictions = learnt.predictions(&position);
        assert!(!predictions.is_empty() && plain.predictions(&position).is_empty());
        for prediction in predictions {
            assert!(0 < prediction.shallow && prediction.shallow < prediction.deep, "{prediction:?}");
            assert!((0.9..1.2).contains(&prediction.slope) && prediction.sigma > 100.0, "{prediction:?}");
        }
        let depths: Vec<_> = predictions.iter().map(|prediction| (prediction.deep, prediction.shallow)).collect();
        assert!(depths.is_sorted(), "for each depth the cheapest prediction comes first");
    }
}
