//! Runs that many machines share, as a user shares them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use bestply_testkit::reviewable;

use crate::Folder;
use crate::records::resealed;

const SMALL: &str = "reproduce --tables 2,4 --branching 2,3 --alpha-beta-depth 1..=3 --pairs 12";

/// A small experiment that is no preset.
pub(crate) const OWN: &str = r#"
name = "own"
pairs = 5
out = "somewhere"
challenger = "best-first:evaluations=20"
opponent = "alpha-beta:evaluations=20,depth=3"

[game]
kind = "random"
length = 20

[[cells]]
branching = "3..=4"
"#;

/// A description of which some samples of four pairs are wrong about all 40.
const CALIBRATED: &str = r#"
name = "calibrated"
pairs = 40
challenger = "best-first"
opponent = "alpha-beta"

[game]
kind = "random"
length = 40

[[cells]]
branching = [2, 3]
opponent_depth = "1..=4"
challenger_depth = "equal-cost"
"#;

/// The published tables, calibration included.
#[test]
fn merged_shards_of_the_tables_are_what_one_machine_makes() {
    let folder = Folder::new("shards/tables");
    folder.succeed(&format!("{SMALL} --out whole"));
    for shard in 1..=3 {
        let said = folder.succeed(&format!("{SMALL} --out=part-{shard} --shard {shard}/3 --threads {shard}")).stdout;
        assert_eq!(said, format!("Shard {shard}/3 is finished in part-{shard}\n"));
    }
    folder.succeed("shards merge part-2 part-1 part-3 --out merged --threads 3");
    assert!(folder.contents("whole") == folder.contents("merged"));
}

#[test]
fn a_shard_that_is_not_told_its_folder_has_one_of_its_own() {
    let folder = Folder::new("shards/experiment");
    folder.write("own.toml", OWN);
    folder.succeed("experiment own.toml");
    folder.succeed("experiment own.toml --shard 1/2");
    folder.succeed("experiment own.toml --shard 2/2 --fresh");
    folder.succeed("shards merge somewhere-shard-1-of-2 somewhere-shard-2-of-2 --out merged --no-play");
    assert!(folder.contents("somewhere") == folder.contents("merged"));
    // Another description of the same name is reported by the command that meets it first.
    folder.write("own.toml", OWN.replace("pairs = 5", "pairs = 6"));
    let told = folder.complaint("shards merge somewhere-shard-1-of-2 somewhere-shard-2-of-2 --out again");
    assert!(told.contains("a foreign shard") && told.contains("pairs is 5, not 6"), "{told}");
    assert!(!folder.exists("again"));
}

#[test]
fn a_merge_that_plays_nothing_says_what_to_do() {
    let folder = Folder::new("shards/rounds");
    folder.write("calibrated.toml", CALIBRATED);
    let calibrated = "experiment calibrated.toml";
    folder.succeed(&format!("{calibrated} --out whole"));
    folder.succeed(&format!("{calibrated} --out a --shard 1/2"));
    folder.succeed(&format!("{calibrated} --out b --shard 2/2"));
    // A merge that plays pairs says which.
    let said = folder.succeed("shards merge a b --out played").stderr;
    assert!(said.contains("40 pairs that no shard foresaw are played here\n"), "{said}");
    assert!(folder.contents("whole") == folder.contents("played"));
    let mut rounds = 0;
    loop {
        let said = folder.succeed("shards merge a b --out merged --no-play").stdout;
        if folder.exists("merged/results.json") {
            break;
        }
        assert!(said.contains("give the shards' commands again with --after merged, then this one\n"), "{said}");
        rounds += 1;
        assert!(rounds < 20);
        folder.succeed(&format!("{calibrated} --out a --shard 1/2 --after merged"));
        folder.succeed(&format!("{calibrated} --out b --shard 2/2 --after merged"));
    }
    assert!(rounds > 0, "the samples foresaw everything, and the test tests nothing");
    assert!(folder.contents("whole") == folder.contents("merged"));
}

#[test]
fn the_jobs_of_a_cluster_are_three_scripts_and_the_program() {
    let folder = Folder::new("shards/slurm");
    folder.write("own experiment.toml", OWN);
    let said = folder.succeed(
        "shards slurm 'own experiment.toml' --shards 4 --threads 2 --sbatch '--partition=long --time=8:00:00' -- --weights w",
    );
    let here = fs::canonicalize(folder.path(".")).unwrap().display().to_string();
    let without_path = |text: &str| text.replace(&here, "HERE");
    assert_eq!(without_path(&said.stdout), "Submit the jobs with: bash HERE/results/own-slurm/submit.sh\n");
    assert!(folder.exists("results/own-slurm/xtask") && folder.exists("results/own-slurm/logs"));
    let script = |name: &str| {
        let text = folder.text(&Path::new("results/own-slurm").join(name).display().to_string());
        format!("--- {name}\n{}", without_path(&text))
    };
    insta::assert_snapshot!(["shard.sh", "merge.sh", "submit.sh"].map(script).concat());
}

