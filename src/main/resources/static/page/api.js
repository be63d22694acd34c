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
    for (const each of Array.isArray(value) ? value : [value]) {
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

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/**
 * Sends a request and returns the response. Requests that the service is too busy for are repeated
 * when it allows that, and a read that got no answer once: browsers end requests when a network
 * interface of the machine comes or goes.
 *
 * @throws {Refusal} if it is refused, or no answer arrives
 */
export async function send(method, path, { query, body, type = "application/json", accept, headers, signal } = {}) {
  const sent = { ...headers };
  if (apiKey()) {
    sent["X-API-Key"] = apiKey();
  }
  if (body !== undefined) {
    sent["Content-Type"] = type;
  }
  if (accept) {
    sent.Accept = accept;
  }
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(address(path, query), {
        method,
        headers: sent,
        body: body === undefined || typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body),
        signal,
        cache: "no-store",
        credentials: "same-origin",
      });
    } catch (e) {
      if (signal?.aborted) {
        throw e;
      }
      if (method === "GET" && attempt === 1) {
        await pause(AGAIN, signal);
        continue;
      }
      throw new Refusal({ status: 0, title: "connection" });
    }
    if (response.ok) {
      return response;
    }
    const retry = Number(response.headers.get("Retry-After"));
    if ((response.status === 503 || response.status === 429) && retry > 0 && attempt < PATIENCE) {
      await pause(Math.min(retry, 10), signal);
      continue;
    }
    throw new Refusal(await problem(response));
  }
}

async function problem(response) {
  try {
    return await response.json();
  } catch {
    return { status: response.status, title: response.statusText || String(response.status) };
  }
}

/** Sends a request and returns the JSON of the answer, null if it has no body. */
export async function call(method, path, options) {
  const response = await send(method, path, options);
  try {
    return response.status === 204 ? null : answerJson(await response.text());
  } catch (e) {
    if (options?.signal?.aborted) {
      throw e;
    }
    throw new Refusal({ status: 0, title: "connection" });
  }
}

/** Sends a request and yields the JSON of each line of the answer. */
export async function* lines(method, path, options) {
  const response = await send(method, path, { accept: "application/x-ndjson", ...options });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const all = rest + (value ?? "");
      const complete = all.split("\n");
      rest = done ? "" : complete.pop();
      for (const line of complete) {
        if (line.trim()) {
          yield answerJson(line);
        }
      }
      if (done) {
        return;
      }
    }
  } catch (e) {
    if (options?.signal?.aborted) {
      throw e;
    }
    throw new Refusal({ status: 0, title: "connection" });
  } finally {
    reader.cancel().catch(() => {});
  }
}
