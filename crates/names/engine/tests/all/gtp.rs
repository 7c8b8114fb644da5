//! What boards and servers of Go ask over GTP: analyses as they come, handicaps, and records.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io, iter, thread};

use bestply_catalogue::Catalogue;
use bestply_engine::{Engine, Game, Gtp, Start};

use crate::clients::{Client, Protocol, answers};

/// The moves that a line of an analysis tells of, each with what is said of it.
fn told(line: &str) -> Vec<Vec<&str>> {
    let moves = line.split("info ").filter(|told| !told.is_empty());
    moves.map(|told| told.split_whitespace().collect()).collect()
}

/// The word behind another one.
fn after<'t>(told: &[&'t str], key: &str) -> &'t str {
    told.iter().skip_while(|word| **word != key).nth(1).copied().unwrap_or_default()
}

/// Every searcher that plays without more settings, in games with vertices and without.
#[test]
fn an_analysis_goes_on_until_the_client_speaks() {
    let catalogue = Catalogue::standard();
    let searchers = catalogue.searchers().filter(|about| about.games.is_empty() && about.first_depth.is_none());
    let mut often = 0;
    for (at, about) in searchers.enumerate() {
        let game = ["go-9x9", "othello", "onitama", "tic-tac-toe"][at % 4];
        let mut client = Client::start(game, Protocol::Gtp, about.name, false);
        let (command, most) = [("lz-analyze 1", 10_000.0), ("kata-analyze interval 1", 1.0)][at % 2];
        client.say(&format!("7 {command}"));
        assert_eq!(client.wait_for("="), "=7", "{game} {}", about.name);
        thread::sleep(Duration::from_millis(100));
        client.say("8 name");
        let lines = iter::from_fn(|| Some(client.next_that("info move ", "=8")).filter(|line| !line.starts_with('=')));
        let lines: Vec<String> = lines.collect();
        often += usize::from(lines.len() > 1);
        for line in lines {
            let moves = told(&line);
            let orders: Vec<String> = (0..moves.len()).map(|order| order.to_string()).collect();
            assert_eq!(moves.iter().map(|told| after(told, "order")).collect::<Vec<_>>(), orders, "{line}");
            for told in moves {
                let chance: f64 = after(&told, "winrate").parse().expect("it is a number");
                assert!((0.0..=most).contains(&chance), "{line}");
                assert!(after(&told, "visits").parse::<u64>().is_ok(), "{line}");
                assert_eq!(after(&told, "pv"), after(&told, "move"), "{line}");
            }
        }
        client.end();
    }
    assert!(often > 10, "{often} searchers told of their moves more than once");
}

/// Chances are those of the side that is asked for, whoever is to move.
#[test]
fn an_analysis_is_of_the_side_that_is_asked_for() {
    let chance = |color: &str| -> f64 {
        let input = format!("set_free_handicap c3 c5 c7 e3 e5 e7 g3 g5 g7\nlz-analyze {color} 20\nplay w e4\n");
        let said = answers("go-9x9", Protocol::Gtp, "uct-best-first", input.as_bytes());
        assert!(said.ends_with("\n\n=\n\n"), "it is White's turn again: {said}");
        let line = said.lines().find(|line| line.starts_with("info move ")).expect("it is told");
        after(&told(line)[0], "winrate").parse().expect("it is a number")
    };
    let (black, white) = (chance("b"), chance("white"));
    assert!(black > 5000.0 && white < 5000.0, "{black} and {white}");
}

/// An analysis whose search is over waits for the client, and costs nothing meanwhile.
#[test]
fn a_solved_position_is_told_once() {
    let mut client = Client::start("tic-tac-toe", Protocol::Gtp, "uct-best-first", false);
    ["play b a1", "play w b1", "play b a2", "lz-analyze 5"].iter().for_each(|line| client.say(line));
    let line = client.wait_for("info move ");
    assert!(line.contains("info move b2") || line.contains("info move a3"), "{line}");
    thread::sleep(Duration::from_millis(200));
    client.say("genmove w");
    let began = Instant::now();
    while !client.wait_for("").starts_with("= ") {
        assert!(began.elapsed() < Duration::from_secs(20));
    }
    client.end();
}

