use std::num::NonZeroU32;

use bestply_core::{Shrinkage, Side, Value, is_infinite};

/// How wrong static values are, as a search meets it: the evaluation's *noise* and *tempo*, and siblings' *spread*.
///
/// A search adds each node that it expands, and [renews](Noise::renew) both units from time to time.
/// Two thirds of the nodes are no farther from the value of their best child than the noise, and no farther are, in the
/// mean, the other children from the best than the spread.
/// So a few values beyond all others, as those of finished games, change neither.
/// The [tempo](bestply_core::LeafValues) is found step by step, from how much better the best child is than the node.
/// Infinite values do not count.
/// Distances are rounded down to three leading binary digits, so that nodes are counted in classes, and the order in
/// which they come does not matter.
///
/// ```
/// use bestply_core::{Shrinkage, Side};
/// use bestply_visits::Noise;
///
/// let mut noise = Noise::default();
/// // Of a root nothing is known but its children, of which the second is worth 6 less than the first.
/// noise.begin(Side::Max, [10, 4].into_iter());
/// // Children say that the side to move has 3 and 90 more than was thought.
/// noise.add(Side::Min, 10, [7, 9].into_iter());
/// noise.add(Side::Max, 5, [95].into_iter());
/// noise.renew();
/// let [unit, spread] = noise.units().map(u32::from);
/// assert_eq!((unit, spread), (6, 6), "of 3, 6 and 90, and of 2 and 6");
/// // Of two nodes one was too good by 3, the other too bad by 90: half are no more than 3 too bad.
/// noise.renew_tempo(Shrinkage::NONE);
/// assert_eq!(noise.tempo(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// Nothing until a root begins, nor in a search that does not ask.
    met: Option<Box<Met>>,
}

/// What a search met.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Met {
    differences: Classes,
    losses: Classes,
    /// By how much nodes were worse and better than their best children, since the tempo was renewed last.
    ahead: [Classes; 2],
    /// The noise and the spread when they were renewed last.
    units: [NonZeroU32; 2],
    tempo: Value,
}

impl Noise {
    /// The nodes as which the units of one position of a game count in the next.
    ///
    /// Noise changes along a game, so that what is met now soon outweighs what was.
    const BEFORE: u32 = 16;
    /// So that a value without it is within a value's range.
    const MOST_TEMPO: i64 = 1 << 30;

    /// Begins with the root of a first search, which nothing evaluated: its spread stands for its noise, too.
    /// `side` is to move there.
    pub fn begin(&mut self, side: Side, children: impl Iterator<Item = Value> + Clone) {
        let met = self.met.get_or_insert_with(|| Box::new(Met::new([NonZeroU32::MIN; 2], 0)));
        let best = children.clone().filter(|&value| !is_infinite(value)).map(|value| side.orient(value)).max();
        if let Some(loss) = best.and_then(|best| mean_loss(side, best, children)) {
            met.differences.add(loss, 1);
            met.losses.add(loss, 1);
        }
        self.renew();
    }

    /// Adds a node that had this value as a leaf, where `side` is to move, and whose children have these values.
    ///
    /// Before a root began nothing is added.
    #[inline]
    pub fn add(&mut self, side: Side, value: Value, children: impl Iterator<Item = Value> + Clone) {
        let Some(met) = &mut self.met else { return };
        let best = children.clone().map(|value| side.orient(value)).max().unwrap_or(Value::MIN);
        if is_infinite(best) {
            return;
        }
        if !is_infinite(value) {
            let (own, distance) = (side.orient(value), best.abs_diff(side.orient(value)));
            met.differences.add(distance, 1);
            met.ahead[usize::from(own > best)].add(distance, 1);
        }
        if let Some(loss) = mean_loss(side, best, children) {
            met.losses.add(loss, 1);
        }
    }

    /// Adds what another part of the search met.
    pub fn add_all(&mut self, other: &Noise) {
        if let Some(other) = &other.met {
            let met = self.met.get_or_insert_with(|| Box::new(Met::new(other.units, other.tempo)));
            met.differences.add_all(&other.differences);
            met.losses.add_all(&other.losses);
            met.ahead.iter_mut().zip(&other.ahead).for_each(|(own, other)| own.add_all(other));
        }
    }

