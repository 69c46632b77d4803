// Tabs, as ARIA has them: one stop of the Tab key, arrows between them, each with a panel.

import { el } from "../dom.js";
import { translate } from "../words.js";

export class Tabs {
  /** names: of the tabs; onChoose(name): somebody chose one. */
  constructor(bar, host, names, onChoose) {
    this.names = names;
    this.onChoose = onChoose;
    this.chosen = names[0];
    this.buttons = {};
    this.panels = {};
    for (const name of names) {
      const id = `panel-${name}`;
      this.buttons[name] = el("button", {
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": id,
        "data-t": `lab.${name}.tab`,
        onclick: () => this.choose(name),
      });
      this.panels[name] = el("section", {
        role: "tabpanel",
        id,
        class: "panel",
        tabindex: 0,
        "aria-labelledby": `tab-${name}`,
      });
    }
    bar.append(...Object.values(this.buttons));
    host.append(...Object.values(this.panels));
    translate(bar);
    bar.addEventListener("keydown", (event) => this.key(event));
    this.show();
  }

  choose(name) {
    if (name === this.chosen) return;
    this.chosen = name;
    this.show();
    this.onChoose(name);
  }

  /** Empty all panels. */
  clear() {
    for (const panel of Object.values(this.panels)) panel.replaceChildren();
  }

  show() {
    for (const name of this.names) {
      const on = name === this.chosen;
      this.buttons[name].setAttribute("aria-selected", String(on));
      this.buttons[name].tabIndex = on ? 0 : -1;
      this.panels[name].hidden = !on;
    }
  }

  key(event) {
    const here = this.names.indexOf(this.chosen);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: this.names.length - 1 }[event.key];
    if (there === undefined) return;
    event.preventDefault();
    this.choose(this.names.at(there % this.names.length));
    this.buttons[this.chosen].focus();
    this.buttons[this.chosen].scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
