//! The walks of a search, one after the other. This page is the search; what its steps do is in the files beside it.
//!
//! | step | where |
//! |---|---|
//! | 1. selection | `choosing.rs`, and `windows.rs` for what need not be chosen anew |
//! | 2. expansion, 3. first values | `expanding.rs` |
//! | 4. backing up | `backing_up.rs` |
//!
//! [`plan`] says what was decided before the first walk, and [`path`] what of the tree a walk holds until it leaves it
//! (`leaving.rs`).
//! Not on the way of the ordinary search are leaves selected together (`together.rs`), nodes that transpositions share
//! (`joining.rs`), and values of which only bounds are known (`asking.rs`).

mod asking;
mod backing_up;
mod choosing;
mod expanding;
mod joining;
mod leaving;
#[cfg(test)]
mod looks;
mod measuring;
mod path;
mod plan;
mod together;
mod windows;

use bestply_core::Stop;
use bestply_tree::Expansion;
use bestply_visits::{Noise, PriorsFrom, Window};

use crate::end::End;
use crate::selection::Policy;
use crate::settings::AtTheEnd;
use crate::store::Store;
use crate::walk::path::WalkPath;
use crate::walk::plan::Plan;
use crate::walk::together::batch::LeafBatch;
use crate::{BackUp, Selection, Settings, Transpositions, Visits};

/// The walks of one search. Each leads from the root to a leaf.
pub(crate) struct Walk<'w, S: Store, T: Transpositions<S::Position>> {
    store: &'w mut S,
    table: &'w mut T,
    noise: &'w mut Noise,
    plan: Plan<'w>,
    /// Which child is next.
    policy: Policy,
    path: WalkPath<S, T::Key>,
    /// The number of walks done that count at the root.
    walks: u64,
    /// Those of them in a row that came to finished positions and proved and expanded nothing.
    idle: u32,
    /// The leaves selected together, where the settings ask for several.
    batch: LeafBatch<S>,
}

impl<'w, S: Store, T: Transpositions<S::Position>> Walk<'w, S, T> {
    pub(crate) fn new(
        store: &'w mut S,
        (table, noise): (&'w mut T, &'w mut Noise),
        settings: &'w Settings,
        depth: Option<usize>,
    ) -> Self {
        let properties = store.properties();
        let policy = Policy::new(settings.selection(), properties);
        if policy.priors_from() == PriorsFrom::Evaluator {
            store.ask_for_priors();
        }
        let plan = Plan::new(settings, (&policy, properties), table.knows(), depth);
        let mut walk = Walk {
            store,
            table,
            noise,
            plan,
            policy,
            path: WalkPath::new(),
            walks: 0,
            idle: 0,
            batch: LeafBatch::new(),
        };
        walk.take_units();
        walk
    }

    /// Selects, expands and backs up until the root is proved or something else ends the search.
    ///
    /// A search that ends at a finished position, which it does not prove, has [`End::Finished`].
    pub(crate) fn run(mut self) -> End {
        if self.store.expansion(self.store.here()) != Expansion::Full {
            // The root's children are needed for a move, even if they were known once and then freed.
            *self.store.visits_mut(self.store.here()) = Visits::default();
            *self.noise = Noise::default();
        }
        // Windows are drawn in one unit. So a search that measures it is several, each of twice as many walks.
        loop {
            let visits = u64::from(self.store.known(self.store.here()).1.count);
            let until = if self.plan.measures { (visits + 1).next_power_of_two() } else { u64::MAX };
            let end = self.search(u64::MAX, until);
            if u64::from(self.store.known(self.store.here()).1.count) >= until {
                self.renew_units();
            }
            if end != End::Open {
                return end;
            }
        }
    }

    /// As [`run`](Walk::run) on an island, but for so many walks at most, and on the visits that the root has.
    ///
    /// Returns what ended the search before that, and how many walks are visits of what is above the island.
    pub(crate) fn run_on_island(mut self, walks: u64) -> (Option<Stop>, u64) {
        self.plan = self.plan.on_island();
        let ended = match self.search(walks, u64::MAX) {
            End::Stopped(stop) => Some(stop),
            End::Proved | End::Finished => Some(Stop::Terminal),
            End::Open => None,
        };
        (ended, self.walks)
    }

    /// The search: walks until the root is proved, a limit is reached, there were `most` of them, or the root has
    /// `until` visits.
    fn search(&mut self, most: u64, until: u64) -> End {
        self.enter();
        (self.path[0].window, self.path.forced) = (Window::OPEN, 0);
        let ended = self.walk_on(most, until);
        self.leave_all(ended)
    }

