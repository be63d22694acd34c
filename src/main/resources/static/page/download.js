// Files that the page makes. They are made in the browser, since a link cannot carry an API key.

/** The name of what is made of a file: products-clean.csv of products.csv. */
export function nameOf(name, what) {
  const [end] = /((\.[a-z0-9]{1,8})?\.gz|\.[a-z0-9]{1,8})?$/i.exec(name);
  return name.slice(0, name.length - end.length) + "-" + what + end;
}

/** Saves parts of a text as a file. */
export function save(name, type, parts) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Saves a table, with the mark by which Excel knows that it is UTF-8. */
export function saveTable(name, records) {
  save(name, "text/csv;charset=utf-8", ["\uFEFF", ...records]);
}

/** A record of CSV (RFC 4180). An apostrophe keeps a spreadsheet from running a cell as a formula. */
export function csvRecord(values) {
  return values.map(csvField).join(",") + "\r\n";
}

function csvField(value) {
  const text = String(value ?? "").replace(/^[=+\-@\t\r](?![\d.,]*$)/, "'$&");
  return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}
