// Help on demand: hints in three stages, checking, and solutions. All of it comes from the server; each is noted, so that
// statistics can tell games that were won alone.

import { Superseded, ask } from "../api.js";
import { cellsOf, differing, rowsOf, understood } from "../dialect.js";
import { confirm, sentenceOf, settings } from "../shell.js";
import { stateWord } from "../player.js";
import { cellName, t } from "../words.js";

const PATIENCE = 30; // seconds for an answer

export class Helping {
  constructor(player, message) {
    Object.assign(this, { player, message });
    this.forget();
  }

  /** Forget what was asked: the board has changed. */
  forget() {
    this.hinted = null;
    this.stage = 0;
    this.solutions = [];
    this.before = null;
  }

  /**
   * Ask the server about the board, or about other entries on it (null: none), while the card says so. Returns null where
   * something came between, which was then said.
   */
  async ask(route, busy, { entries = this.player.game.values, ...more } = {}) {
    const { game, view } = this.player;
    const values = game.values.slice();
    const language = settings.get("language");
    const question = { puzzle: view.record, entries: entries && rowsOf(entries, view), language, ...more };
    // Most answers are there at once: no flicker for them.
    const waiting = setTimeout(() => this.message.say("busy", busy, [], { aloud: false }), 250);
    try {
      const answer = await ask(route, question, { slot: "help" });
      const moved = game !== this.player.game || differing(values, game.values).length;
      return moved ? null : understood(answer, view);
    } catch (failure) {
      if (!(failure instanceof Superseded)) this.message.say("bad", t("message.failed"), [sentenceOf(failure)]);
      return null;
    } finally {
      clearTimeout(waiting);
    }
  }

  // Hints.

  /** Ask for a hint, or for the next stage of the one that is there; the one after the last does the step. */
  async hint() {
    if (this.hinted && this.stage < 3) return this.showStage(this.stage + 1);
    if (this.hinted) return this.take();
    this.player.game.helped = true;
    const answer = await this.ask("hint", t("hint.busy"));
    if (!answer) return;
    const { board } = this.player;
    board.clearHighlights();
    if (answer.mistake) {
      const { text, entry } = answer.mistake;
      const [cell] = entry;
      board.highlight([cell], "clash");
      board.select(cell);
      this.message.say("bad", t("hint.mistake"), [text]);
    } else if (answer.steps.length) {
      this.hinted = answer;
      this.showStage(1);
    } else {
      this.message.say(answer.status === "unique" ? "good" : "bad", t("hint.none"), [answer.text]);
    }
  }

  /** Say the hint that is there in another language, as far as it was said; what else was said goes. */
  async retranslate() {
    const { hinted, stage } = this;
    this.message.close();
    if (!hinted) return;
    const answer = await this.ask("hint", t("hint.busy"));
    if (!answer?.steps.length) return;
    this.hinted = answer;
    this.showStage(stage);
  }

  showStage(stage) {
    this.stage = stage;
    const { board } = this.player;
    const { steps, stages } = this.hinted;
    const [step] = steps;
    const rules = cellsOf(step.rules);
    const results = step.cells.map(([cell]) => cell);
    board.clearHighlights();
    if (stage === 1) board.highlight([...new Set([...rules, ...results])], "look");
    if (stage >= 2) board.highlight(rules, "rule");
    if (stage === 3) {
      board.highlight(
        step.facts.map(([cell]) => cell),
        "fact",
      );
      board.highlight(results, "result");
    }
    const buttons =
      stage < 3 ? [[t("hint.more"), () => this.hint(), true]] : [[t("hint.take"), () => this.take(), true]];
    this.message.say("hint", t(`hint.title-${stage}`), [stages[stage - 1]], { stage, buttons });
  }

  /** Enter what the hint has found. */
  take() {
    const [{ cells }] = this.hinted.steps;
    this.forget();
    this.player.enter(cells, "hint");
  }

  // Checking.

