use std::time::Instant;

use bestply::alpha_beta::AlphaBeta;
use bestply::{Evaluator, Limit, Player, Position, Report, Side};

use crate::matches::{MatchGame, Spent};
use crate::spec::{Engine, SearcherSpec};

/// What plays one side of a match.
pub trait Contestant<P: Position> {
    /// Begins a game at `start` on this side.
    fn start_game(&mut self, start: &P, side: Side);

    /// The move to play.
    fn choose(&mut self) -> P::Move;

    /// The move to play, by a search to the end of the game on exact values.
    fn finish(&mut self) -> P::Move;

    /// Follows a move of the game, by either side.
    fn follow(&mut self, mv: P::Move);

    /// What was spent since the contestant was made.
    fn spent(&self) -> Spent;
}

/// What a contestant evaluates positions with.
pub trait Evaluation<P: Position> {
    /// The static values of searches.
    type Searching: Evaluator<P>;
    /// The exact values of the searches that finish a game.
    type Finishing: Evaluator<P>;

    /// Whether both are of one scale, so that the finishing search may go on from the tree of the others.
    const ONE_SCALE: bool;

    /// The static values, as this side searches with them.
    fn searching(&self, side: Side) -> Self::Searching;

    /// The exact values.
    fn finishing(&self) -> Self::Finishing;
}

/// A searcher with its limits and its evaluation, and the alpha-beta that finishes its games.
pub struct SearchingContestant<P: MatchGame, V: Evaluation<P>> {
    limit: Limit,
    evaluation: V,
    searching: Player<P, Engine, V::Searching>,
    finishing: Player<P, AlphaBeta, V::Finishing>,
    is_finishing: bool,
    spent: Spent,
}

impl<P: MatchGame, V: Evaluation<P>> SearchingContestant<P, V> {
    /// The contestant that this describes, to play from `start`.
    pub fn new(spec: &SearcherSpec, evaluation: V, start: &P) -> SearchingContestant<P, V> {
        SearchingContestant {
            limit: spec.limit(),
            searching: Player::new(start.clone(), spec.engine(), evaluation.searching(Side::Max)),
            finishing: Player::new(start.clone(), AlphaBeta::default(), evaluation.finishing()),
            evaluation,
            is_finishing: false,
            spent: Spent::default(),
        }
    }

    /// Hands the game over to alpha-beta, and the tree if its values are of use there.
    fn start_finishing(&mut self) {
        self.is_finishing = true;
        self.finishing.set_position(self.searching.position().clone());
        if V::ONE_SCALE
            && let Some(tree) = self.searching.searcher_mut().tree_mut()
        {
            std::mem::swap(tree, &mut self.finishing.searcher_mut().tree);
        }
    }

    fn played(&mut self, started: Instant, report: &Report<P::Move>) -> P::Move {
        self.spent += Spent { counts: report.counts, moves: 1, elapsed: started.elapsed() };
        report.best_move.expect("a position that is not terminal has a move")
    }
}

impl<P: MatchGame, V: Evaluation<P>> Contestant<P> for SearchingContestant<P, V> {
    fn start_game(&mut self, start: &P, side: Side) {
        self.searching.set_position(start.clone());
        self.searching.set_evaluator(self.evaluation.searching(side));
        self.is_finishing = false;
    }

    fn choose(&mut self) -> P::Move {
        let started = Instant::now();
        let report = self.searching.search(&self.limit);
        self.played(started, &report)
    }

    fn finish(&mut self) -> P::Move {
        if !self.is_finishing {
            self.start_finishing();
        }
        let started = Instant::now();
        let report = self.finishing.search(&Limit::new().depth(self.finishing.position().depth_to_end()));
        self.played(started, &report)
    }

    fn follow(&mut self, mv: P::Move) {
        let played = if self.is_finishing { self.finishing.play(mv) } else { self.searching.play(mv) };
        played.expect("a match is played by its rules");
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
