//! Records of games, and who made them: what is kept, printed, reported and refused.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use bestply_testkit::reviewable;

use crate::{Folder, board_games, shipped_weights};

/// The CRC-32 of gzip and PNG, bit by bit, as the documentation defines it, without a library.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

/// A line of records with the right check sum for its present contents.
pub(crate) fn resealed(line: &str) -> String {
    let (record, _) = line.split_once(",\"crc32\":").unwrap();
    format!("{record},\"crc32\":\"{:08x}\"}}", crc32(record.as_bytes()))
}

const OTHELLO: &str = r#"
name = "small"
pairs = 2
[game]
kind = "othello"
[challenger]
searcher = "best-first"
evaluations = 20
[opponent]
searcher = "alpha-beta"
depth = 1
[[cells]]
evaluation = "square-table"
"#;

/// A folder with the results of a few games of Othello in `out`.
fn othello(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("small.toml", OTHELLO);
    folder.succeed("experiment small.toml --out out");
    folder
}

#[test]
fn every_line_has_the_sum_that_is_documented() {
    let folder = othello("records/sums");
    let records = folder.text("out/games.jsonl");
    assert_eq!(records.lines().count(), 2);
    assert!(records.lines().all(|line| line == resealed(line)), "{records}");
}

/// What stands as code on the page of fields.
fn documented() -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs").join("fields.md");
    let text = std::fs::read_to_string(path).unwrap();
    let is_of_a_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let code = text.split('`').skip(1).step_by(2);
    code.flat_map(|code| code.split(|character| !is_of_a_word(character))).map(str::to_owned).collect()
}

/// The keys of the objects in a text of JSON.
fn keys(json: &str) -> impl Iterator<Item = &str> {
    let ends = json.match_indices("\":").map(|(end, _)| end);
    ends.map(|end| &json[json[..end].rfind('"').unwrap() + 1..end])
}

/// Commands that write all kinds of files.
const WRITERS: [&str; 17] = [
    "experiment balanced.toml",
    "experiment searchers.toml",
    "experiment claimed.toml",
    "reproduce --tables 2 --branching 2 --alpha-beta-depth 2 --pairs 10",
    "reproduce --figure 4 --branching 40 --trees 2",
    "measure leaf-counts --games connect-four --depth 2 --positions 2",
    "measure costs --games connect-four --positions 2 --evaluations 10,20",
    "measure proofs --positions 2 --bytes 65536 --times-ms 1",
    "measure statements --games connect-four --positions 2 --evaluations 100 --trees 2 --leaves 1600",
    "measure back-ups --trees 2 --expansions 3,10",
    "measure blindness connect-four --evaluations 50 --games 1",
    "measure predictions connect-four --depth 2 --games 2",
    "measure quality out-0 --positions 10 --judge principal-variation-search:evaluation=learnt,depth=1",
    "measure values othello --evaluation learnt",
    "measure losses othello --searcher alpha-beta:depth=1 --judge alpha-beta:depth=1 --group exact-12",
    "experiment searchers.toml --shard 1/2",
    "tune uct connect-four --candidates 2 --pairs 1 --budget 20",
];

#[test]
fn every_field_is_documented() {
    let folder = Folder::new("records/documented");
    let balance = "balance = { search = \"alpha-beta:depth=1\", within = 100000 }";
    let balanced = OTHELLO.replace("pairs = 2", &format!("pairs = 2\nsprt = {{ elo0 = 0, elo1 = 5 }}\n{balance}"));
    folder.write("balanced.toml", balanced.replace("\"square-table\"", "[\"learnt\", \"square-table\"]"));
    let players = "evaluations = 20\ngame = { kind = \"random\", branching = [2, 3, 4], length = 4 }\n";
    let players = format!("name = \"small\"\npairs = 2\n{players}players = [\"best-first\", \"uct-best-first\"]\n");
    folder.write("searchers.toml", &players);
    let claim =
        "claim = { challenger = \"best-first\", opponents = [\"uct-best-first\"], grows_with = [\"branching\"] }";
    folder.write("claimed.toml", format!("{players}{claim}\n"));
    let documented = documented();
    for (number, writer) in WRITERS.iter().enumerate() {
        let out = format!("out-{number}");
        folder.succeed(&format!("{writer} --out {out}"));
        let mut files = folder.contents(&out);
        files.insert("provenance.json".to_owned(), folder.read(&format!("{out}/provenance.json")));
        // Descriptions have names that are no fields, and so have the settings of studies.
        files.retain(|name, _| name != "experiment.json");
        for (name, bytes) in files {
            let text = String::from_utf8(bytes).unwrap();
            let fields: Vec<&str> = match Path::new(&name).extension().and_then(|it| it.to_str()) {
                // A shard has sums of files, by their names.
                Some("json" | "jsonl") => keys(&text).filter(|key| !key.contains('.')).collect(),
                Some("csv") => text.lines().next().unwrap().split(',').collect(),
                _ => continue,
            };
            let missing: Vec<&&str> = fields.iter().filter(|field| !documented.contains(**field)).collect();
            assert!(missing.is_empty(), "{writer}: {name}: {missing:?}");
        }
    }
    let analysis = folder.succeed("analyse othello --searcher alpha-beta:depth=2 --format json").stdout;
    assert_eq!(keys(&analysis).find(|key| !documented.contains(*key)), None);
}

