use std::iter::Enumerate;

use bestply_core::{
    Bounds, Evaluator, Event, Found, Limit, Meter, Observer, Position, Report, RootMove, Side, Stop, Value, ValueKind,
    is_infinite,
};

/// Which of the two algorithms a search is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pruning {
    None,
    AlphaBeta,
}

/// Searches a position until the search is done or a limit ends it.
pub(crate) fn search<P: Position, E: Evaluator<P>, O: Observer>(
    position: &mut P,
    evaluator: &mut E,
    limit: &Limit,
    observer: &mut O,
    pruning: Pruning,
) -> Report<P::Move> {
    let is_leaf = limit.depth == Some(0) || position.is_terminal();
    let mut search = FixedDepthSearch {
        position,
        evaluator,
        observer,
        pruning,
        depth: limit.depth,
        meter: Meter::start(limit),
        frames: Vec::new(),
        made: Vec::new(),
        path: Vec::new(),
        lines: vec![Vec::new()],
        root_moves: Vec::new(),
        is_told_of_node: false,
    };
    let outcome = if is_leaf { Ok(()) } else { search.run() };
    search.report(outcome)
}

/// One search: the functions of [`plain`](crate::plain) on a stack of its own, with all that a report tells.
struct FixedDepthSearch<'a, 'l, P: Position, E, O> {
    position: &'a mut P,
    evaluator: &'a mut E,
    observer: &'a mut O,
    pruning: Pruning,
    depth: Option<usize>,
    meter: Meter<'l>,
    /// The nodes from the root to the one that the search is at.
    frames: Vec<Frame<P>>,
    /// The moves made from each node to the next, with what takes them back.
    made: Vec<(P::Move, P::Undo)>,
    /// The child indices of these nodes, without the root. They are gathered only for an observer.
    path: Vec<usize>,
    /// By depth, the best line so far of each node on the path,
    /// and of the child last left. A line's last move comes first.
    lines: Vec<Vec<P::Move>>,
    /// The moves of the root searched so far.
    root_moves: Vec<RootMove<P::Move>>,
    /// Whether the evaluator was last told of the node that the search is at.
    is_told_of_node: bool,
}

/// A node on the path whose moves are being searched. Its values are as the side to move sees them: larger is better.
struct Frame<P: Position> {
    side: Side,
    /// The moves still to be searched.
    moves: Enumerate<P::Moves>,
    /// The bounds that the node was entered with.
    bounds: Bounds,
    /// The lower bound, or the best value found if that is larger.
    alpha: Value,
    /// Whether a move is proved to win, and whether all those searched are proved to lose.
    is_won: bool,
    is_lost: bool,
}

impl<P: Position, E: Evaluator<P>, O: Observer> FixedDepthSearch<'_, '_, P, E, O> {
    /// Searches the root, which has moves.
    // Compiled apart from its caller, so that it has all registers for itself.
    #[inline(never)]
    fn run(&mut self) -> Result<(), Stop> {
        self.enter(Bounds::OPEN)?;
        while let Some(frame) = self.frames.last_mut() {
            let is_cut_off = self.pruning == Pruning::AlphaBeta && frame.alpha >= frame.bounds.beta;
            match frame.moves.next().filter(|_| !is_cut_off) {
                Some((index, mv)) => self.search_move(index, mv)?,
                None => self.back_up(),
            }
        }
        Ok(())
    }

    /// Enters the node of the position, which has moves.
    #[inline(always)]
    fn enter(&mut self, bounds: Bounds) -> Result<(), Stop> {
        self.observer.observe(Event::Entered { path: &self.path, bounds });
        self.meter.expansion_begun();
        self.is_told_of_node = false;
        let (side, moves) = (self.position.to_move(), self.position.moves().enumerate());
        let bounds = bounds.orient(side);
        self.frames.push(Frame { side, moves, bounds, alpha: bounds.alpha, is_won: false, is_lost: true });
        // A line of forced moves may be long before it comes to an evaluation.
        self.meter.step()
    }

    /// Finds the value of a child that is a leaf, and enters one that is not.
    #[inline(always)]
    fn search_move(&mut self, index: usize, mv: P::Move) -> Result<(), Stop> {
        self.meter.generations(1);
        self.start_line();
        let is_horizon = self.depth == Some(self.frames.len());
        if !is_horizon {
            let undo = self.position.make(mv);
            if !self.position.is_terminal() {
                if self.observer.is_watching() {
                    self.path.push(index);
                }
                self.made.push((mv, undo));
                return self.enter(self.bounds_of_child());
            }
            self.position.unmake(mv, undo);
        }
        // After the move is taken back: a static value is asked for from the parent.
        let value = self.evaluate_child(index, mv)?;
        let is_proved = is_infinite(value) && (!is_horizon || self.is_finished_after(mv));
        let Bounds { alpha, beta } = self.bounds_of_child();
        self.note_value(mv, value.clamp(alpha, beta), is_proved);
        Ok(())
    }

