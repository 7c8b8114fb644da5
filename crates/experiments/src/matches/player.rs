use std::time::Instant;

use bestply::alpha_beta::AlphaBeta;
use bestply::core::{Advance, Evaluator, Limit, Position, Report, Searcher, Side};

use crate::matches::{MatchGame, Spent};
use crate::spec::{Engine, SearcherSpec};

/// What plays one side of a match.
pub trait Player<P: Position> {
    /// Begins a game on this side.
    fn start_game(&mut self, side: Side);

    /// The move to play.
    fn choose(&mut self, position: &mut P) -> P::Move;

    /// The move to play, by a search to the end of the game on exact values.
    fn finish(&mut self, position: &mut P) -> P::Move;

    /// Follows a move of the game, by either side; `position` is the one before it.
    fn advance(&mut self, position: &P, mv: P::Move);

    /// What was spent since the player was made.
    fn spent(&self) -> Spent;
}

/// What a player evaluates positions with.
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
pub struct SearchingPlayer<P: MatchGame, V: Evaluation<P>> {
    engine: Engine,
    limit: Limit,
    evaluation: V,
    evaluator: V::Searching,
    finisher: AlphaBeta,
    exact: V::Finishing,
    finishing: bool,
    spent: Spent,
}

impl<P: MatchGame, V: Evaluation<P>> SearchingPlayer<P, V> {
    /// The player that this describes.
    pub fn new(spec: &SearcherSpec, evaluation: V) -> SearchingPlayer<P, V> {
        SearchingPlayer {
            engine: spec.engine(),
            limit: spec.limit(),
            evaluator: evaluation.searching(Side::Max),
            exact: evaluation.finishing(),
            evaluation,
            finisher: AlphaBeta::default(),
            finishing: false,
            spent: Spent::default(),
        }
    }

    fn searcher(&mut self) -> &mut dyn Searcher<P, V::Searching> {
        self.engine.searcher()
    }

    /// Hands the tree over to alpha-beta, if its values are of use there.
    fn start_finishing(&mut self) {
        self.finishing = true;
        match self.engine.tree_mut() {
            Some(tree) if V::ONE_SCALE => std::mem::swap(tree, &mut self.finisher.tree),
            _ => self.finisher.tree.clear(),
        }
    }

    fn played(&mut self, started: Instant, report: &Report<P::Move>) -> P::Move {
        self.spent += Spent { counts: report.counts, moves: 1, elapsed: started.elapsed() };
        report.best_move.expect("a position that is not terminal has a move")
    }
}

impl<P: MatchGame, V: Evaluation<P>> Player<P> for SearchingPlayer<P, V> {
    fn start_game(&mut self, side: Side) {
        self.searcher().reset();
        self.evaluator = self.evaluation.searching(side);
        self.finishing = false;
    }

    fn choose(&mut self, position: &mut P) -> P::Move {
        let started = Instant::now();
        let report = self.engine.searcher().search(position, &mut self.evaluator, &self.limit);
        self.played(started, &report)
    }

    fn finish(&mut self, position: &mut P) -> P::Move {
        if !self.finishing {
            self.start_finishing();
        }
        let started = Instant::now();
        let depth = position.depth_to_end();
        let report = self.finisher.search(position, &mut self.exact, &Limit::new().depth(depth));
        self.played(started, &report)
    }

    fn advance(&mut self, position: &P, mv: P::Move) {
        if self.finishing {
            self.finisher.advance(position, mv);
        } else {
            self.searcher().advance(position, mv);
        }
    }

    fn spent(&self) -> Spent {
        self.spent
    }
}
