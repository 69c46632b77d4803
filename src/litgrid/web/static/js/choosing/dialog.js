// The dialog for another puzzle: one that is made for you, one that came along, or your own. Each way is a pane.

import { cancel } from "../api.js";
import { fillCollection } from "./collection.js";
import { drawMaking } from "./making.js";
import { Own } from "./own.js";
import { $, el } from "../dom.js";
import { segments } from "../segments.js";
import { allKinds, dialog } from "../shell.js";
import { t, translate } from "../words.js";

const WAYS = { make: drawMaking, collection: fillCollection, open: () => {} };

export class Chooser {
  /** choose(record, {entries, warnings, about}): somebody chose a puzzle. */
  constructor(choose) {
    this.choose = choose;
    this.way = "make";
  }

  /** Open the dialog; it is drawn anew, as games and words change. */
  async open(kind, way = this.way) {
    if (this.isOpen) return;
    this.kinds = await allKinds();
    if (this.isOpen) return; // somebody was quicker than the answer
    this.kind = this.kinds.find(({ name }) => name === kind) ?? this.kinds[0];
    const names = Object.keys(WAYS);
    this.panes = Object.fromEntries(names.map((name) => [name, el("div", { class: "pane" })]));
    this.own = new Own({
      kinds: () => this.kinds,
      kind: () => this.kind.name,
      take: ({ entries, ...record }, warnings) => this.finish(record, { entries, warnings }),
      say: (sentence) => this.say(sentence),
    });
    this.panes.open.append(...this.own.parts);
    this.error = el("p", { class: "error", role: "alert" });
    const ways = names.map((name) => [name, t(`new.${name}`)]);
    this.dialog = dialog("new", "new.title", [
      segments("way", "new.way", ways, way, (name) => this.turn(name)),
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
    const options = this.kinds.map(({ name, title }) => [name, title]);
    const field = segments("kind", "new.kind", options, this.kind.name, (chosen) => {
      this.kind = this.kinds.find(({ name }) => name === chosen);
      this.turn(this.way);
    });
    field.id = "new-kinds";
    return field;
  }

  /** Show one of the panes. */
  turn(way) {
    this.way = way;
    this.say("");
    for (const [name, pane] of Object.entries(this.panes)) pane.hidden = name !== way;
    WAYS[way](this, this.panes[way]);
    translate(this.panes[way]);
  }

  /** Read a text, a link or a file, as if it had been put into the pane for one's own puzzles. */
  read(source) {
    return this.own.read(source);
  }

  /** Say what went wrong. */
  say(sentence) {
    this.error.textContent = sentence;
  }

  finish(record, more) {
    this.dialog.close();
    this.choose(record, more);
  }
}
