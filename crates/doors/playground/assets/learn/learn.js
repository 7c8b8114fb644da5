// Learn: eight lessons. Each tells a little, then runs a real search on its tree, and asks before each step what comes.
// The last one is a game.

import { made, instead } from "../elements.js";
import { keep, kept } from "../storage.js";
import { isEnd, plural } from "../values.js";
import { complain, listed } from "../words.js";
import { Drawing } from "./drawing.js";
import { LessonGame, TITLE } from "./game.js";
import { LESSONS } from "./lessons.js";
import { checked, moveQuestion, nodeName, nudgeOf, numberedReasonOf, numbersOf, questionsOf } from "./questions.js";
import { boundOf, momentsOf } from "./record.js";
import { nodesOf, randomTree, wayTo, withValue } from "./tree.js";

/** @import { ModeName, State } from "../address.js" */
/** @import { Context } from "../playground.js" */
/** @import { Lesson, Run, Search } from "./lessons.js" */
/** @import { Asked, Question } from "./questions.js" */
/** @import { Moment, Recorded } from "./record.js" */
/** @import { Nodes, TreeFile } from "./tree.js" */

/**
 * One thing to read or to answer.
 * @typedef {object} Card
 * @property {string} text what is told; of a moment, why it came
 * @property {import("./lessons.js").Card["mark"]} [mark]
 * @property {Moment} [moment]
 * @property {Search} [search] the search whose moment it is
 * @property {Question | null} question
 * @property {{ chosen: string | null, isRight: boolean, text: string } | null} answered
 * @property {string} [wrong] what was chosen first, if it was wrong: there is a second try
 * @property {boolean} [isLast]
 */

const KEPT = "bestply-learn";
const MOST_TRIES = 60;
const GREATEST = 99;
/** @type {Record<"play" | "look", { name: string, state: State }>} */
const WAYS = {
    play: { name: "Play a game", state: { address: "game=tic-tac-toe" } },
    look: { name: "Look at a whole search", state: { address: "game=random&set.branching=3&set.length=20&number=1", searcher: "best-first:evaluations=200" } },
};

export class Learn {
    lessons = made("ol", { class: "lessons" });
    heading = made("h2", { id: "lesson-title" });
    told = made("div", { class: "told", "aria-live": "polite", "aria-atomic": "true" });
    field = made("input", { id: "lesson-value", type: "text", inputmode: "numeric", autocomplete: "off", size: 4 });
    answer = made("form", { class: "answer", hidden: true, onsubmit: instead(() => this.reply(this.field.value)) }, made("label", { for: "lesson-value" }, "Your number"), this.field, made("button", { type: "submit" }, "Check"));
    back = made("button", { type: "button", onclick: () => this.turn(this.at - 1) }, "Back");
    next = made("button", { type: "button", class: "primary", onclick: () => this.goOn() }, "Next");
    place = made("span", { class: "place" });
    turns = made("div", { class: "row turn" }, this.back, this.next, this.place);
    ways = made("div", { class: "row", role: "group", "aria-label": "Where to go on", hidden: true });
    picture = made("div", { class: "drawing" });
    value = made("input", { id: "lesson-static", type: "number", min: -GREATEST, max: GREATEST, step: 1, required: true });
    valueLabel = made("label", { for: "lesson-static" }, "Static value of the root");
    kind = made("p", { class: "legend", role: "status" });
    /** @type {number | null} */ number = null;
    /** @type {AbortController | null} */ searching = null;
    /** @type {Card[]} */ cards = [];
    at = 0;
    /** @type {TreeFile | null} */ tree = null;
    /** @type {Run | null} */ run = null;

