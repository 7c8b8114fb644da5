//! Starts that a description chooses, and the notes on cells whose time is off its limit.

use std::fs;
use std::path::Path;

use crate::common::{cells_of, contents, folder, in_one_line, options};
use bestply_catalogue::Catalogue;
use bestply_experiments::contest::{Description, Sides};
use bestply_experiments::outcome::records::{PairRecord, recorded};
use bestply_experiments::outcome::results::{Cell, from_json, warnings};
use bestply_experiments::show::report::{Context, document, terminal_table};
use bestply_testkit::reviewable;

const CONNECT_FOUR: &str = r#"
name = "starts"
pairs = 6
challenger = "best-first:evaluations=30"
opponent = "principal-variation-search:evaluations=30"
[game]
kind = "connect-four"
opening_plies = 6
[[cells]]
evaluation = "learnt"
"#;

const BALANCE: &str =
    "pairs = 6\nbalance = { search = \"principal-variation-search:evaluations=2000\", within = 1000 }";

fn run(text: &str, out: &Path, threads: usize) -> Result<Vec<Cell>, String> {
    let description = Description::parse(&Catalogue::standard(), "starts.toml", text);
    let description = description.map_err(|error| error.to_string())?;
    cells_of(&description, &options(out, threads))
        .map_err(|error| error.to_string().replace(&out.parent().unwrap().display().to_string(), "…"))
}

fn records(out: &Path) -> Vec<PairRecord> {
    recorded(out, |_| {}).expect("nothing is damaged")
}

#[test]
fn balance_leaves_out_decided_starts_and_repeats_on_any_number_of_threads() {
    let all = folder("starts/all");
    run(CONNECT_FOUR, &all, 2).unwrap();
    let text = CONNECT_FOUR.replace("pairs = 6", BALANCE);
    let (one, many) = (folder("starts/one"), folder("starts/many"));
    run(&text, &one, 1).unwrap();
    run(&text, &many, 3).unwrap();
    assert!(contents(&one) == contents(&many), "the folders differ");
    assert!(contents(&one)["experiment.json"].contains("\"within\": 1000"));
    assert!(contents(&one)["games.jsonl"] != contents(&all)["games.jsonl"], "other starts are played");
    // With a wide limit everything is balanced, and with a limit that no start keeps nothing is.
    let wide = folder("starts/wide");
    run(&text.replace("within = 1000", "within = 2000000000").replace("evaluations=2000", "depth=1"), &wide, 2)
        .unwrap();
    let (wide, all) = (records(&wide), records(&all));
    assert!(wide.iter().all(|record| record.start_number == Some(record.seed)), "no start moves up");
    let without_numbers = wide.into_iter().map(|record| PairRecord { start_number: None, ..record });
    assert_eq!(without_numbers.collect::<Vec<_>>(), all, "the same starts");
    let numbers: Vec<u64> = records(&one).into_iter().map(|record| record.start_number.unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next) && numbers[5] > 6, "{numbers:?}");
}

#[test]
fn too_few_balanced_starts_are_told() {
    let text = CONNECT_FOUR
        .replace("connect-four", "othello")
        .replace("opening_plies = 6", "opening_plies = 1")
        .replace("pairs = 6", BALANCE)
        .replace("pairs = 6", "pairs = 4")
        .replace("within = 1000", "within = 0");
    let message = run(&text, &folder("starts/few"), 1).unwrap_err();
    assert!(message.starts_with("othello: of the starts from 1 to 4 only "), "{message}");
    assert!(message.ends_with(" are balanced, and `pairs` asks for 4"), "{message}");
}

#[test]
fn openings_of_a_file_are_starts() {
    let out = folder("starts/openings");
    fs::create_dir_all(&out).unwrap();
    let file = out.join("openings.txt");
    let with_openings = |pairs: u64, content: &str, folder_name: &str| {
        fs::write(&file, content).unwrap();
        let openings = format!("pairs = {pairs}\nopenings = {:?}", file.display().to_string());
        let text = CONNECT_FOUR.replace("pairs = 6", &openings);
        run(&text, &out.join(folder_name), 2)
    };
    let catalogue = Catalogue::standard();
    let start = catalogue.initial("connect-four", 1).unwrap().unwrap();
    let [first, second] = [0, 1].map(|index| start.move_text_at(index));
    let content = format!("# two openings\n{first} {second}\n\n{second} {first}  # the other way round\n");
    let cells = with_openings(2, &content, "right").unwrap();
    assert_eq!(cells[0].games, 4);
    assert!(contents(&out.join("right"))["experiment.json"].contains("\"openings\": {"));
    let mut messages = String::new();
    for (pairs, content) in [
        (3, content.as_str()),
        (1, "# none\n"),
        (1, "x9\n"),
        (1, &format!("{first}\n{first} nonsense\n")),
        (1, "7: \n\u{7}\n"),
    ] {
        messages += &with_openings(pairs, content, "wrong").unwrap_err();
        messages += "\n";
    }
    fs::remove_file(&file).unwrap();
    let folder_instead = format!("pairs = 1\nopenings = {:?}", out.display().to_string());
    messages += &run(&CONNECT_FOUR.replace("pairs = 6", &folder_instead), &out.join("wrong"), 1).unwrap_err();
    insta::assert_snapshot!(messages.replace(&format!("{}", out.display()), "…"));
}

