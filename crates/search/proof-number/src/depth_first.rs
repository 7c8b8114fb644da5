//! Depth-first proof-number search: df-pn with 1 + ε, and PDS.

use std::cmp::Reverse;

use bestply_core::{Event, Keyed, Observer, Position, Side, Stop};

use crate::ground::{SolvingGround, side_of};
use crate::inquiry::{Finding, NOTHING};
use crate::numbers::{ChildrenChoice, SeenNumbers};
use crate::strategy::Strategy;
use crate::table::ProofTable;
use crate::{Addition, Judge, Method, Numbers, Question, Settings, history};

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
    pub(crate) ground: SolvingGround<'a, 'l, P, J>,
    pub(crate) table: &'a mut ProofTable,
    pub(crate) observer: &'a mut O,
    pub(crate) thresholds: Thresholds,
    pub(crate) addition: Addition,
    frames: Vec<PathFrame<P>>,
    /// The children of all frames, those of the last frame last.
    children: Vec<DepthFirstChild<P::Move>>,
    /// The moves of the node that is expanded, and the keys of its children.
    ahead: Vec<(P::Move, u64)>,
    expansions: u64,
    /// The moves that the strategy was walked down by.
    steps: Vec<(P::Move, P::Undo)>,
}

/// A node of the path whose children are looked at.
struct PathFrame<P: Position> {
    key: u64,
    side: Side,
    /// What takes back the move to the node. The frame that the search began with has none.
    undo: Option<(P::Move, P::Undo)>,
    /// Where its children begin.
    first: usize,
    /// What the node's numbers may grow to, as its side sees them.
    limits: SeenNumbers,
    /// The child that the search is at.
    at: usize,
    /// The expansions before this one.
    before: u64,
}

#[derive(Clone, Copy)]
struct DepthFirstChild<M> {
    mv: M,
    finding: Finding,
}

/// The least ε of large numbers.
const LEAST_EPSILON: f64 = 1.0 / 256.0;

impl<'a, 'l, P: Keyed, J: Judge<P>, O: Observer> DepthFirst<'a, 'l, P, J, O> {
    pub(crate) fn new(
        ground: SolvingGround<'a, 'l, P, J>,
        table: &'a mut ProofTable,
        observer: &'a mut O,
        settings: Settings,
    ) -> DepthFirst<'a, 'l, P, J, O> {
        DepthFirst {
            ground,
            table,
            observer,
            thresholds: Thresholds::of(settings),
            addition: settings.addition,
            frames: Vec::new(),
            children: Vec::new(),
            ahead: Vec::new(),
            expansions: 0,
            steps: Vec::new(),
        }
    }

