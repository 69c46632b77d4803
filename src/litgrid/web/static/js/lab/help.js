// The page's help: its keys.

import { el } from "../dom.js";
import { keyList } from "../keys.js";
import { dialog } from "../shell.js";

const KEYS = [
  ["tabs", ["←", "→"]],
  ["board", ["←", "→", "↑", "↓"]],
  ["steps", [",", "."]],
  ["slider", ["←", "→", "Home", "End"]],
  ["literals", ["←", "→", "↑", "↓"]],
];

/** Return the dialog that says what keys do. */
export function helpDialog() {
  const element = dialog("help", "help.title", [
    el("p", { "data-t": "lab.help.what" }),
    keyList(KEYS.map(([name, caps]) => [`lab.help.${name}`, caps])),
  ]);
  document.body.append(element);
  return element;
}
