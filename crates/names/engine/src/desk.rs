//! What engines of all protocols have in common: a game, a thinker, and the clocks.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bestply::principal_variation_search::evaluations_to;
use bestply::{Limit, Report, Side, Stop};
use bestply_catalogue::{Catalogue, numbers, space};

use crate::clock::USUAL;
use crate::error::Result;
use crate::input::Input;
use crate::{Clocks, Game, Thinker};

/// What an engine plays at, in any protocol: a game, the searcher that thinks in it, and the clocks.
pub struct Desk<'c> {
    pub(crate) catalogue: &'c Catalogue,
    /// The game. It can be played on, taken back or replaced at any time.
    pub game: Game,
    /// The searcher.
    pub thinker: Thinker,
    /// The clocks, by which a move is chosen where they run.
    pub clocks: Clocks,
    /// The depth that the client asked for: nothing is searched deeper.
    ///
    /// A searcher that chooses its leaves gets deep in no time along one line.
    /// It does about as many evaluations instead as principal-variation search needs to that depth.
    pub(crate) depth: Option<usize>,
    /// Whether the searcher thinks on the opponent's time.
    pub(crate) ponders: bool,
    /// The side that the searcher chose a move for last.
    side: Option<Side>,
    /// The command by which the client has a position in mind that was refused. Nothing is said of another one then.
    pub(crate) refused: Option<&'static str>,
    /// Where notes go that the protocol has no place for.
    pub(crate) notes: Box<dyn Write + 'c>,
}

impl<'c> Desk<'c> {
    pub(crate) fn new(catalogue: &'c Catalogue, game: Game, thinker: Thinker) -> Desk<'c> {
        Desk {
            catalogue,
            game,
            thinker,
            clocks: Clocks::default(),
            depth: None,
            ponders: false,
            side: None,
            refused: None,
            notes: Box::new(io::sink()),
        }
    }

    /// Lets a search hold so many bytes, as the client writes them.
    pub(crate) fn read_bytes(&mut self, text: &str) -> Result<(), String> {
        let bytes = numbers::bytes(text.trim()).and_then(|bytes| usize::try_from(bytes).ok());
        let bytes = bytes.filter(|&bytes| bytes >= Thinker::LEAST_BYTES);
        let wrong = || format!("a number of bytes is expected, {} at least", Thinker::LEAST_BYTES);
        self.set_bytes(bytes.ok_or_else(wrong)?)
    }

    /// Lets a search hold so many bytes, if the process can have them.
    pub(crate) fn set_bytes(&mut self, bytes: usize) -> Result<(), String> {
        space::check(bytes).map_err(|no_room| no_room.to_string())?;
        self.thinker.set_bytes(bytes);
        Ok(())
    }

    /// Goes to another game, whose side to think for is not known yet.
    pub(crate) fn begin(&mut self, game: Game, clocks: Clocks) {
        (self.game, self.clocks, self.side, self.refused) = (game, clocks, None, None);
    }

    /// Why nothing is searched, where the client has another position in mind than that of the game.
    pub(crate) fn refusal(&self) -> Option<String> {
        self.refused.map(|command| format!("nothing is searched, because the last `{command}` was refused"))
    }

    /// Chooses a move for the side to move. A move without an alternative is chosen without a search, as is a book's.
    ///
    /// Its time is counted from `arrived`, when the line came that asked for it. An urgent line ends the search.
    ///
    /// # Errors
    ///
    /// If the game is over, or the searcher cannot go on.
    pub fn choose(&mut self, input: &Input, arrived: Instant) -> Result<Report<usize>> {
        self.side = Some(self.game.to_move());
        let only = (self.game.move_texts().len() == 1).then_some(0);
        if let Some(index) = only.or_else(|| self.thinker.book_move(&self.game)) {
            let mut report = Report::new(Stop::Depth);
            (report.best_move, report.line) = (Some(index), vec![index]);
            return Ok(report);
        }
        let limit = self.limit(input.while_thinking());
        let reach = |time| self.thinker.reach(time);
        let Some(allowed) = self.clocks.allowance_before_solver(self.game.position(), reach) else {
            return self.thinker.think(&self.game, &limit);
        };
        let own = self.thinker.player().limit().time;
        let most = own.map_or(allowed, |own| own.min(allowed));
        if own.is_some() || self.thinker.starts_anew() {
            return self.thinker.think(&self.game, &until(most, &limit, arrived));
        }
        self.think_as_needed(most, &limit, arrived)
    }

    /// Solves the position if it can, or else searches as long as it needs, in the time that a move may take.
    ///
    /// The solver is asked once, and may take more than a move: after it the moves cost nothing.
    /// What it takes in vain is a part of the move's time, of which the search has half at least.
    fn think_as_needed(&mut self, time: Duration, limit: &Limit, arrived: Instant) -> Result<Report<usize>> {
        self.thinker.follow(self.game.to_move(), &self.game)?;
        let of_solver = self.clocks.allowance_of_solver(self.game.to_move(), |time| self.thinker.reach(time));
        let of_solver = of_solver.map_or(time, |allowed| allowed.max(time));
        match self.thinker.solve(self.game.position(), &until(of_solver, limit, arrived)) {
            Ok(report) => Ok(report),
            Err(unsolved) => {
                let time = time.max(arrived.elapsed() + time / 2);
                let report = self.search_as_needed(time, &unsolved.rest, arrived)?;
                Ok(unsolved.complete(self.game.to_move(), report))
            }
        }
    }

    /// Searches for a part of the time that a move may take; for less if the choice is clear, for more if it is not.
    fn search_as_needed(&mut self, time: Duration, limit: &Limit, arrived: Instant) -> Result<Report<usize>> {
        let mut pace = Pace::new(time);
        loop {
            let report = self.thinker.go_on(&self.game, &until(pace.next_look(), limit, arrived))?;
            if report.stop != Stop::Time || pace.is_enough(&report, arrived) {
                return Ok(report);
            }
        }
    }

    /// Thinks on the opponent's time until a line comes, if that is [wanted](crate::Engine::pondering).
    pub fn ponder(&mut self, input: &Input) {
        let Some(side) = self.side.filter(|_| self.ponders && !self.game.is_over()) else { return };
        let Limit { depth, bytes, .. } = self.limit(input.while_pondering());
        let limit = Limit { depth, bytes, stop: Some(input.while_pondering()), ..Limit::default() };
        // A searcher that cannot go on says so when it is asked for a move.
        self.thinker.think_as(side, &self.game, &limit).ok();
    }

    /// The limit of a search that no clock limits.
    pub(crate) fn limit(&self, stop: Arc<AtomicBool>) -> Limit {
        let limit = self.thinker.limit().stop(stop);
        match self.depth {
            Some(depth) => self.to_depth(depth, limit),
            None => limit,
        }
    }

    /// The same limit to this depth, unless it has one of its own.
    pub(crate) fn to_depth(&self, depth: usize, limit: Limit) -> Limit {
        if limit.depth.is_some() {
            limit
        } else if self.thinker.completes_depths() {
            limit.depth(depth)
        } else {
            Limit { evaluations: limit.evaluations.or(Some(evaluations_to(depth))), ..limit }
        }
    }
}

/// When a move is played that may take so much time: sooner if the choice is clear, later if it changes.
///
/// The choice is looked at after half of the usual part of the time, after the usual part, and at the end.
pub(crate) struct Pace {
    time: Duration,
    /// How often the choice was looked at.
    looks: usize,
    best: Option<usize>,
}

impl Pace {
    pub(crate) fn new(time: Duration) -> Pace {
        Pace { time, looks: 0, best: None }
    }

