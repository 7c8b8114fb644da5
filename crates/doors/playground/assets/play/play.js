// Play: a game, its two players, and what the searchers think. Analyse is the same, where nobody plays by itself.
//
// The server remembers nothing: every request carries the game, and the page keeps the rest.

import { fragmentOf } from "../address.js";
import { Board } from "../board.js";
import { GameForm, PlayerForm } from "../forms.js";
import { picture } from "../picture.js";
import * as server from "../server.js";
import { keep, kept } from "../storage.js";
import { made, pressed } from "../elements.js";
import { countText, plural } from "../values.js";
import { capital, complain, find, inUnits, isPass, lineText, moveText, positionTitle, saidValue, setUnits, speakOf, timeText } from "../words.js";
import { Analysis } from "./analysis.js";
import { Course } from "./course.js";
import { Keep } from "./keep.js";
import { Review, judge, knownOf, summary } from "./review.js";
import { SetUp } from "./set_up.js";
import { Variations } from "./variations.js";

/** @import { State } from "../address.js" */
/** @import { Context } from "../playground.js" */

const FIRST_GAME = "othello";
const FIRST_LEVEL = 2;
// Where a tab keeps its players.
const PLAYERS = "bestply-players";
// So many moves are marked on the board: of a hint, and of the line that the opponent expects.
const MOST_MARKS = 3;
// The most moves that stand in a list. Amazons has more than two thousand.
const MOST_LISTED = 200;

export class Play {
    /** @type {any} */ view = null;
    /** @type {any} */ about = null;
    /** @type {AbortController | null} */ thinking = null;
    /** @type {any[]} */ marks = [];
    /** @type {any} what the opponent found for its move */ found = null;
    isPaused = false;
    isShown = false;
    isHint = false;
    // Whether all moves are a person's, and what is shown is analysed.
    isAnalysing = false;
    /** @type {import("./variations.js").Node | null} the move that is gone to */ target = null;
    ruled = "";
    /** @type {symbol | null} */ turn = null;
    began = 0;
    variations = new Variations([], []);

    /** @param {Context} context */
    constructor(context) {
        this.context = context;
        this.catalogue = context.catalogue;
        this.gameForm = new GameForm(find("game-keys"));
        const player = (/** @type {string} */ side) => new PlayerForm(find(side), this.catalogue, { side, change: () => this.changePlayers() });
        /** @type {Record<string, PlayerForm>} */
        this.players = { max: player("max"), min: player("min") };
        this.restorePlayers();
        this.board = new Board({
            play: (move) => this.playAsPerson(move),
            choose: (moves) => this.showLegal(moves, "Which of these?"),
        });
        this.setUp = new SetUp(this);
        this.course = new Course((node) => this.goTo(node).catch(complain));
        this.keep = new Keep(this);
        this.review = new Review((progress) => this.reviewed(progress));
        this.analysis = new Analysis({ play: (move) => this.playAsPerson(move), told: (report, budget) => this.analysed(report, budget) });
        find("game").replaceChildren(...this.catalogue.games.map(({ name, title }) => made("option", { value: name }, title)));
        find("units").checked = inUnits();
        this.listen();
    }

    listen() {
        const does = (/** @type {string} */ id, /** @type {string} */ event, /** @type {() => any} */ action) =>
            find(id).addEventListener(event, (/** @type {Event} */ happened) => {
                happened.preventDefault();
                Promise.resolve().then(action).catch(complain);
            });
        does("game", "change", () => {
            this.showGameForm(find("game").value);
            return this.open(this.gameOfForm());
        });
        does("game-form", "submit", () => this.open(this.gameOfForm()));
        does("position-form", "submit", () => this.open({ ...this.view.game, start: { position: find("position").value.trim() }, moves: [] }));
        does("to-start", "click", () => this.goTo(this.variations.root));
        does("back", "click", () => this.takeBack());
        does("forth", "click", () => this.step(1));
        does("to-end", "click", () => this.goTo(this.variations.line().at(-1) ?? this.variations.root));
        does("flip", "click", () => this.flip());
        does("review", "click", () => this.reviewAll());
        does("to-analyse", "click", () => this.context.go("analyse", { address: this.view.address }));
        does("analysis", "change", () => {
            this.analysis.turn(find("analysis").checked);
            this.draw();
        });
        does("pause", "click", () => (this.isPaused ? this.resume() : this.pause()));
        does("hint", "click", () => this.hint());
        does("players", "submit", () => {});
        does("to-look", "click", () => this.context.go("look", { address: this.view.address, searcher: this.opponent }));
        does("to-compare", "click", () => this.context.go("compare", { address: this.view.address }));
        does("arrows", "change", () => {
            this.board.draw(this.shownMarks);
            this.drawFound();
        });
        does("units", "change", () => {
            setUnits(find("units").checked);
            this.draw();
        });
        document.addEventListener("keydown", (event) => this.key(event));
    }

