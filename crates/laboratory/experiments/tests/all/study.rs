//! Studies, as a user gets them.

use std::fs;

use bestply_catalogue::Catalogue;
use bestply_experiments::contest::{Description, RunSelection};
use bestply_experiments::outcome::judged::{Judged, Met, judged};
use bestply_experiments::outcome::results::{Cell, from_json};
use bestply_experiments::outcome::verdict::Verdict;
use bestply_experiments::runs::run::RunOptions;
use bestply_statistics::paired::Sample;
use bestply_testkit::reviewable;

use crate::common::{contents, folder, options};

const TINY: &str = r#"
name = "tiny"
pairs = 6
evaluations = [10, 40]

[players]
uct = "uct-best-first:scale=8"

[[games]]
game = { kind = "connect-four" }
evaluation = "plain"

[[games]]
game = { kind = "random", length = 10, branching = 3 }
players = { uct = "uct-best-first:exploration=0.5" }

[[claims]]
name = "exploration"
statement = "Exploration is an advantage."
source = "nobody"
challenger = "uct"
opponents = ["best-first"]

[[claims]]
name = "strength"
statement = "UCT best-first beats them all."
challenger = "uct"
opponents = ["minimax:depth=1", "alpha-beta:depth=1"]
games = ["connect-four"]
evaluations = 100
pairs = 4
score = 0.6
scope = "everywhere"
"#;

fn read(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "tiny.toml", text).expect("the description is right")
}

/// The answer and the table of a run, as a terminal shows them.
fn run(study: &Description, options: &RunOptions) -> String {
    let catalogue = Catalogue::standard();
    let findings = crate::common::run(&catalogue, study, options).expect("it runs");
    findings.expect("it is no shard").terminal_text(None)
}

#[test]
fn a_study_is_the_same_bytes_on_any_number_of_threads() {
    let (one, many) = (folder("study/one"), folder("study/many"));
    let shown = run(&read(TINY), &options(&one, 1));
    assert_eq!(shown, run(&read(TINY), &options(&many, 5)));
    let whole = contents(&one);
    assert!(whole == contents(&many), "the folders differ");
    assert_eq!(whole["games.jsonl"].lines().count(), 2 * 2 * 6 + 2 * 4, "two games, two budgets; two opponents");
    insta::assert_snapshot!(format!("{}\n{}", whole["report.md"], reviewable(&shown)));
    let claims: serde_json::Value = serde_json::from_str(&whole["claims.json"]).unwrap();
    insta::assert_snapshot!("claims", serde_json::to_string_pretty(&claims["claims"][1]).unwrap());
}

#[test]
fn games_and_claims_can_be_selected() {
    let selected = |games: Option<&[&str]>, claims: Option<&[&str]>| {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
        let selection = RunSelection { games: games.map(owned), claims: claims.map(owned), ..RunSelection::default() };
        let selected = read(TINY).select(&Catalogue::standard(), &selection);
        selected.map(|study| study.meetings().len()).map_err(|it| it.to_string())
    };
    assert_eq!([selected(None, None), selected(Some(&["random"]), None)], [Ok(4), Ok(1)]);
    assert_eq!(selected(None, Some(&["strength"])), Ok(2));
    let refused = [
        selected(Some(&["randon"]), None),
        selected(None, Some(&["strenght"])),
        selected(Some(&["random"]), Some(&["strength"])),
    ];
    let messages = refused.map(|it| it.unwrap_err()).join("\n");
    insta::assert_snapshot!(messages);
    let quick = RunSelection { quick: true, ..RunSelection::default() };
    let quick = read(&TINY.replace("pairs = 6", "pairs = 60")).select(&Catalogue::standard(), &quick).unwrap();
    assert_eq!((quick.pairs, quick.claims[1].pairs), (10, Some(4)));
    assert_eq!(quick.budgets().all().len(), 1);
}

/// So many pairs won of all.
fn won(wins: u64, of: u64) -> Sample {
    (0..of).map(|start| (start, if start < wins { 1.0 } else { 0.0 })).collect()
}

