//! Files that use one another in a circle: whoever reads one of them must read them all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{packages, root, sources_under};

/// The most files of a circle.
const MOST: usize = 4;

/// The circles that exist, by crate. Each is of files that are one idea in a few parts.
const CIRCLES: &[(&str, &[&str])] = &[
    ("alpha-beta", &["lib", "recursion", "singular"]),
    ("any-game", &["erased", "position"]),
    ("best-first", &["runners_up", "walk"]),
    ("board-games", &["breakthrough", "breakthrough/evaluation"]),
    ("board-games", &["connect_four", "connect_four/evaluation", "connect_four/lines"]),
    ("board-games", &["hex", "hex/two_distance"]),
    ("board-games", &["lines_of_action", "lines_of_action/evaluation", "lines_of_action/moves"]),
    ("board-games", &["notation", "notation/board", "notation/reader"]),
    ("board-games", &["onitama", "onitama/card", "onitama/evaluation", "onitama/moves"]),
    ("board-games", &["oware", "oware/evaluation"]),
    ("board-games", &["ultimate_tic_tac_toe", "ultimate_tic_tac_toe/boards_and_lines"]),
    ("command-line", &["shards", "shards/merge", "shards/slurm"]),
    ("command-line", &["solve", "solve/endgame", "solve/proof_numbers"]),
    ("engine", &["analysis", "book", "thinker"]),
    ("engine", &["pgn", "pgn/read"]),
    ("experiments", &["outcome/records", "outcome/records/found", "outcome/records/pair", "outcome/torn"]),
    ("experiments", &["runs/run", "runs/shards", "runs/study"]),
    ("experiments", &["show/plots", "show/report/layout"]),
    ("explicit-game", &["explicit_position", "explicit_tree"]),
    ("foreign", &["engine", "gtp", "nboard", "uci"]),
    ("guided-search", &["shared/space", "shared/top"]),
    ("guided-search", &["store/graph", "store/graph/room"]),
    ("guided-search", &["store/graph/search", "store/graph/search/deferred"]),
    ("learning", &["learner", "player"]),
    ("monte-carlo-tree-search", &["lib", "frame", "walk"]),
    ("network", &["error", "file"]),
    ("onnx", &["error", "network"]),
    ("papers", &["figure_4", "figure_4/report"]),
    ("papers", &["study", "study/costs", "study/leaf_counts", "study/proofs"]),
    ("papers", &["study/endings", "study/ground"]),
    ("presentation", &["canvas", "marks"]),
    ("presentation", &["document", "document/html", "document/markdown"]),
    ("random-game", &["n_game", "n_game/minimax", "n_game/tree"]),
    ("recursive-best-first", &["lib", "walk"]),
    ("statistics", &["ratings", "ratings/fit"]),
    ("testkit", &["conformance/session", "conformance/statements"]),
    ("testkit", &["naive/bias", "naive/saved"]),
    ("testkit", &["naive/guided", "naive/guided/rounds", "naive/guided/walking"]),
    ("trace", &["lib", "dot", "svg", "text"]),
    ("trace", &["recorder", "why", "why/depth_first", "why/visits"]),
    ("training", &["course", "network_model", "tuple_model", "yardstick"]),
    ("tree", &["arena", "pool"]),
    ("tree", &["search_path", "tree", "tree_search", "tree_search/deferred"]),
    ("visits", &["constants", "prior"]),
];

/// A module, by the names that lead to it from the crate.
type Module = Vec<String>;

#[test]
fn no_circle_of_files_is_large_and_none_is_new() {
    let crates = packages().map(|(_, path, _)| root().join(path));
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for folder in crates.filter(|folder| folder.join("src/lib.rs").is_file()) {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        found.extend(Crate::read(&folder).circles().into_iter().map(|circle| (name.clone(), circle)));
    }
    found.sort();
    let (large, found): (Vec<_>, Vec<_>) = found.into_iter().partition(|(_, circle)| circle.len() > MOST);
    assert_eq!(large, [], "circles of more than {MOST} files");
    let listed: Vec<(String, Vec<String>)> = CIRCLES
        .iter()
        .map(|(name, circle)| ((*name).to_owned(), circle.iter().map(|&file| file.to_owned()).collect()))
        .collect();
    assert_eq!(found, listed, "the circles that exist, and those that are listed");
}

/// The modules of a crate: what each says, and what each name that it imports stands for.
struct Crate(BTreeMap<Module, File>);

struct File {
    code: String,
    imports: BTreeMap<String, Vec<String>>,
}

impl Crate {
    fn read(folder: &Path) -> Crate {
        let source = folder.strip_prefix(root()).unwrap().join("src");
        let mut modules = BTreeMap::new();
        for (path, text) in sources_under(&source.display().to_string(), &["rs"]) {
            let inside = path.strip_prefix(&source).unwrap().with_extension("");
            let names: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if names.iter().any(|name| name == "bin" || name == "tests") {
                continue;
            }
            let module = if names == ["lib"] || names == ["main"] { Vec::new() } else { names };
            let code = without_tests(&text);
            let imports = imports(&code).into_iter().map(|path| (path.as_name, path.segments)).collect();
            modules.insert(module, File { code, imports });
        }
        Crate(modules)
    }

    /// The circles of files, each file by its path without the ending, in order.
    fn circles(&self) -> Vec<Vec<String>> {
        let uses: BTreeMap<&Module, BTreeSet<Module>> =
            self.0.keys().map(|module| (module, self.used(module))).collect();
        let reached: BTreeMap<&Module, BTreeSet<Module>> =
            self.0.keys().map(|module| (module, reached(module, &uses))).collect();
        let circle = |module: &Module| -> BTreeSet<Module> {
            reached[module].iter().filter(|other| reached[*other].contains(module)).cloned().collect()
        };
        let circles: BTreeSet<BTreeSet<Module>> = self.0.keys().map(circle).filter(|circle| circle.len() > 1).collect();
        let name = |module: Module| if module.is_empty() { "lib".to_owned() } else { module.join("/") };
        circles.into_iter().map(|circle| circle.into_iter().map(name).collect()).collect()
    }

