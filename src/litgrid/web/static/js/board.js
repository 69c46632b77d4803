// A board as an ARIA grid in SVG: any puzzle's view, drawn and kept up to date cell by cell, with a cursor that the keys
// move, and strokes of the mouse or a finger. It knows no rule and keeps no game: it says what somebody did.

import { Between } from "./between.js";
import { Blocks } from "./blocks.js";
import { inset, paint, statesOf } from "./cells.js";
import { svg } from "./dom.js";
import { Edges } from "./edges.js";
import { Keyboard } from "./keyboard.js";
import { Pointers } from "./pointers.js";
import { startOf } from "./rules.js";
import { Sight } from "./sight.js";
import { CELL, given, inscribed } from "./symbols.js";

const MARGIN = 3;

export class Board {
  /**
   * host: the element that the board lives in.
   * view: the answer of `/api/board`.
   * label(cell): the sentence that a cell is read as.
   * onAct(cell, action, {drag, edge}): somebody acted; action is "next", "previous", "true", "false", "clear", "toggle-true",
   *   "toggle-false", or "end", when a stroke is over. A stroke over several cells calls for each, with `drag`;
   *   `edge` holds the two cells between which it began, null where a key did.
   * onAsk(cell): somebody held a cell for a while, and did nothing there.
   * onKey(event, cell): a key that is none of these, or an arrow with Shift; return true if it was used.
   * onFocus(cell): the cursor went there.
   * sight: what `Sight` takes; numbers: whether rows and columns are numbered.
   */
  constructor(host, view, /** @type {any} */ { sight = {}, numbers = false, readOnly = false, name = "", ...told }) {
    this.host = host;
    this.told = told;
    this.numbers = numbers;
    this.readOnly = readOnly;
    this.name = name;
    this.view = view;
    this.current = 0; // the cell that the cursor is on
    this.sight = new Sight(this, sight);
    const { rows, columns } = view;
    this.edges = new Edges(view, this.numbers);
    this.between = new Between(view);
    this.between.show(view.regions, view.signs);
    this.width = this.edges.left + columns * CELL + this.edges.beyond + 2 * MARGIN;
    this.height = this.edges.top + rows * CELL + this.edges.beyond + 2 * MARGIN;
    this.shown = new Array(rows * columns).fill(null);
    const start = startOf(view);
    this.styles = view.symbols.map(([, style], number) => (start[number] < 0 ? "open" : style));
    this.svg = this.draw();
    this.host.append(this.svg);
    new Keyboard(this);
    if (!this.readOnly) new Pointers(this);
    this.svg.addEventListener("focusin", (event) => this.focused(event));
    this.update(start);
    this.select(this.current);
    this.sight.fit();
  }

  destroy() {
    this.sight.end();
    this.svg.remove();
  }

  draw() {
    const { rows, columns } = this.view;
    const root = svg("svg", {
      class: `board${this.view.regions ? " mapped" : ""}`,
      role: "grid",
      tabindex: -1, // else browsers stop at it on their way to the cells, as it listens to their focus
      "aria-label": this.title,
      "aria-rowcount": rows,
      "aria-colcount": columns,
      "aria-readonly": this.readOnly ? "true" : null,
      viewBox: `${-MARGIN - this.edges.left} ${-MARGIN - this.edges.top} ${this.width} ${this.height}`,
    });
    this.cells = [];
    this.blocks = new Blocks(this.view);
    for (let row = 0; row < rows; row++) {
      const line = svg("g", { role: "row", "aria-rowindex": row + 1 });
      const cells = Array.from({ length: columns }, (_, column) => this.drawCell(row, column));
      this.blocks.fill(line, row, cells);
      root.append(line);
    }
    root.append(this.between.borders);
    root.append(svg("rect", { class: "frame", x: -1, y: -1, width: columns * CELL + 2, height: rows * CELL + 2 }));
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    this.cursor = svg("rect", { class: "cursor", width: CELL, height: CELL, rx: 3, "aria-hidden": "true" });
    root.append(this.edges.group, this.marks, this.between.signs, this.cursor);
    return root;
  }

  /** Draw what is seen of a large board, in rows and columns. */
  drawSeen(seen = null) {
    if (this.blocks.on) this.blocks.show(seen ?? this.sight.seen(), this.cells[this.current]);
  }

  /** What the board is called: its name, and what stands above it. */
  get title() {
    const { title, rows, columns, note } = this.view;
    return [this.name || `${title}, ${rows} × ${columns}`, note].filter(Boolean).join(", ");
  }

  drawCell(row, column) {
    const number = row * this.view.columns + column;
    const style = this.styles[number];
    const [glyph] = this.view.symbols[number];
    const cell = svg("g", {
      class: `cell is-${style}`,
      role: "gridcell",
      "aria-colindex": column + 1,
      tabindex: number === this.current ? 0 : -1,
    });
    const [x, y] = [column * CELL, row * CELL];
    cell.append(
      svg("rect", { class: "ground", x, y, width: CELL, height: CELL }),
      ...(style === "open" ? [] : given(this.view.glyphs[glyph] ?? glyph, x, y)),
    );
    const said = this.view.inscribed?.[number];
    if (said) cell.append(inscribed(said, x, y));
    cell.number = number;
    this.cells.push(cell);
    return cell;
  }