#[test]
fn games_are_printed_in_every_format() {
    let folder = othello("records/formats");
    let before = folder.contents("out");
    let printed = |options: &str| folder.succeed(&format!("games out {options}")).stdout;
    let all = ["", "--format ggf", "--format pgn", "--format sgf", "--format csv"].map(&printed).join("\n");
    let all = all.replace(concat!("bestply:", env!("CARGO_PKG_VERSION")), "bestply:…");
    insta::assert_snapshot!(reviewable(&all));
    assert_eq!(printed(""), printed("--format text"));
    assert!(before == folder.contents("out"), "looking at games changed the folder");
}

#[test]
fn a_game_is_shown_on_the_board() {
    let folder = othello("records/replay");
    let shown = folder.succeed("games out --replay 4").stdout;
    let boards = shown.matches("  a b c d e f g h").count();
    let game = folder.succeed("games out --format csv").stdout;
    let moves = game.lines().nth(4).unwrap().rsplit(',').next().unwrap();
    assert_eq!(boards, 1 + moves.split(' ').count(), "the start, and the board after every move");
    assert!(shown.starts_with("game 4  small/othello-square-table/alpha-beta-1, start 2: MAX alpha-beta"), "{shown}");
    insta::assert_snapshot!(shown.split("\n\n").take(3).collect::<Vec<_>>().join("\n\n"));
}

#[test]
fn an_unfinished_last_record_is_told_by_whoever_leaves_it_out() {
    let folder = Folder::new("records/unfinished");
    folder.write("own.toml", crate::shards::OWN);
    folder.succeed("experiment own.toml --out out");
    let records = folder.text("out/games.jsonl");
    let lines = records.lines().count();
    folder.write("out/games.jsonl", &records[..records.len() - 9]);
    let ran = folder.xtask("games out --format csv");
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 1 + 2 * (lines - 1)));
    let told = format!("note: out/games.jsonl:{lines}: the last record is not whole, and is left out; ");
    assert!(ran.stderr.starts_with(&told) && ran.stderr.lines().count() == 1, "{}", ran.stderr);
}

#[test]
fn games_of_any_game_are_kept() {
    let folder = Folder::new("records/any");
    let boards = board_games();
    let boards = boards.iter().map(|about| (about.name, "")).filter(|&(name, _)| name != "othello");
    for (kind, cells) in boards.chain([("random", "branching = 3\n")]) {
        let text = OTHELLO.replace("othello", kind).replace("evaluation = \"square-table\"\n", cells);
        folder.write("any.toml", text);
        folder.succeed(&format!("experiment any.toml --out {kind}"));
        for game in 1..=4 {
            folder.succeed(&format!("games {kind} --replay {game}"));
        }
        assert_eq!(folder.succeed(&format!("games {kind} --format pgn")).stdout.matches("[Event").count(), 4);
        // What is written is read, game by game.
        if kind.starts_with("go-") || kind.starts_with("othello") {
            folder.write("games.sgf", folder.succeed(&format!("games {kind} --format sgf")).stdout);
            folder.succeed("analyse --load games.sgf --game-number 4 --searcher uct-best-first:evaluations=20");
        } else {
            folder.complaint(&format!("games {kind} --format sgf"));
        }
        let told = folder.complaint(&format!("games {kind} --format ggf"));
        assert_eq!(told, format!("error: {kind}: game 1 is none of Othello, and GGF has no other: use --format pgn\n"));
    }
}

