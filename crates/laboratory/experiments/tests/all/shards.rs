//! Runs that many machines share, and the merges of their shards.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{contents, folder, options, resealed};
use bestply_catalogue::Catalogue;
use bestply_catalogue::kept::check_sum;
use bestply_experiments::Error;
use bestply_experiments::contest::Description;
use bestply_experiments::outcome::sealed::{seal, unseal};
use bestply_experiments::runs::run::RunOptions;
use bestply_experiments::runs::shards::{RunSharing, Shard, ShardProblem, arguments_of};
use bestply_testkit::reviewable;

/// Cells of equal cost, whose samples of three pairs are often wrong about all 30.
const CALIBRATED: &str = r#"
name = "calibrated"
pairs = 30
first_seed = 5
[game]
kind = "random"
length = 40
[challenger]
searcher = "best-first"
[opponent]
searcher = "alpha-beta"
[[cells]]
branching = [2, 3]
opponent_depth = "1..=4"
challenger_depth = "equal-cost"
"#;

/// Two searchers at equal evaluations.
const BUDGETS: &str = r#"
name = "budgets"
pairs = 7
challenger = "best-first"
opponent = "principal-variation-search:table_bytes=4096"
[game]
kind = "connect-four"
[[cells]]
evaluations = [10, 30]
"#;

const MATCH_UP: &str = r#"
name = "tiny"
pairs = 5
opponent = "principal-variation-search:table_bytes=4096"
evaluations = [30, 10]
claim = { challenger = "uct-best-first", score = 0.7 }

[[games]]
game = { kind = "connect-four", opening_plies = 5 }
evaluation = "plain"
challengers = ["best-first", "uct-best-first:scale=8,exploration=0.5"]
"#;

fn try_run(text: &str, options: &RunOptions) -> Result<usize, Error> {
    let catalogue = Catalogue::standard();
    let description = Description::parse(&catalogue, "description.toml", text).expect("the description is right");
    let findings = crate::common::run(&catalogue, &description, options)?;
    Ok(findings.map_or(0, |findings| findings.cells.len()))
}

fn run(text: &str, out: &Path, threads: usize, sharing: RunSharing) -> Result<usize, Error> {
    try_run(text, &RunOptions { sharing, ..options(out, threads) })
}

fn shard(number: u64, of: u64, after: Option<&Path>) -> RunSharing {
    let shard = Shard::new(number, of).expect("there is such a shard");
    let arguments = vec!["experiment".to_owned(), "experiment.toml".to_owned()];
    RunSharing::Shard { shard, after: after.map(Path::to_owned), arguments }
}

/// Plays all shards of a run, and returns their folders.
fn play(text: &str, below: &Path, of: u64, threads: usize, after: Option<&Path>) -> Vec<PathBuf> {
    let play = |number: u64| {
        let out = below.join(format!("{number}-of-{of}"));
        assert_eq!(run(text, &out, threads, shard(number, of, after)).expect("the shard is played"), 0);
        out
    };
    (1..=of).map(play).collect()
}

fn merge(text: &str, out: &Path, threads: usize, folders: &[PathBuf], play: bool) -> Result<usize, Error> {
    run(text, out, threads, RunSharing::Merge { folders: folders.to_vec(), play })
}

/// The error as a text.
fn complaint<T>(outcome: Result<T, Error>, below: &Path) -> String {
    let Err(error) = outcome else { panic!("nothing is wrong") };
    error.to_string().replace(&format!("{}/", below.display()), "")
}

fn merged_shards_are_the_whole_run(name: &str, text: &str) {
    let below = folder(&format!("shards/{name}"));
    let whole = below.join("whole");
    run(text, &whole, 2, RunSharing::Alone).expect("it runs");
    for (of, threads) in [(1, 4), (2, 1), (3, 4), (5, 1), (40, 2)] {
        let mut folders = play(text, &below, of, threads, None);
        for folder in &folders {
            let names: Vec<String> = contents(folder).into_keys().collect();
            assert_eq!(names, ["experiment.json", "games.jsonl", "shard.json"]);
        }
        // Their order does not matter.
        folders.rotate_left(1);
        let merged = below.join(format!("merged-{of}"));
        merge(text, &merged, 5 - threads, &folders, true).expect("they can be merged");
        assert!(contents(&whole) == contents(&merged), "{of} shards of {name}");
    }
}

