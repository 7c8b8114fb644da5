//! B* (Berliner 1979): two values a node, between which its true value is believed to lie, and a search that ends when
//! one move is proved the best.
//!
//! A move is proved the best when its *pessimistic* value is no worse than every other move's *optimistic* one.
//! The search tries to raise the best move's pessimistic value (*ProveBest*), or to lower the best rival's optimistic
//! one (*DisproveRest*), whichever seems nearer.
//!
//! **The key decision** is where the two values come from.
//! An evaluation has one value and a measured error: the two lie so many errors beside it, on either side.
//! Without bounds that are certain, what is proved is proved of the errors alone (`docs/meaning.md`, 24.6).
//!
//! A node takes twenty bytes beside what every rule's has.
//! The search ends by itself.

use std::ops::RangeInclusive;

use bestply_core::ranges::InvalidSetting;
use bestply_core::{Properties, Side, StaticError, Value};
use bestply_visits::Scale;

use crate::settings::Uncertainty;
use crate::{Growth, Node, Rule, first_best};

/// The searcher.
///
/// ```
/// use bestply_core::{Limit, Player, Stop};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_relatives::BStar;
/// use bestply_relatives::b_star::ProveBestOrDisproveRest;
///
/// // A win counts as 32,768 to an evaluation that says nothing, and an error that nobody knows is a tenth of that.
/// let tree = ExplicitTree::parse("max 0 (8000 (9000 7000) -8000 (5 1))")?;
/// let mut player = Player::new(tree.position(), BStar::default(), NodeValue);
/// let report = player.search(&Limit::new());
/// assert_eq!((report.best_move, report.stop, report.counts.evaluations), (Some(0), Stop::Decided, 2));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
pub type BStar = Growth<ProveBestOrDisproveRest>;

/// The rule of the two strategies, by default with one standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProveBestOrDisproveRest {
    uncertainty: Uncertainty,
    strategy: BStarStrategy,
    /// The root move that is looked at.
    first: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum BStarStrategy {
    #[default]
    ProveBest,
    DisproveRest,
}

/// What the rule keeps with a node: the values between which its own is believed to lie, and how far down the next leaf
/// lies.
#[derive(Clone, Copy, Debug, Default)]
pub struct BStarMark {
    low: Value,
    high: Value,
    /// By how much the static value is too small for MAX.
    shift: Value,
    depth: u32,
    next: u32,
}

impl BStarMark {
    /// The two values as `side` sees them: larger is better.
    fn optimistic(&self, side: Side) -> Value {
        side.orient(if side == Side::Max { self.high } else { self.low })
    }

    fn pessimistic(&self, side: Side) -> Value {
        side.orient(if side == Side::Max { self.low } else { self.high })
    }
}

impl ProveBestOrDisproveRest {
    /// The valid numbers of standard errors.
    pub const ERRORS: RangeInclusive<f64> = Uncertainty::ERRORS;

    /// How far the two values of a leaf lie from its expected value, in standard errors.
    pub fn errors(&self) -> f64 {
        self.uncertainty.errors
    }

    /// The same rule with two values that lie so many standard errors from the expected one.
    ///
    /// # Errors
    ///
    /// If the number is not in [`ERRORS`](ProveBestOrDisproveRest::ERRORS).
    pub fn with_errors(self, errors: f64) -> Result<ProveBestOrDisproveRest, InvalidSetting> {
        Ok(ProveBestOrDisproveRest { uncertainty: self.uncertainty.with_errors(errors)?, ..self })
    }

    /// The same rule with another value that a win is worth.
    #[must_use]
    pub fn with_scale(self, scale: Scale) -> ProveBestOrDisproveRest {
        ProveBestOrDisproveRest { uncertainty: self.uncertainty.with_scale(scale), ..self }
    }
}

