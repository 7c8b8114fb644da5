//! How islands share the bytes of a search, and what is done where these do not suffice.

use bestply_core::{Limit, Stop};
use bestply_tree::Memory;

use crate::shared::ground::Ground;
use crate::shared::top::Top;

/// The bytes of a search and who has them (`docs/meaning.md`, D65, D116 and D117).
pub(super) struct Space {
    /// The most bytes, if they are limited.
    most: Option<usize>,
    memory: Memory,
    /// The bytes and nodes of the top and of all islands. Of islands that are being searched, it is what they had.
    held: HeldSpace,
    /// The bytes by which islands that are being searched may grow.
    granted: usize,
    pub(super) peak: HeldSpace,
    /// The most islands that are searched at a time.
    abreast: usize,
    found: RoomOfStays,
    help: Help,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HeldSpace {
    pub(super) bytes: usize,
    pub(super) nodes: usize,
}

/// What an island may take, besides what it has.
pub(super) struct Grant {
    before: HeldSpace,
    more: usize,
    /// The most bytes of the island's ground, if they are limited.
    pub(super) limit: Option<usize>,
    /// What the search of the island does when these bytes are spent.
    pub(super) memory: Memory,
    /// The most bytes that the island's children may take in the top.
    pub(super) in_top: usize,
}

/// The room that stays had, the least of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum RoomOfStays {
    #[default]
    Enough,
    /// A stay ended for want of bytes.
    ForSomeWalks,
    /// A stay ended so before its first walk did.
    ForNoWalk,
}

/// What was done for stays that had no room for a walk, most recently.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Help {
    #[default]
    Nothing,
    /// Half of the bytes were freed.
    Pruned,
    /// One island is searched alone, with all bytes that are free.
    Alone,
}

impl Space {
    /// The space at the beginning of a search in which so many islands may be searched at a time.
    ///
    /// Where the top has more bytes than it may, grounds are freed, or all is forgotten.
    pub(super) fn of<K: Copy + Default>(top: &mut Top<K>, limit: &Limit, memory: Memory, abreast: usize) -> Space {
        let held = top.held();
        let mut space = Space {
            most: limit.bytes,
            memory,
            held,
            granted: 0,
            peak: held,
            abreast,
            found: RoomOfStays::default(),
            help: Help::default(),
        };
        if space.most.is_some_and(|most| held.bytes > most) && !space.prune(top) {
            top.clear();
            space.held = top.held();
        }
        space.peak = space.held;
        space
    }

    /// The most islands that are searched at a time.
    pub(super) fn abreast(&self) -> usize {
        if self.help == Help::Alone { 1 } else { self.abreast }
    }

    /// Whether another island may be searched while so many are.
    pub(super) fn admits(&self, in_flight: usize) -> bool {
        in_flight == 0 || (in_flight < self.abreast() && self.found == RoomOfStays::Enough)
    }

    /// Gives an island its part of the bytes that are free, as one of so many; `None` where its ground has no room.
    pub(super) fn grant<K: Copy + Default>(&mut self, top: &Top<K>, island: usize, sharers: usize) -> Option<Grant> {
        let before = top.ground(island).map_or(HeldSpace::default(), |ground| top.held_by(ground));
        let Some(most) = self.most else {
            return Some(Grant { before, more: 0, limit: None, memory: self.memory, in_top: usize::MAX });
        };
        let free = most.saturating_sub(self.held.bytes + self.granted);
        let is_whole = top.root().is_island();
        let overhead = if is_whole { 0 } else { size_of::<Ground<K>>() };
        let least = if is_whole { 0 } else { Ground::<K>::LEAST_LIMIT_BYTES + overhead };
        let least = least.saturating_sub(before.bytes);
        // No more than a quarter is one island's, so that pruning need not free the principal variation.
        let room = match self.memory {
            Memory::Prune if !is_whole && self.help != Help::Alone => {
                (most / 4).saturating_sub(before.bytes).max(least)
            }
            _ => free,
        };
        // A young top has fewer islands than there are threads: none of the bytes wait for islands to come.
        let part = (free / sharers.min(top.nodes())).max(least);
        if part > free {
            return None;
        }
        let more = part.min(room);
        self.granted += more;
        // Where other islands could make room for it, an island does not free nodes of its own.
        let memory = if more == room && self.memory == Memory::Prune { Memory::Prune } else { Memory::Stop };
        let limit = Some((before.bytes + more).saturating_sub(overhead));
        Some(Grant { before, more, limit, memory, in_top: (most / 4).saturating_sub(top.bytes()) })
    }

