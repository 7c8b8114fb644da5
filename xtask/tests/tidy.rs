//! Checks of the workspace that the compiler does not make and reviewers forget.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/optimised.rs"]
mod optimised;
#[path = "tidy/workspace.rs"]
mod workspace;

use workspace::root;

/// The crates of the workspace that each crate may use, by folder.
///
/// Arrows point one way: a searcher never knows a game, and a game never knows a searcher.
/// Every crate is listed. A new crate takes its place in the order.
const LAYERS: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("tree", &["core"]),
    ("visits", &["core"]),
    // Searchers without a saved tree, and games.
    ("minimax", &["core"]),
    ("recursive-best-first", &["core"]),
    ("principal-variation-search", &["core"]),
    ("random-game", &["core"]),
    ("proof-number", &["core"]),
    ("explicit-game", &["core"]),
    ("learning", &["core"]),
    ("board-games", &["core", "learning"]),
    ("othello-weights", &[]),
    ("othello", &["core", "learning", "othello-weights"]),
    ("network-weights", &[]),
    ("network", &["core", "learning"]),
    // Only for tests.
    ("testkit", &["core", "explicit-game"]),
    // Searchers on the saved tree.
    ("alpha-beta", &["core", "tree"]),
    ("best-first", &["core", "tree", "recursive-best-first"]),
    ("guided-search", &["core", "tree", "visits"]),
    ("monte-carlo-tree-search", &["core", "tree", "visits"]),
    ("relatives", &["core", "visits"]),
    ("best-first-extension", &["core", "tree", "alpha-beta", "best-first"]),
    // Foreign programs.
    ("foreign", &["core"]),
    // What numbers say, and how they are shown.
    ("statistics", &[]),
    ("presentation", &[]),
    // The crates that know both games and searchers, through the facade.
    ("bestply", FACADE),
    // One game behind a pointer with its searches, the catalogue of what can be named, and what uses it.
    ("any-game", &["bestply"]),
    ("catalogue", &["any-game", "bestply", "foreign", "network-weights"]),
    ("onnx", &["catalogue", "core", "learning"]),
    ("trace", &["bestply", "catalogue"]),
    ("engine", &["bestply", "catalogue"]),
    ("experiments", &["bestply", "catalogue", "engine", "presentation", "statistics"]),
    ("training", &["any-game", "bestply", "catalogue", "experiments", "presentation", "statistics"]),
    ("papers", &["bestply", "catalogue", "experiments", "presentation", "statistics"]),
    ("playground", &["bestply", "catalogue", "engine", "trace"]),
    (
        "command-line",
        &[
            "bestply",
            "catalogue",
            "engine",
            "experiments",
            "papers",
            "playground",
            "presentation",
            "statistics",
            "trace",
            "training",
        ],
    ),
    ("benches", &["bestply", "any-game"]),
    ("xtask", &["catalogue", "command-line", "experiments", "onnx", "presentation"]),
    ("front-door", &[]),
];

const FACADE: &[&str] = &[
    "core",
    "tree",
    "visits",
    "minimax",
    "recursive-best-first",
    "principal-variation-search",
    "proof-number",
    "random-game",
    "explicit-game",
    "board-games",
    "learning",
    "network",
    "othello",
    "alpha-beta",
    "best-first",
    "guided-search",
    "monte-carlo-tree-search",
    "relatives",
    "best-first-extension",
];

/// The folders of `crates`, and the facade between them, in the order in which arrows may point back.
const HOUSES: &[&str] = &["search", "games", "bestply", "names", "laboratory", "doors"];

/// What any crate's tests and examples may use besides: the conformance suites, and written-down games for them.
const FOR_TESTS: &[&str] = &["testkit", "explicit-game"];

/// What one crate's tests use besides: games to be solved, a game to play with foreign engines,
/// a searcher that asks foreign evaluations, and a plot to be shown by a browser.
const FOR_TESTS_OF: &[(&str, &[&str])] = &[
    ("foreign", &["othello", "best-first"]),
    ("network", &["board-games"]),
    ("onnx", &["board-games"]),
    ("playground", &["presentation"]),
    ("proof-number", &["board-games", "othello"]),
];

/// The libraries whose page needs no example, because they are front ends shown by the command line.
const WITHOUT_EXAMPLE: &[&str] = &[];