#[test]
fn a_move_is_generated_and_told_of() {
    let said =
        answers("othello", Protocol::Gtp, "puct-best-first:evaluations=500", b"kata-genmove_analyze b 10\nundo\n");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0] == "=" && lines[1].starts_with("info move ") && lines[1].contains(" scoreLead "), "{said}");
    let best = told(lines[1])[0].clone();
    assert_eq!(lines[2..], [&format!("play {}", after(&best, "move")), "", "=", ""], "{said}");
}

/// What is printed is loaded, up to every move, and what is loaded goes on.
#[test]
fn games_are_loaded_and_printed() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gtp.sgf");
    let name = file.to_str().expect("the path is a text");
    let sessions = [
        ("go-9x9", "fixed_handicap 2\nplay w e5\nplay b g5\nplay w pass\nplay b c5\n"),
        ("go-5x5", "komi 0.5\nplay b c3\nplay w c2\nplay b pass\n"),
        ("othello", "play b f5\nplay w d6\nplay b c3\n"),
    ];
    for (game, moves) in sessions {
        let said = |input: &str| answers(game, Protocol::Gtp, "best-first:evaluations=20", input.as_bytes());
        let last = |input: &str| said(input).trim_end().rsplit("\n\n").next().unwrap_or_default().to_owned();
        let printed = last(&format!("{moves}printsgf\n"));
        fs::write(&file, printed.strip_prefix("= ").expect("it is printed")).expect("it can be written");
        let set_up = usize::from(moves.starts_with("fixed"));
        let lines: Vec<&str> = moves.lines().filter(|line| !line.starts_with("komi")).collect();
        for before in 1..=lines.len() - set_up + 1 {
            let played = lines[..set_up + before - 1].join("\n");
            let expected = last(&format!("{played}\nshowboard\n"));
            assert_eq!(last(&format!("play b a1\nloadsgf {name} {before}\nshowboard\n")), expected, "{game} {before}");
        }
        assert_eq!(last(&format!("loadsgf {name}\nprintsgf\n")), printed, "{game}");
        assert_eq!(last(&format!("loadsgf {name}\nclear_board\nshowboard\n")), last("showboard\n"), "{game}");
        assert_eq!(last(&format!("loadsgf {name}\nundo\nundo\nshowboard\n")), {
            let played = lines[..lines.len() - 2].join("\n");
            last(&format!("{played}\nshowboard\n"))
        });
        let other = if game == "othello" { "go-9x9" } else { "othello" };
        let refused =
            answers(other, Protocol::Gtp, "best-first:evaluations=20", format!("loadsgf {name}\n").as_bytes());
        assert!(refused.starts_with("? cannot load file: it is a game of "), "{refused}");
    }
    let unknown = answers("tic-tac-toe", Protocol::Gtp, "best-first:evaluations=20", b"loadsgf x\nfixed_handicap 2\n");
    assert_eq!(unknown, "? unknown command\n\n? unknown command\n\n");
}

/// A board is cleared of the moves, too, with which the engine was started.
#[test]
fn a_cleared_board_has_no_moves() {
    let catalogue = Catalogue::standard();
    let mut game = Game::new(&catalogue, "othello", &Start::default()).expect("it is a game");
    game.play_all("f5 d6").expect("they are legal");
    let searcher = catalogue.player("best-first:evaluations=20").expect("it is a searcher");
    let engine = Engine::new(&catalogue, game, &searcher, None).expect("it thinks");
    let mut output = Vec::new();
    engine.serve(Gtp::new, io::Cursor::new("clear_board\nshowboard\n"), &mut output).expect("it can be written");
    let output = String::from_utf8(output).expect("answers are texts");
    assert_eq!(output, answers("othello", Protocol::Gtp, "best-first:evaluations=20", b"clear_board\nshowboard\n"));
}
