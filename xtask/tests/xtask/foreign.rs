//! Foreign programs on the command line, where Python is installed.

use std::io::Write;
use std::process::Command;

use crate::Folder;

/// The example's experiment, with fewer pairs and another program.
fn experiment(program: &str) -> String {
    let example = include_str!("../../../examples/python-evaluation/experiment.toml");
    let small = example.replace("pairs = 4", "pairs = 3").replace("[50, 200]", "20");
    small.replace("examples/python-evaluation/evaluation.py", program)
}

fn has_python() -> bool {
    let has_it = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !has_it {
        writeln!(std::io::stderr(), "not tested: python3 is not installed").expect("somebody listens");
    }
    has_it
}

#[test]
fn an_evaluation_that_dies_is_one_line_and_the_same_command_goes_on() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("foreign/dies");
    let example = include_str!("../../../examples/python-evaluation/evaluation.py");
    folder.write("evaluation.py", example);
    folder.write("experiment.toml", experiment("evaluation.py"));
    folder.succeed("experiment experiment.toml --threads 1 --out whole");

    let dying = "import sys\nlines = iter(sys.stdin.readline, '')\n\
                 class Dying:\n    def __init__(self): self.left = 1500\n    def __iter__(self): return self\n    \
                 def __next__(self):\n        self.left -= 1\n        if not self.left: sys.exit('out of memory')\n        \
                 line = next(lines)\n        return line\nsys.stdin = Dying()\n";
    folder.write("evaluation.py", format!("{dying}{example}"));
    let ran = folder.xtask("experiment experiment.toml --threads 1 --out out");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{}", ran.stderr);
    let complaint = "error: evaluation `python`: died (exit status: 1); its last words: out of memory";
    assert_eq!(ran.stderr.lines().filter(|line| line.starts_with("error")).collect::<Vec<_>>(), [complaint]);
    let kept = folder.text("out/games.jsonl").lines().count();
    assert!((1..3).contains(&kept), "{kept} pairs are kept");

    folder.write("evaluation.py", example);
    folder.succeed("experiment experiment.toml --threads 1 --out out");
    for name in ["games.jsonl", "results.json", "results.csv"] {
        assert!(folder.read(&format!("whole/{name}")) == folder.read(&format!("out/{name}")), "{name} differs");
    }
}

/// A program, an opening and weights lie beside the description, which is run from elsewhere.
#[cfg(unix)]
#[test]
fn what_lies_beside_a_description_is_found_from_elsewhere() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("foreign/beside");
    let program = assert_cmd::cargo::cargo_bin("xtask");
    let engine = format!("#!/bin/sh\nexec '{}' engine othello --protocol gtp \"$@\"\n", program.display());
    std::fs::create_dir_all(folder.path("sub/bin")).expect("there is room");
    for file in ["sub/engine.sh", "sub/bin/engine.sh"] {
        folder.write(file, &engine);
        std::fs::set_permissions(folder.path(file), PermissionsExt::from_mode(0o755)).expect("it is ours");
    }
    folder.write("sub/openings.txt", "1. f5 d6 2. c3 d3\nf5f6e6f4\n");
    let described = |opponent: &str| {
        format!(
            "name = \"beside\"\npairs = 2\nevaluations = 20\nopenings = \"openings.txt\"\n\
             game = {{ kind = \"othello\" }}\nchallenger = \"best-first\"\n{opponent}\n"
        )
    };
    let engine =
        |path: &str| format!("{{ engine = \"{path} --searcher alpha-beta:evaluations=20\", protocol = \"gtp\" }}");
    for (number, opponent) in [
        format!("opponent = {}", engine("./engine.sh")),
        format!("opponent = \"mine\"\n[players]\nmine = {}", engine("bin/engine.sh")),
    ]
    .iter()
    .enumerate()
    {
        folder.write("sub/beside.toml", described(opponent));
        folder.succeed(&format!("experiment sub/beside.toml --threads 1 --out out-{number}"));
        let games = folder.text(&format!("out-{number}/games.jsonl"));
        assert!(games.lines().count() == 2 && !games.contains("fault"), "{games}");
    }
    // A repeated run needs nothing else, and what is not there is told with what it was taken for.
    folder.succeed("experiment out-0/experiment.json --threads 1 --out again");
    folder.write("sub/beside.toml", described(&format!("opponent = {}", engine("./none.sh"))));
    let told = folder.complaint("experiment sub/beside.toml --threads 1 --out none");
    assert!(told.contains("cannot start `./none.sh"), "{told}");
    // Over GTP an engine hears of moves alone.
    folder.write("sub/openings.txt", "---------------------------OX------XO--------------------------- X\nf5\n");
    folder.write("sub/beside.toml", described(&format!("opponent = {}", engine("./engine.sh"))));
    let told = folder.complaint("experiment sub/beside.toml --threads 1 --out none");
    assert!(told.contains("an engine over gtp is told moves, and an opening is a position"), "{told}");
}
