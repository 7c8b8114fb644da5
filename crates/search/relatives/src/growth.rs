use std::mem;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Advance, Evaluator, Found, Limit, Meter, Observer, Position, Report, Reset, Search, Stop};
use bumpalo::Bump;

use crate::board::{Alone, GrownGame, Play};
use crate::grower::Grower;
use crate::saved::Saved;
use crate::{Node, Parallel, Rule};

/// The searcher that follows a [`Rule`], with its saved tree.
///
/// It goes in rounds: in each it takes some leaves, one after the other, and then expands them together, in the same
/// order (`docs/meaning.md`, 24.9).
/// A round has one leaf unless [`with_leaves`](Growth::with_leaves) says otherwise.
/// [`SharedGrowth`](crate::SharedGrowth) is the same search on several threads.
#[derive(Debug)]
pub struct Growth<R: Rule> {
    /// The rule.
    pub rule: R,
    leaves: usize,
    saved: Saved<R::Mark>,
}

impl<R: Rule> Growth<R> {
    /// The valid numbers of leaves that are expanded together.
    pub const LEAVES: RangeInclusive<usize> = 1..=65_536;

    /// A searcher that follows this rule.
    pub fn new(rule: R) -> Growth<R> {
        Growth { rule, leaves: 1, saved: Saved::default() }
    }

    /// The most leaves that are expanded together.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// Plants the saved tree in an arena, and returns its root.
    pub(crate) fn plant<'b, P: Position>(
        &mut self,
        position: &P,
        arena: &'b Bump,
        limit: &Limit,
    ) -> &'b mut [Node<'b, R::Mark>] {
        // The rest is for writing the tree down, and for building it anew.
        let bytes = limit.bytes.map(|bytes| (bytes / 3).max(LEAST_BYTES));
        arena.set_allocation_limit(bytes);
        mem::take(&mut self.saved).plant(position, arena, bytes.unwrap_or(usize::MAX))
    }

    /// Grows a tree on a board, as far as the limit on depth allows, and returns its root.
    pub(crate) fn grow<'b>(
        &mut self,
        root: &'b mut [Node<'b, R::Mark>],
        arena: &'b Bump,
        board: &mut dyn GrownGame,
        limit: &Limit,
    ) -> (Stop, &'b Node<'b, R::Mark>) {
        let depth = limit.depth.unwrap_or(usize::MAX);
        let (stop, root) = Grower::new(&mut self.rule, arena, root, board, depth, self.leaves).grow();
        (stop, &root[0])
    }

    /// Writes the tree down, and says what was found.
    pub(crate) fn found<P: Position>(
        &mut self,
        (stop, root): (Stop, &Node<'_, R::Mark>),
        arena: &Bump,
        position: &mut P,
    ) -> Found<P::Move> {
        self.saved = Saved::of(position, root);
        let mut found = Found::new(stop);
        found.root_moves = self.saved.root_moves(position);
        if let Some(decided) = self.rule.decide(root).or(root.best_child()) {
            let root_move = &found.root_moves[decided];
            (found.line, found.value) = (self.saved.line_after(position, root_move.mv), Some(root_move.value));
        }
        (found.nodes, found.bytes) = (self.saved.nodes(), arena.allocated_bytes_including_metadata());
        found
    }
}

impl<R: Parallel> Growth<R> {
    /// The same searcher with at most so many leaves expanded together.
    ///
    /// More than 1 serves an evaluator that works on batches, and [threads](crate::SharedGrowth).
    /// Each way down but the last of a round costs as much again, for its leaf is closed meanwhile.
    ///
    /// # Errors
    ///
    /// If the number is not one of [`LEAVES`](Growth::LEAVES).
    ///
    /// ```
    /// use bestply_relatives::RandomizedBestFirst;
    ///
    /// assert_eq!(RandomizedBestFirst::default().with_leaves(8)?.leaves(), 8);
    /// assert!(RandomizedBestFirst::default().with_leaves(0).is_err());
    /// # Ok::<(), bestply_relatives::InvalidSetting>(())
    /// ```
    pub fn with_leaves(self, leaves: usize) -> Result<Growth<R>, InvalidSetting> {
        check("a number of leaves", leaves, &Growth::<R>::LEAVES)?;
        Ok(Growth { leaves, ..self })
    }
}

impl<R: Rule + Default> Default for Growth<R> {
    fn default() -> Growth<R> {
        Growth::new(R::default())
    }
}

impl<R: Rule> Reset for Growth<R> {
    fn reset(&mut self) {
        self.saved = Saved::default();
    }
}

impl<P: Position, R: Rule> Advance<P> for Growth<R> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.saved.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.saved.line_after(position, mv)
    }
}

/// The least limit on the bytes of an arena. It holds a root and a few children.
const LEAST_BYTES: usize = 512;

impl<P: Position, E: Evaluator<P>, R: Rule> Search<P, E> for Growth<R> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let meter = Meter::start(limit);
        let arena = Bump::new();
        self.rule.start(evaluator.properties(), evaluator.errors(position));
        let root = self.plant(position, &arena, limit);
        let mut play = Play::new(position, Alone::new(evaluator), observer, meter);
        let grown = self.grow(root, &arena, &mut play, limit);
        let (position, meter) = play.end();
        self.found(grown, &arena, position).report(position, evaluator, &meter)
    }
}
