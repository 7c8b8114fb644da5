//! Engines from a client's point of view.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use bestply::games::breakthrough::{Breakthrough, MenAndRows};
use bestply_catalogue::{Catalogue, EvaluationEntry, GameEntry, OneScale};
use bestply_engine::{Engine, Game, Gtp, NBoard, Start, Uci};
use proptest::prelude::*;

/// A protocol of bestply's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Protocol {
    Gtp,
    NBoard,
    Uci,
}

impl Protocol {
    fn serve(self, engine: Engine<'_>, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
        match self {
            Protocol::Gtp => engine.serve(Gtp::new, input, output),
            Protocol::NBoard => engine.serve(NBoard::new, input, output),
            Protocol::Uci => engine.serve(Uci::new, input, output),
        }
    }

    /// A game that is played over it.
    fn game(self) -> &'static str {
        if self == Protocol::Uci { PAWNS } else { "othello" }
    }
}

pub(crate) const PAWNS: &str = "pawns";

/// Bestply's catalogue with Breakthrough as a game that programs for chess play, in which a pawn is worth ten.
pub(crate) fn catalogue() -> Catalogue {
    let men = EvaluationEntry::new("men-and-rows", OneScale(MenAndRows));
    let pawns = GameEntry::drawn(PAWNS, 1, |_| Breakthrough::start());
    Catalogue::standard().game(pawns.uci(10).evaluation(men))
}

/// What an engine answers to a whole input at once.
pub(crate) fn answers(game: &str, protocol: Protocol, searcher: &str, input: &[u8]) -> String {
    answers_with(&catalogue(), game, protocol, searcher, input)
}

/// The same with a catalogue that may have a searcher of the test's own.
pub(crate) fn answers_with(
    catalogue: &Catalogue,
    game: &str,
    protocol: Protocol,
    searcher: &str,
    input: &[u8],
) -> String {
    let game = Game::new(catalogue, game, &Start::default()).expect("it is a game");
    let searcher = catalogue.player(searcher).expect("it is a searcher");
    let engine = Engine::new(catalogue, game, &searcher, None).expect("it thinks");
    let mut output = Vec::new();
    protocol.serve(engine, io::Cursor::new(input.to_vec()), &mut output).expect("it can be written");
    String::from_utf8(output).expect("answers are texts")
}

fn gtp(input: &str) -> String {
    answers("othello", Protocol::Gtp, "best-first:evaluations=200", input.as_bytes())
}

/// An answer without the measured times.
fn timeless(line: &str) -> String {
    match line.split_once(' ') {
        Some(("nodestats", counts)) => format!("nodestats {} TIME", counts.split(' ').next().unwrap_or_default()),
        Some(("===", answer)) => format!("=== {}TIME", &answer[..=answer.rfind('/').unwrap_or(0)]),
        _ => line.to_owned(),
    }
}

#[test]
fn a_session_of_gtp() {
    let input = "\
1 protocol_version
2 name
list_games
set_game Othello
boardsize 10
boardsize 8
3 clear_board
komi 6.5
4 play black f5   # a comment
# a line of comment

5 genmove w
genmove white
legal_moves
showboard
6 undo
undo
7 undo
reg_genmove B
known_command genmove
known_command genmoves
time_settings 0 10 1
time_left b 10 1
time_settings soon
level 3
play green a1
play black
play white d3
play black a1
final_score
12
hello
quit
name
";
    insta::assert_snapshot!(gtp(input));
}

#[test]
fn a_client_names_no_move_by_its_number() {
    let said = |protocol: Protocol, input: &str| {
        answers(protocol.game(), protocol, "best-first:evaluations=200", input.as_bytes())
    };
    assert_eq!(said(Protocol::Gtp, "play b 3\n"), "? illegal move\n\n");
    for told in [said(Protocol::NBoard, "move 3\n"), said(Protocol::Uci, "position startpos moves 3\n")] {
        assert!(told.contains("`3` is no legal move here"), "{told}");
    }
}

