//! Round robins, as a user gets them.

use std::fs;
use std::path::Path;

use crate::common::{contents, folder, in_one_line, options};
use bestply_catalogue::Catalogue;
use bestply_experiments::contest::Description;
use bestply_experiments::outcome::results::from_json;
use bestply_experiments::outcome::standings::Standings;
use bestply_experiments::show::ratings::terminal_tables;
use bestply_experiments::show::report::remarks;
use bestply_testkit::reviewable;

const TINY: &str = r#"
name = "tiny"
pairs = 6
evaluations = [10, 40]
evaluation = "plain"
game = { kind = "connect-four" }
players = [
    "best-first",
    "principal-variation-search:table_bytes=4096",
    "uct-best-first:scale=8",
    { name = "bold", searcher = "uct-best-first", scale = 8, exploration = 3.0 },
]
"#;

fn read(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "tiny.toml", text).expect("the description is right")
}

fn run(text: &str, out: &Path, threads: usize) -> Vec<Standings> {
    let catalogue = Catalogue::standard();
    let (description, options) = (read(text), options(out, threads));
    let run = crate::common::run(&catalogue, &description, &options);
    run.expect("it runs").expect("it is no shard").standings
}

#[test]
fn a_round_robin_is_the_same_bytes_on_any_number_of_threads_and_goes_on_where_it_stopped() {
    let (one, many) = (folder("round_robin/one"), folder("round_robin/many"));
    let standings = run(TINY, &one, 1);
    assert_eq!(standings.len(), 2, "each budget has ratings of its own");
    assert_eq!(standings, run(TINY, &many, 5));
    let whole = contents(&one);
    assert!(whole == contents(&many), "the folders differ");
    let games = &whole["games.jsonl"];
    assert_eq!(games.lines().count(), 6 * 2 * 6, "every two players play every start with every budget");
    // Half of the records are lost, and one more is torn.
    fs::write(many.join("games.jsonl"), &games[..games.len() / 2]).unwrap();
    run(TINY, &many, 2);
    assert!(whole == contents(&many), "the folders differ");
}

#[test]
fn what_ran_out_of_memory_is_counted_and_said() {
    let out = folder("round_robin/memory");
    let text = TINY.replace("\"best-first\",", "\"best-first:bytes=1024\",").replace("[10, 40]", "[1000]");
    let standings = run(&text, &out, 2);
    let ended = |it: &Standings| it.players.iter().map(|it| (it.player.clone(), it.out_of_memory)).collect::<Vec<_>>();
    let (short, others): (Vec<_>, Vec<_>) = ended(&standings[0]).into_iter().partition(|(_, ended)| *ended > 0);
    assert!(short.len() == 1 && short[0].0.starts_with("best-first") && others.len() == 3, "{short:?} {others:?}");
    let said = contents(&out);
    let cells = from_json(&said["results.json"]).expect("it was written");
    let remarks = remarks(&cells);
    let lines: Vec<&str> = remarks.lines().filter(|line| line.starts_with("Memory: ")).collect();
    let [line] = lines[..] else { panic!("it is said once: {remarks}") };
    assert!(
        line.starts_with(&format!("Memory: {} of ", short[0].1)) && line.contains(" searches of best-first"),
        "{line}"
    );
    assert!(!terminal_tables(&standings, None).contains("Memory: "), "the remarks say it");
    for report in ["report.md", "report.html"] {
        let text = in_one_line(&said[report]);
        assert!(text.contains(line) && text.matches("Memory: ").count() == 1, "{report}: {line}");
    }
    let of_cells: u64 = cells.iter().filter_map(|cell| cell.out_of_memory).map(|it| it.challenger + it.opponent).sum();
    assert_eq!(of_cells, short[0].1);
    let of_pairs = said["games.jsonl"].lines().filter(|line| line.contains("\"out_of_memory\"")).count();
    assert!(of_pairs > 0 && of_pairs <= 18, "only pairs of that player, {of_pairs} of 36");
}

#[test]
fn budgets_of_time_are_in_either_unit_but_not_in_both() {
    let timed = |budget: &str| TINY.replace("evaluations = [10, 40]", budget);
    assert_eq!(read(&timed("time_ms = [1, 20]")), read(&timed("time_us = [1000, 20000]")));
    let both = timed("time_ms = 1\ntime_us = 1000");
    let refused = Description::parse(&Catalogue::standard(), "tiny.toml", &both).unwrap_err().to_string();
    assert!(refused.contains("`time_ms`") && refused.contains("`time_us`"), "{refused}");
}

#[test]
fn all_players_meet_on_balanced_starts() {
    const BALANCE: &str = "balance = { search = \"best-first:evaluations=2000\", within = 1000 }\n";
    let text = TINY.replace("evaluation = \"plain\"", &format!("evaluation = \"plain\"\n{BALANCE}"));
    let (one, many, all) = (folder("round_robin/b-one"), folder("round_robin/b-many"), folder("round_robin/b-all"));
    assert_eq!(run(&text, &one, 1), run(&text, &many, 3));
    run(TINY, &all, 2);
    let [one, many, all] = [one, many, all].map(|folder| contents(&folder));
    assert!(one == many, "the folders differ");
    assert!(one["games.jsonl"] != all["games.jsonl"], "other starts are played");
    assert_eq!(read(&read(&text).to_toml()), read(&text));
    let refused = text.replace("=2000", "=2000,depht=3");
    let refused = Description::parse(&Catalogue::standard(), "tiny.toml", &refused).unwrap_err().to_string();
    assert!(refused.starts_with("tiny.toml:") && refused.contains("`depht`"), "{refused}");
}