    /// The other modules whose items a module names. What a crate's front page shows of them is no use of them.
    fn used(&self, module: &Module) -> BTreeSet<Module> {
        let code = &self.0[module].code;
        let imported = imports(code).into_iter().filter(|path| !(module.is_empty() && path.is_public));
        let named = imported.map(|path| path.segments).chain(paths(code));
        let found = named.filter_map(|segments| self.found(self.absolute(module, &segments)?, 0));
        found.filter(|used| used != module).collect()
    }

    /// The names that lead to something from the crate; `None` where they lead out of it.
    fn absolute(&self, module: &Module, segments: &[String]) -> Option<Vec<String>> {
        let first = segments.first()?.as_str();
        let up = segments.iter().take_while(|segment| *segment == "super").count();
        match first {
            "crate" => Some(segments[1..].to_vec()),
            "self" => Some([module, &segments[1..]].concat()),
            "super" => Some([&module[..module.len().checked_sub(up)?], &segments[up..]].concat()),
            child if self.0.contains_key(&[&module[..], &[child.to_owned()]].concat()) => {
                Some([&module[..], segments].concat())
            }
            _ => None,
        }
    }

    /// The module that defines what these names lead to, through whatever imports it on the way.
    fn found(&self, segments: Vec<String>, imports: usize) -> Option<Module> {
        /// More imports of imports than anybody writes.
        const MOST_IMPORTS: usize = 8;
        let mut module = Module::new();
        for (place, segment) in segments.iter().enumerate() {
            let child = [&module[..], std::slice::from_ref(segment)].concat();
            if self.0.contains_key(&child) {
                module = child;
                continue;
            }
            let Some(import) = self.0[&module].imports.get(segment).filter(|_| imports < MOST_IMPORTS) else { break };
            let further = [self.absolute(&module, import)?, segments[place + 1..].to_vec()].concat();
            return self.found(further, imports + 1);
        }
        Some(module)
    }
}

/// The modules that are used by a module, by those that it uses, and so on; it itself where it is one of them.
fn reached(from: &Module, uses: &BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = vec![from];
    while let Some(module) = open.pop() {
        open.extend(uses[module].iter().filter(|used| reached.insert((*used).clone())));
    }
    reached
}

/// A path that is imported, and the name that it has from then on.
struct Import {
    segments: Vec<String>,
    as_name: String,
    is_public: bool,
}

/// The paths that the `use` items of a file import, one by one.
fn imports(code: &str) -> Vec<Import> {
    let mut found = Vec::new();
    for item in code.split(';') {
        let Some((head, tree)) = import(item) else { continue };
        let is_public = head.trim_end().rsplit('\n').next().unwrap_or_default().trim().starts_with("pub");
        let tree: String = tree.replace(" as ", "@").split_whitespace().collect();
        for path in leaves(&tree) {
            let (path, alias) = path.split_once('@').map_or((&*path, None), |(path, alias)| (path, Some(alias)));
            let mut segments: Vec<String> = path.split("::").map(str::to_owned).collect();
            if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
                segments.pop();
            }
            let as_name = alias.map(str::to_owned).or(segments.last().cloned()).unwrap_or_default();
            found.push(Import { segments, as_name, is_public });
        }
    }
    found
}

/// What stands before an import at the end of an item, and what it imports.
fn import(item: &str) -> Option<(&str, &str)> {
    let (head, tree) = item.rsplit_once("use ")?;
    let begins = head.trim_end_matches(' ').ends_with(['\n', ')']) || head.is_empty() || head.ends_with("pub ");
    begins.then_some((head, tree))
}

/// The paths of a tree of imports: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn leaves(tree: &str) -> Vec<String> {
    let Some(open) = tree.find('{') else { return vec![tree.to_owned()] };
    let (head, inner) = (&tree[..open], tree[open + 1..].strip_suffix('}').unwrap_or(&tree[open + 1..]));
    let mut depth = 0;
    let parts = inner.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    parts.filter(|part| !part.is_empty()).flat_map(leaves).map(|leaf| format!("{head}{leaf}")).collect()
}

/// The paths of two names or more that code has outside of its imports.
fn paths(code: &str) -> Vec<Vec<String>> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let outside = code.split(';').map(|item| import(item).map_or(item, |(head, _)| head));
    let words = outside.flat_map(|item| item.split(|letter| !is_part(letter))).filter(|word| word.contains("::"));
    words.map(|word| word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()).collect()
}

/// Code without its comments, and without what is compiled for tests alone.
fn without_tests(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut kept = String::new();
    let mut place = 0;
    while place < lines.len() {
        let line = lines[place];
        place += 1;
        if !["#[cfg(test)]", "#[cfg(all(test", "#[cfg(loom)]"].iter().any(|mark| line.trim_start().starts_with(mark)) {
            kept.push_str(line);
            kept.push('\n');
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        // What the mark is on ends with its line, or with the brace below its first letter.
        let item = lines[place..]
            .iter()
            .position(|line| !line.trim_start().starts_with('#'))
            .map_or(place, |more| place + more);
        let is_end =
            |&(at, line): &(usize, &&str)| line.starts_with(&end) || at == item && line.trim_end().ends_with(';');
        place = lines.iter().enumerate().skip(item).find(is_end).map_or(place, |(at, _)| at + 1);
    }
    kept
}
