//! What the searchers that count visits have in common: how much to explore, and what is proved.
//!
//! A searcher of the UCT family goes down from the root by a value and a bonus.
//! [`Exploration`] is that bonus: it grows with the visits of a node and shrinks with the visits of its child.
//! [`Ceiling`] bounds the scores of children that no walk comes to.
//! [`Proof`] says that a node's value is final, and how many plies below the node the game ends.
//! [`Standing`] ranks children of which some are proved.
//! [`Gumbel`] is the noise that turns a largest sum into a draw by softmax.
//! [`Uct`] and [`Softmax`] are the constants of the two selections.
//! [`Scale`] is the value that counts as 1 in them.
//!
//! **The key decision** is that the numbers are the same to the bit on every machine.
//! A search by scores depends on their last bit,
//! and the logarithm of a standard library may differ there from one system to the next.
//! [`natural_logarithm`] needs only the four operations, and the bonus needs the square root besides.
//! IEEE 754 fixes both.
//!
//! Nothing in this crate knows a tree.
//! A searcher keeps visits and proofs where it likes, for instance in the payload of a saved tree's nodes.
//!
//! Cost: a bonus takes two look-ups and a product; a proof takes four bytes.
//!
//! ```
//! use bestply_core::{Side, Value};
//! use bestply_visits::{Exploration, Proof, Standing};
//!
//! // Of two children of a node visited 100 times, the one visited seldom has the larger bonus.
//! let exploration = Exploration::new(1.5);
//! let bonus = |visits| exploration.width(100) * exploration.share(visits);
//! assert!(bonus(10) > bonus(90));
//!
//! // A child that ends the game with a win for MAX proves its parent, where MAX is to move.
//! let children = [(7, Proof::NONE), (Value::MAX, Proof::FINISHED)];
//! let (value, proof) = Proof::of_children(Side::Max, children.into_iter()).unwrap();
//! assert_eq!((value, proof.plies()), (Value::MAX, Some(1)));
//!
//! // A win goes before everything that is open, whatever its score.
//! let [open, won] = children.map(|(value, proof)| Standing::new(Side::Max, value, proof, 1_000));
//! assert!(won > open);
//! ```

mod ceiling;
mod constants;
mod exploration;
mod gumbel;
mod proof;
mod scale;

pub use ceiling::Ceiling;
pub use constants::{InvalidConstant, Softmax, Uct};
pub use exploration::{Exploration, natural_logarithm};
pub use gumbel::Gumbel;
pub use proof::{Proof, Standing};
pub use scale::Scale;
