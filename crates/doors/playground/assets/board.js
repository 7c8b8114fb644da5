// The board: cells are buttons, and a move is named by the cells that are clicked one after the other.

import { drawn, inkOn, made, pressed } from "./elements.js";
import { TAG, cardPicture, marked, middles, turned } from "./picture.js";
import { BOARD_MARGIN, WHOLE, aboveMen, belowCells, isShaped, layoutOf } from "./shapes.js";
import { cellText, columnText, find } from "./words.js";

/** @import { Mark } from "./picture.js" */

// The room around hexagons for the names of columns and rows, in units of which a cell is WHOLE wide.
const NAMES_MARGIN = 14;

// The smallest text of a mark, in pixels.
const SMALLEST_TEXT = 12;

export class Board {
    element = find("board");
    /** @type {any} */ view;
    /** @type {any[]} */ legal = [];
    /** @type {any[]} */ cells = [];
    /** @type {number[]} */ chosen = [];
    /** @type {any} */ overlay;
    /** @type {(cell: number) => number[]} */ middle = () => [0, 0];
    focused = 0;
    // Whether the other side's end is below. Cells are numbered as they are shown, and so are those of moves and marks here.
    isTurned = false;
    // Whether the focus was brought by a pointer: arrows are for who came by keys.
    isPointed = false;
    /** @type {((cell: number) => void) | null} what a click does while a position is set up */ place = null;

    // `play` gets the move that was chosen; `choose` the moves among which the cells leave a choice.
    /** @param {{ play: (move: string) => void, choose: (moves: any[]) => void }} does */
    constructor({ play, choose }) {
        this.play = play;
        this.choose = choose;
        this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
        this.element.addEventListener("pointerdown", () => (this.isPointed = true));
        document.addEventListener("keydown", ({ key }) => (this.isPointed &&= key !== "Tab"), { capture: true });
    }

    // Shows a position. Its moves can be chosen if `isOpen`.
    /** @param {any} view @param {boolean} isOpen @param {Mark[]} marks */
    show(view, isOpen, marks) {
        const board = view.board && this.isTurned ? turned(view.board) : view.board;
        const legal = isOpen ? view.legal.map((move) => ({ ...move, cells: move.cells.map((cell) => this.shownAt(cell, view)) })) : [];
        const last = view.last.map((cell) => this.shownAt(cell, view));
        Object.assign(this, { view: { ...view, board, last }, legal, chosen: [] });
        find("picture").hidden = Boolean(board);
        find("picture").textContent = board ? "" : view.picture;
        find("notes").replaceChildren(...[...(board?.goals ?? []), ...(board?.notes ?? [])].map((note) => made("li", {}, note)));
        find("cards").replaceChildren(...(board?.cards ?? []).map((card) => made("figure", {}, cardPicture(card), made("figcaption", {}, made("b", {}, card.name), ` ${card.whose}`))));
        this.element.parentElement.hidden = !board;
        if (!board) return;
        const hadFocus = this.element.contains(document.activeElement);
        const rows = Math.ceil(board.cells.length / board.columns);
        this.element.parentElement.style.setProperty("--columns", board.columns);
        this.element.parentElement.style.setProperty("--rows", String(rows));
        const hasEdges = this.nameEdges(board, rows) || board.grid === "hexagons";
        this.middle = middles(board);
        this.cells = board.cells.map((cell, index) => this.cell(cell, index, !hasEdges));
        this.overlay = drawn("svg", { viewBox: `0 0 ${board.columns} ${rows}`, class: "marks", "aria-hidden": "true" });
        this.element.replaceChildren(...this.cells, this.overlay);
        this.shape(board);
        this.focused = Math.min(this.focused, this.cells.length - 1);
        this.mark();
        this.draw(marks);
        if (hadFocus) this.cells[this.focused].focus();
    }