    /** @param {HTMLElement} element @param {Context} context */
    constructor(element, context) {
        this.context = context;
        this.kept = keptLessons();
        this.drawing = new Drawing(this.picture, { choose: (path) => this.choose(path), focus: (path) => this.showValue(path) });
        this.game = new LessonGame(context, (paragraphs, isOver) => this.tellGame(paragraphs, isOver));
        const card = made("div", { class: "card" }, this.told, this.answer, this.turns, this.ways);
        const legend = made("p", { class: "legend" }, "Square: MAX is to move. Circle: MIN. Arrow keys walk through the tree, Enter chooses.");
        this.side = made("div", { class: "side" }, this.picture, legend, ...(this.isRecorded ? [] : [this.changeForm()]));
        const book = made("p", { class: "legend" }, "To read on: the tutorial ", this.page("tutorial-best-first", "Best-first minimax in six steps"), ", and the words in the ", this.page("glossary", "glossary"), ".");
        element.append(made("nav", { "aria-label": "Lessons" }, this.lessons), made("section", { class: "lesson", "aria-labelledby": "lesson-title" }, this.heading, card, this.side, this.game.element), book);
    }

    // A page of the book.
    /** @param {string} name @param {string} title */
    page(name, title) {
        return made("a", { href: `book/docs/${name}.html`, target: "_blank", rel: "noopener" }, title);
    }

    /** @param {State} state */
    show(state) {
        const asked = Number(state.value ?? this.kept.at);
        const isThere = this.titles[asked - 1] !== undefined;
        const number = isThere ? asked : (this.number ?? 1);
        if (!isThere && state.value !== undefined) complain(new Error(`There is no lesson ${state.value}: the lessons are 1 to ${this.titles.length}. This is lesson ${number}.`));
        if (number !== this.number) this.guard(() => this.open(number));
    }

    hide() {
        this.searching?.abort();
        this.game.stop();
    }

    // What changes the tree: a static value, or another tree.
    changeForm() {
        const change = instead(() => {
            const { tree } = this;
            if (tree) this.guard(() => this.search(withValue(tree, this.drawing.focused, Number(this.value.value))));
        });
        const form = made("form", { class: "row", onsubmit: change }, this.valueLabel, this.value, made("button", { type: "submit" }, "Change and search again"));
        const fresh = made("button", { type: "button", onclick: () => this.guard(() => this.renew()) }, "A new tree");
        const first = made("button", { type: "button", onclick: () => this.guard(async () => this.search(await this.context.server.tree(this.lesson.tree))) }, "The first tree");
        const help = made("p", {}, "Choose a node in the tree, give it another static value, and see what the search makes of it.");
        return made("details", { class: "change" }, made("summary", {}, "Change the tree"), help, form, made("div", { class: "row" }, fresh, first), this.kind);
    }

    // Whether there is no program behind the page, so that nothing else can be searched than what was.
    get isRecorded() {
        return "isRecorded" in this.context.server;
    }

    // What the lessons are called; the game needs a program that plays.
    get titles() {
        const titles = LESSONS.map(({ title }) => title);
        return this.isRecorded ? titles : [...titles, TITLE];
    }

    get title() {
        return this.number === null ? "" : `Lesson ${this.number}: ${this.titles[this.number - 1]}`;
    }

    get lesson() {
        return LESSONS[(this.number ?? 1) - 1];
    }

    /** Does what may fail, and says so. @param {() => Promise<void>} does */
    guard(does) {
        does().catch((error) => {
            if (error.name !== "AbortError") this.tell([error.message], "wrong");
        });
    }

    /** @param {number} number */
    async open(number) {
        this.number = number;
        this.keep({ at: number });
        this.heading.textContent = `${number}. ${this.titles[number - 1]}`;
        this.context.entitle();
        this.kind.textContent = "";
        const isGame = number > LESSONS.length;
        for (const part of [this.side, this.turns]) part.hidden = isGame;
        this.game.element.hidden = !isGame;
        this.game.stop();
        if (isGame) return this.openGame();
        try {
            await this.search(await this.context.server.tree(this.lesson.tree), { isNew: true });
        } catch (error) {
            // What was left or failed before it was there is opened anew.
            if (this.number === number) this.number = null;
            throw error;
        }
    }

    // The last lesson is a game.
    async openGame() {
        this.searching?.abort();
        this.cards = [];
        this.answer.hidden = true;
        this.list();
        await this.game.begin();
    }

