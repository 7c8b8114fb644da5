//! Discs that can never turn again.

const COLUMNS_A_H: u64 = 0x8181_8181_8181_8181;
const ROWS_1_8: u64 = 0xff00_0000_0000_00ff;
const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Discs of `own` that can never turn again. There may be more such discs.
///
/// A disc cannot turn on a full line.
/// Nor can it turn on a line where it stands at the border or beside a stable disc of its colour.
pub(super) fn stable(own: u64, occupied: u64) -> u64 {
    let empty = !occupied;
    let safe = [
        !row_fill(empty) | COLUMNS_A_H,
        !column_fill(empty) | ROWS_1_8,
        !diagonal_fill::<9>(empty, NOT_A, NOT_H) | COLUMNS_A_H | ROWS_1_8,
        !diagonal_fill::<7>(empty, NOT_H, NOT_A) | COLUMNS_A_H | ROWS_1_8,
    ];
    let mut stable = own & safe[0] & safe[1] & safe[2] & safe[3];
    loop {
        let beside =
            |up: u32, after_up: u64, after_down: u64| ((stable << up) & after_up) | ((stable >> up) & after_down);
        let grown = own
            & (safe[0] | beside(1, NOT_A, NOT_H))
            & (safe[1] | beside(8, u64::MAX, u64::MAX))
            & (safe[2] | beside(9, NOT_A, NOT_H))
            & (safe[3] | beside(7, NOT_H, NOT_A));
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// All squares of the rows that have a square of `set`.
fn row_fill(set: u64) -> u64 {
    let mut low = set | (set >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    low |= low >> 2 & 0x3333_3333_3333_3333;
    low |= low >> 1 & 0x5555_5555_5555_5555;
    (low & 0x0101_0101_0101_0101) * 0xff
}

/// All squares of the columns that have a square of `set`.
fn column_fill(set: u64) -> u64 {
    let set = set | set.rotate_left(8);
    let set = set | set.rotate_left(16);
    set | set.rotate_left(32)
}

/// All squares of the diagonals that have a square of `set`. The masks keep steps from wrapping around the border.
fn diagonal_fill<const STEP: u32>(set: u64, after_up: u64, after_down: u64) -> u64 {
    let (mut up, mut down) = (set, set);
    let (mut up_mask, mut down_mask) = (after_up, after_down);
    let mut step = STEP;
    for _ in 0..3 {
        up |= up_mask & (up << step);
        down |= down_mask & (down >> step);
        up_mask &= up_mask << step;
        down_mask &= down_mask >> step;
        step *= 2;
    }
    up | down
}

#[cfg(test)]
mod tests {
    use bestply_testkit::Dice;

    use super::*;
    use crate::endgame::board::{Board, squares};

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable(0x0000_0000_0000_0001, 0x0000_0000_0000_0001), 1);
        assert_eq!(stable(0x0000_0000_0001_0307, 0x0000_0000_0001_0307), 0x0000_0000_0001_0307);
        assert_eq!(stable(0x0000_0000_0000_000e, 0x0000_0000_0000_000e), 0, "no corner");
        assert_eq!(stable(0x0000_0000_0000_007e, 0x0000_0000_0000_00ff), 0x7e, "a full edge");
        assert_eq!(stable(u64::MAX, u64::MAX), u64::MAX);
    }

    #[test]
    fn stable_discs_stay_to_the_end() {
        let mut dice = Dice::new(2);
        let (mut seen, mut inside) = (0, 0);
        for _ in 0..300 {
            let mut board = Board { mover: 1 << 28 | 1 << 35, waiting: 1 << 27 | 1 << 36 };
            let mut known = [0, 0];
            loop {
                let now = [board.mover, board.waiting];
                assert_eq!([known[0] & !now[0], known[1] & !now[1]], [0, 0], "a stable disc has turned");
                known = now.map(|own| stable(own, !board.empty()));
                seen += (known[0] | known[1]).count_ones();
                inside += ((known[0] | known[1]) & !(COLUMNS_A_H | ROWS_1_8)).count_ones();
                let legal = board.legal();
                if legal != 0 {
                    let chosen = dice.below(u64::from(legal.count_ones())) as usize;
                    let square = squares(legal).nth(chosen).unwrap();
                    board = board.after(square, board.flips(square));
                } else if board.passed().legal() != 0 {
                    board = board.passed();
                } else {
                    break;
                }
                known.reverse();
            }
        }
        assert!(seen > 10_000 && inside > 1_000, "{seen}, {inside}");
    }
}
