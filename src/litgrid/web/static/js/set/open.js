// Opening a puzzle that is somewhere else: a link, a text, a file; and the page's help.

import { Superseded } from "../api.js";
import { el } from "../dom.js";
import { select } from "../inputs.js";
import { keyList } from "../keys.js";
import { readText, textOf } from "../reading.js";
import { dialog, sentenceOf, show } from "../shell.js";
import { t, translate } from "../words.js";

export class OpenDialog {
  /** onRecord(record): a puzzle was chosen; kind(): of which kind a text is that does not say so. */
  constructor({ onRecord, kind }) {
    this.onRecord = onRecord;
    this.kind = kind;
    this.area = el("textarea", {
      rows: 6,
      id: "open-text",
      spellcheck: "false",
      "data-t-placeholder": "set.open.placeholder",
    });
    this.file = el("input", { type: "file", id: "open-file", onchange: () => this.readFile(this.file.files[0]) });
    this.result = el("div", { class: "result", role: "status" });
    this.element = dialog("open", "set.open.title", [
      el("div", { class: "field" }, el("label", { for: "open-text", "data-t": "set.open.text" }), this.area),
      el("div", { class: "field" }, el("label", { for: "open-file", "data-t": "set.open.file" }), this.file),
      this.result,
      el(
        "div",
        { class: "buttons" },
        el("button", {
          class: "primary",
          "data-t": "set.open.read",
          onclick: () => this.read(this.area.value),
        }),
      ),
    ]);
    document.body.append(this.element);
    translate(this.element);
  }

  show() {
    this.result.replaceChildren();
    show(this.element);
    this.area.focus();
  }

  readFile(file) {
    if (file) this.read(file);
    this.file.value = "";
  }

  /** Read a text in any format, or a file; one puzzle is opened, of several one is chosen. */
  async read(source) {
    try {
      const text = typeof source === "string" ? source : await textOf(source);
      const { records, warnings } = await readText(text, this.kind());
      if (records.length === 1) this.take(records[0], warnings);
      else this.choose(records, warnings);
    } catch (failure) {
      if (failure instanceof Superseded) return;
      show(this.element);
      this.say(sentenceOf(failure));
    }
  }

  choose(records, warnings) {
    show(this.element);
    const name = (record, place) => `${record.id ?? place + 1} · ${record.kind}`;
    const options = records.map((record, place) => [place, name(record, place)]);
    const list = select(options, 0, { size: Math.min(8, records.length), "aria-label": t("set.open.which") });
    const choose = () => this.take(records[Number(list.value)], warnings);
    list.addEventListener("dblclick", choose);
    this.result.replaceChildren(
      el("p", { text: t("set.open.several", { number: records.length }) }),
      list,
      el("button", { onclick: choose, text: t("set.open.choose") }),
    );
    list.focus();
  }

  /** Hand a puzzle over; what its reader could not keep stays here to be read. */
  take(record, warnings) {
    this.onRecord(record);
    if (warnings.length) this.say(...warnings);
    else if (this.element.open) this.element.close();
  }

  say(...sentences) {
    this.result.replaceChildren(...sentences.map((text) => el("p", { text })));
  }
}

const KEYS = [
  ["set.help.move", ["←", "→", "↑", "↓"]],
  ["set.help.draw", ["Enter"]],
  ["set.help.character", ["0", "1", "#", "…"]],
  ["set.help.between", ["Shift ←", "→", "↑", "↓"]],
  ["set.help.region", ["A", "B", "…"]],
  ["set.help.erase", ["Space", "⌫"]],
  ["set.help.undo", ["Ctrl Z"]],
  ["set.help.redo", ["Ctrl Y"]],
  ["set.help.mode", ["F2"]],
];

/** Return the dialog that says what keys and strokes do. */
export function helpDialog() {
  const element = dialog("help", "set.help.title", [
    el("p", { "data-t": "set.help.strokes" }),
    el("p", { "data-t": "set.help.marks" }),
    keyList(KEYS),
  ]);
  document.body.append(element);
  return element;
}
