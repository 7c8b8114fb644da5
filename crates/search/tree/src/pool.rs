use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::TreeNode;
use crate::arena::CHUNK_SLOTS;

/// Memory that trees hand on to one another.
///
/// What a tree [of the pool](crate::Tree::of_pool) gives back, the next tree that grows takes.
/// Otherwise it would go back to the system and come again page by page, for which threads wait for each other.
/// So a pool is for many trees that come and go in several threads.
///
/// A clone is the same pool.
/// For each size of a chunk, a power of two, it holds at most as many chunks as its trees ever had at once.
/// Taking and giving back take constant time, under one lock.
///
/// ```
/// use bestply_tree::{Pool, Tree};
///
/// let pool: Pool = Pool::new();
/// let mut tree = Tree::of_pool(&pool);
/// let root = tree.root();
/// tree.add_children(root, 100, 0..100);
/// let bytes = tree.bytes();
/// drop(tree);
/// assert!(pool.bytes() >= bytes, "the next tree takes them");
/// ```
pub struct Pool<T = (), K = ()> {
    shelves: Arc<Mutex<Shelves<TreeNode<T, K>>>>,
}

/// The chunks that no tree has, by the binary logarithm of their capacity.
struct Shelves<N> {
    chunks: [Vec<Vec<N>>; CHUNK_SLOTS.ilog2() as usize + 1],
    /// Whether chunks are kept at all.
    is_open: bool,
}

impl<T: Copy + Default, K: Copy + Default> Pool<T, K> {
    /// A pool that holds nothing yet.
    pub fn new() -> Pool<T, K> {
        let chunks = [const { Vec::new() }; CHUNK_SLOTS.ilog2() as usize + 1];
        Pool { shelves: Arc::new(Mutex::new(Shelves { chunks, is_open: true })) }
    }

    /// Gives the memory that no tree has back to the system, and holds none until [`open`](Pool::open) says so.
    ///
    /// It is for searches whose bytes are limited: what the pool holds counts for no tree.
    pub fn close(&self) {
        let mut shelves = self.shelves();
        shelves.is_open = false;
        shelves.chunks.iter_mut().for_each(|chunks| *chunks = Vec::new());
    }

    /// Holds memory from now on.
    pub fn open(&self) {
        self.shelves().is_open = true;
    }

    /// The bytes that no tree has.
    pub fn bytes(&self) -> usize {
        let shelves = self.shelves();
        shelves.chunks.iter().flatten().map(Vec::capacity).sum::<usize>() * size_of::<TreeNode<T, K>>()
    }

    /// Moves the nodes of a chunk to one with room for so many, if the process can have it, and takes the former.
    pub(crate) fn enlarge(&self, chunk: &mut Vec<TreeNode<T, K>>, slots: usize) {
        // Few sizes, so that a chunk that is given back fits the next tree.
        let size = slots.next_power_of_two();
        let found = self.shelves().chunks[size.ilog2() as usize].pop();
        let mut larger = found.unwrap_or_default();
        // What the process cannot have is no room, as in a tree without a pool.
        if larger.capacity() < size && larger.try_reserve_exact(size).is_err() {
            return;
        }
        // Most chunks were full, so that nothing is filled here.
        larger.resize(chunk.len(), TreeNode::new(0, false));
        larger.copy_from_slice(chunk);
        self.put(std::mem::replace(chunk, larger));
    }
}

impl<T, K> Pool<T, K> {
    /// Takes a chunk that is no longer needed.
    pub(crate) fn put(&self, chunk: Vec<TreeNode<T, K>>) {
        let mut shelves = self.shelves();
        // A chunk that was made to a limit has any capacity.
        if shelves.is_open && chunk.capacity().is_power_of_two() {
            shelves.chunks[chunk.capacity().ilog2() as usize].push(chunk);
        }
    }

    fn shelves(&self) -> MutexGuard<'_, Shelves<TreeNode<T, K>>> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Copy + Default, K: Copy + Default> Default for Pool<T, K> {
    fn default() -> Pool<T, K> {
        Pool::new()
    }
}

impl<T, K> Clone for Pool<T, K> {
    fn clone(&self) -> Pool<T, K> {
        Pool { shelves: Arc::clone(&self.shelves) }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Pool, Tree};

    /// A tree of the pool whose root has so many children.
    fn tree_with_children(pool: &Pool, children: usize) -> Tree {
        let mut tree = Tree::of_pool(pool);
        let root = tree.root();
        tree.add_children(root, children, (0..).take(children));
        tree
    }

    #[test]
    fn what_a_tree_gives_back_the_next_one_takes() {
        let pool = Pool::new();
        let tree = tree_with_children(&pool, 1000);
        let held = tree.bytes();
        assert_eq!(held, 1024 * size_of::<crate::TreeNode>(), "chunks of a pool are powers of two");
        drop(tree);
        let all = pool.bytes();
        assert!(all >= held);
        let tree = tree_with_children(&pool, 900);
        assert_eq!((tree.bytes(), pool.bytes() + tree.bytes()), (held, all));
        assert!(tree.children(tree.root()).map(crate::TreeNode::value).eq(0..900), "nothing of the other tree is left");
    }

    #[test]
    fn copies_take_from_the_pool_of_their_tree() {
        let pool = Pool::new();
        let mut tree = tree_with_children(&pool, 3);
        let child = tree.child(tree.root(), 1);
        tree.add_children(child, 500, 0..500);
        let copy = tree.child_tree(1);
        assert_eq!(copy.nodes(), 501);
        let before = pool.bytes();
        let bytes = copy.bytes();
        drop(copy);
        assert_eq!(pool.bytes(), before + bytes);
    }

    #[test]
    fn a_closed_pool_holds_nothing() {
        let pool = Pool::new();
        let tree = tree_with_children(&pool, 100);
        pool.close();
        assert_eq!(pool.bytes(), 0);
        drop(tree);
        assert_eq!(pool.bytes(), 0);
        pool.open();
        drop(tree_with_children(&pool, 100));
        assert!(pool.bytes() > 0);
    }

    /// A limit may leave a chunk of any size, which no other tree can use.
    #[test]
    fn a_limited_tree_takes_and_gives_nothing() {
        let pool = Pool::new();
        drop(tree_with_children(&pool, 60_000));
        let before = pool.bytes();
        let mut tree = Tree::of_pool(&pool);
        let after_the_root = pool.bytes();
        tree.set_limit(Some(100 * size_of::<crate::TreeNode>()));
        let root = tree.root();
        assert!(tree.has_room(90) && !tree.has_room(100));
        tree.add_children(root, 90, 0..90);
        assert!(tree.bytes() <= 100 * size_of::<crate::TreeNode>());
        drop(tree);
        assert!(after_the_root <= pool.bytes() && pool.bytes() <= before);
    }
}
