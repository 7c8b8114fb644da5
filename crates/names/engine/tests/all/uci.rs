//! UCI from a client's point of view, in Breakthrough as a game that programs for chess play.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use bestply::{Advance, Evaluator, Limit, Observer, Position, Report, Reset, Search, Stop};
use bestply_catalogue::SearcherEntry;
use bestply_testkit::reviewable;

use crate::clients::{Client, PAWNS, Protocol, answers, answers_with, catalogue};

const SEARCHER: &str = "uct-best-first:preset=none,evaluations=400";

fn said(searcher: &str, input: &str) -> String {
    answers(PAWNS, Protocol::Uci, searcher, input.as_bytes())
}

/// A line without what was measured.
fn timeless(line: &str) -> String {
    let mut words = line.split(' ').peekable();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        kept.push(word);
        if line.starts_with("info") && ["nps", "time"].contains(&word) && words.next().is_some() {
            kept.push("…");
        }
    }
    kept.join(" ")
}

fn session(searcher: &str, input: &str) -> String {
    said(searcher, input).lines().map(|line| timeless(line) + "\n").collect()
}

/// Nothing but evaluations ends these searches, so that they repeat.
#[test]
fn a_session() {
    let input = "\
uci
debug on
isready
setoption name Hash value 8
setoption name threads value 1
setoption name exploration value 0.5
setoption name selection value softmax
setoption name Exploration value 2
setoption name urgency value many
setoption name Hash value 0
setoption name Contempt value 10
setoption
ucinewgame
position startpos moves a2a3 a7a6
go nodes 3000
position startpos moves a2a3 a7a6 a3a4
joho go nodes 100
position startpos moves a2a3 a7a7
position fen nothing
position
go nodes 100
position startpos moves a2a3 a7a6 a3a4
go searchmoves b7b6 c7c6 z9z9 nodes 2000
setoption name Searcher value principal-variation-search
go depth 3
setoption name Searcher value principle-variation-search
setoption name ends value searcher
go mate 1
";
    let session = session("uct-best-first:preset=none", input);
    insta::assert_snapshot!(reviewable(&session));
}

#[test]
fn the_same_session_says_the_same() {
    let input = "position startpos\ngo nodes 5000\nposition startpos moves a2a3 a7a6\ngo depth 2\ngo nodes 77\n";
    assert_eq!(session(SEARCHER, input), session(SEARCHER, input));
}

#[test]
fn a_setting_that_is_in_force_already_is_no_change() {
    let input = "setoption name exploration value 1.5\nsetoption name memory value stop\nuci\n";
    let listed = said(SEARCHER, input);
    assert_eq!(listed, said(SEARCHER, "uci\n"), "{listed}");
}

/// A score is the side to move's, in hundredths of a pawn, and so is a mate.
#[test]
fn scores_are_of_the_side_to_move() {
    // A man of MAX is one step from the last row, and nobody can take it.
    let near = "......../x......./......../.......o/......../......../......../........";
    // MAX has four men more.
    let more = "oooo..../......../......../......../......../......../......../xxxxxxxx";
    for (board, depth, scores) in [(near, 2, ["mate 1 ", "mate -1 "]), (more, 1, ["cp 410 ", "cp -390 "])] {
        for (side, score) in ["x", "o"].into_iter().zip(scores) {
            let input = format!("position fen {board} {side}\ngo depth {depth}\n");
            let answer = said("principal-variation-search", &input);
            assert!(answer.contains(&format!("score {score}")), "{answer}");
        }
    }
}

