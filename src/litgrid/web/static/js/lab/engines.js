// Engines compared: the same puzzle, each in a process of its own, one after another.

import { cancel } from "../api.js";
import { el } from "../dom.js";
import { t, tOr } from "../words.js";
import { bar } from "./chart.js";
import { choice, ENCODINGS } from "./fields.js";
import { number, Panel, seconds } from "./panel.js";

export class Engines extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.rows = [];
    this.startButton = el("button", {
      type: "button",
      class: "primary",
      text: this.t("start"),
      onclick: () => this.start(),
    });
    this.stopButton = el("button", {
      type: "button",
      text: this.t("stop"),
      disabled: true,
      onclick: () => cancel(this.slot),
    });
    this.status = el("p", { class: "summary", role: "status" });
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
    this.draw();
    this.startButton.disabled = true;
    this.stopButton.disabled = false;
    this.status.textContent = this.t("busy");
    const ended = await this.follow("engines", { encoding: this.lab.options.encoding }, (row) => {
      this.rows.push(row);
      this.draw();
    });
    this.startButton.disabled = false;
    this.stopButton.disabled = true;
    this.status.textContent = ended ? this.summary() : "";
  }

  summary() {
    const parts = [this.t("done", { number: number(this.rows.length) })];
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
    const head = ["engine", "status", "load", "solve", "peak"].map((name) =>
      el("th", { scope: "col", text: this.t(name) }),
    );
    const cell = (value, words) => el("td", { text: value === null || value === undefined ? "–" : words(value) });
    const row = (one) =>
      el(
        "tr",
        {},
        el(
          "th",
          { scope: "row" },
          el("span", { text: one.engine }),
          " ",
          el("small", { class: "soft", text: tOr(`lab.encoding.${one.encoding}`, one.encoding) }),
        ),
        el("td", {
          class: `state ${one.status}`,
          title: one.problem || null,
          text: tOr(`lab.engines.${one.status}`, one.status),
        }),
        cell(one.load, seconds),
        cell(one.solve, seconds),
        cell(one.peak, (value) => t("lab.engines.megabytes", { number: number(value) })),
        el("td", { class: "bars" }, bar(took(one) / most)),
      );
    this.table.replaceChildren(
      ...(rows.length
        ? [
            el(
              "table",
              { class: "figures" },
              el("thead", {}, el("tr", {}, head, el("td"))),
              el("tbody", {}, rows.map(row)),
            ),
          ]
        : []),
    );
  }
}

/** Answers come before what has none. */
function rank({ status }) {
  return ["sat", "unsat"].includes(status) ? 0 : 1;
}
