// What can be done about a board whose clues are too few or too many: clues that would leave one answer, all that is
// missing for one, and those that are not needed. The server finds them; each is a step that can be undone.

import { cancel, Superseded } from "../api.js";
import { el } from "../dom.js";
import { select } from "../inputs.js";
import { recordOf } from "./draft.js";
import { sentenceOf } from "../shell.js";
import { LEVELS, levelWord, t } from "../words.js";

const OFFERS = { several: ["unique", "finish"], unknown: ["finish"], unique: ["needless", "fewest"] };
const MOST_OFFERED = 8;
const SECONDS = 20;

export class Improve {
  /**
   * draft(): what is to be improved; asked(route, draft, more): the answer to a question about it; apply(record,
   * sentence): take a better one; onHover(clue): somebody looks at a clue that could be added, null for none;
   * symmetry(): that of walls.
   */
  constructor({ draft, asked, apply, onHover, symmetry }) {
    this.draft = draft;
    this.asked = asked;
    this.apply = apply;
    this.onHover = onHover;
    this.symmetry = symmetry;
    this.level = 0;
  }

  /** Return buttons for what can be done about a board of which this was found; of the same, the same ones. */
  offers(found) {
    if (found === this.found) return this.parts;
    this.found = found;
    this.parts = this.drawn(OFFERS[found.status] ?? []);
    return this.parts;
  }

  drawn(offered) {
    if (!offered.length) return [];
    this.result = el("div", { class: "result", role: "status" });
    const buttons = offered.map((what) =>
      el("button", { onclick: () => this.look(what), text: t(`set.improve.${what}`) }),
    );
    return [el("div", { class: "buttons improve" }, buttons, offered.includes("finish") ? this.levels() : []), this.result];
  }

  /** How hard a board shall be that is finished. */
  levels() {
    const options = [[0, t("set.improve.any-level")], ...LEVELS.map((level) => [level, levelWord(level)])];
    const onchange = ({ target }) => (this.level = Number(target.value));
    return select(options, this.level, { "aria-label": t("set.improve.level"), onchange });
  }

  /** Stop looking: the board is another one. */
  stop() {
    cancel("improve");
  }

  async look(what, more = {}) {
    const draft = this.draft();
    this.say(t("set.improve.looking"));
    try {
      if (what === "finish") return await this.finish(draft);
      const found = await this.asked("improve", draft, { [what]: true, timeout: SECONDS, ...more });
      if (draft !== this.draft()) return;
      if (found.wants_cells) this.refer(what);
      else if (found.unique.length > 1) this.choose(found.unique);
      else this.told(what, found.lean ?? found.fewest ?? found.unique[0]);
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.say(sentenceOf(failure));
    }
  }

  /** Fill in all that the board lacks. */
  async finish(draft) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const wanted = this.level ? { level: String(this.level) } : {};
    const found = await this.asked("finish", draft, { symmetry: this.symmetry(), seed, timeout: SECONDS, ...wanted }, { slot: "improve" });
    if (draft !== this.draft()) return;
    if (found.clues === null) this.say(t(`set.finish.${found.status}`));
    else {
      const other = this.level && found.level !== this.level ? "other" : "done";
      this.apply({ ...recordOf(draft), clues: found.clues }, t(`set.finish.${other}`, { name: levelWord(found.level) }));
    }
  }

  /** The kind's clues do not do it: cells are given only where somebody wants that. */
  refer(what) {
    this.result.replaceChildren(
      el("p", { class: "soft", text: t("set.improve.wants-cells") }),
      el("div", { class: "buttons" }, el("button", { onclick: () => this.look(what, { given: true }), text: t("set.improve.given") })),
    );
  }

  /** Several clues would do, each alone: one is chosen. */
  choose(better) {
    const offer = (one) => {
      const [clue] = one.added;
      const look = (on) => () => this.onHover(on ? clue : null);
      return el("button", {
        text: clue.text,
        onclick: () => this.told("unique", one),
        onpointerenter: look(true),
        onpointerleave: look(false),
        onfocus: look(true),
        onblur: look(false),
      });
    };
    this.result.replaceChildren(
      el("p", { text: t("set.improve.choose", { number: better.length }) }),
      el("div", { class: "choices" }, better.slice(0, MOST_OFFERED).map(offer)),
    );
    this.result.querySelector("button").focus();
  }

  /** Take what was found, and say how the clues have changed. */
  told(what, better) {
    this.onHover(null);
    if (!better) {
      this.say(t("set.improve.nothing"));
      return;
    }
    const { added, removed, clues, number, least, exact } = better;
    if (!added.length && !removed.length) {
      this.say(t(`set.improve.${exact ? "best" : "unproved"}`, { n: number, least }));
      return;
    }
    const changes = [
      ["added", added],
      ["removed", removed],
    ]
      .filter(([, list]) => list.length)
      .map(([how, list]) => t(`set.improve.${how}`, { n: list.length }));
    const proved =
      what === "unique"
        ? added.map(({ text }) => text).join(" ")
        : t(`set.improve.${exact ? "exact" : "atleast"}`, { n: number, least });
    this.apply({ ...recordOf(this.draft()), clues }, `${changes.join(" ")} ${proved}`);
  }

  say(text) {
    this.result.replaceChildren(el("p", { class: "soft", text }));
  }
}
