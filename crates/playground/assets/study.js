// Searches that are looked at: one, or two side by side, in the microscope and as a table of their moves.

import { Microscope } from "./microscope.js";
import { SearcherForm } from "./forms.js";
import * as server from "./server.js";
import { countText, made, plural, timeText, valueText } from "./words.js";

const FIRST = "best-first:evaluations=2000";
const MOST_MOVES = 8;

const find = (id) => document.getElementById(id);

export class Study {
    // `view` gives the position that is shown.
    constructor(catalogue, view) {
        this.catalogue = catalogue;
        this.view = view;
        const form = (id, legend, nobody) => new SearcherForm(find(id), catalogue, { legend, nobody });
        this.forms = [form("first", "Searcher"), form("second", "Compared with", "no other")];
        this.forms[0].spec = FIRST;
        this.microscope = new Microscope(find("microscope"));
        find("stop").addEventListener("click", () => this.stop());
        find("study-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.analyse().catch((error) => this.tell(error.message));
        });
    }

    // Searches the position with the searchers chosen.
    async analyse({ second = this.forms[1].spec } = {}) {
        this.stop();
        const controller = new AbortController();
        this.controller = controller;
        find("stop").disabled = false;
        const specs = [this.forms[0].spec, second].filter(Boolean);
        const { game } = this.view();
        const questions = specs.map((searcher) => ({ game, searcher, watch: true }));
        try {
            await this.follow(questions, controller.signal);
        } catch (error) {
            if (!controller.signal.aborted) this.tell(error.message);
        } finally {
            if (this.controller === controller) find("stop").disabled = true;
        }
    }

    // Ends what was asked for here. A searcher that plays is its game's affair.
    stop() {
        this.controller?.abort();
        this.controller = null;
        find("stop").disabled = true;
    }

    // A new position: what was found of the former one stays to be looked at, but is called so.
    forget() {
        this.stop();
        if (find("told").textContent && !find("told").textContent.startsWith("Before")) this.tell(`Before the last move: ${find("told").textContent}`);
    }

    tell(text) {
        find("told").textContent = text;
    }

    // Says who searches: as it was chosen, and as soon as the server says it, with every setting in force.
    announce(questions) {
        this.tell(`${questions.map(({ player, searcher }) => player ?? searcher).join(" and ")}: searching …`);
    }

    // Asks for searches of one position, shows them as they go on, and returns their reports.
    async follow(questions, signal) {
        const { game } = this.view();
        this.announce(questions);
        const shown = new Shown(this.microscope, questions);
        const reports = await Promise.all(questions.map((question, number) => this.read(question, number, shown, signal)));
        if (signal.aborted) return reports;
        const sides = this.catalogue.games.find(({ name }) => name === game.game).sides;
        this.tell(reports.map((report, number) => sentence(questions[number].searcher, report, sides)).join(" "));
        find("best").replaceChildren(...reports.map((report, number) => table(questions[number].searcher, report, sides)));
        return reports;
    }

    async read(question, number, shown, signal) {
        for await (const told of server.search(question, signal)) {
            if (told.player) {
                question.player = told.player;
                this.announce(shown.questions);
            } else if (told.subject) shown.begin(number, told.subject);
            else if (told.steps) shown.append(number, told.steps);
            else if (told.report) return told.report;
        }
        return null;
    }
}

// The microscope, which shows searches from the moment when all of them have begun.
class Shown {
    constructor(microscope, questions) {
        this.microscope = microscope;
        this.questions = questions;
        this.subjects = questions.map(() => null);
        this.waiting = questions.map(() => []);
        this.isShown = false;
    }

    begin(number, subject) {
        this.subjects[number] = subject;
        if (this.subjects.includes(null)) return;
        find("microscope").hidden = false;
        this.microscope.show(...this.subjects);
        this.isShown = true;
        this.waiting.forEach((steps, number) => this.append(number, steps));
    }

    append(number, steps) {
        if (this.isShown) this.microscope.append(number, steps);
        else this.waiting[number].push(...steps);
    }
}

function sentence(searcher, report, sides) {
    const worth = report.outcome ?? (report.value === null ? null : valueText(report.value, sides));
    const value = worth === null ? "" : `, ${worth}${report.exact ? " (exact)" : report.proved ? " (proved)" : ""}`;
    const cost = `${plural(report.evaluations, "evaluation")} in ${timeText(report.milliseconds)}`;
    const capped = report.capped ? " Only its first steps are shown." : "";
    return `${searcher} plays ${report.best}${value}, after ${cost}; ended by ${report.stop}, with ${report.memory}.${capped}`;
}

function table(searcher, report, sides) {
    const hasVisits = report.moves.some(({ visits }) => visits !== null);
    const heads = ["Move", "Value", ...(hasVisits ? ["Visits"] : []), "Line"];
    const row = ({ text, value, bound, outcome, visits, line }) => {
        // The side to move can do no better than a bound.
        const sign = bound ? (report.side === "max" ? "≤ " : "≥ ") : "";
        const cells = [text, outcome ?? sign + valueText(value, sides), ...(hasVisits ? [visits === null ? "" : countText(visits)] : []), line.slice(0, 12).join(" ")];
        return made("tr", {}, ...cells.map((cell, place) => made(place === 0 ? "th" : "td", place === 0 ? { scope: "row" } : {}, cell)));
    };
    const rest = report.moves.length - MOST_MOVES;
    const caption = made("caption", {}, `${searcher}${rest > 0 ? `: the best ${MOST_MOVES} of ${report.moves.length} moves` : ""}`);
    const head = made("thead", {}, made("tr", {}, ...heads.map((name) => made("th", { scope: "col" }, name))));
    return made("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Best moves of ${searcher}` }, made("table", {}, caption, head, made("tbody", {}, ...report.moves.slice(0, MOST_MOVES).map(row))));
}