/// What the claims of a study come to with these cells.
fn judge<T>(study: &Description, cells: &[(Cell, Sample)], take: impl Fn(&[Judged<'_>]) -> T) -> T {
    let mut cells = cells.iter().map(|(cell, sample)| (cell, sample));
    let numbers = study.cell_plans(&Catalogue::standard()).unwrap().into_iter().map(|cells| cells.len());
    let met: Vec<Met<'_>> = study
        .meetings()
        .into_iter()
        .zip(numbers)
        .map(|(it, number)| (it, cells.by_ref().take(number).collect()))
        .collect();
    take(&judged(study, &met))
}

/// The same contest with so many pairs, of which so many are won.
fn with_wins(cell: &Cell, wins: u64, pairs: u64) -> Cell {
    let share = Sample::of_counts([(1.0, wins), (0.0, pairs - wins)]).estimate();
    let (score, score_interval_95) = (share.mean(), share.interval_95());
    Cell { pairs, wins, losses: pairs - wins, ties: 0, score, score_interval_95, elo: None, ..cell.clone() }
}

/// A claim about the mean goes by its mean, and one about every game by its cells.
#[test]
fn findings_go_by_what_chance_explains() {
    let study = read(TINY);
    let out = folder("study/findings");
    run(&study, &options(&out, 2));
    let cells = from_json(&contents(&out)["results.json"]).unwrap();
    // The same contests, each with so many games won of a hundred.
    let findings = |wins: [u64; 6]| -> Vec<Verdict> {
        let won = |(cell, wins): (&Cell, u64)| (with_wins(cell, wins, 100), won(wins, 100));
        judge(&study, &cells.iter().zip(wins).map(won).collect::<Vec<_>>(), |it| {
            it.iter().map(|it| it.verdict).collect()
        })
    };
    use Verdict::{Fails, Holds, NotShown};
    assert_eq!(findings([70, 70, 70, 70, 90, 90]), [Holds, Holds]);
    assert_eq!(findings([30, 30, 30, 30, 90, 30]), [Fails, Fails]);
    assert_eq!(findings([55, 50, 50, 50, 90, 65]), [NotShown, NotShown]);
    assert_eq!(findings([95, 95, 40, 40, 60, 60]), [Holds, NotShown], "the mean of games of opposite findings");
}

const GROWING: &str = r#"
name = "growing"
pairs = 8
evaluations = 60

[[games]]
game = { kind = "random", length = 12, branching = [2, 200], cost_ns = [1, 10, 100] }

[[games]]
game = { kind = "random", length = 6, branching = 20, cost_ns = [1, 10, 100] }

[[claims]]
name = "growth"
statement = "Best-first is stronger than alpha-beta"
challenger = "best-first"
opponents = ["alpha-beta"]
grows_with = ["branching", "cost_ns"]
"#;

/// At equal evaluations the cost of an evaluation changes nothing: neither a game nor the score.
#[test]
fn a_score_may_grow_with_parameters_of_the_games() {
    let out = folder("study/growing");
    let shown = run(&read(GROWING), &options(&out, 2));
    let whole = contents(&out);
    let of_costs = |line: &&str| ["-1/", "-10/", "-100/"].iter().position(|cost| line.contains(cost));
    let mut played: [Vec<&str>; 3] = Default::default();
    for line in whole["games.jsonl"].lines() {
        let (_, pair) = line.split_once("\"seed\"").expect("a record names its seed");
        let (pair, _) = pair.rsplit_once("\"crc32\"").expect("a record is sealed");
        played[of_costs(&line).expect("a record names the cost")].push(pair);
    }
    assert_eq!(played[0].len(), 3 * 8);
    assert!(played[0] == played[1] && played[1] == played[2], "the games depend on the cost");
    assert!(whole["plot-best-first-random-alpha-beta-60-evaluations-map.svg"].contains("cost of an evaluation"));
    assert!(whole["results.csv"].lines().next().unwrap().contains(",evaluation_cost_ns,"));
    let claims: serde_json::Value = serde_json::from_str(&whole["claims.json"]).unwrap();
    let trends = claims["claims"][0]["trends"].to_string();
    insta::assert_snapshot!(format!("{}\n{}", reviewable(&shown), reviewable(&trends)));
}

/// With more games won by a tenth for each tenfold of the branching factor, that is the slope.
#[test]
fn growths_are_slopes_over_the_logarithm() {
    let study = read(GROWING);
    let out = folder("study/slopes");
    run(&study, &options(&out, 2));
    let cells = from_json(&contents(&out)["results.json"]).unwrap();
    let trends = |wins: fn(u32) -> u64| {
        let with = |cell: &Cell| {
            let wins = wins(cell.game.branching().unwrap());
            (with_wins(cell, wins, 1000), won(wins, 1000))
        };
        judge(&study, &cells.iter().map(with).collect::<Vec<_>>(), |it| it[0].trends.clone())
    };
    let growing = trends(|branching| {
        if branching == 2 {
            500
        } else if branching == 20 {
            600
        } else {
            700
        }
    });
    assert!((growing[0].slope - 0.1).abs() < 1e-9 && growing[1].slope.abs() < 1e-9);
    assert_eq!([growing[0].verdict, growing[1].verdict], [Verdict::Holds, Verdict::NotShown]);
    let shrinking = trends(|branching| if branching == 2 { 700 } else { 500 });
    assert_eq!(shrinking[0].verdict, Verdict::Fails);
}

#[test]
fn a_growth_needs_several_values_of_its_parameter() {
    let refused =
        |text: String| Description::parse(&Catalogue::standard(), "tiny.toml", &text).unwrap_err().to_string();
    let messages = [
        refused(GROWING.replace("\"branching\", \"cost_ns\"", "\"breadth\"")),
        refused(GROWING.replace("[1, 10, 100]", "10")),
        refused(GROWING.replacen(", cost_ns = [1, 10, 100]", "", 1)),
        refused(GROWING.replacen("[1, 10, 100]", "[1, 2000000]", 1)),
        refused(GROWING.replacen("200]", "256]", 1)),
    ];
    insta::assert_snapshot!(messages.join("\n"));
}

#[test]
fn a_description_with_claims_is_a_study() {
    let file = folder("study/read").with_extension("toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, TINY).unwrap();
    let catalogue = Catalogue::standard();
    let found = Description::read(&catalogue, &[], &file).expect("it is one");
    assert!(!found.is_round_robin() && found == read(TINY));
}

/// Cells are named by their games, so that games of one name would share their records.
#[test]
fn two_games_that_only_a_setting_tells_apart_are_refused() {
    let text = "name = \"two\"\npairs = 2\nevaluations = 10\nchallengers = [\"best-first\"]\nopponents = [\"alpha-beta\"]\n\
        [[games]]\ngame = { kind = \"connect-four\", opening_plies = 2 }\nevaluation = \"plain\"\n\
        [[games]]\ngame = { kind = \"connect-four\", opening_plies = 3 }\nevaluation = \"plain\"\n";
    let two = read(text);
    let refused = crate::common::run(&Catalogue::standard(), &two, &options(&folder("study/two"), 1));
    let error = refused.expect_err("it is refused").to_string();
    assert!(error.contains("opening_plies=2") && error.contains("opening_plies=3"), "{error}");
    // Where the name of the game tells them apart, both are played.
    let told = read(&text.replace("opening_plies = 3", "opening_plies = 2, starts = \"all\""));
    let folder = folder("study/told");
    run(&told, &options(&folder, 1));
    let results = &contents(&folder)["results.json"];
    assert!(results.contains("\"variant\":\"all\""), "{results}");
}

#[test]
fn what_is_wrong_with_a_study() {
    let catalogue = Catalogue::standard();
    let mut messages = String::new();
    for (part, replacement) in [
        ("challenger = \"uct\"", "challenger = \"uct-bestfirst\""),
        ("opponents = [\"best-first\"]", "opponents = [\"best-frist\"]"),
        ("opponents = [\"best-first\"]", "opponents = []"),
        ("opponents = [\"best-first\"]", "opponents = [\"best-first:evaluations=5\"]"),
        ("uct = \"uct-best-first:scale=8\"", "uct = \"uct-best-first:scale=x\""),
        ("games = [\"connect-four\"]", "games = [\"connect-five\"]"),
        ("kind = \"connect-four\"", "kind = \"connect-five\""),
        ("name = \"strength\"", "name = \"exploration\""),
        ("name = \"strength\"", "name = \"a/b\""),
        ("score = 0.6", "score = 1.0"),
        ("scope = \"everywhere\"", "scope = \"somewhere\""),
        ("evaluations = [10, 40]", ""),
        ("evaluations = 100", "time_ms = 1\ntime_us = 5"),
        ("pairs = 4", "pairs = 0"),
        ("statement = \"Exploration", "satement = \"Exploration"),
    ] {
        assert!(TINY.contains(part), "{part}");
        let text = TINY.replace(part, replacement);
        let error = Description::parse(&catalogue, "tiny.toml", &text).expect_err(replacement).to_string();
        assert!(!error.contains('\n'), "{error}");
        messages += &format!("{:50} {error}\n", replacement.escape_debug().to_string());
    }
    insta::assert_snapshot!(reviewable(&messages));
}
