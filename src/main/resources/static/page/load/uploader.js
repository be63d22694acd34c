// Stores the documents of a file, part by part. It goes on while other views are shown, and tries again when the connection is lost.
import { call, lines, lost, part as pathPart, pause, Refusal } from "../api.js";
import { collections } from "../collection-list.js";
import { examine, planOf } from "./ids.js";
import { keepLoaded } from "./kept-file.js";
import { parts } from "./records.js";

const PROBLEMS = 1_000; // that are kept
const PATIENCE = 15; // seconds between attempts, at most
const TEMPORARY = new Set([0, 429, 502, 503, 504]);

class Uploader extends EventTarget {
  /** What is loaded, or was: how it is read, how far it is; null if nothing. */
  state = null;
  running = false;
  /** Seconds until the next attempt, since the connection is lost; 0 if it is not. */
  waiting = 0;
  trouble = null;
  /** The file that is loaded, or was. */
  file = null;
  /** The file that another view passes to the one that loads files. */
  offered = null;
  #controller = null;

  constructor() {
    super();
    addEventListener("beforeunload", (e) => this.running && e.preventDefault()); // the browser asks
  }

  /** Whether all of the file is loaded. */
  hasLoaded(file) {
    return Boolean(this.state?.done) && this.file === file;
  }

  /** Loads a file; does nothing while one is loaded. `ids` are those that were examined. */
  async load(file, settings, ids) {
    if (this.running) {
      return;
    }
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    const counts = { records: 0, added: 0, replaced: 0, skipped: 0, repeated: 0, refused: 0, problems: [], taken: [], takenCount: 0, bytes: 0 };
    this.#change({ file, running: true, trouble: null, waiting: 0, state: { ...settings, size: file.size, ...counts } });
    try {
      const collection = await create(settings, signal);
      const plan = planOf(ids ?? (await examine(file, settings, collection, signal)), settings);
      const began = performance.now();
      for await (const part of parts(file, settings, plan.changes)) {
        signal.throwIfAborted();
        const { answers, attempts } = await this.#store(part, settings, signal);
        const isNew = ({ id, outcome }) => outcome === "added" || (outcome === "replaced" && attempts > 1 && !plan.stored.has(id)); // one that was not answered may be stored
        this.#add(part, answers, isNew, (performance.now() - began) / 1000);
      }
      await keepLoaded(file, settings, plan.changes);
      this.#change({ state: { ...this.state, bytes: file.size, done: true }, running: false });
      collections.read().catch(() => {}); // its counts; a view reads them again
    } catch (trouble) {
      const isRefused = !signal.aborted && this.state.records === 0 && !TEMPORARY.has(trouble.status); // the form can be corrected
      this.#change({ running: false, waiting: 0, trouble: signal.aborted ? null : trouble, state: isRefused ? null : this.state });
    }
  }

  /** Ends loading; what is stored remains. */
  stop() {
    this.#controller?.abort();
  }

  #change(changed) {
    Object.assign(this, changed);
    this.dispatchEvent(new Event("change"));
  }

  #add(part, answers, isNew, seconds) {
    const { size, records, added, replaced, skipped, repeated, refused, problems, taken, takenCount } = this.state;
    const found = [...part.bad, ...answers.filter((each) => each.problem).map(({ ref, problem }) => ({ line: Number(ref), kind: "", problem }))].sort((a, b) => a.line - b.line);
    const ofKind = (kind) => part.taken.filter((each) => each.kind === kind).length;
    this.#change({
      state: {
        ...this.state, records: records + part.records, bytes: part.bytes,
        rate: (records + part.records) / seconds,
        left: (seconds * (size - part.bytes)) / Math.max(1, part.bytes),
        added: added + answers.filter(isNew).length,
        replaced: replaced + answers.filter((each) => each.outcome === "replaced" && !isNew(each)).length,
        skipped: skipped + ofKind("stored"),
        repeated: repeated + ofKind("same"),
        refused: refused + found.length,
        problems: [...problems, ...found].slice(0, PROBLEMS),
        taken: [...taken, ...part.taken].slice(0, PROBLEMS),
        takenCount: takenCount + part.taken.length,
      },
    });
  }

  /** Stores a part, again until all of it is answered. Ids are those of before, so nothing is stored twice. */
  async #store({ lines: documents }, { collection }, signal) {
    let attempt = 0;
    for (; documents.length > 0; attempt++) {
      try {
        const answers = await post(documents, { collection, limit: 0 }, signal); // without lookups, which is several times as fast
        this.#change({ waiting: 0 });
        return { answers, attempts: attempt + 1 };
      } catch (trouble) {
        if (signal.aborted || !TEMPORARY.has(trouble.status)) {
          throw trouble;
        }
        const waiting = Math.min(2 ** attempt, PATIENCE);
        this.#change({ waiting });
        await pause(waiting, signal);
      }
    }
    return { answers: [], attempts: 0 };
  }
}

async function post(documents, query, signal) {
  const answers = [];
  const body = documents.join("\n") + "\n";
  for await (const answer of lines("POST", "/documents", { query, body, type: "application/x-ndjson", signal })) {
    if (answer.problem && TEMPORARY.has(answer.problem.status)) {
      throw new Refusal(answer.problem);
    }
    answers.push(answer);
  }
  if (answers.length < documents.length) {
    throw lost();
  }
  return answers;
}

/** The collection, which is created if there is none; undefined then. */
async function create({ collection, storeText, passages = false }, signal) {
  const list = await collections.read({ signal });
  const known = list.find((each) => each.name === collection);
  if (!known) {
    await call("PUT", "/collections/" + pathPart(collection), { body: { storeText, passages }, signal });
    await collections.read({ signal });
  }
  return known;
}

/** The one upload of this page. */
export const uploader = new Uploader();
