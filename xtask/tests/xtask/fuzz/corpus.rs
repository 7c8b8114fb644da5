//! What is damaged: the commands that helps print, files of every kind, and the words of sessions.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use bestply_catalogue::{About, Catalogue};

use super::cases::{Case, Dice, damage_bytes, damage_words, words};
use crate::shards::OWN;
use crate::{Folder, examples};

/// Files of one kind: how they are made, and what reads them.
pub(super) struct Kind {
    /// The commands that make them.
    pub(super) made_by: &'static [&'static str],
    /// Those that people write.
    pub(super) written: &'static [(&'static str, &'static str)],
    /// The commands that read them.
    pub(super) read_by: &'static [&'static str],
}

pub(super) const KINDS: &[Kind] = &[
    // Proofs.
    Kind {
        made_by: &[
            "solve connect-four --moves 'd d d d d b b f f e e a a b f e a' --proof file",
            "solve tic-tac-toe --proof other",
        ],
        written: &[],
        read_by: &["solve --check file", "solve --check other"],
    },
    // Memories.
    Kind {
        made_by: &[
            "solve tic-tac-toe --bytes 65536 --memory table",
            "solve tic-tac-toe --solver proof-number:method=pn --bytes 65536 --memory tree",
            "solve onitama --solver proof-number:time_ms=200 --bytes 1000000 --memory large",
        ],
        written: &[],
        read_by: &[
            "solve onitama --solver proof-number:time_ms=200 --bytes 1000000 --memory large",
            "solve tic-tac-toe --bytes 65536 --memory table",
            "solve tic-tac-toe --solver proof-number:method=pn --bytes 65536 --memory tree --proof proof",
            "solve tic-tac-toe --moves a1 --bytes 65536 --memory table",
        ],
    },
    // Books.
    Kind {
        made_by: &["book tic-tac-toe --evaluations 20 --plies 2 --out book"],
        written: &[],
        read_by: &[
            "analyse tic-tac-toe --book book --searcher best-first:evaluations=50",
            "play tic-tac-toe --book book --side none --searcher best-first:evaluations=50",
        ],
    },
    // What is made once.
    Kind {
        made_by: &[
            "measure endings tic-tac-toe --positions 3 --plies-left 2..=3 --out endings",
            "trace figure-1-1993 --searcher best-first:depth=2 --format json --out trace",
        ],
        written: &[],
        read_by: &["measure proofs --endings endings --positions 2 --bytes 65536 --times-ms 1 --out proofs"],
    },
    // Trainings.
    Kind {
        made_by: &["train clobber-6x6 --games 4 --seed 1 --pairs 1 --out weights"],
        written: &[],
        read_by: &[
            "train clobber-6x6 --games 8 --seed 1 --pairs 1 --out weights --continue",
            "analyse clobber-6x6 --weights weights --searcher best-first:evaluations=50",
            "measure blindness clobber-6x6 --searcher best-first --evaluations 5 --games 1",
        ],
    },
    // Results.
    Kind {
        made_by: &["reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --out results"],
        written: &[(
            "page.md",
            "# A page\n\nIt has 50 %, 1 row and 0 to 0.50.\n<!-- figures\nresults table=2 | has {score:%} %, {count} row\n\
             results | and {wins} to {score:.2}.\n-->\n",
        )],
        read_by: &[
            "games results",
            "games results --format pgn",
            "games results --format csv",
            "games results --replay 1",
            "figures page.md --records .",
            "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --out results",
            "experiment results/experiment.json --out again",
        ],
    },
    // Shards.
    Kind {
        made_by: &[
            "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --shard 1/2 --out one",
            "reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --shard 2/2 --out two",
        ],
        written: &[],
        read_by: &["shards merge one two --out merged"],
    },
    // Descriptions.
    Kind {
        made_by: &[],
        written: &[
            ("match.toml", OWN),
            (
                "contest.toml",
                r#"name = "contest"
pairs = 2
game = { kind = "tic-tac-toe" }
evaluations = [10, 20]

[players]
one = "best-first"
two = "uct-best-first:exploration=0.4"
"#,
            ),
        ],
        read_by: &[
            "experiment match.toml --out own --verbose",
            "experiment contest.toml --quick",
            "shards slurm match.toml --shards 3 --out own",
        ],
    },
    // Trees.
    Kind {
        made_by: &[],
        written: &[(
            "tree.json",
            r#"{ "to_move": "max", "root": { "value": 0, "children": [ { "value": 4, "children": [ { "value": -3 } ] },
               { "value": 2, "side": "max", "children": [ { "value": 7 }, { "value": 1 } ] } ] } }
"#,
        )],
        read_by: &[
            "trace tree.json --searcher best-first:depth=4",
            "trace tree.json --searcher uct-best-first:evaluations=20 --searcher alpha-beta:depth=3 --format html",
            "trace tree.json --searcher proof-number:evaluations=20 --format svg --step 1",
        ],
    },
    // Games.
    Kind {
        made_by: &["play tic-tac-toe --side none --searcher best-first:evaluations=20 --save game"],
        written: &[
            ("open", "game = \"tic-tac-toe\"\nseed = 1\nmoves = \"a1 b1 c1\"\nresult = \"*\"\n"),
            ("boards.txt", "OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X\n"),
            ("positions", "exact-12 4.00 OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X\n"),
        ],
        read_by: &[
            "play --load game --searcher best-first:evaluations=20",
            "analyse --load open --searcher best-first:evaluations=20",
            "solve othello --file boards.txt",
            "measure values othello --positions positions --evaluation strong",
        ],
    },
];

