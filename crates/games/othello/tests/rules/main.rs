//! The rules on bitboards compared with the rules on an array of squares.

mod naive;

use bestply_core::{Evaluator, Position, Side, Value};
use bestply_othello::{Othello, Square, bitboard, perft};
use bestply_testkit::conformance::GameCheck;
use bestply_testkit::{Dice, check_game};
use naive::Naive;

/// The special positions that random games came across.
#[derive(Debug, Default)]
struct Seen {
    positions: u32,
    passes: u32,
    ends: u32,
    ends_on_a_part_of_the_board: u32,
    wipe_outs: u32,
}

/// Plays a random game to its end, comparing every position.
fn play(mut position: Othello, dice: &mut Dice, seen: &mut Seen) {
    let mut naive = Naive::of(&position);
    loop {
        let moves: Vec<_> = position.moves().collect();
        assert_eq!(moves, naive.moves(), "{position:?}");
        assert_eq!((position.move_count(), position.is_terminal()), (moves.len(), moves.is_empty()), "{position:?}");
        seen.positions += 1;
        if moves.is_empty() {
            seen.ends += 1;
            seen.ends_on_a_part_of_the_board += u32::from(position.empties() > 0);
            seen.wipe_outs += u32::from(position.mover() == 0 || position.waiting() == 0);
            return;
        }
        let mv = moves[dice.below(moves.len() as u64) as usize];
        seen.passes += u32::from(mv.square().is_none());
        let before = position;
        let undo = position.make(mv);
        naive = naive.after(mv);
        assert_eq!(Naive::of(&position), naive, "{before:?}, {mv}");
        assert_eq!(position, Othello::new(position.discs(Side::Max), position.discs(Side::Min), position.to_move()));
        let mut again = position;
        again.unmake(mv, undo);
        assert_eq!(again, before, "{mv}");
    }
}

/// Any discs on the board, from none to a full board, in any proportion.
fn random_board(dice: &mut Dice) -> Othello {
    let (filled, black) = (dice.below(101), dice.below(101));
    let mut discs = [0_u64; 2];
    for square in Square::all().filter(|_| dice.happens(filled)).collect::<Vec<_>>() {
        discs[usize::from(dice.happens(black))] |= square.bit();
    }
    Othello::new(discs[0], discs[1], if dice.happens(50) { Side::Max } else { Side::Min })
}

#[test]
fn games_from_the_start_are_played_by_the_rules() {
    let (mut dice, mut seen) = (Dice::new(1), Seen::default());
    while seen.positions < 600_000 {
        play(Othello::start(), &mut dice, &mut seen);
    }
    assert!(seen.passes > 1000 && seen.ends_on_a_part_of_the_board > 10, "{seen:?}");
}

#[test]
fn games_from_any_board_are_played_by_the_rules() {
    let (mut dice, mut seen) = (Dice::new(2), Seen::default());
    while seen.positions < 400_000 {
        play(random_board(&mut dice), &mut dice, &mut seen);
    }
    assert!(seen.passes > 1000 && seen.ends_on_a_part_of_the_board > 1000 && seen.wipe_outs > 1000, "{seen:?}");
}

#[test]
fn discs_turn_on_any_empty_square_or_none_do() {
    let mut dice = Dice::new(3);
    for _ in 0..5000 {
        let position = random_board(&mut dice);
        let naive = Naive::of(&position);
        for square in Square::all().filter(|square| (position.mover() | position.waiting()) & square.bit() == 0) {
            let turned = naive.turned(position.to_move(), square.index());
            let expected = turned.iter().fold(0, |set, index| set | 1 << index);
            let flips = bitboard::flips(position.mover(), position.waiting(), square.index() as u8);
            assert_eq!(flips, expected, "{square} on {position}");
        }
    }
}

/// An evaluation that shows a wrong board, since two boards are unlikely to have the same value.
struct Fingerprint;

impl Evaluator<Othello> for Fingerprint {
    fn evaluate(&mut self, position: &Othello) -> Value {
        let discs = position.discs(Side::Max).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position.discs(Side::Min);
        (discs ^ (discs >> 32)) as Value
    }
}

#[test]
fn othello_is_a_game() {
    check_game(&Othello::start(), &mut Fingerprint, &GameCheck::default());
    let mut dice = Dice::new(4);
    for seed in 0..20 {
        check_game(&random_board(&mut dice), &mut Fingerprint, &GameCheck { seed, games: 2, ..GameCheck::default() });
    }
}

#[test]
fn positions_are_as_many_as_published() {
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&Othello::start(), depth)).collect();
    assert_eq!(counts, [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288]);
}

/// The published numbers at depths where games have ended. The first game ends after nine plies.
#[test]
fn positions_are_as_many_as_published_where_games_have_ended() {
    let counts: Vec<u64> = (10..=11).map(|depth| perft(&Othello::start(), depth)).collect();
    assert_eq!(counts, [24_571_284, 212_258_800]);
}

#[test]
fn positions_below_any_board_are_counted_by_the_rules() {
    let mut dice = Dice::new(5);
    for round in 0..400 {
        let position = random_board(&mut dice);
        // Towards the end of a game there are passes and finished games at all depths.
        let depth = if position.empties() > 12 { round % 4 } else { round % 8 };
        assert_eq!(perft(&position, depth), Naive::of(&position).perft(depth), "{depth} plies from {position}");
    }
}

#[test]
fn counting_ends_with_the_game() {
    let last: Othello = "XXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOXXXXXXXXXXXXXXXXXXXXXXXXXXXXOX-- X".parse().expect("a board");
    assert_eq!(perft(&last, usize::MAX), Naive::of(&last).perft(10));
    assert_eq!(perft(&Othello::new(1, 0, Side::Min), usize::MAX), 1);
}

#[test]
fn scores_count_discs_and_give_the_empty_squares_to_the_winner() {
    let score = |text: &str| {
        let position: Othello = text.parse().expect("a board");
        (position.disc_difference(), position.final_score())
    };
    assert_eq!(score(&format!("XXO{} O", "-".repeat(61))), (1, 62));
    assert_eq!(score(&format!("OXO{} O", "-".repeat(61))), (-1, -62));
    assert_eq!(score(&format!("OX{} X", "-".repeat(62))), (0, 0));
    assert_eq!(score(&format!("O{} X", "-".repeat(63))), (-1, -64));
    assert_eq!(score(&format!("{} X", "X".repeat(64))), (64, 64));
    assert_eq!(score(&format!("{}{} X", "X".repeat(31), "O".repeat(33))), (-2, -2));
}