    /** @param {string[]} paragraphs @param {boolean} isOver */
    tellGame(paragraphs, isOver) {
        this.ways.hidden = !isOver;
        if (isOver) this.keep({ done: [...new Set([...this.kept.done, this.titles.length])] });
        if (isOver) this.list();
        this.tell(paragraphs, isOver ? "end" : "");
        const analyse = () => this.context.go("analyse", { address: this.game.view.address });
        const again = made("button", { type: "button", class: "primary", onclick: () => this.guard(() => this.game.begin()) }, "Play again");
        this.ways.replaceChildren(again, made("button", { type: "button", onclick: analyse }, "Analyse this game"), this.page("tutorial-best-first", "Read on: Best-first minimax in six steps"));
    }

    // Searches a tree, and begins the lesson with it: at its words, or at the search if these were read.
    /** @param {TreeFile} tree */
    async search(tree, { isNew = false } = {}) {
        const run = await this.searched(tree);
        const words = this.lesson.cards.length;
        const at = isNew || this.at < words ? (isNew ? 0 : this.at) : words;
        this.tree = tree;
        this.run = run;
        this.cards = this.cardsOf(run);
        this.turn(at);
    }

    /** @param {TreeFile} tree @returns {Promise<Run>} */
    async searched(tree) {
        this.searching?.abort();
        const { signal } = (this.searching = new AbortController());
        const eachLeaf = this.lesson.asked === "look";
        const one = async (/** @type {string} */ searcher, /** @type {boolean} */ eachLeaf) => {
            const { report, ...told } = await this.context.server.lesson(tree, searcher, signal);
            // Its tree is so small that a number of JavaScript counts the evaluations.
            /** @type {Recorded} */
            const record = { ...told, report: { ...report, evaluations: Number(report.evaluations) } };
            return { record, moments: momentsOf(record, { eachLeaf }) };
        };
        const main = await one(this.lesson.searcher, eachLeaf);
        /** @type {Record<string, Search>} */
        const others = {};
        for (const [name, searcher] of Object.entries(this.lesson.others)) others[name] = await one(searcher, false);
        return { nodes: nodesOf(tree), main, others };
    }

    // A tree by chance that shows what the lesson tells of; after too many tries, any.
    async renew() {
        const { lesson } = this;
        let tree = randomTree(lesson.shape, Math.random, lesson.ends);
        let tries = 1;
        for (; tries < MOST_TRIES && !lesson.shows(await this.searched(tree)).occurs; tries += 1) tree = randomTree(lesson.shape, Math.random, lesson.ends);
        await this.search(tree);
        this.kind.textContent = tries < MOST_TRIES ? "A new tree by chance, in which it happens as well." : "A new tree by chance.";
    }

    /** @param {Run} run @returns {Card[]} */
    cardsOf({ nodes, main, others }) {
        const { lesson } = this;
        const questions = questionsOf(lesson.asked, main.moments, nodes, main.record.subject.bonus);
        /** @type {Card[]} */
        const cards = lesson.cards.map(({ text, mark }) => ({ text, mark, question: null, answered: null }));
        const isTold = (/** @type {Moment} */ { kind, made, backedUp }) => lesson.asked !== "look" || kind === "look" || made.length > 0 || backedUp.length > 0;
        main.moments.forEach((moment, place) => {
            const text = moment.kind === "look" ? lookText(moment, nodes) : lesson.asked === "look" ? backedUpText(moment, nodes) : whyText(moment, endText(moment, lesson.asked, main.record.report.stop), questions[place] !== null);
            if (questions[place] || isTold(moment)) cards.push({ text, moment, search: main, question: questions[place], answered: null });
        });
        if (lesson.last) {
            const search = lesson.last.search === "main" ? main : others[lesson.last.search];
            const moment = search.moments[search.moments.length - 1];
            const question = moveQuestion(`${lesson.last.before} ${lesson.last.text}`, moment, nodes, search.record.report.best);
            cards.push({ text: "", moment, search, question, answered: null });
        }
        const moment = main.moments[main.moments.length - 1];
        cards.push({ text: "", moment, search: main, question: null, answered: null, isLast: true });
        return cards;
    }

    /** @param {number} at */
    turn(at) {
        this.at = Math.max(0, Math.min(at, this.cards.length - 1));
        this.render();
        const card = this.cards[this.at];
        if (!card.question || card.answered) return;
        if (card.question.kind === "value") this.field.focus({ preventScroll: true });
        else this.drawing.focus(this.drawing.focused);
    }

