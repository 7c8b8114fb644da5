//! Conspiracy numbers (McAllester 1988; Schaeffer 1990): the leaf next expanded is one whose change would help to
//! change the root's value, where few leaves could do that together.
//!
//! The *conspiracy number* of a node for a value is the least number of leaves below it whose values would have to
//! change for the node to get that value. Finished leaves never conspire.
//! The search narrows the range of values that the root could get by few conspirators, and then asks for more of them.
//!
//! **The key decision** is that "the root's value is at least *v*" is a statement as in proof-number search:
//! the numbers are those of leaves that must change to make it true or false, and the leaf is the most proving one.
//! So nothing is left open where several leaves conspire (`docs/meaning.md`, 24.3).
//!
//! Values count in classes. A node keeps two numbers a class, 128 bytes in all, whatever the number of classes.
//! An expansion looks at all children of each node on the way, once for each class.
//! The search ends by itself where no number of leaves can change the class of the root's value.

use std::fmt;
use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};
use bestply_core::{Properties, Side, StaticError, Value};
use bestply_visits::Scale;

use crate::settings::ValueUnit;
use crate::{Growth, Node, Rule, first_best};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::ConspiracyNumbers;
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let mut player = Player::new(tree.position(), ConspiracyNumbers::default(), NodeValue);
/// assert_eq!(player.search(&Limit::new().depth(2)).best_move, Some(0));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type ConspiracyNumbers = Growth<Conspiracy<OwnValues>>;

/// By which values leaves are put into classes.
pub trait Scoring {
    /// The score of a new leaf, whose parent had the score `parent` when it was a leaf, and whose best sibling is worth
    /// `best` to the side that chooses.
    fn score(parent: Value, value: Value, best: Value) -> Value;

    /// Whether the move goes by scores. By default it goes by values.
    const DECIDES: bool = false;
}

/// By their static values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnValues;

impl Scoring for OwnValues {
    fn score(_: Value, value: Value, _: Value) -> Value {
        value
    }
}

/// The rule of the fewest conspirators.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conspiracy<S> {
    scoring: S,
    classes: usize,
    unit: ValueUnit,
    threshold: u16,
    target: ConspiracyTarget,
}

/// What the leaves are asked to do to the root's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConspiracyTarget {
    AtLeast(usize),
    AtMost(usize),
}

/// The most classes.
const MOST_CLASSES: usize = 32;
/// The number of conspirators where no number is enough. As many as that, and more, are never enough either.
const NEVER: u16 = u16::MAX;

/// A number of conspirators for each class.
type Conspirators = [u16; MOST_CLASSES];

/// What the rule keeps with a node.
#[derive(Clone, Copy, Default)]
pub struct ConspiracyMark {
    /// The fewest leaves that must change for the node's class to be at least each class.
    at_least: Conspirators,
    /// The same for at most each class.
    at_most: Conspirators,
    /// The node's static value.
    static_value: Value,
    /// The score of the node when it was a leaf, and its score now.
    first_score: Value,
    score: Value,
}

impl fmt::Debug for ConspiracyMark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a score of {}", self.score)
    }
}

impl<S: Default> Default for Conspiracy<S> {
    /// Sixteen classes.
    fn default() -> Conspiracy<S> {
        Conspiracy {
            scoring: S::default(),
            classes: 16,
            unit: ValueUnit::default(),
            threshold: 1,
            target: ConspiracyTarget::AtLeast(0),
        }
    }
}

impl<S> Conspiracy<S> {
    /// The valid numbers of classes.
    pub const CLASSES: RangeInclusive<usize> = 2..=MOST_CLASSES;

    /// The number of classes, from losses to wins.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// The same rule with so many classes.
    ///
    /// # Errors
    ///
    /// If the number is not in [`CLASSES`](Conspiracy::CLASSES).
    pub fn with_classes(self, classes: usize) -> Result<Conspiracy<S>, InvalidSetting> {
        check("a number of classes", classes, &Self::CLASSES)?;
        Ok(Conspiracy { classes, ..self })
    }

    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> Conspiracy<S> {
        Conspiracy { unit: scale.into(), ..self }
    }

