//! What is computed from the games played: records of pairs, scores, cells and statistics.

pub mod provenance;
pub mod records;
pub mod results;
pub mod score;
pub mod sealed;
pub mod standings;
pub mod statistics;
pub mod trend;
pub mod verdict;

/// A share in percent to a tenth of a percent, without a decimal that is zero.
pub fn share(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}

/// A share in percent with its interval.
pub fn share_within(of_all: f64, [low, high]: [f64; 2]) -> String {
    format!("{} ({:.1}\u{2013}{:.1})", share(of_all), 100.0 * low, 100.0 * high)
}
