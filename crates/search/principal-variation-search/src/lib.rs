//! Alpha-beta in the form that engines use.
//! It has iterative deepening, principal-variation search, a transposition table, killers and history.
//! It is the honest opponent for every claim of strength, and the searcher to play a game with.
//!
//! The alpha-beta of the papers (`bestply-alpha-beta`) keeps its tree and orders moves by stored values.
//! For these values it evaluates every node above the horizon.
//! This searcher keeps a table of fixed size, and evaluates nothing but leaves.
//!
//! **The key decision** is that by default *nothing is speculative*: no null move, no reductions, no extensions.
//! At depth *d* its value is the minimax value at depth *d*.
//! This holds whatever the table holds, however small the table is, and whatever was searched before.
//! From engines it takes only what makes the same answer cheaper:
//!
//! - *Iterative deepening* (Slate & Atkin 1977): it searches to depth 1, 2, 3 and so on,
//!   and each iteration orders the moves for the next.
//!   On the way to a depth limit, an iteration looks two plies farther than the one before.
//!   A search goes on from the depth to which the table knows its root.
//!   It ends at the depth limit, at any other limit, or once every line ends the game.
//! - *Principal-variation search* (Marsland & Campbell 1982):
//!   at a node on the principal variation, the first move is searched with open bounds.
//!   For each other move it is only asked whether the move is better, and the move is searched again if so.
//! - *Transposition table* (Greenblatt, Eastlake & Crocker 1967): an entry has 16 bytes, and a bucket has four entries.
//!   An entry answers only for a search of **its own draft**,
//!   since a deeper entry would give the value of another depth.
//!   The exception is an entry all of whose lines end the game, which answers for every deeper search.
//!   Principal nodes are not cut off by the table, so that the reported line is whole.
//!   In a full bucket the entry of least worth is replaced:
//!   worth counts draft and age, and a move of age counts as four plies.
//!   Finished positions have an entry of draft 0, which holds a static value.
//!   If the evaluator's values [depend on the parent](bestply_core::Properties::depends_on_parent),
//!   finished positions have no entry, because they may have another value below another parent.
//!   All other entries hold values that are backed up from below, and so stay right.
//! - *Killers* (Akl & Newborn 1977): two moves at each distance from the root.
//! - *History* (Schaeffer 1989): the square of the draft for each cut-off, halved from move to move.
//!   The history uses a hash of the move and of the side that makes it, hence the bound [`Hash`] on moves.
//!   A move should hash what it does (the square, not the index in the list), and equal the same move elsewhere.
//!
//! The moves of a node come in the order that they have when the node is entered.
//! Where its children are leaves they come in *stages*: the table's move, the move that the game ranks highest or else
//! the killers, and then the others.
//! These are listed only where the first ones, found on the board, do not cut off.
//! In Breakthrough that halves the instructions of a search.
//!
//! # Variants
//!
//! [`Settings`] has what other programs do besides.
//! *Windows* change the cost and no value: aspiration windows, full windows for every move,
//! and null windows alone, which is MTD(f), SSS\* or DUAL\* by where they begin.
//! However fine values are, an iteration has a bounded number of null windows: after many single steps they double.
//! The other settings make the search *selective*: late move reductions, null moves and multi-ProbCut.
//! Null moves need a game that [offers them](bestply_core::Position::make_null_move),
//! and ProbCut an evaluator that has [predictions](bestply_core::Evaluator::predictions).
//! A value is then no longer minimax's, but a proof is still a proof, and the line ends at the leaf that has the value.
//! `docs/meaning.md`, 16 and 21, has the exact meaning.
//!
//! # Forced moves
//!
//! Where the root has a single move, and perhaps nodes below it have one, too, these moves are made only once.
//! The iterations begin at the first node that has a choice, with the depth that is left.
//! The value of that node is the value of all nodes above it, and the table is told of it at the end.
//! So a game of forced moves takes time in proportion to its plies.
//! The search does not recurse: its depth is limited by memory, some hundred bytes a ply, and not by the call stack.
//!
//! # Cost
//!
//! Each leaf searched costs one evaluation; interior nodes are evaluated only where they end the game.
//! One level above the horizon, the children are evaluated one at a time from their parent,
//! with cut-offs and without making the moves.
//! A finished position is evaluated from its parent, too, once it turns out to have no moves.
//! In Othello at depth 8 the searcher needs a quarter of the evaluations of fixed-ordering alpha-beta.
//! Memory is the table and a few kilobytes.
//! Unless its size is given, the table may take four bytes for each evaluation or microsecond that the search may
//! take, a mebibyte at least.
//! It begins with 64 KiB and grows, to a mebibyte and then to twice its size, as the search makes evaluations, since
//! what is not touched is not waited for;
//! where a limit on evaluations tells how many there will be, it begins with all.
//!
//! # Reports
//!
//! A search that is cut short plays the best move among those searched to the end in the last iteration.
//! Where there is none, it plays the best move of the iteration before.
//! Of the values of the root's moves, all but the best move's are bounds,
//! except those of moves that were the best for a while.
//! Moves that the last iteration did not reach have the value of an earlier iteration.
//! Of wins the search finds the one that takes the fewest plies; of losses it keeps the move whose loss it saw last.
//!
//! `completed_depth` is the depth of the last iteration that this search completed:
//! the depth limit, or less where every line ends the game before.
//! It is `None` if the search was cut short in its first iteration, even though the table may have given it a value.
//! `nodes` counts the entries of the table and the root, and `bytes` is the table's size.
//! The searcher does not know which children were made before, so that `first_generations` counts all generations.
//!
//! An observer is told of events in the order of search:
//! nodes entered and backed up, leaves generated, cut-offs, answers of the table, and completed iterations.
//! The nodes of forced moves above the iterations are entered once, and backed up once at the end.
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

