// Forms made from the catalogue: a game's settings, a searcher with its own, and a player: a person, a level, a searcher.

import { made } from "./elements.js";

const NOBODY = "";
// What a searcher is given at first: a second, and the least of what it needs.
const FIRST_TIME = "1000";
const FIRST_DEPTH = "2";
// The name of no preset: the searcher's own defaults, in the place of the constants that the game is played with.
const NONE = "none";

let fields = 0;

// A field for a key. Left empty, it has its default.
function field(key, { value = "", evaluations = [], playing = null, presets = [], most = key.most } = {}) {
    fields += 1;
    const id = `field-${fields}`;
    const label = made("label", { for: id }, key.name.replaceAll("_", " "));
    const input = key.name === "preset" ? presetChoice(id, presets, value) : inputFor(key, id, value, { evaluations, playing, most });
    input.dataset.key = key.name;
    const unit = key.kind === "bytes" ? " bytes, such as 64MiB" : "";
    const range = key.least === undefined ? "" : `From ${key.least} to ${most}${unit}.`;
    const says = [key.says, range].filter(Boolean).join(" ");
    if (!says) return made("div", { class: "field" }, label, input);
    input.setAttribute("aria-describedby", `${id}-says`);
    return made("div", { class: "field" }, label, input, made("p", { id: `${id}-says`, class: "says" }, says));
}

// A choice of names, one of which stands for no setting.
function choice(id, unset, names, value) {
    const others = names.filter((name) => name !== unset);
    const select = made("select", { id }, made("option", { value: "" }, unset), ...others.map((name) => made("option", { value: name }, name)));
    select.value = value;
    return select;
}

// Where no preset is chosen, the game's own holds below the constants that are given.
function presetChoice(id, presets, value) {
    return choice(id, "the game's", [NONE, ...presets], value);
}

function inputFor(key, id, value, { evaluations, playing, most }) {
    const initial = key.default ?? "";
    if (key.kind === "name" || key.kind === "evaluation") {
        const names = key.kind === "name" ? key.names : evaluations;
        const unset = key.kind === "evaluation" ? playing : initial || "default";
        return choice(id, unset, names, value);
    }
    // A number of bytes may have a unit: 64MiB.
    if (key.kind === "text" || key.kind === "bytes") return made("input", { id, type: "text", maxlength: 1000, placeholder: initial, value });
    const range = { min: key.least, max: most, step: key.kind === "whole" ? 1 : "any" };
    return made("input", { id, type: "number", inputmode: "decimal", placeholder: initial || "none", value, ...range });
}

// What was filled in, by key.
function filled(element) {
    const inputs = [...element.querySelectorAll("[data-key]")].filter((input) => input.value.trim() !== "");
    return Object.fromEntries(inputs.map((input) => [input.dataset.key, input.value.trim()]));
}

// The settings of a game.
export class GameForm {
    constructor(element) {
        this.element = element;
    }

    show(game, settings = {}) {
        this.element.replaceChildren(...game.keys.map((key) => field(key, { value: settings[key.name] ?? firstOf(key) })));
    }

    get settings() {
        return filled(this.element);
    }
}

// A key without a default must be given.
function firstOf(key) {
    return key.default === null && key.kind === "whole" ? String(Math.min(key.most, Math.max(key.least, 3))) : "";
}

// A choice of a searcher with its settings behind a disclosure.
export class SearcherForm {
    /** @type {any} */ evaluations = [];
    /** @type {any} */ playing = null;
    /** @type {any} */ presets = {};
    /** @type {any} */ about = null;
    isFirst = false;
    // Whether it has the searcher that the game is played with where nobody has chosen another.
    isUsual = false;

    constructor(fieldset, catalogue, { legend, nobody = "", change = () => {} }) {
        this.catalogue = catalogue;
        fields += 1;
        const id = `searcher-${fields}`;
        const pick = () => {
            this.pick(this.select.value);
            change();
        };
        const set = ({ target }) => {
            this.isFirst = this.isUsual = false;
            if (target.dataset.key === "evaluation") this.offerPresets();
            this.summarize();
            change();
        };
        const names = catalogue.searchers.map(({ name }) => made("option", { value: name }, name));
        this.select = made("select", { id, onchange: pick }, ...(nobody ? [made("option", { value: NOBODY }, nobody)] : []), ...names);
        this.says = made("p", { class: "says" });
        this.keys = made("div", { class: "keys", onchange: set });
        this.summary = made("summary", {}, "Settings");
        this.details = made("details", {}, this.summary, this.keys);
        fieldset.replaceChildren(made("legend", {}, legend), made("label", { for: id }, "Searcher"), this.select, this.says, this.details);
        this.fill(this.select.value, {});
    }

    // Another game has other evaluations and other presets, and searchers of its own.
    setGame(game) {
        const { name, evaluations, playing, presets } = game;
        Object.assign(this, { evaluations, playing, presets });
        const plays = ({ games }) => games.length === 0 || games.includes(name);
        const others = this.catalogue.searchers.filter((searcher) => !plays(searcher)).map((searcher) => searcher.name);
        for (const option of this.select.options) option.hidden = option.disabled = others.includes(option.value);
        if (!this.about) return;
        if (this.isUsual || others.includes(this.about.name)) return this.pickUsual(game);
        if (this.isFirst) return this.pick(this.about.name);
        this.fill(this.about.name, this.kept(filled(this.keys)));
    }

