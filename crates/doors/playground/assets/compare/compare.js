// Compare: a position, what a deeper search makes of it, and what all searchers do with the same evaluation and the same budget.
// Those that differ most are shown, and the others by a button.

import { instead, made } from "../elements.js";
import { picture } from "../picture.js";
import { Study } from "../study.js";
import { countText, plural } from "../values.js";
import { LONGEST_LINE, inUnits, lineText, listed, moveText, saidValue, setUnits, speakOf, timeText } from "../words.js";
import { differing, overlooked } from "./differences.js";

/** @import { State } from "../address.js" */
/** @import { Context } from "../playground.js" */

const EVALUATIONS = 2000;
// A deeper search looks at so many times the positions.
const DEEPER = 16;
const MOST_ROWS = 12;
// What those that look to one depth are given at least, besides the budget.
const DEPTH = 3;
// Searches that are asked for at once.
const AT_ONCE = 2;

export class Compare extends Study {
    /** @type {any[]} */ results = [];
    /** @type {any} what the deeper search found */ deeper = null;
    /** @type {any} what it says of each move that was chosen */ judged = null;
    // Whether all searchers are shown, or those that differ most.
    isWhole = false;

    /** @param {HTMLElement} element @param {Context} context */
    constructor(element, context) {
        super(context, "compare-");
        this.board = made("div", { class: "compared-board" });
        this.evaluation = made("select", { id: "compare-evaluation" });
        this.budget = made("input", { id: "compare-budget", type: "number", min: 1, max: 10000000, step: 1, value: EVALUATIONS, required: true });
        this.chosen = made("div", { id: "compare-searchers", class: "choices" });
        this.own = made("input", { id: "compare-own", type: "text", maxlength: 1000, spellcheck: "false", autocomplete: "off", placeholder: "alpha-beta:depth=4" });
        this.units = made("input", { type: "checkbox", id: "compare-units", onchange: () => this.changeUnits() });
        this.table = made("div", { id: "compare-table" });
        this.overlooked = made("div", { id: "compare-overlooked" });
        this.whole = made("button", { type: "button", id: "compare-all", hidden: true, onclick: () => this.showWhole() });
        const form = made(
            "form",
            { id: "compare-form", "aria-label": "Compare", onsubmit: instead(() => this.compare()) },
            made("div", { class: "field" }, made("label", { for: "compare-evaluation" }, "Evaluation of all"), this.evaluation),
            made("div", { class: "field" }, made("label", { for: "compare-budget" }, "Positions that each may value"), this.budget),
            made("details", {}, made("summary", {}, "Searchers"), made("fieldset", {}, made("legend", {}, "Who takes part"), this.chosen), made("label", { for: "compare-own" }, "Another one, in the form of the command line; settings of its own stay"), this.own),
            made("label", { class: "check" }, this.units, " Show values in the searchers' own units"),
            made("div", { class: "row" }, made("button", { type: "submit" }, "Compare"), this.stopper),
        );
        const words = made("p", {}, "A deeper search looks at the position first. Then all searchers do: they value positions in the same way, and may value equally many. Those that differ most are shown.");
        const top = made("div", { class: "compared" }, this.board, form);
        element.append(made("h2", {}, "Compare searchers"), words, top, this.told, this.overlooked, this.table, this.whole);
    }

    /** @param {State} state */
    show({ address }) {
        this.units.checked = inUnits();
        this.open(address).catch((error) => this.tell(error.message));
    }

    get title() {
        return `Searchers compared${this.positionTitle && ` in ${this.positionTitle}`}`;
    }

    async open(address) {
        const former = this.view?.address;
        const shown = this.context.view();
        if (address && address !== this.view?.address) this.view = await this.context.server.view({ address });
        else if (!this.view) this.view = shown ?? (await this.context.server.view({ game: this.context.catalogue.games[0].name }));
        if (this.view.address === former) return;
        this.forget();
        this.tell(this.view.result ? `The game is over: ${this.view.result}.` : "");
        this.showForm();
        this.drawBoard();
        this.context.entitle();
    }

    forget() {
        Object.assign(this, { results: [], deeper: null, judged: null, isWhole: false });
        this.whole.hidden = true;
        this.table.replaceChildren();
        this.overlooked.replaceChildren();
    }

    showWhole() {
        this.isWhole = !this.isWhole;
        this.draw();
    }

    showForm() {
        speakOf(this.about);
        const { evaluations, playing, name } = this.about;
        this.evaluation.replaceChildren(...evaluations.map((one) => made("option", { value: one }, one)));
        this.evaluation.value = playing ?? evaluations[0];
        const playable = this.context.catalogue.searchers.filter(({ games }) => games.length === 0 || games.includes(name));
        const choice = ({ name: searcher, says }) => made("label", { class: "check", title: says || null }, made("input", { type: "checkbox", value: searcher, checked: true }), ` ${searcher}`);
        this.chosen.replaceChildren(...playable.map(choice));
    }

