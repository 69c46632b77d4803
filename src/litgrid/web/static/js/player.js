// One game on the board: what somebody does becomes a step of the game, and what the rules' tables say of it is shown.

import { Board } from "./board.js";
import { Game } from "./game.js";
import { countersOf, labelsOf } from "./lines.js";
import { Rules, startOf } from "./rules.js";
import { arrival, cellSentence, lineSentences, progress } from "./sentences.js";
import { announce, settings } from "./shell.js";
import { t } from "./words.js";

export class Player extends EventTarget {
  /** host: where the board lives. Tells "change" after each step, `{step}`, and "finish" when a move has finished it. */
  constructor(host, /** @type {any} */ { onKey, onAsk, boardName, sight = {} }) {
    super();
    this.host = host;
    this.onKey = onKey;
    this.onAsk = onAsk;
    this.boardName = boardName;
    this.sight = sight;
    this.checked = false; // whether mistakes are shown although they are so on demand only
  }

  /** Play a puzzle: its view, and a game that was kept, or the entries of a link. */
  load(view, { saved = null, values = null } = {}) {
    this.view = view;
    const { play } = view;
    const start = startOf(view);
    this.rules = new Rules(view);
    this.game = Game.restore(start, play, saved) ?? new Game(start, play);
    // What a link brings is a step, too: a game that was kept is not lost.
    if (values?.length === start.length) this.game.fill(values, "link");
    this.checked = false;
    this.rules.load(this.game.values);
    this.lay();
    this.dispatchEvent(new CustomEvent("load"));
  }

  /** Lay the board out anew, as settings have it. */
  lay() {
    this.board?.destroy();
    this.board = new Board(this.host, this.view, {
      name: this.boardName(this.view),
      label: (cell) => this.sentence(cell),
      onAct: (cell, action, how) => this.act(cell, action, how),
      onAsk: this.onAsk,
      onKey: this.onKey,
      onFocus: (cell) => this.moved(cell),
      numbers: settings.get("numbers"),
      sight: this.sight,
    });
    this.before = 0;
    this.board.svg.classList.toggle("no-counters", !settings.get("counters"));
    this.show();
  }

  // What somebody does.

  act(cell, action, how) {
    const changed = this.game.act(cell, action, how);
    if (changed.length) this.changed("move", changed);
    if (changed.length && !how.drag) announce(this.sentence(cell));
  }

  /** Enter values, `[cell, value]` each, as one step. */
  enter(entries, label) {
    this.changed(label, this.game.enter(entries, { label }));
  }

  undo() {
    this.stepped(this.game.undo(), "undone");
  }

  redo() {
    this.stepped(this.game.redo(), "redone");
  }

  stepped(step, how) {
    if (!step) return;
    const cells = [...new Set(step.cells.map(([cell]) => cell))];
    this.changed(how, cells);
    const what = cells.length === 1 ? this.sentence(cells[0]) : t(`step.${step.label}`);
    announce(t(`step.${how}`, { what }));
  }

  trial() {
    this.game.trial();
    this.changed("trial", []);
    announce(t("trial.began", { number: this.game.depth }));
  }

  accept() {
    if (!this.game.depth) return;
    this.changed("accept", this.game.accept());
    announce(t("trial.accepted"));
  }

  reject() {
    if (!this.game.depth) return;
    this.changed("reject", this.game.reject());
    announce(t("trial.rejected"));
  }

  /** Take all entries away; a game that was finished is a new one then. */
  restart() {
    if (this.game.done) Object.assign(this.game, { done: false, helped: false, seconds: 0 });
    this.changed("restart", this.game.restart());
    announce(t("step.restart"));
  }

  /** Show an answer; where cells may stay open, those that are false are left as they are. */
  fill(values) {
    const { blank } = this.view.play;
    const shown = values.map((value, cell) =>
      blank && value === 0 && this.game.start[cell] < 0 && this.game.values[cell] !== 0 ? -1 : value,
    );
    this.changed("solve", this.game.fill(shown));
  }

  // What is shown.

  changed(step, cells) {
    for (const cell of cells) this.rules.set(cell, this.game.values[cell]);
    this.checked = false;
    this.board.clearHighlights();
    this.show();
    this.dispatchEvent(new CustomEvent("change", { detail: { step } }));
    const byHand = !["solve", "undone", "redone", "restart", "trial"].includes(step);
    if (byHand && this.rules.finished) this.dispatchEvent(new CustomEvent("finish"));
  }

  /** Show mistakes until the next step. */
  showMistakes() {
    this.checked = true;
    this.show();
  }

  show() {
    const { game, rules, view } = this;
    const errors = settings.get("errors");
    const telling = ["follows", "live"].includes(errors) || (errors === "check" && this.checked);
    rules.think(errors === "follows");
    this.lit = rules.cellsMet(view.play.lit);
    this.wrong = telling ? wrongCells(rules.violations()) : new Map();
    this.firsts = game.firsts;
    this.states = {
      trial: game.levels,
      firsts: this.firsts,
      wrong: this.wrong,
      lit: this.lit,
      met: rules.cluesMet(),
      labels: view.labels && labelsOf(rules, telling),
      counters: countersOf(rules, telling),
      signs: rules.ofSigns(view.signs).map(({ met, broken }) => (met ? "met" : telling && broken ? "wrong" : "")),
    };
    this.board.update(game.values, this.states);
    this.board.svg.classList.toggle("finished", rules.finished);
  }

  /** Show other values besides what is entered, `[cell, value]` each, as if they were tried out. */
  suppose(entries) {
    const { game, states } = this;
    const [values, trial] = [Int8Array.from(game.values), Array.from(states.trial)];
    for (const [cell, value] of entries) [values[cell], trial[cell]] = [value, game.depth + 1];
    this.board.update(values, { ...states, trial });
  }

  /** Have the labels of the lines that the cursor has come to read aloud. */
  moved(cell) {
    const words = arrival(this.view, this.before, cell);
    this.before = cell;
    if (words) announce(words);
  }

  /** Have what stands beside the board at a cell's row and column read aloud. */
  readLines(cell) {
    announce(`${lineSentences(this.view, cell, countersOf(this.rules, true))} ${this.progress}.`);
  }

  /** What is still to be done, as a sentence. */
  get progress() {
    return progress(this.view, this.rules);
  }

  /** The sentence of a cell. */
  sentence(cell) {
    const { view, game } = this;
    return cellSentence(view, cell, game.values[cell], {
      given: game.start[cell] >= 0,
      lit: this.lit?.has(cell),
      trial: game.levels[cell],
      first: this.firsts?.has(cell),
      wrong: this.wrong?.has(cell),
    });
  }
}

/** Return the cells that are marked for broken rules, with the kinds of these. */
export function wrongCells(violations) {
  const found = new Map();
  for (const { kind, at, cells } of violations)
    for (const cell of at === null ? cells : [at]) found.set(cell, [...(found.get(cell) ?? []), kind]);
  return found;
}
