//! What the learnt evaluations promise, in random games.

use std::fmt::Debug;

use bestply_board_games::Outcome;
use bestply_board_games::breakthrough::Breakthrough;
use bestply_board_games::connect_four::ConnectFour;
use bestply_board_games::learnt::{Learnt, TupleFeatures, TupleWeights, Tuples};
use bestply_board_games::lines_of_action::LinesOfAction;
use bestply_board_games::onitama::{Onitama, QUIET_PLIES};
use bestply_board_games::oware::Oware;
use bestply_core::{Evaluator, Position, Side, Value};
use bestply_learning::{Features, WeightsError};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};

/// The positions of so many random games, the finished ones included.
fn positions<G: Tuples>(games: u64) -> Vec<G> {
    let mut dice = Dice::new(7);
    let mut positions = Vec::new();
    for game in 0..games {
        let mut position = G::start(game);
        while !position.is_terminal() {
            positions.push(position);
            let moves = position.move_count() as u64;
            position.make(position.nth_move(dice.below(moves) as usize));
        }
        positions.push(position);
    }
    positions
}

/// Weights by which any two contents of a tuple can be told apart.
fn telling_weights<G: Tuples>() -> TupleWeights<G> {
    let weight = |index: u64| (index.wrapping_mul(0x9e37_79b9) >> 7) as i16;
    TupleWeights::<G>::new(&(0..G::LAYOUT.weights as u64).map(weight).collect::<Vec<_>>())
}

/// Checks what holds of every game.
fn check<G: Tuples + Debug + PartialEq>() {
    check_game(
        &G::start(1),
        &mut Learnt::<G>::default(),
        &GameCheck { most_moves: 3000, games: 5, perft_depth: 1, ..GameCheck::default() },
    );
    the_weights_of_a_position_are_of_one_stage::<G>();
    finished_games_are_infinite_or_drawn_and_only_they::<G>();
    let shipped = TupleWeights::<G>::SHIPPED;
    assert!(shipped.len() <= 1_000_000, "{} bytes", shipped.len());
    assert!(TupleWeights::<G>::parse(shipped).unwrap().tables() == TupleWeights::<G>::default().tables());
    assert_eq!(
        TupleWeights::<G>::parse(&shipped[..64]).unwrap_err(),
        WeightsError::Length { found: 64, wanted: shipped.len() }
    );
}

fn the_weights_of_a_position_are_of_one_stage<G: Tuples>() {
    let stage = G::LAYOUT.weights / G::STAGES;
    let mut stages = vec![false; G::STAGES];
    for position in positions::<G>(30).iter().filter(|position| !position.is_terminal()) {
        let mut indices = Vec::new();
        TupleFeatures::<G>::default().active(position, &mut indices);
        let first = indices[0] as usize / stage;
        stages[first] = true;
        assert!(indices.iter().all(|&index| index as usize / stage == first));
        indices.sort_unstable();
        indices.dedup();
        assert!(indices.len() == 1 || indices.len() > 20, "tuples share tables, but not most of them");
    }
    assert!(stages.iter().all(|&is_used| is_used), "{stages:?}");
}

fn finished_games_are_infinite_or_drawn_and_only_they<G: Tuples>() {
    let mut learnt = Learnt::new(telling_weights::<G>());
    for position in positions::<G>(100) {
        let value = learnt.evaluate(&position);
        if position.is_terminal() {
            assert_eq!(value, position.finished_value());
            assert_eq!(value.signum(), position.points().signum());
        } else {
            assert!(value.abs() < 100_000_000);
        }
    }
}

/// Checks the effect on values of mirroring a board's rows, and of exchanging the sides by turning the board round.
fn check_symmetries<G: Tuples>(images: impl Fn(&G) -> Vec<(G, bool)>) {
    let mut learnt = Learnt::new(telling_weights::<G>());
    for position in positions::<G>(30).iter().filter(|position| !position.is_terminal()) {
        let value = learnt.evaluate(position);
        for (image, is_exchanged) in images(position) {
            let expected: Value = if is_exchanged { -value } else { value };
            assert_eq!(learnt.evaluate(&image), expected);
        }
    }
}

