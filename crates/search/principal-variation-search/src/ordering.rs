use std::hash::{Hash, Hasher};

use bestply_core::Side;

/// A name for a move, independent of the position: a hash of the move and the side that makes it.
///
/// The history knows moves by their names. Two moves may share one, and then share what was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name(u16);

impl Name {
    /// 2,048 names, whose history takes eight kilobytes and stays in the fastest cache.
    ///
    /// With 64 names the same depths take 4 % more evaluations in Othello, 10 % more in Breakthrough and 2 % more in
    /// Connect Four (bench `counts -- engine`).
    const BITS: u32 = 11;

    /// The name of a move.
    #[inline(always)]
    pub(crate) fn new<M: Hash>(side: Side, mv: M) -> Name {
        // A side in the bits of a move's number would give a move of MIN the name of one of MAX: the history of both
        // would be one. In Othello that takes 5 % more evaluations (test `evaluations` of the facade).
        let mut hasher = MoveHasher((side as u64) << 40);
        mv.hash(&mut hasher);
        Name((hasher.finish() >> (u64::BITS - Name::BITS)) as u16)
    }
}

/// How often, and how high in the tree, each move refuted a position, independent of the position.
#[derive(Clone, Debug)]
pub(crate) struct History(Box<[u32; 1 << Name::BITS]>);

impl Default for History {
    fn default() -> History {
        History(Box::new([0; 1 << Name::BITS]))
    }
}

impl History {
    /// An upper bound on every score.
    pub(crate) const LIMIT: u32 = 1 << 24;

    #[inline(always)]
    pub(crate) fn score(&self, name: Name) -> u32 {
        self.0[usize::from(name.0)]
    }

    /// Notes that a move refuted a position searched to this draft.
    /// A refutation high in the tree was expensive to find.
    #[inline(always)]
    pub(crate) fn note_refutation(&mut self, name: Name, draft: usize) {
        // By the draft itself or by its cube, the same depths take evaluations that differ by less than 1 % from these
        // in Othello, Breakthrough and Connect Four (bench `counts -- engine`).
        const MOST_DRAFT: u32 = 255;
        let bonus = u32::try_from(draft).map_or(MOST_DRAFT, |draft| draft.min(MOST_DRAFT)).pow(2);
        let score = &mut self.0[usize::from(name.0)];
        *score += bonus;
        if *score >= History::LIMIT {
            self.fade();
        }
    }

    /// Halves the weight of all that is known so far.
    pub(crate) fn fade(&mut self) {
        self.0.iter_mut().for_each(|score| *score /= 2);
    }
}

/// The last two moves that refuted positions at one distance from the root, the last first, each with its side.
///
/// One of them often refutes the next position there, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Killers<M>([Option<(Side, M)>; 2]);

impl<M> Default for Killers<M> {
    fn default() -> Killers<M> {
        Killers([None, None])
    }
}

impl<M: Copy + PartialEq> Killers<M> {
    #[inline(always)]
    pub(crate) fn note_refutation(&mut self, side: Side, mv: M) {
        let [last, _] = self.0;
        if last != Some((side, mv)) {
            self.0 = [Some((side, mv)), last];
        }
    }

    /// The killer of this place, the last being 0, if this side made it.
    #[inline(always)]
    pub(crate) fn of_side(&self, place: usize, side: Side) -> Option<M> {
        self.0[place].filter(|&(own, _)| own == side).map(|(_, mv)| mv)
    }
}

/// What a move scores in the order of search.
///
/// The table's move comes first, then the moves of a positive rank
/// ([`move_rank`](bestply_core::Position::move_rank)), the killers, the other moves by their history,
/// and then the moves of a negative rank.
/// Among equals the lower index comes first.
pub(crate) struct MoveScore;

impl MoveScore {
    /// What is between the score of a move by its history and that of a move of the least rank.
    const LEARNT: u32 = 1 << 15;
    /// Above the scores of the killers.
    const PROMISING: u32 = History::LIMIT * 2;

    /// The killer of this place, the last being 0.
    pub(crate) const fn killer(place: usize) -> u32 {
        MoveScore::LEARNT + History::LIMIT + 1 - place as u32
    }

    /// By what was learnt of the move.
    #[inline(always)]
    pub(crate) fn learnt(side: Side, mv: impl Hash, history: &History) -> u32 {
        MoveScore::LEARNT + history.score(Name::new(side, mv))
    }

    /// Whether a move has this score by what was learnt of it.
    #[inline(always)]
    pub(crate) const fn is_learnt(score: u32) -> bool {
        MoveScore::LEARNT <= score && score < MoveScore::LEARNT + History::LIMIT
    }

