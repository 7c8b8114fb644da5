//! Games in the terminal, analyses and engines, as a user runs them.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::{Folder, board_games};

#[test]
fn a_game_is_played_by_typing() {
    let folder = Folder::new("play/typed");
    let typed = "help\nlegal\nb2\nhint\nmoves 2\nz9\n\nundo\nundo\nundo\n1\nsave game.toml\nsave game.toml\nsave\nanalyse x\nquit\n";
    let ran =
        folder.typed("play tic-tac-toe --side o --moves c1 --searcher best-first:evaluations=100,bytes=65536", typed);
    insta::assert_snapshot!(bestply_testkit::reviewable(&ran.stdout));
    insta::assert_snapshot!(folder.text("game.toml"), @r#"
    game = "tic-tac-toe"
    seed = 1
    moves = "c1 a1 a2"
    "#);
    let ran = folder.typed("play --load game.toml --side both", "b3\n");
    assert!(
        ran.stdout.ends_with("x> \nThe input has ended.\nThe game: c1 a1 a2 b3; not finished.\n"),
        "{}",
        ran.stdout
    );
}

/// After these moves black has none, and white goes on.
#[test]
fn who_plays_both_sides_may_leave_out_a_forced_pass() {
    let folder = Folder::new("play/passes");
    let said = |side: &str, typed: &str| {
        folder.typed(&format!("play othello --moves e6f6d3e7e8d8g7f8 --side {side}"), typed).stdout
    };
    let ways =
        ["e3", "E3", "--\ne3", "PA\nE3", "e3\nundo\ne3", "--\nundo\ne3", "--\ne3\nundo\nps\ne3", "e3\nundo\n@@\ne3"];
    for typed in ways {
        let text = said("both", &format!("{typed}\nquit\n"));
        assert!(text.ends_with("The game: e6 f6 d3 e7 e8 d8 g7 f8 -- e3; not finished.\n"), "{typed}: {text}");
    }
    let text = said("black", "e3\nquit\n");
    assert!(text.contains("`e3` is no legal move here, only `--`"), "nobody moves for a searcher: {text}");
}

/// A solved ending has the same move however often somebody asks, and after taking back.
#[test]
fn a_hint_is_given_again() {
    for more in
        ["", "--searcher proof-number:evaluations=1000", "--searcher uct-best-first:evaluations=1000,ends=searcher"]
    {
        let typed = "hint\nhint\nc1\nhint\nundo\nhint\nhint\n";
        let ran = Folder::new("play/again")
            .typed(&format!("play tic-tac-toe --side both --moves 'a1 b2 c3 a3' {more}"), typed);
        let hints: Vec<&str> = ran.stdout.lines().filter_map(|line| line.split("hint: ").nth(1)).collect();
        assert_eq!(hints.len(), 5, "{more}: {}", ran.stdout);
        assert!([0, 1, 3, 4].iter().all(|&at| hints[at].starts_with("c1")), "{more}: {hints:?}");
    }
}

#[test]
fn searchers_play_every_game_to_its_end_and_save_it() {
    let folder = Folder::new("play/watched");
    for game in board_games().iter().map(|about| about.name).chain(["random --set branching=3"]) {
        let name = game.split(' ').next().unwrap();
        let searchers = "--searcher best-first:evaluations=20 --opponent alpha-beta:evaluations=20";
        let ran = folder.typed(&format!("play {game} --side none {searchers} --save {name}.toml"), "");
        let last = ran.stdout.lines().last().unwrap();
        assert!(last.ends_with('.') && !last.contains("not finished"), "{game}: {last}");
        assert!(folder.text(&format!("{name}.toml")).contains("\nresult = \""), "{game}");
        folder.typed(&format!("play --load {name}.toml"), "");
    }
}

/// Reads until so many times somebody is asked for a move.
fn wait_for_questions(output: &mut impl Read, questions: usize) {
    let mut said = Vec::new();
    while said.windows(2).filter(|it| it == b"> ").count() < questions {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&said)));
        said.push(byte[0]);
    }
}