#[test]
fn merged_shards_of_a_calibrated_run_are_the_whole_run() {
    merged_shards_are_the_whole_run("calibrated", CALIBRATED);
}

#[test]
fn merged_shards_of_equal_budgets_are_the_whole_run() {
    merged_shards_are_the_whole_run("budgets", BUDGETS);
}

#[test]
fn merged_shards_of_a_match_up_are_the_whole_run() {
    merged_shards_are_the_whole_run("match-up", MATCH_UP);
}

/// Without a calibration, the shards share the pairs evenly, each pair once, and a merge has nothing to play.
#[test]
fn every_pair_is_one_shards() {
    let below = folder("shards/even");
    let folders = play(BUDGETS, &below, 3, 1, None);
    let lines = |folder: &PathBuf| contents(folder)["games.jsonl"].lines().count();
    assert_eq!(folders.iter().map(lines).collect::<Vec<_>>(), [2 * 3, 2 * 2, 2 * 2]);
    assert_eq!(merge(BUDGETS, &below.join("merged"), 1, &folders, false).expect("nothing is to be played"), 2);
}

/// Rounds of shards that know what the merge knows give the same folder, and the merge plays no pair.
#[test]
fn a_merge_that_plays_nothing_asks_for_rounds_until_all_is_there() {
    let below = folder("shards/rounds");
    let (whole, merged) = (below.join("whole"), below.join("merged"));
    run(CALIBRATED, &whole, 2, RunSharing::Alone).expect("it runs");
    let mut folders = play(CALIBRATED, &below, 3, 1, None);
    let mut rounds = Vec::new();
    loop {
        match merge(CALIBRATED, &merged, 1, &folders, false) {
            Ok(cells) => break assert_eq!(cells, 8),
            Err(Error::Shards(ShardProblem::Unforeseen { cell, depth, pairs, .. })) => {
                let games = contents(&merged)["games.jsonl"].clone();
                assert!(contents(&whole)["games.jsonl"].starts_with(&games), "records are in their order");
                rounds.push((cell, depth, pairs));
            }
            Err(error) => panic!("{error}"),
        }
        assert!(rounds.len() < 20, "{rounds:?}");
        folders = play(CALIBRATED, &below, 3, 1, Some(&merged));
    }
    assert!(!rounds.is_empty(), "the samples foresaw everything, and the test tests nothing");
    assert!(contents(&whole) == contents(&merged));
}

/// A killed shard can be continued. A merge refuses it until then.
#[test]
fn a_killed_shard_goes_on_and_is_not_merged_before() {
    let below = folder("shards/killed");
    let folders = play(CALIBRATED, &below, 2, 1, None);
    let whole = contents(&folders[1]);
    let games = &whole["games.jsonl"];
    for kept in [0, 1, games.len() / 2, games.len() - 1] {
        fs::write(folders[1].join("games.jsonl"), &games[..kept]).unwrap();
        fs::write(folders[1].join("shard.json"), resealed(&whole["shard.json"], "true", "false")).unwrap();
        let refused = merge(CALIBRATED, &below.join("merged"), 1, &folders, true);
        assert_eq!(complaint(refused, &below), "2-of-2: shard 2/2 is not finished: give its command again");
        play(CALIBRATED, &below, 2, 1, None);
        assert!(whole == contents(&folders[1]), "cut after {kept} bytes");
    }
    // The shard was killed before it wrote which shard it is.
    fs::remove_file(folders[1].join("shard.json")).unwrap();
    fs::write(folders[1].join("games.jsonl"), "").unwrap();
    play(CALIBRATED, &below, 2, 1, None);
    assert!(whole == contents(&folders[1]));
    assert!(!below.join("merged").exists());
}

