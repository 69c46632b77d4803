// Help on demand: hints in three stages, checking, and solutions. All of it comes from the server; each is noted, so that
// statistics can tell games that were won alone.

import { Superseded, ask } from "../api.js";
import { confirm, sentenceOf, settings } from "../shell.js";
import { stateWord } from "../player.js";
import { cellName, t } from "../words.js";

const MOST_AVOIDED = 90; // so many grids of 100 x 100 fit into a question

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

  get question() {
    const { view, game } = this.player;
    return { puzzle: view.record, values: [...game.values], language: settings.get("language") };
  }

  /** Ask the server while the card says so; null where something came between, which was then said. */
  async ask(route, more, busy) {
    const { game } = this.player;
    const values = game.values.slice();
    // Most answers are there at once: no flicker for them.
    const waiting = setTimeout(() => this.message.say("busy", busy, [], { aloud: false }), 250);
    try {
      const answer = await ask(route, { ...this.question, ...more }, { slot: "help" });
      const moved = game !== this.player.game || game.values.some((value, cell) => value !== values[cell]);
      return moved ? null : answer;
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
    const answer = await this.ask("hint", {}, t("hint.busy"));
    if (!answer) return;
    const { board } = this.player;
    board.clearHighlights();
    if (answer.mistake) {
      const { cell, text } = answer.mistake;
      board.highlight([cell], "clash");
      board.select(cell);
      this.message.say("bad", t("hint.mistake"), [text]);
    } else if (answer.step) {
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
    const answer = await this.ask("hint", {}, t("hint.busy"));
    if (!answer?.step) return;
    this.hinted = answer;
    this.showStage(stage);
  }

  showStage(stage) {
    this.stage = stage;
    const { board } = this.player;
    const { step, stages } = this.hinted;
    const results = step.cells.map(([cell]) => cell);
    board.clearHighlights();
    if (stage === 1) board.highlight([...new Set([...step.rule_cells, ...results])], "look");
    if (stage >= 2) board.highlight(step.rule_cells, "rule");
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
    const { cells } = this.hinted.step;
    this.forget();
    this.player.enter(
      cells.map(([cell, value]) => [cell, Number(value)]),
      "hint",
    );
  }

  // Checking.

  async check() {
    const { player, message } = this;
    player.game.helped = true;
    const answer = await this.ask("check", {}, t("check.busy"));
    if (!answer) return;
    const tells = settings.get("errors") !== "never";
    if (answer.violations.length) {
      if (tells) player.showMistakes();
      const sentences = tells ? answer.violations.map(({ text }) => text) : [];
      const more = answer.broken > 4 && tells ? [t("check.more", { n: answer.broken - 3 })] : [];
      message.say("bad", t("check.broken", { n: answer.broken }), [
        ...sentences.slice(0, more.length ? 3 : 4),
        ...more,
      ]);
    } else if (answer.complete) message.say("good", t("check.finished"));
    else if (answer.solvable === false) message.say("bad", t("check.stuck"), [t("check.stuck-more")]);
    else if (answer.solvable) message.say("good", t("check.fine"), [t("check.fine-more")]);
    else message.say("hint", t("check.unknown"), [t("check.unknown-more")]);
  }

  // Solutions.

  /** Show a solution that has what is entered; again: another one. */
  async solve() {
    const { player, message } = this;
    const again = this.solutions.length > 0;
    if (!again) {
      if (!(await confirm(t("solve.question"), t("solve.agree")))) return;
      this.before = [...player.game.values];
    }
    player.game.helped = true;
    const answer = await this.ask(
      "solve",
      { values: this.before, avoid: this.solutions.slice(-MOST_AVOIDED), timeout: 30 },
      t("solve.busy"),
    );
    if (!answer) return;
    if (answer.status === "none") {
      const entries = answer.blame === "entries";
      const buttons = entries ? [[t("solve.without"), () => this.solveWithout(), true]] : [];
      message.say(
        "bad",
        t(entries ? "solve.none-entries" : "solve.none"),
        (answer.conflict ?? []).slice(0, 2).map((rule) => this.blamed(rule)),
        { buttons },
      );
      return;
    }
    if (!answer.solutions.length) {
      message.say("hint", t("solve.unknown"), [t("solve.unknown-more")]);
      return;
    }
    const fresh = answer.solutions.find((values) => !this.solutions.some((other) => String(other) === String(values)));
    this.showSolution(fresh ?? answer.solutions[0], answer, answer.exhausted === true);
  }

  /** Say a rule that cannot hold. What the player entered the server takes for given. */
  blamed({ rule, at, text }) {
    const { game, view } = this.player;
    if (rule !== "given" || game.start[at] >= 0) return text;
    return t("solve.entry", { cell: cellName(at, view.columns), state: stateWord(view, this.before[at]) });
  }

  showSolution(values, answer, exhausted) {
    const { player, message } = this;
    const last = this.solutions.at(-1);
    const known = this.solutions.some((other) => String(other) === String(values));
    const solutions = known ? this.solutions : [...this.solutions, values];
    const { before } = this;
    player.fill(values);
    Object.assign(this, { solutions, before }); // filling the board has made it forget
    if (answer.status === "unique") message.say("good", t("solve.unique"), [t("solve.undo")]);
    else if (exhausted) message.say("good", t("solve.all", { n: solutions.length }), [t("solve.undo")]);
    else {
      const differ = last ? [...values.keys()].filter((cell) => values[cell] !== last[cell]) : (answer.differ ?? []);
      player.board.highlight(differ, "differ");
      message.say("good", t("solve.one", { number: solutions.length }), [t("solve.undo")], {
        buttons: [[t("solve.another"), () => this.solve(), true]],
      });
    }
  }

  solveWithout() {
    this.before = [...this.player.game.start];
    this.solutions = [];
    return this.ask("solve", { values: this.before, timeout: 30 }, t("solve.busy")).then((answer) => {
      if (answer?.solutions.length) this.showSolution(answer.solutions[0], answer, false);
    });
  }
}
