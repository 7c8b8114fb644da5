//! The threads of a search, and what they share.

use std::collections::VecDeque;
use std::sync::PoisonError;
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};

use bestply_core::{Counts, Evaluator, Limit, Observer, Position, Stop};
use bestply_tree::{Keep, Memory, Tree};
#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};

use crate::policy::Bonus;
use crate::shared::Sharing;
use crate::shared::stay::{Done, Land, Searcher, Task};
use crate::shared::top::{Island, Part, Top};
use crate::shared::watch::{tell_above, tell_selected};
use crate::{Settings, Uct};

/// The threads of one search.
pub(super) struct Team<'l, K> {
    pub(super) settings: &'l Settings,
    pub(super) uct: Uct,
    pub(super) sharing: Sharing,
    pub(super) memory: Memory,
    pub(super) limit: &'l Limit,
    books: Mutex<Books<K>>,
    /// Something changed for which a thread may wait.
    changed: Condvar,
}

/// What the threads know together.
pub(super) struct Books<K> {
    pub(super) top: Top<K>,
    pub(super) counts: Counts,
    pub(super) peak_nodes: usize,
    pub(super) peak_bytes: usize,
    /// Why the search ends, once it does.
    pub(super) ended: Option<Stop>,
    /// The evaluations that no thread has taken, if they are limited.
    evaluations: Option<u64>,
    nodes: usize,
    bytes: usize,
    /// The bytes that threads may take besides those that their islands have.
    granted: usize,
    /// The tasks of a round that no thread has taken.
    ready: VecDeque<Task<K>>,
    searching: usize,
    waiting: usize,
}

impl<K: Copy + Default> Books<K> {
    /// The books at the beginning of a search.
    fn of(top: Top<K>, limit: &Limit) -> Books<K> {
        let bytes = top.bytes() + top.trees().map(|tree| top.bytes_of(tree)).sum::<usize>();
        let nodes = top.nodes() + top.trees().map(Tree::nodes).sum::<usize>();
        Books {
            top,
            counts: Counts::default(),
            peak_nodes: 0,
            peak_bytes: 0,
            ended: None,
            evaluations: limit.evaluations,
            nodes,
            bytes,
            granted: 0,
            ready: VecDeque::new(),
            searching: 0,
            waiting: 0,
        }
    }

    /// Frees trees of islands until half of the bytes are free. Returns whether it freed any.
    fn prune(&mut self, limit: &Limit) -> bool {
        let most = limit.bytes.unwrap_or(usize::MAX);
        let before = self.bytes;
        let Books { top, bytes, nodes, granted, .. } = self;
        top.prune(|freed_bytes, freed_nodes| {
            *bytes -= freed_bytes;
            *nodes -= freed_nodes;
            *bytes + *granted <= most / 2
        });
        self.bytes < before
    }
}

/// What a thread can do next.
enum Next<K> {
    Search(Task<K>),
    Wait,
    End(Stop),
}

/// The fewest evaluations for which an island is searched beside others.
const LEAST_EVALUATIONS: u64 = 64;

