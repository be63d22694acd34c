// Reads the records of a file: a JSON object per line, CSV or TSV; plain or in gzip; in UTF-8.
import { exactJson, isObject } from "../json.js";

const PREVIEW = 64 * 1024; // characters
const ROWS = 5;
const MOST = 1_000; // documents of a part
const LARGE = 400_000; // characters of a part
const DELIMITERS = { csv: ",", tsv: "\t" };
const NO_FIELD = Symbol("no field");
const MARK = "\uFEFF"; // the byte order mark

/** The format of a file, its fields, its first records, and which fields look like an id and a text. */
export async function inspect(file) {
  const begin = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const gzip = begin[0] === 0x1f && begin[1] === 0x8b;
  const text = await beginning(file, gzip);
  const kind = /^\s*\{/.test(text) ? "ndjson" : tabs(text) ? "tsv" : "csv";
  const reader = new RecordReader(kind);
  const rows = [];
  for (const record of new Cutter(kind).add(text, true)) {
    try {
      const fields = reader.fields(record.text);
      rows.push(...(fields ? [fields] : []));
    } catch (e) {
      if (!(e instanceof BadRecord)) {
        throw e;
      }
      // otherwise it is listed with its line when the file is loaded
    }
    if (rows.length === ROWS) {
      break;
    }
  }
  const fields = [...new Set(rows.flatMap(Object.keys))];
  return { gzip, kind, fields, rows, ...guess(fields, rows) };
}

async function beginning(file, gzip) {
  const reader = textOf(file, gzip, () => {}).getReader();
  let text = "";
  try {
    while (text.length < PREVIEW) {
      const { value, done } = await reader.read();
      if (done) {
        return text;
      }
      text += value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  const end = text.lastIndexOf("\n");
  return end > 0 ? text.slice(0, end + 1) : text;
}

function textOf(file, gzip, count) {
  let bytes = file.stream().pipeThrough(new TransformStream({
    transform(part, controller) {
      count(part.length);
      controller.enqueue(part);
    },
  }));
  if (gzip) {
    bytes = bytes.pipeThrough(new DecompressionStream("gzip"));
  }
  return bytes.pipeThrough(new TextDecoderStream("utf-8", { fatal: true, ignoreBOM: true })); // Cutter keeps the mark
}

function tabs(text) {
  const header = text.split("\n", 1)[0];
  return header.split("\t").length > header.split(",").length;
}

function guess(fields, rows) {
  const named = (pattern) => fields.find((name) => pattern.test(name));
  const idField = named(/^_?id$/i) ?? named(/^(key|number|nr|no|url|uri|.*[_ -]id)$/i) ?? "";
  const length = (name) => rows.reduce((sum, row) => sum + (typeof row[name] === "string" ? row[name].length : 0), 0);
  const textField = fields.filter((name) => name !== idField).sort((a, b) => length(b) - length(a))[0] ?? "";
  return { idField, textField };
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

  constructor(kind) {
    this.#delimiter = DELIMITERS[kind];
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

/** A record that does not become a document. `kind` names the reason, `values` are its words. */
class BadRecord extends Error {
  constructor(kind, ...values) {
    super(kind);
    this.kind = kind;
    this.values = values;
  }
}

/** Reads the fields of records; of a table, the first record names them. */
class RecordReader {
  #delimiter;
  #columns = null;

  constructor(kind) {
    this.#delimiter = DELIMITERS[kind];
  }

  /** The fields of a record; null for a header or an empty line. */
  fields(text) {
    if (text.trim() === "") {
      return null;
    }
    if (!this.#delimiter) {
      return json(text);
    }
    if (this.#columns === null) {
      this.#columns = columns(text, this.#delimiter);
      return null;
    }
    const found = cells(text, this.#delimiter);
    if (found.length !== this.#columns.length) {
      throw new BadRecord("fields", this.#columns.length, found.length);
    }
    return Object.fromEntries(this.#columns.map((name, at) => [name, found[at]]));
  }
}

function columns(header, delimiter) {
  let names;
  try {
    names = cells(header, delimiter).map((name, at) => name || "column " + (at + 1));
  } catch {
    throw new Error("header");
  }
  if (new Set(names).size < names.length) {
    throw new Error("two columns with one name");
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
  const known = Object.entries(others).filter(([, value]) => kind === "ndjson" || value !== "");
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
async function* pieces(file, { gzip, kind }, counts) {
  const reader = textOf(file, gzip, (count) => (counts.bytes += count)).getReader();
  const cutter = new Cutter(kind);
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
  const records = new RecordReader(mapping.kind);
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
  const records = new RecordReader(mapping.kind);
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
