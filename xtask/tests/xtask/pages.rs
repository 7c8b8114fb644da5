//! Every command of every page: what can be run is run, and what is printed below it is what it prints.
//!
//! A command stands in a block of `sh`, in an indented block, or between back-ticks, and begins with `cargo`.
//! One with a word in capitals, brackets, alternatives or an ellipsis is a *form*, of which the options are looked up.
//! Any other `cargo xtask` command is run, in a shorter form where it takes long (`SHORTER`).
//! An experiment or a training at its full size is *read*: all is checked, and then a file stands where results would.
//! Of cargo's own commands, the packages, programs and files that they name must be there.
//! Whatever does not begin with `cargo` is another program's, and is left to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Folder;
use crate::commands::{Runnable, TYPED_AS, begins_with, needless};
use crate::examples;
use crate::workspace::{self, below, root};

/// A command of a page.
struct Printed {
    page: PathBuf,
    /// Counted from 1.
    line: usize,
    /// The command in one line.
    command: String,
    /// Whether it stands in a sentence, where a command's name alone is a word.
    is_inline: bool,
    /// The folder in which it is typed, from that of the workspace.
    folder: PathBuf,
    /// The lines of the output that the page prints, counted from 0.
    output: Option<std::ops::Range<usize>>,
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// The pages that people read, from the workspace's folder.
fn pages() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md"), PathBuf::from("CONTRIBUTING.md")];
    pages.extend(below(Path::new("docs")).into_iter().filter(|page| page.extension().is_some_and(|end| end == "md")));
    let examples = below(Path::new("examples")).into_iter().map(|folder| folder.join("README.md"));
    let crates = workspace::manifests().into_iter().map(|manifest| manifest.with_file_name("README.md"));
    pages.extend(crates.chain(examples).filter(|page| root().join(page).exists()));
    pages
}

/// The commands of a page, in its order.
fn commands(page: &Path) -> Vec<Printed> {
    let text = read(page);
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<Printed> = Vec::new();
    // Examples stand in the folder of their own package.
    let is_example = page.starts_with("examples");
    let mut folder = if is_example { page.parent().unwrap().to_owned() } else { PathBuf::new() };
    // Whether what came last, headings and sentences aside, was a command.
    let mut is_below_command = false;
    let mut place = 0;
    while place < lines.len() {
        let line = lines[place];
        let first = place;
        place += 1;
        if let Some(language) = line.trim_start().strip_prefix("```") {
            while !lines[place].trim_start().starts_with("```") {
                place += 1;
            }
            let block = first + 1..place;
            place += 1;
            match language {
                "sh" => is_below_command = take_block(&lines, block, page, &mut folder, &mut found),
                "text" if is_below_command => {
                    found.last_mut().expect("there is one above").output = Some(block);
                    is_below_command = false;
                }
                _ => is_below_command = false,
            }
        } else if line.starts_with("    ") {
            while lines.get(place).is_some_and(|line| line.starts_with("    ")) {
                place += 1;
            }
            is_below_command = take_block(&lines, first..place, page, &mut folder, &mut found);
        } else {
            let quoted = line.split('`').skip(1).step_by(2).filter(|quoted| quoted.starts_with("cargo "));
            found.extend(quoted.map(|command| Printed {
                page: page.to_owned(),
                line: first + 1,
                command: command.to_owned(),
                is_inline: true,
                folder: folder.clone(),
                output: None,
            }));
        }
    }
    found
}

