// Documents of the service: their state as it is now, and changes of what was read.
import { part, send } from "./api.js";
import { answerJson } from "./json.js";

const path = (id) => "/documents/" + part(id);

async function answer(response, before) {
  return { enabled: true, allowed: false, text: before?.text, ...answerJson(await response.text()), tag: response.headers.get("ETag") };
}

/** The document as it is now, with its tag; null if there is none. */
export function readDocument(collection, id, signal) {
  const none = (trouble) => (trouble.status === 404 ? null : Promise.reject(trouble));
  return send("GET", path(id), { query: { collection }, signal }).then((response) => answer(response)).catch(none);
}

/** Changes a document, and returns it as it is then. @throws {Refusal} 412 if it was changed since it was read */
export async function patchDocument(document, body) {
  const { collection, id, tag } = document;
  return answer(await send("PATCH", path(id), { query: { collection }, body, headers: tag && { "If-Match": tag } }), document);
}

/** Deletes a document that was not changed since it was read. */
export function deleteDocument({ collection, id, tag }) {
  return send("DELETE", path(id), { query: { collection }, headers: { "If-Match": tag } });
}

/** The beginning of a text in one line, up to a whole word. */
export function line(text, most = 160) {
  const begin = text.slice(0, 4 * most).replace(/\s+/g, " ").trim();
  return begin.length > most ? begin.slice(0, most).replace(/\s\S{0,20}$/, "") + " …" : begin;
}
