// Stores the documents of a file, part by part. It goes on while other views are shown and after a
// reload, and tries again when the connection is lost.
import { call, lines, lost, part as pathPart, pause, refusal, Refusal } from "../api.js";
import { collections } from "../collection-list.js";
import { examine, planOf } from "./ids.js";
import { alone, dropFile, FILE, isElsewhere, keepEntry, keepLoaded, keptEntry, PLAN, skippedUpTo, untilFree } from "./kept-file.js";
import { parts } from "./records.js";
import { keep, recall } from "../storage.js";
import { t } from "../words.js";

const UNFINISHED = "upload";
const PROBLEMS = 1_000; // that are kept
const DETAIL = 200; // characters that are kept of a problem
const WAITS = [1, 2, 4, 8, 15]; // seconds before another attempt
const TEMPORARY = new Set([0, 429, 502, 503, 504]);

function unfinished() {
  try {
    return JSON.parse(recall(UNFINISHED));
  } catch {
    return null;
  }
}

class Uploader extends EventTarget {
  /** What is loaded, or was when the page was left: the file, how it is read, how far it is; null if nothing. */
  state = unfinished();
  running = false;
  /** Seconds until the next attempt, since the connection is lost; 0 if it is not. */
  waiting = 0;
  trouble = null;
  /** The file that was not loaded completely, null if the browser has not kept it. */
  file = null;
  /** The file that another view passes to the one that loads files. */
  offered = null;
  /** Whether another tab loads a file. */
  elsewhere = false;
  #controller = null;
  #isAsked = false;

  constructor() {
    super();
    if (this.state) {
      this.#resume();
    }
  }

