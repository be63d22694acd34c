// What the browser keeps: the language, and for this tab alone the API key. Where storage
// is blocked, values last until the page is closed.

const memory = new Map();
const area = (session) => (session ? sessionStorage : localStorage);

/** The value, null if there is none. */
export function recall(name, session = false) {
  try {
    return area(session).getItem("neardup." + name);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keeps a value; null deletes it. */
export function keep(name, value, session = false) {
  try {
    value === null ? area(session).removeItem("neardup." + name) : area(session).setItem("neardup." + name, value);
  } catch {
    memory.set(name, value);
  }
}