/// Sessions: the command, and the lines that whoever types into it knows, with strokes between them.
const SESSIONS: &[(&str, &str)] = &[
    (
        "engine tic-tac-toe --protocol gtp --searcher proof-number:evaluations=4000",
        "genmove b|genmove w|reg_genmove b|undo|play b a1|play w b2|clear_board|boardsize 3|showboard|final_score|\
         time_settings 1 0 0|time_left b 0 0|list_commands|known_command x|loadsgf x|# x|1 name|quit",
    ),
    (
        "engine othello --protocol gtp --searcher puct-best-first:evaluations=50",
        "genmove b|genmove w|reg_genmove b|undo|play b f5|play w d6|play b pass|clear_board|boardsize 8|showboard|\
         final_score|time_left b 1 0|time_settings 0 1 1|komi 0.5",
    ),
    (
        "engine othello --protocol nboard --searcher puct-best-first:evaluations=50",
        "nboard 2|set depth 3|move f5/0.1/2|move PA|hint 3|go|ping 1|learn|analyze|set contempt 1|\
         set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O-------\
         -------------------- *]B[f5]W[d6];)",
    ),
    (
        "engine breakthrough --protocol uci --searcher best-first:evaluations=50",
        "uci|isready|ucinewgame|position startpos|position startpos moves a2a3|position fen x|go nodes 20|go movetime 5|\
         go wtime 1000 btime 1000 winc 1|go infinite|stop|ponderhit|go ponder|go depth 2 searchmoves a2a3|\
         setoption name Hash value 1|setoption name MultiPV value 3|d|quit|debug on",
    ),
    (
        "play tic-tac-toe --moves 'a1 b2 c3' --searcher puct-best-first:evaluations=4000",
        "hint|undo|a3|b3|1|2|9|save game|load game|help|quit|restart",
    ),
    ("play connect-four --searcher uct-best-first:evaluations=50,threads=2", "d|hint|undo|e|a|g|1|7|8|help"),
];

/// The KiB of address space in which the program begins at all. Before it does, it can refuse nothing.
static LEAST_SPACE: LazyLock<u64> = LazyLock::new(|| {
    let begins = |most: &u64| {
        let mut command = Case { address_space: Some(*most), ..Case::of("--version") }.command();
        command.output().is_ok_and(|output| matches!(output.status.code(), Some(0 | 2)))
    };
    (60_000..400_000).step_by(4_000).find(begins).expect("it begins in 400 MB")
});

/// What searches in little address space, and what is typed into it.
const IN_LITTLE_SPACE: &[(&str, &str)] = &[
    ("analyse GAME --searcher SEARCHER --best 2", ""),
    ("play GAME --side none --searcher SEARCHER", ""),
    ("play GAME --searcher SEARCHER", "hint\nquit\n"),
    ("engine GAME --protocol gtp --searcher SEARCHER", "genmove b\ngenmove w\nquit\n"),
    ("engine GAME --protocol uci --searcher SEARCHER", "position startpos\ngo\nisready\nquit\n"),
    ("book GAME --evaluations 20 --plies 1 --searcher SEARCHER --out book", ""),
    ("trace GAME --searcher SEARCHER", ""),
    ("solve GAME --searcher SEARCHER", ""),
    ("reproduce --tables 2 --branching 2 --alpha-beta-depth 1 --pairs 2 --threads 8 --out results", ""),
    ("train clobber-6x6 --games 4 --seed 1 --pairs 1 --threads 8 --out weights", ""),
    ("tune uct GAME --budget 1000000 --candidates 2 --pairs 1 --threads 2 --out tuned", ""),
];