/// The rows of a board, each reversed.
fn mirrored(rows: &str) -> String {
    rows.split('/').map(|row| row.chars().rev().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// The board turned round, with its sides exchanged.
fn exchanged(rows: &str) -> String {
    let exchange = |on| match on {
        'x' => 'o',
        'o' => 'x',
        'X' => 'O',
        'O' => 'X',
        on => on,
    };
    rows.chars().rev().map(exchange).collect()
}

#[test]
fn connect_four() {
    check::<ConnectFour>();
    check_symmetries::<ConnectFour>(|position| vec![(mirrored(&position.to_string()).parse().unwrap(), false)]);
}

#[test]
fn breakthrough() {
    check::<Breakthrough>();
    check_symmetries::<Breakthrough>(|position| {
        let text = position.to_string();
        let (rows, to_move) = text.split_once(' ').unwrap();
        vec![
            (format!("{} {to_move}", mirrored(rows)).parse().unwrap(), false),
            (format!("{} {}", exchanged(rows), exchanged(to_move)).parse().unwrap(), true),
        ]
    });
}

#[test]
fn oware() {
    check::<Oware>();
    check_symmetries::<Oware>(|position| {
        let row = |side| position.row(side).map(|seeds| seeds.to_string()).join(",");
        let captured = |side| position.captured(side);
        let to_move = if position.to_move() == Side::Max { "N" } else { "S" };
        let [south, north] = [Side::Max, Side::Min];
        let exchanged = format!(
            "{}/{} {}:{} {to_move} {}",
            row(north),
            row(south),
            captured(north),
            captured(south),
            position.quiet_plies()
        );
        vec![(exchanged.parse().unwrap(), true)]
    });
}

#[test]
fn onitama() {
    check::<Onitama>();
    check_symmetries::<Onitama>(|position| {
        let text = position.to_string();
        let [rows, to_move, hands, rest] = text.splitn(4, ' ').collect::<Vec<_>>().try_into().unwrap();
        let (max, min) = hands.split_once('/').unwrap();
        let turned = format!("{} {} {min}/{max} {rest}", exchanged(rows), exchanged(to_move));
        vec![(turned.parse().unwrap(), true)]
    });
}

#[test]
fn lines_of_action() {
    check::<LinesOfAction>();
    check_symmetries::<LinesOfAction>(|position| {
        let text = position.to_string();
        let [rows, to_move, quiet] = text.splitn(3, ' ').collect::<Vec<_>>().try_into().unwrap();
        let transposed = |rows: &str| {
            let row = |column| rows.split('/').map(|row| &row[column..=column]).collect::<String>();
            (0..8).map(row).collect::<Vec<_>>().join("/")
        };
        let exchanged_text = format!("{} {} {quiet}", exchanged(rows), exchanged(to_move));
        let images = [mirrored(rows), transposed(rows), mirrored(&transposed(rows))];
        let mut images = images.map(|rows| (format!("{rows} {to_move} {quiet}").parse().unwrap(), false)).to_vec();
        images.push((exchanged_text.parse().unwrap(), true));
        images
    });
}

#[test]
fn one_weight_alone_says_that_a_threat_in_onitama_cannot_be_parried() {
    let mut seen = [0; 3];
    // The game is so early that nothing is drawn within two plies.
    let early = |position: &Onitama| !position.is_terminal() && position.quiet_plies() + 2 < QUIET_PLIES;
    for position in positions::<Onitama>(300).into_iter().filter(early) {
        let expected = if wins_at_once(&position) {
            0
        } else if wins_at_once(&waiting(&position)) && children(&position).iter().all(wins_at_once) {
            1
        } else {
            2
        };
        let mut indices = Vec::new();
        TupleFeatures::<Onitama>::default().active(&position, &mut indices);
        let found = if indices.len() == 1 { indices[0] as usize } else { 2 };
        assert_eq!(found, expected, "{position}");
        seen[expected] += 1;
    }
    assert!(seen.iter().all(|&positions| positions > 100), "{seen:?}");
}

/// The position with the other side to move.
fn waiting(position: &Onitama) -> Onitama {
    let [here, there] = if position.to_move() == Side::Max { [" x ", " o "] } else { [" o ", " x "] };
    position.to_string().replace(here, there).parse().unwrap()
}

fn wins_at_once(position: &Onitama) -> bool {
    let side = position.to_move();
    children(position).iter().any(|child| child.outcome() == Some(Outcome::Won(side)))
}

fn children(position: &Onitama) -> Vec<Onitama> {
    let child = |mv| {
        let mut child = *position;
        child.make(mv);
        child
    };
    position.moves().map(child).collect()
}
