// The state of the page stands in its address: #/view?name=value. It is never sent to a server.

/** Longer texts are left out of the address. */
export const LONGEST = 20_000;

/** The view and its parameters. */
export function read() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { view: path, query: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

/** The address of a view. Empty parameters and texts that are too long are left out. */
export function link(view, query = {}) {
  const known = Object.entries(query).filter(
    ([, value]) => value !== null && value !== undefined && value !== "" && String(value).length <= LONGEST);
  const parameters = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
  return "#/" + view + (parameters ? "?" + parameters : "");
}

const PAUSE = 200; // milliseconds without a change
const unwritten = new Map(); // by entries of the history: the view and the address that are written soon, or once an entry that was left is open again
let timer = 0;
let entries = 0;

/** The name of the present entry of the history, which it keeps while its address is written. */
export function entry() {
  if (!history.state?.entry) {
    history.replaceState({ entry: performance.timeOrigin + " " + entries++ }, "");
  }
  return history.state.entry;
}

/** Writes the state without a new entry in the history, soon. */
export function write(view, query) {
  clearTimeout(timer);
  unwritten.set(entry(), { view, to: link(view, query) });
  timer = setTimeout(flush, PAUSE);
}

function flush() {
  const { view, to } = unwritten.get(entry()) ?? {};
  view === read().view && history.replaceState(history.state, "", to);
  unwritten.delete(entry());
}

addEventListener("click", flush, true); // a link may be followed
addEventListener("popstate", flush); // a person came back

/** Opens a view. */
export function open(view, query) {
  flush();
  location.hash = link(view, query);
}
