//! Exact endgames: what a position is worth when both sides play perfectly to the end.
//!
//! A **score** is the difference in discs at the end from the point of view of the side to move.
//! The empty squares count for the winner.
//! So a score is from -64 to 64 and always even, as in tournaments and published endgames.
//!
//! **The key decision** is to order moves by what they leave the other side: few replies first.
//! Moves that gain corners or go to odd regions come sooner, too.
//! From 13 empty squares on, the order comes from a look ahead of a few moves by an evaluation as well.
//! Nothing is selective: the evaluation affects the time, never the score.
//!
//! [`EndgameSolver`] is principal-variation search with null windows and a table of positions, for 20 to 26 empty
//! squares.
//! It also cuts off by discs that can never turn, and by what the table knows of a position's children.
//! [`exact_score`] is the same without a table, for the last dozen squares.
//! Both are deterministic: the same position gives the same score, line and number of nodes.
//!
//! ```
//! use bestply_othello::endgame::{EndgameSolver, exact_score};
//! use bestply_othello::{Othello, Transcript};
//!
//! let board = "OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X";
//! let position: Othello = board.parse()?;
//! let solution = EndgameSolver::new(1 << 20).solve(&position);
//! assert_eq!(solution.score, -30);
//! assert_eq!(Transcript(&solution.line).to_string(), "--a8--g7g8h8");
//! assert_eq!(exact_score(position.mover(), position.waiting()), -30);
//! # Ok::<(), bestply_othello::BoardError>(())
//! ```

mod board;
mod ends;
mod estimate;
mod guess;
mod last;
mod order;
mod parity;
mod root;
mod search;
mod small;
mod stability;
mod table;
mod window;

use bestply_core::{Limit, Stop};

use self::board::Board;
use self::root::Root;
use self::search::Solve;
use self::table::Table;
use self::window::{NO_SCORE, Window};
use crate::evaluation::{Heuristic, PatternEvaluation};
use crate::{Move, Othello};

/// Solves positions, with a table that it keeps between them.
///
/// It guesses scores by an evaluation, to try good moves first. It affects the time, not the score.
// The evaluation is behind a pointer, so that the solver is compiled here, with optimisation, whoever makes one:
// a command that is compiled without took 1.36 times the time.
pub struct EndgameSolver {
    table: Table,
    judge: Box<dyn Heuristic + Send>,
    /// How fast the last solve within a limit was.
    nodes_a_second: f64,
}

/// The score of a position, and the play that reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameSolution {
    /// The score for the side to move. The empty squares count for the winner.
    pub score: i32,
    /// A move that reaches the score; `None` where the game is over.
    /// Of several such moves, it is the first that the search proved.
    pub best_move: Option<Move>,
    /// Perfect play of both sides to the end of the game, passes included.
    pub line: Vec<Move>,
    /// The number of discs placed during the search, a measure of the work.
    pub nodes: u64,
}

impl Default for EndgameSolver {
    /// A solver with a table of [`TABLE_BYTES`](EndgameSolver::TABLE_BYTES).
    fn default() -> EndgameSolver {
        EndgameSolver::new(EndgameSolver::TABLE_BYTES)
    }
}

impl EndgameSolver {
    /// The bytes of the table of [`default`](EndgameSolver::default), most of which cost nothing before they are used.
    pub const TABLE_BYTES: usize = 64 << 20;

    /// The nodes a second before there is a measurement.
    const NODES_A_SECOND: f64 = 25e6;

    /// A solver whose table takes at most this many bytes, but at least 64.
    ///
    /// The size affects the time, not the score: 64 MB are enough for 22 empty squares, 256 MB for 26.
    pub fn new(table_bytes: usize) -> EndgameSolver {
        EndgameSolver::with_judge(table_bytes, PatternEvaluation::default())
    }

    /// A solver that guesses scores by the discs that this evaluation expects
    /// ([`expected_difference`](Heuristic::expected_difference)).
    ///
    /// The stronger the evaluation, the fewer the nodes.
    /// By one that expects nothing moves are ordered by mobility alone.
    /// The table takes at most this many bytes, but at least 64.
    pub fn with_judge(table_bytes: usize, judge: impl Heuristic + Send + 'static) -> EndgameSolver {
        let judge = Box::new(judge);
        EndgameSolver { table: Table::new(table_bytes), judge, nodes_a_second: Self::NODES_A_SECOND }
    }

