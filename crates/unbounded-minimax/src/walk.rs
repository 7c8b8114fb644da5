mod asking;
mod drawing;
mod proving;
mod telling;

use bestply_core::{
    Asked, CutShort, Evaluator, Event, Limit, Meter, Observer, Position, Proof, Stop, Value, ValueKind,
};
use bestply_tree::Memory;
use bestply_visits::Window;

use crate::choose::{ChoiceNode, Chooser};
use crate::frame::{Choice, Frame, NOWHERE, Rivals};
use crate::graph::{Graph, NOTHING, Sharing};
use crate::{BackUp, Selection, Settings, Ties};

/// The walks of one search, one after the other.
pub(crate) struct Walk<'s, 'l, P: Position, E, O, S: Sharing<P>> {
    pub(crate) graph: &'s mut Graph<S::Link>,
    pub(crate) position: &'s mut P,
    pub(crate) evaluator: &'s mut E,
    pub(crate) observer: &'s mut O,
    pub(crate) meter: Meter<'l>,
    pub(crate) memory: Memory,
    settings: Settings,
    chooser: Chooser,
    /// Whether new children are asked for within the bounds that the best of their siblings set.
    asks_within_bounds: bool,
    /// The depth limit.
    depth: usize,
    /// The number of walks done.
    walks: u64,
    /// The nodes of the walk, from the root on.
    frames: Vec<Frame>,
    /// The moves between the nodes of the walk, and what takes them back.
    steps: Vec<(P::Move, P::Undo)>,
    /// How many nodes from the root on have one child alone that a walk can go to, and know what it is worth.
    ///
    /// No walk turns to another child there.
    /// So what changes below is backed up to them once they are left, and a game of forced moves takes linear time.
    forced: usize,
    /// The depth of the node from which on the next walk may go another way than the last one, where visits decide.
    from: usize,
    /// The depth of the first node that this walk expanded.
    first_expanded: usize,
    /// The child indices of the last walk to a finished position, where nothing is proved.
    finished: Vec<usize>,
    /// Buffer for the values of a node's children.
    values: Vec<Value>,
}

/// How the search came to its end.
pub(crate) struct End {
    pub(crate) stop: Stop,
    /// The child indices of the walk that was under way; none once the root is proved.
    pub(crate) walk: Vec<usize>,
    /// Whether the search ended because walks came to finished positions again and again.
    pub(crate) is_idle: bool,
}

/// What ended a search, if no limit did.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The root is proved.
    Proved,
    /// Walks came to finished positions again and again.
    Idle,
}

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// At a leaf that now has children.
    Expanded,
    /// At a node that is proved.
    Proved,
    /// At a finished position, which is not proved where nothing is.
    Finished,
}

