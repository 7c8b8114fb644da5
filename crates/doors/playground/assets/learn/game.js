// The last lesson: a game of Connect Four against best-first minimax, with the map of its tree beside the board.

import { made } from "../elements.js";
import { decoded, Growing } from "../growth.js";
import { spreadOf } from "../icicle.js";
import { TreeMap } from "../map.js";
import { picture } from "../picture.js";
import { plural } from "../values.js";
import { LONGEST_LINE, capital, columnText, lineText, moveText, saidValue, speakOf } from "../words.js";
import { Telling } from "../look/telling.js";

/** @import { Context } from "../playground.js" */

const GAME = "connect-four";
const SEARCHER = "best-first:evaluations=600";
// The map has room for so many levels at least, so that trees of one game can be told from each other.
const LEVELS = 16;

export const TITLE = "A game against best-first";
export const WORDS = "Now you play *Connect Four* against best-first minimax. You are dark and begin: choose a column. It looks at 600 positions at most before each move. Its tree stands beside the board: each bar is a position that it looked at, its replies stand below it, and the red line is the line that it thinks best.";
export const LEARNT = "What a search plays is where its best line begins: the red line led every move of best-first.";

export class LessonGame {
    /** @type {any} */ view = null;
    /** @type {AbortController | null} */ thinking = null;
    /** @type {any} what the searcher found last */ found = null;

    // `told` is given paragraphs, and whether the game is over.
    /** @param {Context} context @param {(paragraphs: string[], isOver: boolean) => void} told */
    constructor(context, told) {
        this.context = context;
        this.told = told;
        this.board = made("div", { class: "lesson-board", onclick: (/** @type {MouseEvent} */ event) => this.click(event) });
        this.columns = made("div", { class: "row lesson-columns", role: "group", "aria-label": "Columns" });
        this.map = made("div", { class: "maps" });
        this.facts = made("p", { class: "legend" });
        const beside = made("div", { class: "atlas lesson-map" }, this.map, this.facts);
        this.telling = new Telling(context, () => this.tree?.say());
        this.element = made("div", { class: "lesson-game", hidden: true }, made("div", {}, this.columns, this.board), beside);
    }

    get about() {
        return this.context.catalogue.games.find(({ name }) => name === GAME);
    }

    stop() {
        this.thinking?.abort();
        this.thinking = null;
    }

    async begin() {
        this.stop();
        speakOf(this.about);
        this.found = null;
        this.map.replaceChildren();
        this.facts.textContent = "The map is empty: best-first has not thought yet.";
        await this.see(await this.context.server.view({ game: GAME }));
        this.told([WORDS], false);
    }

    async see(view) {
        this.view = view;
        const isOpen = !view.result && view.to_move === "max";
        const moves = view.board.cells.slice(0, view.board.columns).map(({ name }) => name[0]);
        const offer = (/** @type {string} */ move) => made("button", { type: "button", "aria-label": `Column ${columnText(move)}`, disabled: !isOpen || !view.legal.some(({ text }) => text === move), onclick: () => this.play(move) }, columnText(move));
        const focused = this.columns.contains(document.activeElement) ? document.activeElement.textContent : null;
        this.columns.replaceChildren(...moves.map(offer));
        if (isOpen && focused) [...this.columns.children].find(({ textContent }) => textContent === focused)?.focus();
        const name = view.result ? `The game is over: ${view.result}` : `${capital(this.about.sides[view.to_move])} to move`;
        this.board.replaceChildren(picture(view.board, view.last.length > 0 ? [{ cells: view.last, kind: "best" }] : [], name));
    }

    // A click on the board is one on the column below it.
    /** @param {MouseEvent} event */
    click(event) {
        const box = this.board.querySelector("svg").getBoundingClientRect();
        const place = Math.floor((this.view.board.columns * (event.clientX - box.left)) / box.width);
        /** @type {HTMLElement} */ (this.columns.children[place])?.click();
    }

    /** @param {string} move */
    play(move) {
        const before = this.view;
        this.turn(move).catch((error) => {
            // Who gets no answer has its move again.
            if (this.view.game.moves.length === before.game.moves.length + 1) this.see(before);
            if (error.name !== "AbortError") this.told([error.message], false);
        });
    }

    // The reader's move, and the answer to it.
    /** @param {string} move */
    async turn(move) {
        const { server } = this.context;
        const after = async (/** @type {string} */ played) => server.view({ ...this.view.game, moves: [...this.view.game.moves, played] });
        this.stop();
        const { signal } = (this.thinking = new AbortController());
        const expected = this.found?.line[1];
        await this.see(await after(move));
        if (this.view.result) return this.end();
        this.told(["It thinks …"], false);
        const { game } = this.view;
        const { report, bytes } = await server.growth({ game, searcher: SEARCHER }, signal, () => {});
        signal.throwIfAborted();
        this.found = report;
        this.draw(game, decoded(bytes));
        await this.see(await after(report.best));
        if (this.view.result) return this.end();
        const surprise = expected === undefined ? [] : expected === move ? [`It expected your ${moveText(move)}.`] : [`It expected ${moveText(expected)}, and you played ${moveText(move)}.`];
        this.told([...surprise, `It plays ${moveText(report.best)}: ${saidValue(report, this.about.sides)}.`, `Its best line goes on ${lineText(report.line.slice(1, LONGEST_LINE)) || "no further"}. Your move.`], false);
    }

    draw(game, columns) {
        const growing = Object.assign(new Growing(columns), { say: moveText });
        this.telling.begin(game, [SEARCHER], this.about.sides);
        const value = (/** @type {number | null} */ value, /** @type {number} */ node) => {
            const path = growing.path(node).slice(1).map((at) => growing.columns.index[at]);
            return value === null ? "–" : (this.telling.value(0, path, value)?.text ?? "…");
        };
        this.tree = new TreeMap(growing, { name: "best-first", levels: Math.max(LEVELS, growing.deepest + 1), spread: spreadOf([growing]), open: () => {}, value });
        this.map.replaceChildren(made("figure", {}, this.tree.element, this.tree.said));
        this.tree.draw();
        this.facts.textContent = `best-first looked at ${plural(this.found.evaluations, "position")}, up to ${plural(growing.deepest, "move")} ahead. Its best line is ${plural(growing.line.length - 1, "move")} long.`;
    }

    end() {
        const { result } = this.view;
        const winner = result.startsWith(this.about.sides.max) ? "You have won." : result === "a draw" ? "" : "best-first has won.";
        this.told([`The game is over: ${result}. ${winner}`, `*Learnt:* ${LEARNT}`], true);
    }
}
