// The page's help: its keys.

import { el } from "../dom.js";
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
  const rows = KEYS.flatMap(([name, caps]) => [
    el(
      "dt",
      {},
      caps.map((cap) => el("kbd", { text: cap })),
    ),
    el("dd", { "data-t": `lab.help.${name}` }),
  ]);
  const element = dialog("help", "help.title", [
    el("p", { "data-t": "lab.help.what" }),
    el("dl", { class: "keys" }, rows),
  ]);
  document.body.append(element);
  return element;
}
