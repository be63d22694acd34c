// The files that were loaded last, which the browser keeps so that a clean-up can give them back.
const DATABASE = "neardup";
const FILES = "files";
const LOADED = 5; // files that are kept

// Keys are ["loaded", collection, name]; an empty list is greater than all strings.
const all = (...key) => IDBKeyRange.bound(["loaded", ...key], ["loaded", ...key, []]);

function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Does something with the files that are kept; null if the browser keeps none, or has no room. */
async function withFiles(mode, action) {
  try {
    const opening = indexedDB.open(DATABASE, 2);
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

/** Keeps a file that was loaded, with how it was read and what became of its records, among the last ones. */
export async function keepLoaded(file, mapping, changes) {
  const entry = { file, mapping, changes, at: Date.now() };
  await withFiles("readwrite", (files) => files.put(entry, ["loaded", mapping.collection, mapping.name]));
  const old = ((await withFiles("readonly", (files) => files.getAll(all()))) ?? []).sort((a, b) => b.at - a.at).slice(LOADED);
  for (const { mapping: { collection, name } } of old) {
    await withFiles("readwrite", (files) => files.delete(["loaded", collection, name]));
  }
}

/** The files that were loaded into a collection: {file, mapping, changes} each. */
export async function loadedFiles(collection) {
  return (await withFiles("readonly", (files) => files.getAll(all(collection)))) ?? [];
}

/** Deletes the files of a collection. */
export function dropLoaded(collection) {
  return withFiles("readwrite", (files) => files.delete(all(collection)));
}
