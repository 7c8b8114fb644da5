use bestply_core::{Keyed, Meter, Position, Side, Stop, mix};

use crate::inquiry::{Finding, Inquiry};
use crate::path::Path;
use crate::{Judge, Numbers, Question};

/// What every solver stands on: the position that it is at, the way there, and the question.
pub(crate) struct SolvingGround<'a, 'l, P: Position, J> {
    pub(crate) position: &'a mut P,
    pub(crate) judge: &'a mut J,
    pub(crate) meter: &'a mut Meter<'l>,
    pub(crate) question: Question,
    /// The plies within which the game must end; one that does not is as one that goes round.
    pub(crate) within: Option<u32>,
    /// The positions from the root to this one, whose children are looked at.
    pub(crate) path: Path,
    /// Whether the judge knows that the position's children are asked for.
    pub(crate) is_entered: bool,
}

impl<'a, 'l, P: Keyed, J: Judge<P>> SolvingGround<'a, 'l, P, J> {
    /// At the root.
    pub(crate) fn new(
        position: &'a mut P,
        judge: &'a mut J,
        meter: &'a mut Meter<'l>,
        Inquiry { question, within }: Inquiry,
    ) -> SolvingGround<'a, 'l, P, J> {
        SolvingGround { position, judge, meter, question, within, path: Path::new(), is_entered: false }
    }

    /// What tells the position, which follows the last one of the path, from others: the plies that are left, too.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.with_plies(self.position.key())
    }

    /// The same of the child that a move leads to, once the position is the last one of the path.
    #[inline(always)]
    pub(crate) fn key_after(&mut self, mv: P::Move) -> u64 {
        let key = self.position.key_after(mv);
        self.with_plies(key)
    }

    /// The same of all children, each with the move to it.
    #[inline(always)]
    pub(crate) fn each_key_after(&mut self, mut tell: impl FnMut(P::Move, u64)) {
        let (within, ply) = (self.within, self.path.len());
        self.position.each_key_after(|mv, key| tell(mv, key_within(key, within, ply)));
    }

    #[inline(always)]
    fn with_plies(&self, key: u64) -> u64 {
        key_within(key, self.within, self.path.len())
    }

    /// The most plies from a position of these numbers to the end of the game, by those of its children: of the best
    /// one where its side decides, and of all elsewhere. It is 0 where the answer needs no end.
    #[inline]
    pub(crate) fn plies(
        &self,
        numbers: Numbers,
        best: usize,
        mut children: impl Iterator<Item = u32>,
        side: Side,
    ) -> u32 {
        let Some(answer) = numbers.answer().filter(|&answer| self.question.needs_an_end(answer)) else { return 0 };
        let below = if side_of(answer) == side { children.nth(best) } else { children.max() };
        below.unwrap_or(0).saturating_add(1)
    }

    /// The depth at which the child stands on the path already, as what follows for its numbers.
    ///
    /// Where its plies are spent, the same follows on every path.
    #[inline]
    fn repetition(&mut self, key: u64, ends: impl FnOnce(&mut P) -> bool) -> Option<Finding> {
        let numbers = Numbers::answered(self.question.answer_of_repetition());
        if self.within.is_some_and(|plies| plies as usize <= self.path.len()) && !ends(self.position) {
            return Some(Finding::of(numbers));
        }
        self.path.depth_of(key).map(|depth| Finding { rests_on: depth as u32, ..Finding::of(numbers) })
    }

    /// Allows to expand the position, which is the last of the path.
    #[inline]
    pub(crate) fn allow_expansion(&mut self) -> Result<(), Stop> {
        if self.meter.limit().depth.is_some_and(|depth| self.path.len() > depth) {
            return Err(Stop::Depth);
        }
        self.meter.step()
    }

    /// What is found of the child that a move leads to, of this key, by what is known of its position.
    ///
    /// A child that is known is not gone to.
    #[inline]
    pub(crate) fn look(
        &mut self,
        mv: P::Move,
        key: u64,
        known: impl FnOnce(&mut Self) -> Option<Finding>,
    ) -> Result<Finding, Stop> {
        if let Some(finding) = self.repetition(key, |position| position.ends_game(mv)).or_else(|| known(self)) {
            return Ok(finding);
        }
        let ends = self.position.ends_game(mv);
        self.evaluate(mv, ends)
    }

    /// The same where nothing is known of positions: the move is made once, for the key and the end.
    #[inline(always)]
    pub(crate) fn look_anew(&mut self, mv: P::Move) -> Result<Finding, Stop> {
        let (key, ends) = self.position.with_move(mv, |child| (child.key(), child.is_terminal()));
        let key = self.with_plies(key);
        match self.repetition(key, |_| ends) {
            Some(finding) => Ok(finding),
            None => self.evaluate(mv, ends),
        }
    }

    /// What is found of the child that a move leads to as a leaf, or as the end of the game.
    #[inline(always)]
    fn evaluate(&mut self, mv: P::Move, ends: bool) -> Result<Finding, Stop> {
        self.meter.evaluation()?;
        if ends {
            return Ok(Finding::of(self.numbers_of_end(mv)));
        }
        self.enter();
        Ok(Finding::of(self.judge.leaf_after(self.position, mv)))
    }

    /// The numbers of the finished game that a move leads to.
    pub(crate) fn numbers_of_end(&mut self, mv: P::Move) -> Numbers {
        self.enter();
        let score = self.judge.score_after(self.position, mv);
        Numbers::answered(self.question.answer_of(score))
    }

    /// Announces the position to the judge, unless it was announced.
    #[inline]
    fn enter(&mut self) {
        if !std::mem::replace(&mut self.is_entered, true) {
            self.judge.enter(self.position);
        }
    }

    /// The side that gains by the answer of a game that goes round for ever.
    pub(crate) fn gains_by_repetition(&self) -> Side {
        side_of(self.question.answer_of_repetition())
    }
}

/// The key of a position so many plies from the root, where the game must end within so many: with fewer plies left the
/// answer may be another one (D318).
#[inline(always)]
fn key_within(key: u64, within: Option<u32>, ply: usize) -> u64 {
    within.map_or(key, |plies| mix(mix(key) ^ u64::from(plies).wrapping_sub(ply as u64)))
}

/// The side that an answer is for.
pub(crate) const fn side_of(answer: bool) -> Side {
    if answer { Side::Max } else { Side::Min }
}
