// The dialog that explains how puzzles are played here.

import { el } from "../dom.js";
import { keyList } from "../keys.js";
import { dialog } from "../shell.js";

const KEYS = [
  ["arrows", ["←", "↑", "→", "↓"]],
  ["ends", ["Home", "End"]],
  ["true", ["Enter", "Z"]],
  ["false", ["Space", "X"]],
  ["values", ["0", "1"]],
  ["clear", ["⌫"]],
  ["undo", ["Ctrl+Z"]],
  ["redo", ["Ctrl+Y"]],
  ["trial", ["T"]],
  ["accept", ["A"]],
  ["reject", ["Esc"]],
  ["hint", ["H"]],
  ["why", ["W"]],
  ["check", ["V"]],
  ["lines", ["L"]],
  ["numbers", ["R"]],
  ["zoom", ["+", "−"]],
  ["solve", ["S"]],
  ["edit", ["F2"]],
  ["new", ["N"]],
  ["help", ["?"]],
];

/** Return the dialog that explains mouse, fingers and keys; `without`: the names of keys that there are not. */
export function helpDialog(without = []) {
  const element = dialog("help", "help.title", [
    el(
      "ul",
      { class: "plain" },
      ["mouse", "touch", "trial", "hint", "saved"]
        .filter((name) => !without.includes(name))
        .map((name) => el("li", { "data-t": `help.${name}` })),
    ),
    el("h3", { "data-t": "help.keys" }),
    keyList(KEYS.filter(([name]) => !without.includes(name)).map(([name, caps]) => [`keys.${name}`, caps])),
  ]);
  document.body.append(element);
  return element;
}
