// What is known of the board being drawn: asked after each change, when the hand has rested for a moment. A newer change
// cancels the question; what was known before stays on the board, pale, until the answer comes.

import { cancel, follow, Superseded } from "../api.js";
import { differing } from "../dialect.js";
import { el } from "../dom.js";
import { recordOf, size } from "./draft.js";
import { announce, sentenceOf, settings } from "../shell.js";
import { LEVELS, cellName, levelWord, t } from "../words.js";

const REST = 100; // ms
const QUICK = 3; // seconds that a question may take, and one that somebody wants an answer to
const PATIENT = 60;
const SHARE = 0.25; // of that time, for the cells that are the same in several answers
const LARGE = 400; // cells
const MOST_NAMED = 6;

export class Live {
  /**
   * host: the element that says it. asked(route, draft, more, how): the answer to a question about a draft.
   * onFound(found): something is known, or (null) nothing yet. onHover(clue): somebody looks at a clue that clashes, null
   * for none. extra(found): elements to put below, as what to do about it.
   */
  constructor(host, { asked, onFound, onHover, extra }) {
    this.host = host;
    this.asked = asked;
    this.onFound = onFound;
    this.onHover = onHover;
    this.extra = extra;
    this.found = null;
    this.grade = null;
    this.failure = null;
    this.pending = false;
    this.answered = null;
  }

  /** Ask about a draft. */
  ask(draft) {
    this.draft = draft;
    this.counted = null;
    clearTimeout(this.timer);
    cancel("live");
    cancel("grade");
    cancel("number");
    this.stale(true);
    this.timer = setTimeout(() => this.look(QUICK), REST);
  }

  async look(timeout) {
    const { draft } = this;
    const { rows, columns } = size(draft);
    this.stale(true);
    try {
      let found = known(await this.asked("solve", draft, { timeout }, { slot: "live" }), rows * columns);
      if (draft !== this.draft) return;
      if (found.status === "several") {
        // On a large board the verdict comes long before all cells that are forced are known.
        if (rows * columns > LARGE) this.tell({ found, pending: true });
        found = withForced(found, await this.asked("forced", draft, { timeout: SHARE * timeout }, { slot: "live" }));
        if (draft !== this.draft) return;
      }
      this.tell({ found });
      if (found.status !== "unique") return;
      const grade = await this.asked("grade", draft, { timeout: 20 });
      if (draft === this.draft) this.tell({ found, grade });
    } catch (failure) {
      if (failure instanceof Superseded || draft !== this.draft) return;
      if (this.found && this.answered === draft) this.tell({ found: this.found, grade: { failure } });
      else this.tell({ failure });
    }
  }

  /** Something is known; `pending`: more is being asked. */
  tell({ found = null, grade = null, failure = null, pending = false }) {
    const before = this.found?.status;
    Object.assign(this, { found, grade, failure, pending, answered: this.draft });
    this.stale(pending);
    this.show();
    if (found && found.status !== before) announce(t(`set.status.${found.status}`));
    this.onFound(found);
  }

  stale(on) {
    this.host.setAttribute("aria-busy", String(on));
    document.body.classList.toggle("asking", on);
  }

  /** Write all there is to say. */
  show() {
    const { found, failure } = this;
    const status = failure ? (failure.away ? "away" : "invalid") : (found?.status ?? "asking");
    this.host.dataset.status = status;
    this.host.replaceChildren(
      el("h2", { class: "verdict" }, el("span", { class: "sign", "aria-hidden": "true" }), t(`set.status.${status}`)),
      ...(failure ? [el("p", { text: sentenceOf(failure) })] : found ? this.said(found) : []),
      ...(found ? this.extra(found) : []),
    );
  }

  said(found) {
    const said = {
      unique: () => this.graded(),
      several: () => this.several(found),
      none: () => this.clash(found),
      unknown: () => this.unknown(),
    };
    return said[found.status]();
  }

