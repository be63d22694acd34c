// Encodings of files: which one a file has, and texts in it.

/** Those that a person can choose. */
export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252", "gb18030"];

/** The encoding of the beginning of a file. */
export function sniffEncoding(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return "utf-16le";
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return "utf-16be";
  }
  const zeros = [0, 1].map((first) => bytes.filter((each, at) => each === 0 && at % 2 === first).length);
  if (Math.max(...zeros) > bytes.length / 4 && Math.min(...zeros) < Math.max(...zeros) / 4) { // every other byte, so Latin letters
    return zeros[0] > zeros[1] ? "utf-16be" : "utf-16le";
  }
  const han = (decode(bytes, "gb18030") ?? "").match(/\p{sc=Han}{2}/gu) ?? [];
  return decode(bytes, "utf-8") !== null ? "utf-8" : 8 * han.length > bytes.length / 2 ? "gb18030" : "windows-1252";
}

/** The text of bytes that may end amid a letter; null if they are not in that encoding. */
function decode(bytes, encoding) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** A function from texts to their parts of a Blob in that encoding. */
export function encoderOf(encoding) {
  if (encoding === "utf-8") {
    return (text) => text;
  }
  if (encoding.startsWith("utf-16")) {
    return (text) => {
      const view = new DataView(new ArrayBuffer(2 * text.length));
      for (let at = 0; at < text.length; at++) {
        view.setUint16(2 * at, text.charCodeAt(at), encoding === "utf-16le");
      }
      return view;
    };
  }
  const known = encoding === "gb18030" ? letters(encoding, sequences()) : letters(encoding, Array.from({ length: 256 }, (_, at) => [at]));
  return (text) => new Uint8Array([...text].flatMap((letter) => known.get(letter) ?? fourBytes(letter.codePointAt(0) - 0x10000 + 189_000)));
}

/** The bytes of letters: those of some sequences that are one letter each. */
function letters(encoding, all) {
  const decoder = new TextDecoder(encoding);
  const known = new Map();
  for (const sequence of all) {
    const letter = decoder.decode(new Uint8Array(sequence));
    if ([...letter].length === 1 && letter !== "\uFFFD" && !known.has(letter)) {
      known.set(letter, sequence);
    }
  }
  return known;
}

/** Those of GB18030 for letters below U+10000; those above have four bytes in their order. */
function sequences() {
  const all = Array.from({ length: 128 }, (_, at) => [at]);
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      all.push(second === 0x7f ? [first & 0x7f] : [first, second]);
    }
  }
  for (let at = 0; at < 39_420; at++) {
    all.push(fourBytes(at));
  }
  return all;
}

function fourBytes(at) {
  return [0x81 + Math.floor(at / 12_600), 0x30 + (Math.floor(at / 1_260) % 10), 0x81 + (Math.floor(at / 10) % 126), 0x30 + (at % 10)];
}
