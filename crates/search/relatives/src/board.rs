use std::mem;

use bestply_core::{Asked, CutShort, Evaluator, Event, Meter, Observer, Position, Side, Stop, Value};

/// What the growth of a tree needs of a game, its evaluation and the limits, whichever game it is.
///
/// So the growth is compiled once for all games, and a game adds this much.
pub(crate) trait GrownGame {
    /// Makes the moves that lead to the node at `path`, of which the board has made the first `common` already.
    fn go_to(&mut self, path: &[usize], common: usize);

    /// The side to move.
    fn side(&self) -> Side;

    /// The number of legal moves.
    fn move_count(&self) -> usize;

    /// Asks for the static values of `count` children from the `first`-th on.
    ///
    /// # Errors
    ///
    /// The limit that forbids one of them, with the number of those before.
    fn ask(&mut self, first: usize, count: usize) -> Result<(), CutShort>;

    /// Puts all values asked for since the last call in the place of `values`, in order.
    fn settle(&mut self, values: &mut Vec<Value>);

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

/// Who finds the static values of several nodes' children.
pub(crate) trait ChildValues<P> {
    /// As [`GrownGame::ask`], of the children of `parent`, if the meter allows it.
    fn ask(&mut self, parent: &mut P, first: usize, count: usize, meter: &mut Meter<'_>) -> Result<(), CutShort>;

    /// As [`GrownGame::settle`].
    fn settle(&mut self, values: &mut Vec<Value>);
}

/// The thread of the search itself.
pub(crate) struct Alone<'s, E> {
    evaluator: &'s mut E,
    values: Vec<Value>,
}

impl<'s, E> Alone<'s, E> {
    pub(crate) fn new(evaluator: &'s mut E) -> Self {
        Alone { evaluator, values: Vec::new() }
    }
}

impl<P: Position, E: Evaluator<P>> ChildValues<P> for Alone<'_, E> {
    fn ask(&mut self, parent: &mut P, first: usize, count: usize, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let before = self.values.len();
        self.values.resize(before + count, 0);
        self.evaluator.enter(parent);
        let outcome = self.evaluator.defer_children(parent, Asked::new(first, &mut self.values[before..]), meter);
        self.values.truncate(before + CutShort::found_of(outcome, count));
        outcome
    }

    fn settle(&mut self, values: &mut Vec<Value>) {
        self.evaluator.settle(Asked::all(&mut self.values));
        mem::swap(values, &mut self.values);
        self.values.clear();
    }
}

/// The board of a search.
pub(crate) struct Play<'s, 'a, P: Position, V, O> {
    position: &'s mut P,
    values: V,
    observer: &'s mut O,
    meter: Meter<'a>,
    steps: Vec<(P::Move, P::Undo)>,
}

impl<'s, 'a, P: Position, V: ChildValues<P>, O: Observer> Play<'s, 'a, P, V, O> {
    pub(crate) fn new(position: &'s mut P, values: V, observer: &'s mut O, meter: Meter<'a>) -> Self {
        Play { position, values, observer, meter, steps: Vec::new() }
    }

    /// Takes all moves back, and gives up what the board was made of.
    pub(crate) fn end(mut self) -> (&'s mut P, Meter<'a>) {
        self.go_to(&[], 0);
        (self.position, self.meter)
    }
}

impl<P: Position, V: ChildValues<P>, O: Observer> GrownGame for Play<'_, '_, P, V, O> {
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

    fn ask(&mut self, first: usize, count: usize) -> Result<(), CutShort> {
        let outcome = self.values.ask(self.position, first, count, &mut self.meter);
        self.meter.expansion(CutShort::found_of(outcome, count));
        outcome
    }

    fn settle(&mut self, values: &mut Vec<Value>) {
        self.values.settle(values);
    }

    fn is_over_after(&mut self, index: usize) -> bool {
        let mv = self.position.nth_move(index);
        self.position.ends_game(mv)
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
