use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a foreign program can no longer be played with or asked. It is the reason of a lost game or of an ended run.
///
/// It is written as one object of JSON, whose `fault` is a short word, and read back as the same value.
/// It holds no measured number: for a stalled program it says how long it was waited for according to the settings.
///
/// ```
/// use bestply_foreign::Fault;
///
/// let fault = Fault::Stalled { waited_ms: 2050 };
/// assert_eq!(fault.to_string(), "stalled: no answer within 2050 ms");
/// let record = serde_json::to_string(&fault)?;
/// assert_eq!(record, r#"{"fault":"stalled","waited_ms":2050}"#);
/// assert_eq!(serde_json::from_str::<Fault>(&record)?, fault);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fault {
    /// There is no such program, or the system refuses to run it.
    #[error("cannot start `{command}`: {why}")]
    CannotStart {
        /// The command line.
        command: String,
        /// What the system says, or what is wrong with the command line.
        why: String,
    },
    /// The program ended, or closed its output, before it was told to.
    #[error("died ({status}){}", .last_line.as_ref().map_or(String::new(), |line| format!("; its last words: {line}")))]
    Died {
        /// How the program ended, in the words of the system.
        status: String,
        /// The last line that the program wrote to standard error, if any.
        last_line: Option<String>,
    },
    /// The program did not answer in time.
    #[error("stalled: no answer within {waited_ms} ms")]
    Stalled {
        /// How long it was waited for, in milliseconds.
        waited_ms: u64,
    },
    /// The program said something that its protocol does not allow there.
    #[error("talked nonsense: expected {expected}, not `{said}`")]
    Nonsense {
        /// What the program said, in one line, shortened.
        said: String,
        /// What it should have said.
        expected: String,
    },
    /// The program answered that it cannot or will not do what it was asked.
    #[error("refused `{command}`: {answer}")]
    Refused {
        /// What the program was asked, in one line, shortened.
        command: String,
        /// Its answer, in one line, shortened.
        answer: String,
    },
    /// The engine resigned the game.
    #[error("resigned")]
    Resigned,
    /// The engine played an illegal move. Only the caller knows the rules, so only the caller reports this fault.
    #[error("played the illegal move `{found}`")]
    IllegalMove {
        /// The move, in one line, shortened.
        found: String,
    },
}

impl Fault {
    /// The most characters that a fault keeps of what a program said.
    const MOST: usize = 120;

    /// The fault of having played an illegal move.
    pub fn illegal_move(found: &str) -> Fault {
        Fault::IllegalMove { found: shorten(found) }
    }

    pub(crate) fn nonsense(said: &str, expected: impl Into<String>) -> Fault {
        Fault::Nonsense { said: shorten(said), expected: expected.into() }
    }

    pub(crate) fn refused(command: &str, answer: &str) -> Fault {
        Fault::Refused { command: shorten(command), answer: shorten(answer) }
    }
}

/// What a program said as one short line, whatever it said.
pub(crate) fn shorten(said: &str) -> String {
    let mut letters = said.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let mut line: String = letters.by_ref().take(Fault::MOST).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_is_recorded_as_a_word_and_comes_back() {
        let words = ["cannot-start", "died", "stalled", "nonsense", "refused", "resigned", "illegal-move"];
        let faults = [
            Fault::CannotStart { command: "rhino".into(), why: "no such file".into() },
            Fault::Died { status: "exit status: 3".into(), last_line: None },
            Fault::Stalled { waited_ms: 5 },
            Fault::nonsense("hello", "a number"),
            Fault::refused("genmove", "no"),
            Fault::Resigned,
            Fault::illegal_move("a1"),
        ];
        for (word, fault) in words.into_iter().zip(faults) {
            let record = serde_json::to_value(&fault).expect("a fault can be written");
            assert_eq!(record["fault"], word);
            assert_eq!(serde_json::from_value::<Fault>(record).expect("and read"), fault);
        }
    }

    #[test]
    fn what_was_said_is_one_short_line() {
        assert_eq!(shorten("  two\nlines\t"), "two lines");
        let long = shorten(&"é".repeat(10_000));
        assert_eq!(long.chars().count(), Fault::MOST + 1);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn last_words_are_told_where_there_are_any() {
        let died = |last_line| Fault::Died { status: "exit status: 3".into(), last_line }.to_string();
        assert_eq!(died(None), "died (exit status: 3)");
        assert_eq!(died(Some("no weights".into())), "died (exit status: 3); its last words: no weights");
    }
}