/// Takes the commands of a block, and says whether its last line is one.
fn take_block(
    lines: &[&str],
    block: std::ops::Range<usize>,
    page: &Path,
    folder: &mut PathBuf,
    found: &mut Vec<Printed>,
) -> bool {
    let mut is_command = false;
    let mut is_continued = false;
    for place in block {
        let line = without_comment(lines[place].strip_prefix("    ").unwrap_or(lines[place]));
        // The form of a command goes on in lines that are indented.
        if is_command && (is_continued || line.starts_with("    ")) {
            let command = &mut found.last_mut().expect("it goes on").command;
            *command = format!("{} {}", command.trim_end_matches('\\').trim_end(), line.trim());
        } else if let Some(into) = line.strip_prefix("cd ") {
            folder.push(into);
            is_command = false;
        } else {
            let command = line.split_whitespace().find(|word| !is_variable(word));
            is_command = command == Some("cargo");
            if is_command {
                let start = line.find("cargo ").expect("it is there");
                found.push(Printed {
                    page: page.to_owned(),
                    line: place + 1,
                    command: line[start..].trim().to_owned(),
                    is_inline: false,
                    folder: folder.clone(),
                    output: None,
                });
            }
        }
        is_continued = line.ends_with('\\');
    }
    is_command
}

/// Whether a word before a command sets a variable.
fn is_variable(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_'))
}

fn without_comment(line: &str) -> &str {
    line.split(" # ").next().unwrap_or(line).trim_end()
}

/// What a shell reads as one word is one word here, and is left out if it is quoted.
fn unquoted(command: &str) -> String {
    command.split('"').step_by(2).collect()
}

/// Whether something of a command is to be filled in.
fn is_form(command: &str) -> bool {
    let open = unquoted(command);
    let is_placeholder = |word: &str| word.chars().all(|letter| letter.is_ascii_uppercase()) && !word.is_empty();
    let has_alternatives = open.split(" | ").any(|part| part.contains('|')) || open.contains("| --");
    open.contains(['[', '…'])
        || has_alternatives
        || open.split(|letter: char| !letter.is_alphanumeric()).any(is_placeholder)
}

impl Printed {
    fn place(&self) -> String {
        format!("{}:{}: {}", self.page.display(), self.line, self.command)
    }

    /// What comes after `cargo xtask`.
    fn of_xtask(&self) -> Option<&str> {
        self.command.strip_prefix(TYPED_AS)
    }
}

/// The commands of `xtask` with their helps.
struct Helps(BTreeMap<String, String>);

impl Helps {
    fn of(folder: &Folder) -> Helps {
        let whole = folder.succeed("--help").stdout;
        let help = |name: &str| folder.succeed(&format!("{name} --help")).stdout;
        let of_name = |name: &str| {
            let own = help(name);
            // A command of several kinds says of each what it takes.
            let of_kinds: String = examples::names(&own).map(|kind| help(&format!("{name} {kind}"))).collect();
            (name.to_owned(), own.clone() + &of_kinds)
        };
        Helps(examples::names(&whole).map(of_name).collect())
    }

    /// What is wrong with the form of a command: its name, or an option.
    fn complaint(&self, form: &str) -> Option<String> {
        let name = form.split_whitespace().next()?;
        let Some(help) = self.0.get(name) else { return Some(format!("there is no command `{name}`")) };
        // What comes after the two dashes is for another command.
        let own = form.split(" -- ").next()?;
        let words = own.split([' ', '[', ']', '|', '=']).filter(|word| word.starts_with("--") && word.len() > 2);
        let known: BTreeSet<&str> = help.split([' ', '\n', ',']).filter(|word| word.starts_with("--")).collect();
        let unknown: Vec<&str> = words.filter(|word| !known.contains(word)).collect();
        (!unknown.is_empty()).then(|| format!("`{name}` has no option {}", unknown.join(", ")))
    }
}

/// Whether a command needs what this program is built without: the library of a network.
fn needs_a_feature(command: &str) -> bool {
    command.contains("--model network") || command.contains(".onnx")
}

/// Whether a command plays or learns for minutes.
fn is_at_full_size(command: &str) -> bool {
    let takes_long = ["experiment", "reproduce", "train"].iter().any(|name| begins_with(command, name));
    takes_long && !["--quick", "--list"].iter().any(|short| command.contains(short))
}

/// The same command with its output where nothing can be written.
fn into_results(command: &str) -> String {
    match command.split_once("--out ") {
        Some((before, out)) => format!("{before}--out results/{}", out.replace('/', "-")),
        None => command.to_owned(),
    }
}

