//! Evaluations of a stranger's whose values depend on the parent, by every searcher that might take one for another.

use bestply::{Keyed, Limit, Side, Value, evaluator_fn, mix};
use bestply_catalogue::{
    AnyMove, AnyPosition, Catalogue, EvaluationKind, EvaluationSpec, NamedPlayer, OneScale, SpecError,
};

/// Those that find the value of minimax to a depth, with tables of several sizes.
const TO_A_DEPTH: [&str; 6] = [
    "plain-alpha-beta",
    "alpha-beta",
    "principal-variation-search:table_bytes=64",
    "principal-variation-search:table_bytes=4096",
    "principal-variation-search:table_bytes=1048576",
    "mtd-f:table_bytes=1048576",
];

/// Those that find it at the end of the game.
const TO_THE_END: [&str; 6] = [
    "principal-variation-search",
    "mtd-f",
    "selective-alpha-beta",
    "uct-best-first:table_bytes=1048576,scale=50,choice=value",
    "uct-best-first:table_bytes=1048576,scale=50,choice=value,alpha_beta_depth=1",
    "unbounded-minimax:transpositions=on,scale=50",
];

/// Static values that look random, those of finished games, too.
fn kind() -> EvaluationKind {
    EvaluationKind::new("noise", Vec::new(), |_, settings| {
        assert_eq!(settings.name("noise"), "loud");
        let value = |number: u64| (mix(number) % 201) as Value - 100;
        let of_position = move |position: &AnyPosition| value(position.key());
        let of_child = move |parent: &mut AnyPosition, mv: AnyMove| value(parent.key() ^ u64::from(mv.number()));
        Ok(OneScale(evaluator_fn(of_position).with_parent(of_child)))
    })
}

/// The value of the position after a game's first two plies, by a searcher with this evaluation.
fn value(catalogue: &Catalogue, game: &str, player: &NamedPlayer, limit: &Limit) -> Option<Value> {
    let game = catalogue.game_with(game, &toml::Table::new()).unwrap();
    let (player, evaluation) = catalogue.seated(player.clone(), &game, None).unwrap();
    let name = evaluation.name().to_owned();
    let venue = catalogue.venue(&game, None, &[evaluation]).unwrap();
    let (start, _) = venue.start(3);
    let mut contestant = player.contestant(&venue, &name, &start).unwrap();
    contestant.start_game(&start, Side::Max).unwrap();
    contestant.search(limit).unwrap().value
}

fn with_noise(catalogue: &Catalogue, searcher: &str) -> NamedPlayer {
    let separator = if searcher.contains(':') { ',' } else { ':' };
    catalogue.player(&format!("{searcher}{separator}evaluations=1,evaluation.noise=loud")).unwrap()
}

#[test]
fn no_searcher_takes_a_value_for_that_below_another_parent() {
    let catalogue = Catalogue::standard().evaluation_kind(kind());
    let found = |searcher: &str, limit: &Limit| {
        value(&catalogue, "tic-tac-toe", &with_noise(&catalogue, searcher), limit).expect("it was searched")
    };
    for depth in [3, 5] {
        let limit = Limit::new().depth(depth);
        let expected = found("minimax", &limit);
        for searcher in TO_A_DEPTH {
            assert_eq!(found(searcher, &limit), expected, "{searcher} to {depth}");
        }
    }
    let expected = found("minimax", &Limit::new());
    for searcher in TO_THE_END {
        assert_eq!(found(searcher, &Limit::new()), expected, "{searcher}");
    }
}

#[test]
fn a_program_is_told_of_parents_where_its_description_says_so() {
    let read = |setting: &str| {
        let table = format!("command = 'x'\ndepends_on_parent = {setting}").parse::<toml::Table>().unwrap();
        EvaluationSpec::read(&table.into())
    };
    let depends = |setting: &str| match read(setting) {
        Ok(EvaluationSpec::Process(process)) => Ok(process.settings().depends_on_parent),
        Ok(other) => panic!("{other:?} is no process"),
        Err(error) => Err(error.to_string()),
    };
    assert_eq!((depends("true"), depends("false")), (Ok(true), Ok(false)));
    assert!(matches!(read("'perhaps'"), Err(SpecError::Value { key: "depends_on_parent", .. })));
    let written = toml::Table::try_from(read("true").unwrap()).unwrap();
    assert_eq!(EvaluationSpec::read(&written.into()), read("true"));
}

/// The example in Python, whose values then depend on the parent, and which gets texts of the catalogue's own moves.
#[test]
fn a_program_that_is_told_of_parents_is_an_evaluation_like_any_other() {
    if !std::process::Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()) {
        return;
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../examples/python-evaluation/evaluation.py");
    let catalogue = Catalogue::standard();
    let found = |searcher: &str, depends_on_parent: bool| {
        let table = format!(
            "searcher = '{searcher}'\nevaluations = 1\n\n[evaluation]\ncommand = \"python3 '{program}'\"\n\
            depends_on_parent = {depends_on_parent}"
        );
        let player = catalogue.player_of(toml::from_str(&table).unwrap()).unwrap();
        value(&catalogue, "othello", &player, &Limit::new().depth(3)).expect("it was searched")
    };
    let expected = found("minimax", true);
    assert_eq!(found("principal-variation-search", true), expected);
    assert_ne!(found("minimax", false), expected, "the program makes use of the parents");
}
