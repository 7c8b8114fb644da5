use std::cell::RefCell;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A move of any game: its [number](crate::Playable::number).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnyMove(u32);

impl AnyMove {
    /// The move of this number.
    #[inline]
    pub fn of_number(number: u32) -> AnyMove {
        AnyMove(number)
    }

    /// The move's number in its game.
    ///
    /// Where a game [numbers](crate::Playable::move_numbers) its moves by their places in the list,
    /// it is the index in the position that listed the move.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", self.0)
    }
}

/// As the moves of each game hash: so a search that names moves by their hashes is the same.
impl Hash for AnyMove {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.0);
    }
}

/// The moves of one position of any game.
#[derive(Debug)]
pub struct AnyMoves {
    list: Vec<AnyMove>,
    next: usize,
}

thread_local! {
    /// Lists that are not in use. A search lists moves at each node, and would ask for memory each time.
    static FREE: RefCell<Vec<Vec<AnyMove>>> = const { RefCell::new(Vec::new()) };
}

impl AnyMoves {
    /// The moves with which `fill` fills an empty list.
    #[inline]
    pub(crate) fn filled(fill: impl FnOnce(&mut Vec<AnyMove>)) -> AnyMoves {
        let mut list = FREE.with(|free| free.borrow_mut().pop()).unwrap_or_default();
        fill(&mut list);
        AnyMoves { list, next: 0 }
    }
}

impl Iterator for AnyMoves {
    type Item = AnyMove;

    #[inline]
    fn next(&mut self) -> Option<AnyMove> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, index: usize) -> Option<AnyMove> {
        let place = self.next + index;
        self.next = place + 1;
        self.list.get(place).copied()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len().saturating_sub(self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for AnyMoves {}

impl Drop for AnyMoves {
    #[inline]
    fn drop(&mut self) {
        let mut list = std::mem::take(&mut self.list);
        list.clear();
        // A thread that ends may have dropped the lists before this.
        let _ = FREE.try_with(|free| free.borrow_mut().push(list));
    }
}
