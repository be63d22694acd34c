// Reads the records of a file: JSON objects, one per line or in an array; a table; a text per line; a page; or mails. Plain or in gzip.
import { pieces, Refusal, refusal } from "../api.js";
import { exactObject, isObject } from "../json.js";
import { sniffEncoding } from "./encodings.js";
import { t } from "../words.js";

const PREVIEW = 64 * 1024; // characters, unless the first record is longer
const LONGEST = 64 * 1024 * 1024; // characters of a first record
const ROWS = 5; // that are shown
const SAMPLED = 200; // records of which a delimiter is guessed
const MOST = 1_000; // documents of a part
const LARGE = 400_000; // characters of a part
const NO_FIELD = Symbol("no field");
const MARK = /^\uFEFF/; // the byte order mark
const LINE = "text"; // the field of a file with a text per line
const NAME = 64; // characters of a name of a column, at most
const ID_NAMES = [/^_?id$/i, /^(key|.*[_ -]id)$/i, /^(sku|asin|isbn|code|ref)$/i, /^ur[li]$/i, /^(number|nr|no)$/i]; // the most likely first
const ENOUGH = 10; // records from which on a column of distinct values may be the id
const BINARY = /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF|%PDF|PK\x03\x04|\x7fELF|\xd0\xcf\x11\xe0)/; // images, PDF, archives and spreadsheets, programs
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f-\x9f]/g; // which texts hardly have
const CONTROLLED = 0.1; // of the letters of a file that is no text, of which a wrong encoding gives fewer
const DECLARED = /^("?)sep=([\t!#-/:-@[-^`{-~])\1$/i; // the first line of a table that names its delimiter

let markup = null; // what reads pages and mails, once such a file is read

async function prepare({ kind }) {
  markup ??= kind === "html" || kind === "mbox" ? await import("./markup.js") : null;
}

/** The delimiters of tables. */
export const DELIMITERS = [",", "\t", ";", "|"];

/**
 * The format of a file, its fields, its first records, and which fields look like an id and a text. What a person has
 * chosen of {encoding, kind, delimiter, header} is not guessed.
 */
export async function inspect(file, chosen) {
  const format = await formatOf(file, chosen).catch((e) => (e instanceof Refusal ? Promise.reject(e) : null));
  if (!(format?.rows.length > 0)) {
    throw file.size === 0 ? refusal(t("load.empty", file.name)) : refusal(t("load.unreadable", file.name), t("load.readable"));
  }
  return format;
}

async function formatOf(file, chosen = {}, most = PREVIEW) {
  const begin = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (BINARY.test(String.fromCharCode(...begin))) {
    throw new Error("binary");
  }
  const gzip = begin[0] === 0x1f && begin[1] === 0x8b;
  const encoding = chosen.encoding ?? sniffEncoding(new Uint8Array(await new Blob((await beginning(bytesOf(file, gzip)).catch(() => broken(file))).pieces).arrayBuffer()));
  const { pieces: texts, whole } = await beginning(textOf(file, { gzip, encoding }), most);
  const text = texts.join("");
  if ((text.slice(0, PREVIEW).match(CONTROLS)?.length ?? 0) > CONTROLLED * Math.min(PREVIEW, text.length)) {
    throw new Error("binary");
  }
  const format = { gzip, encoding, returns: endsByReturns(text), ...guessFormat(text, whole), ...chosen };
  await prepare(format);
  const reader = new RecordReader(format);
  const read = [...cutterOf(format).add(text, whole || format.kind === "html")].map((record) => unlessBad(() => reader.fields(record.text)));
  const rows = read.filter((row) => row !== null && !(row instanceof BadRecord)); // others are listed when the file is loaded
  if (read.every((row) => row === null) && !whole && most < LONGEST) {
    return formatOf(file, chosen, Math.min(LONGEST, 16 * most));
  }
  const fields = [...new Set(rows.flatMap(Object.keys))];
  return { ...format, fields, rows: rows.slice(0, ROWS), ...guess(fields, rows) };
}

/** The first pieces of a stream, and whether they are all. */
async function beginning(stream, most = PREVIEW) {
  const first = [];
  let length = 0;
  for await (const piece of pieces(stream)) {
    first.push(piece);
    length += piece.length;
    if (length >= most) {
      return { pieces: first, whole: false };
    }
  }
  return { pieces: first, whole: true };
}

/** The bytes of a file; those that are read of one in gzip are counted. */
function bytesOf(file, gzip, count = () => {}) {
  const counted = new TransformStream({
    transform(part, controller) {
      count(part.length);
      controller.enqueue(part);
    },
  });
  return gzip ? file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream("gzip")) : file.stream();
}