#[test]
fn a_description_in_a_folder_is_run_again() {
    let folder = othello("records/again");
    let whole = folder.contents("out");
    folder.succeed("experiment out/experiment.json --out again");
    let again = folder.contents("again");
    for name in ["experiment.json", "games.jsonl", "results.json", "results.csv"] {
        assert!(whole[name] == again[name], "{name} differs");
    }
    // Without another folder it continues in its own.
    folder.succeed("experiment out/experiment.json");
    assert!(whole["games.jsonl"] == folder.read("out/games.jsonl"));

    folder.succeed("reproduce --tables 2,4 --branching 2,3 --alpha-beta-depth 1..=2 --pairs 4 --out tables");
    folder.succeed("experiment tables/experiment.json --out tables-again");
    for name in ["experiment.json", "games.jsonl", "results.json"] {
        assert!(folder.read(&format!("tables/{name}")) == folder.read(&format!("tables-again/{name}")), "{name}");
    }
    assert_eq!(
        folder.complaint("experiment out/experiment.json --quick"),
        "error: --quick selects from a description: this is a results folder's, which is run as it was\n"
    );
}

#[test]
fn other_weights_than_before_are_told() {
    let folder = Folder::new("records/weights");
    folder.write("own.weights", shipped_weights("board-games", "connect-four"));
    let text =
        OTHELLO.replace("othello\"", "connect-four\"\nweights = \"own.weights\"").replace("square-table", "learnt");
    folder.write("own.toml", text);
    folder.succeed("experiment own.toml --out out");
    folder.succeed("experiment out/experiment.json --out again");
    let mut weights = folder.read("own.weights");
    let last = weights.len() - 1;
    weights[last] ^= 1;
    folder.write("own.weights", weights);
    let told = folder.complaint("experiment out/experiment.json --out third");
    assert!(told.starts_with("error: own.weights: other weights than the results were made with (checksum "), "{told}");
    assert!(!folder.exists("third"));
}

#[test]
fn a_folder_says_which_program_made_it() {
    let folder = othello("records/provenance");
    let provenance = folder.text("out/provenance.json");
    for key in [
        "program",
        "version",
        "commit",
        "tree",
        "compiler",
        "executable",
        "processor",
        "threads",
        "first_begun",
        "last_begun",
    ] {
        assert_eq!(provenance.matches(&format!("\"{key}\": ")).count(), 1, "{provenance}");
    }
    assert!(provenance.contains("\"compiler\": \"rustc 1."), "{provenance}");
    folder.succeed("experiment small.toml --out out");
    assert_eq!(folder.text("out/provenance.json").matches("\"program\"").count(), 1, "the same program is one run");
}

#[test]
fn another_program_goes_on_only_where_that_is_asked_for() {
    let folder = othello("records/program");
    let whole = folder.contents("out");
    let provenance = folder.text("out/provenance.json");
    let other = provenance.replace("\"version\": \"", "\"version\": \"9.");
    folder.write("out/provenance.json", &other);
    folder.succeed("experiment small.toml --out out");
    assert!(
        whole == folder.contents("out") && folder.text("out/provenance.json") == other,
        "it is only reported again"
    );
    let records = folder.text("out/games.jsonl");
    folder.write("out/games.jsonl", records.lines().next().unwrap());
    let partial = folder.contents("out");
    let told = folder.complaint("experiment small.toml --out out");
    assert!(
        told.starts_with(
            "error: out: another program made it (its version is 9.0.1.0, not 0.1.0); go on with --other-program"
        ),
        "{told}"
    );
    assert!(partial == folder.contents("out") && folder.text("out/provenance.json") == other, "something changed");
    folder.succeed("experiment small.toml --out out --other-program");
    assert!(whole == folder.contents("out"));
    assert_eq!(folder.text("out/provenance.json").matches("\"program\"").count(), 2, "both made it");
    folder.succeed("experiment small.toml --out out");
    folder.write("out/provenance.json", &other);
    folder.succeed("experiment small.toml --out out --fresh");
    assert_eq!(folder.text("out/provenance.json").matches("\"program\"").count(), 1, "it is made anew");
}

