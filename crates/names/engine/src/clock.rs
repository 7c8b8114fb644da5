//! The clocks of a whole game, and how much of them a move may take.

use std::time::Duration;

use bestply::{Position, Side};
use bestply_catalogue::{AnyPosition, Playable};

/// How the time of a side is limited in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No clock: a searcher's own limit is all there is.
    #[default]
    None,
    /// So much time for the whole game, and some more after each move.
    Main {
        /// The time for all moves.
        main: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// So much time, and then periods that begin anew whenever their moves are made.
    ByoYomi {
        /// The time before the periods.
        main: Duration,
        /// The time of a period.
        period: Duration,
        /// The moves that are to be made in a period, at least one.
        moves: u32,
    },
}

/// What is left to a side on its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time.
    pub time: Duration,
    /// The moves still to be made in that time, where it is a period.
    pub moves: Option<u32>,
}

/// Both sides' clocks.
///
/// ```
/// use std::time::Duration;
/// use bestply::Side;
/// use bestply_engine::{Clocks, TimeControl};
///
/// let second = Duration::from_secs(1);
/// let mut clocks = Clocks::new(TimeControl::Main { main: 60 * second, increment: second });
/// assert!(clocks.spend(Side::Max, 11 * second));
/// assert_eq!(clocks.time_left(Side::Max).map(|left| left.time), Some(50 * second));
/// assert!(!clocks.spend(Side::Max, 51 * second), "the flag falls before the increment is added");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    control: [TimeControl; 2],
    left: [Option<TimeLeft>; 2],
}

impl TimeControl {
    /// The time at the start; `None` without a clock.
    pub fn begin(self) -> Option<TimeLeft> {
        match self {
            TimeControl::None => None,
            TimeControl::ByoYomi { main: Duration::ZERO, period, moves } => {
                Some(TimeLeft { time: period, moves: Some(moves) })
            }
            TimeControl::Main { main, .. } | TimeControl::ByoYomi { main, .. } => {
                Some(TimeLeft { time: main, moves: None })
            }
        }
    }

    fn increment(self) -> Duration {
        match self {
            TimeControl::Main { increment, .. } => increment,
            TimeControl::None | TimeControl::ByoYomi { .. } => Duration::ZERO,
        }
    }

    /// The time that is not planned with: a third of all that there was, but no more than half a second.
    ///
    /// On a machine with more to do than it has cores, an answer can come a quarter of a second late.
    fn margin(self, left: TimeLeft) -> Duration {
        let all = match self {
            TimeControl::Main { main, .. } => main,
            TimeControl::ByoYomi { period, .. } if left.moves.is_some() => period,
            TimeControl::ByoYomi { main, .. } => main,
            TimeControl::None => left.time,
        };
        (all / 3).min(Duration::from_millis(500))
    }

    /// The time for a move when the main time is over; nothing where that is the end.
    fn reserve(self) -> Duration {
        match self {
            TimeControl::ByoYomi { period, moves, .. } => period / moves.max(1),
            TimeControl::None | TimeControl::Main { .. } => Duration::ZERO,
        }
    }
}

impl Clocks {
    /// The clocks at the start of a game.
    pub fn new(control: TimeControl) -> Clocks {
        Clocks::of([control; 2])
    }

    /// The clocks at the start of a game in which MAX and MIN have different ones.
    pub fn of(control: [TimeControl; 2]) -> Clocks {
        Clocks { control, left: control.map(TimeControl::begin) }
    }

    /// The clocks as they were at the start.
    #[must_use]
    pub fn reset(&self) -> Clocks {
        Clocks::of(self.control)
    }

    /// What is left to a side; `None` without a clock.
    pub fn time_left(&self, side: Side) -> Option<TimeLeft> {
        self.left[place(side)]
    }

    /// Sets a side's clock, as whoever keeps the clocks says.
    pub fn set(&mut self, side: Side, left: TimeLeft) {
        self.left[place(side)] = Some(left);
    }

