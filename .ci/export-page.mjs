// Uses a page that needs no server: from `file:` and from a folder below a server's root, every lesson, every position and the
// book; the console may say nothing.
//
//   node .ci/export-page.mjs PROGRAM FOLDER

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

import { inEach } from "./browser.mjs";

const [program, folder] = process.argv.slice(2);
execFileSync(program, ["export-page", "connect-four", "--moves", "", "--moves", "d d c", "--out", `${folder}/courses/games`]);

// A server that knows nothing of the page but its files.
const server = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]);
const [port] = String(await once(server.stdout, "data")).match(/(?<=port )\d+/);
const ADDRESSES = [`file://${folder}/courses/games/`, `http://127.0.0.1:${port}/courses/games/`];
const IS_NARROW = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";

await inEach(["chromium", "firefox"], async (page, wrong) => {
    const held = async (what, ...expressions) => {
        for (const expression of expressions) {
            if (!(await page.evaluate(`Boolean(${expression})`))) wrong(what, [`${expression} does not hold`]);
        }
        wrong(what, (await page.told())[0]);
    };
    for (const [place, address] of ADDRESSES.entries()) {
        const top = place === 0 ? `${address}index.html` : address;
        for (const width of [320, 1280]) {
            if (width === 1280) await learn(`${top}#learn=1`);
            await look(`${top}#look`, width);
            await page.open(`${address}book/docs/tutorial-best-first.html`, width);
            const arePictures = "[...document.images].every((image) => image.complete && image.naturalWidth > 0)";
            const isBook = "document.querySelector('h1') && document.querySelectorAll('nav a').length > 40 && document.images[0]";
            await held("the book", isBook, arePictures, IS_NARROW);
            wrong("the book", await page.axe());
        }
        console.log(`${await page.browser().version()}: ${address.slice(0, 5)}`);
    }

    // Each lesson is gone through to its end; its answers are shown.
    async function learn(address) {
        await page.open(address);
        await page.wait("document.querySelector('.lessons a')");
        const count = await page.evaluate("document.querySelectorAll('.lessons a').length");
        for (let number = 1; number <= count; number += 1) {
            await page.evaluate(`(() => { location.hash = "#learn=${number}"; })()`);
            await page.wait(`document.querySelector('#lesson-title').textContent.startsWith('${number}. ')`);
            await page.wait("document.querySelector('.drawing svg [data-path]')");
            await page.wait("document.querySelector('.place').textContent.startsWith('1 of')");
            const next = "document.querySelector('.turn .primary')";
            await page.wait(`(() => { if (!${next}.hidden) ${next}.click(); return ${next}.hidden; })()`);
            await held(`lesson ${number}`, "document.querySelector('.told.end').textContent.includes('Learnt:')");
        }
        await held("what only a program can do", "!document.querySelector('.change, .ways button')");
        wrong("a lesson", await page.axe());
    }

    async function look(address, width) {
        const positions = "document.querySelectorAll('.positions button')";
        await page.open(address, width);
        await page.wait(`${positions}.length > 0`);
        const count = await page.evaluate(`${positions}.length`);
        for (let number = 0; number < count; number += 1) {
            await page.evaluate(`(() => { ${positions}[${number}].click(); })()`);
            await page.wait(`${positions}[${number}].getAttribute('aria-pressed') === 'true'`);
            await page.wait("/ plays /.test(document.getElementById('told').textContent)");
            await page.wait("document.querySelector('#atlas .map canvas')?.width > 50");
            await held(`position ${number + 1}`, "document.querySelector('#microscope .why').textContent.length > 10", IS_NARROW);
        }
        await page.evaluate("document.querySelector('#atlas .map').focus()");
        for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
        await held("a node that is opened", "document.querySelector('#microscope .why').textContent");
        wrong("the searches", await page.axe());
    }
});
server.kill();
