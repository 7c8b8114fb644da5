//! Positions of Othello that no training sees, with the values that they should have.

use bestply::learning::Chain;
use bestply::othello::Othello;
use bestply::othello::endgame::EndgameSolver;
use bestply::othello::evaluation::{Evaluation, PatternEvaluation, StrongEvaluation};
use bestply::principal_variation_search::Settings;
use bestply::{Limit, Position, PrincipalVariationSearch, Searcher, Side, Value, mix};
use bestply_experiments::Result;
use bestply_experiments::play::in_order::{in_order, thread_pool};
use bestply_presentation::terminal::LiveLine;

/// How many positions are made, and from which seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Making {
    /// The games from which the largest groups are taken; the dearer ones have a half or a tenth.
    pub games: u64,
    /// The seed of all random numbers. The positions that come with the program have [`HELD_OUT_SEED`].
    pub seed: u64,
    /// The number of threads; all cores by default. It does not affect the positions.
    pub threads: Option<usize>,
}

/// The seed of the positions that come with the program.
pub const HELD_OUT_SEED: u64 = 20_261_121;

/// The positions of one group.
struct Group {
    /// The empty squares.
    empties: u32,
    /// The part of the games that are played for it, one in so many.
    one_in: u64,
    is_exact: bool,
}

/// The groups in their order. Some have an odd number of empty squares:
/// an evaluation can lean to one side with those, and to the other with the rest.
fn groups() -> impl Iterator<Item = Group> {
    let exact = |(empties, one_in)| Group { empties, one_in, is_exact: true };
    let exact = [(12, 1), (13, 1), (14, 1), (15, 1), (16, 1), (19, 2), (20, 2)].map(exact);
    let deep = [27, 35, 36, 43, 44].map(|empties| Group { empties, one_in: 10, is_exact: false });
    exact.into_iter().chain(deep)
}

/// The random plies at the start of a game.
const RANDOM_PLIES: usize = 8;
/// The percentage of random moves after them.
const RANDOM_PERCENT: usize = 7;
/// The plies that both players search.
const PLAYED_DEPTH: usize = 4;
/// The plies of the searches that value positions far from the end.
const VALUED_DEPTH: usize = 14;
const SMALL_TABLE: usize = 1 << 16;
const LARGE_TABLE: usize = 1 << 26;
/// What the value of a search is divided by, so that 8 make a win *e* times as likely as a loss.
const UNITS: f64 = 256.0;

/// Makes positions with the values that they should have, each in a line below the first, which says whence they are.
///
/// The games begin with eight random plies.
/// Then both sides search four plies with the learnt evaluation, or play at random in seven moves of a hundred.
/// With up to 20 empty squares the value is the exact score.
/// With more it is that of a selective search of fourteen plies with the strong evaluation.
/// That value is no number of points: 8 make a win *e* times as likely as a loss.
///
/// # Errors
///
/// If the operating system refuses the threads.
pub fn make_held_out(making: &Making) -> Result<String> {
    let pool = thread_pool(making.threads)?;
    let mut line = LiveLine::new("games");
    let Making { games, seed, .. } = making;
    let mut text = format!("# Games from 0 to {games}, seed {seed}: group, value for the side to move, position\n");
    for group in groups() {
        let games = making.games.div_ceil(group.one_in);
        line.start(group.name(), 0, games);
        let numbers: Vec<u64> = (0..games).collect();
        let of_game = |&number: &u64| group.line(making.seed, number);
        in_order(&pool, &numbers, of_game, |found| {
            text.extend(found);
            line.advance(1, "");
            Ok(())
        })?;
    }
    Ok(text)
}

impl Group {
    fn name(&self) -> String {
        format!("{}-{}", if self.is_exact { "exact" } else { "deep" }, self.empties)
    }

    /// The line of the position of a game, if the game comes to one.
    fn line(&self, seed: u64, number: u64) -> Option<String> {
        let position = self.position(seed, number)?;
        Some(format!("{} {:.2} {position}\n", self.name(), self.value(&position)))
    }

    fn position(&self, seed: u64, number: u64) -> Option<Othello> {
        let mut dice = Chain::new(mix(seed ^ mix(number + 1).rotate_left(17) ^ u64::from(self.empties) << 56));
        let mut position = Othello::start();
        let mut players = [Side::Max, Side::Min].map(|side| {
            let evaluation = Evaluation::new(PatternEvaluation::default(), side);
            (PrincipalVariationSearch::new(SMALL_TABLE), evaluation)
        });
        let mut plies = 0;
        while position.empties() > self.empties {
            if position.is_terminal() {
                return None;
            }
            let mv = if plies < RANDOM_PLIES || dice.below(100) < RANDOM_PERCENT {
                position.nth_move(dice.below(position.move_count()))
            } else {
                let (searcher, evaluation) = &mut players[usize::from(position.to_move() == Side::Min)];
                let limit = Limit::new().depth(PLAYED_DEPTH);
                searcher.search(&mut position, evaluation, &limit).best_move.expect("it is not over")
            };
            position.make(mv);
            plies += 1;
        }
        (!position.is_terminal()).then_some(position)
    }

    /// The value that a position should have, for the side to move: its score, or what a search finds.
    fn value(&self, position: &Othello) -> f64 {
        if self.is_exact {
            return f64::from(EndgameSolver::new(LARGE_TABLE).solve(position).score);
        }
        const MOST: Value = 64 * UNITS as Value;
        let mut searcher = PrincipalVariationSearch::with_settings(Settings::selective(), LARGE_TABLE);
        let mut evaluation = Evaluation::new(StrongEvaluation::default(), position.to_move());
        let report = searcher.search(&mut position.clone(), &mut evaluation, &Limit::new().depth(VALUED_DEPTH));
        let value = report.value.expect("it was searched").clamp(-MOST, MOST);
        f64::from(value * position.to_move().sign()) / UNITS
    }
}
