// The board to begin with: what was kept in this browser, what a link holds, or an open one.

import { ask } from "../api.js";
import { keep, kept } from "../kept.js";
import { linked } from "../reading.js";
import { BadLink, encode } from "../share.js";
import { carry, sentenceOf, toast } from "../shell.js";
import { t } from "../words.js";
import { draftOf, same, Steps } from "./draft.js";

const SIDE = 10;
const KEPT = "set";
const REST = 400; // ms after which the address follows: browsers refuse addresses that change too often

let timer = 0;

/** Return the board that was kept, else an open one; a link's comes after it, as one more step. `kinds` is a Map. */
export async function firstSteps(kinds) {
  const before = kept(KEPT);
  const earlier = draftFrom(before?.record, kinds);
  // What was kept while this was the address has grown out of it.
  const fromLink = earlier && before.address === location.hash ? null : await linkedDraft(kinds);
  const steps = new Steps(earlier ?? fromLink ?? draftFrom((await openBoard(kinds)).record, kinds));
  if (fromLink && !same(fromLink, steps.now)) steps.go(fromLink);
  return steps;
}

/** Keep a record, with the address, which becomes that of the record: a link, a reload and the way back lose nothing. */
export function keepDrawn(record) {
  keep(KEPT, { record, address: location.hash });
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const mine = timer;
    const fragment = await encode({ puzzle: record });
    if (mine !== timer) return;
    history.replaceState(null, "", fragment);
    carry("lab", fragment);
    keep(KEPT, { record, address: location.hash });
  }, REST);
}

/** Return an open board of the first kind. */
function openBoard(kinds) {
  const [kind] = kinds.keys();
  return ask("empty", { kind, rows: SIDE, columns: SIDE });
}

/** Return the draft of a record; null where there is none, or none that can be drawn. */
export function draftFrom(record, kinds) {
  const kind = record?.clues && kinds.get(record.kind);
  return kind?.palette.length ? draftOf(record, kind) : null;
}

/** Return the draft of a link's fragment; null where it has none, or none that can be drawn, which is said. */
export async function linkedDraft(kinds, fragment = location.hash) {
  try {
    const record = await linked(fragment);
    const draft = draftFrom(record, kinds);
    if (record && !draft) throw new BadLink("set.link.wrong");
    return draft;
  } catch (failure) {
    const sentence = failure instanceof BadLink ? t(failure.message) : sentenceOf(failure);
    toast(`${t("link.title")}: ${sentence}`);
    return null;
  }
}
