// How a board lies in its host: how large it is drawn, which part of it is seen, and which cell is where on the screen.

import { CELL } from "./symbols.js";

const SMALLEST = 12; // pixels that a cell has at least, and at most unless somebody zooms
const LARGEST = 76;
const MOST_ZOOM = 6;
const EASY = 28; // pixels of a cell that can be read with ease
const TINY = 18; // and of one that cannot
const AROUND = 12; // pixels that are shown around cells that are brought into view

export class Sight {
  /** smallest: pixels that a cell has at least; onChange(): another part is seen, or it is larger or smaller. */
  constructor(board, { smallest = SMALLEST, onChange = () => {} }) {
    this.board = board;
    this.smallest = smallest;
    this.onChange = onChange;
    this.host = board.host;
    this.factor = 1;
    this.waiting = false;
    this.resizes = new ResizeObserver(() => this.fit());
    this.resizes.observe(this.host);
    this.listener = () => this.changed();
    for (const place of [this.host, window]) place.addEventListener("scroll", this.listener, { passive: true });
    this.printing = () => board.drawSeen({ top: 0, left: 0, bottom: Infinity, right: Infinity }); // on paper all is seen
    addEventListener("beforeprint", this.printing);
    addEventListener("afterprint", this.listener);
  }

  end() {
    this.resizes.disconnect();
    for (const place of [this.host, window]) place.removeEventListener("scroll", this.listener);
    removeEventListener("beforeprint", this.printing);
    removeEventListener("afterprint", this.listener);
  }

  // Sizes.

  /** How wide a cell is, in pixels. */
  get cellSize() {
    return (this.board.svg.width.baseVal.value / this.board.width) * CELL;
  }

  /** How much larger than what fits; 1 to 6. */
  get zoom() {
    return this.factor;
  }

  set zoom(factor) {
    this.factor = Math.min(MOST_ZOOM, Math.max(1, factor));
    this.fit();
  }

  /** Zoom so that what is at a point of the screen stays there; by default where the cursor is, if that is seen. */
  zoomAt(factor, x = null, y = null) {
    if (x === null) [x, y] = this.middle();
    const before = this.pointAt(x, y);
    this.zoom = factor;
    const now = before.matrixTransform(this.board.svg.getScreenCTM());
    this.scrollBy(now.x - x, now.y - y);
  }

  middle() {
    const { left, top, right, bottom } = this.window();
    const box = this.board.cells[this.board.current].getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const inside = box.width && left < x && x < right && top < y && y < bottom;
    return inside ? [x, y] : [(left + right) / 2, (top + bottom) / 2];
  }

