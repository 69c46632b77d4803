// What can be done about a board whose clues are too few or too many: clues that would leave one answer, and those that
// are not needed. The server finds them; each is a step that can be undone.

import { ask, Superseded } from "./api.js";
import { el } from "./dom.js";
import { recordOf } from "./draft.js";
import { sentenceOf } from "./shell.js";
import { t } from "./words.js";

const OFFERS = { several: ["unique"], unique: ["needless", "fewest"] };

export class Improve {
  /** draft(): what is to be improved; apply(record, sentence): take a better one. */
  constructor({ draft, apply }) {
    Object.assign(this, { draft, apply });
    this.busy = null;
  }

  /** Return buttons for what can be done about a board of which this was found. */
  offers(found) {
    const offered = OFFERS[found.status];
    if (!offered) return [];
    this.result = el("div", { class: "result", role: "status" });
    const buttons = offered.map((what) => el("button", { type: "button", onclick: () => this.look(what), text: t(`set.improve.${what}`) }));
    return [el("div", { class: "buttons improve" }, buttons), this.result];
  }

  async look(what) {
    const draft = this.draft();
    this.say(t("set.improve.looking"));
    try {
      const found = await ask("improve", { puzzle: recordOf(draft), what });
      if (draft === this.draft()) this.told(what, found);
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.say(sentenceOf(failure));
    }
  }

  told(what, found) {
    const changed = [...(found.added ?? []), ...(found.removed ?? [])];
    if (!found.record || !changed.length) this.say(t(`set.improve.${what}-none`));
    else this.apply(found.record, t(`set.improve.${what}-done`, { n: changed.length, clues: changed.map(({ text }) => text).join("; ") }));
  }

  say(text) {
    this.result.replaceChildren(el("p", { class: "soft", text }));
  }
}
