// Puzzles from elsewhere: a text in any format, a link, a file, the address.

import { Failure, ask } from "./api.js";
import { decode } from "./share.js";
import { settings } from "./shell.js";
import { t } from "./words.js";

const MOST_BYTES = 1_500_000;

/**
 * Read a text: `{records, warnings}`. Many texts could be of several kinds; such a text is of the kind that somebody
 * has chosen.
 */
export async function readText(text, kind) {
  const question = { text, language: settings.get("language") };
  try {
    return await ask("read", question);
  } catch (failure) {
    if (failure.status !== 400) throw failure;
    return ask("read", { ...question, kind }).catch((other) => {
      throw other.status === 400 ? failure : other;
    });
  }
}

/** Return the record of a fragment, the page's own by default; null where it has none. */
export async function linked(fragment = location.hash) {
  const found = await decode(fragment);
  // The server reads it as it would any text, so that nothing comes in that is no puzzle.
  return found && (await ask("read", { text: fragment })).records[0];
}

/** Return the text of a file, unless it is too large. */
export function textOf(file) {
  if (file.size > MOST_BYTES) throw new Failure(t("shell.large-file"), 413);
  return file.text();
}
