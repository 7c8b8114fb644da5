use std::ops::RangeInclusive;

use bestply_core::{
    Advance, Evaluator, Found, Identity, Keyed, Limit, Meter, Observer, Position, Report, Reset, RootMove, Search,
    Side, Stop, Value, ValueKind, as_many_as_fit,
};

use crate::{Judge, Numbers, Score, Scores, Settings, Solution, Solver, by_mobility};

/// A [`Solver`] as a searcher: it plays what it has proved, and before that the most-proving move.
///
/// It states who wins where all finished games that it met are won, lost or drawn.
/// Where some end with other values, it knows who wins and not by how much, and states nothing.
/// It has no value for a position that it has not solved.
/// A win that it states comes nearer with each of its moves, in games that go round as well: where what it remembers
/// would take longer than it was to take before, it looks for a win within that, and states none if the limit forbids.
///
/// An evaluation of its reports and limits is a leaf that it looked at.
/// Without a [weight](ProofNumberSearch::new) it asks the evaluator about finished games alone.
/// A limit of depth *d* ends the search when the most-proving node lies at depth *d*.
///
/// ```
/// use bestply_core::{Limit, Player, Value};
/// use bestply_explicit_game::{ExplicitTree, NodeValue};
/// use bestply_proof_number::ProofNumberSearch;
///
/// let tree = ExplicitTree::parse("max 0 (0 (inf -inf) 0 (inf inf))")?;
/// let report = Player::new(tree.position(), ProofNumberSearch::default(), NodeValue).search(&Limit::new());
/// assert_eq!((report.best_move, report.value, report.proved), (Some(1), Some(Value::MAX), true));
/// # Ok::<(), bestply_explicit_game::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofNumberSearch {
    settings: Settings,
    weight: u32,
    by_mobility: bool,
    table_bytes: Option<usize>,
    solver: Option<Solver>,
    /// What tells the position that is expected next: what is remembered belongs to its game.
    expected: Option<Identity>,
    promise: Option<Promise>,
    met: Met,
}

/// Within how many plies a side ends the game, from the position that is expected next, with the score that was stated.
#[derive(Clone, Copy, Debug)]
struct Promise {
    plies: u32,
    side: Side,
    /// The index of the move that keeps it, if that was found.
    best: Option<usize>,
}

impl Promise {
    /// The promise of a solution, where `before` was promised already.
    fn of<P: Position>(position: &P, solution: &Solution<P::Move>, before: Option<Promise>) -> Option<Promise> {
        let best = solution.best_move.map(|mv| position.index_of(mv));
        let Some((score, plies)) = solution.scores.exact().zip(solution.plies).filter(|_| solution.stop.is_none())
        else {
            return before;
        };
        let side = if score > 0 { Side::Max } else { Side::Min };
        // The other side's moves do not make it longer.
        let before = before.filter(|before| before.side == side && side != position.to_move());
        Some(Promise { plies: before.map_or(plies, |before| before.plies.min(plies)), side, best })
    }

    /// What is left of it after a move.
    fn after(self, to_move: Side, index: usize) -> Option<Promise> {
        // Whatever the other side plays, the plies were promised; of its own moves only the one proved keeps them.
        let is_kept = to_move != self.side || self.best == Some(index);
        is_kept.then(|| Promise { plies: self.plies.saturating_sub(1), best: None, ..self })
    }
}

const LEAST_BYTES: u64 = 64 << 10;
const MOST_BYTES: u64 = 64 << 20;

/// The bytes for each evaluation that a limit allows: more is never filled.
const BYTES_AN_EVALUATION: u64 = 64;

impl ProofNumberSearch {
    /// The valid weights of static values.
    pub const WEIGHTS: RangeInclusive<u32> = 0..=1_000_000;
    /// The default weight: leaves do not count by their values, and are not evaluated.
    pub const WEIGHT: u32 = 0;

    /// A searcher that knows nothing yet. Leaves count by their static values with this weight.
    ///
    /// # Panics
    ///
    /// If the weight is not one of [`WEIGHTS`](ProofNumberSearch::WEIGHTS).
    pub fn new(settings: Settings, weight: u32) -> ProofNumberSearch {
        assert!(ProofNumberSearch::WEIGHTS.contains(&weight), "a weight in its range");
        ProofNumberSearch {
            settings,
            weight,
            by_mobility: false,
            table_bytes: None,
            solver: None,
            expected: None,
            promise: None,
            met: Met::default(),
        }
    }

