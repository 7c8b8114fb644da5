//! Every form of description, with every key that it may have: run, read back, replayed, gone on with and merged.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::folder;
use crate::common::round_trip::{Bench, OrPanic};
use bestply::{Keyed, Position, Side, Value, evaluator_fn};
use bestply_catalogue::{AnyPosition, Catalogue, EvaluationEntry, EvaluationKind, GameEntry, Key, OneScale, Playable};

/// Each form by its name. `OPENINGS` and `WEIGHTS` stand for the paths of files.
const EXPERIMENTS: [(&str, &str); 11] = [
    (
        "calibrated",
        r#"
        name = "calibrated"
        title = "At equal cost"
        table = 2
        cost = "evaluations"
        pairs = 5
        first_seed = 7
        threads = 2
        out = "elsewhere"
        game = { kind = "random", length = 12, numbering = "keyed" }
        challenger = { searcher = "best-first" }
        opponent = { searcher = "alpha-beta" }
        [[cells]]
        branching = [2, 3]
        cost_ns = 50
        opponent_depth = "1..=2"
        challenger_depth = "equal-cost"
        "#,
    ),
    (
        "evaluated",
        r#"
        name = "evaluated"
        table = 1
        published_evaluation = "square-table"
        pairs = 2
        game = { kind = "othello", opening_plies = 3 }
        challenger = { searcher = "best-first-extension", ends = "solver", bytes = 100000, memory = "prune" }
        opponent = { searcher = "alpha-beta", evaluation = "disc-difference" }
        [[cells]]
        evaluation = ["disc-difference", "square-table"]
        evaluations = 10
        opponent_depth = 2
        "#,
    ),
    (
        "balanced",
        r#"
        name = "balanced"
        pairs = 4
        game = { kind = "connect-four", opening_plies = 6 }
        challenger = "uct-best-first:preset=tuned"
        opponent = "principal-variation-search"
        balance = { search = "principal-variation-search:evaluations=2000,evaluation=plain", within = 3 }
        [[cells]]
        evaluations = [10, 20]
        "#,
    ),
    (
        "balanced-random",
        r#"
        name = "balanced-random"
        pairs = 3
        game = { kind = "random", length = 10 }
        challenger = "uct-best-first:selection=softmax,temperature=0.25,seed=3"
        opponent = "best-first"
        balance = { search = "best-first:evaluations=100", within = 2000 }
        [[cells]]
        branching = [3, 4]
        evaluations = 15
        "#,
    ),
    (
        "opened",
        r#"
        name = "opened"
        pairs = 3
        first_seed = 2
        game = { kind = "connect-four" }
        openings = "OPENINGS"
        balance = { search = "best-first:evaluations=50", within = 1000000 }
        challenger = "best-first:evaluations=10"
        opponent = "alpha-beta:evaluations=10"
        [[cells]]
        evaluation = "plain"
        "#,
    ),
    (
        "dealt",
        r#"
        name = "dealt"
        pairs = 2
        game = { kind = "onitama" }
        openings = "OPENINGS"
        challenger = "best-first:evaluations=10"
        opponent = "alpha-beta:evaluations=10"
        [[cells]]
        "#,
    ),
    (
        "sequential",
        r#"
        name = "sequential"
        pairs = 70
        game = { kind = "random", length = 4 }
        challenger = "best-first:evaluations=10"
        opponent = "alpha-beta:depth=1"
        sprt = { elo0 = 0, elo1 = 400.5, alpha = 0.1, beta = 0.1 }
        [[cells]]
        branching = [2, 3]
        "#,
    ),
    (
        "weighted",
        r#"
        name = "weighted"
        pairs = 2
        game = { kind = "connect-four", weights = "WEIGHTS" }
        challenger = "best-first:evaluations=10"
        opponent = "alpha-beta:evaluations=10"
        [[cells]]
        evaluation = ["learnt", { moves = "counted", weight = 5, name = "mobile" }]
        "#,
    ),
    (
        "qualities",
        r#"
        name = "qualities"
        pairs = 2
        evaluations = [10, 20]
        challenger = "best-first"
        opponents = ["alpha-beta", "best-first:evaluation=learnt"]
        evaluation = ["learnt", "plain"]
        [[games]]
        game = { kind = "connect-four" }
        evaluation = [
            "plain",
            { noisy = "learnt", deviation = 0.2, name = "noisy" },
            { noisy = "plain", seed = 3, name = "noisier" },
        ]
        [[games]]
        game = { kind = "oware" }
        "#,
    ),
    (
        "timed",
        r#"
        name = "timed"
        pairs = 2
        cost = "time"
        record_time = true
        clock = "cpu"
        game = { kind = "random", length = 6 }
        challenger = "uct-best-first"
        opponent = "best-first"
        [[cells]]
        branching = 3
        time_us = [50, 100]
        [[cells]]
        branching = 4
        time_ms = 1
        "#,
    ),
    (
        "shared",
        r#"
        name = "shared"
        pairs = 2
        game = { kind = "tic-tac-toe" }
        challenger = "uct-best-first:threads=2,evaluations=20"
        opponent = "uct-best-first:threads=2,deterministic=true,leaves=3,evaluations=20"
        [[cells]]
        "#,
    ),
];