/// The files of what a caller meets first: the prelude's types. Each of their public functions has an example.
const FRONT_ROW: &[&str] = &[
    "search/core/src/limit.rs",
    "search/core/src/player.rs",
    "search/core/src/value.rs",
    "search/alpha-beta/src/lib.rs",
    "search/best-first-extension/src/lib.rs",
    "search/monte-carlo-tree-search/src/lib.rs",
    "search/principal-variation-search/src/lib.rs",
    "search/guided-search/src/lib.rs",
    "search/guided-search/src/visits.rs",
];

const MOST_LINES: usize = 500;

/// The most columns of a snapshot (`bestply_testkit::reviewable`).
const SNAPSHOT_COLUMNS: usize = 140;

/// The most columns of a comment.
const COLUMNS: usize = 120;

#[test]
fn arrows_point_one_way() {
    for (folder, manifest) in manifests() {
        let (_, allowed) = LAYERS
            .iter()
            .find(|(layer, _)| *layer == folder)
            .unwrap_or_else(|| panic!("{folder} has no place in LAYERS, see CONTRIBUTING.md"));
        for Dependency { name, section, .. } in dependencies(&manifest) {
            let Some(name) = folder_of(&name) else {
                // `safe_arch` comes with the feature `prefetch` alone.
                let is_asked_for = name == "safe_arch";
                assert!(folder != "core" || is_asked_for, "core depends on nothing, not on {name}");
                continue;
            };
            let of_this = FOR_TESTS_OF.iter().any(|(user, used)| *user == folder && used.contains(&name));
            let for_tests = section == "dev-dependencies" && (FOR_TESTS.contains(&name) || of_this);
            assert!(for_tests || allowed.contains(&name), "{folder} must not know {name}, one of its {section}");
        }
    }
}

/// Whoever wants searchers and games reads the first two houses, and needs no crate of a later one.
#[test]
fn arrows_between_houses_point_one_way() {
    let folders: BTreeMap<String, PathBuf> = packages().map(|(folder, path, _)| (folder, path)).collect();
    let house = |folder: &str| {
        let house = folders[folder].iter().nth(1).and_then(|part| part.to_str()).unwrap_or("");
        HOUSES.iter().position(|name| *name == house)
    };
    for (folder, path, manifest) in packages().filter(|(_, path, _)| path.starts_with("crates")) {
        let own = house(&folder);
        assert!(own.is_some() || folder == "testkit", "{} is in none of the houses: {HOUSES:?}", path.display());
        for Dependency { name, section, .. } in dependencies(&manifest) {
            let Some(used) = folder_of(&name) else { continue };
            let is_back = section == "dev-dependencies" || own.is_none() || house(used) <= own;
            assert!(is_back, "{folder} must not know {name}, of a later house");
        }
    }
}

#[test]
fn snapshots_can_be_reviewed() {
    for Line { place, text, .. } in lines(sources(&["snap"])) {
        let columns = text.chars().count();
        assert!(columns <= SNAPSHOT_COLUMNS, "{place}: a snapshot of {columns} columns");
    }
}

#[test]
fn the_front_row_has_examples() {
    for file in FRONT_ROW {
        let path = root().join("crates").join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut has_example = false;
        for (number, line) in numbered(&text) {
            match line.trim_start() {
                documented if documented.starts_with("///") => has_example |= documented.contains("```"),
                attribute if attribute.starts_with("#[") => {}
                code => {
                    let is_public = code.starts_with("pub fn ") || code.starts_with("pub const fn ");
                    assert!(has_example || !is_public, "{file}:{number}: a public function without an example");
                    has_example = false;
                }
            }
        }
    }
}

#[test]
fn the_testkit_is_for_tests() {
    for (folder, manifest) in manifests() {
        for Dependency { name, section, .. } in dependencies(&manifest) {
            let for_tests = section == "dev-dependencies" || name != "bestply-testkit";
            assert!(for_tests, "{folder} has the testkit in its {section}; it is a dev-dependency or none");
        }
    }
}

/// The crates that may know serde, because they read or write files of others, or have values that stand in such files.
const KNOW_SERDE: &[&str] = &[
    "any-game",
    "foreign",
    "catalogue",
    "trace",
    "engine",
    "statistics",
    "experiments",
    "papers",
    "playground",
    "command-line",
    "benches",
    "xtask",
];