    // Keys step through the moves, wherever they mean nothing else: fields have arrows of their own, and so has the board for
    // whoever came there by keys.
    /** @param {KeyboardEvent} event */
    key(event) {
        const target = /** @type {Element} */ (event.target);
        if (!this.isShown || !this.view || event.shiftKey || target.closest?.("input:not([type=checkbox]), select, textarea")) return;
        pressed(event, {
            ArrowLeft: () => this.step(-1).catch(complain),
            ArrowRight: () => this.step(1).catch(complain),
            Home: () => this.goTo(this.variations.root).catch(complain),
            End: () => this.goTo(this.variations.line().at(-1) ?? this.variations.root).catch(complain),
            f: () => this.flip(),
        });
    }

    flip() {
        this.board.turn();
        find("frame").classList.toggle("turned", this.board.isTurned);
        this.draw();
    }

    // A reload keeps the players of its tab.
    restorePlayers() {
        this.players.min.spec = this.catalogue.levels[FIRST_LEVEL].searcher;
        const players = kept("sessionStorage", PLAYERS) ?? {};
        for (const side of ["max", "min"]) if (typeof players[side] === "string") this.players[side].spec = players[side];
    }

    changePlayers() {
        keep("sessionStorage", PLAYERS, { max: this.players.max.spec, min: this.players.min.spec });
        return this.resume().catch(complain);
    }

    /** @param {State} state */
    show({ address }, isAnalysing = false) {
        if (!this.isShown || isAnalysing !== this.isAnalysing) this.analysis.turn(isAnalysing);
        this.isShown = true;
        this.isAnalysing = isAnalysing;
        this.begin(address).catch(complain);
    }

    hide() {
        this.isShown = false;
        this.review.stop();
        this.analysis.stop();
        if (this.thinking) this.pause().catch(complain);
    }

    // Keeps in the address what is shown.
    keepAddress() {
        history.replaceState(null, "", `#${fragmentOf(this.isAnalysing ? "analyse" : "play", { address: this.view.address })}`);
    }

    // Opens the game of an address, or the first game. What is shown already stays.
    async begin(address) {
        if (this.view && (!address || address === this.view.address)) {
            this.keepAddress();
            return this.draw();
        }
        try {
            if (address) return await this.open({ address });
        } catch (error) {
            await this.openFirst();
            throw error;
        }
        await this.openFirst();
    }

    async openFirst() {
        const first = this.catalogue.games.find(({ name }) => name === FIRST_GAME) ?? this.catalogue.games[0];
        this.showGameForm(first.name);
        await this.open(this.gameOfForm());
    }

    // Another game, or the same from another start.
    async open(game) {
        const view = await this.ask(game);
        this.review.stop();
        this.setUp.end();
        this.variations = new Variations(view.game.moves, view.sides);
        find("reviewed").textContent = "";
        this.isPaused = false;
        this.showGameForm(view.game.game, view.game);
        this.see(view);
    }

    async openText(text) {
        await this.open({ record: text, within: this.view.game });
        // A game that was loaded waits until it is wanted to go on.
        if (!this.isPersons) await this.pause();
    }

    // The view of a game. Only what was asked last is answered: a second click takes the place of the first.
    async ask(game) {
        const turn = Symbol();
        this.turn = turn;
        const view = await server.view(game).catch((error) => {
            // What was clicked is clicked no more.
            if (this.turn === turn) this.board.unchoose();
            throw error;
        });
        if (this.turn !== turn) throw new DOMException("something else was asked since", "AbortError");
        return view;
    }

    get sides() {
        return this.about.sides;
    }

