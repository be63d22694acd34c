// Files that the browser keeps: the one that was chosen and the one that is being loaded, so that both outlast a reload of the
// page, and those that were loaded last, so that a clean-up can give them back.
const DATABASE = "neardup";
const FILES = "files";

/** The key of the file that is being loaded. */
export const FILE = "upload";

/** The key of what to do with records of that file whose ids are taken. */
export const PLAN = "plan";

/** The key of the file that is chosen and not loaded yet. */
export const CHOSEN = "chosen";

/** The key of what was skipped of a part of the file, by the number of records up to its end. */
export const skippedUpTo = (records) => ["skipped", records];

const LOADED = 5; // files that are kept once they are loaded
const LOCK = "neardup.upload";

// Keys are [kind, …]; an empty list is greater than all strings and numbers.
const all = (...key) => IDBKeyRange.bound(key, [...key, []]);

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Does something with the files that are kept; null if the browser keeps none, or has no room. */
async function withFiles(mode, action) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(FILES);
    const database = await answered(opening);
    try {
      return (await answered(action(database.transaction(FILES, mode).objectStore(FILES)))) ?? null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** Keeps something in place of what was kept by this key: FILE, PLAN, CHOSEN, or skippedUpTo a number of records. */
export function keepEntry(key, entry) {
  return withFiles("readwrite", (files) => files.put(entry, key));
}

/** What is kept by a key, null if nothing is. */
export function keptEntry(key) {
  return withFiles("readonly", (files) => files.get(key));
}

/** Deletes the file that is being loaded. */
export async function dropFile() {
  await withFiles("readwrite", (files) => files.delete(FILE));
  await withFiles("readwrite", (files) => files.delete(PLAN));
  await withFiles("readwrite", (files) => files.delete(all("skipped")));
}

/** Keeps a file that was loaded, with how it was read, among the last ones of their collections. */
export async function keepLoaded(file, mapping, { changes }) {
  const skipped = ((await withFiles("readonly", (files) => files.getAll(all("skipped")))) ?? []).flat();
  const entry = { file, mapping, changes, skipped, at: Date.now() };
  await withFiles("readwrite", (files) => files.put(entry, ["loaded", mapping.collection, mapping.name]));
  const old = ((await withFiles("readonly", (files) => files.getAll(all("loaded")))) ?? []).sort((a, b) => b.at - a.at).slice(LOADED);
  for (const { mapping: { collection, name } } of old) {
    await withFiles("readwrite", (files) => files.delete(["loaded", collection, name]));
  }
  await withFiles("readwrite", (files) => files.delete(CHOSEN));
  await dropFile();
}

/** The files that were loaded into a collection: {file, mapping, changes, skipped} each. */
export async function loadedFiles(collection) {
  return (await withFiles("readonly", (files) => files.getAll(all("loaded", collection)))) ?? [];
}

/** Deletes the files of a collection. */
export function dropLoaded(collection) {
  return withFiles("readwrite", (files) => files.delete(all("loaded", collection)));
}

/**
 * Does something that only one tab of this browser may do at a time.
 *
 * @returns whether it was done; without locks, as on pages without TLS, other tabs are not noticed
 */
export function alone(action) {
  return navigator.locks
    ? navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
        if (lock) {
          await action();
        }
        return Boolean(lock);
      })
    : action().then(() => true);
}

/** Whether another tab loads a file, as far as the browser knows. */
export async function isElsewhere() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === LOCK);
}

/** Waits until no tab loads a file. */
export function untilFree() {
  return navigator.locks.request(LOCK, { mode: "shared" }, () => {});
}
