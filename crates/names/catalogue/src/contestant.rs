use std::time::Duration;

use bestply::{AlphaBeta, Clock, Counts, Limit, Player, Position, Report, Side, Stop, Surcharge};
use bestply_any_game::{AnyEvaluator, AnyMove, AnyPosition, AnySearcher, Ends, Playable};

use crate::error::SpecError;
use crate::evaluation::AnyEvaluation;
use crate::space::{Allowance, NoRoom};

/// What a match asks of a player, whichever it is and in any game: its next move, and what it spent.
///
/// Moves are named by their indices in canonical order.
pub trait Contestant: Send {
    /// Measures the time of its searches, their limit included, by this clock from now on.
    ///
    /// The clock does not measure what another process spends.
    fn set_clock(&mut self, clock: Clock);

    /// Makes each evaluation of its searches dearer by this from now on.
    ///
    /// By default nothing happens: the evaluations of a foreign engine are its own.
    fn set_surcharge(&mut self, surcharge: Surcharge) {
        let _ = surcharge;
    }

    /// Begins a game at `start`, as the player of this side.
    ///
    /// # Errors
    ///
    /// The failure for which it cannot play.
    fn start_game(&mut self, start: &AnyPosition, side: Side) -> Result<(), Failure>;

    /// The move to play.
    ///
    /// # Errors
    ///
    /// The failure for which it has no move.
    fn choose(&mut self) -> Result<usize, Failure>;

    /// The move to play, with no more than so many evaluations or so much time where its limit is on these.
    ///
    /// By default it does as in [`choose`](Contestant::choose): a foreign engine keeps its own limits.
    ///
    /// # Errors
    ///
    /// The failure for which it has no move.
    fn choose_within(&mut self, evaluations: u64, time: Duration) -> Result<usize, Failure> {
        let _ = (evaluations, time);
        self.choose()
    }

    /// Searches the position of the game with this limit in the place of the contestant's own.
    ///
    /// A foreign engine keeps its own limits, and reports no more than its move.
    ///
    /// # Errors
    ///
    /// The failure for which there is no report.
    fn search(&mut self, limit: &Limit) -> Result<Report<usize>, Failure>;

    /// The line that the last search expects after the move of this index: the move, then the best replies.
    ///
    /// Each move is named by its index in the position in which it is played.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    fn line_after(&mut self, index: usize) -> Vec<usize> {
        vec![index]
    }

    /// The move to play, by a search to the end of the game on exact values.
    ///
    /// A contestant without such a search does as in [`choose`](Contestant::choose).
    ///
    /// # Errors
    ///
    /// The failure for which it has no move.
    fn finish(&mut self) -> Result<usize, Failure> {
        self.choose()
    }

    /// Follows a move of the game, by either side.
    ///
    /// # Errors
    ///
    /// The failure for which it cannot go on.
    fn follow(&mut self, index: usize) -> Result<(), Failure>;

    /// What the contestant has spent since it was made.
    fn spent(&self) -> Spent;
}

/// Why a contestant does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The contestant loses the game: it made an illegal move, died or took too long. The match goes on.
    Forfeit(String),
    /// No result with this contestant would mean anything: the run ends.
    Broken(String),
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Failure {
        Failure::Broken(error.to_string())
    }
}

/// What one player spent, over one or more games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// The evaluations and generations.
    pub counts: Counts,
    /// The number of searches, one for each move played.
    pub moves: u64,
    /// The time spent searching, by the contestant's clock.
    pub elapsed: Duration,
    /// The number of searches that ended because their bytes were spent.
    pub out_of_memory: u64,
}

impl Spent {
    /// What a search cost that a move was played by.
    pub(crate) fn on_a_move<M>(report: &Report<M>) -> Spent {
        let out_of_memory = u64::from(report.stop == Stop::Memory);
        Spent { counts: report.counts, moves: 1, elapsed: report.elapsed, out_of_memory }
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.counts += other.counts;
        self.moves += other.moves;
        self.elapsed += other.elapsed;
        self.out_of_memory += other.out_of_memory;
    }
}

impl Allowance {
    /// Searches with this limit; where it names no bytes, within what the process has room for.
    ///
    /// # Errors
    ///
    /// If the search wanted more than that: its move would depend on the room.
    fn search(
        &self,
        player: &mut Player<AnyPosition, AnySearcher, AnyEvaluator>,
        limit: &Limit,
    ) -> Result<Report<AnyMove>, Failure> {
        let room = if limit.bytes.is_none() { self.bytes() } else { None };
        let report = player.search(&Limit { bytes: limit.bytes.or(room), ..limit.clone() });
        match room {
            Some(bytes) if report.stop == Stop::Memory => Err(Failure::Broken(NoRoom::Allowance(bytes).to_string())),
            _ => Ok(report),
        }
    }
}

/// A limit with no more than so many evaluations and so much time, where it is on these.
///
/// At least one evaluation and one microsecond are left, so that there is a search.
fn within(limit: &Limit, evaluations: u64, time: Duration) -> Limit {
    let evaluations = evaluations.max(1);
    let time = time.max(Duration::from_micros(1));
    Limit {
        evaluations: limit.evaluations.map(|own| own.min(evaluations)),
        time: limit.time.map(|own| own.min(time)),
        ..limit.clone()
    }
}

