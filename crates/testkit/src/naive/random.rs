//! The random numbers of the definitions, by the generator SplitMix64 (Steele, Lea & Flood 2014).

/// The next number.
pub(super) fn next_number(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = *state;
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// Noise of Gumbel's distribution.
pub(super) fn gumbel(state: &mut u64) -> f64 {
    let between_0_and_1 = ((next_number(state) >> 12) as f64 + 0.5) / 2_f64.powi(52);
    -(-between_0_and_1.ln()).ln()
}
