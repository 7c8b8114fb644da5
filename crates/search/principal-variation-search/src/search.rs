use std::hash::Hash;

use bestply_core::{Bounds, Evaluator, Event, Keyed, Meter, Observer, Side, Stop, Value, ValueKind};

use crate::base::Base;
use crate::frame::{Iteration, NodeTask, NodeType, SearchedNode, Trial};
use crate::horizons::Horizons;
use crate::open::{IndexedMove, MOST_MOVES, OpenMoves};
use crate::ordering::{History, Killers, MoveScore, Name};
use crate::reductions::Reductions;
use crate::settings::{Ranks, Settings};
use crate::table::{Answers, Bound, BoundsEntry, BoundsTable};

/// The moves of a node that take so long to list that the clock is read for them.
///
/// It is read after 64 evaluations at most, and each may follow upon a node that was listed for it alone:
/// in Amazons searches overran their time by up to 69 ms.
const MANY_MOVES: usize = 64;

/// One search: the board, the limits, and what is known of the game.
///
/// Iterations begin at the *base*: the first node from the root on that has a choice, usually the root itself.
pub(crate) struct IterativeDeepening<'a, 'l, P: Keyed, E, O> {
    pub(crate) position: &'a mut P,
    pub(crate) evaluator: &'a mut E,
    pub(crate) observer: &'a mut O,
    pub(crate) meter: Meter<'l>,
    pub(crate) settings: Settings,
    pub(crate) is_selective: bool,
    has_trials: bool,
    /// Whether the game ranks moves before anything is learnt of them, and its ranks are heeded.
    pub(crate) ranks_moves: bool,
    /// Whether the position whose moves were listed last had so many that a look for one of them is dear, too.
    pub(crate) has_many_moves: bool,
    /// The least drafts of enhanced transposition cut-offs and of ordering by values, which no draft reaches if off.
    transposition_cuts: usize,
    value_order: usize,
    pub(crate) reductions: &'a Reductions,
    pub(crate) table: &'a mut BoundsTable,
    pub(crate) history: &'a mut History,
    pub(crate) horizons: &'a mut Horizons,
    /// The moves made from the root to the base, which are forced, with what takes them back.
    pub(crate) forced: Vec<(P::Move, P::Undo)>,
    /// The moves made from the base to the position.
    pub(crate) made: Vec<(IndexedMove<P::Move>, P::Undo)>,
    /// What takes the null moves back, and how many of the moves were made before each.
    pub(crate) null_moves: Vec<(usize, P::Undo)>,
    /// The child indices of all these moves. They are gathered only for an observer.
    path: Vec<usize>,
    /// What is known of the base's moves.
    pub(crate) base: Base,
    /// The table's entry of the root.
    pub(crate) known: Option<BoundsEntry>,
    /// The last iteration that was completed.
    pub(crate) completed: Option<Iteration>,
    /// The moves still to be searched, of each node from the base on.
    pub(crate) open: OpenMoves<P::Move>,
    /// The trials still to be made, of each node from the base on.
    pub(crate) trials: Vec<Trial>,
    /// By depth below the base, the best line so far of each principal node on the path, and of the child last left.
    ///
    /// A line's last move comes first. The base's line is kept from iteration to iteration.
    pub(crate) lines: Vec<Vec<P::Move>>,
    /// The killers by depth below the base.
    pub(crate) killers: Vec<Killers<P::Move>>,
    /// The keys of a node's children, while they are asked for.
    pub(crate) keys: Vec<u64>,
    /// The values of a node's children in canonical order, where they are evaluated together.
    pub(crate) values: Vec<Value>,
    /// How often the table answers.
    answer_counts: Answers,
    /// The number of times that a line ended at the horizon. A deeper search might find other values there.
    pub(crate) horizon_visits: u64,
}