/// What each crate may use of the world outside. Other crates may use nothing of it.
const WORLD: &[(&str, &[&str])] = &[
    // It ends a test that would not end.
    ("testkit", &["std::process", "eprintln!"]),
    ("foreign", &["std::process"]),
    // It reads the weights that an evaluation names.
    ("catalogue", &["std::fs"]),
    // It names what it writes by the process's number, and starts none.
    ("experiments", &["std::fs", "std::process", "eprintln!"]),
    ("onnx", &["std::fs"]),
    ("training", &["std::fs"]),
    ("playground", &["std::net"]),
    ("command-line", &["std::fs", "std::process"]),
];

#[test]
fn few_libraries_meet_the_world() {
    for (folder, manifest) in manifests() {
        for Dependency { name, .. } in dependencies(&manifest) {
            let knows = KNOW_SERDE.contains(&folder.as_str());
            assert!(knows || !name.starts_with("serde"), "{folder} must not know {name}");
        }
    }
    for Line { path, place, text } in lines_of_libraries("crates") {
        let folder = library_of(&path);
        let allowed = WORLD.iter().find(|(name, _)| Some(*name) == folder.as_deref());
        let allowed = allowed.map_or(&[][..], |(_, allowed)| allowed);
        for call in ["std::fs", "std::net", "std::process", " println!", "eprintln!"] {
            let found = text.contains(call) && !allowed.contains(&call);
            assert!(!found, "{place}: a library does not touch the world: {call}");
        }
    }
}

/// What the program writes is written whole, by one program at a time, and leaves nothing behind where that fails.
#[test]
fn files_are_written_through_one_door() {
    for Line { path, place, text } in lines_of_libraries("crates") {
        let is_door = path.ends_with("experiments/src/files/whole.rs");
        let text = text.replace("WholeFile::", "");
        for call in ["fs::write", "File::create", "OpenOptions", "fs::rename", "fs::copy"] {
            assert!(is_door || !text.contains(call), "{place}: WholeFile writes files: {call}");
        }
    }
}

/// The layers of the experiments by folder, and the layers that each may know. Whole runs may know all.
const EXPERIMENT_LAYERS: &[(&str, &[&str])] = &[
    ("contest", &["contest"]),
    ("play", &["contest", "play"]),
    ("outcome", &["contest", "outcome"]),
    ("show", &["contest", "outcome", "show"]),
    ("runs", &["contest", "play", "outcome", "show", "runs"]),
];

#[test]
fn arrows_point_one_way_inside_the_experiments() {
    for Line { path, place, text } in lines_of_libraries("crates/laboratory/experiments") {
        let layer = path.iter().nth(4).and_then(|part| part.to_str()).expect("a file is in the library");
        let layer = layer.strip_suffix(".rs").unwrap_or(layer);
        let Some((_, allowed)) = EXPERIMENT_LAYERS.iter().find(|(name, _)| *name == layer) else { continue };
        for used in text.split("crate::").skip(1) {
            let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
            let is_layer = EXPERIMENT_LAYERS.iter().any(|(name, _)| *name == used);
            assert!(!is_layer || allowed.contains(&used), "{place}: {layer} must not know {used}");
        }
    }
}

#[test]
fn dependencies_are_the_workspaces() {
    for (folder, manifest) in manifests() {
        for Dependency { name, inherited, .. } in dependencies(&manifest) {
            assert!(inherited, "{folder}: {name} is to be inherited from the workspace");
        }
    }
}

#[test]
fn every_crate_is_linted() {
    for (folder, manifest) in manifests() {
        let inherits = manifest.contains("[lints]\nworkspace = true");
        assert!(inherits, "{folder} does not inherit the workspace's lints");
    }
}

/// A package without tests inside is not compiled for them. One that gets some must say so, or they never run.
#[test]
fn what_is_not_compiled_for_tests_has_none_inside() {
    for (folder, path, manifest) in packages() {
        let marks = ["#[test]", "#[cfg(test)]", "proptest!"];
        let library = sources_under(&path.join("src").display().to_string(), &["rs"]);
        let has_tests = library.values().any(|text| marks.iter().any(|mark| text.contains(mark)));
        let is_compiled = !manifest.contains("\ntest = false");
        assert!(is_compiled || !has_tests, "{folder}: tests inside, and `test = false`");
    }
}

