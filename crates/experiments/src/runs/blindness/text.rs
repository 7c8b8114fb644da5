//! What was found, to be read by people and by programs.

use super::{Blindness, Sighted};

/// The answer in a sentence, and a line for each searcher and evaluation.
pub fn table(blindness: &Blindness, found: &[Sighted]) -> String {
    const HEAD: [&str; 8] =
        ["searcher", "evaluation", "moves", "confident", "at risk", "found lost", "proved lost", "blind in 10,000"];
    let row = |it: &Sighted| {
        let counts =
            [it.moves, it.confident, it.at_risk, it.found_itself, it.proved_lost].map(|count| count.to_string());
        let [moves, confident, at_risk, found, proved_lost] = counts;
        [it.searcher.clone(), it.evaluation.clone(), moves, confident, at_risk, found, proved_lost, rate(it)]
    };
    let rows: Vec<[String; 8]> = std::iter::once(HEAD.map(str::to_owned)).chain(found.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let mut text = format!("{}\n\n", answer(blindness, found));
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 | 1 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// Who was blind most often, and who least.
fn answer(blindness: &Blindness, found: &[Sighted]) -> String {
    let Blindness { game, budget, games, .. } = blindness;
    let setting = format!("{game}, {games} games of each, {budget} evaluations a move");
    let rated = || found.iter().filter_map(|it| Some((it, it.rate?)));
    let name = |it: &Sighted| format!("{} with {}", it.searcher, it.evaluation);
    let most = rated().max_by(|a, b| a.1.total_cmp(&b.1));
    let least = rated().min_by(|a, b| a.1.total_cmp(&b.1));
    let confident: u64 = found.iter().map(|it| it.confident).sum();
    let at_risk: u64 = found.iter().map(|it| it.at_risk).sum();
    let blind: u64 = found.iter().map(|it| it.blind).sum();
    let all = format!(
        "{setting}: of {confident} moves valued at {} or more, {at_risk} were no proved wins, and {blind} of these were \
         lost within two plies",
        Blindness::CONFIDENT
    );
    match (most, least) {
        (Some((most, highest)), Some((least, lowest))) if highest > lowest => format!(
            "{all}; most often those of {}, {} in 10,000, and least often those of {}, {}.",
            name(most),
            rate(most),
            name(least),
            rate(least)
        ),
        _ => format!("{all}."),
    }
}

/// How many of 10,000 moves at risk are blind, with its interval.
fn rate(it: &Sighted) -> String {
    let [low, high] = it.interval.map(|bound| 10_000.0 * bound);
    match it.rate {
        Some(rate) => format!("{:.0} ({low:.0}\u{2013}{high:.0})", 10_000.0 * rate),
        None => "none at risk".to_owned(),
    }
}

/// The numbers as an array of objects.
pub fn json(found: &[Sighted]) -> String {
    serde_json::to_string_pretty(found).expect("numbers and names can be written") + "\n"
}

/// The numbers as a line for each searcher and evaluation, after a line of names.
pub fn csv(found: &[Sighted]) -> String {
    const HEAD: &str =
        "searcher,evaluation,games,moves,confident,at_risk,found_itself,proved_lost,blind,rate,low,high\n";
    let line = |it: &Sighted| {
        let rate = it.rate.map_or_else(String::new, |rate| format!("{rate:.4}"));
        let [low, high] = it.interval;
        let Sighted {
            searcher, evaluation, games, moves, confident, at_risk, found_itself, proved_lost, blind, ..
        } = it;
        format!(
            "\"{searcher}\",{evaluation},{games},{moves},{confident},{at_risk},{found_itself},{proved_lost},{blind},\
             {rate},{low:.4},{high:.4}\n"
        )
    };
    found.iter().map(line).fold(HEAD.to_owned(), |text, line| text + &line)
}
