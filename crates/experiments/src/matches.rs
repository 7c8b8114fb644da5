//! Paired matches: the same start played twice, sides exchanged.

use std::time::{Duration, Instant};

use bestply::alpha_beta::AlphaBeta;
use bestply::core::{Advance, Counts, Evaluator, Limit, Position, Report, Searcher, Side, Value};
use bestply::random_game::RandomGame;

use crate::spec::{Engine, SearcherSpec};

/// A game that matches are played in.
pub trait MatchGame: Position + Clone {
    /// The most moves that can still be played.
    fn moves_left(&self) -> usize;
}

impl MatchGame for RandomGame {
    fn moves_left(&self) -> usize {
        RandomGame::moves_left(self)
    }
}

/// What one player spent, over one or more games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Evaluations and generations.
    pub counts: Counts,
    /// Searches, one for each move played.
    pub moves: u64,
    /// Time spent searching.
    pub elapsed: Duration,
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.counts += other.counts;
        self.moves += other.moves;
        self.elapsed += other.elapsed;
    }
}

/// The outcome of one start played twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The terminal value of the game in which the challenger played MAX.
    pub challenger_as_max: Value,
    /// The terminal value of the game in which the opponent played MAX.
    pub opponent_as_max: Value,
    /// What the challenger spent on both games.
    pub challenger: Spent,
    /// What the opponent spent on both games.
    pub opponent: Spent,
}

/// A player of a match: a searcher with its limits, and the alpha-beta that finishes its games.
struct Player {
    engine: Engine,
    limit: Limit,
    finisher: AlphaBeta,
    finishing: bool,
    spent: Spent,
}

/// Plays a start twice, sides exchanged.
///
/// `exact_ending` is alpha-beta's horizon: once it reaches the end of the game, both players finish the game with alpha-beta,
/// each on the tree it has (`docs/meaning.md`, 9). `None` where the opponent has no fixed horizon.
pub fn play_pair<P, E>(
    start: &P,
    evaluator: &mut E,
    challenger: &SearcherSpec,
    opponent: &SearcherSpec,
    exact_ending: Option<usize>,
) -> Pair
where
    P: MatchGame,
    E: Evaluator<P>,
{
    let mut challenger = Player::new(challenger);
    let mut opponent = Player::new(opponent);
    let challenger_as_max = play_game(start.clone(), evaluator, [&mut challenger, &mut opponent], exact_ending);
    let opponent_as_max = play_game(start.clone(), evaluator, [&mut opponent, &mut challenger], exact_ending);
    Pair { challenger_as_max, opponent_as_max, challenger: challenger.spent, opponent: opponent.spent }
}

/// Plays one game between MAX and MIN, in this order, and returns its terminal value.
fn play_game<P, E>(
    mut position: P,
    evaluator: &mut E,
    [max, min]: [&mut Player; 2],
    exact_ending: Option<usize>,
) -> Value
where
    P: MatchGame,
    E: Evaluator<P>,
{
    max.start_game::<P, E>();
    min.start_game::<P, E>();
    while !position.is_terminal() {
        let moves_left = position.moves_left();
        let finish = exact_ending.is_some_and(|horizon| moves_left <= horizon).then_some(moves_left);
        let player = match position.to_move() {
            Side::Max => &mut *max,
            Side::Min => &mut *min,
        };
        let report = player.search(&mut position, evaluator, finish);
        let mv = report.best_move.expect("a position that is not terminal has a move");
        max.advance::<P, E>(&position, mv);
        min.advance::<P, E>(&position, mv);
        position.make(mv);
    }
    evaluator.evaluate(&position)
}

impl Player {
    fn new(spec: &SearcherSpec) -> Player {
        Player {
            engine: spec.engine(),
            limit: spec.limit(),
            finisher: AlphaBeta::default(),
            finishing: false,
            spent: Spent::default(),
        }
    }

    fn start_game<P: Position, E: Evaluator<P>>(&mut self) {
        self.engine.searcher::<P, E>().reset();
        self.finishing = false;
    }

    /// Searches for the next move; by alpha-beta to the end of the game where `finish` says how many moves that are at most.
    fn search<P, E>(&mut self, position: &mut P, evaluator: &mut E, finish: Option<usize>) -> Report<P::Move>
    where
        P: Position,
        E: Evaluator<P>,
    {
        if finish.is_some() && !self.finishing {
            self.finishing = true;
            match self.engine.tree_mut() {
                Some(tree) => std::mem::swap(tree, &mut self.finisher.tree),
                None => self.finisher.tree.clear(),
            }
        }
        let started = Instant::now();
        let report = match finish {
            Some(depth) => self.finisher.search(position, evaluator, &Limit::depth(depth)),
            None => self.engine.searcher().search(position, evaluator, &self.limit),
        };
        self.spent += Spent { counts: report.counts, moves: 1, elapsed: started.elapsed() };
        report
    }

    fn advance<P: Position, E: Evaluator<P>>(&mut self, position: &P, mv: P::Move) {
        if self.finishing {
            self.finisher.advance(position, mv);
        } else {
            self.engine.searcher::<P, E>().advance(position, mv);
        }
    }
}