/// A searcher with its limit and its evaluation, and the alpha-beta that finishes its games.
pub(crate) struct SearchingContestant {
    limit: Limit,
    /// A solver of the game's ends that is asked before each search.
    ends: Option<Box<dyn Ends>>,
    allowance: Allowance,
    evaluation: AnyEvaluation,
    searching: Player<AnyPosition, AnySearcher, AnyEvaluator>,
    finishing: Player<AnyPosition, AnySearcher, AnyEvaluator>,
    is_finishing: bool,
    spent: Spent,
}

impl SearchingContestant {
    pub(crate) fn new(
        searcher: AnySearcher,
        ends: Option<Box<dyn Ends>>,
        limit: Limit,
        evaluation: AnyEvaluation,
        start: &AnyPosition,
    ) -> SearchingContestant {
        let finishing = AnySearcher::from(AlphaBeta::default());
        SearchingContestant {
            limit,
            ends,
            allowance: Allowance::new(),
            searching: Player::new(start.clone(), searcher, evaluation.searching(Side::Max)),
            finishing: Player::new(start.clone(), finishing, evaluation.own.finishing()),
            evaluation,
            is_finishing: false,
            spent: Spent::default(),
        }
    }

    /// Hands the game over to alpha-beta, and the tree, too, if its values are of use there.
    fn start_finishing(&mut self) {
        self.is_finishing = true;
        self.finishing.set_position(self.searching.position().clone());
        if self.evaluation.is_one_scale
            && let Some(saved) = self.searching.searcher_mut().tree()
            && let Some(empty) = self.finishing.searcher_mut().tree()
        {
            saved.exchange(empty);
        }
    }

    /// The move to play by a search with this limit.
    fn choose_by(&mut self, limit: &Limit) -> Result<usize, Failure> {
        if self.ends.is_some() {
            let report = self.search(limit)?;
            return Ok(report.best_move.expect("a position that is not terminal has a move"));
        }
        let report = self.allowance.search(&mut self.searching, limit)?;
        let mv = self.played(&report)?;
        Ok(self.searching.position().index_of(mv))
    }

    /// Searches without the solver.
    fn search_alone(&mut self, limit: &Limit) -> Result<Report<usize>, Failure> {
        let limit = Limit { surcharge: self.limit.surcharge, ..limit.clone() };
        let report = self.allowance.search(&mut self.searching, &limit)?;
        self.played(&report)?;
        Ok(self.searching.position().indexed(report))
    }

    /// Notes what a search cost, and gives its move if its values are valid.
    fn played(&mut self, report: &Report<AnyMove>) -> Result<AnyMove, Failure> {
        self.spent += Spent::on_a_move(report);
        match self.evaluation.own.fault() {
            Some(fault) => Err(Failure::Broken(fault)),
            None => Ok(report.best_move.expect("a position that is not terminal has a move")),
        }
    }
}

impl Contestant for SearchingContestant {
    fn set_clock(&mut self, clock: Clock) {
        self.limit.clock = Some(clock);
    }

    fn set_surcharge(&mut self, surcharge: Surcharge) {
        self.limit.surcharge = surcharge;
    }

    fn start_game(&mut self, start: &AnyPosition, side: Side) -> Result<(), Failure> {
        self.searching.set_position(start.clone());
        self.ends.iter_mut().for_each(|ends| ends.reset());
        // What the evaluator remembers is given back before another one takes as much.
        self.searching.set_evaluator(self.evaluation.own.finishing());
        self.searching.set_evaluator(self.evaluation.searching(side));
        self.is_finishing = false;
        Ok(())
    }

    fn choose(&mut self) -> Result<usize, Failure> {
        self.choose_by(&self.limit.clone())
    }

    fn choose_within(&mut self, evaluations: u64, time: Duration) -> Result<usize, Failure> {
        self.choose_by(&within(&self.limit, evaluations, time))
    }

    fn search(&mut self, limit: &Limit) -> Result<Report<usize>, Failure> {
        let Some(ends) = &mut self.ends else { return self.search_alone(limit) };
        // A solver makes evaluations of its own, which nothing makes dearer.
        let limit = Limit { surcharge: Surcharge::default(), ..limit.clone() };
        match ends.solve_end(self.searching.position(), &limit) {
            Ok(report) => {
                self.spent += Spent::on_a_move(&report);
                Ok(report)
            }
            Err(unsolved) => {
                self.spent += Spent { counts: unsolved.counts, elapsed: unsolved.elapsed, ..Spent::default() };
                let report = self.search_alone(&unsolved.rest)?;
                Ok(unsolved.complete(self.searching.position().to_move(), report))
            }
        }
    }

    fn line_after(&mut self, index: usize) -> Vec<usize> {
        let mv = self.searching.position().nth_move(index);
        let line = self.searching.line_after(mv).expect("a move of the position is legal");
        self.searching.position().indices_of(&line)
    }

    fn finish(&mut self) -> Result<usize, Failure> {
        if !self.is_finishing {
            self.start_finishing();
        }
        let depth = Some(self.finishing.position().depth_to_end());
        let limit = Limit { depth, clock: self.limit.clock, surcharge: self.limit.surcharge, ..Limit::default() };
        let report = self.allowance.search(&mut self.finishing, &limit)?;
        let mv = self.played(&report)?;
        Ok(self.finishing.position().index_of(mv))
    }

    fn follow(&mut self, index: usize) -> Result<(), Failure> {
        let played = if self.is_finishing {
            self.finishing.play(self.finishing.position().nth_move(index))
        } else {
            self.searching.play(self.searching.position().nth_move(index))
        };
        played.expect("a match is played by its rules");
        Ok(())
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
