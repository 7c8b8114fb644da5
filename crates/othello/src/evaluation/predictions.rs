//! How shallow searches with the learnt evaluation predict deep ones.
//!
//! The numbers are those of `cargo xtask predictions --game othello --games 150`, for stages of ten plies.
//! Of the pairs of depths that the command prints, those are kept that a search gains by.

use bestply_core::Prediction;

/// The predictions for a position with so many discs.
pub(super) fn predictions(discs: u32) -> &'static [Prediction] {
    const DISCS_AT_THE_START: u32 = 4;
    const PLIES_OF_A_STAGE: u32 = 10;
    let stage = discs.saturating_sub(DISCS_AT_THE_START) / PLIES_OF_A_STAGE;
    &PREDICTIONS[PREDICTIONS.len().min(stage as usize + 1) - 1]
}

const fn fitted(deep: usize, shallow: usize, slope: f64, offset: f64, sigma: f64) -> Prediction {
    Prediction { deep, shallow, slope, offset, sigma }
}

/// By stage, and for each depth the shallowest search first.
static PREDICTIONS: [[Prediction; 8]; 6] = [
    [
        fitted(3, 1, 1.016, 72.7, 225.4),
        fitted(4, 2, 1.020, 2.3, 200.8),
        fitted(5, 1, 1.054, 93.1, 315.0),
        fitted(5, 3, 1.039, 17.7, 178.8),
        fitted(6, 2, 1.045, 16.3, 292.1),
        fitted(6, 4, 1.026, 13.9, 185.6),
        fitted(7, 3, 1.056, 24.1, 254.2),
        fitted(7, 5, 1.017, 6.1, 166.3),
    ],
    [
        fitted(3, 1, 1.033, 75.6, 396.8),
        fitted(4, 2, 1.039, 14.1, 351.9),
        fitted(5, 1, 1.072, 103.5, 533.5),
        fitted(5, 3, 1.037, 25.0, 344.1),
        fitted(6, 2, 1.078, 16.7, 496.4),
        fitted(6, 4, 1.038, 1.8, 298.6),
        fitted(7, 3, 1.075, 44.5, 458.5),
        fitted(7, 5, 1.037, 18.5, 266.1),
    ],
    [
        fitted(3, 1, 1.021, 150.3, 632.6),
        fitted(4, 2, 1.023, 44.5, 545.9),
        fitted(5, 1, 1.031, 240.5, 912.1),
        fitted(5, 3, 1.012, 88.2, 543.0),
        fitted(6, 2, 1.040, 119.1, 761.5),
        fitted(6, 4, 1.017, 73.7, 503.5),
        fitted(7, 3, 1.037, 135.8, 705.7),
        fitted(7, 5, 1.023, 45.8, 488.2),
    ],
    [
        fitted(3, 1, 1.002, 174.9, 840.7),
        fitted(4, 2, 1.016, -73.4, 771.1),
        fitted(5, 1, 1.030, 207.3, 1090.9),
        fitted(5, 3, 1.027, 27.6, 677.7),
        fitted(6, 2, 1.043, -60.1, 998.2),
        fitted(6, 4, 1.027, 14.9, 564.3),
        fitted(7, 3, 1.057, 46.4, 907.7),
        fitted(7, 5, 1.029, 17.9, 548.4),
    ],
    [
        fitted(3, 1, 1.010, 212.0, 1015.6),
        fitted(4, 2, 1.018, 7.8, 899.5),
        fitted(5, 1, 1.038, 308.3, 1325.3),
        fitted(5, 3, 1.028, 90.3, 845.5),
        fitted(6, 2, 1.051, 69.9, 1240.9),
        fitted(6, 4, 1.033, 61.6, 807.4),
        fitted(7, 3, 1.055, 149.7, 1102.8),
        fitted(7, 5, 1.025, 57.2, 757.9),
    ],
    [
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
