// Visits the playground's page as a person does: plays, learns, looks, compares and analyses by mouse, touch and keys.
// What is wrong is written, and ends the script.
//
//   node --experimental-websocket .ci/visit.mjs ADDRESS BROWSER

import { start } from "./driver.mjs";

const [address, browser] = process.argv.slice(2);
const page = await start(browser);
const wrong = [];
const done = (what) => {
    wrong.push(...page.faults().map((fault) => `${browser}: ${what}: ${fault}`));
    console.log(`${browser}: ${what}`);
};
const PLAYED = "document.querySelectorAll('#moves .move').length";
const PLACE = "[...document.querySelectorAll('#moves .move')].findIndex((move) => move.getAttribute('aria-current')) + 1";

// A game against the opponent that is offered: moves by mouse and by touch, and steps through them by keys.
async function play() {
    await page.open(`${address}#game=connect-four`);
    await page.wait("document.querySelector('.cell.target')");
    await page.click(".cell.target");
    await page.wait(`${PLAYED} >= 2 && document.querySelector('.cell.target')`);
    await page.tap(".cell.target");
    await page.wait(`${PLAYED} >= 4 && document.querySelector('.cell.target')`);
    const last = await page.get(PLACE);
    await page.get("(() => { document.activeElement.blur(); })()");
    for (const [key, place] of [["ArrowLeft", last - 1], ["Home", 0], ["End", last]]) {
        await page.press(key);
        await page.wait(`${PLACE} === ${place}`);
    }
    const first = "document.querySelector('#board .cell').title";
    const cell = await page.get(first);
    await page.press("f");
    await page.wait(`${first} !== ${JSON.stringify(cell)}`);
    done("a game is played and stepped through");
}

async function analyse() {
    await page.click("#modes [data-mode=analyse]");
    await page.wait("document.querySelector('#lines .move')");
    await page.click("#review");
    await page.wait("document.getElementById('reviewed').textContent && document.querySelectorAll('.curve .dot').length >= 4");
    done("the game is analysed");
}

// The first lesson by keys, the second by touch, the third by mouse: every answer is shown.
// Firefox without a screen gives the focus to no window, and there a button gets no keys.
async function learn() {
    const on = "#learn .turn .primary";
    const focus = () => page.get(`(() => { document.querySelector("${on}").focus(); return document.hasFocus(); })()`);
    const byKeys = async () => ((await focus()) ? page.press("Enter") : page.click(on));
    const turns = [byKeys, () => page.tap(on), () => page.click(on)];
    for (const [place, turn] of turns.entries()) {
        await page.open(`${address}#learn=${place + 1}`);
        await page.wait(`document.querySelector('#learn .drawing svg [data-path]') && document.querySelector('#lesson-title').textContent.startsWith('${place + 1}. ')`);
        await page.wait("document.querySelector('#learn .place').textContent.startsWith('1 of')");
        for (let card = 0; card < 200 && !(await page.get(`document.querySelector("${on}").hidden`)); card += 1) await turn();
        await page.wait("document.querySelector('#learn .told.end')");
        done(`lesson ${place + 1} is read to its end`);
    }
}

async function look() {
    await page.open(`${address}#look&game=othello`);
    await page.wait("document.querySelector('#grow:enabled') && document.querySelector('.looked-at').textContent");
    await page.get("(() => { document.getElementById('budget').value = '2000'; })()");
    await page.click("#grow");
    await page.wait("document.querySelectorAll('#atlas .map canvas').length === 2 && / plays /.test(document.getElementById('told').textContent)");
    await page.get("(() => { document.querySelector('#atlas .map').focus(); })()");
    for (const key of ["ArrowDown", "Enter"]) await page.press(key);
    await page.wait("document.querySelector('#microscope .why').textContent.length > 10");
    done("two trees are grown, and a node is opened");
}

async function compare() {
    await page.open(`${address}#compare&game=connect-four`);
    await page.wait("document.querySelector('#compare-searchers input')");
    await page.tap("#compare-form button[type=submit]");
    await page.wait("document.querySelector('#compare-overlooked li') && document.querySelectorAll('#compare-table thead th').length === 6");
    done("searchers are compared");
}

try {
    await page.size(1280, 900);
    for (const visit of [play, analyse, learn, look, compare]) await visit();
} finally {
    await page.end();
}
if (wrong.length > 0) {
    console.error([...new Set(wrong)].join("\n"));
    process.exit(1);
}
