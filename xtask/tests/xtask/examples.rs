//! Every example of every help: what is printed there is what is run here.

use crate::Folder;
use crate::commands::{Runnable, TYPED_AS};

/// The examples of all helps, in the order of the commands.
pub(crate) fn all(folder: &Folder) -> Vec<Runnable> {
    printed(folder).iter().map(|line| Runnable::new(line)).collect()
}

/// The examples as the helps print them, without `cargo xtask`.
pub(crate) fn printed(folder: &Folder) -> Vec<String> {
    let whole = folder.succeed("--help").stdout;
    let mut examples = Vec::new();
    for name in names(&whole) {
        let help = folder.succeed(&format!("{name} --help")).stdout;
        let (_, after) = help.split_once("\nExample: ").unwrap_or_else(|| panic!("{name} has no example: {help}"));
        for line in after.lines().filter(|line| line.starts_with("  ")).map(str::trim) {
            assert!(whole.contains(&format!("\n  {line}\n")), "{line} is not in the help of all");
            let example = line.strip_prefix(TYPED_AS).filter(|line| line.starts_with(&format!("{name} ")));
            examples.push(example.unwrap_or_else(|| panic!("{line} is no example of {name}")).to_owned());
        }
    }
    examples
}

/// The names of the commands, of the help of all.
pub(crate) fn names(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // The description of a command may take a second line, which is indented more.
    let names = lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help")
}

#[test]
fn every_example_runs() {
    let folder = Folder::new("examples/run");
    let examples = all(&folder);
    assert!(examples.len() > 15);
    for example in &examples {
        let output = example.run(&folder);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}: {said}", example.short);
    }
    // The folders of the shortened examples are those of the examples themselves: what is in the way there is told.
    for (line, of) in [("uct --quick", "uct-quick"), ("uct --shard 1/2", "uct-shard-1-of-2"), ("uct", "uct")] {
        let elsewhere = Folder::new("examples/folders");
        elsewhere.write(&format!("results/{of}"), "in the way");
        let told = elsewhere.complaint(&format!("experiment {line}"));
        assert!(told.starts_with(&format!("error: results/{of}")), "{told}");
    }
}
