//! Games in progress, in every game of the catalogue.

use bestply::{Position, Side, Stop, Value};
use bestply_catalogue::{Catalogue, Logic, Playable, SearcherSpec};
use bestply_engine::{Analysis, AnalysisMethod, Game, GameError, Start, Thinker, analyse};

/// A game of this name from its first start, with the settings that it needs.
fn game(catalogue: &Catalogue, name: &str) -> Game {
    let settings = if name == "random" { "branching = 3\nlength = 12" } else { "" };
    let kind = catalogue.game_with(name, &settings.parse().expect("it is TOML")).expect("there is such a game");
    Game::of(catalogue, kind, &Start::default()).expect("it is a game")
}

fn names(catalogue: &Catalogue) -> Vec<&'static str> {
    catalogue.games().map(|about| about.name).collect()
}

/// Plays to the end by a rule that does not always choose the same move.
fn play_out(game: &mut Game) {
    for ply in 0.. {
        let moves = game.move_texts().len();
        match moves {
            0 => return,
            _ => game.play_at((ply * ply + ply / 3) % moves),
        }
    }
}

#[test]
fn every_game_is_played_taken_back_and_saved() {
    let catalogue = Catalogue::standard();
    for name in names(&catalogue) {
        let mut played = game(&catalogue, name);
        play_out(&mut played);
        assert!(played.is_over() && played.outcome_words().is_some(), "{name}");
        let read = Game::read(&catalogue, &played.record()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((read.played(), read.position().text()), (played.played(), played.position().text()), "{name}");
        let plies = played.played().len();
        let before = (0..plies).map(|_| played.undo().expect("it was played").text).last();
        assert_eq!(before.as_ref(), read.played().first().map(|first| &first.text), "{name}");
        assert_eq!((played.undo(), played.position().text()), (None, played.start().text()), "{name}");
    }
}

#[test]
fn a_position_of_ones_own_is_a_start() {
    let catalogue = Catalogue::standard();
    let start = Start::Position("o.x/.x./... o".to_owned());
    let told = Game::new(&catalogue, "tic-tac-toe", &start).expect_err("it has no side").to_string();
    assert!(told.starts_with("no position of tic-tac-toe: "), "{told}");
    let start = Start::Position("o.x/.x./...".to_owned());
    let mut game = Game::new(&catalogue, "tic-tac-toe", &start).expect("it is a position");
    game.play_all("1. a1 b3").expect("they are legal");
    assert_eq!(game.side_name(game.to_move()), "o");
    assert_eq!(Game::read(&catalogue, &game.record()).expect("it was saved").played(), game.played());
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let catalogue = Catalogue::standard();
    let mut othello = game(&catalogue, "othello");
    let random = Game::new(&catalogue, "random", &Start::default());
    let far = catalogue.game_with("othello", &"opening_plies = 9".parse().expect("it is TOML"));
    let far = far.map_err(GameError::from).and_then(|far| Game::of(&catalogue, far, &Start::default()));
    let mut over = Game::new(&catalogue, "tic-tac-toe", &Start::default()).expect("it is a game");
    over.play_all("a1 a2 b1 b2 c1").expect("they are legal");
    let told = [
        random.expect_err("it has no branching").to_string(),
        far.expect_err("it is too far").to_string(),
        othello.play("d33").expect_err("it is no move").to_string(),
        othello.play("a1\n").expect_err("it is no move").to_string(),
        othello.play_all("f5 d6 a1").expect_err("one is not legal").to_string(),
        over.play("c3").expect_err("it is over").to_string(),
        Game::read(&catalogue, "game = 'othello'\nmoves = 'f5'\nby = 'me'").expect_err("no such key").to_string(),
        Game::read(&catalogue, "\u{7f}").expect_err("it is no TOML").to_string(),
    ];
    insta::assert_snapshot!(told.join("\n"));
    assert_eq!(othello.played(), [], "nothing was played");
}

/// Whose keyboard offers numbers counts them itself.
#[test]
fn a_number_is_a_move_only_where_the_notation_writes_it() {
    let catalogue = Catalogue::standard();
    for name in names(&catalogue) {
        let game = game(&catalogue, name);
        let texts = game.move_texts();
        for number in [0, 1, texts.len()].map(|number| number.to_string()) {
            let is_move = texts.contains(&number);
            assert_eq!(game.clone().play(&number).is_ok(), is_move, "{name} {number}");
            assert_eq!(game.clone().play_all(&number).is_ok(), is_move, "{name} {number}");
        }
    }
}

#[test]
fn a_thinker_follows_whatever_game_it_is_shown() {
    let catalogue = Catalogue::standard();
    let searcher = catalogue.player("best-first:evaluations=300").expect("it is a searcher");
    for name in names(&catalogue) {
        let mut game = game(&catalogue, name);
        let mut thinker = Thinker::new(&catalogue, &game, &searcher, None).expect("it thinks");
        for ply in 0..6 {
            let report = thinker.think(&game, &thinker.limit()).expect("the game goes on");
            game.play_at(report.best_move.expect("the game goes on"));
            if ply == 3 {
                game.undo();
                game.undo();
            }
        }
    }
}

/// How many moves are shown changes neither the best one nor what the search spends.
#[test]
fn an_analysis_of_several_moves_is_one_search_unless_its_searcher_cuts_moves_off() {
    let catalogue = Catalogue::standard();
    let positions = [("connect-four", "g f g"), ("othello", "f5 d6"), ("onitama", ""), ("tic-tac-toe", "a1 b2")];
    for (name, moves) in positions {
        let mut game = game(&catalogue, name);
        game.play_all(moves).expect("they are legal");
        for about in catalogue.searchers().filter(|about| about.games.is_empty()) {
            let has_leaves = about.keys.iter().any(|own| own.name == "leaves");
            let first = about.first_depth.map_or_else(String::new, |key| format!(",{key}=2"));
            for more in ["", ",ends=searcher", ",leaves=4"].into_iter().take(if has_leaves { 3 } else { 2 }) {
                for evaluations in [50, 700] {
                    let text = format!("{}:evaluations={evaluations}{first}{more}", about.name);
                    let player = catalogue.player(&text).expect("it is a searcher");
                    let analysed = |most: usize| {
                        let mut thinker = Thinker::new(&catalogue, &game, &player, None).expect("it thinks");
                        analyse(&mut thinker, &game, most, &player.limit()).expect("the game goes on")
                    };
                    let (one, two) = (analysed(1), analysed(2));
                    let best = |seen: &Analysis| (seen.moves[0].clone(), seen.proved, seen.evaluations);
                    if !matches!(about.logic, Logic::AlphaBeta | Logic::PrincipalVariation) {
                        assert_eq!(best(&one), best(&two), "{name} {text}");
                    } else if two.method == AnalysisMethod::Together {
                        assert_eq!(two.evaluations, one.evaluations, "{name} {text}");
                    }
                    assert!(two.evaluations <= evaluations, "{name} {text}: {}", two.evaluations);
                }
            }
        }
    }
}

/// What is said of a move's value is there where the value is, whoever searches.
#[test]
fn only_a_move_with_a_value_is_exact_or_won() {
    let catalogue = Catalogue::standard();
    let (mut exact, mut unknown, mut won) = (0, 0, 0);
    for (name, moves) in [("connect-four", "d d c c"), ("tic-tac-toe", "a1 b1 b2 c1"), ("othello", "")] {
        let mut game = game(&catalogue, name);
        game.play_all(moves).expect("they are legal");
        for about in catalogue.searchers().filter(|about| about.games.is_empty()) {
            let first = about.first_depth.map_or_else(String::new, |key| format!(",{key}=2"));
            let text = format!("{}:evaluations=300{first}", about.name);
            let player = catalogue.player(&text).expect("it is a searcher");
            let mut thinker = Thinker::new(&catalogue, &game, &player, None).expect("it thinks");
            let analysis = analyse(&mut thinker, &game, usize::MAX, &player.limit()).expect("the game goes on");
            for mv in &analysis.moves {
                assert_eq!(mv.kind.is_some(), mv.value.is_some(), "{name} {}: {mv:?}", about.name);
                let wins = [Side::Max, Side::Min].into_iter().find(|side| mv.value == Some(side.win()));
                assert_eq!(mv.winner, wins, "{name} {}: {mv:?}", about.name);
                let json = serde_json::to_value(mv).expect("it is JSON");
                assert!(!json["value"].is_null() || json["kind"].is_null(), "{json}");
                exact += usize::from(mv.is_exact());
                unknown += usize::from(mv.value.is_none());
                won += usize::from(mv.winner.is_some());
            }
        }
    }
    assert!(exact > 0 && unknown > 0 && won > 0, "{exact} exact, {unknown} unknown, {won} won");
}

/// Whoever knows all values in one search and whoever searches move by move agree where the depth is the same.
#[test]
fn moves_searched_by_themselves_have_the_values_of_minimax() {
    let catalogue = Catalogue::standard();
    for name in ["othello", "connect-four", "onitama"] {
        let mut game = game(&catalogue, name);
        game.play_at(0);
        let values = |searcher: &str| -> Vec<(usize, Option<Value>)> {
            let spec = catalogue.player(searcher).expect("it is a searcher");
            let mut thinker = Thinker::new(&catalogue, &game, &spec, None).expect("it thinks");
            let analysis = analyse(&mut thinker, &game, usize::MAX, &spec.limit()).expect("the game goes on");
            assert!(analysis.moves.iter().all(bestply_engine::BestMove::is_exact), "{name} {searcher}");
            let mut values: Vec<_> = analysis.moves.iter().map(|mv| (mv.index, mv.value)).collect();
            values.sort_unstable();
            values
        };
        let minimax = values("minimax:depth=3");
        assert_eq!(values("plain-alpha-beta:depth=3"), minimax, "{name}");
        assert_eq!(values("principal-variation-search:depth=3"), minimax, "{name}");
        assert_eq!(minimax.len(), game.position().move_count(), "{name}");
    }
}

#[test]
fn an_analysis_is_a_sentence_and_a_table() {
    let catalogue = Catalogue::standard();
    let mut othello = game(&catalogue, "othello");
    othello.play_all("f5d6c3").expect("they are legal");
    let mut shown = |searcher: &str| {
        let spec = SearcherSpec::read(searcher).expect("it can be read");
        let (player, _) = catalogue.prepared(spec, othello.kind(), None).expect("it plays Othello");
        let mut thinker = Thinker::new(&catalogue, &othello, &player, None).expect("it thinks");
        let analysis = analyse(&mut thinker, &othello, 3, &player.limit()).expect("the game goes on");
        format!("{}\n{}", analysis.answer(&othello), analysis.table(&othello))
    };
    let searchers = [
        "best-first:evaluations=2000",
        "uct-best-first:evaluations=2000",
        "plain-alpha-beta:depth=4",
        // Its values are no discs, but it says what they are in discs.
        "uct-best-first:evaluations=2000,evaluation=strong,preset=tuned",
    ];
    let tables = searchers.map(&mut shown);
    insta::assert_snapshot!(tables.join("\n"));
}

#[test]
fn a_proof_and_a_bound_are_said_to_be_one() {
    let catalogue = Catalogue::standard();
    let start = Start::Position("xx./oo./...".to_owned());
    let game = Game::new(&catalogue, "tic-tac-toe", &start).expect("it is a position");
    let spec = catalogue.player("recursive-best-first:depth=3").expect("it is a searcher");
    let mut thinker = Thinker::new(&catalogue, &game, &spec, None).expect("it thinks");
    let analysis = analyse(&mut thinker, &game, 3, &spec.limit()).expect("the game goes on");
    insta::assert_snapshot!(format!("{}\n{}", analysis.answer(&game), analysis.table(&game)));
}

#[test]
fn an_analysis_is_data_too() {
    let catalogue = Catalogue::standard();
    let mut game = game(&catalogue, "connect-four");
    game.play_all("d d d").expect("they are legal");
    let spec = catalogue.player("uct-best-first:evaluations=500").expect("it is a searcher");
    let mut thinker = Thinker::new(&catalogue, &game, &spec, None).expect("it thinks");
    let analysis = analyse(&mut thinker, &game, 2, &spec.limit()).expect("the game goes on");
    let json = analysis.json(&game);
    let timeless: Vec<&str> = json.lines().filter(|line| !line.contains("\"seconds\"")).collect();
    insta::assert_snapshot!(timeless.join("\n"));
}

/// The searcher of this text as it plays.
fn playing(catalogue: &Catalogue, game: &Game, text: &str) -> Thinker {
    let player = catalogue.for_playing(SearcherSpec::read(text).expect("it can be read"), game.about().name);
    Thinker::new(catalogue, game, &player.expect("it is of the game").with_ends(false), None).expect("it thinks")
}

#[test]
fn what_plays_uses_its_whole_limit_however_few_its_bytes_are() {
    let catalogue = Catalogue::standard();
    let game = game(&catalogue, "othello");
    let mut pruning = 0;
    for about in catalogue.searchers().filter(|about| about.keys.iter().any(|key| key.name == "memory")) {
        let first = about.first_depth.map_or_else(String::new, |key| format!(",{key}=2"));
        for more in ["", ",threads=2", ",leaves=4"]
            .iter()
            .filter(|more| more.is_empty() || about.keys.iter().any(|key| more[1..].starts_with(key.name)))
        {
            // Threads need a tree.
            let has_graphs = about.keys.iter().any(|key| key.name == "transpositions");
            let tree = if has_graphs && more.contains("threads") { ",transpositions=off" } else { "" };
            let text = format!("{}:evaluations=30000,bytes=65536{first}{more}{tree}", about.name);
            let mut thinker = playing(&catalogue, &game, &text);
            let limit = thinker.limit();
            let report = thinker.think(&game, &limit).expect("the game is not over");
            assert_eq!(report.stop, Stop::Evaluations, "{text}");
            assert!(report.counts.evaluations > 29_900 && report.bytes <= 65_536, "{text}: {report}");
            let memory = thinker.memory_use();
            assert_eq!((memory.held, memory.limit, memory.ended), (report.bytes, 65_536, 0), "{text}");
            // What is said goes before what is usual.
            let mut stopping = playing(&catalogue, &game, &format!("{text},memory=stop"));
            assert_eq!(stopping.think(&game, &limit).expect("it thinks").stop, Stop::Memory, "{text}");
            assert_eq!(stopping.memory_use().ended, 1, "{text}");
            pruning += 1;
        }
    }
    assert!(pruning >= 9, "only {pruning}");
}

#[test]
fn what_ended_for_memory_is_said() {
    let catalogue = Catalogue::standard();
    let game = game(&catalogue, "othello");
    let mut thinker = playing(&catalogue, &game, "best-first:evaluations=20000,memory=stop");
    assert_eq!(thinker.limit().bytes, Some(Thinker::DEFAULT_BYTES));
    let analysis = |thinker: &mut Thinker| {
        let limit = thinker.limit();
        analyse(thinker, &game, 1, &limit).expect("the game is not over")
    };
    let whole = analysis(&mut thinker);
    assert!(!whole.out_of_memory && whole.how().ends_with("KiB of 256 MiB."), "{}", whole.how());
    assert!(whole.json(&game).contains("\"most_bytes\": 268435456,\n  \"out_of_memory\": false"));
    // With fewer bytes it holds no more than those, of what it knew before either.
    thinker.set_bytes(65_536);
    let short = analysis(&mut thinker);
    assert!(short.out_of_memory && short.bytes <= 65_536 && short.evaluations < 20_000, "{short:?}");
    let note = "KiB of 64 KiB.\nNote: the search ended because its 64 KiB were spent; with memory=prune it goes on, with more bytes for longer.";
    assert!(short.how().ends_with(note), "{}", short.how());
    assert!(short.json(&game).contains("\"out_of_memory\": true"));
}