    get title() {
        if (!this.view) return "";
        return `${this.isAnalysing ? "Analysis of " : ""}${positionTitle(this.about, this.view)}`;
    }

    // The searcher that plays, or would.
    get opponent() {
        return this.players.min.spec || this.players.max.spec || this.catalogue.levels.at(-1).searcher;
    }

    // Shows a position, and lets the player think whose turn it is. Whatever was thought of another position ends.
    see(view) {
        this.stop();
        complain(null);
        this.view = view;
        this.about = this.catalogue.games.find(({ name }) => name === view.game.game);
        speakOf(this.about);
        this.began = performance.now();
        if (this.isShown) this.keepAddress();
        if (view.result) judge(this.variations.at, { best: null, value: null, line: [], worth: view.worth, outcome: view.result }, Infinity);
        this.marks = this.expected();
        this.isHint = false;
        this.found = null;
        this.draw();
        this.think().catch(complain);
    }

    // What the opponent expects after its move, as marks on the board. The first is a person's best reply, so that it
    // is shown only to who wants it.
    expected() {
        const { thought } = this.variations.at;
        const line = thought?.line_cells?.slice(1, 1 + MOST_MARKS) ?? [];
        return line.map((cells, place) => ({ cells, kind: place === 0 ? "best" : "line", text: String(place + 1) }));
    }

    get shownMarks() {
        if (find("arrows").checked || this.isHint) return this.marks;
        return this.analysis.view === this.view ? this.analysis.marks : [];
    }

    // Who plays a side: a searcher, or an empty text for a person.
    searcherOf(side) {
        return this.isAnalysing ? "" : this.players[side].spec;
    }

    get isPersons() {
        return !this.view.result && this.searcherOf(this.view.to_move) === "";
    }

    draw() {
        const { view } = this;
        speakOf(this.about);
        this.analysis.follow(this);
        const open = !this.thinking && !view.result && !this.setUp.isOpen;
        this.board.show(view, open, this.shownMarks);
        this.drawPass(open);
        this.showLegal(open ? view.legal : [], view.board ? "Moves to choose from" : "Choose a move");
        this.drawStatus();
        for (const side of ["max", "min"]) this.players[side].rename(this.sides[side] === side.toUpperCase() ? this.sides[side] : `${capital(this.sides[side])} (${side.toUpperCase()})`);
        const hasSearcher = ["max", "min"].some((side) => this.searcherOf(side) !== "");
        find("players").hidden = this.isAnalysing;
        find("to-analyse").hidden = this.isAnalysing;
        find("pause").hidden = !hasSearcher || Boolean(view.result);
        find("pause").textContent = this.isPaused ? "Go on" : "Pause";
        find("to-start").disabled = find("back").disabled = view.game.moves.length === 0;
        find("to-end").disabled = find("forth").disabled = !this.variations.at.next || Boolean(this.thinking);
        find("review").disabled = this.variations.line().length === 0;
        find("hint").disabled = Boolean(view.result) || Boolean(this.thinking);
        find("position").value = view.text;
        find("position-form").hidden = !view.is_readable;
        this.keep.offer();
        this.setUp.offer(view, this.sides);
        this.drawWorth();
        this.drawFound();
        this.course.draw(this.variations, this.sides);
        this.context.entitle();
    }

    get mustPass() {
        return this.view.legal.length > 0 && this.view.legal.every(({ text }) => isPass(text));
    }

    // A side that can only pass has no cell to click: it passes upon the board.
    drawPass(open) {
        const { mustPass, view } = this;
        const box = find("must-pass");
        const hadFocus = document.activeElement?.closest("#board, #must-pass");
        box.hidden = !open || !mustPass || !view.board;
        box.replaceChildren(...(box.hidden ? [] : [`${capital(this.sides[view.to_move])} must pass`, ...view.legal.map((move) => this.moveOffer(move))]));
        if (hadFocus) (box.querySelector("button") ?? find("board").querySelector("[tabindex='0']"))?.focus();
    }

    moveOffer({ text }) {
        return made("button", { type: "button", onclick: () => this.playAsPerson(text) }, isPass(text) ? capital(moveText(text)) : moveText(text));
    }

