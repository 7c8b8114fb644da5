use std::cell::LazyCell;

use super::lines::Lines;
use crate::bits::Bits;

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// The most groups that a side's men can be in.
const MOST: usize = 12;

/// The groups of a side's men: all men from whom one comes to each other by steps from neighbour to neighbour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups {
    squares: [u64; MOST],
    pub(super) count: usize,
}

/// Whether all men are in one group.
#[inline]
pub(super) fn is_connected(men: u64) -> bool {
    first_group(men) == men
}

impl Groups {
    #[inline]
    pub(super) fn of(men: u64) -> Groups {
        let mut groups = Groups { squares: [0; MOST], count: 0 };
        let mut left = men;
        while left != 0 {
            let group = first_group(left);
            groups.squares[groups.count] = group;
            groups.count += 1;
            left ^= group;
        }
        groups
    }

    /// Whether the side wins by its next move if it is to move: the move joins all groups, and not the other side's.
    ///
    /// A man who joins them comes from one group, and goes to a square beside all others.
    #[inline]
    pub(super) fn win_at_once(&self, own: u64, other: u64) -> bool {
        let groups = &self.squares[..self.count];
        // Where no square is beside all groups, which is so in most positions, nobody asks for the lines.
        let lines = LazyCell::new(|| Lines::through(own | other));
        (0..self.count).any(|left| {
            let others = (0..self.count).filter(|&group| group != left);
            let beside = others.fold(u64::MAX, |beside, group| beside & around(groups[group]));
            beside != 0
                && Bits(groups[left]).any(|from| {
                    let joins = |to: u8| is_connected(own ^ 1 << from | 1 << to);
                    let draws = |to: u8| other >> to & 1 != 0 && is_connected(other ^ 1 << to);
                    Bits(lines.targets(from, own, other) & beside).any(|to| joins(to) && !draws(to))
                })
        })
    }
}

/// The group of the man on the lowest square.
#[inline]
fn first_group(men: u64) -> u64 {
    let mut group = men & men.wrapping_neg();
    loop {
        let larger = around(group) & men;
        if larger == group {
            return group;
        }
        group = larger;
    }
}

/// Some squares and all their neighbours.
#[inline]
const fn around(squares: u64) -> u64 {
    let row = squares | squares << 1 & !COLUMN_A | squares >> 1 & !COLUMN_H;
    row | row << 8 | row >> 8
}

#[cfg(test)]
mod tests {
    use bestply_core::{Position, Side};
    use bestply_testkit::Dice;

    use super::*;
    use crate::Outcome;
    use crate::lines_of_action::LinesOfAction;

    fn wins_at_once(position: &LinesOfAction) -> bool {
        let wins = |mv| {
            let mut after = *position;
            after.make(mv);
            after.outcome() == Some(Outcome::Won(position.to_move()))
        };
        position.moves().any(wins)
    }

    #[test]
    fn a_side_wins_at_once_if_a_move_of_it_does() {
        let mut dice = Dice::new(11);
        let mut seen = [0; 2];
        for _ in 0..300 {
            let mut position = LinesOfAction::start();
            while !position.is_terminal() {
                for side in [Side::Max, Side::Min] {
                    let mut moved = position;
                    if side != position.to_move() {
                        moved.make_null_move().expect("the game is not over");
                    }
                    let (own, other) = (position.men(side), position.men(side.other()));
                    let found = Groups::of(own).win_at_once(own, other);
                    assert_eq!(found, wins_at_once(&moved), "{moved}");
                    seen[usize::from(found)] += 1;
                }
                position.make(position.nth_move(dice.below(position.move_count() as u64) as usize));
            }
        }
        assert!(seen.iter().all(|&positions| positions > 100), "{seen:?}");
    }
}
