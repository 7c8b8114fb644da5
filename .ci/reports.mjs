// Makes a small report of each kind and looks at it, in a narrow and a wide window, light and dark (looks.js); every link must
// lead somewhere. Then steps through searches in the microscope by keys, with the same eyes.
//
//   node .ci/reports.mjs PROGRAM FOLDER

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

import { inEach } from "./browser.mjs";

const [program, folder] = process.argv.slice(2);
const looks = readFileSync(new URL("looks.js", import.meta.url));
const run = (command) => execFileSync(program, command.split(" "), { cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

const SWEEP = `
    name = "sweep"
    pairs = 4
    game = { kind = "random", length = 12 }
    challenger = { searcher = "uct-best-first", scale = 64, exploration = [0.1, 0.4, 1.5] }
    opponent = { searcher = "principal-variation-search" }
    cells = [{ branching = 4, evaluations = [8, 16] }]`;
// An experiment, a sweep, a match-up, a round robin, and what is published.
const REPORTS = {
    experiment: "experiment table-2-linear --pairs 2",
    sweep: "experiment sweep.toml",
    "match-up": "experiment uct --pairs 2 --games connect-four,othello --budgets 500,300us",
    "round-robin": "experiment family --pairs 1 --games connect-four --budgets 500",
    tables: "reproduce --tables 2,4 --branching 2,5 --alpha-beta-depth 1..=4 --pairs 4",
    othello: "reproduce --tables 1 --alpha-beta-depth 1..=3 --pairs 4",
    "figure-4": "reproduce --figure 4 --branching 2,10 --trees 20",
};
// An explicit tree, boards, many nodes, and two searchers side by side.
const MICROSCOPES = {
    "figure-1": "figure-1-1993 --searcher best-first:depth=2",
    two: "othello --searcher uct-best-first:evaluations=150 --searcher principal-variation-search:evaluations=150",
    boards: "onitama --searcher monte-carlo-tree-search:evaluations=60",
    large: "random --set branching=5 --searcher best-first:evaluations=1200",
};

writeFileSync(`${folder}/sweep.toml`, SWEEP);
for (const [name, command] of Object.entries(REPORTS)) run(`${command} --out ${name}`);
for (const [name, command] of Object.entries(MICROSCOPES)) run(`trace ${command} --format html --out ${name}.html`);

await inEach(["chromium"], async (page, wrong) => {
    // The Markdown's links: to headings, which have the same names in the HTML, and to files.
    for (const report of Object.keys(REPORTS)) {
        const [html, markdown] = ["html", "md"].map((ending) => readFileSync(`${folder}/${report}/report.${ending}`, "utf8"));
        const leads = (link) => (link[0] === "#" ? html.includes(`id="${link.slice(1)}"`) : existsSync(`${folder}/${report}/${link}`));
        const links = [...markdown.matchAll(/\]\(([^) ]*)\)/g)].map(([, link]) => link);
        wrong(`${report}/report.md`, links.filter((link) => !leads(link)).map((link) => `${link} leads nowhere`));
    }
    for (const theme of ["light", "dark"]) {
        for (const width of [400, 1280]) {
            const visit = async (name, file, expression) => {
                await page.open(`file://${folder}/${file}`, width, theme);
                const found = await page.evaluate(`(() => { ${looks}; ${stepped}; return ${expression}; })()`);
                wrong(`${name} at ${width} px, ${theme}`, [...found, ...(await page.told())[0]]);
            };
            for (const report of Object.keys(REPORTS)) await visit(report, `${report}/report.html`, "measured()");
            for (const name of Object.keys(MICROSCOPES)) await visit(name, `${name}.html`, "stepped()");
        }
    }
});
console.log(`${Object.keys(REPORTS).length} reports and ${Object.keys(MICROSCOPES).length} microscopes are in order`);

// Steps through a search by keys, in the page.
function stepped() {
    const { microscope } = window;
    if (!microscope) return ["there is no microscope"];
    const found = [];
    const last = microscope.moments.length - 1;
    let expected = 0;
    for (const key of ["n", "n", "ArrowRight", "p", "End", "ArrowLeft", "Home", " ", " ", "n", "n", "n", "End"]) {
        press(key, document.body);
        const [before, after] = [Math.max(expected - 1, 0), Math.min(expected + 1, last)];
        expected = { n: after, ArrowRight: after, p: before, ArrowLeft: before, Home: 0, End: last }[key] ?? expected;
        if (microscope.at !== expected) found.push(`${key} leads to step ${microscope.at}, not to ${expected}`);
        if ([...document.querySelectorAll(".why")].some((why) => !why.textContent)) found.push(`step ${microscope.at} says nothing`);
        found.push(...measured());
    }
    return [...found, ...walked()];

    function press(key, target) {
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }

    // Goes through the tree by its own keys: every item has a name and a level, and the focus follows the arrows.
    function walked() {
        const items = [...document.querySelectorAll("[role=treeitem]")];
        const isNamed = (item) => item.querySelector("title")?.textContent && item.getAttribute("aria-level");
        const found = items.every(isNamed) ? [] : ["an item of the tree has no name"];
        const tabs = [...document.querySelectorAll(".tabs button")];
        document.querySelectorAll("[role=tree]").forEach((tree, number) => {
            // A narrow window shows one search at a time.
            tabs[number]?.click();
            const tabbed = [...tree.querySelectorAll("[tabindex='0']")];
            if (tabbed.length !== 1) found.push(`Tab leads to ${tabbed.length} items of the tree`);
            tabbed[0]?.focus();
            for (const key of ["Home", "ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]) press(key, document.activeElement);
            if (document.activeElement?.dataset?.key !== "n0") found.push("the arrows do not lead back to the root");
        });
        const hasMaps = window.atlas?.maps.every((map) => map.canvas.width >= 50);
        return hasMaps ? found : [...found, "there is no map of each tree"];
    }
}
