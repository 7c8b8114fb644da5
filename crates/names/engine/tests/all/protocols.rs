//! The commands and the errors of each protocol, beside what its specification says of them.

use bestply_testkit::reviewable;

use crate::clients::{PAWNS, Protocol, answers};

/// What a specification says in our words, and what is said to see that.
struct Said {
    /// The section or the command.
    place: &'static str,
    rule: &'static str,
    lines: &'static str,
}

const fn said(place: &'static str, rule: &'static str, lines: &'static str) -> Said {
    Said { place, rule, lines }
}

/// Each rule with the lines and their answers, each by an engine that was told nothing else.
fn table(game: &str, protocol: Protocol, rules: &[Said], timeless: impl Fn(&str) -> Option<String>) -> String {
    let mut table = String::new();
    for Said { place, rule, lines } in rules {
        table += &format!("# {place}: {rule}\n");
        lines.lines().for_each(|line| table += &format!("> {}\n", line.escape_debug()));
        let answers = answers(game, protocol, "best-first:evaluations=100", lines.as_bytes());
        answers.lines().filter_map(&timeless).for_each(|line| table += &format!("{line}\n"));
        table += "\n";
    }
    reviewable(&table)
}

/// Of Go on 9 by 9 points, so that there is a ninth column.
const GTP: &[Said] = &[
    said("2.4", "an identity before a command comes back with the answer", "7 protocol_version\n"),
    said(
        "3.1",
        "a comment, a control character and a tab are no part of a line",
        "na\u{7}me\tnow # said\n\n# nothing\n",
    ),
    said("3.6", "a command that is not known is an error with that text", "handicap 2\n"),
    said(
        "2.11",
        "a vertex is a letter without I and a number, in capitals or not",
        "play b J9\nplay w i5\nplay w h5\n",
    ),
    said("2.11", "a vertex may be `pass`, in capitals or not", "play b PASS\nplay w pass\n"),
    said("2.11", "a color is w, b, white or black, in capitals or not", "play White c3\nplay B d4\nplay red e5\n"),
    said("6.3.1 protocol_version", "the number of the protocol, 2", "protocol_version\n"),
    said("6.3.1 name", "the name of the engine", "name\n"),
    said("6.3.1 version", "the version of the engine, or nothing", "version\n"),
    said(
        "6.3.1 known_command",
        "true for a command of the list, else false",
        "known_command play\nknown_command plays\n",
    ),
    said("6.3.1 list_commands", "all commands, a line each", "list_commands\n"),
    said("6.3.1 quit", "answered, and nothing after it", "quit\nname\n"),
    said(
        "6.3.2 boardsize",
        "a size that cannot be is an error, in these two ways",
        "boardsize 9\nboardsize 19\nboardsize nine\n",
    ),
    said("6.3.2 clear_board", "the board is empty, and nothing can be taken back", "play b c3\nclear_board\nundo\n"),
    said("6.3.2 komi", "any number is taken", "komi 6.5\nkomi -1e9\nkomi some\nkomi\n"),
    said(
        "6.3.3 play",
        "what breaks the rules is an illegal move and changes nothing",
        "play b c3\nplay w c3\nplay w k3\nplay w\n",
    ),
    said(
        "6.3.3 play",
        "a color may play twice in a row, as stones of a handicap do",
        "play b c3\nplay b g7\nundo\nundo\nundo\n",
    ),
    said("6.3.3 play", "a game goes on after two passes", "play b c3\nplay w pass\nplay b pass\nplay w b2\n"),
    said(
        "6.3.3 genmove",
        "a move of the color, whoever is to move",
        "play b c3\nplay w d4\nplay b pass\nplay w pass\ngenmove b\n",
    ),
    said(
        "6.3.3 undo",
        "takes one command back, and fails where there is none",
        "play b c3\nplay b pass\nundo\nundo\nundo\n",
    ),
    said(
        "6.3.4 time_settings",
        "main time, time of a period, stones in it",
        "time_settings 60 10 5\ntime_settings 60\n",
    ),
    said("6.3.4 time_left", "what a color has left", "time_left b 5 0\ntime_left b 5 3\ntime_left b five 3\n"),
    said("6.3.4 final_score", "who is ahead by how much, of a game that is over", "final_score\n"),
    said(
        "6.3.4 final_score",
        "the komi counts",
        "komi 6.5\nplay b e5\nplay w pass\nplay b pass\nfinal_score\nkomi 81\nfinal_score\nkomi 100\nfinal_score\n",
    ),
    said("6.3.5 reg_genmove", "a move that is not played", "reg_genmove b\nundo\n"),
    said(
        "6.3.6 showboard",
        "a board for people, with the letters of the vertices",
        "play b j1\nplay w h9\nshowboard\n",
    ),
    said("bestply", "the legal moves", "legal_moves\n"),
    said("bestply", "games, and the memory of a search", "list_games\nset_game Chess\nbestply-bytes 1\n"),
    said(
        "extensions of time",
        "clocks with names",
        "kgs-time_settings none\nkata-time_settings fischer 60 1\nkata-list_time_settings\nkgs-time_settings soon\n",
    ),
    said("level", "a depth", "level 3\nlevel 3.5\nlevel 0\n"),
    said(
        "6.3.2 fixed_handicap",
        "black stones on the points of tradition, on an empty board; they are no moves",
        "fixed_handicap 3\nshowboard\nfixed_handicap 2\nundo\nclear_board\nfixed_handicap 10\nfixed_handicap two\n",
    ),
    said(
        "6.3.2 place_free_handicap",
        "points of the engine's choice, which may be fewer",
        "place_free_handicap 12\nclear_board\nplace_free_handicap 81\nplace_free_handicap 1\nplay b c4\n\
         place_free_handicap 2\n",
    ),
    said(
        "6.3.2 set_free_handicap",
        "points of the client's choice",
        "set_free_handicap c3\nset_free_handicap c3 C3\nset_free_handicap c3 pass\nset_free_handicap c3 J9\nshowboard\n",
    ),
    said("6.3.3 loadsgf", "a file that is not there", "loadsgf no-file.sgf\nloadsgf no-file.sgf 0\nloadsgf\n"),
    said(
        "6.3.4 final_status_list",
        "groups of stones; all that are left live",
        "play b c3\nplay b c4\nplay w j9\nplay b j8\nfinal_status_list alive\nfinal_status_list dead\n\
         final_status_list seki\nfinal_status_list black\n",
    ),
    said("printsgf", "the game", "komi 6.5\nfixed_handicap 2\nplay w pass\nplay b j8\nprintsgf\nprintsgf game.sgf\n"),
    said(
        "lz-analyze, kata-analyze",
        "the moves of a search, until the next line",
        "lz-analyze 1\nkata-analyze b 1 maxmoves 1 ownership true\nlz-analyze b soon\nkata-analyze avoid b c3 1\n",
    ),
    said(
        "lz-genmove_analyze, kata-genmove_analyze",
        "the moves of a search, and the one that is played",
        "lz-genmove_analyze b 1\nkata-genmove_analyze w interval 1\nundo\nundo\nundo\n",
    ),
];

