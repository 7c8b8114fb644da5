mod asking;
mod backing_up;
mod batch;
mod ending;
mod expanding;
mod look;
#[cfg(test)]
mod looks;
mod together;

use bestply_core::{Event, Stop, Value, ValueKind};
use bestply_tree::{Expansion, Step};
use bestply_visits::{Divisor, PriorsFrom, Window};

use crate::end::End;
use crate::frame::Frame;
use crate::selection::Candidate;
use crate::selection::Policy;
use crate::settings::AtTheEnd;
use crate::store::{Child, Store};
use crate::walk::batch::{Batch, Left};
use crate::{BackUp, Settings, Transpositions, Visits};

/// The walks of one search. Each leads from the root to a leaf, one walk after the other.
pub(crate) struct Walk<'w, S: Store, T: Transpositions<S::Position>> {
    store: &'w mut S,
    table: &'w mut T,
    settings: &'w Settings,
    /// The depth limit.
    depth: usize,
    policy: Policy,
    /// The value that counts as 1.
    scale: Divisor,
    /// Whether the search can tell for how long walks go the same way.
    /// If not, each walk looks at all children on its path.
    looks_ahead: bool,
    /// How many nodes from the root on have one child alone that a walk can go to. No walk turns there.
    forced: usize,
    /// Whether they are counted: where windows do not keep walks from the root, or where paths are written down,
    /// so that forced lines take linear time there, too.
    counts_forced: bool,
    /// Whether a search of the evaluator's finds the static values, some of which may be bounds.
    searches: bool,
    /// Whether new children are asked for within the bounds that the best of their siblings set.
    asks_within_bounds: bool,
    /// Whether children of which only bounds are known are asked for when a limit on depth ends the search.
    asks_at_the_end: bool,
    /// Where the priors of new children come from, if walks go by priors.
    priors: PriorsFrom,
    /// Whether the table holds static values as well.
    enters_static_values: bool,
    at_the_end: AtTheEnd,
    back_up: BackUp,
    /// The most that a value counts in a mean.
    win: Value,
    /// The depth of the first node that the walk expanded.
    first_expanded: usize,
    /// The walks in a row that came to finished positions and proved and expanded nothing.
    idle: u32,
    /// The number of walks done.
    walks: u64,
    /// The nodes of the walk, from the root to the node that the search is at.
    frames: Vec<Frame<S::Place, T::Key>>,
    /// The steps between the nodes of the walk.
    steps: Vec<Step<S::Position>>,
    /// Buffer for all children of a node.
    candidates: Vec<Candidate>,
    /// The leaves selected together, where the settings ask for several.
    batch: Batch<S>,
}

impl<'w, S: Store, T: Transpositions<S::Position>> Walk<'w, S, T> {
    pub(crate) fn new(
        store: &'w mut S,
        table: &'w mut T,
        settings: &'w Settings,
        policy: Policy,
        depth: Option<usize>,
    ) -> Self {
        // A table must know each child before it is asked for the next one.
        let values_one_by_one = table.knows() || settings.alpha_beta_depth() > 0;
        let batch = Batch::new(if values_one_by_one { 1 } else { settings.leaves() });
        let searches = store.properties().searches;
        store.set_shrinkage(settings.shrinkage());
        let has_policy = store.properties().gives_priors && policy.asks_for_priors();
        let priors = if has_policy { PriorsFrom::Evaluator } else { PriorsFrom::Values };
        if priors == PriorsFrom::Evaluator {
            store.ask_for_priors();
        }
        // Windows are drawn from best values. A bound may turn out to be anything less.
        let is_steady = policy.is_steady() && settings.back_up() != BackUp::Mean;
        let looks_ahead = is_steady && !searches;
        let win = settings.most_in_a_mean(store.properties().win_value);
        Walk {
            looks_ahead,
            forced: 0,
            counts_forced: !searches && (!looks_ahead || batch.most > 1 || settings.back_up() == BackUp::UntilStable),
            searches,
            asks_at_the_end: searches,
            asks_within_bounds: searches && is_steady && !values_one_by_one && batch.most == 1,
            priors,
            enters_static_values: !store.properties().depends_on_parent,
            store,
            table,
            settings,
            depth: depth.unwrap_or(usize::MAX),
            policy,
            scale: settings.scale().divisor(),
            at_the_end: settings.at_the_end(),
            back_up: settings.back_up(),
            win,
            first_expanded: usize::MAX,
            idle: 0,
            walks: 0,
            frames: Vec::new(),
            steps: Vec::new(),
            candidates: Vec::new(),
            batch,
        }
    }

