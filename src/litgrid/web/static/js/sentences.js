// How a board is read aloud: the sentences of its cells and its lines, and what is still to be done.

import { readAround } from "./between.js";
import { t, tOr } from "./words.js";

const SIDES = { rows: "line.row", columns: "line.column" };

/** The word for a state of a cell: "bulb", "black", "empty". */
export function stateWord(view, value) {
  if (value < 0) return t("cell.empty");
  const name = value ? "true" : "false";
  return tOr(`state.${view.kind}.${name}`, view.play[name]);
}

/** The row and the column of a cell. */
function placeOf({ columns }, cell) {
  return { rows: Math.floor(cell / columns), columns: cell % columns };
}

/** The sentence of a cell: its place, what stands there, and what is to be known about it. */
export function cellSentence(view, cell, value, { given = false, lit = false, trial = 0, first = false, wrong = false }) {
  const { rows, columns } = placeOf(view, cell);
  const [glyph, style] = view.symbols[cell];
  const drawn = { wall: t("cell.wall"), number: t("cell.number", { number: glyph }) }[style];
  const inscribed = view.inscribed[cell];
  const words = [
    drawn ?? stateWord(view, value),
    inscribed && t("cell.inscribed", { number: inscribed }),
    ...readAround(view, cell),
    given && !drawn && t("cell.given"),
    lit && value !== 1 && t("cell.lit"),
    trial && t("cell.trial", { number: trial }),
    first && t("cell.first"),
    wrong && t("cell.wrong"),
  ];
  return `${t("cell.name", { row: rows + 1, column: columns + 1 })} ${words.filter(Boolean).join(", ")}`;
}

/** What is read of the labels of the lines that the cursor comes to, from one cell to another; "" for nothing. */
export function arrival(view, from, to) {
  const [before, now] = [placeOf(view, from), placeOf(view, to)];
  const words = Object.entries(SIDES).map(([side, key]) => {
    const label = before[side] !== now[side] && view.labels?.[side][now[side]];
    return label && t(key, { label });
  });
  return words.filter(Boolean).join(", ");
}

/** What stands beside the board at a cell's row and column; counters: see `countersOf`. */
export function lineSentences(view, cell, counters) {
  const states = Object.values(view.play.counters).flat();
  const said = Object.entries(placeOf(view, cell)).map(([side, place]) => {
    const label = view.labels?.[side][place];
    const { left = [], gap = null } = counters[side][place] ?? {};
    const words = [
      t(`line.${side}`, { number: place + 1 }),
      label && t("line.label", { label }),
      ...left.map((number, at) => t("line.left", { number, state: stateWord(view, states[at] ? 1 : 0) })),
      gap !== null && t("line.gap", { number: gap }),
    ];
    return `${words.filter(Boolean).join(", ")}.`;
  });
  return said.join(" ");
}

/** What is still to be done, as a sentence. */
export function progress(view, rules) {
  if (rules.finished) return t("progress.finished");
  const { lit, blank } = view.play;
  if (lit) return t("progress.dark", { n: rules.numberOf(lit) - rules.cellsMet(lit).size });
  if (!blank) return t("progress.open", { n: rules.unknown });
  const number = rules.values.reduce((sum, value) => sum + Number(value === 1), 0);
  return t("progress.placed", { number, state: stateWord(view, 1) });
}