impl<'l, K: Copy + Default> Team<'l, K> {
    pub(super) fn new(
        top: Top<K>,
        (settings, uct): (&'l Settings, Uct),
        sharing: Sharing,
        memory: Memory,
        limit: &'l Limit,
    ) -> Team<'l, K> {
        let mut books = Books::of(top, limit);
        if limit.bytes.is_some_and(|most| books.bytes > most) {
            books.prune(limit);
        }
        if limit.bytes.is_some_and(|most| books.bytes > most) {
            books.top.clear();
            books = Books::of(books.top, limit);
        }
        (books.peak_nodes, books.peak_bytes) = (books.nodes, books.bytes);
        Team { settings, uct, sharing, memory, limit, books: Mutex::new(books), changed: Condvar::new() }
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
        let mut searcher = Searcher::new(position, evaluator, (self.settings, self.uct), self.limit, self.memory);
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
    fn next(&self, observer: &mut impl Observer) -> Option<(Task<K>, bool)> {
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
        let Some(leaves) = self.sharing.leaves() else {
            return self.select(books, self.sharing.threads(), observer);
        };
        if books.ready.is_empty() {
            if books.searching > 0 {
                return Next::Wait;
            }
            for sharers in (1..=leaves).rev() {
                match self.select(books, sharers, observer) {
                    Next::Search(task) => books.ready.push_back(task),
                    Next::Wait => break,
                    Next::End(stop) => return Next::End(stop),
                }
            }
            self.notify(books);
        }
        Next::Search(books.ready.pop_front().expect("a round has an island"))
    }

    /// Selects an island and takes it, with its part of what is left of the limits for so many threads or islands.
    fn select(&self, books: &mut Books<K>, sharers: usize, observer: &mut impl Observer) -> Next<K> {
        let is_alone = books.searching + books.ready.len() == 0;
        let end = |stop| if is_alone { Next::End(stop) } else { Next::Wait };
        let root = *books.top.root();
        if root.visits.proof.is_known() {
            return Next::End(Stop::Terminal);
        }
        if books.evaluations == Some(0) && !is_alone {
            return Next::Wait;
        }
        let Some(island) = books.top.select(&mut Bonus::new(self.uct), self.settings.scale().value()) else {
            return Next::Wait;
        };
        if books.top.node(island).is_too_deep() {
            return end(Stop::Depth);
        }
        let sharers = if root.is_island() { 1 } else { sharers };
        let Some(granted) = self.grant(books, island, sharers) else { return end(Stop::Memory) };
        let evaluations = books.evaluations.map(|left| (left / sharers as u64).max(LEAST_EVALUATIONS).min(left));
        books.evaluations = books.evaluations.zip(evaluations).map(|(left, taken)| left - taken);
        books.granted += granted.unwrap_or(0);
        let (bytes_before, nodes_before) =
            books.top.tree(island).map_or((0, 0), |tree| (books.top.bytes_of(tree), tree.nodes()));
        let path = books.top.path(island);
        tell_selected(&path, observer);
        let (tree, node) = (books.top.take(island), *books.top.node(island));
        let walks = self.sharing.walks(root.visits.count);
        let may_divide = node.may_join_the_top() && self.limit.bytes.is_none_or(|most| books.top.bytes() <= most / 4);
        let overhead = books.top.bytes_of(&tree) - tree.bytes();
        Next::Search(Task {
            island,
            path,
            walks: walks.max(node.visits.count / Sharing::LEAST_GROWTH),
            evaluations,
            bytes: granted.map(|granted| (bytes_before + granted).saturating_sub(overhead)),
            largest: may_divide.then(|| self.sharing.largest_island(walks)),
            tree,
            nodes_before,
            bytes_before,
            granted: granted.unwrap_or(0),
        })
    }

    /// The bytes that the tree of an island may grow by: `Some(None)` without a limit, `None` if there is no room.
    fn grant(&self, books: &mut Books<K>, island: usize, sharers: usize) -> Option<Option<usize>> {
        let Some(most) = self.limit.bytes else { return Some(None) };
        let grant = |books: &Books<K>| most.saturating_sub(books.bytes + books.granted) / sharers;
        let least = |books: &Books<K>| {
            let least = Island::<K>::LEAST_LIMIT_BYTES + size_of::<Island<K>>();
            least.saturating_sub(books.top.tree(island).map_or(0, |tree| books.top.bytes_of(tree)))
        };
        if books.top.root().is_island() {
            return Some(Some(grant(books)));
        }
        if grant(books) < least(books) && self.memory == Memory::Prune {
            books.prune(self.limit);
        }
        (grant(books) >= least(books)).then(|| Some(grant(books)))
    }

    /// Takes what a thread found into the books.
    fn hand_in(&self, done: Done<K>, observer: &mut impl Observer) {
        let Done { island, path, land, found, counts, ended, evaluations, nodes_before, bytes_before, granted } = done;
        let books = &mut *self.books();
        books.searching -= 1;
        books.counts += counts;
        books.evaluations = books.evaluations.map(|left| left + evaluations.unwrap_or(0) - counts.evaluations);
        books.granted -= granted;
        let top_bytes = books.top.bytes();
        (books.bytes, books.nodes) = (books.bytes - bytes_before - top_bytes, books.nodes - nodes_before);
        match land {
            Land::Whole(tree) => {
                books.bytes += books.top.bytes_of(&tree);
                books.nodes += tree.nodes();
                books.top.give_back(island, Some(tree), &found);
            }
            Land::Divided(side, parts) => {
                books.top.give_back(island, None, &found);
                books.nodes += parts.len() + parts.iter().filter_map(Part::tree).map(Tree::nodes).sum::<usize>();
                books.top.dissolve(island, side, parts);
                let trees = books.top.node(island).children().filter_map(|child| books.top.tree(child));
                books.bytes += trees.map(|tree| books.top.bytes_of(tree)).sum::<usize>();
            }
        }
        books.bytes += books.top.bytes();
        books.peak_bytes = books.peak_bytes.max(books.bytes);
        books.peak_nodes = books.peak_nodes.max(books.nodes);
        tell_above(&books.top, island, &path, observer);
        match ended {
            Some(stop @ (Stop::Time | Stop::Asked)) => self.end(books, stop),
            Some(Stop::Memory) if self.memory != Memory::Prune || !books.prune(self.limit) => {
                self.end(books, Stop::Memory);
            }
            // Walks that cost no evaluation went on, until one was needed.
            Some(Stop::Evaluations) if evaluations == Some(0) => self.end(books, Stop::Evaluations),
            _ => {}
        }
        if self.sharing.leaves().is_none() {
            self.notify(books);
        }
    }

    /// Ends the search, and gives the islands back that no thread will search.
    fn end(&self, books: &mut Books<K>, stop: Stop) {
        books.ended.get_or_insert(stop);
        for task in std::mem::take(&mut books.ready) {
            books.top.give_back_unsearched(task.island, task.tree);
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
struct EndOnPanic<'t, 'l, K: Copy + Default>(&'t Team<'l, K>);

impl<K: Copy + Default> Drop for EndOnPanic<'_, '_, K> {
    fn drop(&mut self) {
        let books = &mut *self.0.books();
        self.0.end(books, Stop::Asked);
    }
}
