//! What chance explains in games between two players.
//!
//! It is for whoever plays games in pairs, each start twice with sides exchanged, and asks what the results say.
//! It knows numbers and nothing of who played what.
//!
//! Scores, in which a tie is half a point, are the business of [`paired`]: their intervals and tests.
//! [`ratings`] are those of players of whom every two met, and [`sprt`] says when there were enough games.
//! [`elo`] is the scale of both.
//!
//! A percentage of what was *decided* leaves ties out, as the tables of papers often do.
//! Four questions are asked of such a [`Count`]:
//!
//! * How well is the percentage known? [`wilson_interval`] tells,
//!   and [`design_effect`] where games are not independent.
//! * Can two counts, such as ours and a published one, come from one rate? [`fisher_exact`] tells.
//! * Which of many such comparisons differ, when a twentieth of them would differ by chance alone? [`holm`] tells.
//! * Do all of them together differ more than chance explains, or all in one direction? [`combine`] tells.
//!
//! **The key decision** is that the unit of chance is the start, with its images, and neither the game nor the pair.
//! So the variance comes from how much the starts differ,
//! whether games are tied, a start favours a side, or it suits a player.
//! Simulations, as tests, hold the coverage of the intervals and the errors of the tests from ten pairs on.
//!
//! ```
//! use bestply_statistics::elo;
//! use bestply_statistics::paired::Sample;
//!
//! // Of a hundred pairs most were split: a start was won twice by the side that it favours.
//! let pairs = Sample::of_counts([(0.5, 70), (1.0, 20), (0.0, 10)]);
//! let estimate = pairs.estimate();
//! assert!((estimate.mean() - 0.55).abs() < 1e-9);
//! let [low, high] = estimate.interval_95();
//! assert!(0.49 < low && low < 0.5 && 0.6 < high && high < 0.61);
//! assert!(estimate.p_value(0.5) > 0.05, "which may be chance");
//! assert_eq!(elo::difference(estimate.mean()).map(f64::round), Some(35.0));
//! ```

mod bisection;
mod counts;
pub mod elo;
mod mean;
mod moments;
pub mod paired;
pub mod pentanomial;
pub mod ratings;
mod slope;
pub mod sprt;

pub use counts::{
    Combined, Count, Z_95, combine, design_effect, fisher_exact, holm, wilson_interval, wilson_interval_clustered,
};
pub use mean::{Mean, mean_and_variance, median};
pub use moments::Moments;
pub use slope::common_slope;
