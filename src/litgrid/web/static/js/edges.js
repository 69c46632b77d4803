// What stands beside a board: labels before rows and above columns, counters behind and below them, if wanted the numbers
// of rows and columns, and a note above all.

import { svg, write } from "./dom.js";
import { CELL } from "./symbols.js";

// How wide labels before rows are and how high those above columns; the same of each number of a counter, of what says what
// is counted, of the gap between board and counters, and of the numbers of rows and columns.
const SIZES = [30, 22, 20, 8, 20];
const NOTE = 32; // the height of a note
const USUAL = 18; // rows or columns; beside a larger board all is larger, as its cells are smaller on the screen
const MOST = 2;

export class Edges {
  /** view: the answer of `/api/board`; numbers: whether rows and columns are numbered. */
  constructor({ rows, columns, labels, play, note }, numbers = false) {
    const larger = Math.min(MOST, Math.max(1, Math.max(rows, columns) / USUAL));
    const [LABEL, COUNTER, HEADING, GAP, NUMBER] = SIZES.map((size) => size * larger);
    this.states = Object.values(play.counters).flat();
    const headings = this.states.map((state) => (state ? play.true : play.false));
    if (play.gaps) headings.push("↔");
    const heading = headings.length ? HEADING : 0;
    this.left = labels?.rows.some(Boolean) ? LABEL : heading;
    this.top = labels?.columns.some(Boolean) ? LABEL : heading;
    this.beyond = headings.length ? headings.length * COUNTER + GAP : 0;
    this.group = svg("g", { class: "labels", "aria-hidden": "true" });
    this.group.style.setProperty("--larger", larger);
    if (numbers) {
      const at = (edge) => -edge - NUMBER / 2;
      for (let row = 0; row < rows; row++) this.text(at(this.left), middle(row), row + 1, "number");
      for (let column = 0; column < columns; column++) this.text(middle(column), at(this.top), column + 1, "number");
      this.left += NUMBER;
      this.top += NUMBER;
    }
    const labelled = (x, y) => (label, place) => this.text(x(place), y(place), label, "label");
    this.labels = {
      rows: (labels?.rows ?? []).map(labelled(() => -LABEL / 2, middle)),
      columns: (labels?.columns ?? []).map(labelled(middle, () => -LABEL / 2)),
    };
    if (note) {
      this.text(0, -this.top - NOTE / 2, note, "note");
      this.top += NOTE;
    }
    const [right, bottom] = [columns * CELL + GAP, rows * CELL + GAP];
    const place = (number) => COUNTER * (number + 0.5);
    headings.forEach((symbol, number) => {
      this.text(right + place(number), -HEADING / 2, symbol, "heading");
      this.text(-HEADING / 2, bottom + place(number), symbol, "heading");
    });
    const counters = (length, x, y) =>
      Array.from({ length: headings.length ? length : 0 }, (_, line) =>
        headings.map((_, number) => this.text(x(line, number), y(line, number), "", "counter")),
      );
    this.counters = {
      rows: counters(rows, (_, number) => right + place(number), middle),
      columns: counters(columns, middle, (_, number) => bottom + place(number)),
    };
  }

  text(x, y, content, kind) {
    const element = svg("text", { class: kind, x, y, text: content });
    this.group.append(element);
    return element;
  }

  /** Show the states of labels, and what is left: see `Board.update`. */
  update(labels, counters) {
    for (const lines of ["rows", "columns"]) {
      this.labels[lines].forEach((element, line) => write(element, "class", `label ${labels?.[lines][line] ?? ""}`.trim()));
      this.counters[lines].forEach((elements, line) => {
        const counter = counters?.[lines][line];
        elements.forEach((element, place) => {
          if (place === this.states.length) {
            write(element, "text", String(counter?.gap ?? ""));
            write(element, "class", "counter");
            return;
          }
          const left = counter?.left[place];
          write(element, "text", left === undefined ? "" : String(left).replace("-", "−"));
          write(element, "class", `counter${left === 0 ? " none" : ""}${counter?.wrong || left < 0 ? " wrong" : ""}`);
        });
      });
    }
  }
}

function middle(place) {
  return (place + 0.5) * CELL;
}
