use bestply_core::prefetch;

use crate::inquiry::{Finding, NOTHING};
use crate::{Numbers, Question, Score, Scores};

/// What a search knows of the positions that it has met, in a fixed number of bytes.
///
/// A position has its place in one bucket of four entries.
/// Where the bucket is full, the entry with the least work below it is replaced (Nagai's *small-tree replacement*).
#[derive(Clone, Debug)]
pub(crate) struct ProofTable {
    buckets: Vec<ProofBucket>,
    used: usize,
}

/// Four entries, in two lines of a cache.
type ProofBucket = [ProofSlot; 4];

/// An entry as numbers. An empty slot is all zeros, since the system hands out zeroed memory at no cost.
type ProofSlot = [u64; 4];

/// What is known of a position, in 32 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProofEntry {
    key: u64,
    /// Where the answer to the last question rests on a position of the path: the path, and the depth of that position
    /// in the lower 16 bits.
    way: u64,
    /// Where a side is known to get more than a game that goes round is worth: the most plies until the game ends.
    plies: u32,
    /// The numbers of the question asked last.
    numbers: Numbers,
    /// The scores that are left, whatever the path. They answer every question, so that all questions share the table.
    scores: Scores,
    question: Score,
    /// The best child, as far as it fits.
    best: u8,
    /// The expansions below, by their logarithm. It is 0 of an empty slot alone.
    pub(crate) work: u8,
}

const NO_CHILD: u8 = u8::MAX;

/// The bits of `ProofEntry::way` that tell paths apart. The others are a depth.
const WAY: u64 = !0xffff;

impl ProofTable {
    pub(crate) const BYTES_AN_ENTRY: usize = size_of::<ProofSlot>();

    /// A table of as many whole buckets as fit into so many bytes, but of one at least.
    pub(crate) fn new(bytes: usize) -> ProofTable {
        ProofTable { buckets: vec![ProofBucket::default(); (bytes / size_of::<ProofBucket>()).max(1)], used: 0 }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<ProofBucket>()
    }

    /// The number of entries in use.
    pub(crate) fn used(&self) -> usize {
        self.used
    }

    pub(crate) fn clear(&mut self) {
        self.buckets = vec![ProofBucket::default(); self.buckets.len()];
        self.used = 0;
    }

    /// Says that [`get`](ProofTable::get) is to be asked of this key soon: its answer waits for memory otherwise.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let bucket = &self.buckets[self.place(key)];
        prefetch(&bucket[0]);
        prefetch(&bucket[2]);
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<ProofEntry> {
        self.buckets[self.place(key)].iter().find(|slot| holds(slot, key)).map(unpack)
    }

    /// Notes what was found of a position on this way, with the expansions that it took.
    ///
    /// An answer that rests on a position of the way is kept beside the scores; any other narrows them.
    #[inline]
    pub(crate) fn put(
        &mut self,
        key: u64,
        question: Question,
        finding: Finding,
        way: u64,
        best: usize,
        expansions: u64,
    ) {
        let place = self.place(key);
        let bucket = &mut self.buckets[place];
        let own = bucket.iter().position(|slot| holds(slot, key));
        let index = own.unwrap_or_else(|| (0..bucket.len()).min_by_key(|&index| work(&bucket[index])).unwrap_or(0));
        let mut entry = match own {
            Some(_) => unpack(&bucket[index]),
            None => {
                self.used += usize::from(work(&bucket[index]) == 0);
                ProofEntry { key, ..ProofEntry::EMPTY }
            }
        };
        entry.work = entry.work.max(logarithm(expansions_of(entry.work) + expansions));
        (entry.question, entry.numbers) = (question.at_least, finding.numbers);
        // Eight bits are left of the 32 bytes; a later child is looked for again.
        entry.best = u8::try_from(best).unwrap_or(NO_CHILD);
        match (finding.numbers.answer(), finding.rests_on) {
            (Some(answer), NOTHING) => entry.note(question, answer, finding.plies),
            (Some(_), rests_on) => match u16::try_from(rests_on) {
                Ok(rests_on) => entry.way = (way & WAY) | u64::from(rests_on),
                // Too deep to be noted: nothing is known but that much was tried.
                Err(_) => entry.numbers = Numbers::LEAF,
            },
            (None, _) => {}
        }
        bucket[index] = pack(entry);
    }

    /// All slots, as they are.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> {
        self.buckets.iter().flatten().flatten().copied()
    }

    /// A table with these slots. The number of words is that of whole buckets.
    pub(crate) fn of_words(words: &[u64]) -> ProofTable {
        let mut table = ProofTable::new(size_of_val(words));
        let slots = table.buckets.iter_mut().flatten();
        slots.zip(words.chunks_exact(4)).for_each(|(slot, words)| slot.copy_from_slice(words));
        table.used = table.buckets.iter().flatten().filter(|slot| work(slot) > 0).count();
        table
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        // The key's upper bits as a fraction of the table: no division, and a table of any size.
        ((u128::from(key) * self.buckets.len() as u128) >> u64::BITS) as usize
    }
}

