//! `reproduce --figure 4` from a user's point of view.

use bestply_testkit::reviewable;

use crate::Folder;

#[test]
fn it_says_whether_the_statements_hold_and_where_the_report_is() {
    let folder = Folder::new("figure_4/few");
    let said = folder.succeed("reproduce --figure 4 --branching 9,40 --trees 2").stdout;
    let verdicts = ["Holds: ", "Does not hold: ", "Not shown: "];
    let stated = said.lines().filter(|line| verdicts.iter().any(|verdict| line.starts_with(verdict))).count();
    assert!(said.starts_with(&format!("Of {stated} statements of the report of 1992 ")), "{said}");
    let report = "results/reproduce-figure-4-branching-9,40-trees-2/report";
    assert!(said.ends_with(&format!("The report is {report}.html\n")), "{said}");
    assert!(folder.exists(&format!("{report}.html")));
    let markdown = folder.text(&format!("{report}.md"));
    assert!(markdown.contains("    cargo xtask reproduce --figure 4 --branching 9,40 --trees 2\n"));
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = Folder::new("figure_4/bad");
    folder.write("file", "");
    folder.write("foreign/report.md", "mine");
    folder.succeed("reproduce --figure 4 --branching 40 --trees 1 --out one");
    let said = folder.complaints([
        "reproduce --figure 4 --branching 0",
        "reproduce --figure 4 --branching 1",
        "reproduce --figure 4 --branching 256",
        "reproduce --figure 4 --branching two",
        "reproduce --figure 4 --branching 2,2",
        "reproduce --figure 4 --trees 0",
        "reproduce --figure 4 --trees 1000001",
        "reproduce --figure 4 --trees many",
        "reproduce --figure 3",
        "reproduce --figure 4 --tables 2",
        "reproduce --figure 4 --pairs 5",
        "reproduce --figure 4 --alpha-beta-depth 3",
        "reproduce --figure 4 --quick --trees 5",
        "reproduce --figure 4 --threads 0",
        "reproduce --figure 4 --branching 40 --trees 1 --out file/below",
        "reproduce --figure 4 --branching 40 --trees 1 --out foreign",
        "reproduce --figure 4 --branching 40 --trees 2 --out one",
        "reproduce --trees 5",
        "reproduce --quick --pairs 7",
    ]);
    insta::assert_snapshot!(reviewable(&said));
}
