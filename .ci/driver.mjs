// Drives a headless Chromium or Firefox from Node 20 or later, over the protocol that each speaks: the one of
// Chromium's developer tools, and WebDriver BiDi. Needs no package.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE = 60_000;

const BROWSERS = {
    chromium: ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync", "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-port=0"],
    firefox: ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port=0"],
};

/** Messages with numbers over a web socket, and what is told without being asked. */
class Talk {
    last = 0;
    waiting = new Map();
    heard = [];

    constructor(socket) {
        this.socket = socket;
        socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            const waits = this.waiting.get(message.id);
            if (!waits) return this.heard.push(message);
            this.waiting.delete(message.id);
            if (message.error) waits.fail(new Error(JSON.stringify(message.error) + (message.message ?? "")));
            else waits.done(message.result);
        };
    }

    static async to(address) {
        const socket = new WebSocket(address);
        await new Promise((done, fail) => Object.assign(socket, { onopen: done, onerror: () => fail(new Error(`no answer at ${address}`)) }));
        return new Talk(socket);
    }

    call(method, params = {}, more = {}) {
        this.last += 1;
        this.socket.send(JSON.stringify({ id: this.last, method, params, ...more }));
        return new Promise((done, fail) => this.waiting.set(this.last, { done, fail }));
    }
}

/** A page in a browser of its own. `faults()` is what the console complained of since it was asked last. */
export async function start(browser) {
    const profile = mkdtempSync(join(tmpdir(), "bestply-browser-"));
    const [program, ...options] = BROWSERS[browser];
    const own = browser === "firefox" ? ["--profile", profile] : [`--user-data-dir=${profile}`, "about:blank"];
    const child = spawn(program, [...options, ...own], { stdio: ["ignore", "ignore", "pipe"] });
    const address = await new Promise((done, fail) => {
        let told = "";
        child.on("error", fail);
        child.on("exit", () => fail(new Error(`${program} ended: ${told}`)));
        child.stderr.on("data", (text) => {
            told += text;
            const found = told.match(/listening on (ws:\/\/\S+)/);
            if (found) done(found[1]);
        });
    });
    const page = browser === "firefox" ? await overBidi(address) : await overDevTools(address);
    const end = async () => {
        child.removeAllListeners("exit");
        const ended = new Promise((done) => child.on("exit", done));
        child.kill();
        await ended;
        // The browser's other processes write to the profile a little longer.
        for (let tries = 50; tries > 0; tries -= 1) {
            try {
                return rmSync(profile, { recursive: true, force: true });
            } catch {
                await new Promise((done) => setTimeout(done, 100));
            }
        }
    };
    const wait = async (expression) => {
        for (const began = Date.now(); !(await page.get(`Boolean(${expression})`)); await new Promise((done) => setTimeout(done, 20))) {
            if (Date.now() - began > PATIENCE) throw new Error(`${browser}: waited for ${expression}`);
        }
    };
    // The middle of an element, once it is in the window.
    const at = async (selector) => {
        const found = await page.get(`(() => { const element = document.querySelector(${JSON.stringify(selector)}); if (!element) return null; element.scrollIntoView({ block: "center" }); const { x, y, width, height } = element.getBoundingClientRect(); return [Math.round(x + width / 2), Math.round(y + height / 2)]; })()`);
        if (!found) throw new Error(`${browser}: there is no ${selector}`);
        return found;
    };
    const click = async (selector) => page.point(await at(selector), "mouse");
    const tap = async (selector) => page.point(await at(selector), "touch");
    return { browser, ...page, wait, click, tap, end };
}

/** The keys that have no letter: their numbers, and what WebDriver calls them. */
const KEYS = { Enter: [13, "\uE007"], End: [35, "\uE010"], Home: [36, "\uE011"], ArrowLeft: [37, "\uE012"], ArrowUp: [38, "\uE013"], ArrowRight: [39, "\uE014"], ArrowDown: [40, "\uE015"] };