  async check() {
    const { player, message } = this;
    player.game.helped = true;
    const answer = await this.ask("check", t("check.busy"), { complete: true });
    if (!answer) return;
    const tells = settings.get("errors") !== "never";
    const n = answer.broken.length;
    if (n) {
      if (tells) player.showMistakes();
      const sentences = tells ? answer.broken.map(({ here }) => here) : [];
      const more = n > 4 && tells ? [t("check.more", { n: n - 3 })] : [];
      message.say("bad", t("check.broken", { n }), [...sentences.slice(0, more.length ? 3 : 4), ...more]);
    } else if (answer.status === "solved") message.say("good", t("check.finished"));
    else if (answer.completable === false) message.say("bad", t("check.stuck"), [t("check.stuck-more")]);
    else if (answer.completable) message.say("good", t("check.fine"), [t("check.fine-more")]);
    else message.say("hint", t("check.unknown"), [t("check.unknown-more")]);
  }

  // Solutions.

  /** Show an answer that has what is entered; again: another one. */
  async solve() {
    const again = this.solutions.length > 0;
    if (!again) {
      if (!(await confirm(t("solve.question"), t("solve.agree")))) return;
      this.before = this.player.game.values.slice();
    }
    this.player.game.helped = true;
    await (again ? this.another() : this.first());
  }

  async first() {
    const answer = await this.ask("solve", t("solve.busy"), { timeout: PATIENCE });
    if (!answer) return;
    if (answer.status === "none") await this.blame(answer);
    else if (answer.solutions.length) this.showFirst(answer);
    else this.unknown();
  }

  /** Show an answer that was not seen yet: of one more than were seen one is, unless these are all. */
  async another() {
    const { before: entries, solutions: seen, message } = this;
    const answer = await this.ask("list", t("solve.busy"), { entries, most: seen.length + 1, timeout: PATIENCE });
    if (!answer) return;
    const isSeen = (values) => seen.some((other) => differing(values, other).length === 0);
    const fresh = answer.answers.map((one) => one.answer).find((values) => !isSeen(values));
    if (fresh) this.showNext(fresh, seen.at(-1));
    else if (answer.status === "all") {
      this.fill(seen[0], seen);
      message.say("good", t("solve.all", { n: seen.length }), [t("solve.undo")]);
    } else this.unknown();
  }

  unknown() {
    this.message.say("hint", t("solve.unknown"), [t("solve.unknown-more")]);
  }

  /** Say why there is no answer: without what is entered there may be one. */
  async blame({ conflict, why }) {
    const { game } = this.player;
    const entered = differing(game.values, game.start).length > 0;
    const without = entered ? await this.ask("solve", t("solve.busy"), { entries: null, timeout: PATIENCE }) : {};
    if (!without) return;
    const entries = without.solutions?.length > 0;
    const showIt = () => {
      this.before = game.start;
      this.showFirst(without);
    };
    const buttons = entries ? [[t("solve.without"), showIt, true]] : [];
    const sentences = [...why, ...conflict.slice(0, 2).map((rule) => this.blamed(rule))];
    this.message.say("bad", t(entries ? "solve.none-entries" : "solve.none"), sentences, { buttons });
  }

  /** Say a rule that cannot hold. What the player entered the server takes for given. */
  blamed({ rule, at, text }) {
    const { game, view } = this.player;
    if (rule !== "given" || game.start[at] >= 0) return text;
    return t("solve.entry", { cell: cellName(at, view.columns), state: stateWord(view, this.before[at]) });
  }

  /** Show what solving has found. */
  showFirst({ status, solutions }) {
    const [values, other] = solutions;
    if (status !== "unique") return this.showNext(values, other);
    this.fill(values, [values]);
    this.message.say("good", t("solve.unique"), [t("solve.undo")]);
  }

  /** Show one of several solutions, and where it differs from another one. */
  showNext(values, other = values) {
    this.fill(values, [...this.solutions, values]);
    this.player.board.highlight(differing(values, other), "differ");
    this.message.say("good", t("solve.one", { number: this.solutions.length }), [t("solve.undo")], {
      buttons: [[t("solve.another"), () => this.solve(), true]],
    });
  }

  /** Fill the board with an answer; these were shown until now. */
  fill(values, solutions) {
    const { before } = this;
    this.player.fill(values);
    Object.assign(this, { solutions, before }); // filling the board has made it forget
  }
}
