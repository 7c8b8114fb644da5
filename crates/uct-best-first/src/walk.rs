mod asking;
mod ending;
mod look;
#[cfg(test)]
mod looks;
mod together;

use bestply_core::{Bounds, Evaluator, Event, Observer, Position, Proof, Side, Stop, Value, ValueKind, is_infinite};
use bestply_tree::{Children, Expansion, Keep, Node, NodeId, Rank, Step, TreeSearch};
use bestply_visits::{Divisor, Window};

use crate::frame::Frame;
use crate::policy::Policy;
use crate::rivals::Candidate;
use crate::shallow::Shallow;
use crate::walk::together::Batch;
use crate::{Settings, Transpositions, Visits};

/// The walks of one search. Each leads from the root to a leaf, one walk after the other.
pub(crate) struct Walk<'w, 's, P: Position, E, O, T: Transpositions<P>, K> {
    search: &'w mut TreeSearch<'s, P, E, O, Visits, K>,
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
    /// Whether the table holds static values as well.
    enters_static_values: bool,
    /// Whether finished positions are proved. In plain best-first minimax the first one selected ends the search.
    proves: bool,
    /// The number of walks done.
    walks: u64,
    /// The nodes of the walk, from the root to the node that the search is at.
    frames: Vec<Frame<T::Key>>,
    /// The steps between the nodes of the walk.
    steps: Vec<Step<P>>,
    /// Buffer for all children of a node.
    candidates: Vec<Candidate>,
    /// The leaves selected together, where the settings ask for several.
    batch: Batch<K>,
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
        policy: Policy,
        depth: Option<usize>,
    ) -> Self {
        // A table must know each child before it is asked for the next one.
        let is_alone = table.knows() || settings.alpha_beta_depth() > 0;
        let batch = Batch::new(if is_alone { 1 } else { settings.leaves() });
        let searches = search.evaluator().properties().searches;
        search.set_shrinkage(settings.shrinkage());
        // Windows are drawn from values. A bound may turn out to be anything less.
        let is_steady = policy.is_steady();
        let looks_ahead = is_steady && !searches;
        Walk {
            looks_ahead,
            forced: 0,
            counts_forced: !searches && (!looks_ahead || batch.most > 1),
            searches,
            asks_within_bounds: searches && is_steady && !is_alone && batch.most == 1,
            enters_static_values: !search.evaluator().properties().depends_on_parent,
            search,
            table,
            settings,
            depth: depth.unwrap_or(usize::MAX),
            policy,
            scale: settings.scale().divisor(),
            proves: !settings.is_plain(),
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
        Walk { proves: true, asks_within_bounds: false, ..self }
    }

    /// Selects, expands and backs up until the root is proved or a limit ends it.
    pub(crate) fn run(self) -> Stop {
        if self.search.node().expansion() != Expansion::Full {
            // The root's children are needed for a move, even if they were known once and then freed.
            self.search.set_payload(Visits::default());
        }
        self.run_for(u64::MAX).unwrap_or(Stop::Terminal)
    }

    /// As [`run`](Walk::run), but for so many walks at most, and on the visits that the root has.
    ///
    /// Returns what ended the search before that.
    pub(crate) fn run_for(mut self, walks: u64) -> Option<Stop> {
        self.enter();
        self.frames[0].window = Window::OPEN;
        let ended = self.walk_on(walks);
        for depth in (0..self.frames.len() - 1).rev() {
            self.back_up_to(depth);
            self.leave();
        }
        self.leave();
        let is_proved = self.search.node().payload.proof().is_known();
        ended.err().or(is_proved.then_some(Stop::Terminal))
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
        for _ in 0..self.settings.expansions().get() {
            self.select(from)?;
            from = self.frames.len() - 1;
            if self.has_children()? {
                self.make_children()?;
            }
            self.close();
            if self.frames[from].proof.is_known() {
                break;
            }
        }
        self.walks += 1;
        self.back_up()
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
                self.frames[depth].first_child = Some(self.search.first_child());
            }
            if is_end || !self.bound_child(depth) {
                let is_new = self.choose(depth)?;
                // Most walks leave at once the node that they turn to. It gets a window when another walk comes there.
                // A window at once costs 1 to 5 % more instructions (bench `counts -- UCT`).
                if !is_new || self.search.is_watched() {
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

    /// Whether the walk ends where the search is.
    #[inline(always)]
    fn is_leaf(&self) -> bool {
        self.search.node().expansion() != Expansion::Full || self.is_pending()
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
        if !self.looks_ahead || child.proof.is_known() {
            return false;
        }
        let rest = frame.rivals.value;
        if !frame.rivals.is_open {
            // There is no other child to go to.
            child.window = frame.window.of_child(frame.side, rest, f64::NEG_INFINITY, u64::MAX);
            return true;
        }
        let (node_visits, child_visits) = (frame.count(self.walks), child.count(self.walks));
        let prior = child.prior;
        if self.batch.most > 1 && child_visits == 0 {
            // Walks are not counted before the batch ends, so that the next one would find the child unvisited still.
            return false;
        }
        let value = f64::from(child.value) * f64::from(frame.side.sign());
        let width = self.policy.width(node_visits);
        let need = |walks: u32| {
            let rivals = frame.rivals.most(self.policy.width(node_visits.saturating_add(walks)));
            (rivals - width * self.policy.share(prior, child_visits.saturating_add(walks))) * self.scale.scale()
        };
        let (walks, need) = Window::foresee(child_visits, value, need);
        child.window = frame.window.of_child(frame.side, rest, need, self.walks + u64::from(walks));
        value > need
    }

    /// Whether the leaf must get children. An error is the limit that ends the search here.
    fn has_children(&mut self) -> Result<bool, Stop> {
        if self.search.is_terminal() {
            return self.prove_leaf().map(|()| false);
        }
        if self.search.depth() >= self.depth {
            return Err(self.search.stopped(Stop::Depth));
        }
        Ok(true)
    }

    /// Makes all children of the leaf.
    fn make_children(&mut self) -> Result<(), Stop> {
        if self.asks_within_bounds {
            return self.search.expand_for_choice();
        }
        if self.settings.alpha_beta_depth() == 0 && !self.table.knows() {
            return self.search.expand_fully();
        }
        self.make_children_one_by_one()
    }

    /// Notes that the walk came to a finished position. This costs no evaluation, but it takes time all the same.
    fn prove_leaf(&mut self) -> Result<(), Stop> {
        let allowed = if self.proves { self.search.meter().step() } else { Err(Stop::Terminal) };
        allowed.map_err(|stop| self.search.stopped(stop))?;
        if self.settings.shrinkage().is_none() { Ok(()) } else { self.make_exact() }
    }

    /// Gives the leaf, which is finished, its static value, for what is proved is exact.
    #[cold]
    fn make_exact(&mut self) -> Result<(), Stop> {
        // The root of an island has it already.
        let Some(step) = self.steps.pop() else { return Ok(()) };
        let (value, step) = self.search.static_value(step);
        self.steps.push(step);
        let frame = self.frames.last_mut().expect("the root is on the walk");
        frame.value = value.map_err(|stop| self.search.stopped(stop))?;
        Ok(())
    }

    /// Makes the children of the leaf.
    ///
    /// A child's value comes from the table, from a shallow search, or from the evaluator.
    fn make_children_one_by_one(&mut self) -> Result<(), Stop> {
        let depth = self.settings.alpha_beta_depth();
        let (table, enters_static_values) = (&mut *self.table, self.enters_static_values);
        self.search.expand_by(|position, mv, evaluator, meter| {
            let key = table.knows().then(|| {
                let undo = position.make(mv);
                let key = table.key(position);
                position.unmake(mv, undo);
                key
            });
            if let Some(value) = key.and_then(|key| table.value(key)) {
                return meter.unevaluated().map(|()| value);
            }
            let value = Shallow { evaluator, meter }.value_of_child(position, mv, depth, Bounds::OPEN)?;
            if let Some(key) = key.filter(|_| enters_static_values) {
                table.enter(key, value, 0);
            }
            Ok(value)
        })
    }

    /// Gives the leaf the value of its best child, or proves it if it has no children.
    fn close(&mut self) {
        let frame = self.frames.last_mut().expect("the root is on the walk");
        if self.search.node().expansion() == Expansion::None {
            frame.proof = Proof::FINISHED;
            return;
        }
        let [best, second] = best_two(self.search.children(), frame.side);
        let side = frame.side;
        frame.value = side.orient(best.value());
        self.set_priors(self.search.node_at(self.frames.len() - 1), side);
        if self.proves && !self.searches && self.prove_finished_children() {
            self.prove_if_known(self.frames.len() - 1);
        } else if self.looks_ahead {
            self.choose_among_new(best, second);
        }
    }

    /// Gives the children of a leaf, where `side` is to move, their priors, if walks go by them.
    #[inline(always)]
    fn set_priors(&mut self, leaf: NodeId, side: Side) {
        let tree = self.search.tree_mut();
        let Some(first) = tree.first_child(leaf) else { return };
        if let Some(priors) = self.policy.priors(side, self.scale, tree.children(leaf).map(Node::value)) {
            priors
                .iter()
                .enumerate()
                .for_each(|(index, prior)| tree.payload_mut(first.sibling(index)).set_prior(prior));
        }
    }

    /// Proves the new children of the leaf that end the game with a win or a loss, and says whether there are any.
    ///
    /// Only where a value is infinite is it asked whether the game is over. That costs a move, and is seldom.
    #[inline(always)]
    fn prove_finished_children(&mut self) -> bool {
        are_any_infinite(self.search.children()) && self.ask_children()
    }

    #[cold]
    fn ask_children(&mut self) -> bool {
        let values: Vec<Value> = self.search.children().map(Node::value).collect();
        let first_child = self.search.first_child();
        let mut any = false;
        for (index, _) in values.iter().enumerate().filter(|&(_, &value)| is_infinite(value)) {
            let step = self.search.descend(first_child, index);
            if self.search.is_terminal() {
                let mut visits = self.search.node().payload;
                visits.set_proof(Proof::FINISHED);
                self.search.set_payload(visits);
                self.search.tell(|path| Event::Visited { path, visits: 0, proof: Proof::FINISHED.plies() });
                any = true;
            }
            self.search.ascend(step);
        }
        any
    }

    /// Overwrites the values above the leaf with the best child's value.
    ///
    /// It stops at the first node to which the next walk surely comes, whatever the values above,
    /// and returns that node's depth.
    fn back_up(&mut self) -> Result<usize, Stop> {
        for depth in (1..self.frames.len()).rev() {
            let Frame { value, proof, window, .. } = &self.frames[depth];
            let is_come_to = depth <= self.forced || window.holds(*value, self.walks);
            if is_come_to && !proof.is_known() {
                return Ok(depth);
            }
            self.back_up_from(depth)?;
        }
        Ok(0)
    }

    /// Backs up the value of the node at `depth` by one step, to its parent.
    #[inline(always)]
    fn back_up_from(&mut self, depth: usize) -> Result<(), Stop> {
        self.back_up_to(depth - 1);
        if self.searches { self.ask_for_value(depth - 1) } else { Ok(()) }
    }

    /// Gives the node at `depth` the value of its best child.
    #[inline(always)]
    fn back_up_to(&mut self, depth: usize) {
        let [frame, child] = &mut self.frames[depth..depth + 2] else {
            unreachable!("the walk leads on from the node")
        };
        frame.value = frame.best_with(child.value);
        if child.proof.is_known() && (child.value == frame.side.win() || !frame.rivals.is_open) {
            self.prove(depth);
        }
    }

    /// Tells the observer of the window of the node at the end of the walk.
    #[inline(always)]
    fn tell_of_window(&mut self) {
        let (root, window) = (&self.frames[0], self.frames[self.frames.len() - 1].window);
        let until = window.until(root.visits_after(0));
        self.search.tell(|path| Event::Selected { path, window: window.values(), until });
    }

    /// Adds the node that the search is at to the walk.
    fn enter(&mut self) {
        let (side, key) = (self.search.side(), self.table.key(self.search.position()));
        let node = self.search.node();
        self.frames.push(Frame::new(side, node.value(), node.payload, key, self.walks));
    }

    /// Leaves the end of the walk for its parent, and writes its values to the tree.
    fn leave(&mut self) {
        self.write();
        let frame = self.frames.pop().expect("only a node of the walk is left");
        if self.batch.holds_virtual_losses() {
            let depth = self.frames.len();
            self.batch.leave(self.search.node_at(depth), depth, frame.side);
        }
        if let Some(step) = self.steps.pop() {
            self.search.ascend(step);
        }
    }

    /// Writes what is known of the end of the walk to the tree, and tells the observer if no virtual loss lies on it.
    fn write(&mut self) {
        let depth = self.frames.len() - 1;
        let frame = &self.frames[depth];
        let (value, visits) = (frame.value, frame.visits(self.walks));
        let node = self.search.node_at(depth);
        self.search.tree_mut().set_value_and_payload(node, value, ValueKind::Exact, visits);
        if !self.batch.holds_virtual_losses() {
            self.tell_of_values();
        }
        let is_expanded = || self.search.tree().node(node).expansion() == Expansion::Full;
        // A finished root has no value here: its report evaluates it.
        let has_static_value = self.enters_static_values && depth > 0;
        if self.table.knows() && visits.count > 0 && (has_static_value || is_expanded()) {
            self.table.enter(self.frames[depth].key, value, visits.count);
        }
    }

    /// Tells the observer what the tree knows of the node that the search is at.
    #[inline(always)]
    fn tell_of_values(&mut self) {
        if self.search.is_watched() {
            let (value, visits) = (self.search.node().value(), self.search.node().payload);
            self.search.tell(|path| Event::BackedUp { path, value, kind: ValueKind::Exact });
            self.search.tell(|path| Event::Visited { path, visits: visits.count, proof: visits.proof().plies() });
        }
    }
}

/// The best two of some children.
#[inline(always)]
fn best_two<K>(children: Children<'_, Visits, K>, side: Side) -> [Rank; 2] {
    let (mut best, mut second) = (Rank::NONE, Rank::NONE);
    children.enumerate().for_each(|(index, child)| {
        let rank = child.rank(side, index);
        second = second.max(rank.min(best));
        best = best.max(rank);
    });
    [best, second]
}

/// Whether any of some children has an infinite value.
#[inline(always)]
fn are_any_infinite<K>(children: Children<'_, Visits, K>) -> bool {
    children.fold(false, |any, child| any | is_infinite(child.value()))
}