    /// Solves the position, however long that takes.
    ///
    /// It takes half a second to a second at 20 empty squares, and about twice as much for each further one.
    pub fn solve(&mut self, position: &Othello) -> EndgameSolution {
        self.solve_within(position, &Limit::default()).expect("nothing limits the search")
    }

    /// Who wins with perfect play: the side to move if it is positive, the other side if it is negative.
    ///
    /// It mostly takes a twentieth of the nodes of the score, which are returned as well.
    pub fn winner(&mut self, position: &Othello) -> (i32, u64) {
        self.table.clear();
        let limit = Limit::default();
        let mut search = Solve::new(&mut self.table, &mut *self.judge, &limit);
        let mut root = Root::new(position, &mut search);
        root.settle(&mut search).expect("nothing limits the search");
        let (lower, upper) = root.bounds();
        (lower.signum().max(0) + upper.signum().min(0), search.nodes)
    }

    /// Whether the side to move gets at least this score with perfect play, and the nodes that it took to know.
    ///
    /// It is one question of the many that [`solve`](EndgameSolver::solve) asks.
    ///
    /// ```
    /// use bestply_othello::Othello;
    /// use bestply_othello::endgame::EndgameSolver;
    ///
    /// let board = "OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X";
    /// let (position, mut solver) = (board.parse::<Othello>()?, EndgameSolver::new(1 << 20));
    /// assert_eq!([-30, -28].map(|least| solver.reaches(&position, least).0), [true, false]);
    /// # Ok::<(), bestply_othello::BoardError>(())
    /// ```
    pub fn reaches(&mut self, position: &Othello, least: i32) -> (bool, u64) {
        self.table.clear();
        let limit = Limit::default();
        let mut search = Solve::new(&mut self.table, &mut *self.judge, &limit);
        let board = Board { mover: position.mover(), waiting: position.waiting() };
        // No score is beyond, and bounds in the table have a byte.
        let alpha = least.saturating_sub(1).clamp(NO_SCORE, -NO_SCORE);
        let bound = search.null_window(board, alpha).expect("nothing limits the search");
        (bound >= least, search.nodes)
    }

    /// Solves the position if the limits on time, evaluations and the stop flag allow. There is no partial result.
    ///
    /// An evaluation here is a disc placed, which takes about as long as a static evaluation.
    /// The search looks at the limits some hundreds of discs apart, ten microseconds or so.
    /// The limits on depth and bytes have no meaning here.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub fn solve_within(&mut self, position: &Othello, limit: &Limit) -> Result<EndgameSolution, Stop> {
        // A solution must not depend on what was solved before.
        self.table.clear();
        let mut search = Solve::new(&mut self.table, &mut *self.judge, limit);
        let board = Board { mover: position.mover(), waiting: position.waiting() };
        let (score, line) = search.near_guess(board)?;
        Ok(EndgameSolution { score, best_move: line.first().copied(), line, nodes: search.nodes })
    }
}

/// The most empty squares for [`exact_score`].
pub const EXACT_SCORE_MOST_EMPTIES: u32 = small::MOST_EMPTIES;

/// The score of a position with few empty squares, where the owner of `mover` is to move.
///
/// The empty squares go to the winner.
/// The function allocates nothing.
/// It takes some 2 microseconds with 6 empty squares, 11 with 8, 60 with 10 and 390 with 12.
///
/// # Panics
///
/// If a square has two discs, or more than [`EXACT_SCORE_MOST_EMPTIES`] are empty.
pub fn exact_score(mover: u64, waiting: u64) -> i32 {
    let board = Board { mover, waiting };
    assert_eq!(mover & waiting, 0, "a square has one disc");
    assert!(board.empties() <= EXACT_SCORE_MOST_EMPTIES, "at most {EXACT_SCORE_MOST_EMPTIES} empty squares");
    small::search(board, Window::ALL, None, &mut 0)
}
