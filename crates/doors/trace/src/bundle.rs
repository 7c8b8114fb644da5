//! Modules of JavaScript as one script, for pages that are files: a browser imports no module from `file:`.

use std::collections::BTreeMap;

/// The module of the last name and all that it imports, each behind what it imports, as one script.
///
/// `modules` has each by the path under which others import it. In the script they are objects of what they export:
/// `modules["microscope.js"].Microscope`. Each has a scope of its own, so that two may use one name for two things.
///
/// An import or an export is a line of its own, as the formatter of these modules writes them.
///
/// # Panics
///
/// If a module imports one that is not there.
pub fn one_script(modules: &[(&str, &str)], entries: &[&str]) -> String {
    let texts: BTreeMap<&str, &str> = modules.iter().copied().collect();
    let mut order = Vec::new();
    for entry in entries {
        add(&texts, entry, &mut order);
    }
    let mut script = String::from("\"use strict\";\nconst modules = {};\n");
    for path in order {
        let exported = enclosed(&mut script, &path, texts[&*path]);
        script += &format!("return {{ {} }};\n}})();\n", exported.join(", "));
    }
    script
}

/// Puts a module behind all that it imports, once.
fn add(texts: &BTreeMap<&str, &str>, path: &str, order: &mut Vec<String>) {
    if order.iter().any(|known| known == path) {
        return;
    }
    let text = texts.get(path).unwrap_or_else(|| panic!("there is no module {path}"));
    for (_, from) in text.lines().filter_map(import) {
        add(texts, &resolved(path, from), order);
    }
    order.push(path.to_owned());
}

/// Writes a module as the beginning of a function, and returns the names that it exports.
fn enclosed<'a>(script: &mut String, path: &str, text: &'a str) -> Vec<&'a str> {
    let mut exported = Vec::new();
    *script += &format!("modules[\"{path}\"] = (() => {{\n");
    for line in text.lines() {
        if let Some((names, from)) = import(line) {
            // All of a module is imported under one name, or some of its names, perhaps under others.
            let names = names.strip_prefix("* as ").map_or_else(|| names.replace(" as ", ": "), str::to_owned);
            *script += &format!("const {names} = modules[\"{}\"];\n", resolved(path, from));
        } else if let Some(declared) = line.strip_prefix("export ") {
            exported.push(name_of(declared));
            script.extend([declared, "\n"]);
        } else {
            script.extend([line, "\n"]);
        }
    }
    exported
}

/// The names of a line that imports, and the module that they are of.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"")?;
    Some((names, from.strip_suffix("\";")?))
}

/// The path of a file that one at `path` names from where it is, such as `./elements.js` or `../elements.js`.
///
/// ```
/// assert_eq!(bestply_trace::resolved("docs/games/chess.md", "../playing.md"), "docs/playing.md");
/// ```
pub fn resolved(path: &str, from: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for part in from.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(folders.pop()),
            name => folders.push(name),
        }
    }
    folders.join("/")
}

/// What a declaration declares: `async function* name(`, `class Name`, `const name =`.
fn name_of(declared: &str) -> &str {
    let words = ["async ", "function", "*", "class ", "const ", " "];
    let rest = words.iter().fold(declared, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use super::one_script;

    #[test]
    fn modules_become_functions_behind_what_they_import() {
        let modules = [
            (
                "a/one.js",
                "import * as two from \"../two.js\";\nimport { f as g, C } from \"./three.js\";\nexport const one = g(two);",
            ),
            ("two.js", "import { C } from \"./a/three.js\";\nexport async function* all() {\n}"),
            ("a/three.js", "export function f(x) {\n}\nexport class C extends D {\n}"),
            ("unused.js", "export const unused = 1;"),
        ];
        let expected = "\"use strict\";\nconst modules = {};\n\
            modules[\"a/three.js\"] = (() => {\nfunction f(x) {\n}\nclass C extends D {\n}\nreturn { f, C };\n})();\n\
            modules[\"two.js\"] = (() => {\nconst { C } = modules[\"a/three.js\"];\nasync function* all() {\n}\nreturn { all };\n})();\n\
            modules[\"a/one.js\"] = (() => {\nconst two = modules[\"two.js\"];\nconst { f: g, C } = modules[\"a/three.js\"];\n\
            const one = g(two);\nreturn { one };\n})();\n";
        assert_eq!(one_script(&modules, &["a/one.js"]), expected);
    }
}
