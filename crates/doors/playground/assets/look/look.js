// Look: the whole trees of one or two searches of a position, with one time axis, and their nodes below.
//
// Its address may name the searchers, in the form of the command line: `#look&game=…&searcher=SPEC&second=SPEC`.

import { Atlas } from "../atlas.js";
import { instead, made } from "../elements.js";
import { decoded } from "../growth.js";
import { Microscope } from "../microscope.js";
import { SearcherForm } from "../forms.js";
import { picture } from "../picture.js";
import { Study } from "../study.js";
import { countText, plural } from "../values.js";
import { find, inUnits, lineText, moveText, saidValue, setUnits, speakOf } from "../words.js";
import { Telling } from "./telling.js";

/** @import { State } from "../address.js" */
/** @import { Context } from "../playground.js" */

const FIRST = "best-first";
const SECOND = "principal-variation-search";
const BUDGETS = [200, 2000, 10_000, 100_000, 1_000_000];
const FIRST_BUDGET = 10_000;

// A searcher of the command line's form, with so many evaluations if it has no limit of its own.
/** @param {string} spec @param {number} evaluations */
export function limited(spec, evaluations) {
    if (/[:,](evaluations|depth|time_ms|time_us)=/.test(spec)) return spec;
    return `${spec}${spec.includes(":") ? "," : ":"}evaluations=${evaluations}`;
}

export class Look extends Study {
    /** @param {HTMLElement} element @param {Context} context */
    constructor(element, context) {
        super(context, "");
        const { catalogue } = context;
        const [first, second] = ["first", "second"].map((id) => made("fieldset", { id }));
        this.budget = made("select", { id: "budget" }, ...BUDGETS.map((number) => made("option", { value: String(number) }, countText(number))));
        this.budget.value = String(FIRST_BUDGET);
        this.position = made("p", { class: "looked-at" });
        this.board = made("div", { class: "looked-board" });
        this.units = made("input", { type: "checkbox", id: "look-units", onchange: () => this.changeUnits() });
        const settings = made("details", { class: "searchers" }, made("summary", {}, "Other searchers, and their settings"), made("div", { class: "pair" }, first, second));
        const row = made(
            "div",
            { class: "row" },
            made("label", { for: "budget" }, "Evaluations for each"),
            this.budget,
            made("button", { type: "submit", id: "grow" }, "Grow the trees"),
            this.stopper,
        );
        const units = made("label", { class: "check" }, this.units, " Show values in the searchers' own units");
        const form = made("form", { id: "study-form", "aria-label": "Search", onsubmit: instead(() => this.grow()) }, row, settings, units);
        this.unit = made("p", { id: "look-unit", hidden: true });
        this.maps = made("div", { id: "atlas", hidden: true });
        this.tree = made("div", { id: "microscope", hidden: true });
        this.play = made("button", { type: "button", id: "play-node", hidden: true, onclick: () => this.playOn() }, "Play on from the opened node");
        element.append(
            made("h2", {}, "Look at whole trees"),
            made("p", {}, "Two searchers think about one position. Each bar is a position that they looked at; its replies stand below it. See which tree is deep, and which is wide."),
            made("div", { class: "compared" }, this.board, made("div", {}, this.position, form)),
            this.told,
            this.maps,
            made("h3", { id: "nodes-title", hidden: true }, "Nodes, one by one"),
            this.unit,
            this.play,
            this.tree,
        );
        this.forms = [new SearcherForm(first, catalogue, { legend: "First searcher" }), new SearcherForm(second, catalogue, { legend: "Second searcher", nobody: "no other" })];
        this.forms[0].spec = FIRST;
        this.forms[1].spec = SECOND;
        this.telling = new Telling(context, () => this.refresh());
        this.microscope = new Microscope(this.tree, { telling: this.telling });
        this.atlas = new Atlas(this.maps, { open: (number, node) => this.open(number, node), value: (value, number, node) => this.valueText(value, number, node), move: moveText });
    }

    get sides() {
        return this.about?.sides ?? { max: "MAX", min: "MIN" };
    }

    get title() {
        return `Trees of ${this.positionTitle || "searches"}`;
    }

    /** @type {(value: number | null, number: number, node: number) => string} */
    valueText(value, number, node) {
        const { growing } = this.atlas.maps[number];
        const path = growing.path(node).slice(1).map((/** @type {number} */ at) => growing.columns.index[at]);
        return value === null ? "–" : (this.telling.value(number, path, value)?.text ?? "…");
    }

