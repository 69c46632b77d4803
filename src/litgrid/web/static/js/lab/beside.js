// Runs beside each other: the counters of one, or of two with their boards, at the same step.

import { el } from "../dom.js";
import { settings } from "../shell.js";
import { t } from "../words.js";
import { LabBoard } from "./board.js";

export class Beside {
  constructor(lab) {
    this.lab = lab;
    this.element = el("div", { class: "runs soft" });
    this.boards = [];
  }

  /** Show runs, `[words, run]` each, from now on. */
  load(runs) {
    this.runs = runs;
    this.boards.forEach((board) => board.close());
    const two = runs.length > 1;
    this.element.classList.toggle("two", two);
    this.counters = runs.map(() => el("div", {}));
    const hosts = two ? runs.map(() => el("div", { class: "mirror" })) : [];
    const parts = runs.map(([words], at) => [two ? el("figcaption", { text: words }) : null, hosts[at], this.counters[at]]);
    this.element.replaceChildren(...parts.map((some) => el("figure", {}, some)));
    this.boards = hosts.map((host) => this.board(host));
  }

  board(host) {
    const board = new LabBoard(host, { onHover: () => {}, onKey: () => false, onClick: () => {} });
    board.load(this.lab.view);
    return board;
  }

  /** Show each after so many steps, or at its end. */
  show(place) {
    const written = (counts) =>
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count.toLocaleString(settings.get("language"))]));
    const line = (key, counts) =>
      el("p", { text: `${t(`lab.solver.${key}`)}: ${t("lab.solver.counts", written(counts))}.` });
    this.runs.forEach(([, run], at) => {
      if (this.boards[at]) run.draw(this.boards[at], place);
      this.counters[at].replaceChildren(line("so-far", run.tally(place)), line("whole", run.tally()));
    });
  }
}