async function overBidi(address) {
    const talk = await Talk.to(`${address}/session`);
    await talk.call("session.new", { capabilities: {} });
    const { contexts } = await talk.call("browsingContext.getTree");
    const { context } = contexts[0];
    await talk.call("session.subscribe", { events: ["log.entryAdded"] });
    return {
        open: async (url) => {
            // An address that differs in its fragment alone would open no new page.
            await talk.call("browsingContext.navigate", { context, url: "about:blank", wait: "complete" });
            await talk.call("browsingContext.navigate", { context, url, wait: "complete" });
        },
        size: (width, height) => talk.call("browsingContext.setViewport", { context, viewport: { width, height } }),
        get: async (expression) => {
            // As text, since its values come in a form of their own.
            const asked = { expression: `Promise.resolve(${expression}).then((found) => JSON.stringify(found))`, target: { context }, awaitPromise: true };
            const { result, exceptionDetails } = await talk.call("script.evaluate", asked);
            if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
            return result.value === undefined ? undefined : JSON.parse(result.value);
        },
        press: (key) => {
            const value = KEYS[key]?.[1] ?? key;
            return talk.call("input.performActions", { context, actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value }, { type: "keyUp", value }] }] });
        },
        point: ([x, y], pointerType) => {
            const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
            return talk.call("input.performActions", { context, actions: [{ type: "pointer", id: pointerType, parameters: { pointerType }, actions }] });
        },
        picture: async () => (await talk.call("browsingContext.captureScreenshot", { context, origin: "document" })).data,
        faults: () => talk.heard.splice(0).filter(({ method, params }) => method === "log.entryAdded" && ["error", "warn"].includes(params.level)).map(({ params }) => params.text),
    };
}

async function overDevTools(address) {
    const talk = await Talk.to(address);
    const { targetId } = await talk.call("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await talk.call("Target.attachToTarget", { targetId, flatten: true });
    const call = (method, params) => talk.call(method, params, { sessionId });
    for (const domain of ["Page", "Runtime", "Log"]) await call(`${domain}.enable`);
    await call("Performance.enable", { timeDomain: "threadTicks" });
    const get = async (expression) => {
        const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
        if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
        return result.value;
    };
    return {
        open: async (url) => {
            await call("Page.navigate", { url: "about:blank" });
            await call("Page.navigate", { url });
            for (let isComplete = false; !isComplete; ) isComplete = await get(`document.readyState === "complete" && (location.href !== "about:blank" || ${url === "about:blank"})`);
        },
        // What the page's thread has had of the processor, in milliseconds: Firefox tells nobody.
        spent: async () => 1000 * (await call("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value,
        size: (width, height) => call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }),
        get,
        press: async (key) => {
            const [windowsVirtualKeyCode] = KEYS[key] ?? [key.toUpperCase().charCodeAt(0)];
            const text = key === "Enter" ? "\r" : KEYS[key] ? undefined : key;
            await call("Input.dispatchKeyEvent", { type: "keyDown", key, windowsVirtualKeyCode, text });
            await call("Input.dispatchKeyEvent", { type: "keyUp", key, windowsVirtualKeyCode });
        },
        point: async ([x, y], pointerType) => {
            if (pointerType === "touch") {
                await call("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
                return call("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
            }
            await call("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
            for (const type of ["mousePressed", "mouseReleased"]) await call("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
        },
        picture: async () => (await call("Page.captureScreenshot", { format: "png", captureBeyondViewport: true })).data,
        faults: () =>
            talk.heard.splice(0).flatMap(({ method, params }) => {
                if (method === "Runtime.exceptionThrown") return [params.exceptionDetails.exception?.description ?? params.exceptionDetails.text];
                if (method === "Log.entryAdded" && params.entry.level !== "verbose" && params.entry.level !== "info") return [`${params.entry.text} ${params.entry.url ?? ""}`];
                if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(params.type)) return [params.args.map(({ value }) => value).join(" ")];
                return [];
            }),
    };
}
