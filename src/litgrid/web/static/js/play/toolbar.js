// The buttons of the game, as one toolbar: a single stop of the Tab key, arrows inside.

import { el, write } from "../dom.js";
import { icon } from "../icons.js";

/** name: [icon, key]; a gap between groups. */
const BUTTONS = [
  ["undo", "Control+Z"],
  ["redo", "Control+Y"],
  null,
  ["trial", "T"],
  ["accept", "A"],
  ["reject", "Escape"],
  null,
  ["hint", "H"],
  ["check", "V"],
  ["solve", "S"],
  null,
  ["restart", null],
];

export class Toolbar {
  /** act(name): somebody pressed a button; without: the names of those that there are not. */
  constructor(host, act, without = []) {
    this.host = host;
    this.buttons = {};
    for (const item of BUTTONS) {
      if (!item) {
        host.append(el("span", { class: "gap", "aria-hidden": "true" }));
        continue;
      }
      const [name, key] = item;
      if (without.includes(name)) continue;
      const button = el(
        "button",
        {
          class: "quiet tool",
          "data-t-label": `tool.${name}`,
          "data-t-title": `tool.${name}-title`,
          "aria-keyshortcuts": key,
          tabindex: -1,
        },
        icon(name),
        el("span", { "data-t": `tool.${name}`, "aria-hidden": "true" }),
      );
      button.addEventListener("click", () => !this.isOff(name) && act(name));
      // The board keeps the focus, and so its keys, when somebody presses a button with the mouse.
      button.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && event.preventDefault());
      this.buttons[name] = button;
      host.append(button);
    }
    this.buttons.undo.tabIndex = 0;
    host.addEventListener("keydown", (event) => this.key(event));
  }

  /** Switch buttons on and off; they stay where they are, and can be found by the keyboard. */
  enable(states) {
    for (const [name, on] of Object.entries(states))
      if (name in this.buttons) write(this.buttons[name], "aria-disabled", String(!on));
  }

  isOff(name) {
    return this.buttons[name]?.getAttribute("aria-disabled") === "true";
  }

  key(event) {
    const all = Object.values(this.buttons);
    const here = all.indexOf(document.activeElement);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: all.length - 1 }[event.key];
    if (here < 0 || there === undefined) return;
    event.preventDefault();
    const next = all[(there + all.length) % all.length];
    all[here].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
