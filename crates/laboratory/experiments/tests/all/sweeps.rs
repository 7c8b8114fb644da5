//! Descriptions of several runs at once: sweeps, selections, budgets in either unit, and match-ups without a claim.

use std::fs;
use std::path::Path;

use crate::common::{cells_of, contents, folder, options};
use bestply_catalogue::Catalogue;
use bestply_experiments::contest::{CellPlan, Description, Role, RunSelection};
use bestply_experiments::outcome::results::{Cell, from_json};

const SWEEP: &str = r#"
name = "sweep"
pairs = 2
[game]
kind = "random"
length = 12
[challenger]
searcher = "uct-best-first"
scale = 64
exploration = [0.1, 0.4, 1.5]
selection = "uct"
[opponent]
searcher = "principal-variation-search"
table_bytes = [4096, 65536]
[[cells]]
branching = 4
evaluations = [8, 16]
"#;

fn sweep(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "sweep.toml", text).expect("the description is right")
}

fn run(sweep: &Description, out: &Path, threads: usize) {
    cells_of(sweep, &options(out, threads)).expect("it runs");
}

fn cells(folder: &Path) -> Vec<Cell> {
    from_json(&fs::read_to_string(folder.join("results.json")).expect("there are results")).expect("they are cells")
}

#[test]
fn a_list_in_a_searchers_key_is_a_series_of_cells() {
    let sweep = sweep(SWEEP);
    let plans = sweep.cell_plans(&Catalogue::standard()).unwrap().concat();
    assert_eq!(plans.len(), 3 * 2 * 2);
    let first = "sweep/random-4/principal-variation-search-8-evaluations/exploration=0.1,opponent.table_bytes=4096";
    assert_eq!(plans[0].id, first);
    assert_eq!(plans[0].challenger.to_string(), "uct-best-first:scale=64,exploration=0.1,evaluations=8");
    assert_eq!(plans[0].opponent.to_string(), "principal-variation-search:table_bytes=4096,evaluations=8");
    // The written description reads back as the same.
    assert_eq!(sweep, Description::parse(&Catalogue::standard(), "again", &sweep.to_toml()).unwrap());
}

#[test]
fn results_and_plots_of_a_sweep_name_its_constants() {
    let (one, many) = (folder("sweeps/one"), folder("sweeps/many"));
    run(&sweep(SWEEP), &one, 1);
    run(&sweep(SWEEP), &many, 3);
    let files = contents(&one);
    assert!(files == contents(&many), "the folders differ");
    let cells = cells(&one);
    let swept: Vec<String> = cells[4].swept.iter().map(ToString::to_string).collect();
    assert_eq!(swept, ["exploration=0.4", "opponent's table_bytes=4096"]);
    assert_eq!((cells[4].swept[1].player, cells[4].swept[1].number()), (Role::Opponent, Some(4096.0)));
    // In a sweep even the default value is named.
    let labels: Vec<String> = [0, 4, 8].map(|place: usize| cells[place].challenger.label()).to_vec();
    let label = |exploration: &str| format!("uct-best-first:scale=64,exploration={exploration}");
    assert_eq!(labels, ["0.1", "0.4", "1.5"].map(label));
    assert_eq!(cells[0].opponent.settings.as_deref(), Some("table_bytes=4096"));
    let head = files["results.csv"].lines().next().unwrap();
    assert!(head.ends_with(",challenger_settings,opponent_settings"), "{head}");
    let report = &files["report.md"];
    let row = report.lines().find(|line| line.starts_with("| exploration")).expect("a row for the constant");
    assert!(row.contains(" 0.1 |") && row.contains(" 0.4 |") && row.contains(" 1.5 |"), "{row}");
    assert!(report.lines().any(|line| line.starts_with("| opponent's table_bytes")));
    let plots: Vec<&String> = files.keys().filter(|name| name.starts_with("plot-sweep")).collect();
    assert_eq!(plots, ["plot-sweep-random-exploration-1.svg", "plot-sweep-random-table_bytes-2.svg"]);
    let plot = &files["plot-sweep-random-exploration-1.svg"];
    for text in ["exploration (log scale)", "\n0.1\n", "\n0.4\n", "\n1.5\n"] {
        assert!(plot.contains(text), "{text}");
    }
}