    // Where a cell is shown, and which cell is shown there.
    shownAt(cell, { board } = this.view) {
        return this.isTurned ? board.cells.length - 1 - cell : cell;
    }

    // Lays out the cells of a board that is more than squares, and draws what it has besides them.
    /** @param {any} board */
    shape(board) {
        this.element.classList.toggle("shaped", isShaped(board));
        this.element.classList.toggle("hexagons", board.grid === "hexagons");
        this.element.style.aspectRatio = "";
        if (!isShaped(board)) return;
        const layout = layoutOf(board);
        const margin = board.grid === "hexagons" ? NAMES_MARGIN : BOARD_MARGIN;
        const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin];
        this.element.style.aspectRatio = `${width} / ${height}`;
        const left = (/** @type {number} */ x) => `${(100 * (x + margin)) / width}%`;
        const top = (/** @type {number} */ y) => `${(100 * (y + margin)) / height}%`;
        layout.places.forEach((/** @type {any} */ at, /** @type {number} */ index) => {
            const { style, classList } = this.cells[index];
            const place = board.cells[index].place;
            if (place) classList.add(place);
            style.left = left(at.x);
            style.top = top(at.y);
            style.width = `${(100 * at.width) / width}%`;
            style.height = `${(100 * at.height) / height}%`;
        });
        const drawing = (/** @type {Element[]} */ shapes) => {
            return drawn("svg", { viewBox: `${-margin} ${-margin} ${width} ${height}`, "aria-hidden": "true" }, ...shapes);
        };
        this.element.prepend(drawing(belowCells(board, layout)));
        this.element.append(drawing(aboveMen(board, layout)));
        // Marks are in units of a cell.
        this.overlay.setAttribute("viewBox", [-margin, -margin, width, height].map((length) => length / WHOLE).join(" "));
        if (board.grid !== "hexagons") return;
        // Columns are named above the first row, and rows beside the first column, which goes aslant.
        const named = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => {
            const name = made("span", { class: "edge-name", "aria-hidden": "true" }, text);
            Object.assign(name.style, { left: left(x), top: top(y) });
            return name;
        };
        layout.places.forEach((/** @type {any} */ { x, y, width: across, height: down }, /** @type {number} */ index) => {
            const [column, row] = [board.cells[index].name.slice(0, 1), board.cells[index].name.slice(1)];
            if (index < board.columns) this.element.append(named(columnText(column), x + across / 2, y - NAMES_MARGIN / 2));
            if (index % board.columns === 0) this.element.append(named(row, x - NAMES_MARGIN / 2, y + down / 2));
        });
    }

    /** @param {Mark[]} marks */
    draw(marks) {
        // In small cells a mark's text is as large as can be read, whatever it covers.
        const unit = this.overlay?.getScreenCTM()?.a || SMALLEST_TEXT / TAG;
        const shown = marks.map((mark) => ({ ...mark, cells: mark.cells.map((cell) => this.shownAt(cell)) }));
        this.overlay?.replaceChildren(...marked(shown, this.middle, Math.max(TAG, SMALLEST_TEXT / unit)));
    }

    // Names columns and rows beside the board, where the cells' names are a letter and a number. Says whether they are.
    nameEdges(board, rows) {
        const { cells, columns } = board;
        const parts = cells.map(({ name }) => /^([a-z])(\d+)$/.exec(name));
        const isNamed = !isShaped(board) && parts.every(Boolean);
        const label = (text) => made("span", {}, text);
        find("files").replaceChildren(...(isNamed ? parts.slice(0, columns).map((part) => label(columnText(part[1]))) : []));
        find("ranks").replaceChildren(...(isNamed ? Array.from({ length: rows }, (_, row) => label(parts[row * columns][2])) : []));
        find("files").hidden = find("ranks").hidden = !isNamed;
        return isNamed;
    }

    cell(cell, index, isNamed) {
        const button = made("button", { type: "button", class: "cell", tabindex: -1, onclick: () => this.click(index) });
        button.style.backgroundColor = cell.ground;
        button.style.color = inkOn(cell.ground);
        if (isNamed) button.append(made("span", { class: "name", "aria-hidden": "true" }, cellText(cell.name)), " ");
        if (cell.man) {
            const man = made("span", { class: `man ${cell.man.form ?? ""}`, "aria-hidden": "true" }, cell.man.text);
            man.style.backgroundColor = cell.man.color;
            man.style.color = inkOn(cell.man.color);
            button.append(man);
        }
        return button;
    }

    // The moves that begin with these cells.
    beginning(cells) {
        return this.legal.filter((move) => move.cells.length >= cells.length && cells.every((cell, place) => move.cells[place] === cell));
    }

    mark() {
        const { board, last } = this.view;
        const targets = new Set(this.beginning(this.chosen).map((move) => move.cells[this.chosen.length]));
        board.cells.forEach((cell, index) => {
            const button = this.cells[index];
            const isTarget = targets.has(index);
            button.classList.toggle("target", isTarget);
            button.classList.toggle("chosen", this.chosen.includes(index));
            button.classList.toggle("last", last.includes(index));
            button.classList.toggle("deciding", board.deciding?.includes(index) ?? false);
            const parts = [cellText(cell.name), cell.man?.name ?? "empty"];
            if (last.includes(index)) parts.push("last move");
            if (board.deciding?.includes(index)) parts.push("decides the game");
            if (this.chosen.includes(index)) parts.push("chosen");
            else if (isTarget) parts.push("can be chosen");
            button.setAttribute("aria-label", parts.join(", "));
            button.title = cellText(cell.name);
            button.tabIndex = index === this.focused ? 0 : -1;
        });
    }

    // The cell that a click on this one means: that of its column where a move is a column.
    meant(index) {
        const { by_column, columns } = this.view.board;
        if (!by_column) return index;
        return this.legal.map(({ cells }) => cells[0]).find((cell) => cell % columns === index % columns) ?? index;
    }

    click(clicked) {
        this.focused = clicked;
        if (this.place) return this.place(this.shownAt(clicked));
        const index = this.meant(clicked);
        const further = this.beginning([...this.chosen, index]);
        if (this.chosen.includes(index) && further.length === 0) this.chosen = [];
        else if (further.length > 0) this.chosen.push(index);
        else this.chosen = this.beginning([index]).length > 0 ? [index] : [];
        const named = this.beginning(this.chosen);
        const isWhole = this.chosen.length > 0 && named.length > 0 && named.every((move) => move.cells.length === this.chosen.length);
        this.mark();
        if (!isWhole) return;
        if (named.length === 1) this.play(named[0].text);
        else this.choose(named);
    }

    key(event) {
        if (!this.view?.board || this.isPointed) return;
        const { columns } = this.view.board;
        const column = this.focused % columns;
        pressed(event, {
            ArrowLeft: () => this.focus(column > 0 ? this.focused - 1 : null),
            ArrowRight: () => this.focus(column < columns - 1 ? this.focused + 1 : null),
            ArrowUp: () => this.focus(this.focused - columns),
            ArrowDown: () => this.focus(this.focused + columns),
            Home: () => this.focus(this.focused - column),
            End: () => this.focus(this.focused - column + columns - 1),
            Escape: this.chosen.length > 0 ? () => this.unchoose() : null,
        });
    }

    // Shows the board from the other side.
    turn() {
        this.isTurned = !this.isTurned;
        if (this.view?.board) this.focused = this.cells.length - 1 - this.focused;
    }

    unchoose() {
        this.chosen = [];
        if (this.view?.board) this.mark();
    }

    focus(target) {
        if (target === null || !this.cells[target]) return;
        this.cells[this.focused].tabIndex = -1;
        this.focused = target;
        this.cells[target].tabIndex = 0;
        this.cells[target].focus();
    }
}