#[test]
fn a_client_says_how_much_memory_a_search_may_hold_and_hears_when_it_is_spent() {
    let catalogue = catalogue();
    let searcher = catalogue.player("best-first:evaluations=20000").expect("it stops by default");
    let said = |protocol: Protocol, input: String| {
        let game = Game::new(&catalogue, "othello", &Start::default()).expect("it is a game");
        let engine = Engine::new(&catalogue, game, &searcher, None).expect("it thinks");
        let (mut output, mut notes) = (Vec::new(), Vec::new());
        protocol.serve(engine.noting(&mut notes), io::Cursor::new(input), &mut output).expect("it can be written");
        [output, notes].map(|bytes| String::from_utf8(bytes).expect("answers are texts"))
    };
    let words =
        "the search ended because its 64 KiB were spent; with memory=prune it goes on, with more bytes for longer";
    let input =
        "bestply-bytes\nbestply-bytes 64 KiB\nbestply-bytes 64K\nbestply-bytes 65535\ngenmove b\nbestply-bytes\n";
    let [output, notes] = said(Protocol::Gtp, input.to_owned());
    let answers: Vec<&str> = output.split("\n\n").collect();
    let refused = "? a number of bytes is expected, 65536 at least";
    assert!(answers[0].ends_with(" of 256 MiB"), "{output}");
    assert_eq!((answers[1], answers[2], answers[3], answers[5]), ("=", refused, refused, "= 48 KiB of 64 KiB"));
    assert_eq!(notes, format!("{words}\n"), "one search ended so");
    let [output, notes] =
        said(Protocol::NBoard, "set bytes 64KiB\nset bytes 9\ngo\nhint 2\nset bytes 1e8\ngo\n".to_owned());
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.contains(&"status set: a number of bytes is expected, 65536 at least"), "{output}");
    let many = usize::MAX;
    let [output, _] = said(Protocol::Gtp, format!("bestply-bytes {many}\nbestply-bytes\n"));
    assert!(output.starts_with("? this process cannot have ") && output.ends_with(" of 256 MiB\n\n"), "{output}");
    let status = format!("status {words}");
    assert_eq!(lines.iter().filter(|&&line| line == status).count(), 2, "after `go` and after `hint`: {output}");
    assert!(lines.last().expect("there are lines").ends_with("KiB of 95 MiB") && notes.is_empty(), "{output}");
}

#[test]
fn clients_write_lines_as_they_like() {
    let plain = gtp("1 play b f5\n2 genmove w\n3 quit\n");
    for input in [
        "1 play b f5\r\n2 genmove w\r\n3 quit\r\n",
        "\t1\tPLAY b F5\n".to_lowercase().as_str(),
        "1 play b f5\n\n\n   \n2 genmove w\n3 quit",
        "1 pl\u{7}ay BLACK F5\n2 genmove\u{0} White#now\n3 quit",
    ] {
        assert!(plain.starts_with(&gtp(input)) && !gtp(input).contains('?'), "{input:?}");
    }
}

/// A client for Othello may leave out passes, or tell of them.
#[test]
fn passes_are_played_told_or_left_out() {
    // Black has no move, and white has one.
    let catalogue = catalogue();
    let start = Start::Position(format!("------XO{} X", "-".repeat(56)));
    let game = Game::new(&catalogue, "othello", &start).expect("it is a position");
    assert_eq!(game.move_texts(), ["--"]);
    let searcher = catalogue.player("best-first:evaluations=100").expect("it is a searcher");
    let said = |input: &'static str| {
        let engine = Engine::new(&catalogue, game.clone(), &searcher, None).expect("it thinks");
        let mut output = Vec::new();
        Protocol::Gtp.serve(engine, input.as_bytes(), &mut output).expect("it can be written");
        String::from_utf8(output).expect("answers are texts")
    };
    assert_eq!(said("play black pass\nplay white f1\n"), "=\n\n=\n\n");
    assert_eq!(said("play white f1\nundo\nundo\n"), "=\n\n=\n\n? cannot undo\n\n");
    assert_eq!(said("genmove black\n"), "= pass\n\n");
    assert_eq!(said("genmove white\nundo\ngenmove black\n"), "= f1\n\n=\n\n= pass\n\n");
}