  /**
   * Show values; only what has changed is drawn anew.
   *
   * trial: for each cell the trial it was entered in, 0 for none; firsts: the cells that trials began with;
   * wrong: cells that break a rule (a Map or a Set); lit, met: Sets of cells; labels and counters: `{rows, columns}`, for
   * each line the state ("met", "wrong", "") of its label, and of its counter `{left, wrong}`; signs: their states.
   */
  update(values, /** @type {any} */ { labels = null, counters = null, signs = null, ...cells } = {}) {
    const states = statesOf(values, cells);
    for (let cell = 0; cell < states.length; cell++)
      if (states[cell] !== this.shown[cell]) this.show(cell, states[cell]);
    this.edges.update(labels, counters);
    this.between.update(signs);
  }

  show(number, state) {
    const cell = this.cells[number];
    const before = this.shown[number];
    this.shown[number] = state;
    const [x, y] = this.corner(number);
    const [style, beside] = [this.styles[number], Boolean(this.view.inscribed?.[number])];
    paint(cell, { play: this.view.play, style, x, y, before, state, beside });
    cell.setAttribute("aria-label", this.told.label(number));
  }

  /** Where the corner of a cell is, in units of the drawing. */
  corner(number) {
    const { columns } = this.view;
    return [(number % columns) * CELL, Math.floor(number / columns) * CELL];
  }

  /** Read all cells' sentences anew, and name the board, if it has another name: the language has changed. */
  relabel(name = this.name) {
    this.name = name;
    this.svg.setAttribute("aria-label", this.title);
    this.cells.forEach((cell, number) => cell.setAttribute("aria-label", this.told.label(number)));
  }

  /** Show other regions and signs: see Between. */
  setBetween(regions, signs) {
    Object.assign(this.view, { regions, signs });
    this.between.show(regions, signs);
    this.relabel();
  }

  /**
   * Show something else of the puzzle itself in a cell, as when it is drawn; an open one holds an entry, and what is
   * inscribed there, null for nothing.
   */
  setSymbol(number, symbol, open, said = null) {
    this.view.symbols[number] = symbol;
    this.view.inscribed[number] = said;
    this.styles[number] = open ? "open" : symbol[1];
    const cell = this.cells[number];
    cell.querySelectorAll(".given, .entry, .inscribed").forEach((part) => part.remove());
    cell.firstChild.after(...(open ? [] : given(this.view.glyphs[symbol[0]] ?? symbol[0], ...this.corner(number))));
    if (said) cell.append(inscribed(said, ...this.corner(number)));
    const state = this.shown[number];
    this.shown[number] = null;
    this.show(number, state);
  }

  /** Mark cells in a role: look, fact, rule, result, differ, forced, clash, hover. */
  highlight(cells, role) {
    for (const number of cells) {
      const [x, y] = this.corner(number);
      this.marks.append(inset(`mark ${role}${this.onWall(number)}`, x, y, 1.5, 3));
      if (role === "fact" || role === "forced")
        this.marks.append(svg("path", { class: `corner ${role}`, d: `M${x + 3} ${y + 37}v-9l9 9z` }));
    }
  }

  /** Write short texts into the corners of cells, by cell, as marks of a role. */
  annotate(texts, role) {
    for (const [number, text] of texts) {
      const [x, y] = this.corner(number);
      this.marks.append(svg("text", { class: `mark ${role}`, x: x + CELL - 3, y: y + 8 }, text));
    }
  }

  /** Take away the marks of a role, or all of them. */
  clearHighlights(role = null) {
    for (const mark of [...this.marks.children]) if (role === null || mark.classList.contains(role)) mark.remove();
  }

  // The cursor.

  /** Move the cursor to a cell, and the keyboard's focus with it. */
  focusCell(number, { scroll = true } = {}) {
    this.select(number);
    this.blocks.need(this.cells[number]);
    this.cells[number].focus({ preventScroll: !scroll });
  }

  select(number) {
    this.cells[this.current]?.setAttribute("tabindex", -1);
    this.current = number;
    this.cells[number].setAttribute("tabindex", 0);
    const [x, y] = this.corner(number);
    this.cursor.setAttribute("x", x);
    this.cursor.setAttribute("y", y);
    this.cursor.setAttribute("class", `cursor${this.onWall(number)}`);
  }

  /** The class of what is marked on a cell: on walls colours are others. */
  onWall(number) {
    return ["wall", "number"].includes(this.styles[number]) ? " on-wall" : "";
  }

  focused(event) {
    const cell = event.target.closest?.(".cell");
    if (!cell) return;
    this.select(cell.number);
    this.told.onFocus?.(cell.number);
  }

  /** The cell that is so many rows and columns from the cursor, as far as the board goes. */
  beside(down, right) {
    const { rows, columns } = this.view;
    const row = Math.min(rows - 1, Math.max(0, Math.floor(this.current / columns) + down));
    const column = Math.min(columns - 1, Math.max(0, (this.current % columns) + right));
    return row * columns + column;
  }

  /** Do something to the cell that the cursor is on. */
  enter(action) {
    for (const what of [action, "end"]) this.told.onAct(this.current, what, { drag: false });
  }
}
