//! Small neural networks as evaluations of board games.
//!
//! A [`Network`] evaluates positions of any game that has [`Planes`](bestply_learning::Planes).
//! It has one or two hidden layers, and its output is a hyperbolic tangent, -1 to 1, times a scale.
//! It may have a policy, too: priors of the moves, for searchers that go by them.
//! A finished game is not asked of the network: it has plus or minus infinity, or the value of a draw.
//!
//! **The key decision** is that the first layer is not computed for each position but updated from parent to child.
//! A move changes few inputs, and its children are asked for together.
//! So a value costs as much as that of a table of patterns, and a search can afford it at every node.
//!
//! [`Parameters`] are the weights as they are learnt and kept in files, in the format safetensors.
//! [`Adam`] learns them from examples.
//! [`FloatNetwork`] is the definition, and what [`Network`] is tested against.
//!
//! ```
//! use bestply_core::{Evaluator, Position};
//! use bestply_board_games::breakthrough::Breakthrough;
//! use bestply_learning::Outlook;
//! use bestply_network::{Network, Parameters};
//!
//! let outlook = Outlook::of::<Breakthrough>();
//! let parameters = Parameters::random(&outlook, &[64, 16], 1);
//! let mut network = Network::new(&parameters)?;
//!
//! let mut game = Breakthrough::start();
//! network.enter(&game);
//! let mut values = vec![0; game.move_count()];
//! network.evaluate_children(&mut game, 0, &mut values);
//! assert!(values.iter().all(|value| value.unsigned_abs() <= parameters.scale.get()));
//!
//! let bytes = parameters.write(&outlook, "breakthrough");
//! let mut read = Network::read::<Breakthrough>("breakthrough", &bytes)?;
//! assert_eq!(read.evaluate(&game), network.evaluate(&game));
//! # Ok::<(), bestply_network::NetworkError>(())
//! ```

mod adam;
mod error;
mod file;
mod float;
mod instructions;
mod integers;
mod network;
mod squash;

pub use adam::{Adam, Example};
pub use error::NetworkError;
pub use file::{CheckSum, Layer, MOST_BYTES, MOST_UNITS, Parameters};
pub use float::FloatNetwork;
pub use network::Network;
