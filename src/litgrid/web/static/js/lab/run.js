// A solver's run, as events: what stands after some of them, how often what happened, and what clauses watch.

const KINDS = { decide: "decisions", propagate: "propagations", conflict: "conflicts", learn: "learned" };
const FOLLOWS = ["propagate", "watch"];

export class Run {
  /** found: the answer of `/api/solver`. */
  constructor(found) {
    this.known = found.known;
    this.board = found.board;
    this.status = found.status;
    this.stopped = found.stopped;
    this.variables = found.variables;
    this.clauses = found.clauses;
    this.formula = found.formula;
    this.events = found.events;
  }

  /** The decisions and conclusions that stand after so many events. */
  standing(place) {
    const trail = [];
    for (const event of this.events.slice(0, place)) {
      if (event.event === "decide" || event.event === "propagate") trail.push(event);
      else if (event.event === "backjump" || event.event === "restart") {
        while (trail.length && trail.at(-1).level > event.level) trail.pop();
      }
    }
    return trail;
  }

  /** After how many events a decision can be changed: in the midst of what follows from one, before that one. */
  decidedAt(place) {
    const happened = this.events.slice(0, place);
    const last = happened.findLastIndex(({ event }) => !FOLLOWS.includes(event));
    return happened[last]?.event === "decide" && [...FOLLOWS, "conflict"].includes(this.events[place]?.event) ? last : place;
  }

  /** The decisions among so many events, also those that do not stand any more. */
  decisions(place) {
    return this.events.slice(0, place).filter(({ event }) => event === "decide");
  }

  /** How often what happened in so many events. */
  tally(place) {
    const counts = Object.fromEntries(Object.values(KINDS).map((name) => [name, 0]));
    for (const { event } of this.events.slice(0, place)) if (event in KINDS) counts[KINDS[event]] += 1;
    return counts;
  }

  /** The cells that literals are about. */
  cells(literals = []) {
    return literals.map((literal) => this.board[Math.abs(literal ?? 0) - 1]).filter((cell) => cell !== undefined);
  }

  /** The variable of a cell; 0 where propagation has decided it. */
  variable(cell) {
    return this.board.indexOf(cell) + 1;
  }

  /** Draw what is known after so many events: levels as colours, the trail as numbers. */
  draw(board, place) {
    const values = Int8Array.from(board.given);
    this.known.forEach((value, cell) => value >= 0 && (values[cell] = value));
    const levels = {};
    const order = [];
    this.standing(place).forEach(({ literal, level }, at) => {
      const [cell] = this.cells([literal]);
      if (cell === undefined) return;
      values[cell] = Number(literal > 0);
      (levels[level] ??= []).push(cell);
      order.push([cell, String(at + 1)]);
    });
    board.show(values);
    board.levels(levels, order);
  }

  /**
   * The clauses that the last of so many events makes a solver look at: that which it is about, or all that watch what it
   * has made false. Each begins with the two literals that it watches. Empty unless watched literals were asked for.
   */
  watching(place) {
    const event = this.events[place - 1];
    if (!this.formula || !event?.literal) return event?.event === "conflict" && this.formula ? [event.clause] : [];
    if (event.event === "watch" || event.event === "learn") return [event.clause];
    const clauses = new Map(this.formula.map((literals, at) => [at + 1, literals]));
    for (const { clause, number } of this.events.slice(0, place)) if (number) clauses.set(number, clause);
    return [...clauses.values()].filter((literals) => literals.slice(0, 2).includes(-event.literal));
  }
}
