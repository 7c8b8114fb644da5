//! Which expanded node has a key: hashing that grows by one bucket at a time.

use super::slab::{NOTHING, Slab};

/// Chains of nodes by their keys, by linear hashing (Litwin 1980).
///
/// Each new node splits one bucket, so that no growth takes long: a table that doubles moves all its nodes at once.
/// Entering a node, its split included, takes some 230 instructions, and all of it 0.8 % of a search in Breakthrough
/// (`Graph::enter` in callgrind's profile of the bench `counts`, `breakthrough unbounded`).
/// A node holds the next node of its chain itself.
pub(crate) struct Table {
    /// The first node of each chain.
    buckets: Slab<u32>,
    count: usize,
}

/// What a node needs to be in a table.
pub(crate) trait Chained {
    /// The key by which the node is found.
    fn key(&self, node: u32) -> u64;

    /// The next node of the node's chain.
    fn next(&self, node: u32) -> u32;

    /// Sets the next node of the node's chain.
    fn set_next(&mut self, node: u32, next: u32);
}

impl Table {
    pub(crate) const fn new() -> Table {
        Table { buckets: Slab::new(), count: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.count = 0;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.buckets.bytes()
    }

    /// The first node of the chain with this key.
    #[inline]
    pub(crate) fn chain(&self, key: u64) -> u32 {
        if self.count == 0 { NOTHING } else { *self.buckets.get(self.bucket(key)) }
    }

    /// Adds a node. Where there is room for another bucket within `spare` bytes, one bucket is split in two.
    pub(crate) fn insert(&mut self, node: u32, nodes: &mut impl Chained, spare: usize) -> Option<()> {
        match self.buckets.push(spare) {
            Some(added) => {
                *self.buckets.get_mut(added) = NOTHING;
                self.count += 1;
                // Before the node goes in, so that it is put where it belongs now, and not moved at once.
                self.split(nodes);
            }
            None if self.count == 0 => return None,
            None => {}
        }
        let bucket = self.bucket(nodes.key(node));
        nodes.set_next(node, *self.buckets.get(bucket));
        *self.buckets.get_mut(bucket) = node;
        Some(())
    }

    /// Removes a node that is in the table.
    pub(crate) fn remove(&mut self, node: u32, nodes: &mut impl Chained) {
        let bucket = self.bucket(nodes.key(node));
        let first = *self.buckets.get(bucket);
        let after = nodes.next(node);
        if first == node {
            *self.buckets.get_mut(bucket) = after;
            return;
        }
        let mut before = first;
        while nodes.next(before) != node {
            before = nodes.next(before);
        }
        nodes.set_next(before, after);
    }

    /// The bucket of a key: the lower bits, one bit more for the buckets that are split in this round.
    #[inline]
    fn bucket(&self, key: u64) -> u32 {
        // Of 2^n + s buckets the first s are split: a key with such lower bits has one bit more that counts.
        let mask = self.count.next_power_of_two() as u64 - 1;
        let bucket = key & mask;
        (if bucket < self.count as u64 { bucket } else { bucket & (mask >> 1) }) as u32
    }

    /// Moves those nodes to the last bucket that belong there now.
    fn split(&mut self, nodes: &mut impl Chained) {
        let last = self.count as u32 - 1;
        if last == 0 {
            return;
        }
        // The bucket whose keys had the last one's name without its top bit.
        let source = last - (self.count.next_power_of_two() as u32 >> 1);
        let mut node = std::mem::replace(self.buckets.get_mut(source), NOTHING);
        while node != NOTHING {
            let next = nodes.next(node);
            let bucket = self.bucket(nodes.key(node));
            nodes.set_next(node, *self.buckets.get(bucket));
            *self.buckets.get_mut(bucket) = node;
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

    fn chain(table: &Table, nodes: &Nodes, key: u64) -> Vec<u32> {
        let mut chain = vec![table.chain(key)];
        while *chain.last().unwrap() != NOTHING {
            chain.push(nodes.next(*chain.last().unwrap()));
        }
        chain
    }

    #[test]
    fn what_is_inserted_is_found_until_it_is_removed() {
        const COUNT: u32 = 3000;
        let mut nodes = Nodes(vec![NOTHING; COUNT as usize]);
        let mut table = Table::new();
        assert_eq!(table.chain(7), NOTHING);
        for node in 0..COUNT {
            // Half of the way the buckets stay as many as they are.
            let spare = if node < COUNT / 2 { usize::MAX } else { 0 };
            table.insert(node, &mut nodes, spare).unwrap();
            let found = chain(&table, &nodes, nodes.key(node / 2));
            assert!(found.contains(&(node / 2)) && found.len() < 20);
        }
        for node in (0..COUNT).step_by(3) {
            table.remove(node, &mut nodes);
        }
        for node in 0..COUNT {
            assert_eq!(chain(&table, &nodes, nodes.key(node)).contains(&node), node % 3 != 0, "{node}");
        }
        assert!(Table::new().insert(0, &mut nodes, 0).is_none());
    }
}
