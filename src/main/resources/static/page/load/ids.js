// Records whose id is taken: by an earlier record of their file, or by a document of the collection.
import { pages } from "../api.js";
import { documentsOf } from "./records.js";

const PAGE = 1_000; // documents that are listed at once
const NUMBERED = /#\d+$/;

/** What may be done with records whose id is stored. */
export const ON_STORED = ["keep", "replace", "number"];

/**
 * The ids of a file that are taken: records whose id an earlier one has (`repeats`, each {at, id, of, same}: its number, the line
 * of the earlier one, and whether that has the same content), and the ids that are stored.
 */
export async function examine(file, mapping, collection, signal) {
  const first = new Map(); // by id: {at, line, content, others}, those of its other contents by their lines
  const repeats = [];
  let at = 0;
  for await (const { line, document } of documentsOf(file, mapping)) {
    signal?.throwIfAborted();
    if (document?.id !== undefined) {
      const { id, text, metadata } = document;
      const content = hash(JSON.stringify([text, metadata]));
      const before = first.get(id);
      if (before) {
        const of = before.content === content ? before.line : before.others?.get(content);
        repeats.push({ at, id, of, same: of !== undefined });
        of === undefined && (before.others ??= new Map()).set(content, line);
      } else {
        first.set(id, { at, line, content });
      }
    }
    at += document ? 1 : 0;
  }
  const stored = new Set();
  if (collection?.documents > 0 && first.size > 0) {
    for await (const { documents } of pages("/documents", { query: { collection: collection.name, limit: PAGE }, signal })) {
      documents.filter(({ id }) => first.has(id) || NUMBERED.test(id)).forEach(({ id }) => stored.add(id));
    }
  }
  return { first, repeats, stored };
}

/** The ids of records that are stored, of which a person decides. */
export function takenIds({ first, stored }) {
  return [...stored].filter((id) => first.has(id));
}

/**
 * What to do with records, by their number: store them by another `id`, since an earlier record or a document has theirs, or not at
 * all, since another `line` is the same or a document has their id; `kind` says why. `stored` has the ids that documents have now.
 */
export function planOf({ first, repeats, stored }, { onStored }) {
  const changes = new Map();
  const used = new Set(stored);
  const free = (id) => {
    for (let number = 2; ; number++) {
      const own = id + "#" + number;
      if (!used.has(own) && !first.has(own)) {
        used.add(own);
        return own;
      }
    }
  };
  const numbered = (id) => ({ kind: "numbered", id: free(id) });
  for (const { at, id, of, same } of repeats) {
    changes.set(at, same ? { kind: "same", line: of } : numbered(id));
  }
  for (const [id, { at }] of first) {
    if (stored.has(id) && onStored !== "replace") {
      changes.set(at, onStored === "number" ? numbered(id) : { kind: "stored", line: 0 });
    }
  }
  return { changes, stored };
}

/** A hash of 53 bits: those of one id alone are compared. */
function hash(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(at), 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
