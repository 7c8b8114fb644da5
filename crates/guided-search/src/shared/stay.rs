//! A thread's stay on an island.

use std::time::Duration;

use bestply_core::{Counts, Evaluator, Limit, Meter, Observer, Position, Side, Stop};

use crate::Settings;
use crate::shared::ground::{Ground, GroundOf, Part, Walks};
use crate::shared::space::Grant;
use crate::shared::top::{Found, Top};

/// An island to be searched, and how far.
pub(super) struct Task<G> {
    pub(super) island: usize,
    /// The child indices from the root to the island.
    pub(super) path: Vec<usize>,
    pub(super) ground: Box<G>,
    pub(super) walks: u32,
    /// The most evaluations, if they are limited.
    pub(super) evaluations: Option<u64>,
    pub(super) grant: Grant,
    /// The number of visits above which the island is divided; `None` where it is not.
    pub(super) largest: Option<u32>,
    /// The place of the stay in its round.
    pub(super) turn: usize,
}

/// What came of a task.
pub(super) struct Done<G> {
    pub(super) island: usize,
    pub(super) path: Vec<usize>,
    pub(super) land: Land<G>,
    pub(super) found: Found,
    pub(super) counts: Counts,
    pub(super) ended: Option<Stop>,
    pub(super) evaluations: Option<u64>,
    pub(super) grant: Grant,
    pub(super) turn: usize,
}

impl<G: Ground> Done<G> {
    /// What comes of a task for which no evaluation is left.
    fn of_nothing(task: Task<G>) -> Done<G> {
        let Task { island, path, ground, evaluations, grant, turn, .. } = task;
        let (value, visits) = ground.known(ground.root());
        let found = Found { value, visits, walks: 0, is_too_deep: false };
        let (land, counts, ended) = (Land::Whole(ground), Counts::default(), Some(Stop::Evaluations));
        Done { island, path, land, found, counts, ended, evaluations, grant, turn }
    }
}

/// An island after a stay.
pub(super) enum Land<G> {
    Whole(Box<G>),
    /// The root joins the top, where this side is to move, and its children are islands.
    Divided(Side, Vec<Part<G>>),
}

/// What a thread searches islands with.
pub(super) struct Searcher<'s, P: Position, E> {
    pub(super) position: &'s mut P,
    pub(super) evaluator: &'s mut E,
    /// The way from the root to the position, and how to take it back.
    path: Vec<usize>,
    steps: Vec<(P::Move, P::Undo)>,
    /// The thread's own clock.
    meter: Meter<'s>,
    limit: &'s Limit,
    settings: &'s Settings,
}

impl<'s, P: Position, E: Evaluator<P>> Searcher<'s, P, E> {
    pub(super) fn new(position: &'s mut P, evaluator: &'s mut E, settings: &'s Settings, limit: &'s Limit) -> Self {
        let meter = Meter::start(limit);
        Searcher { position, evaluator, path: Vec::new(), steps: Vec::new(), meter, limit, settings }
    }

    /// Searches an island for as many walks as its task says, or until it is proved or a limit is reached.
    pub(super) fn search<O: Observer, G: GroundOf<P>>(&mut self, mut task: Task<G>, observer: &mut O) -> Done<G> {
        self.go_to(&task.path);
        let limit = self.limit_of(&task);
        let (_, before) = task.ground.known(task.ground.root());
        let draws = !self.settings.shrinkage().is_none() && !self.evaluator.properties().searches;
        let exact = draws && self.position.is_terminal();
        if exact && task.evaluations == Some(0) {
            return Done::of_nothing(task);
        }
        let exact = exact && self.make_exact(&mut task);
        let (most, memory, path) = (task.walks, task.grant.memory, &task.path[..]);
        let walks = Walks { most, settings: self.settings, limit: &limit, memory, path };
        let (ended, mut counts) = task.ground.search((self.position, self.evaluator, observer), &walks);
        counts.evaluations += u64::from(exact);
        let (value, visits) = task.ground.known(task.ground.root());
        let walks = visits.count - before.count;
        let found = Found { value, visits, walks, is_too_deep: ended == Some(Stop::Depth) };
        let is_divided = is_to_be_divided(&task, &found);
        let Task { island, path, ground, evaluations, grant, turn, .. } = task;
        let land = match is_divided {
            true => Land::Divided(self.position.to_move(), ground.parts()),
            false => Land::Whole(ground),
        };
        Done { island, path, land, found, counts, ended, evaluations, grant, turn }
    }

    /// Gives the root of an island, which is finished, its static value, for what is proved is exact.
    ///
    /// Returns whether that was evaluated.
    #[cold]
    fn make_exact<G: Ground>(&mut self, task: &mut Task<G>) -> bool {
        let Some((mv, undo)) = self.steps.pop() else { return false };
        self.position.unmake(mv, undo);
        self.evaluator.enter(self.position);
        let value = self.evaluator.evaluate_child(self.position, mv);
        self.steps.push((mv, self.position.make(mv)));
        task.ground.set_root_value(value);
        true
    }

    fn limit_of<G>(&self, task: &Task<G>) -> Limit {
        let left = |time: Duration| time.saturating_sub(self.meter.elapsed());
        Limit {
            depth: self.limit.depth.map(|depth| depth.saturating_sub(task.path.len())),
            evaluations: task.evaluations,
            time: self.limit.time.map(left),
            bytes: task.grant.limit,
            clock: self.limit.clock,
            stop: self.limit.stop.clone(),
            surcharge: self.limit.surcharge,
        }
    }

    /// Moves the board from where it is to the island.
    fn go_to(&mut self, path: &[usize]) {
        let common = self.path.iter().zip(path).take_while(|(a, b)| a == b).count();
        for (mv, undo) in self.steps.drain(common..).rev() {
            self.position.unmake(mv, undo);
        }
        self.path.truncate(common);
        for &index in &path[common..] {
            let mv = self.position.nth_move(index);
            self.steps.push((mv, self.position.make(mv)));
            self.path.push(index);
        }
    }

    /// Moves the board back to the root.
    pub(super) fn go_back(mut self) {
        self.go_to(&[]);
    }
}

fn is_to_be_divided<G: Ground>(task: &Task<G>, found: &Found) -> bool {
    let Some(largest) = task.largest else { return false };
    if found.visits.count <= largest || found.visits.proof().is_known() {
        return false;
    }
    let (ground, root) = (&task.ground, task.ground.root());
    let children = ground.children(root).count();
    found.visits.count as usize >= children
        && ground.is_expanded(root)
        && children * Top::<G>::BYTES_OF_CHILD <= task.grant.in_top
        && task.grant.limit.is_none_or(|most| bytes_to_divide(&**ground, children) <= most)
}

/// The most bytes that a ground and its parts take together.
fn bytes_to_divide<G: Ground>(ground: &G, children: usize) -> usize {
    ground.bytes_to_divide() + children * (Top::<G>::BYTES_OF_CHILD + size_of::<G>() + 64)
}
