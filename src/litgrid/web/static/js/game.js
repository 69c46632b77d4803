// A game: what is on the board, how it came there, and trials. Pure: no page, no rules.
//
// Whatever happens is a step, and every step can be undone and done again: a stroke, a trial begun, accepted or rejected,
// a restart, an answer that was shown. A step keeps the cells that it changed, so that history has no end.
//
// A trial is a layer: it remembers the board as it was when the trial began, and the cell of the first assumption. Layers
// nest. An accepted one becomes part of the layer below, a rejected one leaves the board as it was.

export const OPEN = -1;

export class Game {
  /** start: the values that the puzzle gives; first: what a first click gives; blank: whether open cells may stay. */
  constructor(start, { first = true, blank = false } = {}) {
    this.start = Int8Array.from(start);
    this.first = first ? 1 : 0;
    this.blank = blank;
    this.values = this.start.slice();
    this.levels = new Uint16Array(start.length);
    this.layers = [];
    this.history = [];
    this.at = 0;
    this.stroke = null;
    this.seconds = 0;
    this.helped = false;
    this.done = false;
  }

  /** How many trials are open. */
  get depth() {
    return this.layers.length;
  }

  /** The cells that the open trials began with. */
  get firsts() {
    return new Set(this.layers.map(({ first }) => first).filter((cell) => cell !== null));
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.history.length;
  }

  /** Whether nothing was entered yet. */
  get untouched() {
    return this.history.length === 0;
  }

  /**
   * Act on a cell: "next" and "previous" go through the states, "true", "false" and "clear" enter one, "toggle-true" and
   * "toggle-false" take it away again; "end" ends a stroke, all of which is one step. A stroke of several cells changes
   * those that were like the first one into what that one becomes; where cells may stay open, it marks rather than
   * enters. Returns the cells that changed.
   */
  act(cell, action, { drag = false } = {}) {
    if (action === "end") {
      this.stroke = null;
      return [];
    }
    if (this.start[cell] !== OPEN) return [];
    const begins = this.stroke === null;
    this.stroke ??= { from: this.values[cell], to: this.target(this.values[cell], action, drag) };
    const { from, to } = this.stroke;
    if (this.values[cell] !== from || from === to) return [];
    return this.enter([[cell, to]], { label: "move", joined: !begins });
  }

  target(value, action, drag) {
    const other = 1 - this.first;
    switch (action) {
      case "next":
        if (value === OPEN) return drag && this.blank ? 0 : this.first;
        return value === this.first ? other : OPEN;
      case "previous":
        if (value === OPEN) return other;
        return value === other ? this.first : OPEN;
      case "true":
        return 1;
      case "false":
        return 0;
      case "toggle-true":
        return value === 1 ? OPEN : 1;
      case "toggle-false":
        return value === 0 ? OPEN : 0;
      default:
        return OPEN;
    }
  }

  /** Enter values, `[cell, value]` each, as one step, or as more of the last one. Returns the cells that changed. */
  enter(entries, { label = "move", joined = false } = {}) {
    const changes = entries.filter(([cell, value]) => this.start[cell] === OPEN && this.values[cell] !== value);
    if (!changes.length) return [];
    let layers = this.layers;
    const top = layers.at(-1);
    if (top && top.first === null) layers = [...layers.slice(0, -1), { ...top, first: changes[0][0] }];
    const level = this.depth;
    return this.step(
      label,
      changes.map(([cell, value]) => [cell, value, value === OPEN ? 0 : level]),
      layers,
      joined,
    );
  }

  /** Begin a trial inside the ones there are. */
  trial() {
    const layer = { first: null, values: this.values.slice(), levels: this.levels.slice() };
    this.step("trial", [], [...this.layers, layer]);
  }

  /** Keep what the innermost trial entered. Returns the cells that look different. */
  accept() {
    const { depth } = this;
    if (!depth) return [];
    const changes = [];
    this.levels.forEach((level, cell) => level === depth && changes.push([cell, this.values[cell], depth - 1]));
    return this.step("accept", changes, this.layers.slice(0, -1));
  }

  /** Go back to where the innermost trial began. Returns the cells that changed. */
  reject() {
    const top = this.layers.at(-1);
    if (!top) return [];
    return this.step("reject", this.differences(top.values, top.levels), this.layers.slice(0, -1));
  }

