//! The file format of weights: a header of 64 bytes, then the weights, 16 bits each, the lower byte first.
//!
//! | bytes | hold |
//! | --- | --- |
//! | 0–7 | `bestply` and a zero byte |
//! | 8–11 | the version of the format |
//! | 12–15 | the units of a weight in one point of the game's outcome |
//! | 16–31 | the first 16 bytes of the name of the game, filled up with zero bytes |
//! | 32–39 | the fingerprint of the layout |
//! | 40–47 | the number of weights |
//! | 48–55 | zero |
//! | 56–63 | the fingerprint of all other bytes |
//!
//! All numbers have their lower bytes first. Nothing has to be unpacked: the weights can be used where they are.

use std::fmt;

use crate::Fingerprint;

const MAGIC: &[u8; 8] = b"bestply\0";
const VERSION: u32 = 1;
const CHECKSUM_START: usize = 56;

/// What a file of weights contains: the game, the number of weights and their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The name of the game. A file has its first 16 bytes.
    pub game: &'static str,
    /// A fingerprint of what each weight stands for, which tells weights of other features apart.
    pub fingerprint: u64,
    /// The number of weights.
    pub weights: usize,
    /// The number of units of a weight in one point of the game's outcome.
    pub units: u32,
}

/// Why some bytes are not the weights that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WeightsError {
    /// The bytes do not begin as a file of weights does.
    NotWeights,
    /// The bytes are of another version of the format.
    Version(u32),
    /// The weights are of another game.
    Game {
        /// The game of the file.
        found: String,
        /// The game that was asked for.
        wanted: &'static str,
    },
    /// The weights are for other features, or in other units.
    Features,
    /// There are fewer or more weights than the header says.
    Length {
        /// The number of bytes found.
        found: usize,
        /// The number of bytes that there should be.
        wanted: usize,
    },
    /// The bytes have been damaged.
    Checksum,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::NotWeights => write!(formatter, "not a file of weights: it does not begin with \"bestply\""),
            WeightsError::Version(version) => {
                write!(formatter, "weights in version {version} of the format; this program reads version {VERSION}")
            }
            WeightsError::Game { found, wanted } => write!(formatter, "weights of {found:?}, not of {wanted:?}"),
            WeightsError::Features => {
                write!(formatter, "weights for other features than this program's; train them anew")
            }
            WeightsError::Length { found, wanted } => {
                let problem = if found < wanted { "cut short" } else { "too long" };
                write!(formatter, "weights {problem}: {found} bytes instead of {wanted}")
            }
            WeightsError::Checksum => write!(formatter, "damaged weights: the checksum differs"),
        }
    }
}

impl std::error::Error for WeightsError {}

impl Layout {
    /// The length of the header in bytes.
    pub const HEADER_BYTES: usize = 64;

    /// The length of the file in bytes.
    pub const fn file_bytes(&self) -> usize {
        Layout::HEADER_BYTES + 2 * self.weights
    }

    /// The bytes of the file of these weights.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as the layout says.
    pub fn write(&self, weights: &[i16]) -> Vec<u8> {
        assert_eq!(weights.len(), self.weights, "the layout says how many weights there are");
        let mut bytes = self.header().to_vec();
        bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        Layout::seal(&mut bytes).expect("the header is whole");
        bytes
    }

    /// Gives a file of weights the fingerprint that belongs to its bytes, for a program that has changed weights in it.
    ///
    /// # Errors
    ///
    /// If the bytes do not begin as a file of weights does.
    pub fn seal(bytes: &mut [u8]) -> Result<(), WeightsError> {
        if bytes.len() < Layout::HEADER_BYTES || !bytes.starts_with(MAGIC) {
            return Err(WeightsError::NotWeights);
        }
        let checksum = checksum(bytes);
        bytes[CHECKSUM_START..Layout::HEADER_BYTES].copy_from_slice(&checksum.to_le_bytes());
        Ok(())
    }

    /// The weights in a file of these bytes. Each is two bytes, the lower byte first.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole, undamaged file of this layout.
    pub fn read<'b>(&self, bytes: &'b [u8]) -> Result<&'b [[u8; 2]], WeightsError> {
        let wanted = self.header();
        let shared = bytes.len().min(MAGIC.len());
        if shared == 0 || bytes[..shared] != MAGIC[..shared] {
            return Err(WeightsError::NotWeights);
        }
        let length = WeightsError::Length { found: bytes.len(), wanted: self.file_bytes() };
        let Some(header) = bytes.first_chunk::<{ Layout::HEADER_BYTES }>() else {
            return Err(length);
        };
        if header[8..12] != wanted[8..12] {
            return Err(WeightsError::Version(u32::from_le_bytes([header[8], header[9], header[10], header[11]])));
        }
        if header[16..32] != wanted[16..32] {
            let name = header[16..32].split(|&byte| byte == 0).next().unwrap_or_default();
            return Err(WeightsError::Game { found: String::from_utf8_lossy(name).into_owned(), wanted: self.game });
        }
        if header[..CHECKSUM_START] != wanted[..CHECKSUM_START] {
            return Err(WeightsError::Features);
        }
        if bytes.len() != self.file_bytes() {
            return Err(length);
        }
        if header[CHECKSUM_START..] != checksum(bytes).to_le_bytes() {
            return Err(WeightsError::Checksum);
        }
        Ok(bytes[Layout::HEADER_BYTES..].as_chunks().0)
    }

    /// The header, the checksum left zero.
    fn header(&self) -> [u8; Layout::HEADER_BYTES] {
        let mut header = [0; Layout::HEADER_BYTES];
        header[..8].copy_from_slice(MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..16].copy_from_slice(&self.units.to_le_bytes());
        header[16..32].iter_mut().zip(self.game.as_bytes()).for_each(|(place, &byte)| *place = byte);
        header[32..40].copy_from_slice(&self.fingerprint.to_le_bytes());
        header[40..48].copy_from_slice(&(self.weights as u64).to_le_bytes());
        header
    }
}

/// The fingerprint of all bytes except the checksum's own.
fn checksum(file: &[u8]) -> u64 {
    let words = |bytes: &[u8], fingerprint: Fingerprint| {
        let (words, rest) = bytes.as_chunks::<8>();
        let fingerprint = words.iter().fold(fingerprint, |sum, &word| sum.add(u64::from_le_bytes(word)));
        rest.iter().fold(fingerprint, |sum, &byte| sum.add(u64::from(byte)))
    };
    let fingerprint = words(&file[..CHECKSUM_START], Fingerprint::new());
    words(&file[Layout::HEADER_BYTES..], fingerprint).finish()
}
