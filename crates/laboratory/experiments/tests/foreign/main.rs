//! Foreign engines and evaluations in whole runs. This test starts itself again as each of them.

#[path = "../common/mod.rs"]
mod common;
mod fake;

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;

use bestply::Side;
use bestply_catalogue::Catalogue;
use bestply_experiments::Error;
use bestply_experiments::contest::Description;
use bestply_experiments::outcome::results::{Cell, from_json, to_json};
use bestply_experiments::play::arena::Arenas;
use bestply_testkit::reviewable;

use common::round_trip::{Bench, OrPanic};
use common::{cells_of, contents, folder, options};
use fake::command;

/// A test and its name.
type Test = (&'static str, fn());

const TESTS: [Test; 8] = [
    ("each_ill_loses_a_game_and_the_match_goes_on", each_ill_loses_a_game_and_the_match_goes_on),
    ("engines_play_whole_games_over_both_protocols", engines_play_whole_games_over_both_protocols),
    ("a_run_with_an_engine_goes_on_where_it_stopped", a_run_with_an_engine_goes_on_where_it_stopped),
    ("an_engine_is_the_opponent_of_a_match_up", an_engine_is_the_opponent_of_a_match_up),
    ("every_form_with_foreign_programs_is_read_back", every_form_with_foreign_programs_is_read_back),
    ("what_cannot_be_played_with_is_told_in_a_line", what_cannot_be_played_with_is_told_in_a_line),
    ("a_foreign_evaluation_repeats", a_foreign_evaluation_repeats),
    ("an_evaluation_that_dies_ends_the_run_and_loses_nothing", an_evaluation_that_dies_ends_the_run_and_loses_nothing),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [fake::MARK, kind, told] => fake::run(kind, told),
        // A fake that ran the tests would start fakes without end.
        [fake::MARK, ..] => panic!("a fake has a kind and something that it is told"),
        _ => run_tests(&arguments),
    }
}

/// Runs the tests whose names contain the first argument that is not an option, one after the other.
fn run_tests(arguments: &[String]) -> ExitCode {
    let filter = arguments.iter().find(|argument| !argument.starts_with('-')).map_or("", String::as_str);
    let mut failed = 0;
    for (name, test) in TESTS.into_iter().filter(|(name, _)| name.contains(filter)) {
        if arguments.iter().any(|argument| argument == "--list") {
            println!("{name}: test");
            continue;
        }
        let passed = catch_unwind(test).is_ok() & catch_unwind(no_child_is_left).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed += u8::from(!passed);
    }
    ExitCode::from(failed)
}

/// No child process is running, or has ended without being waited for, as far as the system shows.
fn no_child_is_left() {
    let me = std::process::id().to_string();
    let stat = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("stat")).ok();
    let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(|entry| stat(entry.ok()?));
    // After the name in parentheses comes the state, and then the parent.
    let parent = |stat: &String| stat.rsplit_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1).map(str::to_owned));
    let children: Vec<String> = processes.filter(|stat| parent(stat).as_ref() == Some(&me)).collect();
    assert!(children.is_empty(), "children are left: {children:?}");
}

/// A searcher against this opponent in Othello.
fn experiment(opponent: &str, pairs: u64) -> String {
    format!(
        "name = \"foreign\"\npairs = {pairs}\ngame = {{ kind = \"othello\" }}\n\
         challenger = {{ searcher = \"alpha-beta\", depth = 2 }}\nopponent = {opponent}\n\
         [[cells]]\nevaluation = \"disc-difference\"\n"
    )
}

fn engine(protocol: &str, ill: &str) -> String {
    format!("{{ engine = \"{}\", protocol = \"{protocol}\", grace_ms = 500, name = \"fake\" }}", command(protocol, ill))
}

fn parse(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "foreign.toml", text).expect("the description is right")
}

fn run(text: &str, out: &Path, threads: usize) -> Result<Vec<Cell>, Error> {
    cells_of(&parse(text), &options(out, threads))
}

fn each_ill_loses_a_game_and_the_match_goes_on() {
    let catalogue = Catalogue::standard();
    for (ill, reason) in [
        ("dies", "died (exit status: 3); its last words: no more"),
        ("stalls", "stalled: no answer within 500 ms"),
        ("plays-illegally", "played the illegal move `a1`"),
        ("talks-nonsense", "talked nonsense: expected"),
        ("resigns", "resigned"),
    ] {
        let text = experiment(&engine("gtp", ill), 2);
        let plans = parse(&text).cell_plans(&catalogue).expect("it could be run").concat();
        let arenas = Arenas::of(&catalogue, &plans).expect("the engine starts");
        let arena = arenas.arena(&plans[0]);
        let pair =
            arena.play(1, [&plans[0].challenger, &plans[0].opponent], plans[0].equal).expect("the match goes on");
        let (side, found) = pair.opponent_as_max.forfeit.expect("the engine is ill as black");
        assert!(side == Side::Max && found.starts_with(reason), "{ill}: {found}");
        assert_eq!(pair.opponent_as_max.value, -1, "{ill}: the least that loses");
        assert_eq!(pair.challenger_as_max.forfeit, None, "{ill}: it is well as white");
        assert!(pair.challenger_as_max.moves.len() > 20, "{ill}: the game is whole");
        assert!(
            pair.spent.opponent.moves > 10 && pair.spent.opponent.counts.evaluations == 0,
            "{ill}: {:?}",
            pair.spent
        );
        let cells = run(&text, &folder(&format!("foreign/{ill}")), 2).expect("the match goes on");
        assert_eq!((cells[0].games, cells[0].repeats), (4, false), "{ill}");
        assert!(cells[0].wins >= 2, "{ill}: two games are lost by it");
    }
}

