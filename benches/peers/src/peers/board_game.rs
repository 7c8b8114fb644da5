//! The crate `board-game`: Monte-Carlo tree search that proves what it can.

use std::fmt;
use std::iter::Empty;

use ::board_game::ai::mcts::mcts_build_tree;
use ::board_game::board::{
    Alternating, Board, BoardDone, BoardMoves, BoardSymmetry, Outcome as TheirOutcome, PlayError, Player,
};
use ::board_game::symmetry::UnitSymmetry;
use ::board_game::util::iter::ClonableInternal;
use bestply::Side;
use bestply::games::Outcome;
use rand_0_8::rngs::SmallRng;
use rand_0_8::{Rng, SeedableRng};

use super::{EXPLORATION, SEED};
use crate::games::{Game, below};
use crate::measurement::{Bytes, Measurement, measured};

/// Monte-Carlo tree search from the start. Its playouts are always whole.
pub(crate) fn simulations<P: Game>(count: u64) -> Measurement {
    let board = OurBoard(P::start());
    let mut random = SmallRng::seed_from_u64(SEED);
    let search = || mcts_build_tree(&board, count, EXPLORATION as f32, &mut random);
    let (tree, seconds, bytes) = measured(Bytes::Kept, search);
    Measurement { seconds, bytes, count: tree[0].visits as u64, value: tree.best_move().to_string() }
}

/// A position as `board-game` has it. What it lets a board do faster, this does by our rules.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OurBoard<P>(P);

impl<P: fmt::Display> fmt::Display for OurBoard<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<P: Game> Board for OurBoard<P> {
    type Move = P::Move;

    fn next_player(&self) -> Player {
        player(self.0.to_move())
    }

    fn is_available_move(&self, mv: P::Move) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.0.moves().any(|legal| legal == mv))
    }

    fn random_available_move(&self, random: &mut impl Rng) -> Result<P::Move, BoardDone> {
        match self.0.move_count() {
            0 => Err(BoardDone),
            moves => Ok(self.0.nth_move(below(random.next_u64(), moves))),
        }
    }

    fn play(&mut self, mv: P::Move) -> Result<(), PlayError> {
        self.0.make(mv);
        Ok(())
    }

    fn outcome(&self) -> Option<TheirOutcome> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Won(side) => TheirOutcome::WonBy(player(side)),
            Outcome::Drawn => TheirOutcome::Draw,
        })
    }

    fn can_lose_after_move() -> bool {
        false
    }
}

impl<'a, P: Game> BoardMoves<'a, OurBoard<P>> for OurBoard<P> {
    type AllMovesIterator = ClonableInternal<Empty<P::Move>>;
    type AvailableMovesIterator = ClonableInternal<P::Moves>;

    /// No search asks for them.
    fn all_possible_moves() -> ClonableInternal<Empty<P::Move>> {
        ClonableInternal::new(std::iter::empty())
    }

    fn available_moves(&'a self) -> Result<ClonableInternal<P::Moves>, BoardDone> {
        self.check_done()?;
        Ok(ClonableInternal::new(self.0.moves()))
    }
}

impl<P: Game> BoardSymmetry<OurBoard<P>> for OurBoard<P> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> OurBoard<P> {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, mv: P::Move) -> P::Move {
        mv
    }

    fn canonical_key(&self) {}
}

impl<P> Alternating for OurBoard<P> {}

fn player(side: Side) -> Player {
    match side {
        Side::Max => Player::A,
        Side::Min => Player::B,
    }
}
