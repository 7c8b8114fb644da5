//! What `go` asks for.

use std::time::Duration;

/// The words of `go`, read. What is no number, or nothing that the protocol has, is skipped.
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
}

/// The words with a meaning, at which a list of moves ends.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    pub(super) fn read(words: &[&str]) -> Go {
        let mut go = Go::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(mv.to_owned());
                    }
                }
                word if WORDS.contains(&word) => {
                    // A clock may have run out, and a number may be too large to be one.
                    let number = words.next_if(|word| word.parse::<f64>().is_ok());
                    let read =
                        |number: &str| number.parse().unwrap_or(if number.starts_with("-") { 0 } else { u64::MAX });
                    if let Some(number) = number.map(read) {
                        go.set(word, number);
                    }
                }
                _ => {}
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

    /// Whether the search ends without being told to.
    pub(super) fn is_limited(&self) -> bool {
        let has_clock = self.time.iter().any(Option::is_some);
        has_clock || self.move_time.is_some() || self.depth.or(self.mate).is_some() || self.nodes.is_some()
    }
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
    fn what_is_no_number_is_skipped() {
        assert_eq!(
            read("depth soon nodes movetime 5"),
            Go { move_time: Some(Duration::from_millis(5)), ..Go::default() }
        );
        assert_eq!(read("nodes 99999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(read("movestogo 0 wtime"), Go::default());
    }

    proptest! {
        #[test]
        fn any_words_are_read(words in "([a-z]{0,9}|-?[0-9]{0,25}|nodes|depth|wtime|movestogo|searchmoves| ){0,12}") {
            read(&words);
        }
    }
}
