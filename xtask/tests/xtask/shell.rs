//! The program in a shell and in a manual.

use std::fs;

use crate::{Folder, examples};

#[test]
fn a_shell_completes_every_command() {
    let folder = Folder::new("shell/completions");
    let commands = folder.succeed("--help").stdout;
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.succeed(&format!("shell completions {shell}")).stdout;
        assert!(script.contains("bestply"), "it is for the program that is installed");
        for name in examples::names(&commands).filter(|name| *name != "figures") {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    let complaint = folder.complaint("shell completions tcsh");
    assert!(complaint.contains("'tcsh'") && complaint.contains("powershell"), "{complaint}");
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let folder = Folder::new("shell/man");
    assert_eq!(folder.succeed("shell man --out pages").stdout, "The pages of the manual are in pages\n");
    for name in examples::names(&folder.succeed("--help").stdout).filter(|name| *name != "figures") {
        let page = fs::read_to_string(folder.path(&format!("pages/bestply-{name}.1"))).unwrap();
        assert!(page.contains(&format!(r"\fBbestply {}\fR", name.replace('-', r"\-"))), "{page}");
    }
    let whole = folder.succeed("shell man").stdout;
    assert_eq!(whole, fs::read_to_string(folder.path("pages/bestply.1")).unwrap());
    assert!(whole.contains("Searchers: alpha\\-beta, best\\-first, "), "{whole}");
    assert!(folder.succeed("shell man play").stdout.contains(r"bestply\-play \- Play a game"));
}

#[test]
fn a_page_that_there_is_not_is_told() {
    let folder = Folder::new("shell/bad-input");
    folder.write("pages", "in the way");
    assert!(
        folder
            .complaint("shell man chess")
            .starts_with("error: shell man: there is no command `chess`; it is one of reproduce,")
    );
    assert!(folder.complaint("shell man --out pages").starts_with("error: --out: pages"));
    assert!(folder.complaint("shell man play --out pages").contains("cannot be used with"));
}