impl<'s, 'l, P, E, O, S> Walk<'s, 'l, P, E, O, S>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer,
    S: Sharing<P>,
{
    pub(crate) fn new(
        graph: &'s mut Graph<S::Link>,
        position: &'s mut P,
        evaluator: &'s mut E,
        observer: &'s mut O,
        limit: &'l Limit,
        (settings, memory): (Settings, Memory),
    ) -> Self {
        let chooser = Chooser::new(&settings);
        // Chance weighs all children, and so needs all values.
        let is_chance = matches!(settings.selection(), Selection::Softmax(_));
        let asks_within_bounds = evaluator.properties().searches && !is_chance;
        Walk {
            graph,
            position,
            evaluator,
            observer,
            meter: Meter::start(limit),
            memory,
            settings,
            chooser,
            asks_within_bounds,
            depth: limit.depth.unwrap_or(usize::MAX),
            walks: 0,
            forced: 0,
            from: 0,
            frames: Vec::new(),
            steps: Vec::new(),
            first_expanded: NOWHERE,
            finished: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Selects, expands and backs up until the root is proved or a limit ends it.
    pub(crate) fn run(&mut self) -> End {
        self.enter(self.graph.root(), 0, Proof::NONE);
        self.top().window = Window::OPEN;
        let mut outcome = self.walk_on();
        let mut walk = match outcome {
            Ok(Ending::Proved) => Vec::new(),
            Ok(Ending::Idle) => std::mem::take(&mut self.finished),
            Err(_) => self.path(),
        };
        while self.frames.len() > 1 {
            let parent = self.frames.len() - 2;
            let is_owed = parent < self.forced || (outcome.is_err() && self.settings.expansions().get() > 1);
            if self.settings.back_up() == BackUp::ToRoot || is_owed {
                self.back_up_to(parent);
                // Only a limit on depth leaves something to ask with.
                if self.evaluator.properties().searches && outcome == Err(Stop::Depth) {
                    match self.ask_for_value(parent) {
                        Ok(false) => {}
                        Ok(true) => walk.truncate(parent),
                        Err(stop) => outcome = Err(stop),
                    }
                }
            }
            // Where a child of the node was asked for, the walk ends there already.
            if self.frames.len() == parent + 1 {
                continue;
            }
            self.leave();
        }
        self.leave();
        End { stop: outcome.err().unwrap_or(Stop::Terminal), walk, is_idle: outcome == Ok(Ending::Idle) }
    }

    /// Walks until a limit or something else ends the search.
    fn walk_on(&mut self) -> Result<Ending, Stop> {
        let is_steady = self.chooser.is_steady() && self.settings.ties() == Ties::Kept;
        let patience = if is_steady { 1 } else { Settings::IDLE_WALKS };
        let mut idle = 0;
        while !self.frames[0].proof.is_known() {
            let arrival = self.walk()?;
            self.walks += 1;
            let turns = self.back_up()?;
            let is_idle = arrival == Arrival::Finished && !(is_steady && turns);
            idle = if is_idle { idle + 1 } else { 0 };
            if idle >= patience && self.finished.first().is_none_or(|&first| self.may_be_played(first)) {
                return Ok(Ending::Idle);
            }
        }
        Ok(Ending::Proved)
    }

    /// One walk: down to a leaf, which it expands, and on until it has expanded as many as the settings say.
    fn walk(&mut self) -> Result<Arrival, Stop> {
        if !self.chooser.is_steady() {
            self.choose_again()?;
        }
        self.first_expanded = NOWHERE;
        let mut left = self.settings.expansions().get();
        loop {
            let frame = self.frames.last().expect("the root is on the walk");
            if frame.is_new() || !self.graph.node(frame.node).is_complete() {
                if self.position.is_terminal() {
                    return self.finish();
                }
                if self.frames.len() > self.depth {
                    return Err(Stop::Depth);
                }
                if !self.join() {
                    self.expand()?;
                    self.first_expanded = self.first_expanded.min(self.frames.len() - 1);
                    left -= 1;
                    if left == 0 {
                        return Ok(Arrival::Expanded);
                    }
                }
            } else if frame.proof.is_known() {
                // Another parent's walk proved it.
                self.meter.step()?;
                return Ok(Arrival::Proved);
            } else {
                self.count_forced();
                self.choose(self.frames.len() - 1)?;
                self.descend();
            }
        }
    }

    /// Follows the last walk as far as this walk takes the same way, where visits or chance decide.
    fn choose_again(&mut self) -> Result<(), Stop> {
        self.chooser.skip(self.forced);
        for depth in self.from.max(self.forced)..self.frames.len() - 1 {
            if self.bound_child(depth) {
                continue;
            }
            let frame = &self.frames[depth];
            let last = frame.choice.index;
            self.graph.edges_mut(frame.node)[last] = frame.choice.edge(self.walks);
            let choice = self.choice(depth);
            let is_other = choice.index != last;
            while is_other && self.frames.len() > depth + 1 {
                self.leave();
            }
            if is_other {
                self.choose_known(depth, choice)?;
                self.descend();
                break;
            }
            self.frames[depth].choice = choice;
            self.bound_child(depth);
        }
        Ok(())
    }

    /// Sets the window of the child on the walk of the node at `depth`.
    ///
    /// Returns whether the next walk that comes to the node surely goes to that child.
    #[inline(always)]
    fn bound_child(&mut self, depth: usize) -> bool {
        let (window, stays) = self.chooser.window_of_child(&self.frames[depth], self.walks);
        self.frames[depth + 1].window = window;
        stays
    }

    fn choose(&mut self, depth: usize) -> Result<(), Stop> {
        let choice = self.choice(depth);
        self.choose_known(depth, choice)
    }

    /// Goes from the node at `depth`, the end of the walk, by this choice, or by another:
    /// a child of which only a bound is known is asked for again, and the choice made anew.
    #[inline(always)]
    fn choose_known(&mut self, depth: usize, mut choice: Choice) -> Result<(), Stop> {
        while self.evaluator.properties().searches && choice.edge.kind().is_bound() {
            self.ask_again(choice.index)?;
            choice = self.choice(depth);
        }
        self.frames[depth].choice = choice;
        Ok(())
    }

    /// Counts the node above the end of the walk as forced, if it is and if all nodes above it are.
    #[inline(always)]
    fn count_forced(&mut self) {
        if let [Frame { choice, .. }, child] = &self.frames[self.forced..] {
            let knows = (choice.edge.value, choice.edge.proof()) == (child.value, child.proof);
            self.forced += usize::from(matches!(choice.rivals, Rivals::Nobody) && knows);
        }
    }

    /// The child to which a walk goes on from the node at `depth`.
    #[inline(always)]
    fn choice(&mut self, depth: usize) -> Choice {
        let frame = &self.frames[depth];
        let (side, last) = (frame.side, frame.choice.index);
        let node = ChoiceNode { side, visits: frame.visits(self.walks), edges: self.graph.edges(frame.node), last };
        self.chooser.choose(&node, self.walks)
    }

    /// Goes to the chosen child of the node at the end of the walk.
    fn descend(&mut self) {
        let frame = self.frames.last().expect("the root is on the walk");
        let (index, edge, bounds) =
            (frame.choice.index, frame.choice.edge, frame.bounds_of_child(self.settings.ties()));
        let mv = self.position.nth_move(index);
        let undo = self.position.make(mv);
        self.steps.push((mv, undo));
        self.enter(edge.target, edge.value, edge.proof());
        self.top().bounds = bounds;
        self.tell(|path| Event::Selected { path, window: (f64::INFINITY, f64::NEG_INFINITY), until: 0 });
    }

    /// Adds the node that the board shows to the walk: an expanded node, or a leaf of this value.
    fn enter(&mut self, node: u32, value: Value, proof: Proof) {
        let side = self.position.to_move();
        let frame = match node {
            NOTHING => Frame::new(node, side, value, proof, 0, self.walks),
            _ => {
                self.graph.pin(node);
                let known = self.graph.node(node);
                let value = if known.is_complete() { known.value } else { value };
                Frame::new(node, side, value, known.proof, known.visits, self.walks)
            }
        };
        self.frames.push(frame);
    }

    /// Joins the leaf at the end of the walk to the expanded node of the same position, if there is one.
    fn join(&mut self) -> bool {
        if !S::SHARES || self.steps.is_empty() || !self.top().is_new() {
            return false;
        }
        let Some(node) = self.graph.find(S::key(self.position), self.ply()) else { return false };
        self.lead_to(node);
        let bounds = self.top().bounds;
        self.frames.pop();
        self.enter(node, 0, Proof::NONE);
        let frame = self.top();
        frame.bounds = bounds;
        let value = frame.value;
        self.tell(|path| Event::TableHit { path, value, kind: ValueKind::Exact });
        self.tell_of_children(0);
        true
    }

    /// Lets the edge to the end of the walk lead to an expanded node.
    fn lead_to(&mut self, node: u32) {
        let parent = self.frames.len() - 2;
        let Frame { node: parent, choice, .. } = &mut self.frames[parent];
        choice.edge.target = node;
        self.graph.lead(*parent, choice.index, node);
    }

    /// Makes all children of the leaf at the end of the walk.
    fn expand(&mut self) -> Result<(), Stop> {
        if self.top().is_new() {
            self.add_node()?;
        }
        let node = self.top().node;
        let (total, made) = self.graph.children_made(node);
        self.values.resize(total - made, 0);
        self.evaluator.enter(self.position);
        let outcome = match self.asks_within_bounds {
            true => self.ask_for_children(node, made),
            false => {
                self.evaluator.values_of_children(self.position, Asked::new(made, &mut self.values), &mut self.meter)
            }
        };
        let found = CutShort::found_of(outcome, total - made);
        self.draw_values(found);
        self.graph.add_children(node, &self.values[..found]);
        if self.asks_within_bounds {
            self.mark_bounds(node, made);
        }
        self.meter.expansion(found);
        if found > 0 {
            self.tell_of_children(made);
        }
        outcome.map_err(|short| short.stop)?;
        if S::SHARES {
            self.graph.enter(node, S::key(self.position), self.ply());
        }
        let frame = self.frames.last_mut().expect("the root is on the walk");
        self.chooser.set_priors(frame.side, self.graph.edges_mut(node));
        let best = self.graph.edges(node).iter().map(|edge| frame.side.orient(edge.value)).max();
        frame.value = frame.side.orient(best.expect("a position that is not finished has a move"));
        if self.settings.completion() && !self.evaluator.properties().searches {
            self.prove_finished_children(node);
        }
        Ok(())
    }

    /// Adds the leaf at the end of the walk to the graph.
    fn add_node(&mut self) -> Result<(), Stop> {
        let total = self.position.move_count();
        let node = loop {
            if let Some(node) = self.graph.add(total) {
                break node;
            }
            self.meter.step()?;
            if !self.graph.make_room(self.memory == Memory::Prune) {
                return Err(Stop::Memory);
            }
        };
        match self.frames.len() {
            1 => self.graph.set_root(node),
            _ => self.lead_to(node),
        }
        self.graph.pin(node);
        self.top().node = node;
        Ok(())
    }

    /// Backs values up from the end of the walk, and leaves the nodes that the next walk does not come to.
    ///
    /// Returns whether the next walk goes another way, where the best value decides.
    fn back_up(&mut self) -> Result<bool, Stop> {
        let (is_steady, ties) = (self.chooser.is_steady(), self.settings.ties());
        let mut turn = None;
        self.from = 0;
        for depth in (1..self.frames.len()).rev() {
            if self.is_settled(depth) {
                self.from = if self.settings.back_up() == BackUp::ToRoot { depth } else { 0 };
                break;
            }
            self.back_up_to(depth - 1);
            let is_asked = self.evaluator.properties().searches && self.ask_for_value(depth - 1)?;
            if is_asked || (is_steady && !self.frames[depth - 1].stays(ties, self.walks)) {
                turn = Some(depth);
            }
        }
        while turn.is_some_and(|turn| self.frames.len() > turn) {
            self.leave();
        }
        Ok(turn.is_some())
    }

    /// Whether nothing needs to be done above the node at `depth` before the next walk.
    #[inline(always)]
    fn is_settled(&self, depth: usize) -> bool {
        let (frame, parent) = (&self.frames[depth], &self.frames[depth - 1]);
        if depth <= self.forced && depth <= self.first_expanded && !frame.proof.is_known() {
            return true;
        }
        match self.settings.back_up() {
            // The values above are backed up when the walk leaves the nodes.
            // Its bounds are drawn from values, and one that is only a bound may turn out to be anything less.
            BackUp::ToRoot if self.evaluator.properties().searches => false,
            BackUp::ToRoot if frame.proof.is_known() => false,
            BackUp::ToRoot if self.chooser.is_steady() => frame.bounds.contains(frame.value),
            BackUp::ToRoot => frame.window.holds(frame.value, self.walks),
            BackUp::UntilStable => {
                let edge = &parent.choice.edge;
                (edge.value, edge.proof()) == (frame.value, frame.proof) && depth <= self.first_expanded
            }
        }
    }

    /// Gives the node at `depth` the value of its best child, and proves it if its children prove it.
    #[inline(always)]
    fn back_up_to(&mut self, depth: usize) {
        let [frame, child] = &mut self.frames[depth..depth + 2] else {
            unreachable!("the walk leads on from the node")
        };
        let was_proved = frame.choice.edge.is_proved();
        frame.choice.edge.set(child.value, child.proof);
        frame.value = frame.best();
        if child.proof.is_known() && !was_proved {
            self.prove(depth);
        }
    }

    #[cold]
    fn prove(&mut self, depth: usize) {
        let frame = &mut self.frames[depth];
        let chosen = &frame.choice;
        let edges = self.graph.edges(frame.node).iter().enumerate();
        let edges = edges.map(|(index, edge)| if index == chosen.index { &chosen.edge } else { edge });
        if let Some((value, proof)) = Proof::of_children(frame.side, edges.map(|edge| (edge.value, edge.proof()))) {
            (frame.value, frame.proof) = (value, proof);
        }
    }

    /// Leaves the end of the walk for its parent, and writes what is known of it to the graph.
    fn leave(&mut self) {
        let frame = self.frames.last().expect("a node of the walk is left");
        let (&Frame { node, value, proof, .. }, visits) = (frame, frame.visits(self.walks));
        if node != NOTHING {
            let known = self.graph.node_mut(node);
            (known.value, known.proof, known.visits) = (value, proof, visits);
            self.graph.unpin(node);
            if self.graph.node(node).is_complete() {
                self.tell(|path| Event::BackedUp { path, value, kind: ValueKind::Exact });
            }
        }
        self.tell(|path| Event::Visited { path, visits, proof: proof.plies() });
        self.frames.pop();
        if let Some((mv, undo)) = self.steps.pop() {
            self.position.unmake(mv, undo);
            let frame = self.frames.last_mut().expect("the root is on the walk");
            let Choice { index, .. } = frame.choice;
            let edge = frame.choice.edge(self.walks);
            let node = frame.node;
            self.graph.edges_mut(node)[index] = edge;
            frame.choice = Choice::nowhere();
        }
    }

    #[inline(always)]
    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the root is on the walk")
    }

    /// The plies from the start of the game to the end of the walk.
    fn ply(&self) -> u32 {
        self.graph.root_ply() + self.steps.len() as u32
    }
}
