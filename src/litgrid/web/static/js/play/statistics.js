// What was solved here.

import { el } from "../dom.js";
import { allSolved } from "../kept.js";
import { dialog, once } from "../shell.js";
import { clock, streak } from "../timing.js";
import { levelWord, t, tOr } from "../words.js";

/** Show what was solved, by kind, size and level. */
export function statistics() {
  const solved = allSolved();
  const groups = Object.groupBy(solved, (one) => wordsOf(one));
  const row = ([words, some]) => {
    const alone = some.filter(({ helped }) => !helped);
    const best = alone.length ? clock(Math.min(...alone.map(({ seconds }) => seconds))) : "–";
    const figures = [some.length, alone.length, best].map((text) => el("td", { text }));
    return el("tr", {}, el("th", { scope: "row", text: words }), figures);
  };
  const rows = Object.entries(groups).sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }));
  const heads = ["kind", "solved", "alone", "best"].map((name) =>
    el("th", { scope: "col", "data-t": `stats.${name}` }),
  );
  const table = el(
    "table",
    { class: "figures" },
    el("thead", {}, el("tr", {}, heads)),
    el("tbody", {}, rows.map(row)),
  );
  const last = solved
    .slice(-8)
    .reverse()
    .map((one) => {
      const words = [wordsOf(one), clock(one.seconds), one.helped ? t("stats.helped") : null];
      return el("li", { text: words.filter(Boolean).join(" · ") });
    });
  const { number } = streak(solved);
  const days = number ? el("p", { text: t("finish.day", { n: number }) }) : null;
  once(
    dialog(
      "stats",
      "stats.title",
      solved.length
        ? [days, table, el("h3", { "data-t": "stats.last" }), el("ul", { class: "plain" }, last)]
        : [el("p", { "data-t": "stats.none" })],
    ),
  );
}

/** Return the kind, size and level of a puzzle that was solved. */
function wordsOf({ kind, title, rows, columns, level }) {
  const name = `${tOr(`kind.${kind}.title`, title ?? kind)} ${rows} × ${columns}`;
  return [name, levelWord(level)].filter(Boolean).join(" · ");
}