    /// The same walks on an island: they prove finished positions whatever the settings, and every value is exact,
    /// for the children of an island become islands themselves.
    pub(crate) fn on_island(self) -> Self {
        Walk { at_the_end: AtTheEnd::Proves, asks_within_bounds: false, asks_at_the_end: false, ..self }
    }

    /// Selects, expands and backs up until the root is proved or something else ends the search.
    ///
    /// A search that ends at a finished position, which it does not prove, has [`End::Finished`].
    pub(crate) fn run(mut self) -> End {
        if self.store.expansion(self.store.here()) != Expansion::Full {
            // The root's children are needed for a move, even if they were known once and then freed.
            *self.store.visits_mut(self.store.here()) = Visits::default();
        }
        self.enter_root();
        let ended = self.walk_on(u64::MAX);
        self.leave_all(ended)
    }

    /// As [`run`](Walk::run), but for so many walks at most, and on the visits that the root has.
    ///
    /// Returns what ended the search before that.
    pub(crate) fn run_for(mut self, walks: u64) -> Option<Stop> {
        self.enter_root();
        let ended = self.walk_on(walks);
        match self.leave_all(ended) {
            End::Stopped(stop) => Some(stop),
            End::Proved | End::Finished => Some(Stop::Terminal),
            End::Open => None,
        }
    }

    fn enter_root(&mut self) {
        self.enter();
        self.frames[0].window = Window::OPEN;
    }

    /// Leaves all nodes of the walk, once the search has ended, and backs up what is still to be.
    fn leave_all(&mut self, mut ended: Result<(), Stop>) -> End {
        while let Some(parent) = self.frames.len().checked_sub(2) {
            // Where values go up until they are stable, those above are right but for two: nodes that leave no choice,
            // at which backing up stops in any case, and those above the expansions of a walk that was cut short.
            let is_owed = parent < self.forced || (ended.is_err() && self.settings.expansions().get() > 1);
            if self.back_up != BackUp::UntilStable || is_owed {
                self.back_up_to(parent);
                // Only a limit on depth leaves something to ask with.
                if self.asks_at_the_end && ended == Err(Stop::Depth) {
                    ended = self.ask_for_value(parent).and(ended);
                }
            }
            // Who asked for a child left the walk below already.
            if self.frames.len() > parent + 1 {
                self.leave();
            }
        }
        // No parent tells the edge to the root what the root is worth.
        let root = &mut self.frames[0];
        root.told = (root.value, root.proof);
        let is_proved = root.proof.is_known();
        self.leave();
        match ended {
            Err(Stop::Terminal) => End::Finished,
            Err(stop) => End::Stopped(stop),
            Ok(()) if is_proved => End::Proved,
            Ok(()) => End::Open,
        }
    }

    #[inline(always)]
    fn proves(&self) -> bool {
        self.at_the_end == AtTheEnd::Proves
    }

    fn walk_on(&mut self, walks: u64) -> Result<(), Stop> {
        let mut depth = 0;
        while !self.frames[0].proof.is_known() && self.walks < walks {
            depth = match self.batch.most {
                1 => self.walk_alone(depth)?,
                _ => self.walk_together(depth)?,
            };
        }
        Ok(())
    }

