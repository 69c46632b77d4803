// Engines compared: the same puzzle, each in a process of its own, one after another.

import { el } from "../dom.js";
import { t, tOr } from "../words.js";
import { bar } from "./chart.js";
import { choice, ENCODINGS } from "./fields.js";
import { figures } from "./figures.js";
import { Measuring } from "./measuring.js";
import { number, seconds } from "./panel.js";

export class Engines extends Measuring {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.rows = [];
    this.table = el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": this.t("tab") });
    this.body.append(
      el(
        "div",
        { class: "buttons ends" },
        choice(lab.options, "encoding", ENCODINGS),
        this.startButton,
        this.stopButton,
      ),
      this.status,
      this.table,
    );
  }

  async start() {
    this.rows = [];
    this.wanted = [];
    this.draw();
    this.startButton.disabled = true;
    const ended = await this.measure("engines", { encoding: this.lab.options.encoding }, (event) => {
      if ("combinations" in event) this.wanted = event.combinations;
      else this.rows.push(event);
      this.draw();
      const next = this.wanted[this.rows.length];
      if (next) this.tell(this.progress(next));
    });
    this.startButton.disabled = false;
    this.tell(this.rows.length ? this.summary(ended) : "");
  }

  progress([engine]) {
    const values = { engine, place: number(this.rows.length + 1), number: number(this.wanted.length) };
    return this.t("progress", values);
  }

  summary(ended) {
    const values = { number: number(this.rows.length), wanted: number(this.wanted.length) };
    const parts = [ended ? this.t("done", values) : this.t("stopped", values)];
    const answers = new Set(
      this.rows.map(({ status }) => status).filter((status) => ["sat", "unsat"].includes(status)),
    );
    if (answers.size > 1) parts.push(this.t("disagree"));
    if (this.rows.every(({ variables }) => variables === 0)) parts.push(this.t("nothing-left"));
    return parts.join(" ");
  }

  draw() {
    const took = ({ load, solve }) => (load ?? 0) + (solve ?? 0);
    const most = Math.max(1e-6, ...this.rows.map(took));
    const rows = [...this.rows].sort((one, other) => rank(one) - rank(other) || took(one) - took(other));
    const known = (value, words) => (value === null || value === undefined ? "–" : words(value));
    const engine = ({ engine, encoding }) => [
      el("span", { text: engine }),
      " ",
      el("small", { class: "soft", text: tOr(`lab.encoding.${encoding}`, encoding) }),
    ];
    const state = ({ status, problem }) => ({
      class: `state ${status}`,
      title: problem || null,
      text: tOr(`lab.engines.${status}`, status),
    });
    const megabytes = (value) => t("lab.engines.megabytes", { number: number(value) });
    const cells = (one) => [
      state(one),
      known(one.load, seconds),
      known(one.solve, seconds),
      known(one.peak, megabytes),
    ];
    const head = ["engine", "status", "load", "solve", "peak"].map((name) => this.t(name));
    const drawn = rows.map((one) => ({ head: engine(one), cells: cells(one), bars: [bar(took(one) / most)] }));
    this.table.replaceChildren(...(rows.length ? [figures(head, drawn)] : []));
  }
}

/** Answers come before what has none. */
function rank({ status }) {
  return ["sat", "unsat"].includes(status) ? 0 : 1;
}
