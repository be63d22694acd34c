// What a view shows, kept in this tab: texts are too long for its address, and other views lead to it without one.
import * as address from "./address.js";
import { keep, recall } from "./storage.js";

const MOST = 4_000_000; // characters that survive a reload; browsers keep little more for a tab
const PAUSE = 200; // milliseconds without a change

const kept = new Map();
let timer = 0;

function flush() {
  clearTimeout(timer);
  for (const [view, entry] of kept) {
    const text = entry && JSON.stringify(entry);
    keep("view." + view, text?.length <= MOST ? text : null, true);
  }
}

addEventListener("pagehide", flush);

function remember(name, entry) {
  kept.set(name, entry);
  clearTimeout(timer);
  timer = setTimeout(flush, PAUSE);
}

/** Keeps the state of a view, and writes what the query has of it into the address. Without a state, deletes what was kept. */
export function keepView(view, query, state) {
  remember(view, state && { at: [address.entry(), address.link(view, query)], state });
  address.write(view, query);
}

/** Some fields of an object. */
export function pick(object, names) {
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}

/** The state that was kept of a view that is opened at its address; empty if that address asks for another. An entry of the history may be left before its address is written. */
export function recallView(view, query) {
  const entry = kept.has(view) ? kept.get(view) : JSON.parse(recall("view." + view, true));
  return entry && (Object.keys(query).length === 0 || [address.entry(), location.hash].some((each) => entry.at.includes(each))) ? entry.state : {};
}

const shown = new Map(); // by entries of the history: states by the names of the parts of a view
const ENTRIES = 20;

/** Keeps what a part of the view of an entry of the history showed, once another entry is open. */
export function keepShown(entry, name, state) {
  if (entry !== address.entry()) {
    const parts = shown.get(entry) ?? new Map();
    shown.delete(entry);
    shown.set(entry, parts.set(name, state)); // the last ones remain
    shown.size > ENTRIES && shown.delete(shown.keys().next().value);
  }
}

/** What a part showed when this entry of the history was left, while it is drawn again; undefined if that is not known. */
export function recallShown(name) {
  return shown.get(address.entry())?.get(name);
}

/** Forgets what was shown, since this entry is drawn again. */
export function forgetShown() {
  shown.delete(address.entry());
}

/** Opens a view with a state that its address may be too short for. */
export function openWith(view, query, state) {
  remember(view, { at: [address.link(view, query)], state });
  address.open(view, query);
}
