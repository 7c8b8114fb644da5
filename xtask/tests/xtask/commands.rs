//! Commands as helps and pages print them, and the forms in which they are run here.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::Folder;

/// How `cargo xtask` is typed.
pub(crate) const TYPED_AS: &str = "cargo xtask ";

/// What stands in the place of a part of a command, and why. A part without letters is the end of the line.
pub(crate) struct Shorter {
    /// The command's name, and perhaps its first arguments.
    command: &'static str,
    part: &'static str,
    shorter: &'static str,
    because: &'static str,
}

const fn shorter(command: &'static str, part: &'static str, shorter: &'static str, because: &'static str) -> Shorter {
    Shorter { command, part, shorter, because }
}

/// What is run in place of commands that take long. Each entry is for something that is printed somewhere.
pub(crate) const SHORTER: &[Shorter] = &[
    shorter("reproduce --quick", "", " --tables 2 --branching 2", "all tables take half a minute here"),
    shorter("reproduce --figure 4", "", " --trees 5 --branching 2", "10,000 trees are two minutes"),
    shorter(
        "experiment uct --quick",
        "",
        " --games connect-four --challengers best-first --out results/uct-quick",
        "five games and four challengers are half a minute here",
    ),
    shorter("playground --port 7878", " --port 7878", "", "the port may be taken"),
    shorter("playground", "", " --port 0", "that is any port which is free"),
    shorter("book", "20000 --plies 8", "20 --plies 2", "eight plies are hundreds of searches"),
    shorter("train connect-four", "--games 100000 ", "--games 20 ", "minutes of learning"),
    shorter(
        "measure losses othello --group",
        "--group exact-20 ",
        "--group exact-12 --most 2 ",
        "exact values take long",
    ),
    shorter("measure positions --out", "", " --games 2", "thousands of games are made"),
    shorter(
        "measure quality records/quality/quality-1000 records/quality/quality-10000",
        "",
        " --positions 10 --judge principal-variation-search:evaluation=learnt,depth=1",
        "minutes of searches",
    ),
    shorter("measure blindness", "--evaluations 2000 --games 100", "--evaluations 50 --games 1", "minutes of games"),
    shorter("measure blindness", "--evaluations 2000 --games 400", "--evaluations 50 --games 1", "minutes of games"),
    shorter("measure leaf-counts", "--depth 9 --positions 50", "--depth 2 --positions 2", "minutes of searches"),
    shorter(
        "measure statements",
        "",
        " --games connect-four --positions 2 --evaluations 100 --trees 2 --leaves 1600",
        "minutes of searches",
    ),
    shorter(
        "measure costs",
        "--positions 50 --evaluations 1000,4000,16000,64000",
        "--positions 2 --evaluations 10,20",
        "minutes of searches",
    ),
    shorter(
        "measure proofs",
        "--bytes 16777216 --times-ms 100,1000",
        "--positions 2 --bytes 65536 --times-ms 1",
        "minutes of searches",
    ),
    shorter(
        "measure proofs",
        "--positions 60 --bytes 1048576,268435456 --times-ms 100,1000",
        "--positions 2 --bytes 65536,131072 --times-ms 1",
        "minutes of searches",
    ),
    shorter(
        "measure proofs",
        "--positions 10 --bytes 16777216 --times-ms 1000,10000,60000",
        "--positions 2 --bytes 65536 --times-ms 2",
        "minutes of searches",
    ),
    shorter("tune uct oware", "", " --candidates 2 --pairs 1 --budget 20", "minutes of matches"),
    shorter("tune", "--budget 10000 --candidates 32", "--budget 20 --candidates 2 --pairs 1", "an hour of matches"),
    shorter("analyse", "depth=13", "depth=6", "seconds of searching"),
    shorter("measure perft othello 11", "11", "6", "millions of positions"),
    shorter("solve othello --file", "ffo-endgames.txt", "short.txt", "the set takes hours"),
];

/// What makes the files that a command needs.
const BEFORE: [(&str, &str); 2] = [
    // What was run into the shards does not matter to their merge.
    (
        "shards merge",
        "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --shard 1/2 --out results/uct-shard-1-of-2",
    ),
    (
        "shards merge",
        "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --shard 2/2 --out results/uct-shard-2-of-2",
    ),
];

/// What is typed into a program that reads.
const TYPED: [(&str, &str); 2] = [("play", "quit\n"), ("engine", "quit\n")];

/// A command that is run.
pub(crate) struct Runnable {
    /// The line as it is printed, without `cargo xtask`.
    printed: String,
    /// The line that is run.
    pub(crate) short: String,
}

impl Shorter {
    fn is_for(&self, printed: &str) -> bool {
        begins_with(printed, self.command) && printed.contains(self.part)
    }
}

/// The entries that nothing of what is printed needs.
pub(crate) fn needless(printed: &[String]) -> Vec<String> {
    let is_needless = |shorter: &&Shorter| !printed.iter().any(|line| shorter.is_for(line));
    let lines = SHORTER
        .iter()
        .filter(is_needless)
        .map(|shorter| format!("{}{}: {}", shorter.command, shorter.part, shorter.because));
    let before = BEFORE.iter().filter(|(command, _)| !printed.iter().any(|line| begins_with(line, command)));
    lines.chain(before.map(|(command, _)| (*command).to_owned())).collect()
}

/// Whether a line has these words first.
pub(crate) fn begins_with(line: &str, words: &str) -> bool {
    line.strip_prefix(words.trim_end()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

impl Runnable {
    /// A command as it is printed, without `cargo xtask`.
    pub(crate) fn new(printed: &str) -> Runnable {
        let shortened = |line: String, shorter: &Shorter| match shorter.part {
            "" => line + shorter.shorter,
            part => {
                assert_eq!(line.matches(part).count(), 1, "`{part}` of {line}");
                line.replace(part, shorter.shorter)
            }
        };
        let own = SHORTER.iter().filter(|shorter| shorter.is_for(printed));
        Runnable { printed: printed.to_owned(), short: own.fold(printed.to_owned(), shortened) }
    }

    /// The command's name.
    pub(crate) fn name(&self) -> &str {
        self.printed.split_whitespace().next().unwrap_or_default()
    }

    /// Whether the line that is run is the one that is printed.
    pub(crate) fn is_whole(&self) -> bool {
        self.printed == self.short
    }

    /// The program with the command line, as a shell reads it, where everything that it needs is there.
    pub(crate) fn prepared(&self, folder: &Folder) -> Command {
        for (_, line) in BEFORE.iter().filter(|(command, _)| begins_with(&self.printed, command)) {
            folder.succeed(line);
        }
        let program = cargo_bin!("xtask").display().to_string();
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("exec '{program}' {}", self.short));
        command.current_dir(folder.path(".")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What is typed into it.
    pub(crate) fn typed(&self) -> &'static str {
        TYPED.iter().find(|(name, _)| *name == self.name()).map_or("", |(_, typed)| typed)
    }

    /// Runs it to its end.
    pub(crate) fn run(&self, folder: &Folder) -> Output {
        let mut child = self.prepared(folder).spawn().unwrap();
        // A program that has enough reads no further.
        child.stdin.take().unwrap().write_all(self.typed().as_bytes()).ok();
        if self.name() == "playground" {
            // It serves until it is interrupted.
            BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut String::new()).unwrap();
            assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        }
        child.wait_with_output().unwrap()
    }
}
