// The page of a published file: puzzles in chapters, played at the same table as everywhere.

import { keyedButton } from "../buttons.js";
import { $, el } from "../dom.js";
import { About } from "../play/about.js";
import { helpDialog } from "../play/help.js";
import { Table } from "../play/table.js";
import { announce, begin, show } from "../shell.js";
import { t, translate } from "../words.js";
import { book } from "./book.js";
import { showList } from "./list.js";
import { onPaper } from "./paper.js";

const NO_KEYS = ["edit", "new"];
const HINTS = ["hint", "why", "solve"];

/** Begin the page. */
export async function main() {
  if (typeof DecompressionStream === "undefined") {
    $("#stage").textContent = "This browser is too old for these puzzles. Ce navigateur est trop ancien pour ces grilles.";
    return;
  }
  const held = await book();
  // Who shows an answer has solved nothing, and a code is for who has.
  const without = held.hints ? (held.code ? ["solve"] : []) : HINTS;
  const help = helpDialog([...NO_KEYS, ...without]);
  await begin("play", { choices: ["errors", "timer", "counters", "numbers", "pad"], help, alone: held.title || "litgrid" });
  new Page(held, help, without).begin();
}

class Page {
  constructor(held, help, without) {
    this.book = held;
    this.number = -1;
    this.about = null;
    const { puzzles } = held;
    const several = puzzles.length > 1;
    const actions = { help: () => show(help), print: () => print() };
    if (several)
      Object.assign(actions, {
        previous: () => this.go(this.number - 1),
        next: () => this.go(this.number + 1),
        list: () => showList(held, this.number),
      });
    this.table = new Table({
      actions,
      keys: { "?": "help", ...(several ? { n: "next" } : {}) },
      without,
      known: () => this.about.known,
      finished: () => this.finished(),
    });
    const icons = { list: "grid", previous: "left", next: "right", print: "print" };
    $("#puzzle-buttons").append(
      ...Object.keys(icons)
        .filter((name) => name in actions)
        .map((name) => keyedButton(icons[name], `book.${name}`, () => this.table.act(name), `round ${name}`)),
    );
  }

  async begin() {
    translate();
    onPaper(this.book);
    addEventListener("hashchange", () => this.fromAddress());
    document.addEventListener("litgrid:language", async () => {
      await this.write();
      this.table.retranslate();
    });
    await this.fromAddress();
  }

  /** Open the puzzle that the address says; else the first one that is not solved. */
  fromAddress() {
    const said = Number(location.hash.slice(1)) - 1;
    const first = this.book.puzzles.findIndex((_, number) => !(number in this.book.solved));
    return this.open(said in this.book.puzzles ? said : Math.max(first, 0));
  }

  /** Go to a puzzle; after the last one comes the first. */
  go(number) {
    const { length } = this.book.puzzles;
    location.hash = `#${((number + length) % length) + 1}`;
  }

  async open(number) {
    if (number === this.number) return;
    this.table.save();
    this.about?.leave();
    this.number = number;
    const { view, status } = this.book.puzzles[number];
    view.title = this.book.titleOf(view);
    this.about = new About(view, { status });
    this.table.load(view);
    await this.write();
    announce(t("play.loaded", { title: view.title, rows: view.rows, columns: view.columns }));
  }

  /** Write what is around the board. */
  async write() {
    const { book, number, about } = this;
    const { puzzles, title, author, right, chapters } = book;
    const { view, name } = puzzles[number];
    view.title = book.titleOf(view);
    await about.show();
    document.title = title || document.title;
    const language = document.documentElement.lang;
    const chapter = chapters.find(({ first, number: length }) => first <= number && number < first + length);
    const place = puzzles.length > 1 ? t("book.place", { number: number + 1, of: puzzles.length }) : "";
    $("#place").textContent = [chapter.title[language], place, name].filter(Boolean).join(" · ");
    const sentences = [
      author && t("book.author", { author }),
      right && t(puzzles.length > 1 ? "book.each" : "book.one"),
      book.code && t(puzzles.length > 1 ? "book.locked" : "book.locked-one"),
      t("book.made"),
    ];
    $("#made").replaceChildren(...sentences.filter(Boolean).map((text) => el("p", { text })));
  }

  /** A board is finished: what it takes to read what is locked is known, or more is to be solved. */
  finished() {
    const { book, number, table } = this;
    book.solve(number, Array.from(table.player.game.values, (value) => Math.max(value, 0)).join(""));
    const { text, left, puzzles } = book;
    const sentences = [];
    if (text) sentences.push(t("book.code", { text }));
    else if (left) sentences.push(t("book.left", { n: left }));
    else if (puzzles.length > 1) sentences.push(t("book.all"));
    const next = puzzles.findIndex((_, other) => !((number + 1 + other) % puzzles.length in book.solved));
    const buttons = next < 0 ? [] : [[t("book.next"), () => this.go(number + 1 + next), true]];
    return { sentences, buttons };
  }
}