#[test]
fn a_game_that_is_cut_short_is_saved_up_to_its_last_move() {
    for (signal, code) in [("-INT", Some(130)), ("-TERM", Some(130)), ("-KILL", None)] {
        let folder = Folder::new("play/cut-short");
        let mut command = folder.command("play connect-four --side both --save game.toml");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut typed, mut said) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        wait_for_questions(&mut said, 1);
        assert_eq!(folder.text("game.toml"), "game = \"connect-four\"\nseed = 1\nmoves = \"\"\n");
        typed.write_all(b"d\nc\nundo\ng\na\n").unwrap();
        wait_for_questions(&mut said, 5);
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), code, "{signal}");
        let goes_on = "\ninterrupted; the game is saved, and `cargo xtask play --load game.toml` goes on\n";
        assert_eq!(String::from_utf8_lossy(&ended.stderr), if code.is_some() { goes_on } else { "" });
        assert_eq!(folder.text("game.toml"), "game = \"connect-four\"\nseed = 1\nmoves = \"d g a\"\n", "{signal}");
        let ran = folder.typed("play --load game.toml --side both", "b\nquit\n");
        assert!(ran.stdout.ends_with("The game: d g a b; not finished.\n"), "{}", ran.stdout);
    }
}

/// What cannot be saved is told before anybody thinks about a move.
#[test]
fn a_game_is_not_begun_that_cannot_be_saved() {
    let folder = Folder::new("play/unsaved");
    let told = folder.complaint("play connect-four --side none --save no/such/folder/game.toml");
    assert!(told.starts_with("error: --save: no/such/folder/game.toml: "), "{told}");
    // Every game that can be begun can be gone on with, whatever the number of its start.
    folder.typed("play random --set branching=3 --seed 18446744073709551615 --save game.toml", "quit\n");
    folder.typed("play --load game.toml", "quit\n");
}

#[test]
fn sides_are_called_as_people_call_them() {
    let folder = Folder::new("play/sides");
    for side in ["white", "WHITE", "min"] {
        let ran = folder.typed(&format!("play othello --side {side} --searcher best-first:evaluations=9"), "quit\n");
        let introduction = "Othello: black (X) is best-first:evaluations=9,memory=";
        assert!(ran.stdout.starts_with(introduction) && ran.stdout.contains(", white (O) is you. "), "{}", ran.stdout);
        assert!(ran.stdout.contains("\nwhite> "), "{}", ran.stdout);
    }
}

#[test]
fn the_best_moves_are_a_table_or_data() {
    let folder = Folder::new("play/analyse");
    let position = "--moves 'f5 d6 c3' --searcher best-first:evaluations=1000 --best 2 --bytes 268435456";
    let timeless = |line: &&str| !line.contains(" evaluations in ") && !line.contains("\"seconds\"");
    let shown = |format: &str| {
        let ran = folder.succeed(&format!("analyse othello {position} --format {format}"));
        ran.stdout.lines().filter(timeless).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!([shown("table"), shown("json")].join("\n"));
}

/// What plays goes on when its bytes are spent, unless it is told to stop; and then it says that it did.
#[test]
fn what_plays_uses_its_whole_limit_and_says_how_much_memory_it_held() {
    let folder = Folder::new("play/memory");
    let analyse = "analyse othello --best 1 --searcher best-first:evaluations=20000";
    let words =
        "the search ended because its 64 KiB were spent; with memory=prune it goes on, with more bytes for longer";
    let pruned = folder.succeed(&format!("{analyse} --bytes 65536")).stdout;
    assert!(pruned.contains(": 20000 evaluations in ") && pruned.contains(" KiB of 64 KiB.\n"), "{pruned}");
    assert!(!pruned.contains("ended"), "{pruned}");
    let stopped = folder.succeed(&format!("{analyse},memory=stop,bytes=65536")).stdout;
    assert!(stopped.ends_with(&format!(" KiB of 64 KiB.\nNote: {words}.\n")), "{stopped}");
    // Where nobody says how many bytes, the machine does.
    let free = folder.succeed(analyse);
    assert!(free.stdout.ends_with(" MiB.\n") || free.stdout.ends_with(" GiB.\n"), "{}", free.stdout);
    assert!(free.stderr.contains(",memory=prune,"), "{}", free.stderr);

    let searcher = "--searcher best-first:evaluations=20000,memory=stop --bytes 65536";
    let played = folder.typed(&format!("play othello {searcher}"), "f5\nquit\n").stdout;
    assert!(played.contains(words) && played.contains("Memory: the searches of best-first held 48 KiB"), "{played}");
    let engine = folder.command(&format!("engine othello --protocol gtp {searcher}"));
    let ran = Folder::with_input(engine, "genmove b\nbestply-bytes\nquit\n");
    assert!(
        ran.stdout.ends_with(" KiB of 64 KiB\n\n=\n\n") && ran.stderr.ends_with(&format!("\n{words}\n")),
        "{ran:?}"
    );
    assert!(ran.stderr.starts_with("Othello is played by ") && ran.stderr.contains("bytes=65536"), "{ran:?}");
    let ran = folder.xtask("trace othello --searcher best-first:evaluations=20000,bytes=65536 --steps 1");
    let note = "note: the search by best-first:evaluations=20000,bytes=65536 ended because its bytes were spent\n";
    assert!(ran.code == Some(0) && ran.stderr == note, "{ran:?}");

    for command in ["play", "analyse", "engine", "playground"] {
        let help = folder.succeed(&format!("{command} --help")).stdout;
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("an eighth of the free memory, from 256 MiB to 4 GiB"), "{command}: {help}");
    }
    for bad in ["http://hub.example", "hub.example:8000", "hub.example/user", "*"] {
        let told = folder.complaint(&format!("playground --port 0 --host {bad}"));
        assert!(told.contains("expected the name alone, such as hub.example"), "{told}");
    }
    let told = folder.complaint("analyse othello --bytes 65536 --searcher best-first:evaluations=9,bytes=65536");
    assert_eq!(told, "error: --bytes: --searcher has `bytes` already\n");
}