/** The text of a file, with the byte order mark. Bytes of a plain one are counted with the text that they become. */
function textOf(file, { gzip, encoding }, count = () => {}) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return bytesOf(file, gzip, count).pipeThrough(new TransformStream({
    transform(part, controller) {
      gzip || count(part.length);
      controller.enqueue(decoder.decode(part, { stream: true }));
    },
    flush: (controller) => controller.enqueue(decoder.decode()),
  }));
}

/** The kind of a file, and of a table the delimiter and whether its first line names the columns. */
function guessFormat(text, whole) {
  const unmarked = text.replace(MARK, "");
  const kind = /^\s*(<!--[^]*?-->\s*)?<(!doctype html|html|head|body)\b/i.test(unmarked)
    ? "html"
    : /^From \S+ .*\d{4}\s*\n[\w-]+:/.test(unmarked) ? "mbox" : { "[": "json", "{": "ndjson" }[unmarked.trimStart()[0]];
  if (kind) {
    return { kind, delimiter: "", header: false };
  }
  const declared = DECLARED.exec(unmarked.split(/\r|\n/, 1)[0])?.[2];
  const tables = (declared ? [declared] : DELIMITERS).map((delimiter) => ({ delimiter, ...columnsOf(text, whole, delimiter) })).sort((a, b) => b.share - a.share || b.count - a.count);
  const [{ delimiter, share, names, recurs }] = tables;
  if (declared || share > 0.5 || unmarked.startsWith('"')) {
    const isNamed = !recurs && names.every((name) => name !== "" && name.length <= NAME && !/^[-+\d.,\s]*$/.test(name)) && new Set(names).size === names.length;
    return { kind: "csv", delimiter, header: isNamed };
  }
  return { kind: "lines", delimiter: "", header: /^\W*(text|body|content|message|title|document)s?\W*$/i.test(text.split(/\r|\n/, 1)[0]) };
}

