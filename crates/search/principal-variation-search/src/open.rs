use bestply_core::Value;

/// A move with its index in canonical order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct IndexedMove<M> {
    pub(crate) index: usize,
    pub(crate) mv: M,
}

/// The moves of the nodes on the path that are still to be searched, those of the last node last.
///
/// A node's moves are those from its *bottom* on, in canonical order, and so are their ranks until they are sorted.
#[derive(Debug)]
pub(crate) struct OpenMoves<M> {
    moves: Vec<M>,
    ranks: Vec<MoveRank>,
}

/// A move's place in the order of search: the larger is searched earlier, and among equal scores the lower index.
///
/// Which of two ranks is larger no processor can guess.
/// Of numbers of floating point it takes the larger without a guess, of several pairs at once on every x86-64;
/// of integers the compiler makes a branch again.
/// So the 52 bits of a number's fraction are the score, then [`INDEX_BITS`] with the index counted from above, and all
/// numbers have the exponent of the first one.
type MoveRank = f64;

const FIRST: MoveRank = (1_u64 << FRACTION_BITS) as MoveRank;
const FRACTION_BITS: u32 = MoveRank::MANTISSA_DIGITS - 1;

/// The rank of a move that was taken.
const TAKEN: MoveRank = 0.0;

const INDEX_BITS: u32 = FRACTION_BITS - u32::BITS;
const LAST_INDEX: u64 = (1 << INDEX_BITS) - 1;

/// The most moves that a position may have.
pub(crate) const MOST_MOVES: usize = LAST_INDEX as usize + 1;

impl<M: Copy> OpenMoves<M> {
    pub(crate) fn new() -> OpenMoves<M> {
        OpenMoves { moves: Vec::new(), ranks: Vec::new() }
    }

    /// Where the moves of the next node begin.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves of the last node.
    #[inline(always)]
    pub(crate) fn moves(&self, bottom: usize) -> &[M] {
        &self.moves[bottom..]
    }

    /// Adds the moves of a node, which a function lists in canonical order, with the scores that another gives them.
    #[inline(always)]
    pub(crate) fn add(&mut self, list: impl FnOnce(&mut Vec<M>), score: impl Fn(M) -> u32) {
        let bottom = self.len();
        list(&mut self.moves);
        // A loop over a list that is there takes fewer instructions than one that makes both lists.
        self.ranks.extend(self.moves[bottom..].iter().enumerate().map(|(index, &mv)| rank(score(mv), index)));
    }

    /// Leaves the last node.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, bottom: usize) {
        self.moves.truncate(bottom);
        self.ranks.truncate(bottom);
    }

    /// Puts a move before all others, if there is a move of this index.
    #[inline(always)]
    pub(crate) fn put_first(&mut self, bottom: usize, index: usize) {
        if bottom + index < self.len() {
            self.put(bottom, index, u32::MAX);
        }
    }

    /// Puts a move in its place by the static value of its child, as the side to move sees it.
    pub(crate) fn put_by_value(&mut self, bottom: usize, index: usize, value: Value) {
        self.put(bottom, index, (value as u32) ^ (1 << 31));
    }

    /// Gives a move another score.
    #[inline(always)]
    pub(crate) fn put(&mut self, bottom: usize, index: usize, score: u32) {
        self.ranks[bottom + index] = rank(score, index);
    }

    /// The score of a move.
    #[inline(always)]
    pub(crate) fn score(&self, bottom: usize, index: usize) -> u32 {
        (self.ranks[bottom + index].to_bits() >> INDEX_BITS) as u32
    }

    #[inline(always)]
    pub(crate) fn is_open(&self, bottom: usize, index: usize) -> bool {
        self.ranks[bottom + index] != TAKEN
    }

    /// Takes a move out of the order.
    #[inline(always)]
    pub(crate) fn take(&mut self, bottom: usize, index: usize) {
        self.ranks[bottom + index] = TAKEN;
    }

    /// Takes the open move of the highest rank of the last node, whose ranks are not sorted.
    #[inline(always)]
    pub(crate) fn take_highest(&mut self, bottom: usize) -> Option<IndexedMove<M>> {
        let ranks = &self.ranks[bottom..];
        let highest = highest(ranks);
        (highest != TAKEN).then(|| {
            let index = index_of(highest);
            self.take(bottom, index);
            IndexedMove { index, mv: self.moves[bottom + index] }
        })
    }

    /// Sorts the ranks of the last node, the highest first.
    #[cold]
    pub(crate) fn sort(&mut self, bottom: usize) {
        self.ranks[bottom..].sort_unstable_by(|a, b| b.total_cmp(a));
    }

    /// The open move of this place among those of the last node, which are sorted.
    #[inline(always)]
    pub(crate) fn of_place(&self, bottom: usize, place: usize) -> Option<IndexedMove<M>> {
        let rank = *self.ranks.get(bottom + place).filter(|&&rank| rank != TAKEN)?;
        let index = index_of(rank);
        Some(IndexedMove { index, mv: self.moves[bottom + index] })
    }
}