    drawBoard() {
        const { board, picture: text } = this.view;
        const best = new Map();
        for (const { report } of this.results) if (report?.best) best.set(report.best, (best.get(report.best) ?? 0) + 1);
        const cells = (/** @type {string} */ move) => this.view.legal.find((legal) => legal.text === move)?.cells ?? [];
        const most = Math.max(0, ...best.values());
        const marks = [...best].map(([move, count]) => ({ cells: cells(move), kind: /** @type {"best" | "other"} */ (count === most ? "best" : "other"), text: String(count) }));
        const { sides } = this.about;
        const name = `${sides[this.view.to_move]} to move`;
        this.board.replaceChildren(board ? picture(board, marks, name) : made("pre", {}, text), made("p", {}, `${name}${marks.length > 0 ? "; a number is how many play there" : ""}`));
    }

    // The searchers with the common evaluation and budget, save for what one of them says itself.
    get specs() {
        const names = [...this.chosen.querySelectorAll("input:checked")].map(({ value }) => value);
        const own = this.own.value.trim();
        return [...names, ...(own ? [own] : [])].map((text) => this.specOf(text));
    }

    specOf(text) {
        const [name, ...rest] = text.split(":");
        const given = rest.join(":").split(",").filter(Boolean);
        const has = (key) => given.some((setting) => setting.split("=")[0] === key);
        const about = this.context.catalogue.searchers.find((searcher) => searcher.name === name);
        const settings = [...given];
        if (!has("evaluation")) settings.push(`evaluation=${this.evaluation.value}`);
        if (about?.needs && !has(about.needs)) settings.push(`${about.needs}=${DEPTH}`);
        if (!has("evaluations")) settings.push(`evaluations=${this.budget.value}`);
        if (!has("ends")) settings.push("ends=searcher");
        const differs = given.filter((setting) => ["evaluation", "evaluations", "time_ms"].includes(setting.split("=")[0]));
        return { name: text, spec: `${name}:${settings.join(",")}`, differs };
    }

    async compare() {
        if (this.view.result) return this.stop();
        await this.run(async (signal) => {
            this.forget();
            await this.deepen(signal);
            this.results = this.specs.map((one) => ({ ...one, report: null, error: null }));
            await this.all(this.results.map((result) => () => this.search(result, signal)), signal);
            await this.judge(signal);
            this.tell(this.sentence());
        });
    }

    // Does some things at once, and the others after them.
    async all(tasks, signal) {
        const waiting = [...tasks];
        const work = async () => {
            while (waiting.length > 0 && !signal.aborted) await waiting.shift()?.();
        };
        await Promise.all(Array.from({ length: AT_ONCE }, work));
    }

    async search(result, signal) {
        try {
            result.report = await this.context.server.found({ game: this.view.game, searcher: result.spec }, signal);
        } catch (error) {
            if (signal.aborted) throw error;
            result.error = error.message;
        }
        const done = this.results.filter(({ report, error }) => report || error).length;
        this.tell(done < this.results.length ? `${done} of ${this.results.length} searchers are done …` : "The deeper search looks at what they chose …");
        this.drawBoard();
    }

    get deeperEvaluations() {
        return DEEPER * Number(this.budget.value);
    }

    get deeperSearcher() {
        return this.context.server.usual(this.about, this.deeperEvaluations, this.evaluation.value);
    }

    // What is compared with: a search that may value many more positions.
    async deepen(signal) {
        this.tell("A deeper search looks at the position …");
        this.deeper = await this.context.server.found({ game: this.view.game, searcher: this.deeperSearcher }, signal);
        this.draw();
    }

    // What the deeper search says of each move that was chosen: each is searched by itself.
    async judge(signal) {
        const { server } = this.context;
        const { game, to_move: side } = this.view;
        const moves = [...new Set([this.deeper.best, ...this.results.map(({ report }) => report?.best)].filter(Boolean))];
        const values = new Map();
        const after = async (move) => {
            const played = { ...game, moves: [...game.moves, move] };
            values.set(move, await server.valued(this.about, played, this.deeperEvaluations, signal, this.evaluation.value));
        };
        await this.all(moves.map((move) => () => after(move)), signal);
        // The best of them is what the deeper search plays, unless its own look at another says more.
        const good = (/** @type {string} */ move) => (values.get(move).worth?.share ?? 0) * (side === "max" ? 1 : -1);
        const first = moves.reduce((one, other) => (good(other) > good(one) ? other : one));
        this.judged = { best: first, values, side };
        this.draw();
        this.drawOverlooked();
    }