/// Brings the files that a command names, each with its folder, and makes the folder that it writes into.
fn bring(command: &str, folder: &Folder) {
    let words: Vec<&str> = command.split_whitespace().collect();
    for (place, word) in words.iter().enumerate() {
        let path = Path::new(word);
        let Some(parent) =
            path.parent().filter(|parent| ["crates", "examples", "records"].iter().any(|it| parent.starts_with(it)))
        else {
            continue;
        };
        // A results folder is named itself.
        let parent = if root().join(path).is_dir() { path } else { parent };
        fs::create_dir_all(folder.path(&parent.display().to_string())).unwrap();
        let is_written = place > 0 && words[place - 1] == "--out";
        if !is_written && root().join(path).exists() {
            for entry in fs::read_dir(root().join(parent)).unwrap().map(Result::unwrap) {
                if entry.file_type().unwrap().is_file() {
                    let name = parent.join(entry.file_name());
                    fs::copy(entry.path(), folder.path(&name.display().to_string())).unwrap();
                }
            }
        }
    }
}

/// Whether a command names a description that starts a program of Python, and there is no Python here.
fn lacks_python(command: &str) -> bool {
    let starts_python = |word: &str| fs::read_to_string(root().join(word)).is_ok_and(|text| text.contains("\"python3"));
    let named = command.split_whitespace().filter(|word| word.ends_with(".toml"));
    let mut named = named.filter(|word| starts_python(word));
    let has_none = || Command::new("python3").arg("--version").stdout(Stdio::null()).status().is_err();
    named.next().is_some() && has_none()
}