/// All that cases are made of.
pub(super) struct Corpus {
    /// Command lines that are right.
    lines: Vec<Vec<String>>,
    /// Names, settings, options and files that a command may know.
    dictionary: Vec<String>,
    /// The files of each kind, with their names.
    files: Vec<Vec<(String, Vec<u8>)>>,
    /// The names of all searchers, and whether they have threads.
    searchers: Vec<(&'static str, bool)>,
    /// The names of all games, and of their evaluations.
    games: Vec<(&'static str, Vec<&'static str>)>,
}

impl Corpus {
    /// Has the program make it.
    pub(super) fn make() -> Corpus {
        let printed = Folder::new("fuzz/printed");
        let helped: Vec<String> = examples::all(&printed).into_iter().map(|example| example.short).collect();
        let of_kinds = KINDS.iter().flat_map(|kind| kind.read_by.iter().chain(kind.made_by));
        let lines = helped.iter().map(String::as_str).chain(of_kinds.copied()).map(words);
        let catalogue = Catalogue::standard();
        let has_threads = |about: &About| about.keys.iter().any(|key| key.name == "threads");
        Corpus {
            lines: lines.collect(),
            dictionary: dictionary(&printed),
            files: KINDS.iter().map(made).collect(),
            searchers: catalogue.searchers().map(|about| (about.name, has_threads(about))).collect(),
            games: catalogue.games().map(|about| (about.name, about.evaluations.clone())).collect(),
        }
    }

    /// A command that is nearly right.
    pub(super) fn command_line(&self, dice: &mut Dice, folder: &Folder) -> Case {
        put_in_the_way(folder);
        let mut words = dice.one_of(&self.lines);
        damage_words(&mut words, &self.dictionary, dice);
        Case { words, input: b"hint\nquit\n".to_vec(), may_be_endless: true, ..Case::default() }
    }

    /// A command that reads files, of which one is damaged.
    pub(super) fn damaged_file(&self, dice: &mut Dice, folder: &Folder) -> Case {
        put_in_the_way(folder);
        let kind = dice.below(KINDS.len());
        let files = &self.files[kind];
        let damaged = dice.below(files.len());
        for (place, (name, bytes)) in files.iter().enumerate() {
            let mut bytes = bytes.clone();
            if place == damaged && dice.once_in(16) {
                // What waits for a writer for ever.
                make_pipe(folder, name);
                continue;
            }
            if place == damaged {
                damage_bytes(&mut bytes, &self.dictionary, dice);
            }
            folder.write(name, bytes);
        }
        let (mut words, may_be_endless) = (words(dice.one_of(KINDS[kind].read_by)), dice.once_in(4));
        if may_be_endless {
            damage_words(&mut words, &self.dictionary, dice);
        }
        Case { words, input: b"hint\nundo\nhint\nquit\n".to_vec(), may_be_endless, ..Case::default() }
    }

    /// A search by any searcher and any number of threads in 60 to 400 MB of address space.
    pub(super) fn in_little_space(&self, dice: &mut Dice) -> Case {
        let (searcher, game) = (dice.one_of(&self.searchers), dice.one_of(&self.games));
        let (line, input) = dice.one_of(IN_LITTLE_SPACE);
        let mut settings = dice.one_of(&["evaluations=100", "evaluations=20000", "time_ms=300"]).to_owned();
        for (times, more) in [(2, "preset=none"), (2, "ends=searcher"), (4, "bytes=65536"), (8, "bytes=100000000")] {
            settings += &if dice.once_in(times) { format!(",{more}") } else { String::new() };
        }
        if searcher.1 && dice.below(4) > 0 {
            settings += &format!(",threads={}", dice.one_of(&[1, 2, 3, 4, 8, 16, 64]));
        }
        if dice.once_in(2) {
            settings += &format!(",evaluation={}", dice.one_of(&game.1));
        }
        let line = line.replace("GAME", game.0).replace("SEARCHER", &format!("{}:{settings}", searcher.0));
        let address_space = Some(*LEAST_SPACE + dice.below(400_000 - *LEAST_SPACE as usize) as u64);
        Case { words: words(&line), input: input.as_bytes().to_vec(), may_be_endless: true, address_space }
    }

