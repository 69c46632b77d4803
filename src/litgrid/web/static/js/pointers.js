// The mouse and fingers on a board. A press acts when it is let go, on the cell where it began; one that moves on paints,
// cell after cell. A second finger ends what the first one began: two of them zoom the board, and move it or the page.

/** Who holds a cell for so many milliseconds asks about it. */
export const HOLD = 550;

export class Pointers {
  constructor(board) {
    this.board = board;
    this.down = new Map(); // where each finger is
    this.pinch = null;
    this.stroke = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  press(event) {
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (this.down.size > 1) {
      this.finish();
      this.pinch = this.down.size === 2 ? this.between() : null;
      return;
    }
    if (cell === null || event.button > 2) return;
    event.preventDefault(); // no selection of text; the focus is set below
    this.board.focusCell(cell, { scroll: false });
    const action = event.button === 2 || event.ctrlKey ? "previous" : event.button === 1 ? "clear" : "next";
    const [x, y] = [event.clientX, event.clientY];
    this.stroke = { id: event.pointerId, action, last: cell, x, y, begun: false, edge: this.board.edgeAt(x, y) };
    if (this.board.onAsk) this.holding = setTimeout(() => this.hold(), HOLD);
    this.board.svg.setPointerCapture(event.pointerId);
  }

  /** The press was no stroke: it asks about the cell. */
  hold() {
    const { last } = this.stroke;
    this.stroke = null;
    this.board.onAsk(last);
  }

  /** Where the middle of two fingers is, and how far they are apart. */
  between() {
    const [[x, y], [otherX, otherY]] = [...this.down.values()];
    return {
      x: (x + otherX) / 2,
      y: (y + otherY) / 2,
      apart: Math.hypot(x - otherX, y - otherY),
      zoom: this.board.zoom,
    };
  }

  moveBoard() {
    const { board, pinch } = this;
    const now = this.between();
    if (pinch.apart > 0) board.zoom = pinch.zoom * (now.apart / pinch.apart);
    const [right, down] = [pinch.x - now.x, pinch.y - now.y];
    const before = board.host.scrollTop;
    board.host.scrollBy(right, down);
    window.scrollBy(0, down - (board.host.scrollTop - before));
    [pinch.x, pinch.y] = [now.x, now.y];
  }

  drag(event) {
    const { stroke } = this;
    if (this.down.has(event.pointerId)) this.down.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pinch && this.down.size === 2) this.moveBoard();
    if (!stroke || event.pointerId !== stroke.id) return;
    const steps = Math.ceil(Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) / (this.board.cellSize / 2));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      this.visit(
        this.board.cellAt(stroke.x + (event.clientX - stroke.x) * part, stroke.y + (event.clientY - stroke.y) * part),
      );
    }
    [stroke.x, stroke.y] = [event.clientX, event.clientY];
  }

  visit(cell) {
    const { stroke, board } = this;
    if (cell === null || cell === stroke.last) return;
    clearTimeout(this.holding);
    if (!stroke.begun) {
      stroke.begun = true;
      board.onAct(stroke.last, stroke.action, { drag: true, edge: stroke.edge });
    }
    stroke.last = cell;
    board.select(cell);
    board.onAct(cell, stroke.action, { drag: true, edge: stroke.edge });
  }

  release(event) {
    this.lift(event);
    const { stroke, board } = this;
    if (!stroke || event.pointerId !== stroke.id) return;
    if (!stroke.begun) board.onAct(stroke.last, stroke.action, { drag: false, edge: stroke.edge });
    this.finish();
  }

  cancel(event) {
    this.lift(event);
    this.finish();
  }

  lift(event) {
    this.down.delete(event.pointerId);
    this.pinch = null;
  }

  finish() {
    const { stroke, board } = this;
    clearTimeout(this.holding);
    this.stroke = null;
    if (stroke) board.onAct(stroke.last, "end", { drag: false });
  }
}
