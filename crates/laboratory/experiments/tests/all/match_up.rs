//! Match-ups and the tuning of their searchers, as a user gets them.

use std::fs;
use std::path::Path;

use crate::common::{contents, folder};
use bestply_catalogue::{Catalogue, SearcherSpec};
use bestply_experiments::contest::{Budget, Description, GameSpec, RunSelection};
use bestply_experiments::outcome::judged::Judged;
use bestply_experiments::outcome::results::{Cell, from_json};
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::study::{Findings, run as run_study};
use bestply_experiments::runs::tuning::{Candidates, Ranking, Tuning};
use bestply_presentation::document::Part;
use bestply_testkit::reviewable;

const TINY: &str = r#"
name = "tiny"
pairs = 3
opponent = "principal-variation-search:table_bytes=4096"
evaluations = [30, 10]
claim = { challenger = "uct-best-first", score = 0.7 }

[[games]]
game = { kind = "connect-four", opening_plies = 5 }
evaluation = "plain"
challengers = ["best-first", "uct-best-first:scale=8,exploration=0.5"]

[[games]]
game = { kind = "othello" }
evaluation = "disc-difference"
challengers = ["monte-carlo-tree-search:scale=16", "uct-best-first:scale=16,table_bytes=4096"]
"#;

fn options(out: &Path, threads: usize) -> RunOptions {
    RunOptions {
        title: "A tiny match-up".to_owned(),
        command: "cargo xtask experiment tiny.toml".to_owned(),
        ..crate::common::options(out, threads)
    }
}

fn read(name: &str, text: &str) -> Description {
    Description::parse(&Catalogue::standard(), name, text).expect("the description is right")
}

/// Runs a match-up that has no published figures. Returns the verdicts on its claim.
fn run<'d>(match_up: &'d Description, options: &RunOptions) -> Vec<Judged<'d>> {
    let catalogue = Catalogue::standard();
    let findings = crate::common::run(&catalogue, match_up, options).expect("it runs");
    findings.expect("it is no shard").judged
}

fn cells(folder: &Path) -> Vec<Cell> {
    from_json(&fs::read_to_string(folder.join("results.json")).expect("there are results")).expect("they are cells")
}

#[test]
fn a_match_up_is_the_same_bytes_on_any_number_of_threads_and_goes_on_where_it_stopped() {
    let match_up = read("tiny.toml", TINY);
    let (one, many) = (folder("match_up/one"), folder("match_up/many"));
    let verdicts = run(&match_up, &options(&one, 1));
    assert_eq!(verdicts.len(), 2);
    assert!(verdicts.iter().all(|verdict| verdict.cells.len() == 2));
    run(&match_up, &options(&many, 5));
    let whole = contents(&one);
    assert!(whole == contents(&many), "the folders differ");
    // Half of the records are lost, and one more is torn.
    let games = fs::read(many.join("games.jsonl")).unwrap();
    fs::write(many.join("games.jsonl"), &games[..games.len() / 2]).unwrap();
    run(&match_up, &options(&many, 2));
    assert!(whole == contents(&many), "the folders differ");
}

