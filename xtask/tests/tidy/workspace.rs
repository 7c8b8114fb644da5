//! Where the packages of the workspace are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the workspace")
}

/// The manifests of the packages in their order, but for those of Python and of the examples, which are separate
/// projects. So is what compares bestply with other crates, whose versions are its own.
pub(crate) fn manifests() -> Vec<PathBuf> {
    let houses = below(Path::new("crates"));
    let crates = houses.iter().flat_map(|house| below(house));
    let folders = houses.iter().cloned().chain(crates).chain(["benches", "front-door", "xtask"].map(PathBuf::from));
    folders.map(|folder| folder.join("Cargo.toml")).filter(|manifest| root().join(manifest).exists()).collect()
}

/// What is in a folder, by paths from the root.
pub(crate) fn below(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).into_iter().flatten();
    entries.map(|entry| folder.join(entry.unwrap().file_name())).collect()
}