/// Of these children the one of the best optimistic value for the side to move; of equals the better pessimistic one,
/// then the first.
fn most_promising(node: &Node<'_, BStarMark>, among: impl Fn(usize, &Node<'_, BStarMark>) -> bool) -> Option<usize> {
    let side = node.side();
    let wanted = node.children().iter().enumerate().filter(|&(index, child)| among(index, child));
    first_best(wanted.map(|(index, child)| (index, (child.mark.optimistic(side), child.mark.pessimistic(side)))))
}

impl Rule for ProveBestOrDisproveRest {
    type Mark = BStarMark;

    const IS_OF_ROOT_MOVES: bool = true;

    fn start(&mut self, properties: Properties, errors: &[StaticError]) {
        // Of the deepest searches measured: two values are to enclose what any search finds (D185).
        self.uncertainty = self.uncertainty.of(properties, errors.last());
    }

    fn made(&self, _: BStarMark, side: Side, children: &mut [Node<'_, BStarMark>]) {
        let shift = self.uncertainty.shift_below(side).round() as Value;
        children.iter_mut().for_each(|child| child.mark.shift = shift);
    }

    fn mark(&self, node: &Node<'_, BStarMark>) -> BStarMark {
        let children = node.children();
        if children.is_empty() {
            let BStarMark { shift, .. } = node.mark;
            let value = node.value();
            // Saturating, since an unfinished position may have an infinite static value.
            let expected = value.saturating_add(shift);
            let width = self.uncertainty.deviation.round() as Value;
            let (low, high) = if node.is_proved() {
                (value, value)
            } else {
                (expected.saturating_sub(width), expected.saturating_add(width))
            };
            return BStarMark { low, high, shift, depth: 0, next: 0 };
        }
        let (lows, highs) = (children.iter().map(|child| child.mark.low), children.iter().map(|child| child.mark.high));
        let (low, high) = match node.side() {
            Side::Max => (lows.max(), highs.max()),
            Side::Min => (lows.min(), highs.min()),
        };
        let next = most_promising(node, |_, child| child.is_open());
        let (next, depth) = next.map_or((0, 0), |next| (next, children[next].mark.depth + 1));
        let has = "it has children";
        BStarMark { low: low.expect(has), high: high.expect(has), depth, next: next as u32, ..node.mark }
    }

    fn begin(&mut self, top: &Node<'_, BStarMark>) -> bool {
        let (side, children) = (top.side(), top.children());
        let Some(best) = most_promising(top, |_, _| true) else { return true };
        let surely = children[best].mark.pessimistic(side);
        let is_rival = |index: usize| index != best && children[index].mark.optimistic(side) > surely;
        let rivals = || (0..children.len()).filter(|&index| is_rival(index));
        let rival = most_promising(top, |index, child| child.is_open() && is_rival(index));
        let square = |index: usize| u64::from(children[index].mark.depth).pow(2);
        // A proof of the best move has to be paid once, a disproof for each rival (D177).
        let is_nearer = square(best) <= rivals().map(square).sum();
        let strategy = match rival {
            _ if rivals().next().is_none() => None,
            Some(rival) if !(is_nearer && children[best].is_open()) => Some((BStarStrategy::DisproveRest, rival)),
            _ => children[best].is_open().then_some((BStarStrategy::ProveBest, best)),
        };
        (self.strategy, self.first) = strategy.unwrap_or((self.strategy, self.first));
        strategy.is_some()
    }

    fn choose(&mut self, node: &Node<'_, BStarMark>, depth: usize) -> usize {
        if depth == 0 { self.first } else { node.mark.next as usize }
    }

    fn reason(&self) -> String {
        match self.strategy {
            BStarStrategy::ProveBest => {
                "ProveBest: the most promising move is to be shown to be no worse than the others."
            }
            BStarStrategy::DisproveRest => {
                "DisproveRest: the best rival is to be shown to be worse than the best move."
            }
        }
        .to_owned()
    }

    fn decide(&self, root: &Node<'_, BStarMark>) -> Option<usize> {
        // At a proved root the move goes by values (D195).
        if root.is_proved() { None } else { most_promising(root, |_, _| true) }
    }
}
