use crate::evaluator::values_in_parts;
use crate::{Asked, Bounds, CutShort, Evaluator, Keyed, Meter, Prediction, Properties, StaticError, Stop, Value};

/// An evaluator that remembers the values of positions by their keys, for an evaluator that costs more than a key.
///
/// What a search finds is the same, and so is what it counts: a value that is remembered counts as an evaluation.
/// Only time is saved, where several lines of play lead to the same position, or a search comes to it again.
/// Two positions with the same key count as one, as in a table of transpositions.
///
/// Nothing is remembered of an evaluator whose values [depend on the parent](Properties::depends_on_parent), or are
/// found [by a search](Properties::searches).
///
/// [Priors](Evaluator::priors) are not remembered either: leaves whose priors are wanted are asked for together whole.
///
/// Cost: sixteen bytes a position, and for each child its move, made and taken back, and one look-up.
///
/// ```
/// use bestply_core::{Cached, Evaluator};
/// # use bestply_core::{Keyed, Position, Side};
/// # #[derive(Clone)]
/// # struct Nim(u8);
/// # impl Position for Nim {
/// #     type Move = u8;
/// #     type Moves = std::ops::RangeInclusive<u8>;
/// #     type Undo = ();
/// #     fn to_move(&self) -> Side { Side::Max }
/// #     fn moves(&self) -> Self::Moves { 1..=self.0.min(2) }
/// #     fn make(&mut self, taken: u8) { self.0 -= taken; }
/// #     fn unmake(&mut self, taken: u8, (): ()) { self.0 += taken; }
/// # }
/// # impl Keyed for Nim {
/// #     fn key(&self) -> u64 { self.0.into() }
/// # }
///
/// /// Counts how often it is asked.
/// struct Sticks(u32);
///
/// impl Evaluator<Nim> for Sticks {
///     fn evaluate(&mut self, position: &Nim) -> i32 {
///         self.0 += 1;
///         position.0.into()
///     }
/// }
///
/// let mut cached = Cached::new(Sticks(0), 1 << 10);
/// let mut values = [0; 2];
/// cached.evaluate_children(&mut Nim(5), 0, &mut values);
/// cached.evaluate_children(&mut Nim(4), 0, &mut values);
/// assert_eq!((values, cached.evaluator().0), ([3, 2], 3), "3 was known");
/// ```
#[derive(Clone, Debug)]
pub struct Cached<E> {
    evaluator: E,
    slots: Vec<CacheSlot>,
    /// Whether the evaluator was told of the parent whose children are asked for.
    has_entered: bool,
    /// The keys of the children that were asked for last.
    keys: Vec<u64>,
    /// Leaves whose children the evaluator was asked for and that are not settled.
    deferred: Vec<CachedLeaf>,
    /// The number of values that were asked for since the last time that leaves were settled.
    asked: usize,
}

/// A position that is remembered; none where there is no value.
#[derive(Clone, Copy, Debug)]
struct CacheSlot {
    key: u64,
    value: Option<Value>,
}

#[derive(Clone, Debug)]
struct CachedLeaf {
    /// The first of its values among all that were asked for.
    first: usize,
    keys: Vec<u64>,
}

impl<E> Cached<E> {
    /// The evaluator with a memory of at most this many bytes, but of one position at least.
    pub fn new(evaluator: E, bytes: usize) -> Cached<E> {
        let slots = vec![CacheSlot { key: 0, value: None }; (bytes / size_of::<CacheSlot>()).max(1)];
        Cached { evaluator, slots, has_entered: false, keys: Vec::new(), deferred: Vec::new(), asked: 0 }
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// The slot of a key: its upper bits, spread over the memory.
    fn slot(&mut self, key: u64) -> &mut CacheSlot {
        let slot = ((u128::from(key) * self.slots.len() as u128) >> u64::BITS) as usize;
        &mut self.slots[slot]
    }

    fn known(&mut self, key: u64) -> Option<Value> {
        let slot = *self.slot(key);
        slot.value.filter(|_| slot.key == key)
    }

    fn remember(&mut self, key: u64, value: Value) {
        *self.slot(key) = CacheSlot { key, value: Some(value) };
    }

    fn remembers<P: Keyed>(&self) -> bool
    where
        E: Evaluator<P>,
    {
        let properties = self.evaluator.properties();
        // By position alone, such a value would be that below another parent, or a bound within other bounds.
        !properties.depends_on_parent && !properties.searches
    }

    /// Tells the evaluator of the parent, unless it knows. Most parents need not be told of.
    fn enter_now<P: Keyed>(&mut self, parent: &P)
    where
        E: Evaluator<P>,
    {
        // Only where a child is not known: what an evaluator prepares of a parent may be dear.
        if !std::mem::replace(&mut self.has_entered, true) {
            self.evaluator.enter(parent);
        }
    }

    /// Writes the values that are known of so many children, and returns where the first unknown one and the end of the
    /// last unknown one are. The keys of all are then at hand.
    fn look_up<P: Keyed>(&mut self, parent: &mut P, first: usize, values: &mut [Value]) -> Option<(usize, usize)> {
        self.keys.clear();
        let mut unknown: Option<(usize, usize)> = None;
        for (index, mv) in parent.moves().skip(first).take(values.len()).enumerate() {
            let key = parent.key_after(mv);
            self.keys.push(key);
            match self.known(key) {
                Some(value) => values[index] = value,
                None => unknown = Some((unknown.map_or(index, |(from, _)| from), index + 1)),
            }
        }
        unknown
    }
}

impl<P: Keyed, E: Evaluator<P>> Evaluator<P> for Cached<E> {
    fn evaluate(&mut self, position: &P) -> Value {
        if !self.remembers() {
            return self.evaluator.evaluate(position);
        }
        let key = position.key();
        self.known(key).unwrap_or_else(|| {
            let value = self.evaluator.evaluate(position);
            self.remember(key, value);
            value
        })
    }

