// What can be done about a board whose clues are too few or too many: clues that would leave one answer, and those that
// are not needed. The server finds them; each is a step that can be undone.

import { cancel, Superseded } from "../api.js";
import { el } from "../dom.js";
import { recordOf } from "./draft.js";
import { sentenceOf } from "../shell.js";
import { t } from "../words.js";

const OFFERS = { several: ["unique"], unique: ["needless", "fewest"] };
const MOST_OFFERED = 8;
const SECONDS = 20;

export class Improve {
  /**
   * draft(): what is to be improved; asked(route, draft, more): the answer to a question about it; apply(record,
   * sentence): take a better one; onHover(clue): somebody looks at a clue that could be added, null for none.
   */
  constructor({ draft, asked, apply, onHover }) {
    Object.assign(this, { draft, asked, apply, onHover });
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
      el("button", { type: "button", onclick: () => this.look(what), text: t(`set.improve.${what}`) }),
    );
    return [el("div", { class: "buttons improve" }, buttons), this.result];
  }

  /** Stop looking: the board is another one. */
  stop() {
    cancel("improve");
  }

  async look(what) {
    const draft = this.draft();
    this.say(t("set.improve.looking"));
    try {
      const found = await this.asked("improve", draft, { [what]: true, timeout: SECONDS });
      if (draft !== this.draft()) return;
      if (found.unique.length > 1) this.choose(found.unique);
      else this.told(what, found.lean ?? found.fewest ?? found.unique[0]);
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.say(sentenceOf(failure));
    }
  }

  /** Several clues would do, each alone: one is chosen. */
  choose(better) {
    const offer = (one) => {
      const [clue] = one.added;
      const look = (on) => () => this.onHover(on ? clue : null);
      return el("button", {
        type: "button",
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
