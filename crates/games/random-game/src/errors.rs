//! How far the sums of edges lie from the values of searches.

use bestply_core::StaticError;

use crate::Distribution;

/// The branching factors that were measured.
const BRANCHING: [usize; 3] = [2, 3, 5];

/// To a depth of one ply and of six, for each of the branching factors.
type Table = [[StaticError; 2]; BRANCHING.len()];

/// The errors in games of this branching factor: those of the largest one measured that is no larger.
///
/// By `cargo xtask measure predictions random --set distribution=D --set branching=B --games 60 --depth 6`,
/// before D384.
pub(crate) fn errors(distribution: Distribution, branching: usize) -> &'static [StaticError] {
    let table = match distribution {
        Distribution::UpTo => &UP_TO,
        Distribution::Fixed => &FIXED,
        Distribution::Around => &AROUND,
        Distribution::Geometric => &GEOMETRIC,
    };
    let measured = BRANCHING.iter().rposition(|&measured| measured <= branching);
    measured.map_or(&[], |measured| &table[measured])
}

static UP_TO: Table = [
    [StaticError::new(1, 3776.7, 18114.3, 0.989), StaticError::new(6, 2236.9, 39825.6, 0.950)],
    [StaticError::new(1, 4728.7, 18138.5, 0.991), StaticError::new(6, 623.4, 39842.5, 0.959)],
    [StaticError::new(1, 8153.8, 17631.0, 0.992), StaticError::new(6, 1286.2, 35406.8, 0.968)],
];

static FIXED: Table = [
    [StaticError::new(1, 6926.4, 15690.6, 0.990), StaticError::new(6, 418.4, 25635.4, 0.975)],
    [StaticError::new(1, 11396.4, 14084.2, 0.991), StaticError::new(6, 689.5, 20039.3, 0.983)],
    [StaticError::new(1, 17766.3, 10722.2, 0.996), StaticError::new(6, 1280.7, 15755.8, 0.990)],
];

static AROUND: Table = [
    [StaticError::new(1, 4728.7, 18138.5, 0.991), StaticError::new(6, 623.4, 39842.5, 0.959)],
    [StaticError::new(1, 8153.8, 17631.0, 0.992), StaticError::new(6, 1286.2, 35406.8, 0.968)],
    [StaticError::new(1, 12015.0, 17581.5, 0.989), StaticError::new(6, 2700.6, 35190.3, 0.958)],
];

static GEOMETRIC: Table = [
    [StaticError::new(1, 3989.1, 19065.6, 0.991), StaticError::new(6, 1110.2, 47573.7, 0.948)],
    [StaticError::new(1, 6505.0, 18852.1, 0.989), StaticError::new(6, 3679.6, 46945.6, 0.936)],
    [StaticError::new(1, 9409.0, 18923.3, 0.992), StaticError::new(6, 4159.9, 47746.9, 0.951)],
];
