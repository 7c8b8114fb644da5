// A position that is set up by clicks: a man is chosen, and clicks on cells put it there.

import { made, instead } from "../elements.js";
import { complain, find } from "../words.js";

/** @import { Play } from "./play.js" */

export class SetUp {
    isOpen = false;
    /** @type {(number | null)[]} */ men = [];

    /** @param {Play} play */
    constructor(play) {
        this.play = play;
        find("men-details").addEventListener("toggle", () => (find("men-details").open ? this.begin() : this.end()));
        find("men-clear").addEventListener("click", () => {
            this.men = this.men.map(() => null);
            this.draw();
        });
        const playOn = () => {
            const asked = { set_up: this.play.view.game, men: this.men, to_move: find("men-side").value };
            this.play.open(asked).catch(complain);
        };
        find("men-form").addEventListener("submit", instead(playOn));
    }

    // Offers it where the game can be set up.
    offer({ men }, sides) {
        find("men-details").hidden = men.length === 0;
        const [max, min] = find("men-side").options;
        [max.textContent, min.textContent] = [sides.max, sides.min];
    }

    begin() {
        const { view, board } = this.play;
        if (this.isOpen || !view?.board || view.men.length === 0) return;
        this.isOpen = true;
        this.play.pause().catch(complain);
        this.men = view.board.cells.map(({ man }) => {
            const index = view.men.findIndex(({ name }) => name === man?.name);
            return index < 0 ? null : index;
        });
        const choice = (value, text, isFirst) => made("label", { class: "check" }, made("input", { type: "radio", name: "man", value, checked: isFirst }), ` ${text}`);
        find("men").replaceChildren(...view.men.map(({ name }, index) => choice(index, name, index === 0)), choice("", "nothing", false));
        find("men-side").value = view.to_move;
        board.place = (cell) => {
            const { value } = find("men-form").elements.man;
            this.men[cell] = value === "" ? null : Number(value);
            this.draw();
        };
        this.play.draw();
    }

    // Shows the men as they are set up.
    draw() {
        const { view, board } = this.play;
        const cells = view.board.cells.map((cell, index) => ({ ...cell, man: this.men[index] === null ? null : view.men[/** @type {number} */ (this.men[index])] }));
        board.show({ ...view, board: { ...view.board, cells, deciding: [] }, last: [] }, false, []);
    }

    end() {
        if (!this.isOpen) return;
        this.isOpen = false;
        this.play.board.place = null;
        find("men-details").open = false;
        if (this.play.view) this.play.resume().catch(complain);
    }
}
