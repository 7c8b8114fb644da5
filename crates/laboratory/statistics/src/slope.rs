use crate::{Mean, Moments};

/// The slope that groups of points have in common, each about a level of its own, by least squares: how much the second
/// numbers grow with the first ones within groups, whatever tells groups apart.
///
/// The interval is the jackknife's over groups (Tukey 1958): each is left out in turn. So it says what another choice
/// of groups might give, and takes points of one group as dependent.
/// `None` where fewer than two groups have first numbers that differ.
///
/// ```
/// use bestply_statistics::common_slope;
///
/// let groups = [vec![(0.0, 1.0), (1.0, 3.0)], vec![(5.0, 0.0), (6.0, 2.0)], vec![(2.0, 9.0)]];
/// let slope = common_slope(&groups).expect("two groups have a slope");
/// assert_eq!((slope.mean, slope.interval_95), (2.0, [2.0, 2.0]), "both rise by 2");
/// assert_eq!(common_slope(&groups[1..]), None);
/// ```
pub fn common_slope(groups: &[Vec<(f64, f64)>]) -> Option<Mean> {
    let moments = groups.iter().filter(|group| !group.is_empty()).map(|group| Moments::of(group));
    let moments: Vec<Moments> = moments.filter(|moments| moments.xx > 0.0).collect();
    let slope_without = |left_out: Option<usize>| {
        let rest = || moments.iter().enumerate().filter(|(place, _)| Some(*place) != left_out).map(|(_, it)| it);
        rest().map(|it| it.xy).sum::<f64>() / rest().map(|it| it.xx).sum::<f64>()
    };
    let (slope, count) = (slope_without(None), moments.len() as f64);
    let pseudo = (0..moments.len()).map(|place| count * slope - (count - 1.0) * slope_without(Some(place)));
    Mean::of(&pseudo.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty groups with levels and slopes of their own: the interval holds what they were drawn about.
    #[test]
    fn the_interval_holds_the_slope_that_groups_are_drawn_about() {
        let mut state = 1_u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut held = 0;
        for _ in 0..1000 {
            let mut group = || {
                let (level, slope) = (10.0 * uniform(), 3.0 + uniform());
                (0..5).map(|x| (f64::from(x), level + slope * f64::from(x) + uniform())).collect::<Vec<_>>()
            };
            let groups: Vec<_> = (0..8).map(|_| group()).collect();
            let [low, high] = common_slope(&groups).expect("there are eight").interval_95;
            held += usize::from(low <= 3.0 && 3.0 <= high);
        }
        assert!((930..=970).contains(&held), "{held} of a thousand intervals");
    }
}
