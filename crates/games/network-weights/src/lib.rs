//! The weights of the networks of bestply's games, and nothing else.
//!
//! They are the bytes of files that `bestply-network` reads, in the format safetensors.
//! The crate is separate because of its size: who uses no network does not download it.
//!
//! ```
//! let (length, _) = bestply_network_weights::OWARE.split_first_chunk().unwrap();
//! assert!(u64::from_le_bytes(*length) < 1000, "the header says what the weights are for");
//! ```

/// Breakthrough's.
pub static BREAKTHROUGH: &[u8] = include_bytes!("../weights/breakthrough.safetensors");

/// Connect Four's.
pub static CONNECT_FOUR: &[u8] = include_bytes!("../weights/connect-four.safetensors");

/// Connect Four's, with a policy.
pub static CONNECT_FOUR_POLICY: &[u8] = include_bytes!("../weights/connect-four-policy.safetensors");

/// Go's on 5 by 5 points.
pub static GO_5X5: &[u8] = include_bytes!("../weights/go-5x5.safetensors");

/// Go's on 7 by 7 points.
pub static GO_7X7: &[u8] = include_bytes!("../weights/go-7x7.safetensors");

/// Go's on 9 by 9 points.
pub static GO_9X9: &[u8] = include_bytes!("../weights/go-9x9.safetensors");

/// Onitama's.
pub static ONITAMA: &[u8] = include_bytes!("../weights/onitama.safetensors");

/// Othello's.
pub static OTHELLO: &[u8] = include_bytes!("../weights/othello.safetensors");

/// Oware's.
pub static OWARE: &[u8] = include_bytes!("../weights/oware.safetensors");
