use bestply_core::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search};

use crate::search::{Pruning, search};

/// Full-width minimax: every move to the depth limit, or to the end of the game where there is no limit.
///
/// Of the moves that lead to the [`minimax`](crate::minimax()) value, it makes the one with the lowest index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Minimax;

/// Alpha-beta without a tree, with children in canonical order.
///
/// It searches to the depth limit, or to the end of the game where there is no limit.
/// It finds the value and the move that [`Minimax`] finds.
/// The alpha-beta for actual use is `bestply-alpha-beta`'s, which orders moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlainAlphaBeta;

/// Implements a searcher that keeps nothing.
macro_rules! searcher {
    ($searcher:ty, $pruning:expr) => {
        impl Reset for $searcher {
            fn reset(&mut self) {}
        }

        impl<P: Position> Advance<P> for $searcher {
            /// Nothing is kept from move to move.
            fn advance(&mut self, position: &mut P, mv: P::Move) {
                position.index_of(mv);
            }
        }

        impl<P: Position, E: Evaluator<P>> Search<P, E> for $searcher {
            fn run<O: Observer>(
                &mut self,
                position: &mut P,
                evaluator: &mut E,
                limit: &Limit,
                observer: &mut O,
            ) -> Report<P::Move> {
                search(position, evaluator, limit, observer, $pruning)
            }
        }
    };
}

searcher!(Minimax, Pruning::None);
searcher!(PlainAlphaBeta, Pruning::AlphaBeta);
