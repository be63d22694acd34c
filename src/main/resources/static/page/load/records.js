// Reads the records of a file: JSON objects, one per line or in an array; a table; or a text per line. Plain or in gzip.
import { exactJson, isObject } from "../json.js";
import { sniffEncoding } from "./encodings.js";

const PREVIEW = 64 * 1024; // characters
const ROWS = 5; // that are shown
const SAMPLED = 200; // records of which a delimiter is guessed
const MOST = 1_000; // documents of a part
const LARGE = 400_000; // characters of a part
const NO_FIELD = Symbol("no field");
const MARK = "\uFEFF"; // the byte order mark
const LINE = "text"; // the field of a file with a text per line
const NAME = 64; // characters of a name of a column, at most
const DISTINCT = 0.75; // share of the values of a column that has the name of an id
const ENOUGH = 10; // records from which on a column of distinct values may be the id

/** The delimiters of tables. */
export const DELIMITERS = [",", "\t", ";", "|"];

/**
 * The format of a file, its fields, its first records, and which fields look like an id and a text. What a person has
 * chosen of {encoding, kind, delimiter, header} is not guessed.
 */
export async function inspect(file, chosen = {}) {
  const begin = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const gzip = begin[0] === 0x1f && begin[1] === 0x8b;
  const encoding = chosen.encoding ?? sniffEncoding(new Uint8Array(await new Blob((await beginning(bytesOf(file, gzip))).pieces).arrayBuffer()));
  const { pieces: texts, whole } = await beginning(textOf(file, { gzip, encoding }));
  const text = texts.join("");
  const format = { gzip, encoding, ...guessFormat(text, whole), ...chosen };
  const reader = new RecordReader(format);
  const rows = [];
  for (const record of cutterOf(format).add(text, whole)) {
    try {
      const fields = reader.fields(record.text);
      rows.push(...(fields ? [fields] : []));
    } catch (e) {
      if (!(e instanceof BadRecord)) {
        throw e;
      }
      // otherwise it is listed with its line when the file is loaded
    }
  }
  const fields = [...new Set(rows.flatMap(Object.keys))];
  return { ...format, fields, rows: rows.slice(0, ROWS), ...guess(fields, rows) };
}

/** The first pieces of a stream, and whether they are all. */
async function beginning(stream) {
  const reader = stream.getReader();
  const pieces = [];
  try {
    for (let length = 0; length < PREVIEW; ) {
      const { value, done } = await reader.read();
      if (done) {
        return { pieces, whole: true };
      }
      pieces.push(value);
      length += value.length;
    }
    return { pieces, whole: false };
  } finally {
    reader.cancel().catch(() => {});
  }
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
  const first = text.replace(MARK, "").trimStart()[0];
  if (first === "[" || first === "{") {
    return { kind: first === "[" ? "json" : "ndjson", delimiter: "", header: false };
  }
  const tables = DELIMITERS.map((delimiter) => ({ delimiter, ...columnsOf(text, whole, delimiter) })).sort((a, b) => b.share - a.share || b.count - a.count);
  const [{ delimiter, share, names, recurs }] = tables;
  if (share > 0.5 || text.replace(MARK, "").startsWith('"')) {
    const isNamed = !recurs && names.every((name) => name !== "" && name.length <= NAME && !/^[-+\d.,\s]*$/.test(name)) && new Set(names).size === names.length;
    return { kind: "csv", delimiter, header: isNamed };
  }
  return { kind: "lines", delimiter: "", header: /^\W*(text|body|content|message|title|document)s?\W*$/i.test(text.split("\n", 1)[0]) };
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
  for (const record of cutterOf({ kind: "csv", delimiter }).add(text, whole)) {
    if (record.text.trim() !== "" && all++ < SAMPLED) {
      try {
        const found = cells(record.text, delimiter);
        recurs ||= all > 1 && found.some((value, at) => value !== "" && value === names[at]);
        names = all === 1 ? found : names;
        counts.set(found.length, (counts.get(found.length) ?? 0) + 1);
      } catch {
        // a record with wrong quotes says nothing
      }
    }
  }
  const [count, times] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [1, 0];
  return { count, names, recurs, share: count < 2 ? 0 : times / Math.min(all, SAMPLED) };
}