#[test]
fn no_code_is_unsafe() {
    let marks = ["unsafe {", "unsafe fn", "unsafe impl", "unsafe trait", "unsafe extern", "allow(unsafe_code)"];
    for Line { place, text, .. } in lines(sources(&["rs"])) {
        assert!(!marks.iter().any(|mark| text.contains(mark)), "{place}: no code is unsafe here");
    }
}

#[test]
fn nothing_is_left_over() {
    let marks = ["todo!", "unimplemented!", "dbg!", "TODO", "FIXME"];
    let machine_paths = ["/home/", "/root/", "/work/", "/Users/", "/tmp/", "C:\\"];
    for Line { place, text, .. } in lines(sources(&["rs", "toml", "md", "yml", "run"])) {
        for mark in marks {
            assert!(!text.contains(mark), "{place}: {mark}");
        }
        for machine in machine_paths {
            assert!(!text.contains(machine), "{place}: a path of one machine: {machine}");
        }
    }
}

/// What a workflow's machine needs before it begins, and what only a repository's host can do.
const SET_UP: [&str; 5] =
    ["rustup ", "git config ", "cargo install mdbook ", "cargo install cargo-deny ", "gh release create "];

/// So there is one list of what must hold, and whoever runs it here knows what will be said there.
#[test]
fn the_workflow_runs_what_a_contributor_runs() {
    let workflows: Vec<_> = sources_under(".github/workflows", &["yml"]).into_values().collect();
    let runs =
        workflows.iter().flat_map(|text| text.lines()).filter_map(|line| line.split_once("run: ")).map(|(_, run)| run);
    let sets_up = |command: &str| SET_UP.iter().any(|begin| command.starts_with(begin));
    let own: Vec<_> = runs.filter(|command| !sets_up(command)).collect();
    assert!(own.contains(&".ci/run ${{ matrix.part }}"), "{own:?}");
    for command in own {
        let script = command.split(' ').next().expect("a split has a first part");
        let is_ours = script.starts_with(".ci/") && root().join(script).is_file();
        assert!(is_ours, "{command}: what only the workflow does belongs into a script of .ci/");
    }
    let parts = workflows.iter().flat_map(|text| text.lines()).find_map(|line| line.trim().strip_prefix("part: "));
    let script = fs::read_to_string(root().join(".ci/run")).expect("it is there");
    let (_, all) = script.split_once("for part in ${1:-").expect("without a part it runs all of them");
    let mut all: Vec<_> = all.split('}').next().expect("a split has a first part").split(' ').collect();
    all.sort_unstable();
    let mut parts: Vec<_> = parts.expect("there are parts").trim_matches(['[', ']']).split(", ").collect();
    parts.sort_unstable();
    assert_eq!(parts, all, "the workflow runs every part");
}

/// A name of a version may come to stand for other code; a commit does not.
#[test]
fn actions_of_workflows_are_commits() {
    for Line { place, text, .. } in lines(sources_under(".github/workflows", &["yml"])) {
        let Some((_, action)) = text.split_once("uses: ") else { continue };
        let commit = action.split_once('@').and_then(|(_, rest)| rest.split_once(" # v")).map(|(commit, _)| commit);
        let is_commit = commit.is_some_and(|it| it.len() == 40 && it.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(is_commit, "{place}: {action}: write its commit, and the version behind it");
    }
}

#[test]
fn files_are_small_enough_to_hold_in_the_head() {
    for (path, text) in sources_under("crates", &["rs"]) {
        let lines = if library_of(&path).is_some() { text.lines().count() } else { 0 };
        assert!(lines <= MOST_LINES, "{} has {lines} lines, more than {MOST_LINES}", path.display());
    }
}

#[test]
fn every_library_opens_with_a_page_and_an_example() {
    for (folder, path, _) in packages() {
        let Ok(text) = fs::read_to_string(root().join(&path).join("src/lib.rs")) else { continue };
        let page: Vec<_> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(page.len() >= 3, "{}/src/lib.rs opens without a page of documentation", path.display());
        let example = page.iter().any(|line| line.starts_with("//! ```"));
        assert!(example || WITHOUT_EXAMPLE.contains(&folder.as_str()), "the page of {folder} shows no example");
    }
}

#[test]
fn links_lead_somewhere() {
    for Line { path, place, text } in lines(sources(&["md"])) {
        let folder = root().join(path.parent().expect("a file is in a folder"));
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().expect("a split has a first part");
            let elsewhere = file.is_empty() || link.contains("://") || link.starts_with("mailto:");
            assert!(elsewhere || folder.join(file).exists(), "{place}: no such file: {link}");
            let Some((_, anchor)) = link.split_once('#').filter(|_| !link.contains("://")) else { continue };
            let page = if file.is_empty() { root().join(&path) } else { folder.join(file) };
            let is_page = page.extension().is_some_and(|extension| extension == "md");
            let there = anchors(&fs::read_to_string(&page).unwrap_or_default());
            assert!(!is_page || there.iter().any(|there| there == anchor), "{place}: no such heading: {link}");
        }
    }
}

