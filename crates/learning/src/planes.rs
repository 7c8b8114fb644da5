use bestply_core::{Position, Side, Value};

use crate::Fingerprint;

/// A game whose positions a network can read: as planes of squares on which each input is 0 or 1.
///
/// Input *(plane · rows + row) · columns + column* is that of a square on a plane.
/// A position is seen by one side, as if that side were to move.
/// Its own men come first, and the board is turned or mirrored so that they go up, row 0 being the nearest.
/// So exchanging the sides changes nothing that the network sees.
///
/// ```
/// use bestply_core::{Position, Side, Value};
/// use bestply_learning::Planes;
///
/// /// Take one or two of up to eight matches; whoever takes the last one wins.
/// struct Nim { matches: u8, to_move: Side }
///
/// impl Position for Nim {
///     // …
/// #   type Move = u8;
/// #   type Moves = std::ops::RangeInclusive<u8>;
/// #   type Undo = ();
/// #   fn to_move(&self) -> Side { self.to_move }
/// #   fn moves(&self) -> Self::Moves { 1..=self.matches.min(2) }
/// #   fn make(&mut self, taken: u8) { self.matches -= taken; self.to_move = self.to_move.other(); }
/// #   fn unmake(&mut self, taken: u8, (): ()) { self.matches += taken; self.to_move = self.to_move.other(); }
/// }
///
/// impl Planes for Nim {
///     const SHAPE: [usize; 3] = [2, 1, 8];
///     const NAMES: &'static [&'static str] = &["a match lies here", "to move"];
///
///     fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
///         inputs.extend(0..u16::from(self.matches));
///         if viewer == self.to_move {
///             inputs.extend(8..16);
///         }
///     }
///
///     fn finished_value(&self) -> Value {
///         self.to_move.loss()
///     }
/// }
///
/// let mut inputs = Vec::new();
/// Nim { matches: 3, to_move: Side::Max }.active(Side::Min, &mut inputs);
/// assert_eq!((inputs, Nim::INPUTS, Nim::WORDS), (vec![0, 1, 2], 16, 1));
/// ```
pub trait Planes: Position {
    /// The planes, their rows and their columns.
    const SHAPE: [usize; 3];

    /// What each plane shows.
    const NAMES: &'static [&'static str];

    /// The number of inputs: those of all planes. There are at most 65,536.
    const INPUTS: usize = Self::SHAPE[0] * Self::SHAPE[1] * Self::SHAPE[2];

    /// The number of *features*, which are what a network of one or two layers sees: the inputs, unless a game says
    /// otherwise.
    ///
    /// A game says otherwise where such a network learns little from single squares, such as Connect Four.
    const FEATURES: usize = Self::INPUTS;

    /// How many features are 1 at most. The fewer, the finer are the integers of a network.
    const MOST_ACTIVE: usize = Self::FEATURES;

    /// The number of words with a bit for each feature.
    const WORDS: usize = Self::FEATURES.div_ceil(u64::BITS as usize);

    /// Adds the inputs that are 1, each once, in a position as `viewer` sees it.
    fn active(&self, viewer: Side, inputs: &mut Vec<u16>);

    /// Adds the features that are 1, each once, in a position as `viewer` sees it.
    #[inline]
    fn features(&self, viewer: Side, features: &mut Vec<u16>) {
        self.active(viewer, features);
    }

    /// Sets the bits of the features that are 1: feature *i* is bit *i* % 64 of word *i* / 64.
    ///
    /// There are [`WORDS`](Planes::WORDS) words, all of them zero.
    /// A game overrides this where its own sets of squares are nearly these words.
    #[inline]
    fn set_bits(&self, viewer: Side, words: &mut [u64]) {
        let mut features = Vec::new();
        self.features(viewer, &mut features);
        for feature in features {
            words[usize::from(feature / 64)] |= 1 << (feature % 64);
        }
    }

    /// The input that an input becomes where the board is mirrored, for games of which that changes nothing.
    ///
    /// A network learns from positions and their mirror images alike. By default the board is not mirrored.
    #[must_use]
    fn mirrored(input: usize) -> usize {
        input
    }

    /// The feature that a feature becomes where the board is mirrored.
    #[must_use]
    fn mirrored_feature(feature: usize) -> usize {
        Self::mirrored(feature)
    }

    /// The value of a finished game: plus or minus infinity, or that of a draw.
    ///
    /// It is asked of finished positions alone, whose value no network is asked for.
    fn finished_value(&self) -> Value;

    /// A fingerprint of the planes' shape and names, which tells networks for other planes apart.
    fn planes_fingerprint() -> u64 {
        let shape = Self::SHAPE.iter().fold(Fingerprint::new(), |sum, &length| sum.add(length as u64));
        let names =
            Self::NAMES.iter().fold(shape, |sum, name| sum.add(Fingerprint::of_bytes(name.as_bytes()).finish()));
        names.finish()
    }

    /// A fingerprint of what the features are, which tells networks for other features apart.
    fn features_fingerprint() -> u64 {
        Self::planes_fingerprint()
    }
}

/// Adds the inputs of a set of squares, in ascending order: bit *i* is input `first` + *i*.
#[inline]
pub fn add_squares(mut squares: u64, first: usize, inputs: &mut Vec<u16>) {
    while squares != 0 {
        inputs.push((first + squares.trailing_zeros() as usize) as u16);
        squares &= squares - 1;
    }
}

/// Sets the bits of a set of squares, as [`set_bits`](Planes::set_bits) does: bit *i* is input `first` + *i*.
///
/// # Panics
///
/// If a square has no bit among the words.
#[inline]
pub fn set_squares(squares: u64, first: usize, words: &mut [u64]) {
    let (word, place) = (first / 64, first % 64);
    words[word] |= squares << place;
    // A shift by all 64 places would be none.
    let beyond = squares >> 1 >> (63 - place);
    if beyond != 0 {
        words[word + 1] |= beyond;
    }
}