#[test]
fn a_killed_merge_goes_on() {
    let below = folder("shards/killed-merge");
    let folders = play(CALIBRATED, &below, 2, 2, None);
    let merged = below.join("merged");
    merge(CALIBRATED, &merged, 2, &folders, true).expect("they can be merged");
    let whole = contents(&merged);
    let games = &whole["games.jsonl"];
    for kept in [0, games.len() / 3, games.len() - 1] {
        fs::write(merged.join("games.jsonl"), &games[..kept]).unwrap();
        merge(CALIBRATED, &merged, 2, &folders, true).expect("they can be merged");
        assert!(whole == contents(&merged), "cut after {kept} bytes");
    }
}

#[test]
fn missing_doubled_and_foreign_shards_are_told() {
    let below = folder("shards/bad");
    let ours = play(BUDGETS, &below, 3, 1, None);
    let others = play(&BUDGETS.replace("[10, 30]", "[10, 31]"), &below.join("other"), 3, 1, None);
    let two = play(BUDGETS, &below, 2, 1, None);
    let whole = below.join("whole");
    run(BUDGETS, &whole, 1, RunSharing::Alone).expect("it runs");
    let damaged = below.join("damaged");
    fs::create_dir_all(&damaged).unwrap();
    fs::write(damaged.join("shard.json"), "{\"shard\":0,\"of\":3,\"finished\":true,\"arguments\":[]}").unwrap();
    let [a, b, c] = &ours[..] else { panic!("there are three") };
    let mut said = String::new();
    for folders in [
        vec![a, b],
        vec![b],
        vec![a, b, c, b],
        vec![a, b, &others[2]],
        vec![a, &two[1], c],
        vec![a, b, &whole],
        vec![a, b, &below],
        vec![a, b, &damaged],
    ] {
        let folders: Vec<PathBuf> = folders.into_iter().cloned().collect();
        let names: Vec<String> =
            folders.iter().map(|path| path.strip_prefix(&below).unwrap().display().to_string()).collect();
        let out = below.join("merged");
        said += &format!("{}\n    {}\n", names.join(" "), complaint(merge(BUDGETS, &out, 1, &folders, true), &below));
        assert!(!out.exists(), "a refused merge left something");
    }
    for (out, sharing) in [
        (a, RunSharing::Alone),
        (a, shard(2, 3, None)),
        (a, shard(1, 2, None)),
        (&whole, shard(1, 3, None)),
        (b, RunSharing::Merge { folders: ours.clone(), play: true }),
        (c, shard(3, 3, Some(&others[0]))),
    ] {
        said += &format!("{}\n", complaint(run(BUDGETS, out, 1, sharing), &below));
    }
    insta::assert_snapshot!(reviewable(&said.replace(&below.display().to_string(), ".")));
    assert!(matches!(arguments_of(&ours), Ok(arguments) if arguments == ["experiment", "experiment.toml"]));
}

/// All shards play the sample, so the sample shows if they were not played alike.
#[test]
fn shards_that_disagree_are_told() {
    let below = folder("shards/disagree");
    let folders = play(CALIBRATED, &below, 2, 1, None);
    let games = contents(&folders[1])["games.jsonl"].clone();
    let evaluations = "\"evaluations\":{\"challenger\":";
    // The record is as another program would have written it: all check sums are right.
    let (first, rest) = games.split_once('\n').expect("there are records");
    let record = unseal(first.as_bytes()).expect("it is sealed");
    let other = seal(&record.replacen(evaluations, &format!("{evaluations}1"), 1));
    let others = format!("{other}\n{rest}");
    let sums = [&games, &others].map(|games| check_sum(games.as_bytes()));
    let signed = resealed(&contents(&folders[1])["shard.json"], &sums[0], &sums[1]);
    fs::write(folders[1].join("games.jsonl"), others).unwrap();
    fs::write(folders[1].join("shard.json"), signed).unwrap();
    let said = complaint(merge(CALIBRATED, &below.join("merged"), 1, &folders, true), &below);
    assert!(said.starts_with("2-of-2: it and another shard disagree on pair 5 of calibrated/"), "{said}");
}

