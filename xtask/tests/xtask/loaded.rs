//! Files with games of other programs, loaded by the commands that have `--load`.

use crate::Folder;

const SEARCHER: &str = "--searcher uct-best-first:evaluations=20";

/// A file of WTHOR with two games of 1996, and the names beside it.
fn wthor(folder: &Folder) {
    let header = |games: u8, year: u16| {
        let [low, high] = year.to_le_bytes();
        vec![20, 26, 11, 30, games, 0, 0, 0, 0, 0, low, high, 8, 0, 24, 0]
    };
    let game = |numbers: [u8; 3], discs: u8, moves: &[u8]| {
        let numbers: Vec<u8> = numbers.iter().flat_map(|&number| [number, 0]).collect();
        let mut record = [&numbers[..], &[discs, discs], moves].concat();
        record.resize(68, 0);
        record
    };
    let games = [game([1, 0, 1], 40, &[56, 64, 33]), game([0, 1, 0], 13, &[56, 46, 35, 64])];
    folder.write("WTH_1996.wtb", [header(2, 1996), games.concat()].concat());
    let names = |names: [&str; 2], length: usize| {
        let padded = names.map(|name| {
            let mut bytes: Vec<u8> = name.bytes().collect();
            bytes.resize(length, 0);
            bytes
        });
        [header(0, 0), padded.concat()].concat()
    };
    folder.write("WTHOR.JOU", names(["Ana", "Ben"], 20));
    folder.write("WTHOR.TRN", names(["Various", "Open"], 26));
}

/// What a door says of a file: the line of who played, and the moves of the game.
fn shown(folder: &Folder, options: &str) -> String {
    let ran = folder.typed(&format!("play --side both --load {options}"), "quit\n").stdout;
    let heading = ran.lines().next().filter(|line| line.starts_with("Game ")).unwrap_or("nobody");
    let analysed = folder.succeed(&format!("analyse {SEARCHER} --load {options}")).stdout;
    let again = analysed.lines().next().filter(|line| line.starts_with("Game ")).unwrap_or("nobody");
    assert_eq!(heading, again, "{options}");
    let (_, moves) = ran.split_once("The game: ").expect("it ends with its moves");
    format!("{options}\n  {heading}\n  {}\n", moves.trim_end().replace('\n', " "))
}

#[test]
fn games_of_other_programs_are_loaded_by_their_number_at_every_door() {
    let folder = Folder::new("loaded/doors");
    folder.write(
        "games.sgf",
        "(;GM[1]SZ[9]KM[7]PB[Ana]PW[Ben];B[ee];W[gc](;B[cg])(;B[gg]))\n(;GM[2]PB[Cy]DT[2026-11-30]RE[B+4];B[fe];W[df])\n",
    );
    folder.write("games.ggf", "2 (;GM[Othello]B[F5];) (;GM[Othello]PC[x]PB[Ana]PW[Ben]B[D3];)\n");
    wthor(&folder);
    let all = ["games.sgf", "games.sgf --variation 2", "games.sgf --game-number 2", "games.ggf --game-number 2"];
    let all = all.into_iter().chain(["WTH_1996.wtb", "WTH_1996.wtb --game-number 2"]);
    insta::assert_snapshot!(all.map(|options| shown(&folder, options)).collect::<String>());
    folder.typed("play --side both --load games.sgf --variation 2 --save saved.sgf", "quit\n");
    insta::assert_snapshot!(folder.text("saved.sgf").replace(env!("CARGO_PKG_VERSION"), "…"));
}

#[test]
fn games_of_wthor_are_openings() {
    let folder = Folder::new("loaded/openings");
    wthor(&folder);
    let own = |file: &str| {
        format!(
            "name = \"own\"\npairs = 2\nopenings = \"{file}\"\ngame = {{ kind = \"othello\" }}\n\
             challenger = \"best-first:evaluations=20\"\nopponent = \"alpha-beta:depth=1\"\n[[cells]]\n"
        )
    };
    folder.write("own.toml", own("WTH_1996.wtb"));
    folder.succeed("experiment own.toml --out out");
    let csv = folder.succeed("games out --format csv").stdout;
    let starts: Vec<&str> = csv.lines().skip(1).map(|game| game.rsplit(',').nth(1).expect("it has a start")).collect();
    let after = |number: u64| {
        let shown =
            folder.succeed(&format!("analyse {SEARCHER} --load WTH_1996.wtb --game-number {number} --format json"));
        let (_, rest) = shown.stdout.split_once("\"position\": \"").expect("it has a position");
        rest.split('"').next().expect("it ends").to_owned()
    };
    assert_eq!(starts, [after(1), after(1), after(2), after(2)], "a pair begins where its game of the file is");
    let replayed = folder.succeed("games out --replay 3").stdout;
    assert!(replayed.contains("start 2"), "{replayed}");
    folder.write("damaged.wtb", &folder.read("WTH_1996.wtb")[..100]);
    folder.write("own.toml", own("damaged.wtb"));
    let told = folder.complaint("experiment own.toml --out damaged");
    assert!(told.contains("damaged.wtb: it is no whole file of WTHOR"), "{told}");
}

/// A list of moves and the games of a file are one thing to whoever begins with them.
#[test]
fn self_play_begins_with_openings() {
    let folder = Folder::new("loaded/train");
    wthor(&folder);
    folder.write("lines.txt", "f5 d6 c3\nf5f4e3d6\n");
    let learnt = |openings: &str, out: &str| {
        folder.succeed(&format!("train othello --games 20 --seed 1 --pairs 1 --out {out} {openings}"));
        folder.read(out)
    };
    let weights = learnt("--openings WTH_1996.wtb", "games");
    assert!(weights != learnt("", "none"), "without openings it begins elsewhere");
    // The name of a file is none of its openings, and WTHOR has bytes of its own beside them.
    assert!(weights == learnt("--openings lines.txt", "lines"));
    folder.write("other.txt", "f5 d6\n");
    let wrong = [
        "train othello --games 30 --seed 1 --pairs 1 --out lines --openings other.txt --continue",
        "train connect-four --games 20 --seed 1 --out other --openings WTH_1996.wtb",
        "train othello --games 20 --seed 1 --out other --openings none.wtb",
        "train othello --recipe strong --seed 1 --out other --openings lines.txt",
    ];
    insta::assert_snapshot!(folder.complaints(wrong));
}

#[test]
fn what_a_file_does_not_have_is_said_in_a_line() {
    let folder = Folder::new("loaded/mistakes");
    folder.write("games.sgf", "(;GM[1]SZ[9];B[ee])");
    folder.write("large.sgf", "(;GM[1]SZ[19:19];B[pd])");
    folder.write("komi.sgf", "(;GM[1]SZ[9]KM[5.5];B[ee])");
    folder.write("empty.wtb", "");
    let mut all = String::new();
    for options in [
        "--load games.sgf --game-number 2",
        "--load games.sgf --variation 2",
        "--load games.sgf --game-number 0",
        "othello --game-number 2",
        "--load large.sgf",
        "--load empty.wtb",
        "--load none.sgf",
        "--load .",
    ] {
        all += &format!("{options}\n  {}", folder.complaint(&format!("analyse {SEARCHER} {options}")));
    }
    let told = folder.xtask(&format!("analyse {SEARCHER} --load komi.sgf"));
    all += &format!("komi.sgf\n  {}", told.stderr.lines().next().unwrap_or_default());
    assert_eq!(told.code, Some(0));
    insta::assert_snapshot!(bestply_testkit::reviewable(&all));
}