impl<'a, 'l, P: Keyed<Move: Hash>, E: Evaluator<P>, O: Observer> IterativeDeepening<'a, 'l, P, E, O> {
    /// A search that has not begun.
    pub(crate) fn new(
        (position, evaluator): (&'a mut P, &'a mut E),
        observer: &'a mut O,
        meter: Meter<'l>,
        (settings, reductions): (Settings, &'a Reductions),
        (table, history, horizons): (&'a mut BoundsTable, &'a mut History, &'a mut Horizons),
    ) -> Self {
        IterativeDeepening {
            ranks_moves: settings.ranks() == Ranks::Heeded && position.ranks_moves(),
            position,
            evaluator,
            observer,
            meter,
            settings,
            is_selective: settings.is_selective(),
            has_trials: settings.has_trials(),
            has_many_moves: false,
            transposition_cuts: least_draft(settings.transposition_cuts()),
            value_order: least_draft(settings.value_order()),
            reductions,
            table,
            history,
            horizons,
            forced: Vec::new(),
            made: Vec::new(),
            null_moves: Vec::new(),
            path: Vec::new(),
            base: Base::new(Side::Max, 0),
            known: None,
            completed: None,
            open: OpenMoves::new(),
            trials: Vec::new(),
            lines: vec![Vec::new()],
            killers: Vec::new(),
            keys: Vec::new(),
            values: Vec::new(),
            answer_counts: Answers::default(),
            horizon_visits: 0,
        }
    }

    /// Searches to one depth after the other, up to `depth`, or until every line ends the game.
    pub(crate) fn deepen(&mut self, depth: usize, step: usize) -> Result<(), Stop> {
        if depth == 0 || self.position.is_terminal() {
            return Ok(());
        }
        // Of the root, before the forced moves: it is reported where no move of the base was searched (D30).
        self.known = self.table.get(self.position.key());
        self.make_forced_moves(depth)?;
        let known_draft = self.resume();
        let most = depth - self.forced.len();
        let mut frames = Vec::new();
        let least = known_draft.clamp(1, most);
        // So all depths differ from the limit by a multiple of the step, and the last one is the limit (D359).
        let first = least + (most - least) % step;
        for draft in (first..=most).step_by(step) {
            let horizon_visits = self.horizon_visits;
            self.find_base(&mut frames, draft)?;
            let (value, _) = self.base.best_value().expect("the base has a move");
            let complete = self.horizon_visits == horizon_visits;
            self.completed = Some(Iteration { draft, value, complete });
            let best = self.base.best.filter(|_| self.forced.is_empty()).unwrap_or(0);
            self.observer.observe(Event::Iterated { depth: self.forced.len() + draft, best, value });
            // Every line ended the game: a deeper iteration would find the same.
            if complete {
                break;
            }
        }
        Ok(())
    }

    /// Goes to the base, along the moves that are forced from the root on.
    /// No iteration needs to make these moves again.
    ///
    /// The base always lies above the leaves of the search.
    fn make_forced_moves(&mut self, depth: usize) -> Result<(), Stop> {
        while self.forced.len() + 1 < depth && self.position.move_count() == 1 {
            // These moves cost no evaluation, and a line of them may be longer than a limit on time.
            self.meter.step()?;
            let mv = self.position.nth_move(0);
            let undo = self.position.make(mv);
            if self.position.is_terminal() {
                self.position.unmake(mv, undo);
                break;
            }
            self.observer.observe(Event::Entered { path: &self.path, bounds: Bounds::OPEN });
            self.meter.expansion(1);
            self.forced.push((mv, undo));
            self.extend_path(0);
        }
        Ok(())
    }

    /// Goes back to the root from wherever the search is. The base's value is the value of all nodes above it.
    pub(crate) fn return_to_root(&mut self) {
        while !(self.made.is_empty() && self.null_moves.is_empty()) {
            if self.is_after_null_move() {
                self.unmake_null_move();
            } else {
                self.unmake();
            }
        }
        let mut plies = 0;
        while let Some((mv, undo)) = self.forced.pop() {
            self.position.unmake(mv, undo);
            self.path.pop();
            plies += 1;
            if let Some(Iteration { draft, value, complete }) = self.completed {
                // The next search may begin at any of these nodes, and then goes on from this depth (D30).
                self.store(self.position.key(), value, Bound::Exact, draft + plies, complete, Some(0));
                self.observer.observe(Event::BackedUp { path: &self.path, value, kind: ValueKind::Exact });
            }
        }
    }

    /// Takes the table's entry of the base for the result of an iteration, and returns the depth of that iteration.
    fn resume(&mut self) -> usize {
        self.base = Base::new(self.position.to_move(), self.position.move_count());
        let Some(known) = self.table.get(self.position.key()) else { return 0 };
        let best = known.best.map(usize::from);
        if let Some((best, mv)) = best.and_then(|best| Some((best, self.move_at(best)?))) {
            self.base.values[best] = Some((known.value, known.kind()));
            self.base.best = Some(best);
            self.lines[0].push(mv);
        }
        usize::from(known.draft)
    }

    /// Searches the base, and returns its value.
    ///
    /// It goes down to a node, then up with its value to the next node that has a move left, and so on.
    // Compiled apart from its caller, so that it has all registers for itself.
    #[inline(never)]
    pub(crate) fn iterate(&mut self, frames: &mut Vec<SearchedNode>, mut task: NodeTask) -> Result<Value, Stop> {
        self.lines.resize_with(task.draft + 1, Vec::new);
        self.killers.resize_with(task.draft, Killers::default);
        frames.clear();
        loop {
            let mut value = self.enter(frames, task)?;
            task = loop {
                let Some(frame) = frames.last_mut() else { return Ok(value.expect("the base was left with a value")) };
                if let Some(found) = value {
                    if frame.is_trying {
                        value = self.judge_trial(frame, found);
                        if value.is_some() {
                            frames.pop();
                            continue;
                        }
                    } else {
                        let made = self.unmake();
                        if self.asks_more(frame, found) {
                            break self.make_move(frame, made);
                        }
                        self.note_value(frame, made, found);
                    }
                }
                if frame.trials > 0
                    && let Some(task) = self.next_trial(frame)
                {
                    break task;
                }
                if frame.awaits_values {
                    self.order_by_values(frame)?;
                }
                if let Some(next) = self.next_move(frame) {
                    self.meter.generations(1);
                    frame.question = self.first_question(frame);
                    break self.make_move(frame, next);
                }
                value = Some(self.back_up(frame));
                frames.pop();
            };
        }
    }

    /// Enters the node of the position.
    ///
    /// It returns the node's value if that is known without making the node's moves:
    /// from the table, because all its children are leaves, or because it has none.
    #[inline(always)]
    fn enter(&mut self, frames: &mut Vec<SearchedNode>, task: NodeTask) -> Result<Option<Value>, Stop> {
        self.tell(|path| Event::Entered { path, bounds: task.bounds });
        let key = self.position.key();
        self.table.prefetch(key);
        let side = self.position.to_move();
        let bottom = self.open.len();
        // Where the table seldom answers, the moves are listed while its memory comes.
        let is_listed = self.answer_counts.are_rare();
        if is_listed {
            self.rank_moves(side, task.ply)?;
        }
        let known = self.table.get(key);
        let answer = known.filter(|&known| self.answers(known, task));
        self.answer_counts.note(answer.is_some());
        if let Some(known) = answer {
            self.open.truncate(bottom);
            return self.answer(known).map(Some);
        }
        let mut frame = SearchedNode::new(task, side, key, bottom, self.horizon_visits);
        frame.known_best = known.and_then(|known| known.best);
        // Another position may have taken the base's entry in the table; the last iteration's best move is still known.
        let first = if task.ply == 0 { self.base.best } else { frame.known_best.map(usize::from) };
        if task.draft > 1 && !is_listed {
            self.rank_moves(side, task.ply)?;
        }
        if let Some(first) = first {
            self.open.put_first(bottom, first);
        }
        if task.draft == 1 {
            return self.evaluate_children(frame, first).map(Some);
        }
        if self.open.len() == bottom {
            return self.evaluate_end(key).map(Some);
        }
        self.meter.expansion_begun();
        if self.meter.counts().evaluations >= self.table.grows_at {
            self.table.grow();
        }
        if task.draft >= self.transposition_cuts
            && let Some((known, index)) = self.child_that_decides(&frame)
        {
            return self.answer_by_child(&frame, known, index).map(Some);
        }
        frame.awaits_values = task.draft >= self.value_order;
        if self.has_trials {
            frame.trials = self.plan_trials(&frame, known);
        }
        frames.push(frame);
        Ok(None)
    }

    /// Adds the moves of the node to the open ones, in canonical order, with the scores that they have now.
    #[inline(always)]
    pub(crate) fn rank_moves(&mut self, side: Side, ply: usize) -> Result<(), Stop> {
        let bottom = self.open.len();
        self.list_moves(side)?;
        for place in [0, 1] {
            if let Some(killer) = self.killers[ply].of_side(place, side)
                && let Some(index) = self.open.moves(bottom).iter().position(|&mv| mv == killer)
                && MoveScore::is_learnt(self.open.score(bottom, index))
            {
                self.open.put(bottom, index, MoveScore::killer(place));
            }
        }
        Ok(())
    }

    /// The same, where the killers are not among them.
    #[inline(always)]
    pub(crate) fn list_moves(&mut self, side: Side) -> Result<(), Stop> {
        let bottom = self.open.len();
        let (history, position) = (&*self.history, &*self.position);
        let list = |moves: &mut Vec<P::Move>| position.list_moves(moves);
        if self.ranks_moves {
            let rank = position.ranking();
            self.open.add(list, |mv| MoveScore::of_rank(rank(mv), side, mv, history));
        } else {
            self.open.add(list, |mv| MoveScore::learnt(side, mv, history));
        }
        let count = self.open.len() - bottom;
        assert!(count <= MOST_MOVES, "a position has at most {MOST_MOVES} moves for this searcher");
        self.has_many_moves = count >= MANY_MOVES;
        if self.has_many_moves {
            self.meter.look_up()?;
        }
        Ok(())
    }

    /// The value of a finished position, for which its parent is entered. It is the same at every draft.
    #[cold]
    pub(crate) fn evaluate_end(&mut self, key: u64) -> Result<Value, Stop> {
        let (last, undo) = self.made.pop().expect("the base is not finished");
        self.position.unmake(last.mv, undo);
        self.evaluator.enter(self.position);
        let value = self.evaluator.value_of_child(self.position, last.mv, Bounds::OPEN, &mut self.meter);
        self.made.push((last, self.position.make(last.mv)));
        let value = value?;
        // Below another parent the position may have another value.
        if !self.evaluator.properties().depends_on_parent {
            self.store(key, value, Bound::Exact, 0, true, None);
        }
        self.tell(|path| Event::BackedUp { path, value, kind: ValueKind::Exact });
        Ok(value)
    }

    /// The next move of the node to be searched; `None` if the other moves are not needed.
    ///
    /// Many nodes are cut off by their first or second move, so sorting all moves at first would be wasted work.
    /// Never sorting them would take quadratic time at a node of many moves.
    #[inline(always)]
    pub(crate) fn next_move(&mut self, frame: &mut SearchedNode) -> Option<IndexedMove<P::Move>> {
        // In a game of 512 moves sorting at once takes 1.50 times the instructions, and never sorting 1.20 times,
        // with null windows 2.26 times (bench `counts -- engine`).
        const TAKEN_UNSORTED: u32 = 32;
        const FIRST_SORTED: u32 = TAKEN_UNSORTED + 1;
        if frame.alpha >= frame.bounds.beta {
            return None;
        }
        self.begin_move(frame);
        match frame.taken {
            ..=TAKEN_UNSORTED => return self.open.take_highest(frame.bottom),
            FIRST_SORTED => self.open.sort(frame.bottom),
            _ => {}
        }
        self.open.of_place(frame.bottom, (frame.taken - FIRST_SORTED) as usize)
    }

    /// Counts a move that is to be searched, and clears its line.
    #[inline(always)]
    pub(crate) fn begin_move(&mut self, frame: &mut SearchedNode) {
        if frame.node == NodeType::Principal {
            self.lines[frame.ply + 1].clear();
        }
        frame.taken += 1;
    }

    /// Tells the observer of an event at the node. A node below a null move has no path, and nothing is told of it.
    #[inline(always)]
    pub(crate) fn tell(&mut self, event: impl for<'e> FnOnce(&'e [usize]) -> Event<'e>) {
        if self.observer.is_watching() && self.null_moves.is_empty() {
            self.observer.observe(event(&self.path));
        }
    }

    /// Notes which child was made, if an observer is watching.
    #[inline(always)]
    pub(crate) fn extend_path(&mut self, index: usize) {
        if self.observer.is_watching() {
            self.path.push(index);
        }
    }

    /// Takes back the last move below the base.
    #[inline(always)]
    fn unmake(&mut self) -> IndexedMove<P::Move> {
        let (made, undo) = self.made.pop().expect("a move was made");
        self.position.unmake(made.mv, undo);
        if self.observer.is_watching() {
            self.path.pop();
        }
        made
    }

    /// Backs up the value of a node of which all moves were searched, or enough of them for a cut-off.
    #[inline(always)]
    pub(crate) fn back_up(&mut self, frame: &SearchedNode) -> Value {
        self.open.truncate(frame.bottom);
        let (value, index) = frame.best.expect("a node that is not terminal has a child");
        // Where no move was good enough, each move's value is only an upper bound.
        let is_no_better = value <= frame.bounds.alpha;
        let best = frame.known_best.filter(|_| is_no_better).map_or(index as usize, usize::from);
        let value = frame.side.orient(value);
        // Nothing came to the horizon since the node was entered.
        let complete = self.horizon_visits == frame.horizon_visits;
        let bound = Bound::of(value, frame.bounds.orient(frame.side));
        self.store(frame.key, value, bound, frame.draft, complete, Some(best));
        let kind = ValueKind::bound_if(bound != Bound::Exact);
        self.tell(|path| Event::BackedUp { path, value, kind });
        value
    }

    /// Notes the value of a move.
    #[inline(always)]
    pub(crate) fn note_value(&mut self, frame: &mut SearchedNode, made: IndexedMove<P::Move>, value: Value) {
        let value = frame.side.orient(value);
        if frame.ply == 0 {
            let may_be_bound = frame.draft > 1 || self.evaluator.properties().searches;
            let kind = ValueKind::bound_if(may_be_bound && frame.is_bound(value));
            self.base.values[made.index] = Some((frame.side.orient(value), kind));
        }
        if frame.best.is_none_or(|(best, _)| value > best) {
            frame.best = Some((value, made.index as u32));
            frame.alpha = frame.alpha.max(value);
            self.note_better(frame, made);
        }
        if value >= frame.bounds.beta {
            // A move that the game ranks has its place already.
            if self.is_unranked(made.mv) {
                let name = Name::new(frame.side, made.mv);
                self.history.note_refutation(name, frame.draft);
                self.killers[frame.ply].note_refutation(frame.side, made.mv);
            }
            self.tell(|path| Event::CutOff { path, index: made.index });
        }
    }

    /// Notes a new best move of a node.
    #[inline(always)]
    fn note_better(&mut self, frame: &SearchedNode, made: IndexedMove<P::Move>) {
        if frame.ply == 0 {
            if frame.is_no_better() {
                return;
            }
            self.base.best = Some(made.index);
        }
        if frame.node == NodeType::Principal {
            // The child's line becomes the node's without a copy: with its last move first, it grows at its end.
            self.lines.swap(frame.ply, frame.ply + 1);
            self.lines[frame.ply].push(made.mv);
        } else if frame.ply == 0 {
            self.note_best_without_line(made.mv);
        }
    }

    /// Notes a new best move of the base, of which only a bound is known.
    #[cold]
    fn note_best_without_line(&mut self, mv: P::Move) {
        let line = &mut self.lines[0];
        if line.last() != Some(&mv) {
            line.clear();
            line.push(mv);
        }
    }
}

/// From which draft on something is done; 0 is never. Above the horizon there is nothing to gain by it.
fn least_draft(setting: usize) -> usize {
    if setting == 0 { usize::MAX } else { setting.max(2) }
}