    /// Whether a move ends the game, which nobody asks at the horizon but where a win or a loss might be proved.
    #[cold]
    fn is_finished_after(&mut self, mv: P::Move) -> bool {
        self.position.ends_game(mv)
    }

    /// The static value of a child.
    #[inline(always)]
    fn evaluate_child(&mut self, index: usize, mv: P::Move) -> Result<Value, Stop> {
        if !self.is_told_of_node {
            self.evaluator.enter(self.position);
            self.is_told_of_node = true;
        }
        let bounds = self.bounds_of_child();
        let value = self.evaluator.value_of_child(self.position, mv, bounds, &mut self.meter)?;
        self.observer.observe(Event::Generated { path: &self.path, index, value });
        Ok(value)
    }

    /// Leaves the node, and gives its value to the parent.
    #[inline(always)]
    fn back_up(&mut self) {
        let Frame { side, bounds, alpha, is_won, is_lost, .. } = self.frames.pop().expect("the search is at a node");
        let value = side.orient(alpha);
        self.observer.observe(Event::BackedUp { path: &self.path, value, kind: bounds.kind(alpha) });
        if let Some((mv, undo)) = self.made.pop() {
            self.position.unmake(mv, undo);
            self.path.pop();
            self.is_told_of_node = false;
            self.note_value(mv, value, is_won || is_lost);
        }
    }

    /// Notes the value of a child, and whether it is a proved win or loss.
    #[inline(always)]
    fn note_value(&mut self, mv: P::Move, value: Value, is_proved: bool) {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        let oriented = frame.side.orient(value);
        frame.is_won |= is_proved && oriented == Value::MAX;
        frame.is_lost &= is_proved && oriented == Value::MIN;
        // Strictly: of equals the first stays the best, and with pruning a later one is only a bound.
        let is_better = oriented > frame.alpha;
        if ply == 0 {
            let is_bound = self.pruning == Pruning::AlphaBeta && !is_better && frame.alpha > Value::MIN;
            let mut root_move = RootMove::new(mv, value, ValueKind::bound_if(is_bound));
            root_move.proved = is_proved && is_infinite(value);
            self.root_moves.push(root_move);
        }
        // Where all is lost no child is better than minus infinity, and still one has to be played.
        if is_better || self.lines[ply].is_empty() {
            frame.alpha = frame.alpha.max(oriented);
            self.lines.swap(ply, ply + 1);
            self.lines[ply].push(mv);
        }
    }

    /// The bounds that the next child is searched with.
    #[inline(always)]
    fn bounds_of_child(&self) -> Bounds {
        let frame = self.frames.last().expect("the search is at a node");
        match self.pruning {
            Pruning::None => Bounds::OPEN,
            Pruning::AlphaBeta => Bounds { alpha: frame.alpha, ..frame.bounds }.orient(frame.side),
        }
    }

    /// Starts the line of a child of the node.
    #[inline(always)]
    fn start_line(&mut self) {
        match self.lines.get_mut(self.frames.len()) {
            Some(line) => line.clear(),
            None => self.lines.push(Vec::new()),
        }
    }

    /// The report of a search that was completed, or that a limit ended.
    ///
    /// It lists the moves of the root that were searched to the end.
    fn report(mut self, outcome: Result<(), Stop>) -> Report<P::Move> {
        while let Some((mv, undo)) = self.made.pop() {
            self.position.unmake(mv, undo);
        }
        let nodes = self.lines.len();
        let mut line = self.lines.swap_remove(0);
        line.reverse();
        let best = self.root_moves.iter().find(|root_move| Some(&root_move.mv) == line.first());
        let found = Found {
            ends_the_game: None,
            value: best.map(|best| best.value),
            line,
            root_moves: self.root_moves,
            completed_depth: outcome.is_ok().then(|| self.depth.unwrap_or(nodes - 1)),
            nodes,
            bytes: 0,
            stop: outcome.err().unwrap_or(Stop::Depth),
        };
        found.report(self.position, self.evaluator, &self.meter)
    }
}
