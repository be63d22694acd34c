// The file that is being loaded. The browser keeps a copy, so that loading goes on when the page is reloaded.
const DATABASE = "neardup";
const FILES = "files";
const KEY = "upload";

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

/** Deletes the file. */
export function dropFile() {
  return withFiles("readwrite", (files) => files.delete(KEY));
}

/**
 * Does something that only one tab of this browser may do at a time.
 *
 * @returns whether it was done; without locks, as on pages without TLS, other tabs are not noticed
 */
export function alone(action) {
  return navigator.locks
    ? navigator.locks.request("neardup.upload", { ifAvailable: true }, async (lock) => {
        if (lock) {
          await action();
        }
        return Boolean(lock);
      })
    : action().then(() => true);
}