/** The field with the longest texts, and the one whose name and distinct values make it an id. */
function guess(fields, rows) {
  const valuesOf = (name) => rows.map((row) => row[name]).filter((value) => value !== undefined && value !== null && value !== "")
    .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)));
  const isNamed = (name) => {
    const values = valuesOf(name);
    return /^(_?id|key|number|nr|no|url|uri|.*[_ -]id)$/i.test(name) && new Set(values).size >= DISTINCT * values.length;
  };
  const isKey = (name) => {
    const values = valuesOf(name);
    return rows.length >= ENOUGH && new Set(values).size === rows.length && values.every((value) => /^\S{1,64}$/.test(value));
  };
  const length = (name) => rows.reduce((sum, row) => sum + (typeof row[name] === "string" ? row[name].length : 0), 0);
  const idField = fields.find((name) => /^_?id$/i.test(name) && isNamed(name)) ?? fields.find(isNamed) ?? fields.find(isKey) ?? "";
  const textField = fields.filter((name) => name !== idField).sort((a, b) => length(b) - length(a))[0] ?? "";
  return { idField, textField };
}

function cutterOf({ kind, delimiter }) {
  return kind === "json" ? new ArrayCutter() : new Cutter(delimiter);
}

/**
 * Cuts a text that arrives in pieces into records, with the number of the line where each begins. `raw`
 * is the record as it stands in the file, with its end of line and the byte order mark before the first.
 */
class Cutter {
  #delimiter;
  #mark = null; // the byte order mark, empty without one or once it is passed on
  #rest = "";
  #scanned = 0;
  #line = 1;
  #quoted = false;
  #first = 1; // line where the present record begins
  #closed = -1; // where the last quote was that ended a field

  constructor(delimiter) {
    this.#delimiter = delimiter;
  }

  *add(text, last) {
    this.#rest += text;
    if (this.#mark === null && this.#rest !== "") {
      this.#mark = this.#rest.startsWith(MARK) ? MARK : "";
      this.#rest = this.#rest.slice(this.#mark.length);
    }
    let start = 0;
    for (; this.#scanned < this.#rest.length; this.#scanned++) {
      const letter = this.#rest[this.#scanned];
      if (letter === '"' && this.#delimiter) {
        this.#quote(start);
      } else if (letter === "\n") {
        this.#line++;
        if (!this.#quoted) {
          yield this.#record(start, this.#scanned + 1);
          start = this.#scanned + 1;
          this.#first = this.#line;
        }
      }
    }
    if (last && start < this.#rest.length) {
      yield this.#record(start, this.#rest.length);
      start = this.#rest.length;
    }
    this.#rest = this.#rest.slice(start);
    this.#scanned -= start;
    this.#closed -= start;
  }

  #record(start, end) {
    const whole = this.#rest.slice(start, end);
    const raw = this.#mark + whole;
    this.#mark = "";
    return { line: this.#first, text: whole.replace(/\r?\n$|\r$/, ""), raw };
  }

  /** A quote begins a quoted field only where a field begins, or after a quote that it repeats. */
  #quote(start) {
    const at = this.#scanned;
    if (this.#quoted) {
      this.#quoted = false;
      this.#closed = at;
    } else {
      this.#quoted = at === start || this.#rest[at - 1] === this.#delimiter || this.#closed === at - 1;
    }
  }
}

/** Cuts an array of JSON into its elements, as Cutter does lines. `raw` begins with the comma before an element. */
class ArrayCutter {
  #rest = "";
  #scanned = 0;
  #line = 1;
  #first = 1;
  #depth = 0;
  #isString = false;

  *add(text, last) {
    this.#rest += text;
    let start = 0;
    for (; this.#scanned < this.#rest.length; this.#scanned++) {
      const at = this.#scanned;
      const letter = this.#rest[at];
      if (letter === "\n") {
        this.#line++;
      } else if (this.#isString) {
        this.#scanned += letter === "\\" ? 1 : 0;
        this.#isString = letter !== '"';
      } else if (letter === '"') {
        this.#isString = true;
      } else if (letter === "[" || letter === "{") {
        if (this.#depth++ === 0) {
          yield this.#record(start, at + 1, "");
          start = at + 1;
        }
      } else if (this.#depth === 1 && (letter === "," || letter === "]")) {
        yield this.#record(start, at);
        start = at;
        this.#depth -= letter === "]" ? 1 : 0;
      } else if (letter === "]" || letter === "}") {
        this.#depth--;
      }
    }
    if (last && start < this.#rest.length) {
      yield this.#record(start, this.#rest.length, this.#depth > 0 ? undefined : "");
      start = this.#rest.length;
    }
    this.#rest = this.#rest.slice(start);
    this.#scanned -= start;
  }

  #record(start, end, text) {
    const raw = this.#rest.slice(start, end);
    const line = this.#first + (/^,?\s*/.exec(raw)[0].split("\n").length - 1);
    this.#first = this.#line;
    return { line, text: text ?? raw.replace(/^,/, "").trim(), raw };
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

/** Reads the fields of records; the first one of a table may name them. */
class RecordReader {
  #format;
  #columns = null;

