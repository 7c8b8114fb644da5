//! Figure 4 on small trees: what a run writes, and that it is the same however the run went.

use crate::common;
use std::fs;
use std::path::Path;

use bestply_experiments::Error;
use bestply_experiments::outcome::sealed::{seal, unseal};
use bestply_experiments::outcome::verdict::Verdict;
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::study::Findings;
use bestply_papers::figure_4::{Figure4, Figure4Results};
use common::{contents, folder, options};

/// The size of trees of some hundred nodes.
const BUDGET_BYTES: usize = 700;

fn figure(branching: &str, trees: u64) -> Figure4 {
    let branching = branching.parse().expect("a list");
    Figure4::new(Some(&branching), Some(trees)).expect("a part of the experiment").with_budget(BUDGET_BYTES)
}

fn run_small(out: &Path, threads: usize) -> Figure4Results {
    run(&figure("2,3,10", 250), &options(out, threads)).expect("it runs").0
}

/// A run that is no shard's.
fn run(figure: &Figure4, options: &RunOptions) -> Result<(Figure4Results, Findings), Error> {
    bestply_papers::figure_4::run(figure, options).map(|found| found.expect("it is no shard"))
}

/// Changes up to so many places of the first record, and gives this record a new check sum.
fn change_records(path: &Path, from: &str, to: &str, places: usize) {
    let records = fs::read_to_string(path).expect("records");
    let (first, others) = records.split_once('\n').expect("a record is a line");
    let record = unseal(first.as_bytes()).expect("it is as it was written");
    fs::write(path, format!("{}\n{others}", seal(&record.replacen(from, to, places)))).expect("a file");
}

#[test]
fn results_are_the_same_bytes_on_any_number_of_threads() {
    let (one, many) = (folder("figure_4/one"), folder("figure_4/many"));
    run_small(&one, 1);
    run_small(&many, 7);
    let names: Vec<String> = contents(&one).into_keys().collect();
    assert_eq!(
        names,
        [
            "experiment.json",
            "plot-figure-4-overhead-10.svg",
            "plot-figure-4-overhead-2.svg",
            "plot-figure-4-overhead-3.svg",
            "plot-figure-4-quality-10.svg",
            "plot-figure-4-quality-2.svg",
            "plot-figure-4-quality-3.svg",
            "plot-figure-4.svg",
            "report.html",
            "report.md",
            "results.csv",
            "results.json",
            "trees.jsonl"
        ]
    );
    assert!(contents(&one) == contents(&many), "the folders differ");
}

#[test]
fn a_run_killed_at_any_point_goes_on_to_the_same_bytes() {
    let (whole, killed) = (folder("figure_4/whole"), folder("figure_4/killed"));
    run_small(&whole, 2);
    let records = fs::read(whole.join("trees.jsonl")).expect("records");
    for kept in [0, 1, records.len() / 3, records.len() - 1] {
        // A killed run leaves the description and some records, the last one perhaps torn, but no results.
        fs::remove_dir_all(&killed).ok();
        fs::create_dir_all(&killed).expect("a folder");
        fs::copy(whole.join("experiment.json"), killed.join("experiment.json")).expect("a copy");
        fs::write(killed.join("trees.jsonl"), &records[..kept]).expect("a torn file");
        run_small(&killed, 2);
        assert!(contents(&whole) == contents(&killed), "cut after {kept} bytes");
    }
}

/// Neither that a statement holds nor that it does not is read from a few trees.
#[test]
fn what_a_few_trees_cannot_tell_is_not_shown() {
    let (results, findings) = run(&figure("2,10", 20), &options(&folder("figure_4/few"), 2)).expect("it runs");
    let verdicts = |of: &str| -> Vec<Verdict> {
        results.statements.iter().filter(|it| it.statement.contains(of)).map(|it| it.verdict).collect()
    };
    for of_means in ["fewer generations", "Generating nodes again", "Inheriting", "improves smoothly"] {
        assert_eq!(verdicts(of_means), [Verdict::NotShown], "{of_means}");
    }
    assert!(results.statements.iter().all(|it| it.holds == (it.verdict == Verdict::Holds)));
    assert!(findings.answer[0].contains("from so few trees"), "{:?}", findings.answer);
}

#[test]
fn what_is_recorded_is_not_searched_again() {
    let out = folder("figure_4/again");
    run_small(&out, 2);
    let path = out.join("trees.jsonl");
    change_records(&path, "\"ties\":0", "\"ties\":9", 1);
    assert_eq!(run_small(&out, 2).curves[0].ties, 9);
    let mut fresh = options(&out, 2);
    fresh.opening.fresh = true;
    assert_eq!(run(&figure("2,3,10", 250), &fresh).expect("it runs").0.curves[0].ties, 0);
}

#[test]
fn folders_of_other_experiments_and_damaged_ones_are_refused() {
    let out = folder("figure_4/other");
    run(&figure("2", 5), &options(&out, 1)).expect("it runs");
    let refused = |figure: &Figure4| run(figure, &options(&out, 1)).expect_err("it is refused");
    assert!(matches!(refused(&figure("2", 6)), Error::OtherExperiment { .. }));
    assert!(matches!(refused(&figure("2,3", 5)), Error::OtherExperiment { .. }));

    let path = out.join("trees.jsonl");
    change_records(&path, "\"correct\":[", "\"correct\":[1,", 2);
    assert!(refused(&figure("2", 5)).to_string().ends_with("is damaged; start anew with --fresh"));
    for (line, problem) in [(seal("{}"), "missing field"), (seal("{\"branching\":2}"), "missing field")] {
        fs::write(&path, format!("{line}\n")).expect("a file");
        let told = refused(&figure("2", 5)).to_string();
        assert!(told.contains(&format!("trees.jsonl:1: not a record of some trees: {problem}")), "{told}");
    }
    // What is only torn is searched again.
    fs::remove_dir_all(&out).expect("a folder");
    run(&figure("2", 250), &options(&out, 1)).expect("it runs");
    let whole = fs::read_to_string(&path).expect("a file");
    let torn = whole.replacen("\"crc32\"", "\0\0\0\0\0\0\0", 1);
    assert_eq!(whole.lines().count(), 3, "there is something to keep");
    fs::write(&path, torn).expect("a file");
    run(&figure("2", 250), &options(&out, 1)).expect("it goes on");
    assert_eq!(fs::read_to_string(&path).expect("a file"), whole);
}

#[test]
fn wrong_experiments_are_refused() {
    let refused = |branching: &str, trees| {
        let branching = branching.parse().expect("a list");
        Figure4::new(Some(&branching), Some(trees)).expect_err("it is refused").to_string()
    };
    assert_eq!(refused("1,2", 5), "branching must be at least 2: with one move there is nothing to decide");
    assert_eq!(refused("3,2,3", 5), "branching 3 is listed twice");
    assert_eq!(refused("2", 0), "trees must be from 1 to 1000000, not 0");
    assert_eq!(refused("2", 1_000_001), "trees must be from 1 to 1000000, not 1000001");
    let tiny = Figure4::new(None, Some(5)).expect("the report's").with_budget(40);
    let error = run(&tiny, &options(&folder("figure_4/tiny"), 1)).expect_err("it is refused");
    assert_eq!(error.to_string(), "a tree of branching 20 and depth 1 does not fit in 40 bytes");
}
