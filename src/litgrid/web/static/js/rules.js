// The rules of a puzzle as the server sends them, tables that count, kept up to date move by move. Pure: no page.
//
// A count says: low <= number of true ones among its literals <= high. A literal is a cell's number + 1, negative for
// "the cell is false". For each count three numbers are kept, and a move changes them only where its cell occurs; so a
// move costs what the cell takes part in, on a board of any size. What a rule means, nobody knows here.

import { Consequences } from "./consequences.js";
import { Lines } from "./differing.js";

const UNKNOWN = -1;

/** Return the values that a board begins with: what is given, false where nothing can be, else unknown. */
export function startOf(view) {
  const values = Int8Array.from(view.givens);
  for (const cell of view.fixed) values[cell] = 0;
  return values;
}

export class Rules {
  /** @type {Map<string, number[]> | null} the rules of the clues about just two cells */
  pairs = null;

  /** `view` is the answer of `/api/board`. */
  constructor(view) {
    this.view = view;
    this.blank = view.play.blank;
    this.tables = [];
    const counts = view.tables.reduce((sum, table) => sum + table.literals.length, 0);
    this.low = new Int32Array(counts);
    this.high = new Int32Array(counts);
    this.length = new Int32Array(counts);
    this.rule = new Int32Array(counts);
    this.literals = new Array(counts);
    let count = 0;
    let rules = 0;
    for (const table of view.tables) {
      const number = 1 + table.rule.reduce((most, rule) => Math.max(most, rule), -1);
      this.tables.push({ ...table, first: rules, firstCount: count, number });
      table.literals.forEach((literals, place) => {
        this.literals[count] = literals;
        this.length[count] = literals.length;
        this.low[count] = table.low[place];
        this.high[count] = table.high[place];
        this.rule[count] = rules + table.rule[place];
        count += 1;
      });
      rules += number;
    }
    this.number = rules;
    this.true = new Int32Array(counts);
    this.false = new Int32Array(counts);
    this.negative = new Int32Array(counts); // unknown literals that are negations
    this.brokenCounts = new Int32Array(rules);
    this.unmetCounts = new Int32Array(rules);
    this.occurs = occurrences(this.literals, view.rows * view.columns);
    this.lines = view.differs.map((table) => new Lines(table, view.rows * view.columns));
    this.values = startOf(view);
    this.consequences = new Consequences(this);
    this.load(this.values);
    this.open = this.unknown;
  }

  /** Begin anew with these values: 1, 0, or -1 for unknown. */
  load(values) {
    this.values = Int8Array.from(values);
    for (const name of ["true", "false", "negative", "brokenCounts", "unmetCounts"]) this[name].fill(0);
    this.unknown = 0;
    this.broken = new Set();
    this.hopeless = this.broken;
    this.unmet = 0;
    for (const value of this.values) this.unknown += Number(value === UNKNOWN);
    for (let count = 0; count < this.literals.length; count++) {
      for (const literal of this.literals[count]) {
        const value = this.values[Math.abs(literal) - 1];
        if (value === UNKNOWN) this.negative[count] += Number(literal < 0);
        else this[value === (literal > 0 ? 1 : 0) ? "true" : "false"][count] += 1;
      }
      this.note(this.rule[count], this.isBroken(count), !this.isMet(count));
    }
    for (const lines of this.lines) lines.load(this.values);
  }

  /** Give a cell a value. */
  set(cell, value) {
    const old = this.values[cell];
    if (old === value) return;
    this.values[cell] = value;
    this.unknown += Number(value === UNKNOWN) - Number(old === UNKNOWN);
    const { starts, counts, signs } = this.occurs;
    for (let place = starts[cell]; place < starts[cell + 1]; place++) {
      const count = counts[place];
      const positive = signs[place];
      const wasBroken = this.isBroken(count);
      const wasMet = this.isMet(count);
      this.add(count, positive, old, -1);
      this.add(count, positive, value, 1);
      const isBroken = this.isBroken(count);
      const isMet = this.isMet(count);
      this.note(this.rule[count], Number(isBroken) - Number(wasBroken), Number(wasMet) - Number(isMet));
    }
    for (const lines of this.lines) lines.set(cell, this.values);
  }

