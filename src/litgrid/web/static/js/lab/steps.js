// What is decided step by step: by propagation, in rounds, and by the steps that a person would take.

import { cellsOf, rowsOf, understood } from "../dialect.js";
import { el } from "../dom.js";
import { told } from "../links.js";
import { cellName, levelWord, t } from "../words.js";
import { number as format, Panel } from "./panel.js";
import { Stepper } from "./stepper.js";

/**
 * Steps that decide cells; each step is `{decided: [[cell, value]...]}` and what a panel knows of it; `shown` are values
 * that are only supposed.
 */
class Steps extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.steps = [];
    this.stepper = new Stepper({
      name: this.t("slider"),
      onGo: (place) => this.show(place),
      words: (place, last) => t("lab.step.place", { what: this.t("unit"), place: format(place), last: format(last) }),
    });
    this.ending = el("p", { class: "summary", role: "status" });
    this.text = el("div", { class: "told", "aria-live": "polite" });
    this.body.append(this.ending, this.stepper.element, this.text);
  }

  /** Find the steps; null where there are none. @returns {Promise<any>} */
  async find() {
    return null;
  }

  /** Return what is said of a step, as elements. @returns {any[]} */
  tell(_step) {
    return [];
  }

  async open() {
    if (!this.loaded) {
      const found = await this.find();
      if (!found) return;
      this.loaded = true;
      this.steps = found.steps;
      this.ending.textContent = found.ending;
      this.stepper.setLast(this.steps.length);
    }
    // A panel that was left while its answer was under way shows nothing on the board of another.
    if (this.lab.panel === this) this.stepper.go(this.stepper.place);
  }

  /** Ask about what is on the board. */
  async asked(route, more = {}) {
    const { view, entries } = this.lab;
    return understood(await this.ask(route, { entries: entries && rowsOf(entries, view), ...more }), view);
  }

  /** Show the board after so many steps, and the last of them. */
  show(place) {
    const { board } = this.lab;
    const values = Int8Array.from(board.start);
    for (const step of this.steps.slice(0, place)) for (const [cell, value] of step.decided) values[cell] = value;
    const step = place ? this.steps[place - 1] : null;
    for (const [cell, value] of step?.shown ?? []) values[cell] = value;
    board.show(values);
    board.mark({
      look: [],
      hover: [],
      rule: step?.rule ?? [],
      fact: step?.facts ?? [],
      result: step ? (step.result ?? step.decided.map(([cell]) => cell)) : [],
    });
    this.text.replaceChildren(...(step ? this.tell(step) : [el("p", { class: "soft", text: this.t("begin") })]));
  }
}

export class Propagation extends Steps {
  async find() {
    const found = await this.asked("propagate");
    if (!found) return null;
    const { start } = this.lab.board;
    const wide = start.filter((value) => value < 0).length;
    const open = start.filter((value, cell) => value < 0 && found.entries[cell] < 0).length;
    const values = { decided: format(wide - open), cells: format(wide), n: found.rounds.length };
    const ending = found.broken ? this.t("broken", { text: found.broken.text }) : this.t(open ? "rest" : "all", values);
    return {
      ending,
      steps: found.rounds.map((rules) => ({ decided: rules.flatMap(({ decided }) => decided), rules })),
    };
  }

  tell({ rules }) {
    const { board } = this.lab;
    const item = (rule) => {
      const mark = () => board.mark({ rule: cellsOf([rule]), hover: rule.decided.map(([cell]) => cell) });
      const text = el("span", { text: rule.text });
      const count = el("b", { text: this.t("decides", { n: rule.decided.length }) });
      return el("li", {}, el("button", { class: "rule-line", onpointerenter: mark, onfocus: mark }, text, count));
    };
    const leave = () => board.mark({ rule: [], hover: [] });
    return [el("ul", { class: "rule-lines", onpointerleave: leave, onfocusout: leave }, rules.map(item))];
  }
}

export class Explanation extends Steps {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.cell = null; // whose value is to be explained; null: all
    this.all = el("button", { text: this.t("every"), hidden: true, onclick: () => this.why(null) });
    this.body.append(this.all);
  }

  /** Explain why a cell has its value, or with null all of it. */
  async why(cell) {
    Object.assign(this, { cell, loaded: false });
    this.stepper.pause();
    this.stepper.place = cell === null ? 0 : 1;
    await this.open();
  }

  async find() {
    const { cell } = this;
    const { columns } = this.lab.view;
    const about = cell === null ? {} : { why: [Math.floor(cell / columns) + 1, (cell % columns) + 1] };
    const found = await this.asked("explain", about);
    if (!found || cell !== this.cell) return null;
    this.all.hidden = cell === null;
    const { mistake } = found;
    // An entry that cannot stand is all there is to explain: the step says why.
    const steps = told(mistake ? [mistake.step] : found.steps);
    const number = mistake ? 0 : found.steps.length;
    const count = number && cell === null ? this.t("found", { n: number }) : "";
    const why = cell === null ? "" : t("why.title", { cell: cellName(cell, this.lab.view.columns) });
    return { ending: [why, count, mistake?.text ?? found.text].filter(Boolean).join(" "), steps };
  }

  tell({ text, step, links }) {
    const about = links ? [] : step.rules.slice(0, 12).map((rule) => el("li", { text: rule.text }));
    return [
      el("p", { class: "step-text", text }),
      el("p", { class: "soft", text: levelWord(step.level) }),
      el("ul", { class: "plain soft" }, about),
    ];
  }
}