  graded() {
    const { grade } = this;
    if (!grade) return [el("p", { class: "soft", text: t("set.grade.asking") })];
    if (grade.failure) return [el("p", { class: "soft", text: sentenceOf(grade.failure) })];
    if (!grade.level) return [el("p", { class: "soft", text: t("set.grade.unknown") })];
    const meter = el(
      "span",
      { class: "meter", "aria-hidden": "true" },
      LEVELS.map((level) => el("i", { class: level <= grade.level ? "on" : null })),
    );
    const techniques = Object.entries(grade.techniques).sort(([, one], [, other]) => other - one);
    return [
      el("p", { class: "level" }, meter, el("span", { text: t("set.grade.level", { ...grade, name: levelWord(grade.level) }) })),
      el("p", { class: "soft", text: t(`takes.${grade.level}`) }),
      techniques.length
        ? el(
            "details",
            { class: "techniques" },
            el("summary", { text: t("set.grade.techniques", { n: grade.steps }) }),
            el(
              "ul",
              {},
              techniques.map(([name, times]) =>
                el("li", {}, el("span", { text: grade.names[name] }), el("b", { text: `${times} ×` })),
              ),
            ),
          )
        : null,
    ].filter(Boolean);
  }

  several(found) {
    const columns = this.draft.grid[0].length;
    const names = found.differ.slice(0, MOST_NAMED).map((cell) => cellName(cell, columns));
    const more = found.differ.length > names.length ? "more" : "cells";
    const differ = el("p", { text: t(`set.several.${more}`, { cells: names.join(", "), number: found.differ.length }) });
    if (this.pending) return [differ];
    const open = t(found.complete ? "set.several.open" : "set.several.unfinished", { n: found.open });
    return [
      differ,
      el("p", { class: "soft", text: open }),
      ...(found.complete ? [] : [this.keepLooking()]),
      (this.counted ??= this.counting()),
    ];
  }

  /** Return a button that counts the answers, and stops counting, with what it has found. */
  counting() {
    const said = el("p", { class: "soft", role: "status" });
    const button = el("button", { text: t("set.count.ask") });
    const { draft } = this;
    const stop = () => {
      cancel("number");
      button.textContent = t("set.count.ask");
      button.onclick = begin;
    };
    const begin = async () => {
      button.textContent = t("set.count.stop");
      button.onclick = stop;
      said.textContent = t("set.count.begun");
      try {
        const question = { puzzle: recordOf(draft), language: settings.get("language") };
        for await (const { number, exact } of follow("number", question))
          said.textContent = t(exact ? "set.count.exact" : "set.count.least", { n: number });
      } catch (failure) {
        if (!(failure instanceof Superseded)) said.textContent = sentenceOf(failure);
      }
      if (button.onclick === stop) stop();
    };
    button.onclick = begin;
    return el("div", { class: "count" }, button, said);
  }

  clash(found) {
    const why = (found.why ?? []).map((text) => el("p", { text }));
    if (!found.conflict.length) {
      const rules = (found.rules ?? []).map((rule) => el("li", { text: rule.text }));
      if (rules.length > 1) why.push(el("ul", { class: "clashes" }, rules.slice(0, 12)));
      return why.length ? why : [el("p", { text: t("set.none.unknown") })];
    }
    const items = found.conflict.map((clue) =>
      el("li", { onpointerenter: () => this.onHover(clue), onpointerleave: () => this.onHover(null), text: clue.text }),
    );
    return [
      ...why,
      el("p", { text: t(found.shrunk ? "set.none.clash" : "set.none.some") }),
      el("ul", { class: "clashes" }, items),
    ];
  }

  unknown() {
    return [el("p", { text: t("set.unknown.text") }), this.keepLooking()];
  }

  keepLooking() {
    return el(
      "div",
      { class: "buttons" },
      el("button", { onclick: () => this.look(PATIENT), text: t("set.unknown.more") }),
    );
  }
}

/** Return what solving found, with the cells in which two answers `differ`, and what is `forced`: a value a cell. */
function known(verdict, cells) {
  const { status, solutions } = verdict;
  const differ = solutions.length > 1 ? differing(...solutions) : [];
  return { ...verdict, differ, forced: status === "unique" ? solutions[0] : new Array(cells).fill(-1) };
}

/** Return the same with what is forced in several answers, how many cells are not, and whether that is `complete`. */
function withForced(found, { status, open, ...cells }) {
  const forced = found.forced.slice();
  for (const cell of cells.true) forced[cell] = 1;
  for (const cell of cells.false) forced[cell] = 0;
  return { ...found, forced, open: open.length, complete: status !== "unknown" };
}