    // The settings without an evaluation and a preset that are not there.
    kept({ evaluation, preset, ...settings }) {
        if (this.evaluations.includes(evaluation)) settings.evaluation = evaluation;
        if ([NONE, ...this.presetsOf(this.about.name, settings.evaluation)].includes(preset)) settings.preset = preset;
        return settings;
    }

    // Another evaluation has other presets.
    offerPresets() {
        const { evaluation, preset } = filled(this.keys);
        const names = this.presetsOf(this.about.name, evaluation);
        const old = this.keys.querySelector("[data-key=preset]");
        const select = presetChoice(old.id, names, [NONE, ...names].includes(preset) ? preset : "");
        select.dataset.key = "preset";
        old.replaceWith(select);
    }

    // A preset is for one evaluation: the one that the game is played with where none is chosen.
    presetsOf(name, evaluation) {
        return this.presets[evaluation || this.playing]?.[name] ?? [];
    }

    // Chooses a searcher with the settings that it is given at first.
    pick(name) {
        this.fill(name, this.firstSettings(name));
        this.isFirst = true;
    }

    // Chooses the searcher that a game is played with where nobody has chosen another.
    pickUsual({ playing, default_searchers }) {
        this.pick(default_searchers[playing]);
        this.isUsual = true;
    }

    firstSettings(name) {
        const about = this.catalogue.searchers.find((searcher) => searcher.name === name);
        return { time_ms: FIRST_TIME, ...(about?.needs ? { [about.needs]: FIRST_DEPTH } : {}) };
    }

    fill(name, settings) {
        this.isFirst = this.isUsual = false;
        this.about = this.catalogue.searchers.find((searcher) => searcher.name === name) ?? null;
        this.select.value = this.about ? name : NOBODY;
        this.details.hidden = !this.about;
        this.says.textContent = this.about?.says ?? "";
        const most = (key) => ({ time_ms: this.catalogue.longest_ms, bytes: this.catalogue.most_bytes })[key.name] ?? key.most;
        const keys = this.about?.keys ?? [];
        const choices = { evaluations: this.evaluations, playing: this.playing, presets: this.presetsOf(name, settings.evaluation) };
        const option = (key) => ({ value: settings[key.name] ?? "", ...choices, most: most(key) });
        this.keys.replaceChildren(...keys.map((key) => field(key, option(key))));
        this.summarize();
    }

    summarize() {
        const settings = Object.entries(filled(this.keys)).map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`);
        this.summary.textContent = settings.length > 0 ? `Settings: ${settings.join(", ")}` : "Settings";
    }

    // The searcher in the form of the command line; empty for nobody.
    get spec() {
        if (!this.about) return "";
        const settings = Object.entries(filled(this.keys)).map(([key, value]) => `${key}=${value}`);
        return settings.length > 0 ? `${this.about.name}:${settings.join(",")}` : this.about.name;
    }

    set spec(text) {
        const [name, ...rest] = text.split(":");
        const settings = rest.join(":").split(",").filter(Boolean).map((setting) => setting.split("="));
        this.fill(name, Object.fromEntries(settings.map(([key, ...value]) => [key, value.join("=")])));
    }
}

const OTHER = "other";

// A choice of who plays a side: a person, an opponent by its strength, or a searcher with its settings.
export class PlayerForm {
    constructor(fieldset, catalogue, { side, change }) {
        this.levels = catalogue.levels;
        this.legend = made("legend", {}, side);
        const id = `player-${side}`;
        const option = (value, text) => made("option", { value }, text);
        const levels = made("optgroup", { label: "An opponent by its strength" }, ...this.levels.map(({ name, searcher }, place) => option(searcher, `${place + 1}. ${name}`)));
        const chosen = () => {
            this.show();
            change();
        };
        this.select = made("select", { id, onchange: chosen }, option(NOBODY, "a person"), levels, option(OTHER, "a searcher of your choice"));
        this.says = made("p", { class: "says" });
        this.own = made("fieldset", { hidden: true });
        this.form = new SearcherForm(this.own, catalogue, { legend: "Searcher and settings", change });
        this.form.pickUsual(catalogue.games[0]);
        fieldset.replaceChildren(this.legend, made("label", { for: id }, "Player"), this.select, this.says, this.own);
    }

    rename(legend) {
        this.legend.textContent = legend;
    }

    setGame(about) {
        this.form.setGame(about);
    }

    show() {
        this.own.hidden = this.select.value !== OTHER;
        this.says.textContent = this.level?.says ?? "";
    }

    get level() {
        return this.levels.find(({ searcher }) => searcher === this.select.value) ?? null;
    }

    // What the player is called in a sentence.
    get name() {
        return this.level?.name ?? (this.select.value === OTHER ? this.form.about.name : "a person");
    }

    // The searcher in the form of the command line; empty for a person.
    get spec() {
        return this.select.value === OTHER ? this.form.spec : this.select.value;
    }

    set spec(text) {
        const isKnown = text === NOBODY || this.levels.some(({ searcher }) => searcher === text);
        this.select.value = isKnown ? text : OTHER;
        if (!isKnown) this.form.spec = text;
        this.show();
    }
}
