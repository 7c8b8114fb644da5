//! Depth-first proof-number search: df-pn with 1 + ε, and PDS.

use std::cmp::Reverse;

use bestply_core::{Event, Keyed, Observer, PREFETCHES, Position, Side, Stop};

use crate::ground::{Finding, Ground, NOTHING, side_of};
use crate::numbers::{Choice, Seen};
use crate::strategy::Strategy;
use crate::table::{Condition, Table};
use crate::{Addition, Judge, Numbers, Question};

/// How thresholds are given to children.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Thresholds {
    /// A child is left as soon as *one* of its numbers reaches its threshold, which lets its own number grow to
    /// 1 + ε times that of the second best child (Nagai 2002; Pawlewicz & Lew 2007).
    EitherReached {
        /// ε.
        epsilon: f64,
    },
    /// A child is left when *both* of its numbers have reached their thresholds, and these grow one by one
    /// (PDS: Nagai 1998).
    BothReached,
}

/// A search of one question. What it finds is kept in the table.
pub(crate) struct DepthFirst<'a, 'l, P: Position, J, O> {
    pub(crate) ground: Ground<'a, 'l, P, J>,
    pub(crate) table: &'a mut Table,
    pub(crate) observer: &'a mut O,
    pub(crate) thresholds: Thresholds,
    pub(crate) addition: Addition,
    frames: Vec<Frame<P>>,
    /// The children of all frames, those of the last frame last.
    children: Vec<Child<P::Move>>,
    expansions: u64,
    /// The moves that the strategy was walked down by.
    steps: Vec<(P::Move, P::Undo)>,
}

/// A node of the path whose children are looked at.
struct Frame<P: Position> {
    key: u64,
    side: Side,
    /// What takes back the move to the node. The frame that the search began with has none.
    undo: Option<(P::Move, P::Undo)>,
    /// Where its children begin.
    first: usize,
    /// What the node's numbers may grow to, as its side sees them.
    limits: Seen,
    /// The child that the search is at.
    at: usize,
    /// The expansions before this one.
    before: u64,
}

#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    finding: Finding,
}

/// The least ε of large numbers.
const LEAST_EPSILON: f64 = 1.0 / 256.0;

/// The most positions that are looked at to find out whether an answer from another path holds on this one.
const MOST_TRIED: u32 = 1000;

impl<'a, 'l, P: Keyed, J: Judge<P>, O: Observer> DepthFirst<'a, 'l, P, J, O> {
    pub(crate) fn new(
        ground: Ground<'a, 'l, P, J>,
        table: &'a mut Table,
        observer: &'a mut O,
        thresholds: Thresholds,
        addition: Addition,
    ) -> DepthFirst<'a, 'l, P, J, O> {
        DepthFirst {
            ground,
            table,
            observer,
            thresholds,
            addition,
            frames: Vec::new(),
            children: Vec::new(),
            expansions: 0,
            steps: Vec::new(),
        }
    }

    /// Searches below the position, which is not finished, until its question is answered.
    ///
    /// The position is as it was on return. The path above it counts: its positions may come back.
    pub(crate) fn answer(&mut self) -> Result<(Finding, usize), Stop> {
        let open = Seen { own: Numbers::INFINITE, other: Numbers::INFINITE };
        let begun = match self.thresholds {
            Thresholds::EitherReached { .. } => open,
            Thresholds::BothReached => Seen { own: 1, other: 1 },
        };
        self.enter(None, begun).inspect_err(|_| self.give_up())?;
        loop {
            let choice = self.choice();
            let Frame { limits, side, .. } = *self.top();
            self.tell_numbers(choice.numbers.by(side));
            if choice.numbers.is_answered() || self.thresholds.are_reached(choice.numbers, limits) {
                if self.frames.len() > 1 || choice.numbers.is_answered() {
                    let left = self.leave(&choice);
                    let Some(parent) = self.frames.last() else { return Ok(left) };
                    self.children[parent.first + parent.at].finding = left.0;
                } else {
                    self.raise(choice.numbers);
                }
                continue;
            }
            let below = self.limits_below(&choice);
            self.descend(choice.best, below).inspect_err(|_| self.give_up())?;
        }
    }

    /// The child that is nearest to the answer that the side to move wants, and what follows for the node.
    fn choice(&self) -> Choice {
        let Frame { first, side, .. } = *self.top();
        let children = self.children[first..].iter();
        Choice::among(children.map(|child| child.finding.numbers.seen_by(side)), self.addition)
    }

