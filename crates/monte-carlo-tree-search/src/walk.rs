use bestply_core::{Evaluator, Event, Observer, Position, Side, Stop, Value, ValueKind};
use bestply_tree::{Expansion, Keep, Step, TreeSearch};
use bestply_visits::{Exploration, Proof};

use crate::candidates::{Best, Candidate, Rivals, Unlisted, View};
use crate::playout::Playouts;
use crate::{Results, Settings};

/// The simulations of one search, each a walk from the root to a new node.
///
/// A walk begins where the last one ended, and goes up only as far as it may turn off.
pub(crate) struct Walk<'w, 's, P: Position, E, O, K> {
    search: &'w mut TreeSearch<'s, P, E, O, Results, K>,
    settings: &'w Settings,
    exploration: Exploration,
    depth: usize,
    playouts: Playouts<P>,
    /// All walks so far.
    total: Total,
    /// The nodes of the walk, from the root to the one that the search is at.
    frames: Vec<Frame>,
    /// The steps between them.
    steps: Vec<Step<P>>,
    /// The children that may be selected, of one frame after the other.
    candidates: Vec<Candidate>,
}

/// A number of walks, and the sum of their results.
#[derive(Clone, Copy, Default)]
struct Total {
    walks: u64,
    sum: i64,
}

/// A node of the walk. While it is, the tree's own copy of its results is out of date; and so is the frame's, by the
/// walks since they were counted, all of which came here.
struct Frame {
    side: Side,
    results: Results,
    /// The value, if it is proved.
    value: Value,
    /// What is in the results.
    counted: Total,
    /// The children made, and whether those are all.
    made: usize,
    is_full: bool,
    /// Where its candidates begin.
    first_candidate: usize,
    /// Which of them the walk goes through, once they are listed.
    chosen: Option<usize>,
    /// Those that are not listed, where they are many.
    unlisted: Option<Box<Unlisted>>,
    /// All children made but the one that the walk goes through.
    rivals: Rivals,
    /// The number of walks until which they surely come here, and until which those that do go on to the same child.
    comes_until: u64,
    stays_until: u64,
}

