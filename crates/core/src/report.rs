use std::fmt;
use std::time::Duration;

use crate::{Bounds, Evaluator, Meter, Position, Side, Value};

/// What a search found, what it cost and why it ended.
///
/// Two reports are equal if everything but the elapsed time is equal, since the elapsed time never repeats.
///
/// A report displays as one line for a person to read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report<M> {
    /// The best move known: always legal, and the first move of `line`. `None` only where the root is terminal.
    pub best_move: Option<M>,
    /// The root's backed-up value, from MAX's point of view.
    ///
    /// It is the static value where the root is terminal.
    /// It is `None` where the best move has no value: the search was cut short before any child of the root had one,
    /// or when all that had one were lost.
    pub value: Option<Value>,
    /// The principal variation, from the root on.
    pub line: Vec<M>,
    /// Each root move that has a value, in canonical order.
    pub root_moves: Vec<RootMove<M>>,
    /// The depth in plies to which all lines were searched, except where the search cut off.
    ///
    /// It is `None` for a searcher that chooses its leaves, since such a searcher completes no depth.
    pub completed_depth: Option<usize>,
    /// What the search did.
    pub counts: Counts,
    /// The elapsed time of the search.
    pub elapsed: Duration,
    /// The most nodes held at once.
    pub nodes: usize,
    /// The most bytes held at once for nodes.
    pub bytes: usize,
    /// Why the search ended.
    pub stop: Stop,
    /// Whether the value is proved: it is what the game is worth if both sides play perfectly.
    ///
    /// It is proved if the best move is a [proved](RootMove::proved) win, or if all moves are proved;
    /// or if the game is over; or if a solver of ends knows who wins.
    pub proved: bool,
    /// What the finished game will be worth if both sides play perfectly, as far as a solver of ends has proved it.
    ///
    /// It is in the unit of the game's results, such as discs, from MAX's point of view.
    /// The exact outcome has both bounds equal. A searcher knows none.
    pub outcome: Option<Bounds>,
}

impl<M> Report<M> {
    /// A report that only says why the search ended, to be filled in.
    ///
    /// A searcher makes a [`Found`] instead, which fills in what all reports have in common.
    ///
    /// ```
    /// use bestply_core::{Report, Stop};
    ///
    /// let report: Report<u8> = Report::new(Stop::Time);
    /// assert_eq!((report.best_move, report.value), (None, None));
    /// ```
    pub fn new(stop: Stop) -> Report<M> {
        Report {
            best_move: None,
            value: None,
            line: Vec::new(),
            root_moves: Vec::new(),
            completed_depth: None,
            counts: Counts::default(),
            elapsed: Duration::ZERO,
            nodes: 0,
            bytes: 0,
            stop,
            proved: false,
            outcome: None,
        }
    }
}

impl<M> Report<M> {
    /// The same report with its moves converted, for instance to a notation.
    ///
    /// ```
    /// use bestply_core::{Report, Stop};
    ///
    /// let mut report = Report::new(Stop::Time);
    /// report.best_move = Some(3);
    /// let named = report.map_moves(|index| ["a1", "b1", "c1", "d1"][index]);
    /// assert_eq!(named.best_move, Some("d1"));
    /// ```
    pub fn map_moves<N>(self, mut name: impl FnMut(M) -> N) -> Report<N> {
        Report {
            best_move: self.best_move.map(&mut name),
            value: self.value,
            line: self.line.into_iter().map(&mut name).collect(),
            root_moves: self.root_moves.into_iter().map(|root_move| root_move.map_move(&mut name)).collect(),
            completed_depth: self.completed_depth,
            counts: self.counts,
            elapsed: self.elapsed,
            nodes: self.nodes,
            bytes: self.bytes,
            stop: self.stop,
            proved: self.proved,
            outcome: self.outcome,
        }
    }
}

impl<M: PartialEq> PartialEq for Report<M> {
    fn eq(&self, other: &Report<M>) -> bool {
        let found =
            |report: &Report<M>| (report.value, report.completed_depth, report.stop, report.proved, report.outcome);
        let cost = |report: &Report<M>| (report.counts, report.nodes, report.bytes);
        self.best_move == other.best_move
            && self.line == other.line
            && self.root_moves == other.root_moves
            && found(self) == found(other)
            && cost(self) == cost(other)
    }
}

