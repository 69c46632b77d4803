// The dialog for another puzzle: one that is made for you, one that came along, or your own.

import { Superseded, ask, cancel, get } from "./api.js";
import { $, el } from "./dom.js";
import { dialog, sentenceOf, settings } from "./shell.js";
import { games, kept } from "./store.js";
import { clock, dayNumber, dayWords } from "./timing.js";
import { t, translate } from "./words.js";

const WAYS = ["make", "collection", "open"];
const LEVELS = [1, 2, 3, 4];
const byArea = (one, other) => one[0] * one[1] - other[0] * other[1];

export class Chooser {
  /** choose(record, {values, about}): somebody chose a puzzle. */
  constructor(choose) {
    this.choose = choose;
    this.way = "make";
    this.kind = null;
  }

  /** Open the dialog; it is drawn anew, as games and words change. */
  async open(kind, way = this.way) {
    this.kinds = await get(`kinds?language=${settings.get("language")}`);
    this.kind = this.kinds.some(({ name }) => name === kind) ? kind : this.kinds[0].name;
    this.panes = Object.fromEntries(WAYS.map((name) => [name, el("div", { class: "pane" })]));
    this.error = el("p", { class: "error", role: "alert" });
    this.dialog = dialog("new", "new.title", [
      segments(
        "way",
        "new.way",
        WAYS.map((name) => [name, t(`new.${name}`)]),
        way,
        (name) => this.turn(name),
      ),
      this.kindField(),
      ...Object.values(this.panes),
      this.error,
    ]);
    this.dialog.addEventListener("close", () => {
      cancel("make");
      this.dialog.remove();
    });
    document.body.append(this.dialog);
    this.turn(way);
    translate(this.dialog);
    this.dialog.showModal();
  }

  get isOpen() {
    return this.dialog?.open ?? false;
  }

  kindField() {
    const field = segments(
      "kind",
      "new.kind",
      this.kinds.map(({ name, title }) => [name, title]),
      this.kind,
      (name) => {
        this.kind = name;
        this.turn(this.way);
      },
    );
    field.id = "new-kinds";
    return field;
  }

  turn(way) {
    this.way = way;
    this.error.textContent = "";
    for (const [name, pane] of Object.entries(this.panes)) pane.hidden = name !== way;
    $("#new-kinds", this.dialog).hidden = way === "open";
    const pane = this.panes[way];
    if (way === "make") pane.replaceChildren(...this.makePane());
    if (way === "collection") this.fillCollection(pane);
    if (way === "open" && !pane.firstChild) pane.replaceChildren(...this.openPane());
    translate(pane);
  }

  finish(record, more) {
    this.dialog.close();
    this.choose(record, more);
  }

  // One that is made.

  makePane() {
    const kind = this.kinds.find(({ name }) => name === this.kind);
    const sizes = (
      kind.sizes.length
        ? [...kind.sizes]
        : [
            [8, 8],
            [10, 10],
          ]
    ).sort(byArea);
    const middle = sizes.find(([rows, columns]) => rows === columns && rows > 8) ?? sizes[0];
    this.size = middle;
    const rows = el("input", {
      type: "number",
      min: 2,
      max: 40,
      value: middle[0],
      "data-t-label": "new.rows",
      inputmode: "numeric",
    });
    const columns = el("input", {
      type: "number",
      min: 2,
      max: 40,
      value: middle[1],
      "data-t-label": "new.columns",
      inputmode: "numeric",
    });
    if (kind.square) {
      columns.disabled = true;
      rows.addEventListener("input", () => (columns.value = rows.value));
    }
    const own = el(
      "div",
      { class: "own-size", hidden: true },
      rows,
      el("span", { text: "×", "aria-hidden": "true" }),
      columns,
    );
    const options = [...sizes.map((size) => [size.join(" "), size.join(" × ")]), ["own", t("new.own-size")]];
    const size = segments("size", "new.size", options, middle.join(" "), (value) => {
      own.hidden = value !== "own";
      this.size = value === "own" ? null : value.split(" ").map(Number);
    });
    const level = segments(
      "level",
      "new.level",
      [["any", t("new.any")], ...LEVELS.map((number) => [String(number), t(`level.${number}`)])],
      this.level ?? "any",
      (value) => (this.level = value),
    );
    const switches = Object.entries(kind.switches).map(([name, sentence]) =>
      el(
        "label",
        { class: "switch" },
        el("span", { text: sentence[0].toUpperCase() + sentence.slice(1) }),
        el("input", { type: "checkbox", role: "switch", name, checked: true }),
      ),
    );
    const chosen = () =>
      Object.fromEntries(switches.map((label) => [$("input", label).name, $("input", label).checked]));
    const measured = () => this.size ?? [Number(rows.value), Number(columns.value)];
    this.busy = el("span", { class: "busy", role: "status" });
    return [
      size,
      own,
      level,
      ...switches,
      el(
        "div",
        { class: "buttons" },
        el("button", {
          type: "button",
          class: "primary",
          "data-t": "new.make-it",
          onclick: () => this.make(measured(), this.levels(), chosen()),
        }),
        el("button", { type: "button", "data-t": "new.today", onclick: () => this.today(middle) }),
        this.busy,
      ),
    ];
  }

