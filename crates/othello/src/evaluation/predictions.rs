//! How shallow searches with the learnt evaluations predict deep ones, and how far their static values are off.
//!
//! The numbers are those of `cargo xtask predictions --game othello --games 150`, for stages of ten plies,
//! with `--evaluation strong` where it is the strong one that they are for.
//! Those of eight plies and more are of `--depth 12 --games 20`, 36 to 64 positions a stage.
//! The last stage has none, for its games end sooner.
//! Of the pairs of depths that the command prints, those are kept that a search gains by.

use bestply_core::{Prediction, StaticError};

/// By stage, and for each depth the shallowest search first.
pub(super) type Table = [&'static [Prediction]; STAGES];

/// The number of stages.
pub(super) const STAGES: usize = 6;

/// The stage of a position with so many discs.
pub(super) fn stage(discs: u32) -> usize {
    const DISCS_AT_THE_START: u32 = 4;
    const PLIES_OF_A_STAGE: u32 = 10;
    let stage = discs.saturating_sub(DISCS_AT_THE_START) / PLIES_OF_A_STAGE;
    (stage as usize).min(STAGES - 1)
}

const fn fitted(deep: usize, shallow: usize, slope: f64, offset: f64, sigma: f64) -> Prediction {
    Prediction { deep, shallow, slope, offset, sigma }
}

/// Of the learnt evaluation.
pub(super) static LEARNT: Table = [
    &[
        fitted(3, 1, 1.016, 72.7, 225.4),
        fitted(4, 2, 1.020, 2.3, 200.8),
        fitted(5, 1, 1.054, 93.1, 315.0),
        fitted(5, 3, 1.039, 17.7, 178.8),
        fitted(6, 2, 1.045, 16.3, 292.1),
        fitted(6, 4, 1.026, 13.9, 185.6),
        fitted(7, 3, 1.056, 24.1, 254.2),
        fitted(7, 5, 1.017, 6.1, 166.3),
        fitted(8, 4, 1.025, 34.8, 238.9),
        fitted(9, 3, 1.069, 52.6, 296.8),
        fitted(9, 5, 1.035, 22.9, 274.2),
        fitted(10, 4, 1.091, 122.8, 358.6),
        fitted(10, 6, 1.066, 90.1, 402.1),
        fitted(11, 5, 1.081, 77.1, 384.5),
        fitted(12, 4, 1.118, 163.4, 506.3),
        fitted(12, 6, 1.092, 130.1, 555.4),
    ],
    &[
        fitted(3, 1, 1.033, 75.6, 396.8),
        fitted(4, 2, 1.039, 14.1, 351.9),
        fitted(5, 1, 1.072, 103.5, 533.5),
        fitted(5, 3, 1.037, 25.0, 344.1),
        fitted(6, 2, 1.078, 16.7, 496.4),
        fitted(6, 4, 1.038, 1.8, 298.6),
        fitted(7, 3, 1.075, 44.5, 458.5),
        fitted(7, 5, 1.037, 18.5, 266.1),
        fitted(8, 4, 1.074, 17.4, 485.7),
        fitted(9, 3, 1.106, 54.8, 754.1),
        fitted(9, 5, 1.063, -47.5, 590.3),
        fitted(10, 4, 1.102, 71.9, 657.7),
        fitted(10, 6, 1.061, 79.0, 485.7),
        fitted(11, 5, 1.090, -38.2, 768.9),
        fitted(12, 4, 1.136, 75.3, 880.9),
        fitted(12, 6, 1.094, 82.3, 729.5),
    ],
    &[
        fitted(3, 1, 1.021, 150.3, 632.6),
        fitted(4, 2, 1.023, 44.5, 545.9),
        fitted(5, 1, 1.031, 240.5, 912.1),
        fitted(5, 3, 1.012, 88.2, 543.0),
        fitted(6, 2, 1.040, 119.1, 761.5),
        fitted(6, 4, 1.017, 73.7, 503.5),
        fitted(7, 3, 1.037, 135.8, 705.7),
        fitted(7, 5, 1.023, 45.8, 488.2),
        fitted(8, 4, 1.065, 55.2, 679.6),
        fitted(9, 3, 1.116, 125.7, 830.3),
        fitted(9, 5, 1.073, 5.1, 592.5),
        fitted(10, 4, 1.104, 97.7, 873.6),
        fitted(10, 6, 1.070, 89.6, 676.1),
        fitted(11, 5, 1.105, -42.2, 784.6),
        fitted(12, 4, 1.139, 38.2, 964.7),
        fitted(12, 6, 1.104, 29.9, 775.6),
    ],
    &[
        fitted(3, 1, 1.002, 174.9, 840.7),
        fitted(4, 2, 1.016, -73.4, 771.1),
        fitted(5, 1, 1.030, 207.3, 1090.9),
        fitted(5, 3, 1.027, 27.6, 677.7),
        fitted(6, 2, 1.043, -60.1, 998.2),
        fitted(6, 4, 1.027, 14.9, 564.3),
        fitted(7, 3, 1.057, 46.4, 907.7),
        fitted(7, 5, 1.029, 17.9, 548.4),
        fitted(8, 4, 1.107, -73.2, 760.6),
        fitted(9, 3, 1.143, -6.7, 977.8),
        fitted(9, 5, 1.096, 94.5, 627.6),
        fitted(10, 4, 1.143, -1.3, 977.7),
        fitted(10, 6, 1.077, -8.2, 640.2),
        fitted(11, 5, 1.127, 102.3, 863.0),
        fitted(12, 4, 1.178, 24.6, 1132.1),
        fitted(12, 6, 1.110, 17.4, 832.7),
    ],
    &[
        fitted(3, 1, 1.010, 212.0, 1015.6),
        fitted(4, 2, 1.018, 7.8, 899.5),
        fitted(5, 1, 1.038, 308.3, 1325.3),
        fitted(5, 3, 1.028, 90.3, 845.5),
        fitted(6, 2, 1.051, 69.9, 1240.9),
        fitted(6, 4, 1.033, 61.6, 807.4),
        fitted(7, 3, 1.055, 149.7, 1102.8),
        fitted(7, 5, 1.025, 57.2, 757.9),
        fitted(8, 4, 1.072, -67.6, 1125.4),
        fitted(9, 3, 1.100, -24.3, 1272.1),
        fitted(9, 5, 1.055, 18.6, 800.2),
        fitted(10, 4, 1.076, -46.8, 1125.4),
        fitted(10, 6, 1.038, 57.1, 647.9),
        fitted(11, 5, 1.068, 13.8, 819.1),
        fitted(12, 4, 1.090, -103.4, 1182.6),
        fitted(12, 6, 1.050, 2.2, 747.8),
    ],
    &[
        fitted(3, 1, 0.991, 314.9, 1058.8),
        fitted(4, 2, 0.993, 31.2, 940.5),
        fitted(5, 1, 0.995, 313.0, 1513.4),
        fitted(5, 3, 1.008, -3.4, 913.1),
        fitted(6, 2, 1.014, -212.8, 1450.9),
        fitted(6, 4, 1.024, -246.9, 909.3),
        fitted(7, 3, 1.043, 28.1, 1439.1),
        fitted(7, 5, 1.037, 31.5, 984.9),
    ],
];

/// Of the strong evaluation.
pub(super) static STRONG: Table = [
    &[
        fitted(3, 1, 0.535, -413.5, 1131.5),
        fitted(4, 2, 0.552, 137.3, 1206.2),
        fitted(5, 1, 1.066, 134.2, 281.9),
        fitted(5, 3, 0.589, -12.5, 1171.8),
        fitted(6, 2, 1.074, -87.3, 247.8),
        fitted(6, 4, 0.556, 469.9, 1218.4),
        fitted(7, 3, 1.078, 148.8, 256.0),
        fitted(7, 5, 0.604, -343.2, 1177.9),
    ],
    &[
        fitted(3, 1, 1.027, 254.9, 1445.6),
        fitted(4, 2, 0.965, 213.5, 1403.1),
        fitted(5, 1, 1.211, 244.3, 656.8),
        fitted(5, 3, 0.960, -125.2, 1401.1),
        fitted(6, 2, 1.181, 11.5, 622.2),
        fitted(6, 4, 1.020, -63.6, 1393.9),
        fitted(7, 3, 1.170, 117.8, 523.3),
        fitted(7, 5, 1.026, 187.8, 1411.4),
    ],
    &[
        fitted(3, 1, 0.999, 90.0, 1550.6),
        fitted(4, 2, 1.029, -88.0, 1379.3),
        fitted(5, 1, 1.105, 257.7, 850.3),
        fitted(5, 3, 1.016, 127.2, 1475.6),
        fitted(6, 2, 1.102, -107.8, 784.3),
        fitted(6, 4, 1.006, 57.0, 1305.5),
        fitted(7, 3, 1.120, 109.0, 748.4),
        fitted(7, 5, 1.029, -47.5, 1401.4),
    ],
    &[
        fitted(3, 1, 1.067, 478.6, 1542.4),
        fitted(4, 2, 1.069, 135.4, 1392.7),
        fitted(5, 1, 1.147, 573.4, 1582.7),
        fitted(5, 3, 1.061, 55.7, 1283.5),
        fitted(6, 2, 1.171, -47.6, 1293.2),
        fitted(6, 4, 1.081, -177.4, 1219.1),
        fitted(7, 3, 1.174, 372.7, 1157.6),
        fitted(7, 5, 1.093, 309.0, 1181.8),
    ],
    &[
        fitted(3, 1, 1.057, 526.7, 1880.8),
        fitted(4, 2, 1.061, -229.3, 1765.3),
        fitted(5, 1, 1.166, 743.5, 2671.7),
        fitted(5, 3, 1.100, 161.1, 1856.4),
        fitted(6, 2, 1.176, -449.1, 2584.2),
        fitted(6, 4, 1.106, -194.1, 1834.5),
        fitted(7, 3, 1.211, 293.3, 2311.6),
        fitted(7, 5, 1.095, 112.5, 1724.8),
    ],
    &[
        fitted(3, 1, 1.135, 770.0, 2825.9),
        fitted(4, 2, 1.115, -279.4, 2744.5),
        fitted(5, 1, 1.495, 1394.0, 5265.3),
        fitted(5, 3, 1.292, 377.7, 5225.1),
        fitted(6, 2, 1.619, -397.6, 5615.5),
        fitted(6, 4, 1.425, 29.7, 5677.6),
        fitted(7, 3, 1.732, 829.0, 5772.6),
        fitted(7, 5, 1.277, 342.0, 6626.0),
    ],
];

/// By `cargo xtask errors --game othello --games 300`, to a depth of one ply and of six.
pub(super) static LEARNT_ERRORS: [[StaticError; 2]; STAGES] = [
    [StaticError::new(1, -148.9, 214.9, 0.989), StaticError::new(6, 8.7, 389.6, 0.971)],
    [StaticError::new(1, -274.8, 459.6, 0.990), StaticError::new(6, -6.7, 764.5, 0.978)],
    [StaticError::new(1, -447.5, 776.8, 0.987), StaticError::new(6, -1.3, 1215.6, 0.973)],
    [StaticError::new(1, -681.6, 1107.6, 0.982), StaticError::new(6, -151.9, 1622.5, 0.966)],
    [StaticError::new(1, -890.7, 1306.7, 0.980), StaticError::new(6, -151.8, 1804.6, 0.966)],
    [StaticError::new(1, -976.6, 1410.0, 0.978), StaticError::new(6, -272.5, 2043.9, 0.957)],
];

/// By the same command with `--evaluation strong`.
pub(super) static STRONG_ERRORS: [[StaticError; 2]; STAGES] = [
    [StaticError::new(1, -1101.5, 942.7, 0.717), StaticError::new(6, 226.4, 1374.7, 0.451)],
    [StaticError::new(1, -1496.9, 1044.8, 0.926), StaticError::new(6, -50.6, 1734.4, 0.875)],
    [StaticError::new(1, -1536.1, 1259.5, 0.967), StaticError::new(6, 97.4, 1947.4, 0.948)],
    [StaticError::new(1, -1958.6, 1603.2, 0.976), StaticError::new(6, -221.1, 2967.4, 0.961)],
    [StaticError::new(1, -2160.3, 2225.1, 0.979), StaticError::new(6, -563.3, 4392.9, 0.967)],
    [StaticError::new(1, -2237.2, 3166.7, 0.970), StaticError::new(6, 281.0, 13344.0, 0.945)],
];