fn engines_play_whole_games_over_both_protocols() {
    let mut played = Vec::new();
    for protocol in ["gtp", "nboard"] {
        let out = folder(&format!("foreign/{protocol}"));
        let cells = run(&experiment(&engine(protocol, "well"), 3), &out, 2).expect("it runs");
        let results = contents(&out);
        assert_eq!(from_json(&results["results.json"]).expect("there are results"), cells);
        assert!(to_json(&cells).contains("\"repeats\":false"));
        assert!(
            results["report.md"].contains("Results with a foreign engine do not repeat"),
            "{}",
            results["report.md"]
        );
        let opponent = &cells[0].opponent;
        assert_eq!((opponent.searcher.as_str(), &opponent.evaluation), ("fake", &None));
        assert!(opponent.settings.as_ref().is_some_and(|settings| settings.contains("engine=")), "{opponent:?}");
        assert!(cells[0].moves.expect("moves are counted").opponent > 100);
        played.push((cells[0].wins, cells[0].losses, cells[0].ties, cells[0].evaluations));
    }
    assert_eq!(played[0], played[1], "both play the first legal move");
}

/// A recorded game does not need the engine any more.
fn a_run_with_an_engine_goes_on_where_it_stopped() {
    let (text, out) = (experiment(&engine("gtp", "well"), 3), folder("foreign/resumed"));
    run(&text, &out, 1).expect("it runs");
    let games = contents(&out)["games.jsonl"].clone();
    let first = games.lines().next().expect("a pair is recorded");
    fs::write(out.join("games.jsonl"), format!("{first}\n")).unwrap();
    run(&text, &out, 1).expect("it goes on");
    let resumed = contents(&out)["games.jsonl"].clone();
    assert_eq!((resumed.lines().next(), resumed.lines().count()), (Some(first), 3));
}

fn an_engine_is_the_opponent_of_a_match_up() {
    let catalogue = Catalogue::standard();
    let text = format!(
        "name = \"engines\"\npairs = 1\nopponent = {}\nevaluations = [10, 20]\nclaim = {{ score = 0.5 }}\n\
         [[games]]\ngame = {{ kind = \"othello\" }}\nchallengers = [\"best-first\"]\n",
        engine("gtp", "well")
    );
    let match_up = Description::parse(&catalogue, "engines.toml", &text).expect("the description is right");
    let out = folder("foreign/match-up");
    let verdicts = |match_up: &Description, out: &Path| {
        let findings = common::run(&catalogue, match_up, &options(out, 2));
        findings.expect("it runs").expect("it is no shard").judged[0].cells.len()
    };
    assert_eq!(verdicts(&match_up, &out), 2, "a verdict for each of the challenger's budgets");
    let report = &contents(&out)["report.md"];
    assert!(report.contains("the budget a move is the other side's"), "{report}");
    let challenged =
        text.replace("challengers = [\"best-first\"]", &format!("challengers = [{}]", engine("gtp", "well")));
    let challenged = challenged.replacen(&engine("gtp", "well"), "\"best-first\"", 1);
    let match_up = Description::parse(&catalogue, "engines.toml", &challenged).expect("the description is right");
    let out = folder("foreign/challenger");
    assert_eq!(verdicts(&match_up, &out), 2, "an engine challenges a searcher at each of its budgets");
}