impl<M: fmt::Debug> fmt::Display for Report<M> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.best_move {
            Some(best) => write!(formatter, "plays {best:?}")?,
            None => formatter.write_str("the game is over")?,
        }
        match self.value {
            Some(Value::MAX) => formatter.write_str(", MAX wins")?,
            Some(Value::MIN) => formatter.write_str(", MIN wins")?,
            Some(value) => write!(formatter, ", worth {value:+}")?,
            None => formatter.write_str(", of unknown worth")?,
        }
        if self.proved {
            formatter.write_str(" (proved)")?;
        }
        if let Some(depth) = self.completed_depth {
            write!(formatter, ", depth {depth}")?;
        }
        write!(
            formatter,
            ", {} evaluations in {:.1?}, {} nodes, ended by {}",
            self.counts.evaluations, self.elapsed, self.nodes, self.stop
        )?;
        if !self.line.is_empty() {
            formatter.write_str(", line")?;
        }
        self.line.iter().try_for_each(|mv| write!(formatter, " {mv:?}"))
    }
}

/// What a searcher found. [`report`](Found::report) makes a report of it.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The principal variation as far as it is known; empty where the search did not get to a move.
    ///
    /// [`report`](Found::report) has the last word on its first move.
    pub line: Vec<M>,
    /// Whether the game is over at the end of the line.
    ///
    /// With `None`, [`report`](Found::report) plays the line to find out.
    pub ends_the_game: Option<bool>,
    /// The value of the line's first move, if it has one.
    pub value: Option<Value>,
    /// Each root move that has a value, in canonical order.
    pub root_moves: Vec<RootMove<M>>,
    /// The depth in plies to which all lines were searched, for a searcher that completes depths.
    pub completed_depth: Option<usize>,
    /// The most nodes held at once.
    pub nodes: usize,
    /// The most bytes held at once.
    pub bytes: usize,
    /// Why the search ended. A searcher may say [`Stop::Depth`] where the game ends at the end of the line.
    pub stop: Stop,
}

impl<M: Copy + PartialEq + fmt::Debug> Found<M> {
    /// Nothing found, and the reason why the search ended.
    pub fn new(stop: Stop) -> Found<M> {
        Found {
            line: Vec::new(),
            ends_the_game: None,
            value: None,
            root_moves: Vec::new(),
            completed_depth: None,
            nodes: 1,
            bytes: 0,
            stop,
        }
    }

    /// The report of a search of `position`.
    ///
    /// Where the line is empty, the best move is the first legal move.
    /// A terminal root is evaluated here, whatever the limits.
    ///
    /// The last choice goes before the searcher's own (`docs/meaning.md`, 22):
    /// a move that is worth a win is played, and a move that is worth a loss is not, if there is another.
    /// A line that begins with another move than the searcher's ends with that move.
    ///
    /// Where the line ends in a finished position, [`Stop::Depth`] becomes [`Stop::Terminal`].
    /// [`Stop::Decided`] stays what it is: the searcher did not end because of the line.
    /// Where a line does not reach the end and nothing is proved, [`Stop::Terminal`] becomes [`Stop::Memory`]:
    /// the memory for the rest of the line was spent on other lines.
    /// The line of a proved root may be short for the same reason, and the search ended with its proof all the same.
    pub fn report<P, E>(self, position: &mut P, evaluator: &mut E, meter: &Meter<'_>) -> Report<M>
    where
        P: Position<Move = M>,
        E: Evaluator<P>,
    {
        let Found { mut line, mut ends_the_game, mut value, root_moves, completed_depth, nodes, bytes, stop } = self;
        let mut counts = meter.counts();
        let side = position.to_move();
        if let Some(better) = last_choice(side, (line.first().copied(), value), &root_moves, position.moves()) {
            value = root_moves.iter().find(|root_move| root_move.mv == better).map(|root_move| root_move.value);
            (line, ends_the_game) = (vec![better], None);
        }
        let ends_the_game = ends_the_game.unwrap_or_else(|| position.is_terminal_after(&line));
        if line.is_empty() {
            line.extend(position.moves().next());
        }
        let best_move = line.first().copied();
        if best_move.is_none() {
            counts.evaluations += 1;
            value = Some(evaluator.evaluate(position));
        }
        let is_won =
            root_moves.iter().any(|root| Some(root.mv) == best_move && root.proved && root.value == side.win());
        let are_all_proved =
            || root_moves.len() == position.move_count() && root_moves.iter().all(|root_move| root_move.proved);
        let proved = is_won || are_all_proved();
        Report {
            best_move,
            value,
            line,
            completed_depth,
            counts,
            elapsed: meter.elapsed(),
            nodes,
            bytes,
            stop: match stop {
                Stop::Depth if ends_the_game => Stop::Terminal,
                Stop::Terminal if !ends_the_game && !proved => Stop::Memory,
                _ => stop,
            },
            proved,
            root_moves,
            outcome: None,
        }
    }
}

/// The rule for the last choice: the move to be played in place of the searcher's choice, if that is not to be played.
///
/// A move worth a win is always played, and of several a proved one.
/// A move worth a loss is never played while another is not:
/// the best of those that have a value, an exact value before a bound, and otherwise the first that has none.
fn last_choice<M: Copy + PartialEq>(
    side: Side,
    (chosen, value): (Option<M>, Option<Value>),
    root_moves: &[RootMove<M>],
    mut moves: impl Iterator<Item = M>,
) -> Option<M> {
    let worth_a_win = |root_move: &&RootMove<M>| root_move.value == side.win();
    let mut wins = root_moves.iter().filter(worth_a_win);
    let win = wins.clone().find(|root_move| root_move.proved).or(wins.next());
    if win.is_some() && value != Some(side.win()) {
        return win.map(|root_move| root_move.mv);
    }
    if chosen.is_none() || value != Some(side.loss()) {
        return None;
    }
    let rank = |root_move: &&RootMove<M>| (side.orient(root_move.value), !root_move.kind.is_bound());
    let open = root_moves.iter().filter(|root_move| root_move.value != side.loss());
    let best = open.rev().max_by_key(rank).map(|root_move| root_move.mv);
    let has_value = |mv: M| Some(mv) == chosen || root_moves.iter().any(|root_move| root_move.mv == mv);
    best.or_else(|| moves.find(|&mv| !has_value(mv)))
}

/// A move at the root and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its backed-up or static value.
    pub value: Value,
    /// Whether `value` is exact or only a bound.
    pub kind: ValueKind,
    /// Whether the value is proved: it is what the game is worth after the move if both sides play perfectly.
    ///
    /// The searcher states it, and only where finished positions alone prove it.
    /// So a static value that is infinite before the game is over proves nothing.
    /// `docs/meaning.md`, 22, says of each searcher what it states.
    pub proved: bool,
    /// How often the search came to the move, for a searcher that counts visits.
    pub visits: Option<u32>,
    /// What the finished game will be worth after the move, as far as a solver of ends has proved it.
    /// See [`Report::outcome`].
    pub outcome: Option<Bounds>,
}