    /// Whether there are units, since a root began.
    #[inline(always)]
    pub fn is_known(&self) -> bool {
        self.met.is_some()
    }

    /// The noise and the spread when they were renewed last, at least 1; 1 before.
    pub fn units(&self) -> [NonZeroU32; 2] {
        self.met.as_ref().map_or([NonZeroU32::MIN; 2], |met| met.units)
    }

    /// Makes what was met up to now the units.
    pub fn renew(&mut self) {
        if let Some(met) = &mut self.met {
            let units = [&met.differences, &met.losses].map(|classes| NonZeroU32::new(classes.two_thirds()));
            met.units = units.map(|unit| unit.unwrap_or(NonZeroU32::MIN));
        }
    }

    /// The tempo when it was renewed last; 0 before.
    pub fn tempo(&self) -> Value {
        self.met.as_ref().map_or(0, |met| met.tempo)
    }

    /// Adds to the tempo what is still missing: the median of what best children are ahead of their parents by.
    ///
    /// Values of leaves, from which the tempo up to now is taken, are drawn as this says.
    pub fn renew_tempo(&mut self, shrinkage: Shrinkage) {
        if let Some(met) = &mut self.met {
            let missing = shrinkage.undrawn(median(&std::mem::take(&mut met.ahead)));
            let tempo = (i64::from(met.tempo) + missing).clamp(-Noise::MOST_TEMPO, Noise::MOST_TEMPO);
            met.tempo = tempo as Value;
        }
    }

    /// Follows a move of the game: what was met before counts for a while only.
    pub fn advance(&mut self) {
        *self = self.to_go_on();
        if let Some(met) = &mut self.met {
            let [noise, spread] = met.units;
            met.differences.add(noise.get(), Noise::BEFORE);
            met.losses.add(spread.get(), Noise::BEFORE);
        }
    }

    /// The same units and tempo, for another part of the search, of which nothing is met yet.
    #[must_use]
    pub fn to_go_on(&self) -> Noise {
        Noise { met: self.met.as_ref().map(|met| Box::new(Met::new(met.units, met.tempo))) }
    }
}

impl Met {
    /// Nothing yet, with these units and this tempo.
    fn new(units: [NonZeroU32; 2], tempo: Value) -> Met {
        let ([differences, losses], ahead) = Default::default();
        Met { differences, losses, ahead, units, tempo }
    }
}

/// How much worse than the best, as `side` sees it, the other children are in the mean; `None` without another.
#[inline]
fn mean_loss(side: Side, best: Value, children: impl Iterator<Item = Value>) -> Option<u32> {
    let finite = children.filter(|&value| !is_infinite(value)).map(|value| side.orient(value));
    let (count, sum) = finite.fold((0, 0), |(count, sum), value| (count + 1, sum + u64::from(best.abs_diff(value))));
    // The mean of differences of 32 bits has no more.
    (count > 1).then(|| (sum / (count - 1)) as u32)
}

/// The least number that half of some numbers do not exceed, those from 0 on and those below it; 0 of none.
fn median([from_zero, below]: &[Classes; 2]) -> i64 {
    let falling = below.0.iter().enumerate().rev().map(|(class, &count)| (-i64::from(Classes::least(class)), count));
    let rising = from_zero.0.iter().enumerate().map(|(class, &count)| (i64::from(Classes::least(class)), count));
    let all = from_zero.count() + below.count();
    let mut counted = 0;
    let found = falling.chain(rising).find(|&(_, count)| {
        counted += u64::from(count);
        all > 0 && 2 * counted >= all
    });
    found.map_or(0, |(number, _)| number)
}

/// How many distances there are of each class: those with the same three leading binary digits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Classes([u32; Classes::COUNT]);

impl Classes {
    /// Distances below this are classes of their own.
    const ALONE: u32 = 8;
    const COUNT: usize = 124;

    fn add(&mut self, distance: u32, count: u32) {
        let counted = &mut self.0[Classes::class(distance)];
        *counted = counted.saturating_add(count);
    }