    fn class(&self, score: Value) -> usize {
        let part = (self.unit.of(score) + 1.0) / 2.0;
        ((part * self.classes as f64) as usize).min(self.classes - 1)
    }

    /// The numbers of a leaf: one conspirator, itself, where its class is another.
    fn of_leaf(&self, node: &Node<'_, ConspiracyMark>) -> ConspiracyMark {
        let mut mark = ConspiracyMark { score: node.mark.first_score, ..node.mark };
        let class = self.class(mark.score);
        // A closed leaf, such as a finished one, never conspires (Klingbeil & Schaeffer).
        let change = if node.is_open() { 1 } else { NEVER };
        for index in 0..self.classes {
            mark.at_least[index] = if class >= index { 0 } else { change };
            mark.at_most[index] = if class <= index { 0 } else { change };
        }
        mark
    }

    /// The numbers of an expanded node. The side that moves needs one child that does it, the other side needs all.
    fn of_children(&self, node: &Node<'_, ConspiracyMark>) -> ConspiracyMark {
        let (side, children) = (node.side(), node.children());
        let mut mark = node.mark;
        mark.score =
            side.orient(children.iter().map(|child| side.orient(child.mark.score)).max().expect("it is expanded"));
        let needs_one = |numbers: fn(&ConspiracyMark) -> &Conspirators| {
            let fewer =
                |least: Conspirators, child: &Node<'_, ConspiracyMark>| zip(least, numbers(&child.mark), u16::min);
            children.iter().fold([NEVER; MOST_CLASSES], fewer)
        };
        let needs_all = |numbers: fn(&ConspiracyMark) -> &Conspirators| {
            let more = |sum: Conspirators, child: &Node<'_, ConspiracyMark>| {
                zip(sum, numbers(&child.mark), u16::saturating_add)
            };
            children.iter().fold([0; MOST_CLASSES], more)
        };
        (mark.at_least, mark.at_most) = match side {
            Side::Max => (needs_one(|mark| &mark.at_least), needs_all(|mark| &mark.at_most)),
            Side::Min => (needs_all(|mark| &mark.at_least), needs_one(|mark| &mark.at_most)),
        };
        mark
    }

    /// The class farthest from the root's that so few conspirators can bring about. `None` where they can bring none.
    fn farthest(&self, root: &ConspiracyMark) -> Option<ConspiracyTarget> {
        let class = self.class(root.score);
        let highest = (class + 1..self.classes).rev().find(|&index| root.at_least[index] <= self.threshold);
        let lowest = (0..class).find(|&index| root.at_most[index] <= self.threshold);
        match (highest, lowest) {
            // Strictly less: of classes as far away the higher one is taken (D170).
            (Some(highest), Some(lowest)) if highest - class < class - lowest => Some(ConspiracyTarget::AtMost(lowest)),
            (Some(highest), _) => Some(ConspiracyTarget::AtLeast(highest)),
            (None, lowest) => lowest.map(ConspiracyTarget::AtMost),
        }
    }

    /// How safe a root move is for the side that makes it: the worst class that as many conspirators as the threshold
    /// bring about, better classes being larger, and how many it takes for a worse one.
    fn safety(&self, side: Side, child: &ConspiracyMark) -> (usize, u16) {
        let number = |class: usize| match side {
            Side::Max => child.at_most[class],
            Side::Min => child.at_least[self.classes - 1 - class],
        };
        let worst = (0..self.classes).find(|&class| number(class) <= self.threshold).unwrap_or(self.classes - 1);
        (worst, if worst == 0 { NEVER } else { number(worst - 1) })
    }

    /// The fewest conspirators that bring any other class about.
    fn fewest(&self, root: &ConspiracyMark) -> u16 {
        let class = self.class(root.score);
        let up = root.at_least[..self.classes].iter().skip(class + 1);
        let down = root.at_most[..class].iter();
        up.chain(down).copied().min().unwrap_or(NEVER)
    }
}

