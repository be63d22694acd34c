// Calls of the service. The API key, if there is one, is kept for this tab alone.
import { answerJson } from "./json.js";
import { keep, recall } from "./storage.js";

const base = new URL("..", import.meta.url);
const PATIENCE = 3;
const AGAIN = 0.3; // seconds until a read that got no answer is repeated

/** A refusal by the service (RFC 9457), or a lost connection (status 0). */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail ?? problem.title);
    this.problem = problem;
    this.status = problem.status;
  }
}

/** The connection was lost; a read can be repeated. */
export function lost(method) {
  return new Refusal({ status: 0, title: "connection", isRead: method === "GET" });
}

/** What the page refuses itself. */
export function refusal(title, detail) {
  return new Refusal({ status: -1, title, detail });
}

/** The API key, empty if none is set. */
export function apiKey() {
  return recall("key", true) ?? "";
}

/** Sets the API key of this tab; an empty one deletes it. */
export function setApiKey(key) {
  keep("key", key === "" ? null : key, true);
}

function address(path, query) {
  const url = new URL(path.replace(/^\//, ""), base);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== "") {
        url.searchParams.append(name, each);
      }
    }
  }
  return url;
}

/** An id as a part of a path. */
export function part(id) {
  return encodeURIComponent(id).replace(/^\.+$/, (dots) => dots.replaceAll(".", "%2E"));
}

/** Waits some seconds, or until the browser has a connection again. */
export async function pause(seconds, signal) {
  signal?.throwIfAborted();
  const end = new AbortController();
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    end.signal.addEventListener("abort", () => clearTimeout(timer));
    addEventListener("online", resolve, { signal: end.signal });
    signal?.addEventListener("abort", resolve, { signal: end.signal });
  });
  end.abort();
  signal?.throwIfAborted();
}

/**
 * Sends a request and returns the response. Requests that the service is too busy for are repeated when it allows that, and a read
 * that got no answer once: browsers end requests when a network interface of the machine comes or goes.
 * @throws {Refusal} if it is refused, or no answer arrives
 */
export async function send(method, path, { query, body, type = "application/json", accept, headers, signal } = {}) {
  const sent = {
    ...headers, ...(apiKey() && { "X-API-Key": apiKey() }), ...(body !== undefined && { "Content-Type": type }), ...(accept && { Accept: accept }),
  };
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(address(path, query), {
        method, headers: sent, body: typeof body === "string" ? body : JSON.stringify(body), signal, cache: "no-store", credentials: "same-origin",
      });
    } catch (e) {
      if (signal?.aborted) {
        throw e;
      }
      if (method === "GET" && attempt === 1) {
        await pause(AGAIN, signal);
        continue;
      }
      throw lost(method);
    }
    if (response.ok) {
      return response;
    }
    const retry = Number(response.headers.get("Retry-After"));
    if ((response.status === 503 || response.status === 429) && retry > 0 && attempt < PATIENCE) {
      await pause(Math.min(retry, 10), signal);
      continue;
    }
    throw new Refusal(await response.json().catch(() => ({ status: response.status, title: response.statusText || String(response.status) })));
  }
}

/** Why an answer cannot be read: the connection was lost, unless the request was cancelled or refused. */
function broken(e, signal) {
  return signal?.aborted || e instanceof Refusal ? e : lost();
}

/** Sends a request and returns the JSON of the answer, null if it has no body. */
export async function call(method, path, options) {
  const response = await send(method, path, options);
  try {
    return response.status === 204 ? null : answerJson(await response.text());
  } catch (e) {
    throw broken(e, options?.signal);
  }
}

/** Yields the answers of a list that is read page by page. */
export async function* pages(path, { query, signal }) {
  let after;
  do {
    const page = await call("GET", path, { query: { ...query, after }, signal });
    yield page;
    after = page.next;
  } while (after !== undefined);
}

/** Sends a request and yields the JSON of each line of the answer. A list that breaks off ends with a problem, which is thrown. */
export async function* lines(method, path, options) {
  const response = await send(method, path, { accept: "application/x-ndjson", ...options });
  let rest = "";
  try {
    for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
      const complete = (rest + piece).split("\n");
      rest = complete.pop();
      for (const line of complete.filter((each) => each.trim())) {
        const answer = answerJson(line);
        if (method === "GET" && answer.problem) {
          throw new Refusal(answer.problem);
        }
        yield answer;
      }
    }
  } catch (e) {
    throw broken(e, options?.signal);
  }
  if (rest.trim()) {
    throw lost(); // amid a line
  }
}

/** Yields the pieces of a stream, which ends when no more are asked for. */
export async function* pieces(stream) {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