mod base;
mod buckets;
mod children;
mod frame;
mod horizons;
mod known;
mod open;
mod ordering;
mod question;
mod reductions;
mod report;
mod search;
mod settings;
mod size;
mod table;
mod trial;
mod window;

use std::hash::Hash;

use bestply_core::{Advance, Evaluator, Keyed, Limit, Meter, Observer, Report, Reset, Search};

use horizons::Horizons;
use ordering::History;
use reductions::Reductions;
use report::report;
use table::BoundsTable;

pub use bestply_core::ranges::InvalidSetting;
pub use settings::{Guess, Ranks, RootWindow, Settings};
use size::first_bytes;
pub use size::{evaluations_to, table_bytes_for};

/// The searcher, with what it knows of the game: the table and the history.
///
/// This knowledge belongs to one evaluator; call [`reset`](Reset::reset) before a search with another.
///
/// The searcher follows the game by [`advance`](Advance::advance).
/// It forgets everything if it is given a position that does not follow from the last search
/// by the moves it was told of.
#[derive(Clone, Debug)]
pub struct PrincipalVariationSearch {
    /// The most bytes of the transposition table, if they are given.
    ///
    /// By default they follow from the limits of the searches ([`table_bytes_for`]), and do not shrink again
    /// before the searcher is [reset](Reset::reset). A table has no more bytes than its searches had use for.
    /// A search uses fewer bytes where its [`Limit`] says so.
    /// A change of size between searches keeps the entries that have room, if the limit allows for both tables.
    pub table_bytes: Option<usize>,
    settings: Settings,
    reductions: Reductions,
    table: BoundsTable,
    history: History,
    horizons: Horizons,
    /// The key of the position that the game has come to, if the searcher was told of one.
    position: Option<u64>,
}

impl Default for PrincipalVariationSearch {
    /// A searcher that knows nothing yet, with a table that grows with the limits of its searches.
    fn default() -> PrincipalVariationSearch {
        PrincipalVariationSearch::new(None)
    }
}

