//! Ends of games: the solver plays them, and what it proves is said.

use bestply::{Limit, Stop};
use bestply_catalogue::Catalogue;
use bestply_catalogue::kept::Refusal;
use bestply_engine::{Book, BookError, BookPlan, Game, Start, Thinker, analyse};
use toml::Table;

/// Number 1 of some published endgames is too long for a test; this has eleven empty squares.
const END: &str = "OOOOOOOOOOXXXXXOOXOXXXXOOXXOXXXOOXXXOXXOOXXXXOXOOXXXXX-O-XXXXX-- X";

fn game(catalogue: &Catalogue, position: &str) -> Game {
    let start = Start::Position(position.to_owned());
    Game::new(catalogue, "othello", &start).expect("it is a position")
}

fn thinker(catalogue: &Catalogue, game: &Game, searcher: &str) -> Thinker {
    let searcher = catalogue.player(searcher).expect("it is a searcher");
    Thinker::new(catalogue, game, &searcher, None).expect("it thinks")
}

#[test]
fn every_searcher_plays_the_end_exactly() {
    let catalogue = Catalogue::standard();
    let game = game(&catalogue, END);
    for searcher in ["best-first:evaluations=20000", "alpha-beta:depth=6", "uct-best-first:evaluations=20000"] {
        let mut thinker = thinker(&catalogue, &game, searcher);
        let limit = thinker.limit();
        let report = thinker.think(&game, &limit).expect("the game is not over");
        let outcome = report.outcome.expect("it is near the end");
        assert_eq!((outcome.alpha, outcome.beta, report.stop), (-30, -30, Stop::Terminal), "{searcher}");
        let mut without = self::thinker(&catalogue, &game, &format!("{searcher},ends=searcher"));
        assert!(without.think(&game, &limit).expect("the game is not over").outcome.is_none());
    }
}

#[test]
fn an_analysis_says_what_is_exact() {
    let catalogue = Catalogue::standard();
    let mut game = game(&catalogue, END);
    game.play("--").expect("black has to pass");
    let mut thinker = thinker(&catalogue, &game, "best-first:evaluations=50000");
    let limit = thinker.limit();
    let analysis = analyse(&mut thinker, &game, 3, &limit).expect("the game is not over");
    assert!(analysis.answer(&game).ends_with("white wins by 30, which is exact."), "{}", analysis.answer(&game));
    assert!(analysis.moves.iter().all(bestply_engine::BestMove::is_solved), "{}", analysis.table(&game));
    assert!(analysis.table(&game).contains("white wins by 30"));
    assert!(analysis.json(&game).contains("\"outcome\": [\n    -30,\n    -30\n  ]"), "{}", analysis.json(&game));
    let worst = analysis.moves.last().and_then(|mv| mv.outcome).expect("it is solved");
    assert!(worst.beta >= -30);
}

/// The first search may only find who wins, and the searches of the other moves by how much.
#[test]
fn the_move_of_which_most_is_proved_is_the_best() {
    const LONG: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let catalogue = Catalogue::standard();
    let game = game(&catalogue, LONG);
    let mut solved = 0;
    for evaluations in [100_000, 1_000_000, 4_000_000] {
        let mut thinker = thinker(&catalogue, &game, "best-first:evaluations=1000");
        let limit = Limit::new().evaluations(evaluations);
        let analysis = analyse(&mut thinker, &game, 60, &limit).expect("the game is not over");
        let Some(outcome) = analysis.outcome else { continue };
        solved += 1;
        assert_eq!(analysis.moves[0].outcome, Some(outcome));
        let others = analysis.moves.iter().filter_map(|mv| mv.outcome).map(|outcome| outcome.alpha);
        assert_eq!(others.max(), Some(outcome.alpha), "{}", analysis.table(&game));
    }
    assert!(solved > 0);
}

#[test]
fn far_from_the_end_nothing_is_proved() {
    let catalogue = Catalogue::standard();
    let game = Game::new(&catalogue, "othello", &Start::default()).expect("it is a game");
    let mut thinker = thinker(&catalogue, &game, "best-first:evaluations=2000");
    let report = thinker.think(&game, &Limit::new().evaluations(2000)).expect("the game is not over");
    assert_eq!((report.outcome, report.counts.evaluations), (None, 2000));
}