/// A line without what depends on time: of an analysis that it is one.
fn without_analysis(line: &str) -> Option<String> {
    let told = line.strip_prefix("info move ").map_or(line, |_| "info move ...");
    (!line.is_empty()).then(|| told.to_owned())
}

#[test]
fn gtp() {
    let table = table("go-9x9", Protocol::Gtp, GTP, without_analysis);
    insta::assert_snapshot!(table);
    let listed = answers("go-9x9", Protocol::Gtp, "best-first:evaluations=9", b"list_commands\n");
    for command in listed.trim_start_matches('=').split_whitespace() {
        let tries = |said: &Said| said.lines.lines().any(|line| line.split(' ').any(|word| word == command));
        assert!(GTP.iter().any(tries), "{command} is tried");
    }
}

/// The document has no numbers: the places are its commands.
const UCI: &[Said] = &[
    said(
        "the whole",
        "what is not known before a command, and a line without one, is skipped",
        "joho isready\nhello\n",
    ),
    said("uci", "identity and options, then `uciok`", "uci\n"),
    said("debug", "switches what is told; the engine tells the same", "debug on\n"),
    said("isready", "always answered", "isready\n"),
    said(
        "setoption",
        "a name and a value, in capitals or not",
        "setoption name hash value 8\nsetoption name Hash value 0\n",
    ),
    said("setoption", "a name that was not listed", "setoption name UCI_Chess960 value true\n"),
    said("register", "nothing needs it", "register later\n"),
    said("ucinewgame", "the next position is of another game", "ucinewgame\nisready\n"),
    said("position", "a start and moves", "position startpos moves a2a3\ngo nodes 100\n"),
    said("position", "of a position that is refused nothing is said", "position startpos moves a2a9\ngo nodes 100\n"),
    said("position", "the next one is searched", "position fen nonsense\nposition startpos\ngo nodes 100\n"),
    said("position", "a number is no move", "position startpos moves 5\ngo nodes 100\n"),
    said("go searchmoves", "these moves alone", "position startpos\ngo nodes 100 searchmoves a2a3 a2a9\n"),
    said("go wtime, btime", "the clocks; one of them is both", "position startpos\ngo btime 60\n"),
    said(
        "go winc, binc",
        "what each move adds; without a clock they limit nothing",
        "position startpos\ngo winc 5 binc 5 nodes 50\n",
    ),
    said("go movestogo", "moves to the next period", "position startpos\ngo wtime 60 btime 60 movestogo 2\n"),
    said("go depth", "plies; a searcher that chooses its leaves makes evaluations", "position startpos\ngo depth 2\n"),
    said("go nodes", "evaluations", "position startpos\ngo nodes 1e2\n"),
    said("go mate", "a mate in moves", "position startpos\ngo mate 1 nodes 50\n"),
    said("go movetime", "milliseconds, with decimals or without", "position startpos\ngo movetime 20.5\n"),
    said(
        "go",
        "a number that is none limits nothing, and is told",
        "position startpos\ngo depth soon nodes 50 perft\n",
    ),
    said(
        "go",
        "a number beyond all counts limits nothing, and is told",
        "position startpos\ngo nodes 99999999999999999999 movetime 9\n",
    ),
    said("stop, ponderhit", "without a search they mean nothing", "stop\nponderhit\nisready\n"),
    said("quit", "nothing after it", "quit\nisready\n"),
];

