// The strip of the kinds of puzzles: one click leads to another kind.

import { get } from "../api.js";
import { el } from "../dom.js";
import { allKinds } from "../shell.js";

/** Draw the strip; choose(name): somebody wants a puzzle of a kind. */
export async function drawKinds(host, current, choose) {
  const kinds = await allKinds();
  host.replaceChildren(
    ...kinds.map(({ name, title }) =>
      el("button", {
        text: title,
        "aria-current": name === current ? "true" : null,
        onclick: () => choose(name),
      }),
    ),
  );
}

/** Return the easiest of the smallest puzzles of a kind that came along; of any where there is none. */
export async function firstOf(kind) {
  const records = await get(`collection?kind=${encodeURIComponent(kind)}`);
  const size = ({ clues }) => JSON.stringify(clues).length;
  const easy = records.filter(({ level }) => level === 1);
  const [first] = (easy.length ? easy : records).toSorted((one, other) => size(one) - size(other));
  return first ?? null;
}