/// Class by class, as many at a time as the processor can.
#[inline(always)]
fn zip(one: Conspirators, other: &Conspirators, of: impl Fn(u16, u16) -> u16) -> Conspirators {
    std::array::from_fn(|class| of(one[class], other[class]))
}

impl ConspiracyTarget {
    /// The conspirators at a node that make the target true.
    fn for_it(self, mark: &ConspiracyMark) -> u16 {
        match self {
            ConspiracyTarget::AtLeast(class) => mark.at_least[class],
            ConspiracyTarget::AtMost(class) => mark.at_most[class],
        }
    }

    /// The conspirators at a node that make it false.
    fn against_it(self, mark: &ConspiracyMark) -> u16 {
        match self {
            ConspiracyTarget::AtLeast(class) => mark.at_most[class - 1],
            ConspiracyTarget::AtMost(class) => mark.at_least[class + 1],
        }
    }

    /// The side that wants the target.
    fn side(self) -> Side {
        match self {
            ConspiracyTarget::AtLeast(_) => Side::Max,
            ConspiracyTarget::AtMost(_) => Side::Min,
        }
    }
}

impl<S: Scoring> Rule for Conspiracy<S> {
    type Mark = ConspiracyMark;

    fn start(&mut self, properties: Properties, _: &[StaticError]) {
        self.unit = self.unit.for_evaluation(properties);
        self.threshold = 1;
    }

    fn made(&self, parent: ConspiracyMark, side: Side, children: &mut [Node<'_, ConspiracyMark>]) {
        for child in &mut *children {
            // A child with children has a backed-up value, and its static value was noted when it was a leaf.
            if child.children().is_empty() {
                child.mark.static_value = child.value();
            }
        }
        let values = children.iter().map(|child| side.orient(child.mark.static_value));
        let best = side.orient(values.max().expect("a node has children"));
        for child in children {
            child.mark.first_score = S::score(parent.first_score, child.mark.static_value, best);
        }
    }

    fn mark(&self, node: &Node<'_, ConspiracyMark>) -> ConspiracyMark {
        if node.children().is_empty() { self.of_leaf(node) } else { self.of_children(node) }
    }

    fn begin(&mut self, top: &Node<'_, ConspiracyMark>) -> bool {
        let fewest = self.fewest(&top.mark);
        if fewest == NEVER {
            return false;
        }
        self.threshold = self.threshold.max(fewest);
        let target = self.farthest(&top.mark);
        self.target = target.unwrap_or(self.target);
        target.is_some()
    }

    fn choose(&mut self, node: &Node<'_, ConspiracyMark>, _: usize) -> usize {
        let target = self.target;
        let number = |child: &Node<'_, ConspiracyMark>| {
            if node.side() == target.side() { target.for_it(&child.mark) } else { target.against_it(&child.mark) }
        };
        let needed = node.open_children().filter(|(_, child)| !matches!(target.for_it(&child.mark), 0 | NEVER));
        needed.min_by_key(|(_, child)| number(child)).expect("a leaf conspires").0
    }

    fn reason(&self) -> String {
        let (than, class) = match self.target {
            ConspiracyTarget::AtLeast(class) => ("at least", class),
            ConspiracyTarget::AtMost(class) => ("at most", class),
        };
        let leaves = if self.threshold == 1 { "one leaf".to_owned() } else { format!("{} leaves", self.threshold) };
        format!("By {leaves} the root could come to {than} class {class}, so this leaf is asked whether it conspires.")
    }

    fn decide(&self, root: &Node<'_, ConspiracyMark>) -> Option<usize> {
        let side = root.side();
        let ranks = root.children().iter().map(|child| (self.safety(side, &child.mark), side.orient(child.mark.score)));
        first_best(ranks.enumerate()).filter(|_| S::DECIDES && !root.is_proved())
    }
}
