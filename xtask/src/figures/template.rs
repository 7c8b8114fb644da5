//! Templates: texts with figures of rows in braces.

use anyhow::{Context, bail, ensure};
use bestply_experiments::outcome::results::Cell;
use bestply_experiments::show::plots::leads;

use super::record::Row;

/// The text of a template for these rows.
///
/// `{score}` is a field of the only row, or one that all rows share; `{min score}`, `{max score}`, `{mean score}` and
/// `{sum games}` are of all rows, and `{count}` is their number. `{low score}` and `{high score}` are the ends of the
/// 95 % interval of the mean score of contests, one a game. What follows a colon is the form: `%` or `%1` for a
/// percentage with so many decimals, `.2` for a number with them, `+.2` with its sign, `,` for thousands, and `words`
/// for a small number in words.
pub(super) fn fill(template: &str, rows: &[&Row]) -> anyhow::Result<String> {
    let (mut text, mut rest) = (String::new(), template);
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}').with_context(|| format!("`{template}` has a brace that is not closed"))?;
        text += &rest[..open];
        text += &figure(&rest[open + 1..open + close], rows)?;
        rest = &rest[open + close + 1..];
    }
    Ok(text + rest)
}

fn figure(placeholder: &str, rows: &[&Row]) -> anyhow::Result<String> {
    let (what, form) = placeholder.split_once(':').unwrap_or((placeholder, ""));
    let (of_all, field) = what.trim().split_once(' ').map_or((None, what.trim()), |(of, field)| (Some(of), field));
    if of_all.is_none() && field == "count" {
        return formed(rows.len() as f64, form);
    }
    ensure!(!rows.is_empty(), "no row of the record meets the conditions");
    let numbers = || rows.iter().map(|row| row.number(field)).collect::<anyhow::Result<Vec<f64>>>();
    let number = match of_all {
        None => {
            let text = rows[0].text(field);
            ensure!(rows.iter().all(|row| row.text(field) == text), "`{field}` differs among {} rows", rows.len());
            match rows[0].number(field) {
                Ok(number) => number,
                Err(_) if form.is_empty() => return Ok(text),
                Err(error) => return Err(error),
            }
        }
        Some("min") => numbers()?.into_iter().fold(f64::INFINITY, f64::min),
        Some("max") => numbers()?.into_iter().fold(f64::NEG_INFINITY, f64::max),
        Some("sum") => numbers()?.iter().sum(),
        Some("mean") => numbers()?.iter().sum::<f64>() / rows.len() as f64,
        Some(end @ ("low" | "high")) => interval_of_mean(field, rows)?[usize::from(end == "high")],
        Some(other) => bail!("`{other}` is none of min, max, mean, low, high and sum"),
    };
    formed(number, form)
}

/// The 95 % interval of the mean score of contests.
fn interval_of_mean(field: &str, rows: &[&Row]) -> anyhow::Result<[f64; 2]> {
    let cells: Vec<Cell> = rows.iter().filter_map(|row| row.read()).collect();
    ensure!(field == "score" && cells.len() == rows.len(), "low and high are of the scores of contests");
    Ok(leads::mean(&cells.iter().collect::<Vec<_>>()).1)
}

fn formed(number: f64, form: &str) -> anyhow::Result<String> {
    /// The most decimals: more than a number of a record has.
    const MOST_DECIMALS: usize = 20;
    let wrong = || format!("`{form}` is no form of a number: %, %1, .2, +.2, words or ,");
    let decimals = |digits: &str| match digits {
        "" => Ok(0),
        digits => digits.parse().ok().filter(|&decimals| decimals <= MOST_DECIMALS).with_context(wrong),
    };
    let first = form.chars().next().map_or(0, char::len_utf8);
    Ok(match form.split_at(first) {
        ("", _) => number.to_string(),
        (",", "") => with_commas(number),
        ("w", "ords") if number.fract() == 0.0 && (0.0..13.0).contains(&number) => WORDS[number as usize].to_owned(),
        ("%", digits) => format!("{:.*}", decimals(digits)?, 100.0 * number),
        (".", digits) => format!("{:.*}", decimals(digits)?, number),
        ("+", digits) => format!("{:+.*}", decimals(digits.trim_start_matches('.'))?, number),
        _ => bail!(wrong()),
    })
}

const WORDS: [&str; 13] =
    ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

fn with_commas(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups: Vec<String> = digits.as_bytes().rchunks(3).rev().map(|it| String::from_utf8_lossy(it).into()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_form_that_is_asked_for() {
        for (number, form, text) in [
            (0.125, "%", "12"),
            (0.7449, "%1", "74.5"),
            (12.3456, ".2", "12.35"),
            (1.5, "+.1", "+1.5"),
            (-1.5, "+.1", "-1.5"),
            (1_234_567.0, ",", "1,234,567"),
            (999.0, ",", "999"),
            (3.0, "", "3"),
            (3.0, "words", "three"),
        ] {
            assert_eq!(formed(number, form).unwrap(), text);
        }
        for form in ["x", "é%", "%é", ".é", "+é", "wörds", "é", ".99999", "%18446744073709551616"] {
            assert!(formed(1.0, form).is_err(), "{form}");
        }
    }
}
