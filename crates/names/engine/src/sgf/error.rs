/// Why a text is no game in this format, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// Nothing is there.
    #[error("it has no `(;` with which a game begins")]
    Empty,
    /// A game or a value that nothing ends.
    #[error("line {line}: nothing ends the `{opening}`")]
    Open {
        /// The line on which it begins, from 1.
        line: usize,
        /// What begins it.
        opening: char,
    },
    /// Something that is no property of a node.
    #[error("line {line}: expected a property, as in `;B[ee]`, not `{text}`")]
    NoProperty {
        /// The line, from 1.
        line: usize,
        /// What is there.
        text: String,
    },
    /// A game of another kind.
    #[error("it is a game of kind {0}, and Go (`GM[1]`) and Othello (`GM[2]`) are read")]
    Kind(
        /// The value of `GM`.
        String,
    ),
    /// No size of a board.
    #[error("its board is of size {0}, and square boards of 2 to 26 rows are read")]
    Size(
        /// The value of `SZ`.
        String,
    ),
    /// A value that names no point of the board.
    #[error("line {line}: `{name}[{value}]` is no point of a board of {size} rows")]
    Point {
        /// The line, from 1.
        line: usize,
        /// The property.
        name: String,
        /// The value.
        value: String,
        /// The rows of the board.
        size: usize,
    },
    /// A variation that is not there.
    #[error("there is no variation {number}: the main line is 1, and the last one {variations}")]
    NoVariation {
        /// The number that was asked for.
        number: u64,
        /// How many there are.
        variations: usize,
    },
}
