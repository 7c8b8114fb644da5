// What is kept of a game outside of the page: files, texts, pictures, an address.

import { saved } from "../elements.js";
import { boardImage, paintedImage } from "../picture.js";
import { plural } from "../values.js";
import { complain, find, moveText, notationOf } from "../words.js";

/** @import { Play } from "./play.js" */

const LARGEST_FILE = 65536;

export class Keep {
    /** @param {Play} play */
    constructor(play) {
        this.play = play;
        const does = (/** @type {string} */ id, /** @type {string} */ event, /** @type {() => any} */ action) =>
            find(id).addEventListener(event, (/** @type {Event} */ happened) => {
                happened.preventDefault();
                Promise.resolve().then(action).catch(complain);
            });
        does("text-form", "submit", () => this.open(find("game-text").value));
        does("load", "change", () => this.load(find("load")));
        does("copy", "click", () => this.copy());
        // A saved game is what the command `play` saves and loads, too.
        does("save", "click", () => this.text("toml", this.view.record));
        does("save-transcript", "click", () => this.text("txt", this.transcript()));
        does("save-pgn", "click", () => this.text("pgn", this.view.pgn));
        does("save-ggf", "click", () => this.text("ggf", this.view.ggf));
        does("save-svg", "click", () => this.file(new Blob([this.image()], { type: "image/svg+xml" }), "svg"));
        does("save-png", "click", async () => this.file(await paintedImage(this.image()), "png"));
    }

    get view() {
        return this.play.view;
    }

    // Offers what there is of the game that is shown.
    offer() {
        const { pgn, ggf, board, game, address } = this.view;
        const isThere = { "save-transcript": game.moves.length > 0, "save-pgn": Boolean(pgn), "save-ggf": Boolean(ggf), "save-svg": Boolean(board), "save-png": Boolean(board) };
        for (const [id, holds] of Object.entries(isThere)) find(id).hidden = !holds;
        find("address").value = `${location.href.split("#")[0]}#${address}`;
    }

    // The moves as the game's people write them.
    transcript() {
        const words = this.view.transcript.split(" ").map(moveText);
        return words.join(words.every((word) => word.length === 1) ? "" : " ");
    }

    image() {
        const { board } = this.play;
        return boardImage(board.view.board, board.view.last);
    }

    /** @param {string} kind @param {string} text */
    text(kind, text) {
        this.file(new Blob([text.endsWith("\n") ? text : `${text}\n`]), kind);
    }

    /** @param {Blob} blob @param {string} kind */
    file(blob, kind) {
        const { game } = this.view;
        const name = `${game.game}-${game.moves.length}.${kind}`;
        saved(blob, name);
        find("kept").textContent = `Saved as ${name}.`;
    }

    /** @param {string} text */
    async open(text) {
        await this.play.openText(notationOf(text));
        find("kept").textContent = `Opened a game of ${plural(this.view.game.moves.length, "move")}.`;
    }

    async load(input) {
        const [file] = input.files;
        if (!file) return;
        const record = file.size > LARGEST_FILE ? null : await file.text();
        input.value = "";
        if (record === null) throw new Error(`${file.name} is no saved game: it has more than ${LARGEST_FILE} bytes.`);
        await this.open(record);
        find("kept").textContent = `Loaded ${file.name}.`;
    }

    async copy() {
        const { clipboard } = navigator;
        // A browser lends it to no page that came from another machine without TLS.
        if (clipboard) await clipboard.writeText(find("address").value);
        else find("address").select();
        find("kept").textContent = clipboard ? "The address is copied." : "The address is marked, to be copied.";
    }
}
