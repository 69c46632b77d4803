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
export async function ask(route, { puzzle, entries, language, cell = null }) {
  const held = await book();
  const number = held.numberOf(puzzle);
  if (!(route in ANSWERS)) throw new Failure(t("book.unknown"));
  const { view, status, complete } = held.puzzles[number];
  const steps = await held.stepsOf(number);
  const values = Int8Array.from(entries ? valuesOf(entries, view) : view.givens);
  return ANSWERS[route]({ view, values, steps, language, status, known: status === "unique" && complete, cell });
}

const ANSWERS = { hint, check, solve };

/**
 * The first step that still decides something: the cells of all before it are decided, so that its facts stand, whatever
 * order somebody goes in. What is lit is known to be false. Of a cell: the steps that lead to it.
 */
function hint({ view, values, steps, language, status, known, cell }) {
  const mistake = mistakeIn(steps, values, view);
  if (mistake) return { status, steps: [], mistake };
  const lit = litIn(view, values);
  const open = ([number, value]) => values[number] !== value && !(value === 0 && lit.has(number));
  const found = cell
    ? leading(steps, numberOf(cell, view), view, open)
    : steps.filter((step) => entriesOf([step], view).some(open)).slice(0, 1);
  const said = found.map((step) => step[language]);
  if (said.length) return { ...said.at(-1), steps: said.flatMap((one) => one.steps) };
  return { status, steps: [], text: t(known ? "book.done" : "book.no-more") };
}

/** Return the steps that lead to a cell, in order: the one that decides it, and those of open cells that it rests on. */
function leading(steps, cell, view, open) {
  const needed = new Set([cell]);
  const found = [];
  for (const step of steps.toReversed()) {
    if (!entriesOf([step], view).some(([number]) => needed.has(number))) continue;
    found.unshift(step);
    for (const fact of entriesOf([step], view, "facts")) if (open(fact)) needed.add(fact[0]);
  }
  return found;
}

/** Return the entry that is wrong, `{text, entry}`, the first in the order of the steps; null where none is. */
function mistakeIn(steps, values, view) {
  const wrong = entriesOf(steps ?? [], view).find(([cell, value]) => values[cell] === 1 - value);
  if (!wrong) return null;
  const [cell, value] = wrong;
  const entry = [Math.floor(cell / view.columns) + 1, (cell % view.columns) + 1, value === 0];
  return { text: t("book.mistake", { cell: cellName(cell, view.columns) }), entry };
}

function check({ view, values, steps, known }) {
  const rules = new Rules(view);
  rules.load(values);
  const broken = rules.violations().map(({ kind, at, cells }) => {
    const named = (at === null ? cells : [at]).slice(0, MOST_NAMED).map((cell) => cellName(cell, view.columns));
    return { here: `${tOr(`law.${view.kind}.${kind}`, t("book.rule"))} (${named.join(", ")})` };
  });
  const mistake = mistakeIn(steps, values, view);
  const completable = mistake ? false : known && steps ? true : null;
  return { broken, status: rules.finished ? "solved" : "open", completable, ...(mistake && { mistake, fault: "entry" }) };
}

function solve({ view, steps, status, known }) {
  if (!known) return { status, solutions: [] };
  const values = Int8Array.from(view.givens, (value) => Math.max(value, 0));
  for (const [cell, value] of entriesOf(steps, view)) values[cell] = value;
  return { status, solutions: [rowsOf(values, view)] };
}

/** Return what steps decide, or the facts that they rest on, `[cell, value]` each. */
function entriesOf(steps, view, what = "cells") {
  const said = steps.flatMap((step) => Object.values(step)[0].steps[0][what]);
  return said.map((entry) => [numberOf(entry, view), Number(entry[2])]);
}

function numberOf([row, column], { columns }) {
  return (row - 1) * columns + column - 1;
}

/** Return the cells that are painted as lit. */
function litIn(view, values) {
  const rules = new Rules(view);
  rules.load(values);
  return rules.cellsMet(view.play.lit);
}