#[test]
fn an_infinite_search_waits_for_stop_and_answers_meanwhile() {
    let mut client = Client::start(PAWNS, Protocol::Uci, "uct-best-first:evaluations=500", false);
    for go in ["go infinite", "go ponder nodes 100", "go ponder wtime 1000 btime 1000", "go infinite searchmoves a2a3"]
    {
        client.say("position startpos");
        client.say(go);
        client.wait_for("info depth");
        for _ in 0..3 {
            client.say("isready");
            assert_eq!(client.next_that("readyok", "bestmove"), "readyok", "{go}: it does not answer before `stop`");
        }
        client.say("stop");
        let best = client.wait_for("bestmove");
        assert!(!go.contains("searchmoves") || best.starts_with("bestmove a2a3"), "{go}: {best}");
    }
    client.say("go ponder movetime 1");
    client.say("ponderhit");
    client.wait_for("bestmove");
    client.say("go infinite");
    client.say("ucinewgame");
    client.wait_for("bestmove");
    client.end();
}

/// Without the interruption the search would take an hour.
#[test]
fn a_search_ends_when_it_is_told_to_and_when_nobody_is_there() {
    let mut client = Client::start(PAWNS, Protocol::Uci, "best-first:time_ms=3600000", false);
    client.say("go movetime 3600000");
    client.wait_for("info depth");
    client.say("stop");
    client.wait_for("bestmove");
    client.say("go infinite");
    client.wait_for("info depth");
    client.leave();
}

