// Maps of searches side by side, with one time axis: how each tree grew, evaluation by evaluation.
//
//     const atlas = new Atlas(element, { open: (number, node) => …, value: (value, number, node) => … });
//     atlas.show([{ searcher, columns }, …]);      // columns as growth.js decodes them

import { button, made, saved } from "./elements.js";
import { composed, filmed, pictureOf } from "./film.js";
import { Growing } from "./growth.js";
import { spreadOf } from "./icicle.js";
import { NEARER, TreeMap, css, noted, themeNow, themeOf } from "./map.js";
import { countText, valueText } from "./values.js";

/** @import { Columns } from "./growth.js" */

/** @typedef {{ searcher: string, columns: Columns }} Grown */

// The axis has so many places. They lie closer together at the beginning, where a tree changes most.
const PLACES = 1000;
const SECONDS_OF_PLAY = 12;
const SHORTEST_TICK = 16;
// For who wants little motion: few moments, each for a while.
const CALM_TICKS = 24;

// The evaluations at a place of the axis, which goes from 0 to 1.
/** @param {number} part @param {number} all */
export function evaluationsAt(part, all) {
    return Math.round(all * part * part);
}

/** What a tree is like, in a few words. @param {Growing} growing */
export function factsOf(growing) {
    const { levels } = growing;
    const deepest = levels.findLastIndex((count) => count > 0);
    const widest = levels.indexOf(Math.max(...levels));
    const line = growing.line.length - 1;
    return { nodes: growing.count, deepest, widest, line, text: `${countText(growing.count)} nodes, ${deepest} moves deep, widest at move ${widest}; best line of ${line}` };
}

export class Atlas {
    /** @type {TreeMap[]} */ maps = [];
    all = 0;
    evaluations = 0;

    // `open` is told of a node that is chosen, `value` says a value of a node of the search of a number, and `move` a move.
    /** @param {HTMLElement} root @param {{ open: (number: number, node: number) => void, value?: (value: number | null, number: number, node: number) => string, move?: (text: string) => string }} does */
    constructor(root, { open, value = (value) => valueText(value), move = (text) => text }) {
        this.open = open;
        this.move = move;
        this.value = value;
        root.classList.add("atlas");
        this.headline = made("p", { class: "headline" });
        const moved = () => this.goTo(evaluationsAt(Number(this.slider.value) / PLACES, this.all), false);
        this.slider = made("input", { type: "range", min: 0, max: PLACES, value: PLACES, "aria-label": "Time, in evaluations", oninput: moved });
        this.output = made("output");
        this.player = button("▶ Grow", "Play the growth of the trees", () => this.play(!this.timer));
        const axis = made("div", { class: "controls axis", role: "group", "aria-label": "Time" }, this.player, this.slider, this.output);
        this.figures = made("div", { class: "maps" });
        const widths = ["nodes", "visits"].map((value) => made("option", { value }, value));
        this.widths = made("select", { onchange: () => this.weighBy(this.widths.value) }, ...widths);
        this.widthChoice = made("label", { class: "choice" }, "A bar is as wide as its ", this.widths);
        this.told = made("p", { class: "told", "aria-live": "polite" });
        this.filmer = button("Film", "Save a film of the growth, as WebM", () => this.film());
        const tools = made(
            "div",
            { class: "controls", role: "group", "aria-label": "Maps" },
            button("Fit", "Show the trees whole", () => this.maps.forEach((map) => map.fit())),
            button("+", "Nearer", () => this.maps.forEach((map) => map.zoom(NEARER))),
            button("−", "Farther", () => this.maps.forEach((map) => map.zoom(1 / NEARER))),
            this.widthChoice,
            made("span", { class: "saves", role: "group", "aria-label": "Save" }, "Save: ", button("SVG", "Save this moment as a drawing, in SVG", () => this.saveSvg()), button("PNG", "Save this moment as a picture, in PNG", () => this.savePng()), this.filmer),
        );
        this.legend = made("p", { class: "scale" });
        this.levels = made("details", { class: "levels" });
        root.replaceChildren(this.headline, axis, this.figures, this.legend, tools, this.told, this.levels);
    }

