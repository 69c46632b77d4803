// One game on the board: what somebody does becomes a step of the game, and what the rules' tables say of it is shown.

import { readAround } from "./between.js";
import { Board } from "./board.js";
import { Game, gapIn } from "./game.js";
import { Rules, startOf } from "./rules.js";
import { announce, settings } from "./shell.js";
import { t, tOr } from "./words.js";

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
    this.lit = view.play.lit ? rules.cellsMet(view.play.lit) : new Set();
    this.wrong = telling ? wrongCells(rules.violations()) : new Map();
    this.firsts = game.firsts;
    this.states = {
      trial: game.levels,
      firsts: this.firsts,
      wrong: this.wrong,
      lit: this.lit,
      met: rules.cluesMet(),
      labels: this.labels(telling),
      counters: this.counters(telling),
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

  /** What is said of labels: rules of the puzzle's clues about whole lines. */
  labels(telling) {
    const { view, rules } = this;
    if (!view.labels) return null;
    const states = { rows: new Array(view.rows).fill(""), columns: new Array(view.columns).fill("") };
    for (const { kind, clue, at } of view.tables) {
      if (!clue || at) continue;
      for (const line of rules.ofLines(kind))
        put(states, line, telling && line.broken ? "wrong" : line.met ? "met" : "");
    }
    return states;
  }

  /** What is left to be placed in each line, and how far apart its two true cells are. */
  counters(telling) {
    const { view, rules, game } = this;
    const found = { rows: [], columns: [] };
    for (const [kind, states] of Object.entries(view.play.counters)) {
      for (const { row, column, left, broken } of rules.ofLines(kind)) {
        const lines = row === null ? found.columns : found.rows;
        const counter = (lines[row ?? column] ??= { left: [], wrong: false });
        counter.left.push(...states.map((state) => left[state ? 1 : 0]));
        counter.wrong ||= telling && broken;
      }
    }
    if (view.play.gaps) {
      const { rows, columns } = view;
      for (let row = 0; row < rows; row++)
        (found.rows[row] ??= { left: [] }).gap = gapIn(game.values.subarray(row * columns, (row + 1) * columns));
      for (let column = 0; column < columns; column++)
        (found.columns[column] ??= { left: [] }).gap = gapIn(
          Int8Array.from({ length: rows }, (_, row) => game.values[row * columns + column]),
        );
    }
    return found;
  }

  /** Have the labels of the lines that the cursor has come to read aloud. */
  moved(cell) {
    const { columns, labels } = this.view;
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const [oldRow, oldColumn] = [Math.floor(this.before / columns), this.before % columns];
    this.before = cell;
    const words = [];
    if (labels && row !== oldRow && labels.rows[row]) words.push(t("line.row", { label: labels.rows[row] }));
    if (labels && column !== oldColumn && labels.columns[column])
      words.push(t("line.column", { label: labels.columns[column] }));
    if (words.length) announce(words.join(", "));
  }

  /** What stands beside the board at a cell's row and column, read aloud. */
  readLines(cell) {
    const { columns, labels, play } = this.view;
    const counters = this.counters(true);
    const words = ["rows", "columns"].map((lines) => {
      const line = lines === "rows" ? Math.floor(cell / columns) : cell % columns;
      const label = labels?.[lines][line];
      const states = Object.values(play.counters).flat();
      const left = (counters[lines][line]?.left ?? []).map((number, place) =>
        t("line.left", { number, state: stateWord(this.view, states[place] ? 1 : 0) }),
      );
      const gap = counters[lines][line]?.gap ?? null;
      return [
        t(`line.${lines}`, { number: line + 1 }),
        label ? t("line.label", { label }) : null,
        ...left,
        gap === null ? null : t("line.gap", { number: gap }),
      ]
        .filter(Boolean)
        .join(", ");
    });
    announce(`${words.join(". ")}. ${this.progress}.`);
  }

  /** What is still to be done, as a sentence. */
  get progress() {
    const { view, rules, game } = this;
    if (rules.finished) return t("progress.finished");
    if (view.play.lit) {
      const open = rules.numberOf(view.play.lit);
      return t("progress.dark", { n: open - this.lit.size });
    }
    if (!view.play.blank) return t("progress.open", { n: rules.unknown });
    const number = game.values.reduce((sum, value) => sum + Number(value === 1), 0);
    return t("progress.placed", { number, state: stateWord(view, 1) });
  }

  /** The sentence of a cell: its place, what stands there, and what is to be known about it. */
  sentence(cell) {
    const { view, game } = this;
    const place = t("cell.name", { row: Math.floor(cell / view.columns) + 1, column: (cell % view.columns) + 1 });
    const value = game.values[cell];
    const [glyph, drawn] = view.symbols[cell];
    const style = game.start[cell] < 0 ? "open" : drawn;
    const words = [];
    if (style === "wall") words.push(t("cell.wall"));
    else if (style === "number") words.push(t("cell.number", { number: glyph }));
    else words.push(stateWord(view, value));
    if (view.inscribed[cell]) words.push(t("cell.inscribed", { number: view.inscribed[cell] }));
    words.push(...readAround(view, cell));
    if (style !== "open" && value >= 0 && style !== "wall" && style !== "number") words.push(t("cell.given"));
    if (this.lit?.has(cell) && value !== 1) words.push(t("cell.lit"));
    if (game.levels[cell]) words.push(t("cell.trial", { number: game.levels[cell] }));
    if (this.firsts?.has(cell)) words.push(t("cell.first"));
    if (this.wrong?.has(cell)) words.push(t("cell.wrong"));
    return `${place} ${words.join(", ")}`;
  }
}

/** The word for a state of a cell: "bulb", "black", "empty". */
export function stateWord(view, value) {
  if (value < 0) return t("cell.empty");
  const name = value ? "true" : "false";
  return tOr(`state.${view.kind}.${name}`, view.play[name]);
}

/** Return the cells that are marked for broken rules, with the kinds of these. */
export function wrongCells(violations) {
  const found = new Map();
  for (const { kind, at, cells } of violations)
    for (const cell of at === null ? cells : [at]) found.set(cell, [...(found.get(cell) ?? []), kind]);
  return found;
}

function put(lines, { row, column }, value) {
  if (row === null) lines.columns[column] = value;
  else lines.rows[row] = value;
}