    fn add_all(&mut self, other: &Classes) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own = own.saturating_add(*other));
    }

    /// The least distance of a class with which two thirds of all are counted; 0 of none.
    fn two_thirds(&self) -> u32 {
        let all = self.count();
        let mut counted = 0;
        let class = self.0.iter().position(|&count| {
            counted += u64::from(count);
            3 * counted >= 2 * all
        });
        class.map_or(0, Classes::least)
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum()
    }

    fn class(distance: u32) -> usize {
        if distance < Classes::ALONE {
            return distance as usize;
        }
        let shift = distance.ilog2() - 2;
        (4 * shift + (distance >> shift)) as usize
    }

    /// The least distance of a class.
    fn least(class: usize) -> u32 {
        let class = class as u32;
        if class < Classes::ALONE { class } else { (class % 4 + 4) << (class / 4 - 1) }
    }
}

impl Default for Classes {
    fn default() -> Classes {
        Classes([0; Classes::COUNT])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_distances_with_the_same_leading_digits() {
        let distances = (0..5000).chain((0..32).flat_map(|bit| [(1 << bit) - 1, 1 << bit])).chain([u32::MAX]);
        for distance in distances {
            let least = Classes::least(Classes::class(distance));
            let digits = distance.checked_ilog2().map_or(0, |bits| bits.saturating_sub(2));
            assert_eq!(least, distance >> digits << digits, "{distance}");
        }
        assert_eq!(Classes::class(u32::MAX), Classes::COUNT - 1);
    }

    #[test]
    fn two_thirds_are_no_farther() {
        let of = |distances: &[u32]| {
            let mut classes = Classes::default();
            distances.iter().for_each(|&distance| classes.add(distance, 1));
            classes.two_thirds()
        };
        assert_eq!([of(&[]), of(&[7]), of(&[1, 2, 3]), of(&[1, 2, 3, 4])], [0, 7, 2, 3]);
        assert_eq!(of(&[5, 4_000_000_000, 5]), 5);
    }

    #[test]
    fn half_do_not_exceed_the_median() {
        let of = |numbers: &[i64]| {
            let mut classes = <[Classes; 2]>::default();
            numbers.iter().for_each(|&it: &i64| classes[usize::from(it < 0)].add(it.unsigned_abs() as u32, 1));
            median(&classes)
        };
        assert_eq!([of(&[]), of(&[-7]), of(&[-9, 1, 2]), of(&[-5, -2, 1, 9]), of(&[3, 17, 19])], [0, -7, 1, -2, 16]);
        assert_eq!([of(&[-(1 << 31)]), of(&[(1 << 32) - 1])], [-(1 << 31), 7 << 29]);
    }

    #[test]
    fn the_tempo_is_what_all_steps_came_to() {
        let mut noise = Noise::default();
        noise.renew_tempo(Shrinkage::HALF);
        noise.begin(Side::Min, [10, 4].into_iter());
        noise.add(Side::Min, 10, [6, 9].into_iter());
        noise.renew_tempo(Shrinkage::HALF);
        assert_eq!(noise.tempo(), 8, "twice 4, which was halfway drawn");
        noise.renew_tempo(Shrinkage::HALF);
        noise.add(Side::Max, 10, [9].into_iter());
        let mut part = noise.to_go_on();
        part.add(Side::Max, 10, [9].into_iter());
        noise.add_all(&part);
        noise.renew_tempo(Shrinkage::new(1.0).unwrap());
        assert_eq!(noise.tempo(), 8, "what is all drawn tells nothing");
        noise.add_all(&part);
        noise.renew_tempo(Shrinkage::NONE);
        noise.advance();
        assert_eq!(noise.tempo(), 7);
    }

    #[test]
    fn infinite_values_do_not_count() {
        let mut noise = Noise::default();
        noise.begin(Side::Max, [Value::MAX, Value::MIN].into_iter());
        assert_eq!(noise.units().map(u32::from), [1, 1]);
        noise.add(Side::Max, 3, [Value::MAX, 5].into_iter());
        noise.add(Side::Min, Value::MAX, [5, 9, Value::MAX].into_iter());
        noise.renew();
        assert_eq!(noise.units().map(u32::from), [1, 4]);
    }
}
