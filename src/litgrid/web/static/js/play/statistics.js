// What was solved here.

import { el } from "../dom.js";
import { dialog, once } from "../shell.js";
import { allSolved } from "../store.js";
import { clock } from "../timing.js";
import { t, tOr } from "../words.js";

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