#[test]
fn every_command_of_every_page_runs() {
    let helps = Helps::of(&Folder::new("pages/helps"));
    let here = Folder::new("pages/run");
    // The first of the set takes a quarter of a second, the others hours.
    let set = read("crates/games/othello/tests/all/data/ffo-endgames.txt");
    let few: Vec<&str> = set.lines().filter(|line| line.starts_with("40 ")).collect();
    here.write("crates/games/othello/tests/all/data/short.txt", few.join("\n"));
    // Pages whose figures are looked at. Those of the project have a test of their own.
    here.write("README.md", "# A page\n");
    here.write("docs/page.md", "# Another\n");
    let full = Folder::new("pages/read");
    full.write("results", "in the way");
    let (mut printed, mut wrong, mut done) = (Vec::new(), Vec::new(), BTreeSet::new());
    let all: Vec<Printed> = pages().iter().flat_map(|page| commands(page)).collect();
    for command in &all {
        let Some(line) = command.of_xtask() else {
            wrong.extend(missing(command).map(|missing| format!("{}\n    {missing}", command.place())));
            continue;
        };
        let is_name = command.is_inline && !line.contains(' ');
        if is_name || is_form(line) || needs_a_feature(line) {
            wrong.extend(helps.complaint(line).map(|complaint| format!("{}\n    {complaint}", command.place())));
            continue;
        }
        printed.push(line.to_owned());
        let runnable = Runnable::new(line);
        if !done.insert(runnable.short.clone()) && command.output.is_none() || lacks_python(line) {
            continue;
        }
        if is_at_full_size(line) && runnable.is_whole() {
            bring(line, &full);
            let ran = full.xtask(&into_results(line));
            if ran.code != Some(2) || !ran.stderr.starts_with("error: results/") {
                wrong.push(format!("{}\n    {}", command.place(), ran.stderr));
            }
            continue;
        }
        bring(line, &here);
        let ran = runnable.run(&here);
        if ran.status.code() != Some(0) {
            wrong.push(format!("{}\n    {}", command.place(), String::from_utf8_lossy(&ran.stderr)));
        } else if let Some(lines) = command.output.clone() {
            let prints = [ran.stderr, ran.stdout].concat();
            wrong.extend(differs(command, lines, &String::from_utf8(prints).unwrap(), !runnable.typed().is_empty()));
        }
    }
    printed.extend(examples::printed(&here));
    wrong.extend(needless(&printed).into_iter().map(|entry| format!("{entry}: nothing printed needs this entry")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(printed.len() > 60, "{} commands are not all", printed.len());
}

/// What a page prints of a command, if it is not what the command prints.
///
/// Figures of time and memory differ from run to run, so they may.
/// A line with an ellipsis alone stands for any lines that the page leaves out.
/// Of a program that reads, the page has what is printed before anything is typed.
/// With `INSTA_UPDATE=always`, as for snapshots, a page that leaves nothing out is given what the command prints.
fn differs(command: &Printed, lines: std::ops::Range<usize>, prints: &str, reads: bool) -> Option<String> {
    let page = read(&command.page);
    let on_page: Vec<&str> = page.lines().skip(lines.start).take(lines.len()).collect();
    let mut prints: Vec<&str> = prints.trim_end().lines().map(str::trim_end).collect();
    if reads {
        prints.truncate(on_page.len());
        let last = prints.last_mut().expect("it prints something");
        *last = last.split_inclusive('>').next().unwrap_or_default();
    }
    if is_shown(&on_page, &prints) {
        return None;
    }
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") && !on_page.contains(&"…") {
        let all: Vec<&str> = page.lines().collect();
        let whole = [&all[..lines.start], &prints[..], &all[lines.end..]].concat().join("\n") + "\n";
        fs::write(root().join(&command.page), whole).unwrap();
        return None;
    }
    Some(format!("{}\n    does not print what stands there, but\n{}", command.place(), prints.join("\n")))
}

/// Whether these lines of a page show what is printed.
fn is_shown(on_page: &[&str], prints: &[&str]) -> bool {
    match on_page.split_first() {
        None => prints.is_empty(),
        Some((&"…", rest)) => (0..=prints.len()).any(|left_out| is_shown(rest, &prints[left_out..])),
        Some((line, rest)) => prints
            .split_first()
            .is_some_and(|(first, others)| without_measures(line) == without_measures(first) && is_shown(rest, others)),
    }
}

/// A line without figures of time and memory.
fn without_measures(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_measured = |place: usize| {
        let unit = words.get(place + 1).map_or("", |unit| unit.trim_end_matches(['.', ',', ';']));
        ["s", "ms", "KiB", "MiB", "GiB"].contains(&unit)
    };
    let word = |place: usize| match words[place].split_once("bytes=") {
        Some((before, after)) => {
            format!("{before}bytes=#{}", after.trim_start_matches(|digit: char| digit.is_ascii_digit()))
        }
        None if is_measured(place) => "#".to_owned(),
        // Less than a MiB is said in KiB.
        None => words[place].replace("KiB", "MiB").replace("GiB", "MiB"),
    };
    (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
}

/// What one of cargo's own commands names, and is not there.
fn missing(command: &Printed) -> Option<String> {
    let line = unquoted(&command.command);
    let (cargos, others) = line.split_once(" -- ").unwrap_or((&line, ""));
    let words: Vec<&str> = cargos.split_whitespace().skip(1).collect();
    if !["run", "test", "bench", "build"].contains(words.first()?) {
        return None;
    }
    let after = |options: &[&str]| {
        let named = words.windows(2).filter(|pair| options.contains(&pair[0])).map(|pair| pair[1]);
        named.collect::<Vec<_>>()
    };
    let mut manifests: Vec<PathBuf> = Vec::new();
    for package in after(&["--package", "-p"]) {
        let named = format!("name = \"{package}\"");
        // Programs have names as well, further down.
        let is_it =
            |manifest: &PathBuf| read(manifest).lines().find(|line| line.starts_with("name = ")) == Some(&named);
        match workspace::manifests().into_iter().find(is_it) {
            Some(manifest) => manifests.push(manifest),
            None => return Some(format!("there is no package {package}")),
        }
    }
    manifests.extend(after(&["--manifest-path"]).iter().map(PathBuf::from));
    if manifests.is_empty() {
        manifests.push(command.folder.join("Cargo.toml"));
    }
    if let Some(manifest) = manifests.iter().find(|manifest| !root().join(manifest).exists()) {
        return Some(format!("there is no {}", manifest.display()));
    }
    let kinds = [("--example", "examples"), ("--bench", "benches"), ("--test", "tests"), ("--bin", "src/bin")];
    for (option, kind) in kinds {
        for name in after(&[option]) {
            let is_in = |manifest: &PathBuf| {
                let folder = root().join(manifest).parent().unwrap().join(kind);
                let named = format!("name = \"{name}\"");
                folder.join(name).with_extension("rs").exists()
                    || folder.join(name).exists()
                    || read(manifest).lines().any(|line| line == named)
            };
            if !manifests.iter().any(is_in) {
                return Some(format!("there is no {name} in {kind}"));
            }
        }
    }
    let is_missing = |file: &&str| {
        let is_there =
            [command.folder.as_path(), Path::new("")].iter().any(|folder| root().join(folder).join(file).exists());
        file.ends_with(".toml") && !is_there
    };
    others.split_whitespace().find(is_missing).map(|file| format!("there is no {file}"))
}

/// Each dependency that a page names resolves with its features, and what has a path is built, with the page's program.
#[test]
fn every_dependency_of_every_page_is_there() {
    let table = "\n| features | what they bring |\n";
    let features = |page: &str| -> Vec<String> {
        let rows = page.split_once(table).map_or("", |(_, rows)| rows).lines().take_while(|row| row.starts_with('|'));
        let names = rows.filter_map(|row| row.split('|').nth(1)).flat_map(|cell| cell.split('`').skip(1).step_by(2));
        names.map(|name| format!("{name:?}")).collect()
    };
    let mut named = 0;
    for page in pages() {
        let text = read(&page);
        let all = features(&text).join(", ");
        let all = (!all.is_empty()).then(|| format!("bestply = {{ version = \"0.1\", features = [{all}] }}"));
        let lines = text.lines().filter_map(|line| line.get(line.find("bestply")?..)).map(str::to_owned);
        let is_one = |line: &String| line.split_once(" = {").is_some_and(|(name, _)| !name.contains(' '));
        for line in lines.filter(is_one).chain(all) {
            named += 1;
            let place = format!("{}: {line}", page.display());
            let program = text.split("```rust\n").find_map(|block| block.split_once("```")).map(|(program, _)| program);
            let program = program.filter(|program| program.contains("fn main"));
            check_dependency(&line, program.unwrap_or("fn main() {}")).unwrap_or_else(|why| panic!("{place}: {why}"));
        }
    }
    assert!(named >= 4, "{named} dependencies are named");
}

/// Makes a package with this line and program, of the crates of this workspace.
fn check_dependency(line: &str, program: &str) -> Result<(), String> {
    let folder = Folder::new("pages/dependency");
    let (name, rest) = line.split_once(" = {").expect("it is a dependency");
    let rest = &rest[..=rest.find('}').expect("it ends on its line")];
    let is_built = rest.contains("path = ");
    let (_, others) = rest.split_once("\", ").unwrap_or(("", "}"));
    let folder_name = name.strip_prefix("bestply-").unwrap_or(name);
    let manifests = workspace::manifests();
    let manifest = manifests.iter().find(|manifest| manifest.parent().is_some_and(|it| it.ends_with(folder_name)));
    let path = root().join(manifest.and_then(|it| it.parent()).ok_or_else(|| format!("there is no {name}"))?);
    let package = "[package]\nname = \"user\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n[dependencies]";
    folder.write("Cargo.toml", format!("{package}\n{name} = {{ path = {path:?}, {others}\n"));
    folder.write("src/main.rs", program);
    folder.write("Cargo.lock", read("Cargo.lock"));
    let command = if is_built { &["check", "--quiet"][..] } else { &["metadata", "--format-version=1"] };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(command).arg("--offline").current_dir(folder.path(".")).env_remove("CARGO_TARGET_DIR");
    let output = cargo.output().map_err(|error| error.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
