//! Experiments in games with a board, as a user runs them.

use bestply_testkit::reviewable;

use crate::{Folder, board_games, shipped_weights};

/// Best-first against alpha-beta, with these evaluations.
fn description(game: &str, evaluations: &[&str]) -> String {
    format!(
        "name = \"{game}\"\npairs = 4\nchallenger = \"best-first\"\nopponent = \"alpha-beta\"\n\
         [game]\nkind = \"{game}\"\n\
         [[cells]]\nevaluation = {evaluations:?}\nopponent_depth = 1\nchallenger_depth = \"equal-cost\"\n"
    )
}

#[test]
fn every_game_gives_the_same_bytes_on_any_number_of_threads() {
    let folder = Folder::new("games/threads");
    // Othello and random games have tests of their own.
    for about in board_games().iter().filter(|about| about.name != "othello") {
        let (game, title) = (about.name, &about.title);
        let mut evaluations: Vec<&str> = about.evaluations_with(false).collect();
        // The first and the last one: a learnt one and a plain one, where there are both.
        evaluations.drain(1..evaluations.len().max(2) - 1);
        folder.write(&format!("{game}.toml"), description(game, &evaluations));
        for threads in [1, 3] {
            folder.succeed(&format!("experiment {game}.toml --threads {threads} --out {game}-{threads}"));
        }
        let read = |threads: u32, name: &str| folder.text(&format!("{game}-{threads}/{name}"));
        for name in ["games.jsonl", "results.json", "results.csv", "report.md", "report.html"] {
            assert!(read(1, name) == read(3, name), "{name} of {game} depends on the number of threads");
        }
        let results = read(1, "results.json");
        assert!(results.contains(&format!(r#""game":{{"kind":"{game}"}}"#)), "{results}");
        assert!(results.contains("\"games\":8") && results.contains("\"elo\":{"), "{results}");
        assert!(read(1, "report.md").contains(&format!("alpha-beta on {title}")), "{}", read(1, "report.md"));
        assert!(read(1, "results.csv").contains(game));
    }
}

/// Black takes White's last disc in its fifth move. The winner has the empty squares in every format.
#[test]
fn a_game_of_othello_that_is_wiped_out_is_64_at_every_door() {
    let folder = Folder::new("games/wiped-out");
    folder.write("starts", "e6 f4 e3 f6 g5 d6 e7 f5\n");
    let text = "name = 'out'\npairs = 1\nchallenger = 'alpha-beta:depth=2'\nopponent = 'alpha-beta:depth=1'\n\
                openings = 'starts'\n[game]\nkind = 'othello'\n[[cells]]\n";
    folder.write("out.toml", text);
    folder.succeed("experiment out.toml --out out");
    for (format, said) in [("text", "value +64"), ("pgn", "[Value \"+64\"]"), ("csv", ",64,"), ("ggf", "RE[+64.000]")] {
        let games = folder.succeed(&format!("games out --format {format}")).stdout;
        assert_eq!(games.matches(said).count(), 2, "{format}: {games}");
    }
    assert!(folder.succeed("games out --replay 1").stdout.contains("value +64"));
    let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    let played = folder.typed(&format!("play othello --moves '{moves}'"), "").stdout;
    assert!(played.contains("wins by 64"), "{played}");
    let gtp: String =
        moves.split(' ').zip(["b", "w"].iter().cycle()).map(|(mv, by)| format!("play {by} {mv}\n")).collect();
    let told = folder.typed("engine othello --protocol gtp --searcher alpha-beta:depth=1", &(gtp + "final_score\n"));
    assert!(told.stdout.ends_with("= B+64\n\n"), "{}", told.stdout);
}

#[test]
fn evaluations_meet_each_other_and_weights_can_be_given() {
    let folder = Folder::new("games/weights");
    folder.write("own.weights", shipped_weights("board-games", "oware"));
    let text = "name = \"oware\"\npairs = 10\nfirst_seed = 0\n\
        challenger = \"alpha-beta:depth=2\"\nopponent = \"alpha-beta:depth=2,evaluation=plain\"\n\
        [game]\nkind = \"oware\"\nopening_plies = 2\n[[cells]]\n";
    folder.write("oware.toml", text);
    let cells = |out: &str, more: &str| {
        folder.succeed(&format!("experiment oware.toml --out {out} {more}"));
        folder.text(&format!("{out}/results.json"))
    };
    let shipped = cells("shipped", "");
    assert!(shipped.contains(r#""evaluation":"learnt""#) && shipped.contains(r#""evaluation":"plain""#), "{shipped}");
    assert_eq!(shipped, cells("own", "--weights own.weights"), "the same weights play the same games");
}

#[test]
fn bad_input_gets_one_clear_line() {
    let folder = Folder::new("games/bad");
    folder.write("oware.weights", shipped_weights("board-games", "oware"));
    let good = description("breakthrough", &["learnt"]);
    let game = |keys: &str| good.replace("kind = \"breakthrough\"", keys);
    let broken = [
        ("kind", game("kind = \"breakthru\"")),
        ("length", game("kind = \"oware\"\nlength = 7")),
        ("plies", game("kind = \"oware\"\nopening_plies = 7")),
        ("evaluation", good.replace("learnt", "square-table")),
        ("side", good.replace("\"best-first\"", "\"best-first:evaluation=mobility-and-corners\"")),
        ("othello", description("othello", &["plain"])),
        ("branching", good.replace("evaluation", "branching = 5\nevaluation")),
        ("foreign", game("kind = \"breakthrough\"\nweights = \"oware.weights\"")),
    ];
    let mut said = String::new();
    for (name, text) in broken {
        folder.write(&format!("{name}.toml"), text);
        said += &folder.complaint(&format!("experiment {name}.toml"));
    }
    assert!(!folder.exists("results"), "a refused command made a folder");
    insta::assert_snapshot!(reviewable(&said));
}