/// Engines in every place that a description has for them, and an evaluation by a program beside them.
fn every_form_with_foreign_programs_is_read_back() {
    let catalogue = Catalogue::standard();
    let evaluation = format!("{{ command = \"{}\", batch = 4, name = \"own\" }}", command("json", "none"));
    let (well, ill) = (engine("gtp", "well"), engine("nboard", "well").replace("\"fake\"", "\"other\""));
    let game = "game = { kind = \"othello\" }";
    let beginning = |name: &str| format!("name = \"{name}\"\npairs = 2\n");
    let experiment = experiment(&well, 2).replace("\"foreign\"", "\"foreign-experiment\"");
    let evaluated = experiment.replace("\"disc-difference\"", &evaluation);
    let match_up = format!(
        "{}opponent = {well}\nevaluations = 10\n[[games]]\n{game}\nevaluation = {evaluation}\n\
         challengers = [\"best-first\", {ill}]\n",
        beginning("foreign-match-up")
    );
    let round_robin = format!(
        "{}{game}\nevaluation = {evaluation}\nevaluations = 10\nplayers = [{well}, {ill}, \"best-first\"]\n",
        beginning("foreign-round-robin").replace("pairs = 2", "pairs = 1")
    );
    let study = format!(
        "{}evaluations = 10\nplayers = {{ well = {well} }}\n[[games]]\n{game}\nplayers = {{ ill = {ill} }}\n\
         [[claims]]\nname = \"c\"\nstatement = \"So it is.\"\nchallenger = \"best-first\"\n\
         opponents = [\"well\", \"ill\"]\n",
        beginning("foreign-study").replace("pairs = 2", "pairs = 1")
    );
    for (name, text) in [
        ("foreign-experiment", experiment),
        ("foreign-evaluation", evaluated),
        ("foreign-match-up", match_up),
        ("foreign-round-robin", round_robin),
        ("foreign-study", study),
    ] {
        let records = Bench::read(&catalogue, name, &text).or_panic().check();
        assert!(!records.is_empty(), "{name}");
    }
}

fn what_cannot_be_played_with_is_told_in_a_line() {
    let catalogue = Catalogue::standard();
    let refused = |text: &str| match Description::parse(&catalogue, "foreign.toml", text) {
        Err(error) => error.to_string(),
        Ok(_) => run(text, &folder("foreign/refused"), 1).expect_err("it cannot be run").to_string(),
    };
    let opponent = |table: &str| refused(&experiment(table, 1));
    let searcher = "{ searcher = \"alpha-beta\", depth = 2 }";
    let evaluated = |table: &str| refused(&experiment(searcher, 1).replace("\"disc-difference\"", table));
    let said = [
        opponent("{ engine = \"no-such-engine -l 3\", protocol = \"gtp\" }"),
        opponent("{ engine = \"gtp-rhino\" }"),
        opponent("{ engine = \"gtp-rhino\", protocl = \"gtp\" }"),
        opponent("{ engine = \"gtp-rhino\", protocol = \"gdp\" }"),
        opponent("{ engine = \"gtp-rhino\", protocol = \"gtp\", evaluations = 5 }"),
        opponent("{ engine = \"gtp-rhino\", protocol = \"gtp\", name = \"a|b\" }"),
        refused(
            &experiment("{ engine = \"x\", protocol = \"gtp\" }", 1)
                .replace("othello", "connect-four")
                .replace("disc-difference", "plain"),
        ),
        refused(
            &(experiment("{ engine = \"x\", protocol = \"gtp\" }", 1).replace(", depth = 2", "")
                + "challenger_depth = \"equal-cost\"\n"),
        ),
        evaluated("{ command = \"no-such-program\" }"),
        evaluated("{ comand = \"no-such-program\" }"),
        evaluated("{ batch = 8 }"),
        evaluated("{ command = \"x\", batch = 0 }"),
        evaluated("{ command = \"x\", name = \"learnt\" }"),
        evaluated("5"),
    ];
    insta::assert_snapshot!("what_cannot_be_played_with", reviewable(&said.join("\n")));
}

/// A searcher against another with the values of a program.
/// The program dies at the request whose number stands in this file.
fn evaluated_by(file: &Path) -> String {
    let challenger = "challenger = { searcher = \"best-first\", evaluations = 30 }";
    experiment("{ searcher = \"alpha-beta\", depth = 1 }", 4)
        .replace("challenger = { searcher = \"alpha-beta\", depth = 2 }", challenger)
        .replace(
            "\"disc-difference\"",
            &format!("{{ command = \"{}\" }}", command("json", &file.display().to_string())),
        )
}

fn a_foreign_evaluation_repeats() {
    let (one, two) = (folder("foreign/one"), folder("foreign/two"));
    let text = evaluated_by(&one.join("ill"));
    let cells = run(&text, &one, 1).expect("it runs");
    run(&text, &two, 3).expect("it runs");
    assert!(contents(&one) == contents(&two), "the folders differ");
    assert!(cells[0].repeats && cells[0].challenger.evaluation.as_deref() == Some("process"), "{:?}", cells[0]);
}

fn an_evaluation_that_dies_ends_the_run_and_loses_nothing() {
    let (whole, out, told) = (folder("foreign/whole"), folder("foreign/dying"), folder("foreign/told"));
    fs::create_dir_all(&told).unwrap();
    let file = told.join("ill");
    let text = evaluated_by(&file);
    run(&text, &whole, 1).expect("it runs");
    // A pair takes some 3,000 requests.
    fs::write(&file, "6000").unwrap();
    let error = run(&text, &out, 1).expect_err("the evaluation dies").to_string();
    assert_eq!(error, "evaluation `process`: died (exit status: 3); its last words: out of memory");
    let kept = contents(&out)["games.jsonl"].lines().count();
    assert!((1..4).contains(&kept), "{kept} pairs are kept");
    fs::remove_file(&file).unwrap();
    run(&text, &out, 1).expect("it goes on");
    assert!(contents(&whole) == contents(&out), "nothing is lost");
}