    fn enter(&mut self, parent: &P) {
        self.has_entered = false;
        if !self.remembers() {
            self.enter_now(parent);
        }
    }

    fn evaluate_child(&mut self, parent: &mut P, mv: P::Move) -> Value {
        if !self.remembers() {
            return self.evaluator.evaluate_child(parent, mv);
        }
        let key = parent.key_after(mv);
        self.known(key).unwrap_or_else(|| {
            self.enter_now(parent);
            let value = self.evaluator.evaluate_child(parent, mv);
            self.remember(key, value);
            value
        })
    }

    fn evaluate_children(&mut self, parent: &mut P, first: usize, values: &mut [Value]) {
        if !self.remembers() {
            return self.evaluator.evaluate_children(parent, first, values);
        }
        // All between the first and the last that is unknown are asked for, for an evaluator that works on many.
        let Some((from, end)) = self.look_up(parent, first, values) else { return };
        self.enter_now(parent);
        self.evaluator.evaluate_children(parent, first + from, &mut values[from..end]);
        for (index, &value) in values.iter().enumerate().take(end).skip(from) {
            self.remember(self.keys[index], value);
        }
    }

    fn priors(&mut self, parent: &mut P, priors: &mut [f32]) {
        self.enter_now(parent);
        self.evaluator.priors(parent, priors);
    }

    fn properties(&self) -> Properties {
        self.evaluator.properties()
    }

    fn predictions(&self, position: &P) -> &[Prediction] {
        self.evaluator.predictions(position)
    }

    fn stage(&self, position: &P) -> usize {
        self.evaluator.stage(position)
    }

    fn errors(&self, position: &P) -> &[StaticError] {
        self.evaluator.errors(position)
    }

    fn value_of_child(
        &mut self,
        parent: &mut P,
        mv: P::Move,
        bounds: Bounds,
        meter: &mut Meter<'_>,
    ) -> Result<Value, Stop> {
        if !self.remembers() {
            return self.evaluator.value_of_child(parent, mv, bounds, meter);
        }
        meter.evaluation()?;
        Ok(self.evaluate_child(parent, mv))
    }

    fn values_of_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        if !self.remembers() {
            return self.evaluator.values_of_children(parent, asked, meter);
        }
        values_in_parts(self, parent, asked, meter)
    }

    fn defer_children(&mut self, parent: &mut P, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        if !self.remembers() {
            return self.evaluator.defer_children(parent, asked, meter);
        }
        let wanted = asked.values.len();
        let is_known = self.look_up(parent, asked.first, asked.values).is_none() && asked.priors.is_empty();
        let outcome = if is_known {
            meter.evaluations(wanted)
        } else {
            self.enter_now(parent);
            self.evaluator.defer_children(parent, asked, meter)
        };
        let found = CutShort::found_of(outcome, wanted);
        if !is_known {
            self.deferred.push(CachedLeaf { first: self.asked, keys: self.keys[..found].to_vec() });
        }
        self.asked += found;
        outcome
    }

    fn settle(&mut self, asked: Asked<'_>) {
        self.asked = 0;
        if !self.remembers() {
            return self.evaluator.settle(asked);
        }
        let Asked { values, priors, .. } = asked;
        let deferred = std::mem::take(&mut self.deferred);
        // The evaluator has values for the leaves that it was asked for, side by side.
        let of_leaf = |leaf: &CachedLeaf| leaf.first..leaf.first + leaf.keys.len();
        // Some write them when they are asked, and some now.
        let mut found: Vec<Value> = deferred.iter().flat_map(|leaf| values[of_leaf(leaf)].iter().copied()).collect();
        // Where priors are wanted, the evaluator was asked for every leaf.
        self.evaluator.settle(Asked::all(&mut found).with_priors(priors));
        let mut found = found.into_iter();
        for leaf in &deferred {
            for (&key, value) in leaf.keys.iter().zip(&mut values[of_leaf(leaf)]) {
                *value = found.next().expect("each has a value");
                self.remember(key, *value);
            }
        }
    }
}
