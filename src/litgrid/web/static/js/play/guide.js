// A first board of a kind: what comes next is said, one step after another, and somebody enters it; soon it is theirs.

import { keep, kept } from "../kept.js";
import { stateWord } from "../sentences.js";
import { t } from "../words.js";

const GUIDED = "note.guided";
const STEPS = 4; // that are said
const REST = 300; // ms after a move
const BEAT = 900; // ms that each state of a cell is shown

/** Whether nobody has been guided through a board of a kind here. */
export function isNew(kind) {
  return !kept(GUIDED)?.includes?.(kind);
}

export class Guide {
  constructor({ player, helping, message }) {
    this.player = player;
    this.helping = helping;
    this.message = message;
    this.left = 0;
    player.addEventListener("change", () => this.follow());
    player.addEventListener("load", () => this.end());
  }

  /** Lead through the board that is on the table. */
  async begin() {
    const { view } = this.player;
    keep(GUIDED, [...new Set([...(kept(GUIDED) ?? []), view.kind])]);
    this.left = STEPS;
    const first = view.play.first ? 1 : 0;
    const [one, other] = [first, 1 - first].map((value) => stateWord(view, value));
    await this.say([t("guide.fill", { one, other })]);
    this.demonstrate(first);
  }

  end() {
    this.left = 0;
    clearTimeout(this.waiting);
  }

  async say(lead = []) {
    await this.helping.offer(null, 3, lead);
    this.asked = this.helping.hinted?.steps.flatMap(({ cells }) => cells) ?? [];
    if (!this.asked.length) this.end();
  }

  /** Somebody has entered something: if it is what was asked for, go on. */
  follow() {
    if (!this.left) return;
    clearTimeout(this.waiting);
    const { values } = this.player.game;
    if (this.player.rules.finished) return this.end();
    if (this.asked.every(([cell, value]) => values[cell] === value)) this.left -= 1;
    this.waiting = setTimeout(() => {
      if (this.left) this.say();
      else this.message.say("good", t("guide.alone"), [t("guide.alone-more")]);
    }, REST);
  }

  /** Show on the first cell that was spoken of what one click, and another, would enter. */
  demonstrate(first) {
    const { player, helping } = this;
    const { hinted } = helping;
    if (!hinted || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const [[cell]] = this.asked;
    [[[cell, first]], [[cell, 1 - first]], []].forEach((entries, place) =>
      setTimeout(() => helping.hinted === hinted && player.suppose(entries), BEAT * (place + 1)),
    );
  }
}
