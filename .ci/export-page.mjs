// Uses a page that `bestply export-page` wrote: from `file:`, and from a folder below a server's root. What is wrong is
// written, and ends the script.
//
//   node --experimental-websocket .ci/export-page.mjs FOLDER BROWSER [PICTURES]

import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { start } from "./driver.mjs";

const [folder, browser, pictures] = process.argv.slice(2);
const MEDIA = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json" };
const BELOW = "/courses/games/";

// A server that knows nothing of the page but its files.
const server = createServer(({ url }, answer) => {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    let file = path.startsWith(BELOW) ? join(folder, normalize(path.slice(BELOW.length - 1))) : "";
    try {
        if (statSync(file).isDirectory()) file = join(file, "index.html");
        answer.writeHead(200, { "content-type": MEDIA[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
    } catch {
        answer.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const page = await start(browser);
const wrong = [];
const held = async (what, expression) => {
    if (!(await page.get(`Boolean(${expression})`))) wrong.push(`${browser}: ${what}: ${expression} does not hold`);
};
const click = (selector) => page.get(`(() => { document.querySelector(${JSON.stringify(selector)}).click(); })()`);
// axe-core finds nothing, where `AXE_CORE` names its file `axe.min.js`.
const axe = process.env.AXE_CORE ? readFileSync(process.env.AXE_CORE, "utf8") : "";
const checked = async (what) => {
    if (!axe) return;
    await page.get(`(() => { if (!window.axe) { ${axe} } })()`);
    const found = await page.get("axe.run({ preload: false }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`))");
    wrong.push(...found.map((finding) => `${browser}: ${what}: ${finding}`));
};
const said = (what) => wrong.push(...page.faults().map((fault) => `${browser}: ${what}: ${fault}`));

// Each lesson is gone through to its end; its answers are shown.
async function learn(address) {
    const lessons = "document.querySelectorAll('.lessons a')";
    await page.open(`${address}#learn=1`);
    await page.wait(`${lessons}.length > 0`);
    const count = await page.get(`${lessons}.length`);
    for (let number = 1; number <= count; number += 1) {
        await page.get(`(() => { location.hash = "#learn=${number}"; })()`);
        await page.wait(`document.querySelector('#lesson-title').textContent.startsWith('${number}. ')`);
        await page.wait("document.querySelector('.drawing svg [data-path]') && document.querySelector('.place').textContent.startsWith('1 of')");
        for (let card = 0; card < 200 && !(await page.get("document.querySelector('.turn .primary').hidden")); card += 1) await click(".turn .primary");
        await held(`the end of lesson ${number}`, "document.querySelector('.told.end') && document.querySelector('.told').textContent.includes('Learnt:')");
        said(`lesson ${number}`);
    }
    await checked("a lesson");
    await held("nothing is offered that only a program can do", "!document.querySelector('.change') && document.querySelectorAll('.ways button').length === 0");
    return count;
}

async function look(address) {
    await page.open(`${address}#look`);
    const positions = "document.querySelectorAll('.positions button')";
    await page.wait(`${positions}.length > 0`);
    const count = await page.get(`${positions}.length`);
    for (let number = 0; number < count; number += 1) {
        await page.get(`(() => { ${positions}[${number}].click(); })()`);
        await page.wait(`${positions}[${number}].getAttribute('aria-pressed') === 'true' && / plays /.test(document.getElementById('told').textContent)`);
        await page.wait("document.querySelectorAll('#atlas .map canvas').length > 0 && document.querySelector('#atlas .map canvas').width > 50");
        await held("the microscope says something", "document.querySelector('#microscope .why').textContent.length > 10");
        await held("the page is no wider than its window", "document.documentElement.scrollWidth <= document.documentElement.clientWidth");
        said(`position ${number + 1}`);
    }
    await page.get("(() => { document.querySelector('#atlas .map').focus(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); })()");
    await page.wait("document.querySelector('#microscope .why').textContent.length > 0");
    said("a node that is opened");
    await checked("the searches");
    return count;
}

async function read(address) {
    await page.open(`${address}book/docs/tutorial-best-first.html`);
    await held("the book has its heading", "document.querySelector('h1').textContent.length > 5 && document.querySelectorAll('nav a').length > 40");
    await held("its pictures are there", "[...document.images].length > 0 && [...document.images].every((image) => image.complete && image.naturalWidth > 0)");
    said("the book");
    await held("the book is no wider than its window", "document.documentElement.scrollWidth <= document.documentElement.clientWidth");
    await checked("the book");
    if (pictures) writeFileSync(join(pictures, `${browser}-book-${await page.get("innerWidth")}.png`), Buffer.from(await page.picture(), "base64"));
}

const addresses = [`${pathToFileURL(resolve(folder))}/index.html`, `http://127.0.0.1:${server.address().port}${BELOW}`];
try {
    for (const address of addresses) {
        for (const width of [320, 1280]) {
            await page.size(width, 900);
            const lessons = width === 1280 ? await learn(address) : 0;
            const positions = await look(address);
            if (pictures) writeFileSync(join(pictures, `${browser}-${width}-${address.slice(0, 4)}.png`), Buffer.from(await page.picture(), "base64"));
            await read(address.replace("index.html", ""));
            if (lessons) console.log(`${browser}: ${lessons} lessons and ${positions} positions from ${address.slice(0, 5)}`);
        }
    }
} finally {
    await page.end();
    server.close();
}
if (wrong.length > 0) {
    console.error([...new Set(wrong)].slice(0, 40).join("\n"));
    process.exit(1);
}
