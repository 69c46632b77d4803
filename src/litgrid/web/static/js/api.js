// Questions to the server. Each belongs to a slot, and a newer question of a slot takes the place of the older one, here
// and in the server, where the older one's job ends.

// Not randomUUID, which pages from another machine, without TLS, do not have.
const client = Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-");
const open = new Map();

/** What the server, or the way to it, could not do; `message` is a sentence for people. */
export class Failure extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/** Thrown where a newer question came first: nobody waits for this answer any more. */
export class Superseded extends Failure {}

/** POST a JSON body to `/api/route` and return the JSON that comes back. */
export async function ask(route, body, { slot = route } = {}) {
  const response = await send(route, body, slot);
  return response.json();
}

/** As `ask`, for what is a file: returns a Blob. */
export async function fetchFile(route, body, { slot = route } = {}) {
  const response = await send(route, body, slot);
  return response.blob();
}

/** As `ask`, for what comes bit by bit: yields the JSON of each server-sent event. */
export async function* follow(route, body, { slot = route } = {}) {
  const response = await send(route, body, slot);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await unlessLeft(reader.read());
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
  return (await checked(fetch(`api/${route}`))).json();
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
      headers: { "Content-Type": "application/json", "X-Litgrid-Client": client, "X-Litgrid-Slot": slot },
      body: JSON.stringify(body),
      signal: controller.signal,
    }),
  );
}

/** Wait for what comes over the way to the server; what was left for a newer question says so. */
async function unlessLeft(coming) {
  try {
    return await coming;
  } catch (error) {
    if (error.name === "AbortError") throw new Superseded("");
    throw new Failure("unreachable");
  }
}

async function checked(request) {
  const response = await unlessLeft(request);
  if (response.ok) return response;
  let sentence = `${response.status} ${response.statusText}`;
  try {
    sentence = (await response.json()).error ?? sentence;
  } catch {
    // no JSON: the status has to do
  }
  throw new Failure(sentence, response.status);
}