  /** Take all entries away. */
  restart() {
    return this.step("restart", this.differences(this.start, null), []);
  }

  /** Fill the board with values, but for what is given, as one step. */
  fill(values, label = "solve") {
    const filled = this.start.map((given, cell) => (given === OPEN ? values[cell] : given));
    return this.step(label, this.differences(filled, null), []);
  }

  differences(values, levels) {
    const changes = [];
    this.values.forEach((value, cell) => {
      const level = levels?.[cell] ?? 0;
      if (value !== values[cell] || this.levels[cell] !== level) changes.push([cell, values[cell], level]);
    });
    return changes;
  }

  step(label, changes, layers, joined = false) {
    if (!changes.length && layers === this.layers) return [];
    const last = this.history[this.at - 1];
    const joins = joined && last && this.at === this.history.length;
    const step = joins ? last : { label, cells: [], before: this.layers, after: layers };
    step.after = layers;
    for (const [cell, value, level] of changes) {
      step.cells.push([cell, this.values[cell], this.levels[cell], value, level]);
      this.values[cell] = value;
      this.levels[cell] = level;
    }
    this.layers = layers;
    if (!joins) {
      this.history.length = this.at;
      this.history.push(step);
      this.at += 1;
    }
    return changes.map(([cell]) => cell);
  }

  /** Undo the last step; returns it, or null. */
  undo() {
    if (!this.canUndo) return null;
    this.stroke = null;
    const step = this.history[--this.at];
    for (const [cell, value, level] of step.cells.toReversed()) [this.values[cell], this.levels[cell]] = [value, level];
    this.layers = step.before;
    return step;
  }

  /** Do the next step again; returns it, or null. */
  redo() {
    if (!this.canRedo) return null;
    this.stroke = null;
    const step = this.history[this.at++];
    for (const [cell, , , value, level] of step.cells) [this.values[cell], this.levels[cell]] = [value, level];
    this.layers = step.after;
    return step;
  }

  /** Return all of it as JSON holds it; `Game.restore` reads it back. */
  save() {
    const layers = [];
    const known = new Map();
    const name = (stack) => {
      if (!known.has(stack)) {
        known.set(stack, layers.length);
        layers.push(
          stack.map((layer) => ({
            first: layer.first,
            values: written(layer.values),
            levels: [...layer.levels].join(" "),
          })),
        );
      }
      return known.get(stack);
    };
    const history = this.history.map((step) => [step.label, name(step.before), name(step.after), ...step.cells.flat()]);
    const { at, seconds, helped, done } = this;
    return {
      values: written(this.values),
      levels: [...this.levels].join(" "),
      current: name(this.layers),
      layers,
      history,
      at,
      seconds,
      helped,
      done,
    };
  }

  /** Return the game that was saved, by whatever page; null where it does not fit this board. */
  static restore(start, play, saved) {
    const game = new Game(start, play);
    try {
      if (saved.values.length !== game.values.length) return null;
      const stacks = saved.layers.map((stack) =>
        stack.map((layer) => ({
          first: layer.first,
          values: read(layer.values),
          levels: Uint16Array.from(layer.levels.split(" ")),
        })),
      );
      game.values = read(saved.values);
      game.levels = Uint16Array.from(saved.levels.split(" "));
      if (game.start.some((value, cell) => value !== OPEN && value !== game.values[cell])) return null;
      game.layers = stacks[saved.current];
      game.history = saved.history.map(([label, before, after, ...flat]) => {
        const cells = [];
        for (let place = 0; place < flat.length; place += 5) cells.push(flat.slice(place, place + 5));
        return { label, before: stacks[before], after: stacks[after], cells };
      });
      const { at, seconds, helped, done } = saved;
      return Object.assign(game, { at, seconds, helped, done });
    } catch {
      return null;
    }
  }
}

/** Return values as a text of a character a cell: 1, 0, and - for open. */
export function written(values) {
  return Array.from(values, (value) => (value === OPEN ? "-" : String(value))).join("");
}

/** Return the values of such a text. */
export function read(text) {
  return Int8Array.from(text, (character) => (character === "-" ? OPEN : Number(character)));
}
