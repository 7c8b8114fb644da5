//! Players that ask a solver of a game's ends.

use std::sync::Arc;
use std::time::Duration;

use bestply::{Clock, Limit, Position, Report, Side, Surcharge};
use bestply_any_game::{AnyPosition, Ends};

use crate::contestant::{Contestant, Failure, Spent, within};

/// A contestant that asks a solver of the game's ends before it searches.
pub(crate) struct EndsFirst {
    contestant: Box<dyn Contestant>,
    ends: Box<dyn Ends>,
    /// The limit of a move.
    limit: Limit,
    position: AnyPosition,
    /// What solved positions cost, and what the solver spent on others.
    spent: Spent,
}

impl EndsFirst {
    /// `limit` is the contestant's own, and `start` a position of the game that the solver is for.
    pub(crate) fn new(
        contestant: Box<dyn Contestant>,
        ends: Box<dyn Ends>,
        limit: Limit,
        start: &AnyPosition,
    ) -> EndsFirst {
        EndsFirst { contestant, ends, limit, position: start.clone(), spent: Spent::default() }
    }
}

impl Contestant for EndsFirst {
    fn set_clock(&mut self, clock: Clock) {
        self.limit.clock = Some(clock);
        self.contestant.set_clock(clock);
    }

    fn set_surcharge(&mut self, surcharge: Surcharge) {
        self.contestant.set_surcharge(surcharge);
    }

    fn start_game(&mut self, start: &AnyPosition, side: Side) -> Result<(), Failure> {
        self.position = start.clone();
        self.ends.reset();
        self.contestant.start_game(start, side)
    }

    fn choose(&mut self) -> Result<usize, Failure> {
        self.search(&self.limit.clone()).map(|report| best_move(&report))
    }

    fn choose_within(&mut self, evaluations: u64, time: Duration) -> Result<usize, Failure> {
        self.search(&within(&self.limit, evaluations, time)).map(|report| best_move(&report))
    }

    fn search(&mut self, limit: &Limit) -> Result<Report<usize>, Failure> {
        match self.ends.solve_end(&self.position, limit) {
            Ok(report) => {
                self.spent += Spent::on_a_move(&report);
                Ok(report)
            }
            Err(unsolved) => {
                self.spent += Spent { counts: unsolved.counts, elapsed: unsolved.elapsed, ..Spent::default() };
                let report = self.contestant.search(&unsolved.rest)?;
                Ok(unsolved.complete(self.position.to_move(), report))
            }
        }
    }

    fn line_after(&mut self, index: usize) -> Vec<usize> {
        self.contestant.line_after(index)
    }

    fn finish(&mut self) -> Result<usize, Failure> {
        self.contestant.finish()
    }

    fn follow(&mut self, index: usize) -> Result<(), Failure> {
        self.position.play(index);
        self.contestant.follow(index)
    }

    fn spent(&self) -> Spent {
        let mut spent = self.contestant.spent();
        spent += self.spent;
        spent
    }
}

fn best_move(report: &Report<usize>) -> usize {
    report.best_move.expect("a position that is not terminal has a move")
}

/// Makes a solver of a game's ends.
pub(crate) type MakeEnds = Arc<dyn Fn() -> Box<dyn Ends> + Send + Sync>;
