//! A thread's stay on an island.

use bestply_core::{Counts, Evaluator, Limit, Meter, Observer, Position, Side, Stop, ValueKind};
use bestply_tree::{Expansion, Keep, TreeSearch};
use bestply_visits::Noise;

use crate::Settings;
use crate::shared::ground::{Ground, IslandPart, bytes_to_divide, known, parts};
use crate::shared::space::Grant;
use crate::shared::top::{FoundOnIsland, Top};
use crate::walk::Walk;

/// Where a stay is, and what it was granted.
pub(super) struct Stay {
    pub(super) island: usize,
    /// The child indices from the root to the island.
    pub(super) path: Vec<usize>,
    /// The most evaluations, if they are limited.
    pub(super) evaluations: Option<u64>,
    pub(super) grant: Grant,
    /// Its place in its round.
    pub(super) turn: usize,
}

/// An island to be searched, and how far.
pub(super) struct IslandTask<K> {
    pub(super) stay: Stay,
    pub(super) ground: Box<Ground<K>>,
    pub(super) walks: u32,
    /// The number of visits above which the island is divided; `None` where it is not.
    pub(super) largest: Option<u32>,
    /// The evaluation's noise with the unit in force, but without the leaves met up to now.
    pub(super) noise: Noise,
}

/// What came of a task.
pub(super) struct Done<K> {
    pub(super) stay: Stay,
    pub(super) land: Land<K>,
    pub(super) found: FoundOnIsland,
    pub(super) counts: Counts,
    pub(super) ended: Option<Stop>,
    /// What the stay met of the noise.
    pub(super) noise: Noise,
}

impl<K: Copy + Default> Done<K> {
    /// What comes of a task for which no evaluation is left.
    fn of_nothing(IslandTask { stay, ground, noise, .. }: IslandTask<K>) -> Done<K> {
        let (value, visits) = known(&ground, ground.root());
        let found = FoundOnIsland { value, visits, walks: 0, is_too_deep: false };
        Done {
            stay,
            land: Land::Whole(ground),
            found,
            counts: Counts::default(),
            ended: Some(Stop::Evaluations),
            noise,
        }
    }
}

/// An island after a stay.
pub(super) enum Land<K> {
    Whole(Box<Ground<K>>),
    /// The root joins the top, where this side is to move, and its children are islands.
    Divided(Side, Vec<IslandPart<K>>),
}

/// What a thread searches islands with.
pub(super) struct IslandSearcher<'s, P: Position, E> {
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

impl<'s, P: Position, E: Evaluator<P>> IslandSearcher<'s, P, E> {
    pub(super) fn new(position: &'s mut P, evaluator: &'s mut E, settings: &'s Settings, limit: &'s Limit) -> Self {
        let meter = Meter::start(limit);
        IslandSearcher { position, evaluator, path: Vec::new(), steps: Vec::new(), meter, limit, settings }
    }

    /// Searches an island for as many walks as its task says, or until it is proved or a limit is reached.
    pub(super) fn search<O: Observer, K: Keep<P>>(&mut self, mut task: IslandTask<K>, observer: &mut O) -> Done<K> {
        self.go_to(&task.stay.path);
        let limit = self.limit_of(&task);
        let draws = !self.settings.leaves_are_static() && !self.evaluator.properties().searches;
        // A drawn value is not the static one, but what is proved is exact: it is evaluated once more (D285).
        let exact = draws && self.position.is_terminal();
        if exact && task.stay.evaluations == Some(0) {
            return Done::of_nothing(task);
        }
        let exact = exact && self.make_exact(&mut task);
        let (memory, most) = (task.stay.grant.memory, u64::from(task.walks));
        let search = TreeSearch::new(&mut *task.ground, self.position, self.evaluator, &limit, memory, observer);
        let mut search = search.below(&task.stay.path);
        let beside = (&mut (), &mut task.noise);
        let (ended, walks) = Walk::new(&mut search, beside, self.settings, limit.depth).run_on_island(most);
        let mut counts = search.end();
        counts.evaluations += u64::from(exact);
        let (value, visits) = known(&task.ground, task.ground.root());
        let found = FoundOnIsland { value, visits, walks: walks as u32, is_too_deep: ended == Some(Stop::Depth) };
        let is_divided = is_to_be_divided(&task, &found);
        let IslandTask { stay, ground, noise, .. } = task;
        let side = self.position.to_move();
        let land = if is_divided { Land::Divided(side, parts(ground)) } else { Land::Whole(ground) };
        Done { stay, land, found, counts, ended, noise }
    }

    /// Gives the root of an island, which is finished, its static value, for what is proved is exact.
    ///
    /// Returns whether that was evaluated.
    #[cold]
    fn make_exact<K: Copy + Default>(&mut self, task: &mut IslandTask<K>) -> bool {
        let Some((mv, undo)) = self.steps.pop() else { return false };
        self.position.unmake(mv, undo);
        self.evaluator.enter(self.position);
        let value = self.evaluator.evaluate_child(self.position, mv);
        self.steps.push((mv, self.position.make(mv)));
        let root = task.ground.root();
        task.ground.set_value(root, value, ValueKind::Exact);
        true
    }

    fn limit_of<K>(&self, task: &IslandTask<K>) -> Limit {
        Limit {
            depth: self.limit.depth.map(|depth| depth.saturating_sub(task.stay.path.len())),
            evaluations: task.stay.evaluations,
            time: self.limit.time.map(|time| time.saturating_sub(self.meter.elapsed())),
            bytes: task.stay.grant.limit,
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

fn is_to_be_divided<K: Copy + Default>(task: &IslandTask<K>, found: &FoundOnIsland) -> bool {
    let Some(largest) = task.largest else { return false };
    if found.visits.count <= largest || found.visits.proof().is_known() {
        return false;
    }
    let ground = &task.ground;
    let children = ground.child_count(ground.root());
    // What a child takes in the top, and its ground with what an allocation of its own costs.
    let beside = children * (Top::<K>::BYTES_OF_CHILD + size_of::<Ground<K>>() + 64);
    found.visits.count as usize >= children
        && ground.node(ground.root()).expansion() == Expansion::Full
        && children * Top::<K>::BYTES_OF_CHILD <= task.stay.grant.in_top
        && task.stay.grant.limit.is_none_or(|most| bytes_to_divide(ground) + beside <= most)
}
