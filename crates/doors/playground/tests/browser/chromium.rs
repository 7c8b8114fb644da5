//! Chromium, driven over its debugging protocol: messages in JSON that a NUL ends, over two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The longest wait for anything in a page.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a headless Chromium, which ends with it.
pub(crate) struct Page {
    chromium: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    last: u64,
    /// What the browser told besides its answers.
    events: Vec<Value>,
}

/// Whether there is a Chromium to drive.
pub(crate) fn is_installed() -> bool {
    Command::new("chromium").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

impl Page {
    /// Starts the browser with an empty page, its profile in this folder.
    pub(crate) fn start(profile: &str) -> Page {
        // The protocol is spoken over the files 3 and 4.
        let script = "exec chromium --headless --no-sandbox --disable-gpu --no-first-run --disable-sync \
            --disable-background-networking --disable-component-update --disable-dev-shm-usage --hide-scrollbars \
            --remote-debugging-pipe --user-data-dir=\"$1\" about:blank 3<&0 4>&1 >/dev/null 2>&1";
        let mut chromium = Command::new("sh")
            .args(["-c", script, "sh", profile])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let to = chromium.stdin.take().expect("it is piped");
        let from = BufReader::new(chromium.stdout.take().expect("it is piped"));
        let mut page = Page { chromium, to, from, session: None, last: 0, events: Vec::new() };
        let target = page.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let attached = page.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        page.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page
    }

    /// Calls a method of the protocol and waits for its answer.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser is there");
        loop {
            let mut answer = self.next();
            if answer["id"] == json!(self.last) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.events.push(answer);
        }
    }

    fn next(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("the browser is there");
        assert_eq!(bytes.pop(), Some(0), "the browser ended");
        serde_json::from_slice(&bytes).expect("the browser speaks JSON")
    }

    /// Opens an address in a window of this width, light or dark.
    pub(crate) fn open(&mut self, address: &str, width: u32, theme: &str) {
        let size = json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": width < 600 }));
        self.prefer(theme, "none");
        // An address that differs in its fragment alone would open no new page.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.call("Page.navigate", json!({ "url": address }));
        self.wait("document.readyState === 'complete'");
    }

    /// Says what the system prefers: light or dark, and with `active` that colours are its own.
    pub(crate) fn prefer(&mut self, theme: &str, forced_colors: &str) {
        let features = [("prefers-color-scheme", theme), ("forced-colors", forced_colors)];
        let features = features.map(|(name, value)| json!({ "name": name, "value": value }));
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Runs a script in every page that is opened from now on, before its own.
    pub(crate) fn before_each_page(&mut self, script: &str) {
        self.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }));
    }

    /// The value of a JavaScript expression in the page.
    pub(crate) fn get(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let began = Instant::now();
        while self.get(&format!("Boolean({expression})")) != json!(true) {
            let error = self.get("document.getElementById('error')?.textContent ?? ''");
            assert!(began.elapsed() < PATIENCE, "waited for {expression}; the page says: {error}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Clicks the middle of the first element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        assert!(self.click_if_there(selector), "there is no {selector} to click");
    }

    /// As [`click`](Page::click), and says whether there was such an element.
    pub(crate) fn click_if_there(&mut self, selector: &str) -> bool {
        let place = self.middle(selector);
        if !place.is_array() {
            return false;
        }
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
        true
    }

    /// Touches the middle of the first element that a selector finds, as a finger does.
    pub(crate) fn tap(&mut self, selector: &str) {
        let place = self.middle(selector);
        assert!(place.is_array(), "there is no {selector} to touch");
        let points = json!([{ "x": place[0], "y": place[1] }]);
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchStart", "touchPoints": points }));
        self.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    /// The middle of the first element that a selector finds, which is scrolled into view; null if there is none.
    ///
    /// It is where it stays: what was changed before may still be drawn, and move what is below.
    fn middle(&mut self, selector: &str) -> Value {
        self.get(&format!(
            "(async () => {{ for (let last = ''; ; ) {{ \
             const found = document.querySelector({selector:?}); if (!found) return null; \
             found.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const box = found.getBoundingClientRect(), place = [box.x + box.width / 2, box.y + box.height / 2]; \
             if (String(place) === last) return place; \
             last = String(place); await new Promise((later) => setTimeout(later, 30)); }} }})()"
        ))
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str, code: u32) {
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The page as a picture in the format PNG, in the base 64: all of it, not only what the window shows.
    pub(crate) fn picture(&mut self) -> String {
        let size = self.call("Page.getLayoutMetrics", json!({}));
        let [width, height] = ["width", "height"].map(|side| size["cssContentSize"][side].clone());
        self.clipped(json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 }))
    }

    /// What is drawn within the first element that a selector finds: the part from one place to another. Each place is
    /// a share of its width and one of its height.
    pub(crate) fn picture_of(&mut self, selector: &str, from: [f64; 2], to: [f64; 2]) -> String {
        let clip = self.get(&format!(
            "(() => {{ const box = document.querySelector({selector:?}).getBoundingClientRect(); \
             const at = ([across, down]) => [box.x + scrollX + across * box.width, box.y + scrollY + down * box.height].map(Math.round); \
             const [[x, y], [right, bottom]] = [at({from:?}), at({to:?})]; \
             return {{ x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y), scale: 1 }}; }})()"
        ));
        self.clipped(clip)
    }

    fn clipped(&mut self, clip: Value) -> String {
        let asked = json!({ "captureBeyondViewport": true, "clip": clip });
        self.call("Page.captureScreenshot", asked)["data"].as_str().expect("it is a text").to_owned()
    }

    /// What the page complained of on its console, and the addresses of its requests, since the last call.
    pub(crate) fn told(&mut self) -> (Vec<String>, Vec<String>) {
        self.get("0");
        let (mut complaints, mut addresses) = (Vec::new(), Vec::new());
        for event in std::mem::take(&mut self.events) {
            let told = &event["params"];
            match event["method"].as_str() {
                Some("Runtime.exceptionThrown") => {
                    complaints.push(told["exceptionDetails"]["exception"]["description"].to_string());
                }
                Some("Log.entryAdded") => complaints.push(told["entry"]["text"].to_string()),
                Some("Runtime.consoleAPICalled") if told["type"] != "log" => complaints.push(told.to_string()),
                Some("Network.requestWillBeSent") => {
                    addresses.extend(told["request"]["url"].as_str().map(str::to_owned));
                }
                _ => {}
            }
        }
        (complaints, addresses)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        self.chromium.kill().ok();
        self.chromium.wait().ok();
    }
}