/// Both pipes of an engine are closed while it searches for an hour.
#[cfg(unix)]
#[test]
fn an_engine_whose_client_is_gone_thinks_no_longer() {
    let folder = Folder::new("play/gone");
    for (protocol, line) in [("gtp", "genmove b"), ("nboard", "go")] {
        for searcher in ["best-first", "principal-variation-search"] {
            let searcher = format!("--searcher {searcher}:time_ms=3600000,ends=searcher");
            let mut command = folder.command(&format!("engine othello --protocol {protocol} {searcher}"));
            let mut engine =
                command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            let (mut input, mut output) = (engine.stdin.take().unwrap(), engine.stdout.take().unwrap());
            // What is asked before the search is answered, so that it has begun.
            writeln!(input, "{}", if protocol == "gtp" { "name" } else { "ping 1" }).unwrap();
            output.read_exact(&mut [0]).unwrap();
            writeln!(input, "{line}").unwrap();
            drop(input);
            std::thread::sleep(Duration::from_millis(100));
            assert!(engine.try_wait().unwrap().is_none(), "its answer may be waited for");
            drop(output);
            assert!(engine.wait().unwrap().success());
        }
    }
}

/// The preset of a game is not lost by naming a searcher or one of its constants, and every command says what plays
/// with all its settings.
#[test]
fn what_plays_has_the_games_constants_and_says_so_at_the_start() {
    const TUNED: &str = ",scale=4096,selection=uct,exploration=0.05,urgency=0.125,";
    const DEFAULT: &str = ",selection=uct,exploration=1.5,urgency=2,";
    const GIVEN: &str = ",scale=4096,selection=uct,exploration=1.5,urgency=0.125,";
    let folder = Folder::new("play/preset");
    let is_whole = |said: &str, constants: &str| {
        let all =
            ["uct-best-first:evaluations=300,", "evaluation=strong", constants, "threads=1", "bytes=", "ends=solver"];
        all.iter().all(|part| said.contains(part))
    };
    for (given, constants) in
        [("", TUNED), (",preset=tuned", TUNED), (",preset=none", DEFAULT), (",exploration=1.5", GIVEN)]
    {
        let searcher = format!("--searcher uct-best-first:evaluations=300{given}");
        for protocol in ["gtp", "nboard"] {
            let said = folder.typed(&format!("engine othello --protocol {protocol} {searcher}"), "quit\n").stderr;
            assert!(said.starts_with("Othello is played by ") && is_whole(&said, constants), "{given}: {said}");
        }
        for format in ["table", "json"] {
            let said = folder.succeed(&format!("analyse othello --format {format} {searcher}")).stderr;
            assert!(said.starts_with("Othello is analysed by ") && is_whole(&said, constants), "{given}: {said}");
        }
        let said = folder.typed(&format!("play othello --side white {searcher}"), "quit\n").stdout;
        assert!(is_whole(said.lines().next().unwrap(), constants), "{given}: {said}");
    }
    let moves = |settings: &str| {
        let searcher = format!("uct-best-first:evaluations=3000{settings}");
        let stdout = folder.succeed(&format!("analyse othello --format json --searcher {searcher}")).stdout;
        stdout.split("\"moves\"").nth(1).and_then(|moves| moves.split("\"seconds\"").next()).unwrap().to_owned()
    };
    assert_eq!(moves(""), moves(",preset=tuned"));
    assert_ne!(moves(""), moves(",preset=none"));
    let unsolved = folder.succeed("analyse othello --searcher best-first:evaluations=9,ends=searcher").stderr;
    assert!(unsolved.contains("ends=searcher"), "{unsolved}");
    // A trace is as it was recorded.
    let traced = folder.succeed("trace othello --searcher uct-best-first:depth=1 --format json --steps 1").stdout;
    assert!(traced.contains("\"searcher\":\"uct-best-first:depth=1\""), "{traced}");
}

