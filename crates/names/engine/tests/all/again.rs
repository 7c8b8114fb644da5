//! The same position is asked about again, after moves and takings back, through every protocol: it has a move each
//! time, and one that keeps what is proved.

use bestply::Limit;
use bestply_catalogue::{About, Catalogue};
use bestply_engine::{Game, Start, Thinker, analyse};

use crate::clients::{Client, PAWNS, Protocol, answers, catalogue};

/// All searchers, with few evaluations each: by themselves, and with the solver of the game's ends.
fn searchers(catalogue: &Catalogue) -> Vec<String> {
    let text = |about: &About, ends: &str| {
        let first = about.first_depth.map_or_else(String::new, |key| format!(",{key}=2"));
        format!("{}:evaluations=20000{first}{ends}", about.name)
    };
    catalogue.searchers().flat_map(|about| ["", ",ends=searcher"].map(|ends| text(about, ends))).collect()
}

/// X, to move, wins by c1 alone.
const SQUARES: [&str; 4] = ["a1", "b2", "c3", "a3"];

/// Black, to move, wins by f alone.
const DROPS: [&str; 18] = ["d", "d", "d", "d", "d", "b", "b", "f", "f", "e", "e", "a", "a", "b", "f", "e", "a", "a"];

/// Asks over GTP, twice, before and after taking back the answer, and after taking back the other side's move as well.
fn asked_over_gtp(game: &str, moves: &[&str], searcher: &str, best: &str) {
    let side = |ply: usize| if ply.is_multiple_of(2) { "b" } else { "w" };
    let mut input: String = moves.iter().enumerate().map(|(ply, mv)| format!("play {} {mv}\n", side(ply))).collect();
    let (last, before) = (moves[moves.len() - 1], moves.len() - 1);
    let (side, other) = (side(moves.len()), side(before));
    input += &format!("reg_genmove {side}\nreg_genmove {side}\ngenmove {side}\nundo\ngenmove {side}\nundo\nundo\n");
    input += &format!("genmove {other}\nundo\nplay {other} {last}\nreg_genmove {side}\n");
    let said = answers(game, Protocol::Gtp, searcher, input.as_bytes());
    let said: Vec<&str> = said.split("\n\n").skip(moves.len()).collect();
    let moves = [0, 1, 2, 4, 10].map(|at| said[at]);
    assert_eq!(moves, [format!("= {best}").as_str(); 5], "{game}, {searcher}: {said:?}");
}

#[test]
fn every_searcher_is_asked_again_over_gtp() {
    for searcher in searchers(&catalogue()) {
        asked_over_gtp("tic-tac-toe", &SQUARES, &searcher, "c1");
    }
    for searcher in ["proof-number:evaluations=1000000", "proof-number:evaluations=1000000,ends=searcher"] {
        asked_over_gtp("connect-four", &DROPS, searcher, "f");
    }
}

/// White has three moves left, and black passes.
#[test]
fn every_searcher_is_asked_again_over_nboard() {
    let game = "set game (;GM[Othello]BO[8 OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- *]B[PA];)";
    for searcher in searchers(&catalogue()) {
        let mut client = Client::start("othello", Protocol::NBoard, &searcher, false);
        // Whatever is said while a search goes on ends it.
        let moves = [&["nboard 2", game, "go"][..], &["go"], &["move A8", game, "go"]].map(|lines| {
            lines.iter().for_each(|line| client.say(line));
            client.wait_for("=== ").split('/').next().map(str::to_owned)
        });
        client.end();
        assert!(moves.iter().all(|mv| *mv == moves[0]), "{searcher}: {moves:?}");
    }
}

/// A man of MAX is two steps from the last row, and nobody can take it.
#[test]
fn every_searcher_is_asked_again_over_uci() {
    let position = "position fen ......../......../x......./......../.......o/......../......../........ x";
    for searcher in searchers(&catalogue()) {
        let input = format!("{position}\ngo\ngo\n{position} moves a6a7 h4h3\ngo\n{position}\ngo\n");
        let said = answers(PAWNS, Protocol::Uci, &searcher, input.as_bytes());
        let moves: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        let wins = |mv: &&str, from: &str| mv.starts_with(from);
        assert_eq!(moves.len(), 4, "{searcher}: {said}");
        assert!([0, 1, 3].iter().all(|&at| wins(&moves[at], "a6")) && wins(&moves[2], "a7"), "{searcher}: {moves:?}");
    }
}

#[test]
fn an_analysis_is_made_again() {
    let catalogue = catalogue();
    for searcher in searchers(&catalogue) {
        let mut game = Game::new(&catalogue, "tic-tac-toe", &Start::default()).expect("it is a game");
        game.play_all(&SQUARES.join(" ")).expect("they are legal");
        let spec = catalogue.player(&searcher).expect("it is a searcher");
        let mut thinker = Thinker::new(&catalogue, &game, &spec, None).expect("it thinks");
        let mut best = |game: &Game| {
            let analysis = analyse(&mut thinker, game, 2, &Limit::new().evaluations(20_000));
            analysis.expect("the game is not over").moves[0].text.clone()
        };
        assert_eq!([best(&game), best(&game)], ["c1"; 2], "{searcher}");
        let last = game.undo();
        best(&game);
        game.play("a3").expect("it was taken back");
        assert_eq!((best(&game), last.is_some()), ("c1".to_owned(), true), "{searcher}");
    }
}