  levels() {
    const level = this.level ?? "any";
    return level === "any" ? [1, 4] : [Number(level), Number(level)];
  }

  today(size) {
    return this.make(size, [1, 3], {}, { seed: dayNumber(), about: { day: dayNumber() } });
  }

  async make([rows, columns], levels, switches, { seed = null, about = {} } = {}) {
    this.error.textContent = "";
    this.busy.textContent = t("new.busy");
    try {
      const question = { kind: this.kind, rows, columns, levels, switches, ...(seed === null ? {} : { seed }) };
      const { record, level } = await ask("generate", question, { slot: "make" });
      this.finish({ ...record, level }, { about });
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.error.textContent = sentenceOf(failure);
    } finally {
      this.busy.textContent = "";
    }
  }

  // One that came along, or that was begun.

  async fillCollection(pane) {
    const records = await get(`collection?kind=${encodeURIComponent(this.kind)}`);
    const begun = games().filter(({ record, game }) => record.kind === this.kind && !game.done && game.history.length);
    const sizes = grouped(records, sizeWords);
    pane.replaceChildren(
      ...(begun.length
        ? [
            el("h3", { text: t("new.begun") }),
            el(
              "div",
              { class: "puzzles" },
              begun.slice(0, 12).map((entry) => this.begunButton(entry)),
            ),
          ]
        : []),
      ...[...sizes].flatMap(([size, some]) => [
        el("h3", { text: size }),
        el(
          "div",
          { class: "puzzles" },
          some.map((record, place) => this.puzzleButton(record, place + 1, size)),
        ),
      ]),
    );
  }

  puzzleButton(record, number, size) {
    const game = kept(record)?.game;
    const state = game?.done ? "done" : game?.history.length ? "begun" : "fresh";
    const level = record.level ? t(`level.${record.level}`) : "";
    const label = [`${size}, ${t("new.number", { number })}`, level, state === "fresh" ? "" : t(`new.state-${state}`)]
      .filter(Boolean)
      .join(", ");
    const sign = { done: "✓", begun: "…", fresh: "" }[state];
    return el(
      "button",
      {
        type: "button",
        class: `puzzle ${state}`,
        "aria-label": label,
        title: label,
        onclick: () => this.finish(record),
      },
      el("b", { text: `${number}${sign && ` ${sign}`}` }),
      el("small", { text: level }),
    );
  }

  begunButton({ record, game, time }) {
    const words = `${sizeWords(record)}, ${clock(game.seconds)}`;
    return el(
      "button",
      { type: "button", class: "puzzle begun wide", onclick: () => this.finish(record) },
      el("b", { text: words }),
      el("small", { text: dayWords(time) }),
    );
  }

  // Your own.

  openPane() {
    const text = el("textarea", {
      rows: 7,
      spellcheck: "false",
      autocapitalize: "off",
      "data-t-label": "new.text",
      "data-t-placeholder": "new.text-placeholder",
      id: "new-text",
    });
    const file = el("input", {
      type: "file",
      class: "unseen",
      tabindex: -1,
      "aria-hidden": "true",
      onchange: async () => file.files[0] && this.read(await file.files[0].text()),
    });
    this.found = el("div", { class: "puzzles" });
    return [
      el("p", { class: "soft", "data-t": "new.open-hint" }),
      text,
      el(
        "div",
        { class: "buttons" },
        el("button", {
          type: "button",
          class: "primary",
          "data-t": "new.open-it",
          onclick: () => this.read(text.value),
        }),
        el("button", { type: "button", "data-t": "new.file", onclick: () => file.click() }),
        file,
      ),
      this.found,
    ];
  }

  /** Read a text, in any format, or a link; several puzzles are offered. */
  async read(text) {
    this.error.textContent = "";
    try {
      const { records } = await ask("read", { text });
      const own = (record) => this.finish(withoutValues(record), { values: record.values });
      if (records.length === 1) own(records[0]);
      else
        this.found.replaceChildren(
          ...records
            .slice(0, 200)
            .map((record, place) =>
              el(
                "button",
                { type: "button", class: "puzzle wide", onclick: () => own(record) },
                el("b", { text: record.id ?? String(place + 1) }),
                el("small", { text: `${record.kind}, ${sizeWords(record)}` }),
              ),
            ),
        );
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.error.textContent = sentenceOf(failure);
    }
  }
}

function withoutValues({ values, solution, ...record }) {
  return record;
}

/** Return the size of a record in words: its clues are rows, or labels of rows and columns. */
function sizeWords({ size, clues }) {
  if (size) return size.join(" × ");
  return Array.isArray(clues) ? `${clues.length} × ${clues[0].length}` : `${clues.rows.length} × ${clues.cols.length}`;
}

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Return radio buttons in a row: `[value, words]` each. */
export function segments(name, key, options, chosen, onChoice) {
  const labels = options.map(([value, words]) =>
    el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: `new-${name}`,
        value,
        checked: value === chosen,
        onchange: () => onChoice(value),
      }),
      el("span", { text: words }),
    ),
  );
  return el("fieldset", { class: "segments" }, el("legend", { "data-t": key }), el("div", {}, labels));
}
