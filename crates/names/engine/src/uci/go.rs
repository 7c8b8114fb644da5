//! What `go` asks for.

use std::time::Duration;

use bestply::Side;

/// The words of `go`, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go {
    /// The moves that are looked at alone; all of them where there are none.
    pub(super) search_moves: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    pub(super) depth: Option<usize>,
    pub(super) nodes: Option<u64>,
    /// In how many moves a mate is looked for.
    pub(super) mate: Option<usize>,
    pub(super) move_time: Option<Duration>,
    /// What is left to White and to Black.
    pub(super) time: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    /// What was skipped, in a few words each: what the protocol does not have, and what is no number.
    pub(super) skipped: Vec<String>,
}

/// What is left to a side, and what it gains by each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) time: Duration,
    pub(super) increment: Duration,
    /// Whether it is the other side's, and nothing is known of this side's.
    pub(super) is_borrowed: bool,
}

/// The words with a meaning, at which a list of moves ends.
const WORDS: &str = "searchmoves ponder wtime btime winc binc movestogo depth nodes mate movetime infinite";

fn has_meaning(word: &str) -> bool {
    WORDS.split(' ').any(|known| known == word)
}

impl Go {
    pub(super) fn read(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !has_meaning(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                word if has_meaning(word) => match words.next_if(|next| !has_meaning(next)) {
                    Some(text) => match whole(text) {
                        Some(number) => go.set(word, number),
                        None => go.skipped.push(format!("`{word}` has a whole number, not `{text}`")),
                    },
                    None => go.skipped.push(format!("`{word}` has a whole number, and none is there")),
                },
                word => go.skipped.push(format!("`{word}` is no limit")),
            }
        }
        go
    }

    fn set(&mut self, word: &str, number: u64) {
        /// Some three hundred years: sums of such times are still times.
        const LONGEST: u64 = 1 << 43;
        let time = Duration::from_millis(number.min(LONGEST));
        let whole = usize::try_from(number).unwrap_or(usize::MAX);
        match word {
            "wtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "movestogo" => self.moves_to_go = u32::try_from(number).ok().filter(|&moves| moves > 0),
            "depth" => self.depth = Some(whole.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            "mate" => self.mate = Some(whole.max(1)),
            "movetime" => self.move_time = Some(time),
            _ => {}
        }
    }

    /// The clock of a side. Where it is told of the other side alone, that one's stands in for it.
    pub(super) fn clock(&self, side: Side) -> Option<Clock> {
        let own = usize::from(side == Side::Min);
        let clock = |place: usize, is_borrowed| {
            Some(Clock { time: self.time[place]?, increment: self.increment[place], is_borrowed })
        };
        clock(own, false).or_else(|| clock(1 - own, true))
    }

    /// Whether the search ends without being told to.
    pub(super) fn is_limited(&self) -> bool {
        let has_clock = self.time.iter().any(Option::is_some);
        has_clock || self.move_time.is_some() || self.depth.or(self.mate).is_some() || self.nodes.is_some()
    }
}

/// A number as programs write it, without its decimals: `500.0`, `1e3`.
///
/// Less than nothing is nothing, since a clock may have run out.
/// What is no number, or more than can be counted, is not read.
fn whole(text: &str) -> Option<u64> {
    let decimal = || text.parse().ok().filter(|number: &f64| number.is_finite() && *number < u64::MAX as f64);
    bestply_catalogue::numbers::whole(text).or_else(|| decimal().map(|number| number as u64))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn all_forms_are_read() {
        let clock = read("wtime 61000 btime -5 winc 1000 binc 0 movestogo 40");
        let [minute, second] = [61, 1].map(Duration::from_secs);
        assert_eq!((clock.time, clock.increment), ([Some(minute), Some(Duration::ZERO)], [second, Duration::ZERO]));
        assert_eq!(clock.moves_to_go, Some(40));
        let all = read("depth 7 searchmoves e2e4 d2d4 infinite nodes 1000 mate 3 movetime 50 ponder");
        assert_eq!(all.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((all.depth, all.nodes, all.mate), (Some(7), Some(1000), Some(3)));
        assert_eq!((all.move_time, all.infinite, all.ponder), (Some(Duration::from_millis(50)), true, true));
        assert!(read("wtime 1").is_limited() && !read("infinite").is_limited() && !read("").is_limited());
    }

    #[test]
    fn numbers_are_read_as_programs_write_them() {
        for (text, number) in [
            ("0", Some(0)),
            ("-5", Some(0)),
            ("-0.5", Some(0)),
            ("500.0", Some(500)),
            ("2000.9", Some(2000)),
            ("1e3", Some(1000)),
            ("+7", Some(7)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", None),
            ("1e300", None),
            ("inf", None),
            ("nan", None),
            ("soon", None),
            ("1,000", None),
            ("0:30", None),
        ] {
            assert_eq!(whole(text), number, "{text}");
        }
    }

    #[test]
    fn what_is_not_understood_is_told_and_limits_nothing() {
        let go = read("depth soon nodes movetime 5 perft 3 movestogo 0");
        let skipped = [
            "`depth` has a whole number, not `soon`",
            "`nodes` has a whole number, and none is there",
            "`perft` is no limit",
            "`3` is no limit",
        ];
        assert_eq!(go.skipped, skipped);
        let limits = Go { skipped: Vec::new(), ..go };
        assert_eq!(limits, Go { move_time: Some(Duration::from_millis(5)), ..Go::default() });
    }

    #[test]
    fn one_clock_stands_in_for_the_other() {
        let [second, tenth] = [1000, 100].map(Duration::from_millis);
        let clock = |time, increment, is_borrowed| Some(Clock { time, increment, is_borrowed });
        for (words, lender) in [("wtime 1000 winc 100", Side::Max), ("btime 1000 binc 100", Side::Min)] {
            for side in [Side::Max, Side::Min] {
                assert_eq!(read(words).clock(side), clock(second, tenth, side != lender), "{words}");
            }
        }
        let both = read("wtime 1000 btime 100 binc 1000");
        assert_eq!(both.clock(Side::Max), clock(second, Duration::ZERO, false));
        assert_eq!(both.clock(Side::Min), clock(tenth, second, false));
        assert_eq!(read("winc 100").clock(Side::Max), None);
    }

    proptest! {
        #[test]
        fn any_words_are_read(words in "([a-z]{0,9}|-?[0-9]{0,25}([.][0-9]{0,3})?|[0-9]e[0-9]{1,3}|nodes|depth|wtime|movestogo|searchmoves| ){0,12}") {
            read(&words);
        }
    }
}
