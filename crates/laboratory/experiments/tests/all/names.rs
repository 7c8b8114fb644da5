//! Players' own names, and what tells players apart that have none, in everything that a run writes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bestply_catalogue::Catalogue;
use bestply_experiments::contest::Description;
use bestply_experiments::outcome::results::from_json;
use bestply_experiments::runs::games::KeptGames;
use bestply_experiments::show::games::{GameFormat, write};
use bestply_experiments::show::report;

use crate::common::{contents, folder, options, run};

/// Two opponents of one searcher, which the challenger is, too.
const ALIKE: &str = r#"
name = "alike"
pairs = 2
evaluations = [20, 40]
game = { kind = "othello" }
challenger = "CALM"
opponents = ["WILD", "TAME"]
"#;

const PLAYERS: &str = r#"
[players]
"CALM" = "uct-best-first:exploration=0.1"
"WILD" = "uct-best-first:exploration=2"
"TAME" = "uct-best-first:exploration=0.01"
"#;

/// The names of a text, by what stands for them.
fn named(text: &str, names: &[(&str, &str)]) -> String {
    names.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn parse(text: &str) -> Description {
    Description::parse(&Catalogue::standard(), "names.toml", text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn exported(out: &Path, format: GameFormat) -> String {
    let catalogue = Catalogue::standard();
    let kept = KeptGames::read(&catalogue, out, |_| {}).expect("it is a results folder");
    let mut bytes = Vec::new();
    write(format, kept.games(GameFormat::Text).expect("they are games").into_iter(), &mut bytes)
        .expect("they can be written");
    String::from_utf8(bytes).expect("it is text")
}

/// Everything that a run writes or prints of its players, by what it is.
fn outputs(description: &Description, out: &Path) -> BTreeMap<String, String> {
    let findings =
        run(&Catalogue::standard(), description, &options(out, 2)).expect("it runs").expect("it is no shard");
    let mut all = contents(out);
    // What was described is what was described.
    all.retain(|file, _| !["games.jsonl", "experiment.json"].contains(&file.as_str()));
    all.insert("the answer".to_owned(), findings.answer().join("\n"));
    all.insert("the terminal's table".to_owned(), report::terminal_table(&findings.cells, Some(200)));
    all.insert("the remarks".to_owned(), report::remarks(&findings.cells));
    for (name, format) in
        [("text", GameFormat::Text), ("ggf", GameFormat::Ggf), ("pgn", GameFormat::Pgn), ("csv", GameFormat::Csv)]
    {
        all.insert(format!("games in {name}"), exported(out, format));
    }
    all
}

/// Tables of Markdown have as many columns in each row as in their head, and what is written in HTML is no tag.
fn check_tables(all: &BTreeMap<String, String>) {
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let lines: Vec<&str> = all["report.md"].lines().collect();
    for table in lines.split(|line| !line.starts_with('|')).filter(|table| !table.is_empty()) {
        assert!(table.iter().all(|row| columns(row) == columns(table[0])), "{table:#?}");
    }
    let html = &all["report.html"];
    assert_eq!(html.matches("<tr").count(), html.matches("</tr>").count());
    assert!(!html.contains("<b>"), "{html}");
}

/// The picture with these words, of those of a folder.
fn has_picture_of(all: &BTreeMap<String, String>, words: &[&str]) -> bool {
    all.iter().any(|(file, svg)| file.ends_with(".svg") && words.iter().all(|word| svg.contains(word)))
}

#[test]
fn names_of_every_kind_stand_in_everything_that_is_written() {
    let kinds = [
        ["lemon", "plum", "pear"],
        ["Stockfish 17.1 (1 thread)", "größer", "c#"],
        ["a+b", "-x", "_y_"],
        // Those of searchers stand for the players that have them.
        ["best-first", "alpha-beta", "minimax"],
    ];
    for (place, kind) in kinds.iter().enumerate() {
        let [calm, wild, tame] = *kind;
        let text = named(&format!("{ALIKE}{PLAYERS}"), &[("CALM", calm), ("WILD", wild), ("TAME", tame)]);
        let all = outputs(&parse(&text), &folder(&format!("names/{place}")));
        check_tables(&all);
        for (what, output) in all.iter().filter(|(what, _)| !what.ends_with(".svg") && *what != "results.json") {
            let plain = output.replace('\\', "").to_lowercase();
            for name in kind {
                assert!(plain.contains(&name.to_lowercase()), "{what} has no {name}: {output}");
            }
        }
        assert!(kind[1..].iter().all(|opponent| has_picture_of(&all, &[calm, opponent])), "{:?}", all.keys());
        // At two budgets a name stands for two players.
        let pgn = &all["games in pgn"];
        let player = format!("[White \"{calm}:exploration=0.1,evaluations=20\"]");
        assert!(pgn.contains(&player), "{pgn}");
    }
}

#[test]
fn a_name_that_stands_for_one_player_stands_alone_in_games() {
    let text = named(&format!("{ALIKE}{PLAYERS}"), &[("[20, 40]", "20")]);
    let out = folder("names/alone");
    let all = outputs(&parse(&text), &out);
    assert!(all["games in pgn"].contains("[White \"CALM\"]\n[Black \"WILD\"]\n"), "{}", all["games in pgn"]);
    assert!(all["games in ggf"].contains("PB[TAME]PW[CALM]"), "{}", all["games in ggf"]);
    assert!(all["games in csv"].contains(",max,CALM,WILD,") && all["games in text"].contains("MAX WILD, MIN CALM"));
    let csv = &all["results.csv"];
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].ends_with(",challenger_name,opponent_name"), "{csv}");
    assert!(rows[1].ends_with(",CALM,WILD") && rows[2].ends_with(",CALM,TAME"), "{csv}");
}

#[test]
fn names_of_a_game_and_of_a_round_robin_are_names_too() {
    let of_game = named(ALIKE, &[("game = { kind = \"othello\" }", "")])
        + "[[games]]\ngame = { kind = \"othello\" }\n"
        + &PLAYERS.replace("[players]", "[games.players]");
    let round_robin = format!(
        "{}{PLAYERS}",
        named(ALIKE, &[("challenger = \"CALM\"\n", ""), ("opponents = [\"WILD\", \"TAME\"]\n", "")])
    );
    for (name, text) in [("game", of_game), ("round-robin", round_robin)] {
        let out = folder(&format!("names/{name}"));
        let all = outputs(&parse(&text), &out);
        check_tables(&all);
        // The answer of a round robin says who leads whom.
        let other = |what: &str| what.ends_with(".svg") || ["results.json", "the answer"].contains(&what);
        for (what, output) in all.iter().filter(|(what, _)| !other(what)) {
            let output = output.to_lowercase();
            assert!(["calm", "wild", "tame"].iter().all(|name| output.contains(name)), "{name}, {what}: {output}");
        }
        let cells = from_json(&fs::read_to_string(out.join("results.json")).unwrap()).expect("they are results");
        assert!(cells.iter().all(|cell| cell.challenger.name.is_some() && cell.opponent.name.is_some()));
    }
}

#[test]
fn players_of_one_searcher_without_names_are_told_apart_by_their_settings() {
    let players = |[calm, wild, tame]: [&str; 3]| named(ALIKE, &[("CALM", calm), ("WILD", wild), ("TAME", tame)]);
    let by = [
        ["uct-best-first", "uct-best-first:exploration=2", "uct-best-first:exploration=0.01"],
        ["best-first", "best-first:bytes=65536", "best-first:bytes=131072"],
        ["best-first:evaluation=strong", "best-first:evaluation=learnt", "best-first:evaluation=square-table"],
    ];
    for (place, kind) in by.into_iter().enumerate() {
        let text = players(kind);
        let out = folder(&format!("names/settings-{place}"));
        let all = outputs(&parse(&text), &out);
        let cells = from_json(&fs::read_to_string(out.join("results.json")).unwrap()).expect("they are results");
        let labels = |cell: usize| (cells[cell].challenger.label(), cells[cell].opponent.label());
        let (first, second) = (labels(0), labels(2));
        assert!(first.0 != first.1 && second.0 != second.1 && first.1 != second.1, "{first:?} {second:?}");
        for label in [&first.0, &first.1, &second.1] {
            let of_settings = label.split_once(':').map_or("", |(_, settings)| settings);
            assert!(all["results.csv"].contains(of_settings), "{}", all["results.csv"]);
            assert!(all["report.md"].contains(label.as_str()), "{label}: {}", all["report.md"]);
        }
        assert!(all["the answer"].contains(&first.1), "{}", all["the answer"]);
        let rows: Vec<&str> = all["results.csv"].lines().collect();
        assert!((1..rows.len()).all(|place| !rows[place + 1..].contains(&rows[place])), "{rows:#?}");
    }
}

#[test]
fn what_is_no_name_is_refused_wherever_a_player_gets_one() {
    let doors = [
        ("players", "[players]\nNAME = \"best-first\"\n"),
        ("a list of players", "[[players]]\nname = NAME\nsearcher = \"best-first\"\n"),
        ("games", "[[games]]\ngame = { kind = \"tic-tac-toe\" }\nplayers = { NAME = \"best-first\" }\n"),
        ("an engine", "[[players]]\nengine = \"gtp-x\"\nprotocol = \"gtp\"\nname = NAME\n"),
        ("an evaluation", "[[evaluation]]\ncommand = \"x\"\nname = NAME\n"),
    ];
    let begin = "name = \"n\"\npairs = 1\nevaluations = 10\nchallenger = \"alpha-beta\"\nopponent = \"best-first\"\n";
    let wrong =
        ["", " ", "depth|width", "<b>", "two\\nlines", "a,b", "a:b", "a/b", "\\\"", "a\\tb", "`x`", "*", "[x]", "&"];
    let long = "x".repeat(65);
    for (door, rest) in doors {
        let game = if rest.contains("games") { "" } else { "game = { kind = \"tic-tac-toe\" }\n" };
        for name in wrong.iter().copied().chain([long.as_str()]) {
            let text = format!("{begin}{game}{}", rest.replace("NAME", &format!("\"{name}\"")));
            let refused = Description::parse(&Catalogue::standard(), "n.toml", &text);
            let refused = refused.expect_err(&format!("{door}: {name:?}")).to_string();
            assert!(refused.starts_with("n.toml:") && refused.lines().count() == 1, "{door}: {refused}");
            assert!(refused.contains("made of letters, digits"), "{door}: {refused}");
        }
    }
}
