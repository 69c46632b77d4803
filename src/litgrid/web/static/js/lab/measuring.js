// A panel that measures something long: a button that begins, one that stops, and a line that says how far it is.
// What was measured until then stays.

import { cancel } from "../api.js";
import { el } from "../dom.js";
import { t } from "../words.js";
import { Panel } from "./panel.js";

const REST = 1000; // ms between two sentences on how far it is: they are read aloud

export class Measuring extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    const button = (key, onclick) => el("button", { text: this.t(key), onclick });
    this.startButton = button("start", () => this.start());
    this.startButton.classList.add("primary");
    this.stopButton = button("stop", () => cancel(this.slot));
    this.stopButton.disabled = true;
    this.status = el("p", { class: "summary", role: "status" });
  }

  /** Somebody wants it measured. */
  start() {}

  /** Measure anew; `take(event)` is told what comes. Returns whether it came to its end; undefined if begun anew. */
  async measure(route, question, take) {
    const run = {};
    this.run = run;
    this.stopButton.disabled = false;
    this.tell(this.t("busy"));
    const ended = await this.follow(route, question, (event) => {
      if (this.run === run) take(event);
    });
    if (this.run !== run) return undefined;
    this.stopButton.disabled = true;
    return ended ?? false;
  }

  /** Say how far it is. */
  tell(sentence) {
    this.told = performance.now();
    this.status.textContent = sentence;
  }

  /** The same, unless it was said just now. */
  mention(sentence) {
    if (performance.now() - this.told > REST) this.tell(sentence);
  }
}
