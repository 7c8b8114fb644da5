//! Figure 4 as a reader gets it.
//!
//! The test is in a file by itself because a snapshot starts another process.
//! For a moment that process holds the lock of every results folder that is open.

use crate::common;
use bestply_papers::figure_4::{Figure4, Figure4Results, run};
use common::{contents, folder, options};

/// The size of trees of some hundred nodes.
const BUDGET_BYTES: usize = 700;

#[test]
fn the_report_is_a_table_for_each_branching_factor() {
    let out = folder("figure_4_report");
    let branching = "2,10".parse().expect("a list");
    let figure = Figure4::new(Some(&branching), Some(40)).expect("a part of the experiment").with_budget(BUDGET_BYTES);
    let (results, findings) = run(&figure, &options(&out, 2)).expect("it runs").expect("it is no shard");
    let files = contents(&out);
    insta::assert_snapshot!(files["report.md"]);
    assert_eq!(
        serde_json::from_str::<Figure4Results>(&files["results.json"]).expect("they are read as they were written"),
        results
    );
    assert_eq!(findings.lists().lines().count(), results.statements.len());
}
