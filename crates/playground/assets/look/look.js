// Look: searches that are looked at, one, or two side by side, in the microscope.
//
// Its address may name them: `#look&game=…&searcher=SPEC&second=SPEC`, in the form of the command line.

import { SearcherForm } from "../forms.js";
import { Microscope } from "../microscope.js";
import { countText, made, plural, timeText, valueText } from "../words.js";

const FIRST = "best-first:evaluations=2000";
const MOST_MOVES = 8;

export class Look {
    constructor(element, context) {
        Object.assign(this, { element, context, view: null });
        const { catalogue } = context;
        const [first, second] = ["first", "second"].map((id) => made("fieldset", { id }));
        this.stopper = made("button", { type: "button", id: "stop", disabled: true, onclick: () => this.stop() }, "Stop");
        const buttons = made("div", { class: "row" }, made("button", { type: "submit" }, "Analyse this position"), this.stopper);
        const analyse = (event) => {
            event.preventDefault();
            this.analyse();
        };
        this.told = made("p", { id: "told", "aria-live": "polite" });
        this.best = made("div", { id: "best" });
        this.tree = made("div", { id: "microscope", hidden: true });
        const form = made("form", { id: "study-form", "aria-label": "Analyse", onsubmit: analyse }, first, second, buttons);
        element.append(made("h2", {}, "Look at a search"), form, this.told, this.best, this.tree);
        this.forms = [
            new SearcherForm(first, catalogue, { legend: "Searcher" }),
            new SearcherForm(second, catalogue, { legend: "Compared with", nobody: "no other" }),
        ];
        this.forms[0].spec = FIRST;
        this.microscope = new Microscope(this.tree);
    }

    /** @param {import("../address.js").State} state */
    show({ address, searcher, second }) {
        this.open(address).catch((error) => this.tell(error.message));
        if (searcher) this.forms[0].spec = searcher;
        if (second) this.forms[1].spec = second;
    }

    async open(address) {
        if (address || !this.view) this.view = address ? await this.context.server.view({ address }) : this.context.view();
        const about = this.context.catalogue.games.find(({ name }) => name === this.view?.game.game);
        if (about) for (const form of this.forms) form.setGame(about);
    }

    hide() {
        this.stop();
    }

    // Searches the position with the searchers chosen.
    async analyse() {
        this.stop();
        const controller = new AbortController();
        this.controller = controller;
        this.stopper.disabled = false;
        const { game } = this.view;
        const questions = this.forms.map(({ spec }) => spec).filter(Boolean).map((searcher) => ({ game, searcher, watch: true }));
        try {
            await this.follow(questions, controller.signal);
        } catch (error) {
            if (!controller.signal.aborted) this.tell(error.message);
        } finally {
            if (this.controller === controller) this.stopper.disabled = true;
        }
    }

    stop() {
        this.controller?.abort();
        this.controller = null;
        this.stopper.disabled = true;
    }

    tell(text) {
        this.told.textContent = text;
    }

    announce(questions) {
        this.tell(`${questions.map(({ player, searcher }) => player ?? searcher).join(" and ")}: searching …`);
    }

    // Asks for searches of one position, shows them as they go on, and returns their reports.
    async follow(questions, signal) {
        this.announce(questions);
        const shown = new Shown(this, questions);
        const reports = await Promise.all(questions.map((question, number) => this.read(question, number, shown, signal)));
        if (signal.aborted) return;
        const { sides } = this.context.catalogue.games.find(({ name }) => name === this.view.game.game);
        this.tell(reports.map((report, number) => sentence(questions[number].searcher, report, sides)).join(" "));
        this.best.replaceChildren(...reports.map((report, number) => table(questions[number].searcher, report, sides)));
    }

    async read(question, number, shown, signal) {
        for await (const told of this.context.server.search(question, signal)) {
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
    constructor(look, questions) {
        this.look = look;
        this.questions = questions;
        this.subjects = questions.map(() => null);
        this.waiting = questions.map(() => []);
        this.isShown = false;
    }

    begin(number, subject) {
        this.subjects[number] = subject;
        if (this.subjects.includes(null)) return;
        this.look.tree.hidden = false;
        this.look.microscope.show(...this.subjects);
        this.isShown = true;
        this.waiting.forEach((steps, number) => this.append(number, steps));
    }

    append(number, steps) {
        if (this.isShown) this.look.microscope.append(number, steps);
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
