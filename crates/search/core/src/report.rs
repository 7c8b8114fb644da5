use std::fmt;
use std::time::Duration;

use crate::{Bounds, Value, ValueKind};

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
    /// A searcher makes a [`Found`](crate::Found) instead, which fills in what all reports have in common.
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
        // Without the time, which is another in every run.
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