#[test]
fn published_lists_of_openings_are_read() {
    let out = folder("starts/published");
    fs::create_dir_all(&out).unwrap();
    let file = out.join("openings.txt");
    fs::write(&file, "# XOT\nf5d6c3d3\r\nF5D6C3D3\n\nf5 D6,c3 d3\n1. f5 d6 2. c3 d3\n").unwrap();
    let openings = format!("pairs = 4\nopenings = {:?}", file.display().to_string());
    let text = CONNECT_FOUR.replace("connect-four", "othello").replace("pairs = 6", &openings);
    let text = text.replace("opening_plies = 6\n", "").replace("learnt", "mobility-and-corners");
    run(&text, &out.join("played"), 2).unwrap();
    let starts: Vec<String> = records(&out.join("played")).into_iter().map(|record| record.played.start).collect();
    assert_eq!(starts, ["------------------XO-------OX------OXX-----O-------------------- X"; 4].map(str::to_owned));
}

#[test]
fn what_is_wrong_with_a_balance() {
    let mut messages = String::new();
    for (part, replacement) in [
        ("evaluations=2000", "time_ms=3"),
        ("evaluations=2000", "table_bytes=4096"),
        ("evaluations=2000", "evaluations=2000,evaluation=plane"),
        ("evaluations=2000", "evaluations=2000,evaluation.command=values"),
        ("principal-variation-search", "principal-variaton-search"),
        ("within", "withn"),
        ("within = 1000", "within = -1"),
        (", within = 1000", ""),
    ] {
        let text = CONNECT_FOUR.replace("pairs = 6", &BALANCE.replace(part, replacement));
        messages += &format!("{}\n", run(&text, &folder("starts/wrong"), 1).unwrap_err());
    }
    insta::assert_snapshot!(reviewable(&messages));
}

/// Cells that took so many milliseconds for 100 moves, at a limit of half a millisecond a move.
fn timed(elapsed: [u64; 2]) -> Cell {
    let text = CONNECT_FOUR.replace(":evaluations=30", ":time_us=500");
    let catalogue = Catalogue::standard();
    let description = Description::parse(&catalogue, "timed.toml", &text).unwrap();
    assert!(description.cell_plans(&catalogue).unwrap()[0][0].is_timed);
    let json = r#"{"schema":2,"cells":[{"game":{"kind":"connect-four"},"opponent":{"searcher":"alpha-beta","time_us":500},
        "challenger":{"searcher":"best-first","time_us":500},"pairs":3,"games":6,"wins":3,"losses":3,"ties":0,"win_rate":0.5,
        "score":0.5,"score_interval_95":[0.2,0.8],"evaluations":{"challenger":1,"opponent":1},"evaluation_ratio":1.0,
        "moves":{"challenger":100,"opponent":100}}]}"#;
    let [cell] = from_json(json).unwrap().try_into().unwrap();
    Cell { elapsed_us: Some(Sides { challenger: 1000 * elapsed[0], opponent: 1000 * elapsed[1] }), ..cell }
}

#[test]
fn a_side_that_spends_more_or_less_than_its_budget_is_marked() {
    let is_off = |elapsed: u64| timed([elapsed, 50]).is_off_budget().challenger;
    assert_eq!([47, 48, 50, 52, 53].map(is_off), [true, false, false, false, true]);
    assert_eq!(timed([50, 70]).is_off_budget(), Sides { challenger: false, opponent: true });
    let cells = [timed([50, 50]), timed([90, 50])];
    let line = "Spending: in 1 of 2 contests with a budget a side spent more than 5% more or less than it was allowed (marked \u{2260}): \
                best-first 100\u{2013}180%, alpha-beta 100%.";
    assert_eq!(warnings(&cells).collect::<Vec<_>>(), [line]);
    assert_eq!(warnings(&cells[..1]).next(), None);
    let table = terminal_table(&cells, None);
    assert_eq!(table.matches("\u{2260} 0.5 ms").count(), 1, "{table}");
    let context = Context { title: "T", command: "c", cost: Default::default(), settings: Vec::new(), grown: &[] };
    let report = document(&cells, &context).markdown();
    assert!(in_one_line(&report).contains(line) && report.contains("| \u{2260} 0.90 |"), "{report}");
}

/// The tests of `core` check that a search's clock is the limit's own.
/// What is recorded, and what the folder says, can be tested without measuring time.
#[test]
fn processor_time_is_recorded_where_it_is_asked_for() {
    let out = folder("starts/clock");
    let cells = run(&CONNECT_FOUR.replace("pairs = 6", "pairs = 2\nclock = \"cpu\""), &out, 2).unwrap();
    assert!(cells[0].elapsed_us.is_some());
    let files = contents(&out);
    assert!(files["experiment.json"].contains("\"clock\": \"cpu\""));
    assert!(files["games.jsonl"].lines().all(|line| line.contains("\"elapsed_us\"")));
    let message = run(&CONNECT_FOUR.replace("pairs = 6", "pairs = 2\nclock = \"cqu\""), &out, 2).unwrap_err();
    assert_eq!(message, "starts.toml:4: `clock`: unknown variant `cqu`, expected `wall` or `cpu`; did you mean `cpu`?");
}