impl<'w, 's, P, E, O, K> Walk<'w, 's, P, E, O, K>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    K: Keep<P>,
{
    pub(crate) fn new(
        search: &'w mut TreeSearch<'s, P, E, O, Results, K>,
        settings: &'w Settings,
        depth: Option<usize>,
    ) -> Self {
        Walk {
            search,
            settings,
            exploration: Exploration::new(settings.exploration()),
            depth: depth.unwrap_or(usize::MAX),
            playouts: Playouts::new(settings.playout_plies(), settings.seed()),
            total: Total::default(),
            frames: Vec::new(),
            steps: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Simulates until the root is proved or a limit ends it.
    pub(crate) fn run(mut self) -> Stop {
        if self.search.is_terminal() {
            return Stop::Terminal;
        }
        if self.search.node().expansion() == Expansion::None {
            // What is known of it came from playouts that its children, if there were any, are not there to show for.
            self.search.set_payload(Results::default());
        }
        self.enter();
        self.frames[0].comes_until = u64::MAX;
        let stop = self.walk_on();
        self.leave_below(0);
        self.store();
        stop
    }

    fn walk_on(&mut self) -> Stop {
        let mut depth = 0;
        while !self.frames[0].results.proof.is_known() {
            self.select(depth);
            match self.extend() {
                Ok(result) => depth = self.back_up(result),
                Err(stop) => return stop,
            }
        }
        Stop::Terminal
    }

    /// Goes down to a node some of whose children are still to be made, from the one at depth `from`, to which the last
    /// walk came too.
    fn select(&mut self, from: usize) {
        for depth in from.. {
            if !self.frames[depth].is_full {
                self.leave_below(depth);
                return;
            }
            let is_end = depth + 1 == self.frames.len();
            if is_end || self.frames[depth].stays_until < self.total.walks {
                let view = self.update(depth);
                if is_end || !self.look_ahead(depth, &view) {
                    self.choose(depth, &view);
                }
            }
            let Frame { comes_until, stays_until, .. } = self.frames[depth];
            self.frames[depth + 1].comes_until = comes_until.min(stays_until);
        }
    }

    /// Brings the node at `depth` and its child on the walk up to date. Returns how the node sees its children.
    #[inline(always)]
    fn update(&mut self, depth: usize) -> View {
        self.frames[depth].count(self.total);
        if let Some(child) = self.frames.get_mut(depth + 1) {
            child.count(self.total);
            let results = child.results;
            self.update_chosen(depth, results);
        }
        let visits = self.frames[depth].results.visits;
        let scale = f64::from(self.settings.scale().get());
        let width = self.exploration.width(visits) * scale;
        View { visits, width, scale, weight: self.settings.minimax_weight() }
    }

    /// Makes a candidate anew of the child on the walk, which has these results now.
    #[inline(always)]
    fn update_chosen(&mut self, depth: usize, results: Results) {
        let Frame { side, chosen, .. } = self.frames[depth];
        if let Some(place) = chosen {
            self.candidates[place] = self.candidate(side, self.candidates[place].index, results);
        }
    }

    /// Finds out whether the child on the walk surely is the best, and for how many walks more.
    #[inline(always)]
    fn look_ahead(&mut self, depth: usize, view: &View) -> bool {
        let Frame { chosen, rivals, .. } = &self.frames[depth];
        let stays_for = chosen.and_then(|place| self.candidates[place].stays_for(rivals, view));
        if let Some(walks) = stays_for {
            self.frames[depth].stays_until = self.total.walks.saturating_add(walks);
        }
        stays_for.is_some()
    }

    /// Goes from the node at `depth`, which is up to date, to its best child.
    fn choose(&mut self, depth: usize, view: &View) {
        let kept = self.frames[depth].chosen.filter(|_| depth + 1 < self.frames.len());
        if !self.choose_listed(depth, view) {
            self.leave_below(depth);
            self.list(view.width);
        } else if kept != self.frames[depth].chosen {
            self.leave_below(depth);
        }
        if depth + 1 == self.frames.len() {
            let place = self.frames[depth].chosen.expect("a child was chosen");
            self.descend(self.candidates[place].index as usize);
        }
        if !self.look_ahead(depth, view) {
            self.frames[depth].stays_until = 0;
        }
    }

    /// Chooses the best candidate of the node at `depth`, if no other child can be better. Returns whether it does.
    #[inline(always)]
    fn choose_listed(&mut self, depth: usize, view: &View) -> bool {
        let Frame { first_candidate, unlisted, .. } = &self.frames[depth];
        let end = self.frames.get(depth + 1).map_or(self.candidates.len(), |child| child.first_candidate);
        let listed = &self.candidates[*first_candidate..end];
        let Best { place, rivals } = Best::of(listed.iter().copied(), unlisted.as_deref(), view.width);
        let Some(best) = listed.get(place).filter(|best| best.is_open()) else { return false };
        if unlisted.as_ref().is_some_and(|unlisted| !unlisted.are_behind(best, view)) {
            return false;
        }
        let frame = &mut self.frames[depth];
        (frame.chosen, frame.rivals) = (Some(frame.first_candidate + place), rivals);
        true
    }

    /// Lists the best children of the node that ends the walk, and chooses the best of all.
    #[inline(always)]
    fn list(&mut self, width: f64) {
        let Frame { side, first_candidate: first, .. } = *self.end();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.truncate(first);
        let children = (0..).zip(self.search.children());
        let children = children.map(|(index, child)| self.candidate(side, index, child.payload));
        let mut best = Best::of(children.inspect(|&child| candidates.push(child)), None, width);
        let unlisted = Unlisted::of(&mut candidates, first, width);
        if unlisted.is_some() {
            best = Best::of(candidates[first..].iter().copied(), unlisted.as_deref(), width);
        }
        let place = first + best.place;
        assert!(candidates[place].is_open(), "a node that is not proved has a child that is not");
        self.candidates = candidates;
        let frame = self.end();
        (frame.chosen, frame.unlisted, frame.rivals) = (Some(place), unlisted, best.rivals);
    }

    /// What selection has to know of a child of a node where `side` is to move.
    #[inline(always)]
    fn candidate(&self, side: Side, index: u32, results: Results) -> Candidate {
        let minimax = side.orient(results.minimax);
        if results.proof.is_known() {
            return Candidate { index, minimax, estimate: f64::NEG_INFINITY, share: 0.0 };
        }
        let estimate = f64::from(side.sign()) * self.estimate(results);
        Candidate { index, estimate, share: self.exploration.share(results.visits), minimax }
    }

    /// Makes one new child, goes there, and returns the result of its playout.
    fn extend(&mut self) -> Result<Value, Stop> {
        if self.search.depth() >= self.depth {
            return Err(self.search.stopped(Stop::Depth));
        }
        let made = self.end().made;
        let playouts = &mut self.playouts;
        self.search
            .expand_next(made, |position, mv, evaluator, meter| playouts.value(position, mv, evaluator, meter))?;
        let is_full = self.search.node().expansion() == Expansion::Full;
        let end = self.end();
        (end.made, end.is_full) = (made + 1, is_full);
        self.descend(made);
        Ok(self.cut(self.search.node().value()))
    }

    /// Counts the result of a walk, takes what it changes up as far as it changes anything, and returns a depth to
    /// which the next walk surely comes.
    fn back_up(&mut self, result: Value) -> usize {
        self.total = Total { walks: self.total.walks + 1, sum: self.total.sum.saturating_add(i64::from(result)) };
        let finished = self.search.position().is_terminal().then(|| self.search.node().value());
        let end = self.end();
        end.results.minimax = result;
        if let Some(value) = finished {
            (end.value, end.results.proof) = (value, Proof::FINISHED);
        }
        let changed = self.back_up_changes();
        if self.search.is_watched() {
            self.update(0);
            self.leave_below(0);
            self.store();
            return 0;
        }
        let mut depth = changed.min(self.frames.len() - 1);
        while self.frames[depth].comes_until < self.total.walks {
            depth -= 1;
        }
        depth
    }

    /// Gives the nodes above the end, as far as they change, the minimax value and the proof that they have by their
    /// children. Returns the depth of the last one looked at.
    fn back_up_changes(&mut self) -> usize {
        let mut depth = self.frames.len() - 1;
        let mut is_changed = true;
        while is_changed && depth > 0 {
            let Frame { results, value, .. } = self.frames[depth];
            depth -= 1;
            if results.proof.is_known() {
                self.leave();
                self.update_chosen(depth, results);
            }
            is_changed = results.proof.is_known() && self.prove(depth, value);
            is_changed |= self.change_minimax(depth, &results);
            self.frames[depth].stays_until = 0;
        }
        depth
    }

    /// Gives the node at `depth`, unless it is proved, the best of its children's minimax values, the one of the child
    /// on the walk being new. Returns whether that changes it.
    #[inline(always)]
    fn change_minimax(&mut self, depth: usize, of_child: &Results) -> bool {
        let Frame { side, results, is_full, rivals, .. } = &mut self.frames[depth];
        let (before, of_child, is_open) = (results.minimax, side.orient(of_child.minimax), !of_child.proof.is_known());
        if !*is_full {
            rivals.admit_unscored(of_child, is_open);
        } else if !results.proof.is_known() {
            results.minimax = side.orient(of_child.max(rivals.minimax));
        }
        results.minimax != before
    }

    /// Proves the node at `depth`, which ends the walk, if it is: a child of it has just been, and has this value.
    fn prove(&mut self, depth: usize, of_child: Value) -> bool {
        let Frame { side, is_full, rivals, .. } = &self.frames[depth];
        let is_proved = of_child == side.win() || (*is_full && !rivals.is_open);
        if is_proved {
            let children = self.search.children().map(|child| (child.value(), child.payload.proof));
            let (value, proof) = Proof::of_children(*side, children).expect("a child is a win, or all are proved");
            let minimax = self.cut(value);
            let frame = self.end();
            frame.value = value;
            (frame.results.minimax, frame.results.proof) = (minimax, proof);
        }
        is_proved
    }

    /// Goes down to a child of the end of the walk.
    #[inline(always)]
    fn descend(&mut self, index: usize) {
        let first_child = self.search.first_child();
        self.steps.push(self.search.descend(first_child, index));
        self.enter();
    }

    /// Makes the node that the search is at the end of the walk.
    #[inline(always)]
    fn enter(&mut self) {
        let side = self.search.side();
        let node = self.search.node();
        let expansion = node.expansion();
        self.frames.push(Frame {
            side,
            results: node.payload,
            value: node.value(),
            counted: self.total,
            made: 0,
            is_full: expansion == Expansion::Full,
            first_candidate: self.candidates.len(),
            chosen: None,
            unlisted: None,
            rivals: Rivals::NONE,
            comes_until: 0,
            stays_until: 0,
        });
        if expansion == Expansion::Partial {
            let frame = self.frames.last_mut().expect("it has just been entered");
            for child in self.search.children() {
                frame.made += 1;
                frame.rivals.admit_unscored(side.orient(child.payload.minimax), !child.payload.proof.is_known());
            }
        }
    }

    /// Leaves the nodes of the walk below the one at `depth`.
    #[inline(always)]
    fn leave_below(&mut self, depth: usize) {
        while self.frames.len() > depth + 1 {
            self.leave();
        }
    }

    /// Leaves the end of the walk for its parent.
    #[inline(always)]
    fn leave(&mut self) {
        self.store();
        let first_candidate = self.end().first_candidate;
        self.candidates.truncate(first_candidate);
        self.frames.pop();
        let step = self.steps.pop().expect("the root is not left");
        self.search.ascend(step);
    }

    /// Hands the results of the end of the walk back to the tree, if they are new.
    fn store(&mut self) {
        let total = self.total;
        let frame = self.end();
        frame.count(total);
        let (results, value) = (frame.results, frame.value);
        if results == self.search.node().payload {
            return;
        }
        let is_proved = results.proof.is_known();
        let value = if is_proved { value } else { (self.estimate(results) + 0.5).floor() as Value };
        self.search.set_payload(results);
        self.search.set_value(value, ValueKind::Exact);
        let Results { visits, proof, .. } = results;
        self.search.tell(|path| Event::Visited { path, visits, proof: proof.plies() });
    }

    /// The mean of a node's results, or what its minimax value makes of it.
    #[inline(always)]
    fn estimate(&self, results: Results) -> f64 {
        let weight = self.settings.minimax_weight();
        let mean = results.sum as f64 / f64::from(results.visits);
        (1.0 - weight) * mean + weight * f64::from(results.minimax)
    }

    /// A value cut to the scale.
    fn cut(&self, value: Value) -> Value {
        let most = self.settings.scale().get() as Value;
        value.clamp(-most, most)
    }

    #[inline(always)]
    fn end(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the root is on the walk")
    }
}

impl Frame {
    /// Counts the walks that are not counted yet: they all came here.
    #[inline(always)]
    fn count(&mut self, total: Total) {
        let walks = u32::try_from(total.walks - self.counted.walks).unwrap_or(u32::MAX);
        self.results.visits = self.results.visits.saturating_add(walks);
        self.results.sum = self.results.sum.saturating_add(total.sum - self.counted.sum);
        self.counted = total;
    }
}