    // What values and boards are is known better now.
    refresh() {
        this.unit.textContent = this.telling.unit;
        this.microscope.refresh();
        this.atlas.refresh();
    }

    changeUnits() {
        setUnits(this.units.checked);
        if (this.grown) this.tellFound(this.grown);
        this.refresh();
    }

    /** @param {State} state */
    show({ address, searcher, second }) {
        this.units.checked = inUnits();
        if (searcher) this.forms[0].spec = searcher;
        if (second) this.forms[1].spec = second;
        this.goTo(address).catch((error) => this.tell(error.message));
    }

    /** @param {string | undefined} address */
    async goTo(address) {
        if (address || !this.view) this.view = address ? await this.context.server.view({ address }) : this.context.view();
        if (!this.view) return;
        const { about } = this;
        if (about) for (const form of this.forms) form.setGame(about);
        if (about) speakOf(about);
        const { board, picture: text, to_move: side } = this.view;
        const words = `${this.sides[side]} to move`;
        this.board.replaceChildren(board ? picture(board, [], words) : made("pre", {}, text), made("p", {}, words));
        const { moves } = this.view.game;
        this.position.textContent = `${about?.title ?? this.view.game.game}, ${moves.length === 0 ? "at its start" : `after ${lineText(moves)}`}. Choose another position in Play.`;
        this.context.entitle();
    }

    hide() {
        super.hide();
        this.atlas.play(false);
        this.atlas.filming?.abort();
    }

    // Searches the position with the searchers chosen, and shows their trees when all of them are there.
    async grow() {
        if (!this.view) return;
        const { game } = this.view;
        const specs = this.forms.map(({ spec }) => spec).filter(Boolean).map((spec) => limited(spec, Number(this.budget.value)));
        const counts = specs.map(() => 0);
        const told = (/** @type {number} */ number, /** @type {number} */ evaluations) => {
            counts[number] = evaluations;
            this.tell(`Searching: ${counts.map((count) => plural(count, "evaluation")).join(" and ")} …`);
        };
        told(0, 0);
        await this.run(async (signal) => {
            const trees = await Promise.all(specs.map((searcher, number) => this.context.server.growth({ game, searcher }, signal, (evaluations) => told(number, evaluations))));
            if (signal.aborted) return;
            this.telling.begin(game, specs, this.sides);
            this.showTrees(trees);
        });
    }

    /** @param {{ subject: any, steps: any[], report: any, bytes: ArrayBuffer }[]} trees */
    showTrees(trees) {
        for (const hidden of [this.maps, this.tree, this.unit, find("nodes-title")]) hidden.hidden = false;
        this.play.hidden = true;
        this.atlas.show(trees.map(({ subject, bytes }) => ({ searcher: subject.searcher, columns: decoded(bytes) })));
        this.microscope.stepped = null;
        this.microscope.show(...trees.map(({ subject, steps, report }) => ({ ...subject, steps, all_steps: report.capped ? Infinity : steps.length })));
        this.microscope.stepped = (evaluations) => this.atlas.goTo(evaluations);
        // At first the nodes are those of the whole trees, from their roots.
        this.microscope.panes.forEach((pane, number) => pane.open(this.atlas.maps[number].growing, 0));
        this.grown = trees;
        this.tellFound(trees);
    }

    /** @param {{ subject: any, report: any }[]} trees */
    tellFound(trees) {
        this.tell(trees.map(({ subject, report }) => `${subject.searcher.split(":")[0]} plays ${moveText(report.best ?? "nothing")}: ${saidValue(report, this.sides)}, after ${plural(report.evaluations, "evaluation")}.`).join(" "));
    }

    /** @param {number} number @param {number} node */
    open(number, node) {
        const { growing } = this.atlas.maps[number];
        this.microscope.open(number, growing, node);
        this.moves = growing.movesTo(node);
        this.play.hidden = false;
        this.tree.scrollIntoView({ block: "nearest" });
    }

    // The opened node's position, in Play.
    async playOn() {
        const { game } = this.view;
        try {
            const view = await this.context.server.view({ ...game, moves: [...game.moves, ...(this.moves ?? [])] });
            this.context.go("play", { address: view.address });
        } catch (error) {
            this.tell(/** @type {Error} */ (error).message);
        }
    }
}
