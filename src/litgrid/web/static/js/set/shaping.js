// Boards that the server makes: open ones, and those that come of turning, mirroring and resizing the one that is drawn.

import { ask, Superseded } from "../api.js";
import { sentenceOf, toast } from "../shell.js";
import { t } from "../words.js";
import { recordOf, size } from "./draft.js";

export class Shaping {
  /** draft(): the board that is drawn; take(record, sentence): go on with another one. */
  constructor({ draft, take }) {
    this.draft = draft;
    this.take = take;
  }

  /** Begin an open board: `{kind, rows, columns}`. */
  fresh(wanted) {
    return this.make("empty", wanted, t("set.done.new"));
  }

  /** Make the board larger or smaller; what is drawn stays at a corner, or in the middle. */
  resize({ rows, columns }, anchor) {
    const now = size(this.draft());
    const share = (side) => (anchor === "middle" ? 0.5 : Number(anchor.includes(side)));
    const above = Math.floor((rows - now.rows) * share("bottom"));
    const left = Math.floor((columns - now.columns) * share("right"));
    return this.transform({ rows, columns, above, left }, t("set.done.resized", { rows, columns }));
  }

  turn(name) {
    return this.transform({ turn: name }, t(`set.done.${name}`));
  }

  transform(how, sentence) {
    return this.make("transform", { puzzle: recordOf(this.draft()), ...how }, sentence);
  }

  /** Have the server make a board, and take it, unless somebody has gone on drawing meanwhile. */
  async make(route, question, sentence) {
    const draft = this.draft();
    try {
      const { record } = await ask(route, question, { slot: "make" });
      if (draft === this.draft()) this.take(record, sentence);
    } catch (failure) {
      if (!(failure instanceof Superseded)) toast(sentenceOf(failure));
    }
  }
}
