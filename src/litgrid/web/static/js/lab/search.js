// Local search, watched: what the server saw of it is kept, look by look, so that it can be played at any pace, halted,
// and gone through back and forth.

import { cancel } from "../api.js";
import { el } from "../dom.js";
import { icon } from "../icons.js";
import { t } from "../words.js";
import { Chart } from "./chart.js";
import { choice, searchFields, searchOf } from "./fields.js";
import { number, Panel } from "./panel.js";
import { Stepper } from "./stepper.js";

const PACES = {
  slow: () => [700, 1],
  medium: () => [120, 1],
  fast: () => [30, 1],
  fastest: (last) => [30, Math.max(1, Math.ceil(last / 150))],
};
const REST = 250; // ms between two drawings of a curve that grows

export class Search extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.looks = [];
    this.stepper = new Stepper({
      name: this.t("slider"),
      onGo: (place) => this.show(place),
      words: (place) => this.words(place),
      pace: (last) => PACES[lab.options.speed](last),
      onPlay: () => this.showStop(),
    });
    this.startButton = el(
      "button",
      { class: "primary", onclick: () => this.start() },
      icon("play"),
      el("span", { text: this.t("start") }),
    );
    this.stopButton = el(
      "button",
      { onclick: () => this.stop() },
      icon("stop"),
      el("span", { text: this.t("stop") }),
    );
    this.status = el("p", { class: "summary", role: "status" });
    const curve = el("div", { class: "curve" });
    this.chart = new Chart(curve);
    const speed = choice(lab.options, "speed", Object.keys(PACES));
    this.body.append(
      searchFields(lab.options),
      el("div", { class: "buttons ends" }, this.startButton, this.stopButton, speed),
      this.status,
      this.stepper.element,
      curve,
    );
    this.showStop();
  }

  /** The search can be stopped while it runs, and while it plays. */
  showStop() {
    if (this.stopButton) this.stopButton.disabled = !this.stepper.playing && !(this.run && !this.run.ended);
  }

  open() {
    if (this.looks.length) this.stepper.go(this.stepper.place);
  }

  close() {
    super.close();
    this.stop();
  }

  /** Search anew. */
  async start() {
    this.stop();
    const { options } = this.lab;
    const run = { looks: [], ended: false };
    this.run = run;
    this.looks = run.looks;
    this.drawn = 0;
    this.chart.at = undefined;
    this.stepper.setLast(0, true);
    this.stepper.place = 0;
    this.status.textContent = this.t("searching");
    this.stepper.play();
    this.showStop();
    const question = { ...searchOf(options), every: 1 };
    const ended = await this.follow("walksat", question, (event) => this.run === run && this.take(event));
    if (this.run !== run) return;
    run.ended = true;
    this.showStop();
    this.stepper.setLast(Math.max(0, this.looks.length - 1));
    if (!ended) this.status.textContent = ""; // what went wrong is said
    this.draw();
  }

  take(event) {
    if ("known" in event) this.begins(event);
    else if ("solved" in event) this.ends(event);
    else {
      this.looks.push(event);
      this.stepper.setLast(this.looks.length - 1, true);
      if (this.looks.length === 1) this.show(0);
      if (performance.now() - this.drawn > REST) this.draw();
    }
  }

  /** The search begins: what is known of the cells, and how large the formula is. */
  begins(event) {
    this.known = Int8Array.from(event.known);
    this.at = { place: -1, values: null };
    const sizes = { variables: number(event.variables), clauses: number(event.clauses) };
    this.size = event.cells.length || event.clauses ? this.t("formula", sizes) : this.t("nothing-left");
    if (!event.compiled) this.size += ` ${t("lab.slow")}`;
    this.status.textContent = this.size;
  }

  ends({ solved, flips }) {
    const ending = solved ? "solved" : this.looks.length ? "unsolved" : "hopeless";
    this.status.textContent = `${this.t(ending, { flips: number(flips) })} ${this.size}`;
  }

  /** End the search, and stay where it is. */
  stop() {
    if (this.run && !this.run.ended) this.status.textContent = this.t("stopped");
    this.run = null;
    cancel(this.slot);
    this.stepper.pause();
    this.stepper.setLast(Math.max(0, this.looks.length - 1));
    this.showStop();
  }

  words(place) {
    const look = this.looks[place];
    return look
      ? this.t("place", { flip: number(look.flip), n: look.false })
      : this.t("none");
  }

  /** Show the board as it was at a look. */
  show(place) {
    if (!this.looks[place]) return;
    const { board } = this.lab;
    board.show(this.valuesAt(place), { search: true });
    board.mark({ result: place ? this.looks[place].changed.map(([cell]) => cell) : [] });
    this.chart.mark(this.looks[place].flip);
  }

  /** The values at a look: from those that are shown if they come before, else from the beginning. */
  valuesAt(place) {
    if (place < this.at.place || !this.at.values) this.at = { place: -1, values: Int8Array.from(this.known) };
    const { values } = this.at;
    for (let number = this.at.place + 1; number <= place; number++)
      for (const [cell, value] of this.looks[number].changed) values[cell] = value;
    this.at.place = place;
    return values;
  }

  draw() {
    this.drawn = performance.now();
    if (!this.looks.length) return;
    const last = this.looks.at(-1);
    this.chart.show({
      label: this.t("curve", { flips: number(last.flip), false: number(last.false) }),
      x: { title: this.t("flips"), least: 0 },
      y: { title: this.t("false"), least: 0 },
      lines: [{ points: this.looks.map((look) => [look.flip, look.false]) }],
    });
  }
}