#[test]
fn damaged_records_are_told_by_who_reads_them_and_done_again_by_their_run() {
    let folder = othello("records/damaged");
    let records = folder.text("out/games.jsonl");
    let first_line = records.lines().next().unwrap();
    let damages = [
        ("flipped", records.replacen("\"seed\":1", "\"seed\":3", 1)),
        ("without-a-sum", records.replacen(",\"crc32\"", ",\"crc33\"", 1)),
        ("upper-case", resealed(first_line).replace(first_line.rsplit('"').nth(1).unwrap(), "ABCDEF00") + "\n"),
        ("without-an-end", format!("{first_line}*")),
        ("zeros", format!("\0\0\0\n{}", &records[first_line.len() + 1..])),
    ];
    for (name, damaged) in damages {
        folder.write("out/games.jsonl", &damaged);
        let told = folder.complaint("games out");
        assert!(told.starts_with("error: out/games.jsonl:1: not a record of a pair: "), "{name}: {told}");
        assert!(told.contains("; give the command of its run again: ") && !told.contains("--fresh"), "{name}: {told}");
        assert_eq!(folder.text("out/games.jsonl"), damaged, "it is left as it is");
        let said = folder.succeed("experiment small.toml --out out").stderr;
        assert_eq!(said.matches("note: out/games.jsonl:1: not a record of a pair: ").count(), 1, "{name}: {said}");
        assert_eq!(folder.text("out/games.jsonl"), records, "{name}");
    }
    // A good sum is of what another program meant to write: nobody replaces that.
    let evaluations = "\"evaluations\":{\"challenger\":";
    let others = resealed(&first_line.replace(evaluations, &format!("{evaluations}1844674407370955"))) + "\n";
    folder.write("out/games.jsonl", &others);
    let [run, games] = ["experiment small.toml --out out", "games out"].map(|line| folder.complaint(line));
    assert!(run.starts_with("error: out/games.jsonl:1: not a record of a pair: it has a number above"), "{run}");
    assert_eq!((run, folder.text("out/games.jsonl")), (games, others));
    // A line that a killed run did not finish is no damage.
    folder.write("out/games.jsonl", &records[..records.len() - 2]);
    assert_eq!(folder.succeed("games out --format csv").stdout.lines().count(), 3);
    folder.succeed("experiment small.toml --out out");
    assert_eq!(folder.text("out/games.jsonl"), records);
}

#[test]
fn what_is_no_file_is_told_at_once() {
    let folder = othello("records/fifo");
    let made = Command::new("mkfifo").arg(folder.path("pipe")).arg(folder.path("pipe.toml")).status();
    if !made.is_ok_and(|status| status.success()) || !Path::new("/dev/zero").exists() {
        eprintln!("this system has no named pipes or no /dev/zero");
        return;
    }
    for name in ["experiment.json", "games.jsonl", "provenance.json"] {
        for other in folder.contents("out").keys().map(String::as_str).chain(["provenance.json"]) {
            folder.write(&format!("pipe-{name}/{other}"), folder.read(&format!("out/{other}")));
        }
        std::fs::remove_file(folder.path(&format!("pipe-{name}/{name}"))).unwrap();
        Command::new("mkfifo").arg(folder.path(&format!("pipe-{name}/{name}"))).status().unwrap();
    }
    let board = "a-board.txt";
    folder.write(board, "nothing");
    let mut said = String::new();
    for file in ["pipe.toml", "/dev/zero", "out"] {
        said += &folder.complaints([
            format!("experiment {file}"),
            format!("reproduce --tables 1 --weights {file} --out new"),
            format!("trace {file} --searcher best-first:depth=2"),
            format!("solve othello --file {file}"),
        ]);
    }
    folder.write("shard-pipe/other", "");
    std::fs::rename(folder.path("pipe"), folder.path("shard-pipe/shard.json")).unwrap();
    for name in ["experiment.json", "games.jsonl"] {
        let head = r#"{"version":1,"shard":1,"of":1,"finished":true,"arguments":["experiment","small.toml"],"crc32":"#;
        folder.write(&format!("pipe-{name}/shard.json"), resealed(head) + "\n");
    }
    said += &folder.complaints([
        "shards merge shard-pipe --out new",
        "shards merge pipe-games.jsonl --out new",
        "shards merge pipe-experiment.json --out new",
        "solve tic-tac-toe --memory pipe.toml",
        "solve --check pipe.toml",
        "figures pipe.toml",
        "analyse othello --book pipe.toml",
        "analyse othello --weights pipe.toml",
        "analyse --load pipe.toml",
        "measure values othello --positions pipe.toml",
        "measure proofs --endings pipe.toml",
    ]);
    std::fs::remove_file(folder.path("pipe-games.jsonl/shard.json")).unwrap();
    std::fs::remove_file(folder.path("pipe-experiment.json/shard.json")).unwrap();
    said += &folder.complaints([
        "experiment small.toml --out pipe-experiment.json",
        "experiment small.toml --out pipe-games.jsonl",
        "experiment small.toml --out pipe-provenance.json",
        "games pipe-experiment.json",
        "games pipe-games.jsonl",
        "games small.toml",
        "games out --replay 5",
        "games out --replay 0",
        "games out --format gif",
        "games out --format csv --replay 1",
    ]);
    insta::assert_snapshot!(reviewable(&said));
}
