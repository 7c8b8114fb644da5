//! Lists the files of the page, and the pages of the book with their pictures: the program has them inside.
//!
//! The folder `book/` leads to those of the workspace.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    write_table("assets", "include_str!");
    write_table("book", "include_bytes!");
}

/// Writes the files of a folder with their paths there, in the order of these, as Rust that includes them.
fn write_table(folder: &str, include: &str) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is")).join(folder);
    let mut files = Vec::new();
    list(&root, "", &mut files);
    files.sort();
    let mut code = String::from("&[\n");
    for (path, file) in files {
        code += &format!("({path:?}, {include}({:?})),\n", file.display());
    }
    code.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::write(out.join(format!("{folder}.rs")), code).expect("cargo's folder can be written");
}

/// Adds the files of a folder by their paths.
fn list(folder: &Path, path: &str, files: &mut Vec<(String, PathBuf)>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let entry = entry.expect("a folder can be read").path();
        let name = entry.file_name().expect("it has a name").to_string_lossy().into_owned();
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        let file = followed(entry);
        if file.is_dir() {
            list(&file, &path, files);
        } else {
            // Outside of docs/ a page stands here under another ending, so that nobody takes it for one of the crate.
            files.push((path.replace(".txt", ".md"), file));
        }
    }
}

/// What a link leads to. A system without links has in its place a file with the way as its text.
fn followed(entry: PathBuf) -> PathBuf {
    let way = fs::read_to_string(&entry).ok().filter(|text| text.starts_with("../") && !text.contains('\n'));
    way.map_or(entry.clone(), |way| entry.parent().expect("it is in a folder").join(way))
}