const SWEEP: (&str, &str) = (
    "sweep",
    r#"
    name = "sweep"
    pairs = 2
    game = { kind = "tic-tac-toe" }
    challenger = { searcher = "uct-best-first", exploration = [0.5, 1, 2.25], selection = "uct", alpha_beta_depth = [0, 1] }
    opponent = { searcher = "principal-variation-search", table_bytes = [4096, 65536] }
    [[cells]]
    evaluations = 10
    "#,
);

const MATCH_UPS: [(&str, &str); 3] = [
    (
        "match-up",
        r#"
        name = "match-up"
        title = "A match-up"
        note = "As it stands."
        clock = "wall"
        pairs = 2
        first_seed = 2
        opponent = "principal-variation-search"
        evaluations = [10, 20]
        balance = { search = "principal-variation-search:evaluations=500", within = 5000 }
        claim = { challenger = "uct-best-first", score = 0.25 }
        [[games]]
        game = { kind = "connect-four", opening_plies = 5 }
        evaluation = "plain"
        balance = { search = "best-first:evaluations=200,evaluation=plain", within = 3 }
        challengers = ["best-first", "uct-best-first:scale=8", { searcher = "uct-best-first", exploration = [0.5, 1.5] }]
        [[games]]
        game = { kind = "breakthrough" }
        challengers = ["uct-best-first:preset=tuned"]
        [[games]]
        game = { kind = "oware" }
        openings = "OPENINGS"
        evaluation = { moves = "counted" }
        challengers = ["uct-best-first"]
        "#,
    ),
    (
        "match-up-in-time",
        r#"
        name = "match-up-in-time"
        pairs = 2
        clock = "cpu"
        opponent = "principal-variation-search"
        time_us = [50, 100]
        sprt = { elo0 = 0, elo1 = 400 }
        [[games]]
        game = { kind = "tic-tac-toe" }
        challengers = ["best-first"]
        "#,
    ),
    (
        "match-up-in-milliseconds",
        r#"
        name = "match-up-in-milliseconds"
        pairs = 1
        opponent = "minimax"
        time_ms = 1
        games = [{ game = { kind = "tic-tac-toe" }, challengers = ["best-first"] }]
        "#,
    ),
];

const ROUND_ROBINS: [(&str, &str); 3] = [
    (
        "round-robin",
        r#"
        name = "round-robin"
        title = "Everyone"
        pairs = 2
        first_seed = 3
        evaluation = "plain"
        evaluations = [10, 20]
        game = { kind = "connect-four", opening_plies = 5 }
        balance = { search = "principal-variation-search:evaluations=500", within = 5000 }
        players = [
            "best-first",
            "uct-best-first:scale=8",
            { name = "bold", searcher = "uct-best-first", exploration = 3.0, evaluation = "learnt" },
        ]
        "#,
    ),
    (
        "round-robin-in-time",
        r#"
        name = "round-robin-in-time"
        pairs = 1
        clock = "cpu"
        time_us = 50
        game = { kind = "random", branching = [2, 3], length = 6 }
        players = ["best-first", "best-first:leaves=2"]
        "#,
    ),
    (
        "round-robin-in-milliseconds",
        r#"
        name = "round-robin-in-milliseconds"
        pairs = 1
        time_ms = 1
        game = { kind = "tic-tac-toe" }
        players = ["best-first", "minimax"]
        "#,
    ),
];

