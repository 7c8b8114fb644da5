use bestply_presentation::words::percent_within;
use bestply_statistics::Mean;

/// A mean in percent with its interval.
pub(super) fn in_percent(Mean { mean, interval_95 }: Mean) -> String {
    percent_within(mean, interval_95)
}
