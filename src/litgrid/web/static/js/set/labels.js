// The labels of lines while a board is drawn: a field before each row and above each column, over the board's own places.
// One stop for the Tab key; the arrows go from field to field.

import { el } from "../dom.js";
import { t } from "../words.js";

const SIDES = ["rows", "columns"];

export class Labels {
  /** onLabel(side, place, label): a label was written, of a row (0) or a column (1); null where it was taken away. */
  constructor(host, { onLabel }) {
    this.host = host;
    this.onLabel = onLabel;
    this.group = el("div", { class: "set-labels", role: "group", hidden: true });
    this.host.append(this.group);
    this.fields = null;
    this.resizes = new ResizeObserver(() => this.place());
  }

  /** Show labels, of rows and of columns, over a board; without any (null) there is nothing to show. */
  show(labels, board) {
    this.board = board;
    this.group.hidden = labels === null;
    this.resizes.disconnect();
    if (labels === null) return;
    this.resizes.observe(board.svg);
    if (!this.fields || SIDES.some((side, number) => this.fields[side].length !== labels[number].length))
      this.make(labels);
    this.group.setAttribute("aria-label", t("set.labels.name"));
    for (const [number, side] of SIDES.entries())
      labels[number].forEach((label, place) => {
        const field = this.fields[side][place];
        const text = label === null ? "" : String(label);
        if (field.value !== text) field.value = text;
        board.edges.labels[side][place].textContent = text; // on paper, where there are no fields
        field.setAttribute("aria-label", t(`set.labels.${side}`, { number: place + 1 }));
      });
    this.place();
  }

  hide() {
    this.group.hidden = true;
  }

  /** Outline the labels of lines, as of clues that clash: `[side, place]` each. */
  outline(lines) {
    if (!this.fields) return;
    for (const side of SIDES) for (const field of this.fields[side]) field.classList.remove("clash");
    for (const [side, place] of lines) this.fields[side][place]?.classList.add("clash");
  }

  make(labels) {
    const field = (side, place) =>
      el("input", {
        class: `set-label ${side}`,
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 4,
        tabindex: side === "rows" && place === 0 ? 0 : -1,
        oninput: (event) => this.typed(event.target, side, place),
        onkeydown: (event) => this.key(event, side, place),
        onfocus: (event) => this.rove(event.target),
      });
    const fields = (side, number) => labels[number].map((_, place) => field(side, place));
    this.fields = Object.fromEntries(SIDES.map((side, number) => [side, fields(side, number)]));
    this.group.replaceChildren(...this.fields.rows, ...this.fields.columns);
  }

  typed(field, side, place) {
    const digits = field.value.replace(/[^0-9]/g, "");
    if (digits !== field.value) field.value = digits;
    this.onLabel(SIDES.indexOf(side), place, digits === "" ? null : Number(digits));
  }

  rove(field) {
    for (const side of SIDES) for (const other of this.fields[side]) other.tabIndex = other === field ? 0 : -1;
    field.select();
  }

  key(event, side, place) {
    const along = side === "rows" ? { ArrowUp: -1, ArrowDown: 1 } : { ArrowLeft: -1, ArrowRight: 1 };
    const by = event.key === "Enter" ? 1 : along[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = this.fields[side][place + by] ?? (by > 0 && side === "rows" ? this.fields.columns[0] : null);
    next?.focus();
  }

  /** Put the fields where the board keeps room for them. */
  place() {
    const { board } = this;
    if (!board || this.group.hidden) return;
    const [outer, inner] = [this.host.getBoundingClientRect(), board.svg.getBoundingClientRect()];
    const [x, y] = [inner.left - outer.left + this.host.scrollLeft, inner.top - outer.top + this.host.scrollTop];
    const scale = inner.width / board.width;
    const origin = board.svg.viewBox.baseVal;
    for (const side of SIDES)
      this.fields[side].forEach((field, place) => {
        const text = board.edges.labels[side][place];
        const [left, top] = ["x", "y"].map((axis) => Number(text.getAttribute(axis)));
        field.style.left = `${x + (left - origin.x) * scale}px`;
        field.style.top = `${y + (top - origin.y) * scale}px`;
        field.style.fontSize = `${Math.max(10, 17 * scale)}px`;
        field.style.width = `${25 * scale}px`;
        field.style.height = `${25 * scale}px`;
      });
  }
}