/// A registry shows a crate's page without the rest of the repository.
#[test]
fn pages_of_crates_link_to_no_file_outside_of_them() {
    for Line { path, place, text } in lines(sources_under("crates", &["md"])) {
        let mut links = text.split("](").skip(1);
        let is_whole = links.all(|link| link.starts_with("https://") || link.starts_with('#'));
        let is_page = path.ends_with("README.md");
        assert!(!is_page || is_whole, "{place}: a link that holds in the repository alone: {text}");
    }
}

/// An address of the sources stands in the workspace's manifest, and no crate has another one, or one before.
#[test]
fn every_crate_that_is_published_says_where_its_source_is_once_there_is_an_address() {
    let workspace = fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
    let is_known = workspace.lines().any(|line| line.starts_with("repository = "));
    for (folder, manifest) in manifests() {
        let is_published = !manifest.contains("publish = false");
        let address: Vec<&str> = manifest.lines().filter(|line| line.starts_with("repository")).collect();
        let expected: &[&str] = if is_known && is_published { &["repository.workspace = true"] } else { &[] };
        assert_eq!(address, expected, "{folder}");
    }
}

/// The oldest compiler that `rust-version` promises may build all that this machine needs.
#[test]
fn no_dependency_asks_for_a_newer_compiler() {
    let stdout_of = |command: &mut Command| String::from_utf8(command.output().expect("it runs").stdout).unwrap();
    let compiler = stdout_of(Command::new("rustc").arg("-vV"));
    let host = compiler.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc says what it is for");
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", host];
    let metadata = stdout_of(Command::new(env!("CARGO")).args(arguments).current_dir(root()));
    let metadata: Value = serde_json::from_str(&metadata).expect("cargo describes the packages");
    let versions = metadata["packages"].as_array().expect("there are packages").iter();
    let asked = versions.filter_map(|package| Some((&package["name"], package["rust_version"].as_str()?)));
    let asked: Vec<(&Value, Vec<u32>)> = asked.map(|(name, version)| (name, parts(version))).collect();
    let promised = asked.iter().find(|(name, _)| *name == "bestply-core").map(|(_, version)| version.clone());
    let promised = promised.expect("the core promises a version");
    // The reader of ONNX asks for what its library asks for.
    for (name, version) in asked.iter().filter(|(name, _)| *name != "bestply-onnx") {
        let (version, promised) = (&version[..2.min(version.len())], &promised[..]);
        assert!(version <= promised, "{name} asks for Rust {version:?}, and bestply for {promised:?}");
    }
}

/// The numbers of a version.
fn parts(version: &str) -> Vec<u32> {
    version.split('.').map(|part| part.parse().expect("a version is of numbers")).collect()
}

/// What the pages for contributors name as code is there.
#[test]
fn the_map_names_files_that_exist() {
    for page in ["CONTRIBUTING.md", "docs/architecture.md"] {
        let text = fs::read_to_string(root().join(page)).expect("it is there");
        for (number, line) in numbered(&text) {
            let named = line.split('`').skip(1).step_by(2).filter(|word| !word.contains('*'));
            let is_path =
                |word: &&str| ["crates/", "docs/", "xtask/", ".ci/"].iter().any(|begin| word.starts_with(begin));
            for path in named.filter(is_path).filter_map(|word| word.split(' ').next()) {
                assert!(root().join(path).exists(), "{page}:{number}: there is no {path}");
            }
        }
    }
}

