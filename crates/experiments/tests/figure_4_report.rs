//! Figure 4 as a reader gets it.
//!
//! By itself, since a snapshot starts another process, which for a moment holds the lock of every results folder that is open.

use std::fs;
use std::path::Path;

use bestply_experiments::figure_4::{Figure4, Results, run, summary};
use bestply_experiments::run::RunOptions;

/// Trees of some hundred nodes.
const BUDGET_BYTES: usize = 700;

#[test]
fn the_report_is_a_table_for_each_branching_factor() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figure-4-report");
    let options = RunOptions {
        out: out.clone(),
        fresh: true,
        threads: None,
        title: String::new(),
        command: "the command".to_owned(),
    };
    let branching = "2,10".parse().expect("a list");
    let figure = Figure4::new(Some(&branching), Some(40)).expect("a part of the experiment").with_budget(BUDGET_BYTES);
    let results = run(&figure, &options, &mut ()).expect("it runs");
    insta::assert_snapshot!(fs::read_to_string(out.join("report.md")).expect("a report"));
    let json = fs::read_to_string(out.join("results.json")).expect("results");
    assert_eq!(serde_json::from_str::<Results>(&json).expect("they are read as they were written"), results);
    assert_eq!(summary(&results).lines().count(), results.statements.len());
}
