//! Which expanded node has a key: hashing that grows by one bucket at a time.

use super::slab::{NOTHING, Slab};

/// Buckets of nodes by their keys, by linear hashing (Litwin 1980).
///
/// A bucket is a line of the processor's cache, and knows half of each key.
/// So a search for a key that is not there waits for memory once, and one for a key that is there twice.
/// (Chains of single nodes took a quarter of a search's time in Othello and a third in Connect Four.)
/// A table that doubles moves all its nodes at once.
/// This one splits a bucket when there are more than [`FILLING`] nodes for each, so that no growth takes long.
#[derive(Default)]
pub(crate) struct NodeTable {
    buckets: Slab<Bucket>,
    /// The number of buckets, and of the nodes in them.
    count: usize,
    nodes: usize,
}

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Bucket {
    /// The lower halves of the keys, which tell the bucket, too.
    tags: [u32; ROOM],
    nodes: [u32; ROOM],
    /// How many of them there are.
    len: u32,
    /// The first node for which there was no room. It holds the next one itself.
    rest: u32,
}

/// The nodes that have room in a bucket.
const ROOM: usize = 7;

/// The nodes for each bucket. Those buckets that are not split in this round have up to twice as many as the others.
const FILLING: usize = 4;

/// What a node needs to be in a table.
pub(crate) trait Chained {
    /// The key by which the node is found.
    fn key(&self, node: u32) -> u64;

    /// The node after this one that its bucket had no room for.
    fn next(&self, node: u32) -> u32;

    /// Sets the next node for which there was no room.
    fn set_next(&mut self, node: u32, next: u32);
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket { tags: [0; ROOM], nodes: [NOTHING; ROOM], len: 0, rest: NOTHING }
    }
}

impl Bucket {
    fn position(&self, node: u32) -> Option<usize> {
        self.nodes[..self.len as usize].iter().position(|&known| known == node)
    }
}

impl NodeTable {
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.bytes()
    }

    /// The node with this key of which `is_it` says that it is the one.
    #[inline]
    pub(crate) fn find(&self, key: u64, nodes: &impl Chained, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.count == 0 {
            return None;
        }
        let (tag, bucket) = (key as u32, self.buckets.get(self.bucket(key as u32)));
        for slot in 0..bucket.len as usize {
            if bucket.tags[slot] == tag && is_it(bucket.nodes[slot]) {
                return Some(bucket.nodes[slot]);
            }
        }
        let mut node = bucket.rest;
        while node != NOTHING && !is_it(node) {
            node = nodes.next(node);
        }
        (node != NOTHING).then_some(node)
    }

    /// Adds a node. Where one more bucket is due and within `spare` bytes, one is split in two.
    pub(crate) fn insert(&mut self, node: u32, nodes: &mut impl Chained, spare: usize) -> Option<()> {
        if self.nodes >= FILLING * self.count && self.buckets.push(spare).is_some() {
            self.count += 1;
            // Before the node goes in, so that it is put where it belongs now, and not moved at once.
            self.split(nodes);
        }
        if self.count == 0 {
            return None;
        }
        self.nodes += 1;
        self.put(nodes.key(node) as u32, node, nodes);
        Some(())
    }

    /// Removes a node that is in the table.
    pub(crate) fn remove(&mut self, node: u32, nodes: &mut impl Chained) {
        self.nodes -= 1;
        let bucket = self.bucket(nodes.key(node) as u32);
        let bucket = self.buckets.get_mut(bucket);
        if let Some(slot) = bucket.position(node) {
            let last = bucket.len as usize - 1;
            (bucket.tags[slot], bucket.nodes[slot]) = (bucket.tags[last], bucket.nodes[last]);
            bucket.len -= 1;
            return;
        }
        let after = nodes.next(node);
        if bucket.rest == node {
            bucket.rest = after;
            return;
        }
        let mut before = bucket.rest;
        while nodes.next(before) != node {
            before = nodes.next(before);
        }
        nodes.set_next(before, after);
    }

    /// The bucket of a key: its lower bits, one bit more for the buckets that are split in this round.
    #[inline]
    fn bucket(&self, tag: u32) -> u32 {
        // Of 2^n + s buckets the first s are split: a key with such lower bits has one bit more that counts.
        let mask = (self.count.next_power_of_two() - 1) as u32;
        let bucket = tag & mask;
        if (bucket as usize) < self.count { bucket } else { bucket & (mask >> 1) }
    }

    fn put(&mut self, tag: u32, node: u32, nodes: &mut impl Chained) {
        let bucket = self.bucket(tag);
        let bucket = self.buckets.get_mut(bucket);
        match bucket.len as usize {
            ROOM => nodes.set_next(node, std::mem::replace(&mut bucket.rest, node)),
            slot => {
                (bucket.tags[slot], bucket.nodes[slot]) = (tag, node);
                bucket.len += 1;
            }
        }
    }

    /// Moves those nodes to the last bucket that belong there now.
    fn split(&mut self, nodes: &mut impl Chained) {
        let last = self.count as u32 - 1;
        if last == 0 {
            return;
        }
        // The bucket whose keys had the last one's name without its top bit.
        let source = last - (self.count.next_power_of_two() as u32 >> 1);
        let divided = std::mem::take(self.buckets.get_mut(source));
        for slot in 0..divided.len as usize {
            self.put(divided.tags[slot], divided.nodes[slot], nodes);
        }
        let mut node = divided.rest;
        while node != NOTHING {
            let next = nodes.next(node);
            self.put(nodes.key(node) as u32, node, nodes);
            node = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use bestply_core::mix;

    use super::*;

    struct Nodes(Vec<u32>);

    impl Chained for Nodes {
        fn key(&self, node: u32) -> u64 {
            mix(u64::from(node) / 2)
        }

        fn next(&self, node: u32) -> u32 {
            self.0[node as usize]
        }

        fn set_next(&mut self, node: u32, next: u32) {
            self.0[node as usize] = next;
        }
    }

    fn finds(table: &NodeTable, nodes: &Nodes, node: u32) -> bool {
        table.find(nodes.key(node), nodes, |found| found == node) == Some(node)
    }

    #[test]
    fn what_is_inserted_is_found_until_it_is_removed() {
        const COUNT: u32 = 3000;
        let mut nodes = Nodes(vec![NOTHING; COUNT as usize]);
        let mut table = NodeTable::default();
        assert!(!finds(&table, &nodes, 7));
        for node in 0..COUNT {
            // From a fifth of the way on there is memory for as many buckets as there are.
            let grows = node < COUNT / 5;
            table.insert(node, &mut nodes, if grows { usize::MAX } else { 0 }).unwrap();
            assert!(finds(&table, &nodes, node / 2));
            assert!(!grows || table.count == (node as usize + 1).div_ceil(FILLING));
        }
        let is_full = |bucket: u32| table.buckets.get(bucket).rest != NOTHING;
        assert!((0..table.count as u32).any(is_full), "some buckets have no room for all");
        for node in (0..COUNT).step_by(3) {
            table.remove(node, &mut nodes);
        }
        for node in 0..COUNT {
            assert_eq!(finds(&table, &nodes, node), node % 3 != 0, "{node}");
        }
        assert!(NodeTable::default().insert(0, &mut nodes, 0).is_none());
    }
}