    /// Walks to one leaf, from the node at depth `from`, to which the last walk came too, and expands it, and as many
    /// more below it as the settings say.
    ///
    /// Returns the depth of the node at which the next walk starts.
    fn walk_alone(&mut self, mut from: usize) -> Result<usize, Stop> {
        self.policy.skip(self.forced);
        self.first_expanded = usize::MAX;
        for _ in 0..self.settings.expansions().get() {
            self.select(from.max(self.forced))?;
            from = self.frames.len() - 1;
            let has_children = self.has_children()?;
            if has_children {
                self.make_children()?;
                self.first_expanded = self.first_expanded.min(from);
            }
            self.close();
            if !has_children || self.frames[from].proof.is_known() {
                break;
            }
        }
        self.walks += 1;
        match self.at_the_end {
            AtTheEnd::Counts => self.back_up_and_count(),
            AtTheEnd::Proves | AtTheEnd::Ends => self.back_up(),
        }
    }

    /// Goes down to a leaf from the node at depth `from`.
    ///
    /// It follows the last walk as far as this walk would take the same path, and then goes on.
    /// Returns the depth of the last node that both have in common.
    fn select(&mut self, from: usize) -> Result<usize, Stop> {
        let mut common = None;
        for depth in from.. {
            let is_end = depth + 1 == self.frames.len();
            if is_end {
                if self.is_leaf() {
                    return Ok(common.unwrap_or(depth));
                }
                self.frames[depth].first_child = Some(self.first_child());
            }
            if is_end || !self.bound_child(depth) {
                let is_new = self.choose(depth)?;
                // Most walks leave at once the node that they turn to. It gets a window when another walk comes there.
                // A window at once costs 1 to 5 % more instructions (bench `counts -- UCT`).
                if !is_new || self.store.is_watched() {
                    self.bound_child(depth);
                }
                if is_new {
                    common.get_or_insert(depth);
                    self.tell_of_window();
                }
                let is_forced = self.counts_forced && !self.frames[depth].rivals.is_open;
                self.forced += usize::from(is_forced && depth == self.forced);
            }
        }
        unreachable!("a walk ends at a leaf")
    }

    /// The first child of the node where the board is.
    fn first_child(&self) -> S::Place {
        self.first_child_at(self.store.depth())
    }

    /// The first child of the node at `depth`, some of whose children are made.
    fn first_child_at(&self, depth: usize) -> S::Place {
        self.store.first_child(self.store.place(depth)).expect("an expanded node has children")
    }

    /// The node at the end of the walk.
    #[inline(always)]
    fn end(&mut self) -> &mut Frame<S::Place, T::Key> {
        self.frames.last_mut().expect("the root is on the walk")
    }

    /// Whether the walk ends where the search is.
    #[inline(always)]
    fn is_leaf(&mut self) -> bool {
        if self.store.expansion(self.store.here()) != Expansion::Full {
            return !(S::SHARES && self.join());
        }
        let is_proved_by_others = || self.frames.last().is_some_and(|frame| frame.proof.is_known());
        (S::SHARES && is_proved_by_others()) || self.is_pending()
    }

    /// Joins the leaf at the end of the walk to the expanded node of the same position, if there is one.
    ///
    /// Returns whether the walk goes on from there.
    fn join(&mut self) -> bool {
        if self.store.depth() >= self.depth || !self.store.join() {
            return false;
        }
        !self.enter_again().proof.is_known()
    }

    /// Comes to the node at the end of the walk, of which something else is known since the walk came there.
    fn enter_again(&mut self) -> &Frame<S::Place, T::Key> {
        let leaf = self.frames.pop().expect("the leaf is on the walk");
        self.enter();
        let node = self.end();
        node.window = leaf.window;
        node
    }

