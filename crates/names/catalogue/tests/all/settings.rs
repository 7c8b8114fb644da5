//! A setting that nothing reads is refused by its name, whoever wrote the entry.

use bestply::games::tic_tac_toe::{GameValue, TicTacToe};
use bestply::{BestFirst, EvaluatorFn, Limit, Position, Side, Value, evaluator_fn};
use bestply_catalogue::{
    AnyPosition, Catalogue, EvaluationEntry, EvaluationKind, EvaluationSpec, GameEntry, Key, NamedPlayer, OneScale,
    SearcherEntry,
};
use toml::Table;

/// A game with an evaluation, and this entry compiled for it.
fn game_with(entry: &SearcherEntry<BestFirst>) -> GameEntry<TicTacToe> {
    GameEntry::drawn("mine", 1, |_| TicTacToe::start())
        .evaluation(EvaluationEntry::new("compiled", OneScale(GameValue)).searcher(entry))
        .evaluation(EvaluationEntry::new("any", OneScale(GameValue)))
}

/// What is said of a player.
fn spec_or_error(catalogue: &Catalogue, spec: &str, evaluation: &str) -> String {
    let checked = catalogue.player(spec).and_then(|spec| {
        let settings = catalogue.game_with("mine", &Table::new())?;
        catalogue.seated(spec, &settings, Some(EvaluationSpec::named(evaluation)))
    });
    checked.map_or_else(|error| error.to_string(), |(spec, _)| spec.to_string())
}

#[test]
fn a_key_that_an_entry_does_not_read_is_refused() {
    let deaf = SearcherEntry::new("deaf", |settings| {
        let _ = settings.whole("heard") > 3 && settings.is_given("unheard");
        Ok(BestFirst::default)
    });
    let deaf = deaf.key(Key::whole("heard", 1..=9).or(1)).key(Key::whole("unheard", 1..=9).or(1));
    let catalogue = Catalogue::standard().searcher(deaf);
    let read = |spec: &str| catalogue.player(spec).map_err(|error| (error.to_string(), error.key().map(str::to_owned)));
    assert!(read("deaf:depth=1,heard=2").is_ok());
    for spec in ["deaf:depth=1,unheard=2", "deaf:heard=9,unheard=2", "deaf:depth=1,unheard=1"] {
        let told = ("nothing reads `unheard` of deaf: leave it out".to_owned(), Some("unheard".to_owned()));
        assert_eq!(read(spec), Err(told), "{spec}");
    }
}

#[test]
fn a_searcher_compiled_for_an_evaluation_reads_the_keys_of_the_general_one_or_refuses_them() {
    let partly = SearcherEntry::new("best-first", |_| Ok(BestFirst::default));
    let catalogue = Catalogue::standard().game(game_with(&partly));
    for (key, spec) in [("leaves", "best-first:depth=2,leaves=4"), ("memory", "best-first:depth=2,memory=prune")] {
        let told = format!("nothing reads `{key}` of best-first with compiled: leave it out");
        assert_eq!(spec_or_error(&catalogue, spec, "compiled"), told);
        assert_eq!(spec_or_error(&catalogue, spec, "any"), spec, "it is another's that plays with this evaluation");
    }
    assert_eq!(spec_or_error(&catalogue, "best-first:depth=2,bytes=9999", "compiled"), "best-first:depth=2,bytes=9999");
    // A key that is declared, and read by nothing, is the same.
    let declared =
        SearcherEntry::new("best-first", |_| Ok(BestFirst::default)).key(Key::whole("leaves", 1..=65_536).or(1));
    let catalogue = Catalogue::standard().game(game_with(&declared));
    let told = "nothing reads `leaves` of best-first with compiled: leave it out";
    assert_eq!(spec_or_error(&catalogue, "best-first:depth=2,leaves=4", "compiled"), told);
}

/// A setting that is the default of one of them is left out. It must be the other's default, too.
#[test]
#[should_panic(expected = "`best-first` for `compiled` of mine has another key `leaves` than elsewhere")]
fn a_compiled_searcher_has_no_other_defaults() {
    let other =
        SearcherEntry::new("best-first", |_| Ok(BestFirst::default)).key(Key::whole("leaves", 1..=65_536).or(8));
    drop(Catalogue::standard().game(game_with(&other)));
}