/// A finished shard is merged only if its files are those of its end.
/// Its command plays what it lacks, and signs it again.
#[test]
fn a_finished_shard_that_lost_a_record_or_says_another_number_is_not_merged() {
    let below = folder("shards/lost");
    let folders = play(BUDGETS, &below, 2, 1, None);
    let whole = contents(&folders[1]);
    let refused = |folders: &[PathBuf]| {
        let said = complaint(merge(BUDGETS, &below.join("merged"), 1, folders, true), &below);
        assert!(!below.join("merged").exists(), "a refused merge left something");
        said
    };
    let lines: Vec<&str> = whole["games.jsonl"].split_inclusive('\n').collect();
    for gone in 0..lines.len() {
        fs::write(folders[1].join("games.jsonl"), [&lines[..gone], &lines[gone + 1..]].concat().concat()).unwrap();
        let told = "2-of-2: its games.jsonl is not the one of the finished shard 2/2: give its command again";
        assert_eq!(refused(&folders), told);
    }
    play(BUDGETS, &below, 2, 1, None);
    assert_eq!(contents(&folders[1])["games.jsonl"].lines().count(), lines.len());
    // A copy of shard 2 says that it is shard 1.
    let copy = below.join("copy");
    fs::create_dir_all(&copy).unwrap();
    for (file, text) in contents(&folders[1]) {
        fs::write(copy.join(file), text.replace("\"shard\":2", "\"shard\":1")).unwrap();
    }
    let told = "copy: its shard.json is damaged; give the shard's command again";
    assert_eq!(refused(&[copy, folders[1].clone()]), told);
    assert_eq!(merge(BUDGETS, &below.join("merged"), 1, &folders, false).expect("they are whole"), 2);
}

#[test]
fn a_calibration_by_time_is_not_shared() {
    let below = folder("shards/timed");
    let timed = CALIBRATED.replace("pairs = 30", "pairs = 2\ncost = \"time\"");
    let said = complaint(run(&timed, &below.join("out"), 1, shard(1, 2, None)), &below);
    assert!(said.contains("a calibration by time cannot be shared"), "{said}");
    assert!(!below.join("out").exists());
}

/// Pairs with recorded times are shared like others: each record is its shard's.
#[test]
fn timed_pairs_are_taken_as_they_were_played() {
    let below = folder("shards/time-recorded");
    let timed = CALIBRATED.replace("pairs = 30", "pairs = 30\nrecord_time = true");
    let folders = play(&timed, &below, 2, 1, None);
    let merged = below.join("merged");
    merge(&timed, &merged, 1, &folders, true).expect("they can be merged");
    let games = |folder: &Path| contents(folder)["games.jsonl"].clone();
    let shards: Vec<String> = folders.iter().map(|folder| games(folder)).collect();
    let first_sample = games(&merged).lines().take(2).map(str::to_owned).collect::<Vec<_>>();
    assert!(shards[0].lines().any(|line| line == first_sample[0]), "the first pair is the first shard's");
    assert!(shards[1].lines().any(|line| line == first_sample[1]), "the second pair is the second shard's");
}

#[test]
fn shards_are_written_as_fractions() {
    assert_eq!("2/5".parse(), Ok(Shard::new(2, 5).unwrap()));
    assert_eq!(Shard::new(2, 5).unwrap().to_string(), "2/5");
    for text in ["", "2", "0/5", "6/5", "1/0", "1/10001", "-1/5", "1/5/1", "a/b"] {
        assert_eq!(text.parse::<Shard>(), Err(ShardProblem::NoShard), "{text}");
    }
}
