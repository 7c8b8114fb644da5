use bestply_core::{CutShort, Evaluator, Event, Meter, Observer, Position, Side, Stop, Value};

/// What the growth of a tree needs of a game, its evaluation and the limits, whichever game it is.
///
/// So the growth is compiled once for all games, and a game adds this much.
pub(crate) trait Board {
    /// Makes the moves that lead to the node at `path`, of which the board has made the first `common` already.
    fn go_to(&mut self, path: &[usize], common: usize);

    /// The side to move.
    fn side(&self) -> Side;

    /// The number of legal moves.
    fn move_count(&self) -> usize;

    /// Writes the static values of children from the `first`-th on.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of them.
    fn evaluate(&mut self, first: usize, values: &mut [Value]) -> Result<(), CutShort>;

    /// Whether the game is over after a move.
    fn is_over_after(&mut self, index: usize) -> bool;

    /// Allows a step of work that makes no child.
    ///
    /// # Errors
    ///
    /// The limit that forbids it.
    fn step(&mut self) -> Result<(), Stop>;

    /// Whether anybody watches.
    fn is_watched(&self) -> bool;

    /// Tells whoever watches of an event.
    fn tell(&mut self, event: Event<'_>);
}

/// The board of a search.
pub(crate) struct Play<'s, 'a, P: Position, E, O> {
    position: &'s mut P,
    evaluator: &'s mut E,
    observer: &'s mut O,
    meter: Meter<'a>,
    steps: Vec<(P::Move, P::Undo)>,
}

impl<'s, 'a, P: Position, E: Evaluator<P>, O: Observer> Play<'s, 'a, P, E, O> {
    pub(crate) fn new(position: &'s mut P, evaluator: &'s mut E, observer: &'s mut O, meter: Meter<'a>) -> Self {
        Play { position, evaluator, observer, meter, steps: Vec::new() }
    }

    /// Takes all moves back, and gives up what the board was made of.
    pub(crate) fn end(mut self) -> (&'s mut P, &'s mut E, Meter<'a>) {
        self.go_to(&[], 0);
        (self.position, self.evaluator, self.meter)
    }
}

impl<P: Position, E: Evaluator<P>, O: Observer> Board for Play<'_, '_, P, E, O> {
    fn go_to(&mut self, path: &[usize], common: usize) {
        for (mv, undo) in self.steps.drain(common..).rev() {
            self.position.unmake(mv, undo);
        }
        for &index in &path[common..] {
            let mv = self.position.nth_move(index);
            self.steps.push((mv, self.position.make(mv)));
        }
    }

    fn side(&self) -> Side {
        self.position.to_move()
    }

    fn move_count(&self) -> usize {
        self.position.move_count()
    }

    fn evaluate(&mut self, first: usize, values: &mut [Value]) -> Result<(), CutShort> {
        self.evaluator.enter(self.position);
        let outcome = self.evaluator.values_of_children(self.position, first, values, &mut self.meter);
        self.meter.expansion(CutShort::found_of(outcome, values.len()));
        outcome
    }

    fn is_over_after(&mut self, index: usize) -> bool {
        let mv = self.position.nth_move(index);
        let undo = self.position.make(mv);
        let is_over = self.position.is_terminal();
        self.position.unmake(mv, undo);
        is_over
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.meter.step()
    }

    fn is_watched(&self) -> bool {
        self.observer.is_watching()
    }

    fn tell(&mut self, event: Event<'_>) {
        self.observer.observe(event);
    }
}
