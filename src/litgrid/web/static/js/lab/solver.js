// A solver step by step: decisions by colour, the trail by number, the graph of a conflict, and decisions of one's own.

import { follow, Superseded } from "../api.js";
import { el } from "../dom.js";
import { sentenceOf, settings } from "../shell.js";
import { t } from "../words.js";
import { choice, formulaFields, onOff } from "./fields.js";
import { number, Panel } from "./panel.js";
import { Stepper } from "./stepper.js";

const SHOWN = 60; // events in the list, around the place
const KINDS = { decide: "decisions", propagate: "propagations", conflict: "conflicts", learn: "learned" };

export class Solver extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    this.events = [];
    this.decide = null; // literals that somebody decides, and those before
    this.stepper = new Stepper({
      name: this.t("slider"),
      onGo: (place) => this.show(place),
      words: (place, last) => t("lab.step.place", { what: this.t("unit"), place: number(place), last: number(last) }),
    });
    const anew = () => {
      this.decide = null;
      this.load();
    };
    const button = (key, onclick) => el("button", { type: "button", text: this.t(key), onclick });
    this.conflictButton = button("conflict", () => this.toConflict());
    this.ownButton = button("own", anew);
    this.compareButton = button("compare", () => this.compare());
    this.ending = el("p", { class: "summary", role: "status" });
    this.beside = el("p", { class: "soft" });
    this.counters = el("div", { class: "soft" });
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
      el("div", { class: "buttons" }, this.conflictButton, this.ownButton, this.compareButton),
      this.list,
      this.graph,
      this.counters,
      this.beside,
    );
  }

  async open() {
    if (!this.found) await this.load();
    else this.stepper.go(this.stepper.place);
  }

  close() {
    super.close();
    this.stepper.pause();
  }

  /** What a question says of the search. */
  get search() {
    const { solver, order, learning, backjump, restarts, watches, encoding, three, from } = this.lab.options;
    const detail = watches ? "watches" : "propagations";
    const decide = this.decide ? this.decide.join(" ") : "";
    return { solver, order, learning, backjump, restarts, detail, encoding, three_sat: three, start: from, decide };
  }

  /** Let it search anew, and go to the last decision that somebody took, if there is one. */
  async load() {
    const found = await this.ask("solver", this.search);
    if (!found) return;
    if (this.decide === null) this.own = null;
    else this.own ??= this.found && tally(this.found.events);
    this.found = found;
    this.events = found.events;
    this.graphs = {};
    this.ending.textContent = this.verdict();
    this.beside.textContent = "";
    this.ownButton.disabled = this.decide === null;
    this.stepper.setLast(this.events.length);
    const decisions = [...this.events.keys()].filter((at) => this.events[at].event === "decide");
    const place = this.decide ? (decisions[this.decide.length - 1] ?? -1) + 1 : 0;
    if (this.lab.panel === this) this.stepper.go(place);
  }

  verdict() {
    const { status, stopped } = this.found;
    const why = { most: { number: number(this.events.length) }, time: { number: 20 } }[stopped];
    return [this.t(status), why ? this.t(stopped, why) : ""].filter(Boolean).join(" ");
  }

  key(event, cell) {
    if (event.key === "Enter" && cell !== undefined) return this.clickCell(cell, event);
    return this.stepper.key(event);
  }

  /** Decide a cell that is open here, and see what comes of it; return whether it was open. */
  clickCell(cell, { shiftKey }) {
    const variable = this.found ? this.found.board.indexOf(cell) + 1 : 0;
    const place = this.stepper.place;
    if (!variable || standing(this.events.slice(0, place)).some(({ literal }) => Math.abs(literal) === variable)) {
      return false;
    }
    const made = this.events.slice(0, place).filter(({ event }) => event === "decide");
    this.decide = [...made.map(({ literal }) => literal), shiftKey ? -variable : variable];
    this.load();
    return true;
  }

  toConflict() {
    const next = this.events.findIndex(({ event }, at) => event === "conflict" && at >= this.stepper.place);
    this.stepper.pause();
    this.stepper.go(next < 0 ? this.events.length : next + 1);
  }

  /** Show the board after so many events, and the last of them. */
  show(place) {
    const { board } = this.lab;
    const trail = standing(this.events.slice(0, place));
    const values = Int8Array.from(board.given);
    this.found.known.forEach((value, cell) => value >= 0 && (values[cell] = value));
    const levels = {};
    const order = [];
    trail.forEach(({ literal, level }, at) => {
      const cell = this.found.board[Math.abs(literal) - 1];
      if (cell === undefined) return;
      values[cell] = Number(literal > 0);
      (levels[level] ??= []).push(cell);
      order.push([cell, String(at + 1)]);
    });
    const event = this.events[place - 1];
    board.show(values);
    board.mark({ look: [], hover: [], rule: this.cells(event?.clause), fact: [], result: this.cells([event?.literal]) });
    board.levels(levels, order);
    this.showList(place);
    this.showCounters(place);
    this.showGraph(place);
  }

  /** Return the cells that literals are about. */
  cells(literals = []) {
    const cells = literals.map((literal) => this.found.board[Math.abs(literal ?? 0) - 1]);
    return cells.filter((cell) => cell !== undefined);
  }

  showList(place) {
    const first = Math.max(0, place - SHOWN / 2);
    const items = this.events.slice(first, first + SHOWN).map(({ event, said, level }, at) => {
      const there = first + at + 1;
      const attributes = { type: "button", text: said, onclick: () => this.stepper.step(there - place) };
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

  showCounters(place) {
    const line = (key, counts) => el("p", { text: `${this.t(key)}: ${this.t("counts", counts)}.` });
    this.counters.replaceChildren(
      line("so-far", tally(this.events.slice(0, place))),
      line("whole", tally(this.events)),
      ...(this.own ? [line("before", this.own)] : []),
    );
  }

  /** Show why the conflict came that the place is at, or just behind. */
  async showGraph(place) {
    const at = [place - 1, place - 2].find((one) => this.events[one]?.event === "conflict");
    this.graph.hidden = at === undefined;
    if (at === undefined) return;
    const which = this.events.slice(0, at + 1).filter(({ event }) => event === "conflict").length;
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
      this.beside.textContent = this.t("others", { cadical, walksat, steps: number(explained?.steps.length ?? 0) });
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

/** Return the decisions and conclusions that stand after some events. */
function standing(events) {
  const trail = [];
  for (const event of events) {
    if (event.event === "decide" || event.event === "propagate") trail.push(event);
    else if (event.event === "backjump" || event.event === "restart") {
      while (trail.length && trail.at(-1).level > event.level) trail.pop();
    }
  }
  return trail;
}

/** Return how often what happened, as the page's language writes it. */
function tally(events) {
  const counts = Object.fromEntries(Object.values(KINDS).map((name) => [name, 0]));
  for (const { event } of events) if (event in KINDS) counts[KINDS[event]] += 1;
  const written = (count) => count.toLocaleString(settings.get("language"));
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, written(count)]));
}