/// The first claim plays fewer of the balanced starts than the others.
const STUDIES: [(&str, &str); 2] = [
    (
        "study",
        r#"
        name = "study"
        title = "A study"
        note = "As it stands."
        clock = "wall"
        pairs = 3
        first_seed = 2
        evaluations = [10, 20]
        balance = { search = "best-first:evaluations=200", within = 30000 }
        players = { guided = "uct-best-first", deep = "alpha-beta:depth=2" }
        [[games]]
        game = { kind = "connect-four" }
        evaluation = "plain"
        balance = { search = "best-first:evaluations=200,evaluation=plain", within = 3 }
        players = { guided = "uct-best-first:scale=8" }
        [[games]]
        game = { kind = "random", length = 8, branching = [2, 4] }
        [[claims]]
        name = "few"
        statement = "One pair is enough."
        source = "nobody"
        challenger = "guided"
        opponents = ["best-first", "uct-best-first:scale=4,exploration=0.5"]
        score = 0.25
        scope = "everywhere"
        pairs = 1
        evaluations = 10
        [[claims]]
        name = "growing"
        statement = "It grows."
        challenger = "guided"
        opponents = ["deep"]
        games = ["random"]
        grows_with = ["branching"]
        "#,
    ),
    (
        "study-in-time",
        r#"
        name = "study-in-time"
        pairs = 1
        clock = "cpu"
        time_us = 50
        games = [{ game = { kind = "tic-tac-toe" } }]
        claims = [
            { name = "one", statement = "One.", challenger = "best-first", opponents = ["minimax:depth=1"] },
            { name = "two", statement = "Two.", challenger = "best-first", opponents = ["minimax:depth=1"], time_ms = 1 },
        ]
        "#,
    ),
];

/// A stranger's game, whose positions are not read from text: whoever takes the last match wins.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Heap {
    matches: u8,
    to_move: Side,
}

impl Position for Heap {
    type Move = u8;
    type Moves = std::ops::RangeInclusive<u8>;
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        1..=self.matches.min(3)
    }

    fn make(&mut self, taken: u8) {
        self.matches -= taken;
        self.to_move = self.to_move.other();
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.matches += taken;
        self.to_move = self.to_move.other();
    }
}

impl Keyed for Heap {
    fn key(&self) -> u64 {
        2 * u64::from(self.matches) + self.to_move as u64
    }
}

impl Playable for Heap {
    fn terminal_value(&self) -> Value {
        self.to_move.orient(-1)
    }

    fn text(&self) -> String {
        format!("{} left", self.matches)
    }
}

/// Challengers and opponents beside claims with cells of their own, and a budget of which both sides spend as much.
const MIXED: [(&str, &str); 2] = [
    (
        "mixed",
        r#"
        name = "mixed"
        pairs = 2
        evaluations = [10, 20]
        opponents = ["alpha-beta:depth=2", "quick"]
        challengers = ["best-first", "uct-best-first:scale=8"]
        [players]
        quick = "principal-variation-search"
        [[games]]
        game = { kind = "connect-four" }
        evaluation = "plain"
        [[games]]
        game = { kind = "random", length = 8, branching = [2, 3] }
        challengers = "quick"
        [[claims]]
        name = "each"
        scope = "each-game"
        [[claims]]
        name = "own"
        challenger = "uct-best-first"
        opponents = ["quick"]
        apart = ["random"]
        time_ms = 1
        equal = "spent"
        grows_with = []
        "#,
    ),
    (
        "spent",
        r#"
        name = "spent"
        pairs = 3
        evaluations = 50
        equal = "spent"
        game = { kind = "connect-four" }
        evaluation = "plain"
        challenger = "best-first"
        opponent = "principal-variation-search"
        claim = { score = 0.6 }
        "#,
    ),
];

const STRANGER: (&str, &str) = (
    "stranger",
    r#"
    name = "stranger"
    pairs = 3
    game = { kind = "heap" }
    openings = "OPENINGS"
    challenger = "best-first:evaluations=10"
    opponent = "alpha-beta:depth=1"
    [[cells]]
    "#,
);

