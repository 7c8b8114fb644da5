use std::fmt;
use std::sync::Arc;

use crate::{Layout, WeightsError};

/// How the weights of an evaluation lie in memory, and which weights come with the program.
///
/// A weight is two bytes, the lower byte first, so that the bytes of a file can be used as they are.
pub trait Tables {
    /// A table of weights: a single weight, or an array whose known length makes bounds checks unnecessary.
    type Table: Send + Sync + 'static;

    /// What a file of these weights contains.
    const LAYOUT: Layout;

    /// The bytes of the file that comes with the program.
    const SHIPPED: &'static [u8];

    /// The weights as tables. `weights` has as many elements as the layout says.
    fn tables(weights: &[[u8; 2]]) -> &[Self::Table];
}

/// Weights in use. Cloning copies none of them.
///
/// The default is the weights that come with the program. They are part of it, and are not read before their first use.
pub struct Weights<T: Tables>(Storage<T::Table>);

enum Storage<T: 'static> {
    Shipped(&'static [T]),
    Read(Arc<[T]>),
}

impl<T: Tables<Table: Clone>> Weights<T> {
    /// What a file of these weights contains.
    pub const LAYOUT: Layout = T::LAYOUT;

    /// The bytes of the file that comes with the program.
    pub const SHIPPED: &'static [u8] = T::SHIPPED;

    /// Copies these weights, which are in the order of a file's.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as the layout says.
    pub fn new(weights: &[i16]) -> Weights<T> {
        assert_eq!(weights.len(), T::LAYOUT.weights, "the layout says how many weights there are");
        let bytes: Vec<[u8; 2]> = weights.iter().map(|weight| weight.to_le_bytes()).collect();
        Weights(Storage::Read(T::tables(&bytes).into()))
    }

    /// The weights of a file with these bytes.
    ///
    /// # Errors
    ///
    /// If the bytes are not a whole, undamaged file of weights of this layout.
    pub fn parse(bytes: &[u8]) -> Result<Weights<T>, WeightsError> {
        Ok(Weights(Storage::Read(T::tables(T::LAYOUT.read(bytes)?).into())))
    }
}

impl<T: Tables> Weights<T> {
    /// The weights, as tables.
    #[inline(always)]
    pub fn tables(&self) -> &[T::Table] {
        match &self.0 {
            Storage::Shipped(tables) => tables,
            Storage::Read(tables) => tables,
        }
    }
}

impl<T: Tables> Default for Weights<T> {
    fn default() -> Weights<T> {
        const { assert!(T::SHIPPED.len() == T::LAYOUT.file_bytes(), "the length of the file is the layout's") };
        let (_, weights) = T::SHIPPED.split_at(Layout::HEADER_BYTES);
        Weights(Storage::Shipped(T::tables(weights.as_chunks().0)))
    }
}

impl<T: Tables> Clone for Weights<T> {
    fn clone(&self) -> Weights<T> {
        Weights(match &self.0 {
            Storage::Shipped(tables) => Storage::Shipped(tables),
            Storage::Read(tables) => Storage::Read(Arc::clone(tables)),
        })
    }
}

impl<T: Tables> fmt::Debug for Weights<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} weights of {}", T::LAYOUT.weights, T::LAYOUT.game)
    }
}
