//! How shallow searches with the learnt evaluations predict deep ones, and how far their static values are off.
//!
//! The numbers are those of `cargo xtask measure predictions othello --games 150`, before D384,
//! for stages of ten plies, with `--evaluation strong` where it is the strong one that they are for.
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
        fitted(3, 1, 0.979, -0.9, 853.9),
        fitted(4, 2, 0.958, 65.6, 888.4),
        fitted(5, 1, 1.014, 58.2, 792.3),
        fitted(5, 3, 0.907, 42.2, 891.1),
        fitted(6, 2, 1.021, 114.6, 780.0),
        fitted(6, 4, 0.929, 90.9, 889.6),
        fitted(7, 3, 1.007, 210.5, 572.2),
        fitted(7, 5, 0.971, 153.0, 689.7),
        fitted(8, 4, 1.001, -185.6, 533.5),
        fitted(9, 3, 1.127, 352.2, 724.5),
        fitted(9, 5, 1.100, 243.9, 705.2),
        fitted(10, 4, 1.146, -177.6, 707.9),
        fitted(10, 6, 1.108, -137.4, 777.1),
        fitted(11, 5, 1.225, 345.6, 887.1),
        fitted(12, 4, 1.203, -252.1, 827.2),
        fitted(12, 6, 1.163, -209.4, 905.2),
    ],
    &[
        fitted(3, 1, 1.053, 147.7, 695.8),
        fitted(4, 2, 1.042, 53.4, 620.0),
        fitted(5, 1, 1.093, 160.4, 872.0),
        fitted(5, 3, 1.037, 7.3, 512.2),
        fitted(6, 2, 1.081, 97.2, 717.1),
        fitted(6, 4, 1.034, 43.1, 484.8),
        fitted(7, 3, 1.073, 17.5, 643.9),
        fitted(7, 5, 1.033, 10.5, 451.8),
        fitted(8, 4, 1.090, 64.2, 804.3),
        fitted(9, 3, 1.128, -10.8, 1102.2),
        fitted(9, 5, 1.080, -184.0, 724.7),
        fitted(10, 4, 1.128, 139.7, 1015.3),
        fitted(10, 6, 1.077, 44.2, 973.2),
        fitted(11, 5, 1.109, -349.1, 786.3),
        fitted(12, 4, 1.157, 151.3, 1147.9),
        fitted(12, 6, 1.104, 53.4, 1176.0),
    ],
    &[
        fitted(3, 1, 1.014, 188.4, 809.4),
        fitted(4, 2, 1.020, 28.5, 724.1),
        fitted(5, 1, 1.057, 222.6, 978.2),
        fitted(5, 3, 1.039, 26.9, 688.8),
        fitted(6, 2, 1.050, -22.5, 925.1),
        fitted(6, 4, 1.027, -50.1, 691.2),
        fitted(7, 3, 1.075, 30.2, 850.3),
        fitted(7, 5, 1.032, 3.1, 643.6),
        fitted(8, 4, 1.086, -5.2, 771.4),
        fitted(9, 3, 1.155, 77.2, 1108.1),
        fitted(9, 5, 1.095, 27.7, 776.5),
        fitted(10, 4, 1.161, -42.3, 944.8),
        fitted(10, 6, 1.098, -60.2, 657.5),
        fitted(11, 5, 1.179, 50.3, 1015.1),
        fitted(12, 4, 1.263, -75.8, 1125.4),
        fitted(12, 6, 1.191, -95.5, 1012.8),
    ],
    &[
        fitted(3, 1, 1.062, 192.4, 1322.5),
        fitted(4, 2, 1.073, -27.8, 1093.8),
        fitted(5, 1, 1.141, 329.2, 1679.5),
        fitted(5, 3, 1.074, 122.3, 967.3),
        fitted(6, 2, 1.163, -17.5, 1341.4),
        fitted(6, 4, 1.081, 14.1, 946.1),
        fitted(7, 3, 1.165, 168.3, 1207.9),
        fitted(7, 5, 1.081, 35.9, 931.3),
        fitted(8, 4, 1.220, 213.9, 1373.5),
        fitted(9, 3, 1.326, 28.0, 1490.8),
        fitted(9, 5, 1.205, 40.0, 1174.9),
        fitted(10, 4, 1.314, 340.2, 1858.2),
        fitted(10, 6, 1.192, 253.9, 1301.6),
        fitted(11, 5, 1.286, 137.2, 1664.8),
        fitted(12, 4, 1.392, 597.9, 2064.7),
        fitted(12, 6, 1.262, 506.4, 1636.4),
    ],
    &[
        fitted(3, 1, 1.031, 493.0, 1853.5),
        fitted(4, 2, 1.061, 17.0, 1751.8),
        fitted(5, 1, 1.129, 761.0, 2518.3),
        fitted(5, 3, 1.091, 220.0, 1788.0),
        fitted(6, 2, 1.159, -135.6, 2426.6),
        fitted(6, 4, 1.089, -152.4, 1794.2),
        fitted(7, 3, 1.178, 293.5, 2253.9),
        fitted(7, 5, 1.075, 54.8, 1719.3),
        fitted(8, 4, 1.094, 107.1, 2091.4),
        fitted(9, 3, 1.179, 411.9, 2507.0),
        fitted(9, 5, 1.134, 203.0, 2187.9),
        fitted(10, 4, 1.254, -56.8, 4179.3),
        fitted(10, 6, 1.187, 87.6, 2964.2),
        fitted(11, 5, 1.331, 576.1, 4691.6),
        fitted(12, 4, 1.478, -326.0, 4841.9),
        fitted(12, 6, 1.380, -150.1, 4686.3),
    ],
    &[
        fitted(3, 1, 1.141, 1070.6, 3139.5),
        fitted(4, 2, 1.093, -446.6, 2742.2),
        fitted(5, 1, 1.455, 1435.8, 5248.4),
        fitted(5, 3, 1.244, 80.2, 5436.1),
        fitted(6, 2, 1.594, -498.8, 5521.1),
        fitted(6, 4, 1.427, 182.7, 6072.1),
        fitted(7, 3, 1.748, 935.7, 5465.0),
        fitted(7, 5, 1.331, 859.1, 6948.1),
    ],
];

/// By `cargo xtask measure predictions othello --games 300 --depth 6`, before D384, to a depth of one ply and of six.
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
    [StaticError::new(1, -244.9, 544.7, 0.947), StaticError::new(6, 263.9, 935.0, 0.872)],
    [StaticError::new(1, -416.7, 800.7, 0.979), StaticError::new(6, -96.1, 1105.2, 0.972)],
    [StaticError::new(1, -606.8, 965.6, 0.985), StaticError::new(6, 27.0, 1412.9, 0.976)],
    [StaticError::new(1, -984.3, 1477.6, 0.981), StaticError::new(6, -240.8, 2801.8, 0.970)],
    [StaticError::new(1, -1711.5, 2366.1, 0.976), StaticError::new(6, -288.3, 4225.1, 0.966)],
    [StaticError::new(1, -2186.4, 3208.3, 0.972), StaticError::new(6, 770.3, 13109.1, 0.940)],
];
