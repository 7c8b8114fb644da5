use crate::bitboard::{flips_of_disc, legal_moves};

/// The most moves of a batch, at least as many as a position can have.
///
/// A larger batch would not fit the fastest cache, and a smaller one would be made more often.
const CAPACITY: usize = 256;

/// Moves of any positions, to be made together.
///
/// The bodies of its loops have no branch and no look-up,
/// so that a compiler makes instructions on several words of them.
#[derive(Clone)]
pub(super) struct Batch {
    mover: [u64; CAPACITY],
    waiting: [u64; CAPACITY],
    /// The square of each disc to be placed. After the moves are made, it holds the legal moves.
    squares: [u64; CAPACITY],
    len: usize,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch { mover: [0; CAPACITY], waiting: [0; CAPACITY], squares: [0; CAPACITY], len: 0 }
    }
}

impl Batch {
    #[inline]
    pub(super) const fn has_room_for(&self, legal: u64) -> bool {
        self.len + legal.count_ones() as usize <= CAPACITY
    }

    /// Adds the legal moves of a position. There must be room for them.
    #[inline]
    pub(super) fn add(&mut self, mover: u64, waiting: u64, mut legal: u64) {
        while legal != 0 {
            self.mover[self.len] = mover;
            self.waiting[self.len] = waiting;
            self.squares[self.len] = legal & legal.wrapping_neg();
            self.len += 1;
            legal &= legal - 1;
        }
    }

    /// Makes the moves, and empties the batch. Returns the positions as mover, waiting and legal moves.
    #[inline]
    pub(super) fn make(&mut self) -> impl Iterator<Item = (u64, u64, u64)> {
        let len = std::mem::take(&mut self.len);
        let (movers, waitings, squares) = (&mut self.mover[..len], &mut self.waiting[..len], &mut self.squares[..len]);
        with_the_best_instructions(
            #[inline(always)]
            || {
                for ((mover, waiting), squares) in movers.iter_mut().zip(&mut *waitings).zip(&mut *squares) {
                    (*mover, *waiting, *squares) = after(*mover, *waiting, *squares);
                }
            },
        );
        let discs = self.mover[..len].iter().zip(&self.waiting);
        discs.zip(&self.squares).map(|((&mover, &waiting), &legal)| (mover, waiting, legal))
    }

    /// Makes the moves, and empties the batch.
    /// Returns the number of moves of all positions; one without moves counts as one.
    pub(super) fn count(&mut self) -> u64 {
        let len = std::mem::take(&mut self.len);
        let (movers, waitings, squares) = (&self.mover[..len], &self.waiting[..len], &self.squares[..len]);
        with_the_best_instructions(
            #[inline(always)]
            || {
                let mut count = 0;
                for ((mover, waiting), disc) in movers.iter().zip(waitings).zip(squares) {
                    let (_, _, legal) = after(*mover, *waiting, *disc);
                    count += u64::from(legal.count_ones().max(1));
                }
                count
            },
        )
    }
}

/// The board after a move, as mover, waiting and legal moves.
#[inline(always)]
fn after(mover: u64, waiting: u64, disc: u64) -> (u64, u64, u64) {
    let turned = flips_of_disc(mover, waiting, disc);
    let (mover, waiting) = (waiting ^ turned, mover ^ turned ^ disc);
    (mover, waiting, legal_moves(mover, waiting))
}

/// Runs code compiled for the widest instructions that this processor has;
/// without the feature, for those of the target.
#[inline]
fn with_the_best_instructions<R>(run: impl FnOnce() -> R) -> R {
    #[cfg(feature = "simd")]
    return rten_simd::SimdOp::dispatch(Run(run));
    #[cfg(not(feature = "simd"))]
    return run();
}

/// Code to be compiled for each set of instructions. The compiler finds where they help, so that it names none.
#[cfg(feature = "simd")]
struct Run<F>(F);

#[cfg(feature = "simd")]
impl<R, F: FnOnce() -> R> rten_simd::SimdOp for Run<F> {
    type Output = R;

    #[inline(always)]
    fn eval<I: rten_simd::Isa>(self, _: I) -> R {
        self.0()
    }
}
