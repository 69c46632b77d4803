// The formula beside the grid, by rule. Literals and cells light each other up; what is long is drawn as it is asked for.

import { sentence } from "../dialect.js";
import { $$, el } from "../dom.js";
import { cellName, t, tOr } from "../words.js";
import { formulaFields } from "./fields.js";
import { number, Panel } from "./panel.js";

const MOST_RULES = 40; // drawn at a time
const MOST_CLAUSES = 60;
const MOST_OF_CELL = 80;

export class Formula extends Panel {
  constructor(lab, host, name) {
    super(lab, host, name);
    const { options } = lab;
    const fields = el("div", { class: "fields" }, formulaFields(options, () => this.load()));
    this.summary = el("p", { class: "summary", role: "status" });
    this.info = el("p", { class: "info" });
    this.pointed = el("div", { class: "pointed" });
    this.pointing = el("div", { class: "pointing" }, this.info, this.pointed);
    this.list = el("div", { class: "rules" });
    this.body.append(fields, this.summary, this.pointing, this.list);
    this.body.addEventListener("pointerover", (event) => this.over(event.target));
    this.body.addEventListener("pointerleave", () => this.look(null));
    this.body.addEventListener("focusin", (event) => this.over(event.target));
    this.body.addEventListener("keydown", (event) => this.keyAmong(event));
  }

  open() {
    const { encoding, three } = this.lab.options;
    if (this.shown !== `${encoding} ${three}`) this.load();
  }

  async load() {
    const { encoding, three } = this.lab.options;
    this.shown = null;
    const found = await this.ask("formula", { encoding, three });
    this.found = found;
    for (const part of [this.pointed, this.list]) part.replaceChildren();
    this.summary.textContent = "";
    this.look(null);
    if (!found) return;
    this.shown = `${encoding} ${three}`;
    this.occurs = occurrences(found);
    this.ruleOf = found.rules.flatMap((rule) => new Array(rule.number).fill(rule));
    this.summary.textContent = this.t("summary", {
      variables: number(found.variables),
      cells: number(found.cells),
      auxiliaries: number(found.variables - found.cells),
      clauses: number(found.number),
      literals: number(found.literals),
    });
    const groups = Map.groupBy(found.rules, ({ kind }) => kind);
    this.list.replaceChildren(...[...groups].map(([kind, rules]) => this.group(kind, rules)));
    this.hoverCell(null);
    this.stops();
  }

  // Drawing.

  group(kind, rules) {
    const clauses = rules.reduce((sum, rule) => sum + rule.number, 0);
    const counts = [
      this.t("of-rules", { n: rules.length }),
      this.t("of-clauses", { n: clauses }),
    ].join(", ");
    const title = tOr(`law.${this.lab.view.kind}.${kind}`, kind);
    const body = el("div", { class: "body" });
    const details = el(
      "details",
      { class: "group", ontoggle: () => details.open && !body.firstChild && this.more(body, rules, 0) },
      el("summary", {}, el("b", { text: title }), " ", el("span", { class: "soft", text: counts })),
      body,
    );
    return details;
  }

  /** Draw the next rules of a group. */
  more(body, rules, from) {
    const next = from + MOST_RULES;
    body.append(...rules.slice(from, next).map((rule) => this.rule(rule)));
    if (next < rules.length) {
      const text = this.t("more-rules", { n: rules.length - next });
      body.append(moreButton(text, () => this.more(body, rules, next)));
    }
    this.stops();
  }

  rule(rule) {
    const list = el("ul", { class: "clauses" });
    const place = rule.first;
    this.moreClauses(list, place, place + rule.number);
    return el(
      "div",
      { class: "rule", "data-rule": place },
      el("p", { class: "soft", text: sentence(rule.text) }),
      list,
    );
  }

  moreClauses(list, from, end) {
    const next = Math.min(end, from + MOST_CLAUSES);
    for (let place = from; place < next; place++) list.append(this.clause(place));
    if (next >= end) return;
    const text = this.t("more-clauses", { number: number(end - next) });
    const item = el(
      "li",
      {},
      moreButton(text, () => (item.remove(), this.moreClauses(list, next, end), this.stops())),
    );
    list.append(item);
  }

  clause(place) {
    const literals = this.found.clauses[place].map((literal) => this.literal(literal));
    const or = () => el("span", { class: "or", text: "∨", "aria-hidden": "true" });
    return el(
      "li",
      { class: "clause", "data-clause": place },
      literals.flatMap((one, index) => (index ? [or(), one] : [one])),
    );
  }

  literal(literal) {
    const variable = Math.abs(literal);
    const name = this.variable(variable);
    return el("button", {
      class: `literal ${variable > this.found.cells ? "auxiliary" : ""}`,
      tabindex: -1,
      "data-literal": literal,
      "aria-label": literal < 0 ? this.t("not", { name }) : name,
      text: literal < 0 ? `¬${name}` : name,
    });
  }

  variable(variable) {
    return variable <= this.found.cells ? cellName(variable - 1, this.lab.view.columns) : `a${variable}`;
  }

  // Pointing.

