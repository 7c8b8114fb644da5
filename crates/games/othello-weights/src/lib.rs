//! The weights of the strong evaluation of Othello, and nothing else.
//!
//! They are the bytes of a file that `bestply-othello` reads with its feature `strong`.
//! The crate is separate because it is large: who plays Othello with another evaluation does not download it.
//!
//! ```
//! assert!(bestply_othello_weights::STRONG.starts_with(b"bestply\0"));
//! ```

/// The bytes of the file, which begins with a header that says what the weights are for.
pub static STRONG: &[u8] = include_bytes!("../weights/strong.weights");
