use std::ops::RangeInclusive;
use std::thread::scope;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Advance, Evaluator, Limit, Meter, Observer, Position, Report, Reset, Search, Surcharge};
use bumpalo::Bump;

use crate::board::Play;
use crate::team::GrowthTeam;
use crate::{Growth, Parallel, Rule};

/// A [`Growth`] whose leaves are expanded by several threads.
///
/// The leaves of a round are selected by the calling thread, evaluated by all, and entered in the order of selection.
/// So what is found depends on the number of [leaves](Growth::leaves), and not on the number of threads.
/// Threads are started in each search, as soon as a round has several leaves, and end with it.
/// Positions are copied for the threads, once a leaf, and the evaluator once a search.
/// A search that an observer watches is made by the calling thread alone, and so is one with an evaluator that
/// [searches](bestply_core::Properties::searches), whose evaluations nobody can count beforehand.
///
/// Cost: a round takes two messages for each thread.
/// So threads gain where evaluations are dear, or where many leaves are taken at a time.
///
/// A panic of the evaluator or the position in any thread is a panic of the search. The tree is then forgotten.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::{RandomizedBestFirst, SharedGrowth};
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let shared = SharedGrowth::new(RandomizedBestFirst::default().with_leaves(2)?, 2)?;
/// let mut player = Player::new(tree.position(), shared, NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedGrowth<R: Rule> {
    growth: Growth<R>,
    threads: usize,
}

impl<R: Parallel> SharedGrowth<R> {
    /// The valid numbers of threads.
    pub const THREADS: RangeInclusive<usize> = 1..=1024;

    /// The same search on so many threads.
    ///
    /// # Errors
    ///
    /// If the number is not one of [`THREADS`](SharedGrowth::THREADS), or more than the leaves that the threads share.
    pub fn new(growth: Growth<R>, threads: usize) -> Result<SharedGrowth<R>, InvalidSetting> {
        check("a number of threads", threads, &SharedGrowth::<R>::THREADS)?;
        check("a number of threads, which share the leaves,", threads, &(1..=growth.leaves()))?;
        Ok(SharedGrowth { growth, threads })
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }
}

impl<R: Rule> Reset for SharedGrowth<R> {
    fn reset(&mut self) {
        self.growth.reset();
    }
}

impl<P: Position, R: Rule> Advance<P> for SharedGrowth<R> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.growth.advance(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        self.growth.line_after(position, mv)
    }
}

impl<P: Position + Clone + Send, E: Evaluator<P> + Clone + Send, R: Rule> Search<P, E> for SharedGrowth<R> {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let properties = evaluator.properties();
        // Who watches is told in order; an evaluation that searches has bounds from the siblings before (D190).
        if self.threads == 1 || observer.is_watching() || properties.searches {
            return self.growth.run(position, evaluator, limit, observer);
        }
        // Whoever makes an evaluation pays what it costs besides itself.
        let unpaid = Limit { surcharge: Surcharge::default(), ..limit.clone() };
        let meter = Meter::start(&unpaid);
        let arena = Bump::new();
        self.growth.rule.start(properties, evaluator.errors(position));
        let root = self.growth.plant(position, &arena, limit);
        let (grown, position, meter) = scope(|scope| {
            let team = GrowthTeam::new(scope, evaluator, self.threads, limit.surcharge);
            let mut play = Play::new(position, team, observer, meter);
            let grown = self.growth.grow(root, &arena, &mut play, limit);
            let (position, meter) = play.end();
            (grown, position, meter)
        });
        self.growth.found(grown, &arena, position).report(position, evaluator, &meter)
    }
}
