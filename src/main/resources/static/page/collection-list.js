// The collections of the service, and the one in use, which all views share.
import { call } from "./api.js";
import { keep, recall } from "./storage.js";

const USED = "collection";
const ROLES = ["read", "write", "admin"]; // each includes those before it

/** The profile of collections for which no other one is chosen. */
export const DEFAULT_PROFILE = "simhash-256-v1";

/** The names of the profiles that every service has. */
const BUILT_IN = [
  DEFAULT_PROFILE, "simhash-512-v1", "posts-v1", "paper-v1", "chinese-v1", "code-v1",
  "md5-char4-64", "vlhash-128", "java-hashcode-32", "mt19937-char-32",
];

/** What a name of a collection consists of, as the API checks it. */
export const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

class Collections extends EventTarget {
  /** As they were read last; null before. */
  list = null;
  quarantined = [];
  /** The role of the key, null where none is needed. */
  role = null;
  #named = null; // by the address, or chosen
  #known = new Set(); // names that were listed, or named by an address
  #reads = 0;
  #answered = 0; // the last read that was

  /** Reads them anew, and returns them. */
  async read(options) {
    const read = ++this.#reads;
    const { collections, quarantined = [], role = null } = await call("GET", "/collections", options);
    if (read > this.#answered) { // no later one was answered
      this.#answered = read;
      Object.assign(this, { list: collections, quarantined, role });
      collections.forEach(({ name }) => this.#known.add(name));
      this.#changed();
    }
    return collections;
  }

  /** Whether the key permits what a role may do. */
  permit(role) {
    return this.role === null || ROLES.indexOf(this.role) >= ROLES.indexOf(role);
  }

  /** The collection of that name; undefined if there is none. */
  get(name) {
    return this.list?.find((each) => each.name === name);
  }

  /** The one in use; undefined if there is none of its name. */
  get current() {
    return this.get(this.used);
  }

  /** The name of the one in use if it was deleted, or its address is wrong; null otherwise. */
  get missing() {
    return this.list?.length > 0 && !this.current && this.#known.has(this.used) ? this.used : null;
  }

  /** Those with documents. */
  get filled() {
    return this.list?.filter((each) => each.documents > 0) ?? [];
  }

  /** Their names as the options of a choice. */
  get names() {
    return (this.list ?? []).map(({ name }) => [name, name]);
  }

  /** The names of the profiles that are known, also one that is asked for. */
  profiles(asked) {
    return [...new Set([...BUILT_IN, ...(this.list ?? []).map((each) => each.profile), ...(asked ? [asked] : [])])];
  }

  /** The name of the one in use: of the address, chosen before, or the first with documents. */
  get used() {
    const kept = recall(USED);
    const known = this.list === null || this.get(kept) ? kept : null;
    return this.#named ?? known ?? (this.filled[0] ?? this.list?.[0])?.name ?? "default";
  }

  /** Makes a chosen collection the one in use, also of later visits. */
  use(name) {
    keep(USED, name);
    this.open(name);
  }

  /** Makes the collection of an address the one in use until the page is left; the view of it is yet to be drawn. */
  enter(name) {
    this.#named = name;
    this.#known.add(name);
  }

  /** Makes a collection the one in use until the page is left. */
  open(name) {
    if (name !== this.#named) {
      this.#named = name;
      this.#changed();
    }
  }

  /** Uses another one, since this one is deleted. */
  forget(name) {
    this.#named = this.#named === name ? null : this.#named;
    recall(USED) === name && keep(USED, null);
  }

  /** Calls `drawn` on each change until the signal is given, and `onOther` before if another one is in use. */
  follow(signal, drawn, onOther = () => {}) {
    let name = this.list && this.used;
    const listener = () => {
      const before = name;
      name = this.list && this.used;
      before && name !== before && onOther();
      drawn();
    };
    this.addEventListener("change", listener, { signal });
  }

  /** A name for the documents of a file: its own, or with a number if there are such documents. */
  nameFor(file) {
    const plain = file.normalize("NFD").replace(/\p{M}/gu, "").replace(/(\.(csv|tsv|txt|json|jsonl|ndjson|html?|mbox|gz))+$/i, "")
      .replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "").slice(0, 60) || "documents";
    for (let number = 1; ; number++) {
      const name = number === 1 ? plain : plain + "-" + number;
      if (!(this.get(name)?.documents > 0)) {
        return name;
      }
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Those of this page. */
export const collections = new Collections();