    /// Searches below the position, which is not finished, until its question is answered.
    ///
    /// The position is as it was on return. The path above it counts: its positions may come back.
    pub(crate) fn answer(&mut self) -> Result<(Finding, usize), Stop> {
        let open = SeenNumbers { own: Numbers::INFINITE, other: Numbers::INFINITE };
        let begun = match self.thresholds {
            Thresholds::EitherReached { .. } => open,
            // PDS begins at 1, and lets one number grow at a time (Nagai 1998).
            Thresholds::BothReached => SeenNumbers { own: 1, other: 1 },
        };
        self.enter(None, begun).inspect_err(|_| self.give_up())?;
        loop {
            let choice = self.choice();
            let PathFrame { limits, side, .. } = *self.top();
            self.tell_numbers(choice.numbers.by(side));
            if choice.numbers.is_answered() || self.thresholds.are_reached(choice.numbers, limits) {
                if self.frames.len() > 1 || choice.numbers.is_answered() {
                    let left = self.leave(&choice);
                    let Some(parent) = self.frames.last() else { return Ok(left) };
                    // Not from the table, which may have forgotten it: so each return raises a number (D209).
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
    fn choice(&self) -> ChildrenChoice {
        let PathFrame { first, side, .. } = *self.top();
        let children = self.children[first..].iter();
        ChildrenChoice::among(children.map(|child| child.finding.numbers.seen_by(side)), self.addition)
    }

    /// What the numbers of the best child may grow to, as the node's side sees them.
    fn limits_below(&self, choice: &ChildrenChoice) -> SeenNumbers {
        let PathFrame { first, side, limits, .. } = *self.top();
        let child = self.children[first + choice.best].finding.numbers.seen_by(side);
        match self.thresholds {
            Thresholds::EitherReached { epsilon } => {
                // The node's other number is what the children's add up to. So the child may grow until this and what
                // the others add reach the node's limit.
                let others = match self.addition {
                    Addition::Sum => choice.numbers.other - child.other,
                    Addition::Weak => choice.open.saturating_sub(1),
                };
                let other = if limits.other == Numbers::INFINITE { limits.other } else { limits.other - others };
                // 1 + ε times the second best child's, so that the search does not come back here for every leaf
                // (Pawlewicz & Lew 2007).
                SeenNumbers { own: limits.own.min(a_little_more(choice.second, epsilon)), other }
            }
            Thresholds::BothReached => {
                // The number grows that the node still lacks; where it lacks both, the smaller one of the child (D208).
                let grows_other = limits.other > choice.numbers.other
                    && (child.other <= child.own || limits.own <= choice.numbers.own);
                if grows_other {
                    SeenNumbers { other: a_little_more(child.other, 0.0), ..child }
                } else {
                    SeenNumbers { own: a_little_more(child.own, 0.0), ..child }
                }
            }
        }
    }

    /// Lets the numbers of the first node grow: the one that is nearer to its answer.
    fn raise(&mut self, SeenNumbers { own, other }: SeenNumbers) {
        let limits = &mut self.frames[0].limits;
        // At the root no number is lacking more than the other, so the smaller one grows (25.4).
        if own <= other { limits.own = a_little_more(own, 0.0) } else { limits.other = a_little_more(other, 0.0) }
    }

    /// Goes to a child. `limits` are as the parent's side sees them.
    fn descend(&mut self, index: usize, limits: SeenNumbers) -> Result<(), Stop> {
        let parent = self.frames.last_mut().expect("there is a node");
        parent.at = index;
        let limits = limits.by(parent.side);
        let mv = self.children[parent.first + index].mv;
        let undo = self.ground.position.make(mv);
        let limits = limits.seen_by(self.ground.position.to_move());
        self.enter(Some((mv, undo)), limits)
    }

    /// Expands the position: looks at its children, up to the first that decides.
    fn enter(&mut self, undo: Option<(P::Move, P::Undo)>, limits: SeenNumbers) -> Result<(), Stop> {
        let (key, side) = (self.ground.key(), self.ground.position.to_move());
        let (first, before) = (self.children.len(), self.expansions);
        // Only where a search begins may the answer be known already.
        let plies = if undo.is_none() { self.plies_of(key) } else { u32::MAX };
        self.frames.push(PathFrame { key, side, undo, first, limits, at: 0, before });
        self.ground.path.push(key);
        self.expansions += 1;
        self.ground.allow_expansion()?;
        self.explain();
        self.ground.meter.expansion_begun();
        self.ground.is_entered = false;
        self.fetch_children();
        for place in 0..self.ahead.len() {
            let (mv, key) = self.ahead[place];
            let finding = self.look(mv, key)?;
            self.ground.meter.generations(1);
            self.children.push(DepthFirstChild { mv, finding });
            // The other children cannot take this answer away (D202).
            if finding.is_final_for(side) && finding.plies < plies {
                break;
            }
        }
        self.tell_children(first);
        Ok(())
    }

    /// Lists the children by their keys, and fetches what the table has of them. Half of a search was waiting for it,
    /// so that making each move twice takes less: a child took 256 ns in Othello, and takes 176 (bench `proofs`).
    /// The keys are kept, since a child that is known by its key is not gone to: .9 of the time, in Onitama .67.
    #[inline]
    fn fetch_children(&mut self) {
        self.ahead.clear();
        self.ground.each_key_after(|mv, key| {
            self.table.prefetch(key);
            self.ahead.push((mv, key));
        });
    }

    /// What is found of the child that a move leads to, of this key.
    #[inline]
    fn look(&mut self, mv: P::Move, key: u64) -> Result<Finding, Stop> {
        let table = &*self.table;
        self.ground.look(mv, key, |ground| history::known(ground, table, mv, key))
    }

    /// Leaves a node, and notes what was found of it. Returns that, and the child that decided.
    fn leave(&mut self, choice: &ChildrenChoice) -> (Finding, usize) {
        let frame = self.frames.pop().expect("there is a node");
        self.ground.path.pop();
        let (rests_on, best) = self.rests_on(&frame, choice);
        // An answer that rests on the node itself or on what comes after it holds wherever the node is.
        let rests_on = if (rests_on as usize) < self.ground.path.len() { rests_on } else { NOTHING };
        let children = self.children[frame.first..].iter().map(|child| child.finding.plies);
        let numbers = choice.numbers.by(frame.side);
        let plies = self.ground.plies(numbers, best, children, frame.side);
        let finding = Finding { numbers, rests_on, plies };
        // The way of the positions above, with which `known` compares it before the position is on the path.
        let (way, expansions) = (self.ground.path.way(), self.expansions - frame.before);
        self.table.put(frame.key, self.ground.question, finding, way, best, expansions);
        self.children.truncate(frame.first);
        if let Some((mv, undo)) = frame.undo {
            self.ground.position.unmake(mv, undo);
        }
        (finding, best)
    }

    /// The plies that a child must be nearer to the end than, so that who plays it makes progress: those that the table
    /// has of the position where its answer needs an end, and the most elsewhere.
    fn plies_of(&self, key: u64) -> u32 {
        let known = self.table.get(key).and_then(|entry| entry.finding(self.ground.question));
        known.map(|known| known.plies).filter(|&plies| plies > 0).unwrap_or(u32::MAX)
    }

    /// What the table knows of the position, without a search, with a move of its side.
    pub(crate) fn remembered(&mut self) -> Option<(Finding, usize)> {
        let finding = self.table.get(self.ground.key())?.finding(self.ground.question)?;
        // Where the answer is the other side's, no move is better than another.
        let is_lost = finding.numbers.seen_by(self.ground.position.to_move()).own > 0;
        Some((finding, self.recall().or(is_lost.then_some(0))?))
    }

    /// Whether a move is known to keep this answer, to a position of the table that is nearer to the end than this.
    fn keeps(&mut self, index: usize, answer: bool, plies: u32) -> bool {
        let mv = self.ground.position.nth_move(index);
        self.ground.path.push(self.ground.key());
        let known = self.table.get(self.ground.key_after(mv)).and_then(|entry| entry.finding(self.ground.question));
        self.ground.path.pop();
        known.is_some_and(|known| known.numbers.answer() == Some(answer) && known.plies < plies)
    }

    /// The moves of the position by their indices: the one noted last first, for mostly it is the one.
    fn noted_first(&self) -> impl Iterator<Item = usize> + use<P, J, O> {
        let count = self.ground.position.move_count();
        let noted = self.table.get(self.ground.key()).and_then(|entry| entry.best());
        noted.filter(|&noted| noted < count).into_iter().chain(0..count)
    }

    /// The least depth on which a node's answer rests, and the child that decides: of several the one that rests on
    /// the least, and of these the one that is nearest to the end.
    fn rests_on(&self, frame: &PathFrame<P>, choice: &ChildrenChoice) -> (u32, usize) {
        let children = &self.children[frame.first..];
        if !choice.numbers.is_answered() {
            return (NOTHING, choice.best);
        }
        if choice.numbers.own > 0 {
            return (children.iter().map(|child| child.finding.rests_on).min().unwrap_or(NOTHING), choice.best);
        }
        let decided =
            children.iter().enumerate().filter(|(_, child)| child.finding.numbers.seen_by(frame.side).own == 0);
        let rests = decided.map(|(index, child)| (child.finding, index));
        // The first of those that rest on the greatest depth.
        let best = rests.rev().max_by_key(|(finding, _)| (finding.rests_on, Reverse(finding.plies)));
        best.map(|(finding, index)| (finding.rests_on, index)).expect("a child decided")
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

    fn top(&self) -> &PathFrame<P> {
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
            let above = self.frames.iter().nth_back(1).map(|parent| self.children[parent.first + parent.at].finding);
            let numbers = above.map_or(Numbers::LEAF, |finding| finding.numbers);
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
    fn of(settings: Settings) -> Thresholds {
        match settings.method {
            Method::Pds => Thresholds::BothReached,
            _ => Thresholds::EitherReached { epsilon: settings.epsilon() },
        }
    }

    #[inline]
    fn are_reached(self, numbers: SeenNumbers, limits: SeenNumbers) -> bool {
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
        self.ground.path.push(self.ground.key());
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
        let key = self.ground.key();
        let (order, plies) = (self.noted_first(), self.plies_of(key));
        self.ground.path.push(key);
        let mut chosen = None;
        self.ground.is_entered = false;
        for index in order {
            let mv = self.ground.position.nth_move(index);
            let key = self.ground.key_after(mv);
            let finding = self.look(mv, key);
            // Nearer to the end: a child as far away may lead back here, and the play would go round (D317).
            if finding.is_ok_and(|finding| finding.numbers.seen_by(side).own == 0 && finding.plies < plies) {
                chosen = Some(index);
                break;
            }
        }
        self.ground.path.pop();
        chosen.map_or_else(|| self.answer().map(|(_, index)| index), Ok)
    }

    fn recall(&mut self) -> Option<usize> {
        let key = self.ground.key();
        let entry = self.table.get(key)?;
        let noted = entry.numbers(self.ground.question).and_then(|numbers| numbers.answer().and(entry.best()));
        let known = entry.finding(self.ground.question).and_then(|finding| finding.numbers.answer());
        let Some(answer) = known.filter(|&answer| side_of(answer) == self.ground.position.to_move()) else {
            return noted;
        };
        let plies = self.plies_of(key);
        self.noted_first().find(|&index| self.keeps(index, answer, plies)).or(noted)
    }

    fn resist(&mut self, goal: Question) -> usize {
        let side = self.ground.position.to_move();
        self.ground.path.push(self.ground.key());
        let entries = self.ground.position.moves().enumerate().map(|(index, mv)| {
            let entry = self.table.get(self.ground.key_after(mv));
            let gets_it = entry.is_some_and(|entry| entry.answer(goal).is_some_and(|answer| side_of(answer) == side));
            (gets_it, entry.map_or(0, |entry| entry.work), Reverse(index))
        });
        let most = entries.max();
        self.ground.path.pop();
        most.map_or(0, |(_, _, Reverse(index))| index)
    }
}