#[test]
fn a_finished_game_has_a_score_and_no_moves() {
    let input = "play b a1\nplay w a2\nplay b b1\nplay w b2\nplay b c1\nfinal_score\ngenmove w\nplay w c3\n";
    let said = answers("tic-tac-toe", Protocol::Gtp, "best-first:evaluations=9", input.as_bytes());
    assert_eq!(said.split("\n\n").skip(5).collect::<Vec<_>>(), ["= B+", "= pass", "? illegal move", ""]);
}

/// Programs for Hex have a column `i`, and a word of their own for the swap.
#[test]
fn moves_of_hex_are_called_as_its_programs_call_them() {
    let input = "play b i2\nlegal_moves\nplay w swap\nundo\nplay w swap-pieces\nplay b j1\n";
    let said = answers("hex", Protocol::Gtp, "best-first:evaluations=9", input.as_bytes());
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(answers[1].ends_with(" k11 swap-pieces"), "{said}");
    assert_eq!([answers[0], answers[2], answers[3], answers[4], answers[5]], ["="; 5], "{said}");
}

/// What is said, and what is answered to it.
#[test]
fn a_session_of_nboard() {
    const GAME: &str = "(;GM[Othello]TI[15:00]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6/1.0/2.5]B[D3];)";
    let game = format!("set game {GAME}");
    let said = [
        ("nboard 2", "set myname"),
        ("set depth 4", ""),
        ("set contempt 10", ""),
        (&game, ""),
        ("go", "status bestply is waiting"),
        ("move C5//0.1", ""),
        ("hint 2", "status bestply is waiting"),
        ("learn", "learned"),
        ("an unknown line", ""),
        ("move A1", "status move"),
        ("set game (;GM[Othello]B[F5]W[F5];)", "status set"),
        ("set game nothing", "status set"),
        ("analyze", "status analyze"),
        (&game, ""),
        ("analyze", "analysis 0"),
        ("ping 2", "pong 2"),
    ];
    let mut client = Client::start("othello", Protocol::NBoard, "uct-best-first:evaluations=500", false);
    let mut session = String::new();
    for (line, last) in said {
        client.say(line);
        session += &format!("< {line}\n");
        while !last.is_empty() {
            let answer = client.wait_for("");
            session += &format!("> {}\n", timeless(&answer));
            if answer.starts_with(last) {
                break;
            }
        }
    }
    client.end();
    insta::assert_snapshot!(session);
}

/// White is ahead by so much that evaluations expect more than there is, or count moves and squares in thousands.
#[test]
fn no_value_of_nboard_is_beyond_all_discs() {
    let board = "-**OOOOOO**OOOOOOO*****-O*O*****O*O**-*-O*****--O*-*-**--------* *";
    let input = format!("set game (;GM[Othello]BO[8 {board}];)\nhint 3\n");
    let catalogue = catalogue();
    let othello = catalogue.games().find(|about| about.name == "othello").expect("it is there");
    for evaluation in othello.evaluations_with(false) {
        let searcher = format!("best-first:evaluations=200,ends=searcher,evaluation={evaluation}");
        let output = answers("othello", Protocol::NBoard, &searcher, input.as_bytes());
        let values = output.lines().filter_map(|line| line.strip_prefix("search ")?.split(' ').nth(1)?.parse().ok());
        let values: Vec<f64> = values.collect();
        assert!(values.len() == 2 && values.iter().all(|value| value.abs() <= 64.0), "{evaluation}: {output}");
    }
}