#[inline(always)]
fn rank(score: u32, index: usize) -> MoveRank {
    debug_assert!(index < MOST_MOVES);
    MoveRank::from_bits(FIRST.to_bits() | u64::from(score) << INDEX_BITS | (LAST_INDEX - index as u64))
}

#[inline(always)]
fn index_of(rank: MoveRank) -> usize {
    (LAST_INDEX - (rank.to_bits() & LAST_INDEX)) as usize
}

/// Below so many ranks each is read alone. One that was just written waits for the write where it is read with others.
const FEW: usize = 16;

#[inline(always)]
fn larger(a: MoveRank, b: MoveRank) -> MoveRank {
    if a > b { a } else { b }
}

/// The highest of some ranks, or [`TAKEN`].
#[inline(always)]
fn highest(ranks: &[MoveRank]) -> MoveRank {
    let (fours, rest) = if ranks.len() < FEW { (&[][..], ranks) } else { ranks.as_chunks::<4>() };
    let of_rest = rest.iter().copied().fold(TAKEN, larger);
    let of_fours =
        fours.iter().fold([of_rest; 4], |found, four| std::array::from_fn(|lane| larger(four[lane], found[lane])));
    of_fours.into_iter().fold(TAKEN, larger)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_taken_by_score_and_then_by_index() {
        let scores = [5, 0, u32::MAX, 5, 7, 0, 5, 1 << 31, 7];
        let in_order = [2, 7, 4, 8, 0, 3, 6, 1, 5];
        let mut open = OpenMoves::new();
        open.add(|moves| moves.push('x'), |_| 9);
        let bottom = open.len();
        open.add(|moves| moves.extend("abcdefghi".chars()), |mv| scores[mv as usize - usize::from(b'a')]);
        let mut taken: Vec<IndexedMove<char>> = (0..4).map_while(|_| open.take_highest(bottom)).collect();
        open.sort(bottom);
        taken.extend((0..).map_while(|place| open.of_place(bottom, place)));
        assert_eq!(taken.iter().map(|child| child.index).collect::<Vec<_>>(), in_order);
        assert!(taken.iter().all(|child| child.mv as usize == usize::from(b'a') + child.index));
        open.truncate(bottom);
        assert_eq!((open.take_highest(bottom), open.len()), (None, 1));
        assert_eq!(open.take_highest(0), Some(IndexedMove { index: 0, mv: 'x' }));
    }

    #[test]
    fn the_ends_of_scores_values_and_indices_keep_their_order() {
        let last = MOST_MOVES - 1;
        let ascending = [(0, last), (0, 0), (1, last), (u32::MAX - 1, 0), (u32::MAX, last), (u32::MAX, 0)];
        let ranks = ascending.map(|(score, index)| rank(score, index));
        assert!(ranks.is_sorted() && ranks[0] > TAKEN);
        assert_eq!(ranks.map(index_of), ascending.map(|(_, index)| index));

        let mut open = OpenMoves::new();
        let values = [Value::MIN, -1, Value::MAX, 0, 1];
        open.add(|moves| moves.extend(values.map(|_| ())), |()| 0);
        (0..).zip(values).for_each(|(index, value)| open.put_by_value(0, index, value));
        open.put_first(0, 1);
        open.put_first(0, 5);
        let order: Vec<usize> = (0..9).map_while(|_| open.take_highest(0)).map(|child| child.index).collect();
        assert_eq!(order, [1, 2, 4, 3, 0]);
    }
}
