// The board: cells are buttons, and a move is named by the cells that are clicked one after the other.

import { BOARD_MARGIN, aboveMen, belowCells, isShaped, layoutOf } from "./microscope.js";
import { made } from "./words.js";

export class Board {
    // `play` gets the move that was chosen; `choose` the moves among which the cells leave a choice.
    constructor(element, picture, notes, { play, choose }) {
        Object.assign(this, { element, picture, notes, play, choose });
        this.chosen = [];
        this.focused = 0;
        element.addEventListener("keydown", (event) => this.key(event));
    }

    // Shows a position. Its moves can be chosen if `isOpen`; `last` are the cells of the last move.
    show(view, isOpen, last) {
        Object.assign(this, { view, last: last ?? [], legal: isOpen ? view.legal : [], chosen: [] });
        const { board } = view;
        this.picture.hidden = Boolean(board);
        this.picture.textContent = board ? "" : view.picture;
        this.notes.replaceChildren(...[...(board?.goals ?? []), ...(board?.notes ?? [])].map((note) => made("li", {}, note)));
        this.element.hidden = !board;
        if (!board) return;
        const hadFocus = this.element.contains(document.activeElement);
        const rows = Math.ceil(board.cells.length / board.columns);
        this.element.style.setProperty("--columns", board.columns);
        this.element.style.setProperty("--rows", rows);
        this.cells = board.cells.map((cell, index) => this.cell(cell, index, rows));
        this.element.replaceChildren(...this.cells);
        this.shape(board);
        this.focused = Math.min(this.focused, this.cells.length - 1);
        this.mark();
        if (hadFocus) this.cells[this.focused].focus();
    }

    // Lays out the cells of a board that is more than squares, and draws what it has besides them.
    shape(board) {
        this.element.classList.toggle("shaped", isShaped(board));
        this.element.classList.toggle("hexagons", board.grid === "hexagons");
        this.element.style.aspectRatio = "";
        if (!isShaped(board)) return;
        const layout = layoutOf(board);
        const [width, height] = [layout.width + 2 * BOARD_MARGIN, layout.height + 2 * BOARD_MARGIN];
        this.element.style.aspectRatio = `${width} / ${height}`;
        layout.places.forEach((at, index) => {
            const { style, classList } = this.cells[index];
            const place = board.cells[index].place;
            if (place) classList.add(place);
            style.left = `${(100 * (at.x + BOARD_MARGIN)) / width}%`;
            style.top = `${(100 * (at.y + BOARD_MARGIN)) / height}%`;
            style.width = `${(100 * at.width) / width}%`;
            style.height = `${(100 * at.height) / height}%`;
        });
        const drawing = (shapes) => {
            const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            svg.setAttribute("viewBox", `${-BOARD_MARGIN} ${-BOARD_MARGIN} ${width} ${height}`);
            svg.setAttribute("aria-hidden", "true");
            svg.append(...shapes);
            return svg;
        };
        this.element.prepend(drawing(belowCells(board, layout)));
        this.element.append(drawing(aboveMen(board, layout)));
    }

    cell(cell, index, rows) {
        const button = made("button", { type: "button", class: "cell", tabindex: -1, onclick: () => this.click(index) });
        button.style.backgroundColor = cell.ground;
        button.style.color = inkOn(cell.ground);
        const { columns } = this.view.board;
        const isAtEdge = index % columns === 0 || Math.floor(index / columns) === rows - 1;
        if (isAtEdge) button.append(made("span", { class: "name" }, cell.name));
        if (cell.man) {
            const man = made("span", { class: `man ${cell.man.form ?? ""}` }, cell.man.text);
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
        const targets = new Set(this.beginning(this.chosen).map((move) => move.cells[this.chosen.length]));
        this.view.board.cells.forEach((cell, index) => {
            const button = this.cells[index];
            const isTarget = targets.has(index);
            button.classList.toggle("target", isTarget);
            button.classList.toggle("chosen", this.chosen.includes(index));
            button.classList.toggle("last", this.last.includes(index));
            const parts = [cell.name, cell.man?.name ?? "empty"];
            if (this.chosen.includes(index)) parts.push("chosen");
            else if (isTarget) parts.push("can be chosen");
            button.setAttribute("aria-label", parts.join(", "));
            button.title = cell.name;
            button.tabIndex = index === this.focused ? 0 : -1;
        });
    }

    click(index) {
        this.focused = index;
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
        if (!this.view?.board || event.altKey || event.ctrlKey || event.metaKey) return;
        const { columns } = this.view.board;
        const column = this.focused % columns;
        const target = {
            ArrowLeft: column > 0 ? this.focused - 1 : null,
            ArrowRight: column < columns - 1 ? this.focused + 1 : null,
            ArrowUp: this.focused - columns,
            ArrowDown: this.focused + columns,
            Home: this.focused - column,
            End: this.focused - column + columns - 1,
        }[event.key];
        if (event.key === "Escape" && this.chosen.length > 0) {
            this.chosen = [];
            this.mark();
        } else if (target === undefined) return;
        else if (target !== null && this.cells[target]) {
            this.cells[this.focused].tabIndex = -1;
            this.focused = target;
            this.cells[target].tabIndex = 0;
            this.cells[target].focus();
        }
        event.preventDefault();
    }
}

// Black or white, whichever can be read on a colour.
function inkOn(color) {
    const [red, green, blue] = [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#000000" : "#ffffff";
}
