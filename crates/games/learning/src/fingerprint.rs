use bestply_core::mix;

/// A fingerprint of a sequence of numbers, in 64 bits.
///
/// Two different sequences share a fingerprint with a probability of 1 in 2^64.
///
/// It guards against mistakes and damage, not against malice.
///
/// ```
/// use bestply_learning::Fingerprint;
///
/// let forwards = Fingerprint::new().add(1).add(2).finish();
/// assert_ne!(forwards, Fingerprint::new().add(2).add(1).finish());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint(pub(crate) u64);

impl Fingerprint {
    /// The fingerprint of an empty sequence.
    pub const fn new() -> Fingerprint {
        Fingerprint(0x243f_6a88_85a3_08d3)
    }

    /// The fingerprint of these bytes, each a number.
    ///
    /// ```
    /// use bestply_learning::Fingerprint;
    ///
    /// assert_eq!(Fingerprint::of_bytes(&[1, 2]), Fingerprint::new().add(1).add(2));
    /// ```
    pub fn of_bytes(bytes: &[u8]) -> Fingerprint {
        bytes.iter().fold(Fingerprint::new(), |sum, &byte| sum.add(byte.into()))
    }

    /// The fingerprint with one more number. From one fingerprint, different numbers give different results.
    #[must_use]
    pub const fn add(self, number: u64) -> Fingerprint {
        Fingerprint(mix(self.0.rotate_left(5) ^ number))
    }

    /// The fingerprint as a number.
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fingerprint {
    fn default() -> Fingerprint {
        Fingerprint::new()
    }
}