    /// Takes the time of a move off a side's clock, and adds what it gains by having moved.
    /// Returns whether the side had so much.
    pub fn spend(&mut self, side: Side, spent: Duration) -> bool {
        let Some(mut left) = self.time_left(side) else { return true };
        let control = self.control[place(side)];
        let mut is_in_time = true;
        match (left.time.checked_sub(spent), control) {
            (Some(rest), _) => left.time = rest + control.increment(),
            // What goes beyond the main time is of the first period.
            (None, TimeControl::ByoYomi { period, moves, .. }) if left.moves.is_none() => {
                let over = spent - left.time;
                is_in_time = over <= period;
                left = TimeLeft { time: period.saturating_sub(over), moves: Some(moves) };
            }
            (None, _) => (left.time, is_in_time) = (control.increment(), false),
        }
        if let (Some(moves), TimeControl::ByoYomi { period, moves: all, .. }) = (left.moves, control) {
            left.moves = Some(moves.saturating_sub(1));
            if moves <= 1 {
                left = TimeLeft { time: period, moves: Some(all) };
            }
        }
        self.left[place(side)] = Some(left);
        is_in_time
    }

    /// How long the side to move may think about this position; `None` without a clock.
    ///
    /// The time is divided by the moves that are probably still to come.
    /// Moves usually take four fifths of what they may, so that this is a quarter more than a move's part.
    /// A margin is kept for what no searcher sees: pipes, and a machine that is busy.
    pub fn allowance(&self, position: &AnyPosition) -> Option<Duration> {
        self.allowance_before_solver(position, |_| 0)
    }

    /// As [`allowance`](Clocks::allowance), where a solver plays the end of the game.
    ///
    /// `reach` says how many moves before the end the solver mostly finds the outcome in a time.
    /// A share of what is left is kept for that; the moves after it cost nothing.
    pub fn allowance_before_solver(
        &self,
        position: &AnyPosition,
        reach: impl Fn(Duration) -> usize,
    ) -> Option<Duration> {
        let (left, usable) = self.usable(position.to_move())?;
        let control = self.control[place(position.to_move())];
        let moves = left.moves.unwrap_or_else(|| own_moves_left(position, reach(usable / FOR_SOLVER))).max(1);
        let gained = control.increment() * 3 / 4 + control.reserve() / 2;
        Some((usable / moves + gained).div_f64(USUAL).min(usable).max(LEAST))
    }

    /// How long a solver of the game's end may take for the side to move.
    ///
    /// The moves after it cost nothing, so that it is more than a move's part.
    /// `None` without a clock, and for a solver that does not say how far it reaches.
    pub(crate) fn allowance_of_solver(&self, side: Side, reach: impl Fn(Duration) -> usize) -> Option<Duration> {
        let (left, usable) = self.usable(side)?;
        let allowed = (usable / left.moves.unwrap_or(1).max(1)).mul_f64(OF_SOLVER);
        (reach(allowed) > 0).then_some(allowed)
    }

    /// What is left to a side, and the time of it that is planned with.
    fn usable(&self, side: Side) -> Option<(TimeLeft, Duration)> {
        let left = self.time_left(side)?;
        Some((left, left.time.saturating_sub(self.control[place(side)].margin(left))))
    }
}

/// The part of the time that a move may take after which it is played, unless the choice has changed meanwhile.
pub(crate) const USUAL: f64 = 0.8;

/// The time that a move takes at least, however little is left.
const LEAST: Duration = Duration::from_micros(500);

/// Of so many parts of what is left one is kept for the solver.
const FOR_SOLVER: u32 = 4;

/// The part of what is left that the solver may take when its turn comes. It begins where it expects a fifth of that to
/// be enough, and gives up after two fifths.
const OF_SOLVER: f64 = 0.6;

/// How many moves the side to move probably still has to make that take time.
///
/// The last `solved` moves of the game are solved at once.
fn own_moves_left(position: &AnyPosition, solved: usize) -> u32 {
    /// In a game that does not say how long it is. What is left then shrinks by a thirtieth with each move.
    const UNKNOWN: u32 = 30;
    /// The last moves of a game are searched to the end at once even without a solver.
    const SEARCHED: usize = 10;
    match position.moves_left() {
        Some(moves) => (moves.saturating_sub(solved.max(SEARCHED)) as u32).div_ceil(2) + 3,
        None => UNKNOWN,
    }
}

fn place(side: Side) -> usize {
    usize::from(side == Side::Min)
}
