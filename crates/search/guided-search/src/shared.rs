//! Where nodes are: on a tree that several threads share, whose leaves are islands.
//!
//! Threads share the [top](top) of the tree, which the [team](team) keeps in books under one lock.
//! Each takes an island, whose [ground](ground) is a tree of its own, [stays](stay) there for some walks
//! without the lock, and hands it in.
//! So nodes need no atomics, and no value changes under the windows of a walk.
//! An island in flight is passed by, without a virtual loss (`docs/meaning.md`, D57).
//! In the tree `max 0 (6 (1 (1)) 5 (2 (2)) 4 (3 (3)))`, where the best value decides, rounds of two islands go so, with
//! stays of one walk on islands of two visits:
//!
//! | round | islands | their walks | the root's children then | the root |
//! |--:|---|---|---|--:|
//! | 1 | the root | expands the root | 6, 5, 4 | 6 |
//! | 2 | the root | expands 6 | 1, 5, 4 | 5 |
//! | 3 | the root | expands 5 | 1, 2, 4 | 4 |
//! | 4 | 4, and as it is taken, 2 | expands 4; proves what is below 2 | 1, 2, 3 | 3 |
//!
//! After round 3 the root has three visits, more than two and as many as children.
//! So it is *divided*: it joins the top, and its children are islands.
//! In round 4 two threads search at the same time; whichever ends first, the island 4 is entered first.

mod ground;
mod line;
mod sharing;
mod space;
mod stay;
mod team;
mod top;
#[cfg(all(test, loom))]
mod turns;
mod watch;

use std::panic::resume_unwind;
use std::thread::scope;

use bestply_core::{Advance, Evaluator, Found, Limit, Meter, Observer, Position, Report, Reset, Search, helper_thread};
use bestply_tree::{Keep, Memory};
use bestply_visits::Exploration;

use crate::shared::team::{Books, IslandTeam};
use crate::shared::top::Top;
use crate::{InvalidSettings, Settings};

pub use sharing::Sharing;

/// Best-first search guided by visits, by several threads, on a tree.
///
/// [`Sharing`] says how many threads there are, and whether a search repeats.
/// Positions and evaluators are copied for the threads, once a search.
/// Threads are started in each search, as soon as there is work for them, and end with it;
/// a search of a few hundred evaluations starts none.
/// `K` is what the tree keeps of moves, as in [`GuidedSearch`](crate::GuidedSearch): by default nothing.
/// Transpositions share no nodes: threads on graphs made PUCT best-first no better in any game that was measured
/// (`docs/performance.md`).
/// The searcher keeps the memory that its searches had, unless their bytes are limited.
///
/// A panic of the evaluator or the position in any thread is a panic of the search. The tree is then forgotten.
///
/// ```
/// use bestply_core::{Limit, Player};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_guided_search::{Settings, SharedGuidedSearch, Sharing};
///
/// let tree = ExplicitTree::parse("max 0 (4 (8 2) 6 (5 1))")?;
/// let searcher = SharedGuidedSearch::new(Settings::default(), Sharing::free(2)?)?;
/// let mut player = Player::new(tree.position(), searcher, NodeValue);
/// assert_eq!(player.search(&Limit::new()).best_move, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedGuidedSearch<K = ()> {
    settings: Settings,
    sharing: Sharing,
    /// What the searcher does when the bytes of a limit are spent. [`Memory::Linear`] stops the search.
    pub memory: Memory,
    top: Top<K>,
}

impl SharedGuidedSearch {
    /// A searcher with these settings.
    ///
    /// # Errors
    ///
    /// As [`Settings::check_shared`].
    ///
    /// ```
    /// use bestply_guided_search::{InvalidSettings, Settings, SharedGuidedSearch, Sharing};
    ///
    /// assert!(SharedGuidedSearch::new(Settings::default(), Sharing::deterministic(2, 4)?).is_ok());
    /// let together = Settings::default().with_leaves(8)?;
    /// let refused = SharedGuidedSearch::new(together, Sharing::free(2)?).err();
    /// assert_eq!(refused, Some(InvalidSettings::SharedLeaves(8)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(settings: Settings, sharing: Sharing) -> Result<SharedGuidedSearch, InvalidSettings> {
        SharedGuidedSearch::of(settings, sharing)
    }
}