#[test]
fn a_key_that_a_kind_of_evaluations_does_not_read_is_refused() {
    let keys = vec![Key::whole("read", 1..=9).or(1), Key::whole("unread", 1..=9).or(1)];
    let count: fn(&AnyPosition) -> Value = |position| position.move_count() as Value;
    let kind = EvaluationKind::new("moves", keys, move |_, settings| {
        let _ = (settings.name("moves"), settings.whole("read"));
        Ok::<OneScale<EvaluatorFn<fn(&AnyPosition) -> Value>>, String>(OneScale(evaluator_fn(count)))
    });
    let catalogue = Catalogue::standard().evaluation_kind(kind);
    let made = |more: &str| {
        let spec = format!("best-first:depth=1,evaluation.moves=counted,evaluation.{more}");
        let game = catalogue.game_with("oware", &Table::new()).unwrap();
        let (_, evaluation) = catalogue.seated(catalogue.player(&spec).unwrap(), &game, None).unwrap();
        catalogue.venue(&game, None, &[evaluation]).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(made("read=2"), Ok(()));
    assert_eq!(made("name=mine"), Ok(()), "the name is for results");
    assert_eq!(made("unread=2"), Err("evaluation `moves`: nothing reads `unread`: leave it out".to_owned()));
}

/// The values of a game's positions, by the evaluation that a table describes, and by `learnt`; or what is wrong.
fn values_with(game: &str, settings: &str, table: &str) -> Result<Vec<(Value, Value)>, String> {
    let catalogue = Catalogue::standard();
    let game = catalogue.game_with(game, &settings.parse().unwrap()).unwrap();
    let players = [format!("minimax:depth=1,{table}"), "minimax:depth=1".to_owned()];
    let seated = players.map(|player| {
        let player = catalogue.player(&player).map_err(|error| error.to_string())?;
        catalogue.seated(player, &game, None).map_err(|error| error.to_string())
    });
    let [(player, noisy), (plain, learnt)] = seated.map(|seated| seated.unwrap_or_else(|error| panic!("{error}")));
    let venue = catalogue.venue(&game, None, &[noisy.clone(), learnt.clone()]).map_err(|error| error.to_string())?;
    let value = |player: &NamedPlayer, evaluation: &EvaluationSpec, number| {
        let start = venue.start(number).0;
        let mut contestant = player.contestant(&venue, evaluation.name(), &start).unwrap();
        contestant.start_game(&start, Side::Max).unwrap();
        contestant.search(&Limit::new().depth(1)).unwrap().value.unwrap()
    };
    Ok((1..=50).map(|number| (value(&player, &noisy, number), value(&plain, &learnt, number))).collect())
}

#[test]
fn an_evaluation_can_be_made_worse_by_errors() {
    let of = |more: &str| values_with("connect-four", "", &format!("evaluation.noisy=learnt{more}"));
    let distance = |values: &[(Value, Value)]| {
        let square = |&(noisy, learnt): &(Value, Value)| f64::from(noisy - learnt).powi(2);
        (values.iter().map(square).sum::<f64>() / values.len() as f64).sqrt() / 16_384.0
    };
    assert_eq!(distance(&of(",evaluation.deviation=0").unwrap()), 0.0);
    let [little, much] = ["0.01", "0.1"].map(|wins| distance(&of(&format!(",evaluation.deviation={wins}")).unwrap()));
    assert!((0.003..0.02).contains(&little) && (0.03..0.2).contains(&much), "{little} and {much} wins");
    assert_ne!(of(""), of(",evaluation.seed=2"), "another seed");
    assert_eq!(of(""), of(",evaluation.deviation=0.1,evaluation.seed=1"), "the defaults");
    insta::assert_snapshot!([
        ("no such evaluation", values_with("random", "branching = 2", "evaluation.noisy=edgesum")),
        ("no win", values_with("random", "branching = 2", "evaluation.noisy=edge-sum")),
        ("too little", of(",evaluation.deviation=0.00001")),
    ].map(|(what, found)| format!("{what}: {}", found.unwrap_err())).join("\n"), @r"
    no such evaluation: evaluation `noisy`: random has no evaluation `edgesum`, only `edge-sum`; did you mean `edge-sum`?
    no win: evaluation `noisy`: it does not say what a win is worth, in which errors are counted
    too little: evaluation `noisy`: errors of 0.00001 wins are none: a win is worth 16384
    ");
}

/// Two games with the same settings are equal, and no others.
#[test]
fn games_are_equal_that_have_the_same_settings() {
    let game = |table: &str| Catalogue::standard().game_with("oware", &table.parse().unwrap()).unwrap();
    assert_eq!((game(""), format!("{:?}", game(""))), (game(""), format!("{:?}", game(""))));
    assert_ne!(game(""), game("opening_plies = 1"));
}

#[test]
fn a_key_that_a_game_does_not_read_is_refused() {
    let mine = GameEntry::drawn("mine", 1, |_| TicTacToe::start()).key(Key::whole("size", 3..=9).or(3));
    let catalogue = Catalogue::standard().game(mine);
    let made =
        |table: &str| catalogue.game_with("mine", &table.parse().unwrap()).map(drop).map_err(|error| error.to_string());
    assert_eq!(made("opening_plies = 2"), Ok(()));
    assert_eq!(made("size = 4"), Err("nothing reads `size` of mine: leave it out".to_owned()));
}