    // The button goes on; where a question is open, it shows the answer.
    goOn() {
        const card = this.cards[this.at];
        if (card.question && !card.answered) {
            card.answered = { chosen: null, isRight: false, text: numberedReasonOf(card.question) };
            this.render();
            this.next.focus({ preventScroll: true });
        } else if (!card.isLast) this.turn(this.at + 1);
        else if ((this.number ?? 1) < this.titles.length) this.context.go("learn", { value: String((this.number ?? 1) + 1) });
    }

    /** @param {string} path */
    choose(path) {
        const { question, answered } = this.cards[this.at] ?? {};
        if (!question || answered || question.kind === "value") return;
        this.reply(path);
    }

    /** @param {string} chosen */
    reply(chosen) {
        const card = this.cards[this.at];
        if (!card.question || card.answered || !this.run) return;
        const verdict = checked(card.question, chosen, this.run.nodes);
        if ("hint" in verdict) return this.tell([verdict.hint, card.question.text], "hint");
        if (!verdict.isRight && card.wrong === undefined) {
            card.wrong = chosen;
            this.render();
            return this.told.scrollIntoView({ block: "nearest" });
        }
        card.answered = { chosen, ...verdict };
        this.render();
        this.told.scrollIntoView({ block: "nearest" });
        this.next.focus({ preventScroll: true });
    }

    render() {
        const card = this.cards[this.at];
        const isOpen = card.question !== null && !card.answered;
        this.answer.hidden = !isOpen || card.question?.kind !== "value";
        this.field.value = "";
        this.back.toggleAttribute("disabled", this.at === 0);
        this.ways.hidden = !card.isLast;
        if (card.isLast) this.finish();
        else if (isOpen) this.ask(card, /** @type {Question} */ (card.question));
        else this.tell([...(card.answered ? [card.answered.text] : []), card.text], card.answered?.chosen ? (card.answered.isRight ? "right" : "wrong") : "");
        this.next.textContent = isOpen ? "Show me" : "Next";
        this.next.hidden = card.isLast === true;
        this.place.textContent = `${this.at + 1} of ${this.cards.length}`;
        this.draw(card, isOpen);
        this.list();
    }

    // A question. Who was wrong is told what to think of, and asked once more.
    /** @param {Card} card @param {Question} question */
    ask({ wrong, search }, question) {
        if (wrong === undefined) return this.tell([question.text], "question");
        const given = question.kind === "value" ? wrong.trim() : nodeName(wrong);
        const nudge = nudgeOf(question, /** @type {Run} */ (this.run).nodes, Boolean(search?.record.subject.bonus));
        this.tell([`No, not ${given}. ${nudge} Try once more.`, question.text], "again");
    }

    /** @param {Card} card @param {boolean} isOpen */
    draw(card, isOpen) {
        const { nodes, main } = /** @type {Run} */ (this.run);
        const { moment, question, answered, mark } = card;
        const state = isOpen ? /** @type {Question} */ (question).state : moment ? moment.after : main.moments[0].before;
        const isAnswered = Boolean(question && answered);
        const asks = isOpen && question?.kind === "value" ? question.answers : [];
        const isOver = card.isLast || (moment && main.moments.indexOf(moment) === main.moments.length - 1);
        const cut = this.lesson.asked !== "look" || isOpen || !moment ? [] : cutOf(nodes, moment, Boolean(isOver));
        this.drawing.show({
            nodes,
            state,
            line: this.lineOf(card, isOpen),
            current: moment && !isOpen && !card.isLast && question?.kind !== "move" ? moment.path : null,
            marked: isAnswered && question?.kind !== "cut" ? /** @type {Question} */ (question).answers : [...asks, ...markedBy(mark, nodes)],
            wrong: question?.kind === "value" ? null : isOpen ? (card.wrong ?? null) : isAnswered && !answered?.isRight ? (answered?.chosen ?? null) : null,
            // Who failed twice, or was shown the answer, sees in the tree what decides it.
            way: isAnswered && !answered?.isRight ? /** @type {Question} */ (question).way : [],
            decides: isAnswered && !answered?.isRight ? numbersOf(/** @type {Question} */ (question).why) : new Map(),
            cut,
            bonus: card.search?.record.subject.bonus ?? null,
            isGiven: this.lesson.isGiven === true || question?.kind === "move" && card.search !== main,
        });
        this.showValue(this.drawing.focused);
    }