    // By how much a move is worse than the best one, as the deeper search values both: in points, chances or units.
    loss(move) {
        const { best, values, side } = this.judged;
        const [one, other] = [values.get(best), values.get(move)];
        const sign = side === "max" ? 1 : -1;
        const less = (part, times, unit) => {
            const [a, b] = [part(one), part(other)];
            if (a === null || a === undefined || b === null || b === undefined) return null;
            const difference = sign * (a - b) * times;
            return { difference, text: `${Math.abs(difference).toFixed(unit === " units" ? 0 : 1)}${unit}` };
        };
        if (inUnits()) return less(({ value }) => value, 1, " units");
        return less(({ worth }) => worth?.points, 1, " points") ?? less(({ worth }) => worth?.chance, 100, " % of the chance to win") ?? less(({ worth }) => worth?.share, 50, " % of the way to a win");
    }

    sentence() {
        const { best } = this.judged;
        const same = this.results.filter(({ report }) => report?.best === best).length;
        const failed = this.results.filter(({ error }) => error).length;
        const differing = this.results.filter(({ differs }) => differs.length > 0).map(({ name }) => name);
        const parts = [
            `Searched by itself with ${countText(this.deeperEvaluations)} positions, ${moveText(best)} is the best of the moves, which ${same} of ${this.results.length - failed} searchers play.`,
            `Each valued positions by "${this.evaluation.value}", at most ${countText(Number(this.budget.value))} of them.`,
        ];
        if (differing.length > 0) parts.push(`Not equal: ${differing.join(", ")} has an evaluation or a budget of its own.`);
        if (failed > 0) parts.push(`${plural(failed, "searcher")} could not search here.`);
        return parts.join(" ");
    }

    // The searchers that are shown: all, or those that differ most from the deeper search and from each other.
    get shown() {
        return this.isWhole || !this.judged ? this.results : differing(this.results, this.deeper);
    }

    // One table: a column for the deeper search and for each searcher with its moves, the depth of its line and its cost,
    // and a row for each move that somebody thinks best.
    draw() {
        this.drawBoard();
        const { shown } = this;
        const columns = [{ name: "deeper search", report: this.deeper, error: null }, ...(this.judged ? shown : [])];
        const done = this.results.filter(({ report }) => report);
        const count = (move) => done.filter(({ report }) => report.best === move).length;
        const known = [...new Set([this.deeper, ...shown.map(({ report }) => report)].flatMap((report) => report?.moves.map(({ text }) => text) ?? []))];
        const moves = known.sort((one, other) => count(other) - count(one)).slice(0, MOST_ROWS);
        const head = (text) => made("th", { scope: "col" }, text);
        const row = (move) => made("tr", {}, made("th", { scope: "row" }, moveText(move)), ...columns.map((column) => this.cell(column.report, move)));
        const fact = (name, of) => made("tr", {}, made("th", { scope: "row" }, name), ...columns.map(({ report, error }) => made("td", {}, report ? of(report) : (error ?? "…"))));
        const caption = made("caption", {}, "What they make of the moves; ★ is what is played.");
        const facts = [
            fact("Depth of its line", ({ line }) => plural(line.length, "move")),
            fact("Positions valued", ({ evaluations }) => countText(evaluations)),
            fact("Time", ({ milliseconds }) => timeText(milliseconds)),
            fact("Its line", ({ line }) => lineText(line.slice(0, LONGEST_LINE))),
            fact("Why it ended", ({ ended }) => ended),
        ];
        const table = made("table", {}, caption, made("thead", {}, made("tr", {}, head("Move"), ...columns.map(({ name }) => head(name)))), made("tbody", {}, ...moves.map(row)), made("tbody", { class: "facts" }, ...facts));
        this.table.replaceChildren(made("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Moves and searchers" }, table));
        this.whole.hidden = !this.judged || (!this.isWhole && shown.length === this.results.length);
        this.whole.textContent = this.isWhole ? "Show those that differ most" : `Show all ${this.results.length} searchers`;
    }

    // What a search says of a move. Of a move that was searched by itself, the deeper search says that.
    cell(report, move) {
        const { sides } = this.about;
        const isDeeper = report === this.deeper;
        const isBest = (isDeeper ? (this.judged?.best ?? report?.best) : report?.best) === move;
        const found = (isDeeper && this.judged?.values.get(move)) || report?.moves.find(({ text }) => text === move);
        const bound = found?.bound && !found.outcome ? (report.side === "max" ? "≤ " : "≥ ") : "";
        const text = found ? bound + saidValue(found, sides) : isBest ? "chosen" : "";
        return made("td", { class: isBest ? "best" : null }, isBest ? made("b", {}, `★ ${text}`) : text);
    }

    // A sentence for each move that was chosen, and not for each searcher.
    drawOverlooked() {
        const { best, values } = this.judged;
        const items = overlooked(this.results, best, (move) => (move === best ? null : this.loss(move)), values);
        this.overlooked.replaceChildren(made("h3", {}, "What was overlooked"), made("ul", {}, ...items.map(([names, words]) => made("li", {}, made("b", {}, listed(names)), words))));
    }

    changeUnits() {
        setUnits(this.units.checked);
        if (!this.deeper) return;
        this.draw();
        if (this.judged) this.drawOverlooked();
    }
}
