// The mouse and fingers on a board. A press acts when it is let go, on the cell where it began; one that moves on paints,
// cell after cell. A second finger ends what the first one began, as it means to zoom or to move the page.

export class Pointers {
  constructor(board) {
    this.board = board;
    this.down = new Set();
    this.stroke = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.drag(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", (event) => this.cancel(event));
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  press(event) {
    this.down.add(event.pointerId);
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (this.down.size > 1) {
      this.finish();
      return;
    }
    if (cell === null || event.button > 2) return;
    event.preventDefault(); // no selection of text; the focus is set below
    this.board.focusCell(cell, { scroll: false });
    const action = event.button === 2 || event.ctrlKey ? "previous" : event.button === 1 ? "clear" : "next";
    this.stroke = { id: event.pointerId, action, last: cell, x: event.clientX, y: event.clientY, begun: false };
    if (event.pointerType !== "touch" || event.isPrimary) this.board.svg.setPointerCapture(event.pointerId);
  }

  drag(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.id) return;
    const steps = Math.ceil(Math.hypot(event.clientX - stroke.x, event.clientY - stroke.y) / (this.board.cellSize / 2));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      this.visit(this.board.cellAt(stroke.x + (event.clientX - stroke.x) * part, stroke.y + (event.clientY - stroke.y) * part));
    }
    [stroke.x, stroke.y] = [event.clientX, event.clientY];
  }

  visit(cell) {
    const { stroke, board } = this;
    if (cell === null || cell === stroke.last) return;
    if (!stroke.begun) {
      stroke.begun = true;
      board.onAct(stroke.last, stroke.action, { drag: true });
    }
    stroke.last = cell;
    board.select(cell);
    board.onAct(cell, stroke.action, { drag: true });
  }

  release(event) {
    this.down.delete(event.pointerId);
    const { stroke, board } = this;
    if (!stroke || event.pointerId !== stroke.id) return;
    if (!stroke.begun) board.onAct(stroke.last, stroke.action, { drag: false });
    this.finish();
  }

  cancel(event) {
    this.down.delete(event.pointerId);
    this.finish();
  }

  finish() {
    const { stroke, board } = this;
    this.stroke = null;
    if (stroke) board.onAct(stroke.last, "end", { drag: false });
  }
}