    /// The same searcher with leaves that count [by their moves](crate::by_mobility), or not.
    #[must_use]
    pub fn by_mobility(self, by_mobility: bool) -> ProofNumberSearch {
        ProofNumberSearch { by_mobility, ..self }
    }

    /// The same searcher with a table or a tree of so many bytes, or of [as many as its limit is worth].
    ///
    /// A limit on bytes caps either.
    ///
    /// [as many as its limit is worth]: ProofNumberSearch::table_bytes_for
    #[must_use]
    pub fn with_table_bytes(self, bytes: Option<usize>) -> ProofNumberSearch {
        ProofNumberSearch { table_bytes: bytes, ..self }
    }

    /// The bytes of the table or the tree for searches of this limit: 64 for each evaluation that it allows,
    /// but at least 64 KiB and at most 64 MiB.
    ///
    /// ```
    /// use bestply_core::Limit;
    /// use bestply_proof_number::ProofNumberSearch;
    ///
    /// assert_eq!(ProofNumberSearch::table_bytes_for(&Limit::new().evaluations(10_000)), 640_000);
    /// assert_eq!(ProofNumberSearch::table_bytes_for(&Limit::new()), 64 << 20);
    /// ```
    pub fn table_bytes_for(limit: &Limit) -> usize {
        let wanted = limit.evaluations.map_or(MOST_BYTES, |most| most.saturating_mul(BYTES_AN_EVALUATION));
        wanted.clamp(LEAST_BYTES, MOST_BYTES) as usize
    }

    /// The solver for searches of this limit: the one that there is, if it is large enough.
    fn solver(&mut self, limit: &Limit) -> &mut Solver {
        let most = limit.bytes.unwrap_or(usize::MAX).min(self.table_bytes.unwrap_or(MOST_BYTES as usize));
        let bytes = self.table_bytes.unwrap_or_else(|| ProofNumberSearch::table_bytes_for(limit)).min(most);
        let settings = self.settings;
        // One that may be too large by now, or is too small for what is allowed.
        self.solver.take_if(|solver| solver.bytes() > most.max(128) || solver.bytes() < bytes / 2);
        self.solver.get_or_insert_with(|| Solver::new(settings, as_many_as_fit(bytes, LEAST_BYTES as usize)))
    }
}

impl Default for ProofNumberSearch {
    fn default() -> ProofNumberSearch {
        ProofNumberSearch::new(Settings::default(), ProofNumberSearch::WEIGHT)
    }
}

impl Reset for ProofNumberSearch {
    fn reset(&mut self) {
        (self.solver, self.expected, self.promise, self.met) = (None, None, None, Met::default());
    }
}

/// A table knows positions wherever they are.
impl<P: Keyed> Advance<P> for ProofNumberSearch {
    fn advance(&mut self, position: &mut P, mv: P::Move) {
        let index = position.index_of(mv);
        self.promise = self.promise.and_then(|promise| promise.after(position.to_move(), index));
        self.expected = self.expected.map(|_| position.with_move(mv, |next| Identity::of(next)));
    }
}

impl<P: Keyed, E: Evaluator<P>> Search<P, E> for ProofNumberSearch {
    fn run<O: Observer>(
        &mut self,
        position: &mut P,
        evaluator: &mut E,
        limit: &Limit,
        observer: &mut O,
    ) -> Report<P::Move> {
        let mut meter = Meter::start(limit);
        if position.is_terminal() {
            return Found::new(Stop::Terminal).report(position, evaluator, &meter);
        }
        let identity = Identity::of(position);
        if self.expected.replace(identity).is_some_and(|expected| expected != identity) {
            self.reset();
            self.expected = Some(identity);
        }
        let win = evaluator.properties().win_value.map_or(1, |win| win.get().min(Value::MAX as u32) as Value);
        let ProofNumberSearch { weight, by_mobility, promise: promised, met: before, .. } = *self;
        let mut met = Met { draw: None, ..before };
        let solver = self.solver(limit);
        let mut judge = Evaluated { evaluator: &mut *evaluator, weight, win, by_mobility, met: &mut met };
        // Only the side that was to win makes progress by it (D318).
        let within = promised.filter(|promise| promise.side == position.to_move()).map(|promise| promise.plies);
        let all = Scores::OUTCOMES;
        let solution = solver.solve_metered(position, &mut judge, all, within, &mut meter, observer);
        // What is in use: a table is mostly empty, and takes no memory there.
        let (nodes, bytes) = (solver.nodes(), solver.bytes_in_use());
        self.promise = Promise::of(position, &solution, promised);
        self.met = Met { draw: met.draw.or(before.draw), ..met };
        let solved = solution.scores.exact().filter(|_| solution.stop.is_none());
        let value = solved.and_then(|score| met.value_of(score, before.draw));
        let mut found = Found::new(solution.stop.unwrap_or(Stop::Decided));
        (found.nodes, found.bytes, found.value) = (nodes, bytes, value);
        found.line = solution.line;
        found.root_moves = root_moves(position, solution.best_move, value);
        let mut report = found.report(position, evaluator, &meter);
        if solution.stop.is_none() {
            (report.stop, report.proved) = (Stop::Terminal, value.is_some());
        }
        report
    }
}

