use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use bestply_core::mix;

/// The positions from the root to the node that a search is at, by their keys.
///
/// A position that stands on the path has come back: the game goes round.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    keys: Vec<u64>,
    /// For each position, what tells the way to it from all others.
    ways: Vec<u64>,
    /// How many of the path's keys end in each byte, so that most keys are known not to be on it at a glance.
    ends: [u32; 256],
    /// The depths of the keys beyond the first ones.
    depths: HashMap<u64, usize, BuildHasherDefault<PathKey>>,
}

/// The first keys of a path are looked through one by one.
const FIRST: usize = 64;

/// The hasher of keys, which are spread over all bits already.
#[derive(Clone, Debug, Default)]
struct PathKey(u64);

impl Hasher for PathKey {
    fn write(&mut self, _: &[u8]) {
        unreachable!("a key is a number of 64 bits");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Path {
    pub(crate) fn new() -> Path {
        Path { keys: Vec::new(), ways: Vec::new(), ends: [0; 256], depths: HashMap::default() }
    }

    /// The number of positions on the path. The root has depth 0.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        if self.keys.len() >= FIRST {
            self.depths.insert(key, self.keys.len());
        }
        self.ways.push(mix(self.way() ^ key));
        self.keys.push(key);
        self.ends[key as usize % 256] += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.ways.pop();
            if self.keys.len() >= FIRST {
                self.depths.remove(&key);
            }
            self.ends[key as usize % 256] -= 1;
        }
    }

    /// The depth at which a position stands on the path.
    #[inline]
    pub(crate) fn depth_of(&self, key: u64) -> Option<usize> {
        if self.ends[key as usize % 256] == 0 {
            return None;
        }
        let first = self.keys.iter().take(FIRST).position(|&own| own == key);
        first.or_else(|| self.depths.get(&key).copied())
    }

    /// What tells this path from others with other positions, or with the same in another order.
    #[inline]
    pub(crate) fn way(&self) -> u64 {
        self.ways.last().copied().unwrap_or(0)
    }
}