#[test]
fn the_book_has_every_document() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).expect("it is there");
    for (path, _) in sources_under("docs", &["md"]).into_iter().filter(|(path, _)| !path.ends_with("SUMMARY.md")) {
        let name = path.strip_prefix("docs").expect("the page is below docs/").display();
        assert!(summary.contains(&format!("]({name})")), "docs/SUMMARY.md does not name {name}");
    }
}

#[test]
fn what_is_cited_is_this_version() {
    let citation = fs::read_to_string(root().join("CITATION.cff")).expect("it is there");
    let version = concat!("version: ", env!("CARGO_PKG_VERSION"));
    assert!(citation.lines().any(|line| line == version), "CITATION.cff is not of {version}");
}

/// Decisions are cited by their numbers, from code, too.
#[test]
fn decisions_have_numbers_of_their_own() {
    let meaning = fs::read_to_string(root().join("docs/meaning.md")).expect("it is there");
    let numbered = meaning.lines().filter_map(|line| line.strip_prefix("**D")?.split_once(".**"));
    let mut numbers = BTreeSet::new();
    for (number, _) in numbered {
        assert!(numbers.insert(number), "docs/meaning.md has two decisions D{number}");
    }
    assert!(numbers.len() > 100, "the page's form is known");
}

#[test]
fn the_glossary_defines_each_word_once() {
    let glossary = fs::read_to_string(root().join("docs/glossary.md")).expect("it is there");
    let mut words = BTreeSet::new();
    for entry in glossary.lines().filter_map(|line| line.strip_prefix("- ")) {
        let (defined, _) = entry.split_once(": ").expect("a word is followed by what it means");
        for word in defined.split("**").skip(1).step_by(2).flat_map(|words| words.split(", ")) {
            assert!(words.insert(word.to_lowercase()), "docs/glossary.md defines `{word}` twice");
        }
    }
    assert!(words.len() > 100, "the page's form is known");
}

/// The headings of a page, as links name them.
fn anchors(page: &str) -> Vec<String> {
    let mut is_code = false;
    let headings = page.lines().filter(move |line| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code && line.starts_with('#')
    });
    let kept = |character: char| match character {
        ' ' => Some('-'),
        _ if character.is_alphanumeric() || "-_".contains(character) => Some(character.to_ascii_lowercase()),
        _ => None,
    };
    let named = |line: &str| line.trim_start_matches('#').trim().chars().filter_map(kept).collect::<String>();
    headings.map(named).fold(Vec::new(), |mut anchors, name| {
        let numbered = (1..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|anchor| !anchors.contains(anchor));
        anchors.extend(free);
        anchors
    })
}

/// Comments and Markdown are read as text, and rustfmt leaves them alone.
#[test]
fn comments_fit_on_a_line() {
    for Line { place, text, .. } in lines(sources(&["rs"])) {
        let columns = text.chars().count();
        let is_comment = text.trim_start().starts_with("//");
        assert!(!is_comment || columns <= COLUMNS, "{place}: a comment of {columns} columns");
    }
}

/// So a change of a sentence is a change of a line.
#[test]
fn markdown_has_one_sentence_a_line() {
    for (path, text) in sources(&["md"]) {
        let mut is_code = false;
        for (number, line) in numbered(&text) {
            is_code ^= line.trim_start().starts_with("```");
            if is_code || line.starts_with(['|', '#']) || line.starts_with("    ") {
                continue;
            }
            // What stands between back-ticks is no sentence.
            let prose: String = line.split('`').step_by(2).collect();
            assert!(!ends_a_sentence_inside(&prose), "{}:{number}: two sentences: {line}", path.display());
        }
    }
}

/// Whether a word that ends with a full stop is followed by one with a capital letter.
fn ends_a_sentence_inside(line: &str) -> bool {
    line.as_bytes().windows(6).any(|letters| {
        let ends_a_word = letters[..3].iter().all(u8::is_ascii_lowercase);
        ends_a_word && letters[3] == b'.' && letters[4] == b' ' && letters[5].is_ascii_uppercase()
    })
}