  /** How the board lies: how near it is, and what part of it is left of and above what is seen. */
  get place() {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight } = this.host;
    return [this.zoom, scrollLeft / scrollWidth, scrollTop / scrollHeight];
  }

  /** What was kept may be anything; then all stays as it is. */
  set place(kept) {
    const [zoom, left, top] = Array.isArray(kept) ? kept.map(Number) : [];
    if (!(zoom >= 1)) return;
    this.zoom = zoom;
    this.host.scrollTo(left * this.host.scrollWidth || 0, top * this.host.scrollHeight || 0);
  }

  /** Fit the board into its host. */
  fit() {
    const { board, host } = this;
    const style = getComputedStyle(host);
    const [x, y] = [
      parseFloat(style.paddingLeft) + parseFloat(style.paddingRight),
      parseFloat(style.paddingTop) + parseFloat(style.paddingBottom),
    ];
    const wide = host.clientWidth - x;
    if (!(wide > 0)) return; // nothing is seen of it
    const most = (parseFloat(style.maxHeight) || Infinity) - (host.offsetHeight - host.clientHeight) - y;
    const grows = style.getPropertyValue("--fit").trim() === "width"; // the host is as high as its board, up to a height
    const high = grows ? Math.max(most, (EASY / CELL) * board.height) : host.clientHeight - y;
    const scale = Math.min(wide / board.width, high / board.height, LARGEST / CELL);
    const size = Math.max(scale, this.smallest / CELL) * this.factor;
    board.svg.setAttribute("width", Math.floor(board.width * size));
    board.svg.setAttribute("height", Math.floor(board.height * size));
    board.svg.classList.toggle("small", CELL * size < 24);
    this.changed();
  }

  // What is seen.

  /** Scroll the host, and the page by what is left. */
  scrollBy(right, down) {
    const before = this.host.scrollTop;
    this.host.scrollBy(right, down);
    window.scrollBy(0, down - (this.host.scrollTop - before));
  }

  /** Whether the host or the page can be scrolled up or down. */
  get scrolls() {
    const { documentElement: page } = document;
    return this.host.scrollHeight > this.host.clientHeight + 1 || page.scrollHeight > page.clientHeight + 1;
  }

  /** Whether all of the board is seen in its host. */
  get isWhole() {
    return this.host.scrollWidth <= this.host.clientWidth + 1 && this.host.scrollHeight <= this.host.clientHeight + 1;
  }

  /** The part of the screen where the board is seen, but for what is fixed in front of it, `covers` elements. */
  window(covers = []) {
    const box = this.host.getBoundingClientRect();
    const found = {
      left: Math.max(box.left, 0),
      top: Math.max(box.top, 0),
      right: Math.min(box.right, document.documentElement.clientWidth),
      bottom: Math.min(box.bottom, window.innerHeight),
    };
    for (const cover of covers) {
      if (!cover || getComputedStyle(cover).position !== "fixed" || !cover.checkVisibility()) continue;
      const { left, top } = cover.getBoundingClientRect();
      if (left < found.right && top > found.top) found.bottom = Math.min(found.bottom, top);
    }
    return found;
  }

  /** The rows and columns that are seen, as `{top, bottom, left, right}` in cells, parts of cells included. */
  seen() {
    const { left, top, right, bottom } = this.window();
    const [first, last] = [this.pointAt(left, top), this.pointAt(right, bottom)];
    return { left: first.x / CELL, top: first.y / CELL, right: last.x / CELL, bottom: last.y / CELL };
  }

  /** Bring cells into view, and make them large enough to be read, or small enough to be seen together. */
  reveal(cells, covers = [], { zooming = true } = {}) {
    if (!cells.length) return;
    const room = this.window(covers);
    const { columns } = this.board.view;
    const ranges = [cells.map((cell) => cell % columns), cells.map((cell) => Math.floor(cell / columns))];
    const [wide, high] = ranges.map((places) => Math.max(...places) - Math.min(...places) + 1);
    const fitting = Math.min(
      (room.right - room.left - 2 * AROUND) / wide,
      (Math.max(room.bottom - room.top, window.innerHeight / 3) - 2 * AROUND) / high,
    );
    const size = this.cellSize;
    const wanted = size > fitting ? fitting : size < TINY ? Math.max(size, Math.min(EASY, fitting)) : size;
    if (zooming && Math.abs(wanted - size) > 0.5) this.zoom *= wanted / size;
    const [[left, right], [top, bottom]] = ranges.map((places) => [Math.min(...places), Math.max(...places) + 1]);
    const matrix = this.board.svg.getScreenCTM();
    const first = new DOMPoint(left * CELL, top * CELL).matrixTransform(matrix);
    const last = new DOMPoint(right * CELL, bottom * CELL).matrixTransform(matrix);
    const by = (low, high, from, to) => (low < from + AROUND ? low - from - AROUND : high > to - AROUND ? high - to + AROUND : 0);
    this.scrollBy(by(first.x, last.x, room.left, room.right), by(first.y, last.y, room.top, room.bottom));
  }

  /** Bring a place, in rows and columns, to the middle of what is seen. */
  center(row, column) {
    const { left, top, right, bottom } = this.window();
    const point = new DOMPoint(column * CELL, row * CELL).matrixTransform(this.board.svg.getScreenCTM());
    this.scrollBy(point.x - (left + right) / 2, point.y - (top + bottom) / 2);
  }

  changed() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (!this.board.svg.isConnected) return;
      this.board.drawSeen();
      this.onChange();
    });
  }

  // Which cell is where.

  /** A point of the screen in units of the drawing. */
  pointAt(x, y) {
    const matrix = this.board.svg.getScreenCTM();
    return matrix && new DOMPoint(x, y).matrixTransform(matrix.inverse());
  }

  /** The cell at a point of the screen; null outside. */
  cellAt(x, y) {
    const point = this.pointAt(x, y);
    return point && this.cellIn(Math.floor(point.y / CELL), Math.floor(point.x / CELL));
  }

  /** The two cells whose common edge is the nearest to a point of the screen; null where that is the board's own. */
  edgeAt(x, y) {
    const [point, cell] = [this.pointAt(x, y), this.cellAt(x, y)];
    if (cell === null) return null;
    const [down, right] = [(point.y / CELL) % 1, (point.x / CELL) % 1];
    const nearest = Math.min(down, 1 - down, right, 1 - right);
    const step = { [right]: [0, -1], [1 - right]: [0, 1], [down]: [-1, 0], [1 - down]: [1, 0] }[nearest];
    const other = this.cellIn(Math.floor(point.y / CELL) + step[0], Math.floor(point.x / CELL) + step[1]);
    return other === null ? null : [Math.min(cell, other), Math.max(cell, other)];
  }

  /** The cell in a row and a column; null outside. */
  cellIn(row, column) {
    const { rows, columns } = this.board.view;
    const inside = row >= 0 && column >= 0 && row < rows && column < columns;
    return inside ? row * columns + column : null;
  }
}
