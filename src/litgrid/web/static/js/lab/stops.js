// What a solver's run is stopped at: a conflict, a clause that is learned, a restart, a level, a clause, a cell.

import { el } from "../dom.js";
import { t } from "../words.js";
import { choice } from "./fields.js";

const STOPS = {
  conflict: () => (event) => event.event === "conflict",
  learn: () => (event) => event.event === "learn",
  restart: () => (event) => event.event === "restart",
  level: (number) => (event) => event.event === "decide" && event.level === number,
  clause: (number) => (event) => event.number === number && event.event !== "watch",
  literal: (number) => (event) => ["decide", "propagate"].includes(event.event) && Math.abs(event.literal) === number,
};
const PLACED = { level: "3", clause: "17", literal: "r2c3" };

export class Stops {
  /** options: of the page; columns: of the board. */
  constructor(options, columns) {
    this.options = options;
    this.columns = columns;
    this.which = el("input", { id: "stop-which", size: 6, autocomplete: "off", spellcheck: "false" });
    this.field = el("div", { class: "field" }, el("label", { for: "stop-which", text: t("lab.field.which") }), this.which);
    this.fields = [choice(options, "stop", Object.keys(STOPS), () => this.show()), this.field];
    this.show();
  }

  show() {
    const example = PLACED[this.options.stop];
    this.field.hidden = !example;
    this.which.placeholder = example ?? "";
  }

  /** Return whether an event of a run is what is waited for; null where nothing that can come was said. */
  test(run) {
    const { stop } = this.options;
    const [first, second] = (this.which.value.match(/\d+/g) ?? []).map(Number);
    const isCell = stop === "literal" && second !== undefined;
    const number = isCell ? run.variable((first - 1) * this.columns + second - 1) : first;
    return stop in PLACED && !number ? null : STOPS[stop](number);
  }
}