#[test]
fn clocks_of_all_kinds_are_kept() {
    for go in
        ["wtime 0 btime 0", "wtime -5 btime 100", "wtime 40 btime 40 winc 5 binc 5", "wtime 60 btime 60 movestogo 1"]
    {
        let answer = said("uct-best-first", &format!("position startpos\ngo {go}\n"));
        assert!(answer.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {answer}");
    }
}

#[test]
fn who_is_told_the_others_clock_alone_moves_within_a_second() {
    for (moves, go) in
        [("", "btime 885300"), (" moves a2a3", "wtime 885300 winc 10000"), ("", "btime 885300 winc 5000")]
    {
        let begun = Instant::now();
        let answer = said("uct-best-first", &format!("position startpos{moves}\ngo {go}\n"));
        assert!(answer.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{go}: {answer}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{go}: {:?}", begun.elapsed());
    }
}

/// The lines of the last slice: the number of each, its score in hundredths, and its first move.
fn last_lines(answer: &str, lines: usize) -> Vec<(usize, i64, String)> {
    let after = |line: &str, word: &str| {
        let rest = line.split_once(&format!(" {word} ")).unwrap_or_else(|| panic!("no `{word}`: {line}")).1;
        rest.split(' ').next().unwrap_or_default().to_owned()
    };
    let read = |line: &str| {
        let number = after(line, "multipv").parse().expect("it is a number");
        (number, after(line, "score cp").parse().expect("it is a number"), after(line, "pv"))
    };
    let told: Vec<&str> = answer.lines().filter(|line| line.starts_with("info depth")).collect();
    told[told.len() - lines..].iter().map(|line| read(line)).collect()
}

/// A searcher of a tree has the lines of one search, and one that cuts moves off searches each by itself.
#[test]
fn several_moves_are_told_each_with_its_line() {
    for searcher in
        ["uct-best-first", "best-first", "monte-carlo-tree-search", "principal-variation-search", "mtd-f", "alpha-beta"]
    {
        let answer = said(searcher, "setoption name MultiPV value 3\nposition startpos\ngo nodes 5000\n");
        let lines = last_lines(&answer, 3);
        let moves: HashSet<&String> = lines.iter().map(|(_, _, mv)| mv).collect();
        assert_eq!((lines.iter().map(|line| line.0).collect::<Vec<_>>(), moves.len()), (vec![1, 2, 3], 3), "{answer}");
        let best = format!("bestmove {}", lines[0].2);
        assert!(answer.lines().last().is_some_and(|line| line.starts_with(&best)), "{searcher}: {answer}");
    }
}

#[test]
fn the_lines_of_a_searcher_that_cuts_off_are_the_best_moves_by_their_values() {
    let position = "position startpos moves a2a3 a7a6";
    let all =
        said("principal-variation-search", &format!("setoption name MultiPV value 256\n{position}\ngo depth 4\n"));
    let count = all.lines().filter(|line| line.contains(" depth 4 ")).count();
    let lines = last_lines(&all, count);
    assert!(count > 20 && lines.is_sorted_by(|better, worse| better.1 >= worse.1), "{all}");
    for (_, score, mv) in [&lines[0], &lines[1], &lines[count - 1]] {
        let one = said("principal-variation-search", &format!("{position}\ngo depth 4 searchmoves {mv}\n"));
        assert!(one.contains(&format!(" depth 4 seldepth 4 score cp {score} ")), "{mv}: {one}");
    }
    let few = said("principal-variation-search", &format!("setoption name MultiPV value 2\n{position}\ngo depth 4\n"));
    assert_eq!(last_lines(&few, 2), lines[..2]);
}

#[test]
fn a_number_of_lines_is_from_1_to_256() {
    for (value, told) in [("0", true), ("257", true), ("many", true), ("1", false), ("256", false)] {
        let answer = said(SEARCHER, &format!("setoption name multipv value {value}\n"));
        assert_eq!(answer.contains("expected 1 to 256 lines"), told, "{answer}");
    }
    let one = session(SEARCHER, "setoption name MultiPV value 1\nposition startpos\ngo nodes 3000\n");
    assert_eq!(one, session(SEARCHER, "position startpos\ngo nodes 3000\n"));
}

/// Whatever was searched before and is set, and it changes nothing of the game.
#[test]
fn a_bench_counts_the_same_nodes_each_time() {
    let nodes = |searcher: &str, input: &str| {
        let answer = said(searcher, input);
        let line = answer.lines().find(|line| line.ends_with(" nps")).unwrap_or_else(|| panic!("{answer}"));
        let nodes: u64 = line.split_once(" nodes ").expect("it says its nodes").0.parse().expect("they are a number");
        assert!(nodes > 500 && !answer.contains("info string"), "{answer}");
        nodes
    };
    let other = "position startpos moves a2a3\ngo nodes 300\nbench 13 default\ngo nodes 10\n";
    for searcher in ["uct-best-first:evaluations=100", "principal-variation-search:evaluations=100"] {
        let count = nodes(searcher, "bench\n");
        assert_eq!(nodes(searcher, &format!("setoption name Hash value 1\n{other}")), count, "{searcher}");
        if searcher.starts_with("uct") {
            assert_eq!(nodes(searcher, &format!("setoption name Threads value 2\n{other}")), count, "{searcher}");
        }
    }
}

/// A searcher that knows half of the values that it may ask for, and so makes half of the evaluations that it may.
#[derive(Default)]
struct HalfKnown {
    searches: usize,
}

impl Reset for HalfKnown {
    fn reset(&mut self) {}
}

impl<P: Position> Advance<P> for HalfKnown {
    fn advance(&mut self, _: &mut P, _: P::Move) {}
}

impl<P: Position, E: Evaluator<P>> Search<P, E> for HalfKnown {
    fn run<O: Observer>(&mut self, position: &mut P, _: &mut E, limit: &Limit, _: &mut O) -> Report<P::Move> {
        self.searches += 1;
        assert!(self.searches < 100, "a search of slices goes on without end");
        let mut report = Report::new(Stop::Evaluations);
        (report.best_move, report.value) = (position.moves().next(), Some(0));
        report.counts.evaluations = limit.evaluations.expect("a slice has a limit of evaluations") / 2;
        report
    }
}

/// What is left after slices of 1000, 2000 and 4000 is the fourth slice, which is the last though it makes half of it.
#[test]
fn the_slice_of_all_that_is_left_is_the_last() {
    let half_known = SearcherEntry::new("half-known", |_| Ok(HalfKnown::default));
    let catalogue = catalogue().searcher(half_known);
    let input = b"setoption name ends value searcher\nposition startpos\ngo nodes 10000\n";
    let said = answers_with(&catalogue, PAWNS, Protocol::Uci, "half-known", input);
    let nodes: Vec<&str> = said.lines().filter_map(|line| line.split_once(" nodes ")?.1.split(' ').next()).collect();
    assert_eq!(nodes, ["500", "1500", "3500", "6750"], "{said}");
    assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{said}");
}