  add(count, positive, value, by) {
    if (value === UNKNOWN) this.negative[count] += positive ? 0 : by;
    else if (value === positive) this.true[count] += by;
    else this.false[count] += by;
  }

  /** Remember that so many more counts of a rule are broken, or not met. */
  note(rule, broken, unmet) {
    const before = this.unmetCounts[rule];
    this.brokenCounts[rule] += Number(broken);
    this.unmetCounts[rule] += Number(unmet);
    if (this.brokenCounts[rule]) this.broken.add(rule);
    else this.broken.delete(rule);
    this.unmet += Number(this.unmetCounts[rule] > 0) - Number(before > 0);
  }

  /** Whether a count cannot be met any more, whatever the unknown cells become. */
  isBroken(count) {
    return this.true[count] > this.high[count] || this.length[count] - this.false[count] < this.low[count];
  }

  /** Whether a count is met: with unknown cells false where blanks count so, else whatever they become. */
  isMet(count) {
    if (this.blank) {
      const sure = this.true[count] + this.negative[count];
      return this.low[count] <= sure && sure <= this.high[count];
    }
    return this.true[count] >= this.low[count] && this.length[count] - this.false[count] <= this.high[count];
  }

  /** Whether a rule is met, all its counts. */
  met(rule) {
    return this.unmetCounts[rule] === 0;
  }

  /** Whether the board is filled, as far as it has to be, and obeys every rule. One that nobody touched is not. */
  get finished() {
    const blank = this.blank && this.number > 0 && this.unknown < this.open; // without a rule each cell is a choice
    return this.unmet === 0 && (blank || this.unknown === 0) && this.lines.every((lines) => !lines.pairs.size);
  }

  /** Find what cannot be met any more: of what is broken, or also of what follows from what is entered. */
  think(follows) {
    this.hopeless = follows ? this.consequences.follow() : this.broken;
  }

  /** The table that a rule is of. */
  tableOf(rule) {
    return this.tables.findLast((table) => table.first <= rule && table.number > 0);
  }

  /**
   * Return the rules that cannot be met any more: `{kind, at, cells}` each. `at` is the cell that a rule is written in,
   * else null; `cells` are those whose values break it, or that have none and cannot have any that does not.
   */
  violations() {
    const found = [];
    for (const rule of this.hopeless) {
      const table = this.tableOf(rule);
      const at = table.at ? table.at[rule - table.first] : null;
      found.push({ kind: table.kind, rule, at, cells: this.guilty(table, rule) });
    }
    for (const { kind, lines, pairs } of this.lines)
      for (const pair of pairs.values())
        found.push({ kind, rule: null, at: null, cells: pair.flatMap((line) => lines[line]) });
    return found;
  }

  guilty(table, rule) {
    const known = this.brokenCounts[rule] ? this : this.consequences;
    const cells = new Set();
    for (const count of this.countsOf(table, rule)) {
      if (!known.isBroken(count)) continue;
      const tooMany = known.true[count] > this.high[count];
      for (const literal of this.literals[count]) {
        const value = known.values[Math.abs(literal) - 1];
        if (value !== UNKNOWN && (value === (literal > 0 ? 1 : 0)) === tooMany) cells.add(Math.abs(literal) - 1);
      }
    }
    const entered = [...cells].filter((cell) => this.values[cell] !== UNKNOWN);
    return entered.length ? entered : [...cells];
  }

  countsOf(table, rule) {
    if (!table.countsOf) {
      table.countsOf = Array.from({ length: table.number }, () => []);
      table.rule.forEach((other, place) => table.countsOf[other].push(table.firstCount + place));
    }
    return table.countsOf[rule - table.first];
  }

