//! Round robins and contests with a sequential test, as a user runs them.

use crate::Folder;

const PLAYERS: &str = r#"
name = "players"
pairs = 4
evaluations = 20
game = { kind = "connect-four" }
players = ["best-first", "uct-best-first:scale=8", { name = "engine", searcher = "principal-variation-search", table_bytes = 4096 }]
"#;

const TESTED: &str = r#"
name = "tested"
pairs = 300
sprt = { elo0 = 0, elo1 = 100 }
[game]
kind = "random"
length = 12
[challenger]
searcher = "best-first"
depth = 6
[opponent]
searcher = "alpha-beta"
[[cells]]
branching = 3
opponent_depth = 1
"#;

#[test]
fn a_round_robin_prints_its_ratings() {
    let folder = Folder::new("round_robin/players");
    folder.write("players.toml", PLAYERS);
    let run = folder.succeed("experiment players.toml");
    let watched = "Connect Four  uct-best-first against engine at 20 evaluations: ";
    assert!(run.stderr.contains(watched), "who plays is called as in the description: {}", run.stderr);
    let printed = run.stdout;
    assert!(printed.starts_with("Connect Four at 20 evaluations: "), "{printed}");
    assert!(printed.contains("better than the next") && printed.contains("│ engine "), "{printed}");
    assert!(printed.ends_with("The report is results/players/report.html\n"), "{printed}");
    for name in ["ratings.json", "plot-ratings-connect-four-1.svg", "report.md"] {
        assert!(folder.exists(&format!("results/players/{name}")), "{name}");
    }
    let first = folder.contents("results/players");
    folder.succeed("experiment players.toml --fresh --threads 3");
    assert!(first == folder.contents("results/players"));
    let games = folder.succeed("games results/players").stdout;
    assert!(games.starts_with("game 1  players/best-first/uct-best-first"), "{games}");
    assert_eq!(
        games.lines().filter(|line| line.starts_with("game ")).count(),
        3 * 4 * 2,
        "three contests of four pairs"
    );
    let refused = folder.complaint("experiment players.toml --games othello");
    assert_eq!(refused, "error: the description has no `othello` among its games, only `connect-four`\n");
    folder.succeed("experiment players.toml --quick --challengers engine");
    let met = folder.succeed("games results/players-quick-challengers-engine").stdout;
    assert_eq!(met.lines().filter(|line| line.starts_with("game ")).count(), 2 * 4 * 2, "the engine meets both others");
    folder.succeed("experiment players.toml --pairs 1");
    let fewer = folder.succeed("games results/players-pairs-1").stdout;
    assert_eq!(fewer.lines().filter(|line| line.starts_with("game ")).count(), 3 * 2, "one pair in each contest");
}

#[test]
fn an_engine_that_is_not_there_can_be_left_out() {
    let folder = Folder::new("round_robin/missing");
    let players = r#"
name = "players"
pairs = 1
game = { kind = "othello" }
players = [
    "best-first:evaluations=10",
    "principal-variation-search:evaluations=10",
    { name = "absent", engine = "/no/such/program -l 1", protocol = "gtp", optional = true },
]
"#;
    folder.write("players.toml", players);
    let printed = folder.succeed("experiment players.toml").stdout;
    assert!(printed.starts_with("absent is left out: its engine is not installed here\nOthello: "), "{printed}");
    let ratings = String::from_utf8_lossy(&folder.contents("results/players")["ratings.json"]).into_owned();
    assert!(ratings.contains("best-first") && !ratings.contains("absent"), "{ratings}");
    folder.write("players.toml", players.replace(", optional = true", ""));
    let refused = folder.complaint("experiment players.toml --fresh");
    assert!(refused.contains("/no/such/program"), "{refused}");
    folder.write("players.toml", players.replace("    \"principal-variation-search:evaluations=10\",\n", ""));
    assert_eq!(
        folder.complaint("experiment players.toml --fresh"),
        "error: `players` must be at least two, and the others' engines are not installed\n"
    );
    folder.write(
        "players.toml",
        players.replace("engine = \"/no/such/program -l 1\", protocol = \"gtp\"", "searcher = \"minimax\", depth = 1"),
    );
    let refused = folder.complaint("experiment players.toml --fresh");
    assert!(refused.ends_with("`optional` is for foreign engines: a searcher is always there\n"), "{refused}");
}

#[test]
fn a_contest_says_what_its_test_decided() {
    let folder = Folder::new("round_robin/tested");
    folder.write("tested.toml", TESTED);
    let printed = folder.succeed("experiment tested.toml").stdout;
    assert!(
        printed.contains("B = 3, best-first 6 against alpha-beta 1: stronger than by 0 Elo, 100 is accepted after ")
    );
    assert!(folder.text("results/tested/report.md").contains("100 is accepted after "));
}