    /// When the choice is looked at next, since the line that asked for a move.
    pub(crate) fn next_look(&self) -> Duration {
        let usual = self.time.mul_f64(USUAL);
        [usual / 2, usual].get(self.looks).copied().unwrap_or(self.time)
    }

    /// Whether the best move of this report is to be played. Before the choice is to be looked at, it is not.
    pub(crate) fn is_enough(&mut self, report: &Report<usize>, arrived: Instant) -> bool {
        if arrived.elapsed() < self.next_look() {
            return false;
        }
        let is_enough = match self.looks {
            0 => is_clear(report),
            1 => report.best_move == self.best,
            _ => true,
        };
        (self.looks, self.best) = (self.looks + 1, report.best_move);
        is_enough
    }
}

/// The same limit until so much time has passed since the line that asked for a move.
pub(crate) fn until(time: Duration, limit: &Limit, arrived: Instant) -> Limit {
    let time = time.saturating_sub(arrived.elapsed()).max(Duration::from_micros(200));
    Limit { time: Some(time), ..limit.clone() }
}

/// Whether a search that counts visits came to the best move many times as often as to any other.
fn is_clear(report: &Report<usize>) -> bool {
    const MANY: u32 = 5;
    let visits = |is_best: bool| {
        let some = report.root_moves.iter().filter(|root| (Some(root.mv) == report.best_move) == is_best);
        some.filter_map(|root| root.visits).max().unwrap_or(0)
    };
    visits(true) > MANY * visits(false)
}