    /// What the numbers of the best child may grow to, as the node's side sees them.
    fn limits_below(&self, choice: &Choice) -> Seen {
        let Frame { first, side, limits, .. } = *self.top();
        let child = self.children[first + choice.best].finding.numbers.seen_by(side);
        match self.thresholds {
            Thresholds::EitherReached { epsilon } => {
                let others = match self.addition {
                    Addition::Sum => choice.numbers.other - child.other,
                    Addition::Weak => choice.open.saturating_sub(1),
                };
                let other = if limits.other == Numbers::INFINITE { limits.other } else { limits.other - others };
                Seen { own: limits.own.min(a_little_more(choice.second, epsilon)), other }
            }
            Thresholds::BothReached => {
                let grows_other = limits.other > choice.numbers.other
                    && (child.other <= child.own || limits.own <= choice.numbers.own);
                match grows_other {
                    true => Seen { other: a_little_more(child.other, 0.0), ..child },
                    false => Seen { own: a_little_more(child.own, 0.0), ..child },
                }
            }
        }
    }

    /// Lets the numbers of the first node grow: the one that is nearer to its answer.
    fn raise(&mut self, Seen { own, other }: Seen) {
        let limits = &mut self.frames[0].limits;
        match own <= other {
            true => limits.own = a_little_more(own, 0.0),
            false => limits.other = a_little_more(other, 0.0),
        }
    }

    /// Goes to a child. `limits` are as the parent's side sees them.
    fn descend(&mut self, index: usize, limits: Seen) -> Result<(), Stop> {
        let parent = self.frames.last_mut().expect("there is a node");
        parent.at = index;
        let limits = limits.by(parent.side);
        let mv = self.children[parent.first + index].mv;
        let undo = self.ground.position.make(mv);
        let limits = limits.seen_by(self.ground.position.to_move());
        self.enter(Some((mv, undo)), limits)
    }

    /// Expands the position: looks at its children, up to the first that decides.
    fn enter(&mut self, undo: Option<(P::Move, P::Undo)>, limits: Seen) -> Result<(), Stop> {
        let (key, side) = (self.ground.position.key(), self.ground.position.to_move());
        let (first, before) = (self.children.len(), self.expansions);
        self.frames.push(Frame { key, side, undo, first, limits, at: 0, before });
        self.ground.path.push(key);
        self.expansions += 1;
        self.ground.allow_expansion()?;
        self.explain();
        self.ground.meter.expansion_begun();
        self.ground.is_entered = false;
        self.fetch_children();
        for mv in self.ground.position.moves() {
            let finding = self.look(mv)?;
            self.ground.meter.generations(1);
            self.children.push(Child { mv, finding });
            if finding.is_final_for(side) {
                break;
            }
        }
        self.tell_children(first);
        Ok(())
    }

    /// Fetches what the table has of the children. Half of a search was waiting for it, so that making each move twice
    /// takes less: a child took 256 ns in Othello, and takes 176 (bench `proofs`).
    #[inline]
    fn fetch_children(&mut self) {
        if PREFETCHES {
            for mv in self.ground.position.moves() {
                let undo = self.ground.position.make(mv);
                self.table.prefetch(self.ground.position.key());
                self.ground.position.unmake(mv, undo);
            }
        }
    }

    /// What is found of the child that a move leads to.
    #[inline]
    fn look(&mut self, mv: P::Move) -> Result<Finding, Stop> {
        let table = &*self.table;
        self.ground.look(mv, |ground, key| known(ground, table, key))
    }

    /// Leaves a node, and notes what was found of it. Returns that, and the child that decided.
    fn leave(&mut self, choice: &Choice) -> (Finding, usize) {
        let frame = self.frames.pop().expect("there is a node");
        self.ground.path.pop();
        let numbers = choice.numbers.by(frame.side);
        let (rests_on, best) = self.rests_on(&frame, choice);
        // An answer that rests on the node itself or on what comes after it holds wherever the node is.
        let rests_on = if (rests_on as usize) < self.ground.path.len() { rests_on } else { NOTHING };
        let condition = (rests_on != NOTHING).then(|| Condition { way: self.ground.path.way(), rests_on });
        let expansions = self.expansions - frame.before;
        self.table.put(frame.key, self.ground.question, numbers, condition, best, expansions);
        self.children.truncate(frame.first);
        if let Some((mv, undo)) = frame.undo {
            self.ground.position.unmake(mv, undo);
        }
        (Finding { numbers, rests_on }, best)
    }