#[test]
fn the_report_says_who_leads_and_everyone_against_everyone() {
    let out = folder("round_robin/report");
    let standings = run(TINY, &out, 2);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    insta::assert_snapshot!(format!("{report}\n{}", reviewable(&terminal_tables(&standings, None))));
    let files = contents(&out);
    let ratings: serde_json::Value = serde_json::from_str(&files["ratings.json"]).unwrap();
    insta::assert_snapshot!("ratings", serde_json::to_string_pretty(&ratings).unwrap());
    assert_eq!(files.keys().filter(|name| name.starts_with("plot-ratings-")).count(), 2);
    assert_eq!(
        files["report.html"].matches("class=\"panel\"").count(),
        1 + 2,
        "the answer's, and a plot for each budget"
    );
    let labels_of =
        |svg: &str| svg.lines().filter(|line| !line.starts_with('<')).map(str::to_owned).collect::<Vec<_>>();
    let names = labels_of(&files["plot-ratings-connect-four-1.svg"]);
    assert!(read(TINY).labels().iter().all(|label| names.contains(label)), "{names:?}");
    let cells = from_json(&files["results.json"]).unwrap();
    assert_eq!(cells.len(), 6 * 2);
    let labels = |place: usize| (cells[place].challenger.label(), cells[place].opponent.label());
    assert_eq!(labels(11), ("uct-best-first:scale=8".to_owned(), "bold".to_owned()));
    assert!(
        files["results.csv"]
            .lines()
            .next()
            .unwrap()
            .ends_with(",challenger_settings,opponent_settings,challenger_name,opponent_name")
    );
}

#[test]
fn points_are_the_same_seen_from_both_sides() {
    for standings in run(TINY, &folder("round_robin/points"), 2) {
        for (row, scores) in standings.against.iter().enumerate() {
            assert_eq!(scores[row], None);
            for (column, score) in scores.iter().enumerate().filter(|&(column, _)| column != row) {
                let back = standings.against[column][row].unwrap();
                assert!((score.unwrap() + back - 1.0).abs() < 2e-4, "{row} against {column}");
            }
            let mean = scores.iter().flatten().sum::<f64>() / 3.0;
            assert!((standings.players[row].score - mean).abs() < 2e-4, "all meet equally often");
            assert_eq!(standings.players[row].games, 36);
        }
    }
}

/// If a pair is one point, its two games count as one.
#[test]
fn random_games_have_their_parameter_in_the_game_and_players_may_have_limits_of_their_own() {
    let text = r#"
        name = "random"
        pairs = 20
        game = { kind = "random", length = 10, branching = [2, 3] }
        players = ["best-first:depth=3", "alpha-beta:depth=2", "best-first:depth=1"]
    "#;
    let standings = run(text, &folder("round_robin/random"), 2);
    let played: Vec<_> = standings.iter().map(|it| (it.game.branching(), it.budget)).collect();
    assert_eq!(played, [(Some(2), None), (Some(3), None)]);
    assert_eq!(standings[0].players[2].player, "best-first:depth=1");
}

#[test]
fn a_description_with_players_is_a_round_robin() {
    let file = folder("round_robin/read").with_extension("toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, TINY).unwrap();
    let catalogue = Catalogue::standard();
    let found = Description::read(&catalogue, &[], &file).expect("it is one");
    assert!(found.is_round_robin() && found == read(TINY));
    assert_eq!(read(&found.to_toml()), found, "what the report shows can be run again");
    assert_eq!(found.labels(), ["best-first", "principal-variation-search", "uct-best-first", "bold"]);
}

#[test]
fn what_is_wrong_with_a_round_robin() {
    let catalogue = Catalogue::standard();
    let mut messages = String::new();
    for (part, replacement) in [
        ("    \"best-first\",", "    \"uct-best-first:scale=8\","),
        ("    \"best-first\",", "    \"best-frist\","),
        ("    \"best-first\",", "    7,"),
        ("    \"best-first\",", "    \"best-first:evaluations=5\","),
        ("    \"best-first\",", "    \"best-first-extension:depth=3\","),
        ("name = \"bold\"", "name = \"a/b\""),
        ("name = \"bold\"", "name = \"best-first\""),
        ("name = \"bold\"", "label = \"bold\""),
        ("searcher = \"uct-best-first\", ", ""),
        ("exploration = 3.0", "exploration = -3.0"),
        ("evaluations = [10, 40]", "evaluations = [10, 10]"),
        ("evaluations = [10, 40]", ""),
        ("evaluations = [10, 40]", "evaluations = 10\nsprt = { elo0 = 0, elo1 = -5 }"),
        ("evaluation = \"plain\"", "evaluation = \"plane\""),
        ("\"connect-four\"", "\"connect-five\""),
        ("kind = \"connect-four\"", "kind = \"connect-four\", branching = 3"),
        ("kind = \"connect-four\"", "kind = \"random\""),
        ("pairs = 6", "pairs = 0"),
    ] {
        assert!(TINY.contains(part), "{part}");
        let text = TINY.replace(part, replacement);
        let error = Description::parse(&catalogue, "tiny.toml", &text).expect_err(replacement).to_string();
        assert!(!error.contains('\n'), "{error}");
        messages += &format!("{:60} {error}\n", replacement.escape_debug().to_string());
    }
    let alone = TINY.split("    \"principal").next().unwrap().to_owned() + "]";
    let error = Description::parse(&catalogue, "tiny.toml", &alone).expect_err("one player");
    messages += &format!("{:60} {error}\n", "one player");
    insta::assert_snapshot!(reviewable(&messages));
}
