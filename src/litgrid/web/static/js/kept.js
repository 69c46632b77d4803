// Where the board to begin with comes from, and where it is kept: the address, and this browser. So a link, a reload and
// the way back lose nothing.

import { ask } from "./api.js";
import { decode, encode } from "./share.js";
import { carry } from "./shell.js";

const KEPT = "litgrid.set";
const REST = 400; // ms after which the address follows: browsers refuse addresses that change too often

let timer = 0;

/** Return the record that was kept: `{record, address}`, where the address is that of the page then; or null. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return found?.record ? found : null;
  } catch {
    return null; // nothing that can be read
  }
}

/** Keep a record. */
export function keep(record) {
  store(record);
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const mine = timer;
    const fragment = await encode({ puzzle: record });
    if (mine !== timer) return;
    history.replaceState(null, "", fragment);
    carry("lab", fragment);
    store(record);
  }, REST);
}

function store(record) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ record, address: location.hash }));
  } catch {
    // a browser that keeps nothing
  }
}

/** Return the record of a fragment, the page's own by default; null where it has none. */
export async function linked(fragment = location.hash) {
  const found = await decode(fragment);
  if (!found) return null;
  // The server reads it as it would any text, so that nothing comes in that is no puzzle.
  const { records } = await ask("read", { text: fragment });
  return records[0];
}