    /// Takes the bytes of an island back, with its own and the top's, before it is given back to the top.
    pub(super) fn take_back<K: Copy + Default>(&mut self, top: &Top<K>, grant: &Grant) {
        self.granted -= grant.more;
        self.held.bytes -= grant.before.bytes + top.bytes();
        self.held.nodes -= grant.before.nodes + top.nodes();
    }

    /// Enters the bytes of an island and the top's, after it was given back to the top.
    pub(super) fn enter<K: Copy + Default>(&mut self, top: &Top<K>, island: usize) {
        let parts = top.node(island).children();
        let grounds = std::iter::once(island).chain(parts).filter_map(|island| top.ground(island));
        for HeldSpace { bytes, nodes } in grounds.map(|ground| top.held_by(ground)) {
            self.held.bytes += bytes;
            self.held.nodes += nodes;
        }
        self.held.bytes += top.bytes();
        self.held.nodes += top.nodes();
        self.peak.bytes = self.peak.bytes.max(self.held.bytes);
        self.peak.nodes = self.peak.nodes.max(self.held.nodes);
    }

    /// Notes that a stay ended for want of bytes after so many walks.
    pub(super) fn was_short(&mut self, walks: u32) {
        self.found = self.found.max(if walks == 0 { RoomOfStays::ForNoWalk } else { RoomOfStays::ForSomeWalks });
    }

    /// Makes room for the next stays if the last ones had too little. No island is being searched then.
    ///
    /// An error is the end of the search: one island alone had all bytes that can be free, and they did not suffice.
    pub(super) fn make_room<K: Copy + Default>(&mut self, top: &mut Top<K>) -> Result<(), Stop> {
        let found = std::mem::take(&mut self.found);
        let help = std::mem::take(&mut self.help);
        if found == RoomOfStays::Enough {
            return Ok(());
        }
        let is_pruned = self.memory == Memory::Prune && self.prune(top);
        self.help = match help {
            // A search that still makes walks goes on, even where nothing could be freed.
            _ if found == RoomOfStays::ForSomeWalks => Help::Nothing,
            Help::Nothing if is_pruned => Help::Pruned,
            Help::Alone => return Err(Stop::Memory),
            Help::Nothing | Help::Pruned => {
                self.abreast = (self.abreast / 2).max(1);
                Help::Alone
            }
        };
        Ok(())
    }

    /// Frees what is farthest from the principal variation until half of the bytes are free.
    ///
    /// Returns whether they are, and were not before.
    fn prune<K: Copy + Default>(&mut self, top: &mut Top<K>) -> bool {
        let most = self.most.unwrap_or(usize::MAX) / 2;
        if self.held.bytes <= most {
            return false;
        }
        top.prune(|freed| {
            self.held.bytes -= freed.bytes;
            self.held.nodes -= freed.nodes;
            self.held.bytes <= most
        });
        self.held.bytes <= most
    }
}

impl<K: Copy + Default> Top<K> {
    /// What the top and all islands hold.
    fn held(&self) -> HeldSpace {
        let held = self.grounds().map(|ground| self.held_by(ground));
        let own = HeldSpace { bytes: self.bytes(), nodes: self.nodes() };
        held.fold(own, |a, b| HeldSpace { bytes: a.bytes + b.bytes, nodes: a.nodes + b.nodes })
    }

    /// What the ground of an island holds. Where all is one island, it holds nothing besides its nodes.
    pub(super) fn held_by(&self, ground: &Ground<K>) -> HeldSpace {
        let overhead = if self.root().is_island() { 0 } else { size_of::<Ground<K>>() };
        HeldSpace { bytes: ground.bytes() + overhead, nodes: ground.nodes() }
    }
}
