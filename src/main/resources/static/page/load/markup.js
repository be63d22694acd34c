// The texts of pages in HTML, and of mails (RFC 5322) with their parts (RFC 2045).

const BREAK = "\uE000"; // where a line of a page in HTML ends; no page has this letter
const HEADERS = { id: "message-id", subject: "subject", from: "from", to: "to", date: "date" }; // by the fields of a mail

/** The title and the text of a page in HTML. */
export function pageOf(html) {
  const plain = html.replace(/<style\b[^]*?<\/style\s*>/gi, "") // the policy of the page refuses styles, aloud
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ""));
  const { title, body } = new DOMParser().parseFromString(plain, "text/html"); // which runs no scripts
  body.querySelectorAll("script, style, noscript, template").forEach((each) => each.remove());
  body.querySelectorAll("br, p, div, li, tr, h1, h2, h3, h4, h5, h6").forEach((each) => each.append(BREAK));
  return { title, text: body.textContent.replace(/\s+/g, " ").split(BREAK).map((each) => each.trim()).filter(Boolean).join("\n") };
}

/** A mail of a mailbox: its id, what its header says, and the text of its first part that has one. */
export function mailOf(mail) {
  const { header, body } = entityOf(mail.replace(/^From .*\r?\n/, "").replace(/^>(>*From )/gm, "$1"));
  const known = Object.entries(HEADERS).map(([field, name]) => [field, wordsOf(header(name))]).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(known), text: partOf(header, body) ?? "" };
}

/** An entity: a function from names to the values of its header, empty if there is none, and its body. */
function entityOf(text) {
  const [head, ...rest] = text.split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const header = (name) => lines.find((line) => line.toLowerCase().startsWith(name + ":"))?.slice(name.length + 1).trim() ?? "";
  return { header, body: rest.join("\n\n") };
}

/** The text of an entity, or of the first of its parts that has one; undefined if none has. */
function partOf(header, body) {
  const type = header("content-type") || "text/plain";
  const parameter = (name) => new RegExp(name + '="?([^";]+)', "i").exec(type)?.[1];
  if (/^multipart/i.test(type)) {
    const parts = body.split("--" + parameter("boundary")).slice(1).map((part) => entityOf(part.trimStart()));
    const plain = parts.filter((part) => /^$|^text\/plain/i.test(part.header("content-type")));
    return [...plain, ...parts].map((part) => partOf(part.header, part.body)).find((text) => text !== undefined);
  }
  if (!/^text/i.test(type)) {
    return undefined;
  }
  const text = decoded(header("content-transfer-encoding").toLowerCase(), body, parameter("charset"));
  return /^text\/html/i.test(type) ? pageOf(text).text : text.trim();
}

/** The words of a header, which may be encoded (RFC 2047), without the brackets of an id. */
function wordsOf(value) {
  return value.replace(/=\?([^?]+)\?([bq])\?([^?]*)\?=(\s+(?==\?))?/gi, (_, charset, by, text) =>
    decoded(by.toLowerCase() === "b" ? "base64" : "quoted-printable", text.replaceAll("_", " "), charset)).replace(/^<([^<>]*)>$/, "$1");
}

/** A text that was encoded for its transfer; as it stands if it is not, or cannot be decoded. */
function decoded(encoding, text, charset = "utf-8") {
  const plain = encoding === "quoted-printable" ? text.replace(/[ \t]*=\r?\n/g, "").replace(/=([\dA-F]{2})/gi, (_, digits) => String.fromCharCode(parseInt(digits, 16))) : text;
  try {
    const bytes = encoding === "base64" ? atob(text.replace(/\s/g, "")) : plain;
    return plain === text && encoding !== "base64" ? text : new TextDecoder(charset).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return plain; // not in that encoding, or an unknown set of characters
  }
}