    /// Sets the window of the child on the walk of the node at `depth`,
    /// and returns whether the next walk surely goes there.
    ///
    /// While the window holds, walks that come to the node go on to that child.
    #[inline(always)]
    fn bound_child(&mut self, depth: usize) -> bool {
        let [frame, child] = &mut self.frames[depth..depth + 2] else {
            unreachable!("the walk leads on from the node")
        };
        // A proved child is not selected again, however good its value is.
        if !self.looks_ahead || child.proof.is_known() {
            return false;
        }
        let rest = frame.rivals.value;
        if !frame.rivals.is_open {
            // There is no other child to go to.
            child.window = frame.window.of_child(frame.side, rest, f64::NEG_INFINITY, u64::MAX);
            return true;
        }
        let (node_visits, child_visits) = (frame.count(self.walks), child.through(self.walks));
        let prior = child.prior;
        if self.batch.most > 1 && child_visits == 0 {
            // Walks are not counted before the batch ends, so that the next one would find the child unvisited still.
            return false;
        }
        let value = f64::from(child.seen_from_above(self.back_up, self.walks).0) * f64::from(frame.side.sign());
        let width = self.policy.width(node_visits);
        // What the child must be worth: the best rival's score less the child's own bonus. Meanwhile the node's width
        // grows, and the child's share of it falls. So the worst is assumed after the walks: rivals with the width of
        // then, and the child with the width of now and the share of then.
        let need = |walks: u32| {
            let rivals = frame.rivals.most(self.policy.width(node_visits.saturating_add(walks)));
            (rivals - width * self.policy.share(prior, child_visits.saturating_add(walks))) * self.scale.scale()
        };
        let (until, need) = match self.policy.ignores_visits() {
            true => (u64::MAX, need(0)),
            false => {
                let (walks, need) = Window::foresee(child_visits, value, need);
                (self.walks + u64::from(walks), need)
            }
        };
        child.window = frame.window.of_child(frame.side, rest, need, until);
        value > need
    }

    /// Tells the observer of the window of the node at the end of the walk.
    #[inline(always)]
    fn tell_of_window(&mut self) {
        let (root, window) = (&self.frames[0], self.frames[self.frames.len() - 1].window);
        let until = window.until(root.visits_after(0));
        self.store.tell(|path| Event::Selected { path, window: window.values(), until });
    }

    /// Adds the node that the search is at to the walk.
    fn enter(&mut self) {
        let (side, key) = (self.store.side(), self.table.key(self.store.position()));
        let (value, visits) = self.store.known(self.store.here());
        let edge = self.store.child(self.store.here());
        let edge = (edge.value(), edge.visits());
        self.frames.push(Frame::new(side, value, (visits, edge), key, self.walks));
    }

    /// Leaves the end of the walk for its parent, and writes its values to the tree.
    fn leave(&mut self) {
        if self.batch.holds_virtual_losses() {
            let (depth, side) = (self.frames.len() - 1, self.frames[self.frames.len() - 1].side);
            let node = self.store.place(depth);
            self.batch.left.push(Left { node, depth, side, told: self.store.child(node).value() });
        }
        self.write();
        self.frames.pop();
        if let Some(step) = self.steps.pop() {
            self.store.ascend(step);
        }
    }

    /// Writes what is known of the end of the walk to the tree, and tells the observer if no virtual loss lies on it.
    fn write(&mut self) {
        let depth = self.frames.len() - 1;
        let frame = &self.frames[depth];
        let (value, visits) = (frame.value, frame.visits(self.walks));
        let node = self.store.place(depth);
        let edge = frame.seen_from_above(self.back_up, self.walks);
        self.store.write(node, value, visits, edge);
        if !self.batch.holds_virtual_losses() {
            self.tell_of_values();
        }
        let is_expanded = || self.store.expansion(node) == Expansion::Full;
        // A finished root has no value here: its report evaluates it.
        let has_static_value = self.enters_static_values && depth > 0;
        if self.table.knows() && visits.count > 0 && (has_static_value || is_expanded()) {
            self.table.enter(self.frames[depth].key, value, visits.count);
        }
    }

    /// Tells the observer what the tree knows of the node that the search is at.
    #[inline(always)]
    fn tell_of_values(&mut self) {
        if self.store.is_watched() {
            let (value, visits) = self.store.known(self.store.here());
            self.store.tell(|path| Event::BackedUp { path, value, kind: ValueKind::Exact });
            self.store.tell(|path| Event::Visited { path, visits: visits.count, proof: visits.proof().plies() });
        }
    }
}