    // One short sentence, which a screen reader hears once.
    drawStatus() {
        const { view, variations } = this;
        const { move, side } = variations.at;
        const what = isPass(move) ? "passed" : `played ${moveText(move)}`;
        const before = move && !view.result && this.searcherOf(side) !== "" ? `${capital(this.sides[side])} ${what}. ` : "";
        const mover = capital(this.sides[view.to_move]);
        const now = view.result ? `The game is over: ${view.result}.` : this.thinking ? `${mover} thinks …` : this.mustPass ? `${mover} must pass` : `${mover} to move`;
        const text = this.thinking ? now : before + now;
        if (find("status").textContent !== text) find("status").textContent = text;
    }

    // The value that is known last, as a bar beside the board and in words below it.
    drawWorth() {
        const node = this.variations.path().filter(knownOf).at(-1) ?? this.variations.root;
        const known = knownOf(node);
        const words = known ? saidValue(known, this.sides) : "";
        const bar = made("div", { class: "fill" });
        bar.style.height = `${50 + 50 * (known?.worth.share ?? 0)}%`;
        find("bar").replaceChildren(bar);
        find("bar").title = words;
        const after = node.move ? `After ${moveText(node.move)}` : "At the start";
        find("worth").textContent = this.view.result || !known ? "" : `${after}: ${words}`;
    }

    showLegal(moves, title) {
        find("legal-title").textContent = title;
        find("choices").hidden = moves.length === 0;
        const listed = moves.slice(0, MOST_LISTED).map((move) => this.moveOffer(move));
        const more = moves.length - listed.length;
        find("legal").replaceChildren(...listed, more > 0 ? made("p", {}, `and ${countText(more)} more, to be chosen on the board`) : "");
    }

    async playAsPerson(move) {
        if (this.thinking) return;
        this.isPaused = false;
        const milliseconds = performance.now() - this.began;
        await this.play(move, { milliseconds }).catch(complain);
    }

    // A searcher's move is played only while nothing has ended its thought: `signal` tells.
    async play(move, thought, /** @type {AbortSignal | null} */ signal = null) {
        const { game, to_move: side } = this.view;
        const view = await this.ask({ ...game, moves: [...game.moves, move] });
        signal?.throwIfAborted();
        this.variations.play(move, side, thought);
        this.see(view);
    }

    // Goes so many moves on or back. Who is fast goes on from where it goes to.
    async step(moves) {
        const line = [this.variations.root, ...this.variations.line()];
        const node = line[line.indexOf(this.target ?? this.variations.at) + moves];
        if (node) await this.goTo(node);
    }

    // Goes to a move of the course or of a variation.
    async goTo(node) {
        if (node === this.variations.at && !this.target) return;
        this.stop();
        this.target = node;
        const moves = this.variations.path(node).map(({ move }) => move);
        const view = await this.ask({ ...this.view.game, moves }).finally(() => {
            if (this.target === node) this.target = null;
        });
        this.variations.goTo(node);
        this.isPaused = !view.result && this.searcherOf(view.to_move) !== "";
        this.see(view);
    }

    // Lets a searcher think, if it is one's turn.
    async think() {
        if (this.thinking || this.isPaused || !this.isShown || this.setUp.isOpen || this.view.result || this.isPersons) return this.fill();
        const thinking = new AbortController();
        this.thinking = thinking;
        this.draw();
        try {
            const report = await server.found({ game: this.view.game, searcher: this.searcherOf(this.view.to_move) }, thinking.signal);
            // What it thinks of the position is what the move before it is worth.
            judge(this.variations.at, report, 0);
            await this.play(report.best, report, thinking.signal);
            this.found = report;
            this.drawFound();
        } catch (error) {
            if (error.name === "AbortError") return;
            await this.pause();
            throw error;
        }
    }

    // Values the moves that nobody has valued: those of a game that was opened, and of two persons.
    async fill() {
        if (this.isShown && !this.setUp.isOpen) await this.review.fill(this.about, this.view.game, () => this.variations.line());
    }

    // Values the whole game once more, so well that it can be said what each move lost.
    async reviewAll() {
        find("reviewed").textContent = "";
        const line = this.variations.line();
        await this.review.whole(this.about, this.view.game, line);
        // What is heard is the end alone.
        find("reviewed").textContent = summary(line, this.sides);
    }

    /** @param {string} progress of the analysis of a whole game */
    reviewed(progress) {
        find("review").textContent = progress || "Analyse the whole game";
        this.drawWorth();
        this.course.draw(this.variations, this.sides);
    }

