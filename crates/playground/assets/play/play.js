// Play: a game, its two players, and what the searchers think.
//
// The server remembers nothing: every request carries the game, and the page keeps the rest.

import { Board } from "../board.js";
import { curve } from "../curve.js";
import { GameForm, SearcherForm } from "../forms.js";
import * as server from "../server.js";
import { capital, complain, made, timeText, valueText } from "../words.js";

const LARGEST_FILE = 65536;
const FIRST_GAME = "othello";

const find = (id) => document.getElementById(id);

export class Play {
    constructor(element, context) {
        const { catalogue } = context;
        Object.assign(this, { element, context, catalogue, view: null });
        this.undone = [];
        this.thoughts = [];
        this.isPaused = false;
        this.gameForm = new GameForm(find("game-keys"));
        this.players = Object.fromEntries(
            ["max", "min"].map((side) => [side, new SearcherForm(find(side), catalogue, { legend: side, nobody: "a person", change: () => this.resume() })]),
        );
        this.players.min.pick(catalogue.default_searcher);
        this.board = new Board(find("board"), find("picture"), find("notes"), {
            play: (move) => this.playAsPerson(move),
            choose: (moves) => this.showLegal(moves, "Which of these?"),
        });
        find("game").replaceChildren(...catalogue.games.map(({ name, title }) => made("option", { value: name }, title)));
        this.listen();
    }

    listen() {
        const does = (id, event, action) =>
            find(id).addEventListener(event, (happened) => {
                happened.preventDefault();
                action().catch(complain);
            });
        find("game").addEventListener("change", () => this.showGameForm(find("game").value));
        does("game-form", "submit", () => this.open(this.gameOfForm()));
        does("position-form", "submit", () => this.open({ ...this.view.game, start: { position: find("position").value.trim() }, moves: [] }));
        does("back", "click", () => this.takeBack());
        does("forth", "click", () => this.goForth());
        does("pause", "click", () => (this.isPaused ? this.resume() : this.pause()));
        does("hint", "click", () => this.hint());
        does("copy", "click", () => this.copy());
        find("players").addEventListener("submit", (event) => event.preventDefault());
        find("save").addEventListener("click", () => this.save());
        find("load").addEventListener("change", () => this.load(find("load")).catch(complain));
    }

    /** @param {import("../address.js").State} state */
    show({ address }) {
        this.isShown = true;
        this.begin(address).catch(complain);
    }

    hide() {
        this.isShown = false;
        if (this.thinking) this.pause().catch(complain);
    }

    // Opens the game of an address, or the first game. What is shown already stays.
    async begin(address) {
        if (address === this.view?.address || (!address && this.view)) return this.draw();
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
        this.stop();
        this.undone = [];
        this.thoughts = view.game.moves.map(() => null);
        this.isPaused = false;
        this.showGameForm(view.game.game, view.game);
        this.see(view);
    }

    // The view of a game. Only what was asked last is answered: a second click takes the place of the first.
    async ask(game) {
        const turn = Symbol();
        this.turn = turn;
        const view = await server.view(game);
        if (this.turn !== turn) throw new DOMException("something else was asked since", "AbortError");
        return view;
    }

    get sides() {
        return this.about.sides;
    }

    // Shows a position, and lets the player think whose turn it is.
    see(view, last = null) {
        complain(null);
        this.view = view;
        this.about = this.catalogue.games.find(({ name }) => name === view.game.game);
        this.began = performance.now();
        if (this.isShown) history.replaceState(null, "", `#${view.address}`);
        this.last = last;
        this.draw();
        this.think().catch(complain);
    }

    get mover() {
        return this.view.result ? null : this.players[this.view.to_move];
    }

    get isPersons() {
        return this.mover !== null && this.mover.spec === "";
    }

    draw() {
        const { view } = this;
        const open = !this.thinking && !view.result;
        this.board.show(view, open, this.last);
        this.showLegal(open ? view.legal : [], view.board ? "Moves to choose from" : "Choose a move");
        const sole = view.result ? `The game is over: ${view.result}.` : `${capital(this.sides[view.to_move])} to move`;
        this.tell(this.thinking ? `${capital(this.sides[view.to_move])} thinks: ${this.mover.spec}` : sole);
        for (const side of ["max", "min"]) this.players[side].rename(this.sides[side] === side.toUpperCase() ? this.sides[side] : `${capital(this.sides[side])} (${side.toUpperCase()})`);
        const hasSearcher = ["max", "min"].some((side) => this.players[side].spec !== "");
        find("pause").hidden = !hasSearcher || Boolean(view.result);
        find("pause").textContent = this.isPaused ? "Go on" : "Pause";
        find("back").disabled = view.game.moves.length === 0;
        find("forth").disabled = this.undone.length === 0 || Boolean(this.thinking);
        find("hint").disabled = Boolean(view.result) || Boolean(this.thinking);
        find("position").value = view.text;
        find("address").value = `${location.origin}/#${view.address}`;
        this.drawCourse();
    }

    tell(text) {
        if (find("status").textContent !== text) find("status").textContent = text;
    }

