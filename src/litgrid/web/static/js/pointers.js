// The mouse and fingers on a board. A press acts when it is let go, on the cell where it began; one that moves on paints,
// cell after cell. A finger that is held gives the other value, one that moves up or down scrolls, unless it was held or
// paints already. A second finger ends what the first one began: two of them zoom the board, and move it or the page.

/** Milliseconds after which a press is a long one. */
export const HOLD = 450;
const SLIP = 10; // pixels that a finger may slip and still be held

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
    svg.addEventListener("touchmove", (event) => this.keep(event), { passive: false });
    svg.addEventListener("wheel", (event) => this.turn(event), { passive: false });
  }

  press(event) {
    const { board } = this;
    const [x, y] = [event.clientX, event.clientY];
    this.down.set(event.pointerId, [x, y]);
    const cell = board.sight.cellAt(x, y);
    if (this.down.size > 1) {
      this.finish();
      this.pinch = this.down.size === 2 ? this.between() : null;
      return;
    }
    if (cell === null || event.button > 2) return;
    event.preventDefault(); // no selection of text; the focus is set below
    board.focusCell(cell, { scroll: false });
    const action = event.button === 2 || event.ctrlKey ? "previous" : event.button === 1 ? "clear" : "next";
    const touch = event.pointerType === "touch";
    const edge = board.sight.edgeAt(x, y);
    this.stroke = { id: event.pointerId, action, touch, last: cell, from: [x, y], x, y, begun: false, edge };
    if (touch || board.told.onAsk) this.holding = setTimeout(() => this.hold(), HOLD);
    board.svg.setPointerCapture(event.pointerId);
  }

  /** The press is a long one: a finger gives the other value, and may go on; the mouse, which has a button for that, asks. */
  hold() {
    const { board, stroke } = this;
    if (stroke.touch) {
      stroke.action = "previous";
      this.begin();
      navigator.vibrate?.(12);
      return;
    }
    this.stroke = null;
    board.told.onAsk(stroke.last);
  }

  begin() {
    const { board, stroke } = this;
    stroke.begun = true;
    board.told.onAct(stroke.last, stroke.action, { drag: stroke.action !== "previous" || !stroke.touch, edge: stroke.edge });
  }

  /** A finger moves: the browser may scroll unless it paints, or there is nothing to be scrolled. */
  keep(event) {
    const free = event.touches.length === 1 && !this.stroke?.begun && this.board.sight.scrolls;
    if (!free && event.cancelable) event.preventDefault();
  }

  /** The wheel zooms with Ctrl, as does a touchpad that is pinched; without it scrolls. */
  turn(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { sight } = this.board;
    const far = Math.max(-30, Math.min(30, event.deltaY));
    sight.zoomAt(sight.zoom * Math.exp(-far / 100), event.clientX, event.clientY);
  }

  /** Where the middle of two fingers is, and how far they are apart. */
  between() {
    const [[x, y], [otherX, otherY]] = [...this.down.values()];
    return {
      x: (x + otherX) / 2,
      y: (y + otherY) / 2,
      apart: Math.hypot(x - otherX, y - otherY),
      zoom: this.board.sight.zoom,
    };
  }

  moveBoard() {
    const { pinch } = this;
    const { sight } = this.board;
    const now = this.between();
    if (pinch.apart > 0) sight.zoomAt(pinch.zoom * (now.apart / pinch.apart), now.x, now.y);
    sight.scrollBy(pinch.x - now.x, pinch.y - now.y);
    [pinch.x, pinch.y] = [now.x, now.y];
  }

  drag(event) {
    const { stroke } = this;
    if (this.down.has(event.pointerId)) this.down.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.pinch && this.down.size === 2) this.moveBoard();
    if (!stroke || event.pointerId !== stroke.id) return;
    const { sight } = this.board;
    const [right, down] = [event.clientX - stroke.from[0], event.clientY - stroke.from[1]];
    if (Math.hypot(right, down) > SLIP) {
      clearTimeout(this.holding);
      // It scrolls, from now on.
      if (stroke.touch && !stroke.begun && Math.abs(down) > Math.abs(right) && sight.scrolls) return this.finish();
    }
    const steps = Math.ceil(Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) / (sight.cellSize / 2));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      this.visit(
        sight.cellAt(stroke.x + (event.clientX - stroke.x) * part, stroke.y + (event.clientY - stroke.y) * part),
      );
    }
    [stroke.x, stroke.y] = [event.clientX, event.clientY];
  }

  visit(cell) {
    const { stroke, board } = this;
    if (cell === null || cell === stroke.last) return;
    clearTimeout(this.holding);
    if (!stroke.begun) this.begin();
    stroke.last = cell;
    board.select(cell);
    board.told.onAct(cell, stroke.action, { drag: true, edge: stroke.edge });
  }

  release(event) {
    this.lift(event);
    const { stroke, board } = this;
    if (!stroke || event.pointerId !== stroke.id) return;
    if (!stroke.begun) board.told.onAct(stroke.last, stroke.action, { drag: false, edge: stroke.edge });
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
    if (stroke) board.told.onAct(stroke.last, "end", { drag: false });
  }
}
