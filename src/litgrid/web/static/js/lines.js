// What is shown beside the lines of a board: the states of their labels, and what is left to be placed in them.

/**
 * Return the states of labels, which are clues about whole lines, as `{rows, columns}`; `telling`: whether it is said
 * what is wrong.
 */
export function labelsOf(rules, telling) {
  const states = { rows: [], columns: [] };
  for (const { kind, clue, at } of rules.tables)
    if (clue && !at)
      for (const { side, place, broken, met } of rules.ofLines(kind))
        states[side][place] = telling && broken ? "wrong" : met ? "met" : "";
  return states;
}

/** Return what is left to be placed in each line, and how far apart its two true cells are. */
export function countersOf(rules, telling) {
  const { values, view } = rules;
  const { rows, columns, play } = view;
  const found = { rows: [], columns: [] };
  for (const [kind, states] of Object.entries(play.counters))
    for (const { side, place, left, broken } of rules.ofLines(kind)) {
      const counter = (found[side][place] ??= { left: [], wrong: false });
      counter.left.push(...states.map((state) => left[state ? 1 : 0]));
      counter.wrong ||= telling && broken;
    }
  if (!play.gaps) return found;
  const lines = {
    rows: (row) => values.subarray(row * columns, (row + 1) * columns),
    columns: (column) => Int8Array.from({ length: rows }, (_, row) => values[row * columns + column]),
  };
  for (const [side, line] of Object.entries(lines))
    for (let place = 0; place < view[side]; place++)
      (found[side][place] ??= { left: [] }).gap = gapIn(line(place));
  return found;
}

/** Return how many cells lie between the true ones of a line, where there are two of these; else null. */
function gapIn(values) {
  const [first, last] = [values.indexOf(1), values.lastIndexOf(1)];
  const two = first < last && values.subarray(first + 1, last).indexOf(1) < 0;
  return two ? last - first - 1 : null;
}