/// Programs of the names of Slurm's, which say what they were asked.
#[test]
fn more_shards_than_an_array_can_have_are_several_arrays() {
    let folder = Folder::new("shards/arrays");
    folder.write("own.toml", OWN);
    let fake = |most: &str, fails_at: u32| {
        let config = format!("#!/bin/sh\necho 'MaxArraySize            = {most}'\n");
        let sbatch = format!(
            "#!/bin/sh\necho \"$*\" >> asked\nn=$(wc -l < asked)\n[ $n -lt {fails_at} ] || exit 1\necho \"$((100 + n));cluster\"\n"
        );
        let scancel = "#!/bin/sh\necho \"cancel $*\" >> asked\n".to_owned();
        for (name, text) in [("scontrol", config), ("sbatch", sbatch), ("scancel", scancel)] {
            folder.write(&format!("bin/{name}"), text);
            let mut permissions = fs::metadata(folder.path(&format!("bin/{name}"))).unwrap().permissions();
            std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
            fs::set_permissions(folder.path(&format!("bin/{name}")), permissions).unwrap();
        }
    };
    let submit = |shards: u32| {
        folder.succeed(&format!("shards slurm own.toml --shards {shards} --out results/own"));
        fs::remove_file(folder.path("results/own-slurm/asked")).ok();
        let path =
            format!("{}:{}", folder.path("bin").canonicalize().unwrap().display(), std::env::var("PATH").unwrap());
        let mut submit = Command::new("bash");
        let said = submit.arg(folder.path("results/own-slurm/submit.sh")).env("PATH", path).output().unwrap();
        (String::from_utf8(said.stdout).unwrap(), folder.text("results/own-slurm/asked"))
    };
    // Which shards the tasks are that were asked for, and the log of each.
    let tasks = |asked: &str| -> Vec<(u64, String)> {
        let of_array = |line: &str| -> Vec<(u64, String)> {
            let after = |key: &str| line.split_once(key).map(|(_, rest)| rest.split(' ').next().unwrap().to_owned());
            let Some(last) = after("--array=1-") else { return Vec::new() };
            let before: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
            let log = after("--output=").unwrap();
            let task = |task: u64| (before + task, log.replace("%a", &task.to_string()));
            (1..=last.parse().unwrap()).map(task).collect()
        };
        asked.lines().flat_map(of_array).collect()
    };
    for (most, shards, arrays) in [("1001", 7, 1), ("4", 7, 3), ("4", 3, 1), ("4", 6, 2), ("", 2500, 3), ("1", 2, 2)] {
        fake(most, 1000);
        let (said, asked) = submit(shards);
        let lines: Vec<&str> = asked.lines().collect();
        assert_eq!(lines.len(), arrays + 1, "{asked}");
        let tasks = tasks(&asked);
        assert!(tasks.iter().map(|(shard, _)| *shard).eq(1..=u64::from(shards)), "{asked}");
        let logs: HashSet<&String> = tasks.iter().map(|(_, log)| log).collect();
        assert_eq!(logs.len(), tasks.len(), "{asked}");
        let jobs: Vec<String> = (0..arrays).map(|array| (101 + array).to_string()).collect();
        assert!(lines[arrays].contains(&format!("--dependency=afterok:{} ", jobs.join(":"))), "{asked}");
        assert_eq!(said, format!("shards: job {}, merge: job {}\n", jobs.join(" "), 101 + arrays));
    }
    // Where Slurm refuses an array, those before it are taken back.
    fake("4", 3);
    let (said, asked) = submit(7);
    assert_eq!((said.as_str(), asked.lines().last()), ("", Some("cancel 101 102")), "{asked}");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = Folder::new("shards/bad");
    folder.write("own.toml", OWN);
    folder.write("empty/games.jsonl", "");
    // Shards without a record, of an experiment without a description.
    for (name, finished, arguments) in [
        ("trace", true, r#"["perft","--game","othello"]"#),
        ("none", true, r#"["reprod"]"#),
        ("killed", false, r#"["experiment","own.toml"]"#),
        ("gone", true, r#"["experiment","gone.toml"]"#),
    ] {
        let sums = r#"{"experiment.json":"00000000","games.jsonl":"00000000"}"#;
        let head = format!(r#"{{"version":1,"shard":1,"of":1,"finished":{finished}"#);
        let line = format!(r#"{head},"arguments":{arguments},"sums":{sums},"crc32":"#);
        folder.write(&format!("{name}/experiment.json"), "");
        folder.write(&format!("{name}/games.jsonl"), "");
        folder.write(&format!("{name}/shard.json"), resealed(&line) + "\n");
    }
    let said = folder.complaints([
        "experiment own.toml --shard 0/2",
        "experiment own.toml --shard 3/2",
        "experiment own.toml --shard two",
        "experiment own.toml --after x",
        "experiment own.toml --shard 1/2 --after missing",
        "tune uct-softmax connect-four --candidates 2 --pairs 1 --shard 1/2",
        "shards merge --out x",
        "shards merge empty",
        "shards merge empty --out x",
        "shards merge missing --out x",
        "shards merge own.toml --out x",
        "shards merge trace --out x",
        "shards merge none --out x",
        "shards merge killed --out x",
        "shards merge gone --out x",
        "shards slurm own.toml",
        "shards slurm own.toml --shards 0",
        "shards slurm missing.toml --shards 2",
        "shards slurm own.toml --shards 2 -- --out x",
        "shards slurm own.toml --shards 2 -- --quack",
    ]);
    insta::assert_snapshot!(reviewable(&said));
    assert!(!folder.exists("results") && !folder.exists("x"));
}