  constructor(format) {
    this.#format = format;
  }

  /** The fields of a record; null for a header or an empty line. */
  fields(text) {
    const { kind, delimiter, header } = this.#format;
    if (text.trim() === "") {
      return null;
    }
    if (kind === "json" || kind === "ndjson") {
      return json(text);
    }
    const found = kind === "lines" ? [text] : cells(text, delimiter);
    if (this.#columns === null) {
      this.#columns = kind === "lines" ? [LINE] : columns(found, header);
      if (header) {
        return null;
      }
    }
    if (found.length !== this.#columns.length) {
      throw new BadRecord("fields", this.#columns.length, found.length);
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

function json(text) {
  let value;
  try {
    value = exactJson(text);
  } catch {
    throw new BadRecord("json");
  }
  if (!isObject(value)) {
    throw new BadRecord("json");
  }
  return value;
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
          throw new BadRecord("quotes");
        }
      } while (text[end + 1] === '"' && ++end);
      found.push(text.slice(at + 1, end).replaceAll('""', '"'));
      end++;
      if (end < text.length && text[end] !== delimiter) {
        throw new BadRecord("quotes");
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

/** The document of a record: its id, its text, and all other fields as metadata. */
function documentOf(fields, line, { idField, textField, name, kind }) {
  const { [idField || NO_FIELD]: given, [textField]: text, ...others } = fields;
  const id = idField ? idOf(given, idField) : name + ":" + line;
  if (typeof text !== "string") {
    throw new BadRecord("text", textField);
  }
  const nested = others.metadata;
  const flat = typeof nested === "object" && nested !== null && !Array.isArray(nested);
  if (flat) {
    delete others.metadata;
  }
  const known = Object.entries(others).filter(([, value]) => kind.endsWith("json") || value !== "");
  const twice = known.find(([each]) => flat && Object.hasOwn(nested, each));
  if (twice) {
    throw new BadRecord("twice", twice[0]);
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
    throw new BadRecord("id", field);
  }
  return written;
}

/** Yields the records of a file in pieces, each as far as it was read, and counts bytes and characters. */
async function* pieces(file, format, counts) {
  const reader = textOf(file, format, (count) => (counts.bytes += count)).getReader();
  const cutter = cutterOf(format);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      counts.characters += (value ?? "").length;
      yield cutter.add(value ?? "", done);
      if (done) {
        return;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Yields the documents of a file in parts: each as a line of JSON, the records that are none, the
 * number of records, and about how many bytes of the file end with them. The same file and mapping give
 * the same parts and ids.
 */
export async function* parts(file, mapping) {
  const read = { bytes: 0, characters: 0 };
  const records = new RecordReader(mapping);
  let passed = 0; // characters of the file
  const empty = () => ({ lines: [], bad: [], records: 0, characters: 0 });
  const whole = (part) => ({ ...part, bytes: Math.round((read.bytes * passed) / Math.max(1, read.characters)) });
  let part = empty();
  for await (const piece of pieces(file, mapping, read)) {
    for (const { line, text, raw } of piece) {
      passed += raw.length;
      add(part, line, text, records, mapping);
      if (part.records >= MOST || part.characters >= LARGE) {
        yield whole(part);
        part = empty();
      }
    }
  }
  if (part.records > 0) {
    yield whole(part);
  }
}

/** Yields the records of a file as they stand in it: {raw, id}; without id what is no document, as a header. */
export async function* rawRecords(file, mapping) {
  const records = new RecordReader(mapping);
  for await (const piece of pieces(file, mapping, { bytes: 0, characters: 0 })) {
    for (const { line, text, raw } of piece) {
      yield { raw, id: idIn(text, line, records, mapping) };
    }
  }
}

function idIn(text, line, records, mapping) {
  try {
    const fields = records.fields(text);
    return fields === null ? undefined : documentOf(fields, line, mapping).id;
  } catch (e) {
    if (!(e instanceof BadRecord)) {
      throw e;
    }
    return undefined;
  }
}

function add(part, line, text, records, mapping) {
  try {
    const fields = records.fields(text);
    if (fields === null) {
      return;
    }
    const document = JSON.stringify(documentOf(fields, line, mapping));
    part.lines.push(document);
    part.characters += document.length;
  } catch (e) {
    if (!(e instanceof BadRecord)) {
      throw e;
    }
    part.bad.push({ line, kind: e.kind, values: e.values });
  }
  part.records++;
}
