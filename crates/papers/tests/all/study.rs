//! Studies as a reader gets them.

use crate::common;
use bestply_catalogue::Catalogue;
use bestply_papers::study::{Costs, Findings, LeafCounts, Sample, Study, run};
use bestply_presentation::terminal::table;
use bestply_testkit::reviewable;
use common::{contents, folder, options};

fn sample(games: &[&str], positions: usize) -> Sample {
    let games = games.iter().map(|&game| game.to_owned()).collect();
    Sample { games, evaluation: None, positions }
}

fn read(study: &impl Study, name: &str, threads: usize) -> Result<Findings, String> {
    let (catalogue, out) = (Catalogue::standard(), folder(name));
    run(&catalogue, study, &options(&out, threads), |_, _, _| {}).map_err(|error| error.to_string())
}

fn text(findings: &Findings) -> String {
    let tables = findings.tables.iter().map(|(heading, it)| format!("{heading}\n{}\n", table(it, 1, None)));
    format!("{}\n\n{}", findings.answer.join("\n"), tables.collect::<Vec<_>>().join("\n"))
}

#[test]
fn leaf_counts_are_tables_by_depth_on_any_number_of_threads() {
    let study = LeafCounts::new(sample(&["connect-four"], 4), 4).expect("a study");
    let [one, two] = [("study_one", 1), ("study_two", 2)].map(|(name, threads)| {
        let findings = read(&study, name, threads).expect("it runs");
        (text(&findings), contents(&folder_of(name)))
    });
    insta::assert_snapshot!(one.0);
    assert!(one.1.contains_key("results.json"));
    assert_eq!(one, two);
}

#[test]
fn memory_is_counted_and_repeats() {
    let searchers = ["recursive-best-first", "uct-best-first", "meta-greedy", "bayesian", "mtd-f"].map(str::to_owned);
    let study = Costs::new(sample(&["connect-four"], 2), &[100, 400, 1600], &searchers).expect("a study");
    let mut findings = read(&study, "study_costs", 1).expect("it runs");
    // Times differ from run to run.
    findings.tables.retain(|(heading, _)| heading.ends_with(": memory"));
    findings.answer.truncate(1);
    insta::assert_snapshot!(text(&findings));
    for limits in [&[][..], &[1], &[2, 1], &[0, 1]] {
        assert!(Costs::new(sample(&["connect-four"], 2), limits, &[]).is_err());
    }
}

#[test]
fn what_cannot_be_studied_is_told_in_a_line() {
    let study = |games: &[&str], positions| LeafCounts::new(sample(games, positions), 2).expect("a study");
    let refused = [study(&["chess"], 2), study(&["othello", "othello"], 2), study(&["othello"], 1)]
        .map(|study| read(&study, "study_refused", 1).err().expect("it is refused"));
    insta::assert_snapshot!(reviewable(&refused.join("\n")));
    assert!(LeafCounts::new(sample(&["othello"], 2), 0).is_err());
}

/// The folder of a study that was run.
fn folder_of(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("experiments").join(name)
}
