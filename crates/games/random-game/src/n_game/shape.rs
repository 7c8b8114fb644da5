use std::fmt;

/// The width and depth of an N-game's tree. The whole tree is known to fit a number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NGameShape {
    branching: usize,
    depth: usize,
    nodes: usize,
}

/// Why there is no such tree: its measures are invalid, or it does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidShape {
    /// The branching factor is 0.
    Branching,
    /// The depth is not in `1..=NGameShape::MAX_DEPTH`.
    Depth(usize),
    /// The tree needs more bytes than it may have.
    Size {
        /// The branching factor asked for.
        branching: usize,
        /// The depth asked for.
        depth: usize,
        /// The bytes that the tree may have.
        budget_bytes: usize,
    },
}

impl fmt::Display for InvalidShape {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidShape::Branching => write!(formatter, "branching must be at least 1, not 0"),
            InvalidShape::Depth(depth) => {
                write!(formatter, "depth must be from 1 to {}, not {depth}", NGameShape::MAX_DEPTH)
            }
            InvalidShape::Size { branching, depth, budget_bytes } => {
                write!(
                    formatter,
                    "a tree of branching {branching} and depth {depth} does not fit in {budget_bytes} bytes"
                )
            }
        }
    }
}

impl std::error::Error for InvalidShape {}

impl NGameShape {
    /// The greatest depth of a tree. The sums of its edges still are values.
    pub const MAX_DEPTH: usize = u16::MAX as usize;

    /// The number of bytes of an edge.
    pub const EDGE_BYTES: usize = size_of::<i16>();

    /// The tree of this branching factor and depth, if it fits the budget.
    ///
    /// # Errors
    ///
    /// If the tree does not fit, or if there is no such tree.
    pub fn new(branching: usize, depth: usize, budget_bytes: usize) -> Result<NGameShape, InvalidShape> {
        if !(1..=NGameShape::MAX_DEPTH).contains(&depth) {
            return Err(InvalidShape::Depth(depth));
        }
        if branching == 0 {
            return Err(InvalidShape::Branching);
        }
        let mut shape = NGameShape { branching, depth: 0, nodes: 1 };
        let mut level = 1;
        for _ in 0..depth {
            shape =
                shape.deeper(&mut level, budget_bytes).ok_or(InvalidShape::Size { branching, depth, budget_bytes })?;
        }
        Ok(shape)
    }

    /// The deepest tree of this branching factor that fits the budget.
    ///
    /// # Errors
    ///
    /// If not even a tree of depth 1 fits.
    pub fn deepest(branching: usize, budget_bytes: usize) -> Result<NGameShape, InvalidShape> {
        let mut shape = NGameShape::new(branching, 1, budget_bytes)?;
        let mut level = branching;
        while shape.depth < NGameShape::MAX_DEPTH {
            match shape.deeper(&mut level, budget_bytes) {
                Some(deeper) => shape = deeper,
                None => break,
            }
        }
        Ok(shape)
    }

    /// The number of moves of every position that is not finished.
    pub fn branching(self) -> usize {
        self.branching
    }

    /// The number of moves of every game.
    pub fn depth(self) -> usize {
        self.depth
    }

    /// The number of nodes, the root included.
    pub fn nodes(self) -> usize {
        self.nodes
    }

    /// The bytes of the tree: two for each node. The root counts, too, although no edge leads to it.
    pub fn bytes(self) -> usize {
        self.nodes * NGameShape::EDGE_BYTES
    }

    /// The tree with one more level, below the `level` nodes of its lowest.
    /// No size overflows, since none that is too large is computed.
    fn deeper(self, level: &mut usize, budget_bytes: usize) -> Option<NGameShape> {
        *level = level.checked_mul(self.branching)?;
        let nodes = self.nodes.checked_add(*level)?;
        let fits = nodes <= budget_bytes / NGameShape::EDGE_BYTES;
        fits.then_some(NGameShape { depth: self.depth + 1, nodes, ..self })
    }
}
