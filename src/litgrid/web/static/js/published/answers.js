// Who answers where there is no server: the same questions as of `api.js`, whose place this takes, out of what the page
// holds. Answers look as the server's.

import { book } from "./book.js";
import { rowsOf, valuesOf } from "../dialect.js";
import { Rules } from "../rules.js";
import { cellName, t, tOr } from "../words.js";

const MOST_NAMED = 4; // cells in a sentence

export class Failure extends Error {}
export class Superseded extends Failure {}
/** Never tells anything: nobody can go away. */
export const server = new EventTarget();

/** Return what is looked up: `words/LANGUAGE`, `kinds?language=LANGUAGE`. */
export async function get(route) {
  const { words, kinds } = await book();
  const [, what, language] = /^(words|kinds).*(..)$/.exec(route);
  return { words, kinds }[what][language];
}

/** Answer a question. */
export async function ask(route, { puzzle, entries, language }) {
  const held = await book();
  const number = held.numberOf(puzzle);
  if (!(route in ANSWERS)) throw new Failure(t("book.unknown"));
  const { view, status, complete } = held.puzzles[number];
  const steps = await held.stepsOf(number);
  const values = Int8Array.from(entries ? valuesOf(entries, view) : view.givens);
  return ANSWERS[route]({ view, values, steps, language, status, known: status === "unique" && complete });
}

const ANSWERS = { hint, check, solve };

/**
 * The first step that still decides something: the cells of all before it are decided, so that its facts stand, whatever
 * order somebody goes in. What is lit is known to be false.
 */
function hint({ view, values, steps, language, status, known }) {
  const wrong = entriesOf(steps, view).find(([cell, value]) => values[cell] === 1 - value);
  if (wrong) {
    const [cell, value] = wrong;
    const text = t("book.mistake", { cell: cellName(cell, view.columns) });
    return { status, steps: [], mistake: { text, entry: entry(cell, 1 - value, view) } };
  }
  const lit = litIn(view, values);
  const open = ([cell, value]) => values[cell] !== value && !(value === 0 && lit.has(cell));
  const next = steps.find((step) => entriesOf([step], view).some(open));
  return next ? next[language] : { status, steps: [], text: t(known ? "book.done" : "book.no-more") };
}

function check({ view, values, steps, known }) {
  const rules = new Rules(view);
  rules.load(values);
  const broken = rules.violations().map(({ kind, at, cells }) => {
    const named = (at === null ? cells : [at]).slice(0, MOST_NAMED).map((cell) => cellName(cell, view.columns));
    return { here: `${tOr(`law.${view.kind}.${kind}`, t("book.rule"))} (${named.join(", ")})` };
  });
  const wrong = steps?.length && entriesOf(steps, view).some(([cell, value]) => values[cell] === 1 - value);
  const completable = wrong ? false : known && steps ? true : null;
  return { broken, status: rules.finished ? "solved" : "open", completable };
}

function solve({ view, steps, status, known }) {
  if (!known) return { status, solutions: [] };
  const values = Int8Array.from(view.givens, (value) => Math.max(value, 0));
  for (const [cell, value] of entriesOf(steps, view)) values[cell] = value;
  return { status, solutions: [rowsOf(values, view)] };
}

/** Return what steps decide, `[cell, value]` each. */
function entriesOf(steps, { columns }) {
  const said = steps.flatMap((step) => Object.values(step)[0].steps[0].cells);
  return said.map(([row, column, value]) => [(row - 1) * columns + column - 1, Number(value)]);
}

/** Return the cells that are painted as lit. */
function litIn(view, values) {
  const rules = new Rules(view);
  rules.load(values);
  return view.play.lit ? rules.cellsMet(view.play.lit) : new Set();
}

function entry(cell, value, { columns }) {
  return [Math.floor(cell / columns) + 1, (cell % columns) + 1, value === 1];
}