/// A searcher that chooses its leaves does 2 · 3^N evaluations, unless it has a number of its own.
#[test]
fn a_depth_is_a_number_of_evaluations_where_depths_are_not_completed() {
    for (searcher, generations) in [
        ("best-first:time_ms=600000", 2 * 3_u64.pow(5)),
        ("uct-best-first:time_ms=600000", 2 * 3_u64.pow(5)),
        ("best-first:evaluations=300", 300),
    ] {
        let mut client = Client::start("othello", Protocol::NBoard, searcher, false);
        ["nboard 2", "set depth 5", "go"].into_iter().for_each(|line| client.say(line));
        let stats = client.wait_for("nodestats");
        assert_eq!(stats.split(' ').nth(1), Some(generations.to_string().as_str()), "{searcher}");
        client.end();
    }
}

/// The rest of a line without an end is dropped as it comes, so that nothing grows.
#[test]
fn enormous_lines_are_refused_and_the_next_ones_are_answered() {
    let enormous = "x".repeat(3_000_000);
    assert_eq!(gtp(&format!("{enormous}\n1 name\n{enormous}")), "? line too long\n\n=1 bestply\n\n? line too long\n\n");
    let input = format!("{enormous}\nping 1\n");
    let said = answers("othello", Protocol::NBoard, "best-first:evaluations=5", input.as_bytes());
    assert_eq!(said, "status line too long\npong 1\n");
    // It was the position that is meant from then on.
    let said = answers("othello", Protocol::NBoard, "best-first:evaluations=5", format!("{enormous}\ngo\n").as_bytes());
    assert!(said.ends_with("nothing is searched, because the last `set game` was refused\n"), "{said}");
    let said = answers(PAWNS, Protocol::Uci, "best-first:evaluations=5", format!("{enormous}\ngo\n").as_bytes());
    assert!(said.ends_with("bestmove (none)\n"), "{said}");
}

/// Somebody who takes no more answers after so many bytes.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_an_engine_quietly() {
    let catalogue = catalogue();
    let searcher = catalogue.player("best-first:evaluations=50").expect("it is a searcher");
    for protocol in [Protocol::Gtp, Protocol::NBoard, Protocol::Uci] {
        for bytes in [0, 1, 20] {
            let game = Game::new(&catalogue, protocol.game(), &Start::default()).expect("it is a game");
            let engine = Engine::new(&catalogue, game, &searcher, None).expect("it thinks");
            let input = "name\nuci\ngenmove b\nping 1\ngo\n".repeat(9);
            assert!(protocol.serve(engine, io::Cursor::new(input), Closing(bytes)).is_ok());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn garbage_is_answered(
        lines in prop::collection::vec(
            prop_oneof![
                "[ -~]{0,30}",
                "\\PC{0,10}",
                "[0-9]{0,12} ?(play|genmove|undo|known_command|time_left|time_settings|boardsize|komi|level) ?[bw]? ?[a-h][0-9]{1,3}",
                "(position (startpos|fen [x.o/]{0,70} [xo])( moves)?|go|setoption name|isready|stop|ponderhit) ?[a-z]{0,9} ?[a-h0-9]{0,6}",
                "setoption name (Hash|Searcher|memory|leaves|ends|evaluation|Threads) value [a-z0-9<>.]{0,12}",
                "go (nodes|depth|mate|movetime|wtime|btime|movestogo|searchmoves|ponder|infinite) -?[0-9]{0,2}",
                "(set game|move|hint|set depth|ping) ?\\(?;?(BO|B|W|TI)?\\[?[-*O/:0-9a-hA-H ]{0,20}\\]?;?\\)?",
            ],
            0..12,
        )
    ) {
        let input = lines.join("\n");
        let said = answers("othello", Protocol::Gtp, "best-first:evaluations=5", input.as_bytes());
        prop_assert!(said.is_empty() || said.ends_with("\n\n"));
        prop_assert!(said.split("\n\n").all(|answer| answer.is_empty() || answer.starts_with(['=', '?'])));
        answers("othello", Protocol::NBoard, "best-first:evaluations=5", input.as_bytes());
        let said = answers(PAWNS, Protocol::Uci, "best-first:evaluations=5", input.as_bytes());
        let known = ["info ", "bestmove ", "id ", "option ", "uciok", "readyok"];
        prop_assert!(said.lines().all(|line| known.iter().any(|word| line.starts_with(word))));
    }

    #[test]
    fn bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for protocol in [Protocol::Gtp, Protocol::NBoard, Protocol::Uci] {
            answers(protocol.game(), protocol, "best-first:evaluations=5", &bytes);
        }
    }
}

