//! A live line in a terminal, plain lines elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on standard error that shows how far something is, where that is a terminal, and the lines of what is finished.
pub struct LiveLine {
    bar: ProgressBar,
}

impl LiveLine {
    /// A line that shows nothing yet; it counts `units`.
    pub fn new(units: &str) -> LiveLine {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(8));
        let template = format!("{{prefix}}  {{pos}}/{{len}} {units}  {{msg}}  {{bar:20}}  {{eta}} left");
        bar.set_style(ProgressStyle::with_template(&template).expect("the template is well-formed"));
        LiveLine { bar }
    }

    /// Shows something else, `done` of `all` of which is done.
    pub fn start(&self, name: String, done: u64, all: u64) {
        self.bar.reset();
        self.bar.set_prefix(name);
        self.bar.set_message("");
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.reset_eta();
    }

    /// Some more is done.
    pub fn advance(&self, more: u64, message: String) {
        self.bar.set_message(message);
        self.bar.inc(more);
    }

    /// Something is finished: a line that stays.
    pub fn finished(&self, line: String) {
        if self.bar.is_hidden() { eprintln!("{line}") } else { self.bar.println(line) }
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
