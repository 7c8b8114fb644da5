// Measures the page in one browser: how soon something is painted, how long frames of two growing maps take, and how soon
// the map of a million nodes is there. Prints one line of JSON for each; holds nothing, since a machine may be busy.
//
//   node --experimental-websocket .ci/speed.mjs http://127.0.0.1:7878/ BROWSER

import { loadavg } from "node:os";

import { start } from "./driver.mjs";

const [address, browser] = process.argv.slice(2);
const OPENED = 7;
const LARGEST = 1_000_000;

let page = await opened();
console.log(JSON.stringify({ browser, "load of the machine": loadavg()[0] }));
const sorted = (numbers) => [...numbers].sort((one, other) => one - other);
const part = (numbers, share) => sorted(numbers)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))];
const tell = (what, found) => console.log(JSON.stringify({ browser, what, ...found }));
const rounded = (number) => Math.round(10 * number) / 10;

async function opened() {
    const page = await start(browser);
    await page.size(1280, 900);
    return page;
}

// Firefox without a window may answer nothing at all of a second page.
function isPainted() {
    const painted = page.wait("performance.getEntriesByName('first-contentful-paint').length > 0").then(() => true, () => false);
    return Promise.race([painted, new Promise((done) => setTimeout(done, 3000, false))]);
}

async function firstPaint(fragment) {
    const times = [];
    const spent = [];
    for (let tries = 0; times.length < OPENED && tries < 5 * OPENED; tries += 1) {
        await page.open("about:blank");
        const before = await page.spent?.();
        await page.open(`${address}${fragment}`);
        if (!(await isPainted())) {
            await page.end();
            page = await opened();
            continue;
        }
        times.push(await page.get("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
        if (page.spent) spent.push((await page.spent()) - before);
    }
    const busy = page.spent ? { "of the processor": rounded(part(spent, 0.5)) } : {};
    tell("first paint, ms", { page: fragment || "#", of: times.length, median: rounded(part(times, 0.5)), most: rounded(Math.max(...times)), ...busy });
}

// What is done while the slider is moved by a fortieth a frame: the scripts' own time, and that from frame to frame.
const SLIDE = `(async () => {
    const slider = document.querySelector("#atlas input[type=range]");
    const frame = () => new Promise((next) => requestAnimationFrame(next));
    const [work, between] = [[], []];
    let before = await frame();
    for (let at = 10; at <= 1000; at += 10) {
        performance.clearMeasures();
        slider.value = at;
        slider.dispatchEvent(new Event("input"));
        const now = await frame();
        between.push(now - before);
        before = now;
        await new Promise((done) => setTimeout(done));
        work.push(performance.getEntriesByType("measure").reduce((all, { duration }) => all + duration, 0));
    }
    return { work, between };
})()`;

async function frames(evaluations) {
    await page.open(`${address}#look&game=othello&moves=f5,d6,c3,d3,c4`);
    await page.wait("document.querySelector('.looked-at')?.textContent");
    await page.get(`(() => { document.getElementById("budget").value = "${evaluations}"; document.querySelector("#grow").click(); })()`);
    await page.wait("document.querySelectorAll('#atlas .map canvas').length === 2 && / plays /.test(document.getElementById('told').textContent)");
    const { work, between } = await page.get(SLIDE);
    const late = between.filter((time) => time > 1.5 * (1000 / 60)).length;
    tell("a frame of two growing maps, ms", { nodes: evaluations, median: rounded(part(work, 0.5)), "95 %": rounded(part(work, 0.95)), most: rounded(Math.max(...work)), "frames a second": rounded(1000 / part(between, 0.5)), late, of: between.length });
}

// From the bytes of the tree to its painted map.
async function largestMap() {
    await page.open(`${address}#learn`);
    const times = [];
    for (let time = 0; time < 3; time += 1) {
        times.push(
            await page.get(`(async () => {
                const [server, { Atlas }, { decoded }] = await Promise.all(["server.js", "atlas.js", "growth.js"].map((name) => import("${address}" + name)));
                window.tree ??= await server.growth({ game: { game: "othello" }, searcher: "best-first:evaluations=${LARGEST}" }, new AbortController().signal, () => {});
                const element = document.body.appendChild(document.createElement("div"));
                const began = performance.now();
                const columns = decoded(window.tree.bytes.slice());
                new Atlas(element, { open: () => {}, value: String }).show([{ searcher: "best-first", columns }]);
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                const took = performance.now() - began;
                element.remove();
                return { took, nodes: columns.head.nodes };
            })()`),
        );
    }
    const took = times.map(({ took }) => took);
    tell("the map of the largest tree, ms", { nodes: times[0].nodes, median: rounded(part(took, 0.5)), most: rounded(Math.max(...took)) });
}

try {
    for (const fragment of ["", "#learn", "#look", "#compare"]) await firstPaint(fragment);
    for (const evaluations of [2000, LARGEST]) await frames(evaluations);
    await largestMap();
} finally {
    await page.end();
}
