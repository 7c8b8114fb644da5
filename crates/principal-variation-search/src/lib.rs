//! Alpha-beta as an engine has it: iterative deepening, principal-variation search, a transposition table, killers and
//! history. The honest opponent for every claim of strength, and the searcher to play a game with.
//!
//! The alpha-beta of the papers (`bestply-alpha-beta`) keeps its tree and orders moves by stored values, for which it evaluates
//! every node above the horizon. This one keeps a table of fixed size, and evaluates nothing but leaves.
//!
//! **The key decision** is that *nothing is speculative*: no null move, no reductions, no extensions. At depth *d* its value is
//! minimax's at depth *d*, whatever the table holds, however small it is, and whatever was searched before. All it has of an
//! engine is what makes the same answer cheaper:
//!
//! - *Iterative deepening* (Slate & Atkin 1977): depth 1, 2, 3 and so on, each iteration ordering the next. A search goes on from the depth
//!   to which the table knows its root. It ends at the depth limit, at any other limit, or once every line ends the game.
//! - *Principal-variation search* (Marsland & Campbell 1982): at a node on the principal variation, the first move is searched with
//!   open bounds; the others are asked whether they are better, and searched again if they are.
//! - *Transposition table* (Greenblatt, Eastlake & Crocker 1967), 16 bytes an entry, four to a bucket. An entry answers for a search of
//!   **its own draft only**: a deeper one would give the value of another depth. The exception is an entry all of whose lines end the game,
//!   which answers for every deeper search. Principal nodes are not cut off, so that the line reported is whole.
//!   Full buckets replace by draft and age, four plies a move.
//! - *Killers* (Akl & Newborn 1977), two at each distance from the root, and *history* (Schaeffer 1989), the square of the
//!   draft for each cut-off, halved from move to move. Both go by a hash of the move and the side that makes it, hence the bound
//!   [`Hash`] on moves: it should hash what the move does (the square, not the index in the list).
//!
//! # Cost
//!
//! One evaluation for each leaf searched; interior nodes are evaluated only where they end the game. One level above the
//! horizon the children are evaluated one at a time, with cut-offs, from their parent and without making the move. In Othello at depth 8 it
//! needs a quarter of fixed-ordering alpha-beta's evaluations. Memory is the table, and a few kilobytes. A searcher's first search
//! asks the system for the whole table, which clears it: about a millisecond for the 16 MiB of the default.
//!
//! # Reports
//!
//! A search cut short plays the best move among those searched to the end in the last iteration, and where there is none the best of
//! the iteration before. Of the root's moves, all but the best are bounds, save where they were the best for a while; those that the
//! last iteration did not come to have the value of an earlier one. Of wins it finds the one that takes the fewest plies, of
//! losses it keeps the move whose loss it saw last. `nodes` counts the entries of the table and the root, `bytes` the table's
//! bytes. Which children were made before it does not know: `first_generations` are all generations.
//!
//! An observer is told of nodes entered and backed up, and of leaves generated, in the order of search.
//!
//! ```
//! use bestply_core::{Limit, Searcher};
//! use bestply_explicit_game::{ExplicitTree, NodeValue};
//! use bestply_principal_variation_search::PrincipalVariationSearch;
//!
//! let tree = ExplicitTree::parse("max 0 (4 (8 1) 6 (5 2))").unwrap();
//! let mut searcher = PrincipalVariationSearch::default();
//! let report = searcher.search(&mut tree.position(), &mut NodeValue, &Limit::new().depth(2));
//! assert_eq!((report.best_move, report.value, report.line), (Some(1), Some(2), vec![1, 1]));
//! ```

mod ordering;
mod report;
mod search;
mod table;

use std::hash::Hash;

use bestply_core::{Advance, Evaluator, Keyed, Limit, Meter, Observer, Position, Report, Searcher, Stop};

use ordering::History;
use report::{finished, report};
use search::Search;
use table::Table;

/// The searcher, with what it knows of the game: the table and the history.
///
/// What it knows is of one evaluator; before a search with another, [`reset`](Advance::reset).
#[derive(Clone, Debug)]
pub struct PrincipalVariationSearch {
    /// The most bytes of the transposition table: 16 MiB by default, and less where a [`Limit`] says so. A change between searches
    /// empties it.
    pub table_bytes: usize,
    table: Table,
    history: History,
}

impl Default for PrincipalVariationSearch {
    /// A searcher that knows nothing yet, with a table of 16 MiB.
    fn default() -> PrincipalVariationSearch {
        PrincipalVariationSearch::new(1 << 24)
    }
}

impl PrincipalVariationSearch {
    /// A searcher that knows nothing yet, with a table of so many bytes; with less than 64, none.
    pub fn new(table_bytes: usize) -> PrincipalVariationSearch {
        PrincipalVariationSearch { table_bytes, table: Table::default(), history: History::default() }
    }

    fn run<P, E, O>(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit, observer: &mut O) -> Report<P::Move>
    where
        P: Keyed,
        P::Move: Hash,
        E: Evaluator<P>,
        O: Observer + ?Sized,
    {
        self.table.resize(limit.bytes.map_or(self.table_bytes, |most| most.min(self.table_bytes)));
        if position.is_terminal() {
            return finished(evaluator.evaluate(position), self.table.bytes());
        }
        let known = (&mut self.table, &mut self.history);
        let mut search = Search::new((position, evaluator), observer, Meter::start(limit), known);
        let outcome = match limit.depth {
            Some(0) => Ok(()),
            depth => search.deepen(depth.unwrap_or(usize::MAX)),
        };
        report(search, outcome.err().unwrap_or(Stop::Depth))
    }
}

impl<P: Position> Advance<P> for PrincipalVariationSearch {
    /// The table is kept and grows older by a move, the history counts half.
    fn advance(&mut self, position: &P, mv: P::Move) {
        debug_assert!(position.moves().any(|legal| legal == mv), "{mv:?} is not legal");
        self.table.grow_older();
        self.history.fade();
    }

    fn reset(&mut self) {
        *self = PrincipalVariationSearch::new(self.table_bytes);
    }
}

impl<P, E> Searcher<P, E> for PrincipalVariationSearch
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
{
    fn search(&mut self, position: &mut P, evaluator: &mut E, limit: &Limit) -> Report<P::Move> {
        self.run(position, evaluator, limit, &mut ())
    }

    fn search_observed(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut dyn Observer,
    ) -> Report<P::Move> {
        self.run(position, evaluator, limit, observer)
    }
}
