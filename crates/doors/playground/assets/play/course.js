// The course of a game: who stood better after each move as a curve, the moves as a list, and what each of them lost.

import { curve } from "../curve.js";
import { made } from "../elements.js";
import { LONGEST_LINE, find, lineText, moveText, saidValue, timeText } from "../words.js";
import { knownOf, lossOf } from "./review.js";

/** @import { Sides } from "../words.js" */
/** @import { Node, Variations } from "./variations.js" */

export class Course {
    /** @type {Node[]} */ line = [];
    /** @type {Sides} */ sides = { max: "MAX", min: "MIN" };

    // `goTo` is told of a move that is chosen.
    /** @param {(node: Node) => void} goTo */
    constructor(goTo) {
        this.goTo = goTo;
        // What a move lost, or what is best after it, is said of the one that is pointed at, and else of the one on the board.
        for (const id of ["curve", "moves"]) {
            const told = (/** @type {Event} */ event) => {
                const place = /** @type {Element} */ (event.target).closest?.("[data-place]")?.getAttribute("data-place");
                this.tell(place === null || place === undefined ? this.now : this.line[Number(place)]);
            };
            for (const kind of ["pointerover", "focusin"]) find(id).addEventListener(kind, told);
            find(id).addEventListener("pointerleave", () => this.tell(this.now));
        }
    }

    /** @param {Variations} variations @param {Sides} sides */
    draw(variations, sides) {
        this.variations = variations;
        this.sides = sides;
        this.line = variations.line();
        this.now = variations.at;
        const focused = document.activeElement?.closest("#moves [data-place]")?.getAttribute("data-place");
        const places = this.line.map((node) => ({ text: moveText(node.move), side: node.side, milliseconds: node.thought?.milliseconds, ...knownOf(node), loss: lossOf(node) }));
        find("curve").replaceChildren(curve(places, sides, variations.path().length, (place) => this.goTo(this.line[place])));
        find("moves").replaceChildren(...this.line.map((node, place) => this.item(node, place)));
        /** @type {HTMLElement | null} */ (focused === undefined ? null : find("moves").querySelector(`[data-place="${focused}"] .move`))?.focus({ preventScroll: true });
        find("better").hidden = this.line.length === 0;
        this.tell(this.now);
        this.scroll();
    }

    // The move on the board is in the middle of the list.
    scroll() {
        const list = find("moves");
        const now = list.querySelector("[aria-current]");
        if (!now) return void (list.scrollTop = 0);
        const [outer, inner] = [list.getBoundingClientRect(), now.getBoundingClientRect()];
        list.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
    }

    // A move that can be gone to, with its value and what it lost, and with what was played in its place.
    /** @param {Node} node @param {number} place */
    item(node, place) {
        const known = knownOf(node);
        const loss = lossOf(node);
        const time = node.thought?.milliseconds;
        const facts = [this.sides[node.side], known ? saidValue(known, this.sides) : null, time ? timeText(time) : null];
        const item = made("li", { "data-place": place }, this.button(node), ` ${facts.filter(Boolean).join(", ")}`, ...(loss ? ["; ", made("span", { class: "loss" }, `${loss.name}, lost ${loss.text}`)] : []));
        const others = this.variations?.others(node) ?? [];
        if (others.length > 0) item.append(made("ul", { "aria-label": `Instead of ${moveText(node.move)}` }, ...others.map((other) => made("li", {}, ...other.map((one) => this.button(one))))));
        return item;
    }

    /** @param {Node} node */
    button(node) {
        const isNow = node === this.now;
        return made("button", { type: "button", class: "move", "aria-current": isNow ? "step" : null, onclick: () => this.goTo(node) }, moveText(node.move) + (lossOf(node)?.mark ?? ""));
    }

    /** @param {Node | undefined} node */
    tell(node) {
        const loss = node && lossOf(node);
        // The line from the position on the board is a hint, which nobody has asked for.
        const line = node && node !== this.now ? lineText(node.judged?.line?.slice(0, LONGEST_LINE) ?? []) : "";
        const goesOn = line ? `After ${moveText(node.move)} the best line is ${line}.` : "";
        find("better").textContent = loss ? `${moveText(node.move)}${loss.mark} lost ${loss.text}. ${loss.better} was better: ${loss.line}.` : goesOn;
    }
}
