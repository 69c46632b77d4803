// All puzzles on paper: drawn when somebody prints, and gone afterwards.

import { Board } from "../board.js";
import { $, el } from "../dom.js";
import { levelWord, t } from "../words.js";

const LARGE = 16; // columns of boards that have the width of the paper to themselves

/** Draw the puzzles of a book whenever the page is printed. */
export function onPaper(held) {
  addEventListener("beforeprint", () => draw(held));
  addEventListener("afterprint", () => $("#paper").replaceChildren());
}

function draw(held) {
  const language = document.documentElement.lang;
  const rules = held.rules[language].map(({ title, sentences }) =>
    el("section", {}, el("h2", { text: title }), el("ul", {}, sentences.map((text) => el("li", { text })))),
  );
  const byline = [held.author && t("book.author", { author: held.author }), held.right && t(held.puzzles.length > 1 ? "book.each" : "book.one")];
  const line = byline.filter(Boolean).join(" ");
  $("#paper").replaceChildren(
    el("h1", { text: held.title || "litgrid" }),
    el("p", { text: line }),
    el("section", { class: "instructions" }, rules),
    el("section", { class: "boards" }, held.puzzles.map((_, number) => figure(held, number))),
  );
}

function figure(held, number) {
  const { view, name } = held.puzzles[number];
  const { level } = view.record;
  const words = [`${held.titleOf(view)} ${view.rows} × ${view.columns}`, levelWord(level), name];
  const host = el("figure", { class: view.columns > LARGE ? "large" : null }, el("figcaption", { text: `${number + 1}. ${words.filter(Boolean).join(" · ")}` }));
  const play = { ...view.play, counters: {}, gaps: false };
  new Board(host, { ...view, play }, { label: () => "", readOnly: true });
  return host;
}