    fn walk_on(&mut self, most: u64, until: u64) -> Result<(), Stop> {
        let mut from = 0;
        for _ in 0..most {
            if self.path[0].proof.is_known() || self.path[0].visits_after(self.walks) >= until {
                break;
            }
            from = if self.plan.leaves == 1 { self.walk(from)? } else { self.walk_together(from)? };
        }
        Ok(())
    }

    /// One walk. Down to the node at depth `from` it is the last walk, too.
    ///
    /// Returns the depth of the node from which the next one goes on.
    fn walk(&mut self, from: usize) -> Result<usize, Stop> {
        // Softmax draws for the nodes that are passed by as well, so that they do not change the draws below (D120).
        self.policy.skip(self.path.forced);
        self.path.first_expanded = usize::MAX;
        let mut from = from.max(self.path.forced);
        for _ in 0..self.plan.settings.expansions().get() {
            // 1. Selection: down to a leaf, from child to child.
            self.select(from)?;
            from = self.path.end();
            // 2. Expansion: all children at once, so that the best of them is known (17.1), unless the game is over.
            let is_expanded = self.expand()?;
            // 3. First values: the leaf is worth its best child, or proved (D38).
            self.value_leaf();
            // With descent, and with several expansions a walk, the next leaf is one below (19.6).
            if !is_expanded || self.path[from].proof.is_known() {
                break;
            }
        }
        self.count();
        // 4. Backing up: what the leaf is worth now, as far up as the next walk asks for it.
        if self.plan.at_the_end == AtTheEnd::Counts { self.back_up_and_count() } else { self.back_up() }
    }

    /// Counts the walk: at the nodes on it, or where it only proved, and expanded nothing, at its leaf alone (D38).
    ///
    /// So the next walk goes the same way as far as values let it: where much is proved, there is one way down from
    /// where walks turn for each expansion. Walks that were all counted went to other moves in between, and made half
    /// as many moves more, 33 instead of 22 an expansion (PUCT in Connect Four, a million evaluations).
    #[inline(always)]
    fn count(&mut self) {
        if self.path.first_expanded == usize::MAX && self.path.last().proof.is_known() {
            self.path.last().count_here();
        } else {
            self.walks += 1;
        }
    }

    /// Goes down to a leaf from the node at depth `from`.
    ///
    /// Returns the depth of the last node that the walk has in common with the last one.
    fn select(&mut self, from: usize) -> Result<usize, Stop> {
        let mut common = None;
        for depth in from.. {
            let is_end = depth == self.path.end();
            if is_end {
                if self.is_leaf() {
                    return Ok(common.unwrap_or(depth));
                }
                self.path[depth].first_child = Some(self.first_child(self.store.place(depth)));
            } else if self.bound_child(depth) {
                // The last walk went on to a child to which this one surely goes, too.
                continue;
            }
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
            // No walk turns at a node that leaves no choice. So that a million of them take linear time, all from the
            // root on are passed at once where windows do not see to it.
            let is_forced = self.plan.counts_forced() && !self.path[depth].rivals.is_open;
            self.path.forced += usize::from(is_forced && depth == self.path.forced);
        }
        unreachable!("a walk ends at a leaf")
    }

    /// Gives the nodes above the leaf the values that follow, up to the first to which the next walk surely comes,
    /// whatever the values above. Returns that node's depth.
    fn back_up(&mut self) -> Result<usize, Stop> {
        for depth in (1..self.path.frames.len()).rev() {
            if self.is_settled(depth) {
                // Where values stay below the root, visits and chance may send the next walk another way (D75).
                let goes_on =
                    self.plan.back_up != BackUp::UntilStable || self.plan.settings.selection() == Selection::Value;
                return Ok(if goes_on { depth } else { 0 });
            }
            self.back_up_to(depth - 1);
            if self.plan.searches() {
                self.ask_for_value(depth - 1)?;
            }
        }
        Ok(0)
    }

    /// Whether the walk ends where the search is: at a node without children that no other expanded, at one that others
    /// proved, or at a leaf selected already.
    #[inline(always)]
    fn is_leaf(&mut self) -> bool {
        if self.store.expansion(self.store.here()) != Expansion::Full {
            return !(S::SHARES && self.join());
        }
        (S::SHARES && self.is_proved_by_others()) || self.is_pending()
    }
}