    /// The least depth on which a node's answer rests, and the child that decides: of several the one that rests on
    /// the least.
    fn rests_on(&self, frame: &Frame<P>, choice: &Choice) -> (u32, usize) {
        let children = &self.children[frame.first..];
        if !choice.numbers.is_answered() {
            return (NOTHING, choice.best);
        }
        if choice.numbers.own > 0 {
            return (children.iter().map(|child| child.finding.rests_on).min().unwrap_or(NOTHING), choice.best);
        }
        let decided =
            children.iter().enumerate().filter(|(_, child)| child.finding.numbers.seen_by(frame.side).own == 0);
        let rests = decided.map(|(index, child)| (child.finding.rests_on, index));
        // The first of those that rest on the greatest depth.
        rests.rev().max_by_key(|&(rests_on, _)| rests_on).expect("a child decided")
    }

    /// Goes back to where the search began, and keeps what was found on the way.
    fn give_up(&mut self) {
        let frame = self.frames.pop().expect("there is a node");
        self.ground.path.pop();
        self.children.truncate(frame.first);
        if let Some((mv, undo)) = frame.undo {
            self.ground.position.unmake(mv, undo);
        }
        while !self.frames.is_empty() {
            let choice = self.choice();
            let (finding, _) = self.leave(&choice);
            if let Some(parent) = self.frames.last() {
                self.children[parent.first + parent.at].finding = finding;
            }
        }
    }

    fn top(&self) -> &Frame<P> {
        self.frames.last().expect("there is a node")
    }

    /// The path of the last frame by child indices, for whoever watches.
    fn indices(&self) -> Vec<usize> {
        let above = self.frames.len().saturating_sub(1);
        self.frames[..above].iter().map(|frame| frame.at).collect()
    }

    fn explain(&mut self) {
        if self.observer.is_watching() {
            let path = self.indices();
            let numbers = match self.frames.len().checked_sub(2) {
                Some(parent) => self.children[self.frames[parent].first + self.frames[parent].at].finding.numbers,
                None => Numbers::LEAF,
            };
            self.observer.observe(Event::Explained { path: &path, reason: &crate::reason(numbers) });
        }
    }

    fn tell_children(&mut self, first: usize) {
        if !self.observer.is_watching() {
            return;
        }
        let mut path = self.indices();
        for (index, child) in self.children[first..].iter().enumerate() {
            path.push(index);
            let Numbers { proof, disproof } = child.finding.numbers;
            self.observer.observe(Event::Numbered { path: &path, proof, disproof });
            path.pop();
        }
    }

    /// Tells the numbers of the node that the search is at.
    fn tell_numbers(&mut self, Numbers { proof, disproof }: Numbers) {
        if self.observer.is_watching() {
            self.observer.observe(Event::Numbered { path: &self.indices(), proof, disproof });
        }
    }
}

impl Thresholds {
    #[inline]
    fn are_reached(self, numbers: Seen, limits: Seen) -> bool {
        let (own, other) = (numbers.own >= limits.own, numbers.other >= limits.other);
        match self {
            Thresholds::EitherReached { .. } => own || other,
            Thresholds::BothReached => own && other,
        }
    }
}

/// The number after this one, or 1 + ε times this one, if that is more.
///
/// Where lines of play meet again, numbers that go round may grow without an end, one by one.
/// So that they are soon infinite, ε is never less than [`LEAST_EPSILON`]; no number below 256 changes by that.
#[inline]
fn a_little_more(number: u32, epsilon: f64) -> u32 {
    let more = (f64::from(number) * (1.0 + epsilon.max(LEAST_EPSILON))).floor();
    // A number beyond the largest becomes the largest, which is infinite.
    number.saturating_add(1).max(more as u32)
}

/// The moves of the side that has the answer, from the table, or by a search where the table has forgotten.
impl<P: Keyed, J: Judge<P>, O: Observer> Strategy<P> for DepthFirst<'_, '_, P, J, O> {
    fn position(&self) -> &P {
        self.ground.position
    }

    fn down(&mut self, index: usize) {
        self.ground.path.push(self.ground.position.key());
        let mv = self.ground.position.nth_move(index);
        self.steps.push((mv, self.ground.position.make(mv)));
    }

    fn up(&mut self) {
        let (mv, undo) = self.steps.pop().expect("a move was played");
        self.ground.position.unmake(mv, undo);
        self.ground.path.pop();
    }

