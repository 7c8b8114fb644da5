use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

use bestply_core::{Asked, CutShort, Evaluator, Meter, Position, Properties, Side, Value};
use bestply_learning::{Outlook, OwnPlanes, Planes, Sight, add_squares};

use crate::instructions::with_the_best_instructions;
use crate::integers::{Integers, Lanes};
use crate::{NetworkError, Parameters};

/// A network in integers of 16 bits, the same to the bit on all machines.
///
/// The sums of its first hidden layer are kept for the parent, as the children's mover sees it.
/// A child's are the parent's, changed by the inputs that the move changed.
/// All loops run with the widest instructions that the processor has.
///
/// A clone shares the weights, and has room of its own to work in.
pub struct Network<S = OwnPlanes> {
    sight: S,
    integers: Arc<Integers>,
    parent: Seen,
    child: Seen,
    second: Vec<Lanes>,
    deferred: Deferred,
}

/// A position as one side sees it.
#[derive(Clone)]
struct Seen {
    viewer: Side,
    /// A bit for each input.
    bits: Vec<u64>,
    /// The sums of the first hidden layer.
    sums: Vec<Lanes>,
    /// The inputs that became 1 and 0. They are kept for their memory.
    set: Vec<u16>,
    cleared: Vec<u16>,
}

/// The children whose values are wanted with others'.
#[derive(Clone, Default)]
struct Deferred {
    /// The side to move of each child, or the value of a finished game.
    children: Vec<Result<Side, Value>>,
    /// The sums of those that are not finished, one child after the other.
    sums: Vec<Lanes>,
}

impl Network {
    /// The network with these weights, rounded to integers.
    ///
    /// # Errors
    ///
    /// If weights are so large that sums of 16 or 32 bits could overflow.
    pub fn new(parameters: &Parameters) -> Result<Network, NetworkError> {
        let integers = Integers::new(parameters)?;
        let sums = integers.biases.clone();
        let seen = Seen { viewer: Side::Max, bits: Vec::new(), sums, set: Vec::new(), cleared: Vec::new() };
        Ok(Network {
            sight: OwnPlanes,
            parent: seen.clone(),
            child: seen,
            second: vec![Lanes::default(); integers.second_width],
            deferred: Deferred::default(),
            integers: Arc::new(integers),
        })
    }

    /// The network of a game in a file with these bytes.
    ///
    /// # Errors
    ///
    /// As for [`Parameters::read`] and [`new`](Network::new).
    pub fn read<P: Planes>(game: &str, bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(&Parameters::read(&Outlook::of::<P>(), game, bytes)?)
    }

    /// The same network, which sees positions in another way.
    #[must_use]
    pub fn seeing<S>(self, sight: S) -> Network<S> {
        let Network { sight: _, integers, parent, child, second, deferred } = self;
        Network { sight, integers, parent, child, second, deferred }
    }
}

impl Seen {
    /// Looks at a position anew.
    #[inline(always)]
    fn look<P: Position>(&mut self, integers: &Integers, sight: &impl Sight<P>, position: &P, viewer: Side) {
        self.viewer = viewer;
        self.set_bits(sight, position);
        self.set.clear();
        for (word, &bits) in self.bits.iter().enumerate() {
            add_squares(bits, 64 * word, &mut self.set);
        }
        integers.change(&integers.biases, &self.set, &[], &mut self.sums);
    }

    /// Looks at a position that differs little from another one.
    #[inline(always)]
    fn look_after<P: Position>(&mut self, integers: &Integers, sight: &impl Sight<P>, other: &Seen, position: &P) {
        let viewer = position.to_move();
        if viewer != other.viewer || other.bits.len() != sight.words() {
            return self.look(integers, sight, position, viewer);
        }
        self.viewer = viewer;
        self.set_bits(sight, position);
        self.set.clear();
        self.cleared.clear();
        for (word, (&bits, &before)) in self.bits.iter().zip(&other.bits).enumerate() {
            add_squares(bits & !before, 64 * word, &mut self.set);
            add_squares(before & !bits, 64 * word, &mut self.cleared);
        }
        integers.change(&other.sums, &self.set, &self.cleared, &mut self.sums);
    }

    #[inline(always)]
    fn set_bits<P: Position>(&mut self, sight: &impl Sight<P>, position: &P) {
        self.bits.clear();
        self.bits.resize(sight.words(), 0);
        sight.set_bits(position, self.viewer, &mut self.bits);
    }
}

