// Analysis of the position that is shown, while somebody thinks: deeper and deeper, with the best moves and their lines.

import { made } from "../elements.js";
import { found, usual } from "../server.js";
import { countText } from "../values.js";
import { LONGEST_LINE, complain, find, lineText, moveText, saidValue } from "../words.js";

// Each search values so many positions; a search begins anew, so that the last one takes most of the time.
const BUDGETS = [1000, 4000, 16_000, 64_000, 256_000, 1_000_000];
const MOST_LINES = 3;

/** @typedef {{ view: any, about: any }} Position */

export class Analysis {
    /** @type {AbortController | null} */ running = null;
    /** @type {any} the view that is analysed */ view = null;
    /** @type {any} */ report = null;
    isOn = false;

    // `play` plays a move, and `told` hears of what was found of the position, with so many evaluations.
    /** @param {{ play: (move: string) => void, told: (report: any, budget: number) => void }} does */
    constructor(does) {
        this.does = does;
    }

    /** @param {boolean} isOn */
    turn(isOn) {
        this.isOn = isOn;
        find("analysis").checked = isOn;
        if (!isOn) this.stop();
    }

    stop() {
        this.running?.abort();
        this.running = null;
        this.view = this.report = null;
        this.draw("");
    }

    // Analyses a position, unless that is under way or done.
    /** @param {Position} position */
    follow({ view, about }) {
        if (!this.isOn || this.view === view) return;
        this.stop();
        if (view.result) return;
        this.view = view;
        const running = new AbortController();
        this.running = running;
        this.draw("Analysing …");
        this.search(view, about, running.signal).catch((error) => {
            if (running.signal.aborted) return;
            this.stop();
            complain(error);
        });
    }

    /** @param {any} view @param {any} about @param {AbortSignal} signal */
    async search(view, about, signal) {
        for (const budget of BUDGETS) {
            const report = await found({ game: view.game, searcher: usual(about, budget) }, signal);
            signal.throwIfAborted();
            this.report = report;
            this.sides = about.sides;
            this.does.told(report, budget);
            const isDone = report.proved || report.exact || budget === BUDGETS[BUDGETS.length - 1];
            this.draw(`${countText(report.evaluations)} positions valued${isDone ? "." : " …"}`);
            if (isDone) return;
        }
    }

    get moves() {
        return this.report?.moves.slice(0, MOST_LINES) ?? [];
    }

    // The best moves as marks on the board.
    get marks() {
        const cells = (/** @type {string} */ move) => this.view.legal.find(({ text }) => text === move)?.cells ?? [];
        return this.moves.map(({ text }, place) => ({ cells: cells(text), kind: place === 0 ? "best" : "other", text: String(place + 1) }));
    }

    /** @param {string} words */
    draw(words) {
        find("analysed").textContent = words;
        const item = ({ text, line, ...found }) => {
            const button = made("button", { type: "button", class: "move", onclick: () => this.does.play(text) }, moveText(text));
            return made("li", {}, button, " ", made("b", {}, saidValue(found, this.sides)), ` ${lineText(line.slice(1, LONGEST_LINE))}`);
        };
        find("lines").replaceChildren(...this.moves.map(item));
    }
}
