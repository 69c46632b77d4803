// Help on demand: hints in three stages, checking, and solutions. All of it comes from the server; each is noted, so that
// statistics can tell games that were won alone.

import { Superseded, ask } from "../api.js";
import { cellsOf, differing, rowsOf, understood } from "../dialect.js";
import { told } from "../links.js";
import { confirm, sentenceOf, settings } from "../shell.js";
import { stateWord } from "../sentences.js";
import { cellName, t } from "../words.js";

const PATIENCE = 30; // seconds for an answer

export class Helping {
  /** covers: elements that may be in front of the board. */
  constructor(player, message, covers) {
    this.player = player;
    this.message = message;
    this.covers = covers;
    this.forget();
  }

  /** Forget what was asked: the board has changed. */
  forget() {
    if (this.hinted) this.player.suppose([]);
    this.hinted = null;
    this.cell = null; // what somebody asked about
    this.lead = []; // sentences before the hint's own
    this.pages = [];
    this.stage = 0;
    this.solutions = [];
    this.before = null;
  }

  /**
   * Ask the server about the board, or about other entries on it (null: none), while the card says so. Returns null where
   * something came between, which was then said.
   *
   * @param {string} route
   * @param {string} busy
   * @param {Record<string, any>} how
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

  /** Ask for a hint, or for the next stage of the one that is there, or its next page; the one after does the step. */
  async hint() {
    if (this.hinted && this.stage < 3) return this.showStage(this.stage + 1);
    if (this.hinted && this.page < this.pages.length - 1) return this.showPage(this.page + 1);
    if (this.hinted) return this.take();
    await this.offer(null, 1);
  }

  /** Tell why a cell has its value. */
  async why(cell) {
    const { game, view } = this.player;
    if (game.start[cell] >= 0) return this.message.say("hint", this.titleOf(cell), [t("why.given")]);
    this.player.board.select(cell);
    await this.offer(cell, 3);
  }

  titleOf(cell) {
    return t("why.title", { cell: cellName(cell, this.player.view.columns) });
  }

  /** Ask for the next step, or about a cell, and show what comes; lead: sentences before it. */
  async offer(cell, stage, lead = []) {
    this.player.game.helped = true;
    const { board, view } = this.player;
    const place = cell === null ? {} : { cell: [Math.floor(cell / view.columns) + 1, (cell % view.columns) + 1] };
    const answer = await this.ask("hint", t("hint.busy"), place);
    if (!answer) return;
    this.forget();
    board.clearHighlights();
    if (answer.mistake) this.showMistake(answer.mistake);
    else if (answer.steps.length) {
      Object.assign(this, { hinted: answer, cell, lead, pages: told(answer.steps) });
      this.showStage(stage);
    } else {
      const title = cell === null ? t("hint.none") : this.titleOf(cell);
      this.message.say(answer.status === "unique" ? "good" : "bad", title, [answer.text]);
    }
  }

  showMistake({ text, entry }) {
    const { board } = this.player;
    const [cell] = entry;
    board.highlight([cell], "clash");
    board.select(cell);
    this.message.say("bad", t("hint.mistake"), [text]);
    this.reveal([cell]);
  }

  /** Say the hint that is there in another language, as far as it was said; what else was said goes. */
  async retranslate() {
    const { hinted, stage, cell, page } = this;
    this.message.close();
    if (!hinted) return;
    await this.offer(cell, stage);
    if (this.pages[page] && stage === 3) this.showPage(page);
  }

  showStage(stage) {
    this.stage = stage;
    if (stage === 3) return this.showPage(0);
    const { board } = this.player;
    const { steps, stages } = this.hinted;
    const [step] = steps;
    const rules = cellsOf(step.rules);
    board.clearHighlights();
    const look = [...new Set([...rules, ...step.cells.map(([cell]) => cell)])];
    if (stage === 1) board.highlight(look, "look");
    else board.highlight(rules, "rule");
    const { current } = board;
    const why = [t("why.title", { cell: cellName(current, board.view.columns) }), () => this.why(current)];
    const asks = this.player.game.start[current] < 0 && board.told.onAsk;
    const buttons = [[t("hint.more"), () => this.hint(), true], ...(asks ? [why] : [])];
    this.message.say("hint", t(`hint.title-${stage}`), [stages[stage - 1]], { stage, buttons });
    this.reveal(look);
  }

  /** Bring the cells that are spoken of into view, once what is said about them is laid out. */
  reveal(cells) {
    const { board } = this.player;
    requestAnimationFrame(() => board === this.player.board && board.sight.reveal(cells, this.covers));
  }

  /** Show the step; of several, or of the links of a long chain, one, with what is known or supposed by then. */
  showPage(page) {
    this.page = page;
    const { hinted, pages, cell, player } = this;
    const { text, rule, facts, result, shown } = pages[page];
    player.suppose([...pages.slice(0, page).flatMap(({ decided }) => decided), ...shown]);
    player.board.clearHighlights();
    for (const [role, cells] of Object.entries({ rule, fact: facts, result })) player.board.highlight(cells, role);
    const last = page === pages.length - 1;
    const turn = (way, by, primary = false) => [t(`hint.${way}`), () => this.showPage(page + by), primary];
    const buttons = [
      ...(page ? [turn("back", -1)] : []),
      last ? [t("hint.take"), () => this.take(), true] : turn("on", 1, true),
    ];
    const title = cell === null ? t("hint.title-3") : this.titleOf(cell);
    const part = pages.length > 1 ? ` (${t("hint.page", { page: page + 1, pages: pages.length })})` : "";
    const before = page === 0 ? [...this.lead, ...(hinted.steps.length > 1 ? [t("why.first")] : [])] : [];
    this.message.say("hint", title + part, [...before, text], { stage: cell === null ? 3 : 0, buttons });
    this.reveal([...new Set([...rule, ...facts, ...result])]);
  }

  /** Enter what the hint has found. */
  take() {
    const entries = this.hinted.steps.flatMap(({ cells }) => cells);
    this.forget();
    this.player.enter(entries, "hint");
  }

  // Checking.

  async check() {
    const { player, message } = this;
    const answer = await this.ask("check", t("check.busy"), { complete: true });
    if (!answer) return;
    this.forget(); // the card of a hint makes way for what is said now, and what it showed on the board with it
    player.board.clearHighlights();
    player.game.helped ||= answer.broken.length > 0 || answer.completable === false; // it told something
    const tells = settings.get("errors") !== "never";
    const n = answer.broken.length;
    if (n) {
      if (tells) player.showMistakes();
      const sentences = tells ? answer.broken.map(({ here }) => here) : [];
      const more = n > 4 && tells ? [t("check.more", { n: n - 3 })] : [];
      message.say("bad", t("check.broken", { n }), [...sentences.slice(0, more.length ? 3 : 4), ...more]);
    } else if (answer.status === "solved") message.say("good", t("check.finished"));
    else if (answer.completable === false) this.sayStuck(answer);
    else if (answer.completable) message.say("good", t("check.fine"), [t("check.fine-more")]);
    else message.say("hint", t("check.unknown"), [t("check.unknown-more")]);
  }

  /** Say that no answer fits; which entry is wrong is said to whom wants to know it. */
  sayStuck({ mistake, fault }) {
    const buttons = mistake ? [[t("check.which"), () => this.showMistake(mistake), true]] : [];
    const more = fault === "puzzle" ? "stuck-puzzle" : fault === "entry" ? "stuck-more" : "stuck-unknown";
    this.message.say("bad", t("check.stuck"), [t(`check.${more}`)], { buttons });
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
