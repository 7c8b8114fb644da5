//! A search that a study watches.

use bestply::{Limit, Observer, Report};
use bestply_catalogue::{AnyEvaluator, AnyMove, AnyPosition, NamedPlayer};
use bestply_experiments::Result;
use bestply_experiments::play::seat::broken;

/// Searches a position afresh, and lets somebody watch.
pub(super) fn observed(
    player: &NamedPlayer,
    position: &AnyPosition,
    evaluator: &mut AnyEvaluator,
    limit: &Limit,
    observer: &mut impl Observer,
) -> Result<Report<AnyMove>> {
    let mut searcher = player.any_searcher().map_err(|error| broken(player, error))?;
    Ok(searcher.search_observed(&mut position.clone(), evaluator, limit, observer))
}
