// A solver step by step: decisions by colour, the trail by number, the graph of a conflict, and decisions of one's own.

import { follow, Superseded } from "../api.js";
import { el } from "../dom.js";
import { sentenceOf } from "../shell.js";
import { cellName, t } from "../words.js";
import { Beside } from "./beside.js";
import { choice, formulaFields, onOff } from "./fields.js";
import { number, Panel } from "./panel.js";
import { Run } from "./run.js";
import { Stepper } from "./stepper.js";
import { Stops } from "./stops.js";

const SHOWN = 60; // events in the list, around the place
const MOST_CLAUSES = 40; // that watch a literal

export class Solver extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.run = null;
    this.decide = null; // literals that somebody decides, and those before
    this.stops = new Stops(lab.options, lab.view.columns);
    this.stepper = new Stepper({
      name: this.t("slider"),
      onGo: (place) => this.show(place),
      halts: (place) => this.stops.test(this.run)?.(this.run.events[place - 1]),
      words: (place, last) => t("lab.step.place", { what: this.t("unit"), place: number(place), last: number(last) }),
    });
    const anew = () => {
      this.decide = null;
      this.load();
    };
    const button = (key, onclick) => el("button", { text: this.t(key), onclick });
    this.stopButton = button("stop", () => this.toStop());
    this.ownButton = button("own", anew);
    this.compareButton = button("compare", () => this.compare());
    this.ending = el("p", { class: "summary", role: "status" });
    this.others = el("p", { class: "soft" });
    this.beside = new Beside(lab);
    this.watched = el("div", { class: "watching stack" });
    this.list = el("ul", { class: "events" });
    this.graph = el("figure", { class: "conflict", tabindex: 0, hidden: true });
    const { options } = lab;
    this.body.append(
      el(
        "div",
        { class: "fields" },
        choice(options, "solver", ["cdcl", "dpll", "backtracking"], anew),
        choice(options, "order", ["vsids", "jeroslow-wang", "first", "random"], anew),
        choice(options, "learning", ["first-uip", "decisions"], anew),
        choice(options, "from", ["nothing", "rest"], anew),
        onOff(options, "backjump", anew),
        onOff(options, "restarts", anew),
        onOff(options, "watches", anew),
        ...formulaFields(options, anew),
      ),
      this.ending,
      this.stepper.element,
      el("div", { class: "fields" }, this.stops.fields, this.stopButton),
      this.error,
      this.list,
      this.watched,
      this.graph,
      this.beside.element,
      el("div", { class: "buttons" }, this.ownButton, this.compareButton),
      this.others,
    );
  }

  async open() {
    if (!this.run) await this.load();
    else this.stepper.go(this.stepper.place);
  }

  /** What a question says of the search. */
  get search() {
    const { solver, order, learning, backjump, restarts, watches, encoding, three, from } = this.lab.options;
    const detail = watches && solver !== "backtracking" ? "watches" : "propagations";
    const decide = this.decide ? this.decide.join(" ") : "";
    return { solver, order, learning, backjump, restarts, detail, encoding, three_sat: three, start: from, decide };
  }

  /** Let it search anew, and go to the last decision that somebody took, if there is one. */
  async load() {
    const found = await this.ask("solver", this.search);
    if (!found) return;
    const before = this.decide === null ? null : this.run;
    this.run = new Run(found);
    this.graphs = {};
    this.ending.textContent = this.verdict();
    this.others.textContent = "";
    this.ownButton.disabled = this.decide === null;
    const runs = [before, this.run].filter(Boolean);
    this.beside.load(runs.map((run) => [this.t(run === before ? "before" : "after"), run]));
    this.stepper.setLast(this.run.events.length);
    const decided = [...this.run.events.keys()].filter((at) => this.run.events[at].event === "decide");
    const place = this.decide ? (decided[this.decide.length - 1] ?? -1) + 1 : 0;
    if (this.lab.panel === this) this.stepper.go(place);
  }

  verdict() {
    const { status, stopped, events } = this.run;
    const why = { most: { number: number(events.length) }, time: { number: 20 } }[stopped];
    return [this.t(status), why ? this.t(stopped, why) : ""].filter(Boolean).join(" ");
  }

  key(event, cell) {
    if (event.key === "Enter" && cell !== undefined) return this.clickCell(cell, event);
    return super.key(event, cell);
  }

  /** Decide a cell that is open here, or was before the decision that is looked at; return whether it was. */
  clickCell(cell, { shiftKey }) {
    const variable = this.run?.variable(cell);
    const place = this.run?.decidedAt(this.stepper.place);
    if (!variable || this.run.standing(place).some(({ literal }) => Math.abs(literal) === variable)) return false;
    this.decide = [...this.run.decisions(place).map(({ literal }) => literal), shiftKey ? -variable : variable];
    this.load();
    return true;
  }

  /** Go on to what is waited for, or say that it does not come. */
  toStop() {
    const test = this.stops.test(this.run);
    const next = test ? this.run.events.findIndex((event, at) => at >= this.stepper.place && test(event)) : -1;
    this.say(next < 0 ? this.t(test ? "no-stop" : "which") : "");
    this.stepper.pause();
    if (next >= 0) this.stepper.go(next + 1);
  }

  /** Show the board after so many events, and the last of them. */
  show(place) {
    const { board } = this.lab;
    const { run } = this;
    const event = run.events[place - 1];
    this.say(""); // what was said was of another place
    run.draw(board, place);
    const watching = run.watching(place);
    const watched = run.cells(watching.flatMap((literals) => literals.slice(0, 2)));
    const [rule, result] = [run.cells(event?.clause), run.cells([event?.literal])];
    board.mark({ look: [], hover: [], rule, fact: [], result, watch: [...new Set(watched)] });
    this.showList(place);
    this.showWatched(watching, place);
    this.beside.show(place);
    this.showGraph(place);
  }

  /** Show clauses, with the two literals that each watches, and which are true and false. */
  showWatched(clauses, place) {
    const { literal, event } = this.run.events[place - 1] ?? {};
    const all = clauses.length && literal && event !== "watch" && event !== "learn";
    const words = { n: clauses.length, literal: all ? this.literal(-literal) : "" };
    const trail = new Set(this.run.standing(place).map((one) => one.literal));
    const state = (one) => (trail.has(one) ? "true" : trail.has(-one) ? "false" : "open");
    const item = (literals) =>
      literals.flatMap((one, at) => [
        at ? el("span", { class: "or", text: "∨" }) : null,
        el("span", { class: `literal ${state(one)} ${at < 2 ? "watched" : ""}`, text: this.literal(one) }),
      ]);
    const list = clauses.slice(0, MOST_CLAUSES).map((literals) => el("li", { class: "clause" }, item(literals)));
    const said = el("p", { class: "soft", text: this.t(all ? "watching" : "watches", words) });
    this.watched.replaceChildren(...(list.length ? [said, el("ul", { class: "clauses" }, list)] : []));
  }

  literal(literal) {
    const [cell] = this.run.cells([literal]);
    return (literal < 0 ? "¬" : "") + (cell === undefined ? `x${Math.abs(literal)}` : cellName(cell, this.lab.view.columns));
  }

  showList(place) {
    const first = Math.max(0, place - SHOWN / 2);
    const items = this.run.events.slice(first, first + SHOWN).map(({ event, said, level }, at) => {
      const there = first + at + 1;
      const attributes = { text: said, onclick: () => this.stepper.step(there - place) };
      if (event === "conflict") attributes.class = "conflict-line";
      if (there === place) attributes["aria-current"] = "step";
      const line = el("button", attributes);
      line.style.paddingInlineStart = `${8 + 14 * Math.min(level, 12)}px`;
      return el("li", {}, line);
    });
    this.list.replaceChildren(...(place || items.length ? items : [el("li", { text: this.t("begin") })]));
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** Show why the conflict came that the place is at, or just behind. */
  async showGraph(place) {
    const at = [place - 1, place - 2].find((one) => this.run.events[one]?.event === "conflict");
    this.graph.hidden = at === undefined;
    if (at === undefined) return;
    const which = this.run.events.slice(0, at + 1).filter(({ event }) => event === "conflict").length;
    this.graphs[which] ??= this.ask("conflict", { ...this.search, conflict: which }, { slot: `${this.slot}-conflict` });
    const found = await this.graphs[which];
    if (!found?.svg) return;
    const drawn = new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement;
    this.graph.replaceChildren(drawn, el("figcaption", { class: "soft", text: this.t("graph") }));
  }

  /** Say what others take for the same puzzle. */
  async compare() {
    this.compareButton.disabled = true;
    try {
      const [cadical, walksat, explained] = [await this.engine("cadical"), await this.flips(), await this.ask("explain")];
      this.others.textContent = this.t("others", { cadical, walksat, steps: number(explained?.steps.length ?? 0) });
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.say(sentenceOf(failure));
    } finally {
      this.compareButton.disabled = false;
    }
  }

  async engine(name) {
    let conflicts = 0;
    for await (const event of follow("engines", this.about({ engines: [name] }), { slot: `${this.slot}-engine` })) {
      conflicts = event.conflicts ?? conflicts;
    }
    return this.t("conflicts", { number: number(conflicts) });
  }

  async flips() {
    let [solved, flips] = [false, 0];
    const { encoding, three, from } = this.lab.options;
    const question = this.about({ encoding, three, from, flips: 100_000, every: 100_000 });
    for await (const event of follow("walksat", question, { slot: `${this.slot}-flips` })) {
      if ("solved" in event) ({ solved, flips } = event);
    }
    return solved ? this.t("flips", { number: number(flips) }) : this.t("nothing");
  }
}
