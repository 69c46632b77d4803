// The keys of a board: they move its cursor, and act on the cell that it is on.

const FAR = 10_000; // rows or columns: there every board is at its end
const MOVES = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -FAR],
  End: [0, FAR],
};
const ACTS = {
  Enter: "toggle-true",
  z: "toggle-true",
  " ": "toggle-false",
  x: "toggle-false",
  Backspace: "clear",
  Delete: "clear",
};

export class Keyboard {
  constructor(board) {
    this.board = board;
    const { svg } = board;
    svg.addEventListener("keydown", (event) => this.press(event));
    // The cursor is seen once keys are used, the one that came here among them.
    for (const [kind, on] of [["keydown", true], ["keyup", true], ["pointerdown", false]])
      svg.addEventListener(kind, () => svg.classList.toggle("keyed", on));
  }

  press(event) {
    if (event.altKey) return;
    const { board } = this;
    const far = event.ctrlKey || event.metaKey;
    const isUsed = () => board.told.onKey?.(event, board.current);
    if (event.key in MOVES) {
      event.preventDefault();
      if (!event.shiftKey || !isUsed()) this.move(event.key, far);
      return;
    }
    const { true: one, false: other } = board.view.play;
    const acts = { ...ACTS, [one]: "true", [other]: "false" };
    const action = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (isUsed()) event.preventDefault();
    else if (action && !far && !board.readOnly) {
      event.preventDefault();
      board.enter(action);
    }
  }

  move(key, far) {
    let [down, right] = MOVES[key];
    if (far) [down, right] = key.startsWith("Arrow") ? [down * FAR, right * FAR] : [right, right];
    this.board.focusCell(this.board.beside(down, right));
  }
}