    // The line that is drawn bold. Where the next leaf is asked for, it is the way to the last one, and tells nothing.
    /** @param {Card} card @param {boolean} isOpen */
    lineOf({ moment, question, isLast }, isOpen) {
        if (!moment || isOpen) return [];
        // Before the root has its value, minimax has no line yet.
        if (this.lesson.asked === "value" && !moment.after.get("")?.isBackedUp) return [];
        const isWay = this.lesson.asked === "next" && question?.kind !== "move" && !isLast;
        return isWay ? wayTo(moment.path) : moment.line;
    }

    finish() {
        const { lesson } = this;
        const run = /** @type {Run} */ (this.run);
        const answers = this.cards.flatMap(({ answered, wrong }) => (answered ? [{ ...answered, isSecond: wrong !== undefined }] : []));
        const own = answers.filter(({ chosen }) => chosen !== null);
        const { text } = lesson.shows(run);
        const number = this.number ?? 1;
        // Who was shown every answer has not done the lesson.
        if (own.length > 0 || answers.length === 0) this.keep({ done: [...new Set([...this.kept.done, number])] });
        this.tell([text, `*Learnt:* ${lesson.learnt}`, scoreText(own, answers.length - own.length)], "end");
        const way = WAYS[lesson.way];
        const go = (/** @type {ModeName} */ mode, /** @type {State} */ state) => () => this.context.go(mode, state);
        const title = this.titles[number];
        const next = title ? [made("button", { type: "button", class: "primary", onclick: go("learn", { value: String(number + 1) }) }, `Lesson ${number + 1}: ${title}`)] : [];
        const again = made("button", { type: "button", onclick: () => this.guard(() => this.renew()) }, "Try a new tree");
        const page = this.page(lesson.page, "Read on in the book");
        const on = this.isRecorded ? [] : [again, made("button", { type: "button", onclick: go(lesson.way, way.state) }, way.name)];
        this.ways.replaceChildren(...next, ...on, page);
    }

    /** Says something once: the words between asterisks stand out. @param {string[]} paragraphs @param {string} kind */
    tell(paragraphs, kind) {
        const marked = (/** @type {string} */ text) => text.split("*").map((part, place) => (place % 2 === 1 ? made("strong", {}, part) : part));
        this.told.className = `told ${kind}`;
        this.told.replaceChildren(...paragraphs.filter((text) => text.trim()).map((text) => made("p", {}, ...marked(text))));
    }

    /** @param {string} path */
    showValue(path) {
        const node = this.run?.nodes.get(path);
        if (!node) return;
        this.valueLabel.textContent = `Static value of ${nodeName(path)}`;
        this.value.value = isEnd(node.value) ? "" : String(node.value);
        this.value.placeholder = isEnd(node.value) ? (node.value > 0 ? "MAX wins" : "MIN wins") : "";
    }

    list() {
        const items = this.titles.map((title, place) => {
            const number = place + 1;
            const isDone = this.kept.done.includes(number);
            const done = isDone ? [made("span", { class: "unseen" }, ", done")] : [];
            const mark = made("span", { class: "number" }, isDone ? "✓" : String(number));
            const link = made("a", { href: `#learn=${number}`, "aria-current": number === this.number ? "step" : null }, mark, made("span", { class: "name" }, title), ...done);
            return made("li", {}, link);
        });
        this.lessons.replaceChildren(...items);
    }

    /** @param {Partial<{ at: number, done: number[] }>} change */
    keep(change) {
        Object.assign(this.kept, change);
        keep("sessionStorage", KEPT, this.kept);
    }
}

/** @returns {{ at: number, done: number[] }} */
function keptLessons() {
    const { at, done } = kept("sessionStorage", KEPT) ?? {};
    return { at: Number.isInteger(at) ? at : 1, done: Array.isArray(done) ? done.filter(Number.isInteger) : [] };
}

