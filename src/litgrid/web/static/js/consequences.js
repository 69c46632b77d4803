// What follows from what is entered: a count that already has its most true literals makes the others false, and one that
// needs every literal that is left makes them true, until nothing more follows (`core/propagate.py` is the same in
// Python). So it is seen early that a rule cannot be met any more. Pure: no page, and no puzzle.
//
// From a contradiction everything follows. So it ends with the round that finds the first rules that cannot be met: those
// are the nearest to what was entered, and say the most.

const UNKNOWN = -1;

export class Consequences {
  /** @param {import("./rules.js").Rules} rules whose counts are followed from the values that they have */
  constructor(rules) {
    this.rules = rules;
    this.values = new Int8Array(rules.values.length);
    this.true = new Int32Array(rules.low.length);
    this.false = new Int32Array(rules.low.length);
    this.spent = new Uint8Array(rules.low.length); // counts that have forced all they can
  }

  /**
   * Follow what is entered.
   * @returns {Set<number>} the rules that cannot be met any more, those that are broken already among them
   */
  follow() {
    const { rules } = this;
    this.values.set(rules.values);
    this.true.set(rules.true);
    this.false.set(rules.false);
    this.spent.fill(0);
    const hopeless = new Set(rules.broken);
    let round = [];
    for (let count = 0; count < rules.low.length; count++) this.force(count, round);
    while (round.length && hopeless.size === rules.broken.size) {
      for (const cell of round) this.tell(cell, hopeless);
      const next = [];
      for (const cell of round) this.ask(cell, next);
      round = next;
    }
    return hopeless;
  }

  /** Whether a count cannot be met any more. */
  isBroken(count) {
    const { low, high, length } = this.rules;
    return this.true[count] > high[count] || length[count] - this.false[count] < low[count];
  }

  /** Tell the counts of a cell its value; rules that cannot be met any more are noted. */
  tell(cell, hopeless) {
    const { occurs, rule } = this.rules;
    const { starts, counts, signs } = occurs;
    for (let place = starts[cell]; place < starts[cell + 1]; place++) {
      const count = counts[place];
      this[this.values[cell] === signs[place] ? "true" : "false"][count] += 1;
      if (this.isBroken(count)) hopeless.add(rule[count]);
    }
  }

  /** Ask the counts of a cell what they force. */
  ask(cell, forced) {
    const { starts, counts } = this.rules.occurs;
    for (let place = starts[cell]; place < starts[cell + 1]; place++) this.force(counts[place], forced);
  }

  /** Give the cells of a count the values that they must have, if it says so; one that is broken says nothing. */
  force(count, forced) {
    const { low, high, length, literals } = this.rules;
    if (this.spent[count] || this.isBroken(count)) return;
    const full = this.true[count] === high[count];
    if (!full && length[count] - this.false[count] !== low[count]) return;
    this.spent[count] = 1;
    for (const literal of literals[count]) {
      const cell = Math.abs(literal) - 1;
      if (this.values[cell] !== UNKNOWN) continue;
      this.values[cell] = literal > 0 === full ? 0 : 1;
      forced.push(cell);
    }
  }
}