/** Whether a carriage return alone ends the lines of a text: outside of quotes there are some, and no line feeds. */
function endsByReturns(text) {
  const outside = text.replace(/"[^"]*("|$)/g, "");
  const bare = /[\r\n]/.test(outside) ? outside : text; // a quote of plain lines may have no end
  return bare.includes("\r") && !bare.includes("\n");
}

/**
 * The share of the first records that have the most frequent number of columns, if that is several; the first record; and
 * whether one of its values recurs in its column, so that it is no name.
 */
function columnsOf(text, whole, delimiter) {
  const counts = new Map();
  let names = [];
  let recurs = false;
  let all = 0;
  for (const record of new LineCutter(delimiter, endsByReturns(text)).add(text, whole)) {
    if (all === 0 && DECLARED.test(record.text)) {
      continue;
    }
    const found = unlessBad(() => cells(record.text, delimiter)); // one with wrong quotes says nothing
    if (record.text.trim() !== "" && all++ < SAMPLED && !(found instanceof BadRecord)) {
      recurs ||= all > 1 && found.some((value, at) => value !== "" && value === names[at]);
      names = all === 1 ? found : names;
      counts.set(found.length, (counts.get(found.length) ?? 0) + 1);
    }
  }
  const [count, times] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [1, 0];
  return { count, names, recurs, share: count < 2 ? 0 : times / Math.min(all, SAMPLED) };
}

/** The field with the longest texts, and the one whose name and values, all different, make it an id. */
function guess(fields, rows) {
  const valuesOf = (name) => rows.map((row) => row[name]).filter((value) => value !== undefined && value !== null && value !== "")
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
  const isDistinct = (values) => values.length > 0 && new Set(values).size === values.length;
  const isKey = (name) => {
    const values = valuesOf(name);
    return rows.length >= ENOUGH && values.length === rows.length && isDistinct(values) && values.every((value) => /^\S{1,64}$/.test(value));
  };
  const length = (name) => rows.reduce((sum, row) => sum + (typeof row[name] === "string" && /\p{L}/u.test(row[name]) ? row[name].length : 0), 0);
  const named = ID_NAMES.map((names) => fields.find((name) => names.test(name) && isDistinct(valuesOf(name))));
  const idField = named.find((name) => name !== undefined) ?? fields.find(isKey) ?? "";
  const textField = fields.filter((name) => name !== idField).sort((a, b) => length(b) - length(a))[0] ?? "";
  return { idField, textField };
}

function cutterOf({ kind, delimiter, returns }) {
  return kind === "html" ? new WholeCutter() : kind === "mbox" ? new MailCutter() : kind === "json" ? new ArrayCutter() : new LineCutter(delimiter, returns);
}

/**
 * Cuts a text that arrives in pieces into records, with the number of the line where each begins. `raw` is the record as it
 * stands in the file, all that is between two records included.
 */
class Cutter {
  #rest = "";
  #at = 0;
  #line = 1;
  #first = 1; // line where the present record begins

  *add(text, last) {
    this.#rest += text;
    let start = 0;
    for (; this.#at < this.#rest.length; this.#at++) {
      const letter = this.#rest[this.#at];
      this.#line += this.isEnd(letter) ? 1 : 0;
      const more = this.ends(letter);
      if (more !== null) {
        yield this.#record(start, this.#at + more);
        start = this.#at + more;
      }
    }
    if (last && start < this.#rest.length) {
      yield this.#record(start, this.#rest.length);
      start = this.#rest.length;
    }
    this.#rest = this.#rest.slice(start);
    this.#at -= start;
  }

  isEnd(letter) {
    return letter === "\n";
  }

  #record(start, end) {
    const record = this.record(this.#rest.slice(start, end), this.#first);
    this.#first = this.#line;
    return record;
  }
}

/** Cuts a text into lines, and a table into records, whose quoted fields may have several lines. */
class LineCutter extends Cutter {
  #delimiter;
  #before = ""; // the last letter, empty at the beginning and after the byte order mark
  #quoted = false;
  #closed = false; // whether the last letter is a quote that ended a field
  #returns;

  /** `returns` is whether a carriage return alone ends a line. */
  constructor(delimiter, returns) {
    super();
    this.#delimiter = delimiter;
    this.#returns = returns;
  }

  isEnd(letter) {
    return letter === "\n" || (this.#returns && letter === "\r");
  }

  /** A quote begins a quoted field only where a field begins, or after a quote that it repeats. */
  ends(letter) {
    const isQuote = letter === '"' && this.#delimiter !== "";
    if (isQuote && !this.#quoted) {
      this.#quoted = this.#closed || ["", this.#delimiter].includes(this.#before) || this.isEnd(this.#before);
      this.#closed = false;
    } else {
      this.#closed = isQuote;
      this.#quoted &&= !isQuote;
    }
    this.#before = this.#before === "" ? letter.replace(MARK, "") : letter;
    return this.isEnd(letter) && !this.#quoted ? 1 : null;
  }

  /** The byte order mark belongs to no record. */
  record(raw, line) {
    const text = line === 1 ? raw.replace(MARK, "") : raw;
    return { line, text: text.replace(/\r?\n$|\r$/, ""), raw };
  }
}

/** Makes one record of a file. */
class WholeCutter extends Cutter {
  /** Where a record ends, by the last letter that was read: letters after it begin the next one; null if none ends. */
  ends() {
    return null;
  }

  record(raw, line) {
    return { line, text: raw.replace(MARK, ""), raw };
  }
}

/** Cuts a mailbox into mails, each of which begins with a line From after an empty one. */
class MailCutter extends WholeCutter {
  #last = "";

  ends(letter) {
    this.#last = this.#last.slice(-8) + letter;
    return letter === " " && /\n\r?\nFrom $/.test(this.#last) ? 1 - "From ".length : null;
  }
}

/** Cuts an array of JSON into its elements. `raw` begins with the comma before an element. */
class ArrayCutter extends Cutter {
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  ends(letter) {
    if (this.#isString) {
      this.#isString = this.#isEscaped || letter !== '"';
      this.#isEscaped = !this.#isEscaped && letter === "\\";
    } else if (letter === '"') {
      this.#isString = true;
    } else if (letter === "[" || letter === "{") {
      return this.#depth++ === 0 ? 1 : null;
    } else if (letter === "]" || letter === "}") {
      return --this.#depth === 0 ? 0 : null;
    } else if (letter === "," && this.#depth === 1) {
      return 0;
    }
    return null;
  }

  record(raw, line) {
    const text = raw.replace(/^\s*\[$|^\][^]*/, ""); // before the first element, and after the last
    return { line: line + /^,?\s*/.exec(raw)[0].split("\n").length - 1, text: text.replace(/^,/, "").trim(), raw };
  }
}

/** A record that does not become a document. `kind` names the reason, `values` are its words. */
class BadRecord extends Error {
  constructor(kind, ...values) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

function bad(kind, ...values) {
  throw new BadRecord(kind, ...values);
}

/** What a function returns, or why the record is bad. */
function unlessBad(read) {
  try {
    return read();
  } catch (e) {
    if (e instanceof BadRecord) {
      return e;
    }
    throw e;
  }
}

/** Reads records, of which the first one of a table may name the fields. */
class RecordReader {
  #format;
  #columns = null;
  #line = 0;
  #ofLine = 0; // records that begin in it, as those of an array

  constructor(format) {
    this.#format = format;
  }

  /** The document of a record, or why there is none; null for a header or an empty line. */
  document({ text, line }) {
    return unlessBad(() => {
      const fields = this.fields(text);
      if (fields) {
        this.#ofLine = line === this.#line ? this.#ofLine + 1 : 1;
        this.#line = line;
      }
      return fields && documentOf(fields, line, this.#format, this.#ofLine > 1 ? "#" + this.#ofLine : "");
    });
  }

  /** The fields of a record; null for a header or an empty line. */
  fields(text) {
    const { kind, delimiter, header } = this.#format;
    if (text.trim() === "") {
      return null;
    }
    if (kind === "json" || kind === "ndjson") {
      return exactObject(text) ?? bad("json");
    }
    if (kind === "html" || kind === "mbox") {
      return kind === "html" ? markup.pageOf(text) : markup.mailOf(text);
    }
    if (kind === "csv" && this.#columns === null && DECLARED.test(text)) {
      return null;
    }
    const found = kind === "lines" ? [text] : cells(text, delimiter);
    if (this.#columns === null) {
      this.#columns = kind === "lines" ? [LINE] : columns(found, header);
      if (header) {
        return null;
      }
    }
    if (found.length !== this.#columns.length) {
      bad("fields", this.#columns.length, found.length);
    }
    return Object.fromEntries(this.#columns.map((name, at) => [name, found[at]]));
  }
}

/** Names for columns, each once. */
function columns(first, header) {
  const names = [];
  for (const name of first.map((cell, at) => (header && cell) || "column " + (at + 1))) {
    let own = name;
    for (let number = 2; names.includes(own); number++) {
      own = name + " " + number;
    }
    names.push(own);
  }
  return names;
}

function cells(text, delimiter) {
  const found = [];
  for (let at = 0; ; at++) {
    let end;
    if (text[at] === '"') {
      end = at;
      do {
        end = text.indexOf('"', end + 1);
        if (end < 0) {
          bad("quotes");
        }
      } while (text[end + 1] === '"' && ++end);
      found.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end++;
      if (end < text.length && text[end] !== delimiter) {
        bad("quotes");
      }
    } else {
      end = text.indexOf(delimiter, at);
      end = end < 0 ? text.length : end;
      found.push(text.slice(at, end));
    }
    if (end === text.length) {
      return found;
    }
    at = end;
  }
}

/** The document of a record: its id, its text, and all other fields as metadata. Without a field, `nth` ends the id. */
function documentOf(fields, line, { idField, textField, name, kind }, nth) {
  const { [idField || NO_FIELD]: given, [textField]: text, ...others } = fields;
  const id = idField ? idOf(given, idField) : name + ":" + line + nth;
  if (typeof text !== "string") {
    bad("text", textField);
  }
  const nested = others.metadata;
  const flat = isObject(nested);
  if (flat) {
    delete others.metadata;
  }
  const known = Object.entries(others).filter(([, value]) => kind.endsWith("json") || value !== "");
  const twice = known.find(([each]) => flat && Object.hasOwn(nested, each));
  if (twice) {
    bad("twice", twice[0]);
  }
  const metadata = { ...(flat ? nested : {}), ...Object.fromEntries(known) };
  return { id, text, ref: String(line), ...(Object.keys(metadata).length > 0 ? { metadata } : {}) };
}

function idOf(value, field) {
  if (typeof value === "string" && value !== "") {
    return value;
  }
  const written = JSON.stringify(value);
  if (!/^-?\d+$/.test(written ?? "")) {
    bad("id", field);
  }
  return written;
}

/** @throws {Refusal} why a file that was chosen cannot be read to its end */
async function broken(file) {
  const isGone = await file.slice(0, 1).arrayBuffer().then(() => false, () => true);
  throw refusal(t(isGone ? "load.changed" : "load.damaged", file.name), t(isGone ? "load.again" : "load.whole"));
}

/** Yields the records of a file in pieces, each as far as it was read, and counts bytes and characters. */
async function* recordsOf(file, format, counts) {
  const cutter = cutterOf(format);
  try {
    for await (const text of pieces(textOf(file, format, (count) => (counts.bytes += count)))) {
      counts.characters += text.length;
      yield cutter.add(text, false);
    }
  } catch {
    await broken(file);
  }
  yield cutter.add("", true);
}

/** Yields each record of a file: {line, document}, the document null if it is a header or an empty line, or a BadRecord. */
export async function* documentsOf(file, mapping, counts = { bytes: 0, characters: 0 }) {
  await prepare(mapping);
  const reader = new RecordReader(mapping);
  for await (const some of recordsOf(file, mapping, counts)) {
    for (const record of some) {
      yield { line: record.line, raw: record.raw, document: reader.document(record) };
    }
  }
}

/**
 * Yields the documents of a file in parts: each as a line of JSON, the records that are none (`bad`), those whose id is
 * taken (`taken`), the number of records, and about how many bytes of the file end with them. The same file, mapping and
 * changes give the same parts and ids.
 */
export async function* parts(file, mapping, changes) {
  const read = { bytes: 0, characters: 0 };
  let passed = 0; // characters of the file
  let at = 0; // the next record
  const empty = () => ({ lines: [], bad: [], taken: [], records: 0, characters: 0 });
  const whole = (part) => ({ ...part, bytes: Math.round((read.bytes * passed) / Math.max(1, read.characters)) });
  let part = empty();
  for await (const { line, raw, document } of documentsOf(file, mapping, read)) {
    passed += raw.length;
    if (document) {
      add(part, line, document, changes.get(at++));
    }
    if (part.records >= MOST || part.characters >= LARGE) {
      yield whole(part);
      part = empty();
    }
  }
  if (part.records > 0) {
    yield whole(part);
  }
}

function add(part, line, document, change) {
  part.records++;
  if (document instanceof BadRecord) {
    part.bad.push({ line, kind: document.kind, values: document.values });
    return;
  }
  if (change) {
    part.taken.push({ line, kind: change.kind, values: [document.id, change.id ?? change.line] });
  }
  const written = JSON.stringify(document);
  part.characters += written.length; // also of one that is left out: the end of a part does not depend on changes
  if (!change || change.id) {
    part.lines.push(change ? JSON.stringify({ ...document, id: change.id }) : written);
  }
}

/** Yields the records of a file as they stand in it: {raw, line, id, change}; without id what is no document, as a header. */
export async function* rawRecords(file, mapping, changes) {
  let at = 0;
  for await (const { raw, line, document } of documentsOf(file, mapping)) {
    const change = document ? changes.get(at++) : undefined;
    yield { raw, line, id: change?.id ?? document?.id, change };
  }
}