#[test]
fn both_sides_have_the_budget_and_the_report_says_so() {
    let match_up = read("tiny.toml", TINY);
    let out = folder("match_up/report");
    run(&match_up, &options(&out, 2));
    let cells = cells(&out);
    assert_eq!(cells.len(), 2 * 2 * 2);
    for cell in &cells {
        let Some(Budget::Evaluations(most)) = cell.budget() else { panic!("{:?} has no budget", cell.challenger) };
        let (spent, moves) = (cell.evaluations, cell.moves.unwrap());
        assert!(spent.challenger <= most * moves.challenger && spent.opponent <= most * moves.opponent);
        assert!(spent.opponent > 0 && cell.elapsed_us.is_none() && cell.elo.is_some());
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    insta::assert_snapshot!(report);
    let html = fs::read_to_string(out.join("report.html")).unwrap();
    let panels = html.matches("class=\"panel\"").count();
    assert_eq!(panels, 2 + 2, "two of the claim, and a plot for each game");
    assert_eq!(contents(&out).keys().filter(|name| name.starts_with("plot-budget-")).count(), 2);
}

/// Where nothing is claimed, each score has a verdict, corrected for the number of cells, and its opponent beside it.
#[test]
fn every_score_has_a_verdict_where_nothing_is_claimed() {
    let text = r#"
        name = "field"
        pairs = 10
        game = { kind = "othello" }
        evaluations = 200
        opponents = ["principal-variation-search:table_bytes=4096", "sibling-conspiracy"]
        challengers = ["best-first", "uct-best-first"]
    "#;
    let out = folder("match_up/field");
    run(&read("field.toml", text), &options(&out, 2));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let is_of_table = |line: &&str| line.starts_with('|');
    // The score's verdict and what stands before it.
    let head = |line: &str| line.split('|').take(6).collect::<Vec<_>>().join("|");
    let table: Vec<String> = report.lines().filter(is_of_table).map(head).collect();
    let tests = cells(&out).into_iter().map(|cell| {
        let told = cell.above_half.expect("nothing else is asked");
        format!("{} against {}: {told:?}", cell.challenger.label(), cell.opponent.label())
    });
    insta::assert_snapshot!(format!("{}\n\n{}", table.join("\n"), tests.collect::<Vec<_>>().join("\n")));
}

/// Where challengers meet an opponent at several budgets, the report begins with their mean scores over the budgets.
#[test]
fn a_lead_is_told_over_the_budgets() {
    let text = r#"
        name = "lead"
        pairs = 5
        evaluations = [20, 60]
        opponent = "principal-variation-search:table_bytes=4096"
        challengers = ["best-first", "uct-best-first"]
        games = [
            { game = { kind = "othello" } },
            { game = { kind = "breakthrough" } },
        ]
    "#;
    let out = folder("match_up/lead");
    run(&read("lead.toml", text), &options(&out, 2));
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let head: Vec<&str> = report.lines().take_while(|line| !line.starts_with("- [")).collect();
    let scores = cells(&out)
        .into_iter()
        .map(|it| format!("{}, {}, {}: {}", it.game.kind, it.challenger.label(), it.budget().unwrap(), it.score));
    insta::assert_snapshot!(format!("{}\n{}", head.join("\n"), scores.collect::<Vec<_>>().join("\n")));
    assert_eq!(contents(&out).keys().filter(|name| name.starts_with("plot-lead")).count(), 1);
}

/// A note is text, whatever signs are in it, and nothing is said of constants that the description does not say.
#[test]
fn the_report_says_of_the_constants_what_the_description_does() {
    let report = |text: &str, name: &str| {
        let out = folder(name);
        run(&read("tiny.toml", text), &options(&out, 2));
        fs::read_to_string(out.join("report.md")).unwrap()
    };
    let one = TINY.replace("pairs = 3", "pairs = 1");
    let quiet = report(&one, "match_up/no-note");
    assert!(!quiet.contains("tuned") && quiet.contains("\n1 pair a cell, start 1, each played twice"), "{quiet}");
    let noted = report(&one.replace("pairs = 1", "pairs = 1\nnote = \"Tuned by <hand>.\""), "match_up/note");
    assert!(noted.contains("\nTuned by \\<hand>.\n"), "{noted}");
}

#[test]
fn challengers_of_one_name_are_told_apart_by_their_settings() {
    let text = TINY
        .replace("challenger = \"uct-best-first\", ", "")
        .replace("\"best-first\"", "\"uct-best-first:scale=8\"")
        .replace("evaluations = [30, 10]", "evaluations = 20\ntime_us = 50");
    let match_up = read("tiny.toml", &text);
    let meetings = match_up.cell_plans(&Catalogue::standard()).unwrap();
    let names: Vec<&str> = meetings.iter().filter_map(|cells| cells[0].id.split('/').next()).collect();
    let first = ["tiny-uct-best-first", "tiny-uct-best-first-2"];
    assert_eq!(names, [first.as_slice(), &["tiny-monte-carlo-tree-search", "tiny-uct-best-first"]].concat());
    let out = folder("match_up/variants");
    let verdicts = run(&match_up, &options(&out, 2));
    let parts: Vec<String> = verdicts.iter().map(|verdict| verdict.part.to_string()).collect();
    let variants = ["uct-best-first:scale=8", "uct-best-first:scale=8,exploration=0.5"].map(|it| ("Connect Four", it));
    let others = ["monte-carlo-tree-search", "uct-best-first"].map(|it| ("Othello", it));
    let kinds = |(game, it): &(&str, &str)| ["evaluations", "time"].map(|kind| format!("{game}, {it}, equal {kind}"));
    assert_eq!(parts, [variants, others].concat().iter().flat_map(kinds).collect::<Vec<_>>());
    let cells = cells(&out);
    assert!(cells.iter().all(|cell| cell.milliseconds_per_move().is_some()), "where time is a budget, all are timed");
    let settings: Vec<Option<&str>> = cells.iter().map(|cell| cell.challenger.settings.as_deref()).collect();
    let one = |settings| [Some(settings); 2];
    assert_eq!(settings, [one("scale=8"), one("scale=8,exploration=0.5"), [None; 2], [None; 2]].concat());
}

#[test]
fn time_is_recorded_where_it_is_the_budget() {
    let text = TINY.replace("evaluations = [30, 10]", "time_us = [50, 1000]").replace("pairs = 3", "pairs = 1");
    let out = folder("match_up/time");
    run(&read("tiny.toml", &text), &options(&out, 2));
    for cell in cells(&out) {
        assert!(matches!(cell.budget(), Some(Budget::TimeUs(50 | 1000))));
        assert!(cell.milliseconds_per_move().is_some_and(|time| time.challenger >= 0.0));
    }
    let csv = fs::read_to_string(out.join("results.csv")).unwrap();
    assert!(csv.lines().nth(1).unwrap().ends_with(",,50,,50,"), "{csv}");
    let records = fs::read_to_string(out.join("games.jsonl")).unwrap();
    assert!(records.lines().all(|line| line.contains("elapsed_us")));
}

#[test]
fn quick_plays_less() {
    let text = TINY.replace("[30, 10]", "[40, 30, 10, 20]").replace("pairs = 3", "pairs = 50");
    let selection = RunSelection { quick: true, ..RunSelection::default() };
    let quick = read("tiny.toml", &text).select(&Catalogue::standard(), &selection).unwrap();
    assert_eq!((quick.pairs, quick.evaluations.unwrap().as_slice()), (10, [10].as_slice()));
}

#[test]
fn what_is_wrong_with_a_match_up() {
    let catalogue = Catalogue::standard();
    let mut messages = String::new();
    for (part, replacement) in [
        ("pairs = 3", "pairs = 0"),
        ("pairs = 3", "pairs = 300"),
        ("evaluations = [30, 10]", ""),
        ("evaluations = [30, 10]", "evaluations = []"),
        ("evaluations = [30, 10]", "evaluations = [0]"),
        ("evaluations = [30, 10]", "time_us = 9999999999"),
        ("score = 0.7", "score = 70"),
        ("challenger = \"uct-best-first\"", "challenger = \"minimax\""),
        ("\"othello\"", "\"connect-four\""),
        ("\"othello\"", "\"otello\""),
        ("\"disc-difference\"", "\"plain\""),
        ("\"best-first\"", "\"best-first:evaluations=5\""),
        ("\"best-first\"", "\"uct-best-first:scale=8,exploration=0.5\""),
        ("name = \"tiny\"", "name = \"a/b\""),
    ] {
        assert!(TINY.contains(part), "{part}");
        let error = Description::parse(&catalogue, "tiny.toml", &TINY.replace(part, replacement));
        let error = error.expect_err(replacement).to_string();
        assert!(!error.contains('\n'));
        messages += &format!("{replacement:32} {error}\n");
    }
    insta::assert_snapshot!(reviewable(&messages));
}

const BUDGETS: &str = r#"
name = "budgets"
pairs = 2
[game]
kind = "random"
length = 12
[challenger]
searcher = "best-first"
[opponent]
searcher = "principal-variation-search"
[[cells]]
branching = 4
evaluations = [8, 16]
[[cells]]
branching = 4
evaluations = "30..=32"
"#;

#[test]
fn an_experiment_has_a_column_for_each_budget() {
    let catalogue = Catalogue::standard();
    let description = read("budgets.toml", BUDGETS);
    let ids: Vec<String> =
        description.cell_plans(&catalogue).unwrap().concat().into_iter().map(|plan| plan.id).collect();
    assert_eq!(ids.len(), 5);
    assert_eq!(ids[0], "budgets/random-4/principal-variation-search-8-evaluations");
    let out = folder("match_up/budgets");
    crate::common::cells_of(&description, &options(&out, 1)).unwrap();
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let head = report.lines().find(|line| line.starts_with("| budget a move")).expect("the budgets head the panel");
    for budget in [8, 16, 30, 31, 32] {
        assert!(head.contains(&format!(" {budget} evaluations |")), "{head}");
    }
    assert!(report.contains("Both sides have the same budget a move.") && report.contains("plot-budget-random-1.svg"));
}

#[test]
fn what_is_wrong_with_budgets() {
    let catalogue = Catalogue::standard();
    let mut messages = String::new();
    for (part, replacement) in [
        ("evaluations = [8, 16]", "evaluations = [8, 8]"),
        ("evaluations = [8, 16]", "evaluations = 8\ntime_us = 8"),
        ("evaluations = [8, 16]", "evaluations = 8\nchallenger_depth = \"equal-cost\""),
        ("evaluations = [8, 16]", "opponent_depth = 3"),
        ("evaluations = [8, 16]", "challenger_depth = 3"),
        ("evaluations = \"30..=32\"", "evaluations = \"1..=100000\""),
        ("searcher = \"best-first\"", "searcher = \"best-first\"\ntime_us = 8"),
    ] {
        assert!(BUDGETS.contains(part), "{part}");
        let text = BUDGETS.replace(part, replacement);
        let error = Description::parse(&catalogue, "budgets.toml", &text).expect_err(replacement).to_string();
        assert!(!error.contains('\n'));
        messages += &format!("{:50} {error}\n", replacement.escape_debug().to_string());
    }
    insta::assert_snapshot!(reviewable(&messages));
}

#[test]
fn tuning_is_the_same_on_any_number_of_threads() {
    let tuning = Tuning {
        searchers: "uct".to_owned(),
        games: vec![GameSpec::of("connect-four")],
        held_out: false,
        evaluation: Some("plain".to_owned()),
        opponent: SearcherSpec::read("principal-variation-search").unwrap(),
        seed: 3,
        budget: 15,
        candidates: 5,
        pairs: 2,
    };
    let (standings, findings) = tuned(&tuning, 1);
    assert_eq!(standings, tuned(&tuning, 4).0);
    let (usual, _) = tuned(&Tuning { evaluation: None, ..tuning.clone() }, 2);
    assert_ne!(standings, usual, "another evaluation makes other games");
    let name = |ranking: &Ranking| ranking.candidates[0].searcher.split(':').next().map(str::to_owned);
    let names: Vec<String> = standings.iter().filter_map(name).collect();
    assert_eq!(names, ["best-first-extension", "uct-best-first", "monte-carlo-tree-search"]);
    assert!(standings.iter().all(|ranking| pairs(ranking) == [14, 14, 6, 2, 2]));
    // One of the searchers is tuned alone as it is with the others.
    let of_one = |name: &str| Tuning { searchers: name.to_owned(), ..tuning.clone() };
    assert_eq!(tuned(&of_one("uct-best-first"), 2).0, standings[1..2]);
    let error = Candidates::new(&Catalogue::standard(), of_one("byesian")).err().expect("it is not tuned").to_string();
    assert!(
        error.starts_with("no constants of `byesian` are tuned, but of `uct`, `uct-variants`, `puct`, "),
        "{error}"
    );
    assert!(error.ends_with("did you mean `bayesian`?"), "{error}");
    // The printed text can be pasted into a description.
    let lines = printed(&findings);
    let description = format!("{}{lines}", TINY.split("[[games]]").next().unwrap());
    let match_up = read("pasted.toml", &description);
    assert_eq!(match_up.games[0].challengers.len(), 4);
    assert_eq!(match_up.games[0].challengers[2].to_string(), standings[1].candidates[0].searcher);
    assert!(lines.contains("evaluation = \"plain\""));
}

#[test]
fn a_game_that_is_held_out_has_the_best_constants_of_the_others() {
    let tuning = Tuning {
        searchers: "puct-best-first".to_owned(),
        games: ["connect-four", "breakthrough", "oware"].map(GameSpec::of).to_vec(),
        held_out: true,
        evaluation: None,
        opponent: SearcherSpec::read("alpha-beta").unwrap(),
        seed: 1,
        budget: 15,
        candidates: 3,
        pairs: 1,
    };
    let (rankings, findings) = tuned(&tuning, 1);
    assert_eq!(rankings, tuned(&tuning, 2).0);
    let games = |ranking: &Ranking| (ranking.held_out.clone().expect("it is for a game"), ranking.games.join(" "));
    let expected = [
        ("connect-four", "breakthrough oware"),
        ("breakthrough", "connect-four oware"),
        ("oware", "connect-four breakthrough"),
    ];
    assert_eq!(rankings.iter().map(games).collect::<Vec<_>>(), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert!(rankings.iter().all(|ranking| pairs(ranking) == [6, 6, 2]));
    // What a game is given does not depend on its own pairs: tuned in the others alone it is the same.
    let others = Tuning { games: tuning.games[1..].to_vec(), held_out: false, ..tuning.clone() };
    assert_eq!(tuned(&others, 1).0[0].candidates, rankings[0].candidates);
    // The printed blocks give each game its own.
    let claim = "claim = { challenger = \"uct-best-first\", score = 0.7 }\n";
    let head = TINY.split("[[games]]").next().unwrap().replace(claim, "");
    let match_up = read("pasted.toml", &format!("{head}{}", printed(&findings)));
    for (game, ranking) in match_up.games.iter().zip(&rankings) {
        assert_eq!(game.challengers[1].to_string(), ranking.candidates[0].searcher);
    }
    let error =
        |tuning: Tuning| Candidates::new(&Catalogue::standard(), tuning).err().expect("it is refused").to_string();
    let alone = Tuning { games: tuning.games[..1].to_vec(), ..tuning.clone() };
    assert_eq!(error(alone), "to hold out one game another one is needed: name several games");
    let twice = Tuning { games: vec![GameSpec::of("oware"); 2], ..tuning };
    assert_eq!(error(twice), "oware is named twice: name each game once");
}

/// The lines of a description that a tuning prints.
fn printed(findings: &Findings) -> &str {
    let mut parts = findings.sections.iter().flat_map(|(_, parts)| parts);
    let lines = parts.find_map(|part| if let Part::Toml(lines) = part { Some(lines) } else { None });
    lines.expect("they are there")
}

fn pairs(ranking: &Ranking) -> Vec<u64> {
    ranking.candidates.iter().map(|standing| standing.pairs).collect()
}

fn tuned(tuning: &Tuning, threads: usize) -> (Vec<Ranking>, Findings) {
    let catalogue = Catalogue::standard();
    let candidates = Candidates::new(&catalogue, tuning.clone()).expect("it can be tuned");
    let out = folder(&format!("match_up/tuned-{}-{}-{threads}", tuning.searchers, tuning.games.len()));
    run_study(&candidates, &options(&out, threads)).expect("it is tuned").expect("it is no shard")
}