    /// By the move's static rank, or by what was learnt of it if that is 0.
    #[inline(always)]
    pub(crate) fn of_rank(static_rank: i16, side: Side, mv: impl Hash, history: &History) -> u32 {
        let rank = u32::from(static_rank.unsigned_abs());
        match static_rank {
            0 => MoveScore::learnt(side, mv, history),
            1.. => MoveScore::PROMISING + rank,
            _ => MoveScore::LEARNT - rank,
        }
    }
}

/// A fast hash of small values, the same on every machine. Its high bits are its best.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline(always)]
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for MoveHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    #[inline(always)]
    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    #[inline(always)]
    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::OpenMoves;

    #[test]
    fn moves_go_in_the_order_of_what_is_known_of_them() {
        let (mut history, mut killers) = (History::default(), Killers::default());
        let name = |mv: u8| Name::new(Side::Max, mv);
        [3, 5, 5].into_iter().for_each(|mv| killers.note_refutation(Side::Max, mv));
        history.note_refutation(name(4), 2);
        history.note_refutation(name(1), 1);
        history.note_refutation(Name::new(Side::Min, 0_u8), 9);
        let in_order = |static_ranks: [i16; 7]| {
            let mut open = OpenMoves::new();
            open.add(
                |moves| moves.extend(0..7_u8),
                |mv| MoveScore::of_rank(static_ranks[usize::from(mv)], Side::Max, mv, &history),
            );
            for place in [0, 1] {
                let killer: u8 = killers.of_side(place, Side::Max).expect("there are two");
                if static_ranks[usize::from(killer)] == 0 {
                    open.put(0, killer.into(), MoveScore::killer(place));
                }
            }
            open.put_first(0, 2);
            [(); 7].map(|()| open.take_highest(0).map_or(0, |child| child.mv))
        };
        assert_eq!(in_order([0; 7]), [2, 5, 3, 4, 1, 0, 6]);
        assert_eq!(in_order([7, 0, -9, -1, i16::MIN, 0, i16::MAX]), [2, 6, 0, 5, 1, 3, 4], "a game ranks moves");
        assert_eq!([0, 1].map(|place| killers.of_side(place, Side::Max)), [Some(5), Some(3)]);
        assert_eq!(killers.of_side(0, Side::Min), None, "the other side makes other moves");
    }

    #[test]
    fn scores_stay_below_the_killers() {
        let (mut history, name) = (History::default(), Name::new(Side::Min, 7_usize));
        for draft in (0..1000).chain([usize::MAX; 1000]) {
            history.note_refutation(name, draft);
            assert!(history.score(name) < History::LIMIT);
        }
        assert!(history.score(name) > 0);
    }
    #[test]
    fn a_refutation_counts_by_the_square_of_its_draft_until_all_are_halved() {
        let (mut history, name) = (History::default(), Name::new(Side::Max, 7_u8));
        let mut score_after = |draft| {
            history.note_refutation(name, draft);
            history.score(name)
        };
        assert_eq!([1, 3, 255].map(&mut score_after), [1, 10, 10 + 255 * 255]);
        assert_eq!(score_after(300), 10 + 2 * 255 * 255, "as much as a draft of 255");

        let mut history = History::default();
        let other = Name::new(Side::Max, 8_u8);
        history.note_refutation(other, 3);
        (1..=4095).for_each(|_| history.note_refutation(name, 64));
        assert_eq!((history.score(name), history.score(other)), (History::LIMIT - 64 * 64, 9));
        history.note_refutation(name, 64);
        assert_eq!((history.score(name), history.score(other)), (History::LIMIT / 2, 4));
    }

    #[test]
    fn a_move_has_the_same_name_for_ever() {
        let of_max = [0_u8, 1, 2, 200].map(|mv| Name::new(Side::Max, mv));
        assert_eq!(of_max, [0, 1265, 483, 1242].map(Name));
        let of_a_pair = Name::new(Side::Max, (1_u8, 2_u8));
        assert_eq!((of_a_pair, Name::new(Side::Min, 1_u8)), (Name(849), Name(1901)));

        // A number is the same move whatever its type, and bytes are a move of as many numbers.
        let of_types = [
            Name::new(Side::Max, 200_u16),
            Name::new(Side::Max, 200_u32),
            Name::new(Side::Max, 200_u64),
            Name::new(Side::Max, 200_usize),
            Name::new(Side::Max, 200_isize),
        ];
        assert_eq!(of_types, [of_max[3]; 5]);
        let mut of_bytes = MoveHasher(Side::Max as u64);
        of_bytes.write(&[1, 2]);
        assert_eq!(of_bytes.finish() >> (u64::BITS - Name::BITS), u64::from(of_a_pair.0));
    }
}
