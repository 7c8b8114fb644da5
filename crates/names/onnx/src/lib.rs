//! Anyone's network as an evaluation of game positions: a file of [ONNX](https://onnx.ai), run by `tract`.
//!
//! A network is trained elsewhere, in Python for instance, and saved as a file.
//! A game's [`Planes`](bestply_learning::Planes) say what the network sees of a position.
//! What the file must be like, and how to make one, is in bestply's `docs/networks.md`.
//!
//! | the network has | |
//! |---|---|
//! | one input | 32-bit floats of shape [N, planes, rows, columns], or [N, planes · rows · columns] |
//! | an output | one number for each position, from -1 to 1: how well the side to move stands |
//!
//! ```no_run
//! # #[cfg(feature = "tract")]
//! # fn open() -> Result<(), bestply_onnx::OnnxError> {
//! use std::path::Path;
//!
//! use bestply_core::Evaluator;
//! use bestply_board_games::connect_four::ConnectFour;
//! use bestply_learning::Planes;
//! use bestply_onnx::{OnnxNetwork, OnnxEvaluator, OnnxSettings};
//!
//! let network = OnnxNetwork::open(Path::new("net.onnx"), ConnectFour::SHAPE, None)?;
//! let mut evaluator = OnnxEvaluator::<ConnectFour>::new(network, OnnxSettings::default());
//! println!("{}", evaluator.evaluate(&ConnectFour::start()));
//! # Ok(())
//! # }
//! ```
//!
//! | feature | |
//! |---|---|
//! | `tract` | what runs networks, and all that is here: it takes minutes to compile, so it is asked for |
//! | `catalogue`, on by default | a description can name a network: `kind` makes the word for it |
//!
//! **The key decision** is that a network is asked for as many positions at once as a search wants together.
//! The children of a leaf are one batch.
//! A searcher with the setting `leaves` wants those of several leaves, and has them evaluated in one run.
//! A search that wants one child at a time asks for one position at a time, which is dear.
//!
//! `tract` is large, so a feature asks for it: whoever builds bestply's whole workspace does not wait for it.

#![cfg(feature = "tract")]

mod error;
mod evaluator;
#[cfg(feature = "catalogue")]
mod kind;
mod network;
mod quiet;

pub use error::{OnnxError, Shape};
pub use evaluator::{OnnxEvaluator, OnnxFault, OnnxSettings};
#[cfg(feature = "catalogue")]
pub use kind::kind;
pub use network::{OnnxNetwork, Outputs};

use network::Runner;
