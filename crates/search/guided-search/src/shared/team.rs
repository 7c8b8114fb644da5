//! The threads of a search, and what they share.

use std::collections::{BTreeMap, VecDeque};
use std::sync::PoisonError;
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};

use bestply_core::{Counts, Evaluator, Limit, Observer, Position, Properties, Stop};
use bestply_tree::{Keep, Memory};
#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};

use crate::Settings;
use crate::selection::Policy;
use crate::shared::Sharing;
use crate::shared::space::Space;
use crate::shared::stay::{Done, IslandSearcher, IslandTask, Land, Stay};
use crate::shared::top::Top;
use crate::shared::watch::{tell_above, tell_selected};

/// The threads of one search.
pub(super) struct IslandTeam<'l, K> {
    pub(super) settings: &'l Settings,
    pub(super) sharing: Sharing,
    pub(super) limit: &'l Limit,
    books: Mutex<Books<K>>,
    /// Something changed for which a thread may wait.
    changed: Condvar,
}

/// What the threads know together.
pub(super) struct Books<K> {
    pub(super) top: Top<K>,
    pub(super) space: Space,
    pub(super) counts: Counts,
    /// Why the search ends, once it does.
    pub(super) ended: Option<Stop>,
    /// The evaluations that no thread has taken, if they are limited.
    evaluations: Option<u64>,
    /// The tasks of a round that no thread has taken.
    ready: VecDeque<IslandTask<K>>,
    /// The place in the round of the stay that is entered next.
    turn: usize,
    /// What was handed in before its turn.
    early: BTreeMap<usize, Done<K>>,
    searching: usize,
    waiting: usize,
}

impl<K> Books<K> {
    /// The islands that are being searched, or will be in this round.
    fn in_flight(&self) -> usize {
        self.searching + self.ready.len()
    }

    /// What was handed in and is entered next, if its turn has come. No turn counts after the end of the search.
    fn next_in_turn(&mut self) -> Option<Done<K>> {
        let turn = if self.ended.is_some() { *self.early.first_key_value()?.0 } else { self.turn };
        let done = self.early.remove(&turn)?;
        self.turn += 1;
        Some(done)
    }
}

/// What a thread can do next.
enum Next<K> {
    Search(IslandTask<K>),
    Wait,
    End(Stop),
}

/// The fewest evaluations for which an island is searched beside others.
///
/// With none, the last evaluations would go out in parts too small for a walk, which evaluates all children of its
/// leaf. No other number was measured.
const LEAST_EVALUATIONS: u64 = 64;