    showLegal(moves, title) {
        find("legal-title").textContent = title;
        find("legal-title").hidden = moves.length === 0;
        find("legal").replaceChildren(...moves.map(({ text }) => made("button", { type: "button", onclick: () => this.playAsPerson(text) }, text)));
    }

    drawCourse() {
        const { game, sides } = this.view;
        const thoughts = game.moves.map((text, place) => ({ text, side: sides[place], ...this.thoughts[place] }));
        find("curve").replaceChildren(curve(thoughts, this.sides));
        const items = thoughts.map(({ text, side, value, milliseconds }) => {
            const facts = [this.sides[side], value === undefined || value === null ? null : valueText(value, this.sides), milliseconds ? timeText(milliseconds) : null];
            return made("li", {}, made("b", {}, text), ` ${facts.filter(Boolean).join(", ")}`);
        });
        find("moves").replaceChildren(...items);
        find("moves").scrollTop = find("moves").scrollHeight;
    }

    async playAsPerson(move) {
        if (this.thinking) return;
        this.isPaused = false;
        const milliseconds = performance.now() - this.began;
        await this.play(move, { milliseconds }).catch(complain);
    }

    async play(move, thought) {
        const { game, legal } = this.view;
        const cells = legal.find(({ text }) => text === move)?.cells;
        const view = await this.ask({ ...game, moves: [...game.moves, move] });
        this.thoughts.push(thought);
        if (this.undone.at(-1)?.move === move) this.undone.pop();
        else this.undone = [];
        this.see(view, cells);
    }

    async hint() {
        const { spec } = this.players.max.spec ? this.players.max : this.players.min;
        const report = await server.found({ game: this.view.game, searcher: spec || this.catalogue.default_searcher });
        this.tell(`Hint: ${report.best}`);
    }

    // Lets a searcher think, if it is one's turn.
    async think() {
        if (this.thinking || this.isPaused || this.mover === null || this.isPersons) return;
        const thinking = new AbortController();
        this.thinking = thinking;
        this.draw();
        try {
            const question = { game: this.view.game, searcher: this.mover.spec };
            const report = await server.found(question, thinking.signal);
            if (thinking.signal.aborted) return;
            this.thinking = null;
            await this.play(report.best, { value: report.value, milliseconds: report.milliseconds });
        } catch (error) {
            if (thinking.signal.aborted || error.name === "AbortError") return;
            this.thinking = null;
            this.isPaused = true;
            this.draw();
            throw error;
        }
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
        this.draw();
        await this.think();
    }

    // Takes moves back until it is a person's turn, or a single one where there is no person.
    async takeBack() {
        this.stop();
        const { game, sides } = this.view;
        const isPersons = (side) => this.players[side].spec === "";
        let left = game.moves.length - 1;
        if (isPersons("max") || isPersons("min")) while (left > 0 && !isPersons(sides[left])) left -= 1;
        const view = await this.ask({ ...game, moves: game.moves.slice(0, left) });
        for (let place = game.moves.length - 1; place >= left; place -= 1) this.undone.push({ move: game.moves[place], thought: this.thoughts[place] });
        this.thoughts.length = left;
        this.isPaused = !isPersons(view.to_move);
        this.see(view);
    }

    // Plays a move again that was taken back.
    async goForth() {
        const { move, thought } = this.undone.at(-1);
        this.isPaused = true;
        await this.play(move, thought);
        if (this.isPersons) {
            this.isPaused = false;
            this.draw();
        }
    }

    showGameForm(name, game = {}) {
        const about = this.catalogue.games.find((known) => known.name === name);
        find("game").value = name;
        this.gameForm.show(about, game.settings);
        for (const id of ["start-number", "start-number-label"]) find(id).hidden = !about.is_numbered;
        find("start-number").value = game.start?.number ?? 1;
        for (const form of [...Object.values(this.players)]) form.setGame(about);
    }

    gameOfForm() {
        const number = Number(find("start-number").value);
        return { game: find("game").value, settings: this.gameForm.settings, start: { number }, moves: [] };
    }

    // A saved game is what the command `play` saves and loads, too.
    save() {
        const { record, game } = this.view;
        const link = made("a", { download: `${game.game}-${game.moves.length}.toml`, href: URL.createObjectURL(new Blob([record])) });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
        find("kept").textContent = `Saved as ${link.download}.`;
    }

    async load(input) {
        const [file] = input.files;
        if (!file) return;
        const record = file.size > LARGEST_FILE ? null : await file.text();
        input.value = "";
        if (record === null) throw new Error(`${file.name} is no saved game: it has more than ${LARGEST_FILE} bytes.`);
        await this.open({ record });
        await this.pauseForSearcher();
        find("kept").textContent = `Loaded ${file.name}.`;
    }

    // A game that was loaded waits until it is wanted to go on.
    async pauseForSearcher() {
        if (!this.isPersons) await this.pause();
    }

    async copy() {
        await navigator.clipboard.writeText(find("address").value);
        find("kept").textContent = "The address is copied.";
    }
}
