use bestply_core::Side;

use super::{ARCHES, Card, Onitama};
use crate::bits::Bits;

/// The prospect of MAX, who is to move.
pub(super) enum Prospect {
    /// MAX wins with his next move.
    Won,
    /// MIN threatens to win with his next move, whatever MAX does.
    Lost,
    /// Neither holds. A position where nothing is threatened but every move of MAX loses is not recognised.
    Open(Tactics),
}

/// The threats of both sides with the cards in hand, where nothing is decided yet.
pub(super) struct Tactics {
    /// How MAX can save his master.
    pub(super) parry: Parry,
    /// The number of squares that the master of each side can step to without being captured there at once.
    pub(super) escapes: [usize; 2],
    /// The students that each side can capture.
    pub(super) captures: [Captures; 2],
}

/// What MAX can do about a threat to capture his master. If he can do nothing, the position is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parry {
    /// There is no such threat.
    Unneeded,
    /// Stepping away, or capturing the attacker with a student.
    EscapeOrCapture,
    /// Only capturing the attacker.
    Capture,
    /// Only stepping away.
    Escape,
}

impl Parry {
    pub(super) const ALL: usize = 4;
}

/// The students of the other side that a side's men can step onto.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Captures {
    /// Those that the master can capture, on squares that none of their other men can step onto.
    pub(super) by_master: usize,
    /// Those that students can capture, on such squares.
    pub(super) free: usize,
    /// Those that students can capture, on the other squares.
    pub(super) guarded: usize,
}

impl Prospect {
    /// The prospect of MAX, who is to move in a game that is not over.
    #[inline]
    pub(super) fn new(position: &Onitama) -> Prospect {
        let threats = Threats::new(position);
        if threats.attackers(Side::Max, position.master(Side::Min)) != 0 || threats.arrives(Side::Max) {
            return Prospect::Won;
        }
        if threats.arrives(Side::Min) {
            return Prospect::Lost;
        }
        let attackers = threats.attackers(Side::Min, position.master(Side::Max));
        let escapes = threats.escapes();
        let parry = match (attackers, threats.can_capture(attackers), escapes) {
            (0, ..) => Parry::Unneeded,
            (_, true, 1..) => Parry::EscapeOrCapture,
            (_, true, 0) => Parry::Capture,
            (_, false, 1..) => Parry::Escape,
            (_, false, 0) => return Prospect::Lost,
        };
        Prospect::Open(threats.tactics(parry, escapes))
    }
}

struct Threats<'p> {
    position: &'p Onitama,
    hands: [[Card; 2]; 2],
    /// The squares that the master of each side can step to, whether they are occupied or not.
    near: [u32; 2],
}

impl Threats<'_> {
    #[inline]
    fn new(position: &Onitama) -> Threats<'_> {
        let hands = [Side::Max, Side::Min].map(|side| position.hand(side));
        let mut threats = Threats { position, hands, near: [0; 2] };
        threats.near = [Side::Max, Side::Min].map(|side| threats.reach(side, position.master(side)));
        threats
    }

    #[inline]
    fn students(&self, side: Side) -> u32 {
        self.position.men(side) & !self.position.master(side)
    }

    /// The squares that these men of a side can step to, whether they are occupied or not.
    #[inline]
    fn reach(&self, side: Side, men: u32) -> u32 {
        let [a, b] = self.hands[side as usize];
        Bits(men.into()).fold(0, |reach, from| reach | a.targets(side, from) | b.targets(side, from))
    }

    /// The men of a side that can step to a square. Seen from the square, such a step is one of the other side's.
    #[inline]
    fn attackers(&self, side: Side, square: u32) -> u32 {
        let [a, b] = self.hands[side as usize];
        // A master that was captured stands nowhere.
        let Some(square) = Bits(square.into()).next() else { return 0 };
        (a.targets(side.other(), square) | b.targets(side.other(), square)) & self.position.men(side)
    }

    /// Whether a side's master can step to the other's temple arch.
    #[inline]
    fn arrives(&self, side: Side) -> bool {
        self.near[side as usize] & ARCHES[side.other() as usize] & !self.position.men(side) != 0
    }

    /// The number of squares that MAX's master can step to without being captured there.
    #[inline]
    fn escapes(&self) -> usize {
        let squares = self.near[Side::Max as usize] & !self.position.men(Side::Max);
        Bits(squares.into())
            .filter(|&square| {
                let square = 1 << square;
                self.attackers(Side::Min, square) & !square == 0
            })
            .count()
    }

    /// Whether a student of MAX can capture all of these men, and MIN's master cannot then step to the arch.
    #[inline]
    fn can_capture(&self, men: u32) -> bool {
        men.is_power_of_two()
            && self.attackers(Side::Max, men) & self.students(Side::Max) != 0
            && self.near[Side::Min as usize] & ARCHES[Side::Max as usize] & men == 0
    }

    #[inline]
    fn tactics(&self, parry: Parry, escapes: usize) -> Tactics {
        let students = [Side::Max, Side::Min].map(|side| self.students(side));
        let far = [Side::Max, Side::Min].map(|side| self.reach(side, students[side as usize]));
        let captures = [0, 1].map(|side| {
            let guarded = far[1 - side] | self.near[1 - side];
            let count = |captured: u32| (captured & students[1 - side]).count_ones() as usize;
            Captures {
                by_master: count(self.near[side] & !guarded),
                free: count(far[side] & !guarded),
                guarded: count(far[side] & guarded),
            }
        });
        // MIN's escapes are counted before MAX has moved, so against all squares that MAX reaches now.
        // Capturing MAX's master is no escape.
        let [max, min] = [Side::Max as usize, Side::Min as usize];
        let barred = self.position.men(Side::Min) | self.position.master(Side::Max) | far[max] | self.near[max];
        let others = self.near[min] & !barred;
        Tactics { parry, escapes: [escapes, others.count_ones() as usize], captures }
    }
}