#[inline(always)]
fn holds(slot: &ProofSlot, key: u64) -> bool {
    slot[0] == key && work(slot) > 0
}

#[inline(always)]
fn work(slot: &ProofSlot) -> u8 {
    slot[3] as u8
}

/// From the top, the last word holds 16 bits of the least score, 16 of the most, 16 of the question,
/// 8 of the best child and 8 of the work.
///
/// The second word holds the way where the answer rests on it, and the plies elsewhere.
/// Where it holds the way, the number that is infinite says the plies.
#[inline(always)]
fn pack(entry: ProofEntry) -> ProofSlot {
    let ProofEntry { key, way, plies, numbers, scores, question, best, work } = entry;
    let of = |score: Score| u64::from(score as u16);
    let rest = of(scores.least) << 48 | of(scores.most) << 32 | of(question) << 16;
    let (way, numbers) =
        if entry.rests_on_its_way() { (way, numbers.with_plies(plies)) } else { (u64::from(plies), numbers) };
    let numbers = u64::from(numbers.proof) << 32 | u64::from(numbers.disproof);
    [key, way, numbers, rest | u64::from(best) << 8 | u64::from(work)]
}

#[inline(always)]
fn unpack(&[key, way, numbers, rest]: &ProofSlot) -> ProofEntry {
    let score = |shift: u32| (rest >> shift) as u16 as Score;
    let packed = Numbers { proof: (numbers >> 32) as u32, disproof: numbers as u32 };
    let (numbers, plies) = packed.without_plies();
    let entry = ProofEntry {
        key,
        way,
        plies,
        numbers,
        scores: Scores { least: score(48), most: score(32) },
        question: score(16),
        best: (rest >> 8) as u8,
        work: rest as u8,
    };
    if entry.rests_on_its_way() { entry } else { ProofEntry { way: 0, plies: way as u32, ..entry } }
}

impl ProofEntry {
    /// What is known of a position without an entry.
    const EMPTY: ProofEntry = ProofEntry {
        key: 0,
        way: 0,
        plies: 0,
        numbers: Numbers::LEAF,
        scores: Scores::ANY,
        question: 0,
        best: 0,
        work: 0,
    };

    /// Notes an answer that holds on every path, and the most plies that it takes where it must be made to happen.
    #[inline]
    fn note(&mut self, question: Question, answer: bool, plies: u32) {
        let before = self.scores;
        self.scores = before.after(question, answer);
        let is_its_bound =
            if answer { before.least == question.at_least } else { before.most == question.at_least - 1 };
        if question.needs_an_end(answer) && (self.scores != before || is_its_bound && plies < self.plies) {
            self.plies = plies;
        }
    }

    /// Whether the answer to the last question rests on a position of the way to this one.
    #[inline(always)]
    fn rests_on_its_way(&self) -> bool {
        let question = Question { at_least: self.question };
        self.numbers.answer().is_some() && self.answer(question).is_none()
    }

    /// The answer to a question, whatever the path.
    #[inline(always)]
    pub(crate) fn answer(&self, question: Question) -> Option<bool> {
        self.scores.answer(question)
    }

    /// The numbers of a question, if it was the last one.
    #[inline(always)]
    pub(crate) fn numbers(&self, question: Question) -> Option<Numbers> {
        (self.question == question.at_least).then_some(self.numbers)
    }

    /// The least depth of a position on which the answer to the last question rests, if it was found on this path.
    #[inline]
    pub(crate) fn rests_on(&self, way: u64) -> Option<u32> {
        (self.way & WAY == way & WAY).then_some((self.way & !WAY) as u32)
    }

    /// What holds of a question on every path.
    #[inline(always)]
    pub(crate) fn finding(&self, question: Question) -> Option<Finding> {
        let answer = self.answer(question)?;
        let plies = if question.needs_an_end(answer) { self.plies } else { 0 };
        Some(Finding { plies, ..Finding::of(Numbers::answered(answer)) })
    }

    /// The child that decided.
    #[inline]
    pub(crate) fn best(&self) -> Option<usize> {
        (self.best != NO_CHILD).then_some(usize::from(self.best))
    }
}

/// Four times the binary logarithm of a number of expansions, and one, so that it is never 0.
#[inline]
fn logarithm(expansions: u64) -> u8 {
    let expansions = expansions.max(1);
    let whole = expansions.ilog2();
    // The two bits after the first one.
    let quarters = if whole >= 2 { (expansions >> (whole - 2)) & 3 } else { (expansions << (2 - whole)) & 3 };
    (4 * whole + quarters as u32 + 1).min(u32::from(u8::MAX)) as u8
}

/// The least number of expansions with this logarithm; 0 of an empty entry.
#[inline]
fn expansions_of(work: u8) -> u64 {
    let Some(work) = work.checked_sub(1) else { return 0 };
    let (whole, quarters) = (u32::from(work) / 4, u64::from(work) % 4);
    ((4 + quarters) << whole.min(58)) >> 2
}
