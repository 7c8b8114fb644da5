//! `reproduce --figure 4` as its users meet it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::cargo::cargo_bin_cmd;

/// An empty folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("figure-4").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn reproduce(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = cargo_bin_cmd!("xtask");
    command.current_dir(folder).args(["reproduce", "--figure", "4"]).args(arguments).output().unwrap()
}

#[test]
fn it_says_whether_the_statements_hold_and_where_the_report_is() {
    let folder = folder("few");
    let output = reproduce(&folder, &["--branching", "9,40", "--trees", "2"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.lines().all(|line| line.is_empty() || line.contains(": ") || line.starts_with("The report is")),
        "{said}"
    );
    let report = "results/reproduce-figure-4-branching-9,40-trees-2/report.html";
    assert!(said.ends_with(&format!("The report is {report}\n")), "{said}");
    assert!(folder.join(report).exists());
    let markdown = fs::read_to_string(folder.join(report).with_extension("md")).unwrap();
    assert!(markdown.contains("    cargo xtask reproduce --figure 4 --branching 9,40 --trees 2\n"));
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = folder("bad");
    fs::write(folder.join("file"), "").unwrap();
    fs::create_dir(folder.join("foreign")).unwrap();
    fs::write(folder.join("foreign/report.md"), "mine").unwrap();
    assert!(reproduce(&folder, &["--branching", "40", "--trees", "1", "--out", "one"]).status.success());
    let mut said = String::new();
    for arguments in [
        "--branching 0",
        "--branching 1",
        "--branching 100",
        "--branching two",
        "--branching 2,2",
        "--trees 0",
        "--trees 1000001",
        "--trees many",
        "--figure 3",
        "--tables 2",
        "--pairs 5",
        "--alpha-beta-depth 3",
        "--quick --trees 5",
        "--threads 0",
        "--branching 40 --trees 1 --out file/below",
        "--branching 40 --trees 1 --out foreign",
        "--branching 40 --trees 2 --out one",
    ] {
        let mut command = cargo_bin_cmd!("xtask");
        let figure = if arguments.starts_with("--figure") { "" } else { "--figure 4 " };
        let arguments = format!("reproduce {figure}{arguments}");
        let output = command.current_dir(&folder).args(arguments.split_whitespace()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        said += &format!("{arguments}\n    {}", String::from_utf8(output.stderr).unwrap());
    }
    for arguments in ["reproduce --trees 5", "reproduce --quick --pairs 7"] {
        let output = cargo_bin_cmd!("xtask").current_dir(&folder).args(arguments.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        said += &format!("{arguments}\n    {}", String::from_utf8(output.stderr).unwrap());
    }
    insta::assert_snapshot!(said);
}