/// One dependency of a manifest.
struct Dependency {
    name: String,
    section: String,
    inherited: bool,
}

/// The dependencies of a manifest. Each is one line, `name.workspace = true` or `name = { … }`; no other form is used.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut section = String::new();
    let mut found = Vec::new();
    for line in manifest.lines() {
        if let Some(header) = line.strip_prefix('[') {
            section = header.trim_end_matches(']').to_owned();
            let dotted = section.contains("dependencies.");
            assert!(!dotted, "[{section}]: write a dependency on one line, so that this test sees it");
        } else if section.ends_with("dependencies") && line.contains('=') && !line.starts_with('#') {
            let (name, _) = line.split_once(['.', ' ', '=']).expect("there is an equals sign");
            let inherited = line.contains("workspace = true");
            found.push(Dependency { name: name.to_owned(), section: section.clone(), inherited });
        }
    }
    found
}

/// The folder of a package, if it belongs to this workspace.
fn folder_of(package: &str) -> Option<&str> {
    match package {
        "bestply" | "front-door" | "xtask" => Some(package),
        _ => package.strip_prefix("bestply-"),
    }
}

/// The manifest of each package, by the name of its folder.
fn manifests() -> impl Iterator<Item = (String, String)> {
    packages().map(|(folder, _, manifest)| (folder, manifest))
}

/// The packages: the name of each one's folder, the folder, and the manifest.
fn packages() -> impl Iterator<Item = (String, PathBuf, String)> {
    workspace::manifests().into_iter().map(|path| {
        let folder = path.parent().expect("a package has a folder");
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        (name, folder.to_owned(), fs::read_to_string(root().join(&path)).expect("it is there"))
    })
}

/// The crate in whose library a file is: the folder before `src`.
fn library_of(path: &Path) -> Option<String> {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    let source = parts.iter().position(|part| part == "src")?;
    Some(parts[source.checked_sub(1)?].clone().into_owned())
}

/// The files of the project with one of these extensions, or of this exact name, by path from the root.
///
/// This file is left out.
fn sources(kinds: &[&str]) -> BTreeMap<PathBuf, String> {
    let tops = [".cargo", ".ci", ".github", "benches", "crates", "docs", "examples", "front-door", "xtask"];
    let mut found: BTreeMap<_, _> = tops.iter().flat_map(|top| sources_under(top, kinds)).collect();
    for entry in fs::read_dir(root()).expect("the root can be read") {
        let path = entry.expect("the root can be read").path();
        if path.is_file() {
            add(&path, kinds, &mut found);
        }
    }
    found
}

fn sources_under(folder: &str, kinds: &[&str]) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a folder of the project can be read").path();
            match path.is_dir() {
                // What a package outside the workspace compiled, where nobody said where.
                true if path.ends_with("target") => {}
                // What a link leads to is looked at where it is.
                true if path.is_symlink() => {}
                true => folders.push(path),
                false => add(&path, kinds, &mut found),
            }
        }
    }
    found
}

fn add(path: &Path, kinds: &[&str], found: &mut BTreeMap<PathBuf, String>) {
    let kind = path.extension().or(path.file_name()).expect("a file has a name");
    let relative = path.strip_prefix(root()).expect("a file of the project");
    if kinds.iter().any(|wanted| kind == *wanted) && !relative.ends_with(file!()) {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        found.insert(relative.to_owned(), text);
    }
}

/// A line of a file, and where it stands.
struct Line {
    path: PathBuf,
    place: String,
    text: String,
}

fn lines(files: BTreeMap<PathBuf, String>) -> impl Iterator<Item = Line> {
    let of_file = |(path, text): (PathBuf, String)| {
        let line = |(number, text): (usize, &str)| Line {
            path: path.clone(),
            place: format!("{}:{number}", path.display()),
            text: text.to_owned(),
        };
        numbered(&text).map(line).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(of_file)
}

/// The code of libraries, without the tests inside, which may read and write files.
fn lines_of_libraries(folder: &str) -> impl Iterator<Item = Line> {
    let of_libraries = |line: &Line| library_of(&line.path).is_some() && !line.path.ends_with("tests.rs");
    let is_code = |line: &Line| !line.text.trim_start().starts_with("//");
    lines(sources_under(folder, &["rs"])).filter(is_code).filter(of_libraries)
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}
