use bestply_core::{Bounds, Evaluator, Observer, Position, Side, Stop, Value, ValueKind};
use bestply_tree::{Expansion, Keep, Step, TreeSearch};
use bestply_visits::Proof;

use crate::policy::Policy;
use crate::rivals::{Candidate, Rivals, best_of};
use crate::shallow::Shallow;
use crate::window::Window;
use crate::{Settings, Transpositions, Visits};

/// The walks of one search. They lead from the root to a leaf each, one after the other.
pub(crate) struct Walk<'w, 's, P: Position, E, O, T: Transpositions<P>, K> {
    search: &'w mut TreeSearch<'s, P, E, O, Visits, K>,
    table: &'w mut T,
    settings: &'w Settings,
    depth: usize,
    policy: Policy,
    /// The walks done.
    walks: u64,
    /// The nodes of the walk, from the root to the one that the search is at.
    frames: Vec<Frame<T::Key>>,
    /// The steps between them.
    steps: Vec<Step<P>>,
}

/// A node of the walk. While it is, the tree's own copy is out of date; and so is the frame's value and count of visits, as long as
/// the frame below is within its window.
struct Frame<K> {
    side: Side,
    value: Value,
    visits: Visits,
    /// The walks that are in the count.
    counted: u64,
    key: K,
    /// While its value is within, the next walk comes here too.
    window: Window,
    /// The child that the walk goes through, and its siblings.
    chosen: usize,
    rivals: Rivals,
}

