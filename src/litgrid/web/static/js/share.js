// Links that hold a whole puzzle, and what is entered: `#z=` and JSON, compressed, in base64url. A fragment is never sent
// to a server.

const BEGIN = "#z=";
const MOST = 4_000_000; // bytes of JSON: a link that says more is no puzzle of ours

/** What is wrong with a link; `message` is a key of the catalogue. */
export class BadLink extends Error {}

/** Return the fragment of a puzzle, a record, with the entries as text (see game.js) or null. */
export function encode({ puzzle, values = null }) {
  return pack(values === null ? { puzzle } : { puzzle, values });
}

/** Return the fragment of any data. */
export async function pack(data) {
  const text = JSON.stringify(data);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return BEGIN + base64url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** Return what a fragment holds, `{puzzle, values}`; null where there is none; throw BadLink where it is none of ours. */
export async function decode(fragment) {
  if (fragment.length < 2) return null;
  if (!fragment.startsWith(BEGIN)) throw new BadLink("link.unknown");
  let data;
  try {
    data = JSON.parse(await inflated(bytes(fragment.slice(BEGIN.length))));
  } catch {
    throw new BadLink("link.broken");
  }
  if (typeof data?.puzzle !== "object" || data.puzzle === null) throw new BadLink("link.empty");
  const values = typeof data.values === "string" && /^[-01]+$/.test(data.values) ? data.values : null;
  return { puzzle: data.puzzle, values };
}

/** Return the link of a fragment for others: without the secret part of this page's own address. */
export function forOthers(fragment, page = "") {
  return `${location.origin}/${page}${fragment}`;
}

async function inflated(compressed) {
  const reader = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MOST) throw new RangeError("too long");
    text += decoder.decode(value, { stream: true });
  }
}

function base64url(data) {
  let binary = "";
  for (let place = 0; place < data.length; place += 0x8000)
    binary += String.fromCharCode(...data.subarray(place, place + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytes(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
