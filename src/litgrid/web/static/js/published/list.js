// The dialog in which one of the puzzles is chosen.

import { el } from "../dom.js";
import { keptGame } from "../kept.js";
import { dialog, once } from "../shell.js";
import { levelWord, t } from "../words.js";

/** Show the dialog of a book's puzzles, of which one is on the table. */
export function showList(held, current) {
  const language = document.documentElement.lang;
  const chapters = held.chapters.flatMap(({ title, first, number: length }) => {
    const links = Array.from({ length }, (_, place) => link(held, first + place, current));
    const list = el("ol", { class: "puzzles" }, links.map((one) => el("li", {}, one)));
    return [title[language] ? el("h3", { text: title[language] }) : null, list];
  });
  const element = dialog("list", "book.list", chapters.filter(Boolean));
  element.addEventListener("click", (event) => event.target.closest("a") && element.close());
  once(element);
}

function link(held, number, current) {
  const { view, name } = held.puzzles[number];
  const game = keptGame(view.record)?.game;
  const state = number in held.solved ? "done" : game ? "begun" : null;
  const { level } = view.record;
  const words = [
    t("book.number", { number: number + 1 }),
    `${held.titleOf(view)} ${view.rows} × ${view.columns}`,
    levelWord(level),
    name,
    state && t(`new.state-${state}`),
  ];
  const said = words.filter(Boolean).join(", ");
  const mark = { done: "✓", begun: "…" }[state] ?? "";
  return el(
    "a",
    {
      href: `#${number + 1}`,
      class: `button ${state ?? ""}`.trim(),
      "aria-label": said,
      title: said,
      "aria-current": number === current ? "true" : null,
    },
    el("span", { text: String(number + 1) }),
    el("span", { class: "state", text: mark }),
  );
}
