// The page on which puzzles are played.

import { ask, get } from "./api.js";
import { Board } from "./board.js";
import { $ } from "./dom.js";
import { Rules, startOf } from "./rules.js";
import { begin, settings } from "./shell.js";

await begin("play");
const [record] = await get("collection?kind=lightup");
const view = await ask("board", { puzzle: record, language: settings.get("language") });
const values = startOf(view);
const rules = new Rules(view);
const next = { "-1": 1, 1: 0, 0: -1 };
const board = new Board($("#stage"), view, {
  label: (cell) => `r${Math.floor(cell / view.columns) + 1} c${(cell % view.columns) + 1}`,
  onAct(cell, action) {
    if (action === "end" || startOf(view)[cell] >= 0) return;
    values[cell] = { true: 1, false: 0, clear: -1 }[action] ?? next[values[cell]];
    rules.set(cell, values[cell]);
    board.update(values, { lit: rules.cellsMet(view.play.lit), met: rules.cluesMet(), wrong: new Set(rules.violations().flatMap(({ cells }) => cells)) });
  },
});