/// An engine in a thread of its own, at the other end of two pipes.
pub(crate) struct Client {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    engine: JoinHandle<()>,
}

impl Client {
    pub(crate) fn start(game: &'static str, protocol: Protocol, searcher: &str, ponders: bool) -> Client {
        let searcher = searcher.to_owned();
        let (reader, input) = io::pipe().expect("there are pipes");
        let (output, writer) = io::pipe().expect("there are pipes");
        let engine = thread::spawn(move || {
            let catalogue = catalogue();
            let game = Game::new(&catalogue, game, &Start::default()).expect("it is a game");
            let searcher = catalogue.player(&searcher).expect("it is a searcher");
            let engine = Engine::new(&catalogue, game, &searcher, None).expect("it thinks");
            protocol.serve(engine.pondering(ponders), reader, writer).expect("it can be written");
        });
        Client { input, output: BufReader::new(output), engine }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine listens");
    }

    /// The next line that begins so.
    pub(crate) fn wait_for(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("the engine speaks"), 0, "no `{beginning}` came");
            if line.starts_with(beginning) {
                return line.trim_end().to_owned();
            }
        }
    }

    /// The next line that begins with one of these.
    pub(crate) fn next_that(&mut self, one: &str, other: &str) -> String {
        loop {
            let line = self.wait_for("");
            if line.starts_with(one) || line.starts_with(other) {
                return line;
            }
        }
    }

    /// Goes away without a word, and sees that the engine ends.
    pub(crate) fn leave(self) {
        drop(self.input);
        self.engine.join().expect("it ends well");
    }

    /// Asks over GTP. The answer has a line.
    fn ask(&mut self, command: &str) -> String {
        self.say(command);
        self.wait_for("=")[1..].trim().to_owned()
    }

    pub(crate) fn end(mut self) {
        self.say("quit");
        self.leave();
    }
}

/// Without the interruption the search would take an hour.
#[test]
fn a_ping_interrupts_thinking() {
    let mut client = Client::start("othello", Protocol::NBoard, "uct-best-first:time_ms=3600000", true);
    for (number, command) in ["go", "hint 3", "analyze"].into_iter().enumerate() {
        client.say(command);
        if command != "analyze" {
            client.wait_for("status bestply is");
        }
        client.say(&format!("ping {number}"));
        client.wait_for(&format!("pong {number}"));
    }
    client.say("go");
    client.wait_for("status bestply is thinking");
    client.end();
}

/// A client that has closed its input still gets its answers; one that takes none ends an hour's search.
#[test]
fn a_search_ends_where_nobody_takes_its_answer() {
    for (protocol, line) in [
        (Protocol::Gtp, "genmove b"),
        (Protocol::NBoard, "go"),
        (Protocol::NBoard, "hint 3"),
        (Protocol::NBoard, "analyze"),
        (Protocol::Uci, "go movetime 3600000"),
        (Protocol::Uci, "go movetime 3600000 searchmoves a2a3 b2b3"),
    ] {
        for searcher in ["best-first:time_ms=3600000", "principal-variation-search:time_ms=3600000"] {
            let catalogue = catalogue();
            let searcher = catalogue.player(searcher).expect("it is a searcher");
            let is_over = AtomicBool::new(false);
            let (leave, left) = mpsc::channel();
            thread::scope(|scope| {
                let served = scope.spawn(|| {
                    let start = Game::new(&catalogue, protocol.game(), &Start::default());
                    let engine = Engine::new(&catalogue, start.expect("it is a game"), &searcher, None);
                    let engine = engine.expect("it thinks").until(move || left.recv().expect("the client leaves"));
                    let served = protocol.serve(engine, io::Cursor::new(format!("{line}\n")), io::sink());
                    is_over.store(true, Ordering::SeqCst);
                    served
                });
                thread::sleep(Duration::from_millis(50));
                assert!(!is_over.load(Ordering::SeqCst), "the input has ended, and the answer may be waited for");
                leave.send(()).expect("the engine waits for it");
                served.join().expect("it ends well").expect("a client that is gone is no fault");
            });
        }
    }
}

