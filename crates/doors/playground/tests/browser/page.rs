//! A page in a headless browser, which `.ci/browser.mjs` drives: a line in JSON says what is done, and one answers.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A page of its own, whose browser ends with it.
pub(crate) struct Page {
    driver: Child,
    from: BufReader<ChildStdout>,
}

impl Page {
    /// Starts the browser that `BROWSER` names, Chromium unless said otherwise, with an empty page.
    pub(crate) fn start() -> Page {
        let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../.ci/browser.mjs");
        let browser = env::var("BROWSER").unwrap_or_else(|_| "chromium".to_owned());
        let mut driver = Command::new("node")
            .args([driver, &browser])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node is installed");
        let from = BufReader::new(driver.stdout.take().expect("it is piped"));
        Page { driver, from }
    }

    /// Has a method of the driver's page called, and says what it answers.
    pub(crate) fn ask(&mut self, method: &str, arguments: Value) -> Value {
        let mut asked = vec![json!(method)];
        asked.extend(arguments.as_array().expect("it is a list").iter().cloned());
        let to = self.driver.stdin.as_mut().expect("it is piped");
        writeln!(to, "{}", Value::from(asked)).expect("the driver is there");
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the driver is there");
        let mut answer: Value = serde_json::from_str(&line).expect("the driver speaks JSON: is the browser installed?");
        assert!(answer["fault"].is_null(), "{method} {arguments}: {}", answer["fault"]);
        answer["found"].take()
    }

    /// Calls a method of the protocol of Chromium's developer tools.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) {
        self.ask("call", json!([method, parameters]));
    }

    /// Opens an address in a window of this width, light or dark.
    pub(crate) fn open(&mut self, address: &str, width: u32, theme: &str) {
        self.ask("open", json!([address, width, theme]));
    }

    /// Says what the system prefers: light or dark, and with `active` that colours are its own.
    pub(crate) fn prefer(&mut self, theme: &str, forced_colors: &str) {
        self.ask("prefer", json!([theme, forced_colors]));
    }

    /// Runs a script in every page that is opened from now on, before its own.
    pub(crate) fn before_each_page(&mut self, script: &str) {
        self.ask("evaluateOnNewDocument", json!([script]));
    }

    /// The value of a JavaScript expression in the page.
    pub(crate) fn get(&mut self, expression: &str) -> Value {
        self.ask("evaluate", json!([expression]))
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        self.ask("wait", json!([expression]));
    }

    /// Clicks the middle of the first element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        assert!(self.click_if_there(selector), "there is no {selector} to click");
    }

    /// As [`click`](Page::click), and says whether there was such an element.
    pub(crate) fn click_if_there(&mut self, selector: &str) -> bool {
        self.ask("point", json!([selector])) == json!(true)
    }

    /// Touches the middle of the first element that a selector finds, as a finger does.
    pub(crate) fn tap(&mut self, selector: &str) {
        let is_there = self.ask("point", json!([selector, "touch"])) == json!(true);
        assert!(is_there, "there is no {selector} to touch");
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str) {
        self.ask("keyboard.press", json!([key]));
    }

    /// The page as a picture in the format PNG, in the base 64: all of it, not only what the window shows.
    pub(crate) fn picture(&mut self) -> String {
        self.screenshot(json!({ "encoding": "base64", "fullPage": true }))
    }

    /// What is drawn within the first element that a selector finds: the part from one place to another. Each place is
    /// a share of its width and one of its height.
    pub(crate) fn picture_of(&mut self, selector: &str, from: [f64; 2], to: [f64; 2]) -> String {
        let clip = self.get(&format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
             const at = ([across, down]) => [box.x + scrollX + across * box.width, box.y + scrollY + down * box.height].map(Math.round); \
             const [[x, y], [right, bottom]] = [at({from:?}), at({to:?})]; \
             return {{ x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) }}; }})()"
        ));
        self.screenshot(json!({ "encoding": "base64", "captureBeyondViewport": true, "clip": clip }))
    }

    fn screenshot(&mut self, options: Value) -> String {
        self.ask("screenshot", json!([options])).as_str().expect("it is a text").to_owned()
    }

    /// What axe-core finds.
    pub(crate) fn axe(&mut self) -> Value {
        self.ask("axe", json!([]))
    }

    /// What the page complained of on its console, and the addresses of its requests, since the last call.
    pub(crate) fn told(&mut self) -> (Vec<String>, Vec<String>) {
        serde_json::from_value(self.ask("told", json!([]))).expect("it is two lists")
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // Its input ends, and so the browser does.
        self.driver.wait().ok();
    }
}
