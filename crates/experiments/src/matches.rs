//! Paired matches: the same start played twice, sides exchanged.

mod player;

use std::hash::Hash;
use std::time::Duration;

use bestply::{Counts, Keyed, Side, Value};

pub use player::{Contestant, Evaluation, SearchingContestant};

/// A game that matches are played in, by any searcher.
pub trait MatchGame: Keyed<Move: Hash> + Clone {
    /// The most moves that can still be played, passes not counted. `None` in games that are won or lost and nothing else, or that
    /// may go on for long: their ends need no other values, or are not reached.
    fn moves_left(&self) -> Option<usize> {
        None
    }

    /// The depth of a search that reaches the end of every game from here, passes counted. Asked where the moves left are known.
    fn depth_to_end(&self) -> usize {
        self.moves_left().expect("the moves left are known")
    }

    /// The terminal value of a finished game, by which it is won.
    fn terminal_value(&self) -> Value;
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

/// Plays a start twice, sides exchanged.
///
/// `exact_ending` is alpha-beta's horizon: once it reaches the end of the game, both players finish the game with alpha-beta on
/// exact values (`docs/meaning.md`, 9). `None` where the opponent has no fixed horizon.
pub fn play_pair<P: MatchGame>(
    start: &P,
    challenger: &mut dyn Contestant<P>,
    opponent: &mut dyn Contestant<P>,
    exact_ending: Option<usize>,
) -> Pair {
    let challenger_as_max = play_game(start, [challenger, opponent], exact_ending);
    let opponent_as_max = play_game(start, [opponent, challenger], exact_ending);
    Pair { challenger_as_max, opponent_as_max, challenger: challenger.spent(), opponent: opponent.spent() }
}

/// Plays one game between MAX and MIN, in this order, and returns its terminal value.
fn play_game<P: MatchGame>(start: &P, [max, min]: [&mut dyn Contestant<P>; 2], exact_ending: Option<usize>) -> Value {
    let mut position = start.clone();
    max.start_game(start, Side::Max);
    min.start_game(start, Side::Min);
    while !position.is_terminal() {
        let ends = exact_ending.zip(position.moves_left()).is_some_and(|(horizon, left)| left <= horizon);
        let to_move = match position.to_move() {
            Side::Max => &mut *max,
            Side::Min => &mut *min,
        };
        let mv = if ends { to_move.finish() } else { to_move.choose() };
        max.follow(mv);
        min.follow(mv);
        position.make(mv);
    }
    position.terminal_value()
}