/// The tactics compared with what the moves lead to, on the positions of random games.
#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use bestply_core::Position;
    use bestply_testkit::Dice;

    use super::*;
    use crate::Outcome;
    use crate::onitama::Move;
    use crate::quiet::Quiet;

    /// The positions of random games in which MAX is to move and no draw is near.
    fn positions() -> Vec<Onitama> {
        let mut dice = Dice::new(3);
        let mut positions = Vec::new();
        for deal in 0..1000 {
            let mut position = Onitama::deal(deal);
            while !position.is_terminal() {
                if position.to_move == Side::Max {
                    positions.push(Onitama { quiet: Quiet::ZERO, ..position });
                }
                let moves = position.move_count() as u64;
                position.make(position.nth_move(dice.below(moves) as usize));
            }
        }
        positions
    }

    fn after(position: &Onitama, mv: Move) -> Onitama {
        let mut after = *position;
        after.make(mv);
        after
    }

    fn with_min_to_move(position: &Onitama) -> Onitama {
        Onitama { to_move: Side::Min, ..*position }
    }

    /// The moves onto a square.
    fn moves_onto(position: &Onitama, square: u8) -> impl Iterator<Item = Move> {
        position.moves().filter(move |mv| mv.step().is_some_and(|(_, to)| to == square))
    }

    fn can_win(position: &Onitama) -> bool {
        position.moves().any(|mv| after(position, mv).outcome() == Some(Outcome::Won(position.to_move)))
    }

    /// The number of squares that the mover's master can step to without being captured there.
    fn escapes(position: &Onitama) -> usize {
        let master = position.master(position.to_move).trailing_zeros() as u8;
        let squares = position.moves().filter_map(|mv| {
            let (_, to) = mv.step().filter(|&(from, _)| from == master)?;
            let after = after(position, mv);
            (!after.is_terminal() && moves_onto(&after, to).next().is_none()).then_some(to)
        });
        squares.collect::<HashSet<u8>>().len()
    }

    fn parry(position: &Onitama) -> Parry {
        let master = position.master(Side::Max).trailing_zeros() as u8;
        let captures = |mv: &Move| {
            let (from, to) = mv.step().unwrap_or((master, master));
            from != master && position.men(Side::Min) & 1 << to != 0
        };
        let helps = |mv: Move| !can_win(&after(position, mv));
        let can_capture = position.moves().filter(captures).any(helps);
        match (moves_onto(&with_min_to_move(position), master).next(), can_capture, escapes(position)) {
            (None, ..) => Parry::Unneeded,
            (_, true, 0) => Parry::Capture,
            (_, true, _) => Parry::EscapeOrCapture,
            (_, false, _) => Parry::Escape,
        }
    }

    /// The mover's captures. Whether the other side can step to a square is found by placing a man of the mover there.
    fn captures(position: &Onitama) -> Captures {
        let [own, other] = [position.to_move, position.to_move.other()];
        let mut squares = [HashSet::new(), HashSet::new(), HashSet::new()];
        for (from, to) in position.moves().filter_map(Move::step) {
            if (position.men(other) & !position.master(other)) & 1 << to == 0 {
                continue;
            }
            let mut captured = Onitama { to_move: other, ..*position };
            captured.men[other as usize] &= !(1 << to);
            captured.men[own as usize] |= 1 << to;
            let is_guarded = moves_onto(&captured, to).next().is_some();
            match (position.master(own) == 1 << from, is_guarded) {
                (true, true) => continue,
                (true, false) => squares[0].insert(to),
                (false, false) => squares[1].insert(to),
                (false, true) => squares[2].insert(to),
            };
        }
        let [by_master, free, guarded] = squares.map(|squares| squares.len());
        Captures { by_master, free, guarded }
    }

    #[test]
    fn what_is_threatened_is_what_moves_do() {
        let mut parries = [0; Parry::ALL];
        for position in positions() {
            let Prospect::Open(tactics) = Prospect::new(&position) else { continue };
            let min = with_min_to_move(&position);
            assert_eq!(tactics.parry, parry(&position), "{position}");
            assert_eq!(tactics.escapes, [&position, &min].map(escapes), "{position}");
            assert_eq!(tactics.captures, [&position, &min].map(captures), "{position}");
            parries[tactics.parry as usize] += 1;
        }
        assert!(parries.iter().all(|&positions| positions > 20), "{parries:?}");
    }
}