  over(target) {
    if (!this.found) return;
    const literal = target.closest(".literal");
    const clause = target.closest(".clause");
    if (clause) this.look(literal ? Number(literal.dataset.literal) : null, Number(clause.dataset.clause));
  }

  /** Somebody looks at a literal, a clause, or nothing. */
  look(literal, clause = null) {
    const { board } = this.lab;
    const cellsIn = clause === null ? [] : this.cellsIn(this.found.clauses[clause]);
    const variable = Math.abs(literal ?? 0);
    const isCell = variable > 0 && variable <= this.found.cells;
    board.mark({ rule: cellsIn, hover: isCell ? [variable - 1] : [], look: [] });
    this.light(variable);
    this.info.textContent = this.says(literal, clause);
  }

  says(literal, clause) {
    if (literal !== null) return this.saysOf(literal);
    return clause === null ? this.t("point") : sentence(this.ruleOf[clause].text);
  }

  saysOf(literal) {
    const variable = Math.abs(literal);
    const [name, n] = [this.variable(variable), this.occurs.get(variable)?.length ?? 0];
    if (variable > this.found.cells) return this.t("auxiliary", { literal, name, clauses: number(n) });
    const { play, kind } = this.lab.view;
    const state = tOr(`state.${kind}.${literal > 0}`, literal > 0 ? play.true : play.false);
    return this.t("literal", { literal, name, state, clauses: number(n) });
  }

  /** Cells of a clause; through auxiliary variables, none. */
  cellsIn(clause) {
    return clause
      .map(Math.abs)
      .filter((variable) => variable <= this.found.cells)
      .map((variable) => variable - 1);
  }

  light(variable) {
    for (const one of $$(".literal.same", this.body)) one.classList.remove("same");
    if (!variable) return;
    for (const sign of [variable, -variable])
      for (const one of $$(`.literal[data-literal="${sign}"]`, this.body)) one.classList.add("same");
  }

  hoverCell(cell) {
    if (!this.found || cell === null) {
      this.lab.board.mark({ look: [], rule: [], hover: [] });
      this.light(0);
      if (!this.pointed.firstChild && this.found)
        this.pointed.replaceChildren(el("p", { class: "soft", text: this.t("point-cell") }));
      return;
    }
    const places = this.occurs.get(cell + 1) ?? [];
    const others = new Set(places.flatMap((place) => this.cellsIn(this.found.clauses[place])));
    others.delete(cell);
    const shown = places.slice(0, MOST_OF_CELL);
    const title = this.t("of-cell", { name: cellName(cell, this.lab.view.columns), n: places.length });
    const left = places.length - shown.length;
    this.pointed.replaceChildren(
      el("p", { class: "heading", text: title }),
      el(
        "ul",
        { class: "clauses" },
        shown.map((place) => this.clause(place)),
      ),
      left ? el("p", { class: "soft", text: this.t("more-clauses", { number: number(left) }) }) : "",
    );
    this.stops();
    this.lab.board.mark({ hover: [cell], rule: [], look: [...others] });
    this.light(cell + 1);
    this.info.textContent = places.length ? this.saysOf(cell + 1) : title;
    this.pointing.scrollIntoView({ block: "nearest" }); // on a phone it may be far down
  }

  // Keys: literals are one stop of the Tab key in each of the two lists.

  stops() {
    for (const part of [this.pointed, this.list]) {
      if (part.querySelector('.literal[tabindex="0"]')) continue;
      const first = $$(".literal", part)[0];
      if (first) first.tabIndex = 0;
    }
  }

  keyAmong(event) {
    const here = event.target.closest?.(".literal");
    if (!here) return;
    const root = this.pointed.contains(here) ? this.pointed : this.list;
    const all = $$(".literal", root).filter((one) => one.checkVisibility());
    const place = all.indexOf(here);
    const clauseOf = (one) => one?.closest(".clause");
    const first = all.findIndex((one) => clauseOf(one) === clauseOf(here));
    const before = all[first - 1];
    const there = {
      ArrowRight: () => all[place + 1],
      ArrowLeft: () => all[place - 1],
      ArrowDown: () => all.slice(place).find((one) => clauseOf(one) !== clauseOf(here)),
      ArrowUp: () => before && all.find((one) => clauseOf(one) === clauseOf(before)),
      Home: () => all[0],
      End: () => all.at(-1),
    }[event.key]?.();
    if (!there) return;
    event.preventDefault();
    here.tabIndex = -1;
    there.tabIndex = 0;
    there.focus();
  }

  close() {
    super.close();
    this.lab.board.mark({ look: [], rule: [], hover: [] });
  }
}

function moreButton(text, onclick) {
  const made = el("button", { class: "more", text, onclick: () => (made.remove(), onclick()) });
  return made;
}

/** Return for each variable the clauses that it is in. */
function occurrences({ clauses }) {
  const found = new Map();
  clauses.forEach((clause, place) => {
    for (const variable of new Set(clause.map(Math.abs))) {
      if (!found.has(variable)) found.set(variable, []);
      found.get(variable).push(place);
    }
  });
  return found;
}
