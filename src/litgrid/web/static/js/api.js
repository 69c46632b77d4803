// Questions to the server. Each belongs to a slot, and a newer question of a slot takes the place of the older one. Who
// hangs up is not answered: the older one's job ends in the server as well.

const open = new Map();
const KNOCK = 2000; // ms between two looks whether the server is back

/** Tells "away" when the server cannot be reached any more, and "back" when it answers again. */
export const server = new EventTarget();
let away = false;

/** What the server, or the way to it, could not do; `message` is a sentence for people. */
export class Failure extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }

  /** Whether there was nobody to answer. */
  get away() {
    return this.status === 0;
  }
}

/** Thrown where a newer question came first: nobody waits for this answer any more. */
export class Superseded extends Failure {}

/** POST a JSON body to `/api/route` and return the JSON that comes back. */
export async function ask(route, body, { slot = route } = {}) {
  const response = await send(route, body, slot);
  return arrived(response.json());
}

/** As `ask`, for what is a file: returns a Blob. */
export async function fetchFile(route, body, { slot = route } = {}) {
  const response = await send(route, body, slot);
  return arrived(response.blob());
}

/** As `ask`, for what comes bit by bit: yields the JSON of each server-sent event. */
export async function* follow(route, body, { slot = route } = {}) {
  const response = await send(route, body, slot);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await arrived(reader.read());
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const lines = event.split("\n");
      const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5));
      if (!data.length) continue;
      const said = JSON.parse(data.join("\n"));
      if (lines.includes("event: error")) throw new Failure(said.error, said.status);
      yield said;
    }
  }
}

/** GET the JSON of `/api/route`. */
export async function get(route) {
  const response = await checked(fetch(`api/${route}`));
  return arrived(response.json());
}

/** Stop what runs in a slot. */
export function cancel(slot) {
  open.get(slot)?.abort();
  open.delete(slot);
}

async function send(route, body, slot) {
  cancel(slot);
  const controller = new AbortController();
  open.set(slot, controller);
  return checked(
    fetch(`api/${route}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Accept-Language": document.documentElement.lang, // for what is refused
      },
      body: JSON.stringify(body),
      signal: controller.signal,
    }),
  );
}

async function checked(request) {
  const response = await arrived(request);
  if (away) returned();
  if (response.ok) return response;
  let sentence = `${response.status} ${response.statusText}`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // no JSON: the status has to do
  }
  throw new Failure(sentence, response.status);
}

/** Wait for what the server sends; it may stop to do so at any moment. */
async function arrived(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw new Superseded("");
    if (!away) left();
    throw new Failure("unreachable");
  }
}

function left() {
  away = true;
  server.dispatchEvent(new Event("away"));
  setTimeout(knock, KNOCK);
}

function returned() {
  away = false;
  server.dispatchEvent(new Event("back"));
}

async function knock() {
  if (!away) return;
  try {
    await fetch("api/words/en", { method: "HEAD" });
  } catch {
    setTimeout(knock, KNOCK);
    return;
  }
  if (away) returned();
}