impl<'w, 's, P, E, O, T, K> Walk<'w, 's, P, E, O, T, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    T: Transpositions<P>,
    K: Keep<P>,
{
    pub(crate) fn new(
        search: &'w mut TreeSearch<'s, P, E, O, Visits, K>,
        table: &'w mut T,
        settings: &'w Settings,
        depth: Option<usize>,
    ) -> Self {
        let policy = Policy::new(settings.selection());
        let depth = depth.unwrap_or(usize::MAX);
        Walk { search, table, settings, depth, policy, walks: 0, frames: Vec::new(), steps: Vec::new() }
    }

    /// Selects, expands and backs up until the root is proved or a limit ends it.
    pub(crate) fn run(mut self) -> Stop {
        if self.search.node().expansion() != Expansion::Full {
            // Its children are needed for a move, even where they were known and freed.
            self.search.set_payload(Visits::default());
        }
        self.enter(Window::OPEN);
        let stop = self.walk_on();
        for depth in (0..self.frames.len() - 1).rev() {
            self.back_up_to(depth);
            self.leave();
        }
        self.leave();
        stop
    }

    fn walk_on(&mut self) -> Stop {
        let mut depth = 0;
        while !self.frames[0].visits.proof.is_known() {
            self.select(depth);
            if let Err(stop) = self.expand() {
                return stop;
            }
            depth = self.back_up();
        }
        Stop::Terminal
    }

    /// Goes down to a leaf from the node at depth `from`, to which the last walk came too: along that one as far as it would be taken
    /// again, then on.
    fn select(&mut self, from: usize) {
        for depth in from.. {
            let is_end = depth + 1 == self.frames.len();
            if is_end && self.search.node().expansion() != Expansion::Full {
                return;
            }
            let is_kept = !is_end && self.keeps_its_child(depth);
            if !is_kept && self.choose(depth) {
                let first_child = self.search.first_child();
                self.steps.push(self.search.descend(first_child, self.frames[depth].chosen));
                self.enter(Window::CLOSED);
            }
            self.frames[depth + 1].window = self.window_below(depth);
        }
    }

    /// Whether the walk clearly goes from the node at `depth` to the same child as the last one.
    #[inline(always)]
    fn keeps_its_child(&mut self, depth: usize) -> bool {
        let (frame, child) = (&self.frames[depth], &self.frames[depth + 1]);
        if child.visits.proof.is_known() || self.policy.foresight(0).is_none() {
            return false;
        }
        let width = self.policy.width(frame.visits.count);
        let value = f64::from(child.value) / self.settings.unit(frame.side);
        self.policy.score(value, child.visits.count, width) > frame.rivals.most(width)
    }

    /// Within which values of the child on the walk the next walks go from the node at `depth` to that child.
    #[inline(always)]
    fn window_below(&self, depth: usize) -> Window {
        let (frame, child) = (&self.frames[depth], &self.frames[depth + 1]);
        let Some(foresight) = self.policy.foresight(child.visits.count) else { return Window::CLOSED };
        let (node, width) = (frame.visits.count, self.policy.width(frame.visits.count));
        let need = |walks: u32| {
            let rivals = frame.rivals.most(self.policy.width(node.saturating_add(walks)));
            rivals - width * self.policy.share(child.visits.count.saturating_add(walks))
        };
        let value = f64::from(child.value) / self.settings.unit(frame.side);
        let (walks, need) = match need(foresight) {
            need if value > need => (foresight, need),
            _ => (1, need(1)),
        };
        let need = need * f64::from(self.settings.scale().get());
        frame.window.of_child(frame.side, frame.rivals.value, need, self.walks + u64::from(walks))
    }

    /// Looks at all children of the node at `depth`, and chooses one. If it is another than until now, the walk ends at the node.
    /// Returns whether it does.
    fn choose(&mut self, depth: usize) -> bool {
        let Frame { side, visits, chosen, .. } = self.frames[depth];
        let unit = self.settings.unit(side);
        let kept = self.frames.get(depth + 1).map(|child| (chosen, child.value, child.visits));
        let first_child = self.search.tree().first_child(self.search.node_at(depth)).expect("it is fully expanded");
        let children = self.search.siblings(first_child).enumerate().map(move |(index, child)| match kept {
            Some((kept, value, visits)) if kept == index => (index, value, visits),
            _ => (index, child.value(), child.payload),
        });
        let width = self.policy.width(visits.count);
        let policy = &mut self.policy;
        let candidates = children.map(|(index, value, visits)| {
            let is_proved = visits.proof.is_known();
            let score = if is_proved { 0.0 } else { policy.score(f64::from(value) / unit, visits.count, width) };
            (Candidate { index, value: side.orient(value), score, share: policy.share(visits.count) }, is_proved)
        });
        let kept = kept.map(|(kept, ..)| kept);
        let (chosen, rivals) = best_of(candidates, width, kept);
        self.frames[depth].rivals = rivals;
        self.frames[depth].chosen = chosen;
        if kept != Some(chosen) {
            while self.frames.len() > depth + 1 {
                self.leave();
            }
        }
        kept != Some(chosen)
    }

    /// Makes all children of the leaf and gives it the best one's value; or proves it, if the game is over there.
    fn expand(&mut self) -> Result<(), Stop> {
        if self.search.is_terminal() {
            if self.settings.is_plain() {
                return Err(self.search.stopped(Stop::Terminal));
            }
            self.end().visits.proof = Proof::FINISHED;
        } else if self.search.depth() >= self.depth {
            return Err(self.search.stopped(Stop::Depth));
        } else {
            self.make_children()?;
            self.end().value = self.search.best_child().expect("the game is not over").value();
        }
        self.walks += 1;
        Ok(())
    }

    /// Makes all children of the leaf, each with the value of its position in the table, or of a shallow search, or its static one.
    fn make_children(&mut self) -> Result<(), Stop> {
        let depth = self.settings.alpha_beta_depth();
        if depth == 0 && !T::KNOWS {
            return self.search.expand_fully();
        }
        if self.search.node().expansion() == Expansion::Full {
            return Ok(());
        }
        let table = &mut *self.table;
        self.search.expand_by(|position, mv, evaluator, meter| {
            let undo = position.make(mv);
            let key = table.key(position);
            position.unmake(mv, undo);
            if let Some(value) = table.value(key) {
                return meter.unevaluated().map(|()| value);
            }
            let value = Shallow { evaluator, meter }.value_of_child(position, mv, depth, Bounds::OPEN)?;
            table.enter(key, value, 0);
            Ok(value)
        })
    }

    /// Overwrites the values above the leaf with the best child's, up to the first node to which the next walk comes too, whatever
    /// the values above it. Returns its depth.
    fn back_up(&mut self) -> usize {
        let mut depth = self.frames.len() - 1;
        self.frames[depth].count(self.walks);
        while depth > 0 {
            let Frame { value, visits, window, .. } = &self.frames[depth];
            if window.holds(*value, self.walks) && !visits.proof.is_known() {
                break;
            }
            depth -= 1;
            self.back_up_to(depth);
        }
        depth
    }

    /// Gives the node at `depth` the visits that are missing, and the value of its best child.
    #[inline(always)]
    fn back_up_to(&mut self, depth: usize) {
        let Frame { value, visits, .. } = self.frames[depth + 1];
        let frame = &mut self.frames[depth];
        frame.count(self.walks);
        frame.value = frame.side.orient(frame.side.orient(value).max(frame.rivals.value));
        if visits.proof.is_known() && (value == frame.side.win() || !frame.rivals.is_open) {
            self.prove(depth);
        }
    }

    /// Proves the node at `depth`, whose child on the walk has just been.
    #[cold]
    fn prove(&mut self, depth: usize) {
        let Frame { chosen, side, .. } = self.frames[depth];
        let (value, visits) = (self.frames[depth + 1].value, self.frames[depth + 1].visits);
        let children = self.search.tree().children(self.search.node_at(depth)).enumerate();
        let proofs = children.map(|(index, child)| match index == chosen {
            true => (value, visits.proof),
            false => (child.value(), child.payload.proof),
        });
        let proved = Proof::of_children(side, proofs).expect("a win, or no child is open");
        (self.frames[depth].value, self.frames[depth].visits.proof) = proved;
    }

    /// Makes the node that the search is at the end of the walk.
    fn enter(&mut self, window: Window) {
        let (side, key) = (self.search.side(), self.table.key(self.search.position()));
        let node = self.search.node();
        let (value, visits) = (node.value(), node.payload);
        self.frames.push(Frame {
            side,
            value,
            visits,
            counted: self.walks,
            key,
            window,
            chosen: 0,
            rivals: Rivals::NONE,
        });
    }

    /// Leaves the end of the walk for its parent, and hands its values back to the tree.
    fn leave(&mut self) {
        let frame = self.frames.pop().expect("only a node of the walk is left");
        self.search.set_value(frame.value, ValueKind::Exact);
        self.search.set_payload(frame.visits);
        if frame.visits.count > 0 {
            self.table.enter(frame.key, frame.value, frame.visits.count);
        }
        if let Some(step) = self.steps.pop() {
            self.search.ascend(step);
        }
    }

    fn end(&mut self) -> &mut Frame<T::Key> {
        self.frames.last_mut().expect("the root is on the walk")
    }
}

impl<K> Frame<K> {
    /// Counts the walks that are not counted yet: they all came here.
    #[inline(always)]
    fn count(&mut self, walks: u64) {
        let new = u32::try_from(walks - self.counted).unwrap_or(u32::MAX);
        self.visits.count = self.visits.count.saturating_add(new);
        self.counted = walks;
    }
}
