//! Every order in which two threads can take turns at the books of a small search.
//!
//! `loom` stands in for the locks, and tries the orders one after the other:
//! `RUSTFLAGS="--cfg loom" cargo test --package bestply-guided-search --lib turns`.

use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

use bestply_core::{Limit, Stop};
use bestply_explicit_game::{ExplicitTree, NodeValue};
use bestply_tree::{Memory, Tree};
use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

use crate::shared::Sharing;
use crate::shared::team::{Books, IslandTeam};
use crate::shared::top::Top;
use crate::{Settings, Visits};

const GAME: &str = "max 0 (1 (4 (2 6) 2 (3 (1))) 2 (3 (5) 1 (2 2)) 3 (2 (7 1) 5))";

/// Searches with two threads in every order, and calls `check` with what the books have in the end.
fn in_every_order(
    sharing: Sharing,
    (limit, memory): (Limit, Memory),
    check: impl Fn(Books<()>) + Send + Sync + 'static,
) {
    let smallest = NonZeroU32::MIN;
    let sharing = sharing.with_stays(smallest, smallest, smallest);
    let settings: &Settings = Box::leak(Box::new(Settings::default()));
    let limit: &Limit = Box::leak(Box::new(limit));
    let tree = ExplicitTree::parse(GAME).expect("the tree is well-formed");
    bestply_visits::Exploration::prepare();
    let mut model = Builder::new();
    // Switches between threads that nothing forces. Most errors need one or two of them.
    model.preemption_bound = Some(3);
    model.check(move || {
        let mut top = Top::new();
        top.be_of(&tree.position());
        let team = Arc::new(IslandTeam::new(top, settings, sharing, memory, limit));
        let work = |team: Arc<IslandTeam<'static, ()>>, tree: ExplicitTree| {
            let mut position = tree.position();
            team.work(&mut position, &mut NodeValue, &mut (), || {});
            assert_eq!(position.node(), ExplicitTree::ROOT, "the board is as it was");
        };
        let (others, of_other) = (Arc::clone(&team), tree.clone());
        let other = thread::spawn(move || work(others, of_other));
        work(Arc::clone(&team), tree.clone());
        other.join().expect("no thread panics");
        check(Arc::try_unwrap(team).unwrap_or_else(|_| unreachable!("the other thread is gone")).into_books());
    });
}

fn free() -> Sharing {
    Sharing::free(2).expect("so many may be")
}

#[test]
fn a_free_search_ends_with_all_its_evaluations_in_any_order() {
    in_every_order(free(), (Limit::new().evaluations(15), Memory::Stop), |books| {
        assert_eq!((books.counts.evaluations, books.ended), (15, Some(Stop::Evaluations)));
    });
}

/// A limit that ends a search of the game, or prunes its tree so that nodes are evaluated again.
const BYTES: usize = 2400;

/// The evaluations of the game's nodes that a search comes to where it frees none.
const EVALUATIONS: u64 = 18;

#[test]
fn a_free_search_that_prunes_comes_to_the_end_in_any_order() {
    in_every_order(free(), (Limit::new().bytes(BYTES), Memory::Prune), |books| {
        assert_eq!(books.ended, Some(Stop::Terminal));
        assert!(books.space.peak.bytes <= BYTES);
    });
}

/// Rounds of two islands find the same in every order. `check` gets it.
fn rounds_find_the_same(limit: Limit, memory: Memory, check: impl Fn(&Books<()>) + Send + Sync + 'static) {
    let first = Mutex::new(None);
    in_every_order(Sharing::deterministic(2, 2).expect("so many may be"), (limit, memory), move |books| {
        check(&books);
        let root = books.top.root();
        let found = (root.value, root.visits, books.counts, books.ended, books.space.peak);
        let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(*first.get_or_insert(found), found);
    });
}

#[test]
fn rounds_find_the_same_in_any_order() {
    rounds_find_the_same(Limit::new(), Memory::Stop, |books| {
        assert_eq!((books.counts.evaluations, books.ended), (EVALUATIONS, Some(Stop::Terminal)));
    });
}

#[test]
fn rounds_find_the_same_in_any_order_where_bytes_end_them() {
    rounds_find_the_same(Limit::new().bytes(BYTES), Memory::Stop, |books| assert_eq!(books.ended, Some(Stop::Memory)));
}

#[test]
fn rounds_find_the_same_in_any_order_where_they_prune() {
    rounds_find_the_same(Limit::new().bytes(BYTES), Memory::Prune, |books| {
        assert_eq!(books.ended, Some(Stop::Terminal));
        assert!(books.counts.evaluations > EVALUATIONS, "what was freed is evaluated again");
    });
}
