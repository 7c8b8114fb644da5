//! What engines of both protocols have in common: a game, a thinker, and the clocks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bestply::{Limit, Report, Side, Stop};
use bestply_catalogue::Catalogue;

use crate::input::Input;
use crate::{Clocks, Game, GameError, Thinker};

/// A game, the searcher that thinks in it, and the clocks.
pub(crate) struct Desk<'c> {
    pub(crate) catalogue: &'c Catalogue,
    pub(crate) game: Game,
    pub(crate) thinker: Thinker,
    pub(crate) clocks: Clocks,
    /// The depth that the client asked for.
    depth: Option<usize>,
    completes_depths: bool,
    /// Whether the searcher thinks on the opponent's time.
    pub(crate) ponders: bool,
    /// The side that the searcher chose a move for last.
    side: Option<Side>,
}

impl<'c> Desk<'c> {
    pub(crate) fn new(catalogue: &'c Catalogue, game: Game, mut thinker: Thinker, ponders: bool) -> Desk<'c> {
        let completes_depths = thinker.completes_depths(&game);
        let clocks = Clocks::default();
        Desk { catalogue, game, thinker, clocks, depth: None, completes_depths, ponders, side: None }
    }

    /// Searches no deeper than this from now on.
    ///
    /// A searcher that chooses its leaves gets deep in no time along one line.
    /// It does about as many evaluations instead as principal-variation search needs to that depth.
    pub(crate) fn set_depth(&mut self, depth: usize) {
        self.depth = Some(depth);
    }

    /// Goes to another game, whose side to think for is not known yet.
    pub(crate) fn begin(&mut self, game: Game, clocks: Clocks) {
        (self.game, self.clocks, self.side) = (game, clocks, None);
    }

    /// Chooses a move for the side to move. A move without an alternative is chosen without a search.
    pub(crate) fn choose(&mut self, input: &Input, arrived: Instant) -> Result<Report<usize>, GameError> {
        self.side = Some(self.game.to_move());
        if self.game.move_texts().len() == 1 {
            let mut report = Report::new(Stop::Depth);
            (report.best_move, report.line) = (Some(0), vec![0]);
            return Ok(report);
        }
        let limit = self.limit_by_clock(input.while_thinking(), arrived);
        self.thinker.think(&self.game, &limit)
    }

    /// Thinks on the opponent's time until a line comes, if that is wanted.
    pub(crate) fn ponder(&mut self, input: &Input) {
        let Some(side) = self.side.filter(|_| self.ponders && !self.game.is_over()) else { return };
        let Limit { depth, bytes, .. } = self.limit(input.while_pondering());
        let limit = Limit { depth, bytes, stop: Some(input.while_pondering()), ..Limit::default() };
        // A searcher that cannot go on says so when it is asked for a move.
        self.thinker.think_as(side, &self.game, &limit).ok();
    }

    /// The limit of a search that no clock limits.
    pub(crate) fn limit(&self, stop: Arc<AtomicBool>) -> Limit {
        let limit = self.thinker.limit().stop(stop);
        match self.depth.filter(|_| limit.depth.is_none()) {
            Some(depth) if self.completes_depths => limit.depth(depth),
            Some(depth) => Limit { evaluations: limit.evaluations.or(Some(evaluations_to(depth))), ..limit },
            None => limit,
        }
    }

    /// The limit of a search for a move. Where there is a clock, it takes the place of a time that nobody asked for.
    fn limit_by_clock(&self, stop: Arc<AtomicBool>, arrived: Instant) -> Limit {
        let limit = self.limit(stop);
        let Some(allowed) = self.clocks.allowance(self.game.position()) else { return limit };
        let own = self.thinker.searcher().limit().time;
        let time = own.map_or(allowed, |own| own.min(allowed)).saturating_sub(arrived.elapsed());
        Limit { time: Some(time.max(Duration::from_micros(200))), ..limit }
    }
}

/// About the number of evaluations that principal-variation search needs to this depth in an opening of Othello
/// (`docs/performance.md`).
fn evaluations_to(depth: usize) -> u64 {
    let power = u32::try_from(depth).ok().and_then(|depth| 3_u64.checked_pow(depth));
    power.unwrap_or(u64::MAX).saturating_mul(2)
}