impl<K: Copy + Default> SharedGuidedSearch<K> {
    /// A searcher with these settings, whose tree keeps moves or does not.
    ///
    /// # Errors
    ///
    /// As [`new`](SharedGuidedSearch::new).
    ///
    /// ```
    /// use bestply_guided_search::{Settings, SharedGuidedSearch, Sharing};
    /// use bestply_tree::KeptMove;
    ///
    /// // For a game whose moves are numbers, and slow to list.
    /// let sharing = Sharing::free(2)?;
    /// let searcher = SharedGuidedSearch::<KeptMove<u16>>::of(Settings::default(), sharing)?;
    /// assert_eq!(searcher.sharing().threads(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(settings: Settings, sharing: Sharing) -> Result<SharedGuidedSearch<K>, InvalidSettings> {
        settings.check_shared()?;
        Exploration::prepare();
        Ok(SharedGuidedSearch { settings, sharing, memory: Memory::default(), top: Top::new() })
    }

    /// The same searcher that does this when the bytes of a limit are spent.
    ///
    /// ```
    /// use bestply_guided_search::{Settings, SharedGuidedSearch, Sharing};
    /// use bestply_tree::Memory;
    ///
    /// let searcher = SharedGuidedSearch::new(Settings::default(), Sharing::free(2)?)?.with_memory(Memory::Stop);
    /// assert_eq!(searcher.memory, Memory::Stop);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_memory(self, memory: Memory) -> SharedGuidedSearch<K> {
        SharedGuidedSearch { memory, ..self }
    }

    /// The variant of the search.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// How the threads share a search.
    pub fn sharing(&self) -> Sharing {
        self.sharing
    }

    fn search<P, E, O>(
        &self,
        (top, settings): (Top<K>, &Settings),
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Books<K>
    where
        P: Position + Clone + Send,
        E: Evaluator<P> + Clone + Send,
        O: Observer,
        K: Keep<P> + Send,
    {
        let is_watched = observer.is_watching();
        let sharing = if is_watched { self.sharing.repeatable() } else { self.sharing };
        let team = IslandTeam::new(top, settings, sharing, self.memory, limit);
        let helpers = if is_watched { 0 } else { sharing.helpers() };
        if helpers == 0 {
            team.work(position, evaluator, observer, || {});
            return team.into_books();
        }
        let hired = (position.clone(), evaluator.clone());
        scope(|scope| {
            let mut threads = Vec::new();
            let team = &team;
            team.work(position, evaluator, observer, || {
                if threads.len() < helpers {
                    let (mut position, mut evaluator) = hired.clone();
                    let work = move || team.work(&mut position, &mut evaluator, &mut (), || {});
                    // Where the system has no more threads, those that there are do all the work.
                    threads.extend(helper_thread().spawn_scoped(scope, work));
                }
            });
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        team.into_books()
    }
}

impl<K: Copy + Default> Reset for SharedGuidedSearch<K> {
    fn reset(&mut self) {
        self.top.forget();
    }
}

impl<P: Position, K: Keep<P>> Advance<P> for SharedGuidedSearch<K> {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        self.top.advance_by(position, mv);
    }

    fn line_after(&self, position: &mut P, mv: P::Move) -> Vec<P::Move> {
        let first = position.index_of(mv);
        if !self.top.may_be_of(position) || !self.top.has_child(first) {
            return vec![mv];
        }
        self.top.line(&self.settings, position, Some(first)).moves
    }
}

impl<P, E, K> Search<P, E> for SharedGuidedSearch<K>
where
    P: Position + Clone + Send,
    E: Evaluator<P> + Clone + Send,
    K: Keep<P> + Send,
{
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let meter = Meter::start(limit);
        // Where a thread panics, nothing of the tree is left.
        let mut top = std::mem::replace(&mut self.top, Top::new());
        top.keep_memory(limit.bytes.is_none());
        top.be_of(position);
        let win_value = evaluator.properties().win_value;
        let settings = self.settings.in_unit(win_value, &top.noise);
        let mut books = self.search((top, &settings), position, evaluator, limit, observer);
        let stop = books.ended.take().expect("a search ends for a reason");
        let settings = self.settings.in_unit(win_value, &books.top.noise);
        let line = books.top.line(&settings, position, None);
        let found = Found {
            line: line.moves,
            ends_the_game: Some(line.ends_the_game),
            value: line.value,
            root_moves: books.top.root_moves(position),
            completed_depth: None,
            nodes: books.space.peak.nodes,
            bytes: books.space.peak.bytes,
            stop,
        };
        self.top = books.top;
        let mut report = found.report(position, evaluator, &meter);
        report.counts += books.counts;
        report
    }
}

#[cfg(test)]
mod tests {
    use bestply_core::Searcher;
    use bestply_testkit::{DropFour, DropValue};

    use super::*;

    #[test]
    fn memory_is_kept_for_the_next_search_unless_bytes_are_limited() {
        let sharing = Sharing::deterministic(1, 2).expect("so many may be");
        let mut searcher = SharedGuidedSearch::new(Settings::default(), sharing).expect("the settings may be");
        let mut game = DropFour::new(7, 6, 4);
        let mut search = |searcher: &mut SharedGuidedSearch, limit: &Limit| {
            let report = Searcher::search(searcher, &mut game, &mut DropValue, limit);
            searcher.reset();
            report
        };
        let limit = Limit::new().evaluations(20_000);
        let first = search(&mut searcher, &limit);
        let kept = searcher.top.bytes_kept();
        assert!(kept >= first.bytes / 2, "{kept} bytes of {} are kept", first.bytes);
        assert_eq!(search(&mut searcher, &limit), first, "in the memory of another tree");
        assert_eq!(searcher.top.bytes_kept(), kept, "the same chunks");
        search(&mut searcher, &limit.bytes(1 << 20));
        assert_eq!(searcher.top.bytes_kept(), 0);
    }
}
