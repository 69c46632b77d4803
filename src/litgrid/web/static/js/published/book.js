// What a published page holds: puzzles in chapters, their steps, and the sentences of each language. See
// `publishing/contents.py`, which writes it.

import { $ } from "../dom.js";
import { keep, kept } from "../kept.js";
import { unlocked } from "./lock.js";

const SOLVED = "book.";

export class Book {
  constructor(held) {
    this.salt = held.salt;
    this.title = held.title;
    this.author = held.author;
    this.right = held.right;
    this.hints = held.hints;
    this.code = held.code;
    this.chapters = held.chapters;
    this.puzzles = held.puzzles;
    this.words = held.words;
    this.kinds = held.kinds;
    this.rules = held.rules;
    this.steps = new Map(); // of puzzles that were asked about
    this.solved = this.kept();
  }

  /** Return the name of a view's kind, in the language of the page. */
  titleOf({ kind }) {
    return this.kinds[document.documentElement.lang].find(({ name }) => name === kind).title;
  }

  /** Return the number of the puzzle whose record this is; -1 for none. */
  numberOf(record) {
    return this.puzzles.findIndex(({ view }) => view.record === record);
  }

  /** Return the steps that lead to a puzzle's answer, in order; null where the page has none. */
  async stepsOf(number) {
    const { steps } = this.puzzles[number];
    if (steps === null) return null;
    if (!this.steps.has(number)) {
      const packed = unlocked(bytes(steps), `${this.salt} ${number}`);
      this.steps.set(number, JSON.parse(await inflated(packed)));
    }
    return this.steps.get(number);
  }

  // What somebody has solved, with the answers: together they open what is locked.

  kept() {
    return { ...kept(SOLVED + this.salt) };
  }

  /** Note the answer of a puzzle, as a text of 0 and 1. */
  solve(number, answer) {
    this.solved = { ...this.kept(), ...this.solved, [number]: answer };
    keep(SOLVED + this.salt, this.solved); // where nothing can be kept, it is known until the page is closed
  }

  /** How many puzzles are still to be solved. */
  get left() {
    return this.puzzles.filter((_, number) => !(number in this.solved)).length;
  }

  /** The text that who has solved everything may read; null until then. */
  get text() {
    if (this.code === null || this.left) return null;
    const answers = this.puzzles.map((_, number) => this.solved[number]);
    const found = unlocked(bytes(this.code), [this.salt, ...answers].join(" "));
    return found && new TextDecoder().decode(found);
  }
}

let opening = null;

/** Return the book of this page. */
export function book() {
  opening ??= inflated(bytes($("#book").textContent.trim())).then((text) => new Book(JSON.parse(text)));
  return opening;
}

function inflated(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

function bytes(text) {
  const binary = atob(text);
  const found = new Uint8Array(binary.length);
  for (let place = 0; place < found.length; place++) found[place] = binary.charCodeAt(place); // much faster than a map
  return found;
}