#[test]
fn limits_and_evaluations_can_be_swept_too() {
    let text = SWEEP
        .replace("exploration = [0.1, 0.4, 1.5]", "evaluations = [8, 16]\nbytes = [4096, 8192]")
        .replace("table_bytes = [4096, 65536]", "")
        .replace("evaluations = [8, 16]\n\"\"\"", "")
        .replace("branching = 4\nevaluations = [8, 16]", "branching = 4\nopponent_depth = [1, 2]");
    let out = folder("sweeps/limits");
    run(&sweep(&text), &out, 2);
    let cells = cells(&out);
    assert_eq!(cells.len(), 2 * 2 * 2);
    let challengers: Vec<_> = cells.iter().map(|it| (it.challenger.label(), it.challenger.evaluations)).collect();
    assert_eq!(challengers[0], ("uct-best-first:scale=64,bytes=4096".to_owned(), Some(8)));
    assert_eq!(challengers[7], ("uct-best-first:scale=64,bytes=8192".to_owned(), Some(16)));
    // Several cells at one depth make no line over depths.
    assert!(!contents(&out).keys().any(|name| name.ends_with("-wins.svg")));
}

#[test]
fn names_are_swept_as_numbers_are_and_calibration_goes_on() {
    let text = SWEEP
        .replace("exploration = [0.1, 0.4, 1.5]", "choice = [\"value-and-visits\", \"value\"]")
        .replace("table_bytes = [4096, 65536]", "")
        .replace("uct-best-first", "best-first")
        .replace("scale = 64\n", "")
        .replace("selection = \"uct\"\n", "")
        .replace("choice = [\"value-and-visits\", \"value\"]", "memory = [\"stop\", \"prune\"]\nbytes = 65536")
        .replace("evaluations = [8, 16]", "opponent_depth = [1, 2]\nchallenger_depth = \"equal-cost\"");
    let out = folder("sweeps/names");
    run(&sweep(&text), &out, 2);
    let cells = cells(&out);
    let depths: Vec<_> = cells.iter().map(|cell| cell.challenger.depth).collect();
    assert_eq!(depths[..2], depths[2..], "memory is not short");
    assert!(contents(&out)["plot-sweep-random-memory-1.svg"].contains("\nprune\n"));
}

const MATCH_UP: &str = r#"
name = "quiet"
pairs = 2
opponent = "principal-variation-search:table_bytes=4096"
evaluations = [20]

[[games]]
game = { kind = "connect-four" }
evaluation = "plain"
challengers = ["best-first", { searcher = "uct-best-first", exploration = [0.2, 0.8], scale = 8 }]

[[games]]
game = { kind = "othello" }
evaluation = "disc-difference"
challengers = ["best-first", "monte-carlo-tree-search:scale=16"]
"#;

fn match_up(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "quiet.toml", text).expect("the description is right")
}

#[test]
fn a_match_up_may_claim_nothing_and_sweep() {
    let out = folder("sweeps/quiet");
    let description = match_up(MATCH_UP);
    let findings = crate::common::run(&Catalogue::standard(), &description, &options(&out, 2)).unwrap();
    assert!(findings.unwrap().judged.is_empty());
    let files = contents(&out);
    let report = &files["report.md"];
    assert!(
        !report.contains("## The claims") && report.contains("| uct-best-first:scale=8,exploration=0.8 |"),
        "{report}"
    );
    assert!(files.contains_key("plot-sweep-connect-four-exploration-1.svg"));
    assert_eq!(cells(&out).len(), 1 + 2 + 2);
}

