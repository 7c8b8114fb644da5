use bestply_core::Position;

use super::LinesOfAction;
use super::lines::Lines;
use crate::bits::Bits;

/// A man's step, or the pass of a player who has no step to make.
#[derive(Clone, Copy)]
pub struct Move {
    step: Option<(u8, u8)>,
    captures: bool,
}

/// A step is the same whether there is a man to capture or not, as it has the same [number](Move::number).
impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Move) -> bool {
        self.step == other.step
    }
}

impl Eq for Move {}

impl Move {
    /// The pass.
    pub(super) const PASS: Move = Move { step: None, captures: false };

    /// The step from one square to another. A square is *8 · row + column*.
    #[inline]
    pub(super) const fn new(from: u8, to: u8, captures: bool) -> Move {
        Move { step: Some((from, to)), captures }
    }

    /// The square left and the square entered, each *8 · row + column*; `None` for a pass.
    #[inline]
    pub const fn step(self) -> Option<(u8, u8)> {
        self.step
    }

    /// Whether a man of the other side is captured.
    #[inline]
    pub const fn captures(self) -> bool {
        self.captures
    }

    /// The move's number: *64 · square left + square entered*. The pass is the last number.
    #[inline]
    pub const fn number(self) -> u32 {
        match self.step {
            Some((from, to)) => 64 * from as u32 + to as u32,
            None => 64 * 64,
        }
    }
}

hashed_by_number!(Move);

/// The legal moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    lines: Lines,
    own: u64,
    other: u64,
    /// The men whose steps have not been listed yet.
    men: Bits,
    from: u8,
    /// The squares that the man can still step to.
    targets: Bits,
    /// Whether the player passes if there is no step.
    passes: bool,
}

impl Moves {
    #[inline]
    pub(super) fn of(position: &LinesOfAction) -> Moves {
        let side = position.to_move();
        let [own, other] = [position.men(side), position.men(side.other())];
        let is_over = position.is_terminal();
        let men = Bits(if is_over { 0 } else { own });
        Moves { lines: position.lines(), own, other, men, from: 0, targets: Bits(0), passes: !is_over }
    }

    /// Takes the next man with a step. There is none if this returns `None`.
    #[inline]
    fn next_man(&mut self) -> Option<()> {
        while self.targets.0 == 0 {
            self.from = self.men.next()?;
            self.targets = Bits(self.lines.targets(self.from, self.own, self.other));
        }
        self.passes = false;
        Some(())
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.next_man().is_none() {
            return std::mem::take(&mut self.passes).then_some(Move::PASS);
        }
        let to = self.targets.next()?;
        Some(Move::new(self.from, to, self.other >> to & 1 != 0))
    }

    /// Skips all steps of a man at once.
    #[inline]
    fn nth(&mut self, mut index: usize) -> Option<Move> {
        while self.next_man().is_some() && self.targets.count() <= index {
            index -= self.targets.count();
            self.targets = Bits(0);
        }
        for _ in 0..index {
            self.targets.next();
        }
        self.next()
    }
}