impl<M> RootMove<M> {
    /// A move with this value, which is not proved.
    pub fn new(mv: M, value: Value, kind: ValueKind) -> RootMove<M> {
        RootMove { mv, value, kind, proved: false, visits: None, outcome: None }
    }

    /// The same move with another name.
    fn map_move<N>(self, name: impl FnOnce(M) -> N) -> RootMove<N> {
        let RootMove { mv, value, kind, proved, visits, outcome } = self;
        RootMove { mv: name(mv), value, kind, proved, visits, outcome }
    }
}

/// Whether a value found by a search is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// The value itself, as far as the search looked.
    #[default]
    Exact,
    /// Only a bound of the value: the value comes from a node that is partially expanded or that alpha-beta cut off.
    Bound,
}

impl ValueKind {
    /// [`Bound`](ValueKind::Bound) if `is_bound`, [`Exact`](ValueKind::Exact) otherwise.
    #[inline(always)]
    pub const fn bound_if(is_bound: bool) -> ValueKind {
        if is_bound { ValueKind::Bound } else { ValueKind::Exact }
    }

    /// Whether the value is only a bound.
    #[inline(always)]
    pub const fn is_bound(self) -> bool {
        matches!(self, ValueKind::Bound)
    }
}

/// The work of one search, or of several added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Static evaluations, the papers' unit of cost.
    pub evaluations: u64,
    /// Children made, repetitions included. Moves replayed to a node that a saved tree already holds do not count.
    pub generations: u64,
    /// Children made for the first time. A searcher in linear space makes some children again.
    pub first_generations: u64,
    /// Nodes whose children were made, some of them or all. Each resumption of a partial expansion counts.
    pub expansions: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.evaluations += other.evaluations;
        self.generations += other.generations;
        self.first_generations += other.first_generations;
        self.expansions += other.expansions;
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The depth limit was reached.
    Depth,
    /// The principal leaf is a finished position, so that searching on cannot change the principal variation.
    ///
    /// Where the depth limit is reached as well, this is the reason given, not [`Stop::Depth`].
    Terminal,
    /// The limit on evaluations.
    Evaluations,
    /// The limit on elapsed time.
    Time,
    /// The limit on bytes.
    Memory,
    /// Another thread raised the stop flag.
    Asked,
    /// The searcher decided that no further work is worth it, by a rule of its own.
    ///
    /// This is the reason given wherever the line ends. It proves nothing.
    Decided,
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Stop::Depth => "depth",
            Stop::Terminal => "terminal",
            Stop::Evaluations => "evaluations",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Asked => "asked",
            Stop::Decided => "decided",
        })
    }
}
