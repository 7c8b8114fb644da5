//! What the searchers that count visits have in common: how much to explore.
//!
//! A searcher of the UCT family goes down from the root by a value and a bonus.
//! [`Exploration`] is that bonus: it grows with the visits of a node and shrinks with the visits of its child.
//! [`Ceiling`] bounds the scores of children that no walk comes to, and a [`Window`] says for how long that holds.
//! [`Gumbel`] is the noise that turns a largest sum into a draw by softmax.
//! [`Uct`], [`Puct`] and [`Softmax`] are the constants of the selections.
//! [`Prior`] is the part of the visits that PUCT promises a child, and [`ProofOrPrior`] keeps it until a proof comes.
//! [`Scale`] is the value that counts as 1 in them, and [`Priors`] follow from values.
//! [`ProofBias`] adds a preference of children that are easily won, by the [`ProofNumbers`] that nodes keep for it.
//!
//! **The key decision** is that the numbers are the same to the bit on every machine.
//! A search by scores depends on their last bit,
//! and the logarithm of a standard library may differ there from one system to the next.
//! [`natural_logarithm`] needs only the four operations, and the bonus needs the square root besides.
//! IEEE 754 fixes both.
//!
//! Nothing in this crate knows a tree.
//! A searcher keeps visits where it likes, for instance in the payload of a saved tree's nodes.
//!
//! Cost: a bonus takes two look-ups and a product.
//!
//! ```
//! use bestply_visits::Exploration;
//!
//! // Of two children of a node visited 100 times, the one visited seldom has the larger bonus.
//! let exploration = Exploration::new(1.5);
//! let bonus = |visits| exploration.width(100) * exploration.share(visits);
//! assert!(bonus(10) > bonus(90));
//! ```

mod bias;
mod ceiling;
mod constants;
mod exploration;
mod gumbel;
mod noise;
mod prior;
mod proof_or_prior;
mod scale;
mod window;

pub use bestply_core::ranges::InvalidSetting;
pub use bias::{Bias, BiasNumbers, ProofBias, ProofNumbers, ProofTerm, Terms};
pub use ceiling::Ceiling;
pub use constants::{Puct, Softmax, Uct};
pub use exploration::{Exploration, natural_logarithm};
pub use gumbel::Gumbel;
pub use noise::Noise;
pub use prior::{Prior, Priors, PriorsFrom};
pub use proof_or_prior::ProofOrPrior;
pub use scale::{Divisor, Scale};
pub use window::Window;
