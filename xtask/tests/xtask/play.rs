//! Games in the terminal, analyses and engines, as a user runs them.

use crate::Folder;

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

#[test]
fn searchers_play_every_game_to_its_end_and_save_it() {
    let folder = Folder::new("play/watched");
    for game in
        ["othello", "tic-tac-toe", "connect-four", "breakthrough", "oware", "onitama", "random --set branching=3"]
    {
        let name = game.split(' ').next().unwrap();
        let searchers = "--searcher best-first:evaluations=20 --opponent alpha-beta:evaluations=20";
        let ran = folder.typed(&format!("play {game} --side none {searchers} --save {name}.toml"), "");
        let last = ran.stdout.lines().last().unwrap();
        assert!(last.ends_with('.') && !last.contains("not finished"), "{game}: {last}");
        assert!(folder.text(&format!("{name}.toml")).contains("\nresult = \""), "{game}");
        folder.typed(&format!("play --load {name}.toml"), "");
    }
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
    let position = "--moves 'f5 d6 c3' --searcher best-first:evaluations=1000 --best 2";
    let timeless = |line: &&str| !line.contains(" evaluations in ") && !line.contains("\"seconds\"");
    let shown = |format: &str| {
        let ran = folder.succeed(&format!("analyse othello {position} --format {format}"));
        ran.stdout.lines().filter(timeless).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!([shown("table"), shown("json")].join("\n"));
}

/// The preset of a game is not lost by naming a searcher, and every command says what plays with all its settings.
#[test]
fn what_plays_has_the_games_constants_and_says_so_at_the_start() {
    const TUNED: &str = ",scale=4096,selection=uct,exploration=0.05,urgency=0.125,";
    const DEFAULT: &str = ",selection=uct,exploration=1.5,urgency=2,";
    let folder = Folder::new("play/preset");
    let is_whole = |said: &str, constants: &str| {
        let all =
            ["uct-best-first:evaluations=300,", "evaluation=strong", constants, "threads=1", "bytes=", "ends=solver"];
        all.iter().all(|part| said.contains(part))
    };
    for (given, constants) in
        [("", TUNED), (",preset=tuned", TUNED), (",preset=none", DEFAULT), (",exploration=1.5", DEFAULT)]
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
    let traced =
        folder.succeed("trace --game othello --searcher uct-best-first:depth=1 --format json --steps 1").stdout;
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