    /** @param {any} report @param {number} budget */
    analysed(report, budget) {
        judge(this.variations.at, report, budget);
        this.board.draw(this.shownMarks);
        this.drawWorth();
        this.course.draw(this.variations, this.sides);
    }

    // Says what was found, and at what cost; and what is expected, to who wants it.
    drawFound() {
        if (!this.isHint) find("found").textContent = this.found ? this.foundText(this.found) : "";
    }

    foundText(report) {
        const line = find("arrows").checked ? lineText(report.line.slice(1, 6)) : "";
        const expects = line ? ` It expects ${line}.` : "";
        return `${capital(saidValue(report, this.sides))}${report.exact ? ", which is exact" : ""}, after ${plural(report.evaluations, "position")} valued in ${timeText(report.milliseconds)}. ${report.ended}${expects}`;
    }

    // What the searcher that plays would play here, marked on the board.
    async hint() {
        const { view } = this;
        const report = await server.found({ game: view.game, searcher: this.opponent });
        if (this.view !== view) return;
        const cells = (/** @type {string} */ move) => view.legal.find(({ text }) => text === move)?.cells ?? [];
        this.marks = report.moves.slice(0, MOST_MARKS).map(({ text }, place) => ({ cells: cells(text), kind: place === 0 ? "best" : "other", text: String(place + 1) }));
        this.isHint = true;
        this.board.draw(this.marks);
        const best = moveText(report.best);
        find("found").textContent = `Hint: ${best}. ${capital(saidValue(report, this.sides))}.`;
        find("status").textContent = `Hint: ${best}`;
        find("frame").scrollIntoView({ block: "nearest" });
    }

    // Ends whatever is being thought.
    stop() {
        this.thinking?.abort();
        this.thinking = null;
    }

    async pause() {
        this.stop();
        this.isPaused = true;
        this.draw();
    }

    async resume() {
        this.stop();
        this.isPaused = false;
        if (!this.view) return;
        this.draw();
        await this.think();
    }

    // Takes moves back until it is a person's turn, or a single one where there is no person.
    async takeBack() {
        const isPersons = (/** @type {string} */ side) => this.searcherOf(side) === "";
        const path = this.variations.path();
        let left = path.length - 1;
        if (isPersons("max") || isPersons("min")) while (left > 0 && !isPersons(path[left].side)) left -= 1;
        await this.goTo(left > 0 ? path[left - 1] : this.variations.root);
    }

    showGameForm(name, game = {}) {
        const about = this.catalogue.games.find((known) => known.name === name);
        find("game").value = name;
        this.gameForm.show(about, game.settings);
        for (const id of ["start-number", "start-number-label"]) find(id).hidden = !about.is_numbered;
        find("start-number").value = game.start?.number ?? 1;
        for (const form of Object.values(this.players)) form.setGame(about);
        this.showRules(about).catch(complain);
    }

    // The rules, with a picture of a move.
    async showRules(about) {
        if (this.ruled === about.name) return;
        this.ruled = about.name;
        find("rules").hidden = !about.rules;
        find("rules-text").replaceChildren();
        if (!about.rules) return;
        find("rules-text").append(made("p", {}, about.rules.text));
        const moves = about.rules.example.split(" ").filter(Boolean);
        if (moves.length === 0) return;
        const view = await server.view({ game: about.name, moves: moves.slice(0, -1) });
        const cells = view.legal.find(({ text }) => text === moves.at(-1))?.cells ?? [];
        if (this.ruled !== about.name || !view.board) return;
        const name = `${capital(about.sides[view.to_move])} plays ${moves.at(-1)}`;
        find("rules-text").append(made("figure", {}, picture(view.board, [{ cells, kind: "best" }], name), made("figcaption", {}, name)));
    }

    gameOfForm() {
        const { value, max } = find("start-number");
        // A number of JavaScript is exact up to 2⁵³: longer ones stay texts.
        const number = /^\d+$/.test(value) ? value : String(Number(value));
        if (!/^\d+$/.test(number) || BigInt(number) > BigInt(max)) throw new Error(`The start number is from 1 to ${max}, not ${value}.`);
        return { game: find("game").value, settings: this.gameForm.settings, start: { number }, moves: [] };
    }
}
