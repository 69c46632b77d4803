// Puzzles that are made to order; one is made before anybody asks for it, so that another of the same is there at once.

import { ask } from "../api.js";
import { keep, kept } from "../kept.js";

const STOCK = "note.ahead";
const MOST = 4; // that are kept

let making = null; // `{key, coming}`, what is made ahead just now

/** Make a puzzle for later, unless there is one of the same. */
export function prepare(question) {
  const key = JSON.stringify(question);
  if (making?.key === key || stock().some(([other]) => other === key)) return;
  const coming = made(question, "ahead").catch(() => null);
  making = { key, coming };
  coming.then((record) => {
    if (making?.key !== key) return; // somebody waits for it, or for another one
    making = null;
    if (record) keep(STOCK, [[key, record], ...stock()].slice(0, MOST));
  });
}

/** Return the record of a puzzle: at once where one was made ahead, else when one is made. */
export async function taken(question) {
  const key = JSON.stringify(question);
  const found = stock().find(([other]) => other === key);
  if (found) {
    keep(STOCK, stock().filter(([other]) => other !== key));
    return found[1];
  }
  const { coming } = making?.key === key ? making : { coming: null };
  making = null;
  return (await coming) ?? made(question, "make");
}

async function made(question, slot) {
  const { record, level } = await ask("generate", question, { slot });
  return { ...record, level };
}

function stock() {
  const found = kept(STOCK);
  return Array.isArray(found) ? found : [];
}
