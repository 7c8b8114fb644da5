//! Programs that fail in every way. This test starts itself again as each of them.

mod engines;
mod evaluations;
mod fake;
#[path = "../all/game/mod.rs"]
mod game;

use std::panic::catch_unwind;
use std::process::ExitCode;

/// A test and its name.
type Test = (&'static str, fn());

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [fake::MARK, kind, ill] => fake::run(kind, ill),
        // A fake that ran the tests would start fakes without end.
        [fake::MARK, ..] => panic!("a fake has a kind and an ill"),
        _ => run_tests(&arguments),
    }
}

/// Runs the tests whose names contain the first argument that is not an option, one after the other.
fn run_tests(arguments: &[String]) -> ExitCode {
    let filter = arguments.iter().find(|argument| !argument.starts_with('-')).map_or("", String::as_str);
    let tests = [engines::TESTS, evaluations::TESTS].concat();
    let mut failed = 0;
    for (name, test) in tests.into_iter().filter(|(name, _)| name.contains(filter)) {
        if arguments.iter().any(|argument| argument == "--list") {
            println!("{name}: test");
            continue;
        }
        let passed = catch_unwind(test).is_ok() & catch_unwind(no_child_is_left).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed += u8::from(!passed);
    }
    ExitCode::from(failed)
}

/// No child process is running, or has ended without being waited for.
fn no_child_is_left() {
    let children: Vec<_> =
        game::processes().into_iter().filter(|process| process.parent == std::process::id()).collect();
    assert!(children.is_empty(), "children are left: {children:?}");
}

/// The command line of a fake.
fn command(kind: &str, ill: &str) -> String {
    let program = std::env::current_exe().expect("a test has a path");
    format!("'{}' {} {kind} {ill}", program.display(), fake::MARK)
}
