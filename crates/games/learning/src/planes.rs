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

    /// The number of outputs of a policy: how many moves it tells apart. A game without any has no policy.
    const OUTPUTS: usize = 0;

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
    fn mirrored(input: usize) -> usize {
        input
    }

    /// The feature that a feature becomes where the board is mirrored.
    fn mirrored_feature(feature: usize) -> usize {
        Self::mirrored(feature)
    }

    /// The output of a policy that stands for a legal move, as the side to move sees it: less than
    /// [`OUTPUTS`](Planes::OUTPUTS), and another one for each move of a position.
    ///
    /// It is asked of games that have a policy alone.
    /// Where the board is never turned, it is the number by which the game knows the move.
    fn output(&self, mv: Self::Move) -> usize {
        let _ = mv;
        0
    }

    /// The output that an output becomes where the board is mirrored.
    fn mirrored_output(output: usize) -> usize {
        output
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

/// What the planes of a game are, as values: what the game's type says of them by its constants.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// The planes, their rows and their columns ([`Planes::SHAPE`]).
    pub shape: [usize; 3],
    /// What each plane shows ([`Planes::NAMES`]).
    pub names: &'static [&'static str],
    /// The number of features ([`Planes::FEATURES`]).
    pub features: usize,
    /// How many features are 1 at most ([`Planes::MOST_ACTIVE`]).
    pub most_active: usize,
    /// A fingerprint of the planes ([`Planes::planes_fingerprint`]).
    pub planes_fingerprint: u64,
    /// A fingerprint of the features ([`Planes::features_fingerprint`]).
    pub features_fingerprint: u64,
    /// As [`Planes::mirrored`].
    pub mirrored: fn(usize) -> usize,
    /// As [`Planes::mirrored_feature`].
    pub mirrored_feature: fn(usize) -> usize,
    /// The number of outputs of a policy ([`Planes::OUTPUTS`]).
    pub outputs: usize,
    /// As [`Planes::mirrored_output`].
    pub mirrored_output: fn(usize) -> usize,
}

impl Outlook {
    /// That of a game.
    pub fn of<P: Planes>() -> Outlook {
        Outlook {
            shape: P::SHAPE,
            names: P::NAMES,
            features: P::FEATURES,
            most_active: P::MOST_ACTIVE,
            planes_fingerprint: P::planes_fingerprint(),
            features_fingerprint: P::features_fingerprint(),
            mirrored: P::mirrored,
            mirrored_feature: P::mirrored_feature,
            outputs: P::OUTPUTS,
            mirrored_output: P::mirrored_output,
        }
    }
}

/// How positions of one type are seen as planes: by their type ([`OwnPlanes`]), or behind a pointer.
///
/// What is learnt over planes is generic over this, and so is compiled once for all games behind a pointer.
pub trait Sight<P: Position>: Clone {
    /// What the planes are.
    fn outlook(&self) -> Outlook;

    /// As [`Planes::WORDS`].
    fn words(&self) -> usize;

    /// As [`Planes::active`].
    fn active(&self, position: &P, viewer: Side, inputs: &mut Vec<u16>);

    /// As [`Planes::features`].
    fn features(&self, position: &P, viewer: Side, features: &mut Vec<u16>);

    /// As [`Planes::set_bits`].
    fn set_bits(&self, position: &P, viewer: Side, words: &mut [u64]);

    /// As [`Planes::output`].
    fn output(&self, position: &P, mv: P::Move) -> usize;

    /// As [`Planes::finished_value`].
    fn finished_value(&self, position: &P) -> Value;
}

/// The planes of a game, as its type says them.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnPlanes;

impl<P: Planes> Sight<P> for OwnPlanes {
    fn outlook(&self) -> Outlook {
        Outlook::of::<P>()
    }

    #[inline(always)]
    fn words(&self) -> usize {
        P::WORDS
    }

    #[inline(always)]
    fn active(&self, position: &P, viewer: Side, inputs: &mut Vec<u16>) {
        position.active(viewer, inputs);
    }

    #[inline(always)]
    fn features(&self, position: &P, viewer: Side, features: &mut Vec<u16>) {
        position.features(viewer, features);
    }

    #[inline(always)]
    fn set_bits(&self, position: &P, viewer: Side, words: &mut [u64]) {
        position.set_bits(viewer, words);
    }

    #[inline(always)]
    fn output(&self, position: &P, mv: P::Move) -> usize {
        position.output(mv)
    }

    #[inline(always)]
    fn finished_value(&self, position: &P) -> Value {
        position.finished_value()
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