    fn decide(&mut self, answer: bool) -> Result<usize, Stop> {
        let side = side_of(answer);
        if self.ground.position.to_move() != side {
            return Ok(0);
        }
        let key = self.ground.position.key();
        let noted = self.table.get(key).and_then(|entry| entry.best());
        let count = self.ground.position.move_count();
        // The child noted last first: mostly it is the one.
        let order = noted.filter(|&noted| noted < count).into_iter().chain(0..count);
        self.ground.path.push(key);
        let mut chosen = None;
        self.ground.is_entered = false;
        for index in order {
            let finding = self.look(self.ground.position.nth_move(index));
            if finding.is_ok_and(|finding| finding.numbers.seen_by(side).own == 0) {
                chosen = Some(index);
                break;
            }
        }
        self.ground.path.pop();
        match chosen {
            Some(index) => Ok(index),
            None => self.answer().map(|(_, index)| index),
        }
    }

    fn recall(&self) -> Option<usize> {
        let entry = self.table.get(self.ground.position.key())?;
        entry.numbers(self.ground.question)?.answer().and(entry.best())
    }

    fn resist(&mut self, goal: Question) -> usize {
        let side = self.ground.position.to_move();
        let entries = self.ground.position.moves().enumerate().map(|(index, mv)| {
            let undo = self.ground.position.make(mv);
            let entry = self.table.get(self.ground.position.key());
            self.ground.position.unmake(mv, undo);
            let gets_it = entry.is_some_and(|entry| entry.answer(goal).is_some_and(|answer| side_of(answer) == side));
            (gets_it, entry.map_or(0, |entry| entry.work()), Reverse(index))
        });
        entries.max().map_or(0, |(_, _, Reverse(index))| index)
    }
}

/// What the table knows of the position, a child of the last position of the path.
#[inline]
fn known<P: Keyed, J: Judge<P>>(ground: &mut Ground<'_, '_, P, J>, table: &Table, key: u64) -> Option<Finding> {
    let entry = table.get(key)?;
    if let Some(answer) = entry.answer(ground.question) {
        return Some(Finding::of(Numbers::answered(answer)));
    }
    let numbers = entry.numbers(ground.question)?;
    if numbers.answer().is_none() {
        return Some(Finding::of(numbers));
    }
    let rests_on = entry.rests_on(ground.path.way());
    let rests_on = rests_on.or_else(|| holds(ground, table, key, &mut { MOST_TRIED }))?;
    Some(Finding { numbers, rests_on })
}

/// Whether the answer that a game has which goes round, found on another path, holds on this one, too: then this is
/// the least depth on which it rests here (Kishimoto & Müller 2004, *simulation*).
///
/// The moves that gave the answer are played through in the table.
fn holds<P: Keyed, J: Judge<P>>(
    ground: &mut Ground<'_, '_, P, J>,
    table: &Table,
    key: u64,
    tries: &mut u32,
) -> Option<u32> {
    *tries = tries.checked_sub(1)?;
    let answer = ground.question.answer_of_repetition();
    let entry = table.get(key)?;
    if let Some(known) = entry.answer(ground.question) {
        return (known == answer).then_some(NOTHING);
    }
    if entry.numbers(ground.question).and_then(Numbers::answer) != Some(answer) {
        return None;
    }
    let is_chosen = ground.position.to_move() == ground.gains_by_repetition();
    let moves: Vec<P::Move> = match is_chosen {
        true => vec![ground.position.moves().nth(entry.best()?)?],
        false => ground.position.moves().collect(),
    };
    ground.is_entered = false;
    ground.path.push(key);
    let rests_on =
        moves.into_iter().try_fold(NOTHING, |least, mv| Some(least.min(holds_after(ground, table, mv, tries)?)));
    ground.path.pop();
    // The judge may have been elsewhere.
    ground.is_entered = false;
    // What rests on the position itself or on what comes after it rests on nothing of the path.
    rests_on.map(|rests_on| if (rests_on as usize) < ground.path.len() { rests_on } else { NOTHING })
}

/// As [`holds`], for the position that a move leads to.
fn holds_after<P: Keyed, J: Judge<P>>(
    ground: &mut Ground<'_, '_, P, J>,
    table: &Table,
    mv: P::Move,
    tries: &mut u32,
) -> Option<u32> {
    let undo = ground.position.make(mv);
    let key = ground.position.key();
    let is_finished = ground.position.is_terminal();
    let below = match ground.path.depth_of(key) {
        Some(depth) => Some(depth as u32),
        None if is_finished => None,
        None => holds(ground, table, key, tries),
    };
    ground.position.unmake(mv, undo);
    if !is_finished {
        return below;
    }
    let agrees = ground.numbers_of_end(mv).answer() == Some(ground.question.answer_of_repetition());
    agrees.then_some(NOTHING)
}