// Each call is worth many additions, and stays one: one copy for each way to see positions is enough.
impl<P: Position, S: Sight<P>> Evaluator<P> for Network<S> {
    #[inline(never)]
    fn evaluate(&mut self, position: &P) -> Value {
        if position.is_terminal() {
            return self.sight.finished_value(position);
        }
        let Network { sight, integers, child, second, .. } = self;
        position.to_move().sign()
            * with_the_best_instructions(
                #[inline(always)]
                || {
                    child.look(integers, sight, position, position.to_move());
                    integers.value(&mut child.sums, second)
                },
            )
    }

    #[inline(never)]
    fn enter(&mut self, parent: &P) {
        let Network { sight, integers, parent: seen, .. } = self;
        with_the_best_instructions(
            #[inline(always)]
            || seen.look(integers, sight, parent, parent.to_move().other()),
        );
    }

    #[inline(never)]
    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        let Network { sight, integers, parent: seen, child, second, .. } = self;
        with_the_best_instructions(
            #[inline(always)]
            || child_value((integers, sight), seen, child, second, parent, mv),
        )
    }

    #[inline(never)]
    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        let Network { sight, integers, parent: seen, child, second, .. } = self;
        with_the_best_instructions(
            #[inline(always)]
            || {
                for (value, mv) in values.iter_mut().zip(parent.moves().skip(first)) {
                    *value = child_value((integers, sight), seen, child, second, parent, mv);
                }
            },
        );
    }

    /// The parent is looked at anew, as its own side sees it.
    #[inline(never)]
    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        let Network { sight, integers, child, second, .. } = self;
        with_the_best_instructions(
            #[inline(always)]
            || {
                child.look(integers, sight, &*parent, parent.to_move());
                let outputs = parent.moves().map(|mv| sight.output(parent, mv));
                integers.set_parts(&mut child.sums, second, outputs, priors);
            },
        );
    }

    #[inline]
    fn properties(&self) -> Properties {
        let win_value = NonZeroU32::new(self.integers.scale as u32);
        Properties { win_value, batches: true, gives_priors: self.integers.has_policy(), ..Properties::default() }
    }

    /// The children's sums of the first hidden layer are found at once, because they need the parent.
    #[inline(never)]
    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        let Asked { first, values, priors, .. } = asked;
        let allowed = meter.evaluations(values.len());
        let wanted = CutShort::found_of(allowed, values.len());
        let Network { sight, integers, parent: seen, child, deferred, .. } = self;
        with_the_best_instructions(
            #[inline(always)]
            || {
                for mv in parent.moves().skip(first).take(wanted) {
                    let undo = parent.make(mv);
                    if parent.is_terminal() {
                        deferred.children.push(Err(sight.finished_value(parent)));
                    } else {
                        child.look_after(integers, sight, seen, parent);
                        deferred.children.push(Ok(child.viewer));
                        deferred.sums.extend_from_slice(&child.sums);
                    }
                    parent.unmake(mv, undo);
                }
            },
        );
        allowed?;
        if !priors.is_empty() {
            self.priors(parent, priors);
        }
        Ok(())
    }

    #[inline(never)]
    fn settle(&mut self, asked: Asked<'_>) {
        let Network { integers, second, deferred, .. } = self;
        with_the_best_instructions(
            #[inline(always)]
            || {
                let mut sums = deferred.sums.chunks_exact_mut(integers.width);
                for (value, child) in asked.values.iter_mut().zip(deferred.children.drain(..)) {
                    *value = child.map_or_else(
                        |finished| finished,
                        |side| side.sign() * integers.value(sums.next().expect("they were noted down"), second),
                    );
                }
            },
        );
        deferred.sums.clear();
    }
}

/// The value of the child that a move leads to from the parent that `seen` is.
#[inline(always)]
fn child_value<P: Position>(
    (integers, sight): (&Integers, &impl Sight<P>),
    seen: &Seen,
    child: &mut Seen,
    second: &mut [Lanes],
    parent: &mut P,
    mv: P::Move,
) -> Value {
    let undo = parent.make(mv);
    let value = if parent.is_terminal() {
        sight.finished_value(parent)
    } else {
        child.look_after(integers, sight, seen, parent);
        child.viewer.sign() * integers.value(&mut child.sums, second)
    };
    parent.unmake(mv, undo);
    value
}

impl<S: Clone> Clone for Network<S> {
    fn clone(&self) -> Network<S> {
        Network {
            sight: self.sight.clone(),
            integers: Arc::clone(&self.integers),
            parent: self.parent.clone(),
            child: self.child.clone(),
            second: self.second.clone(),
            deferred: Deferred::default(),
        }
    }
}

impl<S> fmt::Debug for Network<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Integers { inputs, width, scale, .. } = &*self.integers;
        write!(formatter, "a network of {} inputs, scale {scale}", inputs.len() / width.max(&1))
    }
}