#[test]
fn a_book_is_the_same_every_time_and_knows_mirror_images() {
    let catalogue = Catalogue::standard();
    let start = Game::new(&catalogue, "othello", &Start::default()).expect("it is a game");
    let plan = BookPlan { evaluations: 300, plies: 4, width: 3 };
    let make = || {
        let mut thinker = thinker(&catalogue, &start, "uct-best-first");
        Book::make(&mut thinker, &start, plan).expect("it thinks")
    };
    let book = make();
    assert_eq!(book, make());
    assert_eq!(Book::read(&book.text(), "othello").as_ref(), Ok(&book));
    assert!(book.len() > 8 && book.choose(&start).is_some());
    for (one, image) in [("f5", "e6"), ("f5", "c4"), ("f5", "d3")] {
        let replies = [one, image].map(|first| {
            let mut game = start.clone();
            game.play(first).expect("it is legal");
            let reply = book.choose(&game).expect("the book has it");
            game.play_at(reply);
            game
        });
        let canonical = replies
            .each_ref()
            .map(|game| game.position().get::<bestply::othello::Othello>().expect("it is Othello").canonical());
        assert_eq!(canonical[0], canonical[1]);
    }
}

/// What a thinker plays is what an analysis recommends, whatever its search finds best.
#[test]
fn an_analysis_recommends_the_books_move() {
    let catalogue = Catalogue::standard();
    let start = Game::new(&catalogue, "connect-four", &Start::default()).expect("it is a game");
    let plan = BookPlan { evaluations: 3000, plies: 1, width: 1 };
    let book = Book::make(&mut thinker(&catalogue, &start, "best-first"), &start, plan).expect("it thinks");
    let of_book = start.move_texts()[book.choose(&start).expect("the book has it")].clone();
    for searcher in ["best-first:evaluations=20", "principal-variation-search:depth=1", "uct-best-first:evaluations=30"]
    {
        for most in [1, 7] {
            let alone =
                analyse(&mut thinker(&catalogue, &start, searcher), &start, most, &Limit::new().evaluations(20));
            let mut thinker = thinker(&catalogue, &start, searcher).with_book(book.clone());
            let analysis = analyse(&mut thinker, &start, most, &Limit::new().evaluations(20)).expect("it thinks");
            assert_eq!((analysis.moves[0].text.as_str(), analysis.book.as_ref()), (&*of_book, Some(&of_book)));
            assert!(analysis.answer(&start).contains(&format!("best move is {of_book}, from the opening book: ")));
            assert_eq!(analysis.moves.len(), most.min(7));
            let mut indices: Vec<usize> = analysis.moves.iter().map(|mv| mv.index).collect();
            indices.sort_unstable();
            indices.dedup();
            assert_eq!(indices.len(), analysis.moves.len(), "each move once");
            assert_eq!(alone.expect("it thinks").book, None);
        }
    }
}

#[test]
fn a_bad_book_is_told_in_a_line() {
    let catalogue = Catalogue::standard();
    let start = Game::new(&catalogue, "othello", &Start::default()).expect("it is a game");
    let plan = BookPlan { evaluations: 50, plies: 1, width: 1 };
    let text = Book::make(&mut thinker(&catalogue, &start, "best-first"), &start, plan).expect("it thinks").text();
    let refused = |text: &str, rules| match Book::read(text, rules) {
        Err(BookError::Refused(refusal)) => refusal,
        read => panic!("it is read: {read:?}"),
    };
    assert_eq!(refused("", "othello"), Refusal::OtherKind("book"));
    assert_eq!(refused("something\nelse\n", "othello"), Refusal::OtherKind("book"));
    assert!(matches!(refused("bestply book 1 othello alpha-beta\n", "othello"), Refusal::Version { .. }));
    assert!(matches!(refused(&text, "oware"), Refusal::OfAnother { .. }));
    assert_eq!(refused(&text.replace('O', "X"), "othello"), Refusal::Damaged);
    assert_eq!(refused(&format!("{text}\n"), "othello"), Refusal::Damaged);
    let ends = text.find('\n').expect("it has lines")..text.len();
    ends.for_each(|end| assert_eq!(refused(&text[..end], "othello"), Refusal::Damaged));
}

/// A random game's settings and number are a part of its rules, and a position's text shows neither.
#[test]
fn a_book_of_another_random_game_is_refused() {
    let catalogue = Catalogue::standard();
    let game = |branching: i64, number| {
        let settings = Table::from_iter([("branching".to_owned(), branching.into()), ("length".to_owned(), 9.into())]);
        let kind = catalogue.game_with("random", &settings).expect("it has such settings");
        Game::of(&catalogue, kind, &Start::Number(number)).expect("it is a game")
    };
    let (one, plan) = (game(3, 4), BookPlan { evaluations: 50, plies: 2, width: 1 });
    let text = Book::make(&mut thinker(&catalogue, &one, "best-first"), &one, plan).expect("it thinks").text();
    assert!(Book::read(&text, game(3, 4).rules()).is_ok());
    assert_eq!(one.rules(), "random { branching = 3, length = 9 } number 4");
    for other in [game(3, 5), game(2, 4)] {
        let told = Book::read(&text, other.rules()).expect_err("it is of another game").to_string();
        let found = format!("the book cannot be used: it is of {}, not of {}", one.rules(), other.rules());
        assert_eq!(told, found);
    }
}
