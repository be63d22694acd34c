// Files that the browser keeps: the one that was chosen and the one that is being loaded, so that both outlast a reload of the
// page, and those that were loaded last, so that a clean-up can give them back.
const DATABASE = "neardup";
const FILES = "files";
const KEY = "upload";
const PLAN = "plan";
const CHOSEN = "chosen";
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

/** Keeps a file in place of the one before. */
export function keepFile(file) {
  return withFiles("readwrite", (files) => files.put(file, KEY));
}

/** The file, null if there is none. */
export function keptFile() {
  return withFiles("readonly", (files) => files.get(KEY));
}

/** Keeps a file that is not loaded yet in place of the one before. */
export function keepChosen(file) {
  return withFiles("readwrite", (files) => files.put(file, CHOSEN));
}

/** The file that was chosen last and is not loaded, null if there is none. */
export function chosenFile() {
  return withFiles("readonly", (files) => files.get(CHOSEN));
}

/** Keeps what was skipped of a part of the file, by the number of records up to its end. */
export function keepSkipped(records, skipped) {
  return withFiles("readwrite", (files) => files.put(skipped, ["skipped", records]));
}

/** Keeps what to do with records of the file whose ids are taken. */
export function keepPlan(plan) {
  return withFiles("readwrite", (files) => files.put(plan, PLAN));
}

/** What to do with records of the file, null if that is not kept. */
export function keptPlan() {
  return withFiles("readonly", (files) => files.get(PLAN));
}

/** Deletes the file that is being loaded. */
export async function dropFile() {
  await withFiles("readwrite", (files) => files.delete(KEY));
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