    /** @param {Grown[]} grown */
    show(grown) {
        this.play(false);
        this.filming?.abort();
        this.grown = grown;
        const trees = grown.map(({ columns }) => Object.assign(new Growing(columns), { say: this.move }));
        const levels = Math.max(...trees.map(({ deepest }) => deepest)) + 1;
        const spread = spreadOf(trees);
        this.all = Math.max(...grown.map(({ columns }) => columns.head.evaluations));
        this.maps = trees.map((growing, number) => new TreeMap(growing, { name: grown[number].searcher, levels, spread, value: (value, node) => this.value(value, number, node), open: (node) => this.open(number, node) }));
        this.facts = trees.map(() => made("p", { class: "facts" }));
        this.figures.classList.toggle("several", trees.length > 1);
        this.figures.replaceChildren(...this.maps.map((map, number) => made("figure", {}, made("figcaption", {}, ...titleOf(grown[number].searcher), this.facts[number]), map.element, map.said)));
        this.widthChoice.hidden = !trees.some(({ countsVisits }) => countsVisits);
        this.widths.value = "nodes";
        this.headline.textContent = headlineOf(grown, trees);
        this.drawLegend();
        this.drawLevels(grown, trees);
        this.goTo(this.all);
    }

    /** Shows the trees as they were after so many evaluations. @param {number} evaluations */
    goTo(evaluations, moves = true) {
        const start = performance.now();
        this.evaluations = Math.min(Math.max(0, evaluations), this.all);
        if (moves) this.slider.value = String(Math.round(PLACES * Math.sqrt(this.evaluations / Math.max(1, this.all))));
        this.maps.forEach((map, number) => {
            map.growing.goTo(this.evaluations);
            if (this.facts) this.facts[number].textContent = factsOf(map.growing).text;
            map.draw();
        });
        const text = `${countText(this.evaluations)} evaluations`;
        this.output.textContent = text;
        this.slider.setAttribute("aria-valuetext", text);
        noted("time", start);
    }

    // Says anew what the page has learnt to say of values.
    refresh() {
        for (const map of this.maps) map.say();
    }

    /** @param {boolean} plays */
    play(plays) {
        clearInterval(this.timer);
        this.timer = 0;
        this.player.textContent = plays ? "❚❚ Stop" : "▶ Grow";
        if (!plays) return;
        const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
        const ends = this.evaluations >= this.all;
        const from = ends ? 0 : Math.sqrt(this.evaluations / Math.max(1, this.all));
        const began = performance.now();
        let tick = 0;
        this.timer = window.setInterval(
            () => {
                tick += 1;
                const gone = calm ? tick / CALM_TICKS : (performance.now() - began) / 1000 / SECONDS_OF_PLAY;
                const part = Math.min(1, from + gone);
                this.goTo(evaluationsAt(part, this.all));
                if (part >= 1) this.play(false);
            },
            calm ? (1000 * SECONDS_OF_PLAY) / CALM_TICKS : SHORTEST_TICK,
        );
    }

    /** @param {string} what */
    weighBy(what) {
        for (const map of this.maps) {
            map.growing.by = what;
            map.growing.weigh();
            map.draw();
        }
    }

    // What the pictures show, with what stands above the maps.
    shown() {
        const searchers = (this.grown ?? []).map(({ searcher }) => searcher);
        const names = searchers.map((searcher) => searcher.split(":")[0]);
        const title = (/** @type {number} */ number) => (names.indexOf(names[number]) === names.lastIndexOf(names[number]) ? names[number] : searchers[number]);
        return this.maps.map((map, number) => ({ title: title(number), facts: factsOf(map.growing).text, growing: map.growing, view: map.view }));
    }

    get caption() {
        return `After ${countText(this.evaluations)} evaluations. Blue is better for MAX than the root's value, orange worse; the red line is the principal variation.`;
    }

    /** @param {Blob | null} blob @param {string} name */
    keep(blob, name) {
        if (blob) saved(blob, name);
        this.told.textContent = blob ? `Saved as ${name}.` : "The picture is too large to be saved.";
    }