impl<'l, K: Copy + Default> IslandTeam<'l, K> {
    pub(super) fn new(
        mut top: Top<K>,
        settings: &'l Settings,
        sharing: Sharing,
        memory: Memory,
        limit: &'l Limit,
    ) -> IslandTeam<'l, K> {
        let abreast = sharing.in_flight();
        let books = Books {
            space: Space::of(&mut top, limit, memory, abreast),
            top,
            counts: Counts::default(),
            ended: None,
            evaluations: limit.evaluations,
            ready: VecDeque::new(),
            turn: 0,
            early: BTreeMap::new(),
            searching: 0,
            waiting: 0,
        };
        IslandTeam { settings, sharing, limit, books: Mutex::new(books), changed: Condvar::new() }
    }

    /// What the threads know at the end.
    pub(super) fn into_books(self) -> Books<K> {
        self.books.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches islands until the search ends, as one of the threads.
    ///
    /// It calls `hire` whenever there is an island for another thread, too.
    pub(super) fn work<P, E, O>(&self, position: &mut P, evaluator: &mut E, observer: &mut O, mut hire: impl FnMut())
    where
        P: Position,
        E: Evaluator<P>,
        O: Observer,
        K: Keep<P>,
    {
        let end_on_panic = EndOnPanic(self);
        let mut searcher = IslandSearcher::new(position, evaluator, self.settings, self.limit);
        while let Some((task, is_more)) = self.next(observer) {
            if is_more {
                hire();
            }
            let done = searcher.search(task, observer);
            self.hand_in(done, observer);
        }
        searcher.go_back();
        std::mem::forget(end_on_panic);
    }

    fn books(&self) -> MutexGuard<'_, Books<K>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next island to search, and whether there is another one for another thread. It waits where there is none.
    fn next(&self, observer: &mut impl Observer) -> Option<(IslandTask<K>, bool)> {
        let mut books = self.books();
        loop {
            if books.ended.is_some() {
                return None;
            }
            match self.next_of(&mut books, observer) {
                Next::Search(task) => {
                    books.searching += 1;
                    let is_more = match self.sharing.leaves() {
                        Some(_) => !books.ready.is_empty(),
                        None => !books.top.root().is_island(),
                    };
                    return Some((task, is_more));
                }
                Next::Wait => {
                    books.waiting += 1;
                    books = self.changed.wait(books).unwrap_or_else(PoisonError::into_inner);
                    books.waiting -= 1;
                }
                Next::End(stop) => self.end(&mut books, stop),
            }
        }
    }

    /// In a free search, the next island; otherwise the next one of the round, or the first one of the next round.
    fn next_of(&self, books: &mut Books<K>, observer: &mut impl Observer) -> Next<K> {
        let in_rounds = self.sharing.leaves().is_some();
        if let Some(task) = books.ready.pop_front() {
            return Next::Search(task);
        }
        if in_rounds && books.searching > 0 {
            return Next::Wait;
        }
        if books.top.root().visits.proof().is_known() {
            return Next::End(Stop::Terminal);
        }
        // Pruning gives nodes other places, by which islands that are being searched are known.
        if books.searching == 0
            && let Err(stop) = books.space.make_room(&mut books.top)
        {
            return Next::End(stop);
        }
        if in_rounds {
            return self.begin_round(books, observer);
        }
        self.select(books, books.space.abreast(), observer)
    }

    /// Selects the islands of a round, and returns the first one.
    fn begin_round(&self, books: &mut Books<K>, observer: &mut impl Observer) -> Next<K> {
        books.turn = 0;
        // Each takes its part of what is left, as one of those that the round still lacks (D63).
        for sharers in (1..=books.space.abreast()).rev() {
            match self.select(books, sharers, observer) {
                Next::Search(task) => books.ready.push_back(task),
                Next::Wait => break,
                Next::End(stop) => return Next::End(stop),
            }
        }
        self.notify(books);
        Next::Search(books.ready.pop_front().expect("a round has an island"))
    }

    /// Selects an island and takes it, with its part of what is left of the limits for so many threads or islands.
    fn select(&self, books: &mut Books<K>, sharers: usize, observer: &mut impl Observer) -> Next<K> {
        let turn = books.in_flight();
        // With no evaluations left one island is searched all the same: walks to finished positions cost none.
        if turn > 0 && (books.evaluations == Some(0) || !books.space.admits(turn)) {
            return Next::Wait;
        }
        let mut policy = Policy::new(self.settings.selection(), Properties::default());
        let scale = self.settings.in_unit(None, &books.top.noise).scale();
        let Some(island) = books.top.select(&mut policy, scale.divisor()) else { return Next::Wait };
        if books.top.node(island).is_too_deep {
            return if turn == 0 { Next::End(Stop::Depth) } else { Next::Wait };
        }
        let root = *books.top.root();
        // While all is one island, there is nothing to search for another thread.
        let sharers = if root.is_island() { 1 } else { sharers.min(books.space.abreast()) };
        let Some(grant) = books.space.grant(&books.top, island, sharers) else {
            return self.select_in_more_room(books, sharers, observer);
        };
        let evaluations = books.evaluations.map(|left| (left / sharers as u64).max(LEAST_EVALUATIONS).min(left));
        books.evaluations = books.evaluations.zip(evaluations).map(|(left, taken)| left - taken);
        let path = books.top.path(island);
        tell_selected(&path, observer);
        let (ground, node) = (books.top.take(island), *books.top.node(island));
        let walks = self.sharing.walks(root.visits.count);
        let largest = self.sharing.largest_island(walks);
        Next::Search(IslandTask {
            stay: Stay { island, path, evaluations, grant, turn },
            ground,
            // More for an island that is large and cannot be divided, which would be entered too often (D58).
            walks: walks.max(node.visits.count / Sharing::LEAST_GROWTH),
            largest: node.may_join_the_top().then_some(largest),
            noise: books.top.noise.to_go_on(),
        })
    }

    /// Selects an island where there was no room for its ground.
    fn select_in_more_room(&self, books: &mut Books<K>, sharers: usize, observer: &mut impl Observer) -> Next<K> {
        if books.in_flight() > 0 {
            return Next::Wait;
        }
        books.space.was_short(0);
        match books.space.make_room(&mut books.top) {
            Ok(()) => self.select(books, sharers, observer),
            Err(stop) => Next::End(stop),
        }
    }

    /// Takes what a thread found into the books.
    ///
    /// In rounds it is taken in the order in which the islands were selected, so that the next round finds the same
    /// whichever thread was first.
    fn hand_in(&self, done: Done<K>, observer: &mut impl Observer) {
        let books = &mut *self.books();
        books.searching -= 1;
        if self.sharing.leaves().is_none() {
            self.enter(books, done, observer);
            self.notify(books);
            return;
        }
        books.early.insert(done.stay.turn, done);
        while let Some(done) = books.next_in_turn() {
            self.enter(books, done, observer);
        }
    }

    /// Enters into the books what came of a stay.
    fn enter(&self, books: &mut Books<K>, done: Done<K>, observer: &mut impl Observer) {
        let Done { stay: Stay { island, path, evaluations, grant, .. }, land, found, counts, ended, noise } = done;
        let before = books.top.root().visits.count;
        books.counts += counts;
        // What the stay did not use goes back (D63).
        books.evaluations = books.evaluations.map(|left| left + evaluations.unwrap_or(0) - counts.evaluations);
        books.space.take_back(&books.top, &grant);
        match land {
            Land::Whole(ground) => books.top.give_back(island, Some(ground), &found),
            Land::Divided(side, parts) => {
                books.top.give_back(island, None, &found);
                books.top.dissolve(island, side, parts);
            }
        }
        books.space.enter(&books.top, island);
        books.top.noise.add_all(&noise);
        if books.top.root().visits.count.checked_ilog2() > before.checked_ilog2() {
            self.settings.renew(&mut books.top.noise);
        }
        tell_above(&books.top, island, &path, observer);
        match ended {
            Some(stop @ (Stop::Time | Stop::Asked)) => self.end(books, stop),
            // Walks that cost no evaluation went on, until one was needed.
            Some(Stop::Evaluations) if evaluations == Some(0) => self.end(books, Stop::Evaluations),
            Some(Stop::Memory) => books.space.was_short(found.walks),
            _ => {}
        }
    }

    /// Ends the search, and gives the islands back that no thread will search.
    fn end(&self, books: &mut Books<K>, stop: Stop) {
        books.ended.get_or_insert(stop);
        for task in std::mem::take(&mut books.ready) {
            books.top.give_back_unsearched(task.stay.island, task.ground);
        }
        self.changed.notify_all();
    }

    fn notify(&self, books: &Books<K>) {
        if books.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

/// Ends the search where a thread panics, so that no other thread waits for it.
struct EndOnPanic<'t, 'l, K: Copy + Default>(&'t IslandTeam<'l, K>);

impl<K: Copy + Default> Drop for EndOnPanic<'_, '_, K> {
    fn drop(&mut self) {
        let books = &mut *self.0.books();
        self.0.end(books, Stop::Asked);
    }
}
