// The page of a headless browser of this machine, as puppeteer-core has it, and what the checks do with it besides.
//
//   node .ci/browser.mjs BROWSER     answers each line `[method, …arguments]`, all in JSON

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const PROGRAMS = { chromium: "chromium", firefox: "firefox-esr" };
const found = (browser) => process.env.PATH.split(":").map((folder) => `${folder}/${PROGRAMS[browser]}`).find(existsSync);

/** Visits a page in each browser that is installed, and ends with all that was wrong. */
export async function inEach(browsers, visit) {
    const wrong = new Set();
    for (const browser of browsers) {
        if (!found(browser)) {
            console.log(`skipped: ${browser} is not installed`);
            continue;
        }
        const page = await start(browser);
        await visit(page, (what, faults) => faults.forEach((fault) => wrong.add(`${browser}: ${what}: ${fault}`)));
        await page.browser().close();
    }
    if (wrong.size > 0) {
        console.error([...wrong].slice(0, 40).join("\n"));
        process.exit(1);
    }
}

async function start(browser) {
    const options = browser === "firefox" ? { browser } : { args: ["--no-sandbox", "--disable-gpu"] };
    const program = await require("puppeteer-core").launch({ executablePath: found(browser), ...options });
    const [page] = await program.pages();
    const developer = browser === "firefox" ? null : await page.createCDPSession();
    const complaints = [];
    const addresses = [];
    await page.bringToFront();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => complaints.push(error.stack ?? String(error)));
    page.on("request", (request) => request.url().startsWith("data:") || addresses.push(request.url()));
    page.on("console", (message) => {
        const isComplaint = ["error", "warn", "assert"].includes(message.type());
        if (isComplaint) complaints.push(`${message.text()} ${message.location()?.url ?? ""}`);
    });
    return Object.assign(page, {
        /** In a window of this width, light or dark. */
        open: async (address, width = 1280, theme = "light") => {
            // An address that differs in its fragment alone would open no new page.
            await page.goto("about:blank");
            await page.setViewport({ width, height: 900, isMobile: width < 600, hasTouch: width < 600 });
            await page.prefer(theme, "none");
            await page.goto(address);
        },
        /** What the system prefers, of which Firefox is told nothing. */
        prefer: async (theme, forced) => {
            const features = [{ name: "prefers-color-scheme", value: theme }, { name: "forced-colors", value: forced }];
            await developer?.send("Emulation.setEmulatedMedia", { features });
        },
        /** A method of Chromium's developer tools. */
        call: (method, parameters) => developer.send(method, parameters),
        wait: async (expression) => {
            await page.waitForFunction(`Boolean(${expression})`, { polling: 20 }).catch(async ({ message }) => {
                const error = await page.evaluate("document.getElementById('error')?.textContent ?? ''");
                throw new Error(`waited for ${expression}; the page says: ${error} (${message})`);
            });
        },
        /** Clicks an element, or touches it as a finger does; says whether it is there. */
        point: async (selector, by = "mouse") => {
            const place = await page.evaluate(middle, selector);
            if (place && by === "mouse") await page.mouse.click(...place);
            if (place && by === "touch") await page.touchscreen.tap(...place);
            return place !== null;
        },
        /** What axe-core finds: rules for people who see, hear or move less. */
        axe: async () => {
            await page.evaluate(`window.axe || (() => { ${readFileSync(require.resolve("axe-core/axe.min.js"))} })()`);
            const { violations } = await page.evaluate("axe.run({ preload: false })");
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
        },
        /** What the page complained of, and the addresses of its requests, since this was asked last. */
        told: async () => {
            await page.evaluate("0");
            return [complaints.splice(0), addresses.splice(0)];
        },
    });
}

// The middle of an element in view, where it stays: what was changed before may still be drawn, and move what is below.
async function middle(selector) {
    for (let last = ""; ; ) {
        const found = document.querySelector(selector);
        if (!found) return null;
        found.scrollIntoView({ block: "center", behavior: "instant" });
        const box = found.getBoundingClientRect();
        const place = [box.x + box.width / 2, box.y + box.height / 2];
        if (String(place) === last) return place;
        last = String(place);
        await new Promise((later) => setTimeout(later, 30));
    }
}

if (process.argv[1] === import.meta.filename) {
    const page = await start(process.argv[2]);
    for await (const line of createInterface({ input: process.stdin })) {
        const [method, ...given] = JSON.parse(line);
        const [name, part] = method.split(".").reverse();
        const of = part ? page[part] : page;
        const failed = ({ message }) => ({ fault: message });
        const answer = await Promise.resolve(of[name](...given)).then((found) => ({ found }), failed);
        console.log(JSON.stringify(answer));
    }
    await page.browser().close();
}