    saveSvg() {
        this.keep(new Blob([pictureOf(this.shown(), this.caption, themeNow())], { type: "image/svg+xml" }), `trees-${this.evaluations}.svg`);
    }

    savePng() {
        const canvas = composed(made("canvas"), this.shown(), this.caption, themeNow());
        canvas.toBlob((blob) => this.keep(blob, `trees-${this.evaluations}.png`));
    }

    // Films the growth while it plays. A second press stops it.
    async film() {
        if (this.filming) return this.filming.abort();
        this.play(false);
        const back = this.evaluations;
        const filming = new AbortController();
        this.filming = filming;
        this.filmer.textContent = "Stop filming";
        this.told.textContent = "Filming the growth, which takes some ten seconds …";
        const canvas = made("canvas");
        const paintAt = (/** @type {number} */ part) => {
            this.goTo(evaluationsAt(part, this.all));
            composed(canvas, this.shown(), this.caption, themeNow());
        };
        try {
            const film = await filmed(canvas, paintAt, filming.signal);
            this.keep(film, `trees.${film.type.endsWith("mp4") ? "mp4" : "webm"}`);
        } catch (error) {
            this.told.textContent = filming.signal.aborted ? "The film was stopped." : String(/** @type {Error} */ (error).message);
        } finally {
            this.filming = undefined;
            this.filmer.textContent = "Film";
            this.goTo(back);
        }
    }

    drawLegend() {
        const strip = made("span", { class: "strip", "aria-hidden": "true" });
        for (const name of /** @type {const} */ (["light", "dark"])) {
            const { colours } = themeOf(name);
            strip.style.setProperty(`--from-${name}`, `linear-gradient(to right, ${[0, 32, 64].map((place) => css(colours[place])).join(", ")})`);
        }
        this.legend.replaceChildren("worse for MAX ", strip, " better for MAX than the root. Each bar is a node, its children stand below it, and the red line is the principal variation.");
    }

    // The trees in numbers, for who does not see the maps.
    drawLevels(/** @type {Grown[]} */ grown, /** @type {Growing[]} */ trees) {
        const profiles = trees.map(({ levels }) => [...levels]);
        const rows = Array.from({ length: Math.max(...profiles.map(({ length }) => length)) }, (_, level) =>
            made("tr", {}, made("th", { scope: "row" }, String(level)), ...profiles.map((profile) => made("td", {}, countText(profile[level] ?? 0)))),
        );
        const head = made("tr", {}, made("th", { scope: "col" }, "Level"), ...grown.map(({ searcher }) => made("th", { scope: "col" }, searcher)));
        const scroll = made("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Nodes of each level" }, made("table", {}, made("thead", {}, head), made("tbody", {}, ...rows)));
        this.levels.replaceChildren(made("summary", {}, "Nodes of each level, at the end"), scroll);
    }
}

// A searcher's name, and its settings in small.
function titleOf(/** @type {string} */ searcher) {
    const [name, ...settings] = searcher.split(":");
    return [made("strong", {}, name), " ", made("span", { class: "settings" }, settings.join(":").replaceAll(",", ", "))];
}

// The trees in a sentence.
function headlineOf(/** @type {Grown[]} */ grown, /** @type {Growing[]} */ trees) {
    const name = (/** @type {number} */ number) => grown[number].searcher.split(":")[0];
    const facts = trees.map((growing) => factsOf(growing));
    if (trees.length !== 2) return facts.map(({ text }, number) => `${name(number)}: ${text}.`).join(" ");
    const [deep, wide] = facts[0].deepest >= facts[1].deepest ? [0, 1] : [1, 0];
    const full = grown.some(({ columns }) => columns.head.full) ? " A tree of a million nodes is full, and is shown as far as it was kept." : "";
    if (facts[deep].deepest === facts[wide].deepest) return `Both trees are ${facts[deep].deepest} moves deep.${full}`;
    return `${name(deep)} looks ${facts[deep].deepest} moves ahead, ${name(wide)} ${facts[wide].deepest}.${full}`;
}
