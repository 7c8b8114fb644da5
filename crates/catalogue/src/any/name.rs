use std::hash::{Hash, Hasher};

/// The numbers that a move's own type tells a hasher,
/// so that a searcher that hashes moves sees the same of an [`AnyMove`].
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Name {
    numbers: [u64; Name::LONGEST],
    count: u8,
}

impl Name {
    const LONGEST: usize = 4;

    pub(super) fn of(mv: &impl Hash) -> Name {
        let mut name = Name::default();
        mv.hash(&mut name);
        name
    }

    /// The numbers, in the order in which they were told.
    pub(super) fn numbers(&self) -> &[u64] {
        &self.numbers[..usize::from(self.count)]
    }

    /// Numbers beyond the longest name are folded into its last one.
    fn add(&mut self, number: u64) {
        match self.numbers.get_mut(usize::from(self.count)) {
            Some(free) => {
                *free = number;
                self.count += 1;
            }
            None => self.numbers[Name::LONGEST - 1] = bestply::mix(self.numbers[Name::LONGEST - 1] ^ number),
        }
    }
}

impl Hasher for Name {
    fn finish(&self) -> u64 {
        self.numbers.iter().fold(0, |sum, &number| bestply::mix(sum ^ number))
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(byte.into()));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.add(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.add(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }
}