/// Whoever thinks on the opponent's time stops when a command comes, and when nobody is there any more.
#[test]
fn an_engine_thinks_on_the_opponents_time_until_it_is_called() {
    let mut client = Client::start("othello", Protocol::Gtp, "best-first:evaluations=500", true);
    for _ in 0..4 {
        let black = client.ask("genmove b");
        assert_eq!(black.len(), 2, "{black}");
        let white = client.ask("reg_genmove w");
        client.ask(&format!("play w {white}"));
    }
    client.leave();
}

/// Two engines play each other, and a referee knows the rules.
fn play_games(game: &'static str, protocols: [Protocol; 2], games: u64) {
    let catalogue = catalogue();
    let mut clients = protocols.map(|protocol| Client::start(game, protocol, "best-first:evaluations=30", false));
    for number in 0..games {
        let mut played = Game::new(&catalogue, game, &Start::default()).expect("it is a game");
        for (client, protocol) in clients.iter_mut().zip(protocols) {
            match protocol {
                Protocol::Gtp => drop(client.ask("clear_board")),
                Protocol::NBoard => client.say("set game (;GM[Othello];)"),
                Protocol::Uci => client.say("ucinewgame"),
            }
        }
        while !played.is_over() {
            let ply = played.played().len();
            let mover = (ply + number as usize) % 2;
            let color = if played.to_move() == bestply::Side::Max { "black" } else { "white" };
            // The first moves differ from game to game.
            let text = if ply < 4 {
                let moves = played.move_texts();
                moves[(number as usize / 3_usize.pow(ply as u32)) % moves.len()].clone()
            } else {
                match protocols[mover] {
                    Protocol::Gtp => {
                        let said = clients[mover].ask(&format!("reg_genmove {color}"));
                        played.about().gtp.read(&said).expect("it is a vertex")
                    }
                    Protocol::Uci => {
                        clients[mover].say(&format!("position startpos moves {}", played.played_texts()));
                        clients[mover].say("go");
                        clients[mover].wait_for("bestmove")[9..].split(' ').next().unwrap_or_default().to_owned()
                    }
                    Protocol::NBoard => {
                        clients[mover].say("go");
                        let answer = clients[mover].wait_for("===");
                        answer[4..].split('/').next().unwrap_or_default().replace("PA", "pass")
                    }
                }
            };
            played.play(&text).unwrap_or_else(|error| panic!("game {number}: {error}"));
            let text = text.replace("--", "pass");
            for (client, protocol) in clients.iter_mut().zip(protocols) {
                match protocol {
                    Protocol::Gtp => {
                        client.ask(&format!("play {color} {}", played.about().gtp.written(&text)));
                    }
                    Protocol::NBoard => client.say(&format!("move {}", text.replace("pass", "PA"))),
                    // It is told of all moves when it is asked for one.
                    Protocol::Uci => {}
                }
            }
        }
    }
    clients.into_iter().for_each(Client::end);
}

#[test]
fn engines_play_whole_games_by_the_rules() {
    play_games("othello", [Protocol::Gtp, Protocol::NBoard], 200);
    play_games(PAWNS, [Protocol::Uci, Protocol::Gtp], 20);
    for game in Catalogue::standard().games().filter(|game| !["othello", "random"].contains(&game.name)) {
        play_games(game.name, [Protocol::Gtp; 2], 2);
    }
}

/// A thousand games take some seconds: `cargo test -p bestply-engine --test all clients -- --ignored`.
#[test]
#[ignore = "the test above plays fewer"]
fn engines_play_a_thousand_games_by_the_rules() {
    play_games("othello", [Protocol::Gtp, Protocol::NBoard], 1000);
}
