//! Clocks as clients of GTP describe them.

use std::time::Duration;

use crate::TimeControl;

/// The kinds of clocks of `kata-time_settings`, and of `kgs-time_settings` but for `fischer`.
pub(super) const NAMES: [&str; 5] = ["none", "absolute", "byoyomi", "canadian", "fischer"];

/// The arguments of `time_settings`: main time, time of a period, moves in a period.
///
/// A period with a time and no moves means no limit.
pub(super) fn settings(arguments: &[&str]) -> Option<TimeControl> {
    let [main, period, moves, ..] = arguments else { return None };
    let main = seconds(main)?;
    let period = seconds(period)?;
    Some(match (moves.parse().ok()?, period) {
        (0, Duration::ZERO) | (_, Duration::ZERO) => TimeControl::Main { main, increment: Duration::ZERO },
        (0, _) => TimeControl::None,
        (moves, period) => TimeControl::ByoYomi { main, period, moves },
    })
}

/// The arguments of a clock with a name.
pub(super) fn named_settings(arguments: &[&str]) -> Option<TimeControl> {
    match arguments {
        ["none", ..] => Some(TimeControl::None),
        ["absolute", main, ..] => Some(TimeControl::Main { main: seconds(main)?, increment: Duration::ZERO }),
        ["fischer", main, increment, ..] => {
            Some(TimeControl::Main { main: seconds(main)?, increment: seconds(increment)? })
        }
        ["canadian", main, period, moves, ..] => settings(&[main, period, moves]),
        // Of several periods of one move each, the last one is what can be relied on.
        ["byoyomi", main, period, _, ..] => settings(&[main, period, "1"]),
        _ => None,
    }
}

/// A number of seconds, with decimals or without.
fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}

/// What is left in seconds. Some clients go below nothing.
pub(super) fn seconds_left(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(if seconds < 0.0 { 0.0 } else { seconds }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<TimeControl> {
        let words: Vec<&str> = line.split(' ').collect();
        if words[0].starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            named_settings(&words)
        } else {
            settings(&words)
        }
    }

    #[test]
    fn clocks_are_read_as_clients_write_them() {
        let second = Duration::from_secs(1);
        let main = |main, increment| Some(TimeControl::Main { main, increment });
        let periods = |main, period, moves| Some(TimeControl::ByoYomi { main, period, moves });
        assert_eq!(read("60 0 0"), main(60 * second, Duration::ZERO));
        assert_eq!(read("0 1 1"), periods(Duration::ZERO, second, 1));
        assert_eq!(read("0 1 0"), Some(TimeControl::None));
        assert_eq!(read("none"), Some(TimeControl::None));
        assert_eq!(read("fischer 1 0.01"), main(second, second / 100));
        assert_eq!(read("byoyomi 60 5 3"), periods(60 * second, 5 * second, 1));
        assert_eq!(read("canadian 60 50 25"), periods(60 * second, 50 * second, 25));
        assert_eq!(["60", "-1 0 0", "nan 0 0", "1e300 0 0", "fischer 1", "blitz 1"].map(read), [None; 6]);
    }
}