/// The standard catalogue with an evaluation that a table describes, and a stranger's game.
fn catalogue() -> Catalogue {
    let weight = Key::whole("weight", 1..=100).or(1);
    let moves = EvaluationKind::new("moves", vec![weight], |_, settings| {
        settings.name("moves");
        let weight = settings.whole("weight") as Value;
        Ok(OneScale(evaluator_fn(move |position: &AnyPosition| weight * position.move_count() as Value)))
    });
    let parity = EvaluationEntry::new("parity", OneScale(evaluator_fn(|heap: &Heap| Value::from(heap.matches % 4))));
    let start = |_| Heap { matches: 21, to_move: Side::Max };
    Catalogue::standard().evaluation_kind(moves).game(GameEntry::drawn("heap", 4, start).evaluation(parity))
}

/// The description with the paths of its files.
fn with_files(name: &str, text: &str) -> String {
    let files = folder(&format!("round-trip-files/{name}"));
    fs::create_dir_all(&files).unwrap();
    let openings = match name {
        "dealt" => "7:\n3: # other cards\n",
        "match-up" => "A d\nB c\nC a F\n",
        "stranger" => "1 2\n3\n2 2 2\n",
        _ => "a\nd d\nd c # and so on\ng a g\n",
    };
    fs::write(files.join("openings.txt"), openings).unwrap();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/board-games/weights/connect-four.weights");
    let text = text.replace("OPENINGS", &files.join("openings.txt").display().to_string());
    text.replace("WEIGHTS", &weights.display().to_string())
}

fn check(forms: &[(&str, &str)]) {
    for (name, text) in forms {
        let records = Bench::read(&catalogue(), name, &with_files(name, text)).or_panic().check();
        assert!(!records.is_empty(), "{name}");
    }
}

#[test]
fn experiments() {
    check(&EXPERIMENTS);
}

#[test]
fn sweeps() {
    check(&[SWEEP]);
}

#[test]
fn match_ups() {
    check(&MATCH_UPS);
}

#[test]
fn round_robins() {
    check(&ROUND_ROBINS);
}

#[test]
fn studies() {
    check(&STUDIES);
}

#[test]
fn descriptions_of_everything_at_once() {
    check(&MIXED);
}

#[test]
fn games_of_a_stranger() {
    check(&[STRANGER]);
}

/// The keys of a table of a description, as the error of an unknown one lists them.
/// The unknown key comes after `place` if that ends a line, and before it otherwise.
fn keys_at(forms: &[(&str, &str)], place: &str) -> BTreeSet<String> {
    let (name, text) = forms.iter().find(|(_, text)| text.contains(place)).expect(place);
    let wrong = match place {
        "" => format!("unheard_of = 1\n{text}"),
        _ if place.ends_with('\n') => text.replacen(place, &format!("{place}unheard_of = 1\n"), 1),
        _ => text.replacen(place, &format!("unheard_of = 1, {place}"), 1),
    };
    let told =
        Bench::read(&catalogue(), "wrong", &with_files(name, &wrong)).err().expect("the key is unknown").to_string();
    let (_, expected) = told.split_once("`unheard_of`").expect("the unknown key is named");
    let keys: BTreeSet<String> = expected.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(keys.len() > 1, "{told}");
    keys
}

fn keys_of(value: &toml::Value, keys: &mut BTreeSet<String>) {
    match value {
        toml::Value::Table(table) => table.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            keys_of(value, keys);
        }),
        toml::Value::Array(values) => values.iter().for_each(|value| keys_of(value, keys)),
        _ => {}
    }
}

/// A key that is new to a description is new to the forms, too.
#[test]
fn every_key_of_a_description_is_in_some_form() {
    let all = [&EXPERIMENTS[..], &MATCH_UPS, &ROUND_ROBINS, &STUDIES, &MIXED].concat();
    let mut given = BTreeSet::new();
    for (name, text) in &all {
        keys_of(&toml::Value::Table(with_files(name, text).parse().unwrap()), &mut given);
    }
    for place in ["", "[[cells]]\n", "search =", "elo0 =", "[[games]]\n", "[[claims]]\n"] {
        let missing: Vec<String> = keys_at(&all, place).difference(&given).cloned().collect();
        assert!(missing.is_empty(), "no form at `{place}` has {missing:?}");
    }
}
