//! The commands, each with what it does, how it is written, what it takes, and an example.

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};

use super::super::markdown::{code, codes, groups, prose, table};

/// From so many commands on an option stands by itself, above them.
const MANY: usize = 3;

/// An argument as a line of a table: commands share it where they say the same of it.
type Line = [String; 4];

/// An option of many commands: these.
type Shared<'c> = (Vec<&'c str>, Line);

/// All commands of a program.
pub(super) fn all(program: &Command) -> String {
    let mut program = program.clone();
    program.build();
    let commands = below(&program);
    let shared = shared(&commands);
    let mut page = format!("## All commands\n\n{}\n## Options of many commands\n", list(&program));
    for same in groups(&shared, |(owners, _)| owners) {
        page += &format!("\nOf {}:\n\n{}", codes(&same[0].0), arguments(same.iter().map(|(_, line)| line)));
    }
    page += "\n## The commands\n";
    commands.iter().for_each(|command| page += &written(command, &shared));
    page
}

/// The commands of a command, each before those below it.
fn below(command: &Command) -> Vec<&Command> {
    subcommands(command).flat_map(|it| [vec![it], below(it)].concat()).collect()
}

fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|it| it.get_name() != "help")
}

/// The name of a command behind that of the program, as `shards merge`.
fn full_name(command: &Command) -> &str {
    command.get_bin_name().and_then(|name| name.split_once(' ')).map_or("", |(_, name)| name)
}

/// The commands of a command, with links to what is said of them.
fn list(command: &Command) -> String {
    let rows = subcommands(command).map(|it| {
        let name = full_name(it);
        [format!("[{}](#{})", code(name), name.replace(' ', "-")), sentence(&text(it.get_about()))]
    });
    table(["command", "what it does"], rows)
}

/// The options of many commands.
fn shared<'c>(commands: &[&'c Command]) -> Vec<Shared<'c>> {
    let owned = commands.iter().flat_map(|it| lines(it).into_iter().map(|line| (full_name(it), line)));
    let options = groups(owned.filter(|(_, line)| line[0].starts_with("`--")), |(_, line)| line.clone());
    let many = options.into_iter().filter(|same| same.len() >= MANY);
    many.map(|same| (same.iter().map(|(owner, _)| *owner).collect(), same[0].1.clone())).collect()
}

fn arguments<'l>(lines: impl IntoIterator<Item = &'l Line>) -> String {
    table(["option", "values", "default", "what it does"], lines.into_iter().cloned())
}

/// A command: what it does, how it is written, the options that stand above, the others, and its example.
fn written(command: &Command, shared: &[Shared]) -> String {
    let about = text(command.get_long_about().or(command.get_about()));
    let about: Vec<String> = about.split("\n\n").map(sentence).collect();
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let mut page = format!("\n### {}\n\n{}\n\n    {usage}\n", code(full_name(command)), about.join("\n\n"));
    if command.has_subcommands() {
        page += &format!("\n{}", list(command));
    }
    let is_above = |line: &Line| shared.iter().any(|(_, other)| other == line);
    let (above, own): (Vec<Line>, Vec<Line>) = lines(command).into_iter().partition(is_above);
    if !own.is_empty() {
        page += &format!("\n{}", arguments(&own));
    }
    if !above.is_empty() {
        let names: Vec<&str> = above.iter().map(|line| line[0].as_str()).collect();
        page += &format!("\n[Options of many commands](#options-of-many-commands): {}.\n", names.join(", "));
    }
    page + &example(&text(command.get_after_help()))
}

/// An example as a help ends with it: a line that says what it is, and the lines to be typed. Not all have one.
fn example(help: &str) -> String {
    let Some((does, typed)) = help.split_once('\n') else { return String::new() };
    let typed: String = typed.lines().map(|line| format!("  {line}\n")).collect();
    format!("\n{}:\n\n{typed}", prose(does))
}

/// What a command takes: what stands by its place, and then the options.
fn lines(command: &Command) -> Vec<Line> {
    let shown = command.get_arguments().filter(|it| !it.is_hide_set() && it.get_id() != "help");
    let (placed, options): (Vec<&Arg>, Vec<&Arg>) = shown.partition(|it| it.is_positional());
    placed.into_iter().chain(options).map(|it| line(command, it)).collect()
}

fn line(command: &Command, argument: &Arg) -> Line {
    let help = text(argument.get_long_help().or(argument.get_help()));
    let (help, told) = match help.strip_suffix(']').and_then(|help| help.rsplit_once("[default: ")) {
        Some((help, told)) => (help.trim_end(), Some(told)),
        None => (help.as_str(), None),
    };
    [code(&name(argument)), values(argument), default(argument, told), does(command, argument, help)]
}

/// What can be given to an option. A place is called by that already.
fn values(argument: &Arg) -> String {
    let named = argument.get_possible_values();
    if !named.is_empty() {
        codes(named.iter().map(PossibleValue::get_name))
    } else if argument.is_positional() || !argument.get_action().takes_values() {
        "–".to_owned()
    } else {
        code(&placeholder(argument))
    }
}

/// What an argument does, what its values mean, and what it does not go with.
fn does(command: &Command, argument: &Arg, help: &str) -> String {
    let mut does = vec![sentence(help)];
    for value in argument.get_possible_values() {
        let help = value.get_help().map(ToString::to_string);
        does.extend(help.map(|help| format!("{}: {}", code(value.get_name()), sentence(&help))));
    }
    let others: Vec<String> = command.get_arg_conflicts_with(argument).into_iter().map(name).collect();
    if !others.is_empty() {
        does.push(format!("Not with {}.", codes(others)));
    }
    if argument.is_exclusive_set() {
        does.push("Nothing else stands beside it.".to_owned());
    }
    does.join(" ")
}

/// An option as it is typed, or the place of what is no option.
fn name(argument: &Arg) -> String {
    argument.get_long().map_or_else(|| placeholder(argument), |long| format!("--{long}"))
}

fn placeholder(argument: &Arg) -> String {
    argument.get_value_names().unwrap_or_default().join(" ")
}

/// What holds where nothing is said: in the words of the help, if it has any.
fn default(argument: &Arg, told: Option<&str>) -> String {
    let values = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let values: Vec<_> = values.filter(|value| argument.get_action().takes_values() && !value.is_empty()).collect();
    match told {
        Some(told) => marked(told),
        None if argument.is_required_set() => "needed".to_owned(),
        None if values.is_empty() => "–".to_owned(),
        None => codes(values),
    }
}

fn text(help: Option<&StyledStr>) -> String {
    help.map(ToString::to_string).unwrap_or_default()
}

/// A help as a sentence of Markdown.
fn sentence(help: &str) -> String {
    let text = marked(&help.replace('\n', " "));
    let ends = text.ends_with(['.', '…', '?']);
    if ends { text } else { text + "." }
}

/// A text of which options and what stands between back-ticks are code, and all signs are signs in Markdown, too.
fn marked(text: &str) -> String {
    let word = |word: &str| {
        let bare = word.trim_end_matches([',', ';', ':', ')', '.', '?']);
        if bare.starts_with("--") { code(bare) + &word[bare.len()..] } else { prose(word) }
    };
    let part = |(place, part): (usize, &str)| match place % 2 {
        0 => part.split(' ').map(word).collect::<Vec<_>>().join(" "),
        _ => code(&part.replace('|', "\\|")),
    };
    text.split('`').enumerate().map(part).collect()
}