/// A line without what takes time, and what lists options.
fn timeless(line: &str) -> Option<String> {
    let word = line.split(' ').next()?;
    match word {
        "info" if !line.starts_with("info string") => None,
        "bestmove" => Some(if line.contains("(none)") { line.to_owned() } else { "bestmove …".to_owned() }),
        "option" => Some(line.split(" type ").next()?.to_owned()),
        "nodestats" => None,
        "===" => Some("=== …".to_owned()),
        "search" | "analysis" => Some(format!("{word} …")),
        "status" if line.contains("held") => Some("status … waiting …".to_owned()),
        _ => Some(line.to_owned()),
    }
}

#[test]
fn uci() {
    insta::assert_snapshot!(table(PAWNS, Protocol::Uci, UCI, timeless));
}

/// The page has no numbers: the places are its commands.
const NBOARD: &[Said] = &[
    said("the whole", "what is not known is skipped", "hello\nping 1\n"),
    said("nboard", "the version of the protocol; the engine says its name", "nboard 2\n"),
    said("set depth", "how far it looks", "set depth 4\nset depth deep\n"),
    said("set game", "a game in GGF", "set game (;GM[Othello]B[F5]W[D6];)\nhint 1\n"),
    said(
        "set game",
        "of a game that is refused nothing is said",
        "set game (;GM[Othello]B[A1];)\ngo\nhint 1\nanalyze\nping 1\n",
    ),
    said("set contempt", "what a draw is worth; the evaluation says it", "set contempt 10\n"),
    said("set, of bestply", "the memory of a search", "set bytes 65536\nset bytes few\n"),
    said("move", "a move with its value and its time", "move F5/1.5/2\nmove D6\nhint 1\n"),
    said("move", "of a move that is refused nothing is said", "move A1\ngo\nping 1\nset game (;GM[Othello];)\ngo\n"),
    said("move", "a number is no move", "move 3\n"),
    said("hint", "the best moves, as many as are asked for", "hint 2\nhint many\n"),
    said("go", "the move, which is not played", "go\n"),
    said("ping", "answered with its number", "ping 7\n"),
    said("learn", "the game is learnt, which nobody does here", "learn\n"),
    said("analyze", "each position of the game", "move F5\nanalyze\n"),
    said("quit", "nothing after it", "quit\nping 1\n"),
];

#[test]
fn nboard() {
    insta::assert_snapshot!(table("othello", Protocol::NBoard, NBOARD, timeless));
}