/** @type {(mark: import("./lessons.js").Card["mark"], nodes: Nodes) => string[]} */
function markedBy(mark, nodes) {
    const all = [...nodes.values()];
    const chosen = {
        root: () => [""],
        max: () => all.filter(({ side, children }) => side === "max" && children.length > 0).map(({ path }) => path),
        leaves: () => all.filter(({ children }) => children.length === 0).map(({ path }) => path),
        inner: () => all.filter(({ children }) => children.length > 0).map(({ path }) => path),
        line: () => all.filter(({ path }) => path === "1/0" || path === "1").map(({ path }) => path),
    };
    return mark ? chosen[mark]() : [];
}

/** How often a reader was right of all that were not shown. @type {(own: { isRight: boolean, isSecond: boolean }[], shown: number) => string} */
function scoreText(own, shown) {
    if (own.length === 0) return shown > 0 ? "All answers were shown to you. Try a new tree, and say yourself what comes." : "";
    const right = own.filter(({ isRight }) => isRight).length;
    const second = own.filter(({ isRight, isSecond }) => isRight && isSecond).length;
    const late = second > 0 ? `, ${second} of them at the second try` : "";
    const rest = shown > 0 ? ` ${plural(shown, "answer")} ${shown === 1 ? "was" : "were"} shown to you.` : "";
    return `You were right ${right} of ${plural(own.length, "time")}${late}.${rest}`;
}

// Why a search ended, in a reader's words. Minimax does not end with its best line, but when it has looked at all.
/** @type {(moment: Moment, asked: Asked, stop: string) => string} */
function endText({ after }, asked, stop) {
    if (asked === "value") return "the whole tree is searched";
    if (after.get("")?.isProved) return "the root is proved";
    return stop === "terminal" ? "the game is over at the end of the best line" : "it has spent what it may spend";
}

// Why a step came, and at the end why the search ended.
/** @type {(moment: Moment, end: string, isAsked: boolean) => string} */
function whyText({ why }, end, isAsked) {
    // The answer to the question has said why the walk came here.
    const rest = isAsked ? why.replace(/^The best scores lead .*?\.(?= [A-Z])/, "") : why;
    return rest.replace(/The search ends: .*$/, `The search ends: ${end}.`);
}

/** @type {(moment: Moment, nodes: Nodes) => string} */
function lookText({ path, after }, nodes) {
    const parent = nodes.get(path)?.parent ?? "";
    return `Alpha-beta looks at leaf ${path}, below ${nodeName(parent)}. It is worth ${after.get(path)?.value}.`;
}

/** @type {(moment: Moment, nodes: Nodes) => string} */
function backedUpText({ path, backedUp, made, after }, nodes) {
    const node = nodes.get(path);
    const name = nodeName(path);
    const rest = (node?.children ?? []).filter((child) => !after.has(child));
    const found = backedUp.find((backed) => backed.path === path);
    if (!found) return made.length === 0 ? `The search enters ${name}.` : "";
    const side = node?.side === "max" ? "MAX" : "MIN";
    if (rest.length > 0) return `Back to the node above: ${listed(rest.map(nodeName))} ${rest.length === 1 ? "is" : "are"} cut.`;
    if (found.bound) return `All of ${name} is seen. It is worth ${boundOf(nodes, after, path)} or ${side === "MIN" ? "less" : "more"}, so it does not change the choice above.`;
    return `All of ${name} is seen. ${side} takes ${found.value}.`;
}

// What is never looked at: the rest below each node that was left, and at the end all that is not made.
/** @type {(nodes: Nodes, moment: Moment, isOver: boolean) => string[]} */
function cutOf(nodes, { after }, isOver) {
    const isLeft = (/** @type {string} */ path) => isOver || after.get(path)?.isBackedUp === true;
    /** @type {string[]} */
    const cut = [];
    for (const { path, parent } of nodes.values()) {
        if (parent !== null && !after.has(path) && (isLeft(parent) || cut.includes(parent))) cut.push(path);
    }
    return cut;
}
