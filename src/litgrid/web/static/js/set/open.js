// Opening a puzzle of one's own; and the page's help.

import { Own } from "../choosing/own.js";
import { el } from "../dom.js";
import { keyList } from "../keys.js";
import { dialog, show } from "../shell.js";
import { translate } from "../words.js";

export class OpenDialog {
  /** kinds() and kind(): see Own; onRecord(record): a puzzle was chosen. */
  constructor({ kinds, kind, onRecord }) {
    this.said = el("div", { class: "result", role: "status" });
    this.own = new Own({
      kinds,
      kind,
      take: (record, warnings) => {
        onRecord(record);
        if (warnings.length) this.say(...warnings); // what its reader could not keep
        else if (this.element.open) this.element.close();
      },
      say: (sentence) => this.say(...(sentence ? [sentence] : [])),
      several: () => show(this.element),
    });
    this.element = dialog("open", "set.open.title", [...this.own.parts, this.said]);
    document.body.append(this.element);
    translate(this.element);
  }

  show() {
    this.say();
    this.own.found.replaceChildren();
    show(this.element);
    this.own.text.focus();
  }

  say(...sentences) {
    if (sentences.length) show(this.element);
    this.said.replaceChildren(...sentences.map((text) => el("p", { text })));
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
