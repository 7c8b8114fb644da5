//! The numbers of options, as everywhere: `1e4`, `64MiB`.

use std::fmt::Debug;
use std::ops::RangeBounds;

use bestply_catalogue::names::in_one_line;
use bestply_catalogue::numbers;

/// A range of numbers, such as `1..=1000`, which is told as it is written.
pub(crate) trait Numbers: RangeBounds<u64> + Debug + Clone {}
impl<R: RangeBounds<u64> + Debug + Clone> Numbers for R {}

/// A reader of whole numbers in this range.
pub(crate) fn whole(range: impl Numbers) -> impl Fn(&str) -> Result<u64, String> + Clone {
    fitting(range)
}

/// A reader of whole numbers in this range, as far as they fit the type.
pub(crate) fn fitting<N: TryFrom<u64>>(range: impl Numbers) -> impl Fn(&str) -> Result<N, String> + Clone {
    read(range, numbers::whole, "is no whole number")
}

/// A reader of numbers of bytes in this range.
pub(crate) fn size(range: impl Numbers) -> impl Fn(&str) -> Result<u64, String> + Clone {
    read(range, numbers::bytes, "is no number of bytes: write 67108864, 64MiB or 64MB")
}

fn read<N: TryFrom<u64>>(
    range: impl Numbers,
    reader: fn(&str) -> Option<u64>,
    wrong: &'static str,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text: &str| {
        let number = reader(text).ok_or_else(|| format!("`{}` {wrong}", in_one_line(text)))?;
        let fitting = N::try_from(number).ok().filter(|_| range.contains(&number));
        fitting.ok_or_else(|| format!("{number} is not in {range:?}"))
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command, CommandFactory};

    use super::*;

    /// What the argument of a command says to a value: nothing where it takes it.
    fn refusal(arg: &Arg, value: &str) -> Option<String> {
        let alone = Arg::new("it").long("it").allow_hyphen_values(true).value_parser(arg.get_value_parser().clone());
        let read = Command::new("one").arg(alone).try_get_matches_from(["one", "--it", value]);
        read.err().map(|error| error.to_string())
    }

    #[test]
    fn every_option_that_takes_a_number_takes_it_with_an_exponent() {
        let mut commands = vec![crate::Cli::command()];
        let mut numbers = 0;
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands().cloned());
            for arg in command.get_arguments().filter(|arg| arg.get_id() != "at_least") {
                // A range of numbers is refused as such, and a text is none.
                let is_number = |it: &str| refusal(arg, it).is_none_or(|refusal| refusal.contains("is not in"));
                if is_number("100") && !is_number("hundred") {
                    assert!(is_number("1e2"), "{} {}: {:?}", command.get_name(), arg.get_id(), refusal(arg, "1e2"));
                    numbers += 1;
                }
            }
        }
        assert!(numbers > 40, "{numbers} options have numbers");
    }

    #[test]
    fn what_is_no_number_of_the_range_is_told() {
        let refused = |text: &str| fitting::<u16>(1..=1000)(text).unwrap_err();
        assert_eq!(refused("1.5"), "`1.5` is no whole number");
        assert_eq!(refused("1e4"), "10000 is not in 1..=1000");
        assert_eq!(size(1..)("1M").unwrap_err(), "`1M` is no number of bytes: write 67108864, 64MiB or 64MB");
        assert_eq!((whole(0..)("1e3"), size(0..)("2KiB")), (Ok(1000_u64), Ok(2048)));
    }
}
