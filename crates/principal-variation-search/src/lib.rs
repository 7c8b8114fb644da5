//! Alpha-beta as an engine has it: iterative deepening, principal-variation search, a transposition table, killers and
//! history. The honest opponent for every claim of strength, and the searcher to play a game with.
//!
//! The alpha-beta of the papers (`bestply-alpha-beta`) keeps its tree and orders moves by stored values, for which it
//! evaluates every node above the horizon. This one keeps a table of fixed size, and evaluates nothing but leaves.
//!
//! **The key decision** is that *nothing is speculative*: no null move, no reductions, no extensions. At depth *d* its
//! value is minimax's at depth *d*, whatever the table holds, however small it is, and whatever was searched before.
//! All it has of an engine is what makes the same answer cheaper:
//!
//! - *Iterative deepening* (Slate & Atkin 1977): depth 1, 2, 3 and so on, each iteration ordering the next. A search
//!   goes on from the depth to which the table knows its root. It ends at the depth limit, at any other limit, or once
//!   every line ends the game.
//! - *Principal-variation search* (Marsland & Campbell 1982): at a node on the principal variation, the first move is
//!   searched with open bounds; the others are asked whether they are better, and searched again if they are.
//! - *Transposition table* (Greenblatt, Eastlake & Crocker 1967), 16 bytes an entry, four to a bucket. An entry answers
//!   for a search of **its own draft only**: a deeper one would give the value of another depth. The exception is an
//!   entry all of whose lines end the game, which answers for every deeper search. Principal nodes are not cut off, so
//!   that the line reported is whole. Full buckets replace by draft and age, four plies a move. Finished positions have
//!   an entry of draft 0, which holds a static value. Where the evaluator's values [depend on the
//!   parent](bestply_core::Evaluator::depends_on_parent) they have none, for another parent may give another value;
//!   what all other entries hold is backed up from below, and stays right.
//! - *Killers* (Akl & Newborn 1977), two at each distance from the root, and *history* (Schaeffer 1989), the square of
//!   the draft for each cut-off, halved from move to move. Both go by a hash of the move and the side that makes it,
//!   hence the bound [`Hash`] on moves: it should hash what the move does (the square, not the index in the list).
//!
//! # Forced moves
//!
//! Where the root has a single move, and perhaps nodes below it too, these moves are made once. The iterations begin at
//! the first node that has a choice, at the depth that is left. Its value is that of all nodes above it, which the
//! table is told of at the end. So a game of forced moves takes time in proportion to its plies. The search has no
//! recursion: its depth is limited by memory, some hundred bytes a ply, and not by the call stack.
//!
//! # Cost
//!
//! One evaluation for each leaf searched; interior nodes are evaluated only where they end the game. One level above
//! the horizon the children are evaluated one at a time, with cut-offs, from their parent and without making the move.
//! A finished position is evaluated from its parent too, once it turns out to have no moves. In Othello at depth 8 the
//! searcher needs a quarter of fixed-ordering alpha-beta's evaluations. Memory is the table, and a few kilobytes. A
//! searcher's first search asks the system for the whole table, which clears it: about a millisecond for the 16 MiB of
//! the default.
//!
//! # Reports
//!
//! A search cut short plays the best move among those searched to the end in the last iteration, and where there is
//! none the best of the iteration before. Of the root's moves, all but the best are bounds, save where they were the
//! best for a while; those that the last iteration did not come to have the value of an earlier one. Of wins it finds
//! the one that takes the fewest plies, of losses it keeps the move whose loss it saw last. `completed_depth` is the
//! depth of the last iteration that this search completed: the depth limit, or less where every line ends the game
//! before; none of a search that was cut short in its first one, though the table may have given it a value. `nodes`
//! counts the entries of the table and the root, `bytes` the table's bytes. Which children were made before it does not
//! know: `first_generations` are all generations.
//!
//! An observer is told, in the order of search, of nodes entered and backed up, of leaves generated, of cut-offs, of
//! what the table answered and of iterations completed. The nodes of forced moves above the iterations are entered
//! once, and backed up once at the end.
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

mod frame;
mod ordering;
mod report;
mod search;
mod table;

use std::hash::Hash;

use bestply_core::{Advance, Evaluator, Keyed, Limit, Meter, Observer, Report, Reset, Search};

use ordering::History;
use report::report;
use table::Table;

/// The searcher, with what it knows of the game: the table and the history.
///
/// What it knows is of one evaluator; before a search with another, [`reset`](Reset::reset).
///
/// It follows the game by [`advance`](Advance::advance). A position that the game cannot have come to since the last
/// search, as far as it was told, makes it forget everything.
#[derive(Clone, Debug)]
pub struct PrincipalVariationSearch {
    /// The most bytes of the transposition table: 16 MiB by default, and less where a [`Limit`] says so. A change
    /// between searches empties it.
    pub table_bytes: usize,
    table: Table,
    history: History,
    /// The key of the position that the game has come to, if anything was told of it.
    position: Option<u64>,
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
        PrincipalVariationSearch { table_bytes, table: Table::default(), history: History::default(), position: None }
    }

    /// Forgets everything unless the position is the one that the game has come to, as far as it was told.
    fn recognise<P: Keyed>(&mut self, position: &P) {
        if self.position.is_some_and(|key| key != position.key()) {
            self.reset();
        }
        self.position = Some(position.key());
    }
}

impl Reset for PrincipalVariationSearch {
    fn reset(&mut self) {
        *self = PrincipalVariationSearch::new(self.table_bytes);
    }
}

impl<P: Keyed> Advance<P> for PrincipalVariationSearch {
    /// The table is kept and grows older by a move, the history counts half.
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        position.index_of(mv);
        self.recognise(position);
        let undo = position.make(mv);
        self.position = Some(position.key());
        position.unmake(mv, undo);
        self.table.grow_older();
        self.history.fade();
    }
}

impl<P, E> Search<P, E> for PrincipalVariationSearch
where
    P: Keyed,
    P::Move: Hash,
    E: Evaluator<P>,
{
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        // What the table takes to be made is the search's time.
        let meter = Meter::start(limit);
        self.recognise(position);
        self.table.resize(limit.bytes.map_or(self.table_bytes, |most| most.min(self.table_bytes)));
        let known = (&mut self.table, &mut self.history);
        let mut search = search::Search::new((position, evaluator), observer, meter, known);
        let outcome = search.deepen(limit.depth.unwrap_or(usize::MAX));
        report(search, outcome)
    }
}
