use bestply_core::{Bounds, Counts, Evaluator, Limit, Meter, Observer, Position, Report, RootMove, Stop, Value};

use crate::report::{finished, report};

/// Which of the two it is.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pruning {
    None,
    AlphaBeta,
}

/// Searches a position until it is done or a limit ends it.
pub(crate) fn search<P, E, O>(
    position: &mut P,
    evaluator: &mut E,
    limit: &Limit,
    observer: &mut O,
    pruning: Pruning,
) -> Report<P::Move>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    if position.is_terminal() {
        return finished(evaluator.evaluate(position));
    }
    let mut search = Search {
        position,
        evaluator,
        observer,
        pruning,
        meter: Meter::start(limit),
        generations: 0,
        expansions: 0,
        path: Vec::new(),
        lines: Vec::new(),
        root_moves: Vec::new(),
    };
    let stop = match limit.depth {
        Some(0) => Stop::Depth,
        depth => search.value(depth, Bounds::OPEN).err().unwrap_or(Stop::Depth),
    };
    report(search, stop)
}

/// One search: the functions of [`plain`](crate::plain), with all that a report tells.
pub(crate) struct Search<'a, 'l, P: Position, E, O: ?Sized> {
    pub(crate) position: &'a mut P,
    evaluator: &'a mut E,
    observer: &'a mut O,
    pruning: Pruning,
    meter: Meter<'l>,
    generations: u64,
    expansions: u64,
    /// The child indices from the root to the node that the search is at.
    path: Vec<usize>,
    /// The best line so far of each node on the path, by depth.
    pub(crate) lines: Vec<Vec<P::Move>>,
    /// The moves of the root searched so far.
    pub(crate) root_moves: Vec<RootMove<P::Move>>,
}

impl<P, E, O> Search<'_, '_, P, E, O>
where
    P: Position,
    E: Evaluator<P>,
    O: Observer + ?Sized,
{
    pub(crate) fn counts(&self) -> Counts {
        let Counts { evaluations, .. } = self.meter.counts();
        let (generations, expansions) = (self.generations, self.expansions);
        Counts { evaluations, generations, first_generations: generations, expansions }
    }

    fn value(&mut self, depth: Option<usize>, bounds: Bounds) -> Result<Value, Stop> {
        let ply = self.start_line();
        if depth == Some(0) || self.position.is_terminal() {
            let value = self.evaluate()?;
            return Ok(if self.pruning == Pruning::None { value } else { value.clamp(bounds.alpha, bounds.beta) });
        }
        self.observer.entered(&self.path, bounds);
        self.expansions += 1;
        let side = self.position.to_move();
        let Bounds { mut alpha, beta } = bounds.orient(side);
        for (index, mv) in self.position.moves().enumerate() {
            let within = match self.pruning {
                Pruning::None => Bounds::OPEN,
                Pruning::AlphaBeta => Bounds { alpha, beta }.orient(side),
            };
            let value = side.orient(self.value_of_child(index, mv, depth, within)?);
            if ply == 0 {
                let bound = self.pruning == Pruning::AlphaBeta && value <= alpha && alpha > Value::MIN;
                self.root_moves.push(RootMove { mv, value: side.orient(value), bound });
            }
            if value > alpha || self.lines[ply].is_empty() {
                self.improve_line(ply, mv);
            }
            alpha = alpha.max(value);
            if self.pruning == Pruning::AlphaBeta && alpha >= beta {
                break;
            }
        }
        let value = side.orient(alpha);
        self.observer.backed_up(&self.path, value);
        Ok(value)
    }

    fn value_of_child(
        &mut self,
        index: usize,
        mv: P::Move,
        depth: Option<usize>,
        bounds: Bounds,
    ) -> Result<Value, Stop> {
        self.generations += 1;
        let undo = self.position.make(mv);
        self.path.push(index);
        let value = self.value(depth.map(|depth| depth - 1), bounds);
        self.path.pop();
        self.position.unmake(mv, undo);
        value
    }

    /// Evaluates a leaf.
    fn evaluate(&mut self) -> Result<Value, Stop> {
        self.meter.evaluation()?;
        let value = self.evaluator.evaluate(self.position);
        if self.observer.is_watching() {
            let (&index, parent) = self.path.split_last().expect("the root is no leaf of its search");
            self.observer.generated(parent, index, value);
        }
        Ok(value)
    }

    /// Starts the line of a node with no moves, and says how deep the node lies.
    fn start_line(&mut self) -> usize {
        let ply = self.path.len();
        if ply == self.lines.len() {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
        ply
    }

    /// Makes the line of the node at this depth begin with `mv`, and go on with the line of the child last searched.
    fn improve_line(&mut self, ply: usize, mv: P::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}