  /** Continues after a reload, unless loading was stopped. What another tab loads is only watched. */
  async #resume() {
    if (await isElsewhere()) {
      this.#change({ elsewhere: true });
      const follow = () => this.#change({ state: unfinished() ?? this.state });
      addEventListener("storage", follow);
      await untilFree();
      removeEventListener("storage", follow);
      this.#change({ elsewhere: false, state: unfinished() });
      this.#change({ file: this.state && (await keptEntry(FILE)) });
      return;
    }
    const file = await keptEntry(FILE);
    if (!this.running && file && this.continues(file)) {
      this.#change({ file });
      if (!this.state.stopped) {
        await this.load(file, this.state);
      }
    }
  }

  /** Whether the file is the one that is or was loaded. */
  isOf(file) {
    const { name, size, modified } = this.state ?? {};
    return name === file.name && size === file.size && modified === file.lastModified;
  }

  /** Whether the file is the one that was not loaded completely. */
  continues(file) {
    return this.isOf(file) && !this.state.done;
  }

  /**
   * Loads a file from the beginning, or from where it stopped; does nothing while one is loaded. `ids` are those that were
   * examined of a file that is loaded from the beginning.
   */
  async load(file, settings, ids) {
    if (this.#isAsked) {
      return;
    }
    this.#isAsked = true;
    if (!(await alone(() => this.#load(file, settings, ids)))) {
      this.#change({ trouble: refusal(t("load.elsewhere")) });
    }
    this.#isAsked = false;
  }

  async #load(file, settings, ids) {
    const isAgain = this.continues(file);
    const before = isAgain ? { ...this.state, stopped: false, rate: 0 } : {
      ...settings, name: file.name, size: file.size, modified: file.lastModified,
      records: 0, added: 0, replaced: 0, skipped: 0, repeated: 0, refused: 0, problems: [], taken: [], takenCount: 0, bytes: 0,
    };
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    let began = 0;
    this.#change({ file, running: true, trouble: null, waiting: 0 });
    this.#progress(before);
    keepEntry(FILE, file);
    try {
      const collection = await create(before, signal);
      const plan = (isAgain && (await keptEntry(PLAN))) || planOf(ids ?? (await examine(file, before, collection, signal)), before);
      isAgain || (await keepEntry(PLAN, plan));
      let passed = 0;
      let isSentAgain = isAgain; // a part that was not answered may be stored
      for await (const part of parts(file, before, plan.changes)) {
        signal.throwIfAborted();
        passed += part.records;
        if (passed > before.records) {
          began ||= performance.now();
          const { answers, attempts } = await this.#store(part, before, signal);
          const isNew = ({ id, outcome }) => outcome === "added" || (outcome === "replaced" && (isSentAgain || attempts > 1) && !plan.stored.has(id));
          this.#add(part, answers, isNew, passed, before, (performance.now() - began) / 1000);
          isSentAgain = false;
        }
      }
      keep(UNFINISHED, null);
      await keepLoaded(file, this.state, plan);
      this.#change({ state: { ...this.state, bytes: file.size, done: true }, file: null, running: false });
      collections.read().catch(() => {}); // its counts; a view reads them again
    } catch (trouble) {
      this.#change({ running: false, waiting: 0, trouble: signal.aborted ? null : trouble });
      if (!signal.aborted && this.state.records === 0 && !TEMPORARY.has(trouble.status)) {
        this.#end(); // refused: the form can be corrected
        this.#change({ state: null, file: null });
      }
    }
  }

  /** Ends loading; what is stored remains. */
  stop() {
    this.#controller?.abort();
    this.#progress({ ...this.state, stopped: true });
  }

  /** Does not offer to continue. */
  forget() {
    this.#end();
    this.#change({ state: null, file: null, trouble: null });
  }

  #end() {
    keep(UNFINISHED, null);
    dropFile();
  }

  /** Keeps how far it is, so that it can go on after a reload. */
  #progress(state) {
    keep(UNFINISHED, JSON.stringify(state));
    this.#change({ state });
  }

  #change(changed) {
    Object.assign(this, changed);
    this.dispatchEvent(new Event("change"));
  }

  #add({ bad, taken, bytes }, answers, isNew, records, before, seconds) {
    const { added, replaced, skipped, repeated, refused, problems, taken: listed, takenCount } = this.state;
    const found = [...bad, ...answers.filter((each) => each.problem).map(problemOf)].sort((a, b) => a.line - b.line);
    const skips = answers.filter((each) => each.outcome === "skipped");
    if (skips.length > 0) {
      keepEntry(skippedUpTo(records), skips.map(skipOf));
    }
    this.#progress({
      ...this.state, records, bytes,
      rate: (records - before.records) / seconds,
      left: (seconds * (before.size - bytes)) / Math.max(1, bytes - before.bytes),
      added: added + answers.filter(isNew).length,
      replaced: replaced + answers.filter((each) => each.outcome === "replaced" && !isNew(each)).length,
      skipped: skipped + skips.length + taken.filter(({ kind }) => kind === "stored").length,
      repeated: repeated + taken.filter(({ kind }) => kind !== "stored" && kind !== "numbered").length,
      refused: refused + found.length,
      problems: [...problems, ...found.slice(0, Math.max(0, PROBLEMS - problems.length))],
      taken: [...listed, ...taken.slice(0, Math.max(0, PROBLEMS - listed.length))],
      takenCount: takenCount + taken.length,
    });
  }

  /** Stores a part, again until all of it is answered. Ids are those of before, so nothing is stored twice. */
  async #store({ lines: documents }, { collection, onDuplicate }, signal) {
    let attempt = 0;
    for (; documents.length > 0; attempt++) {
      try {
        const limit = onDuplicate === "add" ? 0 : 1; // 0: no lookups, which is several times as fast
        const answers = await post(documents, { collection, onDuplicate, limit }, signal);
        this.#change({ waiting: 0 });
        return { answers, attempts: attempt + 1 };
      } catch (trouble) {
        if (signal.aborted || !TEMPORARY.has(trouble.status)) {
          throw trouble;
        }
        const waiting = WAITS[Math.min(attempt, WAITS.length - 1)];
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

function skipOf({ id, matches: [kept] = [] }) {
  return { id, kept: kept?.id, distance: kept?.distance, featureSimilarity: kept?.featureSimilarity };
}

function problemOf({ ref, problem }) {
  const { type, title, detail = title, errors } = problem;
  return { line: Number(ref), kind: "", problem: { type, detail: detail.slice(0, DETAIL), errors: errors?.map(({ message, ...error }) => error) } };
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