#[test]
fn games_challengers_and_pairs_can_be_selected() {
    let catalogue = Catalogue::standard();
    let list = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    // The name of each meeting begins the names of its cells.
    let names = |match_up: &Description| {
        let first = |cells: &Vec<CellPlan>| cells[0].id.split('/').next().unwrap().to_owned();
        match_up.cell_plans(&catalogue).unwrap().iter().map(first).collect::<Vec<_>>()
    };
    let claiming = MATCH_UP.replace("[20]", "[20]\nclaim = { challenger = \"best-first\", score = 0.5 }");
    let selected = |games: Option<Vec<String>>, challengers: Option<Vec<String>>| {
        match_up(&claiming).select(&catalogue, &RunSelection { games, challengers, ..RunSelection::default() })
    };
    let othello = selected(list(&["othello"]), None).unwrap();
    assert_eq!(names(&othello), ["quiet-best-first", "quiet-monte-carlo-tree-search"]);
    assert_eq!(othello.claims.len(), 1);
    let uct = selected(None, list(&["uct-best-first"])).unwrap();
    assert_eq!((names(&uct), uct.claims), (vec!["quiet-uct-best-first".to_owned()], Vec::new()));
    let message = |games, challengers| selected(games, challengers).unwrap_err().to_string();
    assert_eq!(
        message(list(&["otello"]), None),
        "the description has no `otello` among its games, only `connect-four`, `othello`; did you mean `othello`?"
    );
    let none = message(list(&["othello"]), list(&["uct-best-first"]));
    assert!(none.contains("has no `uct-best-first` among its challengers"), "{none}");
    let more =
        |pairs| match_up(MATCH_UP).select(&catalogue, &RunSelection { pairs: Some(pairs), ..RunSelection::default() });
    assert_eq!(more(200).unwrap().pairs, 200);
    assert!(more(245).unwrap_err().to_string().starts_with("othello: the starts after 4 plies"));
}

/// Budgets of the whole description and of a block of its cells can be selected alike.
#[test]
fn budgets_can_be_selected() {
    let catalogue = Catalogue::standard();
    let text = MATCH_UP.replacen("[[games]]", "[[cells]]\n[[cells]]\ntime_ms = 3\n[[games]]", 1);
    let ids = |budget: &str| {
        let budgets = Some(vec![budget.parse().unwrap()]);
        let selected = match_up(&text).select(&catalogue, &RunSelection { budgets, ..RunSelection::default() });
        let plans = selected.map_err(|problem| problem.to_string())?.cell_plans(&catalogue).unwrap().concat();
        Ok::<Vec<String>, String>(plans.into_iter().map(|plan| plan.id).collect())
    };
    let number = 1 + 2 + 2;
    let of_cells = ids("20").unwrap();
    assert!(of_cells.len() == number && of_cells.iter().all(|id| id.contains("-20-evaluations")), "{of_cells:?}");
    let of_a_block = ids("3ms").unwrap();
    assert!(of_a_block.len() == number && of_a_block.iter().all(|id| id.contains("-3000-us")), "{of_a_block:?}");
    assert_eq!(ids("7").unwrap_err(), "the description has no budget of 7 evaluations; it has 20 evaluations, 3 ms");
}

#[test]
fn budgets_of_time_are_in_either_unit() {
    let catalogue = Catalogue::standard();
    let text =
        |budget: &str| SWEEP.replace("exploration = [0.1, 0.4, 1.5]", "").replace("evaluations = [8, 16]", budget);
    let plans = |budget: &str| sweep(&text(budget)).cell_plans(&catalogue).unwrap();
    assert_eq!(plans("time_ms = [1, 3]"), plans("time_us = [1000, 3000]"));
    let in_match_up =
        |budget: &str| match_up(&MATCH_UP.replace("evaluations = [20]", budget)).cell_plans(&catalogue).unwrap();
    assert_eq!(in_match_up("time_ms = \"1..=2\""), in_match_up("time_us = [1000, 2000]"));
}
