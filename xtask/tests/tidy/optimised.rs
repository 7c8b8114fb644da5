//! Nothing that searches is compiled without optimisation: a generic search is compiled in the crate that uses it.
//!
//! The exact solver of Othello's endgames once took 1.36 times its time in the command line, and the training of the
//! strong evaluation 2.2 times.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::workspace::{below, root};

/// What searches, plays games or learns from them, beside the crates of `crates/search`.
const SEARCHES: &[&str] =
    &["bestply_core::perft", "bestply_learning", "bestply_network", "bestply_othello::endgame", "bestply_training"];

/// What is called once a search, a command or a line that is shown, and may be compiled anywhere.
const SELDOM: &[&str] = &[
    "bestply_learning::chain::Chain::new",
    "bestply_learning::fingerprint::Fingerprint",
    "bestply_othello::endgame::EndgameSolver::with_judge",
    "bestply_proof_number::proof_tree::ProofTree::answer",
    "bestply_proof_number::proof_tree::ProofTree::positions",
    "bestply_proof_number::proof_tree::ProofTree::question",
    "bestply_proof_number::question",
    "bestply_proof_number::settings",
    "bestply_training::Training",
    "bestply_training::study::StudyPlan",
    "bestply_training::study::StudySearch",
    "bestply_visits::exploration::Exploration",
];

/// A crate that is listed in the root's profiles, whose library the program under test is made of.
const ALWAYS_THERE: &str = "bestply_command_line";

#[test]
fn nothing_that_searches_is_compiled_without_optimisation() {
    let (unoptimised, libraries) = (unoptimised(), newest_libraries());
    let unoptimised: Vec<_> = libraries.iter().filter(|(name, _)| unoptimised.contains(*name)).collect();
    assert!(unoptimised.iter().any(|(name, _)| *name == ALWAYS_THERE), "{unoptimised:?}");
    let searches = searches();
    let is_search = |function: &String| is_below(function, &searches) && !is_below(function, SELDOM);
    let found = unoptimised.into_iter().flat_map(|(name, file)| {
        let functions = functions(file);
        assert!(functions.iter().any(|function| is_below(function, &[name])), "{name} has no function of its own");
        functions.into_iter().filter(is_search).map(move |function| format!("{name} compiles {function}"))
    });
    let found: BTreeSet<String> = found.collect();
    assert!(found.is_empty(), "give it a function without type parameters where it is optimised: {found:#?}");
}

/// The crates of the workspace that the shipped program has without optimisation, as symbols name them.
fn unoptimised() -> BTreeSet<String> {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let packages = manifest["profile"]["release"]["package"].as_table().unwrap();
    let level = |settings: &toml::Value| settings.get("opt-level").and_then(toml::Value::as_integer);
    let listed = packages.iter().filter(|(_, settings)| level(settings) == Some(0));
    listed.map(|(name, _)| name.replace('-', "_")).filter(|name| name.starts_with("bestply_")).collect()
}

/// The crates and modules that search.
fn searches() -> Vec<String> {
    let crates = below(Path::new("crates/search"));
    let names = crates.iter().map(|folder| folder.file_name().unwrap().to_string_lossy().replace('-', "_"));
    let searchers = names.filter(|name| name != "core").map(|name| format!("bestply_{name}"));
    searchers.chain(SEARCHES.iter().map(|&name| name.to_owned())).collect()
}

fn is_below(function: &str, paths: &[impl AsRef<str>]) -> bool {
    let rest_below = |path| function.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    paths.iter().any(|path| rest_below(path.as_ref()))
}

/// The libraries of which the program under test may be made: of each crate the one that was compiled last.
fn newest_libraries() -> BTreeMap<String, PathBuf> {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let mut newest: BTreeMap<String, (SystemTime, PathBuf)> = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let file = entry.file_name().to_string_lossy().into_owned();
        if let Some((name, _)) =
            file.strip_prefix("lib").filter(|_| file.ends_with(".rlib")).and_then(|rest| rest.rsplit_once('-'))
        {
            let compiled = (entry.metadata().unwrap().modified().unwrap(), entry.path());
            let known = newest.entry(name.to_owned()).or_insert_with(|| compiled.clone());
            *known = compiled.max(known.clone());
        }
    }
    newest.into_iter().map(|(name, (_, path))| (name, path)).collect()
}

/// The functions that a library defines for others to link, without those of the standard library.
///
/// The first member of the archive is the list of their symbols, whatever the system.
/// Compiled without optimisation, a generic function is among them.
fn functions(library: &Path) -> BTreeSet<String> {
    let archive = fs::read(library).unwrap();
    let size: usize = std::str::from_utf8(&archive[56..66]).unwrap().trim().parse().unwrap();
    let symbols = archive[68..68 + size].split(|&byte| byte == 0).filter_map(|name| std::str::from_utf8(name).ok());
    symbols.filter_map(path_of).collect()
}

/// The path of a function from its symbol: names with their lengths, `_ZN15bestply_othello7endgame…`, or a type first,
/// `_ZN40_$LT$bestply_othello..game..Othello$u20$as$u20$…`.
fn path_of(symbol: &str) -> Option<String> {
    let mut rest = &symbol[symbol.find("_ZN")? + 3..];
    let mut path = Vec::new();
    while let Some(digits) = rest.find(|letter: char| !letter.is_ascii_digit()).filter(|&digits| digits > 0) {
        let end = digits + rest[..digits].parse::<usize>().ok()?;
        path.push(rest.get(digits..end)?.trim_start_matches("_$LT$").replace("..", "::"));
        rest = &rest[end..];
    }
    // The last name is a number of the compiler's.
    path.pop();
    // What the compiler derives is of no interest.
    Some(path.join("::")).filter(|path| path.starts_with("bestply") && !path.contains("$u20$as$u20$core::"))
}
