use std::fmt;

use crate::file::{MOST_BYTES, MOST_UNITS};

/// Why some bytes are not the network that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NetworkError {
    /// There are more bytes than any network has.
    TooLarge(usize),
    /// The bytes are no safetensors file.
    NotSafetensors(String),
    /// The file is not one of bestply's networks: this word of its metadata is missing or wrong.
    Metadata(&'static str),
    /// The file was changed or cut: its check sum is that of something else.
    Damaged,
    /// The network is of another game.
    Game {
        /// The game of the file.
        found: String,
        /// The game that was asked for.
        wanted: String,
    },
    /// The network is for other planes of the game.
    Planes,
    /// A tensor is missing.
    Missing(String),
    /// There is a tensor that no network has.
    Unknown(String),
    /// A tensor does not hold numbers of 32 bits.
    Kind(String),
    /// A tensor has another shape than its neighbours ask for.
    Shape {
        /// The tensor.
        tensor: String,
        /// Its shape.
        found: Vec<usize>,
        /// What the shape should be.
        wanted: Vec<usize>,
    },
    /// A hidden layer has no units, or too many.
    Units {
        /// The tensor.
        tensor: String,
        /// The number of units.
        found: usize,
    },
    /// A tensor has a value that is infinite or not a number.
    NotFinite(String),
    /// The weights of this layer are too large for integers of 16 bits.
    Overflow(String),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::TooLarge(bytes) => {
                write!(formatter, "too large for a network: {bytes} bytes, where {MOST_BYTES} are allowed")
            }
            NetworkError::NotSafetensors(why) => write!(formatter, "not a safetensors file: {why}"),
            NetworkError::Metadata(key) => {
                write!(formatter, "not a network of bestply: the entry `bestply` of its metadata has no valid `{key}`")
            }
            NetworkError::Damaged => {
                write!(formatter, "damaged: the check sum at the end of the entry `bestply` of its metadata differs")
            }
            NetworkError::Game { found, wanted } => write!(formatter, "a network of {found:?}, not of {wanted:?}"),
            NetworkError::Planes => {
                write!(formatter, "a network for other planes than this program's; train it anew")
            }
            NetworkError::Missing(tensor) => write!(formatter, "the tensor `{tensor}` is missing"),
            NetworkError::Unknown(tensor) => write!(formatter, "the tensor `{tensor}` is none of a network's"),
            NetworkError::Kind(tensor) => write!(formatter, "the tensor `{tensor}` is not of the type F32"),
            NetworkError::Shape { tensor, found, wanted } => {
                write!(formatter, "the tensor `{tensor}` has the shape {found:?} instead of {wanted:?}")
            }
            NetworkError::Units { tensor, found } => {
                write!(formatter, "the tensor `{tensor}` is of {found} units, where 1 to {MOST_UNITS} are allowed")
            }
            NetworkError::NotFinite(tensor) => {
                write!(formatter, "the tensor `{tensor}` has a value that is not a finite number")
            }
            NetworkError::Overflow(layer) => {
                write!(formatter, "the weights of the layer `{layer}` are too large for integers of 16 bits")
            }
        }
    }
}

impl std::error::Error for NetworkError {}