  /** Return the cells on which a rule of a kind is met: what the bulbs light. */
  cellsMet(kind) {
    const cells = new Set();
    for (const table of this.tables)
      if (table.kind === kind && table.at)
        table.at.forEach((cell, place) => this.met(table.first + place) && cells.add(cell));
    return cells;
  }

  /** How many rules of a kind there are. */
  numberOf(kind) {
    return this.tables.reduce((sum, table) => sum + (table.kind === kind ? table.number : 0), 0);
  }

  /** Return the cells with a clue that is met. */
  cluesMet() {
    const cells = new Set();
    for (const table of this.tables)
      if (table.clue && table.at) table.at.forEach((cell, place) => this.met(table.first + place) && cells.add(cell));
    return cells;
  }

  /** Return the states of signs, `[cell, cell, sign]` each: whether the clue about just these two is met, and broken. */
  ofSigns(signs) {
    this.pairs ??= pairsOf(this);
    return signs.map(([one, other]) => {
      const rules = this.pairs.get(`${one} ${other}`) ?? [];
      return {
        met: rules.length > 0 && rules.every((rule) => this.met(rule)),
        broken: rules.some((rule) => this.hopeless.has(rule)),
      };
    });
  }

  /**
   * Return the rules of a kind that are about a line, with the line: `{side, place, rule, met, broken, left}`, where the
   * side is "rows" or "columns". `left` says how many cells may still become false, and how many true.
   */
  ofLines(kind) {
    const found = [];
    for (const table of this.tables) {
      if (table.kind !== kind) continue;
      table.lines ??= linesOf(this, table);
      for (let place = 0; place < table.number; place++) {
        const rule = table.first + place;
        const count = this.countsOf(table, rule)[0];
        const left = [this.length[count] - this.low[count] - this.false[count], this.high[count] - this.true[count]];
        const broken = this.hopeless.has(rule);
        found.push({ ...table.lines[place], rule, met: this.met(rule), broken, left });
      }
    }
    return found;
  }
}

/** Return for each cell the counts that it occurs in, and whether positive, as flat arrays. */
function occurrences(literals, cells) {
  const starts = new Int32Array(cells + 1);
  for (const list of literals) for (const literal of list) starts[Math.abs(literal)] += 1;
  for (let cell = 0; cell < cells; cell++) starts[cell + 1] += starts[cell];
  const next = starts.slice();
  const counts = new Int32Array(starts[cells]);
  const signs = new Uint8Array(starts[cells]);
  literals.forEach((list, count) => {
    for (const literal of list) {
      const place = next[Math.abs(literal) - 1]++;
      counts[place] = count;
      signs[place] = literal > 0 ? 1 : 0;
    }
  });
  return { starts, counts, signs };
}

/** Return the clues that are about two cells and written in none, by these. */
function pairsOf(rules) {
  const found = new Map();
  for (const table of rules.tables) {
    if (!table.clue || table.at) continue;
    for (let rule = table.first; rule < table.first + table.number; rule++) {
      const cells = cellsOf(rules, table, rule);
      if (cells.length !== 2) continue;
      const pair = cells.join(" ");
      found.set(pair, [...(found.get(pair) ?? []), rule]);
    }
  }
  return found;
}

/** Return the cells that a rule is about, ascending. */
function cellsOf(rules, table, rule) {
  const cells = rules
    .countsOf(table, rule)
    .flatMap((count) => rules.literals[count].map((literal) => Math.abs(literal) - 1));
  return [...new Set(cells)].sort((one, other) => one - other);
}

/** Return the line that each rule of a table lies in: the row if all its cells are in one, else the column. */
function linesOf(rules, table) {
  const { columns } = rules.view;
  return Array.from({ length: table.number }, (_, place) => {
    const cells = cellsOf(rules, table, table.first + place);
    const rows = new Set(cells.map((cell) => Math.floor(cell / columns)));
    return rows.size === 1 ? { side: "rows", place: [...rows][0] } : { side: "columns", place: cells[0] % columns };
  });
}