/// What is known of the root's moves where its value is known: the best one's value, and that all are lost where it is.
fn root_moves<P: Position>(position: &P, best: Option<P::Move>, value: Option<Value>) -> Vec<RootMove<P::Move>> {
    let Some(value) = value else { return Vec::new() };
    let is_lost = value == position.to_move().loss();
    let known = position.moves().filter(|&mv| is_lost || Some(mv) == best);
    let proved = known.map(|mv| {
        let mut root_move = RootMove::new(mv, value, ValueKind::Exact);
        root_move.proved = true;
        root_move
    });
    proved.collect()
}

/// What finished games were worth that a searcher met.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    /// Whether some were worth something else than a win, a draw or a loss.
    scores: bool,
    /// What a draw was worth.
    draw: Option<Value>,
}

impl Met {
    /// The score of a finished game of this value.
    fn notice(&mut self, value: Value) -> Score {
        // The papers value a draw as the next thing to a loss for the side that searches.
        let is_draw = value == 0 || [Value::MIN + 1, Value::MAX - 1].contains(&value);
        match value {
            Value::MIN => -1,
            Value::MAX => 1,
            draw if is_draw => {
                self.draw = Some(draw);
                0
            }
            other => {
                self.scores = true;
                other.signum() as Score
            }
        }
    }

    /// The value of a score, as far as it is known. `before` is what a draw was worth in an earlier search.
    fn value_of(self, score: Score, before: Option<Value>) -> Option<Value> {
        let value = match score {
            // Who searches may be the other side now, for which a draw is worth something else.
            0 => self.draw.or(before.or(Some(0)).filter(|&draw| draw == 0)),
            score if score > 0 => Some(Side::Max.win()),
            _ => Some(Side::Min.win()),
        };
        value.filter(|_| !self.scores)
    }
}

/// The judge that asks an evaluator: what finished games are worth, which it notes, and how hard leaves look
/// (df-pn+, Nagai 2002).
///
/// A weight adds a leaf's value to its numbers: one that is as good as won counts as many more towards no, and an even
/// one as half as many more either way. Without a weight the evaluator is asked of finished games alone.
struct Evaluated<'m, E> {
    evaluator: &'m mut E,
    weight: u32,
    /// What a win is worth in the evaluator's units.
    win: Value,
    by_mobility: bool,
    met: &'m mut Met,
}

impl<E> Evaluated<'_, E> {
    /// The numbers of a leaf with these by itself and this static value.
    fn with_value(&self, Numbers { proof, disproof }: Numbers, value: Value) -> Numbers {
        let (win, weight) = (i64::from(self.win), i64::from(self.weight));
        let value = i64::from(value).clamp(-win, win);
        let towards_yes = (weight * (win + value) / (2 * win)) as u32;
        let more = |number: u32, by: u32| number.saturating_add(by).min(Numbers::MOST);
        Numbers { proof: more(proof, self.weight - towards_yes), disproof: more(disproof, towards_yes) }
    }
}

impl<P: Position, E: Evaluator<P>> Judge<P> for Evaluated<'_, E> {
    fn score(&mut self, finished: &P) -> Score {
        self.met.notice(self.evaluator.evaluate(finished))
    }

    fn enter(&mut self, parent: &P) {
        self.evaluator.enter(parent);
    }

    fn score_after(&mut self, parent: &mut P, mv: P::Move) -> Score {
        self.met.notice(self.evaluator.evaluate_child(parent, mv))
    }

    #[inline]
    fn leaf_after(&mut self, parent: &mut P, mv: P::Move) -> Numbers {
        let by_itself = if self.by_mobility { by_mobility(parent, mv) } else { Numbers::LEAF };
        if self.weight == 0 {
            return by_itself;
        }
        let value = self.evaluator.evaluate_child(parent, mv);
        self.with_value(by_itself, value)
    }
}
