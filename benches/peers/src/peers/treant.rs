//! The crate `treant`: Monte-Carlo tree search, with an evaluator that plays at random to the end.

use std::marker::PhantomData;

use ::treant::tree_policy::UCTPolicy;
use ::treant::{Evaluator, GameState, MCTS, MCTSManager, SearchHandle};
use bestply::Side;
use bestply::games::Outcome;
use rand_0_8::rngs::SmallRng;
use rand_0_8::{RngCore, SeedableRng};

use super::{EXPLORATION, SEED};
use crate::games::{Game, play_out};
use crate::measurement::{Bytes, Measurement, measured};

/// Monte-Carlo tree search from the start, in this thread. Nothing is proved: that is the crate's default.
pub(crate) fn simulations<P: Game>(count: u64) -> Measurement {
    let search = || {
        let (spec, policy) = (Playing(PhantomData), UCTPolicy::new(EXPLORATION));
        let mut manager = MCTSManager::new(State(P::start()), spec, Playouts, policy, ());
        manager.playout_n(count);
        manager
    };
    let (manager, seconds, bytes) = measured(Bytes::Kept, search);
    let best = manager.best_move().expect("a game is not over at its start");
    let count = manager.root_child_stats().iter().map(|child| child.visits).sum();
    Measurement { seconds, bytes, count, value: best.to_string() }
}

/// A search of this game: one node a playout, and nothing that only threads need.
struct Playing<P>(PhantomData<P>);

impl<P: Game> MCTS for Playing<P> {
    type State = State<P>;
    type Eval = Playouts;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Random;

    fn rng_seed(&self) -> Option<u64> {
        Some(SEED)
    }
}

#[derive(Clone)]
struct State<P>(P);

impl<P: Game> GameState for State<P> {
    type Move = P::Move;
    type Player = Side;
    /// The moves are listed one by one, without a list of them in memory.
    type MoveList = P::Moves;

    fn current_player(&self) -> Side {
        self.0.to_move()
    }

    fn available_moves(&self) -> P::Moves {
        self.0.moves()
    }

    fn make_move(&mut self, mv: &P::Move) {
        self.0.make(*mv);
    }
}

/// The random numbers of playouts.
struct Random(SmallRng);

impl Default for Random {
    fn default() -> Random {
        Random(SmallRng::seed_from_u64(SEED))
    }
}

/// A position is worth what a random game from it ends with: 1, 0 or -1, from MAX's point of view.
struct Playouts;

impl<P: Game> Evaluator<Playing<P>> for Playouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &State<P>,
        _: &P::Moves,
        handle: Option<SearchHandle<Playing<P>>>,
    ) -> (Vec<()>, i64) {
        // A list of nothing takes no memory.
        let moves = vec![(); state.0.move_count()];
        let value = match handle {
            Some(mut handle) => value(state.0, &mut handle.thread_data().extra_data),
            None => value(state.0, &mut Random::default()),
        };
        (moves, value)
    }

    fn evaluate_existing_state(&self, _: &State<P>, value: &i64, _: SearchHandle<Playing<P>>) -> i64 {
        *value
    }

    fn interpret_evaluation_for_player(&self, value: &i64, player: &Side) -> i64 {
        value * i64::from(player.sign())
    }
}

#[inline]
fn value<P: Game>(position: P, Random(random): &mut Random) -> i64 {
    match play_out(position, || random.next_u64()) {
        Outcome::Won(side) => i64::from(side.sign()),
        Outcome::Drawn => 0,
    }
}