#[test]
fn an_engine_answers_both_protocols() {
    let folder = Folder::new("play/engine");
    let searcher = "--searcher best-first:evaluations=100";
    let gtp = folder.typed(
        &format!("engine connect-four --protocol gtp {searcher} --ponder"),
        "boardsize 8\nboardsize 7\nplay b d\nquit\n",
    );
    assert_eq!(gtp.stdout, "? unacceptable size\n\n=\n\n=\n\n=\n\n");
    let nboard = folder.typed(&format!("engine othello --protocol nboard {searcher}"), "nboard 2\nping 7\n");
    assert_eq!(nboard.stdout, "set myname bestply (best-first)\npong 7\n");
}

/// The games of a record.
fn played(record: &str) -> &str {
    record.split("\"played\":").nth(1).and_then(|played| played.split("}}").next()).unwrap()
}

/// Both sides of both protocols, and that they change no move.
#[test]
fn bestply_is_a_foreign_engine_to_itself() {
    let folder = Folder::new("play/foreign");
    let engine = |protocol: &str| {
        let program = assert_cmd::cargo::cargo_bin!("xtask").display().to_string();
        let command = format!("'{program}' engine othello --protocol {protocol} --searcher best-first:evaluations=50");
        format!("{{ name = \"{protocol}\", engine = {command:?}, protocol = \"{protocol}\" }}")
    };
    let players = format!("[{}, {}, \"principal-variation-search:evaluations=50\"]", engine("gtp"), engine("nboard"));
    folder.write(
        "own.toml",
        format!("name = \"own\"\npairs = 2\ngame = {{ kind = \"othello\" }}\nplayers = {players}\n"),
    );
    folder.succeed("experiment own.toml");
    let records = folder.text("results/own/games.jsonl");
    assert!(!records.contains("forfeit"), "{records}");
    let of = |protocol: &str| -> Vec<&str> {
        let cell = format!("\"cell\":\"own/{protocol}/principal");
        records.lines().filter(|record| record.contains(&cell)).map(played).collect()
    };
    assert_eq!(of("gtp").len(), 2);
    assert_eq!(of("gtp"), of("nboard"));
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = Folder::new("play/bad");
    folder.write("there.toml", "game = 'othello'\nmoves = 'f5 f5'\n");
    let said = folder.complaints([
        "play",
        "play random",
        "play random --set branching",
        "play random --set branchin=3",
        "play random --set branching=3 --set branching=3",
        "play oware --set opening_plies=3",
        "play othello --side red",
        "play othello --moves 'f5 a1'",
        "play othello --position xyz",
        "play othello --searcher best-first-extension",
        "play oware --evaluation lernt",
        "play othello --searcher best-first:evaluation=learnt --evaluation learnt",
        "play othello --weights none",
        "play othello --opponent best-first",
        "play othello --save there.toml",
        "play --load there.toml",
        "play --load there.toml --seed 1",
        "play othello --load there.toml",
        "analyse tic-tac-toe --moves 'a1 a2 b1 b2 c1'",
        "analyse othello --best 0",
        "engine othello",
        "engine oware --protocol nboard",
        "engine othello --protocol nboard --seed 2",
        "engine othello --protocol uci",
    ]);
    insta::assert_snapshot!(said);
    assert_eq!(folder.text("there.toml"), "game = 'othello'\nmoves = 'f5 f5'\n");
}

/// What a bench counts repeats, on one thread whatever the machine has.
#[test]
fn a_bench_prints_its_nodes_and_their_speed() {
    let folder = Folder::new("play/bench");
    let nodes = |line: &str| {
        let said = folder.succeed(line).stdout;
        let (nodes, speed) = said.split_once(" nodes ").expect("it says its nodes");
        assert!(speed.ends_with(" nps\n") && said.lines().count() == 1, "{said}");
        nodes.parse::<u64>().expect("they are a number")
    };
    let one = nodes("bench tic-tac-toe");
    assert_eq!(nodes("bench tic-tac-toe --searcher uct-best-first:threads=2"), one);
    assert!(folder.complaint("bench tic-tac-toe --bytes 1048576").starts_with("error: --bytes: a bench has 16 MiB"));
    assert!(folder.complaint("bench tic-tac-toe --book my.book").starts_with("error: --book: a bench searches"));
    assert!(nodes("bench tic-tac-toe --searcher best-first:evaluations=10 --moves a1b2") <= 70);
    assert_eq!(folder.complaint("bench").trim(), "error: bench needs a game, such as othello");
}