    /// A session of lines that an engine or a game knows.
    pub(super) fn session(&self, dice: &mut Dice) -> Case {
        let (line, known) = dice.one_of(SESSIONS);
        let known: Vec<&str> = known.split('|').collect();
        let mut input = Vec::new();
        for _ in 0..=dice.below(12) {
            // What is asked once may be asked again, and moves lead to the end of a game.
            let times = if dice.once_in(4) { 1 + dice.below(9) } else { 1 };
            input.extend(format!("{}\n", dice.one_of(&known)).repeat(times).bytes());
        }
        if dice.once_in(2) {
            damage_bytes(&mut input, &self.dictionary, dice);
        }
        Case { words: words(line), input, ..Case::default() }
    }
}

/// Puts what is no file where one may be asked for.
fn put_in_the_way(folder: &Folder) {
    folder.write("folder/file", "in the way");
    make_pipe(folder, "pipe");
}

/// Makes a pipe that nobody writes to, where the system has a command for it.
fn make_pipe(folder: &Folder, name: &str) {
    let path = folder.path(name);
    fs::create_dir_all(path.parent().expect("it is below the folder")).expect("a folder can be made");
    Command::new("mkfifo").arg(path).status().ok();
}

/// Has the program make the files of a kind, and read them undamaged.
/// What is not read to its end would never be tried behind its first line.
fn made(kind: &Kind) -> Vec<(String, Vec<u8>)> {
    let own = Folder::new("fuzz/made");
    kind.written.iter().for_each(|(name, text)| own.write(name, text));
    kind.made_by.iter().for_each(|line| drop(own.succeed(line)));
    let mut files = Vec::new();
    files_below(&own.path("."), "", &mut files);
    files.sort();
    for line in kind.read_by {
        let copy = Folder::new("fuzz/undamaged");
        files.iter().for_each(|(name, bytes)| copy.write(name, bytes));
        copy.succeed(line);
    }
    files
}

/// Adds all files of a folder and of those below, with their paths.
pub(super) fn files_below(folder: &Path, path: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("the files were made").map(|entry| entry.expect("it can be read")) {
        let name = format!("{path}{}", entry.file_name().display());
        if entry.path().is_dir() {
            files_below(&entry.path(), &format!("{name}/"), files);
        } else {
            files.push((name, fs::read(entry.path()).expect("it can be read")));
        }
    }
}

/// Names of games, evaluations, searchers and their settings, the options of all commands, and files in the way.
fn dictionary(folder: &Folder) -> Vec<String> {
    let catalogue = Catalogue::standard();
    let whole = folder.succeed("--help").stdout;
    let helps = examples::names(&whole).map(|name| folder.succeed(&format!("{name} --help")).stdout);
    let options = helps.flat_map(|help| {
        help.split([' ', '\n', ',']).filter(|word| word.starts_with("--")).map(str::to_owned).collect::<Vec<_>>()
    });
    let mut known: Vec<String> = options.collect();
    known.extend(examples::names(&whole).map(str::to_owned));
    for game in catalogue.games() {
        known.push(game.name.to_owned());
        known.extend(game.evaluations.iter().map(|&name| name.to_owned()));
        known.extend(game.keys.iter().map(|key| format!("{}=1", key.name)));
    }
    for searcher in catalogue.searchers() {
        known.push(searcher.name.to_owned());
        known.push(format!("{}:evaluations=50", searcher.name));
        known.extend(searcher.all_keys().iter().map(|key| format!("{}:{}=1", searcher.name, key.name)));
    }
    for word in [
        "evaluations=50",
        "time_ms=5",
        "depth=2",
        "bytes=1000",
        "threads=2",
        "preset=none",
        "preset=strong",
        "seed=1",
        "pipe",
        "folder",
        "missing",
        "/dev/null",
        "/dev/full",
        ".",
        "..",
        "file",
        "a1",
        "d",
        "f5",
        "pass",
        "resign",
        "max",
        "min",
        "both",
        "none",
        "black",
    ] {
        known.push(word.to_owned());
    }
    known.sort();
    known.dedup();
    known
}