impl PrincipalVariationSearch {
    /// A searcher that knows nothing yet, with a table of this many bytes. With less than 64 bytes it has no table.
    /// With `None` the table grows with the limits of the searches.
    ///
    /// ```
    /// use bestply_principal_variation_search::PrincipalVariationSearch;
    ///
    /// let searcher = PrincipalVariationSearch::new(1 << 26); // 64 MiB
    /// assert_eq!(searcher.table_bytes, Some(67_108_864));
    /// ```
    pub fn new(table_bytes: impl Into<Option<usize>>) -> PrincipalVariationSearch {
        PrincipalVariationSearch::with_settings(Settings::default(), table_bytes)
    }

    /// As [`new`](PrincipalVariationSearch::new), for this variant.
    ///
    /// ```
    /// use bestply_principal_variation_search::{PrincipalVariationSearch, Settings, RootWindow};
    ///
    /// let mtd_f = Settings::default().with_window(RootWindow::Null);
    /// let searcher = PrincipalVariationSearch::with_settings(mtd_f, 1 << 20);
    /// assert_eq!(searcher.settings().window(), RootWindow::Null);
    /// ```
    pub fn with_settings(settings: Settings, table_bytes: impl Into<Option<usize>>) -> PrincipalVariationSearch {
        PrincipalVariationSearch {
            table_bytes: table_bytes.into(),
            settings,
            reductions: Reductions::new(settings.reduction()),
            table: BoundsTable::default(),
            history: History::default(),
            horizons: Horizons::default(),
            position: None,
        }
    }

    /// The variant. What the searcher knows belongs to it, so that another variant is another searcher.
    ///
    /// ```
    /// use bestply_principal_variation_search::{PrincipalVariationSearch, Settings};
    ///
    /// assert_eq!(PrincipalVariationSearch::default().settings(), Settings::default());
    /// ```
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// How many plies each iteration looks farther than the one before.
    ///
    /// On the way to a depth that is asked for, an iteration only orders moves for the next. Values swing with the side
    /// that moved last, and a search that leaves out every other depth takes 0.56 to 0.98 of the evaluations in
    /// Othello, Breakthrough and Connect Four.
    fn step(&self, limit: &Limit) -> usize {
        match self.settings.step() {
            0 if limit.depth.is_some() => 2,
            0 => 1,
            step => step,
        }
    }

    /// Forgets everything if `position` is not the one that the game has come to by the moves told so far.
    fn recognise<P: Keyed>(&mut self, position: &P) {
        if self.position.is_some_and(|key| key != position.key()) {
            self.reset();
        }
        self.position = Some(position.key());
    }
}

impl Reset for PrincipalVariationSearch {
    fn reset(&mut self) {
        *self = PrincipalVariationSearch::with_settings(self.settings, self.table_bytes);
    }
}

impl<P: Keyed> Advance<P> for PrincipalVariationSearch {
    /// Keeps the table, which grows older by a move, and halves the history.
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        position.index_of(mv);
        self.recognise(position);
        // The next search is known by the key after the move.
        self.position = Some(position.key_after(mv));
        self.table.grow_older();
        self.history.fade();
        self.horizons.advance();
    }
}

impl<P: Keyed<Move: Hash>, E: Evaluator<P>> Search<P, E> for PrincipalVariationSearch {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        // The time to make the table counts as the search's time.
        let meter = Meter::start(limit);
        self.recognise(position);
        // The searches of one move differ in their limits, and what one of them found is for the next.
        let most = self.table_bytes.unwrap_or_else(|| table_bytes_for(limit).max(self.table.bytes()));
        let most_at_once = limit.bytes.unwrap_or(usize::MAX);
        let first = first_bytes(limit, self.table_bytes).max(self.table.bytes());
        self.table.resize(first.min(most).min(most_at_once), most_at_once);
        self.table.may_grow_to(most, most_at_once);
        let step = self.step(limit);
        let known = (&mut self.table, &mut self.history, &mut self.horizons);
        let mut search = search::IterativeDeepening::new(
            (position, evaluator),
            observer,
            meter,
            (self.settings, &self.reductions),
            known,
        );
        let outcome = search.deepen(limit.depth.unwrap_or(usize::MAX), step);
        report(search, outcome)
    }
}
