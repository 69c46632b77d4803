// Your own puzzles, on any page: a text or a link, pasted, from a file, or dropped onto the page; of several one is chosen.

import { Superseded } from "../api.js";
import { sizeWords } from "./collection.js";
import { el } from "../dom.js";
import { readText, textOf } from "../reading.js";
import { sentenceOf } from "../shell.js";

const MOST = 200; // of the puzzles of a file that are offered

/** Take what is dropped onto the page: a file, or a text. */
export function onDrop(take) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const source = event.dataTransfer.files[0] ?? event.dataTransfer.getData("text");
    if (source) take(source);
  });
}

export class Own {
  /**
   * kinds(): all of them; kind(): the name of that which a text is of that does not say so; take(record, warnings): a
   * puzzle was chosen; say(sentence): what went wrong, "" for nothing; several(): there are some to choose from.
   */
  constructor({ kinds, kind, take, say, several = () => {} }) {
    this.kinds = kinds;
    this.kind = kind;
    this.take = take;
    this.say = say;
    this.several = several;
    this.text = el("textarea", {
      rows: 7,
      spellcheck: "false",
      autocapitalize: "off",
      "data-t-label": "new.text",
      "data-t-placeholder": "new.text-placeholder",
    });
    const file = el("input", { type: "file", hidden: true, onchange: () => this.readFile(file) });
    this.found = el("div", { class: "puzzles" });
    this.parts = [
      el("p", { class: "soft", "data-t": "new.open-hint" }),
      this.text,
      el(
        "div",
        { class: "buttons" },
        el("button", { class: "primary", "data-t": "new.open-it", onclick: () => this.read(this.text.value) }),
        el("button", { "data-t": "new.file", onclick: () => file.click() }),
        file,
      ),
      this.found,
    ];
  }

  readFile(field) {
    const [file] = field.files;
    field.value = ""; // so that the same can be chosen again
    if (file) this.read(file);
  }

  /** Read a text in any format, a link, or a file. */
  async read(source) {
    this.say("");
    this.found.replaceChildren();
    try {
      const text = typeof source === "string" ? source : await textOf(source);
      const { records, warnings } = await readText(text, this.kind());
      if (records.length === 1) return this.take(records[0], warnings);
      this.found.replaceChildren(...records.slice(0, MOST).map((record, place) => this.button(record, place, warnings)));
      this.several();
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.say(sentenceOf(failure));
    }
  }

  button(record, place, warnings) {
    const kinds = this.kinds();
    const { title } = kinds.find(({ name }) => name === record.kind);
    return el(
      "button",
      { class: "puzzle wide", onclick: () => this.take(record, warnings) },
      el("b", { text: record.id ?? String(place + 1) }),
      el("small", { text: `${title}, ${sizeWords({ kinds }, record)}` }),
    );
  }
}
