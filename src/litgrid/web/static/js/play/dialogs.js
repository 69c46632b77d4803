// Small dialogs of the page for playing: sharing, statistics, help.

import { $, el } from "../dom.js";
import { keyList } from "../keys.js";
import { encode, forOthers } from "../share.js";
import { dialog, show, toast } from "../shell.js";
import { allSolved } from "../store.js";
import { clock } from "../timing.js";
import { t, tOr, translate } from "../words.js";

/** Offer the link of a puzzle, with or without what is entered; edit() goes on with it where puzzles are drawn. */
export async function share(record, values, edit) {
  const link = el("input", {
    type: "text",
    readonly: true,
    "data-t-label": "share.link",
    onfocus: () => link.select(),
  });
  const entries = el("input", { type: "checkbox", role: "switch", onchange: () => write() });
  const write = async () => {
    link.value = forOthers(await encode({ puzzle: record, values: entries.checked ? values : null }));
  };
  const copy = async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // where the clipboard is not to be had otherwise
    }
    toast(t("share.copied"));
  };
  const element = dialog("share", "share.title", [
    el("p", { class: "soft", "data-t": "share.what" }),
    el(
      "div",
      { class: "link-row" },
      link,
      el("button", { type: "button", class: "primary", "data-t": "share.copy", onclick: copy }),
    ),
    el("label", { class: "switch" }, el("span", { "data-t": "share.entries" }), entries),
    el("div", { class: "buttons" }, el("button", { type: "button", "data-t": "share.edit", onclick: edit })),
  ]);
  await write();
  once(element);
}

/** Show what was solved, by kind. */
export function statistics() {
  const solved = allSolved();
  const kinds = [...new Set(solved.map(({ kind }) => kind))];
  const row = (kind) => {
    const some = solved.filter((one) => one.kind === kind);
    const alone = some.filter(({ helped }) => !helped);
    const best = alone.length ? clock(Math.min(...alone.map(({ seconds }) => seconds))) : "–";
    return el(
      "tr",
      {},
      el("th", { scope: "row", text: tOr(`kind.${kind}.title`, some[0].title ?? kind) }),
      ...[some.length, alone.length, best].map((text) => el("td", { text })),
    );
  };
  const heads = ["kind", "solved", "alone", "best"].map((name) =>
    el("th", { scope: "col", "data-t": `stats.${name}` }),
  );
  const table = el(
    "table",
    { class: "figures" },
    el("thead", {}, el("tr", {}, heads)),
    el("tbody", {}, kinds.map(row)),
  );
  const last = solved
    .slice(-8)
    .reverse()
    .map((one) => {
      const title = tOr(`kind.${one.kind}.title`, one.title ?? one.kind);
      const words = [
        `${title} ${one.rows} × ${one.columns}`,
        one.level ? t(`level.${one.level}`) : null,
        clock(one.seconds),
        one.helped ? t("stats.helped") : null,
      ];
      return el("li", { text: words.filter(Boolean).join(" · ") });
    });
  once(
    dialog(
      "stats",
      "stats.title",
      solved.length
        ? [table, el("h3", { "data-t": "stats.last" }), el("ul", { class: "plain" }, last)]
        : [el("p", { "data-t": "stats.none" })],
    ),
  );
}

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
  ["solve", ["S"]],
  ["edit", ["F2"]],
  ["new", ["N"]],
  ["help", ["?"]],
];

/** Return the dialog that explains mouse, fingers and keys. */
export function helpDialog() {
  const element = dialog("help", "help.title", [
    el(
      "ul",
      { class: "plain" },
      ["mouse", "touch", "trial", "hint", "saved"].map((name) => el("li", { "data-t": `help.${name}` })),
    ),
    el("h3", { "data-t": "help.keys" }),
    keyList(KEYS.map(([name, caps]) => [`keys.${name}`, caps])),
  ]);
  document.body.append(element);
  return element;
}

/** Show a dialog that is made for this once. */
function once(element) {
  document.body.append(element);
  translate(element);
  element.addEventListener("close", () => element.remove());
  show(element);
  $("input[type=text]", element)?.select();
}
